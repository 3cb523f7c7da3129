//! Validation with Kubernetes' own texts (`pkg/apis/batch/validation`).
//!
//! The functions see defaulted Jobs, report every error in the order in which Kubernetes finds them
//! (entries of maps by key, where Go's order is random), and change nothing.
//!
//! - `names`: the syntax of names, labels and keys; `words`: how a release words it
//! - `bad_value`: how a release shows what is wrong
//! - `meta`, `selector`: object metadata and selectors
//! - `pod`: pod templates; `pod_spec` walks their specs, in upstream's order; `pod_update`: updates of pods
//!   - `volume`, `volume_source`, `volume_disks`, `projected`, `volume_claim`: volumes
//!   - `container`, `init_container`, `ephemeral_container`: containers, with their `env`, `probe`s, `volume_mounts`,
//!     `container_restart`, `security_context`
//!   - `resources`, `pod_resources`, `resource_claims`: requests, limits and claims
//!   - `affinity`, `topology_spread`, `tolerations`: where pods go
//!   - `pod_security_context`, `windows_options`, `pod_os`, `pod_dns`, `host_network`, `pod_annotations`: the rest
//!   - `context`: the pod that a part belongs to
//! - `indexed_job`, `pod_failure_policy`, `success_policy`, `managed_by`: fields of Jobs since v1.21
//! - `job_status`: what a status may become (v1.32 and later)

mod affinity;
mod bad_value;
mod container;
mod container_restart;
mod context;
mod env;
mod ephemeral_container;
mod host_network;
mod indexed_job;
mod init_container;
mod job_status;
mod managed_by;
mod meta;
mod names;
mod pod;
mod pod_annotations;
mod pod_dns;
mod pod_failure_policy;
mod pod_os;
mod pod_resources;
mod pod_security_context;
mod pod_spec;
mod pod_update;
mod probe;
mod projected;
mod resource_claims;
mod resources;
mod security_context;
mod selector;
mod success_policy;
#[cfg(test)]
mod tests;
mod tolerations;
mod topology_spread;
mod volume;
mod volume_claim;
mod volume_disks;
mod volume_mounts;
mod volume_source;
mod windows_options;
mod words;

use context::Server;
pub(crate) use context::{Visited, visit_containers};
pub(crate) use meta::validate_owner_references;
pub(crate) use names::{dns_label, dns_subdomain, env_name, label_value, qualified_name};
pub(crate) use pod_dns::parse_sloppy;
pub(crate) use pod_update::validate_pod_update;
pub(crate) use selector::selector_error;
pub(crate) use words::{in_words_of, sentences_of};

use super::{
    CompletionMode, FeatureGates, FieldError, FieldPath, JOB_TRACKING_ANNOTATION, Job, JobSpec, JobStatus,
    LabelSelector, Labels, Release, RestartPolicy,
};

/// `ValidateJob`: everything that is wrong with a defaulted Job that has its UID and its generated
/// labels and selector.
///
/// ```
/// use jobscope_core::api::{Release, Job, default_job, validate_job};
///
/// let mut job = Job::default();
/// job.metadata.name = Some("Pi".into());
/// default_job(&mut job, Release::V1_11);
/// let errors = validate_job(&job, Release::V1_11);
/// assert!(errors[0].to_string().starts_with(r#"metadata.name: Invalid value: "Pi": a DNS-1123 subdomain"#));
/// assert!(errors.iter().any(|error| error.to_string() == "spec.template.spec.containers: Required value"));
/// ```
pub fn validate_job(job: &Job, release: Release) -> Vec<FieldError> {
    validate_decoded_job(job, (&[], &[]), release, true)
}

/// `ValidateJob` of a Job that was decoded: `refused` are the values that its types cannot hold, as decoding puts
/// them; `empty` are the lists and maps that were sent without items; `allow_privileged` is the flag of the API server.
pub(crate) fn validate_decoded_job(
    job: &Job,
    (refused, empty): (&[FieldError], &[FieldPath]),
    release: Release,
    allow_privileged: bool,
) -> Vec<FieldError> {
    let server = Server { release, allow_privileged, refused, empty };
    let options = Options { server, prefixed_labels: true, selector_values: release.since(26) };
    let mut errors = validate(job, options);
    server.refused_elsewhere(&mut errors);
    in_words_of(release, errors)
}

