//! The questions of v1.11.

use super::{Row, ask, ask_last, to};
use crate::trace::DecisionId as D;
use crate::trace::Function::{ManageJob as Manage, SyncJob as Sync, UpdateJobStatus as Update};

pub(super) const TABLE: &[Row] = &[
    ask_last(Sync, D::KeyComplete, &[to(Sync, D::JobInCache)]),
    ask_last(Sync, D::JobInCache, &[to(Sync, D::JobFinished)]),
    ask_last(Sync, D::JobFinished, &[to(Sync, D::Requeues)]),
    ask(Sync, D::Requeues, &[to(Sync, D::ExpectationsSatisfied)]),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[to(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[to(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[to(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[to(Sync, D::ExceedsBackoffLimit)]),
    ask(Sync, D::ExceedsBackoffLimit, &[to(Sync, D::PastBackoffLimitOnFailure), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::PastBackoffLimitOnFailure, &[to(Sync, D::PastActiveDeadline), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::PastActiveDeadline, &[to(Sync, D::ManageNeeded), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::ManageNeeded, &[to(Manage, D::TooManyActive), to(Sync, D::CompletionsReached)]),
    ask(Manage, D::TooManyActive, &[to(Manage, D::TooFewActive), to(Sync, D::CompletionsReached)]),
    ask(Manage, D::TooFewActive, &[to(Manage, D::WantActive), to(Sync, D::CompletionsReached)]),
    ask(Manage, D::WantActive, &[to(Manage, D::MoreActiveThanWanted)]),
    ask(
        Manage,
        D::MoreActiveThanWanted,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::CreateErrorTolerated, &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[to(Manage, D::CreateErrorTolerated), to(Manage, D::SlowStartStops), to(Sync, D::CompletionsReached)],
    ),
    ask(Sync, D::CompletionsReached, &[to(Sync, D::TooManyActivePods), to(Sync, D::NewSuccesses)]),
    ask(Sync, D::TooManyActivePods, &[to(Sync, D::TooManySucceededPods)]),
    ask(Sync, D::TooManySucceededPods, &[to(Sync, D::NewSuccesses)]),
    ask(Sync, D::NewSuccesses, &[to(Sync, D::StatusChanged)]),
    ask_last(Sync, D::StatusChanged, &[to(Update, D::StatusRetryLeft), to(Sync, D::NewFailureUnfinished)]),
    ask_last(Update, D::StatusRetryLeft, &[to(Update, D::StatusRetryLeft), to(Sync, D::NewFailureUnfinished)]),
    ask_last(Sync, D::NewFailureUnfinished, &[]),
];
