//! How many cached pods a deletion without grace period would change, for pod garbage collection: an index of the pod
//! informer. With it the clock knows that the next pass would do nothing without visiting all pods. Counts only, so
//! that a pod costs no memory here.

use std::sync::Arc;

use imbl::OrdMap;

use super::Index;
use crate::api::{KeyMap, Name, ObjectKey, Pod};

/// Pods that have something in common, by what becomes of them when they are deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deletable {
    /// All of them.
    pub all: u32,
    /// Those that have a grace period left, or were not deleted yet. The others wait for a finalizer.
    pub changed: u32,
    /// Of the others those that have not ended, and could be marked as failed.
    pub unmarked: u32,
}

impl Deletable {
    /// Whether a deletion of all of them would change one, where those that have not ended are `marked` as failed first.
    pub(crate) fn any(self, marked: bool) -> bool {
        self.changed > 0 || (marked && self.unmarked > 0)
    }

    fn count(&mut self, pod: &Pod, change: fn(&mut u32)) {
        let changed = pod.metadata.deletion_grace_period_seconds != Some(0);
        change(&mut self.all);
        if changed {
            change(&mut self.changed);
        } else if !pod.status.phase.is_terminal() {
            change(&mut self.unmarked);
        }
    }
}

/// Pods that ended and that pod garbage collection may delete, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeletablePods {
    ended: Deletable,
    unscheduled_terminating: Deletable,
    on_nodes: OrdMap<Name, Deletable>,
}

impl DeletablePods {
    /// Pods that ended.
    pub(crate) fn ended(&self) -> Deletable {
        self.ended
    }

    /// Pods that are being deleted and have no node.
    pub(crate) fn unscheduled_terminating(&self) -> Deletable {
        self.unscheduled_terminating
    }

    /// Pods on a node.
    pub(crate) fn on_node(&self, node: &Name) -> Deletable {
        self.on_nodes.get(node).copied().unwrap_or_default()
    }

    fn count(&mut self, pod: &Pod, change: fn(&mut u32)) {
        if pod.status.phase.is_terminal() {
            self.ended.count(pod, change);
        }
        let Some(node) = &pod.spec.node_name else {
            if pod.metadata.is_deleting() {
                self.unscheduled_terminating.count(pod, change);
            }
            return;
        };
        let on_node = self.on_nodes.entry(node.clone()).or_default();
        on_node.count(pod, change);
        if on_node.all == 0 {
            self.on_nodes.remove(node);
        }
    }
}

impl Index<Pod> for DeletablePods {
    fn of(cached: &KeyMap<Arc<Pod>>) -> Self {
        let mut index = Self::default();
        for pod in cached.values() {
            index.count(pod, |count| *count = count.saturating_add(1));
        }
        index
    }

    fn changed(&mut self, _: &ObjectKey, old: Option<&Arc<Pod>>, new: Option<&Arc<Pod>>) {
        // The new state first, so that a node with one pod is not forgotten in between.
        if let Some(new) = new {
            self.count(new, |count| *count = count.saturating_add(1));
        }
        if let Some(old) = old {
            self.count(old, |count| *count = count.saturating_sub(1));
        }
    }
}
