//! Everything that may happen next: the alternatives that schedules consist of, and the mishaps.
//!
//! [`World::legal_actions`] is what a person is offered, whatever its time. Here is only what comes by itself: what is on
//! its way and whose time has come, each alternative on its own, and the wait for what comes later.

use serde::{Deserialize, Serialize};

use super::{Action, Collectors, Streams, World};
use crate::api::Time;
use crate::client::ReflectorState;
use crate::manager::KINDS;
use crate::small_sort::SmallSort as _;
use crate::trace::{Kind, TraceEntry, Verb};

/// Something that goes wrong in a cluster now and then, and that no order of things brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Mishap {
    /// The controller process is replaced by a new one, between two syncs.
    Restart,
    /// The process crashes in the middle of a sync, after one of its writes.
    Crash,
    /// A watch is lost with what is on its way, and a list follows.
    WatchLost,
    /// A pod that runs fails.
    PodFails,
    /// A user deletes a pod.
    PodDeleted,
}

impl Mishap {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Restart, Self::Crash, Self::WatchLost, Self::PodFails, Self::PodDeleted];
}

impl World {
    /// Everything that may happen next by itself, in whatever order a cluster may have it: first what
    /// [`World::next_action`] would do. Each watch delivers one event or all that wait, unless it is held back; each worker
    /// takes its next key; pods do what they are due to do, together or one by one; or time passes to whatever comes
    /// next, a finished Job's key included, though the rest be late. Empty if nothing more happens.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Job};
    /// use jobscope_core::world::{Action, World};
    ///
    /// let job: Job = serde_json::from_str(
    ///     r#"{"metadata": {"name": "pi"},
    ///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
    /// )?;
    /// let mut world = World::new(Release::V1_28);
    /// world.apply(&Action::CreateJob { job: Box::new(job) })?;
    /// while let Some(next) = world.next_action() {
    ///     assert!(world.choices().contains(&next));
    ///     world.apply(&next)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choices(&self) -> Vec<Action> {
        let mut choices = Vec::new();
        if self.manager.next().is_some() && self.manager.asleep_until().is_none_or(|until| until <= self.now) {
            choices.push(Action::StepManager);
        }
        let mut lists: Vec<_> = KINDS.into_iter().filter_map(|kind| Some((self.lists_at(kind)?, kind))).collect();
        lists.retain(|(until, _)| *until <= self.now);
        lists.small_sort();
        choices.extend(lists.into_iter().map(|(_, kind)| Action::Relist { kind }));
        self.deliveries(Streams::Job, Kind::Job, self.api.watch.jobs.len(), &mut choices);
        self.deliveries(Streams::Pod, Kind::Pod, self.api.watch.pods.len(), &mut choices);
        choices.extend(self.resting_syncs().map(|sync| Action::StepSync { key: Some(sync.key.clone()) }));
        choices.extend(self.due_syncs(Collectors::Controllers));
        if self.next_pod_pass().is_some_and(|at| at <= self.now) {
            choices.push(Action::PodGc);
        }
        choices.extend(self.due_moves());
        choices.extend(self.wait());
        choices
    }

    /// The ways in which that may go wrong now, in an order that depends on nothing but the world.
    pub fn mishaps(&self, mishap: Mishap) -> Vec<Action> {
        match mishap {
            Mishap::Restart => Vec::from([Action::Restart]),
            Mishap::Crash => (1..=self.writes_of_next_sync()).map(|writes| Action::CrashAfter { writes }).collect(),
            Mishap::WatchLost => {
                // Of a watch that is held back nothing reaches the controller but by hand.
                let watched = KINDS.into_iter().filter(|kind| !self.held.has(*kind) && self.watching(*kind).is_ok());
                watched.map(|kind| Action::ExpireWatch { kind }).collect()
            }
            Mishap::PodFails => self.each_pod(|action| match action {
                Action::PodFail { reason, no_status, .. } => reason.is_empty() && !no_status,
                _ => false,
            }),
            Mishap::PodDeleted => self.each_pod(|action| matches!(action, Action::PodDelete { .. })),
        }
    }

    /// What waits on a stream that nobody holds back, all of it or the first event.
    fn deliveries(&self, streams: Streams, kind: Kind, waiting: usize, choices: &mut Vec<Action>) {
        if self.held.has(kind) || (waiting == 0 && !self.has_received(streams)) {
            return;
        }
        choices.push(Action::Deliver { kind: streams, n: None });
        if waiting > 1 {
            choices.push(Action::Deliver { kind: streams, n: Some(1) });
        }
    }

    /// The wait for the next thing that comes later.
    fn wait(&self) -> Option<Action> {
        let later = [
            self.machinery.queue.delaying.next_ready_at(),
            self.controller.orphan_queue.delaying.next_ready_at(),
            self.next_ripe_of_others(Collectors::Controllers),
            self.next_pod_pass(),
            self.next_move_after_now(),
            self.manager.asleep_until(),
        ];
        let lists = KINDS.into_iter().filter_map(|kind| self.lists_at(kind));
        let at = later.into_iter().flatten().chain(lists).filter(|at| *at > self.now).min()?;
        let ms = at.since(self.now);
        (ms <= super::apply::MAX_ADVANCE_MS).then_some(Action::Advance { ms })
    }

    /// When a reflector that lost its watch lists.
    fn lists_at(&self, kind: Kind) -> Option<Time> {
        let reflector = match kind {
            Kind::Job => &self.machinery.jobs.reflector,
            Kind::Pod => &self.machinery.pods.reflector,
        };
        match reflector.state() {
            ReflectorState::BackingOff { until } => Some(until),
            ReflectorState::Stopped | ReflectorState::Watching { .. } => None,
        }
    }

    /// How often the sync would write that is due now.
    fn writes_of_next_sync(&self) -> u32 {
        if !self.due_syncs(Collectors::Controllers).any(|action| action == Action::Sync) {
            return 0;
        }
        let Ok(step) = self.clone().apply(&Action::Sync) else { return 0 };
        let is_write = |entry: &&TraceEntry| matches!(entry, TraceEntry::Call(call) if call.verb != Verb::Get);
        u32::try_from(step.trace.iter().filter(is_write).count()).unwrap_or(u32::MAX)
    }

    /// What is offered to each pod by itself, and fits.
    fn each_pod(&self, fits: impl Fn(&Action) -> bool) -> Vec<Action> {
        self.stored_pods().filter_map(|pod| self.offers_to(pod).into_iter().find(&fits)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::api::{Job, Release};

    fn two_pods(release: Release) -> World {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"}, "spec": {"parallelism": 2, "completions": 2, "template": {"spec":
                {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(release);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        world
    }

    fn goes_on(world: &mut World, until: impl Fn(&World) -> bool) {
        while !until(world) {
            world.apply(&world.next_action().unwrap()).unwrap();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn every_choice_and_every_mishap_is_possible(
            picks in prop::collection::vec(any::<u8>(), 1..40),
            release in prop::sample::select(&Release::ALL[..]),
        ) {
            let mut world = two_pods(release);
            for pick in picks {
                let mut actions = world.choices();
                if let Some(next) = world.next_action().filter(|next| !matches!(next, Action::Advance { .. })) {
                    prop_assert_eq!(Some(&next), actions.first(), "what comes by itself comes first");
                }
                actions.extend(Mishap::ALL.into_iter().flat_map(|mishap| world.mishaps(mishap)));
                for action in &actions {
                    prop_assert!(world.clone().apply_untraced(action).is_ok(), "{:?}", action);
                }
                let action = &actions[usize::from(pick) % actions.len()];
                world.apply_untraced(action).unwrap();
            }
        }
    }

    #[test]
    fn pods_move_together_or_one_by_one() {
        let mut world = two_pods(Release::V1_28);
        goes_on(&mut world, |world| matches!(world.next_action(), Some(Action::PodRun { .. })));
        let runs = world.choices().iter().filter(|action| matches!(action, Action::PodRun { .. })).count();
        assert_eq!(runs, 3);
    }

    #[test]
    fn what_is_held_back_is_nobodys_choice() {
        let mut world = two_pods(Release::V1_28);
        goes_on(&mut world, |world| world.stored_pods().count() == 2);
        let delivers = |world: &World| {
            let of_pods = |action: &Action| matches!(action, Action::Deliver { kind: Streams::Pod, .. });
            world.choices().iter().filter(|action| of_pods(action)).count()
        };
        assert_eq!(delivers(&world), 2, "one of them, or both");
        assert_eq!(world.mishaps(Mishap::WatchLost).len(), 2);
        world.apply(&Action::HoldStream { kind: Kind::Pod }).unwrap();
        assert_eq!(delivers(&world), 0);
        assert_eq!(world.mishaps(Mishap::WatchLost), [Action::ExpireWatch { kind: Kind::Job }]);
    }

    #[test]
    fn a_crash_comes_after_any_write() {
        let mut world = two_pods(Release::V1_36);
        assert!(world.mishaps(Mishap::Crash).is_empty(), "no sync is due");
        goes_on(&mut world, |world| world.next_action() == Some(Action::Sync));
        let crashes = world.mishaps(Mishap::Crash);
        assert_eq!(crashes.len(), 3, "two pods and a status");
    }
}
