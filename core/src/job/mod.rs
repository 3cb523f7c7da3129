//! The Job controller (`pkg/controller/job`), one edition per supported release.
//!
//! Each edition's `sync_job` reads like its release from top to bottom. What is shared here is what
//! Kubernetes itself shares between releases; nothing branches on the release inside an edition.

pub mod v1_11;

use crate::api::{Edition, Job, Pod};
use crate::client::{Machinery, Notification, Process};

/// The client-go machinery of a new Job controller process of `edition`: empty caches and queues.
pub fn new_controller(edition: Edition) -> Machinery {
    match edition {
        Edition::V1_11 => v1_11::new_controller(),
    }
}

/// The Job informer's event handlers.
pub fn handle_job(edition: Edition, process: &mut Process<'_>, notification: &Notification<Job>) {
    match edition {
        Edition::V1_11 => v1_11::handle_job(process, notification),
    }
}

/// The pod informer's event handlers.
pub fn handle_pod(edition: Edition, process: &mut Process<'_>, notification: &Notification<Pod>) {
    match edition {
        Edition::V1_11 => v1_11::handle_pod(process, notification),
    }
}

/// `processNextWorkItem`: one worker takes the next key and syncs it. False: there was none.
pub fn process_next_work_item(edition: Edition, process: &mut Process<'_>) -> bool {
    match edition {
        Edition::V1_11 => v1_11::process_next_work_item(process),
    }
}
