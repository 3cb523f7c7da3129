//! Containers that differ from the rest of their pod: those that cannot start, and those that end before the others.

use serde::{Deserialize, Serialize};

use super::kubelet::{ensure_statuses, set_condition, set_ready};
use super::{Action, PodObstacle};
use crate::api::{
    ConditionStatus, ContainerState, ContainerStatus, MetaTime, Pod, PodPhase, PodStatus, Time, WaitingReason,
};

/// The condition by which the scheduler says whether a pod has a node.
const POD_SCHEDULED: &str = "PodScheduled";

/// Milliseconds until the kubelet reports that it backs off from a failed pull.
const REPORT_MS: i64 = 1_000;
/// `BackOffPeriod`: milliseconds from the first failed pull to the next.
const PULL_BACKOFF_MS: i64 = 10_000;
/// `MaxImagePullBackOff`: the longest such wait. Here nothing more happens by itself once it is reached; a kubelet continues.
const MAX_PULL_BACKOFF_MS: i64 = 300_000;

/// A container that waits, as the kubelet remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    reason: WaitingReason,
    /// When it began to wait for that reason.
    since: Time,
    /// How many pulls of its image have failed.
    pulls: u32,
}

impl Waiting {
    /// What is remembered of `pod`, of which `before` was remembered.
    pub(super) fn after(before: Option<Self>, pod: &Pod, now: Time) -> Option<Self> {
        let reason = waiting_reason(pod)?;
        match before {
            Some(before) if before.reason == reason => Some(before),
            _ => {
                let pulls = before.map_or(0, |before| before.pulls);
                let failed = u32::from(reason == WaitingReason::ErrImagePull);
                Some(Self { reason, since: now, pulls: pulls.saturating_add(failed) })
            }
        }
    }

    /// What the kubelet reports next of itself, and when.
    pub(super) fn next(self) -> Option<(Time, WaitingReason)> {
        let backoff = PULL_BACKOFF_MS.saturating_mul(1_i64.checked_shl(self.pulls.saturating_sub(1).min(16))?);
        match self.reason {
            WaitingReason::ErrImagePull => Some((self.since.plus(REPORT_MS), WaitingReason::ImagePullBackOff)),
            WaitingReason::ImagePullBackOff if backoff < MAX_PULL_BACKOFF_MS => {
                Some((self.since.plus(backoff - REPORT_MS), WaitingReason::ErrImagePull))
            }
            _ => None,
        }
    }
}

fn reason_of(status: &ContainerStatus) -> Option<WaitingReason> {
    match status.state {
        ContainerState::Waiting { reason } => reason,
        ContainerState::Running | ContainerState::Terminated { .. } => None,
    }
}

/// Why the first container that cannot start waits. One that is only being set up, or behind others, is not such.
pub(super) fn waiting_reason(pod: &Pod) -> Option<WaitingReason> {
    let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
    let is_usual =
        |reason: &WaitingReason| matches!(reason, WaitingReason::ContainerCreating | WaitingReason::PodInitializing);
    statuses.filter_map(reason_of).find(|reason| !is_usual(reason))
}

/// A word for why the pod is as it is: its own, or what its container waits for.
pub(super) fn reason(pod: &Pod) -> &str {
    let waits = || waiting_reason(pod).map_or("", WaitingReason::as_str);
    if pod.status.reason.is_empty() && !pod.status.phase.is_terminal() { waits() } else { &pod.status.reason }
}

/// Whether the scheduler has found no node for it.
pub(super) fn is_unschedulable(pod: &Pod) -> bool {
    pod.spec.node_name.is_none()
        && pod.status.condition(POD_SCHEDULED).is_some_and(|condition| condition.status == ConditionStatus::False)
}

