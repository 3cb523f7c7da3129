//! The controller's verdict on a pod that its finalizer holds: whether its end counts, and by which rule.

use serde::{Deserialize, Serialize};

use crate::api::{Name, PodFailurePolicyAction};

/// What `trackJobStatusAndRemoveFinalizers` makes of a pod that its finalizer still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum PodVerdict {
    /// It has not ended: it keeps its finalizer.
    Kept,
    /// It failed, and keeps its finalizer until its replacement has its failure count.
    KeptForReplacement,
    /// It counts as succeeded from now on.
    Succeeded,
    /// It counts as failed from now on.
    Failed,
    /// It failed, and the pod failure policy says not to count that.
    Ignored,
    /// It was counted before; only its finalizer is left.
    CountedBefore,
    /// Its finalizer goes without a count: its index is out of range, or the Job is being deleted.
    NotCounted,
}

impl PodVerdict {
    /// Whether the pod's finalizer may go.
    pub fn frees(self) -> bool {
        !matches!(self, Self::Kept | Self::KeptForReplacement)
    }
}

/// The rule of a pod failure policy that a failed pod matches: the first one that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PolicyRule {
    /// Its number, from 0.
    pub rule: u32,
    /// What it says.
    pub action: PodFailurePolicyAction,
}

/// An index fails for good with its pod (`backoffLimitPerIndex`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct FailedIndex {
    /// The index.
    pub index: i64,
    /// How often it failed, this time included; what the pod failure policy ignores does not count.
    pub failures: i32,
    /// How often it may fail.
    pub limit: i32,
}

/// A pod was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct TrackedPod {
    /// The pod.
    pub name: Name,
    /// What was made of it.
    pub verdict: PodVerdict,
    /// Its phase is not a last one: where it counts as failed, that is because it stops, or because its Job fails.
    pub unfinished: bool,
    /// The rule of the pod failure policy that its failure matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub rule: Option<PolicyRule>,
    /// Its index, if that fails for good with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub failed_index: Option<FailedIndex>,
}
