//! The metrics of a work queue (`client-go/util/workqueue/metrics.go`, and the names that kube-controller-manager
//! gives them). Until v1.13 they were named after the queue, since then they have its name as a label.

use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use super::RateLimitingQueue;
use super::prometheus::{Description, Durations, Exposition, MetricType, Stability, exponential_buckets};
use crate::api::{Release, Time};
use crate::trace::QueueOp;

/// What a queue counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "K: Serialize + Ord + Clone", deserialize = "K: Deserialize<'de> + Ord + Clone"))]
pub(crate) struct QueueMetrics<K: Ord + Clone> {
    adds: i64,
    retries: i64,
    /// Since when keys wait to be taken.
    #[serde(with = "super::pairs")]
    added: OrdMap<K, Time>,
    /// Since when keys are being processed.
    #[serde(with = "super::pairs")]
    taken: OrdMap<K, Time>,
    waited: Durations,
    worked: Durations,
}

impl<K: Ord + Clone> Default for QueueMetrics<K> {
    fn default() -> Self {
        Self {
            adds: 0,
            retries: 0,
            added: OrdMap::new(),
            taken: OrdMap::new(),
            waited: Durations::default(),
            worked: Durations::default(),
        }
    }
}

impl<K: Ord + Clone> QueueMetrics<K> {
    /// A key was added: it counts if it was not dirty yet.
    pub(super) fn added(&mut self, key: &K, op: QueueOp, now: Time) {
        if matches!(op, QueueOp::Added | QueueOp::AddedWhileProcessing) {
            self.adds += 1;
            if !self.added.contains_key(key) {
                self.added.insert(key.clone(), now);
            }
        }
    }

    /// A worker took the key.
    pub(super) fn taken(&mut self, key: &K, now: Time) {
        self.taken.insert(key.clone(), now);
        if let Some(added) = self.added.remove(key) {
            self.waited.add(now.since(added), 1);
        }
    }

    /// A worker is done with the key.
    pub(super) fn done(&mut self, key: &K, now: Time) {
        if let Some(taken) = self.taken.remove(key) {
            self.worked.add(now.since(taken), 1);
        }
    }

    /// `AddAfter` was called.
    pub(super) fn retried(&mut self) {
        self.retries += 1;
    }
}

const ADDS: &str = "Total number of adds handled by workqueue";
const DEPTH: &str = "Current depth of workqueue";
const RETRIES: &str = "Total number of retries handled by workqueue";
const UNFINISHED: &str = "How many seconds of work has done that is in progress and hasn't been observed by work_duration. \
     Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this \
     increases.";

/// Since this minor queues share their metrics, with the queue as a label (#71300).
const OWN_NAMES_UNTIL: u8 = 14;
/// Since this minor the metrics are beta (#135522).
const BETA_SINCE: u8 = 36;

