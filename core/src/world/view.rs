//! The state of a world for display: plain values without engine internals.

use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use super::{OutcomeRule, PodHold};
use crate::api::{
    Event, FeatureGate, Job, Name, ObjectKey, PodPhase, Release, ResourceQuota, ResourceVersion, Time, Uid,
};
use crate::apiserver::Fault;
use crate::client::{Listener, ReflectorState};
use crate::manager::{ControllerStanding, ManagerOptions};
use crate::trace::{BackoffRecord, Kind, WatchEventType, WrittenVersions};

/// How an informer's cache stands to the store, for one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum CacheState {
    /// The cache has what the store has.
    #[default]
    InStep,
    /// The controller has not seen the object yet.
    NotSeen,
    /// The cache has an older version.
    Behind,
    /// The object is gone from the store; the controller still sees it.
    GoneFromStore,
}

/// A Job, stored or only cached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct JobView {
    /// The object: the stored one or, if it is gone, the cached one.
    #[cfg_attr(feature = "js", tsify(type = "Job"))]
    pub job: Arc<Job>,
    /// What the controller sees of it.
    pub cache: CacheState,
}

/// How a pod that ended stands to the status of its Job, in releases that count pods once and hold them with a
/// finalizer until then. Pods that lost it before they ended, as those that the controller deletes, have none: they
/// never count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Counting {
    /// Nothing in the status speaks of it yet.
    NotYet,
    /// The status has it: in `uncountedTerminatedPods`, until a write after the one that took its finalizer counts it;
    /// or, for an index that succeeded, in `completedIndexes` while its finalizer is still there.
    Recorded,
    /// It is counted, and the tracking finalizer is gone.
    Counted,
}

/// A pod, stored or only cached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodView {
    /// Its name.
    pub name: Name,
    /// Number in order of creation, from 1.
    pub ordinal: u32,
    /// Its phase in the store.
    pub phase: PodPhase,
    /// Its phase in the cache, when the controller sees another.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub cached_phase: Option<PodPhase>,
    /// Whether its Ready condition is True.
    pub ready: bool,
    /// When it should be gone, if it is being deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub deletion: Option<Time>,
    /// Whether it has a node.
    pub scheduled: bool,
    /// Whether the Job controller's finalizer holds it.
    pub tracked: bool,
    /// How it is counted, if it ended and its Job counts pods once; absent where every sync counts again, and for what
    /// never counts: a failure that the pod failure policy ignores, an index beyond the completions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub counting: Option<Counting>,
    /// Its completion index.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub completion_index: Option<i64>,
    /// Number among the pods that its Job made for this index, from 1; absent without an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub attempt: Option<u32>,
    /// UID of the Job that controls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub owner: Option<Uid>,
    /// Restarts of all its containers.
    pub restarts: i32,
    /// First exit code that is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub exit_code: Option<i32>,
    /// `status.reason`, or the reason of a waiting container, such as `ErrImagePull`, or why the pod has no node:
    /// `Unschedulable` or `SchedulingGated`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub reason: String,
    /// What else keeps it from its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "PodHold"))]
    pub hold: Option<Box<PodHold>>,
    /// When it was created.
    pub created: Time,
    /// What the controller sees of it.
    pub cache: CacheState,
}

/// A watch event that waits to be delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PendingEvent {
    /// What it says.
    pub r#type: WatchEventType,
    /// Of which object.
    pub name: Name,
    /// At which version.
    pub resource_version: ResourceVersion,
}

/// A watch stream and the cache behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct StreamView {
    /// Events under way, oldest first.
    pub pending: Vec<PendingEvent>,
    /// Whether a person holds it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub held: bool,
    /// How far the informer has come: `LastStoreSyncResourceVersion`.
    pub synced: ResourceVersion,
    /// Objects in the store.
    pub stored: u32,
    /// Objects in the cache.
    pub cached: u32,
}

/// A key that waits for its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct DelayedKey {
    /// The key.
    pub key: ObjectKey,
    /// When it becomes ready.
    pub ready_at: Time,
}

/// Requeues that the rate limiter counts for a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Requeues {
    /// The key.
    pub key: ObjectKey,
    /// How many, never 0.
    pub count: u32,
}

/// A work queue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct QueueView {
    /// Keys in the order in which workers will take them.
    pub ready: Vec<ObjectKey>,
    /// Keys that wait, earliest first.
    pub delayed: Vec<DelayedKey>,
    /// Keys that a worker is at.
    pub processing: Vec<ObjectKey>,
    /// Requeue counts, by key.
    pub requeues: Vec<Requeues>,
}

/// What the controller expects to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ExpectationView {
    /// The Job's key.
    pub key: ObjectKey,
    /// Creations not seen yet; may be negative.
    pub adds: i64,
    /// Deletions not seen yet; may be negative.
    pub dels: i64,
    /// When the record was set.
    pub set_at: Time,
}

/// A feature gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct GateView {
    /// Which one.
    pub gate: FeatureGate,
    /// Whether it is on.
    pub enabled: bool,
}

/// Pods whose finalizer the controller removed and has not seen gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct FinalizerExpectationView {
    /// The Job's key.
    pub key: ObjectKey,
    /// The UIDs of the pods.
    pub uids: Vec<Uid>,
}

