//! `manageJob` of v1.22: creates or deletes pods to reach the wanted number.

use std::sync::Arc;

use crate::api::{Job, Name, ObjectKey, Pod, PodTemplateSpec};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::indexed_job_utils::{
    add_completion_index_annotation, add_completion_index_env_variables, completion_index_entry, first_pending_indexes,
    pod_generate_name_with_index,
};
use crate::job::manage_pods::{Managed, active_pods_for_removal, create_in_batches};
use crate::job::metrics::SyncAction;
use crate::job::pods::Deleted;
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::job::tracking_utils::JOB_TRACKING_FINALIZER;
use crate::job::utils::{MAX_POD_CREATE_DELETE_PER_SYNC, length};
use crate::trace::{Batch, Decision, Function};

/// `manageJob`. New pods of a Job that is `tracked` get the finalizer.
pub(super) fn manage_job(jm: &mut Controller<'_>, ctx: &SyncJobCtx, key: &ObjectKey, tracked: bool) -> Managed {
    jm.enter(Function::ManageJob);
    let managed = manage(jm, ctx, key, tracked);
    jm.leave(Function::ManageJob);
    managed
}

fn manage(jm: &mut Controller<'_>, ctx: &SyncJobCtx, key: &ObjectKey, tracked: bool) -> Managed {
    let job = &ctx.job;
    let active = length(ctx.active_pods.len());
    if jm.ask(Decision::JobSuspended { suspend: job.is_suspended() }) {
        jm.set_sync_action(SyncAction::PodsDeleted);
        let remove = active_pods_for_removal(ctx, active, jm.gates.release()).0;
        return delete_surplus(jm, ctx, key, &remove);
    }
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

    let diff = jm.value(Decision::PodsMissing { want, terminating: 0, active });
    if diff <= 0 {
        jm.set_sync_action(SyncAction::Tracking);
        return (active, Ok(()));
    }
    jm.set_sync_action(SyncAction::PodsCreated);
    let mut diff = i32::try_from(diff).unwrap_or(i32::MAX);
    if jm.ask(Decision::OverSyncCap { pods: diff, cap: MAX_POD_CREATE_DELETE_PER_SYNC }) {
        diff = MAX_POD_CREATE_DELETE_PER_SYNC;
    }
    // All are expected, even if there are fewer free indexes than that.
    jm.expect_creations(key, diff.into());
    let mut indexes = Vec::new();
    if job.is_indexed() {
        let (pending, free) = first_pending_indexes(ctx, diff, job.spec.completions.unwrap_or(0), jm.gates);
        jm.value(Decision::PendingIndexes { wanted: diff, free });
        diff = length(pending.len());
        indexes = pending;
    }
    let template = pod_template(job, tracked);
    let mut indexes = indexes.into_iter();
    create_in_batches(jm, key, active, diff, |jm, batch| create_pod(jm, job, &template, indexes.next(), batch))
}

/// Deletes active pods that are not wanted.
fn delete_surplus(jm: &mut Controller<'_>, ctx: &SyncJobCtx, key: &ObjectKey, remove: &[Arc<Pod>]) -> Managed {
    jm.expect_deletions(key, length(remove.len()).into());
    let Deleted { pods, result, .. } = jm.delete_job_pods(&ctx.job, key, remove);
    (length(ctx.active_pods.len()) - pods, result)
}

/// What all new pods have in common: the tracking finalizer, and where they learn their index.
fn pod_template(job: &Job, tracked: bool) -> PodTemplateSpec {
    let mut template = job.spec.template.clone();
    if job.is_indexed() {
        add_completion_index_env_variables(&mut template, "metadata.annotations");
        // Each pod gets its own; set here, the pods share the rest.
        add_completion_index_annotation(&mut template, &completion_index_entry(0));
    }
    if tracked && !template.metadata.has_finalizer(JOB_TRACKING_FINALIZER) {
        template.metadata.finalizers.to_mut().push(JOB_TRACKING_FINALIZER.to_owned());
    }
    template
}

/// Creates one pod, the one of `index` if the Job is Indexed.
fn create_pod(
    jm: &mut Controller<'_>,
    job: &Job,
    template: &PodTemplateSpec,
    index: Option<i64>,
    batch: Batch,
) -> Result<(), ControllerError> {
    let Some(index) = index else { return jm.create_pod(template, job, None, batch).map(drop) };
    let mut template = template.clone();
    add_completion_index_annotation(&mut template, &completion_index_entry(index));
    let name = job.metadata.name();
    template.spec.hostname = Some(Name::from(format!("{name}-{index}")));
    jm.create_pod(&template, job, Some(pod_generate_name_with_index(name, index)), batch).map(drop)
}
