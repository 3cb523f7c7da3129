//! What pods do next by themselves, by the outcome rules, in order of time.
//!
//! The plan is recomputed only for pods that a step changed, and for all of them when a rule changes: it is needed
//! after every step, and there may be very many pods.

use std::sync::{Arc, LazyLock};

use imbl::OrdMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::containers::{crash_looping, ended_sidecar, is_unschedulable, started_after_back_off};
use super::kubelet::PodLife;
use super::pod_changes::LOST_EXIT_CODE;
use super::{Action, Candidate, Failure, NewCondition, Outcome, OutcomeRule, World};
use crate::api::{
    AfterExit, ConditionStatus, Container, ContainerState, KeyMap, Name, ObjectKey, Pod, PodPhase, RestartPolicy, Time,
    WaitingReason,
};
use crate::apiserver::since;
use crate::job::indexed_job_utils::completion_index;
use crate::random::Random;
use crate::small_collect::SmallCollect as _;

/// Milliseconds from the signal to stop until a pod has stopped.
const STOP_MS: i64 = 1_000;

/// The exit code of a container that was stopped by `SIGTERM`.
pub const STOPPED_EXIT_CODE: i32 = 143;

/// The first release whose kubelet ends pods that are being deleted before it lets them go (#115331).
const DELETED_PODS_END_SINCE: u8 = 27;

/// What a pod does next, of its own accord.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Move {
    /// It is bound to a node.
    Schedule,
    /// It begins to run.
    Run,
    /// A container of it waits on, for that reason.
    Wait(WaitingReason),
    /// This sidecar stops, because all other containers have ended.
    StopSidecar(String),
    /// The kubelet restarts this container.
    Restart(String),
    /// This container ends with this exit code, and the kubelet starts it again.
    Exit(String, i32),
    /// It ends well.
    Succeed,
    /// It ends badly.
    Fail(Failure),
    /// It stops before anything in it has started.
    Lose,
    /// It has stopped, and goes.
    Remove,
}

/// A move at its time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Due {
    at: Time,
    what: Arc<Move>,
}

impl Due {
    fn new(at: Time, what: Move) -> Self {
        // What nearly all pods do, which they share.
        static COMMON: LazyLock<[Arc<Move>; 5]> =
            LazyLock::new(|| [Move::Schedule, Move::Run, Move::Succeed, Move::Lose, Move::Remove].map(Arc::new));
        let common = COMMON.iter().find(|common| ***common == what).map(Arc::clone);
        Self { at, what: common.unwrap_or_else(|| Arc::new(what)) }
    }
}

/// The next moves of all pods that have one, in their order: those that do the same at the same time together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Moves(OrdMap<Due, KeyMap<()>>);

/// As a set of pairs. Only for people: what they say is said of each pod, too.
impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_seq(self.iter()) } else { serializer.serialize_unit() }
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut moves = Self::default();
        for (due, key) in Vec::<(Due, ObjectKey)>::deserialize(deserializer)? {
            moves.change(&key, None, Some(due));
        }
        Ok(moves)
    }
}

impl Moves {
    fn iter(&self) -> impl Iterator<Item = (&Due, &ObjectKey)> {
        self.0.iter().flat_map(|(due, keys)| keys.keys().map(move |key| (due, key)))
    }

    /// When the next of them is due.
    pub(super) fn next_due(&self) -> Option<Time> {
        self.0.get_min().map(|(due, _)| due.at)
    }

    /// The next of them, with all pods that do the same at that time.
    fn next(&self) -> Option<(&Move, Vec<&ObjectKey>)> {
        let (next, keys) = self.0.get_min()?;
        Some((&*next.what, keys.keys().collect()))
    }

    /// What is due at `now`, in its order, with all pods that do the same at the same time.
    fn due(&self, now: Time) -> Vec<(&Move, Vec<&ObjectKey>)> {
        let due = self.0.iter().take_while(|(due, _)| due.at <= now);
        due.map(|(due, keys)| (&*due.what, keys.keys().collect())).collect()
    }

    /// When the first comes that is not due at `now`.
    fn next_after(&self, now: Time) -> Option<Time> {
        self.0.keys().map(|due| due.at).find(|at| *at > now)
    }

