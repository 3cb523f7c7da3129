//! What the fuzz targets share: worlds to begin with, and what has to hold of whatever happens in them.

#![allow(clippy::missing_panics_doc, reason = "a panic is how a target reports")]

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jobscope_core::api::{Manifest, Release};
use jobscope_core::timeline::SavedSession;
use jobscope_core::world::{Action, World};

/// A Job with two pods at a time.
pub const JOB: &str = "apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  completions: 3
  parallelism: 2
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: img}]
";

/// Most steps that a target takes by itself.
const STEPS: usize = 30;

/// A world of the release with that Job and its first pods.
#[must_use]
pub fn world(release: Release) -> World {
    // Each input begins with it, and a copy costs next to nothing.
    static WORLDS: OnceLock<BTreeMap<Release, World>> = OnceLock::new();
    WORLDS.get_or_init(|| Release::ALL.map(|release| (release, begun(release))).into())[&release].clone()
}

fn begun(release: Release) -> World {
    let mut world = World::new(release);
    let manifest = Manifest::parse(JOB, release).expect("the Job is valid");
    apply(&mut world, &Action::of_manifest(&manifest));
    while world.stored_pods().count() < 2 {
        assert!(step(&mut world), "the pods do not come");
    }
    world
}

/// Carries an action out. One that is refused must have changed nothing.
pub fn apply(world: &mut World, action: &Action) {
    let before = world.clone();
    if world.apply(action).is_err() {
        assert!(*world == before, "the action was refused and changed something");
    }
}

/// What a healthy cluster does next, which is never refused.
fn step(world: &mut World) -> bool {
    let Some(action) = world.next_action() else { return false };
    if let Err(error) = world.apply(&action) {
        panic!("{action:?} comes next and is refused: {error}");
    }
    true
}

/// What comes of it by itself, and that it can be shown and written down.
pub fn go_on(world: &mut World) {
    for _ in 0..STEPS {
        if world.stored_pods().nth(1_000).is_some() || !step(world) {
            break;
        }
    }
    let _ = (world.legal_actions(), world.snapshot(), world.metrics());
    let text = serde_json::to_string(world).expect("a world can be written");
    let read: World = serde_json::from_str(&text).expect("what was written can be read");
    assert!(read == *world, "what was read is not what was written");
}

/// A saved session that was read is written and read as the same, and carried out or refused.
pub fn saved(saved: &SavedSession) {
    assert_eq!(SavedSession::from_file(&saved.to_file()).as_ref(), Ok(saved), "as a file");
    assert_eq!(SavedSession::from_link(&saved.to_link()).as_ref(), Ok(saved), "as a link");
    if let Ok(timeline) = saved.replay() {
        let again = SavedSession::of(&timeline, saved.manifest()).replay();
        assert!(
            again.is_ok_and(|again| again.world() == timeline.world()),
            "it ends elsewhere when it is carried out again"
        );
    }
}
