//! Sessions for the tests of this module.

use super::Timeline;
use super::landmarks::Room;
use crate::api::{Job, Release};
use crate::world::{Action, World};

/// A session in which a Job with this `parallelism` was created.
pub(super) fn session(parallelism: i32) -> Timeline {
    session_with_room(parallelism, Room::USUAL)
}

/// The same, of which so much is kept.
pub(super) fn session_with_room(parallelism: i32, room: Room) -> Timeline {
    let job: Job = serde_json::from_value(serde_json::json!({
        "metadata": {"name": "pi"},
        "spec": {"parallelism": parallelism, "completions": parallelism, "template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
    }))
    .unwrap();
    let mut timeline = Timeline::with_room(World::new(Release::V1_11), room);
    timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    timeline
}
