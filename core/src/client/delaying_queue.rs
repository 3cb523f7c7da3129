//! `workqueue.delayingType`: keys that become ready later.

use imbl::Vector;
use serde::{Deserialize, Serialize, Serializer};

use crate::api::{Fresh, Time};
use crate::trace::QueueOp;

/// A key that waits for its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Waiting<K> {
    /// The key.
    pub key: K,
    /// When it becomes ready.
    pub ready_at: Time,
    /// Number of the insertion; an entry that is moved to an earlier time keeps it.
    number: u64,
}

/// Waiting keys, one entry each, by time and then by order of insertion. (Upstream keeps a heap, in
/// which entries of the same time have no order.)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "K: Serialize + Clone", deserialize = "K: Deserialize<'de> + Clone"))]
pub(crate) struct DelayingQueue<K: Clone> {
    #[serde(serialize_with = "in_order")]
    waiting: Vector<Waiting<K>>,
    inserted: Fresh<u64>,
}

/// Writes the entries. Where they are not to be read by people, the numbers of insertion are their places among
/// themselves: only their order counts.
fn in_order<K: Serialize + Clone, S: Serializer>(
    waiting: &Vector<Waiting<K>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return waiting.serialize(serializer);
    }
    let earlier = |number: u64| waiting.iter().filter(|other| other.number < number).count();
    serializer.collect_seq(waiting.iter().map(|Waiting { key, ready_at, number }| (key, ready_at, earlier(*number))))
}

impl<K: Clone> Default for DelayingQueue<K> {
    fn default() -> Self {
        Self { waiting: Vector::new(), inserted: Fresh(0) }
    }
}

impl<K: Clone + PartialEq> DelayingQueue<K> {
    /// Has `key` wait until `ready_at`. A key that waits already keeps the earlier of both times.
    pub(crate) fn add(&mut self, key: &K, ready_at: Time) -> QueueOp {
        let number = if let Some(index) = self.waiting.iter().position(|waiting| waiting.key == *key) {
            let until = self.waiting.get(index).map_or(ready_at, |waiting| waiting.ready_at);
            if until <= ready_at {
                return QueueOp::DelayedEarlier { until };
            }
            self.waiting.remove(index).number
        } else {
            *self.inserted += 1;
            *self.inserted
        };
        let later = |waiting: &Waiting<K>| (waiting.ready_at, waiting.number) > (ready_at, number);
        let index = self.waiting.iter().position(later).unwrap_or(self.waiting.len());
        self.waiting.insert(index, Waiting { key: key.clone(), ready_at, number });
        QueueOp::Delayed { until: ready_at, rate_limited: false }
    }

    /// Takes the first key whose time has come.
    pub(crate) fn pop_ready(&mut self, now: Time) -> Option<K> {
        if self.next_ready_at()? > now {
            return None;
        }
        self.waiting.pop_front().map(|waiting| waiting.key)
    }

    /// When the first key becomes ready.
    pub(crate) fn next_ready_at(&self) -> Option<Time> {
        self.waiting.front().map(|waiting| waiting.ready_at)
    }

    /// The waiting keys, earliest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Waiting<K>> {
        self.waiting.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_time_wins() {
        let mut queue = DelayingQueue::default();
        queue.add(&"a", Time(20));
        queue.add(&"b", Time(15));
        assert_eq!(queue.add(&"a", Time(30)), QueueOp::DelayedEarlier { until: Time(20) });
        assert_eq!(queue.next_ready_at(), Some(Time(15)));
        queue.add(&"a", Time(10));
        assert_eq!(queue.pop_ready(Time(12)), Some("a"));
        assert_eq!(queue.pop_ready(Time(12)), None);
    }

    #[test]
    fn a_key_that_is_moved_to_an_earlier_time_keeps_its_place_among_equals() {
        let mut queue = DelayingQueue::default();
        for (key, at) in [("a", 20), ("b", 10), ("a", 10)] {
            queue.add(&key, Time(at));
        }
        assert_eq!(queue.pop_ready(Time(10)), Some("a"));
    }

    #[test]
    fn equal_times_keep_their_order() {
        let mut queue = DelayingQueue::default();
        for key in ["c", "a", "b"] {
            queue.add(&key, Time(5));
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop_ready(Time(5))).collect();
        assert_eq!(order, ["c", "a", "b"]);
    }
}