impl<K: Ord + Clone> RateLimitingQueue<K> {
    /// Its metrics, as the release names them. Durations are those of the virtual clock.
    pub(crate) fn expose(&self, queue: &'static str, release: Release, now: Time, text: &mut Exposition) {
        let QueueMetrics { adds, retries, taken, waited, worked, .. } = &*self.metrics;
        let depth = i64::try_from(self.work.depth()).unwrap_or(i64::MAX);
        if !release.since(OWN_NAMES_UNTIL) {
            let counter = MetricType::Counter;
            text.of_queue(format!("{queue}_adds"), format!("{ADDS}: {queue}"), counter, *adds);
            text.of_queue(format!("{queue}_depth"), format!("{DEPTH}: {queue}"), MetricType::Gauge, depth);
            text.of_queue(format!("{queue}_retries"), format!("{RETRIES}: {queue}"), counter, *retries);
            // The space is missing upstream.
            let waits = format!("How long an item stays in workqueue{queue} before being requested.");
            text.summary_of_queue(format!("{queue}_queue_latency"), waits, waited.clone());
            let works = format!("How long processing an item from workqueue{queue} takes.");
            return text.summary_of_queue(format!("{queue}_work_duration"), works, worked.clone());
        }
        let stability = Some(if release.since(BETA_SINCE) { Stability::Beta } else { Stability::Alpha });
        let metric = |name, help| Description { name, stability, help };
        let labels = [("name", queue)];
        let bounds = || exponential_buckets(10e-9, 10.0, 10);
        text.count(metric("workqueue_adds_total", ADDS), &labels, *adds);
        text.count(metric("workqueue_retries_total", RETRIES), &labels, *retries);
        let waits = metric(
            "workqueue_queue_duration_seconds",
            "How long in seconds an item stays in workqueue before being requested.",
        );
        text.histogram(waits, &labels, bounds(), waited.clone());
        let works =
            metric("workqueue_work_duration_seconds", "How long in seconds processing an item from workqueue takes.");
        text.histogram(works, &labels, bounds(), worked.clone());
        let ages = || taken.values().map(|taken| now.since(*taken));
        let longest = metric(
            "workqueue_longest_running_processor_seconds",
            "How many seconds has the longest running processor for workqueue been running.",
        );
        text.gauge(metric("workqueue_depth", DEPTH), &labels, depth);
        text.gauge_seconds(metric("workqueue_unfinished_work_seconds", UNFINISHED), &labels, ages().sum());
        text.gauge_seconds(longest, &labels, ages().max().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_counts_adds_waits_and_work() {
        let mut queue = RateLimitingQueue::new(1_000, 60_000);
        queue.add(&"a", Time(0));
        queue.add(&"a", Time(5));
        queue.add_after(&"b", 0, Time(10));
        queue.add_after(&"c", 100, Time(10));
        assert_eq!(queue.get(Time(20)), Some("a"));
        queue.add(&"a", Time(25));
        let exposed = |queue: &RateLimitingQueue<&str>, release, now| {
            let mut text = Exposition::default();
            queue.expose("job", release, now, &mut text);
            text.to_string()
        };
        let text = exposed(&queue, Release::V1_28, Time(30));
        for line in [
            "# HELP workqueue_adds_total [ALPHA] Total number of adds handled by workqueue",
            "workqueue_adds_total{name=\"job\"} 3",
            "workqueue_depth{name=\"job\"} 2",
            "workqueue_retries_total{name=\"job\"} 2",
            "workqueue_queue_duration_seconds_bucket{name=\"job\",le=\"0.01\"} 0",
            "workqueue_queue_duration_seconds_bucket{name=\"job\",le=\"0.1\"} 1",
            "workqueue_queue_duration_seconds_sum{name=\"job\"} 0.02",
            "workqueue_unfinished_work_seconds{name=\"job\"} 0.01",
            "workqueue_longest_running_processor_seconds{name=\"job\"} 0.01",
            "workqueue_work_duration_seconds_count{name=\"job\"} 0",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in\n{text}");
        }
        assert!(queue.done(&"a", Time(40)), "it was added again meanwhile");
        let text = exposed(&queue, Release::V1_11, Time(40));
        assert_eq!(
            text,
            "# HELP job_adds Total number of adds handled by workqueue: job\n# TYPE job_adds counter\njob_adds 3\n\
             # HELP job_depth Current depth of workqueue: job\n# TYPE job_depth gauge\njob_depth 2\n\
             # HELP job_queue_latency How long an item stays in workqueuejob before being requested.\n\
             # TYPE job_queue_latency summary\njob_queue_latency_sum 20000\njob_queue_latency_count 1\n\
             # HELP job_retries Total number of retries handled by workqueue: job\n# TYPE job_retries counter\n\
             job_retries 2\n\
             # HELP job_work_duration How long processing an item from workqueuejob takes.\n\
             # TYPE job_work_duration summary\njob_work_duration_sum 20000\njob_work_duration_count 1\n"
        );
    }
}