/// Why `action` cannot be done to `pod`, if it is an action on containers.
pub(super) fn obstacle(pod: &Pod, action: &Action) -> Option<PodObstacle> {
    let pending = pod.status.phase == PodPhase::Pending;
    match action {
        Action::PodUnschedulable { .. } | Action::PodWait { .. } if !pending => Some(PodObstacle::NotPending),
        Action::PodUnschedulable { .. } if pod.spec.node_name.is_some() => Some(PodObstacle::HasNode),
        Action::PodContainerExit { container, .. } => {
            let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
            let mut named = statuses.filter(|status| status.name == *container);
            let runs =
                pod.status.phase == PodPhase::Running && named.any(|status| status.state == ContainerState::Running);
            (!runs).then_some(PodObstacle::NoRunningContainer)
        }
        _ => None,
    }
}

/// The scheduler has no node for the pod.
pub(super) fn unschedulable(status: &mut PodStatus, now: Time) {
    set_condition(status, POD_SCHEDULED, ConditionStatus::False, now);
}

/// The scheduler has found a node after all.
pub(super) fn schedule(status: &mut PodStatus, now: Time) {
    if status.condition(POD_SCHEDULED).is_some() {
        set_condition(status, POD_SCHEDULED, ConditionStatus::True, now);
    }
}

/// A container cannot start: the one of that name, or the first that has not started.
pub(super) fn wait(pod: &mut Pod, container: Option<&str>, reason: WaitingReason, now: Time) {
    ensure_statuses(pod);
    let status = &mut pod.status;
    status.start_time.get_or_insert(now.into());
    let mut statuses = status.init_container_statuses.to_mut().iter_mut().chain(status.container_statuses.to_mut());
    let is_it = |status: &&mut ContainerStatus| {
        let waits = matches!(status.state, ContainerState::Waiting { .. });
        waits && container.is_none_or(|container| status.name == container)
    };
    if let Some(found) = statuses.find(is_it) {
        found.state = ContainerState::Waiting { reason: Some(reason) };
    }
    set_ready(status, false, now);
}

/// A container ends. The pod ends with the last of them, and how it ends depends on those that are no sidecars.
pub(super) fn exit(pod: &mut Pod, container: &str, exit_code: i32, now: Time) {
    let status = &mut pod.status;
    let statuses = status.init_container_statuses.to_mut().iter_mut().chain(status.container_statuses.to_mut());
    for ended in statuses.filter(|status| status.name == container && status.state == ContainerState::Running) {
        ended.ready = false;
        ended.state = ContainerState::ended(exit_code, Some(now.into()));
    }
    let is_over = |status: &ContainerStatus| matches!(status.state, ContainerState::Terminated { .. });
    let sidecars_run =
        status.init_container_statuses.iter().any(|status| !is_over(status) && pod.spec.is_sidecar(&status.name));
    // A sidecar that ended before the others would be started again; that it is not ready makes the pod not ready.
    set_ready(status, false, now);
    if status.container_statuses.iter().all(is_over) && !sidecars_run {
        let failed = |status: &ContainerStatus| matches!(status.state, ContainerState::Terminated { exit_code, .. } if exit_code != 0);
        let any_failed = status.container_statuses.iter().any(failed);
        status.phase = if any_failed { PodPhase::Failed } else { PodPhase::Succeeded };
    }
}

/// A sidecar that runs although all containers have ended that are no sidecars, the last one first, and since when. The kubelet
/// stops sidecars in the reverse of their order.
pub(super) fn ended_sidecar(pod: &Pod) -> Option<(&str, Time)> {
    let sidecar = pod
        .status
        .init_container_statuses
        .iter()
        .rev()
        .find(|status| status.state == ContainerState::Running && pod.spec.is_sidecar(&status.name))?;
    let over = pod.status.container_statuses.iter().all(|status| ended_at(status).is_some());
    let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
    let since = statuses.filter_map(ended_at).max()?;
    over.then_some((sidecar.name.as_str(), since))
}

fn ended_at(status: &ContainerStatus) -> Option<Time> {
    match status.state {
        ContainerState::Terminated { finished_at, .. } => finished_at.map(MetaTime::time),
        ContainerState::Waiting { .. } | ContainerState::Running => None,
    }
}

