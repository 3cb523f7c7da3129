//! The controller's verdict on a pod that its finalizer holds: whether its end counts, and by which rule.

use serde::{Deserialize, Serialize};

use crate::api::{ConditionStatus, Name, PodFailurePolicyAction, PodFailurePolicyOnExitCodesOperator};

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

/// Why a rule of a pod failure policy does not match a failed pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum RuleMiss {
    /// The containers that the rule is about have other exit codes. A container that runs, or ended with 0, matches no rule.
    ExitCodes {
        /// The container that the rule names; any, where it names none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        container: Option<String>,
        /// How those containers ended that the rule is about, if not with 0.
        ended: Vec<ContainerExit>,
        /// The operator of the rule.
        operator: PodFailurePolicyOnExitCodesOperator,
        /// The exit codes of the rule.
        values: Vec<i32>,
        /// The first container that would match if the rule did not name another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        other: Option<ContainerExit>,
    },
    /// The pod has none of the conditions.
    Conditions {
        /// The conditions of the rule, each with the status that the pod's condition of that type has, if it has one.
        conditions: Vec<ConditionMiss>,
    },
    /// The rule would match, but says `FailIndex`, and the gate for that is off.
    FailIndexOff,
}

/// How a container ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ContainerExit {
    /// Its name.
    pub container: String,
    /// Its exit code.
    pub exit_code: i32,
}

/// A condition that a rule asks for, and that the pod does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ConditionMiss {
    /// Its type.
    pub r#type: String,
    /// The status that the rule asks for.
    pub status: ConditionStatus,
    /// The status that it has in the pod.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub found: Option<ConditionStatus>,
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
    /// Why the rules of the pod failure policy do not match, in their order, if the pod failed and none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub misses: Vec<RuleMiss>,
    /// Its index, if that fails for good with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub failed_index: Option<FailedIndex>,
}
