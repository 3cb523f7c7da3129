//! Builds a [`Snapshot`] from an earlier one, and shares what did not change.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::pods::AllBooks;
use super::{PodView, Snapshot, World};
use crate::api::{Job, Name, ObjectKey};
use crate::small_collect::SmallCollect as _;

/// A snapshot, and how its pods differ from those of the snapshot before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redrawn {
    /// The state.
    pub snapshot: Snapshot,
    /// Places among its pods of those that are new or look different, in rising order.
    pub changed: Vec<usize>,
    /// Names of the pods that are no longer there.
    pub gone: Vec<Name>,
}

impl World {
    /// The state, for showing, as [`World::snapshot`] draws it up; pods that stand as they did in `drawn`, the snapshot of
    /// `before`, are shared with it. It costs what changed, and little for each pod that did not.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::world::{Action, World};
    ///
    /// let before = World::new(Release::V1_28);
    /// let mut world = before.clone();
    /// world.apply(&Action::Advance { ms: 500 })?;
    /// let redrawn = world.redrawn(&before, &before.snapshot());
    /// assert_eq!(redrawn.snapshot, world.snapshot());
    /// assert!(redrawn.changed.is_empty() && redrawn.gone.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redrawn(&self, before: &Self, drawn: &Snapshot) -> Redrawn {
        if self.gates != before.gates || self.start != before.start {
            return self.drawn_anew(drawn);
        }
        let mut pods = Pods { views: Vec::with_capacity(drawn.pods.len()), changed: Vec::new(), gone: Vec::new() };
        pods.draw(self, before, &drawn.pods);
        let Pods { views, changed, gone } = pods;
        Redrawn { snapshot: self.snapshot_with(views), changed, gone }
    }

    /// The state as [`World::snapshot`] draws it up, after one that has nothing to do with it.
    fn drawn_anew(&self, drawn: &Snapshot) -> Redrawn {
        let snapshot = self.snapshot();
        let there: BTreeSet<_> = snapshot.pods.iter().map(|pod| &pod.name).small_collect();
        let gone = drawn.pods.iter().map(|pod| &pod.name).filter(|name| !there.contains(name)).cloned().collect();
        Redrawn { changed: (0..snapshot.pods.len()).collect(), gone, snapshot }
    }

    /// Keys of pods of which store, cache or kubelet have something else than they had in `before`.
    fn touched<'a>(&'a self, before: &'a Self) -> BTreeSet<&'a ObjectKey> {
        let mut keys = BTreeSet::new();
        keys.extend(self.api.pods().differing(before.api.pods()));
        keys.extend(self.machinery.pods.indexer().differing(before.machinery.pods.indexer()));
        keys.extend(self.kubelet.pods().differing(before.kubelet.pods()));
        keys
    }

    /// UIDs of the Jobs whose books say something else than they did in `before`.
    fn rewritten<'a>(&'a self, before: &'a Self) -> BTreeSet<&'a str> {
        let of_one = |before: Option<&Arc<Job>>, now: Option<&Arc<Job>>| match (before, now) {
            (Some(before), Some(now)) => !Arc::ptr_eq(before, now) && !has_same_books(before, now),
            _ => true,
        };
        let (was, is) = (before.api.jobs(), self.api.jobs());
        let there = is.iter().filter(|(key, job)| of_one(was.get(*key), Some(job)));
        let gone = was.iter().filter(|(key, _)| !is.contains_key(*key));
        there.chain(gone).map(|(_, job)| job.metadata.uid()).collect()
    }
}

/// Whether all that decides how pods are counted is the same.
fn has_same_books(before: &Job, now: &Job) -> bool {
    before.metadata.uid == now.metadata.uid
        && before.metadata.annotations == now.metadata.annotations
        && before.status.uncounted_terminated_pods == now.status.uncounted_terminated_pods
        && before.status.completed_indexes == now.status.completed_indexes
        && before.spec == now.spec
}

/// The pods as they are drawn.
struct Pods {
    views: Vec<Arc<PodView>>,
    changed: Vec<usize>,
    gone: Vec<Name>,
}

impl Pods {
    /// All pods of `world`; `drawn` are those of `before`.
    fn draw(&mut self, world: &World, before: &World, drawn: &[Arc<PodView>]) {
        let books = world.all_books();
        let mut touched = world.touched(before);
        let (stored, only_cached) = drawn.split_at(before.api.pods().len().min(drawn.len()));
        let rewritten = world.rewritten(before);
        if !rewritten.is_empty() {
            let is_counted = |view: &PodView| {
                view.phase.is_terminal() && view.owner.as_ref().is_some_and(|owner| rewritten.contains(owner.as_str()))
            };
            touched
                .extend(before.api.pods().keys().zip(stored).filter(|(_, view)| is_counted(view)).map(|(key, _)| key));
        }
        let mut copied = 0;
        for (key, place) in before.api.pods().places(touched.iter().copied()) {
            let (Ok(end) | Err(end)) = place;
            self.views.extend(stored.get(copied..end).unwrap_or_default().iter().cloned());
            copied = end + usize::from(place.is_ok());
            let view = place.ok().and_then(|place| stored.get(place));
            if world.api.pods().contains_key(key) {
                self.push(world.stored_pod_view(key, &books), view);
            } else if let Some(view) = view {
                self.leave(world, key, view);
            }
        }
        self.views.extend(stored.get(copied..).unwrap_or_default().iter().cloned());
        self.draw_only_cached(world, before, only_cached, &touched, &books);
    }

