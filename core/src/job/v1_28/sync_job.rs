//! `syncJob` of v1.28: one look at one Job.

use super::manage_job::manage_job;
use super::track_job_status::track_job_status_and_remove_finalizers;
use crate::api::{FeatureGate, Job, JobCondition, JobConditionType, ObjectKey, Pod};
use crate::client::{ControllerError, Process, filter_active_pods};
use crate::job::controller::Controller;
use crate::job::failure::{
    condition, fail_job_message, past_active_deadline, past_backoff_limit_on_failure, wake_up_at_deadline,
};
use crate::job::indexed_job_utils::{
    backoff_limit_per_index, calculate_failed_indexes, calculate_succeeded_indexes,
    pods_with_delayed_deletion_per_index,
};
use crate::job::pods::Deleted;
use crate::job::suspend::suspend_or_resume;
use crate::job::sync_job_ctx::{SyncJobCtx, UncountedSets};
use crate::job::tracking_utils::JOB_TRACKING_FINALIZER;
use crate::job::utils::{
    count_ready_pods, count_terminating_pods, ensure_job_condition_status, failed_condition_for, length, matched_rule,
    number,
};
use crate::trace::{Change, Decision, Function, OptionalChange};

/// `syncJob`.
pub(super) fn sync_job(jm: &mut Controller<'_>, key: &ObjectKey) -> Result<(), ControllerError> {
    jm.enter(Function::SyncJob);
    let gates = jm.gates;
    let (namespace, name) = key.split();
    if !jm.ask(Decision::KeyComplete { namespace: !namespace.is_empty(), name: !name.is_empty() }) {
        return Err(ControllerError::InvalidKey(key.clone()));
    }
    let shared_job = jm.machinery.jobs.get(key).cloned();
    jm.ask(Decision::JobInCache { found: shared_job.is_some() });
    let Some(shared_job) = shared_job else {
        jm.delete_expectations(key);
        jm.delete_finalizer_expectations(key);
        jm.remove_backoff_record(key);
        return Ok(());
    };
    let mut job = Job::clone(&shared_job);
    if jm.ask(Decision::JobFinished { condition: job.status.finished() }) {
        jm.remove_backoff_record(key);
        return Ok(());
    }
    // Here upstream skips Jobs whose completionMode it does not know. The API server lets none through.
    jm.measure_sync(&job);
    let uncounted = UncountedSets::from(&*job.status.uncounted_terminated_pods.get_or_insert_default());

    // Expectations are looked at before the pods are listed, so that a pod which arrives in between
    // makes this sync do too little rather than too much.
    let record = jm.machinery.expectations.record(key, jm.now);
    let satisfied_expectations = jm.ask(Decision::ExpectationsSatisfied { record });
    let pods = jm.get_pods_for_job(&job, Process::pods_of_namespace, Some(JOB_TRACKING_FINALIZER))?.pods;
    let active_pods = filter_active_pods(&pods);
    let mut active = length(active_pods.len());
    let mut ctx = SyncJobCtx {
        terminating: jm.enabled(FeatureGate::JobPodReplacementPolicy).then(|| count_terminating_pods(&pods)),
        ready: jm.enabled(FeatureGate::JobReadyPods).then(|| count_ready_pods(&active_pods)),
        expected_rm_finalizers: jm.state().finalizer_expectations.expected(key),
        uncounted,
        job,
        pods,
        active_pods,
        ..SyncJobCtx::default()
    };
    let (new_succeeded, new_failed) = ctx.new_finished_pods(gates);
    let counts = |pod: &Pod| matched_rule(pod, &ctx.job, gates).is_none_or(|rule| rule.counts());
    let ignored = new_failed.iter().filter(|pod| !counts(pod)).count();
    jm.value(Decision::NewFinishedPods {
        succeeded: number(new_succeeded.len()),
        failed: number(new_failed.len()),
        ignored: number(ignored),
    });
    let status = &ctx.job.status;
    // 32-bit counters, which wrap: a Job that was brought along may have any number.
    ctx.succeeded = status.succeeded.wrapping_add(length(new_succeeded.len() + ctx.uncounted.succeeded.len()));
    ctx.failed = status.failed.wrapping_add(length(new_failed.len() - ignored + ctx.uncounted.failed.len()));
    let SyncJobCtx { succeeded, failed, ready, terminating, .. } = ctx;
    jm.value(Decision::PodsCounted { active, succeeded, failed, ready, terminating });

    let (unset, suspended) = (ctx.job.status.start_time.is_none(), ctx.job.is_suspended());
    if jm.ask(Decision::StartTimeUnset { unset, active_deadline_seconds: None, suspended }) {
        ctx.job.status.start_time = Some(jm.now.into());
    }
    // Failures that the pod failure policy ignores delay replacements all the same.
    ctx.new_backoff_record = jm.state().pod_backoff_store.new_record(key, &new_succeeded, &new_failed);

    if jm.enabled(FeatureGate::JobPodFailurePolicy) {
        // The status of the condition is not looked at.
        let target = ctx.job.status.condition(JobConditionType::FailureTarget).cloned();
        jm.ask(Decision::FailureTargetSet { present: target.is_some() });
        ctx.finished_condition = match target {
            Some(target) => Some(failed_condition_for(&target, jm.now)),
            // It becomes the interim condition that keeps the message while the pods that give it go.
            None => fail_job_message(jm, &ctx)
                .map(|message| condition(jm, JobConditionType::FailureTarget, "PodFailurePolicy", &message)),
        };
    }
    if ctx.finished_condition.is_none() {
        let backoff_limit = ctx.job.spec.backoff_limit.unwrap_or(0);
        let exceeds = Decision::FailuresExceedBackoffLimit { failed: ctx.failed, backoff_limit };
        if jm.ask(exceeds) || past_backoff_limit_on_failure(jm, &ctx) {
            let message = "Job has reached the specified backoff limit";
            ctx.finished_condition = Some(condition(jm, JobConditionType::Failed, "BackoffLimitExceeded", message));
        } else if past_active_deadline(jm, &ctx.job) {
            let message = "Job was active longer than specified deadline";
            ctx.finished_condition = Some(condition(jm, JobConditionType::Failed, "DeadlineExceeded", message));
        } else {
            wake_up_at_deadline(jm, &ctx.job, key);
        }
    }

    if jm.ask(Decision::JobIndexed { completion_mode: ctx.job.spec.completion_mode }) {
        (ctx.prev_succeeded_indexes, ctx.succeeded_indexes) = calculate_succeeded_indexes(&ctx.job, &ctx.pods, true);
        ctx.succeeded = ctx.succeeded_indexes.total();
        let indexes = Change { from: ctx.prev_succeeded_indexes.total(), to: ctx.succeeded };
        jm.value(Decision::SucceededIndexes { indexes });
        let limit = backoff_limit_per_index(&ctx.job, gates);
        jm.ask(Decision::BackoffLimitPerIndexSet { backoff_limit_per_index: limit });
        if let Some(limit) = limit {
            let failed_indexes = calculate_failed_indexes(&ctx.job, &ctx.pods, limit, gates);
            let failed = failed_indexes.total();
            ctx.failed_indexes = Some(failed_indexes);
            if ctx.finished_condition.is_none() {
                ctx.finished_condition = failed_indexes_condition(jm, &ctx, failed);
            }
            ctx.pods_with_delayed_deletion_per_index = pods_with_delayed_deletion_per_index(&ctx, gates);
        }
    }

    let mut suspended = None;
    let manage_job_result;
    let finishing = ctx.finished_condition.as_ref().map(|condition| condition.r#type);
    if jm.ask(Decision::Finishing { condition: finishing }) {
        let Deleted { pods: deleted, result, .. } = jm.delete_active_pods(&ctx.job, &ctx.active_pods);
        let expectations_satisfied = Some(satisfied_expectations);
        if !jm.ask(Decision::ActivePodsDeleted { active, deleted, expectations_satisfied }) {
            // There may be finalizers left, or pods that are not in the cache yet.
            ctx.finished_condition = None;
        }
        active -= deleted;
        manage_job_result = result;
    } else {
        let deleting = ctx.job.metadata.is_deleting();
        let managed = jm.ask(Decision::ManageNeeded { expectations_satisfied: satisfied_expectations, deleting });
        if managed {
            (active, manage_job_result) = manage_job(jm, &ctx, key);
        } else {
            manage_job_result = Ok(());
        }
        let (completions, succeeded) = (ctx.job.spec.completions, ctx.succeeded);
        if jm.ask(Decision::CompletionsReached { completions, succeeded, active, needs_no_active: true }) {
            ctx.finished_condition = Some(condition(jm, JobConditionType::Complete, "", ""));
        } else if managed {
            suspended = suspend_or_resume(jm, &mut ctx.job, ensure_job_condition_status);
        }
    }

    let SyncJobCtx { ready, terminating, .. } = ctx;
    let status = &mut ctx.job.status;
    let active_change = Change { from: status.active, to: active };
    let ready_change = OptionalChange { from: status.ready, to: ready };
    // A change of `terminating` alone is not written: upstream assigns before it compares (#125089).
    let counters_changed = jm.ask(Decision::StatusNeedsUpdate {
        active: active_change,
        ready: ready_change,
        terminating: OptionalChange { from: terminating, to: terminating },
        suspended,
    });
    status.active = active;
    status.ready = ready;
    status.terminating = terminating;
    track_job_status_and_remove_finalizers(jm, &mut ctx, key, counters_changed)
        .map_err(|error| ControllerError::TrackingStatus(Box::new(error)))?;
    manage_job_result
}

/// The condition of a Job that fails because of its failed indexes.
fn failed_indexes_condition(jm: &mut Controller<'_>, ctx: &SyncJobCtx, failed: i32) -> Option<JobCondition> {
    let max_failed_indexes = ctx.job.spec.max_failed_indexes;
    if jm.ask(Decision::TooManyFailedIndexes { failed, max_failed_indexes }) {
        let message = "Job has exceeded the specified maximal number of failed indexes";
        return Some(condition(jm, JobConditionType::Failed, "MaxFailedIndexesExceeded", message));
    }
    let (succeeded, completions) = (ctx.succeeded, ctx.job.spec.completions.unwrap_or(0));
    jm.ask(Decision::AllIndexesFinished { failed, succeeded, completions })
        .then(|| condition(jm, JobConditionType::Failed, "FailedIndexes", "Job has failed indexes"))
}
