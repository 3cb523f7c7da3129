//! What tells the release that a cluster's objects come from.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::api::{FeatureGates, Release, ReleaseBound, Time};
use jobscope_core::timeline::{ClusterState, Timeline};
use jobscope_core::world::World;
use jobscope_tests::random::{gates_of, script_of};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Random scripts of each release.
const SCRIPTS: usize = 20;

/// Actions between two looks at the objects.
const BETWEEN: usize = 7;

/// The objects of a world as kubectl prints them. `None` if there is no Job, or what a session needs is missing.
fn printed(world: &World) -> Option<ClusterState> {
    let output = Timeline::new(world.clone()).kubectl_to_the_end("get job,pods -A -o yaml", &BTreeMap::new());
    ClusterState::read(&output.stdout).ok()
}

/// Whether the gates have no less than the release ships: tables speak of releases as they are shipped.
fn are_at_least_shipped(gates: FeatureGates) -> bool {
    FeatureGates::from(gates.release()).iter().all(|(gate, on)| !on || gates.enabled(gate))
}

/// The signs that speak against the release that made the objects.
fn against(world: &World, seen: &mut BTreeSet<String>) -> Vec<String> {
    let Some(state) = printed(world) else { return Vec::new() };
    let (gates, release) = (world.gates(), world.gates().release());
    let counts = |bound: ReleaseBound| bound.since().is_some() || are_at_least_shipped(gates);
    let name = |path: &str| {
        let within = path.split_once("].").map_or(path, |(_, within)| within);
        within.chars().filter(|c| !c.is_ascii_digit()).collect::<String>()
    };
    seen.extend(state.evidence().iter().map(|found| format!("{} {:?}", name(&found.path), found.bound)));
    let wrong = state.evidence().iter().filter(|found| counts(found.bound) && !found.bound.holds(release));
    wrong.map(ToString::to_string).collect()
}

/// Runs random scripts of a release, and asks its objects in between. Answers with the signs that they had.
fn signs_of(release: Release) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let config = ProptestConfig { rng_seed: RngSeed::Fixed(136), ..ProptestConfig::default() };
    let mut runner = TestRunner::new(config);
    for case in 0..SCRIPTS {
        let drawn = (gates_of(release), script_of(20..=120)).new_tree(&mut runner).unwrap().current();
        let gates = if case % 2 == 0 { release.into() } else { drawn.0 };
        let mut world = World::with_gates(gates, Time::START);
        for (count, choice) in drawn.1.iter().enumerate() {
            let Some(action) = choice.action(&world) else { continue };
            drop(world.apply(&action));
            if count % BETWEEN == 0 {
                let wrong = against(&world, &mut seen);
                assert!(wrong.is_empty(), "{release}, script {case}, after {action:?}: {wrong:?}");
            }
        }
    }
    seen
}

/// Whatever a release does, what it has made does not speak against it.
#[test]
fn objects_never_speak_against_the_release_that_made_them() {
    let seen = Release::ALL.into_par_iter().map(signs_of).reduce(BTreeSet::new, |one, other| &one | &other);
    let bounds = ["Since(", "Until(", "Missing("].map(|bound| seen.iter().filter(|sign| sign.contains(bound)).count());
    assert!(bounds[0] >= 20 && bounds[1] >= 4 && bounds[2] >= 4, "too few signs to say anything: {seen:#?}");
}

/// What a real cluster printed says the same.
#[test]
fn objects_of_real_clusters_name_their_release() {
    let read = |text: &str| ClusterState::read(text).unwrap();
    let finished = read(include_str!("../cluster/finished-v1.25.yaml"));
    let range = finished.release_range();
    let until = "items[0].spec.selector.matchLabels[controller-uid] is not written since v1.27";
    assert_eq!(range.until.as_ref().map(ToString::to_string).unwrap(), until);
    assert_eq!(range.suggested, Some(Release::V1_26));
    let ready = "items[0].status.ready came with v1.23";
    assert_eq!(range.sentence, format!("a release from v1.23 to v1.26 wrote this: {ready}, and {until}"));
    assert!(range.has(Release::V1_25) && !range.has(Release::V1_22) && !range.has(Release::V1_27));
    // It opens under a later release, and says where it comes from.
    assert_eq!(finished.releases().next(), Some(Release::default()));
    let earlier = range.earlier_than(Release::default()).unwrap();
    assert_eq!(earlier.to_string(), format!("v1.26 or an earlier release wrote this: {until}"));
    assert_eq!(range.earlier_than(Release::V1_26), None);

    let stuck = read(include_str!("../cluster/stuck.yaml")).release_range();
    assert_eq!((stuck.earlier_than(Release::default()), stuck.suggested), (None, Some(Release::default())));
    assert!(!stuck.has(Release::V1_27) && stuck.has(Release::V1_34));
}

/// A cluster that was upgraded keeps what the earlier release wrote.
#[test]
fn only_what_was_written_last_counts() {
    let stuck = include_str!("../cluster/stuck.yaml");
    let upgraded = stuck.replacen("batch.kubernetes.io/controller-uid", "controller-uid", 1);
    let range = ClusterState::read(&upgraded).unwrap().release_range();
    assert_eq!((range.since.unwrap().bound.since(), range.until), (Some(28), None));
    // The server writes the empty time until v1.33: that one is of the last release.
    let until = stuck.replacen("      metadata:\n", "      metadata:\n        creationTimestamp: null\n", 1);
    assert_ne!(until, stuck);
    let range = ClusterState::read(&until).unwrap().release_range();
    assert_eq!((range.until.unwrap().bound.until(), range.suggested), (Some(33), Some(Release::V1_33)));
}
