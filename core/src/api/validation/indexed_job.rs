//! Completions with an index each, and limits on their failures.

use std::collections::BTreeSet;

use super::bad_value;
use super::context::Server;
use super::meta::nonnegative;
use super::names::dns_label;
use crate::api::{CompletionMode, FeatureGate, FeatureGates, FieldError, FieldPath, Job, JobSpec, JobStatus, Uid};
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;

/// `maxParallelismForIndexedJob` and `maxFailedIndexesForIndexedJob`.
const MAX_INDEXED: i32 = 100_000;
/// `completionsSoftLimitForIndexedJob`: from here on, limits per index have limits of their own.
const COMPLETIONS_SOFT_LIMIT: i32 = 100_000;
/// `parallelismLimitForHighCompletions` and `maxFailedIndexesLimitForHighCompletions`.
const LIMIT_FOR_HIGH_COMPLETIONS: i32 = 10_000;

/// The part of `validateJobSpec` that is about limits which came after v1.11.
pub(super) fn limits(errors: &mut Vec<FieldError>, spec: &JobSpec, path: &FieldPath) {
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
}

/// The part of `validateJobSpec` that is about indexes.
pub(super) fn completion_mode(errors: &mut Vec<FieldError>, spec: &JobSpec, server: Server<'_>, path: &FieldPath) {
    let JobSpec { backoff_limit_per_index: limit, max_failed_indexes: max_failed, .. } = *spec;
    let mode = path.child("completionMode");
    if server.refuses_within(&mode) {
        server.refused_within(errors, &mode);
    } else if spec.completion_mode == Some(CompletionMode::Indexed) {
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
    if spec.completions.is_none() {
        errors.push(FieldError::required(&path.child("completions"), "when completion mode is Indexed"));
    }
    let detail = format!("must be less than or equal to {MAX_INDEXED} when completion mode is Indexed");
    at_most(errors, path, "parallelism", spec.parallelism, MAX_INDEXED, detail);
    if let Some(completions) = spec.completions {
        let detail = "must be less than or equal to completions".to_owned();
        at_most(errors, path, "maxFailedIndexes", max_failed, completions, detail);
    }
    let detail = format!("must be less than or equal to {MAX_INDEXED}");
    at_most(errors, path, "maxFailedIndexes", max_failed, MAX_INDEXED, detail);
    let many = spec.completions.is_some_and(|completions| completions > COMPLETIONS_SOFT_LIMIT);
    if many && spec.backoff_limit_per_index.is_some() {
        if max_failed.is_none() {
            let detail = format!("must be specified when completions is above {COMPLETIONS_SOFT_LIMIT}");
            errors.push(FieldError::required(&path.child("maxFailedIndexes"), detail));
        }
        let detail = format!(
            "must be less than or equal to {LIMIT_FOR_HIGH_COMPLETIONS} when completions are above {COMPLETIONS_SOFT_LIMIT} and used with backoff limit per index"
        );
        at_most(errors, path, "parallelism", spec.parallelism, LIMIT_FOR_HIGH_COMPLETIONS, detail.clone());
        at_most(errors, path, "maxFailedIndexes", max_failed, LIMIT_FOR_HIGH_COMPLETIONS, detail);
    }
}

fn at_most(errors: &mut Vec<FieldError>, path: &FieldPath, field: &str, count: Option<i32>, most: i32, detail: String) {
    if let Some(count) = count.filter(|count| *count > most) {
        errors.push(FieldError::invalid(&path.child(field), count, detail));
    }
}

/// The part of `ValidateJob` that is about host names: that of the last index has to be possible.
pub(super) fn pod_host_names(errors: &mut Vec<FieldError>, job: &Job) {
    let Some(completions) = job.spec.completions.filter(|completions| job.is_indexed() && *completions > 0) else {
        return;
    };
    let name = format!("{}-{}", job.metadata.name(), completions - 1);
    if !dns_label(&name).is_empty() {
        let detail = format!("will not able to create pod with invalid DNS label: {name}");
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
    let value = bad_value::number(new.completions, gates.release());
    let indexed = new.completion_mode == Some(CompletionMode::Indexed);
    if !gates.enabled(FeatureGate::ElasticIndexedJob) || !indexed {
        errors.push(FieldError::invalid(path, value, "field is immutable"));
    } else if new.completions.is_some() && new.completions != new.parallelism {
        let detail = "can only be modified in tandem with spec.parallelism";
        errors.push(FieldError::invalid(path, value, detail));
    }
}

/// The part of `validateJobStatus` that is about UIDs: each has to be there once.
pub(super) fn uncounted_terminated_pods(errors: &mut Vec<FieldError>, status: &JobStatus, path: &FieldPath) {
    let Some(uncounted) = &status.uncounted_terminated_pods else { return };
    let path = path.child("uncountedTerminatedPods");
    let mut seen: Vec<&Uid> = uncounted.succeeded.iter().chain(&uncounted.failed).collect();
    seen.small_sort();
    let twice: BTreeSet<&Uid> =
        seen.windows(2).filter(|two| two.first() == two.last()).flatten().copied().small_collect();
    let mut seen = BTreeSet::new();
    for (field, uids) in [("succeeded", &uncounted.succeeded), ("failed", &uncounted.failed)] {
        for (index, uid) in uids.iter().enumerate() {
            let path = || path.child(field).index(index);
            if uid.as_str().is_empty() {
                errors.push(FieldError::invalid_text(&path(), "", "must not be empty"));
            } else if twice.contains(uid) && !seen.insert(uid) {
                errors.push(FieldError::duplicate(&path(), uid.as_str()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::{Release, default_job, generate_selector, validate_job, validate_job_update};

    fn job(name: &str, spec: &Value) -> Job {
        let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}]}});
        let mut job: Job = serde_json::from_value(json!({
            "metadata": {"name": name, "namespace": "default", "uid": "job-uid-0", "resourceVersion": "1"},
            "spec": {"template": template},
        }))
        .unwrap();
        let mut value = json!(job.spec);
        json_patch::merge(&mut value, spec);
        job.spec = serde_json::from_value(value).unwrap();
        default_job(&mut job, Release::V1_28);
        generate_selector(&mut job, Release::V1_28);
        job
    }

    fn errors(spec: &Value) -> Vec<String> {
        validate_job(&job("j", spec), Release::V1_28).iter().map(ToString::to_string).collect()
    }

    fn update(old: &Value, new: &Value, gates: FeatureGates) -> Vec<String> {
        validate_job_update(&job("j", new), &job("j", old), gates).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_goes_with_indexes_is_accepted() {
        for spec in [
            json!({}),
            json!({"completionMode": "Indexed", "completions": 3}),
            json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 0, "maxFailedIndexes": 3}),
            json!({"completionMode": "Indexed", "completions": 100_001, "parallelism": 10_000,
                   "backoffLimitPerIndex": 1, "maxFailedIndexes": 10_000}),
        ] {
            assert_eq!(errors(&spec), Vec::<String>::new(), "{spec}");
        }
    }

    #[test]
    fn what_does_not_go_with_indexes_is_named() {
        let high = "must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index";
        for (spec, error) in [
            (
                json!({"completionMode": "Indexed", "parallelism": 1}),
                "spec.completions: Required value: when completion mode is Indexed".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 3, "parallelism": 100_001}),
                "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 1, "maxFailedIndexes": 4}),
                "spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 3, "maxFailedIndexes": 1}),
                "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified".to_owned(),
            ),
            (
                json!({"backoffLimitPerIndex": 1}),
                "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": -1}),
                "spec.backoffLimitPerIndex: Invalid value: -1: must be greater than or equal to 0".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 100_001, "parallelism": 1, "backoffLimitPerIndex": 1}),
                "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000".to_owned(),
            ),
            (
                json!({"completionMode": "Indexed", "completions": 100_001, "parallelism": 10_001,
                       "backoffLimitPerIndex": 1, "maxFailedIndexes": 1}),
                format!("spec.parallelism: Invalid value: 10001: {high}"),
            ),
        ] {
            assert_eq!(errors(&spec), [error], "{spec}");
        }
    }

    #[test]
    fn the_last_index_has_to_fit_into_a_host_name() {
        let name = "a".repeat(62);
        let spec = json!({"completionMode": "Indexed", "completions": 1});
        for (release, refused) in [(Release::V1_26, false), (Release::V1_27, true)] {
            let errors = validate_job(&job(&name, &spec), release);
            let has_error = errors.iter().any(|error| error.to_string().contains("invalid DNS label"));
            assert_eq!(has_error, refused, "{release}");
        }
        let long = validate_job(&job(&name, &spec), Release::V1_28);
        let [error] = long.as_slice() else { panic!("{long:?}") };
        assert!(error.to_string().contains("will not able to create pod with invalid DNS label"), "{error}");
        assert_eq!(validate_job(&job(&name, &json!({})), Release::V1_28), []);
    }

    #[test]
    fn completions_change_with_parallelism_and_only_of_indexed_jobs() {
        let shipped = FeatureGates::from(Release::V1_28);
        let rigid = shipped.with(FeatureGate::ElasticIndexedJob, false).unwrap();
        let spec = |mode: &str, completions: i32, parallelism: i32| json!({"completionMode": mode, "completions": completions, "parallelism": parallelism});
        let immutable = "spec.completions: Invalid value: 2: field is immutable";
        let old = spec("Indexed", 3, 3);
        assert_eq!(update(&old, &spec("Indexed", 2, 2), shipped), Vec::<String>::new());
        assert_eq!(update(&old, &spec("Indexed", 3, 1), shipped), Vec::<String>::new());
        assert_eq!(
            update(&old, &spec("Indexed", 2, 3), shipped),
            ["spec.completions: Invalid value: 2: can only be modified in tandem with spec.parallelism"]
        );
        assert_eq!(update(&old, &spec("Indexed", 2, 2), rigid), [immutable]);
        assert_eq!(update(&spec("NonIndexed", 3, 3), &spec("NonIndexed", 2, 2), shipped), [immutable]);
        assert_eq!(
            update(&old, &spec("NonIndexed", 3, 3), shipped),
            [r#"spec.completionMode: Invalid value: "NonIndexed": field is immutable"#]
        );
    }

    #[test]
    fn what_failures_mean_is_settled_at_creation() {
        let shipped = FeatureGates::from(Release::V1_28);
        let old = json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 1});
        let limit = json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 2});
        assert_eq!(update(&old, &limit, shipped), ["spec.backoffLimitPerIndex: Invalid value: 2: field is immutable"]);
        let rule = json!({"action": "Count", "onExitCodes": {"operator": "In", "values": [1]}});
        let policy = json!({"podFailurePolicy": {"rules": [rule]}});
        let refused = update(&json!({}), &policy, shipped);
        assert!(refused.iter().any(|error| error.starts_with("spec.podFailurePolicy: Invalid value: ")), "{refused:?}");
    }

    #[test]
    fn where_pods_go_can_be_decided_until_the_job_starts() {
        let shipped = FeatureGates::from(Release::V1_28);
        let selector = |zone: &str| json!({"suspend": true, "template": {"spec": {"nodeSelector": {"zone": zone}}}});
        assert_eq!(update(&selector("a"), &selector("b"), shipped), Vec::<String>::new());
        let image = json!({"suspend": true, "template": {"spec": {"hostNetwork": true}}});
        assert_eq!(update(&selector("a"), &image, shipped).len(), 1);

        let (mut old, new) = (job("j", &selector("a")), job("j", &selector("b")));
        old.status.start_time = Some(crate::api::Time::START.into());
        assert_eq!(validate_job_update(&new, &old, shipped).len(), 1, "it has started once");
    }

    #[test]
    fn a_uid_is_listed_once() {
        let check = |succeeded: &[&str], failed: &[&str]| {
            let uncounted = json!({"uncountedTerminatedPods": {"succeeded": succeeded, "failed": failed}});
            let status: JobStatus = serde_json::from_value(uncounted).unwrap();
            let mut errors = Vec::new();
            uncounted_terminated_pods(&mut errors, &status, &FieldPath::new("status"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(check(&["a", "b"], &["c"]), Vec::<String>::new());
        let path = "status.uncountedTerminatedPods";
        assert_eq!(check(&["a"], &["a"]), [format!(r#"{path}.failed[0]: Duplicate value: "a""#)]);
        assert_eq!(check(&["a", ""], &[]), [format!(r#"{path}.succeeded[1]: Invalid value: "": must not be empty"#)]);
    }
}