    /// A pod does something else next.
    pub(super) fn change(&mut self, key: &ObjectKey, before: Option<Due>, now: Option<Due>) {
        if let Some(due) = before
            && let Some(keys) = self.0.get_mut(&due)
        {
            keys.remove(key);
            if keys.is_empty() {
                self.0.remove(&due);
            }
        }
        if let Some(due) = now {
            match self.0.get_mut(&due) {
                Some(keys) => {
                    keys.insert(key, ());
                }
                None => {
                    self.0.insert(due, [(key.clone(), ())].into_iter().collect());
                }
            }
        }
    }
}

impl World {
    /// The kubelet hears of the pod events from number `from` on, and plans what those pods do next.
    pub(super) fn kubelet_observes(&mut self, from: usize) {
        let mut kubelet = std::mem::take(&mut self.kubelet);
        for event in since(&self.api.watch.pods, from) {
            kubelet.observe(event, self.now, |life, pod| self.move_of(life, pod));
        }
        kubelet.forget_gone(|key| self.machinery.pods.get(key).is_some());
        self.kubelet = kubelet;
    }

    /// What the moves of all pods depend on, beside the pods themselves.
    pub(super) fn terms_of_moves(&self) -> (Arc<[OutcomeRule]>, u32, Name) {
        (Arc::clone(&self.outcomes), self.manager.options().seed, self.api.node())
    }

    /// Whether nothing tells apart what pods of one template do, and when: no rule counts them, names them or has chance in
    /// it, and no sync rests, which would have them in its hands.
    pub(crate) fn treats_pods_alike(&self) -> bool {
        self.resting.is_empty() && self.outcomes.iter().all(OutcomeRule::treats_pods_alike)
    }

    /// The pods that the store has, the cache has, or a watch event brings: one of them perhaps several times.
    pub(crate) fn pods_anywhere(&self) -> impl Iterator<Item = &Arc<Pod>> {
        let under_way = self.api.watch.pods.iter().map(|event| &event.object);
        self.api.pods().values().chain(self.machinery.pods.indexer().values()).chain(under_way)
    }

    /// Plans again what all pods do.
    pub(super) fn plan_all(&mut self) {
        let mut kubelet = std::mem::take(&mut self.kubelet);
        for (key, pod) in self.api.pods() {
            kubelet.plan(key, |life| self.move_of(life, pod));
        }
        self.kubelet = kubelet;
    }

    /// The stored pods that will do something of their own accord, in the order in which they do.
    pub fn moving_pods(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.kubelet.moves.iter().filter_map(|(_, key)| self.api.pods().get(key))
    }

    /// What pods do next, whether or not its time has come.
    pub(super) fn next_move(&self) -> Option<Action> {
        self.kubelet.moves.next().map(|(what, pods)| self.action_of(what, &pods))
    }

    /// What pods are due to do now: those that do the same at the same time together, and each of them by itself.
    pub(super) fn due_moves(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for (what, pods) in self.kubelet.moves.due(self.now) {
            actions.push(self.action_of(what, &pods));
            if pods.len() > 1 {
                actions.extend(pods.iter().map(|pod| self.action_of(what, &[pod])));
            }
        }
        actions
    }

    /// When the next pod does something that is not due yet.
    pub(super) fn next_move_after_now(&self) -> Option<Time> {
        self.kubelet.moves.next_after(self.now)
    }