/// What delays the replacement of a Job's failed pods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BackoffView {
    /// The Job's key.
    pub key: ObjectKey,
    /// The record.
    pub record: BackoffRecord,
    /// Milliseconds for which replacements still have to wait; 0 when they need not.
    pub remaining_ms: i64,
}

/// An index whose failed pods are not replaced yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct IndexBackoffView {
    /// The Job's key.
    pub key: ObjectKey,
    /// The index.
    pub index: i64,
    /// What its last failed pod tells.
    pub record: BackoffRecord,
    /// Milliseconds for which the replacement still has to wait, never 0.
    pub remaining_ms: i64,
}

/// What the controller wrote itself for a Job and has not waited for yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct WrittenView {
    /// The Job's key.
    pub key: ObjectKey,
    /// The record.
    pub record: WrittenVersions,
}

/// A controller of kube-controller-manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ControllerView {
    /// Its name in the release.
    pub name: Name,
    /// Whether it is simulated.
    pub simulated: bool,
    /// How it stands.
    pub standing: ControllerStanding,
}

/// An informer of the manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct InformerView {
    /// Of which kind.
    pub kind: Kind,
    /// How its list-and-watch loop stands.
    pub reflector: ReflectorState,
    /// Keys in its `DeltaFIFO`.
    pub queued: u32,
    /// Its listeners, in the order in which they were registered.
    pub listeners: Vec<Listener>,
    /// When its resync timer ticks next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub next_resync: Option<Time>,
}

/// kube-controller-manager.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ManagerView {
    /// Its flags.
    pub options: ManagerOptions,
    /// Events of its start that happened.
    pub done: u32,
    /// Events of its start in all; as many as happened once it runs.
    pub of: u32,
    /// The end of the sleep that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub asleep_until: Option<Time>,
    /// The informer factory's resync period, in milliseconds.
    pub resync_ms: i64,
    /// Its controllers, in the order of the release's source.
    pub controllers: Vec<ControllerView>,
    /// The informers of Jobs and pods.
    pub informers: Vec<InformerView>,
}

/// A limit on the pods of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct QuotaView {
    /// The quota.
    pub quota: ResourceQuota,
    /// How many pods of its namespace count against it.
    pub used: u32,
}

/// What the garbage collector keeps in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct GarbageCollectorView {
    /// How many objects its graph has.
    pub nodes: u32,
    /// Objects that may have to go.
    pub attempt_to_delete: QueueView,
    /// Owners whose dependents are to be freed.
    pub attempt_to_orphan: QueueView,
}

/// What pod garbage collection waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodGcView {
    /// When it looks at all pods next; `None` while its worker does not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub next_pass: Option<Time>,
    /// Whether that look would change anything, as things are.
    pub has_work: bool,
    /// Nodes in quarantine.
    pub node_queue: QueueView,
}

/// The state of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Snapshot {
    /// The simulated release.
    pub release: Release,
    /// Its feature gates; empty where it has none.
    pub gates: Vec<GateView>,
    /// The clock.
    pub now: Time,
    /// Where the clock started.
    pub start: Time,
    /// The store's counter.
    pub resource_version: ResourceVersion,
    /// Jobs by name.
    pub jobs: Vec<JobView>,
    /// Pods by name, those last that only the cache has.
    #[cfg_attr(feature = "js", tsify(type = "PodView[]"))]
    pub pods: Vec<Arc<PodView>>,
    /// The limits on pods, by namespace and name.
    pub quotas: Vec<QuotaView>,
    /// The watch of Jobs.
    pub job_stream: StreamView,
    /// The watch of pods.
    pub pod_stream: StreamView,
    /// The Job queue.
    pub queue: QueueView,
    /// The queue of pods that lost their Job; stays empty before v1.22.
    pub orphan_queue: QueueView,
    /// The queue of the TTL-after-finished controller; stays empty before v1.12.
    pub ttl_queue: QueueView,
    /// The garbage collector.
    pub garbage_collector: GarbageCollectorView,
    /// Pod garbage collection.
    pub pod_gc: PodGcView,
    /// The nodes that there are: the one on which new pods run.
    pub nodes: Vec<Name>,
    /// Expectations by key.
    pub expectations: Vec<ExpectationView>,
    /// Finalizer expectations by key; none before v1.23.
    pub finalizer_expectations: Vec<FinalizerExpectationView>,
    /// The pod back-off store by key; none before v1.27.
    pub pod_backoff: Vec<BackoffView>,
    /// The indexes that wait for their replacement pods, by Job and index; none without `backoffLimitPerIndex`.
    pub index_backoff: Vec<IndexBackoffView>,
    /// What the controller wrote itself and has not waited for yet, by key; none before v1.36.
    pub written: Vec<WrittenView>,
    /// UIDs of Jobs whose end the controller wrote and has not seen yet; none before v1.34.
    pub finished_expectations: Vec<Uid>,
    /// The process that the controllers run in.
    pub manager: ManagerView,
    /// Faults that are armed, for the next sync or until they are removed.
    pub faults: Vec<Fault>,
    /// Events recorded so far, oldest first. Snapshots of one run share them: there are as many as pods were ever made.
    #[cfg_attr(feature = "js", tsify(type = "Event[]"))]
    pub events: Vector<Arc<Event>>,
    /// The outcome rules.
    pub outcomes: Vec<OutcomeRule>,
}
