//! The Job controller of v1.28 (`pkg/controller/job/job_controller.go` at v1.28.7).
//!
//! A finalizer holds each pod until its end is in the status, so that nothing is counted twice or lost.
//! Failed pods delay their replacements by a back-off of their own; the work queue's is for errors.

mod handlers;
mod manage_job;
mod orphan_pods;
mod sync_job;
mod track_job_status;

pub(super) use handlers::{handle_job, handle_pod};
pub(super) use orphan_pods::process_next_orphan_pod;

use super::controller::{Controller, ControllerState, NewController};
use crate::api::{Job, ObjectKey};
use crate::client::Machinery;
use crate::trace::{QueueName, SyncResult, TraceEntry};

/// `syncJobBatchPeriod`, in milliseconds: events of pods and statuses wait so long, to be handled together.
pub const SYNC_JOB_BATCH_PERIOD_MS: i64 = 1_000;
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
    let error = result.as_ref().err().map(ToString::to_string);
    let forget = error.is_none();
    jm.trace.record(|| TraceEntry::SyncResult(SyncResult { queue: QueueName::Job, key: key.clone(), forget, error }));
    match result {
        Ok(()) => jm.forget(&key),
        Err(_) => jm.add_rate_limited(&key),
    }
    jm.done(&key);
    true
}

/// `enqueueSyncJobImmediately`.
fn enqueue_sync_job_immediately(jm: &mut Controller<'_>, job: &Job) {
    jm.add_after(&job.metadata.key(), 0);
}

/// `enqueueSyncJobBatched`.
fn enqueue_sync_job_batched(jm: &mut Controller<'_>, job: &Job) {
    jm.add_after(&job.metadata.key(), SYNC_JOB_BATCH_PERIOD_MS);
}

/// `enqueueSyncJobWithDelay`: no sooner than with the batch.
fn enqueue_sync_job_with_delay(jm: &mut Controller<'_>, key: &ObjectKey, delay_ms: i64) {
    jm.add_after(key, delay_ms.max(SYNC_JOB_BATCH_PERIOD_MS));
}
