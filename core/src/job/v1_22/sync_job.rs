//! `syncJob` of v1.22: one sync of one Job.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::manage_job::manage_job;
use super::track_job_status::{enact_job_finished, track_job_status_and_remove_finalizers};
use crate::api::{
    EventType, FeatureGate, JOB_TRACKING_ANNOTATION, Job, JobCondition, JobConditionType, ObjectKey, Pod, PodPhase, Uid,
};
use crate::client::{ControllerError, Process, Tally, filter_active_pods};
use crate::job::controller::Controller;
use crate::job::failure::{condition, past_active_deadline, past_backoff_limit_on_failure, wake_up_at_deadline};
use crate::job::indexed_job_utils::{calculate_succeeded_indexes, has_valid_index};
use crate::job::pods::{Deleted, JobPods};
use crate::job::requeue::Synced;
use crate::job::suspend::suspend_or_resume;
use crate::job::sync_job_ctx::{SyncJobCtx, UncountedSets};
use crate::job::tracking_utils::{JOB_TRACKING_FINALIZER, has_job_tracking_finalizer};
use crate::job::utils::{self, count_ready_pods, length, number};
use crate::trace::{Change, Decision, Function, JobPatch, OptionalChange};

/// `syncJob`.
pub(in crate::job) fn sync_job(jm: &mut Controller<'_>, key: &ObjectKey) -> Synced {
    jm.enter(Function::SyncJob);
    let (namespace, name) = key.split();
    if !jm.ask(Decision::KeyComplete { namespace: !namespace.is_empty(), name: !name.is_empty() }) {
        return (false, Err(ControllerError::InvalidKey(key.clone())));
    }
    let shared_job = jm.machinery.jobs.get(key).cloned();
    jm.ask(Decision::JobInCache { found: shared_job.is_some() });
    let Some(shared_job) = shared_job else {
        jm.delete_expectations(key);
        return (true, Ok(()));
    };
    let mut job = Job::clone(&shared_job);
    if jm.ask(Decision::JobFinished { condition: job.status.finished() }) {
        return (true, Ok(()));
    }
    let (completion_mode, enabled) = (job.spec.completion_mode, jm.enabled(FeatureGate::IndexedJob));
    let release = jm.gates.release();
    if !release.since(24) && jm.ask(Decision::IndexedJobDisabled { completion_mode, enabled }) {
        let message = "Skipped Indexed Job sync because feature is disabled.";
        jm.event(&job, EventType::Warning, "IndexedJobDisabled".into(), message);
        return (false, Ok(()));
    }
    // Here upstream skips Jobs whose completionMode it does not know. The API server lets none through.
    jm.measure_sync(&job);
    if !jm.enabled(FeatureGate::SuspendJob) {
        // `jobSuspended`: without the gate no Job rests.
        job.spec.suspend = None;
    }
    let annotated = job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some();
    let enabled = jm.enabled(FeatureGate::JobTrackingWithFinalizers);
    let mut uncounted = None;
    if jm.ask(Decision::TrackedWithFinalizers { enabled, annotated }) {
        uncounted = Some(UncountedSets::from(&*job.status.uncounted_terminated_pods.get_or_insert_default()));
    } else if jm.ask(Decision::TrackingAnnotationLeft { present: annotated }) {
        let patch = JobPatch::RemoveAnnotation { annotation: JOB_TRACKING_ANNOTATION.to_owned() };
        if let Err(error) = jm.patch_job(key, &patch) {
            return (false, Err(ControllerError::RemovingTrackingAnnotation(key.clone(), error)));
        }
    }
    let tracked = uncounted.is_some();

    // Expectations are looked at before the pods are listed, so that a pod which arrives in between
    // makes this sync do too little rather than too much.
    let record = jm.machinery.expectations.record(key, jm.now);
    let job_needs_sync = jm.ask(Decision::ExpectationsSatisfied { record });
    let JobPods { pods, settled } =
        match jm.get_pods_for_job(&job, Process::pods_of_namespace, tracked.then_some(JOB_TRACKING_FINALIZER)) {
            Ok(pods) => pods,
            Err(error) => return (false, Err(error)),
        };
    let active_pods = filter_active_pods(&pods);
    let mut active = length(active_pods.len());
    let (succeeded, mut failed) = get_status(&job, &pods, settled, uncounted.as_ref());
    let ready = jm.enabled(FeatureGate::JobReadyPods).then(|| count_ready_pods(&active_pods));
    jm.value(Decision::PodsCounted { active, succeeded, failed, ready, terminating: None });
    let conditions = length(job.status.conditions.len());

    let (unset, suspended) = (job.status.start_time.is_none(), job.is_suspended());
    if jm.ask(Decision::StartTimeUnset { unset, active_deadline_seconds: None, suspended }) {
        job.status.start_time = Some(jm.now.into());
    }

    // Of SyncJobCtx upstream has the parts here, each in a variable of its own.
    let uncounted = uncounted.unwrap_or_default();
    let mut ctx = SyncJobCtx { job, pods, active_pods, succeeded, failed, uncounted, ..SyncJobCtx::default() };
    let parallelism = ctx.job.spec.parallelism.unwrap_or(0);
    let backoff_limit = ctx.job.spec.backoff_limit.unwrap_or(0);
    let failed_change = Change { from: ctx.job.status.failed, to: failed };
    let exceeds_backoff_limit =
        Decision::NewFailuresExceedBackoffLimit { failed: failed_change, active, parallelism, backoff_limit };
    if jm.ask(exceeds_backoff_limit) || past_backoff_limit_on_failure(jm, &ctx) {
        let message = "Job has reached the specified backoff limit";
        ctx.finished_condition = Some(condition(jm, JobConditionType::Failed, "BackoffLimitExceeded", message));
    } else if past_active_deadline(jm, &ctx.job) {
        let message = "Job was active longer than specified deadline";
        ctx.finished_condition = Some(condition(jm, JobConditionType::Failed, "DeadlineExceeded", message));
    } else {
        // At every sync since #110294; before, once in the sync that set the start time.
        wake_up_at_deadline(jm, &ctx.job, key);
    }

    if jm.ask(Decision::JobIndexed { completion_mode }) {
        // The annotation alone decides here, even in the sync that takes it away.
        (ctx.prev_succeeded_indexes, ctx.succeeded_indexes) =
            calculate_succeeded_indexes(&ctx.job, &ctx.pods, annotated);
        ctx.succeeded = ctx.succeeded_indexes.total();
        let indexes = Change { from: ctx.prev_succeeded_indexes.total(), to: ctx.succeeded };
        jm.value(Decision::SucceededIndexes { indexes });
    }

    let mut suspended = None;
    let mut manage_job_result = Ok(());
    let finishing = ctx.finished_condition.as_ref().map(|condition| condition.r#type);
    if jm.ask(Decision::Finishing { condition: finishing }) {
        let Deleted { pods: mut deleted, result, .. } = jm.delete_active_pods(&ctx.job, &ctx.active_pods);
        if !tracked {
            // The Job fails even if not all pods could be deleted; nobody will look at those again.
            deleted = active;
        } else if !jm.ask(Decision::ActivePodsDeleted { active, deleted, expectations_satisfied: None }) {
            ctx.finished_condition = None;
        }
        active -= deleted;
        failed = failed.saturating_add(deleted);
        manage_job_result = result;
    } else {
        let deleting = ctx.job.metadata.is_deleting();
        let managed = jm.ask(Decision::ManageNeeded { expectations_satisfied: job_needs_sync, deleting });
        if managed {
            (active, manage_job_result) = manage_job(jm, &ctx, key, tracked);
        }
        let (completions, succeeded) = (ctx.job.spec.completions, ctx.succeeded);
        let enabled = jm.enabled(FeatureGate::SuspendJob);
        if jm.ask(Decision::CompletionsReached { completions, succeeded, active, needs_no_active: true }) {
            ctx.finished_condition = Some(condition(jm, JobConditionType::Complete, "", ""));
        } else if release.since(24) {
            if managed {
                suspended = suspend_or_resume(jm, &mut ctx.job, utils::ensure_job_condition_status);
            }
        } else if jm.ask(Decision::SuspensionHandled { enabled, managed }) {
            suspended = suspend_or_resume(jm, &mut ctx.job, ensure_job_condition_status);
        }
    }

    // A success ends the back-off (#56853).
    let succeeded_change = Change { from: ctx.job.status.succeeded, to: ctx.succeeded };
    let mut forget = jm.ask(Decision::NewSuccesses { succeeded: succeeded_change });
    let active_change = Change { from: ctx.job.status.active, to: active };

    if tracked {
        let none = OptionalChange { from: None, to: None };
        let needs_status_update =
            jm.ask(Decision::StatusNeedsUpdate { active: active_change, ready: none, terminating: none, suspended });
        ctx.job.status.active = active;
        if let Err(error) = track_job_status_and_remove_finalizers(jm, &mut ctx, key, needs_status_update) {
            return (false, Err(error));
        }
        let finished = ctx.job.status.finished().is_some();
        if jm.ask(Decision::NewFailureUnfinished { failed: failed_change, finished }) {
            // Not an error of its own: it has the key come back after the back-off.
            return (forget, Err(ControllerError::FailedPods(key.clone())));
        }
        return (true, manage_job_result);
    }

    // The legacy path: tracking without finalizers.
    if let Err(error) = remove_tracking_finalizers_from_all_pods(jm, key, &ctx.pods) {
        return (false, Err(ControllerError::RemovingDisabledFinalizers(key.clone(), Box::new(error))));
    }
    let finishing = i32::from(ctx.finished_condition.is_some());
    let status_changed = Decision::StatusChanged {
        active: active_change,
        succeeded: succeeded_change,
        failed: Change { from: ctx.job.status.failed, to: failed },
        ready: OptionalChange { from: ctx.job.status.ready, to: ready },
        conditions: Change { from: conditions, to: length(ctx.job.status.conditions.len()).saturating_add(finishing) },
        suspended,
    };
    if jm.ask(status_changed) {
        let status = &mut ctx.job.status;
        status.active = active;
        status.succeeded = ctx.succeeded;
        status.failed = failed;
        status.ready = ready;
        if ctx.job.is_indexed() {
            ctx.job.status.completed_indexes = ctx.succeeded_indexes.to_string();
        }
        ctx.job.status.uncounted_terminated_pods = None;
        enact_job_finished(jm, &mut ctx.job, ctx.finished_condition.as_ref());
        let updated = if release.since(23) {
            jm.update_status(&ctx.job, &ctx.job.status).map(drop)
        } else {
            jm.update_job_status(&ctx.job)
        };
        if let Err(error) = updated {
            return (forget, Err(error.into()));
        }
        let finished = ctx.job.status.finished().is_some();
        if jm.ask(Decision::NewFailureUnfinished { failed: failed_change, finished }) {
            // Not an error of its own: it has the key come back after the back-off.
            return (forget, Err(ControllerError::FailedPods(key.clone())));
        }
        // Since v1.25 only progress ends the back-off.
        forget |= !release.since(25) || suspended.is_some();
    }
    (forget, manage_job_result)
}

/// `ensureJobConditionStatus`. A condition that changes keeps its probe time.
fn ensure_job_condition_status(conditions: &mut Vec<JobCondition>, mut wanted: JobCondition) -> bool {
    if let Some(condition) = conditions.iter().find(|condition| condition.r#type == wanted.r#type) {
        wanted.last_probe_time = condition.last_probe_time;
    }
    utils::ensure_job_condition_status(conditions, wanted)
}

/// `getStatus`: pods that succeeded and pods that failed. Of a Job that is tracked, those in the status, those
/// listed as uncounted, and those that the finalizer still holds.
fn get_status(job: &Job, pods: &[Arc<Pod>], settled: Tally, uncounted: Option<&UncountedSets>) -> (i32, i32) {
    let succeeded = |pod: &Pod| pod.status.phase == PodPhase::Succeeded;
    // Pods that are being deleted count, because those of a lost node never come to fail.
    let failed = |pod: &Pod| {
        pod.status.phase == PodPhase::Failed || (uncounted.is_some() && pod.metadata.is_deleting() && !succeeded(pod))
    };
    let counted = |status, settled| if uncounted.is_some() { status } else { length(settled as usize) };
    (
        counted(job.status.succeeded, settled.succeeded)
            + count_valid_pods(job, pods, uncounted.map(|sets| &sets.succeeded), succeeded),
        counted(job.status.failed, settled.failed)
            + count_valid_pods(job, pods, uncounted.map(|sets| &sets.failed), failed),
    )
}

/// `countValidPodsWithFilter`: pods that pass `filter`, of an Indexed Job those with an index that counts. Of a
/// Job that is tracked, pods without a finalizer are in `uncounted` or in the status already.
fn count_valid_pods(
    job: &Job,
    pods: &[Arc<Pod>],
    uncounted: Option<&BTreeSet<Uid>>,
    filter: impl Fn(&Pod) -> bool,
) -> i32 {
    let new = |pod: &&Arc<Pod>| {
        uncounted.is_none_or(|uncounted| has_job_tracking_finalizer(pod) && !pod.metadata.is_among(uncounted))
    };
    let valid = |pod: &&Arc<Pod>| !job.is_indexed() || has_valid_index(pod, job);
    let counted = pods.iter().filter(new).filter(valid).filter(|pod| filter(pod)).count();
    length(uncounted.map_or(0, BTreeSet::len) + counted)
}

/// `removeTrackingFinalizersFromAllPods`: pods may have the finalizer from a time when the gate was on, or from
/// the template.
fn remove_tracking_finalizers_from_all_pods(
    jm: &mut Controller<'_>,
    key: &ObjectKey,
    pods: &[Arc<Pod>],
) -> Result<(), ControllerError> {
    jm.enter(Function::RemoveTrackingFinalizersFromAllPods);
    let held: Vec<Arc<Pod>> = pods.iter().filter(|pod| has_job_tracking_finalizer(pod)).cloned().collect();
    let removed = if jm.ask(Decision::FinalizersToRemove { pods: number(held.len()) }) {
        jm.remove_tracking_finalizer_from_pods(key, &held, &mut BTreeSet::new())
    } else {
        Ok(())
    };
    jm.leave(Function::RemoveTrackingFinalizersFromAllPods);
    removed
}
