//! The questions of all releases, each with its operands.

use serde::{Deserialize, Serialize};

use super::{Change, ExpectationRecord, OptionalChange};
use crate::api::{
    CompletionMode, ConditionStatus, JobConditionType, PodPhase, PodReplacementPolicy, ResourceVersion, RestartPolicy,
    StatusReason,
};

macro_rules! decisions {
    ($($(#[$doc:meta])* $name:ident = $id:literal $({ $($(#[$field_doc:meta])* $field:ident : $type:ty),* $(,)? })?)*) => {
        /// A question with its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "id", rename_all_fields = "camelCase")]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum Decision {
            $($(#[$doc])* #[serde(rename = $id)] $name $({ $($(#[$field_doc])* $field: $type),* })?,)*
        }

        /// A question without its operands: its identity across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum DecisionId {
            $($(#[$doc])* #[serde(rename = $id)] $name,)*
        }

        impl DecisionId {
            /// Every question that any release asks.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable name, such as `job-in-cache`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }

        impl Decision {
            /// Which question it is.
            pub fn id(&self) -> DecisionId {
                match self {
                    $(Self::$name { .. } => DecisionId::$name,)*
                }
            }
        }
    };
}

decisions! {
    /// Does the key name a namespace and an object?
    KeyComplete = "key-complete" {
        /// The key has a namespace.
        namespace: bool,
        /// The key has a name.
        name: bool,
    }
    /// Is the Job in the informer's cache?
    JobInCache = "job-in-cache" {
        /// The lister found it.
        found: bool,
    }
    /// Have the caches what the controller itself wrote for the Job?
    CachesCaughtUp = "caches-caught-up" {
        /// The highest version of the Job that the controller wrote and has not waited for yet.
        jobs_written: Option<ResourceVersion>,
        /// How far the cache of Jobs has come.
        jobs_synced: ResourceVersion,
        /// The same of the Job's pods.
        pods_written: Option<ResourceVersion>,
        /// How far the cache of pods has come.
        pods_synced: ResourceVersion,
    }
    /// Does another controller look after the Job?
    ManagedExternally = "managed-externally" {
        /// `spec.managedBy` names one that is not `kubernetes.io/job-controller`.
        managed: bool,
    }
    /// Is the Job Complete or Failed already?
    JobFinished = "job-finished" {
        /// The condition that ended it.
        condition: Option<JobConditionType>,
    }
    /// Did this process write the Job's end, and has not seen it yet?
    FinishWritten = "finish-written" {
        /// `finishedJobExpectations` has the Job's UID.
        written: bool,
    }
    /// How often was the key put back with a growing delay?
    Requeues = "requeues" {
        /// `NumRequeues` of the rate limiter.
        count: u32,
    }
    /// Has the controller seen what it did itself?
    ExpectationsSatisfied = "expectations-satisfied" {
        /// The record; none means nothing is expected.
        record: Option<ExpectationRecord>,
    }
    /// Which pods are the Job's?
    PodsClaimed = "pods-claimed" {
        /// Pods that belong to it now.
        claimed: u32,
        /// Of these, adopted just now.
        adopted: u32,
        /// Pods let go just now, because their labels no longer match.
        released: u32,
    }
    /// How do its pods stand?
    PodsCounted = "pods-counted" {
        /// Neither ended nor being deleted.
        active: i32,
        /// In phase Succeeded.
        succeeded: i32,
        /// In phase Failed.
        failed: i32,
        /// Of the active ones, ready; `None` where the release does not count them.
        ready: Option<i32>,
        /// Being deleted and not ended; `None` where the release does not count them.
        terminating: Option<i32>,
    }
    /// Is this the first look at the Job?
    StartTimeUnset = "start-time-unset" {
        /// `status.startTime` is not set.
        unset: bool,
        /// `spec.activeDeadlineSeconds`, for which a wake-up is set now.
        active_deadline_seconds: Option<i64>,
        /// The Job rests: its time has not begun.
        suspended: bool,
    }
    /// A new failure, and the key was requeued too often (v1.11)?
    ExceedsBackoffLimit = "exceeds-backoff-limit" {
        /// Failed pods now and in the status.
        failed: Change,
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// Requeues before this sync.
        previous_retry: u32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// A new failure, and more pods failed than may (v1.22)?
    NewFailuresExceedBackoffLimit = "new-failures-exceed-backoff-limit" {
        /// Failed pods now and in the status.
        failed: Change,
        /// Active pods. When the failed ones are already replaced, the Job continues until the next failure.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// Is the Job Indexed although the release's gate for that is off (v1.21 to v1.23)?
    IndexedJobDisabled = "indexed-job-disabled" {
        /// `spec.completionMode`.
        completion_mode: Option<CompletionMode>,
        /// The feature gate `IndexedJob` is on.
        enabled: bool,
    }
    /// Are the Job's pods tracked with finalizers (a choice until v1.25)?
    TrackedWithFinalizers = "tracked-with-finalizers" {
        /// The feature gate `JobTrackingWithFinalizers` is on.
        enabled: bool,
        /// The Job has the annotation that says so.
        annotated: bool,
    }
    /// Does the Job still say that its pods are tracked?
    TrackingAnnotationLeft = "tracking-annotation-left" {
        /// The annotation is there.
        present: bool,
    }
    /// May the condition `Suspended` be looked after?
    SuspensionHandled = "suspension-handled" {
        /// The feature gate `SuspendJob` is on.
        enabled: bool,
        /// This sync created or deleted pods, or could have.
        managed: bool,
    }
    /// Did containers restart too often under restartPolicy `OnFailure`?
    PastBackoffLimitOnFailure = "past-backoff-limit-on-failure" {
        /// The template's restart policy.
        restart_policy: Option<RestartPolicy>,
        /// Restarts of all containers of the pods that count.
        restarts: i64,
        /// With a limit of 0 it takes a restart (v1.13 and later); before, no pod is needed (#67848).
        zero_needs_restart: bool,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// Is the Job past its deadline?
    PastActiveDeadline = "past-active-deadline" {
        /// `spec.activeDeadlineSeconds`.
        active_deadline_seconds: Option<i64>,
        /// Milliseconds since the Job started, if it did.
        elapsed_ms: Option<i64>,
        /// The Job rests: its time stands still.
        suspended: bool,
    }
    /// May this sync create or delete pods?
    ManageNeeded = "manage-needed" {
        /// Expectations were met when the sync began.
        expectations_satisfied: bool,
        /// The Job is being deleted.
        deleting: bool,
    }
    /// Are there more active pods than may run at once?
    TooManyActive = "too-many-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    }
    /// Are there fewer active pods than may run at once?
    TooFewActive = "too-few-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    }
    /// How many pods should be active?
    WantActive = "want-active" {
        /// `spec.completions`.
        completions: Option<i32>,
        /// Pods that succeeded.
        succeeded: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// Active pods.
        active: i32,
        /// Fewer than none becomes none (v1.21 and later).
        not_negative: bool,
    }
    /// Are more pods active than there is work left for?
    MoreActiveThanWanted = "more-active-than-wanted" {
        /// Pods that should be active.
        want: i32,
        /// Pods that are.
        active: i32,
    }
    /// Does a create that failed count as done all the same?
    CreateErrorTolerated = "create-error-tolerated" {
        /// How the API server refused.
        reason: StatusReason,
        /// The reason that this release tolerates.
        tolerated: StatusReason,
    }
    /// Did the batch fail, so that the rest is skipped?
    SlowStartStops = "slow-start-stops" {
        /// Number of the batch, from 1.
        batch: u32,
        /// Creates of this batch that failed.
        errors: u32,
        /// Creates that are left.
        left: u32,
    }
    /// Have enough pods succeeded?
    CompletionsReached = "completions-reached" {
        /// `spec.completions`.
        completions: Option<i32>,
        /// Pods that succeeded.
        succeeded: i32,
        /// Active pods.
        active: i32,
        /// No pod may be active any more, whatever `spec.completions` says (v1.21 and later).
        needs_no_active: bool,
    }
    /// Are pods still active although the work is done?
    TooManyActivePods = "too-many-active-pods" {
        /// Active pods.
        active: i32,
    }
    /// Did more pods succeed than were asked for?
    TooManySucceededPods = "too-many-succeeded-pods" {
        /// Pods that succeeded.
        succeeded: i32,
        /// `spec.completions`.
        completions: i32,
    }
    /// Did pods succeed since the last status, so that the retry count is forgotten?
    NewSuccesses = "new-successes" {
        /// Succeeded pods in the status and now.
        succeeded: Change,
    }
    /// Does the status need a write?
    StatusChanged = "status-changed" {
        /// Active pods.
        active: Change,
        /// Succeeded pods.
        succeeded: Change,
        /// Failed pods.
        failed: Change,
        /// `status.ready` before and after.
        ready: OptionalChange,
        /// Number of conditions.
        conditions: Change,
        /// The status that the condition `Suspended` was given, if it changed.
        suspended: Option<ConditionStatus>,
    }
    /// May the status be written once more after an error?
    StatusRetryLeft = "status-retry-left" {
        /// Attempts made.
        attempts: u32,
        /// Attempts allowed.
        limit: u32,
    }
    /// Did pods fail while the Job continues, so that the next sync is delayed?
    NewFailureUnfinished = "new-failure-unfinished" {
        /// Failed pods in the status before and now.
        failed: Change,
        /// The Job is finished.
        finished: bool,
    }
    /// Is the Job suspended?
    JobSuspended = "job-suspended" {
        /// `spec.suspend`.
        suspend: bool,
    }
    /// How many pods ended that no sync has seen ended before?
    NewFinishedPods = "new-finished-pods" {
        /// Pods that succeeded.
        succeeded: u32,
        /// Pods that failed.
        failed: u32,
        /// Of these, pods whose failure the pod failure policy ignores.
        ignored: u32,
    }
    /// Was it decided before that the Job succeeds?
    SuccessCriteriaMetSet = "success-criteria-met-set" {
        /// The condition `SuccessCriteriaMet` is there with status True.
        present: bool,
    }
    /// Was it decided before that the Job fails?
    FailureTargetSet = "failure-target-set" {
        /// The condition `FailureTarget` is there, since v1.29 with status True. (v1.28 does not look at it.)
        present: bool,
    }
    /// Did a pod fail in a way for which the pod failure policy fails the Job?
    FailJobRuleMatched = "fail-job-rule-matched" {
        /// Rules of the policy; 0 without one.
        rules: u32,
        /// Number of the first rule, from 0, that a failed pod matched and that says `FailJob`.
        rule: Option<u32>,
    }
    /// Did more pods fail than may?
    FailuresExceedBackoffLimit = "failures-exceed-backoff-limit" {
        /// Failed pods.
        failed: i32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// Is there a deadline to wake up for?
    DeadlineAhead = "deadline-ahead" {
        /// `spec.activeDeadlineSeconds`.
        active_deadline_seconds: Option<i64>,
        /// Milliseconds since the Job started, if it did.
        elapsed_ms: Option<i64>,
        /// The Job rests: its time stands still.
        suspended: bool,
    }
    /// Does each completion have an index of its own?
    JobIndexed = "job-indexed" {
        /// `spec.completionMode`.
        completion_mode: Option<CompletionMode>,
    }
    /// How many indexes succeeded?
    SucceededIndexes = "succeeded-indexes" {
        /// Indexes in the status and now.
        indexes: Change,
    }
    /// Do indexes fail one by one?
    BackoffLimitPerIndexSet = "backoff-limit-per-index-set" {
        /// `spec.backoffLimitPerIndex`.
        backoff_limit_per_index: Option<i32>,
    }
    /// Did more indexes fail than may?
    TooManyFailedIndexes = "too-many-failed-indexes" {
        /// Indexes that failed.
        failed: i32,
        /// `spec.maxFailedIndexes`.
        max_failed_indexes: Option<i32>,
    }
    /// Did all indexes end, some of them badly?
    AllIndexesFinished = "all-indexes-finished" {
        /// Indexes that failed.
        failed: i32,
        /// Indexes that succeeded.
        succeeded: i32,
        /// `spec.completions`.
        completions: i32,
    }
    /// Did enough indexes succeed for the success policy?
    SuccessPolicyMatched = "success-policy-matched" {
        /// Rules of the policy; 0 without one.
        rules: u32,
        /// Indexes that succeeded.
        succeeded: i32,
        /// Number of the first rule, from 0, that is met.
        rule: Option<u32>,
    }
    /// Does the Job end now, and its pods with it?
    Finishing = "finishing" {
        /// The condition that it gets.
        condition: Option<JobConditionType>,
    }
    /// Are all pods that the Job had deleted by now, so that it may end?
    ActivePodsDeleted = "active-pods-deleted" {
        /// Pods that were active.
        active: i32,
        /// Pods that were deleted, or gone already.
        deleted: i32,
        /// Expectations were met when the sync began: there are no pods that the cache does not show. None
        /// where the release does not ask (v1.22).
        expectations_satisfied: Option<bool>,
    }
    /// Was the pod gone already, which is as good as done?
    NotFoundTolerated = "not-found-tolerated" {
        /// How the API server refused.
        reason: StatusReason,
    }
    /// Does the condition `Suspended` change?
    SuspendConditionChanged = "suspend-condition-changed" {
        /// Its status, if it is there.
        from: Option<ConditionStatus>,
        /// What its status should be.
        to: ConditionStatus,
    }
    /// Does a Job that begins to rest forget when it started?
    StartTimeCleared = "start-time-cleared" {
        /// `MutableSchedulingDirectivesForSuspendedJobs` is on.
        cleared: bool,
    }
    /// Do the numbers of running pods in the status need an update?
    StatusNeedsUpdate = "status-needs-update" {
        /// Active pods.
        active: Change,
        /// Ready pods.
        ready: OptionalChange,
        /// Pods that are being deleted. (v1.28 assigns the new number before it compares: a change of it
        /// alone is not seen, #125089.)
        terminating: OptionalChange,
        /// The status that the condition `Suspended` was given, if it changed.
        suspended: Option<ConditionStatus>,
    }
    /// Is a pod replaced only once it has failed?
    OnlyReplaceFailed = "only-replace-failed" {
        /// `spec.podReplacementPolicy`, if the release heeds it.
        pod_replacement_policy: Option<PodReplacementPolicy>,
        /// There is a pod failure policy, which wants to see how pods end.
        pod_failure_policy: bool,
    }
    /// How many active pods are to go?
    PodsToRemove = "pods-to-remove" {
        /// Active pods.
        active: i32,
        /// Pods that should be active.
        want: i32,
        /// Active pods without a place: no index, one out of range, or one that another pod has.
        misplaced: i32,
    }
    /// Are these more pods than one sync creates or deletes?
    OverSyncCap = "over-sync-cap" {
        /// Pods to create or delete.
        pods: i32,
        /// `MaxPodCreateDeletePerSync`.
        cap: i32,
    }
    /// How many pods are missing?
    PodsMissing = "pods-missing" {
        /// Pods that should be active.
        want: i32,
        /// Pods that are being deleted and whose end is waited for.
        terminating: i32,
        /// Active pods.
        active: i32,
    }
    /// For how many milliseconds do failures still delay new pods?
    PodBackoffRemaining = "pod-backoff-remaining" {
        /// Failures since the last success.
        failures: i32,
        /// Milliseconds since the last failure.
        since_ms: Option<i64>,
        /// The longest delay, in milliseconds.
        cap_ms: i64,
    }
    /// How many free indexes get a pod?
    PendingIndexes = "pending-indexes" {
        /// Pods to create.
        wanted: i32,
        /// Indexes that have no pod and did not end.
        free: i32,
    }
    /// For how many milliseconds do failures still delay new pods of every free index?
    IndexBackoffRemaining = "index-backoff-remaining" {
        /// Free indexes.
        pending: u32,
        /// Of these, indexes that may have a pod now.
        ready: u32,
        /// Milliseconds until the first of the others may.
        soonest_ms: Option<i64>,
    }
    /// Are pods listed as uncounted whose finalizer is gone, so that they count now?
    UncountedWithoutFinalizer = "uncounted-without-finalizer" {
        /// Of those that succeeded.
        succeeded: u32,
        /// Of those that failed.
        failed: u32,
    }
    /// Are there more ended pods than one sync counts?
    OverUncountedCap = "over-uncounted-cap" {
        /// Pods whose finalizer may go.
        considered: u32,
        /// Indexes that succeeded just now.
        indexes: u32,
        /// Uncounted pods that succeeded.
        succeeded: u32,
        /// Uncounted pods that failed.
        failed: u32,
        /// `MaxUncountedPods`.
        cap: u32,
    }
    /// Does the coming end have to be announced by a condition first?
    InterimConditionNeeded = "interim-condition-needed" {
        /// The condition that the Job gets.
        condition: Option<JobConditionType>,
        /// That condition is there already.
        announced: bool,
    }
    /// Does the status have to be written before finalizers go?
    FlushNeeded = "flush-needed" {
        /// `needsStatusUpdate`: the numbers of running pods changed, or the condition `Suspended`.
        counters: bool,
        /// Pods listed as uncounted were counted.
        cleaned: bool,
        /// Pods were added to those listed as uncounted.
        listed: bool,
        /// Indexes were added to those that succeeded, or their text changed.
        completed_indexes: bool,
        /// The text of the indexes that failed changed.
        failed_indexes: bool,
        /// A condition was added.
        condition: bool,
    }
    /// Are there finalizers to remove?
    FinalizersToRemove = "finalizers-to-remove" {
        /// Pods whose finalizer may go.
        pods: u32,
    }
    /// Did only some finalizers go, so that what is done is written down at once?
    PartialProgress = "partial-progress" {
        /// At least one finalizer could not be removed.
        failed: bool,
        /// Pods listed as uncounted were counted.
        progress: bool,
    }
    /// May the Job be declared finished?
    MayFinish = "may-finish" {
        /// The condition that it gets.
        condition: Option<JobConditionType>,
        /// There were more ended pods than one sync counts.
        capped: bool,
        /// Pods that are not counted yet.
        uncounted: u32,
        /// Pods that are being deleted and whose end is waited for; `None` where the release does not wait.
        terminating: Option<i32>,
    }
    /// Does the status have to be written (again) after finalizers went?
    SecondFlushNeeded = "second-flush-needed" {
        /// Pods listed as uncounted were counted.
        progress: bool,
        /// The Job is finished.
        finished: bool,
    }
    /// Which pods did the Job leave behind?
    OrphanPodsListed = "orphan-pods-listed" {
        /// Cached pods that match its selector.
        pods: u32,
    }
    /// Is the pod in the informer's cache?
    PodInCache = "pod-in-cache" {
        /// The lister found it.
        found: bool,
    }
    /// Does something else than a Job control the pod?
    ControlledByOther = "controlled-by-other" {
        /// The pod's controller is not of the kind `batch/v1` Job.
        other: bool,
    }
    /// Does an unfinished Job own the pod, so that its finalizer is not for the orphan worker to remove?
    OwnerUnfinished = "owner-unfinished" {
        /// The pod names a controller that the cache has.
        owned: bool,
        /// That Job is finished. (v1.22 does not look.)
        finished: bool,
    }
    /// Does the tracking finalizer still hold the pod?
    TrackingFinalizerPresent = "tracking-finalizer-present" {
        /// It does.
        present: bool,
    }
    /// Does the Job have a TTL, and is it not being deleted yet?
    NeedsCleanup = "needs-cleanup" {
        /// `spec.ttlSecondsAfterFinished`.
        ttl_seconds: Option<i32>,
        /// The condition that ended it.
        condition: Option<JobConditionType>,
        /// It is being deleted.
        deleting: bool,
    }
    /// Is the time over for which the finished Job is kept?
    TtlExpired = "ttl-expired" {
        /// `spec.ttlSecondsAfterFinished`.
        ttl_seconds: i32,
        /// Milliseconds since it finished.
        since_ms: i64,
    }
    /// Is there a limit on pods that ended?
    TerminatedPodThresholdSet = "terminated-pod-threshold-set" {
        /// `--terminated-pod-gc-threshold`.
        threshold: i32,
    }
    /// How many of the pods that ended are too many?
    TerminatedPodsOverThreshold = "terminated-pods-over-threshold" {
        /// Pods that ended.
        terminated: u32,
        /// `--terminated-pod-gc-threshold`.
        threshold: i32,
    }
    /// How many pods are on nodes that the cache does not have?
    PodsOnUnknownNodes = "pods-on-unknown-nodes" {
        /// These pods.
        pods: u32,
    }
    /// Is the node gone for good?
    NodeDeleted = "node-deleted" {
        /// The cache has it (again).
        cached: bool,
        /// The server has it.
        stored: bool,
    }
    /// How many pods lost their node?
    OrphanedPods = "orphaned-pods" {
        /// These pods.
        pods: u32,
    }
    /// How many pods that are being deleted have no node?
    UnscheduledTerminatingPods = "unscheduled-terminating-pods" {
        /// These pods.
        pods: u32,
    }
    /// Has the pod ended, so that it need not be marked Failed?
    PodEnded = "pod-ended" {
        /// `status.phase`.
        phase: PodPhase,
    }
    /// Is what the queue holds still what the graph has?
    NodeCurrent = "node-current" {
        /// No event had reported the object when it was queued.
        is_virtual: bool,
        /// The graph has an object of its UID.
        in_graph: bool,
        /// An event has reported it since.
        observed: bool,
    }
    /// Is the object being deleted, and waits for no dependents?
    ItemBeingDeleted = "item-being-deleted" {
        /// It is being deleted.
        being_deleted: bool,
        /// It waits for its dependents to go.
        deleting_dependents: bool,
    }
    /// Is the object gone from the server?
    ItemGone = "item-gone" {
        /// How the API server refused; `None` if it found an object.
        answer: Option<StatusReason>,
        /// It is the same one, and not another of its name.
        same_uid: bool,
    }
    /// Does the object wait for its dependents to go?
    DeletingDependents = "deleting-dependents" {
        /// It does.
        deleting_dependents: bool,
    }
    /// How many dependents does its deletion have to wait for?
    BlockingDependents = "blocking-dependents" {
        /// Those whose reference says `blockOwnerDeletion`.
        blocking: u32,
    }
    /// Does the finalizer still hold the object?
    FinalizerHeld = "finalizer-held" {
        /// It does.
        held: bool,
    }
    /// How many owners does the object name?
    OwnersNamed = "owners-named" {
        /// Its `ownerReferences`, as the server has them.
        owners: u32,
    }
    /// Is that owner gone?
    OwnerAbsent = "owner-absent" {
        /// It is remembered that it does not exist: nobody asks the server.
        remembered: bool,
        /// How the API server refused; `None` if it was not asked, or found an object.
        answer: Option<StatusReason>,
        /// It is the same one, and not another of its name.
        same_uid: bool,
    }
    /// Does that owner wait for its dependents to go?
    OwnerWaits = "owner-waits" {
        /// It is being deleted.
        deleting: bool,
        /// It has the finalizer `foregroundDeletion`.
        foreground: bool,
    }
    /// Is there an owner for whom the object stays?
    SolidOwner = "solid-owner" {
        /// Owners that are there, and do not wait.
        solid: u32,
        /// Owners that are gone.
        dangling: u32,
        /// Owners that wait for their dependents to go.
        waiting: u32,
    }
    /// Are there other owners, which it need not name any longer?
    OwnersToDrop = "owners-to-drop" {
        /// Owners that are gone.
        dangling: u32,
        /// Owners that wait for their dependents to go.
        waiting: u32,
    }
    /// Does an owner wait, and has the object dependents that have to go first?
    DeleteInForeground = "delete-in-foreground" {
        /// Owners that wait for their dependents to go.
        waiting: u32,
        /// Its own dependents.
        dependents: u32,
    }
    /// Does one of these dependents wait itself, so that there may be a circle?
    DependentsWait = "dependents-wait" {
        /// Those that wait.
        waiting: u32,
    }
    /// Has an event reported the object?
    ItemObserved = "item-observed" {
        /// It has; else only a reference does.
        observed: bool,
    }
    /// How many dependents are to be freed?
    DependentsToOrphan = "dependents-to-orphan" {
        /// Those that the graph has.
        dependents: u32,
    }
}
