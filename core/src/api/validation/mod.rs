//! Validation with Kubernetes' own texts (`pkg/apis/batch/validation`).
//!
//! The functions see defaulted Jobs, report every error in the order in which Kubernetes finds them
//! (entries of maps by key, where Go's order is random), and change nothing.
//!
//! - `names`: the syntax of names, labels and keys
//! - `meta`: object metadata and selectors
//! - `pod`, `container`, `volume`, `resources`: pod templates
//! - `indexed_job`, `pod_failure_policy`, `success_policy`, `managed_by`: what Jobs can have since v1.21
//! - `job_status`: what a status may become (v1.32 and later)

mod container;
mod indexed_job;
mod job_status;
mod managed_by;
mod meta;
mod names;
mod pod;
mod pod_failure_policy;
mod resources;
mod success_policy;
#[cfg(test)]
mod tests;
mod volume;

pub(crate) use meta::validate_owner_references;
pub(crate) use names::{dns_subdomain, in_words_of};

use super::field::{go_list, go_map, go_quote};
use super::{
    CompletionMode, Edition, FeatureGates, FieldError, FieldPath, JOB_TRACKING_ANNOTATION, Job, JobSpec, JobStatus,
    LabelSelector, Labels, PodFailurePolicy, RestartPolicy,
};

/// `ValidateJob`: everything that is wrong with a defaulted Job that has its UID and its generated
/// labels and selector.
///
/// ```
/// use jobscope_core::api::{Edition, Job, default_job, validate_job};
///
/// let mut job = Job::default();
/// job.metadata.name = Some("Pi".into());
/// default_job(&mut job, Edition::V1_11);
/// let errors = validate_job(&job, Edition::V1_11);
/// assert!(errors[0].to_string().starts_with(r#"metadata.name: Invalid value: "Pi": a DNS-1123 subdomain"#));
/// assert!(errors.iter().any(|error| error.to_string() == "spec.template.spec.containers: Required value"));
/// ```
pub fn validate_job(job: &Job, edition: Edition) -> Vec<FieldError> {
    let mut errors = Vec::new();
    meta::object_meta(&mut errors, &job.metadata, names::job_name, &FieldPath::new("metadata"));
    generated_selector(&mut errors, job, edition);
    job_spec(&mut errors, &job.spec, edition, &FieldPath::new("spec"));
    match edition {
        Edition::V1_11 | Edition::V1_22 => {}
        Edition::V1_28 | Edition::V1_36 => indexed_job::pod_host_names(&mut errors, job),
    }
    in_words_of(edition, errors)
}

/// `jobStrategy.ValidateUpdate` after the rules that all kinds share: everything that is wrong with
/// replacing `old` by `new`, immutable fields among it.
pub fn validate_job_update(new: &Job, old: &Job, gates: impl Into<FeatureGates>) -> Vec<FieldError> {
    let gates: FeatureGates = gates.into();
    let edition = gates.edition();
    let mut errors = validate_job(new, edition);
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, &FieldPath::new("metadata"));
    let path = FieldPath::new("spec");
    let (spec, old_spec) = (&new.spec, &old.spec);
    let completions = path.child("completions");
    let show_selector = |selector: &Option<LabelSelector>| selector.as_ref().map_or("null".to_owned(), show_selector);
    let selectors = (&spec.selector, &old_spec.selector, &path.child("selector"));
    let mode = path.child("completionMode");
    let show_mode = |mode: &Option<CompletionMode>| mode.map_or("null".to_owned(), |mode| go_quote(mode.as_str()));
    match edition {
        Edition::V1_11 | Edition::V1_22 => {
            meta::immutable(&mut errors, &spec.completions, &old_spec.completions, &completions, |number| {
                show_number(*number)
            });
            meta::immutable(&mut errors, selectors.0, selectors.1, selectors.2, show_selector);
            pod::template_immutable(&mut errors, &spec.template, &old_spec.template, &path.child("template"));
            if edition == Edition::V1_22 {
                meta::immutable(&mut errors, &spec.completion_mode, &old_spec.completion_mode, &mode, show_mode);
                tracking_annotation(&mut errors, new, old);
            }
        }
        Edition::V1_28 | Edition::V1_36 => {
            indexed_job::completions_update(&mut errors, spec, old_spec, gates, &completions);
            meta::immutable(&mut errors, selectors.0, selectors.1, selectors.2, show_selector);
            pod::template_update(&mut errors, &spec.template, old, gates, &path.child("template"));
            meta::immutable(&mut errors, &spec.completion_mode, &old_spec.completion_mode, &mode, show_mode);
            let policy = path.child("podFailurePolicy");
            let show = |policy: &Option<std::sync::Arc<PodFailurePolicy>>| {
                policy.as_ref().map_or("null", |_| "batch.PodFailurePolicy{...}").to_owned()
            };
            meta::immutable(&mut errors, &spec.pod_failure_policy, &old_spec.pod_failure_policy, &policy, show);
            let (limit, old_limit) = (&spec.backoff_limit_per_index, &old_spec.backoff_limit_per_index);
            meta::immutable(&mut errors, limit, old_limit, &path.child("backoffLimitPerIndex"), |limit| {
                show_number(*limit)
            });
            managed_by::immutable(&mut errors, spec, old_spec, &path);
            success_policy::immutable(&mut errors, spec, old_spec, &path);
        }
    }
    in_words_of(gates.edition(), errors)
}

