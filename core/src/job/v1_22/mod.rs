//! The Job controller of v1.22 (`pkg/controller/job/job_controller.go` as at the end of its release branch).
//!
//! Each sync counts the existing pods, unless the gate `JobTrackingWithFinalizers` is on: then a finalizer holds each
//! pod until its end is in the status. The pod-failure back-off is the requeue count of the work queue.

mod handlers;
mod manage_job;
mod orphan_pods;
mod sync_job;
mod track_job_status;

use super::Text;
use super::controller::{Controller, ControllerState, NewController};
use super::requeue::{DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS, finish_work_item};
use crate::api::FeatureGates;
use crate::client::Machinery;

pub(super) use sync_job::sync_job;

pub(super) const TEXT: Text = Text {
    new_controller,
    handle_job: handlers::handle_job,
    handle_pod: handlers::handle_pod,
    process_next_work_item,
    process_next_orphan_pod: orphan_pods::process_next_orphan_pod,
};

/// `NewController`. There are no finalizer expectations and there is no back-off store yet.
fn new_controller(_: FeatureGates) -> NewController {
    NewController {
        machinery: Machinery::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
        state: ControllerState::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
    }
}

/// `processNextWorkItem`.
fn process_next_work_item(jm: &mut Controller<'_>) -> bool {
    let Some(key) = jm.get_key() else { return false };
    let synced = sync_job(jm, &key);
    jm.record_sync(synced.1.is_ok());
    finish_work_item(jm, &key, synced);
    true
}
