//! How things stand after a step, drawn up for showing: once for each place where the cursor rests, however often it
//! comes back there.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::timeline::{Steps, Timeline};
use jobscope_core::world::{Snapshot, World};

use crate::pods::PodState;

/// Pods of all scenes that are kept, some tens of megabytes. What stands farthest from the cursor goes first.
const MOST_PODS: usize = 250_000;

/// See the module. Clones share everything.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// The state.
    pub(crate) snapshot: Rc<Snapshot>,
    /// Its pods, found and counted.
    pub(crate) pods: Rc<Pods>,
}

/// What is looked up of a snapshot's pods.
#[derive(Debug)]
pub(crate) struct Pods {
    /// Places in the snapshot.
    by_name: HashMap<Name, usize>,
    /// How many there are of each state, in the order of [`PodState::ALL`].
    pub(crate) counts: [u32; PodState::ALL.len()],
    /// Those that no sync of the session made, once somebody has asked.
    pub(crate) others: OnceCell<Rc<Vec<Name>>>,
    /// Places in the snapshot in the order of the pods' numbers, once somebody has asked.
    pub(crate) by_number: OnceCell<Vec<usize>>,
}

impl Scene {
    /// Draws up `world`.
    pub(crate) fn of(world: &World) -> Self {
        let snapshot = world.snapshot();
        let mut by_name = HashMap::with_capacity(snapshot.pods.len());
        let mut counts = [0; PodState::ALL.len()];
        for (place, pod) in snapshot.pods.iter().enumerate() {
            by_name.insert(pod.name.clone(), place);
            let state = PodState::of(pod);
            for (known, count) in PodState::ALL.iter().zip(&mut counts) {
                *count += u32::from(*known == state);
            }
        }
        let pods = Pods { by_name, counts, others: OnceCell::new(), by_number: OnceCell::new() };
        Self { snapshot: Rc::new(snapshot), pods: Rc::new(pods) }
    }
}

impl Pods {
    /// Where the pod called `name` stands in the snapshot, while store or cache has it.
    pub(super) fn place(&self, name: &Name) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

/// The scenes of a timeline, by the number of steps before them.
#[derive(Debug, Default)]
pub(crate) struct Scenes {
    /// The steps that lead to them.
    steps: Steps,
    known: BTreeMap<usize, Scene>,
    pods: usize,
}

impl Scenes {
    /// The scene after `steps` steps of the chosen branch.
    pub(super) fn after(&mut self, timeline: &Timeline, steps: usize) -> Scene {
        self.follow(timeline);
        if let Some(known) = self.known.get(&steps) {
            return known.clone();
        }
        let scene = Scene::of(timeline.world_after(steps));
        self.pods += scene.snapshot.pods.len();
        self.known.insert(steps, scene.clone());
        while self.pods > MOST_PODS && self.known.len() > 1 {
            self.forget_the_farthest(steps);
        }
        scene
    }

    /// Forgets what steps led to that are no longer recorded in the chosen branch.
    fn follow(&mut self, timeline: &Timeline) {
        let kept = self.steps.shared_with(timeline.steps());
        // With none of them not even the start is known to be the same.
        if kept < self.steps.len() || kept == 0 {
            self.known.retain(|steps, _| kept > 0 && *steps <= kept);
            self.pods = self.known.values().map(|scene| scene.snapshot.pods.len()).sum();
        }
        if kept < timeline.steps().len() || kept < self.steps.len() {
            self.steps = timeline.steps().clone();
        }
    }

    fn forget_the_farthest(&mut self, from: usize) {
        let ends = [self.known.first_key_value(), self.known.last_key_value()];
        let farthest = ends.into_iter().flatten().map(|(steps, _)| *steps).max_by_key(|steps| steps.abs_diff(from));
        if let Some(gone) = farthest.and_then(|steps| self.known.remove(&steps)) {
            self.pods -= gone.snapshot.pods.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Edition;
    use jobscope_core::timeline::Cursor;
    use jobscope_core::world::Action;

    use super::*;

    #[test]
    fn a_scene_is_drawn_up_once_and_forgotten_with_its_branch() {
        let mut timeline = Timeline::new(World::new(Edition::V1_11));
        for ms in 1..=3 {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        let mut other = timeline.clone();
        other.seek(Cursor { step: 2, entries: 0 });
        other.apply(&Action::Advance { ms: 77 }).unwrap();
        let mut scenes = Scenes::default();
        let (second, third) = (scenes.after(&timeline, 2), scenes.after(&timeline, 3));
        assert_eq!(*third.snapshot, timeline.world().snapshot());
        let mut is_same =
            |timeline, scene: &Scene, steps| Rc::ptr_eq(&scenes.after(timeline, steps).snapshot, &scene.snapshot);
        assert!(is_same(&timeline, &second, 2) && is_same(&timeline, &third, 3));
        assert!(is_same(&other, &second, 2) && !is_same(&other, &third, 3));
        let elsewhere = Timeline::new(World::new(Edition::V1_28));
        assert!(!is_same(&elsewhere, &second, 2));
    }

    #[test]
    fn what_is_far_from_the_cursor_goes_first() {
        let mut scenes = Scenes::default();
        let mut timeline = Timeline::new(World::new(Edition::V1_11));
        for ms in 1..=9 {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        for steps in [4, 0, 9] {
            scenes.after(&timeline, steps);
        }
        scenes.forget_the_farthest(3);
        assert_eq!(scenes.known.keys().copied().collect::<Vec<_>>(), [0, 4]);
    }
}
