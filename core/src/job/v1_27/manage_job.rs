//! `manageJob` of v1.27 and later: creates or deletes pods to reach the wanted number.

use std::sync::Arc;

use crate::api::{Fix, ObjectKey, Pod};
use crate::job::backoff_utils::max_pod_failure_back_off_ms;
use crate::job::controller::Controller;
use crate::job::handlers::enqueue_sync_job_with_delay;
use crate::job::indexed_job_utils::{backoff_limit_per_index, first_pending_indexes};
use crate::job::manage_pods::{Managed, active_pods_for_removal, create_missing, keep_ready_indexes};
use crate::job::metrics::SyncAction;
use crate::job::pods::Deleted;
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::job::utils::{
    MAX_POD_CREATE_DELETE_PER_SYNC, count_terminating_pods, length, pod_failure_policy, pod_replacement_policy,
};
use crate::trace::{BackoffRecord, Decision, Function};

/// `manageJob`.
pub(super) fn manage_job(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, key: &ObjectKey) -> Managed {
    jm.enter(Function::ManageJob);
    let managed = manage(jm, ctx, key);
    jm.leave(Function::ManageJob);
    managed
}

fn manage(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, key: &ObjectKey) -> Managed {
    let gates = jm.gates;
    let active = length(ctx.active_pods.len());
    if jm.ask(Decision::JobSuspended { suspend: ctx.job.is_suspended() }) {
        jm.set_sync_action(SyncAction::PodsDeleted);
        let remove = active_pods_for_removal(ctx, active, jm.gates.release()).0;
        return delete_surplus(jm, ctx, key, &remove);
    }

    // Until v1.30 this is asked before it is known whether pods are missing, and the pods are counted for it.
    let early = (!gates.release().since(31)).then(|| wait_for_terminating(jm, ctx));
    let job = &ctx.job;
    let want = jm.value(Decision::WantActive {
        completions: job.spec.completions,
        succeeded: ctx.succeeded,
        parallelism: job.spec.parallelism.unwrap_or(0),
        active,
        not_negative: true,
    });
    let want = i32::try_from(want).unwrap_or(i32::MAX);

    let (mut remove, misplaced) = active_pods_for_removal(ctx, active.saturating_sub(want).max(0), jm.gates.release());
    if jm.value(Decision::PodsToRemove { active, want, misplaced }) > 0 {
        jm.set_sync_action(SyncAction::PodsDeleted);
        let pods = length(remove.len());
        if jm.ask(Decision::OverSyncCap { pods, cap: MAX_POD_CREATE_DELETE_PER_SYNC }) {
            remove.truncate(MAX_POD_CREATE_DELETE_PER_SYNC.unsigned_abs() as usize);
        }
        // A sync either deletes or creates; deletion goes first.
        return delete_surplus(jm, ctx, key, &remove);
    }

    let terminating = early.unwrap_or_else(|| wait_for_terminating(jm, ctx));
    let diff = jm.value(Decision::PodsMissing { want, terminating, active });
    if diff <= 0 {
        jm.set_sync_action(SyncAction::Tracking);
        return (active, Ok(()));
    }
    jm.set_sync_action(SyncAction::PodsCreated);
    let mut diff = i32::try_from(diff).unwrap_or(i32::MAX);
    let limit_per_index = backoff_limit_per_index(job, gates).is_some();
    // Until v1.26 the work queue alone delays replacements.
    if !limit_per_index && gates.release().since(27) {
        let BackoffRecord { failures_after_last_success: failures, last_failure_time } = ctx.new_backoff_record;
        let since_ms = last_failure_time.map(|last| jm.now.since(last));
        let cap_ms = max_pod_failure_back_off_ms(gates.release());
        let remaining = jm.value(Decision::PodBackoffRemaining { failures, since_ms, cap_ms });
        if remaining > 0 {
            return delay(jm, key, remaining, active);
        }
    }
    if jm.ask(Decision::OverSyncCap { pods: diff, cap: MAX_POD_CREATE_DELETE_PER_SYNC }) {
        diff = MAX_POD_CREATE_DELETE_PER_SYNC;
    }
    if !gates.release().since(28) {
        // All are expected, even if there are fewer free indexes than that.
        jm.expect_creations(key, diff.into());
    }
    let mut indexes = None;
    if job.is_indexed() {
        let (mut pending, free) = first_pending_indexes(ctx, diff, job.spec.completions.unwrap_or(0), gates);
        jm.value(Decision::PendingIndexes { wanted: diff, free });
        if limit_per_index {
            let remaining = keep_ready_indexes(jm, &mut pending, &ctx.pods_with_delayed_deletion_per_index);
            if remaining > 0 {
                return delay(jm, key, remaining, active);
            }
        }
        diff = length(pending.len());
        indexes = Some(pending);
    }
    if gates.release().since(28) {
        jm.expect_creations(key, diff.into());
    }
    create_missing(jm, ctx, key, diff, indexes)
}

/// How many terminating pods stand for pods that are not replaced yet. Until v1.27 all are replaced.
fn wait_for_terminating(jm: &mut Controller<'_>, ctx: &SyncJobCtx) -> i32 {
    let (job, gates) = (&ctx.job, jm.gates);
    if !gates.release().since(28) {
        return 0;
    }
    let only_replace_failed = Decision::OnlyReplaceFailed {
        pod_replacement_policy: pod_replacement_policy(job, gates),
        pod_failure_policy: pod_failure_policy(job, gates).is_some(),
    };
    if !jm.ask(only_replace_failed) {
        return 0;
    }
    // Until v1.30 they are counted for this even where the status does not have them.
    if gates.release().since(31) { ctx.terminating.unwrap_or(0) } else { count_terminating_pods(&ctx.pods) }
}

/// Comes back when the back-off is over. The number of active pods was given as 0, and written so, although
/// pods run: a strict API server refuses that while they are ready (#139428).
fn delay(jm: &mut Controller<'_>, key: &ObjectKey, remaining_ms: i64, active: i32) -> Managed {
    enqueue_sync_job_with_delay(jm, key, remaining_ms);
    (if jm.gates.has(Fix::ActiveInBackOff) { active } else { 0 }, Ok(()))
}

/// Deletes active pods that are not wanted: they are terminating from now on, and ready no longer.
fn delete_surplus(jm: &mut Controller<'_>, ctx: &mut SyncJobCtx, key: &ObjectKey, remove: &[Arc<Pod>]) -> Managed {
    jm.expect_deletions(key, length(remove.len()).into());
    let Deleted { pods, ready, result } = jm.delete_job_pods(&ctx.job, key, remove);
    if jm.gates.release().since(31) {
        ctx.pods_deleted(pods, ready);
    }
    (length(ctx.active_pods.len()) - pods, result)
}
