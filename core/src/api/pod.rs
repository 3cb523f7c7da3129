//! `core/v1` Pod, as far as the control plane around Jobs reads it.
//!
//! Fields that no code here branches on are kept unread in `other`, so that the pod has what the user wrote.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ConditionStatus, ContainerStatus, Labels, List, MetaTime, Name, ObjectMeta, ReportedText};

/// Fields that pass through unread. Cloning shares them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "Record<string, unknown>"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherFields(Arc<Map<String, Value>>);

impl OtherFields {
    /// The fields by name.
    pub fn map(&self) -> &Map<String, Value> {
        &self.0
    }

    /// The fields for change, copied if they are shared.
    pub(crate) fn map_mut(&mut self) -> &mut Map<String, Value> {
        Arc::make_mut(&mut self.0)
    }
}

/// `v1.PodTemplateSpec`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodTemplateSpec {
    /// Labels, annotations and finalizers for the pods.
    pub metadata: ObjectMeta,
    /// What the pods run.
    pub spec: PodSpec,
}

/// `v1.RestartPolicy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RestartPolicy {
    /// The kubelet restarts containers however they end. Not allowed in Jobs.
    Always,
    /// The kubelet restarts containers that fail.
    OnFailure,
    /// The kubelet restarts nothing; the Job controller makes new pods.
    Never,
}

impl RestartPolicy {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Always => "Always",
            Self::OnFailure => "OnFailure",
            Self::Never => "Never",
        }
    }
}

/// `v1.PodSpec`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodSpec {
    /// Containers that run to their end before [`Self::containers`] start.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    #[cfg_attr(feature = "js", tsify(type = "Container[]"))]
    pub init_containers: Arc<[Container]>,
    /// The containers.
    #[cfg_attr(feature = "js", tsify(type = "Container[]"))]
    pub containers: Arc<[Container]>,
    /// Whether the kubelet restarts containers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub restart_policy: Option<RestartPolicy>,
    /// Seconds between a deletion request and the kill.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub termination_grace_period_seconds: Option<i64>,
    /// The node, once the scheduler chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub node_name: Option<Name>,
    /// The name by which other pods reach this one, of a pod with an index the Job's with that index.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub hostname: Option<Name>,
    /// Everything else.
    #[serde(flatten)]
    pub other: OtherFields,
}

/// The field of `PodSpec` with the scheduling gates.
pub(crate) const SCHEDULING_GATES: &str = "schedulingGates";

impl PodSpec {
    /// `schedulingGates`, unless it is empty: the scheduler looks for a node once all gates are removed.
    pub fn scheduling_gates(&self) -> Option<&Value> {
        self.other.map().get(SCHEDULING_GATES).filter(|gates| gates.as_array().is_some_and(|gates| !gates.is_empty()))
    }

    /// `IsRestartableInitContainer`: the init container `name` is a sidecar, which runs as long as the pod.
    pub fn is_sidecar(&self, name: &str) -> bool {
        self.init_containers
            .iter()
            .any(|container| container.name == name && container.restart_policy == Some(RestartPolicy::Always))
    }
}

fn is_empty(containers: &Arc<[Container]>) -> bool {
    containers.is_empty()
}

/// `v1.Container`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Container {
    /// Unique within the pod.
    pub name: String,
    /// `Always` on an init container makes it a sidecar (v1.28 and later).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub restart_policy: Option<RestartPolicy>,
    /// Everything else.
    #[serde(flatten)]
    pub other: OtherFields,
}

/// `core/v1` Pod.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Pod {
    /// Standard object metadata.
    pub metadata: ObjectMeta,
    /// What it runs.
    pub spec: PodSpec,
    /// How it fares.
    pub status: PodStatus,
}

/// `v1.PodPhase`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PodPhase {
    /// Accepted, but not all containers were started.
    #[default]
    Pending,
    /// Bound to a node with at least one container alive.
    Running,
    /// All containers ended with exit code 0.
    Succeeded,
    /// All containers ended, at least one of them with an error.
    Failed,
    /// The node does not answer.
    Unknown,
}

impl PodPhase {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Running => "Running",
            Self::Succeeded => "Succeeded",
            Self::Failed => "Failed",
            Self::Unknown => "Unknown",
        }
    }

    /// Succeeded or Failed: the pod will not run again.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}

