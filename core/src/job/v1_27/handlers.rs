//! The Job informer's event handlers of v1.27 and later.

use super::managed_by_external_controller;
use super::orphan_pods::cleanup_pod_finalizers;
use crate::api::{FeatureGate, Fix, Job, Name};
use crate::client::Notification;
use crate::job::controller::Controller;
use crate::job::handlers::{enqueue_sync_job_batched, enqueue_sync_job_immediately, resync_at_changed_deadline};
use crate::trace::{Handler, HandlerVerdict};

/// The handlers of the Job informer.
pub(in crate::job) fn handle_job(jm: &mut Controller<'_>, notification: &Notification<Job>) {
    let handled = |jm: &mut Controller<'_>, handler, job: &Job| {
        let name = job.metadata.name.clone().unwrap_or_else(|| Name::from(""));
        jm.handled(handler, name, HandlerVerdict::Handled);
    };
    match notification {
        Notification::Add(job) => {
            handled(jm, Handler::AddJob, job);
            if jm.enabled(FeatureGate::JobManagedBy)
                && let Some(controller) = job.spec.managed_by.as_deref().filter(|_| managed_by_external_controller(job))
            {
                jm.count_job_of_others(controller);
            }
            enqueue_sync_job_immediately(jm, job);
        }
        Notification::Update(old, job) => {
            handled(jm, Handler::UpdateJob, job);
            update_job(jm, old, job);
        }
        Notification::Delete(job, _) => {
            handled(jm, Handler::DeleteJob, job);
            delete_job(jm, job);
        }
    }
}

/// `updateJob`.
fn update_job(jm: &mut Controller<'_>, old: &Job, job: &Job) {
    // A Job finishes only when no pod has its finalizer any more. This makes up for the case that one has.
    let finished = job.status.finished().is_some() && jm.gates.release().since(29);
    if finished && jm.gates.has(Fix::OrphansBySelector) {
        return cleanup_pod_finalizers(jm, job);
    }
    if old.metadata.generation == job.metadata.generation && jm.gates.release().since(28) {
        // Most often the echo of the controller's own status write.
        enqueue_sync_job_batched(jm, job);
    } else {
        enqueue_sync_job_immediately(jm, job);
    }
    if finished {
        cleanup_pod_finalizers(jm, job);
    }
    resync_at_changed_deadline(jm, old, job);
}

/// `deleteJob`: nobody will count the Job's pods any more.
fn delete_job(jm: &mut Controller<'_>, job: &Job) {
    enqueue_sync_job_immediately(jm, job);
    let key = job.metadata.key();
    jm.clear_written(&key, Some(job.metadata.uid()));
    jm.finished_observed(&job.uid());
    cleanup_pod_finalizers(jm, job);
    if jm.gates.has(Fix::BackOffRecordOfDeleted) {
        jm.remove_backoff_record(&key);
    }
}
