//! `trackJobStatusAndRemoveFinalizers` of v1.22: counts pods that ended, and lets them go.
//!
//! What is to be counted is written down before the finalizers go, and what was counted after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::{
    EventType, Job, JobCondition, JobConditionType, ObjectKey, Pod, PodPhase, Uid, UncountedTerminatedPods,
};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::indexed_job_utils::{by_completion_index, valid_index};
use crate::job::pods::clean_uncounted_pods_without_finalizers;
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::job::utils::{MAX_UNCOUNTED_PODS, number};
use crate::trace::{Decision, Function, PodVerdict, TraceEntry, TrackedPod};

/// `trackJobStatusAndRemoveFinalizers`.
pub(super) fn track_job_status_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    needs_flush: bool,
) -> Result<(), ControllerError> {
    jm.enter(Function::TrackJobStatusAndRemoveFinalizers);
    let tracked = track(jm, ctx, key, needs_flush);
    jm.leave(Function::TrackJobStatusAndRemoveFinalizers);
    tracked
}

/// What a walk over the pods found since the last flush.
#[derive(Default)]
struct Collected {
    /// Pods whose finalizer may go.
    free: Vec<Arc<Pod>>,
    /// Indexes that are new among those that succeeded, in rising order.
    new_indexes: Vec<i64>,
    /// Why the status has to be written.
    needs: Needs,
}

/// Why the status has to be written.
#[derive(Clone, Copy, Default)]
struct Needs {
    /// The number of active pods or the condition `Suspended` changed.
    counters: bool,
    /// Pods listed as uncounted were counted.
    cleaned: bool,
    /// Pods were added to those listed as uncounted.
    listed: bool,
}

fn track(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    needs_flush: bool,
) -> Result<(), ControllerError> {
    // From here on the status is brought up to date bit by bit.
    ctx.succeeded_indexes = ctx.prev_succeeded_indexes.clone();
    let mut held: Vec<Arc<Pod>> = ctx.pods.iter().filter(|pod| has_job_tracking_finalizer(pod)).cloned().collect();
    if ctx.job.is_indexed() {
        // So that indexes are completed in order. Upstream sorts all pods, also those that it then passes over.
        held.sort_by_cached_key(|pod| by_completion_index(pod));
    }
    let mut uids_with_finalizer: BTreeSet<Uid> = held.iter().filter_map(|pod| pod.metadata.uid.clone()).collect();
    // Until v1.22.2 the lists stayed as they were until a flush (#104666).
    let (succeeded, failed) = clean_uncounted_pods_without_finalizers(&mut ctx.job.status, &uids_with_finalizer);
    let cleaned = jm.ask(Decision::UncountedWithoutFinalizer { succeeded, failed });
    let needs = Needs { counters: needs_flush, cleaned, listed: false };
    let mut collected = Collected { needs, ..Collected::default() };
    for pod in &held {
        collect(jm, ctx, pod, &mut collected);
        if is_full(ctx, &collected) {
            over_cap(jm, ctx, &collected);
            // This release collects the rest again after the flush; later releases leave it to the next sync.
            let progress = flush_uncounted_and_remove_finalizers(jm, ctx, key, collected, &mut uids_with_finalizer)?;
            let needs = Needs { cleaned: progress, ..Needs::default() };
            collected = Collected { needs, ..Collected::default() };
        }
    }
    over_cap(jm, ctx, &collected);
    let progress = flush_uncounted_and_remove_finalizers(jm, ctx, key, collected, &mut uids_with_finalizer)?;

    let finished = enact_job_finished(jm, &mut ctx.job, ctx.finished_condition.as_ref());
    if jm.ask(Decision::SecondFlushNeeded { progress, finished }) {
        jm.update_job_status(&ctx.job).map_err(ControllerError::RemovingUncounted)?;
    }
    Ok(())
}

/// Adds a pod that ended to those listed as uncounted; indexes need no list.
fn collect(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, pod: &Arc<Pod>, collected: &mut Collected) {
    let verdict = judge(ctx, pod);
    jm.trace.record(|| {
        let name = pod.metadata.name.clone().unwrap_or_else(|| "".into());
        let unfinished = !pod.status.phase.is_terminal();
        TraceEntry::TrackedPod(TrackedPod {
            name,
            verdict,
            unfinished,
            rule: None,
            misses: Vec::new(),
            failed_index: None,
        })
    });
    if verdict.frees() {
        collected.free.push(Arc::clone(pod));
    }
    let indexed = ctx.job.is_indexed();
    collected.needs.listed |= verdict == PodVerdict::Failed || (verdict == PodVerdict::Succeeded && !indexed);
    let uncounted = ctx.job.status.uncounted_terminated_pods.get_or_insert_default();
    match verdict {
        PodVerdict::Succeeded if indexed => collected.new_indexes.extend(valid_index(pod, &ctx.job)),
        PodVerdict::Succeeded => uncounted.succeeded.extend(pod.metadata.uid.clone()),
        PodVerdict::Failed => uncounted.failed.extend(pod.metadata.uid.clone()),
        _ => {}
    }
}

