//! Why a write stands in a history as it was observed, although the Job controller made it or may have made it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A write that no sync explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unexplained {
    /// What the search lacks.
    pub lacks: Lack,
    /// The first field in which the nearest sync differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub nearest: Option<WriteDifference>,
}

/// What is missing for an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Lack {
    /// No sync of the release writes it.
    Sync,
    /// What the controller had in memory is not known: the history begins in the middle.
    Memory,
    /// It is unknown who wrote it.
    Writer,
}

/// The first field in which a write differs from the one that was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WriteDifference {
    /// The field, such as `status.failed`; `write` if there is a write on one side only.
    pub field: String,
    /// What the controller of the release would have written.
    pub would: String,
    /// What was written.
    pub was: String,
}

impl fmt::Display for WriteDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} would have been written, {} was", self.field, self.would, self.was)
    }
}

impl WriteDifference {
    pub(crate) fn new(field: &str, would: impl fmt::Display, was: impl fmt::Display) -> Self {
        Self { field: field.to_owned(), would: would.to_string(), was: was.to_string() }
    }
}
