//! `batch/v1` Job.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::meta::is_zero;
use super::{LabelSelector, MetaTime, ObjectMeta, PodFailurePolicy, PodTemplateSpec, SuccessPolicy, Uid};

/// `batch/v1` Job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Job {
    /// Standard object metadata.
    pub metadata: ObjectMeta,
    /// The desired state.
    pub spec: JobSpec,
    /// The status, as the controller last wrote it.
    pub status: JobStatus,
}

/// `batchv1.CompletionMode`: how pod completions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CompletionMode {
    /// All completions are alike.
    NonIndexed,
    /// Each completion has an index from 0 to `completions` - 1, and needs a success of its own.
    Indexed,
}

impl CompletionMode {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NonIndexed => "NonIndexed",
            Self::Indexed => "Indexed",
        }
    }
}

/// `batchv1.PodReplacementPolicy`: when a pod is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PodReplacementPolicy {
    /// As soon as it is being deleted, or has failed.
    TerminatingOrFailed,
    /// When its phase is Failed, and not before.
    Failed,
}

impl PodReplacementPolicy {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TerminatingOrFailed => "TerminatingOrFailed",
            Self::Failed => "Failed",
        }
    }
}

/// `batchv1.JobSpec` with the fields of all supported releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobSpec {
    /// The most pods that may run at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub parallelism: Option<i32>,
    /// Pods that have to succeed; absent for a work queue, where one success is the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub completions: Option<i32>,
    /// Seconds from the start after which the Job fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub active_deadline_seconds: Option<i64>,
    /// What the failure of a pod means, by exit code or condition (v1.25 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "PodFailurePolicy"))]
    pub pod_failure_policy: Option<Arc<PodFailurePolicy>>,
    /// Failures after which the Job fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub backoff_limit: Option<i32>,
    /// Failures after which an index fails (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub backoff_limit_per_index: Option<i32>,
    /// Failed indexes above which the Job fails (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub max_failed_indexes: Option<i32>,
    /// Which pods belong to the Job; generated unless [`Self::manual_selector`] is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub selector: Option<LabelSelector>,
    /// Whether the user manages labels and selector.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub manual_selector: Option<bool>,
    /// The pod to run.
    pub template: PodTemplateSpec,
    /// Seconds after its end at which the Job is deleted (v1.12 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub ttl_seconds_after_finished: Option<i32>,
    /// How completions count (v1.21 and later); absent means `NonIndexed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub completion_mode: Option<CompletionMode>,
    /// Whether the Job is suspended: it has no pods while this is true (v1.21 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub suspend: Option<bool>,
    /// When a pod is replaced (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub pod_replacement_policy: Option<PodReplacementPolicy>,
    /// When an Indexed Job has succeeded before all of its indexes have (v1.30 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "SuccessPolicy"))]
    pub success_policy: Option<Arc<SuccessPolicy>>,
    /// The controller that manages the Job; absent means `kubernetes.io/job-controller` (v1.30 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub managed_by: Option<String>,
}

/// The condition types of `batchv1.JobCondition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum JobConditionType {
    /// The Job has completed its work.
    Complete,
    /// The Job has failed.
    Failed,
    /// The Job is suspended (v1.21 and later).
    Suspended,
    /// The Job is about to fail: its pods are being ended first (v1.25 and later).
    FailureTarget,
    /// The Job is about to complete: its pods are being ended first (v1.31 and later).
    SuccessCriteriaMet,
}

impl JobConditionType {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "Complete",
            Self::Failed => "Failed",
            Self::Suspended => "Suspended",
            Self::FailureTarget => "FailureTarget",
            Self::SuccessCriteriaMet => "SuccessCriteriaMet",
        }
    }
}

/// `v1.ConditionStatus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ConditionStatus {
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// The status is unknown.
    Unknown,
}

/// `batchv1.JobCondition`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCondition {
    /// The type of the condition.
    pub r#type: JobConditionType,
    /// Whether it holds.
    pub status: ConditionStatus,
    /// When it was last checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub last_probe_time: Option<MetaTime>,
    /// When the status last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub last_transition_time: Option<MetaTime>,
    /// A one-word reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub reason: String,
    /// A message for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub message: String,
}

