//! Shared by `manageJob` of the releases since v1.22: which active pods are deleted, and how missing ones are created.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::format_smolstr;

use super::backoff_utils::index_backoff_record;
use super::controller::Controller;
use super::indexed_job_utils::{
    add_completion_index_annotation, add_completion_index_env_variables, add_completion_index_label,
    add_index_failure_count_annotation, backoff_limit_per_index, completion_index_entry,
    duplicated_index_pods_for_removal, pod_generate_name_with_index,
};
use super::sync_job_ctx::SyncJobCtx;
use super::tracking_utils::JOB_TRACKING_FINALIZER;
use super::utils::{length, number};
use crate::api::{FeatureGate, Job, Name, ObjectKey, Pod, PodTemplateSpec, Release, StatusReason};
use crate::client::{ControllerError, SLOW_START_INITIAL_BATCH_SIZE, deletion_order};
use crate::small_sort::SmallSort as _;
use crate::trace::{
    BackoffRecord, Batch, Decision, ExpectationOp, MAX_JOB_POD_FAILURE_BACK_OFF_MS, remaining_backoff_ms,
};

/// How many pods are active afterwards, and the first error.
pub(super) type Managed = (i32, Result<(), ControllerError>);

/// `activePodsForRemoval`: of an Indexed Job all pods without a place, and then at least `least` pods in
/// the order in which they are missed least. Says too how many have no place.
pub(super) fn active_pods_for_removal(ctx: &SyncJobCtx, least: i32, release: Release) -> (Vec<Arc<Pod>>, i32) {
    let least = usize::try_from(least).unwrap_or(0);
    let (mut remove, mut left) = if ctx.job.is_indexed() {
        duplicated_index_pods_for_removal(ctx.active_pods.clone(), ctx.job.spec.completions.unwrap_or(0), release)
    } else if least > 0 {
        (Vec::new(), ctx.active_pods.clone())
    } else {
        (Vec::new(), Vec::new())
    };
    let misplaced = length(remove.len());
    if remove.len() < least {
        left.small_sort_by(|a, b| deletion_order(a, b, release));
        left.truncate(least - remove.len());
        remove.append(&mut left);
    }
    (remove, misplaced)
}

/// `getPodCreationInfoForIndependentIndexes`: keeps the indexes whose back-off is over. If there is none, it returns
/// the remaining time of the first one, in milliseconds.
pub(super) fn keep_ready_indexes(
    jm: &mut Controller<'_>,
    pending: &mut Vec<i64>,
    delayed: &BTreeMap<i64, Arc<Pod>>,
) -> i64 {
    let (now, release) = (jm.now, jm.gates.release());
    let remaining = |index: &i64| {
        delayed.get(index).map_or(0, |last_failed| {
            let BackoffRecord { failures_after_last_success, last_failure_time } =
                index_backoff_record(last_failed, release);
            let since_ms = last_failure_time.map(|last| now.since(last));
            remaining_backoff_ms(failures_after_last_success, since_ms, MAX_JOB_POD_FAILURE_BACK_OFF_MS)
        })
    };
    let all = number(pending.len());
    let soonest_ms = pending.iter().map(remaining).filter(|remaining| *remaining > 0).min();
    pending.retain(|index| remaining(index) == 0);
    jm.value(Decision::IndexBackoffRemaining { pending: all, ready: number(pending.len()), soonest_ms })
}

/// Creates `diff` pods, those of `indexes` if there are any. They are expected by now.
pub(super) fn create_missing(
    jm: &mut Controller<'_>,
    ctx: &SyncJobCtx,
    key: &ObjectKey,
    diff: i32,
    indexes: Option<Vec<i64>>,
) -> Managed {
    let active = length(ctx.active_pods.len());
    let template = pod_template(jm, &ctx.job);
    let mut indexes = indexes.unwrap_or_default().into_iter();
    let (mut succeeded, mut failed) = (0, 0);
    let managed = create_in_batches(jm, key, active, diff, |jm, batch| {
        let created = create_pod(jm, ctx, &template, indexes.next(), batch);
        match created.as_ref().err().map(ControllerError::reason) {
            // Neither the one nor the other.
            Some(Some(StatusReason::NamespaceTerminating)) => {}
            // What fails is counted as succeeded, too (#136377).
            Some(_) => (succeeded, failed) = (succeeded + 1, failed + 1),
            None => succeeded += 1,
        }
        created
    });
    jm.count_pods_created(ctx, succeeded, failed);
    managed
}

