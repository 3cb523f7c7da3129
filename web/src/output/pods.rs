//! `kubectl get pods`: the pods as rows of a table. There may be very many: a row is made when it is looked at, and the
//! widths of the columns are found without making any. What a pod's cells say is another module's.

use std::cmp::Ordering;
use std::sync::Arc;

use jobscope_core::api::{MetaTime, Namespace, Pod, Release, Time};
use jobscope_core::world::World;

use super::human::age;
use super::print_pod::Summary;
use super::table::Rows;
use super::{Printed, get, table};

/// The columns.
const HEADING: [&str; 5] = ["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
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
pub(super) fn pods(world: &World, now: Time) -> Printed {
    let release = world.release();
    let pods: Vec<_> = world.stored_pods().cloned().collect();
    if pods.is_empty() {
        return get::nothing(world);
    }
    table::printed(release, &HEADING, Rows::Pods(PodRows { release, now, pods }), &[Some(AGE)])
}

impl PodRows {
    pub(super) fn len(&self) -> usize {
        self.pods.len()
    }

    pub(super) fn cells(&self, row: usize) -> Vec<String> {
        let Some(pod) = self.pods.get(row) else { return Vec::new() };
        let told = Summary::of(self.release, pod);
        vec![
            pod.metadata.name().to_owned(),
            format!("{}/{}", told.ready, told.containers),
            told.status.clone().into_owned(),
            told.restarts(self.release, self.now),
            age(self.release, pod.metadata.creation_timestamp.map(MetaTime::time), self.now),
        ]
    }

    /// The widths of the columns that others follow.
    pub(super) fn widths(&self) -> Vec<usize> {
        let mut widest = [0; AGE];
        for pod in &self.pods {
            let told = Summary::of(self.release, pod);
            let ready = digits(told.ready) + 1 + digits(told.containers);
            let restarts = told.restarts(self.release, self.now).len();
            let cells = [pod.metadata.name().len(), ready, told.status.chars().count(), restarts];
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
    use jobscope_core::api::PodPhase;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::Action;

    use super::*;
    use crate::spec::Scenario;
    use crate::why::played;

    /// What is printed after each step of a scenario with its rows.
    fn printed() -> Vec<Printed> {
        let mut printed = Vec::new();
        played::play(Scenario::SlowStart, Release::V1_28, Timeline::step_over, |timeline| {
            printed.push(pods(timeline.world(), timeline.world().now()));
        });
        printed
    }

    #[test]
    fn widths_are_those_of_the_cells() {
        played::play(Scenario::SlowStart, Release::V1_28, Timeline::step_over, |timeline| {
            let world = timeline.world();
            let pods: Vec<_> = world.stored_pods().cloned().collect();
            let rows = PodRows { release: Release::V1_28, now: world.now(), pods };
            let cells: Vec<_> = (0..rows.len()).map(|row| rows.cells(row)).collect();
            let widest = |column: usize| cells.iter().map(|row| row[column].len()).max().unwrap_or_default();
            assert_eq!(rows.widths(), [0, 1, 2, 3].map(widest));
        });
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

    #[test]
    fn a_restart_makes_its_line_a_new_one_and_the_time_since_then_does_not() {
        let mut worlds = Vec::new();
        played::play(Scenario::SlowStart, Release::V1_28, Timeline::step_over, |timeline| {
            worlds.push(timeline.world().clone());
        });
        let running = |pod: &&Arc<Pod>| pod.status.phase == PodPhase::Running;
        let mut world = worlds.into_iter().find(|world| world.stored_pods().filter(running).count() > 1).unwrap();
        let pod = world.stored_pods().find(running).cloned().unwrap();
        let name = pod.metadata.name.clone().unwrap();
        let first = pods(&world, world.now());
        let container = pod.spec.containers[0].name.clone();
        world.apply(&Action::PodRestart { pods: vec![name.clone()], container, n: 1 }).unwrap();
        let printed = |seconds: i64| pods(&world, world.now().plus(seconds * 1000));
        let news = |now: &Printed, before: &Printed| (0..now.len()).filter(|place| now.is_new(*place, before)).count();
        let [now, later] = [printed(0), printed(65)];
        let line =
            |printed: &Printed| printed.text().lines().find(|line| line.starts_with(name.as_str())).unwrap().to_owned();
        assert!(line(&now).contains("  1 (0s ago)  "), "{}", now.text());
        assert!(line(&later).contains("  1 (65s ago)  "), "{}", later.text());
        assert_eq!((news(&now, &first), news(&later, &now)), (1, 0));
        // The heading of the last column stands over its cells, however wide the restarts got.
        let age = later.text().lines().next().and_then(|heading| heading.find("AGE")).unwrap();
        assert!(later.text().lines().all(|line| line.as_bytes()[age - 1] == b' ' && line.as_bytes()[age] != b' '));
    }
}
