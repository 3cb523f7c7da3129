//! `types.PatchType` (`apimachinery/pkg/types`).

use serde::{Deserialize, Serialize};

/// The type of a patch, written as for `kubectl patch --type`.
///
/// Server-side apply (`application/apply-patch+yaml`) is not simulated: there are no field managers here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PatchType {
    /// A JSON merge patch (RFC 7386): lists are replaced.
    #[default]
    Merge,
    /// A strategic merge patch, which merges some lists by a key. What `kubectl` sends by default.
    Strategic,
    /// A JSON patch (RFC 6902): a list of operations.
    Json,
}

impl PatchType {
    /// The media type of its requests.
    ///
    /// ```
    /// use jobscope_core::api::PatchType;
    ///
    /// assert_eq!(PatchType::Strategic.content_type(), "application/strategic-merge-patch+json");
    /// ```
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Merge => "application/merge-patch+json",
            Self::Strategic => "application/strategic-merge-patch+json",
            Self::Json => "application/json-patch+json",
        }
    }
}
