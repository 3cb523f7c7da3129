//! The questions of v1.22.

use super::{Question, ask, ask_last, at};
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DeleteActivePods, DeleteJobPods, FlushUncountedAndRemoveFinalizers as Flush, ManageJob as Manage,
    RemoveTrackingFinalizersFromAllPods as Free, SyncJob as Sync, SyncOrphanPod as Orphan,
    TrackJobStatusAndRemoveFinalizers as Track, UpdateJobStatus as Update,
};

pub(super) const CATALOGUE: &[Question] = &[
    ask_last(Sync, D::KeyComplete, &[at(Sync, D::JobInCache)]),
    ask_last(Sync, D::JobInCache, &[at(Sync, D::JobFinished)]),
    ask_last(Sync, D::JobFinished, &[at(Sync, D::IndexedJobDisabled)]),
    ask_last(Sync, D::IndexedJobDisabled, &[at(Sync, D::TrackedWithFinalizers)]),
    ask(Sync, D::TrackedWithFinalizers, &[at(Sync, D::TrackingAnnotationLeft), at(Sync, D::ExpectationsSatisfied)]),
    // A patch that fails ends the sync.
    ask_last(Sync, D::TrackingAnnotationLeft, &[at(Sync, D::ExpectationsSatisfied)]),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[at(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[at(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[at(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[at(Sync, D::NewFailuresExceedBackoffLimit)]),
    ask(Sync, D::NewFailuresExceedBackoffLimit, &[at(Sync, D::PastBackoffLimitOnFailure), at(Sync, D::JobIndexed)]),
    ask(Sync, D::PastBackoffLimitOnFailure, &[at(Sync, D::PastActiveDeadline), at(Sync, D::JobIndexed)]),
    ask(Sync, D::PastActiveDeadline, &[at(Sync, D::DeadlineAhead), at(Sync, D::JobIndexed)]),
    ask(Sync, D::DeadlineAhead, &[at(Sync, D::JobIndexed)]),
    ask(Sync, D::JobIndexed, &[at(Sync, D::SucceededIndexes), at(Sync, D::Finishing)]),
    ask(Sync, D::SucceededIndexes, &[at(Sync, D::Finishing)]),
    // Without finalizers all pods count as deleted, and it is not asked whether they are.
    ask(
        Sync,
        D::Finishing,
        &[
            at(DeleteActivePods, D::NotFoundTolerated),
            at(Sync, D::ActivePodsDeleted),
            at(Sync, D::NewSuccesses),
            at(Sync, D::ManageNeeded),
        ],
    ),
    ask(
        DeleteActivePods,
        D::NotFoundTolerated,
        &[at(DeleteActivePods, D::NotFoundTolerated), at(Sync, D::ActivePodsDeleted), at(Sync, D::NewSuccesses)],
    ),
    ask(Sync, D::ActivePodsDeleted, &[at(Sync, D::NewSuccesses)]),
    ask(Sync, D::ManageNeeded, &[at(Manage, D::JobSuspended), at(Sync, D::CompletionsReached)]),
    ask(
        Manage,
        D::JobSuspended,
        &[at(DeleteJobPods, D::NotFoundTolerated), at(Manage, D::WantActive), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::WantActive, &[at(Manage, D::PodsToRemove)]),
    ask(Manage, D::PodsToRemove, &[at(Manage, D::OverSyncCap), at(Manage, D::PodsMissing)]),
    ask(
        DeleteJobPods,
        D::NotFoundTolerated,
        &[at(DeleteJobPods, D::NotFoundTolerated), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::PodsMissing, &[at(Manage, D::OverSyncCap), at(Sync, D::CompletionsReached)]),
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
    ask(
        Manage,
        D::PendingIndexes,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::CreateErrorTolerated, &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Sync, D::CompletionsReached, &[at(Sync, D::SuspensionHandled), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::SuspensionHandled, &[at(Sync, D::JobSuspended), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::JobSuspended, &[at(Sync, D::SuspendConditionChanged)]),
    ask(Sync, D::SuspendConditionChanged, &[at(Sync, D::NewSuccesses)]),
    ask(Sync, D::NewSuccesses, &[at(Sync, D::StatusNeedsUpdate), at(Free, D::FinalizersToRemove)]),
    // With finalizers.
    ask(Sync, D::StatusNeedsUpdate, &[at(Track, D::UncountedWithoutFinalizer)]),
    ask(Track, D::UncountedWithoutFinalizer, &[at(Track, D::OverUncountedCap)]),
    ask(Track, D::OverUncountedCap, &[at(Flush, D::FlushNeeded)]),
    // A write that fails ends the sync, here and below; if the Job cannot be read there is no second try.
    ask_last(Flush, D::FlushNeeded, &[at(Update, D::StatusRetryLeft), at(Flush, D::FinalizersToRemove)]),
    ask(Flush, D::FinalizersToRemove, &[at(Flush, D::NotFoundTolerated), at(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::NotFoundTolerated, &[at(Flush, D::NotFoundTolerated), at(Flush, D::UncountedWithoutFinalizer)]),
    ask(Flush, D::UncountedWithoutFinalizer, &[at(Flush, D::PartialProgress)]),
    // After a flush at the cap the walk goes on.
    ask_last(
        Flush,
        D::PartialProgress,
        &[at(Update, D::StatusRetryLeft), at(Track, D::OverUncountedCap), at(Track, D::MayFinish)],
    ),
    ask(Track, D::MayFinish, &[at(Track, D::TooManySucceededPods), at(Track, D::SecondFlushNeeded)]),
    ask(Track, D::TooManySucceededPods, &[at(Track, D::SecondFlushNeeded)]),
    ask_last(Track, D::SecondFlushNeeded, &[at(Update, D::StatusRetryLeft), at(Sync, D::NewFailureUnfinished)]),
    // Without finalizers.
    ask(Free, D::FinalizersToRemove, &[at(Free, D::NotFoundTolerated), at(Sync, D::StatusChanged)]),
    ask_last(Free, D::NotFoundTolerated, &[at(Free, D::NotFoundTolerated), at(Sync, D::StatusChanged)]),
    ask_last(Sync, D::StatusChanged, &[at(Sync, D::MayFinish)]),
    ask_last(
        Sync,
        D::MayFinish,
        &[at(Sync, D::TooManySucceededPods), at(Update, D::StatusRetryLeft), at(Sync, D::NewFailureUnfinished)],
    ),
    ask_last(Sync, D::TooManySucceededPods, &[at(Update, D::StatusRetryLeft), at(Sync, D::NewFailureUnfinished)]),
    ask_last(
        Update,
        D::StatusRetryLeft,
        &[at(Update, D::StatusRetryLeft), at(Flush, D::FinalizersToRemove), at(Sync, D::NewFailureUnfinished)],
    ),
    ask_last(Sync, D::NewFailureUnfinished, &[]),
    ask_last(Orphan, D::PodInCache, &[at(Orphan, D::OwnerUnfinished)]),
    ask_last(Orphan, D::OwnerUnfinished, &[at(Orphan, D::TrackingFinalizerPresent)]),
    ask_last(Orphan, D::TrackingFinalizerPresent, &[at(Orphan, D::NotFoundTolerated)]),
    ask_last(Orphan, D::NotFoundTolerated, &[]),
];