/// `v1.PodStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodStatus {
    /// Where in its life the pod is.
    pub phase: PodPhase,
    /// A one-word reason for the state of the pod, such as `Evicted`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub reason: String,
    /// Conditions, `Ready` among them.
    #[serde(skip_serializing_if = "List::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional, type = "PodCondition[]"))]
    pub conditions: List<PodCondition>,
    /// When the kubelet took the pod up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub start_time: Option<MetaTime>,
    /// One entry for each init container.
    #[serde(skip_serializing_if = "List::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional, type = "ContainerStatus[]"))]
    pub init_container_statuses: List<ContainerStatus>,
    /// One entry for each container.
    #[serde(skip_serializing_if = "List::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional, type = "ContainerStatus[]"))]
    pub container_statuses: List<ContainerStatus>,
}

/// `v1.PodCondition`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodCondition {
    /// Which condition, such as `Ready` or `DisruptionTarget`.
    pub r#type: String,
    /// Whether it holds.
    pub status: ConditionStatus,
    /// When the status last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub last_transition_time: Option<MetaTime>,
    /// Why, in one word, if a cluster said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "string"))]
    pub reason: Option<ReportedText>,
    /// The same for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "string"))]
    pub message: Option<ReportedText>,
}

impl PodCondition {
    /// The type of the condition that says whether the scheduler has found a node for the pod.
    pub const POD_SCHEDULED: &str = "PodScheduled";

    fn new(r#type: &str, status: ConditionStatus, since: MetaTime) -> Self {
        Self { r#type: r#type.to_owned(), status, last_transition_time: Some(since), reason: None, message: None }
    }
}

impl PodStatus {
    /// Sets a condition. If that changes its status, the transition time changes, and the reason is no longer known.
    pub fn set_condition(&mut self, r#type: &str, status: ConditionStatus, now: MetaTime) {
        let conditions = self.conditions.to_mut();
        match conditions.iter_mut().find(|condition| condition.r#type == r#type) {
            Some(condition) if condition.status == status => {}
            Some(condition) => *condition = PodCondition::new(r#type, status, now),
            None => conditions.push(PodCondition::new(r#type, status, now)),
        }
    }

    /// The status as it is after a pass through the API's JSON: times in whole seconds.
    #[must_use]
    pub(crate) fn on_the_wire(mut self) -> Self {
        let coarse = |time: &Option<MetaTime>| time.map(MetaTime::on_the_wire);
        self.start_time = coarse(&self.start_time);
        // Lists are shared with the state before, so they are only touched where they change.
        let fine = |condition: &PodCondition| coarse(&condition.last_transition_time) != condition.last_transition_time;
        if self.conditions.iter().any(fine) {
            for condition in self.conditions.to_mut() {
                condition.last_transition_time = coarse(&condition.last_transition_time);
            }
        }
        for statuses in [&mut self.init_container_statuses, &mut self.container_statuses] {
            let fine = |status: &ContainerStatus| status.times().any(|time| time.on_the_wire() != time);
            if statuses.iter().any(fine) {
                for status in statuses.to_mut() {
                    status.change_times(MetaTime::on_the_wire);
                }
            }
        }
        self
    }

    /// The condition of type `name`.
    pub fn condition(&self, name: &str) -> Option<&PodCondition> {
        self.conditions.iter().find(|condition| condition.r#type == name)
    }
}

impl Pod {
    /// `controller.IsPodActive`: neither ended nor being deleted.
    pub fn is_active(&self) -> bool {
        !self.status.phase.is_terminal() && !self.metadata.is_deleting()
    }

    /// `controller.IsPodTerminating`: being deleted and not ended.
    pub fn is_terminating(&self) -> bool {
        !self.status.phase.is_terminal() && self.metadata.is_deleting()
    }

    /// `podutil.IsPodReady`: the `Ready` condition is True.
    pub fn is_ready(&self) -> bool {
        self.status.condition("Ready").is_some_and(|ready| ready.status == ConditionStatus::True)
    }

    /// The labels.
    pub fn labels(&self) -> &Labels {
        &self.metadata.labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ContainerState, Termination, Time};

    #[test]
    fn times_are_whole_seconds_on_the_wire() {
        let fine = Some(MetaTime::from(Time::START.plus(1_999)));
        let ended = ContainerStatus {
            state: ContainerState::ended(0, fine),
            last_termination: Some(Termination { exit_code: 1, finished_at: fine }),
            ..ContainerStatus::waiting("c")
        };
        let status =
            PodStatus { container_statuses: [ended].into_iter().collect(), ..PodStatus::default() }.on_the_wire();
        let coarse = Some(MetaTime::from(Time::START.plus(1_000)));
        let container = &status.container_statuses[0];
        assert_eq!(container.state, ContainerState::ended(0, coarse));
        assert_eq!(container.last_termination, Some(Termination { exit_code: 1, finished_at: coarse }));
    }
}
