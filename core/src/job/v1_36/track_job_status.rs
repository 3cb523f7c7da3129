//! `trackJobStatusAndRemoveFinalizers` of v1.36: counts pods that ended, and lets them go.
//!
//! What is to be counted is written down before the finalizers go, and what was counted after it: however
//! the controller dies in between, no pod is lost and none counts twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::{
    ConditionStatus, EventType, Job, JobCondition, JobConditionType, ObjectKey, Pod, PodPhase, Time, Uid,
};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::indexed_job_utils::{backoff_limit_per_index, by_completion_index, valid_index};
use crate::job::pods::clean_uncounted_pods_without_finalizers;
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::job::utils::{
    MAX_UNCOUNTED_PODS, ensure_job_condition_status, failed_condition_for, is_pod_failed, matched_rule, new_condition,
    number,
};
use crate::trace::{Decision, Function, PodVerdict, TraceEntry, TrackedPod};

use JobConditionType::SuccessCriteriaMet;

/// `trackJobStatusAndRemoveFinalizers`.
pub(super) fn track_job_status_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    counters_changed: bool,
) -> Result<(), ControllerError> {
    jm.enter(Function::TrackJobStatusAndRemoveFinalizers);
    let tracked = track(jm, ctx, key, counters_changed);
    jm.leave(Function::TrackJobStatusAndRemoveFinalizers);
    tracked
}

