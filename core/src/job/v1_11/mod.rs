//! The Job controller of v1.11 (`pkg/controller/job/job_controller.go` at v1.11.0).
//!
//! Each sync counts the existing pods, and the pod-failure back-off is the requeue count of the work queue.

mod handlers;
mod manage_job;
mod sync_job;

use super::Text;
use super::controller::{Controller, ControllerState, NewController};
use super::requeue::{DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS, finish_work_item};
use crate::api::FeatureGates;
use crate::client::Machinery;

pub(super) const TEXT: Text = Text {
    new_controller,
    handle_job: |jm, notification| handlers::handle_job(jm, notification),
    handle_pod: |jm, notification| handlers::handle_pod(jm, notification),
    process_next_work_item,
    process_next_orphan_pod: |_| false,
};

/// `NewJobController`. Its own state is empty: nothing in this release uses it.
fn new_controller(_: FeatureGates) -> NewController {
    NewController {
        machinery: Machinery::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
        state: ControllerState::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
    }
}

/// `processNextWorkItem`.
fn process_next_work_item(process: &mut Controller<'_>) -> bool {
    let Some(key) = process.get_key() else { return false };
    let synced = process.sync_job(&key);
    finish_work_item(process, &key, synced);
    true
}
