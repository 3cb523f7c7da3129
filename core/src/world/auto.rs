//! What happens next when nobody interferes: a healthy cluster, whose pods follow the outcome rules.

use std::collections::BTreeMap;

use super::kubelet::PodLife;
use super::{Action, Candidate, Failure, NewCondition, Outcome, OutcomeRule, Streams, World};
use crate::api::{ConditionStatus, Name, ObjectKey, Pod, PodPhase, Time};
use crate::client::Random;
use crate::job::indexed_job_utils::completion_index;
use crate::trace::{Kind, QueueName};

/// Milliseconds that a pod takes to stop once it was told to.
const STOP_MS: i64 = 1_000;

/// How a container ends that stops when it is told to: by `SIGTERM`.
const STOPPED_EXIT_CODE: i32 = 143;

/// The first release whose kubelet ends pods that are being deleted before it lets them go (#115331).
const DELETED_PODS_END_SINCE: u8 = 27;

/// What a pod does next, of its own accord.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    /// It is bound to a node.
    Schedule,
    /// It begins to run.
    Run,
    /// The kubelet restarts this container.
    Restart(String),
    /// It ends well.
    Succeed,
    /// It ends badly.
    Fail(Failure),
    /// It has stopped, and goes.
    Remove,
}

impl World {
    /// What a healthy cluster would do next: deliver what is not held back, then sync, then what the kubelet or a timer has
    /// due, else let time pass to whatever comes next. None: nothing more happens by itself. Timers of
    /// a queue whose Jobs are all finished do not count as something that comes.
    pub fn next_action(&self) -> Option<Action> {
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
        if let Some(sync) = self.due_syncs().next() {
            return Some(sync);
        }
        if self.has_garbage() {
            return Some(Action::Gc);
        }
        let moves = self.moves();
        let next_move = moves.first_key_value();
        if let Some(((due, what), pods)) = next_move
            && *due <= self.now
        {
            return Some(self.action_of(what, pods));
        }
        let next_move = next_move.map(|((due, _), _)| *due);
        [self.next_timer(), next_move, next_list.map(|(until, _)| until), self.manager.asleep_until()]
            .into_iter()
            .flatten()
            .min()
            .map(|at| Action::Advance { ms: at.since(self.now).max(1) })
    }

    /// What workers have something to do, those of the Job controller first.
    pub(super) fn due_syncs(&self) -> impl Iterator<Item = Action> {
        let queues = [
            (QueueName::Job, Action::Sync),
            (QueueName::OrphanPod, Action::SyncOrphan),
            (QueueName::TtlAfterFinished, Action::SyncTtl),
        ];
        queues.into_iter().filter(|(queue, _)| self.has_work(*queue)).map(|(_, sync)| sync)
    }

    /// When the next Job becomes ready, if one is still at work, or the next key of another queue.
    fn next_timer(&self) -> Option<Time> {
        let at_work = self.api.jobs().values().any(|job| job.status.finished().is_none());
        let job = self.machinery.queue.delaying.next_ready_at().filter(|_| at_work);
        let orphan = self.controller.orphan_queue.delaying.next_ready_at();
        job.into_iter().chain(orphan).chain(self.next_ripe_beside()).min()
    }

    /// The next move of each pod, by time and kind.
    fn moves(&self) -> BTreeMap<(Time, Move), Vec<ObjectKey>> {
        let mut moves: BTreeMap<_, Vec<ObjectKey>> = BTreeMap::new();
        for (key, pod) in self.api.pods() {
            if let Some(next) = self.next_move(key, pod) {
                moves.entry(next).or_default().push(key.clone());
            }
        }
        moves
    }

    fn next_move(&self, key: &ObjectKey, pod: &Pod) -> Option<(Time, Move)> {
        let life = self.kubelet.life(key)?;
        if pod.metadata.is_deleting() {
            let stopped = life.deleting_since.unwrap_or(life.created).plus(STOP_MS);
            if !pod.status.phase.is_terminal() && self.edition().minor() >= DELETED_PODS_END_SINCE {
                let stop = Failure { exit_code: STOPPED_EXIT_CODE, ..Failure::default() };
                return Some((stopped, Move::Fail(stop)));
            }
            // What has ended already goes at once; a finalizer keeps it although the kubelet is done.
            let held = pod.metadata.deletion_grace_period_seconds == Some(0);
            return (!held).then_some((stopped, Move::Remove));
        }
        let name = pod.metadata.name();
        let candidate = Candidate { ordinal: life.ordinal, index: completion_index(pod), attempt: life.attempt, name };
        let rule = self.outcomes.iter().find(|rule| rule.pods.contains(&candidate))?;
        match pod.status.phase {
            PodPhase::Pending => {
                let run = (life.created.plus(rule.start_ms.into()), Move::Run);
                let bind = rule.schedule_ms.filter(|_| pod.spec.node_name.is_none());
                let bind = bind.map(|ms| (life.created.plus(ms.into()), Move::Schedule));
                Some(bind.into_iter().chain([run]).min()?)
            }
            PodPhase::Running => {
                let since = life.running_since.unwrap_or(life.created);
                let run_ms = i64::from(rule.run_ms).saturating_add(self.jitter(rule, life));
                let (container, restarted) = restarts(pod);
                let ends = |runs: i64| since.plus(run_ms.saturating_mul(runs));
                if restarted < rule.restarts {
                    return Some((ends(i64::from(restarted) + 1), Move::Restart(container?)));
                }
                rule.end().map(|end| (ends(i64::from(rule.restarts) + 1), end))
            }
            PodPhase::Succeeded | PodPhase::Failed | PodPhase::Unknown => None,
        }
    }

