//! `kubectl get pods`, with the columns of the release's own kubectl. There may be very many: a row is made when it is
//! looked at, and the widths of the columns are found without making any.

use std::cmp::Ordering;
use std::sync::Arc;

use jobscope_core::api::{ContainerState, Edition, MetaTime, Namespace, Pod, PodPhase, Time};
use jobscope_core::world::World;

use super::human::age;
use super::table::Rows;
use super::{Printed, get, table};

/// The columns.
const HEADING: [&str; 5] = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
/// The place of the one that changes by itself; it is the last one, so that its width does not matter.
const AGE: usize = 4;

/// Pods, as rows.
#[derive(Debug)]
pub(super) struct PodRows {
    edition: Edition,
    now: Time,
    /// By namespace and name.
    pods: Vec<Arc<Pod>>,
}

/// `kubectl get pods`.
pub(super) fn pods(world: &World, now: Time) -> Printed {
    let edition = world.edition();
    let pods: Vec<_> = world.stored_pods().cloned().collect();
    if pods.is_empty() {
        return get::nothing(world);
    }
    table::printed(edition, &HEADING, Rows::Pods(PodRows { edition, now, pods }), &[Some(AGE)])
}

impl PodRows {
    pub(super) fn len(&self) -> usize {
        self.pods.len()
    }

    pub(super) fn cells(&self, row: usize) -> Vec<String> {
        let Some(pod) = self.pods.get(row) else { return Vec::new() };
        vec![
            pod.metadata.name().to_owned(),
            format!("{}/{}", ready(pod), pod.spec.containers.len()),
            status(self.edition, pod).to_owned(),
            restarts(pod).to_string(),
            age(self.edition, pod.metadata.creation_timestamp.map(MetaTime::time), self.now),
        ]
    }

    /// The widths of the columns that others follow.
    pub(super) fn widths(&self) -> Vec<usize> {
        let mut widest = [0; AGE];
        for pod in &self.pods {
            let ready = digits(ready(pod)) + 1 + digits(pod.spec.containers.len());
            let restarts = digits(usize::try_from(restarts(pod)).unwrap_or_default());
            let cells = [pod.metadata.name().len(), ready, status(self.edition, pod).chars().count(), restarts];
            for (widest, cell) in widest.iter_mut().zip(cells) {
                *widest = cell.max(*widest);
            }
        }
        widest.to_vec()
    }

    /// The row that the pod of `row` has in `other`.
    pub(super) fn same_pod(&self, row: usize, other: &Self) -> Option<usize> {
        let pod = self.pods.get(row)?;
        other.pods.binary_search_by(|known| by_key(known, pod)).ok()
    }

    /// Whether the pods of two rows are the same to the last bit.
    pub(super) fn is_same_object(&self, row: usize, other: &Self, other_row: usize) -> bool {
        let pods = self.pods.get(row).zip(other.pods.get(other_row));
        pods.is_some_and(|(one, other)| Arc::ptr_eq(one, other))
    }
}

/// The order in which the store has its objects: by namespace and name with a slash between them.
fn by_key(one: &Pod, other: &Pod) -> Ordering {
    let key = |pod: &Pod| {
        let namespace = pod.metadata.namespace.as_ref().map_or("default", Namespace::as_str).to_owned();
        namespace + "/" + pod.metadata.name()
    };
    if one.metadata.namespace == other.metadata.namespace {
        one.metadata.name().cmp(other.metadata.name())
    } else {
        key(one).cmp(&key(other))
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| usize::try_from(log).unwrap_or_default() + 1)
}

fn ready(pod: &Pod) -> usize {
    pod.status.container_statuses.iter().filter(|status| status.ready).count()
}

fn restarts(pod: &Pod) -> i32 {
    pod.status.container_statuses.iter().map(|status| status.restart_count).sum()
}

/// The STATUS column: the most telling of deletion, reason, containers and phase.
fn status(edition: Edition, pod: &Pod) -> &str {
    // Since v1.31 a pod that has ended shows how, also while it is being deleted (#122038).
    let ended = edition >= Edition::V1_36 && pod.status.phase.is_terminal();
    if pod.metadata.is_deleting() && !ended {
        return "Terminating";
    }
    if !pod.status.reason.is_empty() {
        return &pod.status.reason;
    }
    let ended = pod.status.container_statuses.iter().rev().find_map(|status| match status.state {
        ContainerState::Terminated { exit_code, .. } => Some(exit_code),
        ContainerState::Waiting | ContainerState::Running => None,
    });
    match (pod.status.phase, ended) {
        (PodPhase::Succeeded, _) | (PodPhase::Running, Some(0)) => "Completed",
        (PodPhase::Failed, _) | (PodPhase::Running, Some(_)) => "Error",
        (phase, _) => phase.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::Timeline;

    use super::*;
    use crate::spec::Scenario;
    use crate::why::played;

    /// What is printed after each step of a scenario with its rows.
    fn printed() -> Vec<Printed> {
        let mut printed = Vec::new();
        played::play(Scenario::SlowStart, Edition::V1_28, Timeline::step_over, |timeline| {
            printed.push(pods(timeline.world(), timeline.world().now()));
        });
        printed
    }

    #[test]
    fn widths_are_those_of_the_cells() {
        played::play(Scenario::SlowStart, Edition::V1_28, Timeline::step_over, |timeline| {
            let world = timeline.world();
            let pods: Vec<_> = world.stored_pods().cloned().collect();
            let rows = PodRows { edition: Edition::V1_28, now: world.now(), pods };
            let cells: Vec<_> = (0..rows.len()).map(|row| rows.cells(row)).collect();
            let widest = |column: usize| cells.iter().map(|row| row[column].len()).max().unwrap_or_default();
            assert_eq!(rows.widths(), [0, 1, 2, 3].map(widest));
        });
    }

    #[test]
    fn a_pod_that_ended_while_it_is_deleted_shows_how_since_v1_31() {
        let statuses = |edition, phase| {
            let json = format!(
                r#"{{"metadata": {{"deletionTimestamp": "2024-01-01T00:00:00Z"}}, "spec": {{"containers": []}}, "status": {{"phase": "{phase}"}}}}"#
            );
            let pod: Pod = serde_json::from_str(&json).unwrap();
            status(edition, &pod).to_owned()
        };
        assert_eq!(statuses(Edition::V1_28, "Failed"), "Terminating");
        assert_eq!(statuses(Edition::V1_36, "Failed"), "Error");
        assert_eq!(statuses(Edition::V1_36, "Succeeded"), "Completed");
        assert_eq!(statuses(Edition::V1_36, "Running"), "Terminating");
    }

    #[test]
    fn only_the_pods_that_changed_are_new() {
        let mut news = 0;
        let without_age =
            |line: &str| line.rsplit_once(' ').map(|(rest, _)| rest.split_whitespace().collect::<String>());
        for pair in printed().windows(2) {
            let [before, now] = pair else { continue };
            let old: Vec<_> = before.text().lines().map(without_age).collect();
            for (place, line) in now.text().lines().enumerate() {
                let is_new = now.is_new(place, before);
                assert_eq!(is_new, !now.is_heading(place) && !old.contains(&without_age(line)), "{line}");
                news += usize::from(is_new);
            }
        }
        assert!(news > 10, "{news}");
    }
}
