//! `syncJob` of v1.25 and later: one sync of one Job.

use super::manage_job::manage_job;
use super::track_job_status::track_job_status_and_remove_finalizers;
use super::{delay_terminal_condition, managed_by_external_controller};
use crate::api::{
    ConditionStatus, FeatureGate, FeatureGates, Fix, Job, JobCondition, JobConditionType, ObjectKey, Pod, StatusReason,
};
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
use crate::job::requeue::get_backoff;
use crate::job::success_policy::match_success_policy;
use crate::job::suspend;
use crate::job::sync_job_ctx::{SyncJobCtx, UncountedSets};
use crate::job::tracking_utils::JOB_TRACKING_FINALIZER;
use crate::job::utils::{
    count_ready_pods, count_terminating_pods, ensure_job_condition_status, failed_condition_for, length, matched_rule,
    number, pod_failure_policy,
};
use crate::trace::{Change, Decision, Function, OptionalChange};

/// Whether the key's requeues may be forgotten; or the error, with the same for the trace. Since v1.27 they are forgotten
/// whenever there is no error.
type Synced = Result<bool, (bool, ControllerError)>;

/// `syncJob`.
pub(super) fn sync_job(jm: &mut Controller<'_>, key: &ObjectKey) -> Synced {
    jm.enter(Function::SyncJob);
    sync(jm, key)
}

fn not_forgotten(error: impl Into<ControllerError>) -> (bool, ControllerError) {
    (false, error.into())
}

