//! `batchv1.SuccessPolicy`: when an Indexed Job has succeeded before all of its indexes have.
//!
//! Only the values; the controller matches the rules.

use serde::{Deserialize, Serialize};

use super::pod_failure_policy::{empty_as_null, null_as_default};

/// `batchv1.SuccessPolicy`: rules in order, of which the first that matches counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuccessPolicy {
    /// The rules.
    #[serde(default, deserialize_with = "null_as_default", serialize_with = "empty_as_null")]
    pub rules: Vec<SuccessPolicyRule>,
}

/// `batchv1.SuccessPolicyRule`: at least one of its two requirements is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuccessPolicyRule {
    /// Indexes that have to succeed, such as `0,2-4`; with a count, that number of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub succeeded_indexes: Option<String>,
    /// How many have to succeed: of the indexes named, or else of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub succeeded_count: Option<i32>,
}
