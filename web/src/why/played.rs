//! The scenarios, played: what the tests of this region look at.

use jobscope_core::api::{Edition, Manifest};
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, World};

use crate::session::{Moment, Movement};
use crate::spec::Scenario;

/// Every moment of a scenario under a release that is gone through with `go`, the first one before anything was done.
pub(super) fn moments(scenario: Scenario, edition: Edition, go: fn(&mut Timeline) -> bool) -> Vec<Moment> {
    let mut timeline = Timeline::new(World::new(edition));
    let mut moments = vec![Moment::of(&timeline, 0, Movement::Jump, 0)];
    let job = Manifest::parse(scenario.manifest(), edition).unwrap().job;
    let actions = scenario.setup().into_iter().chain([Action::CreateJob { job: Box::new(job) }]);
    for action in actions {
        timeline.apply(&action).unwrap();
        moments.push(Moment::of(&timeline, 0, Movement::Forward, 0));
    }
    while go(&mut timeline) {
        assert!(moments.len() < 10_000, "{scenario:?} does not end");
        moments.push(Moment::of(&timeline, 0, Movement::Forward, 0));
    }
    moments
}
