//! The Job controller of v1.25 and later (`pkg/controller/job/job_controller.go`).
//!
//! A finalizer holds each pod until its end is in the status, so that nothing is counted twice or lost.
//! Since v1.27 failed pods delay their replacements by a back-off of their own, and the work queue's is for errors.
//!
//! Upstream changed this text by a gate, a fix or a few lines a minor; these are asked for where they stand. The
//! largest step is v1.31: a condition announces how a Job ends, and the Job ends only when none of its pods
//! is terminating.
//! Since v1.36 the controller does not act before its caches have what it wrote itself.
//!
//! Workloads and pod groups (`WorkloadWithJob`, alpha and off) are not simulated.

use std::sync::Arc;

mod handlers;
mod manage_job;
mod orphan_pods;
mod sync_job;
mod track_job_status;

pub use orphan_pods::queued_orphan;

use super::controller::{Controller, ControllerState, NewController};
use super::requeue::{DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS, finish_work_item};
use super::{Text, pod_handlers, v1_22};
use crate::api::{FeatureGate, FeatureGates, Fix, JOB_TRACKING_ANNOTATION, Job, ObjectKey, Pod};
use crate::client::{ConsistencyStore, Machinery, Notification};

/// `DefaultJobApiBackOff`, in milliseconds: the delay after a first error.
pub(crate) const DEFAULT_JOB_API_BACK_OFF_MS: i64 = 1_000;
/// `MaxJobApiBackOff`, in milliseconds.
pub const MAX_JOB_API_BACK_OFF_MS: i64 = 60_000;
/// `batchv1.JobControllerName`: this controller, as `spec.managedBy` names it.
pub(crate) const JOB_CONTROLLER_NAME: &str = "kubernetes.io/job-controller";

pub(super) const TEXT: Text = Text {
    new_controller,
    handle_job: handlers::handle_job,
    handle_pod,
    process_next_work_item,
    process_next_orphan_pod: orphan_pods::process_next_orphan_pod,
};

/// `NewController`.
fn new_controller(gates: FeatureGates) -> NewController {
    let guard = gates.enabled(FeatureGate::StaleControllerConsistencyJob);
    let (base_ms, max_ms) = if gates.release().since(28) {
        (DEFAULT_JOB_API_BACK_OFF_MS, MAX_JOB_API_BACK_OFF_MS)
    } else {
        (DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS)
    };
    NewController {
        machinery: Machinery { consistency: guard.then(ConsistencyStore::default), ..Machinery::new(base_ms, max_ms) },
        state: ControllerState::new(base_ms, max_ms),
    }
}

/// `processNextWorkItem`.
fn process_next_work_item(jm: &mut Controller<'_>) -> bool {
    let Some(key) = jm.get_key() else { return false };
    let synced = if counts_without_finalizers(jm, &key) {
        v1_22::sync_job(jm, &key)
    } else {
        match sync_job::sync_job(jm, &key) {
            Ok(forget) => (forget, Ok(())),
            Err((forget, error)) => (forget, Err(error)),
        }
    };
    jm.record_sync(synced.1.is_ok());
    finish_work_item(jm, &key, synced);
    true
}

/// Until v1.26 a Job that began without finalizers continues without them.
fn counts_without_finalizers(jm: &Controller<'_>, key: &ObjectKey) -> bool {
    let is_tracked = |job: &Arc<Job>| {
        job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some()
            && jm.enabled(FeatureGate::JobTrackingWithFinalizers)
    };
    !jm.gates.release().since(27)
        && jm.machinery.jobs.get(key).is_some_and(|job| job.status.finished().is_none() && !is_tracked(job))
}

/// The handlers of the pod informer.
fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    pod_handlers::handle_pod(jm, notification, orphan_pods::enqueue_orphan_pod);
}

/// `managedByExternalController`: another controller manages the Job.
fn managed_by_external_controller(job: &Job) -> bool {
    job.spec.managed_by.as_ref().is_some_and(|name| name != JOB_CONTROLLER_NAME)
}

/// `delayTerminalCondition`: a condition announces how the Job ends, and the Job ends when no pod terminates any more.
pub(crate) fn delay_terminal_condition(gates: FeatureGates) -> bool {
    gates.has(Fix::EndWaitsForPods)
        && (gates.enabled(FeatureGate::JobManagedBy) || gates.enabled(FeatureGate::JobPodReplacementPolicy))
}