/// A Job that began without finalizers goes on without them.
fn tracking_annotation(errors: &mut Vec<FieldError>, new: &Job, old: &Job) {
    let has = |job: &Job| job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some();
    if has(new) && !has(old) {
        let path = FieldPath::new("metadata").child("annotations").key(JOB_TRACKING_ANNOTATION);
        errors.push(FieldError::forbidden(&path, "cannot add this annotation"));
    }
}

fn show_number(number: Option<i32>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
}

/// `ValidateJobUpdateStatus`: everything that is wrong with replacing the status of `old` by the one
/// of `new`.
pub fn validate_job_status_update(new: &Job, old: &Job, edition: Edition) -> Vec<FieldError> {
    let mut errors = Vec::new();
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, &FieldPath::new("metadata"));
    let path = FieldPath::new("status");
    let JobStatus { active, succeeded, failed, .. } = new.status;
    for (field, count) in [("active", active), ("succeeded", succeeded), ("failed", failed)] {
        meta::nonnegative(&mut errors, count, &path.child(field));
    }
    match edition {
        Edition::V1_11 => {}
        Edition::V1_22 => indexed_job::uncounted_terminated_pods(&mut errors, &new.status, &path),
        Edition::V1_28 | Edition::V1_36 => {
            for (field, count) in [("ready", new.status.ready), ("terminating", new.status.terminating)] {
                if let Some(count) = count {
                    meta::nonnegative(&mut errors, count, &path.child(field));
                }
            }
            indexed_job::uncounted_terminated_pods(&mut errors, &new.status, &path);
        }
    }
    if edition == Edition::V1_36 {
        job_status::update(&mut errors, new, old, &path);
    }
    in_words_of(edition, errors)
}

/// A selector as Go prints it.
fn show_selector(selector: &LabelSelector) -> String {
    let requirements: Vec<String> = selector
        .match_expressions
        .iter()
        .map(|requirement| {
            format!(
                "v1.LabelSelectorRequirement{{Key:{}, Operator:\"{:?}\", Values:{}}}",
                go_quote(&requirement.key),
                requirement.operator,
                go_list(requirement.values.iter().map(String::as_str)),
            )
        })
        .collect();
    let requirements = if requirements.is_empty() {
        "[]v1.LabelSelectorRequirement(nil)".to_owned()
    } else {
        format!("[]v1.LabelSelectorRequirement{{{}}}", requirements.join(", "))
    };
    format!("v1.LabelSelector{{MatchLabels:{}, MatchExpressions:{requirements}}}", go_map(&selector.match_labels))
}

/// `ValidateHasLabel`: the template has to carry the generated label.
fn has_label(errors: &mut Vec<FieldError>, labels: &Labels, key: &str, expected: &str) {
    let path = FieldPath::new("spec").child("template").child("metadata").child("labels").key(key);
    let detail = format!("must be '{expected}'");
    match labels.get(key) {
        None => errors.push(FieldError::required(&path, detail)),
        Some(value) if value != expected => errors.push(FieldError::invalid(&path, go_map(labels), detail)),
        Some(_) => {}
    }
}