/// The containers of a running pod that may end by themselves while others run, and with which exit codes. One that the kubelet
/// would start again does not fail: it restarts.
pub(super) fn exits(pod: &Pod) -> impl Iterator<Item = (String, i32)> {
    let has_others = pod.spec.containers.len() > 1 || !pod.spec.init_containers.is_empty();
    let runs = |name: &str| {
        let status = pod.status.container_statuses.iter().find(|status| status.name == name);
        status.is_some_and(|status| status.state == ContainerState::Running)
    };
    let running = pod.spec.containers.iter().filter(move |container| has_others && runs(&container.name));
    running.flat_map(|container| {
        let codes = if pod.spec.restarts_failed(container) { 0..=0 } else { 0..=1 };
        codes.map(|code| (container.name.clone(), code))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::{Job, Release};
    use crate::world::{ActionError, World};

    /// A world with one pod of these containers, which does nothing by itself.
    fn one_pod(restart_policy: &str, init: &serde_json::Value, main: &[&str]) -> World {
        let main: Vec<_> = main.iter().map(|name| json!({"name": name, "image": "i"})).collect();
        let job: Job = serde_json::from_value(json!({
            "metadata": {"name": "j"},
            "spec": {"template": {"spec":
                {"restartPolicy": restart_policy, "initContainers": init, "containers": main}}}
        }))
        .unwrap();
        let mut world = World::new(Release::V1_36);
        world.apply(&Action::SetOutcomes { rules: Vec::new() }).unwrap();
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        settle(&mut world);
        world
    }

    /// Continues until nothing more happens by itself.
    fn settle(world: &mut World) {
        for _ in 0..500 {
            let Some(next) = world.next_action() else { return };
            world.apply(&next).unwrap();
        }
        panic!("there is no end of it");
    }

    fn names(world: &World) -> Vec<crate::api::Name> {
        world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect()
    }

    fn exit(world: &mut World, container: &str, exit_code: i32) -> Result<(), ActionError> {
        let pods = names(world);
        world.apply(&Action::PodContainerExit { pods, container: container.to_owned(), exit_code }).map(drop)
    }

    fn run(world: &mut World) {
        let pods = names(world);
        world.apply(&Action::PodRun { pods, ready: true }).unwrap();
    }

    fn phase(world: &World) -> PodPhase {
        world.stored_pods().next().unwrap().status.phase
    }

    fn shown(world: &World) -> String {
        let printed = world.clone().kubectl("kubectl get pods --no-headers").unwrap().stdout;
        printed.split_whitespace().skip(1).take(2).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_image_is_pulled_again_after_ever_longer_waits() {
        let mut world = one_pod("Never", &json!([]), &["main"]);
        let pods = names(&world);
        let begun = world.now();
        let reason = WaitingReason::ErrImagePull;
        world.apply(&Action::PodWait { pods: pods.clone(), container: None, reason }).unwrap();
        assert_eq!(shown(&world), "0/1 ErrImagePull");
        let mut pulls = Vec::new();
        while let Some(next) = world.next_action() {
            if matches!(next, Action::PodWait { reason: WaitingReason::ErrImagePull, .. }) {
                pulls.push(world.now().since(begun) / 1000);
            }
            world.apply(&next).unwrap();
        }
        assert_eq!(pulls, [10, 30, 70, 150, 310]);
        assert_eq!(shown(&world), "0/1 ImagePullBackOff");
        assert_eq!(world.stored_jobs().next().unwrap().status.active, 1, "it has not failed");
        // The image is there at last.
        world.apply(&Action::PodRun { pods, ready: true }).unwrap();
        assert_eq!(shown(&world), "1/1 Running");
    }

    #[test]
    fn what_waits_is_said_and_follows_no_rule() {
        let mut world = one_pod("Never", &json!([{"name": "setup", "image": "i"}]), &["main"]);
        let pods = names(&world);
        let reason = WaitingReason::CreateContainerConfigError;
        world.apply(&Action::PodWait { pods: pods.clone(), container: None, reason }).unwrap();
        assert_eq!(shown(&world), "0/1 Init:CreateContainerConfigError");
        world.apply(&Action::SetOutcomes { rules: vec![crate::world::OutcomeRule::default()] }).unwrap();
        settle(&mut world);
        assert_eq!(phase(&world), PodPhase::Pending);
        assert_eq!(world.snapshot().pods.first().unwrap().reason, "CreateContainerConfigError");
        run(&mut world);
        let refused = world.apply(&Action::PodWait { pods, container: None, reason });
        assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::NotPending, .. })));
    }

    #[test]
    fn a_pod_without_a_node_waits_until_it_gets_one() {
        let mut world = one_pod("Never", &json!([]), &["main"]);
        let pods = names(&world);
        world.apply(&Action::PodUnschedulable { pods: pods.clone() }).unwrap();
        world.apply(&Action::SetOutcomes { rules: vec![crate::world::OutcomeRule::default()] }).unwrap();
        settle(&mut world);
        assert_eq!(shown(&world), "0/1 Pending");
        let condition = |world: &World| {
            let pod = world.stored_pods().next().unwrap();
            pod.status.condition("PodScheduled").map(|condition| condition.status)
        };
        assert_eq!(condition(&world), Some(ConditionStatus::False));
        world.apply(&Action::PodSchedule { pods: pods.clone() }).unwrap();
        assert_eq!(condition(&world), Some(ConditionStatus::True));
        let refused = world.apply(&Action::PodUnschedulable { pods });
        assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::HasNode, .. })));
        settle(&mut world);
        assert_eq!(phase(&world), PodPhase::Succeeded);
    }

    #[test]
    fn a_pod_runs_as_long_as_its_last_container() {
        let mut world = one_pod("Never", &json!([]), &["main", "proxy"]);
        run(&mut world);
        exit(&mut world, "main", 0).unwrap();
        settle(&mut world);
        assert_eq!((phase(&world), shown(&world)), (PodPhase::Running, "1/2 NotReady".to_owned()));
        let refused = exit(&mut world, "main", 0);
        assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::NoRunningContainer, .. })));
        exit(&mut world, "proxy", 1).unwrap();
        assert_eq!(phase(&world), PodPhase::Failed);
    }

    #[test]
    fn a_sidecar_is_stopped_once_the_others_have_ended_and_does_not_matter() {
        let sidecar = json!([{"name": "proxy", "image": "i", "restartPolicy": "Always"}]);
        for (exit_code, ends) in [(0, PodPhase::Succeeded), (3, PodPhase::Failed)] {
            let mut world = one_pod("Never", &sidecar, &["main"]);
            run(&mut world);
            exit(&mut world, "main", exit_code).unwrap();
            assert_eq!(phase(&world), PodPhase::Running);
            settle(&mut world);
            let view = world.snapshot().pods.iter().find(|pod| pod.phase == ends).cloned();
            let view = view.unwrap_or_else(|| panic!("{exit_code}: no pod is {ends:?}"));
            assert_eq!(view.exit_code, Some(exit_code).filter(|code| *code != 0));
        }
    }

    #[test]
    fn the_menu_offers_the_end_of_a_container_where_there_are_several() {
        let ends = |world: &World| {
            let offered = world.pod_actions(&names(world)).into_iter();
            let ends = offered.filter_map(|action| match action {
                Action::PodContainerExit { container, exit_code, .. } => Some((container, exit_code)),
                _ => None,
            });
            ends.collect::<Vec<_>>()
        };
        let mut alone = one_pod("Never", &json!([]), &["main"]);
        run(&mut alone);
        assert!(ends(&alone).is_empty());
        let mut two = one_pod("OnFailure", &json!([]), &["main", "proxy"]);
        run(&mut two);
        assert_eq!(ends(&two), [("main".to_owned(), 0), ("proxy".to_owned(), 0)], "what fails restarts");
        exit(&mut two, "proxy", 0).unwrap();
        assert_eq!(ends(&two), [("main".to_owned(), 0)]);
    }
}
