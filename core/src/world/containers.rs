//! Containers that differ from the rest of their pod: those that cannot start, and those that end before the others.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::pod_changes::{LOST_EXIT_CODE, ensure_statuses, set_ready};
use super::{Action, PodObstacle};
use crate::api::{
    AfterExit, ConditionStatus, Container, ContainerState, ContainerStatus, MetaTime, Pod, PodCondition, PodPhase,
    PodStatus, ReportedReason, Time, WaitingReason,
};

/// Milliseconds until the kubelet reports that it backs off from a failed pull.
const REPORT_MS: i64 = 1_000;
/// `BackOffPeriod`: milliseconds from the first failed pull to the next.
const PULL_BACKOFF_MS: i64 = 10_000;
/// Milliseconds from the second end of a container to its start; doubled each time.
const CRASH_BACKOFF_MS: i64 = 10_000;
/// `MaxContainerBackOff`: the longest such wait.
const MAX_CRASH_BACKOFF_MS: i64 = 300_000;
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
        let (_, &ReportedReason::Known(reason)) = waiting_container(pod)? else { return None };
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

/// The first container that cannot start, with its reason. One that is only being set up, or behind others, is not such.
pub(super) fn waiting_container(pod: &Pod) -> Option<(&ContainerStatus, &ReportedReason)> {
    let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
    let mut reasons = statuses.filter_map(|status| match &status.state {
        ContainerState::Waiting { reason: Some(reason), .. } => Some((status, reason)),
        _ => None,
    });
    let is_usual = |reason: &ReportedReason| {
        *reason == WaitingReason::ContainerCreating || *reason == WaitingReason::PodInitializing
    };
    reasons.find(|(_, reason)| !is_usual(reason))
}

/// The pod's reason: the one in its status, or that of a waiting container, or why it has no node; empty if there is none.
pub(super) fn reason(pod: &Pod) -> &str {
    if !pod.status.reason.is_empty() || pod.status.phase.is_terminal() {
        return &pod.status.reason;
    }
    match waiting_container(pod) {
        Some((_, reason)) => reason.as_str(),
        None if !is_unschedulable(pod) => "",
        None if pod.spec.scheduling_gates().is_some() => "SchedulingGated",
        None => "Unschedulable",
    }
}

/// The condition by which the scheduler says that it has found no node for the pod.
pub(super) fn unscheduled(pod: &Pod) -> Option<&PodCondition> {
    let condition = pod.status.condition(PodCondition::POD_SCHEDULED)?;
    (pod.spec.node_name.is_none() && condition.status == ConditionStatus::False).then_some(condition)
}

/// Whether the scheduler has found no node for it.
pub(super) fn is_unschedulable(pod: &Pod) -> bool {
    unscheduled(pod).is_some()
}

/// Whether the state of a pod can prevent the action.
pub(super) fn may_be_prevented(action: &Action) -> bool {
    matches!(action, Action::PodUnschedulable { .. } | Action::PodWait { .. } | Action::PodContainerExit { .. })
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
    status.set_condition(PodCondition::POD_SCHEDULED, ConditionStatus::False, now.into());
}

/// The scheduler has found a node after all.
pub(super) fn schedule(status: &mut PodStatus, now: Time) {
    if status.condition(PodCondition::POD_SCHEDULED).is_some() {
        status.set_condition(PodCondition::POD_SCHEDULED, ConditionStatus::True, now.into());
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
        found.state = ContainerState::waiting(reason);
    }
    set_ready(status, false, now);
}

/// The kubelet restarts a container `n` times.
pub(super) fn restart(pod: &mut Pod, container: &str, n: i32, now: Time) {
    ensure_statuses(pod);
    let backed_off = crash_looping(pod).next().is_some();
    let exit_code = spec_of(pod, container).and_then(|spec| pod.spec.restarted_failure(spec)).unwrap_or(1);
    for status in statuses(&mut pod.status).filter(|status| status.name == container) {
        status.restart(n, exit_code, now.into());
    }
    if backed_off && pod.status.container_statuses.iter().all(|status| status.ready) {
        set_ready(&mut pod.status, true, now);
    }
}