/// Creates `diff` pods beside those that are active, in batches of 1, 2, 4, 8 …: the creates of a batch run
/// at the same time, and a batch with an error is the last one. They are expected by now.
pub(super) fn create_in_batches(
    jm: &mut Controller<'_>,
    key: &ObjectKey,
    active: i32,
    mut diff: i32,
    mut create: impl FnMut(&mut Controller<'_>, Batch) -> Result<(), ControllerError>,
) -> Managed {
    let mut active = active.saturating_add(diff);
    let mut first = Ok(());
    let mut batch_size = diff.min(SLOW_START_INITIAL_BATCH_SIZE);
    let mut batch = Batch { number: 1, size: 0 };
    while diff > 0 && !jm.stands_still() {
        batch.size = batch_size.unsigned_abs();
        let mut errors = 0;
        for _ in 0..batch_size {
            let Err(error) = create(jm, batch) else { continue };
            // In a namespace that goes away all creates fail. The pod stays expected and counts as active.
            if let Some(reason) = error.reason()
                && jm.ask(Decision::CreateErrorTolerated { reason, tolerated: StatusReason::NamespaceTerminating })
            {
                continue;
            }
            jm.lower_expectations(key, ExpectationOp::CreationsGivenBack { count: 1 });
            active = active.saturating_sub(1);
            errors += 1;
            first = first.and(Err(error));
        }
        let left = diff.saturating_sub(batch_size);
        if jm.ask(Decision::SlowStartStops { batch: batch.number, errors, left: left.unsigned_abs() }) {
            active = active.saturating_sub(left);
            jm.lower_expectations(key, ExpectationOp::CreationsGivenBack { count: left.unsigned_abs() });
            break;
        }
        diff = left;
        batch_size = batch_size.saturating_mul(2).min(diff);
        batch.number += 1;
    }
    (active, first)
}

/// What all new pods have in common: the tracking finalizer, and where they learn their index.
fn pod_template(jm: &Controller<'_>, job: &Job) -> PodTemplateSpec {
    let mut template = job.spec.template.clone();
    if job.is_indexed() {
        let labelled = jm.enabled(FeatureGate::PodIndexLabel);
        let field = if labelled { "metadata.labels" } else { "metadata.annotations" };
        add_completion_index_env_variables(&mut template, field);
        // Each pod gets its own; set here, the pods share the rest.
        let any = completion_index_entry(0);
        add_completion_index_annotation(&mut template, &any);
        if labelled {
            add_completion_index_label(&mut template, &any);
        }
    }
    if !template.metadata.has_finalizer(JOB_TRACKING_FINALIZER) {
        template.metadata.finalizers.to_mut().push(JOB_TRACKING_FINALIZER.to_owned());
    }
    template
}

/// Creates one pod, the one of `index` if the Job is Indexed.
fn create_pod(
    jm: &mut Controller<'_>,
    ctx: &SyncJobCtx,
    template: &PodTemplateSpec,
    index: Option<i64>,
    batch: Batch,
) -> Result<(), ControllerError> {
    let job = &ctx.job;
    let Some(index) = index else { return jm.create_pod(template, job, None, batch).map(drop) };
    let mut template = template.clone();
    if backoff_limit_per_index(job, jm.gates).is_some() {
        let replaced = ctx.pods_with_delayed_deletion_per_index.get(&index);
        add_index_failure_count_annotation(&mut template, job, replaced, jm.gates);
    }
    let entry = completion_index_entry(index);
    add_completion_index_annotation(&mut template, &entry);
    if jm.enabled(FeatureGate::PodIndexLabel) {
        add_completion_index_label(&mut template, &entry);
    }
    let name = job.metadata.name();
    template.spec.hostname = Some(Name::from(format_smolstr!("{name}-{index}")));
    jm.create_pod(&template, job, Some(pod_generate_name_with_index(name, index)), batch).map(drop)
}
