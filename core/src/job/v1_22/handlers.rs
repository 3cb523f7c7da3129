//! Event handlers of v1.22: what puts a Job or an orphan pod into its queue, and what expectations see.

use crate::api::{Job, Pod, PodPhase};
use crate::client::Notification;
use crate::job::controller::Controller;
use crate::job::handlers::resync_at_changed_deadline;
use crate::job::requeue::get_backoff;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::{ExpectationOp, Handler, HandlerVerdict};

/// The handlers of the Job informer.
pub(in crate::job) fn handle_job(jm: &mut Controller<'_>, notification: &Notification<Job>) {
    let handler = match notification {
        Notification::Add(_) => Handler::AddJob,
        Notification::Update(..) => Handler::UpdateJob,
        Notification::Delete(..) => Handler::DeleteJob,
    };
    jm.handled(handler, notification.name(), HandlerVerdict::Handled);
    match notification {
        Notification::Add(job) | Notification::Delete(job, _) => enqueue_controller(jm, job, Enqueue::Immediately),
        Notification::Update(old, job) => update_job(jm, old, job),
    }
}

/// `updateJob`.
fn update_job(jm: &mut Controller<'_>, old: &Job, job: &Job) {
    enqueue_controller(jm, job, Enqueue::Immediately);
    resync_at_changed_deadline(jm, old, job);
}

/// The handlers of the pod informer.
pub(in crate::job) fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    match notification {
        Notification::Add(pod) => add_pod(jm, pod),
        Notification::Update(old, pod) => update_pod(jm, old, pod),
        Notification::Delete(pod, _) => delete_pod(jm, pod),
    }
}

/// When an enqueued Job should be synced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enqueue {
    /// At once.
    Immediately,
    /// After the delay that the key's requeues stand for.
    AfterBackoff,
}

/// `addPod`.
fn add_pod(jm: &mut Controller<'_>, pod: &Pod) {
    let handler = Handler::AddPod;
    if pod.metadata.is_deleting() {
        // On a restart of the controller a pod may show up that is already on its way out.
        jm.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
        delete_pod(jm, pod);
    } else if let Some(reference) = pod.metadata.controller() {
        let Some(job) = jm.resolve_controller_ref(pod, reference) else {
            return jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        jm.pod_handled(handler, pod, HandlerVerdict::Handled);
        jm.lower_expectations(&job.metadata.key(), ExpectationOp::CreationObserved);
        enqueue_controller(jm, &job, Enqueue::Immediately);
    } else {
        jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
        enqueue_matching_jobs(jm, pod, Enqueue::Immediately);
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
        return delete_pod(jm, pod);
    }
    let when = if pod.status.phase == PodPhase::Failed { Enqueue::AfterBackoff } else { Enqueue::Immediately };
    let (old_reference, reference) = (old.metadata.controller(), pod.metadata.controller());
    let reference_changed = old_reference != reference;
    if let Some(old_reference) = old_reference.filter(|_| reference_changed)
        && let Some(job) = jm.resolve_controller_ref(old, old_reference)
    {
        enqueue_controller(jm, &job, when);
    }
    if let Some(reference) = reference {
        let Some(job) = jm.resolve_controller_ref(pod, reference) else {
            return jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        jm.pod_handled(handler, pod, HandlerVerdict::Handled);
        return enqueue_controller(jm, &job, when);
    }
    // Nobody frees an orphan from its finalizer, unless it is adopted (#108645).
    jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
    if reference_changed || old.metadata.labels != pod.metadata.labels {
        enqueue_matching_jobs(jm, pod, when);
    }
}

/// `deletePod`.
fn delete_pod(jm: &mut Controller<'_>, pod: &Pod) {
    let handler = Handler::DeletePod;
    let Some(reference) = pod.metadata.controller() else {
        return jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
    };
    let Some(job) = jm.resolve_controller_ref(pod, reference) else {
        jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        // Its Job is gone: nobody will count the pod.
        if has_job_tracking_finalizer(pod) {
            jm.orphan_queue().add(&pod.metadata.key());
        }
        return;
    };
    jm.pod_handled(handler, pod, HandlerVerdict::Handled);
    // A pod that is deleted gracefully comes here twice or more, so this count may go below 0.
    jm.lower_expectations(&job.metadata.key(), ExpectationOp::DeletionObserved);
    enqueue_controller(jm, &job, Enqueue::Immediately);
}

/// Enqueues each Job whose selector matches the pod: one of them may adopt it.
fn enqueue_matching_jobs(jm: &mut Controller<'_>, pod: &Pod, when: Enqueue) {
    for job in jm.pod_jobs(pod) {
        enqueue_controller(jm, &job, when);
    }
}

/// `enqueueController`.
fn enqueue_controller(jm: &mut Controller<'_>, job: &Job, when: Enqueue) {
    let key = job.metadata.key();
    let delay = match when {
        Enqueue::Immediately => 0,
        Enqueue::AfterBackoff => get_backoff(jm.machinery.queue.limiter.num_requeues(&key)),
    };
    jm.add_after(&key, delay);
}
