//! Sessions for the tests of this floor.

use super::Timeline;
use crate::api::{Edition, Job};
use crate::world::{Action, World};

/// A session in which a Job of so many pods was created.
pub(super) fn session(parallelism: i32) -> Timeline {
    let job: Job = serde_json::from_value(serde_json::json!({
        "metadata": {"name": "pi"},
        "spec": {"parallelism": parallelism, "completions": parallelism, "template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
    }))
    .unwrap();
    let mut timeline = Timeline::new(World::new(Edition::V1_11));
    timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    timeline
}
