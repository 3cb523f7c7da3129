//! Builds the pods of a [`Snapshot`](super::Snapshot): the state of each in the store, in the cache and in its Job's
//! status.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::sync::Arc;

use super::containers;
use super::kubelet::PodLife;
use super::snapshot::cache_state;
use super::{CacheState, Counting, PodHold, PodView, World};
use crate::api::{
    ContainerState, Entries, FeatureGate, FeatureGates, JOB_TRACKING_ANNOTATION, Job, KeyMap, MetaTime, ObjectKey, Pod,
    PodPhase, Uid,
};
use crate::job::indexed_job_utils::{OrderedIntervals, completion_index, has_valid_index};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::job::utils::matched_rule;
use crate::small_collect::SmallCollect as _;

/// Those pods that a Job's status speaks of.
pub(super) struct Books<'a> {
    job: &'a Job,
    gates: FeatureGates,
    uncounted: BTreeSet<&'a Uid>,
    completed: OrderedIntervals,
}

impl<'a> Books<'a> {
    /// The books of `job`; `None` if every sync counts its pods again.
    fn of(job: &'a Job, gates: FeatureGates) -> Option<Self> {
        // Until v1.26 a Job that began without finalizers continues without them.
        let counts_once = gates.enabled(FeatureGate::JobTrackingWithFinalizers)
            && (gates.release().since(27) || job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some());
        let listed = job.status.uncounted_terminated_pods.as_ref();
        counts_once.then(|| Self {
            job,
            gates,
            uncounted: listed
                .into_iter()
                .flat_map(|listed| listed.succeeded.iter().chain(&listed.failed))
                .small_collect(),
            completed: OrderedIntervals::parse(&job.status.completed_indexes, job.spec.completions.unwrap_or_default()),
        })
    }

    /// How `pod`, which ended, stands in them; nowhere, if it never counts.
    fn counting(&self, pod: &Pod, held: bool, life: Option<&PodLife>) -> Option<Counting> {
        if pod.metadata.uid.as_ref().is_some_and(|uid| self.uncounted.contains(uid)) {
            return Some(Counting::Recorded);
        }
        let succeeded = pod.status.phase == PodPhase::Succeeded;
        let is_ignored = || matched_rule(pod, self.job, self.gates).is_some_and(|rule| !rule.counts());
        let is_freed = !held && life.is_some_and(|life| life.freed);
        if is_freed || (self.job.is_indexed() && !has_valid_index(pod, self.job)) || (!succeeded && is_ignored()) {
            return None;
        }
        let completed = succeeded && completion_index(pod).is_some_and(|index| self.completed.has(index));
        Some(match (held, completed) {
            (false, _) => Counting::Counted,
            (true, true) => Counting::Recorded,
            (true, false) => Counting::NotYet,
        })
    }
}

/// Looks keys up that come in their order: one walk along the map instead of a search for each.
struct InOrder<'a, V> {
    rest: Peekable<Entries<'a, V>>,
}

impl<'a, V> InOrder<'a, V> {
    fn of(map: &'a KeyMap<V>) -> Self {
        Self { rest: map.iter().peekable() }
    }

    fn get(&mut self, key: &ObjectKey) -> Option<&'a V> {
        while self.rest.next_if(|(next, _)| *next < key).is_some() {}
        self.rest.next_if(|(next, _)| *next == key).map(|(_, value)| value)
    }
}

/// The books of all Jobs, by UID.
pub(super) type AllBooks<'a> = BTreeMap<&'a str, Books<'a>>;

impl World {
    /// All pods, those first that the store has.
    pub(super) fn pod_views(&self) -> Vec<Arc<PodView>> {
        let books = self.all_books();
        let (mut cached, mut known) = (InOrder::of(self.machinery.pods.indexer()), InOrder::of(self.kubelet.pods()));
        let stored =
            self.api.pods().iter().map(|(key, pod)| {
                self.stored_view(pod, cached.get(key), known.get(key).map(|known| &known.life), &books)
            });
        let only_cached = self.only_cached_pods().filter_map(|key| self.only_cached_pod_view(key, &books));
        stored.chain(only_cached).map(Arc::new).collect()
    }

