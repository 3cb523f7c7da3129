//! The Job informer's event handlers of v1.28.

use super::enqueue_orphan_pod;
use crate::api::{Job, Name};
use crate::client::Notification;
use crate::job::controller::Controller;
use crate::job::handlers::{enqueue_sync_job_batched, enqueue_sync_job_immediately, resync_at_changed_deadline};
use crate::job::tracking_utils::has_job_tracking_finalizer;
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
    if old.metadata.generation == job.metadata.generation {
        // Most often the echo of the controller's own status write.
        enqueue_sync_job_batched(jm, job);
    } else {
        enqueue_sync_job_immediately(jm, job);
    }
    resync_at_changed_deadline(jm, old, job);
}

/// `deleteJob`: nobody will count the Job's pods any more.
fn delete_job(jm: &mut Controller<'_>, job: &Job) {
    enqueue_sync_job_immediately(jm, job);
    let selector = job.spec.selector.clone().unwrap_or_default();
    let orphans: Vec<_> = jm
        .machinery
        .pods
        .list()
        .filter(|pod| pod.metadata.namespace == job.metadata.namespace && selector.matches(&pod.metadata.labels))
        .filter(|pod| pod.metadata.controller().is_some_and(|owner| owner.uid == job.uid()))
        .filter(|pod| has_job_tracking_finalizer(pod))
        .cloned()
        .collect();
    for pod in orphans {
        enqueue_orphan_pod(jm, &pod);
    }
}
