//! Questions with their usual answer: they are folded, so that the others stand out.

use jobscope_core::api::RestartPolicy;
use jobscope_core::trace::{Answer, Decision};

/// Whether the answer is the usual one, which changed nothing.
pub fn is_quiet(decision: &Decision) -> bool {
    let yes = decision.answer().is_yes();
    match decision {
        Decision::KeyComplete { .. }
        | Decision::CachesCaughtUp { .. }
        | Decision::JobInCache { .. }
        | Decision::NodeCurrent { .. }
        | Decision::ItemObserved { .. } => yes,
        Decision::ExpectationsSatisfied { record } => record.is_none_or(|record| record.adds == 0 && record.dels == 0),
        Decision::Requeues { count } => *count == 0,
        Decision::PodsClaimed { adopted, released, .. } => *adopted == 0 && *released == 0,
        Decision::ExceedsBackoffLimit { failed, .. } | Decision::NewFailureUnfinished { failed, .. } => {
            !yes && failed.to <= failed.from
        }
        Decision::PastBackoffLimitOnFailure { restart_policy, .. } => {
            !yes && *restart_policy != Some(RestartPolicy::OnFailure)
        }
        Decision::PastActiveDeadline { active_deadline_seconds, .. } => !yes && active_deadline_seconds.is_none(),
        Decision::JobFinished { .. }
        | Decision::StartTimeUnset { .. }
        | Decision::TooManyActive { .. }
        | Decision::MoreActiveThanWanted { .. }
        | Decision::CreateErrorTolerated { .. }
        | Decision::SlowStartStops { .. }
        | Decision::TooManyActivePods { .. }
        | Decision::TooManySucceededPods { .. }
        | Decision::NewSuccesses { .. }
        | Decision::JobSuspended { .. }
        | Decision::ManagedExternally { .. }
        | Decision::FinishWritten { .. }
        | Decision::SuccessCriteriaMetSet { .. }
        | Decision::SuccessPolicyMatched { .. }
        | Decision::ControlledByOther { .. }
        | Decision::FailureTargetSet { .. }
        | Decision::FailJobRuleMatched { .. }
        | Decision::FailuresExceedBackoffLimit { .. }
        | Decision::NewFailuresExceedBackoffLimit { .. }
        | Decision::IndexedJobDisabled { .. }
        | Decision::TrackedWithFinalizers { .. }
        | Decision::TrackingAnnotationLeft { .. }
        | Decision::SuspensionHandled { .. }
        | Decision::DeadlineAhead { .. }
        | Decision::JobIndexed { .. }
        | Decision::BackoffLimitPerIndexSet { .. }
        | Decision::TooManyFailedIndexes { .. }
        | Decision::AllIndexesFinished { .. }
        | Decision::Finishing { .. }
        | Decision::SuspendConditionChanged { .. }
        | Decision::OnlyReplaceFailed { .. }
        | Decision::OverSyncCap { .. }
        | Decision::UncountedWithoutFinalizer { .. }
        | Decision::OverUncountedCap { .. }
        | Decision::InterimConditionNeeded { .. }
        | Decision::FinalizersToRemove { .. }
        | Decision::PartialProgress { .. }
        | Decision::SecondFlushNeeded { .. }
        | Decision::ItemBeingDeleted { .. }
        | Decision::DependentsWait { .. } => !yes,
        // That a Job ends and may not be declared finished yet is what the reader waits for.
        Decision::MayFinish { condition, .. } => condition.is_none(),
        Decision::NewFinishedPods { .. }
        | Decision::TerminatedPodsOverThreshold { .. }
        | Decision::PodsOnUnknownNodes { .. }
        | Decision::OrphanedPods { .. }
        | Decision::UnscheduledTerminatingPods { .. }
        | Decision::PodsToRemove { .. }
        | Decision::PodBackoffRemaining { .. }
        | Decision::IndexBackoffRemaining { .. } => decision.answer() == Answer::Value(0),
        Decision::SucceededIndexes { indexes } => !indexes.differs(),
        Decision::PodsCounted { .. }
        | Decision::ManageNeeded { .. }
        | Decision::TooFewActive { .. }
        | Decision::WantActive { .. }
        | Decision::CompletionsReached { .. }
        | Decision::StatusChanged { .. }
        | Decision::StatusRetryLeft { .. }
        | Decision::ActivePodsDeleted { .. }
        | Decision::NotFoundTolerated { .. }
        | Decision::StartTimeCleared { .. }
        | Decision::OrphanPodsListed { .. }
        | Decision::StatusNeedsUpdate { .. }
        | Decision::PodsMissing { .. }
        | Decision::PendingIndexes { .. }
        | Decision::FlushNeeded { .. }
        | Decision::PodInCache { .. }
        | Decision::OwnerUnfinished { .. }
        | Decision::TrackingFinalizerPresent { .. }
        | Decision::NeedsCleanup { .. }
        | Decision::TtlExpired { .. }
        | Decision::TerminatedPodThresholdSet { .. }
        | Decision::NodeDeleted { .. }
        | Decision::PodEnded { .. }
        | Decision::ItemGone { .. }
        | Decision::DeletingDependents { .. }
        | Decision::BlockingDependents { .. }
        | Decision::FinalizerHeld { .. }
        | Decision::OwnersNamed { .. }
        | Decision::OwnerAbsent { .. }
        | Decision::OwnerWaits { .. }
        | Decision::SolidOwner { .. }
        | Decision::OwnersToDrop { .. }
        | Decision::DeleteInForeground { .. }
        | Decision::DependentsToOrphan { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::trace::ExpectationRecord;

    use super::*;

    #[test]
    fn what_is_still_expected_is_not_quiet() {
        let expected =
            |adds, dels| Decision::ExpectationsSatisfied { record: Some(ExpectationRecord { adds, dels, age_ms: 0 }) };
        assert!(is_quiet(&expected(0, 0)) && is_quiet(&Decision::ExpectationsSatisfied { record: None }));
        assert!(!is_quiet(&expected(1, 0)) && !is_quiet(&expected(0, 1)));
    }
}
