//! The pod informer's event handlers of the releases since v1.25: what puts a Job or an orphan pod into
//! its queue, and what expectations see.

use super::controller::Controller;
use super::handlers::{enqueue_after_failure, enqueue_sync_job_batched};
use super::tracking_utils::has_job_tracking_finalizer;
use crate::api::{Job, Pod, PodPhase};
use crate::client::{LastState, Notification};
use crate::trace::{ExpectationOp, Handler, HandlerVerdict};

/// `enqueueOrphanPod`; the releases differ in the keys.
pub(super) type EnqueueOrphanPod = fn(&mut Controller<'_>, &Pod);

/// The handlers of the pod informer.
pub(super) fn handle_pod(
    jm: &mut Controller<'_>,
    notification: &Notification<Pod>,
    enqueue_orphan_pod: EnqueueOrphanPod,
) {
    match notification {
        Notification::Add(pod) => add_pod(jm, pod, enqueue_orphan_pod),
        Notification::Update(old, pod) => update_pod(jm, old, pod, enqueue_orphan_pod),
        Notification::Delete(pod, last) => {
            // Upstream counts before it unwraps a tombstone, in which it sees no pod.
            if *last == LastState::Event {
                jm.count_terminated_pod(Some(pod), None);
            }
            delete_pod(jm, pod, Deletion::Final, enqueue_orphan_pod);
        }
    }
}

/// `addPod`.
fn add_pod(jm: &mut Controller<'_>, pod: &Pod, enqueue_orphan_pod: EnqueueOrphanPod) {
    let handler = Handler::AddPod;
    jm.count_terminated_pod(None, Some(pod));
    if pod.metadata.is_deleting() {
        // On a restart of the controller a pod may show up that is already on its way out.
        jm.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
        delete_pod(jm, pod, Deletion::AskedFor, enqueue_orphan_pod);
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
            enqueue_orphan_pod(jm, pod);
        }
        enqueue_matching_jobs(jm, pod, enqueue_sync_job_batched);
    }
}

/// `updatePod`.
fn update_pod(jm: &mut Controller<'_>, old: &Pod, pod: &Pod, enqueue_orphan_pod: EnqueueOrphanPod) {
    let handler = Handler::UpdatePod;
    jm.count_terminated_pod(Some(old), Some(pod));
    if old.metadata.resource_version == pod.metadata.resource_version {
        return jm.pod_handled(handler, pod, HandlerVerdict::SameVersion);
    }
    if pod.metadata.is_deleting() {
        // The controller does not wait for the kubelet: a pod that is being deleted counts as gone.
        jm.pod_handled(handler, pod, HandlerVerdict::TreatedAsDelete);
        return delete_pod(jm, pod, Deletion::AskedFor, enqueue_orphan_pod);
    }
    // The old state is not asked for the finalizer: while a pod changes owners it may have come and gone.
    let finalizer_removed = !has_job_tracking_finalizer(pod);
    let fails = pod.status.phase == PodPhase::Failed && old.status.phase != PodPhase::Failed;
    let enqueue = if fails { enqueue_after_failure } else { enqueue_sync_job_batched };
    let (old_reference, reference) = (old.metadata.controller(), pod.metadata.controller());
    // Both states of the pod usually share one reference.
    let is_shared = old_reference.zip(reference).is_some_and(|(old, new)| std::ptr::eq(old, new));
    let reference_changed = !is_shared && old_reference != reference;
    if let Some(old_reference) = old_reference.filter(|_| reference_changed)
        && let Some(job) = jm.resolve_controller_ref(old, old_reference)
    {
        if finalizer_removed {
            jm.finalizer_removal_observed(&job.metadata.key(), pod);
        }
        enqueue(jm, &job);
    }
    if let Some(reference) = reference {
        let Some(job) = jm.resolve_controller_ref(pod, reference) else {
            return jm.pod_handled(handler, pod, HandlerVerdict::NotOurs);
        };
        jm.pod_handled(handler, pod, HandlerVerdict::Handled);
        if finalizer_removed {
            jm.finalizer_removal_observed(&job.metadata.key(), pod);
        }
        return enqueue(jm, &job);
    }
    jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
    if !finalizer_removed {
        enqueue_orphan_pod(jm, pod);
    }
    if reference_changed || old.metadata.labels != pod.metadata.labels {
        enqueue_matching_jobs(jm, pod, enqueue);
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
fn delete_pod(jm: &mut Controller<'_>, pod: &Pod, deletion: Deletion, enqueue_orphan_pod: EnqueueOrphanPod) {
    let handler = Handler::DeletePod;
    let has_finalizer = has_job_tracking_finalizer(pod);
    let Some(reference) = pod.metadata.controller() else {
        jm.pod_handled(handler, pod, HandlerVerdict::Orphan);
        // The pod may have belonged to a Job before the garbage collector took the reference away.
        if has_finalizer {
            enqueue_orphan_pod(jm, pod);
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
            enqueue_orphan_pod(jm, pod);
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
fn enqueue_matching_jobs(jm: &mut Controller<'_>, pod: &Pod, enqueue: fn(&mut Controller<'_>, &Job)) {
    for job in jm.pod_jobs(pod) {
        enqueue(jm, &job);
    }
}
