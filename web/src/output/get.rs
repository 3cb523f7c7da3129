//! `kubectl get jobs` and `kubectl get pods`, with the columns of the release's own kubectl.

use jobscope_core::api::{ContainerState, Job, MetaTime, Pod, PodPhase, Time};
use jobscope_core::world::World;

use super::{Printed, table};

/// `kubectl get jobs`.
pub(super) fn jobs(world: &World, now: Time) -> Printed {
    let rows: Vec<_> = world.stored_jobs().map(|job| job_row(job, now)).collect();
    if rows.is_empty() { nothing() } else { table::printed(["NAME", "DESIRED", "SUCCESSFUL", "AGE"], &rows, 3) }
}

fn job_row(job: &Job, now: Time) -> [String; 4] {
    let desired = job.spec.completions.map_or_else(|| "<none>".to_owned(), |completions| completions.to_string());
    let created = job.metadata.creation_timestamp.map(MetaTime::time);
    [job.metadata.name().to_owned(), desired, job.status.succeeded.to_string(), age(created, now)]
}

/// `kubectl get pods`.
pub(super) fn pods(world: &World, now: Time) -> Printed {
    let rows: Vec<_> = world.stored_pods().map(|pod| pod_row(pod, now)).collect();
    if rows.is_empty() { nothing() } else { table::printed(["NAME", "READY", "STATUS", "RESTARTS", "AGE"], &rows, 4) }
}

fn pod_row(pod: &Pod, now: Time) -> [String; 5] {
    let ready = pod.status.container_statuses.iter().filter(|status| status.ready).count();
    let restarts: i32 = pod.status.container_statuses.iter().map(|status| status.restart_count).sum();
    [
        pod.metadata.name().to_owned(),
        format!("{ready}/{}", pod.spec.containers.len()),
        pod_status(pod),
        restarts.to_string(),
        age(pod.metadata.creation_timestamp.map(MetaTime::time), now),
    ]
}

/// The STATUS column: the most telling of deletion, reason, containers and phase.
fn pod_status(pod: &Pod) -> String {
    if pod.metadata.is_deleting() {
        return "Terminating".to_owned();
    }
    if !pod.status.reason.is_empty() {
        return pod.status.reason.clone();
    }
    let ended = pod.status.container_statuses.iter().rev().find_map(|status| match status.state {
        ContainerState::Terminated { exit_code, .. } => Some(exit_code),
        ContainerState::Waiting | ContainerState::Running => None,
    });
    match (pod.status.phase, ended) {
        (PodPhase::Succeeded, _) | (PodPhase::Running, Some(0)) => "Completed".to_owned(),
        (PodPhase::Failed, _) | (PodPhase::Running, Some(_)) => "Error".to_owned(),
        (phase, _) => phase.as_str().to_owned(),
    }
}

fn nothing() -> Printed {
    Printed::of_text(["No resources found.".to_owned()])
}

/// How long ago, in the largest whole unit.
pub(super) fn age(created: Option<Time>, now: Time) -> String {
    let Some(created) = created else { return "<unknown>".to_owned() };
    let seconds = now.since(created).div_euclid(1000).max(0);
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m", seconds / 60),
        3_600..86_400 => format!("{}h", seconds / 3_600),
        86_400..31_536_000 => format!("{}d", seconds / 86_400),
        _ => format!("{}y", seconds / 31_536_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_use_one_unit() {
        let at = |seconds: i64| age(Some(Time::START), Time::START.plus(seconds * 1000));
        assert_eq!([at(0), at(59), at(60), at(3_599), at(7_200), at(90_000)], ["0s", "59s", "1m", "59m", "2h", "1d"]);
    }
}
