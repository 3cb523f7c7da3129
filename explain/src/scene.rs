//! The state after a step, prepared for display: once for each position of the cursor, however often it returns there.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::Name;
use jobscope_core::timeline::{Heads, Walk};
use jobscope_core::world::{PodView, Redrawn, Snapshot, World};

use crate::pod_state::PodState;

/// Pods of all scenes that are kept, at most some tens of megabytes: scenes share those that stand as before. What
/// stands farthest from the cursor goes first.
const MOST_PODS: usize = 250_000;

/// Clones share everything.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The state.
    pub snapshot: Rc<Snapshot>,
    /// Its pods, found and counted.
    pub pods: Rc<Pods>,
    /// What became of pods since the scene one step before; `None` if that was not at hand.
    pub change: Option<Rc<Change>>,
}

/// What became of pods from one scene to the next.
#[derive(Debug)]
pub struct Change {
    /// Places in the snapshot of those that are new or look different.
    pub changed: Vec<usize>,
    /// Those that are no longer there.
    pub gone: Vec<Name>,
}

/// What is looked up of a snapshot's pods.
#[derive(Debug)]
pub struct Pods {
    /// Places in the snapshot by name, computed on first use.
    by_name: OnceCell<Rc<HashMap<Name, usize>>>,
    /// How many there are of each state, in the order of [`PodState::ALL`].
    pub counts: Counts,
    /// Pods that no sync of the session made, computed on first use.
    pub others: OnceCell<Rc<Vec<Name>>>,
    /// Places in the snapshot in the order of creation, computed on first use.
    pub in_order: OnceCell<Rc<Vec<usize>>>,
}

impl Scene {
    /// Draws up `world`.
    pub fn of(world: &World) -> Self {
        let snapshot = world.snapshot();
        Self { pods: Rc::new(Pods::of(&snapshot)), snapshot: Rc::new(snapshot), change: None }
    }

    /// Draws up `world`, to which one step, or a part of it, led from `before`, whose scene this is.
    pub fn next(&self, before: &World, world: &World) -> Self {
        let Redrawn { snapshot, changed, gone } = world.redrawn(before, &self.snapshot);
        let has_same_places = gone.is_empty() && snapshot.pods.len() == self.snapshot.pods.len() && {
            let who = |pod: &Arc<PodView>| (pod.name.clone(), pod.ordinal);
            changed.iter().all(|place| snapshot.pods.get(*place).map(who) == self.snapshot.pods.get(*place).map(who))
        };
        let pods = if has_same_places {
            let Pods { by_name, others, in_order, .. } = &*self.pods;
            let at = |pods: &[Arc<PodView>]| counts(changed.iter().filter_map(|place| pods.get(*place)));
            let mut counts = self.pods.counts;
            for (count, (was, is)) in counts.iter_mut().zip(at(&self.snapshot.pods).into_iter().zip(at(&snapshot.pods)))
            {
                *count = *count + is - was;
            }
            Pods { by_name: by_name.clone(), counts, others: others.clone(), in_order: in_order.clone() }
        } else {
            Pods::of(&snapshot)
        };
        Self { snapshot: Rc::new(snapshot), pods: Rc::new(pods), change: Some(Rc::new(Change { changed, gone })) }
    }
}

/// How many pods there are of each state, in the order of [`PodState::ALL`].
type Counts = [u32; PodState::ALL.len()];

fn counts<'a>(pods: impl Iterator<Item = &'a Arc<PodView>>) -> Counts {
    let mut counts = Counts::default();
    for state in pods.map(|pod| PodState::of(pod)) {
        for (known, count) in PodState::ALL.iter().zip(&mut counts) {
            *count += u32::from(*known == state);
        }
    }
    counts
}

impl Pods {
    fn of(snapshot: &Snapshot) -> Self {
        let counts = counts(snapshot.pods.iter());
        Self { by_name: OnceCell::new(), counts, others: OnceCell::new(), in_order: OnceCell::new() }
    }

    /// Where in `snapshot`, whose pods these are, the one called `name` stands, while store or cache has it.
    pub fn place(&self, snapshot: &Snapshot, name: &Name) -> Option<usize> {
        let places = || snapshot.pods.iter().enumerate().map(|(place, pod)| (pod.name.clone(), place));
        self.by_name.get_or_init(|| Rc::new(places().collect())).get(name).copied()
    }
}

/// The scenes of a timeline, by the number of steps before them.
#[derive(Debug, Default)]
pub struct Scenes {
    /// The steps that lead to them.
    steps: Heads,
    known: BTreeMap<usize, Scene>,
    pods: usize,
}

