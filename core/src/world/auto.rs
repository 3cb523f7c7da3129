//! What happens next when nobody interferes: a healthy cluster, whose pods follow the outcome rules.

use std::collections::BTreeMap;

use super::{Action, Outcome, OutcomeRule, Streams, World};
use crate::api::{Name, ObjectKey, Pod, PodPhase, Time};
use crate::trace::{Kind, QueueName};

/// Milliseconds that a pod takes to stop once it was told to.
const STOP_MS: i64 = 1_000;

/// How a container ends that stops when it is told to: by `SIGTERM`.
const STOPPED_EXIT_CODE: i32 = 143;

/// The first release whose kubelet ends pods that are being deleted before it lets them go (#115331).
const DELETED_PODS_END_SINCE: u8 = 27;

/// What a pod does next, of its own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Move {
    /// It begins to run.
    Run,
    /// It ends well.
    Succeed,
    /// It ends with this exit code.
    Fail(i32),
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
        if let Some((&(due, what), pods)) = next_move
            && due <= self.now
        {
            return Some(self.action_of(what, pods));
        }
        let next_move = next_move.map(|(&(due, _), _)| due);
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
                return Some((stopped, Move::Fail(STOPPED_EXIT_CODE)));
            }
            // What has ended already goes at once; a finalizer keeps it although the kubelet is done.
            let held = pod.metadata.deletion_grace_period_seconds == Some(0);
            return (!held).then_some((stopped, Move::Remove));
        }
        let rule = self.outcomes.iter().find(|rule| rule.pods.contains(life.ordinal, pod.metadata.name()))?;
        match pod.status.phase {
            PodPhase::Pending => Some((life.created.plus(rule.start_ms.into()), Move::Run)),
            PodPhase::Running => {
                let since = life.running_since.unwrap_or(life.created);
                rule.end().map(|end| (since.plus(rule.run_ms.into()), end))
            }
            PodPhase::Succeeded | PodPhase::Failed | PodPhase::Unknown => None,
        }
    }

    fn action_of(&self, what: Move, keys: &[ObjectKey]) -> Action {
        let pods: Vec<Name> = keys.iter().map(|key| key.split().1.into()).collect();
        match what {
            Move::Run => Action::PodRun { pods, ready: true },
            Move::Succeed => Action::PodSucceed { pods, main_ago_ms: 0 },
            Move::Remove => Action::PodRemove { pods },
            Move::Fail(exit_code) => {
                // The code is that of the first container; pods of one move may name it differently.
                let exit = keys
                    .iter()
                    .filter_map(|key| self.api.pods().get(key)?.spec.containers.first())
                    .map(|container| (container.name.clone(), exit_code))
                    .collect();
                Action::PodFail {
                    pods,
                    exit,
                    reason: String::new(),
                    conds: Vec::new(),
                    no_status: false,
                    no_finished_at: false,
                    main_ago_ms: 0,
                }
            }
        }
    }
}

impl OutcomeRule {
    fn end(&self) -> Option<Move> {
        match self.outcome {
            Outcome::Succeed => Some(Move::Succeed),
            Outcome::Fail { exit_code } => Some(Move::Fail(exit_code)),
            Outcome::Hang => None,
        }
    }
}
