//! Ended pods, from the uncounted list until their finalizer is gone. The same since v1.26.
//!
//! When a Job ends, and which pods that fails, is each release's own.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::controller::Controller;
use super::indexed_job_utils::{
    backoff_limit_per_index, completion_index, index_failure_count, is_index_failed, valid_index,
};
use super::metrics::OldCounters;
use super::pod_failure_policy::misses;
use super::pods::clean_uncounted_pods_without_finalizers;
use super::sync_job_ctx::SyncJobCtx;
use super::utils::{MAX_UNCOUNTED_PODS, is_pod_failed, matched_rule, number, pod_failure_policy};
use crate::api::{
    EventType, FeatureGates, Job, JobCondition, JobConditionType, ObjectKey, Pod, PodFailurePolicyAction, PodPhase, Uid,
};
use crate::client::ControllerError;
use crate::client::prometheus::Counts;
use crate::trace::{Decision, FailedIndex, Function, PodVerdict, PolicyRule, TraceEntry, TrackedPod};

/// What a walk over the pods found.
pub(super) struct Collected {
    /// Pods whose finalizer may go.
    pub(super) free: Vec<Arc<Pod>>,
    /// Indexes that are new among those that succeeded, in rising order.
    pub(super) new_indexes: Vec<i64>,
    /// Whether pods were added to those listed as uncounted.
    pub(super) listed: bool,
    /// Whether pods were left for the next sync.
    pub(super) capped: bool,
    /// What the pod failure policy said of pods that failed.
    pub(super) actions: Counts<PodFailurePolicyAction>,
}

