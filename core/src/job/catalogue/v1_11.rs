//! The questions of v1.11.

use super::{Question, ask, ask_last, at};
use crate::trace::DecisionId as D;
use crate::trace::Function::{ManageJob as Manage, SyncJob as Sync, UpdateJobStatus as Update};

pub(super) const CATALOGUE: &[Question] = &[
    ask_last(Sync, D::KeyComplete, &[at(Sync, D::JobInCache)]),
    ask_last(Sync, D::JobInCache, &[at(Sync, D::JobFinished)]),
    ask_last(Sync, D::JobFinished, &[at(Sync, D::Requeues)]),
    ask(Sync, D::Requeues, &[at(Sync, D::ExpectationsSatisfied)]),
    // Pods that cannot be adopted end the sync.
    ask_last(Sync, D::ExpectationsSatisfied, &[at(Sync, D::PodsClaimed)]),
    ask(Sync, D::PodsClaimed, &[at(Sync, D::PodsCounted)]),
    ask(Sync, D::PodsCounted, &[at(Sync, D::StartTimeUnset)]),
    ask(Sync, D::StartTimeUnset, &[at(Sync, D::ExceedsBackoffLimit)]),
    ask(Sync, D::ExceedsBackoffLimit, &[at(Sync, D::PastBackoffLimitOnFailure), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::PastBackoffLimitOnFailure, &[at(Sync, D::PastActiveDeadline), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::PastActiveDeadline, &[at(Sync, D::ManageNeeded), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::ManageNeeded, &[at(Manage, D::TooManyActive), at(Sync, D::CompletionsReached)]),
    ask(Manage, D::TooManyActive, &[at(Manage, D::TooFewActive), at(Sync, D::CompletionsReached)]),
    ask(Manage, D::TooFewActive, &[at(Manage, D::WantActive), at(Sync, D::CompletionsReached)]),
    ask(Manage, D::WantActive, &[at(Manage, D::MoreActiveThanWanted)]),
    ask(
        Manage,
        D::MoreActiveThanWanted,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Manage, D::CreateErrorTolerated, &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops)]),
    ask(
        Manage,
        D::SlowStartStops,
        &[at(Manage, D::CreateErrorTolerated), at(Manage, D::SlowStartStops), at(Sync, D::CompletionsReached)],
    ),
    ask(Sync, D::CompletionsReached, &[at(Sync, D::TooManyActivePods), at(Sync, D::NewSuccesses)]),
    ask(Sync, D::TooManyActivePods, &[at(Sync, D::TooManySucceededPods)]),
    ask(Sync, D::TooManySucceededPods, &[at(Sync, D::NewSuccesses)]),
    ask(Sync, D::NewSuccesses, &[at(Sync, D::StatusChanged)]),
    ask_last(Sync, D::StatusChanged, &[at(Update, D::StatusRetryLeft), at(Sync, D::NewFailureUnfinished)]),
    ask_last(Update, D::StatusRetryLeft, &[at(Update, D::StatusRetryLeft), at(Sync, D::NewFailureUnfinished)]),
    ask_last(Sync, D::NewFailureUnfinished, &[]),
];
