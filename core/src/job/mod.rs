//! The Job controller (`pkg/controller/job`) of each release.
//!
//! Three texts serve all releases: `v1_11`, `v1_22`, and `v1_27`, which is that of
//! v1.25 and later too. Each reads like upstream's
//! `job_controller.go` from top to bottom. Where upstream changed a line or two from minor to minor, the text asks for
//! the minor, the gate or the fix. What the texts share is in files named as upstream's:
//!
//! - `controller`: the controller's own state, and the controller at work
//! - `handlers`, `pod_handlers`, `orphan_pods`, `requeue`, `failure`, `suspend`, `manage_pods`, `pods`, `sync_job_ctx`, `utils`:
//!   parts of `job_controller.go` that stayed the same
//! - `update_job_status`: a part that stayed the same until v1.22
//! - `uncounted_pods`: parts that stayed the same since v1.26
//! - `indexed_job_utils`, `pod_failure_policy`, `success_policy`, `backoff_utils`, `tracking_utils`, `metrics`: the files of
//!   these names
//! - [`catalogue`]: which questions each release asks, and in which order

pub(crate) mod backoff_utils;
pub mod catalogue;
pub(crate) mod controller;
mod failure;
mod handlers;
pub(crate) mod indexed_job_utils;
mod manage_pods;
pub(crate) mod metrics;
mod orphan_pods;
pub(crate) mod pod_failure_policy;
mod pod_handlers;
mod pods;
mod requeue;
pub(crate) mod success_policy;
mod suspend;
pub(crate) mod sync_job_ctx;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub(crate) mod tracking_utils;
mod uncounted_pods;
mod update_job_status;
pub(crate) mod utils;
pub(crate) mod v1_11;
pub(crate) mod v1_22;
pub(crate) mod v1_27;

pub(crate) use controller::{Controller, ControllerState, NewController};
pub(crate) use handlers::SYNC_JOB_BATCH_PERIOD_MS;
pub use indexed_job_utils::{Interval, OrderedIntervals};
pub use requeue::MAX_JOB_BACK_OFF_MS;
pub use v1_27::{MAX_JOB_API_BACK_OFF_MS, queued_orphan};

use crate::api::{FeatureGates, Job, Pod, Release};
use crate::client::Notification;

/// The functions of a release's `job_controller.go`.
struct Text {
    new_controller: fn(FeatureGates) -> NewController,
    handle_job: fn(&mut Controller<'_>, &Notification<Job>),
    handle_pod: fn(&mut Controller<'_>, &Notification<Pod>),
    process_next_work_item: fn(&mut Controller<'_>) -> bool,
    process_next_orphan_pod: fn(&mut Controller<'_>) -> bool,
}

/// The text that the release has.
fn text(release: Release) -> &'static Text {
    if release.since(25) {
        &v1_27::TEXT
    } else if release.since(22) {
        &v1_22::TEXT
    } else {
        &v1_11::TEXT
    }
}

/// A new Job controller process: empty caches and queues.
pub(crate) fn new_controller(gates: FeatureGates) -> NewController {
    (text(gates.release()).new_controller)(gates)
}

/// The Job informer's event handlers.
pub(crate) fn handle_job(jm: &mut Controller<'_>, notification: &Notification<Job>) {
    (text(jm.gates.release()).handle_job)(jm, notification);
}

/// The pod informer's event handlers.
pub(crate) fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    (text(jm.gates.release()).handle_pod)(jm, notification);
}

/// `processNextWorkItem`: one worker takes the next key and syncs it. False: the queue was empty.
pub(crate) fn process_next_work_item(jm: &mut Controller<'_>) -> bool {
    (text(jm.gates.release()).process_next_work_item)(jm)
}

/// `processNextOrphanPod`: the orphan worker takes the next pod. False: the queue was empty.
pub(crate) fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    (text(jm.gates.release()).process_next_orphan_pod)(jm)
}