    /// Those that only the cache has, after all others. There are few, and all of them are drawn again.
    fn draw_only_cached(
        &mut self,
        world: &World,
        before: &World,
        drawn: &[Arc<PodView>],
        touched: &BTreeSet<&ObjectKey>,
        books: &AllBooks<'_>,
    ) {
        let known: Vec<_> = if drawn.is_empty() { Vec::new() } else { before.only_cached_pods().collect() };
        let is_there =
            |key: &ObjectKey| !world.api.pods().contains_key(key) && world.machinery.pods.indexer().contains_key(key);
        for (key, view) in known.iter().zip(drawn).filter(|(key, _)| !is_there(key)) {
            self.leave(world, key, view);
        }
        let keys: BTreeSet<_> = known.iter().chain(touched).copied().filter(|key| is_there(key)).small_collect();
        for key in keys {
            let place = known.binary_search(&key).ok();
            self.push(world.only_cached_pod_view(key, books), place.and_then(|place| drawn.get(place)));
        }
    }

    /// A pod that was drawn is no longer stored, or no longer cached; it is gone, unless the other has it.
    fn leave(&mut self, world: &World, key: &ObjectKey, view: &PodView) {
        if !world.api.pods().contains_key(key) && !world.machinery.pods.indexer().contains_key(key) {
            self.gone.push(view.name.clone());
        }
    }

    /// A pod that was looked at again. One that is gone meanwhile is not pushed.
    fn push(&mut self, view: Option<PodView>, earlier: Option<&Arc<PodView>>) {
        let Some(view) = view else { return };
        let same = earlier.filter(|earlier| ***earlier == view);
        if same.is_none() {
            self.changed.push(self.views.len());
        }
        self.views.push(same.map_or_else(|| Arc::new(view), Arc::clone));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::api::Release;
    use crate::trace::Kind;
    use crate::world::{Action, Streams};

    /// Jobs of both modes that can fail, run by themselves and by hand.
    fn worlds(release: Release, picks: &[u8]) -> Vec<World> {
        let job = |name: &str, mode: &str| {
            serde_json::json!({"metadata": {"name": name}, "spec": {
                "parallelism": 3, "completions": 5, "completionMode": mode, "backoffLimit": 4,
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}})
        };
        let mut world = World::new(release);
        let mut worlds = vec![world.clone()];
        for (name, mode) in [("a", "NonIndexed"), ("b", "Indexed")] {
            let job = Box::new(serde_json::from_value(job(name, mode)).unwrap());
            world.apply(&Action::CreateJob { job }).unwrap();
            worlds.push(world.clone());
        }
        for pick in picks {
            let names: Vec<_> = world.pod_views().iter().map(|pod| pod.name.clone()).collect();
            let pods = names.get(usize::from(*pick) % names.len().max(1)).cloned().into_iter().collect::<Vec<_>>();
            let action = match pick % 16 {
                0..8 => world.next_action(),
                8 => Some(Action::PodDelete { pods, conds: Vec::new(), grace: Some(0) }),
                9 => Some(Action::HoldStream { kind: Kind::Pod }),
                10 => Some(Action::Deliver { kind: Streams::All, n: None }),
                11 => Some(Action::Restart),
                12 => Some(Action::ReleaseStream { kind: Kind::Pod }),
                13 => Some(Action::DeleteJob { name: "a".into(), policy: None }),
                _ => world.pod_actions(&pods).get(usize::from(*pick) / 16).cloned(),
            };
            if action.is_some_and(|action| world.apply(&action).is_ok()) {
                worlds.push(world.clone());
            }
        }
        worlds
    }

    fn check(before: &World, drawn: &Snapshot, now: &World) -> Snapshot {
        let Redrawn { snapshot, changed, gone } = now.redrawn(before, drawn);
        assert_eq!(snapshot, now.snapshot());
        for (place, pod) in snapshot.pods.iter().enumerate() {
            let is_shared = drawn.pods.iter().any(|earlier| Arc::ptr_eq(earlier, pod));
            assert_eq!(is_shared, !changed.contains(&place), "{}", pod.name);
        }
        let left = drawn.pods.iter().filter(|pod| snapshot.pods.iter().all(|now| now.name != pod.name));
        let sorted = |names: &mut dyn Iterator<Item = Name>| names.collect::<BTreeSet<_>>();
        assert_eq!(sorted(&mut gone.into_iter()), sorted(&mut left.map(|pod| pod.name.clone())));
        snapshot
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_drawn_again_is_what_would_be_drawn_anew(
            release in proptest::sample::select(&Release::ALL[..]),
            picks in prop::collection::vec(any::<u8>(), 20..90),
        ) {
            let worlds = worlds(release, &picks);
            let mut drawn = worlds[0].snapshot();
            for pair in worlds.windows(2) {
                drawn = check(&pair[0], &drawn, &pair[1]);
            }
            // And from anywhere to anywhere.
            let (first, last) = (&worlds[worlds.len() / 3], &worlds[worlds.len() - 1]);
            check(first, &first.snapshot(), last);
            check(last, &last.snapshot(), first);
            let elsewhere = World::new(if release == Release::V1_11 { Release::V1_28 } else { Release::V1_11 });
            check(last, &last.snapshot(), &elsewhere);
            check(&elsewhere, &elsewhere.snapshot(), last);
        }
    }
}
