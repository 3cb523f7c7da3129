//! The presets, played to the end, for tests.

#![expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "only tests use it")]

use jobscope_core::api::{FeatureGates, Manifest, Release, Time};
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, World};

use crate::preset::Preset;
use crate::{Moment, Movement, Scenes};

/// Every moment of a scenario under a release that is gone through with `go`, the first one before anything was done.
pub fn moments(scenario: Preset, release: Release, go: fn(&mut Timeline) -> bool) -> Vec<Moment> {
    let (mut moments, mut scenes) = (Vec::new(), Scenes::default());
    play(scenario, release, go, |timeline| {
        let movement = if moments.is_empty() { Movement::Jump } else { Movement::Forward };
        moments.push(Moment::at(timeline, &mut scenes, 0, movement, 0));
    });
    moments
}

/// How things stand after a scenario was gone through with Step over.
pub fn last(scenario: Preset, release: Release) -> Moment {
    moments(scenario, release, Timeline::step_over).pop().unwrap()
}

/// The same as [`moments`], for what a moment does not hold. A release that does not know all that the scenario is about gives way to
/// the oldest that does.
pub fn play(scenario: Preset, release: Release, go: fn(&mut Timeline) -> bool, mut see: impl FnMut(&Timeline)) {
    let release = release.max(scenario.since());
    run(World::new(release), scenario.manifest(), scenario.setup(), go, &mut see);
}

/// Every moment of a run with Step over: of that manifest in that world, with these rules of what pods do, as JSON.
pub fn ruled(gates: FeatureGates, manifest: &str, rules: &str) -> Vec<Moment> {
    let setup = vec![Action::SetOutcomes { rules: serde_json::from_str(rules).unwrap() }];
    let mut moments = Vec::new();
    run(World::with_gates(gates, Time::START), manifest, setup, Timeline::step_over, &mut |timeline| {
        moments.push(Moment::of(timeline, 0, Movement::Jump, 0));
    });
    moments
}

fn run(
    world: World,
    manifest: &str,
    setup: Vec<Action>,
    go: fn(&mut Timeline) -> bool,
    see: &mut dyn FnMut(&Timeline),
) {
    let manifest = Manifest::parse(manifest, world.release()).unwrap();
    let mut timeline = Timeline::new(world);
    see(&timeline);
    for action in setup.into_iter().chain([Action::of_manifest(&manifest)]) {
        timeline.apply(&action).unwrap();
        see(&timeline);
    }
    for moves in 0.. {
        assert!(moves < 10_000, "{manifest:?} does not end");
        if !go(&mut timeline) {
            break;
        }
        see(&timeline);
    }
}
