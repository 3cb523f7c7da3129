//! `batchv1.PodFailurePolicy`: what a pod's failure means for its Job, by exit code or condition.
//!
//! Only the values; the controller matches the rules.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ConditionStatus, Release};

/// `batchv1.PodFailurePolicy`: rules in order, of which the first that matches counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodFailurePolicy {
    /// The rules.
    #[serde(default, deserialize_with = "null_as_default", serialize_with = "empty_as_null")]
    pub rules: Vec<PodFailurePolicyRule>,
}

/// `batchv1.PodFailurePolicyAction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PodFailurePolicyAction {
    /// The Job fails.
    FailJob,
    /// The pod's index fails (with `JobBackoffLimitPerIndex`).
    FailIndex,
    /// The failure does not count; the pod is replaced.
    Ignore,
    /// The failure counts, as without a policy.
    Count,
}

impl PodFailurePolicyAction {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FailJob => "FailJob",
            Self::FailIndex => "FailIndex",
            Self::Ignore => "Ignore",
            Self::Count => "Count",
        }
    }

    /// The names that the release knows, in the order of its errors.
    pub(crate) fn names(release: Release) -> &'static [&'static str] {
        if release.since(28) { &["Count", "FailIndex", "FailJob", "Ignore"] } else { &["Count", "FailJob", "Ignore"] }
    }
}

/// `batchv1.PodFailurePolicyRule`: one of its two requirements is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodFailurePolicyRule {
    /// The action if the rule matches.
    pub action: PodFailurePolicyAction,
    /// What the exit codes have to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub on_exit_codes: Option<PodFailurePolicyOnExitCodesRequirement>,
    /// Conditions one of which the pod has to have.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub on_pod_conditions: Vec<PodFailurePolicyOnPodConditionsPattern>,
}

/// `batchv1.PodFailurePolicyOnExitCodesOperator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PodFailurePolicyOnExitCodesOperator {
    /// The exit code is listed.
    In,
    /// The exit code is not listed (and not 0).
    NotIn,
}

/// `batchv1.PodFailurePolicyOnExitCodesRequirement`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodFailurePolicyOnExitCodesRequirement {
    /// The container; absent means any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub container_name: Option<String>,
    /// How its exit code relates to [`Self::values`].
    pub operator: PodFailurePolicyOnExitCodesOperator,
    /// Exit codes in rising order.
    #[serde(default, deserialize_with = "null_as_default", serialize_with = "empty_as_null")]
    pub values: Vec<i32>,
}

/// `batchv1.PodFailurePolicyOnPodConditionsPattern`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodFailurePolicyOnPodConditionsPattern {
    /// The condition's type, such as `DisruptionTarget`.
    pub r#type: String,
    /// The condition's status; `True` if absent.
    #[serde(default = "default_pattern_status")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub status: ConditionStatus,
}

/// `SetDefaults_PodFailurePolicyOnPodConditionsPattern`: defaulting happens whenever the API server
/// decodes, so it is part of reading here.
fn default_pattern_status() -> ConditionStatus {
    ConditionStatus::True
}

/// The store does not tell an empty list from one that is not there, for which Go writes `null`.
pub(super) fn empty_as_null<S: Serializer, T: Serialize>(list: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    if list.is_empty() { serializer.serialize_none() } else { list.serialize(serializer) }
}

/// Go writes `null` for a list that is not there.
pub(super) fn null_as_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
