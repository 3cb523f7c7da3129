//! Shared by `syncJob` of the releases since v1.28: when a Job has failed.

use std::sync::Arc;

use super::controller::Controller;
use super::sync_job_ctx::SyncJobCtx;
use super::utils::{is_pod_failed, matched_rule, new_condition, number, pod_failure_policy, sum_restarts};
use crate::api::{ConditionStatus, Job, JobCondition, JobConditionType, ObjectKey, Pod, PodPhase, RestartPolicy};
use crate::trace::Decision;

/// A condition with status True, as of now.
pub(super) fn condition(jm: &Controller<'_>, r#type: JobConditionType, reason: &str, message: &str) -> JobCondition {
    new_condition(r#type, ConditionStatus::True, reason, message, jm.now)
}

/// `getFailJobMessage`: what the first pod says that failed in a way for which the policy fails the Job.
pub(super) fn fail_job_message(jm: &mut Controller<'_>, ctx: &SyncJobCtx) -> Option<String> {
    let gates = jm.gates;
    let policy = pod_failure_policy(&ctx.job, gates);
    let failed = ctx.pods.iter().filter(|pod| policy.is_some() && is_pod_failed(pod, &ctx.job, gates));
    let matched =
        failed.filter_map(|pod| Some((pod, matched_rule(pod, &ctx.job, gates)?))).find(|(_, rule)| rule.fails_job());
    jm.ask(Decision::FailJobRuleMatched {
        rules: policy.map_or(0, |policy| number(policy.rules.len())),
        rule: matched.map(|(_, rule)| number(rule.index)),
    });
    matched.map(|(pod, rule)| rule.message(pod))
}

/// `pastBackoffLimitOnFailure`: counts the restarts of pods that run or are about to.
pub(super) fn past_backoff_limit_on_failure(jm: &mut Controller<'_>, ctx: &SyncJobCtx) -> bool {
    let restart_policy = ctx.job.spec.template.spec.restart_policy;
    let counts = |pod: &&Arc<Pod>| matches!(pod.status.phase, PodPhase::Running | PodPhase::Pending);
    let restarts =
        if restart_policy == Some(RestartPolicy::OnFailure) { sum_restarts(ctx.pods.iter().filter(counts)) } else { 0 };
    let backoff_limit = ctx.job.spec.backoff_limit.unwrap_or(0);
    // With a limit of n the Job fails at the n-th restart, one earlier than with restartPolicy Never (#95433).
    let zero_needs_restart = true;
    jm.ask(Decision::PastBackoffLimitOnFailure { restart_policy, restarts, backoff_limit, zero_needs_restart })
}

/// `pastActiveDeadline`.
pub(super) fn past_active_deadline(jm: &mut Controller<'_>, job: &Job) -> bool {
    let elapsed_ms = job.status.start_time.map(|start| jm.now.since(start.time()));
    let active_deadline_seconds = job.spec.active_deadline_seconds;
    jm.ask(Decision::PastActiveDeadline { active_deadline_seconds, elapsed_ms, suspended: job.is_suspended() })
}

/// Has the Job synced when its deadline comes.
pub(super) fn wake_up_at_deadline(jm: &mut Controller<'_>, job: &Job, key: &ObjectKey) {
    let elapsed_ms = job.status.start_time.map(|start| jm.now.since(start.time()));
    let active_deadline_seconds = job.spec.active_deadline_seconds;
    if jm.ask(Decision::DeadlineAhead { active_deadline_seconds, elapsed_ms, suspended: job.is_suspended() }) {
        let deadline_ms = active_deadline_seconds.unwrap_or(0).saturating_mul(1000);
        jm.add_after(key, deadline_ms.saturating_sub(elapsed_ms.unwrap_or(0)));
    }
}
