//! The entries of a trace and their recorder.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    BackoffChange, Call, Decision, Delivery, ExpectationChange, FinalizerExpectationChange, FinishedExpectationChange,
    Handled, Kind, ManagerEvent, QueueChange, QueueName, QuotaChange, ReflectorChange, Request, SelectedByMany, Stored,
    TrackedPod, WrittenChange,
};
use crate::api::{Event, ObjectKey, ResourceVersion};

/// A function of the controller, by its upstream name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Function {
    /// `syncJob`: one look at one Job.
    SyncJob,
    /// `manageJob`: brings the number of running pods to what is wanted.
    ManageJob,
    /// `updateJobStatus`: writes the status.
    UpdateJobStatus,
    /// `deleteActivePods`: deletes the pods of a Job that ends.
    DeleteActivePods,
    /// `deleteJobPods`: deletes pods that must not count as failed.
    DeleteJobPods,
    /// `trackJobStatusAndRemoveFinalizers`: counts pods that ended, and lets them go.
    TrackJobStatusAndRemoveFinalizers,
    /// `removeTrackingFinalizersFromAllPods`: lets pods go that need not be held any more.
    RemoveTrackingFinalizersFromAllPods,
    /// `flushUncountedAndRemoveFinalizers`: writes down what is to be counted, then removes finalizers.
    FlushUncountedAndRemoveFinalizers,
    /// `syncOrphanPod`: one look at one pod that lost its Job.
    SyncOrphanPod,
    /// `syncOrphanPodsBySelector`: one look at all pods of a Job that is gone or finished.
    SyncOrphanPodsBySelector,
    /// `processJob` of the TTL-after-finished controller: one look at one Job.
    ProcessJob,
    /// `processTTL`: whether the time is over for which a finished Job is kept.
    #[serde(rename = "processTTL")]
    ProcessTtl,
    /// `gc` of pod garbage collection: one look at all pods.
    Gc,
    /// `gcTerminated`: pods that ended, if there are too many.
    GcTerminated,
    /// `gcOrphaned`: pods whose node is gone.
    GcOrphaned,
    /// `discoverDeletedNodes`: which nodes are gone for good.
    DiscoverDeletedNodes,
    /// `gcUnscheduledTerminating`: pods that are being deleted and have no node.
    GcUnscheduledTerminating,
    /// `markFailedAndDeletePod`: a pod is marked Failed, and deleted.
    MarkFailedAndDeletePod,
    /// `attemptToDeleteWorker` of the garbage collector: one look at one object.
    AttemptToDeleteWorker,
    /// `attemptToDeleteItem`: whether an object has to go.
    AttemptToDeleteItem,
    /// `classifyReferences`: how the owners of an object stand.
    ClassifyReferences,
    /// `processDeletingDependentsItem`: whether an owner still has to wait for its dependents.
    ProcessDeletingDependentsItem,
    /// `orphanDependents`: frees the dependents of an owner.
    OrphanDependents,
    /// `attemptToOrphanWorker`: one owner whose dependents are to be freed.
    AttemptToOrphanWorker,
    /// `removeFinalizer`: lets an owner go.
    RemoveFinalizer,
}

impl Function {
    /// The name in Kubernetes' source.
    pub fn name(self) -> &'static str {
        match self {
            Self::SyncJob => "syncJob",
            Self::ManageJob => "manageJob",
            Self::UpdateJobStatus => "updateJobStatus",
            Self::DeleteActivePods => "deleteActivePods",
            Self::DeleteJobPods => "deleteJobPods",
            Self::TrackJobStatusAndRemoveFinalizers => "trackJobStatusAndRemoveFinalizers",
            Self::RemoveTrackingFinalizersFromAllPods => "removeTrackingFinalizersFromAllPods",
            Self::FlushUncountedAndRemoveFinalizers => "flushUncountedAndRemoveFinalizers",
            Self::SyncOrphanPod => "syncOrphanPod",
            Self::SyncOrphanPodsBySelector => "syncOrphanPodsBySelector",
            Self::ProcessJob => "processJob",
            Self::ProcessTtl => "processTTL",
            Self::Gc => "gc",
            Self::GcTerminated => "gcTerminated",
            Self::GcOrphaned => "gcOrphaned",
            Self::DiscoverDeletedNodes => "discoverDeletedNodes",
            Self::GcUnscheduledTerminating => "gcUnscheduledTerminating",
            Self::MarkFailedAndDeletePod => "markFailedAndDeletePod",
            Self::AttemptToDeleteWorker => "attemptToDeleteWorker",
            Self::AttemptToDeleteItem => "attemptToDeleteItem",
            Self::ClassifyReferences => "classifyReferences",
            Self::ProcessDeletingDependentsItem => "processDeletingDependentsItem",
            Self::OrphanDependents => "orphanDependents",
            Self::AttemptToOrphanWorker => "attemptToOrphanWorker",
            Self::RemoveFinalizer => "removeFinalizer",
        }
    }
}