    /// What a pod does next, and when.
    fn move_of(&self, life: &PodLife, pod: &Pod) -> Option<Due> {
        if pod.spec.node_name.as_ref().is_some_and(|node| !self.api.has_node(node)) {
            // Nobody is left who could stop it, or tell how it is.
            return None;
        }
        let phase = pod.status.phase;
        if pod.metadata.is_deleting() {
            if life.came_deleting && !phase.is_terminal() {
                // The cluster that it comes from has not stopped it yet; perhaps its node does not answer.
                return None;
            }
            let stopped = life.deleting_since.unwrap_or(life.created).plus(STOP_MS);
            if !phase.is_terminal() && self.release().since(DELETED_PODS_END_SINCE) {
                if phase == PodPhase::Pending {
                    return Some(Due::new(stopped, Move::Lose));
                }
                let stop = Failure { exit_code: STOPPED_EXIT_CODE, ..Failure::default() };
                return Some(Due::new(stopped, Move::Fail(stop)));
            }
            // What has ended already goes at once; a finalizer keeps it although the kubelet is done.
            let held = pod.metadata.deletion_grace_period_seconds == Some(0);
            return (!held).then(|| Due::new(stopped, Move::Remove));
        }
        if !matches!(phase, PodPhase::Pending | PodPhase::Running) {
            return None;
        }
        if let Some(waiting) = life.waiting.filter(|_| phase == PodPhase::Pending) {
            return waiting.next().map(|(at, reason)| Due::new(at, Move::Wait(reason)));
        }
        if is_unschedulable(pod) {
            return None;
        }
        if let Some((sidecar, since)) = ended_sidecar(pod).filter(|_| phase == PodPhase::Running) {
            return Some(Due::new(since.plus(STOP_MS), Move::StopSidecar(sidecar.to_owned())));
        }
        let waiting = crash_looping(pod).filter_map(|(container, at)| Some((at?, container))).min();
        if let Some((at, container)) = waiting.filter(|_| phase == PodPhase::Running) {
            return Some(Due::new(at, Move::Restart(container.to_owned())));
        }
        let name = pod.metadata.name();
        let candidate = Candidate { ordinal: *life.ordinal, index: completion_index(pod), attempt: life.attempt, name };
        let rule = self.outcomes.iter().find(|rule| rule.pods.contains(&candidate))?;
        if phase == PodPhase::Pending {
            let run = Due::new(life.created.plus(rule.start_ms.into()), Move::Run);
            let bind = rule.schedule_ms.filter(|_| pod.spec.node_name.is_none());
            let bind = bind.map(|ms| Due::new(life.created.plus(ms.into()), Move::Schedule));
            return bind.into_iter().chain([run]).min();
        }
        if pod.spec.restart_policy == Some(RestartPolicy::Always) {
            // A pod of a Job never has this policy, and a pod with it does not end.
            return None;
        }
        let since = life.running_since.unwrap_or(life.created);
        let run_ms = i64::from(rule.run_ms).saturating_add(self.jitter(rule, life));
        let ends_after = |restarts: u32| since.plus(run_ms.saturating_mul(i64::from(restarts) + 1));
        let first = pod.spec.containers.first();
        let Some(container) = first.filter(|first| pod.spec.restarted_failure(first).is_some()) else {
            return rule.end().map(|end| Due::new(ends_after(0), end));
        };
        if container.restart_policy.is_some() {
            return run_by_own_policy(pod, container, rule, since, run_ms);
        }
        let restarted = restarts(pod, container);
        if restarted < rule.restarts {
            return Some(Due::new(ends_after(restarted), Move::Restart(container.name.clone())));
        }
        rule.end().map(|end| Due::new(ends_after(rule.restarts), end))
    }

    /// Milliseconds by which the pod's runs take longer than the rule says.
    fn jitter(&self, rule: &OutcomeRule, life: &PodLife) -> i64 {
        let seed = u64::from(self.manager.options().seed) << 32 | u64::from(*life.ordinal);
        let bound = usize::try_from(rule.jitter_ms).unwrap_or(0).saturating_add(1);
        i64::try_from(Random::new(seed).below(bound)).unwrap_or(0)
    }

