//! API objects as values: what `k8s.io/api` and `pkg/apis/batch` hold.
//!
//! The types, with their defaulting, validation and manifests. There is no store, no controller and no clock: a function
//! of this module sees one object and a [`Release`], nothing else.

mod container_restart;
mod container_status;
mod cron_job;
mod defaults;
mod delete_options;
mod errors;
mod event;
mod feature_gates;
mod field;
mod fix;
mod from_json;
mod go_types;
mod hint;
mod image;
mod job;
mod json;
pub(crate) mod jsonpatch;
mod key_map;
mod labels;
mod list;
mod manifest;
mod meta;
mod object_key;
mod patch_type;
mod pod;
mod pod_failure_policy;
mod quantity;
mod release;
mod resource_quota;
mod shown;
mod stored;
mod strategicpatch;
mod strategy;
mod success_policy;
mod template_fields;
mod text_problem;
mod texts;
mod time;
mod validation;
mod warnings;
pub(crate) mod yaml;

pub use container_restart::*;
pub use container_status::*;
pub use cron_job::*;
pub use defaults::*;
pub use delete_options::*;
pub use errors::*;
pub use event::*;
pub use feature_gates::*;
pub use field::*;
pub use fix::*;
pub(crate) use from_json::JsonObject;
pub use from_json::{JsonError, from_json};
pub use hint::*;
pub use job::*;
pub use key_map::{Entries, KeyMap};
pub use labels::*;
pub use list::*;
pub use manifest::*;
pub use meta::*;
pub use object_key::*;
pub use patch_type::*;
pub use pod::*;
pub use pod_failure_policy::*;
pub use quantity::{Quantity, QuantityError};
pub use release::*;
pub use resource_quota::*;
pub(crate) use shown::{FRESH, SHOWN};
pub use shown::{Fresh, Shown};
pub use strategicpatch::*;
pub use strategy::*;
pub use success_policy::*;
pub use text_problem::*;
pub use time::*;
pub use validation::*;
pub use warnings::*;
pub use yaml::{YamlDecodeError, decode_yaml, kubectl_yaml_lines, yaml_lines};

pub(crate) use field::go_quote;
#[cfg(test)]
pub(crate) use go_types::cut_short;
pub(crate) use meta::is_zero;
pub(crate) use stored::{convert_job, encode_template, encoded, is_same_spec};
