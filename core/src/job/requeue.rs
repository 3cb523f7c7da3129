//! How a key returns to the work queue. Until v1.26 its requeue count was also the back-off for failed pods.

use crate::api::ObjectKey;
use crate::client::{ControllerError, Process, exponential};
use crate::trace::{QueueName, SyncResult, TraceEntry};

/// `DefaultJobBackOff` until v1.27, in milliseconds.
pub(super) const DEFAULT_JOB_BACK_OFF_MS: i64 = 10_000;
/// `MaxJobBackOff` until v1.27, in milliseconds.
pub const MAX_JOB_BACK_OFF_MS: i64 = 360_000;

/// What `syncJob` answered: whether the key's requeues may be forgotten, which is looked at only when there
/// is no error; and the error.
pub(super) type Synced = (bool, Result<(), ControllerError>);

/// The end of `processNextWorkItem`: any error, a conflict too, has the key come back after a growing delay.
pub(super) fn finish_work_item(process: &mut Process<'_>, key: &ObjectKey, (forget, result): Synced) {
    let error = result.as_ref().err().map(ToString::to_string);
    process
        .trace
        .record(|| TraceEntry::SyncResult(SyncResult { queue: QueueName::Job, key: key.clone(), forget, error }));
    match result {
        Ok(()) if forget => process.forget(key),
        Ok(()) => {}
        Err(_) => process.add_rate_limited(key),
    }
    process.done(key);
}

/// `getBackoff`: the delay that the requeues of a key stand for, in milliseconds. Unlike the rate
/// limiter it counts nothing.
pub(super) fn get_backoff(requeues: u32) -> i64 {
    match requeues.checked_sub(1) {
        None => 0,
        Some(exponent) => exponential(DEFAULT_JOB_BACK_OFF_MS, exponent, MAX_JOB_BACK_OFF_MS),
    }
}