/// `JobValidationOptions`: new rules of a release do not apply to Jobs that were stored before.
#[derive(Clone, Copy, Debug)]
struct Options<'a> {
    server: Server<'a>,
    /// `RequirePrefixedLabels`: whether the template has to have the labels with `batch.kubernetes.io/`, too.
    prefixed_labels: bool,
    /// Whether the values that the selector asks for have to be values of labels (v1.26 and later).
    selector_values: bool,
}

impl<'a> Options<'a> {
    /// `validationOptionsForJob` of an update.
    fn for_update_of(old: &Job, server: Server<'a>) -> Self {
        let release = server.release;
        let has = |label: &str| old.spec.template.metadata.labels.get(label).is_some();
        Self {
            server,
            prefixed_labels: PREFIXED_LABELS.into_iter().all(has),
            selector_values: release.since(26) && !old.spec.selector.as_ref().is_some_and(selector::has_wrong_values),
        }
    }
}

/// The generated labels, and the same by the names that they have since v1.27: UID and name.
const LEGACY_LABELS: [&str; 2] = ["controller-uid", "job-name"];
const PREFIXED_LABELS: [&str; 2] = ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name"];

fn validate(job: &Job, options: Options<'_>) -> Vec<FieldError> {
    let release = options.server.release;
    let mut errors = Vec::new();
    meta::object_meta(&mut errors, &job.metadata, names::job_name, release, &FieldPath::new("metadata"));
    generated_selector(&mut errors, job, options);
    job_spec(&mut errors, &job.spec, options, &FieldPath::new("spec"));
    if release.since(27) {
        indexed_job::pod_host_names(&mut errors, job);
    }
    in_words_of(release, errors)
}

/// The rules that all kinds share, and `jobStrategy.ValidateUpdate`: everything that is wrong with
/// replacing `old` by `new`, immutable fields among it.
pub fn validate_job_update(new: &Job, old: &Job, gates: impl Into<FeatureGates>) -> Vec<FieldError> {
    validate_sent_update(new, old, (&[], &[]), gates.into())
}

