//! The Job controller of v1.11 (`pkg/controller/job/job_controller.go` at v1.11.0).
//!
//! Counts are made anew in each sync from the pods that exist, and the pod-failure back-off is the
//! requeue count of the work queue.

mod handlers;
mod manage_job;
mod sync_job;
mod update_job_status;

pub(super) use handlers::{handle_job, handle_pod};

use super::controller::{ControllerState, NewController};
use crate::client::{Machinery, Process, exponential};
use crate::trace::{QueueName, SyncResult, TraceEntry};

/// `DefaultJobBackOff`, in milliseconds.
pub const DEFAULT_JOB_BACK_OFF_MS: i64 = 10_000;
/// `MaxJobBackOff`, in milliseconds.
pub const MAX_JOB_BACK_OFF_MS: i64 = 360_000;

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
    let (forget, result) = process.sync_job(&key);
    let error = result.as_ref().err().map(ToString::to_string);
    process
        .trace
        .record(|| TraceEntry::SyncResult(SyncResult { queue: QueueName::Job, key: key.clone(), forget, error }));
    match result {
        Ok(()) if forget => process.forget(&key),
        Ok(()) => {}
        Err(_) => process.add_rate_limited(&key),
    }
    process.done(&key);
    true
}

/// `getBackoff`: the delay that the requeues of a key stand for, in milliseconds. Unlike the rate
/// limiter it counts nothing.
fn get_backoff(requeues: u32) -> i64 {
    match requeues.checked_sub(1) {
        None => 0,
        Some(exponent) => exponential(DEFAULT_JOB_BACK_OFF_MS, exponent, MAX_JOB_BACK_OFF_MS),
    }
}
