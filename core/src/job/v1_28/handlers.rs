//! Event handlers of v1.28: what puts a Job or an orphan pod into its queue, and what expectations see.

use super::{enqueue_sync_job_batched, enqueue_sync_job_immediately};
use crate::api::{Job, Name, Pod};
use crate::client::Notification;
use crate::job::controller::Controller;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::{ExpectationOp, Handler, HandlerVerdict};

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
        Notification::Delete(job) => {
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
    if let (Some(start), Some(deadline)) = (job.status.start_time, job.spec.active_deadline_seconds)
        && old.spec.active_deadline_seconds != Some(deadline)
    {
        let passed = jm.now.since(start.time());
        jm.add_after(&job.metadata.key(), deadline.saturating_mul(1000).saturating_sub(passed));
    }
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
        jm.enqueue_orphan_pod(&pod);
    }
}

/// The handlers of the pod informer.
pub(in crate::job) fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    match notification {
        Notification::Add(pod) => add_pod(jm, pod),
        Notification::Update(old, pod) => update_pod(jm, old, pod),
        Notification::Delete(pod) => delete_pod(jm, pod, Deletion::Final),
    }
}

/// `addPod`.
fn add_pod(jm: &mut Controller<'_>, pod: &Pod) {
    let handler = Handler::AddPod;
    if pod.metadata.is_deleting() {
        // On a restart of the controller a pod may show up that is already on its way out.
        jm.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
        delete_pod(jm, pod, Deletion::AskedFor);
    } else if let Some(reference) = pod.metadata.controller() {
        let Some(job) = jm.resolve_controller_ref(pod, reference) else {
            return jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        jm.pod_handled(handler, pod, HandlerVerdict::Handled);
        jm.lower_expectations(&job.metadata.key(), ExpectationOp::CreationObserved);
        enqueue_sync_job_batched(jm, &job);
    } else {
        jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
        if has_job_tracking_finalizer(pod) {
            jm.enqueue_orphan_pod(pod);
        }
        enqueue_matching_jobs(jm, pod);
    }
}

/// `updatePod`.
fn update_pod(jm: &mut Controller<'_>, old: &Pod, pod: &Pod) {
    let handler = Handler::UpdatePod;
    if old.metadata.resource_version == pod.metadata.resource_version {
        return jm.pod_handled(handler, pod, HandlerVerdict::SameVersion);
    }
    if pod.metadata.is_deleting() {
        // The controller does not wait for the kubelet: a pod that is being deleted counts as gone.
        jm.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
        return delete_pod(jm, pod, Deletion::AskedFor);
    }
    // The old state is not asked for the finalizer: while a pod changes owners it may have come and gone.
    let finalizer_removed = !has_job_tracking_finalizer(pod);
    let (old_reference, reference) = (old.metadata.controller(), pod.metadata.controller());
    let reference_changed = old_reference != reference;
    if let Some(old_reference) = old_reference.filter(|_| reference_changed)
        && let Some(job) = jm.resolve_controller_ref(old, old_reference)
    {
        if finalizer_removed {
            jm.finalizer_removal_observed(&job.metadata.key(), pod);
        }
        enqueue_sync_job_batched(jm, &job);
    }
    if let Some(reference) = reference {
        let Some(job) = jm.resolve_controller_ref(pod, reference) else {
            return jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        jm.pod_handled(handler, pod, HandlerVerdict::Handled);
        if finalizer_removed {
            jm.finalizer_removal_observed(&job.metadata.key(), pod);
        }
        return enqueue_sync_job_batched(jm, &job);
    }
    jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
    if !finalizer_removed {
        jm.enqueue_orphan_pod(pod);
    }
    if reference_changed || old.metadata.labels != pod.metadata.labels {
        enqueue_matching_jobs(jm, pod);
    }
}

/// How far a deletion is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deletion {
    /// The pod is marked.
    AskedFor,
    /// The pod is gone.
    Final,
}

/// `deletePod`.
fn delete_pod(jm: &mut Controller<'_>, pod: &Pod, deletion: Deletion) {
    let handler = Handler::DeletePod;
    let has_finalizer = has_job_tracking_finalizer(pod);
    let Some(reference) = pod.metadata.controller() else {
        jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
        // The pod may have belonged to a Job before the garbage collector took the reference away.
        if has_finalizer {
            jm.enqueue_orphan_pod(pod);
        }
        return;
    };
    let job = jm.resolve_controller_ref(pod, reference);
    let Some(job) = job.filter(|job| job.status.finished().is_none()) else {
        let known = jm.resolve_controller_ref(pod, reference).is_some();
        let verdict = if known { HandlerVerdict::OwnerFinished } else { HandlerVerdict::NotOurs };
        jm.pod_handled(handler, pod, verdict);
        // No sync will remove this finalizer. An event that the pod is gone for want of finalizers still
        // shows the last one, so pods come here of which nothing is left.
        if has_finalizer {
            jm.enqueue_orphan_pod(pod);
        }
        return;
    };
    jm.pod_handled(handler, pod, HandlerVerdict::Handled);
    let key = job.metadata.key();
    // A pod that is deleted gracefully comes here twice or more, so this count may go below 0.
    jm.lower_expectations(&key, ExpectationOp::DeletionObserved);
    if deletion == Deletion::Final || !has_finalizer {
        jm.finalizer_removal_observed(&key, pod);
    }
    enqueue_sync_job_batched(jm, &job);
}

/// Enqueues each Job whose selector matches the pod: one of them may adopt it.
fn enqueue_matching_jobs(jm: &mut Controller<'_>, pod: &Pod) {
    for job in jm.pod_jobs(pod) {
        enqueue_sync_job_batched(jm, &job);
    }
}