/// [`validate_job_update`] by a request that had these values that the types cannot hold, and these lists and maps
/// without items.
pub(crate) fn validate_sent_update(
    new: &Job,
    old: &Job,
    (refused, empty): (&[FieldError], &[FieldPath]),
    gates: FeatureGates,
) -> Vec<FieldError> {
    let release = gates.release();
    let server = Server { refused, empty, ..release.into() };
    let options = Options::for_update_of(old, server);
    let metadata = FieldPath::new("metadata");
    // `validateCommonFields`, `ValidateJob` and `ValidateJobUpdate` report much twice. A message has each error once.
    let mut errors = Vec::new();
    meta::common_fields(&mut errors, &new.metadata, &old.metadata, release, &metadata);
    errors.extend(validate(new, options));
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, release, &metadata);
    let path = FieldPath::new("spec");
    job_spec(&mut errors, &new.spec, options, &path);
    let (spec, old_spec) = (&new.spec, &old.spec);
    let completions = path.child("completions");
    let selectors = (&spec.selector, &old_spec.selector, &path.child("selector"));
    let show_selector = |selector: &Option<LabelSelector>| bad_value::selector(selector.as_ref(), server, selectors.2);
    let mode = path.child("completionMode");
    let show_mode = |mode: &Option<CompletionMode>| bad_value::text(mode.map(CompletionMode::as_str), release);
    if release.since(23) {
        indexed_job::completions_update(&mut errors, spec, old_spec, gates, &completions);
        meta::immutable(&mut errors, selectors.0, selectors.1, selectors.2, show_selector);
        pod::template_update(&mut errors, &spec.template, old, gates, server, &path.child("template"));
        match server.refused_value(&mode) {
            Some(text) => {
                let shown = bad_value::text(Some(text), release);
                errors.push(FieldError::invalid(&mode, shown, meta::IMMUTABLE));
            }
            None => meta::immutable(&mut errors, &spec.completion_mode, &old_spec.completion_mode, &mode, show_mode),
        }
        let policy = path.child("podFailurePolicy");
        if server.refuses_within(&policy) || spec.pod_failure_policy != old_spec.pod_failure_policy {
            let shown = bad_value::pod_failure_policy(spec.pod_failure_policy.as_deref(), server, &policy);
            errors.push(FieldError::invalid(&policy, shown, meta::IMMUTABLE));
        }
        let (limit, old_limit) = (&spec.backoff_limit_per_index, &old_spec.backoff_limit_per_index);
        meta::immutable(&mut errors, limit, old_limit, &path.child("backoffLimitPerIndex"), |limit| {
            bad_value::number(*limit, release)
        });
        managed_by::immutable(&mut errors, spec, old_spec, release, &path);
        success_policy::immutable(&mut errors, spec, old_spec, server, &path);
    } else {
        meta::immutable(&mut errors, &spec.completions, &old_spec.completions, &completions, |number| {
            bad_value::number(*number, release)
        });
        meta::immutable(&mut errors, selectors.0, selectors.1, selectors.2, show_selector);
        let template = path.child("template");
        pod::template_immutable(&mut errors, &spec.template, &old_spec.template, server, &template);
        if release.since(22) {
            meta::immutable(&mut errors, &spec.completion_mode, &old_spec.completion_mode, &mode, show_mode);
            tracking_annotation(&mut errors, new, old);
        }
    }
    server.refused_elsewhere(&mut errors);
    in_words_of(release, errors)
}

/// A Job that began without finalizers continues without them.
fn tracking_annotation(errors: &mut Vec<FieldError>, new: &Job, old: &Job) {
    let has = |job: &Job| job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some();
    if has(new) && !has(old) {
        let path = FieldPath::new("metadata").child("annotations").key(JOB_TRACKING_ANNOTATION);
        errors.push(FieldError::forbidden(&path, "cannot add this annotation"));
    }
}

/// `ValidateJobUpdateStatus`: everything that is wrong with replacing the status of `old` by the one
/// of `new`.
pub fn validate_job_status_update(new: &Job, old: &Job, gates: impl Into<FeatureGates>) -> Vec<FieldError> {
    let gates: FeatureGates = gates.into();
    let release = gates.release();
    let mut errors = Vec::new();
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, release, &FieldPath::new("metadata"));
    let path = FieldPath::new("status");
    let JobStatus { active, succeeded, failed, .. } = new.status;
    for (field, count) in [("active", active), ("succeeded", succeeded), ("failed", failed)] {
        meta::nonnegative(&mut errors, count, &path.child(field));
    }
    let counts = [("ready", new.status.ready, 24), ("terminating", new.status.terminating, 28)];
    for (field, count, _) in counts.into_iter().filter(|(.., since)| release.since(*since)) {
        if let Some(count) = count {
            meta::nonnegative(&mut errors, count, &path.child(field));
        }
    }
    if release.since(22) {
        indexed_job::uncounted_terminated_pods(&mut errors, &new.status, &path);
    }
    job_status::update(&mut errors, new, old, gates, &path);
    in_words_of(release, errors)
}

/// `ValidateHasLabel`: the template has to carry the generated label.
fn has_label(errors: &mut Vec<FieldError>, labels: &Labels, key: &str, expected: &str, server: Server<'_>) {
    let all = FieldPath::new("spec").child("template").child("metadata").child("labels");
    let path = all.key(key);
    let detail = format!("must be '{expected}'");
    match labels.get(key) {
        None => errors.push(FieldError::required(&path, detail)),
        Some(value) if value != expected => {
            errors.push(FieldError::invalid(&path, bad_value::labels(labels, server, &all), detail));
        }
        Some(_) => {}
    }
}

