//! The actions on a world, and who takes them. `read_action` reads them; the errors are in `action_error`.
//!
//! The serialized form is the one of scenario files: `{"op": "podRun", "pods": ["pi-497r4"], "ready": true}`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::OutcomeRule;
use crate::api::{
    ConditionStatus, DeletionPropagation, Job, Manifest, ManifestObject, Manifests, Name, Namespace, ObjectKey,
    PatchType, Pod, ResourceQuota, WaitingReason,
};
use crate::apiserver::{Fault, Observed};
use crate::manager::ManagerOptions;
use crate::trace::Kind;

/// Which watch streams an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Streams {
    /// Jobs.
    Job,
    /// Pods.
    Pod,
    /// Jobs, then pods.
    All,
}

/// A condition to set on a pod, such as `DisruptionTarget`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewCondition {
    /// The type of the condition.
    pub r#type: String,
    /// Its status.
    pub status: ConditionStatus,
}

/// Something that a user, the kubelet, or the machinery does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Action {
    /// A user creates a Job; the server defaults and validates it.
    CreateJob {
        /// The Job as submitted.
        job: Box<Job>,
    },
    /// A Job is put into the store unchanged, as from a backup or another cluster's `kubectl get -o yaml`:
    /// with its UID, its status and whatever admission would not let through today. It has to be valid.
    ImportJob {
        /// The Job as stored.
        job: Box<Job>,
    },
    /// Pods are put into the store unchanged, with their UIDs, owners and status. Each needs a unique name and UID.
    ImportPods {
        /// The pods as stored.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Map<String, Value>>"))]
        pods: Vec<Pod>,
    },
    /// `kubectl apply -f`: the Job of a manifest is created, or patched so that it is as the manifest says.
    ApplyJob {
        /// The manifest, as JSON.
        #[cfg_attr(feature = "js", tsify(type = "unknown"))]
        manifest: Box<Value>,
    },
    /// `kubectl patch`: a user changes a Job by a patch; the server validates the result.
    PatchJob {
        /// The Job.
        name: Name,
        /// The type of the patch; a JSON merge patch if absent.
        #[serde(default, skip_serializing_if = "crate::api::is_zero")]
        #[cfg_attr(feature = "js", tsify(optional))]
        r#type: PatchType,
        /// The patch, such as `{"spec": {"parallelism": 3}}`.
        #[cfg_attr(feature = "js", tsify(type = "unknown"))]
        patch: Value,
    },
    /// `kubectl patch --subresource=status`: a user changes a Job's status by a patch, as another controller does; the
    /// server validates the change.
    PatchJobStatus {
        /// The Job.
        name: Name,
        /// The type of the patch; a JSON merge patch if absent.
        #[serde(default, skip_serializing_if = "crate::api::is_zero")]
        #[cfg_attr(feature = "js", tsify(optional))]
        r#type: PatchType,
        /// The patch, such as `{"status": {"active": 0}}`.
        #[cfg_attr(feature = "js", tsify(type = "unknown"))]
        patch: Value,
    },
    /// `kubectl scale job`: a user changes how many pods may run at once. Only the clients of v1.11 can.
    ScaleJob {
        /// The Job.
        name: Name,
        /// The new parallelism.
        replicas: i32,
    },
    /// A user deletes a Job.
    DeleteJob {
        /// The Job.
        name: Name,
        /// The propagation policy; absent if the request has none. kubectl sends `background`; without a policy the API
        /// server orphans the pods.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        policy: Option<DeletionPropagation>,
    },
    /// A namespace is created. Other namespaces exist from their first object.
    CreateNamespace {
        /// The name of the namespace.
        name: Namespace,
    },
    /// A quota limits the pods of a namespace. Existing pods stay, even beyond the limit.
    CreateQuota {
        /// The quota.
        quota: ResourceQuota,
    },
    /// `kubectl apply -f`: a quota on the pods of a namespace is created, or changed to what the manifest says.
    ApplyQuota {
        /// The quota.
        quota: ResourceQuota,
    },
    /// `kubectl apply -f`: a user creates a pod, in phase Pending. An existing pod of that name stays unchanged.
    ApplyPod {
        /// The pod as submitted.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, Value>"))]
        pod: Box<Pod>,
    },
    /// A quota on pods is deleted.
    DeleteQuota {
        /// The name of the quota.
        name: Name,
        /// The namespace; `default` if absent.
        #[serde(default)]
        #[cfg_attr(feature = "js", tsify(optional))]
        namespace: Namespace,
    },
    /// One pass of an idealized garbage collector, as in recordings: it reads the store and waits for no events. A real
    /// garbage collector works in separate steps: [`Action::AttemptToDelete`], [`Action::AttemptToOrphan`].
    Gc,
    /// Time passes.
    Advance {
        /// Milliseconds.
        ms: i64,
    },
    /// Watch events reach the controller's caches and handlers.
    Deliver {
        /// The kind of object.
        kind: Streams,
        /// The most events to deliver; absent means all that wait. Not used with `all`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        n: Option<u32>,
    },
    /// A user holds a watch back: its events reach the controller only by [`Action::Deliver`], until
    /// [`Action::ReleaseStream`].
    HoldStream {
        /// The kind of object.
        kind: Kind,
    },
    /// A watch is no longer held back.
    ReleaseStream {
        /// The kind of object.
        kind: Kind,
    },
    /// A watch breaks and its informer lists again.
    Relist {
        /// The kind of object.
        kind: Kind,
    },
    /// The informers' periodic resync.
    Resync,
    /// The controller process is replaced by a new one, whose start completes at once.
    Restart,
    /// A worker takes the next key from the queue, and in the middle of that sync the process crashes. It is replaced
    /// as by [`Action::Restart`].
    CrashAfter {
        /// After how many writes of that sync the process crashes; at least 1.
        writes: u32,
    },
    /// The controller process is replaced by one that has not started yet; [`Action::StepManager`] steps through its
    /// start.
    StartManager {
        /// Its flags and its seed.
        #[serde(default)]
        #[cfg_attr(feature = "js", tsify(optional))]
        options: ManagerOptions,
    },
    /// Continues the start of kube-controller-manager by one event.
    StepManager,
    /// The server closes a watch, as it does after 5 to 10 minutes; the reflector opens it again.
    CloseWatch {
        /// The kind of object.
        kind: Kind,
    },
    /// The server no longer has what happened after the last version that a watch saw: 410 Gone. The
    /// events on their way are lost, and a list follows after a while ([`Action::Relist`]).
    ExpireWatch {
        /// The kind of object.
        kind: Kind,
    },
    /// The server sends a bookmark (v1.16 and later).
    Bookmark {
        /// The kind of object that the watch reports.
        kind: Kind,
    },
    /// Watch events reach the `DeltaFIFO`, but not the cache: the informer is slow. The next delivery includes them.
    Receive {
        /// The kind of object.
        kind: Kind,
        /// The most events to receive; absent means all that wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        n: Option<u32>,
    },
    /// The resync timer of an informer ticks, 12 to 24 hours after the last time.
    ResyncTick {
        /// The kind of object.
        kind: Kind,
    },
    /// Arms a fault for the next sync.
    Fault(Fault),
    /// An armed fault is removed.
    RemoveFault {
        /// Its place among the faults that are armed, from 0.
        fault: usize,
    },
    /// A worker takes the next key from the queue and syncs it.
    Sync,
    /// A worker makes its next call to the API server and pauses before the one after it, so that other workers can run
    /// in between.
    StepSync {
        /// The key that the worker holds; absent for a free worker, which takes the next key and pauses before its first
        /// call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        key: Option<ObjectKey>,
    },
    /// The orphan worker takes the next pod that lost its Job, and removes the Job's finalizer from it (v1.22 and later).
    SyncOrphan,
    /// A worker of the TTL-after-finished controller takes the next Job, and deletes it if its time is over (v1.12
    /// and later).
    SyncTtl,
    /// A worker of the garbage collector takes the next object that may have to be deleted because its owners are gone.
    AttemptToDelete,
    /// A worker of the garbage collector takes the next owner whose dependents are to be orphaned.
    AttemptToOrphan,
    /// Pod garbage collection looks at all pods, as it does every 20 s.
    PodGc,
    /// A node is gone, and with it the kubelet that reported its pods; a new node replaces it.
    DeleteNode {
        /// The node.
        name: Name,
    },
    /// The scheduler binds pods to a node.
    PodSchedule {
        /// The pods.
        pods: Vec<Name>,
    },
    /// The scheduler finds no node for pods. They get the condition `PodScheduled` with status `False`, and stay Pending
    /// until [`Action::PodSchedule`].
    PodUnschedulable {
        /// The pods.
        pods: Vec<Name>,
    },
    /// The kubelet cannot start a container of pods: they stay Pending. It retries a failed image pull by itself, with a
    /// back-off.
    PodWait {
        /// The pods.
        pods: Vec<Name>,
        /// The container; the first that has not started if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        container: Option<String>,
        /// Why it waits, such as `ErrImagePull`.
        reason: WaitingReason,
    },
    /// A container of running pods ends while others may run on. The kubelet stops the sidecars once all other
    /// containers have ended, and a pod ends with its last container.
    PodContainerExit {
        /// The pods.
        pods: Vec<Name>,
        /// The container.
        container: String,
        /// The exit code of the container.
        exit_code: i32,
    },
    /// The kubelet starts pods.
    PodRun {
        /// The pods.
        pods: Vec<Name>,
        /// Whether they are ready at once.
        #[serde(default)]
        #[cfg_attr(feature = "js", tsify(optional))]
        ready: bool,
    },
    /// Readiness of pods changes.
    PodReady {
        /// The pods.
        pods: Vec<Name>,
        /// Whether they are ready now.
        #[serde(default)]
        #[cfg_attr(feature = "js", tsify(optional))]
        ready: bool,
    },
    /// The kubelet restarts a container.
    PodRestart {
        /// The pods.
        pods: Vec<Name>,
        /// The container.
        container: String,
        /// The number of restarts.
        n: i32,
    },
    /// Pods succeed.
    PodSucceed {
        /// The pods.
        pods: Vec<Name>,
        /// Milliseconds by which the main containers ended before the sidecars did.
        #[serde(default, skip_serializing_if = "crate::api::is_zero")]
        #[cfg_attr(feature = "js", tsify(optional))]
        main_ago_ms: i64,
    },
    /// Pods fail.
    PodFail {
        /// The pods.
        pods: Vec<Name>,
        /// Exit codes by container; 0 for those not named.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional, type = "Record<string, number>"))]
        exit: BTreeMap<String, i32>,
        /// `status.reason`, such as `Evicted`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional))]
        reason: String,
        /// Conditions to set.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional))]
        conds: Vec<NewCondition>,
        /// The node is lost: container statuses and conditions are removed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "js", tsify(optional))]
        no_status: bool,
        /// The containers' end times are not known.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "js", tsify(optional))]
        no_finished_at: bool,
        /// Milliseconds by which the main containers ended before the sidecars did.
        #[serde(default, skip_serializing_if = "crate::api::is_zero")]
        #[cfg_attr(feature = "js", tsify(optional))]
        main_ago_ms: i64,
    },
    /// A user asks for pods to be deleted.
    PodDelete {
        /// The pods.
        pods: Vec<Name>,
        /// Conditions to set first, such as `DisruptionTarget`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional))]
        conds: Vec<NewCondition>,
        /// Grace period in seconds; absent means the pod's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        grace: Option<i64>,
    },
    /// The kubelet confirms that deleted pods have stopped.
    PodRemove {
        /// The pods.
        pods: Vec<Name>,
    },
    /// Labels of pods change.
    PodLabel {
        /// The pods.
        pods: Vec<Name>,
        /// Values by key; null removes.
        #[cfg_attr(feature = "js", tsify(type = "Record<string, string | null>"))]
        set: BTreeMap<String, Option<String>>,
    },
    /// Annotations of pods change.
    PodAnnot {
        /// The pods.
        pods: Vec<Name>,
        /// Values by key; null removes.
        #[cfg_attr(feature = "js", tsify(type = "Record<string, string | null>"))]
        set: BTreeMap<String, Option<String>>,
    },
    /// `kubectl patch pod`: a user changes labels, annotations, finalizers, owners, or what may change of a pod's spec.
    PatchPod {
        /// The pod.
        name: Name,
        /// The type of the patch; a JSON merge patch if absent.
        #[serde(default, skip_serializing_if = "crate::api::is_zero")]
        #[cfg_attr(feature = "js", tsify(optional))]
        r#type: PatchType,
        /// The patch, such as `{"metadata": {"finalizers": null}}`.
        #[cfg_attr(feature = "js", tsify(type = "unknown"))]
        patch: Value,
    },
    /// Pods lose their owner references.
    PodOrphan {
        /// The pods.
        pods: Vec<Name>,
        /// Whether they lose the tracking finalizer too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "js", tsify(optional))]
        strip_finalizer: bool,
    },
    /// A version of a Job or a pod that was observed in a cluster is stored as it was, regardless of its writer.
    Observe {
        /// The version.
        seen: Observed,
    },
    /// A sync that was inferred from observed writes: names, UIDs and versions are taken from them, and the writes of
    /// others in between are stored in their order.
    InferSync {
        /// The Job's key; absent for the orphan worker, which takes the next key of its queue.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        key: Option<ObjectKey>,
        /// The versions from the sync's first write to its last, including those that others wrote.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional))]
        seen: Vec<Observed>,
        /// The messages of refused creates, which left no object, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "js", tsify(optional))]
        refused: Vec<String>,
        /// The process ends after the last of these writes, and another one takes its place.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "js", tsify(optional))]
        crashes: bool,
        /// Another order of deliveries explains the same writes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "js", tsify(optional))]
        one_of_several: bool,
    },
    /// Changes what pods will do by themselves.
    SetOutcomes {
        /// The rules, first match wins.
        rules: Vec<OutcomeRule>,
    },
}

