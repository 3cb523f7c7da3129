//! The Job controller of v1.28 (`pkg/controller/job/job_controller.go` at v1.28.7).
//!
//! A finalizer holds each pod until its end is in the status, so that nothing is counted twice or lost.
//! Failed pods delay their replacements by a back-off of their own; the work queue's is for errors.

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
use crate::api::Pod;
use crate::client::{Machinery, Notification};

/// `DefaultJobApiBackOff`, in milliseconds: the delay after a first error.
pub const DEFAULT_JOB_API_BACK_OFF_MS: i64 = 1_000;
/// `MaxJobApiBackOff`, in milliseconds.
pub const MAX_JOB_API_BACK_OFF_MS: i64 = 60_000;

/// `NewController`.
pub(super) fn new_controller() -> NewController {
    NewController {
        machinery: Machinery::new(DEFAULT_JOB_API_BACK_OFF_MS, MAX_JOB_API_BACK_OFF_MS),
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
    pod_handlers::handle_pod(jm, notification, enqueue_orphan_pod);
}

/// `enqueueOrphanPod`.
fn enqueue_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) {
    jm.orphan_queue().add(&pod.metadata.key());
}