impl Scenes {
    /// The scene after `steps` of the steps along which `walk` goes.
    pub fn after(&mut self, walk: &mut Walk, steps: usize) -> Scene {
        self.follow(walk.steps().heads());
        if let Some(known) = self.known.get(&steps) {
            return known.clone();
        }
        let world = walk.world_after(steps);
        let before = steps.checked_sub(1).and_then(|before| Some((walk.world_after(before), self.known.get(&before)?)));
        let scene = match before {
            Some((before, scene)) => scene.next(&before, &world),
            None => Scene::of(&world),
        };
        self.pods += scene.snapshot.pods.len();
        self.known.insert(steps, scene.clone());
        while self.pods > MOST_PODS && self.known.len() > 1 {
            self.forget_the_farthest(steps);
        }
        scene
    }

    /// Forgets what steps led to that are no longer recorded in the chosen branch.
    fn follow(&mut self, steps: &Heads) {
        let kept = self.steps.shared_with(steps);
        // With none of them not even the start is known to be the same.
        if kept < self.steps.len() || kept == 0 {
            self.known.retain(|steps, _| kept > 0 && *steps <= kept);
            self.pods = self.known.values().map(|scene| scene.snapshot.pods.len()).sum();
        }
        if kept < steps.len() || kept < self.steps.len() {
            self.steps = steps.clone();
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
    use jobscope_core::api::Release;
    use jobscope_core::timeline::{Cursor, Timeline};
    use jobscope_core::world::Action;

    use super::*;

    #[test]
    fn a_scene_is_drawn_up_once_and_forgotten_with_its_branch() {
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        for ms in 1..=3 {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        let mut other = timeline.clone();
        other.seek(Cursor { step: 2, entries: 0 });
        other.apply(&Action::Advance { ms: 77 }).unwrap();
        let mut scenes = Scenes::default();
        let mut walk = timeline.steps().walk();
        let (second, third) = (scenes.after(&mut walk, 2), scenes.after(&mut walk, 3));
        assert_eq!(*third.snapshot, timeline.world().snapshot());
        let mut is_same = |timeline: &Timeline, scene: &Scene, steps| {
            Rc::ptr_eq(&scenes.after(&mut timeline.steps().walk(), steps).snapshot, &scene.snapshot)
        };
        assert!(is_same(&timeline, &second, 2) && is_same(&timeline, &third, 3));
        assert!(is_same(&other, &second, 2) && !is_same(&other, &third, 3));
        let elsewhere = Timeline::new(World::new(Release::V1_28));
        assert!(!is_same(&elsewhere, &second, 2));
    }

    #[test]
    fn pods_are_found_in_each_scene_although_scenes_share_what_they_look_up() {
        let job: jobscope_core::api::Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "j"},
            "spec": {"parallelism": 4, "completions": 6,
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}
        }))
        .unwrap();
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while timeline.step_over() {}
        let pods: Vec<_> = timeline.world().snapshot().pods.iter().map(|pod| pod.name.clone()).collect();
        let remove = |names: &[Name]| Action::PodDelete { pods: names.to_vec(), conds: Vec::new(), grace: Some(0) };
        for names in pods.chunks(2) {
            timeline.apply(&remove(names)).unwrap();
            while timeline.step_over() {}
        }
        let mut scenes = Scenes::default();
        let mut walk = timeline.steps().walk();
        for steps in 0..=timeline.steps().len() {
            let Scene { snapshot, pods, .. } = scenes.after(&mut walk, steps);
            assert_eq!(*snapshot, timeline.world_after(steps).snapshot());
            assert_eq!(pods.counts, counts(snapshot.pods.iter()));
            for (place, pod) in snapshot.pods.iter().enumerate() {
                assert_eq!(pods.place(&snapshot, &pod.name), Some(place));
            }
            let gone = pods.by_name.get().into_iter().flat_map(|places| places.keys());
            assert_eq!(gone.filter(|name| snapshot.pods.iter().all(|pod| pod.name != **name)).count(), 0);
        }
    }

    #[test]
    fn what_is_far_from_the_cursor_goes_first() {
        let mut scenes = Scenes::default();
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        for ms in 1..=9 {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        for steps in [4, 0, 9] {
            scenes.after(&mut timeline.steps().walk(), steps);
        }
        scenes.forget_the_farthest(3);
        assert_eq!(scenes.known.keys().copied().collect::<Vec<_>>(), [0, 4]);
    }
}
