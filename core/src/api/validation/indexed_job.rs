//! Completions with an index each, and limits on their failures.

use std::collections::BTreeSet;

use super::meta::nonnegative;
use super::names::dns_label;
use crate::api::{CompletionMode, FeatureGate, FeatureGates, FieldError, FieldPath, Job, JobSpec, JobStatus};

/// `maxParallelismForIndexedJob` and `maxFailedIndexesForIndexedJob`.
const MAX_INDEXED: i32 = 100_000;
/// `completionsSoftLimitForIndexedJob`: from here on, limits per index have limits of their own.
const COMPLETIONS_SOFT_LIMIT: i32 = 100_000;
/// `parallelismLimitForHighCompletions` and `maxFailedIndexesLimitForHighCompletions`.
const LIMIT_FOR_HIGH_COMPLETIONS: i32 = 10_000;

/// The part of `validateJobSpec` that is about indexes.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, path: &FieldPath) {
    let JobSpec { backoff_limit_per_index: limit, max_failed_indexes: max_failed, .. } = *spec;
    let counts = [
        ("ttlSecondsAfterFinished", spec.ttl_seconds_after_finished),
        ("backoffLimitPerIndex", limit),
        ("maxFailedIndexes", max_failed),
    ];
    for (field, count) in counts {
        if let Some(count) = count {
            nonnegative(errors, count, &path.child(field));
        }
    }
    if max_failed.is_some() && limit.is_none() {
        let detail = "when maxFailedIndexes is specified";
        errors.push(FieldError::required(&path.child("backoffLimitPerIndex"), detail));
    }
    if spec.completion_mode == Some(CompletionMode::Indexed) {
        indexed(errors, spec, path);
    } else {
        for (field, count) in [("backoffLimitPerIndex", limit), ("maxFailedIndexes", max_failed)] {
            if let Some(count) = count {
                errors.push(FieldError::invalid(&path.child(field), count, "requires indexed completion mode"));
            }
        }
    }
}

fn indexed(errors: &mut Vec<FieldError>, spec: &JobSpec, path: &FieldPath) {
    let max_failed = spec.max_failed_indexes;
    let mut at_most = |field: &str, count: Option<i32>, most: i32, detail: String| {
        if let Some(count) = count.filter(|count| *count > most) {
            errors.push(FieldError::invalid(&path.child(field), count, detail));
        }
    };
    let detail = format!("must be less than or equal to {MAX_INDEXED} when completion mode is Indexed");
    at_most("parallelism", spec.parallelism, MAX_INDEXED, detail);
    if let Some(completions) = spec.completions {
        at_most("maxFailedIndexes", max_failed, completions, "must be less than or equal to completions".to_owned());
    }
    at_most("maxFailedIndexes", max_failed, MAX_INDEXED, format!("must be less than or equal to {MAX_INDEXED}"));
    let Some(completions) = spec.completions else {
        errors.push(FieldError::required(&path.child("completions"), "when completion mode is Indexed"));
        return;
    };
    if completions > COMPLETIONS_SOFT_LIMIT && spec.backoff_limit_per_index.is_some() {
        let detail = format!(
            "must be less than or equal to {LIMIT_FOR_HIGH_COMPLETIONS} when completions are above {COMPLETIONS_SOFT_LIMIT} and used with backoff limit per index"
        );
        at_most("parallelism", spec.parallelism, LIMIT_FOR_HIGH_COMPLETIONS, detail.clone());
        at_most("maxFailedIndexes", max_failed, LIMIT_FOR_HIGH_COMPLETIONS, detail);
        if max_failed.is_none() {
            let detail = format!("must be specified when completions is above {COMPLETIONS_SOFT_LIMIT}");
            errors.push(FieldError::required(&path.child("maxFailedIndexes"), detail));
        }
    }
}

/// The part of `ValidateJob` that is about host names: that of the last index has to be possible.
pub(super) fn pod_host_names(errors: &mut Vec<FieldError>, job: &Job) {
    let Some(completions) = job.spec.completions.filter(|completions| job.is_indexed() && *completions > 0) else {
        return;
    };
    let name = format!("{}-{}", job.metadata.name(), completions - 1);
    for why in dns_label(&name) {
        let detail = format!("will not able to create pod with invalid DNS label: {why}");
        let path = FieldPath::new("metadata").child("name");
        errors.push(FieldError::invalid_text(&path, job.metadata.name(), detail));
    }
}

/// `validateCompletions`: completions can change only with parallelism, and only of Indexed Jobs.
pub(super) fn completions_update(
    errors: &mut Vec<FieldError>,
    new: &JobSpec,
    old: &JobSpec,
    gates: FeatureGates,
    path: &FieldPath,
) {
    if new.completions == old.completions {
        return;
    }
    let show = |completions: Option<i32>| completions.map_or_else(|| "null".to_owned(), |number| number.to_string());
    let indexed = new.completion_mode == Some(CompletionMode::Indexed);
    if !gates.enabled(FeatureGate::ElasticIndexedJob) || !indexed {
        errors.push(FieldError::invalid(path, show(new.completions), "field is immutable"));
    } else if new.completions.is_some() && new.completions != new.parallelism {
        let detail = "can only be modified in tandem with spec.parallelism";
        errors.push(FieldError::invalid(path, show(new.completions), detail));
    }
}

/// The part of `validateJobStatus` that is about UIDs: each has to be there once.
pub(super) fn uncounted_terminated_pods(errors: &mut Vec<FieldError>, status: &JobStatus, path: &FieldPath) {
    let Some(uncounted) = &status.uncounted_terminated_pods else { return };
    let path = path.child("uncountedTerminatedPods");
    let mut seen = BTreeSet::new();
    for (field, uids) in [("succeeded", &uncounted.succeeded), ("failed", &uncounted.failed)] {
        for (index, uid) in uids.iter().enumerate() {
            let path = path.child(field).index(index);
            if uid.as_str().is_empty() {
                errors.push(FieldError::invalid_text(&path, "", "must not be empty"));
            } else if !seen.insert(uid) {
                errors.push(FieldError::duplicate(&path, uid.as_str()));
            }
        }
    }
}