/// Adds those of the `tracked` pods that ended to those listed as uncounted, up to the cap; indexes need no list.
///
/// `unfinished_fail`: the Job ends so that pods which have not ended count as failed.
pub(super) fn collect(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    tracked: &[Arc<Pod>],
    unfinished_fail: bool,
) -> Collected {
    let indexed = ctx.job.is_indexed();
    let mut uncounted = ctx.job.status.uncounted_terminated_pods.take().unwrap_or_default();
    let mut collected = Collected {
        free: Vec::new(),
        new_indexes: Vec::new(),
        listed: false,
        capped: false,
        actions: Counts::default(),
    };
    for pod in tracked {
        let verdict = judge(jm, ctx, pod, unfinished_fail);
        let gates = jm.gates;
        jm.trace.record(|| TraceEntry::TrackedPod(judged(pod, &ctx.job, verdict, gates)));
        if !verdict.frees() {
            continue;
        }
        collected.free.push(Arc::clone(pod));
        if matches!(verdict, PodVerdict::Failed | PodVerdict::Ignored)
            && let Some(rule) = matched_rule(pod, &ctx.job, jm.gates)
        {
            collected.actions.add(rule.action, 1);
        }
        match verdict {
            PodVerdict::Succeeded if indexed => collected.new_indexes.extend(valid_index(pod, &ctx.job)),
            PodVerdict::Succeeded => {
                uncounted.succeeded.extend(pod.metadata.uid.clone());
                collected.listed = true;
            }
            PodVerdict::Failed => {
                uncounted.failed.extend(pod.metadata.uid.clone());
                collected.listed = true;
            }
            _ => {}
        }
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

/// What becomes of a pod that its finalizer still holds. The status at the beginning of the sync says what was counted
/// before.
fn judge(jm: &Controller<'_>, ctx: &SyncJobCtx, pod: &Pod, unfinished_fail: bool) -> PodVerdict {
    let job = &ctx.job;
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
    if pod.metadata.is_among(&ctx.uncounted.failed) {
        return PodVerdict::CountedBefore;
    }
    let index = if job.is_indexed() { Some(valid_index(pod, job)) } else { None };
    if succeeded {
        return match index {
            // The index itself tells whether it was counted.
            Some(Some(index)) if ctx.prev_succeeded_indexes.has(index) => PodVerdict::CountedBefore,
            Some(None) => PodVerdict::NotCounted,
            None if pod.metadata.is_among(&ctx.uncounted.succeeded) => PodVerdict::CountedBefore,
            Some(Some(_)) | None => PodVerdict::Succeeded,
        };
    }
    if (!failed && !unfinished_fail) || index == Some(None) {
        return PodVerdict::NotCounted;
    }
    match matched_rule(pod, job, jm.gates) {
        Some(rule) if !rule.counts() => PodVerdict::Ignored,
        _ => PodVerdict::Failed,
    }
}

/// A verdict with what a reader wants to know of it: which rule of the pod failure policy speaks of the failure, and
/// whether the pod's index fails for good.
fn judged(pod: &Pod, job: &Job, verdict: PodVerdict, gates: FeatureGates) -> TrackedPod {
    let name = pod.metadata.name.clone().unwrap_or_else(|| "".into());
    let failed = matches!(verdict, PodVerdict::Failed | PodVerdict::Ignored | PodVerdict::KeptForReplacement);
    let matched = if failed { matched_rule(pod, job, gates) } else { None };
    let unfinished = !pod.status.phase.is_terminal();
    let policy = pod_failure_policy(job, gates).filter(|_| failed && !unfinished && matched.is_none());
    let misses = policy.map(|policy| misses(policy, pod, gates)).unwrap_or_default();
    let rule = matched.map(|rule| PolicyRule { rule: number(rule.index), action: rule.action });
    let limit = backoff_limit_per_index(job, gates).filter(|_| verdict == PodVerdict::Failed);
    let failed_index = limit.filter(|limit| is_index_failed(job, pod, *limit, gates)).and_then(|limit| {
        let failures = index_failure_count(pod).saturating_add(1);
        Some(FailedIndex { index: valid_index(pod, job)?, failures, limit })
    });
    TrackedPod { name, verdict, unfinished, rule, misses, failed_index }
}

/// Whether the pod is kept until its replacement is active.
fn is_delayed(ctx: &SyncJobCtx, pod: &Pod) -> bool {
    completion_index(pod)
        .and_then(|index| ctx.pods_with_delayed_deletion_per_index.get(&index))
        .is_some_and(|delayed| delayed.metadata.uid == pod.metadata.uid)
}

/// `flushUncountedAndRemoveFinalizers`. Says whether pods were counted, so that the status has to be
/// written again.
pub(super) fn flush_uncounted_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    free: &[Arc<Pod>],
    actions: &Counts<PodFailurePolicyAction>,
    uids_with_finalizer: &mut BTreeSet<Uid>,
    flush_needed: Decision,
) -> Result<bool, ControllerError> {
    jm.enter(Function::FlushUncountedAndRemoveFinalizers);
    let flushed = flush(jm, ctx, key, free, actions, uids_with_finalizer, flush_needed);
    jm.leave(Function::FlushUncountedAndRemoveFinalizers);
    flushed
}

fn flush(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    free: &[Arc<Pod>],
    actions: &Counts<PodFailurePolicyAction>,
    uids_with_finalizer: &mut BTreeSet<Uid>,
    flush_needed: Decision,
) -> Result<bool, ControllerError> {
    if jm.ask(flush_needed) {
        let stored = jm.update_status(&ctx.job, &ctx.job.status).map_err(ControllerError::AddingUncounted)?;
        ctx.job = Job::clone(&stored);
        // Only now: a sync whose write failed sees the same pods as new once more.
        if jm.gates.release().since(27) {
            jm.update_backoff_record(key, ctx.new_backoff_record);
        }
        jm.count_pods_finished(&ctx.job, &ctx.old_counters);
        ctx.old_counters = OldCounters::from(&ctx.job.status);
    }
    jm.count_policy_actions(actions);
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

/// `recordJobFinished`.
pub(super) fn record_job_finished(jm: &mut Controller<'_>, job: &Job, condition: &JobCondition) {
    jm.count_job_finished(job, condition);
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
