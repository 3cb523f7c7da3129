//! One row of `kubectl get pods`: `printPod` of the release's API server, which makes the columns.
//!
//! This module computes READY, STATUS and RESTARTS; `pods` has the table.

use std::borrow::Cow;

use super::human::age;
use crate::api::{
    ConditionStatus, ContainerState, ContainerStatus, MetaTime, Pod, Release, TerminationReason, Time, WaitingReason,
};

/// The minor that says that a pod still runs whose first container has completed.
const STILL_RUNS: u8 = 13;
/// The minor that says when a pod was last restarted.
const RESTART_TIMES: u8 = 22;
/// The minor that has sidecars.
const SIDECARS: u8 = 28;
/// The minor that lets an ended pod show how it ended while it is being deleted (#122038).
const ENDED_WHILE_DELETED: u8 = 31;
/// The minor in which a container that failed wins over those that completed (#124766).
const FAILURES_WIN: u8 = 35;

/// What the kubelet calls the end of a container that failed.
const ERROR: &str = "Error";
/// What it calls the end of one that did not.
const COMPLETED: &str = "Completed";

/// The cells of a pod between its name and its age.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Summary<'a> {
    pub(super) ready: usize,
    pub(super) containers: usize,
    pub(super) status: Cow<'a, str>,
    restarts: Restarts,
}

/// How often containers were restarted, and when the last of them was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Restarts {
    count: i64,
    last: Option<Time>,
}

impl Restarts {
    fn add(&mut self, container: &ContainerStatus) {
        self.count += i64::from(container.restart_count);
        let ended = container.last_termination.and_then(|last| last.finished_at).map(MetaTime::time);
        self.last = self.last.max(ended);
    }
}

impl<'a> Summary<'a> {
    /// `printPod`. Upstream overwrites one reason again and again, so that what comes last wins: the order of the
    /// statements is the rule.
    pub(super) fn of(release: Release, pod: &'a Pod) -> Self {
        let (spec, status) = (&pod.spec, &pod.status);
        // Without its gate v1.28 has no sidecars either: the API server then drops what would make one.
        let is_sidecar = |name: &str| release.since(SIDECARS) && spec.is_sidecar(name);
        let sidecars = spec.init_containers.iter().filter(|container| is_sidecar(&container.name)).count();
        let mut reason = Cow::Borrowed(if status.reason.is_empty() { status.phase.as_str() } else { &status.reason });
        let mut ready = 0;
        let (mut restarts, mut restarts_of_sidecars) = (Restarts::default(), Restarts::default());
        let mut initializing = false;
        for (place, container) in status.init_container_statuses.iter().enumerate() {
            let sidecar = is_sidecar(&container.name);
            restarts.add(container);
            if sidecar {
                restarts_of_sidecars.add(container);
            }
            reason = match &container.state {
                ContainerState::Terminated { exit_code: 0, .. } => continue,
                // Nobody's startup takes time here: what runs has started.
                ContainerState::Running if sidecar => {
                    ready += usize::from(container.ready);
                    continue;
                }
                ContainerState::Terminated { reason: Some(reason), .. } => {
                    Cow::Owned(format!("Init:{}", reason.as_str()))
                }
                ContainerState::Terminated { .. } => Cow::Borrowed("Init:Error"),
                ContainerState::Waiting { reason: Some(reason), .. } if *reason != WaitingReason::PodInitializing => {
                    Cow::Owned(format!("Init:{}", reason.as_str()))
                }
                ContainerState::Waiting { .. } | ContainerState::Running => {
                    Cow::Owned(format!("Init:{place}/{}", spec.init_containers.len()))
                }
            };
            initializing = true;
            break;
        }
        if !initializing || (release.since(SIDECARS) && is_initialized(pod)) {
            restarts = match release {
                // The count starts over, the time does not.
                _ if !release.since(SIDECARS) => Restarts { count: 0, ..restarts },
                _ => restarts_of_sidecars,
            };
            let (mut running, mut failed) = (false, false);
            for container in status.container_statuses.iter().rev() {
                restarts.add(container);
                match &container.state {
                    &ContainerState::Terminated { exit_code, reason: why, .. } => {
                        failed |= exit_code != 0;
                        let usual = if exit_code == 0 { COMPLETED } else { ERROR };
                        reason = Cow::Borrowed(why.map_or(usual, TerminationReason::as_str));
                    }
                    ContainerState::Running if container.ready => {
                        running = true;
                        ready += 1;
                    }
                    ContainerState::Waiting { reason: Some(waits), .. } => reason = Cow::Borrowed(waits.as_str()),
                    ContainerState::Waiting { reason: None, .. } | ContainerState::Running => {}
                }
            }
            if release.since(STILL_RUNS) && reason == COMPLETED {
                reason = Cow::Borrowed(match () {
                    () if running && pod.is_ready() => "Running",
                    () if failed && release.since(FAILURES_WIN) => ERROR,
                    () if running => "NotReady",
                    () => COMPLETED,
                });
            }
        }
        if pod.metadata.is_deleting() {
            if status.reason == "NodeLost" {
                reason = Cow::Borrowed("Unknown");
            } else if !release.since(ENDED_WHILE_DELETED) || !status.phase.is_terminal() {
                reason = Cow::Borrowed("Terminating");
            }
        }
        Self { ready, containers: spec.containers.len() + sidecars, status: reason, restarts }
    }

