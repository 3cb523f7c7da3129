//! `kubectl get pods`: the pods as rows of a table. There may be very many: a row is made on demand, and column widths
//! are computed without making any. `print_pod` has the cells.

use std::cmp::Ordering;
use std::sync::Arc;

use super::human::age;
use super::print_pod::Summary;
use super::table::Rows;
use super::{Printed, Printer, get, table};
use crate::api::{MetaTime, Namespace, Pod, Release, Time};

/// The columns.
pub(in crate::kubectl) const HEADING: [&str; 5] = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
/// The place of the one that changes by itself; it is the last one, so that its width does not matter.
const AGE: usize = 4;

/// Pods, as rows.
#[derive(Debug)]
pub(super) struct PodRows {
    release: Release,
    now: Time,
    /// By namespace and name.
    pods: Vec<Arc<Pod>>,
}

/// `kubectl get pods`.
pub(super) fn pods(printer: &Printer, pods: Vec<Arc<Pod>>) -> Printed {
    let (release, now) = (printer.release, printer.now);
    if pods.is_empty() {
        return get::nothing(printer);
    }
    table::printed(release, &HEADING, Rows::Pods(PodRows { release, now, pods }), &[Some(AGE)])
}

impl PodRows {
    pub(super) fn len(&self) -> usize {
        self.pods.len()
    }

    pub(super) fn cells(&self, row: usize) -> Vec<String> {
        self.pods.get(row).map_or_else(Vec::new, |pod| self::row(self.release, pod, self.now))
    }

    /// The widths of the columns that others follow.
    pub(super) fn widths(&self) -> Vec<usize> {
        let mut widest = [0; AGE];
        for pod in &self.pods {
            let summary = Summary::of(self.release, pod);
            let ready = digits(summary.ready) + 1 + digits(summary.containers);
            let restarts = summary.restarts(self.release, self.now).len();
            let cells = [pod.metadata.name().len(), ready, summary.status.chars().count(), restarts];
            for (widest, cell) in widest.iter_mut().zip(cells) {
                *widest = cell.max(*widest);
            }
        }
        widest.to_vec()
    }

    /// Whether the line of a row says something else than that of a row of `other`, more than that time has passed.
    pub(super) fn says_more_than(&self, row: usize, other: &Self, other_row: usize) -> bool {
        let Some((pod, old)) = self.pods.get(row).zip(other.pods.get(other_row)) else { return true };
        !Arc::ptr_eq(pod, old) && !Summary::of(self.release, pod).says_the_same_as(&Summary::of(other.release, old))
    }

    /// The row that the pod of `row` has in `other`.
    pub(super) fn same_pod(&self, row: usize, other: &Self) -> Option<usize> {
        let pod = self.pods.get(row)?;
        other.pods.binary_search_by(|known| by_key(known, pod)).ok()
    }
}

/// The cells of a pod.
pub(in crate::kubectl) fn row(release: Release, pod: &Pod, now: Time) -> Vec<String> {
    let summary = Summary::of(release, pod);
    vec![
        pod.metadata.name().to_owned(),
        format!("{}/{}", summary.ready, summary.containers),
        summary.status.clone().into_owned(),
        summary.restarts(release, now),
        age(release, pod.metadata.creation_timestamp.map(MetaTime::time), now),
    ]
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Time = Time::START;

    fn pod(name: &str, phase: &str, restarts: i32) -> Arc<Pod> {
        let state = if phase == "Running" { json!({"running": {}}) } else { json!({"terminated": {"exitCode": 0}}) };
        let last = (restarts > 0).then(|| json!({"exitCode": 1, "finishedAt": "2024-01-01T00:00:00Z"}));
        Arc::new(
            serde_json::from_value(json!({
                "metadata": {"name": name, "namespace": "default", "creationTimestamp": "2024-01-01T00:00:00Z"},
                "spec": {"containers": [{"name": "main"}]},
                "status": {"phase": phase, "containerStatuses": [
                    {"name": "main", "state": state, "ready": false, "restartCount": restarts, "lastState": {"terminated": last}}]},
            }))
            .unwrap(),
        )
    }

    fn printed(pods: &[Arc<Pod>], now: Time) -> Printed {
        super::pods(&Printer { release: Release::V1_28, now, namespace: "default".into() }, pods.to_vec())
    }

    fn news(now: &Printed, before: &Printed) -> Vec<usize> {
        (0..now.len()).filter(|place| now.is_new(*place, before)).collect()
    }

    #[test]
    fn widths_are_those_of_the_cells() {
        let pods = vec![pod("a", "Running", 0), pod("longer-name", "Succeeded", 3), pod("b", "Running", 12)];
        let rows = PodRows { release: Release::V1_28, now: NOW.plus(65_000), pods };
        let cells: Vec<_> = (0..rows.len()).map(|row| rows.cells(row)).collect();
        let widest = |column: usize| cells.iter().map(|row| row[column].len()).max().unwrap_or_default();
        assert_eq!(rows.widths(), [0, 1, 2, 3].map(widest));
    }

    #[test]
    fn only_the_pods_that_changed_are_new() {
        let [a, b, c] = ["a", "b", "c"].map(|name| pod(name, "Running", 0));
        let before = printed(&[a.clone(), c.clone()], NOW);
        assert_eq!(news(&printed(&[a.clone(), b.clone(), c.clone()], NOW), &before), [2]);
        // Another object with the same fields does not count.
        assert_eq!(news(&printed(&[pod("a", "Running", 0), pod("c", "Succeeded", 0)], NOW), &before), [2]);
    }

    #[test]
    fn a_restart_makes_its_line_a_new_one_and_the_time_since_then_does_not() {
        let other = pod("a", "Running", 0);
        let first = printed(&[other.clone(), pod("b", "Running", 0)], NOW);
        let restarted = pod("b", "Running", 1);
        let [now, later] =
            [0, 65].map(|seconds| printed(&[other.clone(), restarted.clone()], NOW.plus(seconds * 1000)));
        assert!(now.line(2).contains("  1 (0s ago)  "), "{}", now.text());
        assert!(later.line(2).contains("  1 (65s ago)  "), "{}", later.text());
        assert_eq!((news(&now, &first), news(&later, &now)), (vec![2], vec![]));
        // The heading of the last column stands over its cells, however wide the restarts got.
        let age = later.line(0).find("AGE").unwrap();
        assert!(later.text().lines().all(|line| line.as_bytes()[age - 1] == b' ' && line.as_bytes()[age] != b' '));
    }
}
