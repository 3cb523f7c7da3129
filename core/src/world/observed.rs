//! Syncs that are inferred from their observed writes.

use super::{ActionError, Observed, ObservedWrites, World};
use crate::api::{ObjectKey, Time};
use crate::job;
use crate::trace::{QueueName, Trace};

impl World {
    /// A worker syncs, and its writes are those of the Job controller among `seen`.
    pub(super) fn infer_sync(
        &mut self,
        key: Option<&ObjectKey>,
        seen: &[Observed],
        refused: &[String],
        crashes: bool,
        trace: &mut Trace,
    ) -> Result<(), ActionError> {
        let mut after = self.api.resource_version();
        for seen in seen {
            seen.check(after)?;
            after = seen.object.version();
        }
        let observed = ObservedWrites::new(seen.to_vec(), refused.iter().cloned(), false);
        let observed = if crashes { observed.dying() } else { observed };
        let pods = self.api.watch.pods.len();
        let mut inner = trace.room().map_or_else(Trace::on, Trace::limited);
        self.sync_observed(key, observed, &mut inner)?;
        for entry in inner.into_entries() {
            trace.record(|| entry);
        }
        if crashes && !trace.is_full() {
            self.kubelet_observes(pods);
            self.restart(trace);
        }
        Ok(())
    }

    /// A worker syncs `key`, or the next key of the orphan queue, and its writes are as `observed`. Returns what it wrote
    /// itself.
    pub(crate) fn sync_observed(
        &mut self,
        key: Option<&ObjectKey>,
        observed: ObservedWrites,
        trace: &mut Trace,
    ) -> Result<ObservedWrites, ActionError> {
        self.check_work(if key.is_some() { QueueName::Job } else { QueueName::OrphanPod })?;
        if let Some(key) = key {
            self.has_free_worker()?;
            if !self.machinery.queue.work.prefer(key) {
                return Err(ActionError::QueueEmpty);
            }
        }
        let (jobs, pods) = (self.api.watch.jobs.len(), self.api.watch.pods.len());
        self.api.observed_writes = Some(Box::new(observed));
        let (mut controller, _) = self.at_work(trace);
        if key.is_some() {
            job::process_next_work_item(&mut controller);
        } else {
            job::process_next_orphan_pod(&mut controller);
        }
        controller.end_run();
        self.faults.end();
        Ok(self.api.end_observed_writes(jobs, pods))
    }

    /// When a worker can take the Job's key next: now, or at a later time; `None` if it is not in the queue.
    pub(crate) fn due(&self, key: &ObjectKey) -> Option<Time> {
        let queue = &self.machinery.queue;
        if queue.work.ready().any(|ready| ready == key) {
            return Some(self.now);
        }
        queue.delaying.iter().find(|waiting| waiting.key == *key).map(|waiting| waiting.ready_at)
    }

    /// Whether a pod waits for the orphan worker.
    pub(crate) fn has_orphans(&self) -> bool {
        self.has_work(QueueName::OrphanPod)
    }

    /// Events that wait on the watches of Jobs and of pods.
    pub(crate) fn undelivered(&self) -> (usize, usize) {
        (self.api.watch.jobs.len(), self.api.watch.pods.len())
    }
}