/// How a sync ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SyncResult {
    /// The queue that the key was from.
    pub queue: QueueName,
    /// The Job's key, or the pod's.
    pub key: ObjectKey,
    /// Whether the sync asked to forget the key's requeues.
    pub forget: bool,
    /// The error that the sync returned; it puts the key back with a growing delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub error: Option<String>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum TraceEntry {
    /// The controller entered a function.
    Enter(Function),
    /// The controller asked a question.
    Decision(Decision),
    /// The controller called the API server.
    Call(Call),
    /// The controller recorded an event.
    Event(Event),
    /// The controller left a function.
    Leave(Function),
    /// A worker is done with a key: `syncJob` returned, or `syncOrphanPod`, or `processJob`.
    SyncResult(SyncResult),
    /// An object reached or left a cache.
    Delivery(Delivery),
    /// A handler ran.
    Handled(Handled),
    /// More than one Job selects a pod: that is in the log.
    SelectedByMany(SelectedByMany),
    /// The work queue changed.
    Queue(QueueChange),
    /// Expectations changed.
    Expectation(ExpectationChange),
    /// Finalizer expectations changed.
    FinalizerExpectation(FinalizerExpectationChange),
    /// The pod back-off store changed.
    Backoff(BackoffChange),
    /// What the controller remembers of its own writes changed.
    Written(WrittenChange),
    /// It wrote the end of a Job, or has seen it.
    FinishedExpectation(FinishedExpectationChange),
    /// A pod that its finalizer holds was judged.
    TrackedPod(TrackedPod),
    /// The API server stored a change, which its watch will report.
    Stored(Stored),
    /// A user asked for a change of a Job.
    Request(Request),
    /// A limit on the pods of a namespace was set, or went.
    Quota(QuotaChange),
    /// kube-controller-manager went a step on in its start.
    Manager(ManagerEvent),
    /// Something happened to an informer's watch.
    Reflector(ReflectorChange),
}

impl TraceEntry {
    /// Whether a debugger stops here: at questions, calls and deliveries; the rest goes with them.
    pub fn is_stop(&self) -> bool {
        matches!(self, Self::Decision(_) | Self::Call(_) | Self::Delivery(_) | Self::Manager(_) | Self::Reflector(_))
    }
}

/// Records what happens, or nothing at all.
///
/// A trace with a limit is full after that many entries. Whatever has an effect asks [`Self::is_full`]
/// first and does nothing then: that is how the world within a step is made, and how a process dies
/// between two calls.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    entries: Option<Vec<TraceEntry>>,
    limit: Option<usize>,
}

impl Trace {
    /// A trace that records.
    pub fn on() -> Self {
        Self { entries: Some(Vec::new()), limit: None }
    }

    /// A trace that records nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// A trace that is full after `limit` entries.
    pub fn limited(limit: usize) -> Self {
        Self { entries: Some(Vec::new()), limit: Some(limit) }
    }

    /// Whether nothing more may happen.
    pub fn is_full(&self) -> bool {
        self.limit.is_some_and(|limit| self.len() >= limit)
    }

    /// How many more entries there is room for; none means any number.
    pub fn room(&self) -> Option<usize> {
        self.limit.map(|limit| limit.saturating_sub(self.len()))
    }

    /// Whether anybody asked for entries.
    pub fn is_on(&self) -> bool {
        self.entries.is_some()
    }

    /// Makes it full: nothing more may happen.
    pub fn fill(&mut self) {
        self.limit = Some(self.len());
    }

    /// Records the entry that `make` gives; `make` does not run while the trace is off or full.
    pub fn record(&mut self, make: impl FnOnce() -> TraceEntry) {
        if self.is_full() {
            return;
        }
        if let Some(entries) = &mut self.entries {
            entries.push(make());
        }
    }

    /// Gives the last changes of pods that were stored the versions that they got in the end.
    pub(crate) fn renumber_pods(&mut self, versions: &BTreeMap<ResourceVersion, ResourceVersion>) {
        let Some(first) = versions.keys().next() else { return };
        for entry in self.entries.iter_mut().flatten().rev() {
            if let TraceEntry::Stored(Stored { kind: Kind::Pod, resource_version, .. }) = entry {
                if *resource_version < *first {
                    break;
                }
                if let Some(version) = versions.get(resource_version) {
                    *resource_version = *version;
                }
            }
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.as_ref().map_or(0, Vec::len)
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries, in no more memory than they take: traces are kept, and long ones have grown to up to twice their size.
    pub(crate) fn into_entries(self) -> Vec<TraceEntry> {
        let mut entries = self.entries.unwrap_or_default();
        entries.shrink_to_fit();
        entries
    }
}
