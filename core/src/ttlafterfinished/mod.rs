//! The TTL-after-finished controller (`pkg/controller/ttlafterfinished`): deletes Jobs some time after they
//! finished, as their `ttlSecondsAfterFinished` says.
//!
//! It came as an alpha feature in v1.12, is on since v1.21 and for good since v1.23; its code is the same in all
//! releases that have it. It reads the informer of Jobs that the Job controller reads, looks at the server once more
//! before it deletes, and deletes in the foreground, so that a Job goes after its pods.

mod catalogue;

pub(crate) use catalogue::CATALOGUE;

use serde::{Deserialize, Serialize};

use crate::api::{DeleteOptions, DeletionPropagation, Job, ObjectKey, Release, Shown, Time};
use crate::client::prometheus::{Description, Durations, Exposition, Stability, exponential_buckets};
use crate::client::{ControllerError, Notification, Process, RateLimitingQueue, TracedQueue};
use crate::trace::{Decision, Function, QueueName, SyncResult, TraceEntry};

/// What the controller keeps in memory. A restart loses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControllerState {
    /// `ttl_jobs_to_delete`: Jobs to look at, and those whose time is still to come.
    pub queue: RateLimitingQueue<ObjectKey>,
    /// `JobDeletionDurationSeconds`: how long after their time Jobs were deleted.
    #[serde(default)]
    metrics: Shown<Durations>,
}

impl Default for ControllerState {
    /// `New`.
    fn default() -> Self {
        Self { queue: RateLimitingQueue::with_default_limiter(), metrics: Shown::default() }
    }
}

impl ControllerState {
    /// The queue at work.
    pub(crate) fn queue<'a>(&'a mut self, process: &'a mut Process<'_>) -> TracedQueue<'a, ObjectKey> {
        process.own_queue(QueueName::TtlAfterFinished, &mut self.queue)
    }

    /// The controller's own metric, which came with v1.23.
    pub(crate) fn expose(&self, release: Release, text: &mut Exposition) {
        if release.since(23) {
            let metric = Description {
                name: "ttl_after_finished_controller_job_deletion_duration_seconds",
                stability: Some(Stability::Alpha),
                help: "The time it took to delete the job since it became eligible for deletion",
            };
            text.histogram(metric, &[], exponential_buckets(0.1, 2.0, 14), self.metrics.0.clone());
        }
    }
}

/// `addJob` and `updateJob`; nothing listens to deletions.
pub(crate) fn handle_job(tc: &mut Process<'_>, state: &mut ControllerState, notification: &Notification<Job>) {
    let (Notification::Add(job) | Notification::Update(_, job)) = notification else { return };
    if needs_cleanup(job).answer().is_yes() {
        state.queue(tc).add(&job.metadata.key());
    }
}

/// `processNextWorkItem`: one worker takes the next Job. False: the queue was empty.
pub(crate) fn process_next_work_item(tc: &mut Process<'_>, state: &mut ControllerState) -> bool {
    let Some(key) = state.queue(tc).get() else { return false };
    tc.enter(Function::ProcessJob);
    let result = process_job(tc, state, &key);
    let error = result.as_ref().err().map(ToString::to_string);
    let forget = error.is_none();
    let queue = QueueName::TtlAfterFinished;
    tc.trace.record(|| TraceEntry::SyncResult(SyncResult { queue, key: key.clone(), forget, error }));
    match result {
        Ok(()) => state.queue(tc).forget(&key),
        Err(_) => state.queue(tc).add_rate_limited(&key),
    }
    state.queue(tc).done(&key);
    true
}

/// `processJob`.
fn process_job(tc: &mut Process<'_>, state: &mut ControllerState, key: &ObjectKey) -> Result<(), ControllerError> {
    let job = tc.machinery.jobs.get(key).cloned();
    tc.ask(Decision::JobInCache { found: job.is_some() });
    let Some(job) = job else { return Ok(()) };
    if process_ttl(tc, state, &job)?.is_none() {
        return Ok(());
    }
    // The cache may be behind: the TTL may have been changed meanwhile, or the Job replaced by another.
    let fresh = match tc.get_job(key) {
        Ok(fresh) => fresh,
        Err(error) if tc.ask(Decision::NotFoundTolerated { reason: error.reason }) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let Some(expired_at) = process_ttl(tc, state, &fresh)? else { return Ok(()) };
    let options = DeleteOptions {
        propagation_policy: Some(DeletionPropagation::Foreground),
        uid: Some(fresh.uid()),
        ..DeleteOptions::default()
    };
    tc.delete_job(key, &options)?;
    state.metrics.add(tc.now.since(expired_at), 1);
    Ok(())
}

/// `processTTL`: when the Job's time came to its end. If that is still to come, the Job is queued for then.
fn process_ttl(tc: &mut Process<'_>, state: &mut ControllerState, job: &Job) -> Result<Option<Time>, ControllerError> {
    tc.enter(Function::ProcessTtl);
    let expired = expired(tc, state, job);
    tc.leave(Function::ProcessTtl);
    expired
}

fn expired(tc: &mut Process<'_>, state: &mut ControllerState, job: &Job) -> Result<Option<Time>, ControllerError> {
    let (needed, ttl_seconds) = (tc.ask(needs_cleanup(job)), job.spec.ttl_seconds_after_finished);
    let Some(ttl_seconds) = ttl_seconds.filter(|_| needed) else { return Ok(None) };
    let ended = job.status.finished().and_then(|ended| job.status.condition(ended));
    let Some(finish_at) = ended.and_then(|ended| ended.last_transition_time) else {
        return Err(ControllerError::FinishTimeUnknown(job.metadata.key()));
    };
    let since_ms = tc.now.since(finish_at.time());
    let ttl_ms = i64::from(ttl_seconds) * 1000;
    if tc.ask(Decision::TtlExpired { ttl_seconds, since_ms }) {
        return Ok(Some(finish_at.time().plus(ttl_ms)));
    }
    state.queue(tc).add_after(&job.metadata.key(), ttl_ms - since_ms);
    Ok(None)
}

/// `needsCleanup`, and that nobody deleted the Job yet.
fn needs_cleanup(job: &Job) -> Decision {
    Decision::NeedsCleanup {
        ttl_seconds: job.spec.ttl_seconds_after_finished,
        condition: job.status.finished(),
        deleting: job.metadata.is_deleting(),
    }
}
