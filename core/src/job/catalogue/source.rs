//! The source file of a release in which a question is decided.

use crate::api::Release;
use crate::trace::DecisionId;

/// The minor since which other packages share what is asked of a Job's conditions.
const SHARED_UTILS: u8 = 31;

/// The file that decides a question in `release`, from the root of Kubernetes' repository: that of the function which
/// gives the answer, where it is not the controller's own.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::job::catalogue::source_file;
/// use jobscope_core::trace::DecisionId;
///
/// let file = source_file(Release::V1_28, DecisionId::PodBackoffRemaining);
/// assert_eq!(file, "pkg/controller/job/backoff_utils.go");
/// ```
pub fn source_file(release: Release, decision: DecisionId) -> &'static str {
    match decision {
        // `ControllerExpectations.SatisfiedExpectations`
        DecisionId::ExpectationsSatisfied => "pkg/controller/controller_utils.go",
        // `PodControllerRefManager.ClaimPods`
        DecisionId::PodsClaimed => "pkg/controller/controller_ref_manager.go",
        // `ConsistencyStore`
        DecisionId::CachesCaughtUp => "pkg/controller/util/consistency/consistency.go",
        // `IsJobFinished`
        DecisionId::JobFinished if release.since(SHARED_UTILS) => "pkg/controller/job/util/utils.go",
        DecisionId::JobFinished => "pkg/controller/job/utils.go",
        // `getRemainingTime` and `getRemainingTimePerIndex`
        DecisionId::PodBackoffRemaining | DecisionId::IndexBackoffRemaining => "pkg/controller/job/backoff_utils.go",
        // `isIndexedJob`, `hasBackoffLimitPerIndex`, `calculateSucceededIndexes`, `firstPendingIndexes`
        DecisionId::JobIndexed
        | DecisionId::BackoffLimitPerIndexSet
        | DecisionId::SucceededIndexes
        | DecisionId::PendingIndexes => "pkg/controller/job/indexed_job_utils.go",
        // `matchPodFailurePolicy`
        DecisionId::FailJobRuleMatched => "pkg/controller/job/pod_failure_policy.go",
        // `matchSuccessPolicy`
        DecisionId::SuccessPolicyMatched => "pkg/controller/job/success_policy.go",
        _ => CONTROLLER,
    }
}

/// Where everything else is decided.
const CONTROLLER: &str = "pkg/controller/job/job_controller.go";
