//! The questions of v1.36.

use super::{Question, ask, ask_last, at};
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DeleteActivePods, DeleteJobPods, FlushUncountedAndRemoveFinalizers as Flush, ManageJob as Manage, SyncJob as Sync,
    SyncOrphanPod as Orphan, SyncOrphanPodsBySelector as Orphans, TrackJobStatusAndRemoveFinalizers as Track,
};

pub(super) const CATALOGUE: &[Question] = &[
    ask_last(Sync, D::KeyComplete, &[at(Sync, D::CachesCaughtUp), at(Sync, D::JobInCache)]),
    ask_last(Sync, D::CachesCaughtUp, &[at(Sync, D::JobInCache)]),
    ask_last(Sync, D::JobInCache, &[at(Sync, D::ManagedExternally)]),
    ask_last(Sync, D::ManagedExternally, &[at(Sync, D::JobFinished)]),
    ask_last(Sync, D::JobFinished, &[at(Sync, D::FinishWritten)]),
    ask_last(Sync, D::FinishWritten, &[at(Sync, D::ExpectationsSatisfied)]),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[at(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[at(Sync, D::NewFinishedPods)]),
    ask(Sync, D::NewFinishedPods, &[at(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[at(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[at(Sync, D::SuccessCriteriaMetSet)]),
    ask(Sync, D::SuccessCriteriaMetSet, &[at(Sync, D::FailureTargetSet), at(Sync, D::JobIndexed)]),
    ask(Sync, D::FailureTargetSet, &[at(Sync, D::FailJobRuleMatched), at(Sync, D::JobIndexed)]),
    ask(Sync, D::FailJobRuleMatched, &[at(Sync, D::FailuresExceedBackoffLimit), at(Sync, D::JobIndexed)]),
    ask(Sync, D::FailuresExceedBackoffLimit, &[at(Sync, D::PastBackoffLimitOnFailure), at(Sync, D::JobIndexed)]),
    ask(Sync, D::PastBackoffLimitOnFailure, &[at(Sync, D::PastActiveDeadline), at(Sync, D::JobIndexed)]),
    ask(Sync, D::PastActiveDeadline, &[at(Sync, D::DeadlineAhead), at(Sync, D::JobIndexed)]),
    ask(Sync, D::DeadlineAhead, &[at(Sync, D::JobIndexed)]),
    ask(Sync, D::JobIndexed, &[at(Sync, D::SucceededIndexes), at(Sync, D::Finishing)]),
    ask(Sync, D::SucceededIndexes, &[at(Sync, D::BackoffLimitPerIndexSet)]),
    ask(
        Sync,
        D::BackoffLimitPerIndexSet,
        &[at(Sync, D::TooManyFailedIndexes), at(Sync, D::SuccessPolicyMatched), at(Sync, D::Finishing)],
    ),
    ask(Sync, D::TooManyFailedIndexes, &[at(Sync, D::AllIndexesFinished), at(Sync, D::Finishing)]),
    ask(Sync, D::AllIndexesFinished, &[at(Sync, D::SuccessPolicyMatched), at(Sync, D::Finishing)]),
    ask(Sync, D::SuccessPolicyMatched, &[at(Sync, D::Finishing)]),
    ask(
        Sync,
        D::Finishing,
        &[at(DeleteActivePods, D::NotFoundTolerated), at(Sync, D::ActivePodsDeleted), at(Sync, D::ManageNeeded)],
    ),
    ask(
        DeleteActivePods,
        D::NotFoundTolerated,
        &[at(DeleteActivePods, D::NotFoundTolerated), at(Sync, D::ActivePodsDeleted)],
    ),
    ask(Sync, D::ActivePodsDeleted, &[at(Sync, D::StatusNeedsUpdate)]),
    ask(Sync, D::ManageNeeded, &[at(Manage, D::JobSuspended), at(Sync, D::CompletionsReached)]),
    ask(
        Manage,
        D::JobSuspended,
        &[at(DeleteJobPods, D::NotFoundTolerated), at(Manage, D::WantActive), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::WantActive, &[at(Manage, D::PodsToRemove)]),
    ask(Manage, D::PodsToRemove, &[at(Manage, D::OverSyncCap), at(Manage, D::OnlyReplaceFailed)]),
    ask(
        DeleteJobPods,
        D::NotFoundTolerated,
        &[at(DeleteJobPods, D::NotFoundTolerated), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::OnlyReplaceFailed, &[at(Manage, D::PodsMissing)]),
    ask(
        Manage,
        D::PodsMissing,
        &[at(Manage, D::PodBackoffRemaining), at(Manage, D::OverSyncCap), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::PodBackoffRemaining, &[at(Manage, D::OverSyncCap), at(Sync, D::CompletionsReached)]),
    // Asked before pods are deleted, and before they are created.
    ask(
        Manage,
        D::OverSyncCap,
        &[
            at(DeleteJobPods, D::NotFoundTolerated),
            at(Manage, D::PendingIndexes),
            at(Manage, D::CreateErrorTolerated),
            at(Manage, D::SlowStartStops),
            at(Sync, D::CompletionsReached),
        ],
    ),
    // Without a limit per index there is a free index for every pod that is missing.
    ask(
        Manage,
        D::PendingIndexes,
        &[at(Manage, D::IndexBackoffRemaining), at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops)],
    ),
    ask(
        Manage,
        D::IndexBackoffRemaining,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::CreateErrorTolerated, &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Sync, D::CompletionsReached, &[at(Sync, D::JobSuspended), at(Sync, D::StatusNeedsUpdate)]),
    ask(Sync, D::JobSuspended, &[at(Sync, D::SuspendConditionChanged)]),
    ask(Sync, D::SuspendConditionChanged, &[at(Sync, D::StartTimeCleared), at(Sync, D::StatusNeedsUpdate)]),
    ask(Sync, D::StartTimeCleared, &[at(Sync, D::StatusNeedsUpdate)]),
    ask(Sync, D::StatusNeedsUpdate, &[at(Track, D::UncountedWithoutFinalizer)]),
    ask(Track, D::UncountedWithoutFinalizer, &[at(Track, D::OverUncountedCap)]),
    ask(Track, D::OverUncountedCap, &[at(Track, D::InterimConditionNeeded)]),
    ask(Track, D::InterimConditionNeeded, &[at(Flush, D::FlushNeeded)]),
    // A write that fails ends the sync, here and below.
    ask_last(Flush, D::FlushNeeded, &[at(Flush, D::FinalizersToRemove)]),
    ask(Flush, D::FinalizersToRemove, &[at(Flush, D::NotFoundTolerated), at(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::NotFoundTolerated, &[at(Flush, D::NotFoundTolerated), at(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::UncountedWithoutFinalizer, &[at(Flush, D::PartialProgress)]),
    ask_last(Flush, D::PartialProgress, &[at(Track, D::MayFinish)]),
    ask(Track, D::MayFinish, &[at(Track, D::SecondFlushNeeded)]),
    ask_last(Track, D::SecondFlushNeeded, &[at(Track, D::TooManySucceededPods)]),
    ask_last(Track, D::TooManySucceededPods, &[]),
    // A key names one pod, or a selector: then one pod follows the other.
    ask_last(Orphans, D::OrphanPodsListed, &[at(Orphan, D::PodInCache)]),
    ask_last(Orphan, D::PodInCache, &[at(Orphan, D::ControlledByOther), at(Orphan, D::TrackingFinalizerPresent)]),
    ask_last(
        Orphan,
        D::ControlledByOther,
        &[at(Orphan, D::ManagedExternally), at(Orphan, D::OwnerUnfinished), at(Orphan, D::PodInCache)],
    ),
    ask_last(Orphan, D::ManagedExternally, &[at(Orphan, D::OwnerUnfinished), at(Orphan, D::PodInCache)]),
    ask_last(Orphan, D::OwnerUnfinished, &[at(Orphan, D::TrackingFinalizerPresent), at(Orphan, D::PodInCache)]),
    ask_last(Orphan, D::TrackingFinalizerPresent, &[at(Orphan, D::NotFoundTolerated), at(Orphan, D::PodInCache)]),
    ask_last(Orphan, D::NotFoundTolerated, &[at(Orphan, D::PodInCache)]),
];