    /// The books of all Jobs that count pods once.
    pub(super) fn all_books(&self) -> AllBooks<'_> {
        let jobs = self.api.jobs().values();
        jobs.filter_map(|job| Some((job.metadata.uid(), Books::of(job, self.gates)?))).small_collect()
    }

    /// Keys of the pods that only the cache has, in their order.
    pub(super) fn only_cached_pods(&self) -> impl Iterator<Item = &ObjectKey> {
        let mut stored = InOrder::of(self.api.pods());
        self.machinery.pods.indexer().keys().filter(move |key| stored.get(key).is_none())
    }

    /// The pod that the store has under `key`.
    pub(super) fn stored_pod_view(&self, key: &ObjectKey, books: &AllBooks<'_>) -> Option<PodView> {
        let life = self.kubelet.pods().get(key).map(|known| &known.life);
        let pod = self.api.pods().get(key)?;
        Some(self.stored_view(pod, self.machinery.pods.get(key), life, books))
    }

    /// The pod that the cache has under `key` and the store has not.
    pub(super) fn only_cached_pod_view(&self, key: &ObjectKey, books: &AllBooks<'_>) -> Option<PodView> {
        let pod = self.machinery.pods.get(key)?;
        Some(self.pod_view(pod, CacheState::GoneFromStore, self.kubelet.gone().get(key), books))
    }

    fn stored_view(
        &self,
        pod: &Pod,
        cached: Option<&Arc<Pod>>,
        life: Option<&PodLife>,
        books: &AllBooks<'_>,
    ) -> PodView {
        let cached = cached.map(|cached| &**cached);
        let mut view = self.pod_view(pod, cache_state(pod, cached), life, books);
        view.cached_phase = cached.map(|cached| cached.status.phase).filter(|phase| *phase != view.phase);
        view
    }

    fn pod_view(&self, pod: &Pod, cache: CacheState, life: Option<&PodLife>, books: &AllBooks<'_>) -> PodView {
        let statuses = || pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
        let owner = pod.metadata.controller().map(|owner| owner.uid.clone());
        let ended = pod.status.phase.is_terminal();
        // What is gone from the store is held no longer, whatever the cache shows.
        let tracked = cache != CacheState::GoneFromStore && has_job_tracking_finalizer(pod);
        // One that is being deleted counts as failed before it has ended, where the controller has let it go.
        let counts = ended || (!tracked && pod.metadata.is_deleting());
        let books = owner.as_ref().filter(|_| counts).and_then(|owner| books.get(owner.as_str()));
        PodView {
            name: pod.metadata.name.clone().unwrap_or_else(|| "".into()),
            ordinal: life.map_or(0, |life| *life.ordinal),
            phase: pod.status.phase,
            cached_phase: None,
            ready: pod.is_ready(),
            deletion: pod.metadata.deletion_timestamp.map(MetaTime::time),
            scheduled: pod.spec.node_name.is_some(),
            tracked,
            counting: books.and_then(|books| books.counting(pod, tracked, life)),
            completion_index: completion_index(pod),
            attempt: life.and_then(|life| life.attempt),
            owner,
            restarts: statuses().map(|status| status.restart_count).fold(0, i32::saturating_add),
            // How a sidecar was stopped says nothing about its pod.
            exit_code: statuses().find_map(|status| match status.state {
                ContainerState::Terminated { exit_code, .. }
                    if exit_code != 0 && !pod.spec.is_sidecar(&status.name) =>
                {
                    Some(exit_code)
                }
                _ => None,
            }),
            reason: containers::reason(pod).to_owned(),
            hold: PodHold::from_pod(pod).map(Box::new),
            created: pod.metadata.creation_timestamp.map_or(*self.start, MetaTime::time),
            cache,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;
    use crate::world::Action;

    fn indexed(release: Release) -> World {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"}, "spec": {"parallelism": 2, "completions": 2, "completionMode": "Indexed",
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(release);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        world
    }

    /// Continues by itself until `is_there` says so.
    fn run_until(world: &mut World, is_there: impl Fn(&World) -> bool) {
        for _ in 0..200 {
            if is_there(world) {
                return;
            }
            let next = world.next_action().unwrap();
            world.apply(&next).unwrap();
        }
        panic!("it never comes to that");
    }

    #[test]
    fn a_pod_is_recorded_then_counted() {
        let mut world = indexed(Release::V1_28);
        run_until(&mut world, |world| world.stored_pods().count() == 2);
        assert!(world.pod_views().iter().all(|pod| pod.counting.is_none() && pod.tracked), "they have not ended");
        let of_first = |world: &World| world.pod_views().first().and_then(|pod| pod.counting);
        let mut seen = Vec::new();
        for _ in 0..60 {
            let Some(next) = world.next_action() else { break };
            let before = world.clone();
            let entries = world.apply(&next).unwrap().trace.len();
            for entries in 1..=entries {
                let within = before.during(&next, entries).unwrap();
                if let Some(now) = of_first(&within)
                    && seen.last() != Some(&now)
                {
                    seen.push(now);
                }
            }
        }
        assert_eq!(seen, [Counting::NotYet, Counting::Recorded, Counting::Counted]);
    }

    /// Runs the Job to its end, and stops after each trace entry of each step.
    fn look_within(world: &mut World, mut see: impl FnMut(&World)) {
        for _ in 0..80 {
            let Some(next) = world.next_action() else { break };
            let before = world.clone();
            let entries = world.apply(&next).unwrap().trace.len();
            for entries in 1..=entries {
                see(&before.during(&next, entries).unwrap());
            }
        }
    }

    #[test]
    fn a_pod_that_the_status_lists_as_uncounted_is_not_counted_although_its_finalizer_is_gone() {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"},
                "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
        )
        .unwrap();
        for release in [Release::V1_28, Release::V1_36] {
            let mut world = World::new(release);
            world.apply(&Action::CreateJob { job: Box::new(job.clone()) }).unwrap();
            let mut seen = Vec::new();
            look_within(&mut world, |within| {
                for pod in within.pod_views() {
                    let now = (pod.tracked, pod.counting);
                    if seen.last() != Some(&now) {
                        seen.push(now);
                    }
                }
            });
            let want = [
                (true, None),
                (true, Some(Counting::NotYet)),
                (true, Some(Counting::Recorded)),
                (false, Some(Counting::Recorded)),
                (false, Some(Counting::Counted)),
            ];
            assert_eq!(seen, want, "{release}");
        }
    }

    #[test]
    fn a_pod_that_counts_as_failed_while_it_stops_is_counted() {
        for release in [Release::V1_28, Release::V1_36] {
            let mut world = indexed(release);
            run_until(&mut world, |world| world.stored_pods().filter(|pod| pod.is_ready()).count() == 2);
            let deleted = world.pod_views().remove(0).name.clone();
            let view = |world: &World| world.pod_views().into_iter().find(|pod| pod.name == deleted).unwrap();
            world.apply(&Action::PodDelete { pods: vec![deleted.clone()], conds: Vec::new(), grace: None }).unwrap();
            assert_eq!((view(&world).tracked, view(&world).counting), (true, None), "{release}");
            run_until(&mut world, |world| !view(world).tracked);
            assert_eq!((view(&world).phase, view(&world).counting), (PodPhase::Running, Some(Counting::Counted)));
        }
    }

    #[test]
    fn a_pod_that_the_controller_removes_never_counts() {
        let mut world = indexed(Release::V1_36);
        run_until(&mut world, |world| world.stored_pods().filter(|pod| pod.is_ready()).count() == 2);
        let patch = serde_json::json!({"spec": {"suspend": true}});
        world.apply(&Action::PatchJob { name: "j".into(), r#type: crate::api::PatchType::Merge, patch }).unwrap();
        run_until(&mut world, |world| world.pod_views().iter().any(|pod| pod.deletion.is_some()));
        let views = world.pod_views();
        let removed = views.iter().find(|pod| pod.deletion.is_some()).unwrap();
        assert_eq!((removed.tracked, removed.counting), (false, None));
    }

    #[test]
    fn a_failure_that_the_policy_ignores_is_never_counted() {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"}, "spec": {
                "podFailurePolicy": {"rules": [{"action": "Ignore", "onExitCodes": {"operator": "In", "values": [42]}}]},
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(Release::V1_28);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        run_until(&mut world, |world| world.stored_pods().count() == 1);
        let first = world.pod_views().remove(0).name.clone();
        world.apply(&Action::PodRun { pods: vec![first.clone()], ready: true }).unwrap();
        let fails = world.pod_actions(std::slice::from_ref(&first)).into_iter().find_map(|action| match action {
            Action::PodFail { mut exit, pods, reason, conds, .. } if reason.is_empty() && conds.is_empty() => {
                for code in exit.values_mut() {
                    *code = 42;
                }
                Some(Action::PodFail {
                    exit,
                    pods,
                    reason,
                    conds,
                    no_status: false,
                    no_finished_at: false,
                    main_ago_ms: 0,
                })
            }
            _ => None,
        });
        world.apply(&fails.unwrap()).unwrap();
        let of_first = |world: &World| world.pod_views().into_iter().find(|pod| pod.name == first).unwrap();
        look_within(&mut world, |within| assert_eq!(of_first(within).counting, None));
        assert!(!of_first(&world).tracked, "it was let go");
    }

    #[test]
    fn a_pod_keeps_its_number_while_a_cache_shows_it() {
        let mut world = indexed(Release::V1_11);
        run_until(&mut world, |world| {
            world.pod_views().iter().filter(|pod| pod.cache == CacheState::InStep).count() == 2
        });
        let first = world.pod_views().remove(0);
        assert_ne!(first.ordinal, 0);
        world.apply(&Action::PodDelete { pods: vec![first.name.clone()], conds: Vec::new(), grace: Some(0) }).unwrap();
        let find = |world: &World| world.pod_views().into_iter().find(|pod| pod.name == first.name);
        let gone = find(&world).unwrap();
        assert_eq!((gone.cache, gone.ordinal), (CacheState::GoneFromStore, first.ordinal));
        world.apply(&Action::Deliver { kind: crate::world::Streams::Pod, n: None }).unwrap();
        assert!(find(&world).is_none() && world.kubelet.gone().is_empty(), "and no longer");
    }

    #[test]
    fn where_every_sync_counts_anew_no_pod_is_counted_once() {
        let mut world = World::new(Release::V1_11);
        let job = indexed(Release::V1_28).stored_jobs().next().cloned().unwrap();
        let spec = crate::api::JobSpec { completion_mode: None, selector: None, ..job.spec };
        let metadata = crate::api::ObjectMeta { name: Some("j".into()), ..Default::default() };
        world.apply(&Action::CreateJob { job: Box::new(Job { metadata, spec, ..Job::default() }) }).unwrap();
        while let Some(next) = world.next_action() {
            world.apply(&next).unwrap();
        }
        let pods = world.pod_views();
        assert!(!pods.is_empty() && pods.iter().all(|pod| pod.counting.is_none() && pod.attempt.is_none()));
    }

    #[test]
    fn a_pod_that_the_controller_deletes_never_counts() {
        for release in [Release::V1_28, Release::V1_36] {
            let mut world = indexed(release);
            run_until(&mut world, |world| {
                world.pod_views().iter().filter(|pod| pod.phase == PodPhase::Running).count() == 2
            });
            let patch = serde_json::json!({"spec": {"suspend": true}});
            world
                .apply(&Action::PatchJob { name: "j".into(), r#type: crate::api::PatchType::default(), patch })
                .unwrap();
            run_until(&mut world, |world| world.pod_views().iter().any(|pod| pod.phase == PodPhase::Failed));
            let pods = world.pod_views();
            assert!(pods.iter().all(|pod| !pod.tracked && pod.counting.is_none()), "{release}: {pods:?}");
        }
    }

    #[test]
    fn attempts_are_counted_by_index() {
        let mut world = indexed(Release::V1_28);
        run_until(&mut world, |world| world.stored_pods().count() == 2);
        let first = world.pod_views().remove(0);
        assert_eq!((first.completion_index, first.attempt), (Some(0), Some(1)));
        for is_it in [
            |action: &Action| matches!(action, Action::PodRun { .. }),
            |action: &Action| matches!(action, Action::PodFail { .. }),
        ] {
            let next = world.pod_actions(std::slice::from_ref(&first.name)).into_iter().find(is_it).unwrap();
            world.apply(&next).unwrap();
        }
        run_until(&mut world, |world| world.stored_pods().count() == 3);
        let mut of_zero: Vec<_> =
            world.pod_views().iter().filter(|pod| pod.completion_index == Some(0)).map(|pod| pod.attempt).collect();
        of_zero.sort_unstable();
        assert_eq!(of_zero, [Some(1), Some(2)]);
    }
}
