//! `workqueue.RateLimitingInterface`: work queue, delaying queue and rate limiter in one.

use serde::{Deserialize, Serialize};

use super::{DelayingQueue, ItemExponentialFailureRateLimiter, QueueMetrics, WorkQueue};
use crate::api::{Shown, Time};
use crate::trace::QueueOp;

/// The queue of a controller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "K: Serialize + Ord + Clone", deserialize = "K: Deserialize<'de> + Ord + Clone"))]
pub(crate) struct RateLimitingQueue<K: Ord + Clone> {
    /// Keys that are ready or being processed.
    pub work: WorkQueue<K>,
    /// Keys that wait for their time.
    pub delaying: DelayingQueue<K>,
    /// How long a failing key has to wait.
    pub limiter: ItemExponentialFailureRateLimiter<K>,
    /// What it has counted.
    pub metrics: Shown<QueueMetrics<K>>,
}

impl<K: Ord + Clone> RateLimitingQueue<K> {
    /// An empty queue whose rate limiter goes from `base_ms` to `cap_ms`.
    pub(crate) fn new(base_ms: i64, cap_ms: i64) -> Self {
        Self {
            work: WorkQueue::default(),
            delaying: DelayingQueue::default(),
            limiter: ItemExponentialFailureRateLimiter::new(base_ms, cap_ms),
            metrics: Shown(QueueMetrics::default()),
        }
    }

    /// An empty queue with `DefaultControllerRateLimiter`: from 5 ms to 1000 s. (Upstream's also lets no more than
    /// 10 items a second through, once 100 came at once; here nothing waits for that.)
    pub(crate) fn with_default_limiter() -> Self {
        Self::new(5, 1_000_000)
    }

    /// `Add`.
    pub(crate) fn add(&mut self, key: &K, now: Time) -> QueueOp {
        let op = self.work.add(key);
        self.metrics.added(key, op, now);
        op
    }

    /// `Get`: hands out the first key. The caller owes a [`Self::done`].
    pub(crate) fn get(&mut self, now: Time) -> Option<K> {
        let key = self.work.get()?;
        self.metrics.taken(&key, now);
        Some(key)
    }

    /// `Done`. True if the key was added meanwhile and is back in the queue.
    pub(crate) fn done(&mut self, key: &K, now: Time) -> bool {
        self.metrics.done(key, now);
        self.work.done(key)
    }

    /// `AddAfter`: at once if `delay_ms` is not positive. An add at once does not take a waiting entry
    /// away, so the key may run once more when that entry's time comes.
    pub(crate) fn add_after(&mut self, key: &K, delay_ms: i64, now: Time) -> QueueOp {
        self.metrics.retried();
        if delay_ms <= 0 { self.add(key, now) } else { self.delaying.add(key, now.plus(delay_ms)) }
    }

    /// `AddRateLimited`: after the delay of the limiter, which counts the failure.
    pub(crate) fn add_rate_limited(&mut self, key: &K, now: Time) -> QueueOp {
        let delay = self.limiter.when(key);
        match self.add_after(key, delay, now) {
            QueueOp::Delayed { until, .. } => QueueOp::Delayed { until, rate_limited: true },
            op => op,
        }
    }

    /// Whether `key` is in the queue, waits for its time, or is with a worker.
    pub(crate) fn holds(&self, key: &K) -> bool {
        self.work.holds(key) || self.delaying.iter().any(|waiting| waiting.key == *key)
    }

    /// Moves the first key whose time has come to the work queue.
    pub(crate) fn ripen(&mut self, now: Time) -> Option<(K, QueueOp)> {
        let key = self.delaying.pop_ready(now)?;
        let op = match self.add(&key, now) {
            QueueOp::Added => QueueOp::Ripened,
            op => op,
        };
        Some((key, op))
    }
}
