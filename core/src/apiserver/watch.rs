//! The watch log: what was stored and is still on its way to the controller.

use std::collections::BTreeMap;
use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use super::Naming;
use crate::api::{Job, Pod, ResourceVersion};
use crate::small_sort::SmallSort as _;
use crate::trace::WatchEventType;

/// `watch.Event`: a change with the object after it; for a deletion, its last stored state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WatchEvent<T> {
    /// What happened to the object.
    pub r#type: WatchEventType,
    /// The object.
    pub object: Arc<T>,
}

/// Events not delivered yet, per kind, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WatchLog {
    /// Of Jobs.
    pub jobs: Vector<WatchEvent<Job>>,
    /// Of pods.
    pub pods: Vector<WatchEvent<Pod>>,
}

/// The events from number `from` on. (Skipping over the others one by one would make a sync that writes
/// much quadratic.)
pub(crate) fn since<T: Clone>(log: &Vector<WatchEvent<T>>, from: usize) -> impl Iterator<Item = &WatchEvent<T>> {
    log.focus().narrow(from.min(log.len())..).into_iter()
}

impl WatchLog {
    /// Sorts the pod events from number `from` on, keeping the order of each pod's own: by pod name, and with drawn names
    /// new pods after the others, in the order of their creation.
    ///
    /// The pod calls of one sync run at the same time, so their order in the log means nothing; this
    /// is the order that the engine chooses.
    pub(crate) fn sort_pods_from(&mut self, from: usize, naming: Naming) {
        if from >= self.pods.len() {
            return;
        }
        // The vector's own sort is not stable.
        let is_new = |event: &WatchEvent<Pod>| naming == Naming::Drawn && event.r#type == WatchEventType::Added;
        let name = |event: &WatchEvent<Pod>| event.object.metadata.name.clone();
        let new = since(&self.pods, from).filter(|event| is_new(event)).count();
        let is_sorted = match new {
            0 => since(&self.pods, from)
                .is_sorted_by(|one, other| one.object.metadata.name <= other.object.metadata.name),
            // New pods are sorted already if there is nothing else.
            _ => new == self.pods.len() - from,
        };
        if is_sorted {
            return;
        }
        let mut added: Vec<_> = self.pods.split_off(from).into_iter().collect();
        let new = added.iter().filter(|event| is_new(event)).map(name);
        let places: BTreeMap<_, _> = new.zip(0_usize..).collect();
        let place =
            |event: &WatchEvent<Pod>| if places.is_empty() { None } else { places.get(&event.object.metadata.name) };
        added.sort_by_cached_key(|event| (place(event).copied(), name(event)));
        self.pods.extend(added);
    }

    /// Sorts the events from those numbers on by their versions.
    pub(crate) fn sort_by_version(&mut self, jobs: usize, pods: usize) {
        sort_from(&mut self.jobs, jobs, |event| event.object.metadata.resource_version);
        sort_from(&mut self.pods, pods, |event| event.object.metadata.resource_version);
    }
}

fn sort_from<T: Clone>(
    log: &mut Vector<WatchEvent<T>>,
    from: usize,
    version: impl Fn(&WatchEvent<T>) -> Option<ResourceVersion>,
) {
    if from < log.len() {
        let mut added: Vec<_> = log.split_off(from).into_iter().collect();
        added.small_sort_by_key(version);
        log.extend(added);
    }
}
