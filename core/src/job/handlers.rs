//! Shared by the event handlers of all releases: finding the Jobs of a pod, and enqueueing them.

use std::sync::Arc;

use super::controller::Controller;
use super::requeue::get_backoff;
use crate::api::{FeatureGate, Job, Name, ObjectKey, ObjectMeta, OwnerReference, Pod, selector_error};
use crate::client::Process;
use crate::trace::{Handled, Handler, HandlerVerdict, SelectedByMany, TraceEntry};

impl Process<'_> {
    /// Notes what a handler made of the object `name`.
    pub(super) fn handled(&mut self, handler: Handler, name: Name, verdict: HandlerVerdict) {
        self.trace.record(|| TraceEntry::Handled(Handled { handler, name, verdict }));
    }

    /// Notes what a handler made of the pod.
    pub(super) fn pod_handled(&mut self, handler: Handler, pod: &Pod, verdict: HandlerVerdict) {
        let name = pod.metadata.name.clone().unwrap_or_else(|| Name::from(""));
        self.handled(handler, name, verdict);
    }

    /// `resolveControllerRef`: the cached Job that the reference means, if it is still the same one.
    pub(super) fn resolve_controller_ref(&self, pod: &Pod, reference: &OwnerReference) -> Option<Arc<Job>> {
        if reference.kind != "Job" {
            return None;
        }
        let namespace = pod.metadata.namespace.clone().unwrap_or_default();
        let job = self.machinery.jobs.get(&ObjectKey::new(&namespace, &reference.name))?;
        (job.metadata.uid.as_ref() == Some(&reference.uid)).then(|| Arc::clone(job))
    }

    /// `getPodJobs`: the cached Jobs whose selector matches the pod.
    pub(super) fn pod_jobs(&mut self, pod: &Pod) -> Vec<Arc<Job>> {
        if pod.metadata.labels.is_empty() {
            return Vec::new();
        }
        let release = self.gates.release();
        let jobs: Vec<_> = self
            .machinery
            .jobs
            .list()
            .filter(|job| job.metadata.namespace == pod.metadata.namespace)
            .filter(|job| job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels)))
            // One that cannot be matched with matches nothing. (Until v1.22 the process would panic here.)
            .filter(|job| job.spec.selector.as_ref().is_none_or(|one| selector_error(one, release).is_none()))
            .cloned()
            .collect();
        if jobs.len() > 1 {
            let name = |metadata: &ObjectMeta| metadata.name.clone().unwrap_or_else(|| Name::from(""));
            self.trace.record(|| {
                TraceEntry::SelectedByMany(SelectedByMany {
                    pod: name(&pod.metadata),
                    labels: pod.metadata.labels.clone(),
                    jobs: jobs.iter().map(|job| name(&job.metadata)).collect(),
                })
            });
        }
        jobs
    }
}

/// `syncJobBatchPeriod`, in milliseconds: events of pods and statuses wait so long, to be handled together.
pub(crate) const SYNC_JOB_BATCH_PERIOD_MS: i64 = 1_000;

/// `enqueueSyncJobImmediately`.
pub(super) fn enqueue_sync_job_immediately(jm: &mut Controller<'_>, job: &Job) {
    jm.add_after(&job.metadata.key(), 0);
}

/// `enqueueSyncJobBatched`, until v1.27 `enqueueControllerPodUpdate`, which waits only if ready pods are counted.
pub(super) fn enqueue_sync_job_batched(jm: &mut Controller<'_>, job: &Job) {
    let waits = jm.gates.release().since(28) || jm.enabled(FeatureGate::JobReadyPods);
    jm.add_after(&job.metadata.key(), if waits { SYNC_JOB_BATCH_PERIOD_MS } else { 0 });
}

/// The same for the update in which a pod fails: until v1.27 the sync waits for as long as the key's requeues stand for.
pub(super) fn enqueue_after_failure(jm: &mut Controller<'_>, job: &Job) {
    let key = job.metadata.key();
    match get_backoff(jm.machinery.queue.limiter.num_requeues(&key)) {
        delay_ms if delay_ms > 0 && !jm.gates.release().since(28) => jm.add_after(&key, delay_ms),
        _ => enqueue_sync_job_batched(jm, job),
    }
}

/// `enqueueSyncJobWithDelay`: since v1.28 no sooner than with the batch.
pub(super) fn enqueue_sync_job_with_delay(jm: &mut Controller<'_>, key: &ObjectKey, delay_ms: i64) {
    let batched = jm.gates.release().since(28);
    jm.add_after(key, if batched { delay_ms.max(SYNC_JOB_BATCH_PERIOD_MS) } else { delay_ms });
}

/// The part of `updateJob` that looks at the deadline: a new one has the Job synced when it comes.
pub(super) fn resync_at_changed_deadline(jm: &mut Controller<'_>, old: &Job, job: &Job) {
    if let (Some(start), Some(deadline)) = (job.status.start_time, job.spec.active_deadline_seconds)
        && old.spec.active_deadline_seconds != Some(deadline)
    {
        let passed = jm.now.since(start.time());
        jm.add_after(&job.metadata.key(), deadline.saturating_mul(1000).saturating_sub(passed));
    }
}