/// What becomes of a pod that its finalizer still holds. The status at the beginning of the sync says what was counted
/// before, each list for itself: a pod that was listed as failed while it was being deleted, and then succeeded, ends
/// in both, and the API server refuses that for ever (#111646).
fn judge(ctx: &SyncJobCtx, pod: &Pod) -> PodVerdict {
    let job = &ctx.job;
    let succeeded = pod.status.phase == PodPhase::Succeeded;
    // When the Job ends, all pods that did not succeed count as failed.
    let failed = !succeeded
        && (pod.status.phase == PodPhase::Failed || pod.metadata.is_deleting() || ctx.finished_condition.is_some());
    if !succeeded && !failed {
        return if job.metadata.is_deleting() { PodVerdict::NotCounted } else { PodVerdict::Kept };
    }
    let index = if job.is_indexed() { Some(valid_index(pod, job)) } else { None };
    match index {
        Some(None) => PodVerdict::NotCounted,
        // The index itself tells whether it was counted.
        Some(Some(index)) if succeeded && ctx.succeeded_indexes.has(index) => PodVerdict::CountedBefore,
        None if succeeded && pod.metadata.is_among(&ctx.uncounted.succeeded) => PodVerdict::CountedBefore,
        Some(Some(_)) | None if succeeded => PodVerdict::Succeeded,
        Some(Some(_)) | None if pod.metadata.is_among(&ctx.uncounted.failed) => PodVerdict::CountedBefore,
        Some(Some(_)) | None => PodVerdict::Failed,
    }
}

fn is_full(ctx: &SyncJobCtx, collected: &Collected) -> bool {
    let uncounted = ctx.job.status.uncounted_terminated_pods.as_ref().map_or(0, UncountedTerminatedPods::len);
    collected.new_indexes.len() + uncounted >= MAX_UNCOUNTED_PODS as usize
}

fn over_cap(jm: &mut Controller<'_>, ctx: &SyncJobCtx, collected: &Collected) {
    let uncounted = ctx.job.status.uncounted_terminated_pods.as_ref();
    jm.ask(Decision::OverUncountedCap {
        considered: number(collected.free.len()),
        indexes: number(collected.new_indexes.len()),
        succeeded: uncounted.map_or(0, |uncounted| number(uncounted.succeeded.len())),
        failed: uncounted.map_or(0, |uncounted| number(uncounted.failed.len())),
        cap: MAX_UNCOUNTED_PODS,
    });
}

/// `flushUncountedAndRemoveFinalizers`. Says whether pods were counted, so that the status has to be
/// written again.
fn flush_uncounted_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    collected: Collected,
    uids_with_finalizer: &mut BTreeSet<Uid>,
) -> Result<bool, ControllerError> {
    let Collected { free, new_indexes, needs } = collected;
    let completed_indexes = !new_indexes.is_empty();
    if completed_indexes {
        ctx.succeeded_indexes = ctx.succeeded_indexes.with_ordered_indexes(new_indexes);
        ctx.job.status.succeeded = ctx.succeeded_indexes.total();
        ctx.job.status.completed_indexes = ctx.succeeded_indexes.to_string();
    }
    jm.enter(Function::FlushUncountedAndRemoveFinalizers);
    let flushed = flush(jm, ctx, key, &free, uids_with_finalizer, needs, completed_indexes);
    jm.leave(Function::FlushUncountedAndRemoveFinalizers);
    flushed
}

fn flush(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    free: &[Arc<Pod>],
    uids_with_finalizer: &mut BTreeSet<Uid>,
    Needs { counters, cleaned, listed }: Needs,
    completed_indexes: bool,
) -> Result<bool, ControllerError> {
    let flush_needed =
        Decision::FlushNeeded { counters, cleaned, listed, completed_indexes, failed_indexes: false, condition: false };
    if jm.ask(flush_needed) {
        jm.update_job_status(&ctx.job).map_err(ControllerError::AddingUncounted)?;
    }
    let removal = if jm.ask(Decision::FinalizersToRemove { pods: number(free.len()) }) {
        jm.remove_tracking_finalizer_from_pods(key, free, uids_with_finalizer)
    } else {
        Ok(())
    };
    let (succeeded, failed) = clean_uncounted_pods_without_finalizers(&mut ctx.job.status, uids_with_finalizer);
    let progress = jm.ask(Decision::UncountedWithoutFinalizer { succeeded, failed });
    if jm.ask(Decision::PartialProgress { failed: removal.is_err(), progress }) {
        jm.update_job_status(&ctx.job).map_err(ControllerError::RemovingUncounted)?;
    }
    removal.map(|()| progress)
}

/// `enactJobFinished`: gives the Job its last condition, once all of its pods are counted. The events come
/// before the write, and again if that fails.
pub(super) fn enact_job_finished(jm: &mut Controller<'_>, job: &mut Job, condition: Option<&JobCondition>) -> bool {
    let uncounted = job.status.uncounted_terminated_pods.as_ref().map_or(0, |uncounted| number(uncounted.len()));
    let r#type = condition.map(|condition| condition.r#type);
    let finished = jm.ask(Decision::MayFinish { condition: r#type, capped: false, uncounted, terminating: None });
    let Some(condition) = condition.filter(|_| finished) else { return false };
    job.status.conditions.push(condition.clone());
    // Before the write, and once more if that fails (#112873).
    jm.count_job_finished(job, condition);
    if condition.r#type != JobConditionType::Complete {
        jm.event(job, EventType::Warning, condition.reason.clone().into(), condition.message.as_str());
        return true;
    }
    let succeeded = job.status.succeeded;
    if let Some(completions) = job.spec.completions
        && jm.ask(Decision::TooManySucceededPods { succeeded, completions })
    {
        let message = "Too many succeeded pods running after completion count reached";
        jm.event(job, EventType::Warning, "TooManySucceededPods".into(), message);
    }
    job.status.completion_time = condition.last_transition_time;
    jm.event(job, EventType::Normal, "Completed".into(), "Job completed");
    true
}
