//! The cached pods that a look could be about, so that whether the next look would change anything is known without
//! a look at all pods. The controller itself has no such index: it goes through its lister.

use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};

use super::{is_evicted, is_unscheduled_terminating};
use crate::api::{Edition, MetaTime, Name, ObjectKey, Pod, Time};
use crate::client::Notification;

/// The place of a pod among those that ended: the first go first, when there are too many.
type Rank = (bool, Option<Time>, Name, ObjectKey);

/// What there is to know of a pod.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    ended: Option<Rank>,
    unscheduled_terminating: bool,
    node: Option<Name>,
}

impl Known {
    fn of(key: &ObjectKey, pod: &Pod, edition: Edition) -> Self {
        let created = pod.metadata.creation_timestamp.map(MetaTime::time);
        let rank = || (!is_evicted(pod, edition), created, Name::from(pod.metadata.name()), key.clone());
        Self {
            ended: pod.status.phase.is_terminal().then(rank),
            unscheduled_terminating: is_unscheduled_terminating(pod),
            node: pod.spec.node_name.clone(),
        }
    }
}

/// The cached pods by what a look asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Index {
    known: OrdMap<ObjectKey, Known>,
    ended: OrdSet<Rank>,
    unscheduled_terminating: OrdSet<ObjectKey>,
    on_nodes: OrdSet<(Name, ObjectKey)>,
}

impl Index {
    /// The cache changed.
    pub(super) fn observe(&mut self, notification: &Notification<Pod>, edition: Edition) {
        match notification {
            Notification::Add(pod) | Notification::Update(_, pod) => {
                let key = pod.metadata.key();
                let now = Known::of(&key, pod, edition);
                if self.known.get(&key) != Some(&now) {
                    self.forget(&key);
                    self.learn(key, now);
                }
            }
            // What is told of may be newer than what was cached.
            Notification::Delete(pod) => self.forget(&pod.metadata.key()),
        }
    }

    fn learn(&mut self, key: ObjectKey, known: Known) {
        if let Some(rank) = &known.ended {
            self.ended.insert(rank.clone());
        }
        if known.unscheduled_terminating {
            self.unscheduled_terminating.insert(key.clone());
        }
        if let Some(node) = &known.node {
            self.on_nodes.insert((node.clone(), key.clone()));
        }
        self.known.insert(key, known);
    }

    fn forget(&mut self, key: &ObjectKey) {
        let Some(known) = self.known.remove(key) else { return };
        if let Some(rank) = &known.ended {
            self.ended.remove(rank);
        }
        self.unscheduled_terminating.remove(key);
        if let Some(node) = known.node {
            self.on_nodes.remove(&(node, key.clone()));
        }
    }

    /// How many pods ended.
    pub(super) fn ended(&self) -> usize {
        self.ended.len()
    }

    /// Those that ended, in the order in which they go.
    pub(super) fn ended_first(&self) -> impl Iterator<Item = &ObjectKey> {
        self.ended.iter().map(|(_, _, _, key)| key)
    }

    /// Those that are being deleted and have no node.
    pub(super) fn unscheduled_terminating(&self) -> impl Iterator<Item = &ObjectKey> {
        self.unscheduled_terminating.iter()
    }

    /// Those on one node.
    pub(super) fn on_node<'a>(&'a self, node: &'a Name) -> impl Iterator<Item = &'a ObjectKey> {
        let first = (node.clone(), ObjectKey::from(String::new()));
        self.on_nodes.range(first..).take_while(move |(name, _)| name == node).map(|(_, key)| key)
    }
}
