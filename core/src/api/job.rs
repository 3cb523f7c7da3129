//! `batch/v1` Job.

use serde::{Deserialize, Serialize};

use super::meta::is_zero;
use super::{LabelSelector, MetaTime, ObjectMeta, PodTemplateSpec, Uid};

/// `batch/v1` Job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Job {
    /// Standard object metadata.
    pub metadata: ObjectMeta,
    /// What is wanted.
    pub spec: JobSpec,
    /// What the controller last wrote about it.
    pub status: JobStatus,
}

/// `batchv1.JobSpec` with the fields of all supported releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct JobSpec {
    /// Most pods that may run at once.
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
    /// Failures after which the Job fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub backoff_limit: Option<i32>,
    /// Which pods belong to the Job; generated unless [`Self::manual_selector`] is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub selector: Option<LabelSelector>,
    /// Whether labels and selector are the user's business.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub manual_selector: Option<bool>,
    /// The pod to run.
    pub template: PodTemplateSpec,
    /// Seconds after its end at which the Job is deleted (v1.12 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub ttl_seconds_after_finished: Option<i32>,
}

/// The condition types of `batchv1.JobCondition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum JobConditionType {
    /// The Job has completed its work.
    Complete,
    /// The Job has failed.
    Failed,
}

impl JobConditionType {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "Complete",
            Self::Failed => "Failed",
        }
    }
}

/// `v1.ConditionStatus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ConditionStatus {
    /// The condition holds.
    True,
    /// It does not.
    False,
    /// Nobody can tell.
    Unknown,
}

/// `batchv1.JobCondition`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct JobCondition {
    /// Which condition.
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
    /// A word for why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub reason: String,
    /// A sentence for why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub message: String,
}

/// `batchv1.JobStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
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
}

impl JobStatus {
    /// The status as it is after a pass through the API's JSON: times in whole seconds.
    #[must_use]
    pub fn on_the_wire(mut self) -> Self {
        self.start_time = self.start_time.map(MetaTime::on_the_wire);
        self.completion_time = self.completion_time.map(MetaTime::on_the_wire);
        for condition in &mut self.conditions {
            condition.last_probe_time = condition.last_probe_time.map(MetaTime::on_the_wire);
            condition.last_transition_time = condition.last_transition_time.map(MetaTime::on_the_wire);
        }
        self
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
    /// The UID; empty before the server gave one.
    pub fn uid(&self) -> Uid {
        self.metadata.uid.clone().unwrap_or_else(|| Uid::from(""))
    }
}