    fn action_of(&self, what: &Move, keys: &[&ObjectKey]) -> Action {
        let pods: Vec<Name> = keys.iter().map(|key| self.name_of_pod(key)).collect();
        match what {
            Move::Schedule => Action::PodSchedule { pods },
            Move::Restart(container) => Action::PodRestart { pods, container: container.clone(), n: 1 },
            Move::Run => Action::PodRun { pods, ready: true },
            Move::Wait(reason) => Action::PodWait { pods, container: None, reason: *reason },
            Move::StopSidecar(container) => {
                Action::PodContainerExit { pods, container: container.clone(), exit_code: STOPPED_EXIT_CODE }
            }
            Move::Exit(container, exit_code) => {
                Action::PodContainerExit { pods, container: container.clone(), exit_code: *exit_code }
            }
            Move::Succeed => Action::PodSucceed { pods, main_ago_ms: 0 },
            Move::Remove => Action::PodRemove { pods },
            Move::Lose => {
                let spec = |key: &&ObjectKey| self.api.pods().get(key).map(|pod| &pod.spec);
                let containers =
                    keys.iter().filter_map(spec).flat_map(|spec| spec.init_containers.iter().chain(&*spec.containers));
                Action::PodFail {
                    exit: containers.map(|container| (container.name.clone(), LOST_EXIT_CODE)).small_collect(),
                    pods,
                    reason: String::new(),
                    conds: Vec::new(),
                    no_status: false,
                    no_finished_at: true,
                    main_ago_ms: 0,
                }
            }
            Move::Fail(Failure { exit_code, container, reason, condition }) => {
                // Unless it is named it is the first container; pods of one move may name it differently.
                let first = |key: &&ObjectKey| Some(self.api.pods().get(key)?.spec.containers.first()?.name.clone());
                let exit = match container {
                    Some(container) => [(container.clone(), *exit_code)].into(),
                    None => keys.iter().filter_map(first).map(|container| (container, *exit_code)).small_collect(),
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

/// What a pod does next whose first container has a restart policy of its own, when it has run for `run_ms`: it ends as the rule
/// says once it was restarted as often as the rule says. It begins to run at `since`, and again after each back-off.
fn run_by_own_policy(pod: &Pod, container: &Container, rule: &OutcomeRule, since: Time, run_ms: i64) -> Option<Due> {
    let status = pod.status.container_statuses.iter().find(|status| status.name == container.name)?;
    if status.state != ContainerState::Running {
        return None;
    }
    let ends_at = started_after_back_off(status).unwrap_or(since).plus(run_ms);
    let again = |exit_code| Due::new(ends_at, Move::Exit(container.name.clone(), exit_code));
    if restarts(pod, container) < rule.restarts {
        return pod.spec.restarted_failure(container).map(again);
    }
    match rule.end()? {
        Move::Fail(failure) if failure.is_exit_of(container, pod) => Some(again(failure.exit_code)),
        end => Some(Due::new(ends_at, end)),
    }
}

impl Failure {
    /// Whether only this container ends, and the kubelet starts it again.
    fn is_exit_of(&self, container: &Container, pod: &Pod) -> bool {
        let is_it = self.container.as_ref().is_none_or(|name| *name == container.name);
        let is_plain = self.reason.is_empty() && self.condition.is_none();
        is_it && is_plain && pod.spec.after_exit(container, self.exit_code) != AfterExit::Ends
    }
}

/// How often a container of the pod was restarted.
fn restarts(pod: &Pod, container: &Container) -> u32 {
    let status = pod.status.container_statuses.iter().find(|status| status.name == container.name);
    status.map_or(0, |status| u32::try_from(status.restart_count).unwrap_or(0))
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
    use crate::api::{Job, Release};
    use crate::manager::ManagerOptions;

    /// Plans what all pods do as if nothing were known.
    fn planned(world: &World) -> Moves {
        let mut moves = Moves::default();
        for (key, pod) in world.api.pods() {
            moves.change(key, None, world.move_of(&world.kubelet.pods()[key].life, pod));
        }
        moves
    }

    #[test]
    fn what_is_kept_is_what_a_look_at_all_pods_would_find() {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "j"}, "spec": {"parallelism": 4, "completions": 40, "backoffLimit": 20,
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let slow = OutcomeRule { jitter_ms: 3_000, restarts: 1, schedule_ms: Some(500), ..OutcomeRule::default() };
        for release in [Release::V1_11, Release::V1_22, Release::V1_28, Release::V1_36] {
            for seed in 0..2 {
                let mut world = World::new(release);
                world.apply(&Action::CreateJob { job: Box::new(job.clone()) }).unwrap();
                let mut random = Random::new(seed);
                for step in 0..250 {
                    let mut actions = world.legal_actions();
                    if step == 110 {
                        let options = ManagerOptions { seed: 7, ..ManagerOptions::default() };
                        actions = vec![Action::StartManager { options }];
                    }
                    if step % 50 == 25 {
                        actions = vec![Action::SetOutcomes { rules: vec![slow.clone(), OutcomeRule::default()] }];
                    }
                    let by_itself = random.below(2) == 0 && step != 110;
                    let action = world.next_action().filter(|_| by_itself && step % 50 != 25);
                    let action = action.unwrap_or_else(|| actions.swap_remove(random.below(actions.len())));
                    let _ = world.apply_untraced(&action);
                    assert_eq!(world.kubelet.moves, planned(&world), "{release}, {seed}, {step}: {action:?}");
                    assert!(world.machinery.pods.knows_what_is_deletable(), "{release}, {seed}, {step}: {action:?}");
                }
            }
        }
    }
}
