//! The questions of v1.22.

use super::{Row, ask, ask_last, before, since, to, to_in};
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DeleteActivePods, DeleteJobPods, FlushUncountedAndRemoveFinalizers as Flush, ManageJob as Manage,
    RemoveTrackingFinalizersFromAllPods as Free, SyncJob as Sync, SyncOrphanPod as Orphan,
    TrackJobStatusAndRemoveFinalizers as Track, UpdateJobStatus as Update,
};

pub(super) const TABLE: &[Row] = &[
    ask_last(Sync, D::KeyComplete, &[to(Sync, D::JobInCache)]),
    ask_last(Sync, D::JobInCache, &[to(Sync, D::JobFinished)]),
    ask_last(Sync, D::JobFinished, &[to(Sync, D::IndexedJobDisabled)]),
    ask_last(Sync, D::IndexedJobDisabled, &[to(Sync, D::TrackedWithFinalizers)])
        .only(before(24))
        .otherwise(Sync, D::TrackedWithFinalizers),
    ask(Sync, D::TrackedWithFinalizers, &[to(Sync, D::TrackingAnnotationLeft), to(Sync, D::ExpectationsSatisfied)]),
    // A patch that fails ends the sync.
    ask_last(Sync, D::TrackingAnnotationLeft, &[to(Sync, D::ExpectationsSatisfied)]),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[to(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[to(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[to(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[to(Sync, D::NewFailuresExceedBackoffLimit)]),
    ask(Sync, D::NewFailuresExceedBackoffLimit, &[to(Sync, D::PastBackoffLimitOnFailure), to(Sync, D::JobIndexed)]),
    ask(Sync, D::PastBackoffLimitOnFailure, &[to(Sync, D::PastActiveDeadline), to(Sync, D::JobIndexed)]),
    ask(Sync, D::PastActiveDeadline, &[to(Sync, D::DeadlineAhead), to(Sync, D::JobIndexed)]),
    ask(Sync, D::DeadlineAhead, &[to(Sync, D::JobIndexed)]),
    ask(Sync, D::JobIndexed, &[to(Sync, D::SucceededIndexes), to(Sync, D::Finishing)]),
    ask(Sync, D::SucceededIndexes, &[to(Sync, D::Finishing)]),
    // Without finalizers all pods count as deleted, and it is not asked whether they are.
    ask(
        Sync,
        D::Finishing,
        &[
            to(DeleteActivePods, D::NotFoundTolerated),
            to(Sync, D::ActivePodsDeleted),
            to(Sync, D::NewSuccesses),
            to(Sync, D::ManageNeeded),
        ],
    ),
    ask(
        DeleteActivePods,
        D::NotFoundTolerated,
        &[to(DeleteActivePods, D::NotFoundTolerated), to(Sync, D::ActivePodsDeleted), to(Sync, D::NewSuccesses)],
    ),
    ask(Sync, D::ActivePodsDeleted, &[to(Sync, D::NewSuccesses)]),
    ask(Sync, D::ManageNeeded, &[to(Manage, D::JobSuspended), to(Sync, D::CompletionsReached)]),
    ask(
        Manage,
        D::JobSuspended,
        &[to(DeleteJobPods, D::NotFoundTolerated), to(Manage, D::WantActive), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::WantActive, &[to(Manage, D::PodsToRemove)]),
    ask(Manage, D::PodsToRemove, &[to(Manage, D::OverSyncCap), to(Manage, D::PodsMissing)]),
    ask(
        DeleteJobPods,
        D::NotFoundTolerated,
        &[to(DeleteJobPods, D::NotFoundTolerated), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::PodsMissing, &[to(Manage, D::OverSyncCap), to(Sync, D::CompletionsReached)]),
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
    ask(
        Manage,
        D::PendingIndexes,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::CreateErrorTolerated, &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    ),
    ask(
        Sync,
        D::CompletionsReached,
        &[to(Sync, D::SuspensionHandled), to_in(since(24), Sync, D::JobSuspended), to(Sync, D::NewSuccesses)],
    ),
    ask(Sync, D::SuspensionHandled, &[to(Sync, D::JobSuspended), to(Sync, D::NewSuccesses)])
        .only(before(24))
        .otherwise(Sync, D::JobSuspended),
    ask(Sync, D::JobSuspended, &[to(Sync, D::SuspendConditionChanged)]),
    ask(Sync, D::SuspendConditionChanged, &[to(Sync, D::NewSuccesses)]),
    ask(Sync, D::NewSuccesses, &[to(Sync, D::StatusNeedsUpdate), to(Free, D::FinalizersToRemove)]),
    // With finalizers.
    ask(Sync, D::StatusNeedsUpdate, &[to(Track, D::UncountedWithoutFinalizer)]),
    ask(Track, D::UncountedWithoutFinalizer, &[to(Track, D::OverUncountedCap)]),
    ask(Track, D::OverUncountedCap, &[to(Flush, D::FlushNeeded)]),
    // A write that fails ends the sync, here and below; if the Job cannot be read there is no second try.
    ask_last(Flush, D::FlushNeeded, &[to(Update, D::StatusRetryLeft), to(Flush, D::FinalizersToRemove)]),
    ask(Flush, D::FinalizersToRemove, &[to(Flush, D::NotFoundTolerated), to(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::NotFoundTolerated, &[to(Flush, D::NotFoundTolerated), to(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::UncountedWithoutFinalizer, &[to(Flush, D::PartialProgress)]),
    // After a flush at the cap the loop continues.
    ask_last(
        Flush,
        D::PartialProgress,
        &[to(Update, D::StatusRetryLeft), to(Track, D::OverUncountedCap), to(Track, D::MayFinish)],
    ),
    ask(Track, D::MayFinish, &[to(Track, D::TooManySucceededPods), to(Track, D::SecondFlushNeeded)]),
    ask(Track, D::TooManySucceededPods, &[to(Track, D::SecondFlushNeeded)]),
    ask_last(Track, D::SecondFlushNeeded, &[to(Update, D::StatusRetryLeft), to(Sync, D::NewFailureUnfinished)]),
    // Without finalizers.
    ask(Free, D::FinalizersToRemove, &[to(Free, D::NotFoundTolerated), to(Sync, D::StatusChanged)]),
    ask_last(Free, D::NotFoundTolerated, &[to(Free, D::NotFoundTolerated), to(Sync, D::StatusChanged)]),
    ask_last(Sync, D::StatusChanged, &[to(Sync, D::MayFinish)]),
    ask_last(
        Sync,
        D::MayFinish,
        &[to(Sync, D::TooManySucceededPods), to(Update, D::StatusRetryLeft), to(Sync, D::NewFailureUnfinished)],
    ),
    ask_last(Sync, D::TooManySucceededPods, &[to(Update, D::StatusRetryLeft), to(Sync, D::NewFailureUnfinished)]),
    ask_last(
        Update,
        D::StatusRetryLeft,
        &[to(Update, D::StatusRetryLeft), to(Flush, D::FinalizersToRemove), to(Sync, D::NewFailureUnfinished)],
    )
    .only(before(23)),
    ask_last(Sync, D::NewFailureUnfinished, &[]),
    ask_last(Orphan, D::PodInCache, &[to(Orphan, D::OwnerUnfinished)]),
    ask_last(Orphan, D::OwnerUnfinished, &[to(Orphan, D::TrackingFinalizerPresent)]),
    ask_last(Orphan, D::TrackingFinalizerPresent, &[to(Orphan, D::NotFoundTolerated)]),
    ask_last(Orphan, D::NotFoundTolerated, &[]),
];