/// `ValidateGeneratedSelector`: unless the user manages the selector, the generated labels and selector
/// must be present and must not be overridden.
fn generated_selector(errors: &mut Vec<FieldError>, job: &Job, options: Options<'_>) {
    let release = options.server.release;
    if job.spec.manual_selector == Some(true) {
        return;
    }
    // A missing selector is reported with the spec.
    let Some(selector) = &job.spec.selector else { return };
    let values = [job.metadata.uid(), job.metadata.name()];
    if job.metadata.uid().is_empty() {
        errors.push(FieldError::required(&FieldPath::new("metadata").child("uid"), ""));
    }
    let mut expected: Vec<(&str, &str)> = LEGACY_LABELS.into_iter().zip(values).collect();
    if release.since(27) && options.prefixed_labels {
        expected.extend(PREFIXED_LABELS.into_iter().zip(values));
    }
    for (label, value) in &expected {
        has_label(errors, &job.spec.template.metadata.labels, label, value, options.server);
    }
    let path = FieldPath::new("spec").child("selector");
    if !options.server.refuses_within(&path)
        && selector::selector_converts(selector)
        && !selector.matches(&expected.into_iter().collect())
    {
        let shown = bad_value::selector(Some(selector), options.server, &path);
        errors.push(FieldError::invalid(&path, shown, "`selector` not auto-generated"));
    }
}

/// `ValidateJobSpec`.
fn job_spec(errors: &mut Vec<FieldError>, spec: &JobSpec, options: Options<'_>, path: &FieldPath) {
    let server = options.server;
    let release = server.release;
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
    // Fields that the release does not have were dropped before; all releases validate the others.
    if release.since(21) {
        indexed_job::limits(errors, spec, path);
        managed_by::spec(errors, spec, release, path);
        indexed_job::completion_mode(errors, spec, server, path);
        pod_failure_policy::spec(errors, spec, server, path);
        success_policy::spec(errors, spec, server, path);
        pod_failure_policy::replacement_policy(errors, spec, server, path);
    }
    let template = path.child("template");
    pod::template(errors, &spec.template, server, &template);
    let policy_path = template.child("spec").child("restartPolicy");
    match server.refused_value(&policy_path) {
        Some(policy) => errors.push(FieldError::not_supported(&policy_path, policy, &["OnFailure", "Never"])),
        None => restart_policy(errors, spec, release, &policy_path),
    }
    let labels = &spec.template.metadata.labels;
    let matches = match &spec.selector {
        // `LabelSelectorAsSelector` turns a missing selector into one that matches nothing.
        None => {
            errors.push(FieldError::required(&path.child("selector"), ""));
            false
        }
        Some(selector) => {
            let path = path.child("selector");
            selector::label_selector(errors, selector, options.selector_values, server, &path);
            server.refuses_within(&path) || !selector::selector_converts(selector) || selector.matches(labels)
        }
    };
    if !matches {
        let path = template.child("metadata").child("labels");
        let shown = bad_value::labels(labels, server, &path);
        errors.push(FieldError::invalid(&path, shown, "`selector` does not match template `labels`"));
    }
}

/// Pods of Jobs are not restarted for ever, and the user has to say so.
fn restart_policy(errors: &mut Vec<FieldError>, spec: &JobSpec, release: Release, path: &FieldPath) {
    match (release.since(25), spec.template.spec.restart_policy) {
        (true, Some(RestartPolicy::OnFailure)) if spec.pod_failure_policy.is_some() => {
            let detail = "only \"Never\" is supported when podFailurePolicy is specified";
            errors.push(FieldError::invalid_text(path, RestartPolicy::OnFailure.as_str(), detail));
        }
        (_, Some(RestartPolicy::OnFailure | RestartPolicy::Never)) => {}
        (false, policy) => {
            let policy = policy.map_or("", RestartPolicy::as_str);
            errors.push(FieldError::not_supported(path, policy, &["OnFailure", "Never"]));
        }
        (true, None | Some(RestartPolicy::Always)) => {
            errors.push(FieldError::required(path, "valid values: \"OnFailure\", \"Never\""));
        }
    }
}
