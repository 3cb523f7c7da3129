//! The Job controller of v1.36 (`pkg/controller/job/job_controller.go` at v1.36.3).
//!
//! How a Job ends is announced by a condition first and declared when its last pod is gone. The
//! controller does not act before its caches have what it wrote itself.
//!
//! Workloads and pod groups (`WorkloadWithJob`, alpha and off) are not simulated.

mod handlers;
mod manage_job;
mod orphan_pods;
mod sync_job;
mod track_job_status;

pub(super) use handlers::handle_job;
pub(super) use orphan_pods::process_next_orphan_pod;

use super::controller::{Controller, ControllerState, NewController};
use super::pod_handlers;
use super::requeue::finish_work_item;
use crate::api::{FeatureGate, FeatureGates, Job, Pod};
use crate::client::{ConsistencyStore, Machinery, Notification};

/// `DefaultJobApiBackOff`, in milliseconds: the delay after a first error.
pub const DEFAULT_JOB_API_BACK_OFF_MS: i64 = 1_000;
/// `MaxJobApiBackOff`, in milliseconds.
pub const MAX_JOB_API_BACK_OFF_MS: i64 = 60_000;
/// `batchv1.JobControllerName`: this controller, as `spec.managedBy` names it.
pub const JOB_CONTROLLER_NAME: &str = "kubernetes.io/job-controller";

/// `NewController`.
pub(super) fn new_controller(gates: FeatureGates) -> NewController {
    let guard = gates.enabled(FeatureGate::StaleControllerConsistencyJob);
    NewController {
        machinery: Machinery {
            consistency: guard.then(ConsistencyStore::default),
            ..Machinery::new(DEFAULT_JOB_API_BACK_OFF_MS, MAX_JOB_API_BACK_OFF_MS)
        },
        state: ControllerState::new(DEFAULT_JOB_API_BACK_OFF_MS, MAX_JOB_API_BACK_OFF_MS),
    }
}

/// `processNextWorkItem`.
pub(super) fn process_next_work_item(jm: &mut Controller<'_>) -> bool {
    let Some(key) = jm.get_key() else { return false };
    let result = sync_job::sync_job(jm, &key);
    jm.record_sync(result.is_ok());
    finish_work_item(jm, &key, (result.is_ok(), result));
    true
}

/// The handlers of the pod informer.
pub(super) fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    pod_handlers::handle_pod(jm, notification, orphan_pods::enqueue_orphan_pod);
}

/// `managedByExternalController`: another controller looks after the Job.
fn managed_by_external_controller(job: &Job) -> bool {
    job.spec.managed_by.as_ref().is_some_and(|name| name != JOB_CONTROLLER_NAME)
}
