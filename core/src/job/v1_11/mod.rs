//! The Job controller of v1.11 (`pkg/controller/job/job_controller.go` at v1.11.0).
//!
//! Counts are made anew in each sync from the pods that exist, and the pod-failure back-off is the
//! requeue count of the work queue.

mod handlers;
mod manage_job;
mod sync_job;

pub(super) use handlers::{handle_job, handle_pod};

use super::controller::{ControllerState, NewController};
use super::requeue::{DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS, finish_work_item};
use crate::client::{Machinery, Process};

/// `NewJobController`. Its own state is empty: nothing in this release uses it.
pub(super) fn new_controller() -> NewController {
    NewController {
        machinery: Machinery::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
        state: ControllerState::new(DEFAULT_JOB_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS),
    }
}

/// `processNextWorkItem`.
pub(super) fn process_next_work_item(process: &mut Process<'_>) -> bool {
    let Some(key) = process.get_key() else { return false };
    let synced = process.sync_job(&key);
    finish_work_item(process, &key, synced);
    true
}
