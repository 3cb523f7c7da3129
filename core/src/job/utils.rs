//! Small things that the releases since v1.22 share: conditions, counts, and when a pod counts as failed
//! (`utils.go` and `job_controller.go`).

use std::sync::Arc;

use super::pod_failure_policy::{RuleMatch, match_pod_failure_policy};
use crate::api::{
    ConditionStatus, FeatureGate, FeatureGates, Job, JobCondition, JobConditionType, Pod, PodFailurePolicy, PodPhase,
    PodReplacementPolicy, Time,
};

/// `MaxPodCreateDeletePerSync`.
pub(crate) const MAX_POD_CREATE_DELETE_PER_SYNC: i32 = 500;
/// `MaxUncountedPods`: keeps the UIDs in a status below 20 KB, and a big Job from starving others.
pub(crate) const MAX_UNCOUNTED_PODS: u32 = 500;

/// `newCondition`.
pub(crate) fn new_condition(
    r#type: JobConditionType,
    status: ConditionStatus,
    reason: &str,
    message: &str,
    now: Time,
) -> JobCondition {
    JobCondition {
        r#type,
        status,
        last_probe_time: Some(now.into()),
        last_transition_time: Some(now.into()),
        reason: reason.to_owned(),
        message: message.to_owned(),
    }
}

/// `newFailedConditionForFailureTarget`.
pub(crate) fn failed_condition_for(target: &JobCondition, now: Time) -> JobCondition {
    new_condition(JobConditionType::Failed, ConditionStatus::True, &target.reason, &target.message, now)
}

/// `ensureJobConditionStatus`: adds or changes the condition so that it says the same as `wanted`. A
/// condition that is False is not added. Returns whether anything changed.
pub(crate) fn ensure_job_condition_status(conditions: &mut Vec<JobCondition>, wanted: JobCondition) -> bool {
    let same =
        |a: &JobCondition, b: &JobCondition| (a.status, &a.reason, &a.message) == (b.status, &b.reason, &b.message);
    match conditions.iter_mut().find(|condition| condition.r#type == wanted.r#type) {
        Some(condition) if same(condition, &wanted) => false,
        Some(condition) => {
            *condition = wanted;
            true
        }
        None if wanted.status == ConditionStatus::False => false,
        None => {
            conditions.push(wanted);
            true
        }
    }
}

/// A length as the API's integers have it.
pub(crate) fn length(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// A length as the trace has it.
pub(crate) fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// `countReadyPods`.
pub(crate) fn count_ready_pods(pods: &[Arc<Pod>]) -> i32 {
    length(pods.iter().filter(|pod| pod.is_ready()).count())
}

/// `controller.CountTerminatingPods`.
pub(crate) fn count_terminating_pods(pods: &[Arc<Pod>]) -> i32 {
    length(pods.iter().filter(|pod| pod.is_terminating()).count())
}

/// Restarts of all containers of the pods. The sum wraps like upstream's 32-bit integer.
pub(crate) fn sum_restarts<'a>(pods: impl Iterator<Item = &'a Arc<Pod>>) -> i64 {
    let statuses = pods.flat_map(|pod| pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses));
    statuses.fold(0i32, |sum, status| sum.wrapping_add(status.restart_count)).into()
}

/// The pod failure policy, if the release supports it.
pub(crate) fn pod_failure_policy(job: &Job, gates: FeatureGates) -> Option<&PodFailurePolicy> {
    job.spec.pod_failure_policy.as_deref().filter(|_| gates.enabled(FeatureGate::JobPodFailurePolicy))
}

/// The pod replacement policy, if the release supports it.
///
/// If only the controller has the gate on, v1.28 dereferences a nil pointer here (#121011). A world has one
/// setting of a gate for all components.
pub(crate) fn pod_replacement_policy(job: &Job, gates: FeatureGates) -> Option<PodReplacementPolicy> {
    job.spec.pod_replacement_policy.filter(|_| gates.enabled(FeatureGate::JobPodReplacementPolicy))
}

