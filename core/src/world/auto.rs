//! The next action without interference: a healthy cluster, whose pods follow the outcome rules.

use super::apply::MAX_ADVANCE_MS;
use super::other_controllers::controller_of;
use super::{Action, Streams, World};
use crate::api::Time;
use crate::manager::Simulated;
use crate::trace::{Kind, QueueName};

/// Who looks after what Jobs leave behind, among the things that happen by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collectors {
    /// The garbage collector and pod garbage collection of the manager, with steps of their own.
    Controllers,
    /// [`Action::Gc`], a pass over all that is stored, whenever it finds something. So sessions were counted before
    /// the controllers came, and those that were written down then are as they were.
    Passes,
}

impl World {
    /// What a healthy cluster would do next: deliver what is not held back, then sync, then what the kubelet or a timer has
    /// due, else let time pass to whatever comes next. None: nothing more happens by itself. Timers of
    /// a queue whose Jobs are all finished do not count as something that comes.
    pub fn next_action(&self) -> Option<Action> {
        self.next_action_with(Collectors::Controllers)
    }

    /// The same, with the choice of who collects.
    pub(crate) fn next_action_with(&self, collectors: Collectors) -> Option<Action> {
        self.next_of(collectors, self.kubelet.moves.next_due())
    }

    /// What the control plane would do next while pods change only by the user's actions: for a script that plays the
    /// kubelet itself.
    pub fn next_controller_action(&self) -> Option<Action> {
        self.next_of(Collectors::Controllers, None)
    }

    /// What comes next if the next move of a pod is due at `next_move`.
    fn next_of(&self, collectors: Collectors, next_move: Option<Time>) -> Option<Action> {
        if self.manager.next().is_some() && self.manager.asleep_until().is_none_or(|until| until <= self.now) {
            return Some(Action::StepManager);
        }
        let next_list = self.next_list();
        if let Some((until, kind)) = next_list
            && until <= self.now
        {
            return Some(Action::Relist { kind });
        }
        let waits = |streams, kind, pending: bool| (pending || self.has_received(streams)) && !self.held.has(kind);
        if waits(Streams::Job, Kind::Job, !self.api.watch.jobs.is_empty()) {
            return Some(Action::Deliver { kind: Streams::Job, n: None });
        }
        if waits(Streams::Pod, Kind::Pod, !self.api.watch.pods.is_empty()) {
            return Some(Action::Deliver { kind: Streams::Pod, n: None });
        }
        if let Some(sync) = self.resting_syncs().next() {
            return Some(Action::StepSync { key: Some(sync.key.clone()) });
        }
        if let Some(sync) = self.due_syncs(collectors).next() {
            return Some(sync);
        }
        if collectors == Collectors::Passes && self.has_garbage() {
            return Some(Action::Gc);
        }
        let next_pod_pass = (collectors == Collectors::Controllers).then(|| self.next_pod_pass()).flatten();
        if next_pod_pass.is_some_and(|at| at <= self.now) {
            return Some(Action::PodGc);
        }
        if next_move.is_some_and(|due| due <= self.now) {
            return self.next_move();
        }
        [
            self.next_timer(collectors),
            next_pod_pass,
            next_move,
            next_list.map(|(until, _)| until),
            self.manager.asleep_until(),
        ]
        .into_iter()
        .flatten()
        .min()
        .map(|at| at.since(self.now).max(1))
        // What is further away than time can pass at once (a deadline in a thousand years) nobody waits for.
        .filter(|ms| *ms <= MAX_ADVANCE_MS)
        .map(|ms| Action::Advance { ms })
    }

    /// What workers have something to do, those of the Job controller first.
    pub(super) fn due_syncs(&self, collectors: Collectors) -> impl Iterator<Item = Action> {
        let queues = [
            (QueueName::Job, Action::Sync),
            (QueueName::OrphanPod, Action::SyncOrphan),
            (QueueName::TtlAfterFinished, Action::SyncTtl),
            (QueueName::AttemptToOrphan, Action::AttemptToOrphan),
            (QueueName::AttemptToDelete, Action::AttemptToDelete),
        ];
        let works = move |queue| {
            let free = queue != QueueName::Job || self.has_free_worker().is_ok();
            free && collectors.has(controller_of(queue)) && self.has_work(queue)
        };
        queues.into_iter().filter(move |(queue, _)| works(*queue)).map(|(_, sync)| sync)
    }

    /// When the next Job becomes ready, if one is still at work, or the next key of another queue.
    fn next_timer(&self, collectors: Collectors) -> Option<Time> {
        let at_work = self.api.jobs().values().any(|job| job.status.finished().is_none());
        let job = self.machinery.queue.delaying.next_ready_at().filter(|_| at_work);
        let orphan = self.controller.orphan_queue.delaying.next_ready_at();
        job.into_iter().chain(orphan).chain(self.next_ripe_of_others(collectors)).min()
    }
}