fn sync(jm: &mut Controller<'_>, key: &ObjectKey) -> Synced {
    let gates = jm.gates;
    let release = gates.release();
    let (namespace, name) = key.split();
    if !jm.ask(Decision::KeyComplete { namespace: !namespace.is_empty(), name: !name.is_empty() }) {
        return Err(not_forgotten(ControllerError::InvalidKey(key.clone())));
    }
    // What the caches show may be older than what this controller made of it (#130103).
    jm.ensure_ready(key).inspect_err(|error| jm.count_stale_sync_skip(error)).map_err(not_forgotten)?;
    let shared_job = jm.machinery.jobs.get(key).cloned();
    jm.ask(Decision::JobInCache { found: shared_job.is_some() });
    let Some(shared_job) = shared_job else {
        jm.delete_expectations(key);
        jm.delete_finalizer_expectations(key);
        jm.clear_written(key, None);
        jm.remove_backoff_record(key);
        return Ok(true);
    };
    // A Job that was enqueued may have been replaced by one of the same name that is managed elsewhere.
    if jm.enabled(FeatureGate::JobManagedBy)
        && jm.ask(Decision::ManagedExternally { managed: managed_by_external_controller(&shared_job) })
    {
        return Ok(true);
    }
    let mut job = Job::clone(&shared_job);
    if jm.ask(Decision::JobFinished { condition: job.status.finished() }) {
        jm.remove_backoff_record(key);
        jm.clear_written(key, Some(job.metadata.uid()));
        jm.finished_observed(&job.uid());
        return Ok(true);
    }
    let written = jm.state().finished_job_expectations.contains(&job.uid());
    if release.since(34) && jm.ask(Decision::FinishWritten { written }) {
        return Ok(true);
    }
    // Here upstream skips Jobs whose completionMode it does not know. The API server lets none through.
    jm.measure_sync(&job);
    if !release.since(27) {
        let enabled = jm.enabled(FeatureGate::JobTrackingWithFinalizers);
        jm.ask(Decision::TrackedWithFinalizers { enabled, annotated: true });
    }
    let uncounted = UncountedSets::from(&*job.status.uncounted_terminated_pods.get_or_insert_default());
    // Since v1.28 they are read after pods are claimed. An event that arrives while the sync claims removes its pod from them,
    // although the state of the pod that was listed still has the finalizer: that pod counts twice.
    let expected = |jm: &mut Controller<'_>| jm.state().finalizer_expectations.expected(key);
    let expected_before = (!release.since(28)).then(|| expected(jm));

    // Expectations are looked at before the pods are listed, so that a pod which arrives in between
    // makes this sync do too little rather than too much.
    let record = jm.machinery.expectations.record(key, jm.now);
    let satisfied_expectations = jm.ask(Decision::ExpectationsSatisfied { record });
    let list = if release.since(34) { Process::pods_by_controller } else { Process::pods_of_namespace };
    let pods = jm.get_pods_for_job(&job, list, Some(JOB_TRACKING_FINALIZER)).map_err(not_forgotten)?.pods;
    let active_pods = filter_active_pods(&pods);
    let mut active = length(active_pods.len());
    let mut ctx = SyncJobCtx {
        terminating: tracks_terminating(&job, gates).then(|| count_terminating_pods(&pods)),
        ready: jm.enabled(FeatureGate::JobReadyPods).then(|| count_ready_pods(&active_pods)),
        expected_rm_finalizers: expected_before.unwrap_or_else(|| expected(jm)),
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
    ctx.new_backoff_record = jm.state().pod_backoff_store.new_record(key, &new_succeeded, &new_failed, release);

    let failed_change = Change { from: ctx.job.status.failed, to: ctx.failed };
    let delayed = delay_terminal_condition(gates);
    let met = true_condition(&ctx.job, JobConditionType::SuccessCriteriaMet);
    if (jm.enabled(FeatureGate::JobSuccessPolicy) || delayed)
        && jm.ask(Decision::SuccessCriteriaMetSet { present: met.is_some() })
    {
        // How the Job ends is decided: no failure changes that any more.
        ctx.finished_condition = met;
    } else if jm.enabled(FeatureGate::JobPodFailurePolicy) {
        let target = if release.since(31) {
            true_condition(&ctx.job, JobConditionType::FailureTarget)
        } else {
            // The status of the condition is not looked at.
            ctx.job.status.condition(JobConditionType::FailureTarget).cloned()
        };
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
        let exceeds = if release.since(26) {
            Decision::FailuresExceedBackoffLimit { failed: ctx.failed, backoff_limit }
        } else {
            let parallelism = ctx.job.spec.parallelism.unwrap_or(0);
            Decision::NewFailuresExceedBackoffLimit { failed: failed_change, active, parallelism, backoff_limit }
        };
        if jm.ask(exceeds) || past_backoff_limit_on_failure(jm, &ctx) {
            let message = "Job has reached the specified backoff limit";
            ctx.finished_condition = Some(failure(jm, "BackoffLimitExceeded", message));
        } else if past_active_deadline(jm, &ctx.job) {
            let message = "Job was active longer than specified deadline";
            ctx.finished_condition = Some(failure(jm, "DeadlineExceeded", message));
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
        if release.since(28) {
            jm.ask(Decision::BackoffLimitPerIndexSet { backoff_limit_per_index: limit });
        }
        if let Some(limit) = limit {
            let failed_indexes = calculate_failed_indexes(&ctx.job, &ctx.pods, limit, gates);
            let failed = failed_indexes.total();
            ctx.failed_indexes = Some(failed_indexes);
            if ctx.finished_condition.is_none() {
                ctx.finished_condition = failed_indexes_condition(jm, &ctx, failed);
            }
            ctx.pods_with_delayed_deletion_per_index = pods_with_delayed_deletion_per_index(&ctx, gates);
        }
        if ctx.finished_condition.is_none() && jm.enabled(FeatureGate::JobSuccessPolicy) {
            ctx.finished_condition = success_policy_condition(jm, &ctx);
        }
    }

    let mut suspended = None;
    let manage_job_result;
    let finishing = ctx.finished_condition.as_ref().map(|condition| condition.r#type);
    if jm.ask(Decision::Finishing { condition: finishing }) {
        let Deleted { pods: deleted, ready: deleted_ready, result } = jm.delete_active_pods(&ctx.job, &ctx.active_pods);
        let expectations_satisfied = Some(satisfied_expectations);
        if !jm.ask(Decision::ActivePodsDeleted { active, deleted, expectations_satisfied }) {
            // There may be finalizers left, or pods that are not in the cache yet.
            ctx.finished_condition = None;
        }
        active -= deleted;
        if release.since(31) {
            ctx.pods_deleted(deleted, deleted_ready);
        }
        manage_job_result = result;
    } else {
        let deleting = ctx.job.metadata.is_deleting();
        let managed = jm.ask(Decision::ManageNeeded { expectations_satisfied: satisfied_expectations, deleting });
        if managed {
            (active, manage_job_result) = manage_job(jm, &mut ctx, key);
        } else {
            manage_job_result = Ok(());
        }
        let (completions, succeeded) = (ctx.job.spec.completions, ctx.succeeded);
        if jm.ask(Decision::CompletionsReached { completions, succeeded, active, needs_no_active: true }) {
            ctx.finished_condition = Some(success(jm));
        } else if managed {
            suspended = suspend_or_resume(jm, &mut ctx.job);
        }
    }

    let forget = release.since(27) || {
        // A success ends the back-off (#56853).
        let succeeded = Change { from: ctx.job.status.succeeded, to: ctx.succeeded };
        jm.ask(Decision::NewSuccesses { succeeded }) || suspended.is_some()
    };
    let SyncJobCtx { ready, .. } = ctx;
    let terminating = ctx.terminating.filter(|_| jm.enabled(FeatureGate::JobPodReplacementPolicy));
    let status = &mut ctx.job.status;
    // Without the fix `terminating` is assigned before it is compared.
    let terminating_before = if gates.has(Fix::TerminatingWritten) { status.terminating } else { terminating };
    let counters_changed = jm.ask(Decision::StatusNeedsUpdate {
        active: Change { from: status.active, to: active },
        ready: OptionalChange { from: status.ready, to: ready },
        terminating: OptionalChange { from: terminating_before, to: terminating },
        suspended,
    });
    status.active = active;
    status.ready = ready;
    status.terminating = terminating;
    let finished = match track_job_status_and_remove_finalizers(jm, &mut ctx, key, counters_changed) {
        Err(error) if !release.since(28) && error.reason() == Some(StatusReason::Conflict) => {
            // Most likely a stale cache, which is no error.
            let delay_ms = get_backoff(jm.machinery.queue.limiter.num_requeues(key));
            jm.add_after(key, delay_ms);
            return Ok(release.since(27));
        }
        tracked => tracked.map_err(|error| not_forgotten(ControllerError::TrackingStatus(Box::new(error))))?,
    };
    // Until v1.27 such an error has the key come back after the back-off.
    if !release.since(28) && jm.ask(Decision::NewFailureUnfinished { failed: failed_change, finished }) {
        return Err((forget, ControllerError::FailedPods(key.clone())));
    }
    manage_job_result.map(|()| forget).map_err(|error| (forget, error))
}

/// The condition of that type, if it holds.
fn true_condition(job: &Job, r#type: JobConditionType) -> Option<JobCondition> {
    job.status.condition(r#type).filter(|condition| condition.status == ConditionStatus::True).cloned()
}

/// Whether the sync counts pods that are being deleted and have not ended.
fn tracks_terminating(job: &Job, gates: FeatureGates) -> bool {
    let waits = || gates.enabled(FeatureGate::JobManagedBy) || pod_failure_policy(job, gates).is_some();
    gates.enabled(FeatureGate::JobPodReplacementPolicy) || (gates.release().since(31) && waits())
}

/// `newFailureCondition`: the end is announced if it comes when the pods are gone.
fn failure(jm: &Controller<'_>, reason: &str, message: &str) -> JobCondition {
    let delayed = delay_terminal_condition(jm.gates);
    let r#type = if delayed { JobConditionType::FailureTarget } else { JobConditionType::Failed };
    condition(jm, r#type, reason, message)
}

/// `newSuccessCondition`: the same for a Job whose completions are reached.
fn success(jm: &Controller<'_>) -> JobCondition {
    let r#type = if delay_terminal_condition(jm.gates) {
        JobConditionType::SuccessCriteriaMet
    } else {
        JobConditionType::Complete
    };
    if jm.gates.release().since(31) && jm.enabled(FeatureGate::JobSuccessPolicy) {
        condition(jm, r#type, "CompletionsReached", "Reached expected number of succeeded pods")
    } else {
        condition(jm, r#type, "", "")
    }
}

/// The condition of a Job that fails because of its failed indexes.
fn failed_indexes_condition(jm: &mut Controller<'_>, ctx: &SyncJobCtx, failed: i32) -> Option<JobCondition> {
    let max_failed_indexes = ctx.job.spec.max_failed_indexes;
    if jm.ask(Decision::TooManyFailedIndexes { failed, max_failed_indexes }) {
        let message = "Job has exceeded the specified maximal number of failed indexes";
        return Some(failure(jm, "MaxFailedIndexesExceeded", message));
    }
    let (succeeded, completions) = (ctx.succeeded, ctx.job.spec.completions.unwrap_or(0));
    jm.ask(Decision::AllIndexesFinished { failed, succeeded, completions })
        .then(|| failure(jm, "FailedIndexes", "Job has failed indexes"))
}

/// The condition of a Job for whose success policy enough indexes succeeded.
fn success_policy_condition(jm: &mut Controller<'_>, ctx: &SyncJobCtx) -> Option<JobCondition> {
    let completions = ctx.job.spec.completions.unwrap_or(0);
    let policy = ctx.job.spec.success_policy.as_deref();
    let rule = policy.and_then(|policy| match_success_policy(policy, completions, &ctx.succeeded_indexes));
    jm.ask(Decision::SuccessPolicyMatched {
        rules: policy.map_or(0, |policy| number(policy.rules.len())),
        succeeded: ctx.succeeded,
        rule: rule.map(number),
    });
    let message = format!("Matched rules at index {}", rule?);
    Some(condition(jm, JobConditionType::SuccessCriteriaMet, "SuccessPolicy", &message))
}

/// The condition `Suspended` follows the spec; a suspended Job may forget when it started. Says which status the
/// condition has now, if that is another one.
fn suspend_or_resume(jm: &mut Controller<'_>, job: &mut Job) -> Option<ConditionStatus> {
    let changed = suspend::suspend_or_resume(jm, job, ensure_job_condition_status);
    let gate = FeatureGate::MutableSchedulingDirectivesForSuspendedJobs;
    if changed == Some(ConditionStatus::True) && gate.stage_in(jm.gates.release()).is_some() {
        let cleared = jm.enabled(gate);
        if jm.ask(Decision::StartTimeCleared { cleared }) {
            job.status.start_time = None;
        }
    }
    changed
}
