//! Which lesson shows a gate, a fix or a question.

use jobscope_core::api::{FeatureGate, Fix};
use jobscope_core::trace::DecisionId;

/// The lesson that shows what the gate stands for.
pub(super) fn of_gate(gate: FeatureGate) -> Option<&'static str> {
    match gate {
        FeatureGate::IndexedJob | FeatureGate::PodIndexLabel => Some("indexed"),
        FeatureGate::JobBackoffLimitPerIndex => Some("backoff-limit-per-index"),
        FeatureGate::JobPodFailurePolicy | FeatureGate::PodDisruptionConditions => Some("pod-failure-policy"),
        FeatureGate::JobPodReplacementPolicy => Some("replacement-policy"),
        FeatureGate::JobTrackingWithFinalizers => Some("lost-count"),
        FeatureGate::StaleControllerConsistencyJob => Some("stale-cache"),
        FeatureGate::SuspendJob => Some("suspend"),
        _ => None,
    }
}

/// The lesson that shows what the fix changed.
pub(super) fn of_fix(fix: Fix) -> Option<&'static str> {
    match fix {
        Fix::RelistOfRecreated | Fix::RelistOfGone => Some("relist"),
        Fix::DeadlineTimer => Some("deadline"),
        Fix::OrphansOfFinished | Fix::OrphansBySelector => Some("orphan-queue"),
        Fix::EndWaitsForPods => Some("deletion"),
        Fix::BackOffRecordOfDeleted | Fix::ActiveInBackOff => Some("back-off"),
        Fix::ResumeOfStarted => Some("suspend"),
        _ => None,
    }
}

/// The lesson in which the question decides.
pub(super) fn of_question(question: DecisionId) -> Option<&'static str> {
    match question {
        DecisionId::CachesCaughtUp => Some("stale-cache"),
        DecisionId::ExceedsBackoffLimit
        | DecisionId::FailuresExceedBackoffLimit
        | DecisionId::NewFailuresExceedBackoffLimit => Some("backoff-limit"),
        DecisionId::PodBackoffRemaining | DecisionId::NewFailureUnfinished => Some("back-off"),
        DecisionId::DeadlineAhead | DecisionId::PastActiveDeadline => Some("deadline"),
        DecisionId::FailJobRuleMatched | DecisionId::FailureTargetSet => Some("pod-failure-policy"),
        DecisionId::BackoffLimitPerIndexSet
        | DecisionId::TooManyFailedIndexes
        | DecisionId::AllIndexesFinished
        | DecisionId::IndexBackoffRemaining => Some("backoff-limit-per-index"),
        DecisionId::JobIndexed | DecisionId::SucceededIndexes | DecisionId::PendingIndexes => Some("indexed"),
        DecisionId::OnlyReplaceFailed => Some("replacement-policy"),
        DecisionId::OrphanPodsListed | DecisionId::OwnerUnfinished | DecisionId::TrackingFinalizerPresent => {
            Some("orphan-queue")
        }
        DecisionId::StatusRetryLeft => Some("conflict"),
        DecisionId::JobSuspended | DecisionId::SuspendConditionChanged => Some("suspend"),
        DecisionId::UncountedWithoutFinalizer | DecisionId::FlushNeeded => Some("lost-count"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::CARDS;

    #[test]
    fn every_lesson_that_is_named_is_there() {
        let gates = FeatureGate::ALL.iter().filter_map(|gate| of_gate(*gate));
        let fixes = Fix::ALL.iter().filter_map(|fix| of_fix(*fix));
        let questions = DecisionId::ALL.iter().filter_map(|id| of_question(*id));
        for lesson in gates.chain(fixes).chain(questions) {
            assert!(CARDS.iter().any(|card| card.name == lesson), "{lesson}");
        }
    }
}