/// `batchv1.UncountedTerminatedPods`: pods that ended and are not in the counters yet, because their
/// finalizer is still there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UncountedTerminatedPods {
    /// UIDs of pods that succeeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub succeeded: Vec<Uid>,
    /// UIDs of pods that failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub failed: Vec<Uid>,
}

impl UncountedTerminatedPods {
    /// How many there are of both kinds.
    pub fn len(&self) -> usize {
        self.succeeded.len() + self.failed.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// `batchv1.JobStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobStatus {
    /// The conditions, in the order in which they were added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub conditions: Vec<JobCondition>,
    /// When the controller first handled the Job.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub start_time: Option<MetaTime>,
    /// When the Job completed; only of Complete ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub completion_time: Option<MetaTime>,
    /// Pods that are pending or running and not being deleted.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub active: i32,
    /// Pods that succeeded.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub succeeded: i32,
    /// Pods that failed.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub failed: i32,
    /// Pods that are being deleted and have not ended (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub terminating: Option<i32>,
    /// Indexes that succeeded, such as `1,3-5,7` (v1.21 and later).
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub completed_indexes: String,
    /// Indexes that failed; absent without a limit per index (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub failed_indexes: Option<String>,
    /// Pods that ended and are not counted yet (v1.22 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub uncounted_terminated_pods: Option<UncountedTerminatedPods>,
    /// Active pods that are ready (v1.24 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub ready: Option<i32>,
}

impl JobStatus {
    /// The status as it is after a pass through the API's JSON: times in whole seconds.
    #[must_use]
    pub(crate) fn on_the_wire(mut self) -> Self {
        self.start_time = self.start_time.map(MetaTime::on_the_wire);
        self.completion_time = self.completion_time.map(MetaTime::on_the_wire);
        for condition in &mut self.conditions {
            condition.last_probe_time = condition.last_probe_time.map(MetaTime::on_the_wire);
            condition.last_transition_time = condition.last_transition_time.map(MetaTime::on_the_wire);
        }
        self
    }

    /// `findConditionByType`: the condition of that type, whatever its status.
    pub fn condition(&self, r#type: JobConditionType) -> Option<&JobCondition> {
        self.conditions.iter().find(|condition| condition.r#type == r#type)
    }

    /// `IsConditionTrue`: the condition of that type is there with status True.
    pub fn is_true(&self, r#type: JobConditionType) -> bool {
        self.conditions.iter().any(|condition| condition.r#type == r#type && condition.status == ConditionStatus::True)
    }

    /// `IsJobFinished`: the first condition that ends the Job, Complete or Failed with status True.
    pub fn finished(&self) -> Option<JobConditionType> {
        self.conditions
            .iter()
            .find(|condition| {
                matches!(condition.r#type, JobConditionType::Complete | JobConditionType::Failed)
                    && condition.status == ConditionStatus::True
            })
            .map(|condition| condition.r#type)
    }
}

impl Job {
    /// The Job as the API server answers with it: JSON with its type.
    pub fn to_document(&self) -> Value {
        let mut document = json!({"apiVersion": "batch/v1", "kind": "Job"});
        // Maps and strings only: there is nothing in a Job that JSON cannot hold.
        if let (Some(document), Ok(Value::Object(job))) = (document.as_object_mut(), serde_json::to_value(self)) {
            document.extend(job);
        }
        document
    }

    /// The UID; empty before the server gave one.
    pub fn uid(&self) -> Uid {
        self.metadata.uid.clone().unwrap_or_else(|| Uid::from(""))
    }

    /// `isIndexedJob`: each completion has an index of its own.
    pub fn is_indexed(&self) -> bool {
        self.spec.completion_mode == Some(CompletionMode::Indexed)
    }

    /// `jobSuspended`: the Job is suspended.
    pub fn is_suspended(&self) -> bool {
        self.spec.suspend == Some(true)
    }
}