/// A container ends. What the kubelet starts again is started at once the first time, and later after a back-off. A pod
/// ends with the last of its containers, and how it ends depends on those that are no sidecars.
pub(super) fn exit(pod: &mut Pod, container: &str, exit_code: i32, now: Time) {
    let after = after_exit(pod, container, exit_code);
    let status = &mut pod.status;
    match after {
        AfterExit::AllRestart => {
            let spec = &pod.spec;
            let inits = status.init_container_statuses.to_mut().iter_mut();
            let inits = inits.map(|status| (!spec.is_sidecar(&status.name), status));
            let others = status.container_statuses.to_mut().iter_mut().map(|status| (false, status));
            for (runs_first, status) in inits.chain(others) {
                let exit_code = if status.name == container { exit_code } else { LOST_EXIT_CODE };
                status.end_and_restart(exit_code, now.into());
                // The others begin when it has ended again.
                if runs_first {
                    status.ready = false;
                    status.state = ContainerState::ended(0, Some(now.into()));
                }
            }
            return;
        }
        AfterExit::Restarts => {
            let mut back_off = false;
            for ended in statuses(status).filter(|status| status.name == container) {
                back_off |= ended.restart_count > 0;
                if ended.restart_count > 0 {
                    ended.end_and_back_off(exit_code, now.into());
                } else {
                    ended.end_and_restart(exit_code, now.into());
                }
            }
            if back_off {
                set_ready(status, false, now);
            }
            return;
        }
        AfterExit::Ends => {}
    }
    for ended in statuses(status).filter(|status| status.name == container && status.state == ContainerState::Running) {
        ended.ready = false;
        ended.state = ContainerState::ended(exit_code, Some(now.into()));
    }
    let is_over = |status: &ContainerStatus| matches!(status.state, ContainerState::Terminated { .. });
    // One that waits for its next start does not keep the pod (`getPhase`).
    let runs = |status: &ContainerStatus| match status.state {
        ContainerState::Running => true,
        ContainerState::Waiting { .. } => status.last_termination.is_none(),
        ContainerState::Terminated { .. } => false,
    };
    let sidecars_run =
        status.init_container_statuses.iter().any(|status| runs(status) && pod.spec.is_sidecar(&status.name));
    set_ready(status, false, now);
    if status.container_statuses.iter().all(is_over) && !sidecars_run {
        let failed = |status: &ContainerStatus| matches!(status.state, ContainerState::Terminated { exit_code, .. } if exit_code != 0);
        let any_failed = status.container_statuses.iter().any(failed);
        status.phase = if any_failed { PodPhase::Failed } else { PodPhase::Succeeded };
        for waiting in statuses(status).filter(|status| matches!(status.state, ContainerState::Waiting { .. })) {
            if let Some(last) = waiting.last_termination {
                waiting.state = ContainerState::ended(last.exit_code, last.finished_at);
            }
        }
    }
}

fn statuses(status: &mut PodStatus) -> impl Iterator<Item = &mut ContainerStatus> {
    status.init_container_statuses.to_mut().iter_mut().chain(status.container_statuses.to_mut())
}

fn spec_of<'a>(pod: &'a Pod, container: &str) -> Option<&'a Container> {
    pod.spec.init_containers.iter().chain(&*pod.spec.containers).find(|spec| spec.name == container)
}

/// `ShouldContainerBeRestarted`: nothing restarts in a pod that is being deleted, and no sidecar once all others have ended.
fn after_exit(pod: &Pod, container: &str, exit_code: i32) -> AfterExit {
    let is_stopped =
        pod.spec.is_sidecar(container) && pod.status.container_statuses.iter().all(|status| ended_at(status).is_some());
    match spec_of(pod, container) {
        Some(spec) if !pod.metadata.is_deleting() && !is_stopped => pod.spec.after_exit(spec, exit_code),
        _ => AfterExit::Ends,
    }
}

/// The containers that wait for their back-off, and when each starts again. The longest back-off has no end here, as with images
/// that cannot be pulled; a kubelet continues. It also forgets the back-off of a container that has run for ten minutes.
pub(super) fn crash_looping(pod: &Pod) -> impl Iterator<Item = (&str, Option<Time>)> {
    let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
    let waiting = statuses.filter(|status| status.state.waits_for(WaitingReason::CrashLoopBackOff));
    waiting.map(|status| (status.name.as_str(), started_after_back_off(status)))
}

/// When a container that has ended before was started again, or will be.
pub(super) fn started_after_back_off(status: &ContainerStatus) -> Option<Time> {
    let ended = status.last_termination?.finished_at?.time();
    // The restart that is waited for is not counted yet, and the first one came at once.
    let is_waiting = matches!(status.state, ContainerState::Waiting { .. });
    let doublings = status.restart_count.checked_sub(if is_waiting { 1 } else { 2 })?;
    let Ok(doublings) = u32::try_from(doublings) else { return Some(ended) };
    let backoff = CRASH_BACKOFF_MS.saturating_mul(1_i64.checked_shl(doublings.min(16))?);
    (backoff < MAX_CRASH_BACKOFF_MS || !is_waiting).then(|| ended.plus(backoff.min(MAX_CRASH_BACKOFF_MS)))
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
/// would start again does not fail: it restarts. One with a restart policy of its own may also end with a code after which only
/// it is started again.
pub(super) fn exits(pod: &Pod) -> impl Iterator<Item = (String, i32)> {
    let has_others = pod.spec.containers.len() > 1 || !pod.spec.init_containers.is_empty();
    let runs = |name: &str| {
        let status = pod.status.container_statuses.iter().find(|status| status.name == name);
        status.is_some_and(|status| status.state == ContainerState::Running)
    };
    let running = pod.spec.containers.iter().filter(move |container| runs(&container.name));
    running.flat_map(move |container| {
        let restarted = pod.spec.restarted_failure(container);
        let ends = [0, 1].into_iter().filter(move |code| has_others && (*code == 0 || restarted != Some(*code)));
        let own = restarted.filter(|_| container.restart_policy.is_some());
        ends.chain(own).map(|code| (container.name.clone(), code))
    })
}
