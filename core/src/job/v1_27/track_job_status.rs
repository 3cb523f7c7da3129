//! `trackJobStatusAndRemoveFinalizers` of v1.27 and later: counts pods that ended, and lets them go.
//!
//! What is to be counted is written down before the finalizers go, and what was counted after it: however
//! the controller dies in between, no pod is lost and none counts twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::delay_terminal_condition;
use crate::api::{ConditionStatus, Fix, JobCondition, JobConditionType, ObjectKey, Pod, Time, Uid};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::indexed_job_utils::by_completion_index;
use crate::job::metrics::OldCounters;
use crate::job::pods::clean_uncounted_pods_without_finalizers;
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::job::uncounted_pods::{Collected, collect, flush_uncounted_and_remove_finalizers, record_job_finished};
use crate::job::utils::{ensure_job_condition_status, failed_condition_for, new_condition, number};
use crate::trace::{Answer, Decision, Function};

use JobConditionType::SuccessCriteriaMet;

/// `trackJobStatusAndRemoveFinalizers`. Says whether the Job object that it was given has ended: the first write of the
/// status replaces the object, so only a Job that ends without that write has.
pub(super) fn track_job_status_and_remove_finalizers(
    jm: &mut Controller<'_>,
    ctx: &mut SyncJobCtx,
    key: &ObjectKey,
    counters_changed: bool,
) -> Result<bool, ControllerError> {
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
) -> Result<bool, ControllerError> {
    let (release, reported_once) = (jm.gates.release(), jm.gates.has(Fix::EndToldOnce));
    let indexed = ctx.job.is_indexed();
    let mut tracked: Vec<Arc<Pod>> = ctx.pods.iter().filter(|pod| ctx.is_tracked(pod)).cloned().collect();
    if indexed {
        // So that indexes are completed in order. Upstream sorts all pods, also those that it then passes over.
        tracked.sort_by_cached_key(|pod| by_completion_index(pod));
    }
    let mut uids_with_finalizer: BTreeSet<Uid> = tracked.iter().filter_map(|pod| pod.metadata.uid.clone()).collect();
    ctx.old_counters = OldCounters::from(&ctx.job.status);
    let (succeeded, failed) = clean_uncounted_pods_without_finalizers(&mut ctx.job.status, &uids_with_finalizer);
    let cleaned = jm.ask(Decision::UncountedWithoutFinalizer { succeeded, failed });

    // When the Job fails, all pods that did not succeed count as failed; when it succeeds, those that were
    // still running do not.
    let fails = ctx.finished_condition.as_ref().is_some_and(|condition| condition.r#type != SuccessCriteriaMet);
    let Collected { free, new_indexes, listed, capped, actions } = collect(jm, ctx, &tracked, fails);
    let (mut completed_indexes, mut failed_indexes) = (!new_indexes.is_empty(), false);
    if indexed {
        // Until v1.27 indexes beyond the cap wait for the next sync.
        let before = if release.since(28) { &ctx.succeeded_indexes } else { &ctx.prev_succeeded_indexes };
        ctx.succeeded_indexes = before.with_ordered_indexes(new_indexes);
        let completed = ctx.succeeded_indexes.to_string();
        let failed = ctx.failed_indexes.as_ref().map(ToString::to_string);
        let status = &mut ctx.job.status;
        completed_indexes |= completed != status.completed_indexes;
        failed_indexes = failed != status.failed_indexes;
        // Fewer completions make fewer successes: an index that is asked for again runs again.
        status.succeeded = ctx.succeeded_indexes.total();
        status.completed_indexes = completed;
        status.failed_indexes = failed;
    }
    let finishing = ctx.finished_condition.as_ref().map(|condition| condition.r#type);
    // Of several conditions of a type, which only another writer can leave, the first counts.
    let announced = finishing.is_some_and(|r#type| {
        ctx.job.status.condition(r#type).is_some_and(|first| first.status == ConditionStatus::True)
    });
    let interim = jm.ask(Decision::InterimConditionNeeded { condition: finishing, announced });
    if let Some(condition) = ctx.finished_condition.take() {
        // The last condition says the same as the one that announces it.
        ctx.finished_condition = Some(terminal_condition_for(&condition, jm.now));
        ctx.job.status.conditions.extend(Some(condition).filter(|_| interim));
    }
    let flush_needed = Decision::FlushNeeded {
        counters: counters_changed,
        cleaned,
        listed,
        completed_indexes,
        failed_indexes,
        condition: interim,
    };
    let replaced = flush_needed.answer() == Answer::Yes;
    let progress =
        flush_uncounted_and_remove_finalizers(jm, ctx, key, &free, &actions, &mut uids_with_finalizer, flush_needed)?;

    // Until v1.25 the cap does not keep a Job from ending (#112836).
    let finished = enact_job_finished(jm, ctx, capped && release.since(26));
    if finished && !reported_once {
        // Before the write, and once more if that fails (#112873).
        record(jm, ctx);
    }
    if jm.ask(Decision::SecondFlushNeeded { progress, finished }) {
        jm.update_status(&ctx.job, &ctx.job.status).map_err(ControllerError::RemovingUncounted)?;
        if finished && reported_once {
            record(jm, ctx);
        }
        if finished && release.since(34) {
            jm.expect_finished(&ctx.job.uid());
        }
        jm.count_pods_finished(&ctx.job, &ctx.old_counters);
    }
    Ok(finished && !replaced)
}

fn record(jm: &mut Controller<'_>, ctx: &SyncJobCtx) {
    if let Some(condition) = &ctx.finished_condition {
        record_job_finished(jm, &ctx.job, condition);
    }
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

/// `enactJobFinished`: gives the Job its last condition, once all of its pods are counted and, where the end is
/// announced, gone.
fn enact_job_finished(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, capped: bool) -> bool {
    let (job, condition) = (&mut ctx.job, ctx.finished_condition.as_ref());
    let uncounted = job.status.uncounted_terminated_pods.as_ref().map_or(0, |uncounted| number(uncounted.len()));
    let condition_type = condition.map(|condition| condition.r#type);
    let terminating = ctx.terminating.filter(|_| delay_terminal_condition(jm.gates));
    let finished = jm.ask(Decision::MayFinish { condition: condition_type, capped, uncounted, terminating });
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
