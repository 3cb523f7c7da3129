//! `cache.DeltaFIFO`: changes on their way from the reflector to the informer, per object.

use std::sync::Arc;

use imbl::{OrdMap, Vector};
use serde::{Deserialize, Serialize};

use crate::api::{Object, ObjectKey};

/// One change of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Delta<T> {
    /// The watch reported it as new.
    Added(Arc<T>),
    /// The watch reported a change.
    Updated(Arc<T>),
    /// The watch reported its end, with the last state.
    Deleted(Arc<T>),
    /// `DeletedFinalStateUnknown`: a list no longer had it; this is the last state known here.
    Tombstone(Arc<T>),
    /// A resync repeats it; up to v1.17 also: a list had it.
    Sync(Arc<T>),
    /// A list had it (#86015, v1.18 and later).
    Replaced(Arc<T>),
}

impl<T> Delta<T> {
    fn is_deletion(&self) -> bool {
        matches!(self, Self::Deleted(_) | Self::Tombstone(_))
    }

    fn object(&self) -> &Arc<T> {
        let (Self::Added(object)
        | Self::Updated(object)
        | Self::Deleted(object)
        | Self::Tombstone(object)
        | Self::Sync(object)
        | Self::Replaced(object)) = self;
        object
    }
}

/// The queue: keys in the order of their first unprocessed delta.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize + Clone", deserialize = "T: Deserialize<'de> + Clone"))]
pub(crate) struct DeltaFifo<T: Clone> {
    queue: Vector<ObjectKey>,
    items: OrdMap<ObjectKey, Vec<Delta<T>>>,
}

impl<T: Clone> Default for DeltaFifo<T> {
    fn default() -> Self {
        Self { queue: Vector::new(), items: OrdMap::new() }
    }
}

impl<T: Object> DeltaFifo<T> {
    /// Queues a delta. Of two deletions in a row only one is kept: the one that has a real last state,
    /// or else the older.
    pub(crate) fn push(&mut self, key: ObjectKey, delta: Delta<T>) {
        let deltas = self.items.entry(key.clone()).or_default();
        if deltas.is_empty() {
            self.queue.push_back(key);
        }
        match deltas.last_mut() {
            Some(last) if last.is_deletion() && delta.is_deletion() => {
                if matches!(last, Delta::Tombstone(_)) {
                    *last = delta;
                }
            }
            // v1.11 drops what a list says of an object whose deletion is still queued: an object that was created
            // again under the same name is then missing from the cache (#83810, until v1.16).
            Some(last) if last.is_deletion() && matches!(delta, Delta::Sync(_)) => {}
            _ => deltas.push(delta),
        }
    }

    /// Takes all deltas of the first key.
    pub(crate) fn pop(&mut self) -> Option<(ObjectKey, Vec<Delta<T>>)> {
        let key = self.queue.pop_front()?;
        let deltas = self.items.remove(&key).unwrap_or_default();
        Some((key, deltas))
    }

    /// Whether something is queued for `key`.
    pub(crate) fn contains(&self, key: &ObjectKey) -> bool {
        self.items.contains_key(key)
    }

    /// The keys that are queued, each with its newest state.
    pub(crate) fn newest(&self) -> impl Iterator<Item = (&ObjectKey, &Arc<T>)> {
        self.items.iter().filter_map(|(key, deltas)| Some((key, deltas.last()?.object())))
    }

    /// How many keys are queued.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether nothing is queued.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Name, Pod};

    fn pod(name: &str) -> Arc<Pod> {
        let mut pod = Pod::default();
        pod.metadata.name = Some(Name::from(name));
        Arc::new(pod)
    }

    #[test]
    fn a_key_keeps_its_place_and_collects_deltas() {
        let mut fifo = DeltaFifo::default();
        for (name, delta) in
            [("a", Delta::Added(pod("a"))), ("b", Delta::Added(pod("b"))), ("a", Delta::Updated(pod("a")))]
        {
            fifo.push(ObjectKey::from(name), delta);
        }
        let (key, deltas) = fifo.pop().unwrap();
        assert_eq!((key.to_string().as_str(), deltas.len()), ("a", 2));
        assert_eq!(fifo.pop().unwrap().0.to_string(), "b");
        assert!(fifo.is_empty());
    }

    #[test]
    fn a_real_deletion_replaces_a_tombstone_but_not_the_reverse() {
        let mut fifo = DeltaFifo::default();
        let key = ObjectKey::from("a");
        fifo.push(key.clone(), Delta::Tombstone(pod("a")));
        fifo.push(key.clone(), Delta::Deleted(pod("a")));
        fifo.push(key, Delta::Tombstone(pod("a")));
        assert!(matches!(fifo.pop().unwrap().1.as_slice(), [Delta::Deleted(_)]));
    }

    #[test]
    fn a_list_cannot_bring_back_what_is_queued_for_deletion() {
        let mut fifo = DeltaFifo::default();
        let key = ObjectKey::from("a");
        fifo.push(key.clone(), Delta::Deleted(pod("a")));
        fifo.push(key, Delta::Sync(pod("a")));
        assert_eq!(fifo.pop().unwrap().1.len(), 1);
    }

    #[test]
    fn newer_releases_tell_a_list_from_a_resync() {
        let mut fifo = DeltaFifo::default();
        let key = ObjectKey::from("a");
        fifo.push(key.clone(), Delta::Deleted(pod("a")));
        fifo.push(key, Delta::Replaced(pod("a")));
        assert_eq!(fifo.pop().unwrap().1.len(), 2);
    }
}
