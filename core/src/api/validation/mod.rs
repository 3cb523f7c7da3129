//! Validation with Kubernetes' own texts (`pkg/apis/batch/validation`).
//!
//! The functions see defaulted Jobs, report every error in the order in which Kubernetes finds them
//! (entries of maps by key, where Go's order is random), and change nothing.
//!
//! - `names`: the syntax of names, labels and keys
//! - `meta`: object metadata and selectors
//! - `pod`, `container`, `volume`, `resources`: pod templates

mod container;
mod meta;
mod names;
mod pod;
mod resources;
#[cfg(test)]
mod tests;
mod volume;

use super::field::{go_list, go_map, go_quote};
use super::{Edition, FieldError, FieldPath, Job, JobSpec, JobStatus, LabelSelector, Labels, RestartPolicy};

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
    errors
}

/// `jobStrategy.ValidateUpdate` after the rules that all kinds share: everything that is wrong with
/// replacing `old` by `new`, immutable fields among it.
pub fn validate_job_update(new: &Job, old: &Job, edition: Edition) -> Vec<FieldError> {
    let mut errors = Vec::new();
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, &FieldPath::new("metadata"));
    errors.extend(validate_job(new, edition));
    let spec = FieldPath::new("spec");
    match edition {
        Edition::V1_11 => {
            meta::immutable(
                &mut errors,
                &new.spec.completions,
                &old.spec.completions,
                &spec.child("completions"),
                |number| number.map_or_else(|| "null".to_owned(), |number| number.to_string()),
            );
            let show = |selector: &Option<LabelSelector>| selector.as_ref().map_or("null".to_owned(), show_selector);
            meta::immutable(&mut errors, &new.spec.selector, &old.spec.selector, &spec.child("selector"), show);
            // Go prints the whole template here, with the addresses of its parts.
            let show = |_: &_| "core.PodTemplateSpec{...}".to_owned();
            meta::immutable(&mut errors, &new.spec.template, &old.spec.template, &spec.child("template"), show);
        }
    }
    errors
}

/// `ValidateJobUpdateStatus`: everything that is wrong with replacing the status of `old` by the one
/// of `new`.
pub fn validate_job_status_update(new: &Job, old: &Job, edition: Edition) -> Vec<FieldError> {
    let mut errors = Vec::new();
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, &FieldPath::new("metadata"));
    let path = FieldPath::new("status");
    let JobStatus { active, succeeded, failed, .. } = new.status;
    match edition {
        Edition::V1_11 => {
            meta::nonnegative(&mut errors, active, &path.child("active"));
            meta::nonnegative(&mut errors, succeeded, &path.child("succeeded"));
            meta::nonnegative(&mut errors, failed, &path.child("failed"));
        }
    }
    errors
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
        Edition::V1_11 => {
            has_label(errors, labels, "controller-uid", uid);
            has_label(errors, labels, "job-name", job.metadata.name());
            [("controller-uid", uid), ("job-name", job.metadata.name())].into_iter().collect()
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
    let template = path.child("template");
    pod::template(errors, &spec.template, edition, &template);
    match (edition, spec.template.spec.restart_policy) {
        (Edition::V1_11, Some(RestartPolicy::OnFailure | RestartPolicy::Never)) => {}
        (Edition::V1_11, policy) => {
            let policy = policy.map_or("", RestartPolicy::as_str);
            let path = template.child("spec").child("restartPolicy");
            errors.push(FieldError::not_supported(&path, policy, &["OnFailure", "Never"]));
        }
    }
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
