//! A controller's work queue with tracing: its changes are recorded in the trace, and stop when the trace is full.

use super::RateLimitingQueue;
use crate::api::{Name, ObjectKey, Time};
use crate::trace::{QueueChange, QueueName, QueueOp, Trace, TraceEntry};

/// What a work queue holds: something that means one object.
pub(crate) trait QueueItem: Ord + Clone {
    /// The object's key, as the trace tells it.
    fn object_key(&self) -> ObjectKey;
}

impl QueueItem for ObjectKey {
    fn object_key(&self) -> ObjectKey {
        self.clone()
    }
}

/// A node, which has no namespace.
impl QueueItem for Name {
    fn object_key(&self) -> ObjectKey {
        ObjectKey::from(self.as_str())
    }
}

/// A work queue that notes in the trace what is added, delayed and taken.
#[derive(Debug)]
pub(crate) struct TracedQueue<'a, K: QueueItem> {
    name: QueueName,
    queue: &'a mut RateLimitingQueue<K>,
    now: Time,
    trace: &'a mut Trace,
}

impl<'a, K: QueueItem> TracedQueue<'a, K> {
    /// The queue of that name.
    pub(crate) fn new(name: QueueName, queue: &'a mut RateLimitingQueue<K>, now: Time, trace: &'a mut Trace) -> Self {
        Self { name, queue, now, trace }
    }

    fn changed(&mut self, item: &K, op: QueueOp) {
        let queue = self.name;
        self.trace.record(|| TraceEntry::Queue(QueueChange { queue, key: item.object_key(), op }));
    }

    /// `Add`.
    pub(crate) fn add(&mut self, item: &K) {
        if !self.trace.is_full() {
            let op = self.queue.add(item, self.now);
            self.changed(item, op);
        }
    }

    /// `AddAfter`.
    pub(crate) fn add_after(&mut self, item: &K, delay_ms: i64) {
        if !self.trace.is_full() {
            let op = self.queue.add_after(item, delay_ms, self.now);
            self.changed(item, op);
        }
    }

    /// `AddRateLimited`.
    pub(crate) fn add_rate_limited(&mut self, item: &K) {
        if !self.trace.is_full() {
            let op = self.queue.add_rate_limited(item, self.now);
            self.changed(item, op);
        }
    }

    /// `Forget`.
    pub(crate) fn forget(&mut self, item: &K) {
        if !self.trace.is_full() {
            let requeues = self.queue.limiter.forget(item);
            if requeues > 0 {
                self.changed(item, QueueOp::Forgotten { requeues });
            }
        }
    }

    /// `Get`.
    pub(crate) fn get(&mut self) -> Option<K> {
        if self.trace.is_full() {
            return None;
        }
        let item = self.queue.get(self.now)?;
        self.changed(&item, QueueOp::Taken);
        Some(item)
    }

    /// `Done`.
    pub(crate) fn done(&mut self, item: &K) {
        if !self.trace.is_full() && self.queue.done(item, self.now) {
            self.changed(item, QueueOp::Added);
        }
    }

    /// Lets waiting items become ready whose time has come.
    pub(crate) fn ripen(&mut self) {
        while !self.trace.is_full() {
            let Some((item, op)) = self.queue.ripen(self.now) else { return };
            self.changed(&item, op);
        }
    }
}