/// `ValidateGeneratedSelector`: unless the selector is the user's business, the generated labels and
/// selector have to be there and have not to be overridden.
fn generated_selector(errors: &mut Vec<FieldError>, job: &Job, edition: Edition) {
    if job.spec.manual_selector == Some(true) {
        return;
    }
    // A missing selector is reported with the spec.
    let Some(selector) = &job.spec.selector else { return };
    let uid = job.metadata.uid();
    if uid.is_empty() {
        errors.push(FieldError::required(&FieldPath::new("metadata").child("uid"), ""));
    }
    let labels = &job.spec.template.metadata.labels;
    let expected: Labels = match edition {
        Edition::V1_11 | Edition::V1_22 => {
            has_label(errors, labels, "controller-uid", uid);
            has_label(errors, labels, "job-name", job.metadata.name());
            [("controller-uid", uid), ("job-name", job.metadata.name())].into_iter().collect()
        }
        Edition::V1_28 | Edition::V1_36 => {
            let expected = [
                ("batch.kubernetes.io/controller-uid", uid),
                ("batch.kubernetes.io/job-name", job.metadata.name()),
                ("controller-uid", uid),
                ("job-name", job.metadata.name()),
            ];
            for (label, value) in expected {
                has_label(errors, labels, label, value);
            }
            expected.into_iter().collect()
        }
    };
    if meta::selector_converts(selector) && !selector.matches(&expected) {
        let path = FieldPath::new("spec").child("selector");
        errors.push(FieldError::invalid(&path, show_selector(selector), "`selector` not auto-generated"));
    }
}

/// `ValidateJobSpec`.
fn job_spec(errors: &mut Vec<FieldError>, spec: &JobSpec, edition: Edition, path: &FieldPath) {
    let counts = [
        ("parallelism", spec.parallelism.map(i64::from)),
        ("completions", spec.completions.map(i64::from)),
        ("activeDeadlineSeconds", spec.active_deadline_seconds),
        ("backoffLimit", spec.backoff_limit.map(i64::from)),
    ];
    for (field, count) in counts {
        if let Some(count) = count {
            meta::nonnegative(errors, count, &path.child(field));
        }
    }
    match edition {
        Edition::V1_11 => {}
        Edition::V1_22 => indexed_job::spec(errors, spec, path),
        Edition::V1_28 => {
            indexed_job::spec(errors, spec, path);
            pod_failure_policy::spec(errors, spec, path);
            pod_failure_policy::replacement_policy(errors, spec, path);
        }
        Edition::V1_36 => {
            managed_by::spec(errors, spec, path);
            indexed_job::spec(errors, spec, path);
            pod_failure_policy::spec(errors, spec, path);
            success_policy::spec(errors, spec, path);
            pod_failure_policy::replacement_policy(errors, spec, path);
        }
    }
    let template = path.child("template");
    pod::template(errors, &spec.template, edition, &template);
    restart_policy(errors, spec, edition, &template.child("spec").child("restartPolicy"));
    let labels = &spec.template.metadata.labels;
    let matches = match &spec.selector {
        // `LabelSelectorAsSelector` makes of no selector one that matches nothing.
        None => {
            errors.push(FieldError::required(&path.child("selector"), ""));
            false
        }
        Some(selector) => {
            meta::label_selector(errors, selector, &path.child("selector"));
            !meta::selector_converts(selector) || selector.matches(labels)
        }
    };
    if !matches {
        let path = template.child("metadata").child("labels");
        errors.push(FieldError::invalid(&path, go_map(labels), "`selector` does not match template `labels`"));
    }
}

/// Pods of Jobs are not restarted for ever, and the user has to say so.
fn restart_policy(errors: &mut Vec<FieldError>, spec: &JobSpec, edition: Edition, path: &FieldPath) {
    match (edition, spec.template.spec.restart_policy) {
        (Edition::V1_28 | Edition::V1_36, Some(RestartPolicy::OnFailure)) if spec.pod_failure_policy.is_some() => {
            let detail = "only \"Never\" is supported when podFailurePolicy is specified";
            errors.push(FieldError::invalid_text(path, RestartPolicy::OnFailure.as_str(), detail));
        }
        (_, Some(RestartPolicy::OnFailure | RestartPolicy::Never)) => {}
        (Edition::V1_11 | Edition::V1_22, policy) => {
            let policy = policy.map_or("", RestartPolicy::as_str);
            errors.push(FieldError::not_supported(path, policy, &["OnFailure", "Never"]));
        }
        (Edition::V1_28 | Edition::V1_36, None | Some(RestartPolicy::Always)) => {
            errors.push(FieldError::required(path, "valid values: \"OnFailure\", \"Never\""));
        }
    }
}