fn track(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    counters_changed: bool,
) -> Result<(), ControllerError> {
    let indexed = ctx.job.is_indexed();
    if indexed {
        // So that indexes are completed in order.
        ctx.pods.sort_by_key(|pod| by_completion_index(pod));
    }
    let mut uids_with_finalizer: BTreeSet<Uid> =
        ctx.pods.iter().filter(|pod| ctx.is_tracked(pod)).filter_map(|pod| pod.metadata.uid.clone()).collect();
    let (succeeded, failed) = clean_uncounted_pods_without_finalizers(&mut ctx.job.status, &uids_with_finalizer);
    let cleaned = jm.ask(Decision::UncountedWithoutFinalizer { succeeded, failed });

    let Collected { free, new_indexes, counted, capped } = collect(jm, ctx);
    let mut indexes_changed = false;
    if indexed {
        let new_indexes = ctx.succeeded_indexes.with_ordered_indexes(new_indexes);
        ctx.succeeded_indexes = new_indexes;
        let completed = ctx.succeeded_indexes.to_string();
        let failed = ctx.failed_indexes.as_ref().map(ToString::to_string);
        let status = &mut ctx.job.status;
        indexes_changed = completed != status.completed_indexes || failed != status.failed_indexes;
        // Fewer completions make fewer successes: an index that is asked for again runs again.
        status.succeeded = ctx.succeeded_indexes.total();
        status.completed_indexes = completed;
        status.failed_indexes = failed;
    }
    let finishing = ctx.finished_condition.as_ref().map(|condition| condition.r#type);
    let announced = finishing.is_some_and(|r#type| ctx.job.status.is_true(r#type));
    let interim = jm.ask(Decision::InterimConditionNeeded { condition: finishing, announced });
    if let Some(condition) = ctx.finished_condition.take() {
        // The last condition says the same as the one that announces it.
        ctx.finished_condition = Some(terminal_condition_for(&condition, jm.now));
        ctx.job.status.conditions.extend(Some(condition).filter(|_| interim));
    }
    let flush_needed = Decision::FlushNeeded {
        counters: counters_changed,
        cleaned,
        counted,
        indexes: indexes_changed,
        condition: interim,
    };
    let progress = flush_uncounted_and_remove_finalizers(jm, ctx, key, &free, &mut uids_with_finalizer, flush_needed)?;

    let finished = enact_job_finished(jm, ctx, capped);
    if jm.ask(Decision::SecondFlushNeeded { progress, finished }) {
        jm.update_status(&ctx.job, &ctx.job.status).map_err(ControllerError::RemovingUncounted)?;
        if finished && let Some(condition) = &ctx.finished_condition {
            record_job_finished(jm, &ctx.job, condition);
            jm.expect_finished(&ctx.job.uid());
        }
    }
    Ok(())
}

/// What a walk over the pods found.
struct Collected {
    /// Pods whose finalizer may go.
    free: Vec<Arc<Pod>>,
    /// Indexes that are new among those that succeeded, in rising order.
    new_indexes: Vec<i64>,
    /// Whether anything is to be counted.
    counted: bool,
    /// Whether pods were left for the next sync.
    capped: bool,
}

/// Adds pods that ended to those listed as uncounted, up to the cap; indexes need no list.
fn collect(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx) -> Collected {
    let indexed = ctx.job.is_indexed();
    let mut uncounted = ctx.job.status.uncounted_terminated_pods.take().unwrap_or_default();
    let mut collected = Collected { free: Vec::new(), new_indexes: Vec::new(), counted: false, capped: false };
    for pod in ctx.pods.iter().filter(|pod| ctx.is_tracked(pod)) {
        let verdict = judge(jm, ctx, pod);
        jm.trace.record(|| {
            let name = pod.metadata.name.clone().unwrap_or_else(|| "".into());
            TraceEntry::TrackedPod(TrackedPod { name, verdict })
        });
        if !verdict.frees() {
            continue;
        }
        collected.free.push(Arc::clone(pod));
        match verdict {
            PodVerdict::Succeeded if indexed => collected.new_indexes.extend(valid_index(pod, &ctx.job)),
            PodVerdict::Succeeded => uncounted.succeeded.extend(pod.metadata.uid.clone()),
            PodVerdict::Failed => uncounted.failed.extend(pod.metadata.uid.clone()),
            _ => {}
        }
        collected.counted |= matches!(verdict, PodVerdict::Succeeded | PodVerdict::Failed);
        if collected.new_indexes.len() + uncounted.len() >= MAX_UNCOUNTED_PODS as usize {
            break;
        }
    }
    collected.capped = jm.ask(Decision::OverUncountedCap {
        considered: number(collected.free.len()),
        indexes: number(collected.new_indexes.len()),
        succeeded: number(uncounted.succeeded.len()),
        failed: number(uncounted.failed.len()),
        cap: MAX_UNCOUNTED_PODS,
    });
    ctx.job.status.uncounted_terminated_pods = Some(uncounted);
    collected
}

/// What becomes of a pod that its finalizer still holds. What was counted before is told by the status as
/// it was when the sync began.
fn judge(jm: &Controller<'_>, ctx: &SyncJobCtx, pod: &Pod) -> PodVerdict {
    let (job, uid) = (&ctx.job, pod.metadata.uid());
    let failed = is_pod_failed(pod, job, jm.gates);
    let succeeded = pod.status.phase == PodPhase::Succeeded;
    let finishing = ctx.finished_condition.is_some();
    // canRemoveFinalizer
    if !job.metadata.is_deleting() && !finishing && !succeeded {
        if !failed {
            return PodVerdict::Kept;
        }
        if backoff_limit_per_index(job, jm.gates).is_some() && is_delayed(ctx, pod) {
            return PodVerdict::KeptForReplacement;
        }
    }
    if ctx.uncounted.failed.contains(uid) {
        return PodVerdict::CountedBefore;
    }
    let index = if job.is_indexed() { Some(valid_index(pod, job)) } else { None };
    if succeeded {
        return match index {
            // The index itself tells whether it was counted.
            Some(Some(index)) if ctx.prev_succeeded_indexes.has(index) => PodVerdict::CountedBefore,
            Some(None) => PodVerdict::NotCounted,
            None if ctx.uncounted.succeeded.contains(uid) => PodVerdict::CountedBefore,
            Some(Some(_)) | None => PodVerdict::Succeeded,
        };
    }
    // When the Job fails, all pods that did not succeed count as failed; when it succeeds, those that were
    // still running do not.
    let failing = ctx.finished_condition.as_ref().is_some_and(|condition| condition.r#type != SuccessCriteriaMet);
    if (!failed && !failing) || index == Some(None) {
        return PodVerdict::NotCounted;
    }
    match matched_rule(pod, job, jm.gates) {
        Some(rule) if !rule.counts() => PodVerdict::Ignored,
        _ => PodVerdict::Failed,
    }
}

/// Whether the pod is kept until its replacement is active.
fn is_delayed(ctx: &SyncJobCtx, pod: &Pod) -> bool {
    crate::job::indexed_job_utils::completion_index(pod)
        .and_then(|index| ctx.pods_with_delayed_deletion_per_index.get(&index))
        .is_some_and(|delayed| delayed.metadata.uid == pod.metadata.uid)
}

/// `flushUncountedAndRemoveFinalizers`. Says whether pods were counted, so that the status has to be
/// written again.
fn flush_uncounted_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    free: &[Arc<Pod>],
    uids_with_finalizer: &mut BTreeSet<Uid>,
    flush_needed: Decision,
) -> Result<bool, ControllerError> {
    jm.enter(Function::FlushUncountedAndRemoveFinalizers);
    let flushed = flush(jm, ctx, key, free, uids_with_finalizer, flush_needed);
    jm.leave(Function::FlushUncountedAndRemoveFinalizers);
    flushed
}

fn flush(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    free: &[Arc<Pod>],
    uids_with_finalizer: &mut BTreeSet<Uid>,
    flush_needed: Decision,
) -> Result<bool, ControllerError> {
    if jm.ask(flush_needed) {
        let stored = jm.update_status(&ctx.job, &ctx.job.status).map_err(ControllerError::AddingUncounted)?;
        ctx.job = Job::clone(&stored);
        // Only now: a sync whose write failed sees the same pods as new once more.
        jm.update_backoff_record(key, ctx.new_backoff_record);
    }
    let removal = if jm.ask(Decision::FinalizersToRemove { pods: number(free.len()) }) {
        jm.expect_finalizers_removed(key, free.iter().filter_map(|pod| pod.metadata.uid.clone()).collect());
        jm.remove_tracking_finalizer_from_pods(key, free, uids_with_finalizer)
    } else {
        Ok(())
    };
    let (succeeded, failed) = clean_uncounted_pods_without_finalizers(&mut ctx.job.status, uids_with_finalizer);
    let progress = jm.ask(Decision::UncountedWithoutFinalizer { succeeded, failed });
    if jm.ask(Decision::PartialProgress { failed: removal.is_err(), progress }) {
        jm.update_status(&ctx.job, &ctx.job.status).map_err(ControllerError::RemovingUncounted)?;
    }
    removal.map(|()| progress)
}

/// The condition that ends a Job whose end `condition` announces.
fn terminal_condition_for(condition: &JobCondition, now: Time) -> JobCondition {
    match condition.r#type {
        JobConditionType::FailureTarget => failed_condition_for(condition, now),
        SuccessCriteriaMet => {
            new_condition(JobConditionType::Complete, ConditionStatus::True, &condition.reason, &condition.message, now)
        }
        _ => condition.clone(),
    }
}

/// `enactJobFinished`: gives the Job its last condition, once all of its pods are counted and gone
/// (#123775).
fn enact_job_finished(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, capped: bool) -> bool {
    let (job, condition) = (&mut ctx.job, ctx.finished_condition.as_ref());
    let uncounted = job.status.uncounted_terminated_pods.as_ref().map_or(0, |uncounted| number(uncounted.len()));
    let condition_type = condition.map(|condition| condition.r#type);
    let finished =
        jm.ask(Decision::MayFinish { condition: condition_type, capped, uncounted, terminating: ctx.terminating });
    if let Some(condition) = condition.filter(|_| finished) {
        let last = JobCondition {
            last_probe_time: Some(jm.now.into()),
            last_transition_time: Some(jm.now.into()),
            ..condition.clone()
        };
        ensure_job_condition_status(&mut job.status.conditions, last);
        if condition.r#type == JobConditionType::Complete {
            job.status.completion_time = condition.last_transition_time;
        }
    }
    finished
}

/// `recordJobFinished`: the events come only after the write (since v1.26; before, a failed write repeated
/// them).
fn record_job_finished(jm: &mut Controller<'_>, job: &Job, condition: &JobCondition) {
    if condition.r#type != JobConditionType::Complete {
        return jm.event(job, EventType::Warning, condition.reason.clone().into(), condition.message.as_str());
    }
    let succeeded = job.status.succeeded;
    if let Some(completions) = job.spec.completions
        && jm.ask(Decision::TooManySucceededPods { succeeded, completions })
    {
        let message = "Too many succeeded pods running after completion count reached";
        jm.event(job, EventType::Warning, "TooManySucceededPods".into(), message);
    }
    jm.event(job, EventType::Normal, "Completed".into(), "Job completed");
}
