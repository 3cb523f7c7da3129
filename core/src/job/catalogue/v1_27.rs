//! The questions of v1.25 and later.

use super::{Edge, Minors, Row, ask, ask_last, before, since, to, to_in};
use crate::api::FeatureGate as Gate;
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DeleteActivePods, DeleteJobPods, FlushUncountedAndRemoveFinalizers as Flush, ManageJob as Manage, SyncJob as Sync,
    SyncOrphanPod as Orphan, SyncOrphanPodsBySelector as Orphans, TrackJobStatusAndRemoveFinalizers as Track,
};

pub(super) const TABLE: &[Row] = &[
    ask_last(Sync, D::KeyComplete, &[to(Sync, D::CachesCaughtUp)]),
    ask_last(Sync, D::CachesCaughtUp, &[to(Sync, D::JobInCache)])
        .with(Gate::StaleControllerConsistencyJob)
        .otherwise(Sync, D::JobInCache),
    ask_last(Sync, D::JobInCache, &[to(Sync, D::ManagedExternally)]),
    ask_last(Sync, D::ManagedExternally, &[to(Sync, D::JobFinished)])
        .with(Gate::JobManagedBy)
        .otherwise(Sync, D::JobFinished),
    ask_last(Sync, D::JobFinished, &[to(Sync, D::FinishWritten)]),
    ask_last(Sync, D::FinishWritten, &[to(Sync, D::ExpectationsSatisfied)])
        .only(since(34))
        .otherwise(Sync, D::TrackedWithFinalizers),
    ask(Sync, D::TrackedWithFinalizers, &[to(Sync, D::ExpectationsSatisfied)])
        .only(before(27))
        .otherwise(Sync, D::ExpectationsSatisfied),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[to(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[to(Sync, D::NewFinishedPods)]),
    ask(Sync, D::NewFinishedPods, &[to(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[to(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[to(Sync, D::SuccessCriteriaMetSet)]),
    ask(Sync, D::SuccessCriteriaMetSet, &[to(Sync, D::FailureTargetSet), to(Sync, D::JobIndexed)])
        .with(Gate::JobSuccessPolicy)
        .otherwise(Sync, D::FailureTargetSet),
    ask(Sync, D::FailureTargetSet, &[to(Sync, D::FailJobRuleMatched), to(Sync, D::JobIndexed)])
        .with(Gate::JobPodFailurePolicy)
        .otherwise(Sync, D::FailuresExceedBackoffLimit),
    ask(Sync, D::FailJobRuleMatched, &[to(Sync, D::FailuresExceedBackoffLimit), to(Sync, D::JobIndexed)])
        .with(Gate::JobPodFailurePolicy),
    ask(Sync, D::FailuresExceedBackoffLimit, &[to(Sync, D::PastBackoffLimitOnFailure), to(Sync, D::JobIndexed)])
        .only(since(26))
        .otherwise(Sync, D::NewFailuresExceedBackoffLimit),
    ask(Sync, D::NewFailuresExceedBackoffLimit, &[to(Sync, D::PastBackoffLimitOnFailure), to(Sync, D::JobIndexed)])
        .only(before(26)),
    ask(Sync, D::PastBackoffLimitOnFailure, &[to(Sync, D::PastActiveDeadline), to(Sync, D::JobIndexed)]),
    ask(Sync, D::PastActiveDeadline, &[to(Sync, D::DeadlineAhead), to(Sync, D::JobIndexed)]),
    ask(Sync, D::DeadlineAhead, &[to(Sync, D::JobIndexed)]),
    ask(Sync, D::JobIndexed, &[to(Sync, D::SucceededIndexes), to(Sync, D::Finishing)]),
    ask(Sync, D::SucceededIndexes, &[to(Sync, D::BackoffLimitPerIndexSet)]),
    ask(
        Sync,
        D::BackoffLimitPerIndexSet,
        &[to(Sync, D::TooManyFailedIndexes), to(Sync, D::SuccessPolicyMatched), to(Sync, D::Finishing)],
    )
    .only(since(28))
    .otherwise(Sync, D::Finishing),
    ask(Sync, D::TooManyFailedIndexes, &[to(Sync, D::AllIndexesFinished), to(Sync, D::Finishing)]).only(since(28)),
    ask(Sync, D::AllIndexesFinished, &[to(Sync, D::SuccessPolicyMatched), to(Sync, D::Finishing)]).only(since(28)),
    ask(Sync, D::SuccessPolicyMatched, &[to(Sync, D::Finishing)])
        .with(Gate::JobSuccessPolicy)
        .otherwise(Sync, D::Finishing),
    ask(
        Sync,
        D::Finishing,
        &[to(DeleteActivePods, D::NotFoundTolerated), to(Sync, D::ActivePodsDeleted), to(Sync, D::ManageNeeded)],
    ),
    ask(
        DeleteActivePods,
        D::NotFoundTolerated,
        &[to(DeleteActivePods, D::NotFoundTolerated), to(Sync, D::ActivePodsDeleted)],
    ),
    ask(Sync, D::ActivePodsDeleted, &[to(Sync, D::NewSuccesses)]),
    ask(Sync, D::ManageNeeded, &[to(Manage, D::JobSuspended), to(Sync, D::CompletionsReached)]),
    ask(
        Manage,
        D::JobSuspended,
        &[
            to(DeleteJobPods, D::NotFoundTolerated),
            to_in(before(31), Manage, D::OnlyReplaceFailed),
            to_in(since(31), Manage, D::WantActive),
            to(Sync, D::CompletionsReached),
        ],
    ),
    ask(Manage, D::OnlyReplaceFailed, &[to(Manage, D::WantActive)])
        .only(Minors(28, 31))
        .otherwise(Manage, D::WantActive),
    ask(Manage, D::WantActive, &[to(Manage, D::PodsToRemove)]),
    ask(
        Manage,
        D::PodsToRemove,
        &[
            to(Manage, D::OverSyncCap),
            to_in(since(31), Manage, D::OnlyReplaceFailed),
            to_in(before(31), Manage, D::PodsMissing),
        ],
    ),
    ask(
        DeleteJobPods,
        D::NotFoundTolerated,
        &[to(DeleteJobPods, D::NotFoundTolerated), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::OnlyReplaceFailed, &[to(Manage, D::PodsMissing)]).only(since(31)),
    ask(
        Manage,
        D::PodsMissing,
        &[to(Manage, D::PodBackoffRemaining), to(Manage, D::OverSyncCap), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::PodBackoffRemaining, &[to(Manage, D::OverSyncCap), to(Sync, D::CompletionsReached)]).only(since(27)),
    // Asked before pods are deleted, and before they are created.
    ask(
        Manage,
        D::OverSyncCap,
        &[
            to(DeleteJobPods, D::NotFoundTolerated),
            to(Manage, D::PendingIndexes),
            to(Manage, D::CreateErrorTolerated),
            to(Manage, D::SlowStartStops),
            to(Sync, D::CompletionsReached),
        ],
    ),
    // Without a limit per index there is a free index for every pod that is missing.
    ask(
        Manage,
        D::PendingIndexes,
        &[to(Manage, D::IndexBackoffRemaining), to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops)],
    ),
    ask(
        Manage,
        D::IndexBackoffRemaining,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    )
    .only(since(28)),
    ask(Manage, D::CreateErrorTolerated, &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    ),
    ask(Sync, D::CompletionsReached, &[to(Sync, D::JobSuspended), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::JobSuspended, &[to(Sync, D::SuspendConditionChanged)]),
    ask(Sync, D::SuspendConditionChanged, &[to_in(since(35), Sync, D::StartTimeCleared), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::StartTimeCleared, &[to(Sync, D::StatusNeedsUpdate)]).only(since(35)),
    ask(Sync, D::NewSuccesses, &[to(Sync, D::StatusNeedsUpdate)])
        .only(before(27))
        .otherwise(Sync, D::StatusNeedsUpdate),
    ask(Sync, D::StatusNeedsUpdate, &[to(Track, D::UncountedWithoutFinalizer)]),
    ask(Track, D::UncountedWithoutFinalizer, &[to(Track, D::OverUncountedCap)]),
    ask(Track, D::OverUncountedCap, &[to(Track, D::InterimConditionNeeded)]),
    ask(Track, D::InterimConditionNeeded, &[to(Flush, D::FlushNeeded)]),
    // A write that fails ends the sync, here and below.
    ask_last(Flush, D::FlushNeeded, &[to(Flush, D::FinalizersToRemove)]),
    ask(Flush, D::FinalizersToRemove, &[to(Flush, D::NotFoundTolerated), to(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::NotFoundTolerated, &[to(Flush, D::NotFoundTolerated), to(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::UncountedWithoutFinalizer, &[to(Flush, D::PartialProgress)]),
    ask_last(Flush, D::PartialProgress, &[to(Track, D::MayFinish)]),
    ask(Track, D::MayFinish, &[to(Track, D::SecondFlushNeeded), to_in(before(26), Track, D::TooManySucceededPods)]),
    ask_last(
        Track,
        D::SecondFlushNeeded,
        &[to_in(since(26), Track, D::TooManySucceededPods), to_in(before(28), Sync, D::NewFailureUnfinished)],
    ),
    ask_last(
        Track,
        D::TooManySucceededPods,
        &[to_in(before(26), Track, D::SecondFlushNeeded), to_in(Minors(26, 28), Sync, D::NewFailureUnfinished)],
    ),
    ask_last(Sync, D::NewFailureUnfinished, &[]).only(before(28)),
    // A key names one pod or, since v1.32, a selector: then one pod follows the other.
    ask_last(Orphans, D::OrphanPodsListed, &[to(Orphan, D::PodInCache)]).only(since(32)),
    ask_last(
        Orphan,
        D::PodInCache,
        &[to(Orphan, D::ControlledByOther), to_in(since(31), Orphan, D::TrackingFinalizerPresent)],
    ),
    ask_last(
        Orphan,
        D::ControlledByOther,
        &[to(Orphan, D::ManagedExternally), to(Orphan, D::OwnerUnfinished), NEXT_POD],
    )
    .only(since(31))
    .otherwise(Orphan, D::ManagedExternally),
    ask_last(Orphan, D::ManagedExternally, &[to(Orphan, D::OwnerUnfinished), NEXT_POD])
        .with(Gate::JobManagedBy)
        .otherwise(Orphan, D::OwnerUnfinished),
    ask_last(Orphan, D::OwnerUnfinished, &[to(Orphan, D::TrackingFinalizerPresent), NEXT_POD]),
    ask_last(Orphan, D::TrackingFinalizerPresent, &[to(Orphan, D::NotFoundTolerated), NEXT_POD]),
    ask_last(Orphan, D::NotFoundTolerated, &[NEXT_POD]),
];

/// The next pod that a selector matches.
const NEXT_POD: Edge = to_in(since(32), Orphan, D::PodInCache);
