//! Changes inside the controller and its client library: caches, handlers, queue, expectations.

use serde::{Deserialize, Serialize, Serializer};

use super::{BackoffRecord, Kind};
use crate::api::{Job, Labels, Name, Object, ObjectKey, Pod, ResourceVersion, Time, Uid, serialize_version_of};

/// `watch.EventType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WatchEventType {
    /// The object is new.
    Added,
    /// It changed.
    Modified,
    /// It is gone.
    Deleted,
}

/// Why an informer's cache changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum DeliveryCause {
    /// An event of the watch.
    Watch(WatchEventType),
    /// The list after a broken watch has the object.
    Relist,
    /// The list after a broken watch no longer has the object: a tombstone with the last known state.
    Tombstone,
    /// The informer's periodic resync; the cache is unchanged.
    Resync,
    /// The first list of a new controller process.
    Start,
}

/// The event handlers that the Job controller registers, by their upstream names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Handler {
    /// A Job was added.
    AddJob,
    /// A Job changed.
    UpdateJob,
    /// A Job is gone.
    DeleteJob,
    /// A pod was added.
    AddPod,
    /// A pod changed.
    UpdatePod,
    /// A pod is gone.
    DeletePod,
}

/// What a handler made of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum HandlerVerdict {
    /// It is handled; what the handler did follows in the trace.
    Handled,
    /// The pod is being deleted, so the event counts as its deletion.
    TreatedAsDelete,
    /// Old and new have the same resourceVersion: nothing happened.
    SameVersion,
    /// No Job that the cache knows controls the pod.
    NotOurs,
    /// The pod has no controller: every Job whose selector matches it looks at it.
    Orphan,
    /// The Job that controls the pod is finished: nobody counts the pod any more.
    OwnerFinished,
    /// It was not called: the controller registers its handlers later, or never.
    NotRegistered,
    /// It was not called: what is repeated reaches only listeners whose resync is due (until v1.17 that
    /// includes what a relist finds, #86015).
    NotDue,
}

/// A change of a work queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum QueueOp {
    /// The key went to the end of the queue.
    Added,
    /// The key was waiting already: adding it again changed nothing.
    AlreadyQueued,
    /// The key is being processed: it will be queued again when that is done.
    AddedWhileProcessing,
    /// The key waits for its time.
    Delayed {
        /// When it becomes ready.
        until: Time,
        /// Whether the rate limiter chose the delay, which counts as a requeue.
        #[serde(rename = "rateLimited")]
        rate_limited: bool,
    },
    /// The key already waits, for an earlier time.
    DelayedEarlier {
        /// When it becomes ready.
        until: Time,
    },
    /// The key's time has come.
    Ripened,
    /// A worker took the key.
    Taken,
    /// The rate limiter forgot the key's requeues.
    Forgotten {
        /// How many there were.
        requeues: u32,
    },
}

/// A change of `ControllerExpectations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ExpectationOp {
    /// `ExpectCreations`: the record was overwritten, and expects this number of creations and nothing else.
    CreationsExpected {
        /// Creations now expected.
        adds: i64,
    },
    /// `ExpectDeletions`: the record was overwritten, and expects this number of deletions and nothing else.
    DeletionsExpected {
        /// Deletions now expected.
        dels: i64,
    },
    /// One creation fewer: its event arrived.
    CreationObserved,
    /// One deletion fewer: its event arrived.
    DeletionObserved,
    /// Creations given back: they failed or were skipped.
    CreationsGivenBack {
        /// How many.
        count: u32,
    },
    /// One deletion given back: it failed.
    DeletionGivenBack,
    /// The record is gone.
    Deleted,
}

/// An object reached (or left) an informer's cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Delivery {
    /// Kind of the object.
    pub kind: Kind,
    /// Its name.
    pub name: Name,
    /// Why.
    pub cause: DeliveryCause,
}

/// A handler ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Handled {
    /// Which handler.
    pub handler: Handler,
    /// The object that it was given.
    pub name: Name,
    /// What it made of it.
    pub verdict: HandlerVerdict,
}

/// The work queues of the controllers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum QueueName {
    /// `job`: Jobs to sync.
    #[default]
    Job,
    /// `job_orphan_pod`: pods whose tracking finalizer nobody else will remove (v1.22 and later).
    OrphanPod,
    /// `ttl_jobs_to_delete`: Jobs that may go some time after they finished (v1.22 and later).
    TtlAfterFinished,
    /// `garbage_collector_attempt_to_delete`: objects that may have to go, because of their owners.
    AttemptToDelete,
    /// `garbage_collector_attempt_to_orphan`: owners whose dependents are to be freed.
    AttemptToOrphan,
    /// `orphaned_pods_nodes`: nodes that pods name and that are not there (v1.17 and later).
    OrphanedPodsNodes,
}

