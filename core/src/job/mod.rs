//! The Job controller (`pkg/controller/job`), one release per supported release.
//!
//! Each release's `sync_job` reads like its release from top to bottom. What is shared here is what
//! Kubernetes itself shares between releases, in files named as upstream's; nothing branches on the
//! release inside a release.
//!
//! - [`controller`]: the controller's own state, and the controller at work
//! - `handlers`, `pod_handlers`, `orphan_pods`, `requeue`, `failure`, `suspend`, `manage_pods`, `pods`, `sync_job_ctx`, [`utils`]:
//!   parts of `job_controller.go` that stayed the same
//! - `update_job_status`: a part that stayed the same until v1.22
//! - `uncounted_pods`: parts that stayed the same since v1.26
//! - [`indexed_job_utils`], [`pod_failure_policy`], [`success_policy`], [`backoff_utils`], [`tracking_utils`], [`metrics`]: the files of
//!   these names
//! - [`catalogue`]: which questions each release asks, and in which order

pub mod backoff_utils;
pub mod catalogue;
pub mod controller;
mod failure;
mod handlers;
pub mod indexed_job_utils;
mod manage_pods;
pub mod metrics;
mod orphan_pods;
pub mod pod_failure_policy;
mod pod_handlers;
mod pods;
mod requeue;
pub mod success_policy;
mod suspend;
pub mod sync_job_ctx;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod tracking_utils;
mod uncounted_pods;
mod update_job_status;
pub mod utils;
pub mod v1_11;
pub mod v1_22;
pub mod v1_28;
pub mod v1_36;

pub use controller::{Controller, ControllerState, NewController};
pub(crate) use handlers::SYNC_JOB_BATCH_PERIOD_MS;

use crate::api::{FeatureGates, Job, Pod, Release};
use crate::client::Notification;

/// A new Job controller process: empty caches and queues.
pub fn new_controller(gates: FeatureGates) -> NewController {
    match gates.release() {
        Release::V1_11 => v1_11::new_controller(),
        Release::V1_22 => v1_22::new_controller(),
        Release::V1_28 => v1_28::new_controller(),
        Release::V1_36 => v1_36::new_controller(gates),
    }
}

/// The Job informer's event handlers.
pub fn handle_job(jm: &mut Controller<'_>, notification: &Notification<Job>) {
    match jm.gates.release() {
        Release::V1_11 => v1_11::handle_job(jm, notification),
        Release::V1_22 => v1_22::handle_job(jm, notification),
        Release::V1_28 => v1_28::handle_job(jm, notification),
        Release::V1_36 => v1_36::handle_job(jm, notification),
    }
}

/// The pod informer's event handlers.
pub fn handle_pod(jm: &mut Controller<'_>, notification: &Notification<Pod>) {
    match jm.gates.release() {
        Release::V1_11 => v1_11::handle_pod(jm, notification),
        Release::V1_22 => v1_22::handle_pod(jm, notification),
        Release::V1_28 => v1_28::handle_pod(jm, notification),
        Release::V1_36 => v1_36::handle_pod(jm, notification),
    }
}

/// `processNextWorkItem`: one worker takes the next key and syncs it. False: there was none.
pub fn process_next_work_item(jm: &mut Controller<'_>) -> bool {
    match jm.gates.release() {
        Release::V1_11 => v1_11::process_next_work_item(jm),
        Release::V1_22 => v1_22::process_next_work_item(jm),
        Release::V1_28 => v1_28::process_next_work_item(jm),
        Release::V1_36 => v1_36::process_next_work_item(jm),
    }
}

/// `processNextOrphanPod`: the orphan worker takes the next pod. False: there was none.
pub fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    match jm.gates.release() {
        Release::V1_11 => false,
        Release::V1_22 => v1_22::process_next_orphan_pod(jm),
        Release::V1_28 => v1_28::process_next_orphan_pod(jm),
        Release::V1_36 => v1_36::process_next_orphan_pod(jm),
    }
}