    /// The RESTARTS column: since v1.22 also how long ago the last one was.
    pub(super) fn restarts(&self, release: Release, now: Time) -> String {
        let Restarts { count, last } = self.restarts;
        // v1.22 tells the time of init containers' restarts also where it no longer counts them.
        let has_time = release.since(RESTART_TIMES) && (count != 0 || !release.since(SIDECARS));
        match last.filter(|_| has_time) {
            Some(last) => format!("{count} ({} ago)", age(release, Some(last), now)),
            None => count.to_string(),
        }
    }

    /// Whether both say the same, however long ago that was.
    pub(super) fn says_the_same_as(&self, other: &Self) -> bool {
        let counts = |summary: &Self| (summary.ready, summary.containers, summary.restarts.count);
        counts(self) == counts(other) && self.status == other.status
    }
}

/// `isPodInitializedConditionTrue`. The kubelet sets that condition once a container other than an init container has
/// started, and it stays; here it exists only if the user has set it.
fn is_initialized(pod: &Pod) -> bool {
    let started = |status: &ContainerStatus| !matches!(status.state, ContainerState::Waiting { .. });
    match pod.status.condition("Initialized") {
        Some(initialized) => initialized.status == ConditionStatus::True,
        None => pod.status.container_statuses.iter().any(started),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const RELEASES: [Release; 4] = [Release::V1_11, Release::V1_22, Release::V1_28, Release::V1_36];

    /// A container's status, by what it does: `run`, `ready`, `wait`, or an exit code.
    fn container(name: &str, does: &str) -> Value {
        let state = match does {
            "run" | "ready" => json!({"running": {}}),
            "wait" => json!({"waiting": {}}),
            word if word.starts_with(char::is_alphabetic) => json!({"waiting": {"reason": word}}),
            code => json!({"terminated": {"exitCode": code.parse::<i32>().unwrap()}}),
        };
        json!({"name": name, "state": state, "ready": does == "ready", "restartCount": 0})
    }

    /// A pod in that phase with init containers (sidecars are those named so) and containers.
    fn pod(phase: &str, init: &[(&str, &str)], main: &[&str]) -> Pod {
        let policy = |name: &str| if name.starts_with("sidecar") { json!("Always") } else { Value::Null };
        let statuses = |of: &[(&str, &str)]| of.iter().map(|(name, does)| container(name, does)).collect::<Vec<_>>();
        let main: Vec<_> = main.iter().map(|does| ("main", *does)).collect();
        serde_json::from_value(json!({
            "metadata": {"name": "p"},
            "spec": {
                "initContainers": init.iter().map(|(name, _)| json!({"name": name, "restartPolicy": policy(name)})).collect::<Vec<_>>(),
                "containers": main.iter().map(|(name, _)| json!({"name": name})).collect::<Vec<_>>(),
            },
            "status": {
                "phase": phase,
                "initContainerStatuses": statuses(init),
                "containerStatuses": statuses(&main),
            },
        }))
        .unwrap()
    }

    #[test]
    fn what_waits_says_why_where_somebody_knows() {
        for release in Release::ALL {
            let status = |init: &[_], main: &[_]| Summary::of(release, &pod("Pending", init, main)).status.into_owned();
            assert_eq!(status(&[], &["ImagePullBackOff"]), "ImagePullBackOff");
            assert_eq!(
                status(&[("a", "CrashLoopBackOff"), ("b", "wait")], &["PodInitializing"]),
                "Init:CrashLoopBackOff"
            );
            assert_eq!(status(&[("a", "0"), ("b", "PodInitializing")], &["PodInitializing"]), "Init:1/2");
        }
    }

    fn with(mut pod: Pod, reason: &str, deleting: bool) -> Pod {
        reason.clone_into(&mut pod.status.reason);
        pod.metadata.deletion_timestamp = deleting.then(MetaTime::default);
        pod
    }

    fn ready_pod(mut pod: Pod) -> Pod {
        let ready = json!([{"type": "Ready", "status": "True"}]);
        pod.status.conditions = serde_json::from_value(ready).unwrap();
        pod
    }

    /// READY and STATUS under each release.
    fn shown(pod: &Pod) -> [String; 4] {
        RELEASES.map(|release| {
            let shown = Summary::of(release, pod);
            format!("{}/{} {}", shown.ready, shown.containers, shown.status)
        })
    }

    #[test]
    fn containers_say_more_than_the_reason_of_the_pod() {
        assert_eq!(shown(&pod("Pending", &[], &[])), ["0/0 Pending"; 4]);
        assert_eq!(shown(&pod("Running", &[], &["ready", "run"])), ["1/2 Running"; 4]);
        assert_eq!(shown(&pod("Succeeded", &[], &["0"])), ["0/1 Completed"; 4]);
        assert_eq!(shown(&with(pod("Failed", &[], &["137"]), "Evicted", false)), ["0/1 Error"; 4]);
        assert_eq!(shown(&with(pod("Failed", &[], &[]), "Evicted", false)), ["0/0 Evicted"; 4]);
        // Marked by pod garbage collection, which changes no container.
        assert_eq!(shown(&pod("Failed", &[], &["ready"])), ["1/1 Failed"; 4]);
    }

    #[test]
    fn the_first_container_that_ended_wins_until_failures_do() {
        assert_eq!(
            shown(&pod("Failed", &[], &["0", "1"])),
            ["0/2 Completed", "0/2 Completed", "0/2 Completed", "0/2 Error"]
        );
        assert_eq!(shown(&pod("Failed", &[], &["1", "0"])), ["0/2 Error"; 4]);
        let failed = pod("Failed", &[], &["0", "1"]);
        let said = [Release::V1_34, Release::V1_35].map(|release| Summary::of(release, &failed).status);
        assert_eq!(said, ["Completed", "Error"]);
    }

    #[test]
    fn what_still_runs_keeps_a_pod_from_being_completed() {
        let half = pod("Running", &[], &["0", "ready"]);
        assert_eq!(shown(&half), ["1/2 Completed", "1/2 NotReady", "1/2 NotReady", "1/2 NotReady"]);
        assert_eq!(shown(&ready_pod(half)), ["1/2 Completed", "1/2 Running", "1/2 Running", "1/2 Running"]);
        let failing = pod("Running", &[], &["0", "ready", "1"]);
        assert_eq!(shown(&failing), ["1/3 Completed", "1/3 NotReady", "1/3 NotReady", "1/3 Error"]);
        assert_eq!(shown(&pod("Running", &[], &["0", "run"])), ["0/2 Completed"; 4]);
    }

    #[test]
    fn init_containers_are_shown_of_while_they_hold_up_the_others() {
        assert_eq!(shown(&pod("Pending", &[("a", "wait"), ("b", "wait")], &["wait"])), ["0/1 Init:0/2"; 4]);
        assert_eq!(shown(&pod("Pending", &[("a", "0"), ("b", "run")], &["wait"])), ["0/1 Init:1/2"; 4]);
        assert_eq!(shown(&pod("Failed", &[("a", "0"), ("b", "3")], &["wait"])), ["0/1 Init:Error"; 4]);
        assert_eq!(shown(&pod("Running", &[("a", "0")], &["ready"])), ["1/1 Running"; 4]);
    }

    #[test]
    fn sidecars_count_as_containers_since_v1_28() {
        let [.., v1_28, v1_36] = shown(&pod("Running", &[("sidecar", "ready")], &["ready"]));
        assert_eq!([v1_28, v1_36], ["2/2 Running"; 2]);
        let [.., v1_28, v1_36] = shown(&pod("Running", &[("sidecar", "run"), ("a", "0")], &["ready"]));
        assert_eq!([v1_28, v1_36], ["1/2 Running"; 2]);
        // One that was killed after the others had ended does not hold anything up.
        let [.., v1_28, v1_36] = shown(&pod("Succeeded", &[("sidecar", "137")], &["0"]));
        assert_eq!([v1_28, v1_36], ["0/2 Completed"; 2]);
        let [.., v1_28, v1_36] = shown(&pod("Pending", &[("sidecar", "1")], &["wait"]));
        assert_eq!([v1_28, v1_36], ["0/2 Init:Error"; 2]);
    }

    #[test]
    fn a_condition_that_somebody_set_is_believed() {
        let mut failed = pod("Failed", &[("sidecar", "1")], &["0"]);
        failed.status.conditions = serde_json::from_value(json!([{"type": "Initialized", "status": "False"}])).unwrap();
        assert_eq!(Summary::of(Release::V1_36, &failed).status, "Init:Error");
    }

    #[test]
    fn a_pod_that_is_deleted_is_terminating_unless_it_has_ended_since_v1_31() {
        let failed = with(pod("Failed", &[], &["1"]), "", true);
        assert_eq!(shown(&failed), ["0/1 Terminating", "0/1 Terminating", "0/1 Terminating", "0/1 Error"]);
        assert_eq!(shown(&with(pod("Succeeded", &[], &["0"]), "", true))[3], "0/1 Completed");
        assert_eq!(shown(&with(pod("Failed", &[], &["ready"]), "", true))[3], "1/1 Failed");
        assert_eq!(shown(&with(pod("Running", &[], &["ready"]), "", true)), ["1/1 Terminating"; 4]);
    }

    #[test]
    fn nothing_is_known_of_a_deleted_pod_whose_node_is_lost() {
        assert_eq!(shown(&with(pod("Failed", &[], &[]), "NodeLost", true)), ["0/0 Unknown"; 4]);
        assert_eq!(shown(&with(pod("Running", &[], &["ready"]), "NodeLost", true)), ["1/1 Unknown"; 4]);
        assert_eq!(shown(&with(pod("Failed", &[], &[]), "NodeLost", false)), ["0/0 NodeLost"; 4]);
    }

    /// RESTARTS under each release, five seconds after the last restart of the container `restarted`.
    fn restarts(mut pod: Pod, restarted: &[&str]) -> [String; 4] {
        let status = &mut pod.status;
        for statuses in [&mut status.init_container_statuses, &mut status.container_statuses] {
            for container in statuses.to_mut() {
                if restarted.contains(&container.name.as_str()) {
                    container.restart(2, 1, Time::START.into());
                }
            }
        }
        let now = Time::START.plus(5_000);
        RELEASES.map(|release| Summary::of(release, &pod).restarts(release, now))
    }

    #[test]
    fn restarts_have_their_time_since_v1_22() {
        let running = || pod("Running", &[], &["ready"]);
        assert_eq!(restarts(running(), &[]), ["0"; 4]);
        assert_eq!(restarts(running(), &["main"]), ["2", "2 (5s ago)", "2 (5s ago)", "2 (5s ago)"]);
    }

    #[test]
    fn restarts_of_init_containers_count_until_they_are_through() {
        let initializing = || pod("Pending", &[("a", "run")], &["wait"]);
        assert_eq!(restarts(initializing(), &["a"]), ["2", "2 (5s ago)", "2 (5s ago)", "2 (5s ago)"]);
        let through = || pod("Running", &[("a", "0")], &["ready"]);
        // What ended before it was restarted has no time here: these come from a node that was lost.
        assert_eq!(restarts(through(), &["a"]), ["0"; 4]);
        let mut late = through();
        late.status.init_container_statuses.to_mut()[0].last_termination =
            Some(serde_json::from_value(json!({"exitCode": 1, "finishedAt": "2024-01-01T00:00:00Z"})).unwrap());
        let now = Time::START.plus(5_000);
        let shown = RELEASES.map(|release| Summary::of(release, &late).restarts(release, now));
        assert_eq!(shown, ["0", "0 (5s ago)", "0", "0"]);
    }

    #[test]
    fn restarts_of_sidecars_count_for_good() {
        let [.., v1_28, v1_36] = restarts(pod("Running", &[("sidecar", "ready")], &["ready"]), &["sidecar", "main"]);
        assert_eq!([v1_28, v1_36], ["4 (5s ago)"; 2]);
    }
}
