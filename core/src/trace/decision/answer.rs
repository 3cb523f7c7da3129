//! How each question is answered: from its operands, and from nothing else.

use super::{Answer, DEFAULT_JOB_POD_FAILURE_BACK_OFF_MS, Decision, EXPECTATIONS_TIMEOUT_MS};
use crate::api::{
    CompletionMode, ConditionStatus, JobConditionType, PodReplacementPolicy, RestartPolicy, StatusReason,
};

impl Decision {
    /// The answer, computed from the operands.
    #[expect(clippy::match_same_arms, reason = "one arm for each question, in the order of the list")]
    pub fn answer(&self) -> Answer {
        match *self {
            Self::KeyComplete { namespace, name } => (namespace && name).into(),
            Self::JobInCache { found } => found.into(),
            Self::CachesCaughtUp { jobs_written, jobs_synced, pods_written, pods_synced } => (jobs_written
                .is_none_or(|written| written <= jobs_synced)
                && pods_written.is_none_or(|written| written <= pods_synced))
            .into(),
            Self::ManagedExternally { managed } => managed.into(),
            Self::JobFinished { condition } => condition.is_some().into(),
            Self::FinishWritten { written } => written.into(),
            Self::Requeues { count } => Answer::Value(count.into()),
            Self::ExpectationsSatisfied { record } => {
                record.is_none_or(|r| (r.adds <= 0 && r.dels <= 0) || r.age_ms > EXPECTATIONS_TIMEOUT_MS).into()
            }
            Self::PodsClaimed { claimed, .. } => Answer::Value(claimed.into()),
            Self::PodsCounted { active, .. } => Answer::Value(active.into()),
            Self::StartTimeUnset { unset, suspended, .. } => (unset && !suspended).into(),
            Self::ExceedsBackoffLimit { failed, active, parallelism, previous_retry, backoff_limit } => {
                // int32(previousRetry)+1 > *job.Spec.BackoffLimit
                (failed.to > failed.from
                    && active != parallelism
                    && i64::from(previous_retry) + 1 > backoff_limit.into())
                .into()
            }
            Self::NewFailuresExceedBackoffLimit { failed, active, parallelism, backoff_limit } => {
                (failed.to > failed.from && active != parallelism && failed.to > backoff_limit).into()
            }
            Self::IndexedJobDisabled { completion_mode, enabled } => {
                (!enabled && completion_mode == Some(CompletionMode::Indexed)).into()
            }
            Self::TrackedWithFinalizers { enabled, annotated } => (enabled && annotated).into(),
            Self::TrackingAnnotationLeft { present } => present.into(),
            Self::SuspensionHandled { enabled, managed } => (enabled && managed).into(),
            Self::PastBackoffLimitOnFailure { restart_policy, restarts, backoff_limit, zero_needs_restart } => {
                let least = if zero_needs_restart { backoff_limit.max(1) } else { backoff_limit };
                (restart_policy == Some(RestartPolicy::OnFailure) && restarts >= least.into()).into()
            }
            Self::PastActiveDeadline { active_deadline_seconds, elapsed_ms, suspended } => {
                match (active_deadline_seconds, elapsed_ms) {
                    (Some(deadline), Some(elapsed)) if !suspended => (elapsed >= deadline.saturating_mul(1000)).into(),
                    _ => Answer::No,
                }
            }
            Self::ManageNeeded { expectations_satisfied, deleting } => (expectations_satisfied && !deleting).into(),
            Self::TooManyActive { active, parallelism } => (active > parallelism).into(),
            Self::TooFewActive { active, parallelism } => (active < parallelism).into(),
            Self::WantActive { completions, succeeded, parallelism, active, not_negative } => Answer::Value(
                match completions {
                    None if succeeded > 0 => active,
                    None => parallelism,
                    Some(completions) if not_negative => completions.saturating_sub(succeeded).min(parallelism).max(0),
                    Some(completions) => completions.saturating_sub(succeeded).min(parallelism),
                }
                .into(),
            ),
            Self::MoreActiveThanWanted { want, active } => (want < active).into(),
            Self::CreateErrorTolerated { reason, tolerated } => (reason == tolerated).into(),
            Self::SlowStartStops { errors, left, .. } => (errors > 0 && left > 0).into(),
            Self::CompletionsReached { completions, succeeded, active, needs_no_active } => match completions {
                None => (succeeded > 0 && active == 0).into(),
                Some(completions) => (succeeded >= completions && (active == 0 || !needs_no_active)).into(),
            },
            Self::TooManyActivePods { active } => (active > 0).into(),
            Self::TooManySucceededPods { succeeded, completions } => (succeeded > completions).into(),
            Self::NewSuccesses { succeeded } => (succeeded.from < succeeded.to).into(),
            Self::StatusChanged { active, succeeded, failed, ready, conditions, suspended } => {
                let counters = [active, succeeded, failed, conditions];
                let counted = counters.iter().any(|change| change.differs()) || ready.from != ready.to;
                (counted || suspended.is_some()).into()
            }
            Self::StatusRetryLeft { attempts, limit } => (attempts < limit).into(),
            Self::NewFailureUnfinished { failed, finished } => (failed.to > failed.from && !finished).into(),
            Self::JobSuspended { suspend } => suspend.into(),
            Self::NewFinishedPods { succeeded, failed, .. } => Answer::Value(i64::from(succeeded) + i64::from(failed)),
            Self::SuccessCriteriaMetSet { present } => present.into(),
            Self::FailureTargetSet { present } => present.into(),
            Self::FailJobRuleMatched { rule, .. } => rule.is_some().into(),
            Self::FailuresExceedBackoffLimit { failed, backoff_limit } => (failed > backoff_limit).into(),
            Self::DeadlineAhead { active_deadline_seconds, suspended, .. } => {
                (active_deadline_seconds.is_some() && !suspended).into()
            }
            Self::JobIndexed { completion_mode } => (completion_mode == Some(CompletionMode::Indexed)).into(),
            Self::SucceededIndexes { indexes } => Answer::Value(indexes.to.into()),
            Self::BackoffLimitPerIndexSet { backoff_limit_per_index } => backoff_limit_per_index.is_some().into(),
            Self::TooManyFailedIndexes { failed, max_failed_indexes } => {
                max_failed_indexes.is_some_and(|max| failed > max).into()
            }
            Self::AllIndexesFinished { failed, succeeded, completions } => {
                (failed > 0 && failed.saturating_add(succeeded) >= completions).into()
            }
            Self::SuccessPolicyMatched { rule, .. } => rule.is_some().into(),
            Self::Finishing { condition } => condition.is_some().into(),
            Self::ActivePodsDeleted { active, deleted, expectations_satisfied } => {
                (deleted == active && expectations_satisfied != Some(false)).into()
            }
            Self::NotFoundTolerated { reason } => (reason == StatusReason::NotFound).into(),
            Self::SuspendConditionChanged { from, to } => {
                // A condition that is not there is as good as False.
                (from.unwrap_or(ConditionStatus::False) != to).into()
            }
            Self::StartTimeCleared { cleared } => cleared.into(),
            Self::StatusNeedsUpdate { active, ready, terminating, suspended } => {
                (suspended.is_some() || active.differs() || ready.differs() || terminating.differs()).into()
            }
            Self::OnlyReplaceFailed { pod_replacement_policy, pod_failure_policy } => {
                (pod_replacement_policy == Some(PodReplacementPolicy::Failed) || pod_failure_policy).into()
            }
            Self::PodsToRemove { active, want, misplaced } => {
                Answer::Value(active.saturating_sub(want).max(misplaced).max(0).into())
            }
            Self::OverSyncCap { pods, cap } => (pods > cap).into(),
            Self::PodsMissing { want, terminating, active } => {
                Answer::Value(i64::from(want) - i64::from(terminating) - i64::from(active))
            }
            Self::PodBackoffRemaining { failures, since_ms, cap_ms } => {
                Answer::Value(remaining_backoff_ms(failures, since_ms, cap_ms))
            }
            Self::PendingIndexes { wanted, free } => Answer::Value(wanted.min(free).into()),
            Self::IndexBackoffRemaining { ready, soonest_ms, .. } => {
                Answer::Value(if ready > 0 { 0 } else { soonest_ms.unwrap_or(0) })
            }
            Self::UncountedWithoutFinalizer { succeeded, failed } => (succeeded > 0 || failed > 0).into(),
            Self::OverUncountedCap { considered, indexes, succeeded, failed, cap } => {
                (considered > 0 && indexes.saturating_add(succeeded).saturating_add(failed) >= cap).into()
            }
            Self::InterimConditionNeeded { condition, announced } => match condition {
                Some(JobConditionType::FailureTarget) => Answer::Yes,
                Some(JobConditionType::SuccessCriteriaMet) => (!announced).into(),
                _ => Answer::No,
            },
            Self::FlushNeeded { counters, cleaned, listed, completed_indexes, failed_indexes, condition } => {
                (counters || cleaned || listed || completed_indexes || failed_indexes || condition).into()
            }
            Self::FinalizersToRemove { pods } => (pods > 0).into(),
            Self::PartialProgress { failed, progress } => (failed && progress).into(),
            Self::MayFinish { condition, capped, uncounted, terminating } => {
                (condition.is_some() && !capped && uncounted == 0 && terminating.is_none_or(|pods| pods <= 0)).into()
            }
            Self::SecondFlushNeeded { progress, finished } => (progress || finished).into(),
            Self::OrphanPodsListed { pods } => Answer::Value(pods.into()),
            Self::PodInCache { found } => found.into(),
            Self::ControlledByOther { other } => other.into(),
            Self::OwnerUnfinished { owned, finished } => (owned && !finished).into(),
            Self::TrackingFinalizerPresent { present } => present.into(),
            Self::NeedsCleanup { ttl_seconds, condition, deleting } => {
                (ttl_seconds.is_some() && condition.is_some() && !deleting).into()
            }
            Self::TtlExpired { ttl_seconds, since_ms } => (since_ms >= i64::from(ttl_seconds) * 1000).into(),
            Self::TerminatedPodThresholdSet { threshold } => (threshold > 0).into(),
            Self::TerminatedPodsOverThreshold { terminated, threshold } => {
                Answer::Value((i64::from(terminated) - i64::from(threshold)).max(0))
            }
            Self::PodsOnUnknownNodes { pods }
            | Self::OrphanedPods { pods }
            | Self::UnscheduledTerminatingPods { pods } => Answer::Value(pods.into()),
            Self::NodeDeleted { cached, stored } => (!cached && !stored).into(),
            Self::PodEnded { phase } => phase.is_terminal().into(),
            Self::NodeCurrent { is_virtual, in_graph, observed } => (!is_virtual || (in_graph && !observed)).into(),
            Self::ItemBeingDeleted { being_deleted, deleting_dependents } => {
                (being_deleted && !deleting_dependents).into()
            }
            Self::ItemGone { answer, same_uid } => match answer {
                Some(reason) => (reason == StatusReason::NotFound).into(),
                None => (!same_uid).into(),
            },
            Self::DeletingDependents { deleting_dependents } => deleting_dependents.into(),
            Self::BlockingDependents { blocking } => Answer::Value(blocking.into()),
            Self::FinalizerHeld { held } => held.into(),
            Self::OwnersNamed { owners } => Answer::Value(owners.into()),
            Self::OwnerAbsent { remembered, answer, same_uid } => match answer {
                Some(reason) => (reason == StatusReason::NotFound).into(),
                None => (remembered || !same_uid).into(),
            },
            Self::OwnerWaits { deleting, foreground } => (deleting && foreground).into(),
            Self::SolidOwner { solid, .. } => (solid > 0).into(),
            Self::OwnersToDrop { dangling, waiting } => (dangling > 0 || waiting > 0).into(),
            Self::DeleteInForeground { waiting, dependents } => (waiting > 0 && dependents > 0).into(),
            Self::DependentsWait { waiting } => (waiting > 0).into(),
            Self::ItemObserved { observed } => observed.into(),
            Self::DependentsToOrphan { dependents } => Answer::Value(dependents.into()),
        }
    }
}

/// `getRemainingTimeForFailuresCount`: milliseconds for which `failures` failures, the last of them
/// `since_ms` ago, still delay a replacement; at most `cap_ms`.
pub fn remaining_backoff_ms(failures: i32, since_ms: Option<i64>, cap_ms: i64) -> i64 {
    let cap_ms = cap_ms.max(0);
    let (Some(since_ms), true) = (since_ms, failures != 0) else { return 0 };
    let mut delay = DEFAULT_JOB_POD_FAILURE_BACK_OFF_MS;
    for _ in 1..failures {
        delay *= 2;
        if delay >= cap_ms {
            delay = cap_ms;
            break;
        }
    }
    delay.saturating_sub(since_ms).max(0)
}