/// `onlyReplaceFailedPods`: a pod that is being deleted is not replaced before it has ended. A pod failure
/// policy requires that too, because it has to see how pods end.
pub(crate) fn only_replace_failed_pods(job: &Job, gates: FeatureGates) -> bool {
    pod_replacement_policy(job, gates) == Some(PodReplacementPolicy::Failed) || pod_failure_policy(job, gates).is_some()
}

/// `isPodFailed`. Pods that are being deleted count, because those of a lost node never reach the phase Failed.
pub(crate) fn is_pod_failed(pod: &Pod, job: &Job, gates: FeatureGates) -> bool {
    pod.status.phase == PodPhase::Failed
        || (!only_replace_failed_pods(job, gates)
            && pod.metadata.is_deleting()
            && pod.status.phase != PodPhase::Succeeded)
}

/// The rule of the Job's pod failure policy that the failed pod matches.
pub(crate) fn matched_rule<'a>(pod: &'a Pod, job: &Job, gates: FeatureGates) -> Option<RuleMatch<'a>> {
    match_pod_failure_policy(pod_failure_policy(job, gates)?, pod, gates)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Release;
    use crate::job::testing::{all_gates, at, job, pod};

    #[test]
    fn conditions_change_only_when_they_say_something_else() {
        let wanted =
            |status, reason: &str, now| new_condition(JobConditionType::Suspended, status, reason, "", at(now));
        let mut conditions = Vec::new();
        assert!(
            !ensure_job_condition_status(&mut conditions, wanted(ConditionStatus::False, "a", 1)),
            "absent is False"
        );
        assert!(ensure_job_condition_status(&mut conditions, wanted(ConditionStatus::True, "a", 2)));
        assert!(!ensure_job_condition_status(&mut conditions, wanted(ConditionStatus::True, "a", 3)));
        assert_eq!(conditions, [wanted(ConditionStatus::True, "a", 2)], "the time is that of the change");
        assert!(ensure_job_condition_status(&mut conditions, wanted(ConditionStatus::True, "b", 4)));
        assert!(ensure_job_condition_status(&mut conditions, wanted(ConditionStatus::False, "b", 5)));
        assert_eq!(conditions, [wanted(ConditionStatus::False, "b", 5)]);
    }

    #[test]
    fn restarts_of_all_containers_count() {
        let restarts = |init: &[i32], main: &[i32]| {
            let mut pod = pod("a", "Running");
            let status = |restarts: &i32| {
                serde_json::from_value(
                    json!({"name": "c", "restartCount": restarts, "ready": false, "state": {"running": {}}}),
                )
                .unwrap()
            };
            pod.status.init_container_statuses = init.iter().map(status).collect();
            pod.status.container_statuses = main.iter().map(status).collect();
            Arc::new(pod)
        };
        let pods = [restarts(&[1, 2], &[4]), restarts(&[], &[8])];
        assert_eq!(sum_restarts(pods.iter()), 15);
        assert_eq!(sum_restarts([restarts(&[], &[i32::MAX, 1])].iter()), i64::from(i32::MIN), "as int32 does in Go");
    }

    #[test]
    fn a_terminating_pod_has_failed_unless_its_end_is_waited_for() {
        let terminating = |phase| {
            let mut pod = pod("a", phase);
            pod.metadata.deletion_timestamp = Some(at(0).into());
            pod
        };
        let plain = job(json!({}));
        let policy = job(json!({"podFailurePolicy": {"rules": []}}));
        let replacement = job(json!({"podReplacementPolicy": "Failed"}));
        let shipped = FeatureGates::from(Release::V1_28);
        for (pod, job, gates, failed) in [
            (pod("a", "Failed"), &plain, shipped, true),
            (pod("a", "Running"), &plain, shipped, false),
            (terminating("Running"), &plain, shipped, true),
            (terminating("Succeeded"), &plain, shipped, false),
            (terminating("Running"), &policy, shipped, false),
            (terminating("Failed"), &policy, shipped, true),
            (terminating("Running"), &replacement, all_gates(), false),
            (terminating("Running"), &replacement, shipped, true),
        ] {
            assert_eq!(is_pod_failed(&pod, job, gates), failed, "{pod:?} {job:?}");
        }
    }
}