/// Where a step of a history comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Provenance {
    /// It was seen in a cluster.
    Observed,
    /// It must have been so, by what was seen.
    Inferred,
}

impl Action {
    /// Where the step comes from, if it is part of a history; what lies between such steps is inferred too.
    pub fn provenance(&self) -> Option<Provenance> {
        match self {
            Self::Observe { .. } => Some(Provenance::Observed),
            Self::InferSync { .. } => Some(Provenance::Inferred),
            _ => None,
        }
    }

    /// What brings the Job of a manifest about: `kubectl apply`, or `kubectl create` for a Job whose name the
    /// server makes, which cannot be applied.
    pub fn of_manifest(manifest: &Manifest) -> Self {
        if manifest.job.metadata.name().is_empty() {
            Self::CreateJob { job: Box::new(manifest.job.clone()) }
        } else {
            Self::ApplyJob { manifest: Box::new(manifest.document.clone()) }
        }
    }

    /// What brings about all that a text says, in its order, as `kubectl apply -f` does.
    pub fn from_manifests(manifests: &Manifests) -> Vec<Self> {
        let action = |object: &ManifestObject| match object {
            ManifestObject::Job(manifest) => Self::of_manifest(manifest),
            ManifestObject::Quota(quota) => Self::ApplyQuota { quota: quota.clone() },
            ManifestObject::Pod(pod) => Self::ApplyPod { pod: pod.clone() },
        };
        manifests.objects.iter().map(action).collect()
    }

    /// The pods that it is done to, for actions on pods.
    pub(super) fn pods_mut(&mut self) -> Option<&mut Vec<Name>> {
        match self {
            Self::PodSchedule { pods }
            | Self::PodUnschedulable { pods }
            | Self::PodWait { pods, .. }
            | Self::PodContainerExit { pods, .. }
            | Self::PodRun { pods, .. }
            | Self::PodReady { pods, .. }
            | Self::PodRestart { pods, .. }
            | Self::PodSucceed { pods, .. }
            | Self::PodFail { pods, .. }
            | Self::PodDelete { pods, .. }
            | Self::PodRemove { pods }
            | Self::PodLabel { pods, .. }
            | Self::PodAnnot { pods, .. }
            | Self::PodOrphan { pods, .. } => Some(pods),
            _ => None,
        }
    }
}