impl Collectors {
    /// Whether that controller does anything by itself.
    pub(super) fn has(self, controller: Simulated) -> bool {
        self == Self::Controllers || !matches!(controller, Simulated::GarbageCollector | Simulated::PodGc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Job, Release};
    use crate::manager::ManagerOptions;
    use crate::world::{Failure, Outcome, OutcomeRule, PodSelection};

    /// A Job with three indexes, all at once, on v1.36.
    fn indexed(restart_policy: &str, rules: Vec<OutcomeRule>) -> World {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "j"},
            "spec": {"parallelism": 3, "completions": 3, "completionMode": "Indexed", "backoffLimit": 60,
                "template": {"spec": {"restartPolicy": restart_policy,
                "containers": [{"name": "main", "image": "i"}, {"name": "side", "image": "i"}]}}}
        }))
        .unwrap();
        let mut world = World::new(Release::V1_36);
        world.apply(&Action::SetOutcomes { rules }).unwrap();
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        world
    }

    /// What pods do until nothing more happens, with the milliseconds since the start.
    fn lives(mut world: World) -> Vec<(i64, Action)> {
        let mut done = Vec::new();
        for _ in 0..2_000 {
            let Some(action) = world.next_action() else { break };
            let pods = matches!(
                action,
                Action::PodSchedule { .. }
                    | Action::PodRestart { .. }
                    | Action::PodFail { .. }
                    | Action::PodSucceed { .. }
            );
            if pods {
                done.push((world.now().since(world.start()), action.clone()));
            }
            world.apply(&action).unwrap();
        }
        done
    }

    fn rule(pods: PodSelection, run_ms: u32, outcome: Outcome) -> OutcomeRule {
        OutcomeRule { pods, run_ms, outcome, ..OutcomeRule::default() }
    }

    #[test]
    fn index_1_fails_twice_and_then_succeeds() {
        let index = PodSelection { indexes: Some("1".parse().unwrap()), ..PodSelection::default() };
        let twice = PodSelection { to_attempt: Some(2), ..index.clone() };
        let world = indexed("Never", vec![rule(twice, 3_000, Outcome::exit(42)), OutcomeRule::default()]);
        let done = lives(world);
        let failed: Vec<_> = done.iter().filter(|(_, action)| matches!(action, Action::PodFail { .. })).collect();
        assert_eq!(failed.len(), 2);
        for (_, action) in failed {
            let Action::PodFail { pods, exit, .. } = action else { continue };
            assert!(pods.iter().all(|pod| pod.as_str().starts_with("j-1-")), "{pods:?}");
            assert_eq!(*exit, [("main".to_owned(), 42)].into());
        }
        assert!(matches!(done.last(), Some((_, Action::PodSucceed { pods, .. })) if pods.len() == 1));
    }

    #[test]
    fn failures_say_container_reason_and_condition() {
        let failure = Failure {
            exit_code: 137,
            container: Some("side".into()),
            reason: "Evicted".into(),
            condition: Some("DisruptionTarget".into()),
        };
        let first = PodSelection { to: Some(3), ..PodSelection::default() };
        let done = lives(indexed("Never", vec![rule(first, 1_000, Outcome::Fail(failure)), OutcomeRule::default()]));
        let Some((_, Action::PodFail { exit, reason, conds, .. })) = done.first() else { panic!("{done:?}") };
        assert_eq!(*exit, [("side".to_owned(), 137)].into());
        assert_eq!(reason, "Evicted");
        assert_eq!(conds.first().map(|condition| condition.r#type.as_str()), Some("DisruptionTarget"));
    }

    #[test]
    fn containers_restart_before_the_end_and_pods_are_bound_before_they_run() {
        let restarting = OutcomeRule { restarts: 2, schedule_ms: Some(500), run_ms: 4_000, ..OutcomeRule::default() };
        let rules = || vec![restarting.clone()];
        let ends = |done: Vec<(i64, Action)>| done.iter().map(|(at, _)| *at).max();
        assert_eq!(ends(lives(indexed("Never", rules()))), Some(5_000), "no container restarts");
        let done = lives(indexed("OnFailure", rules()));
        let what: Vec<_> = done
            .iter()
            .map(|(at, action)| match action {
                Action::PodSchedule { .. } => (*at, "bound"),
                Action::PodRestart { n: 1, .. } => (*at, "restarted"),
                Action::PodSucceed { .. } => (*at, "succeeded"),
                _ => (*at, "?"),
            })
            .collect();
        assert_eq!(what, [(500, "bound"), (5_000, "restarted"), (9_000, "restarted"), (13_000, "succeeded")]);
    }

    #[test]
    fn jitter_follows_from_the_seed() {
        let ends = |seed| {
            let mut world = indexed("Never", vec![OutcomeRule { jitter_ms: 5_000, ..OutcomeRule::default() }]);
            let options = ManagerOptions { seed, ..ManagerOptions::default() };
            world.apply(&Action::StartManager { options }).unwrap();
            lives(world).into_iter().map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(ends(1), ends(1));
        assert_ne!(ends(1), ends(2));
        assert_eq!(ends(1).len(), 3, "each pod by itself");
        let (first, last) = (ends(1)[0], *ends(1).last().unwrap());
        assert!(last - first <= 6_000, "{first} to {last}");
    }
}
