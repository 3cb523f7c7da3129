//! YAML as manifests and session files are written in it: read with the place of everything, and written as
//! kubectl writes it.
//!
//! - `read`, `scalar`, `mend`: text to a small `tree` with positions, within limits
//! - `decode`: small texts to values; `json`: JSON to the same tree
//! - `place`: from a field's path back to its place in the text
//! - `quoted`: manifests within Markdown or a shell's commands
//! - `writer`: values to text, for people or as kubectl prints it
//! - `edit`: changes of single fields in a text that stays as it is otherwise

mod decode;
pub(crate) mod edit;
mod json;
mod mend;
mod place;
mod quoted;
mod read;
mod scalar;
mod tree;
mod writer;

pub use decode::{YamlDecodeError, decode_yaml};
pub(crate) use json::UniqueFields;
pub(crate) use place::position;
pub(crate) use quoted::{is_command, quoted, seems_manifest};
pub(crate) use read::{read, read_documents, read_first_document};
pub(crate) use tree::{Entry, Node, Position, Yaml};
pub(crate) use writer::yaml_lines_led_by;
pub use writer::{kubectl_yaml_lines, yaml_lines};

use super::{Hint, TextProblem};

/// What a text is expected to hold, for errors to speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// A Job.
    Manifest,
    /// A session file.
    SessionFile,
    /// What `kubectl get` prints of a cluster.
    Cluster,
    /// Something else.
    Text,
}

impl Contents {
    /// What to write where there is nothing.
    pub(crate) fn wanted(self) -> Hint {
        match self {
            Self::Manifest => Hint::PasteManifest,
            Self::SessionFile => Hint::BeginSession,
            Self::Cluster => Hint::PasteObjects,
            Self::Text => Hint::WriteLine,
        }
    }

    /// What to do about a text that is not YAML, if it is known for something else.
    fn hint(self, text: &str) -> Option<Hint> {
        match self {
            Self::Manifest if text.contains("{{") => Some(Hint::HelmTemplate),
            Self::Manifest if quoted(text).is_some() => Some(Hint::PasteQuoted),
            _ => None,
        }
    }
}

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YamlError {
    pub(crate) at: Position,
    pub(crate) problem: TextProblem,
    /// What to do about it.
    pub(crate) hint: Option<Hint>,
}

impl YamlError {
    /// The problem and the hint in one English text.
    pub(crate) fn message(&self) -> String {
        self.problem.with_hint(self.hint.as_ref())
    }
}
