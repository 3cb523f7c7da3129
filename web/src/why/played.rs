//! The scenarios, played: what tests look at.

use jobscope_core::api::{Edition, Manifest};
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, World};

use crate::session::{Moment, Movement};
use crate::spec::Scenario;

/// Every moment of a scenario under a release that is gone through with `go`, the first one before anything was done.
pub(crate) fn moments(scenario: Scenario, edition: Edition, go: fn(&mut Timeline) -> bool) -> Vec<Moment> {
    let mut moments = Vec::new();
    play(scenario, edition, go, |timeline| {
        let movement = if moments.is_empty() { Movement::Jump } else { Movement::Forward };
        moments.push(Moment::of(timeline, 0, movement, 0));
    });
    moments
}

/// How things stand after a scenario was gone through with Step over.
pub(crate) fn last(scenario: Scenario, edition: Edition) -> Moment {
    moments(scenario, edition, Timeline::step_over).pop().unwrap()
}

/// The same as [`moments`], for what a moment does not hold. A release that does not know all that the scenario is about gives way to
/// the oldest that does.
pub(crate) fn play(
    scenario: Scenario,
    edition: Edition,
    go: fn(&mut Timeline) -> bool,
    mut see: impl FnMut(&Timeline),
) {
    let edition = edition.max(scenario.since());
    let mut timeline = Timeline::new(World::new(edition));
    see(&timeline);
    let manifest = Manifest::parse(scenario.manifest(), edition).unwrap();
    let actions = scenario.setup().into_iter().chain([Action::of_manifest(&manifest)]);
    for action in actions {
        timeline.apply(&action).unwrap();
        see(&timeline);
    }
    for moves in 0.. {
        assert!(moves < 10_000, "{scenario:?} does not end");
        if !go(&mut timeline) {
            break;
        }
        see(&timeline);
    }
}
