//! `syncJob` of v1.11: one sync of one Job.

use std::sync::Arc;

use crate::api::{ConditionStatus, EventType, Job, JobConditionType, ObjectKey, Pod, PodPhase, RestartPolicy};
use crate::client::{ControllerError, Process, filter_active_pods};
use crate::job::pods::JobPods;
use crate::job::utils::{length, new_condition, sum_restarts};
use crate::trace::{Change, Decision, Function, OptionalChange};

/// Why a Job fails.
struct Failure {
    reason: &'static str,
    message: &'static str,
}

const BACKOFF_LIMIT_EXCEEDED: Failure =
    Failure { reason: "BackoffLimitExceeded", message: "Job has reached the specified backoff limit" };
const DEADLINE_EXCEEDED: Failure =
    Failure { reason: "DeadlineExceeded", message: "Job was active longer than specified deadline" };

impl Process<'_> {
    /// `syncJob`. The first part of the answer says whether the key's requeues may be forgotten; it is
    /// looked at only when there is no error.
    pub(super) fn sync_job(&mut self, key: &ObjectKey) -> (bool, Result<(), ControllerError>) {
        self.enter(Function::SyncJob);
        let (namespace, name) = key.split();
        if !self.ask(Decision::KeyComplete { namespace: !namespace.is_empty(), name: !name.is_empty() }) {
            return (false, Err(ControllerError::InvalidKey(key.clone())));
        }
        let shared_job = self.machinery.jobs.get(key).cloned();
        self.ask(Decision::JobInCache { found: shared_job.is_some() });
        let Some(shared_job) = shared_job else {
            self.delete_expectations(key);
            return (true, Ok(()));
        };
        let mut job = Job::clone(&shared_job);
        if self.ask(Decision::JobFinished { condition: job.status.finished() }) {
            return (true, Ok(()));
        }
        let previous_retry = self.machinery.queue.limiter.num_requeues(key);
        self.value(Decision::Requeues { count: previous_retry });

        // Expectations are looked at before the pods are listed, so that a pod which arrives in between
        // makes this sync do too little rather than too much.
        let record = self.machinery.expectations.record(key, self.now);
        let job_needs_sync = self.ask(Decision::ExpectationsSatisfied { record });
        let JobPods { pods, settled } = match self.get_pods_for_job(&job, Process::pods_of_namespace, None) {
            Ok(pods) => pods,
            Err(error) => return (false, Err(error)),
        };
        let active_pods = filter_active_pods(&pods);
        let mut active = length(active_pods.len());
        let succeeded = count(&pods, settled.succeeded, PodPhase::Succeeded);
        let mut failed = count(&pods, settled.failed, PodPhase::Failed);
        self.value(Decision::PodsCounted { active, succeeded, failed, ready: None, terminating: None });
        let conditions = job.status.conditions.len();

        let active_deadline_seconds = job.spec.active_deadline_seconds;
        let unset = job.status.start_time.is_none();
        if self.ask(Decision::StartTimeUnset {
            unset,
            active_deadline_seconds: active_deadline_seconds.filter(|_| unset),
            suspended: false,
        }) {
            job.status.start_time = Some(self.now.into());
            if let Some(deadline) = active_deadline_seconds {
                self.add_after(key, deadline.saturating_mul(1000));
            }
        }

        let parallelism = job.spec.parallelism.unwrap_or(0);
        let backoff_limit = job.spec.backoff_limit.unwrap_or(0);
        let failed_change = Change { from: job.status.failed, to: failed };
        let exceeds_backoff_limit =
            Decision::ExceedsBackoffLimit { failed: failed_change, active, parallelism, previous_retry, backoff_limit };
        let failure = if self.ask(exceeds_backoff_limit) || self.past_backoff_limit_on_failure(&job, &pods) {
            Some(BACKOFF_LIMIT_EXCEEDED)
        } else if self.past_active_deadline(&job) {
            Some(DEADLINE_EXCEEDED)
        } else {
            None
        };

        let mut manage_job_error = Ok(());
        if let Some(Failure { reason, message }) = failure {
            manage_job_error = self.delete_job_pods(&job, &active_pods);
            // The Job fails even if not all pods could be deleted; nobody will look at those again.
            failed = failed.saturating_add(active);
            active = 0;
            let failed = new_condition(JobConditionType::Failed, ConditionStatus::True, reason, message, self.now);
            job.status.conditions.push(failed);
            self.event(&job, EventType::Warning, reason.into(), message);
        } else {
            let deleting = job.metadata.is_deleting();
            if self.ask(Decision::ManageNeeded { expectations_satisfied: job_needs_sync, deleting }) {
                (active, manage_job_error) = self.manage_job(&active_pods, succeeded, &job);
            }
            let completions = job.spec.completions;
            if self.ask(Decision::CompletionsReached { completions, succeeded, active, needs_no_active: false }) {
                if let Some(completions) = completions {
                    if self.ask(Decision::TooManyActivePods { active }) {
                        let message = "Too many active pods running after completion count reached";
                        self.event(&job, EventType::Warning, "TooManyActivePods".into(), message);
                    }
                    if self.ask(Decision::TooManySucceededPods { succeeded, completions }) {
                        let message = "Too many succeeded pods running after completion count reached";
                        self.event(&job, EventType::Warning, "TooManySucceededPods".into(), message);
                    }
                }
                let complete = new_condition(JobConditionType::Complete, ConditionStatus::True, "", "", self.now);
                job.status.conditions.push(complete);
                job.status.completion_time = Some(self.now.into());
            }
        }

        // A success ends the back-off (#56853).
        let mut forget =
            self.ask(Decision::NewSuccesses { succeeded: Change { from: job.status.succeeded, to: succeeded } });
        let status_changed = Decision::StatusChanged {
            active: Change { from: job.status.active, to: active },
            succeeded: Change { from: job.status.succeeded, to: succeeded },
            failed: Change { from: job.status.failed, to: failed },
            ready: OptionalChange { from: None, to: None },
            conditions: Change { from: length(conditions), to: length(job.status.conditions.len()) },
            suspended: None,
        };
        if self.ask(status_changed) {
            job.status.active = active;
            job.status.succeeded = succeeded;
            job.status.failed = failed;
            if let Err(error) = self.update_job_status(&job) {
                return (forget, Err(error.into()));
            }
            let finished = job.status.finished().is_some();
            if self.ask(Decision::NewFailureUnfinished { failed: failed_change, finished }) {
                // Not an error of its own: it has the key come back after the back-off, and it is that
                // count of comebacks which is compared with backoffLimit.
                return (forget, Err(ControllerError::FailedPods(key.clone())));
            }
            forget = true;
        }
        (forget, manage_job_error)
    }

    /// `deleteJobPods`: deletes all active pods at the same time. No deletions are expected: the Job
    /// will not be synced again. The first error is kept.
    fn delete_job_pods(&mut self, job: &Job, pods: &[Arc<Pod>]) -> Result<(), ControllerError> {
        let mut first = Ok(());
        for pod in pods {
            first = first.and(self.delete_pod(pod, job));
        }
        first
    }

    /// `pastBackoffLimitOnFailure`: counts the restarts of running pods. With a limit of 0 it holds
    /// before there is any pod (#67848).
    fn past_backoff_limit_on_failure(&mut self, job: &Job, pods: &[Arc<Pod>]) -> bool {
        let restart_policy = job.spec.template.spec.restart_policy;
        let restarts = if restart_policy == Some(RestartPolicy::OnFailure) {
            sum_restarts(pods.iter().filter(|pod| pod.status.phase == PodPhase::Running))
        } else {
            0
        };
        let backoff_limit = job.spec.backoff_limit.unwrap_or(0);
        self.ask(Decision::PastBackoffLimitOnFailure {
            restart_policy,
            restarts,
            backoff_limit,
            zero_needs_restart: false,
        })
    }

    /// `pastActiveDeadline`.
    fn past_active_deadline(&mut self, job: &Job) -> bool {
        let elapsed_ms = job.status.start_time.map(|start| self.now.since(start.time()));
        let active_deadline_seconds = job.spec.active_deadline_seconds;
        self.ask(Decision::PastActiveDeadline { active_deadline_seconds, elapsed_ms, suspended: false })
    }
}

/// Pods in that phase, with those that are settled.
fn count(pods: &[Arc<Pod>], settled: u32, phase: PodPhase) -> i32 {
    length(pods.iter().filter(|pod| pod.status.phase == phase).count() + settled as usize)
}
