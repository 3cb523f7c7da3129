//! Warnings of the API server about a Job that it accepts (`WarningsOnCreate` and `WarningsOnUpdate` of the strategy).

use super::{Job, Release};

/// Warnings about a Job that was created; `job` is the Job as stored.
pub fn warnings_on_create(job: &Job, release: Release) -> Vec<String> {
    let _ = (job, release);
    Vec::new()
}

/// Warnings about a Job that was updated; both Jobs are as stored.
pub fn warnings_on_update(new: &Job, old: &Job, release: Release) -> Vec<String> {
    let _ = (new, old, release);
    Vec::new()
}
