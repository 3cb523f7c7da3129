//! `workqueue.Type`: a queue that holds each key once and never hands it to two workers.

use imbl::{OrdSet, Vector};
use serde::{Deserialize, Serialize};

use crate::trace::QueueOp;

/// The queue. A key is *dirty* when it needs processing and *processing* while a worker has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "K: Serialize + Ord + Clone", deserialize = "K: Deserialize<'de> + Ord + Clone"))]
pub(crate) struct WorkQueue<K: Ord + Clone> {
    queue: Vector<K>,
    dirty: OrdSet<K>,
    processing: OrdSet<K>,
}

impl<K: Ord + Clone> Default for WorkQueue<K> {
    fn default() -> Self {
        Self { queue: Vector::new(), dirty: OrdSet::new(), processing: OrdSet::new() }
    }
}

impl<K: Ord + Clone> WorkQueue<K> {
    /// Marks `key` as needing processing.
    pub(crate) fn add(&mut self, key: &K) -> QueueOp {
        if self.dirty.insert(key.clone()).is_some() {
            return QueueOp::AlreadyQueued;
        }
        if self.processing.contains(key) {
            return QueueOp::AddedWhileProcessing;
        }
        self.queue.push_back(key.clone());
        QueueOp::Added
    }

    /// Hands out the first key. The caller owes a [`Self::done`].
    pub(crate) fn get(&mut self) -> Option<K> {
        let key = self.queue.pop_front()?;
        self.processing.insert(key.clone());
        self.dirty.remove(&key);
        Some(key)
    }

    /// Hands `key` out next, if it waits for a worker; says whether it does.
    pub(crate) fn prefer(&mut self, key: &K) -> bool {
        let Some(place) = self.queue.iter().position(|waiting| waiting == key) else { return false };
        let key = self.queue.remove(place);
        self.queue.push_front(key);
        true
    }

    /// Ends the processing of `key`. True if it was added meanwhile and is back in the queue.
    pub(crate) fn done(&mut self, key: &K) -> bool {
        self.processing.remove(key);
        let again = self.dirty.contains(key);
        if again {
            self.queue.push_back(key.clone());
        }
        again
    }

    /// Keys that wait for a worker, in order.
    pub(crate) fn ready(&self) -> impl Iterator<Item = &K> {
        self.queue.iter()
    }

    /// Keys that a worker has.
    pub(crate) fn processing(&self) -> impl Iterator<Item = &K> {
        self.processing.iter()
    }

    /// Whether `key` waits for a worker, or one has it.
    pub(crate) fn holds(&self, key: &K) -> bool {
        self.dirty.contains(key) || self.processing.contains(key)
    }

    /// How many keys need processing (`workqueue_depth`), those among them that a worker still has.
    pub(crate) fn depth(&self) -> usize {
        self.dirty.len()
    }

    /// Whether no key waits for a worker.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_adds_are_one_item() {
        let mut queue = WorkQueue::default();
        assert_eq!(queue.add(&"a"), QueueOp::Added);
        assert_eq!(queue.add(&"a"), QueueOp::AlreadyQueued);
        assert_eq!(queue.get(), Some("a"));
        assert_eq!(queue.get(), None);
    }

    #[test]
    fn an_add_while_processing_runs_once_more_after_done() {
        let mut queue = WorkQueue::default();
        queue.add(&"a");
        queue.get();
        assert_eq!(queue.add(&"a"), QueueOp::AddedWhileProcessing);
        assert_eq!(queue.add(&"a"), QueueOp::AlreadyQueued);
        assert_eq!(queue.get(), None, "no other worker may have it now");
        assert!(queue.done(&"a"));
        assert_eq!(queue.get(), Some("a"));
        assert!(!queue.done(&"a"));
    }

    #[test]
    fn a_key_that_comes_back_waits_behind_the_others() {
        let mut queue = WorkQueue::default();
        queue.add(&"a");
        queue.get();
        queue.add(&"b");
        queue.add(&"a");
        assert!(queue.done(&"a"));
        assert_eq!([queue.get(), queue.get()], [Some("b"), Some("a")]);
    }
}