    /// Milliseconds by which the pod's runs take longer than the rule says.
    fn jitter(&self, rule: &OutcomeRule, life: &PodLife) -> i64 {
        let seed = u64::from(self.manager.options().seed) << 32 | u64::from(life.ordinal);
        let bound = usize::try_from(rule.jitter_ms).unwrap_or(0).saturating_add(1);
        i64::try_from(Random::new(seed).below(bound)).unwrap_or(0)
    }

    fn action_of(&self, what: &Move, keys: &[ObjectKey]) -> Action {
        let pods: Vec<Name> = keys.iter().map(|key| key.split().1.into()).collect();
        match what {
            Move::Schedule => Action::PodSchedule { pods },
            Move::Restart(container) => Action::PodRestart { pods, container: container.clone(), n: 1 },
            Move::Run => Action::PodRun { pods, ready: true },
            Move::Succeed => Action::PodSucceed { pods, main_ago_ms: 0 },
            Move::Remove => Action::PodRemove { pods },
            Move::Fail(Failure { exit_code, container, reason, condition }) => {
                // Unless it is named it is the first container; pods of one move may name it differently.
                let first = |key| Some(self.api.pods().get(key)?.spec.containers.first()?.name.clone());
                let exit = match container {
                    Some(container) => [(container.clone(), *exit_code)].into(),
                    None => keys.iter().filter_map(first).map(|container| (container, *exit_code)).collect(),
                };
                let condition = condition.clone();
                let conds = condition.map(|r#type| NewCondition { r#type, status: ConditionStatus::True });
                Action::PodFail {
                    pods,
                    exit,
                    reason: reason.clone(),
                    conds: conds.into_iter().collect(),
                    no_status: false,
                    no_finished_at: false,
                    main_ago_ms: 0,
                }
            }
        }
    }
}

/// The pod's first container, and how often it was restarted.
fn restarts(pod: &Pod) -> (Option<String>, u32) {
    let container = pod.spec.containers.first().map(|container| container.name.clone());
    let status = pod.status.container_statuses.iter().find(|status| Some(&status.name) == container.as_ref());
    let restarted = status.map_or(0, |status| u32::try_from(status.restart_count).unwrap_or(0));
    (container, restarted)
}

impl OutcomeRule {
    fn end(&self) -> Option<Move> {
        match &self.outcome {
            Outcome::Succeed => Some(Move::Succeed),
            Outcome::Fail(failure) => Some(Move::Fail(failure.clone())),
            Outcome::Hang => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Edition, Job};
    use crate::manager::ManagerOptions;
    use crate::world::PodSelection;

    /// A Job with three indexes, all at once, on v1.36.
    fn indexed(rules: Vec<OutcomeRule>) -> World {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"}, "spec": {"parallelism": 3, "completions": 3, "completionMode": "Indexed",
                "backoffLimit": 6, "template": {"spec": {"restartPolicy": "Never",
                "containers": [{"name": "main", "image": "i"}, {"name": "side", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(Edition::V1_36);
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
        let world = indexed(vec![rule(twice, 3_000, Outcome::exit(42)), OutcomeRule::default()]);
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
        let done = lives(indexed(vec![rule(first, 1_000, Outcome::Fail(failure)), OutcomeRule::default()]));
        let Some((_, Action::PodFail { exit, reason, conds, .. })) = done.first() else { panic!("{done:?}") };
        assert_eq!(*exit, [("side".to_owned(), 137)].into());
        assert_eq!(reason, "Evicted");
        assert_eq!(conds.first().map(|condition| condition.r#type.as_str()), Some("DisruptionTarget"));
    }

    #[test]
    fn containers_restart_before_the_end_and_pods_are_bound_before_they_run() {
        let restarting = OutcomeRule { restarts: 2, schedule_ms: Some(500), run_ms: 4_000, ..OutcomeRule::default() };
        let done = lives(indexed(vec![restarting]));
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
            let mut world = indexed(vec![OutcomeRule { jitter_ms: 5_000, ..OutcomeRule::default() }]);
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
