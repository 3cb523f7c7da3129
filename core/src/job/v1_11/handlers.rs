//! Event handlers of v1.11: what puts a Job into the queue, and what expectations see.

use crate::api::{Job, Pod, PodPhase};
use crate::client::{Notification, Process};
use crate::job::requeue::get_backoff;
use crate::trace::{ExpectationOp, Handler, HandlerVerdict};

/// The handlers of the Job informer.
pub(in crate::job) fn handle_job(process: &mut Process<'_>, notification: &Notification<Job>) {
    let handler = match notification {
        Notification::Add(_) => Handler::AddJob,
        Notification::Update(..) => Handler::UpdateJob,
        Notification::Delete(..) => Handler::DeleteJob,
    };
    process.handled(handler, notification.name(), HandlerVerdict::Handled);
    // updateJob would also wake the Job at a changed activeDeadlineSeconds. It compares the new
    // object with itself, so that never happens (#66085, fixed in v1.12).
    let (Notification::Add(job) | Notification::Update(_, job) | Notification::Delete(job, _)) = notification;
    process.enqueue_controller(job, Enqueue::Immediately);
}

/// The handlers of the pod informer.
pub(in crate::job) fn handle_pod(process: &mut Process<'_>, notification: &Notification<Pod>) {
    match notification {
        Notification::Add(pod) => process.add_pod(pod),
        Notification::Update(old, pod) => process.update_pod(old, pod),
        Notification::Delete(pod, _) => process.delete_pod_event(pod, Handler::DeletePod),
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

impl Process<'_> {
    /// `addPod`.
    fn add_pod(&mut self, pod: &Pod) {
        if pod.metadata.is_deleting() {
            // On a restart of the controller a pod may show up that is already on its way out.
            self.pod_handled(Handler::AddPod, pod, HandlerVerdict::TreatedAsDelete);
            self.delete_pod_event(pod, Handler::DeletePod);
        } else if let Some(reference) = pod.metadata.controller() {
            let Some(job) = self.resolve_controller_ref(pod, reference) else {
                return self.pod_handled(Handler::AddPod, pod, HandlerVerdict::NotOurs);
            };
            self.pod_handled(Handler::AddPod, pod, HandlerVerdict::Handled);
            self.lower_expectations(&job.metadata.key(), ExpectationOp::CreationObserved);
            self.enqueue_controller(&job, Enqueue::Immediately);
        } else {
            self.pod_handled(Handler::AddPod, pod, HandlerVerdict::Orphan);
            self.enqueue_matching_jobs(pod, Enqueue::Immediately);
        }
    }

    /// `updatePod`.
    fn update_pod(&mut self, old: &Pod, pod: &Pod) {
        let handler = Handler::UpdatePod;
        if old.metadata.resource_version == pod.metadata.resource_version {
            return self.pod_handled(handler, pod, HandlerVerdict::SameVersion);
        }
        if pod.metadata.is_deleting() {
            // The controller does not wait for the kubelet: a pod that is being deleted counts as gone.
            self.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
            return self.delete_pod_event(pod, Handler::DeletePod);
        }
        let when = if pod.status.phase == PodPhase::Failed { Enqueue::AfterBackoff } else { Enqueue::Immediately };
        let (old_reference, reference) = (old.metadata.controller(), pod.metadata.controller());
        let reference_changed = old_reference != reference;
        if let Some(old_reference) = old_reference.filter(|_| reference_changed)
            && let Some(job) = self.resolve_controller_ref(old, old_reference)
        {
            self.enqueue_controller(&job, when);
        }
        if let Some(reference) = reference {
            let Some(job) = self.resolve_controller_ref(pod, reference) else {
                return self.pod_handled(handler, pod, HandlerVerdict::NotOurs);
            };
            self.pod_handled(handler, pod, HandlerVerdict::Handled);
            return self.enqueue_controller(&job, when);
        }
        self.pod_handled(handler, pod, HandlerVerdict::Orphan);
        if reference_changed || old.metadata.labels != pod.metadata.labels {
            self.enqueue_matching_jobs(pod, when);
        }
    }

    /// `deletePod`.
    fn delete_pod_event(&mut self, pod: &Pod, handler: Handler) {
        let job = pod.metadata.controller().and_then(|reference| self.resolve_controller_ref(pod, reference));
        let Some(job) = job else {
            return self.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        self.pod_handled(handler, pod, HandlerVerdict::Handled);
        self.lower_expectations(&job.metadata.key(), ExpectationOp::DeletionObserved);
        self.enqueue_controller(&job, Enqueue::Immediately);
    }

    /// Enqueues each Job whose selector matches the pod: one of them may adopt it.
    fn enqueue_matching_jobs(&mut self, pod: &Pod, when: Enqueue) {
        for job in self.pod_jobs(pod) {
            self.enqueue_controller(&job, when);
        }
    }

    /// `enqueueController`.
    fn enqueue_controller(&mut self, job: &Job, when: Enqueue) {
        let key = job.metadata.key();
        let delay = match when {
            Enqueue::Immediately => 0,
            Enqueue::AfterBackoff => get_backoff(self.machinery.queue.limiter.num_requeues(&key)),
        };
        self.add_after(&key, delay);
    }
}