impl QueueName {
    /// The name that the controller gives it, which its metrics have.
    pub fn name(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::OrphanPod => "job_orphan_pod",
            Self::TtlAfterFinished => "ttl_jobs_to_delete",
            Self::AttemptToDelete => "garbage_collector_attempt_to_delete",
            Self::AttemptToOrphan => "garbage_collector_attempt_to_orphan",
            Self::OrphanedPodsNodes => "orphaned_pods_nodes",
        }
    }

    /// Whether its keys are those of Jobs.
    pub fn has_jobs(self) -> bool {
        matches!(self, Self::Job | Self::TtlAfterFinished)
    }

    /// Whether it is the Job controller's.
    pub fn is_of_job_controller(self) -> bool {
        matches!(self, Self::Job | Self::OrphanPod)
    }
}

/// A queue changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct QueueChange {
    /// Which queue.
    pub queue: QueueName,
    /// The key.
    pub key: ObjectKey,
    /// What happened to it.
    pub op: QueueOp,
}

/// An expectation record changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ExpectationChange {
    /// The Job's key.
    pub key: ObjectKey,
    /// What happened.
    pub op: ExpectationOp,
}

/// A change of the finalizer expectations (`uidTrackingExpectations`, v1.23 and later).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum FinalizerExpectationOp {
    /// Events are expected that tell of these pods without their finalizer.
    Expected(Vec<Uid>),
    /// The finalizer of this pod was seen gone, or could not be removed.
    RemovalObserved(Uid),
    /// Nothing is expected any more: the Job is gone.
    Deleted,
}

/// A Job's finalizer expectations changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct FinalizerExpectationChange {
    /// The Job's key.
    pub key: ObjectKey,
    /// What happened.
    pub op: FinalizerExpectationOp,
}

/// The pod back-off store changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BackoffChange {
    /// The Job's key.
    pub key: ObjectKey,
    /// The new record; `None` if it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub record: Option<BackoffRecord>,
}

/// More than one Job selects a pod that has no controller. The controller logs that and continues: the Job that is
/// synced first adopts the pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SelectedByMany {
    /// The pod.
    pub pod: Name,
    /// Its labels.
    pub labels: Labels,
    /// The Jobs.
    pub jobs: Vec<Name>,
}

impl SelectedByMany {
    /// What stands in the log. (Up to Go 1.11 the labels were in no order.)
    pub fn message(&self) -> String {
        let labels: Vec<_> = self.labels.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        format!("user error! more than one job is selecting pods with labels: map[{}]", labels.join(" "))
    }
}

/// A `ResourceQuota` was stored, or went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct QuotaChange {
    /// Its name.
    pub name: Name,
    /// How many pods it allows; `None` if it went.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub hard: Option<u32>,
    /// How many pods of its namespace count.
    pub used: u32,
}

/// What the controller remembers of its own writes for a Job (`consistency.ConsistencyStore`, v1.36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct WrittenVersions {
    /// UID of the Job for which it wrote.
    pub uid: Uid,
    /// The highest version of the Job itself in an answer.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "version_of_job")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub jobs: Option<ResourceVersion>,
    /// The highest version of one of its pods.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "version_of_pod")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub pods: Option<ResourceVersion>,
}

#[allow(clippy::ref_option, reason = "serde asks it so")]
fn version_of_job<S: Serializer>(version: &Option<ResourceVersion>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_version_of(Job::TYPE, version, serializer)
}

#[allow(clippy::ref_option, reason = "serde asks it so")]
fn version_of_pod<S: Serializer>(version: &Option<ResourceVersion>, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_version_of(Pod::TYPE, version, serializer)
}

/// The record of the controller's own writes for a Job changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct WrittenChange {
    /// The Job's key.
    pub key: ObjectKey,
    /// The new record; `None` if it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub record: Option<WrittenVersions>,
}

/// `finishedJobExpectations` changed: Jobs whose end this process wrote (v1.36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct FinishedExpectationChange {
    /// UID of the Job.
    pub uid: Uid,
    /// Whether its end is now expected to be seen, or no longer.
    pub expected: bool,
}

/// The API server stored a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Stored {
    /// Kind of the object.
    pub kind: Kind,
    /// Its name.
    pub name: Name,
    /// What happened to it.
    pub r#type: WatchEventType,
    /// At which version.
    pub resource_version: ResourceVersion,
}
