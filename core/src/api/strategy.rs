//! What the API server does to a Job around defaulting and validation
//! (`pkg/registry/batch/job/strategy.go` and the rules for all kinds in `apiserver/pkg/registry/rest`).
//!
//! A creation goes: decode, [`default_job`](super::default_job), [`prepare_for_create`], the server
//! gives UID, creation time and perhaps a name, [`validate_create`]. An update goes: decode, default,
//! [`prepare_for_update`], [`validate_update`].

use std::sync::Arc;

use super::template_fields::drop_disabled;
use super::{
    FeatureGate, FeatureGates, FieldError, FieldPath, Job, JobSpec, LabelSelector, List, ObjectMeta, OwnerReference,
    PodFailurePolicyAction, Release, StatusError, StatusReason, is_same_spec, validate_decoded_job,
    validate_job_status_update, validate_sent_update,
};

/// `rest.BeforeCreate` and the strategy's `PrepareForCreate`: takes from a submitted Job what is not
/// the client's to say (status, marks of deletion).
///
/// # Errors
///
/// A Job with a resourceVersion is refused: it looks like an update of a Job that is not there.
pub fn prepare_for_create(job: &mut Job, gates: impl Into<FeatureGates>) -> Result<(), StatusError> {
    let gates: FeatureGates = gates.into();
    if job.metadata.resource_version.is_some_and(|version| version.0 != 0) {
        return Err(StatusError::new(StatusReason::Unknown, RESOURCE_VERSION_ON_CREATE));
    }
    job.metadata = ObjectMeta {
        deletion_timestamp: None,
        deletion_grace_period_seconds: None,
        resource_version: None,
        ..std::mem::take(&mut job.metadata)
    };
    if !gates.release().since(29) {
        drop_sidecars(job);
    }
    drop_duplicate_owners(&mut job.metadata, gates.release());
    drop_disabled_fields(job, None, gates);
    if gates.release().since(GENERATIONS_SINCE) {
        job.metadata.generation = 1;
    }
    if is_tracking_annotated(gates.release()) {
        // How pods are tracked is decided here, once for the life of the Job.
        if gates.enabled(FeatureGate::JobTrackingWithFinalizers) {
            job.metadata.annotations.set(JOB_TRACKING_ANNOTATION, String::new());
        } else {
            job.metadata.annotations.remove(JOB_TRACKING_ANNOTATION);
        }
    }
    job.status = super::JobStatus::default();
    Ok(())
}

/// Decoding passes over what a release does not know; a Job that was made from values goes through here.
pub(crate) fn drop_unknown_fields(spec: &mut JobSpec, release: Release) {
    let unknown = |since: u8| !release.since(since);
    if unknown(12) {
        spec.ttl_seconds_after_finished = None;
    }
    if unknown(21) {
        spec.completion_mode = None;
        spec.suspend = None;
    }
    if unknown(25) {
        spec.pod_failure_policy = None;
    }
    if unknown(28) {
        spec.backoff_limit_per_index = None;
        spec.max_failed_indexes = None;
        spec.pod_replacement_policy = None;
    }
    if unknown(30) {
        spec.success_policy = None;
        spec.managed_by = None;
    }
}

/// Before v1.29 the server did not know sidecars (or only with a gate that is off): an init container is
/// one that runs to its end.
fn drop_sidecars(job: &mut Job) {
    let containers = &mut job.spec.template.spec.init_containers;
    if containers.iter().any(|container| container.restart_policy.is_some()) {
        for container in Arc::make_mut(containers) {
            container.restart_policy = None;
        }
    }
}

/// `dedupOwnerReferences` (v1.20 and later): of references that are the same in all fields one stays.
fn drop_duplicate_owners(metadata: &mut ObjectMeta, release: Release) {
    let owners = &metadata.owner_references;
    let mut kept: Vec<&OwnerReference> = Vec::with_capacity(owners.len());
    for owner in owners {
        if !kept.contains(&owner) {
            kept.push(owner);
        }
    }
    if release.since(20) && kept.len() < owners.len() {
        let kept: List<OwnerReference> = kept.into_iter().cloned().collect();
        metadata.owner_references = kept;
    }
}

/// Takes fields away whose gate is off, unless `old` uses them already.
fn drop_disabled_fields(job: &mut Job, old: Option<&Job>, gates: FeatureGates) {
    let old = old.map(|old| &old.spec);
    let spec = &mut job.spec;
    drop_disabled(&mut spec.template.spec, old.map(|old| &old.template.spec), gates.release());
    let off = |gate| !gates.enabled(gate);
    if off(FeatureGate::IndexedJob) && old.is_none_or(|old| old.completion_mode.is_none()) {
        spec.completion_mode = None;
    }
    if off(FeatureGate::SuspendJob) && old.is_none_or(|old| old.suspend.is_none()) {
        spec.suspend = None;
    }
    if off(FeatureGate::JobPodFailurePolicy) && old.is_none_or(|old| old.pod_failure_policy.is_none()) {
        spec.pod_failure_policy = None;
    }
    if off(FeatureGate::JobBackoffLimitPerIndex) {
        if old.is_none_or(|old| old.backoff_limit_per_index.is_none()) {
            spec.backoff_limit_per_index = None;
        }
        if old.is_none_or(|old| old.max_failed_indexes.is_none()) {
            spec.max_failed_indexes = None;
        }
        // A policy cannot be changed, so the rules of one that is stored are kept. Before v1.28 the action is unknown, and
        // validation refuses it.
        if gates.release().since(28)
            && let (Some(policy), None) = (&mut spec.pod_failure_policy, old)
        {
            Arc::make_mut(policy).rules.retain(|rule| rule.action != PodFailurePolicyAction::FailIndex);
        }
    }
    if off(FeatureGate::JobSuccessPolicy) && old.is_none_or(|old| old.success_policy.is_none()) {
        spec.success_policy = None;
    }
    // An update keeps the field: validation refuses to change it.
    if off(FeatureGate::JobManagedBy) && old.is_none() {
        spec.managed_by = None;
    }
    if off(FeatureGate::JobPodReplacementPolicy) && old.is_none_or(|old| old.pod_replacement_policy.is_none()) {
        spec.pod_replacement_policy = None;
    }
}

/// `batchv1.JobTrackingFinalizer` as an annotation of a Job: its pods are tracked with finalizers (v1.22 to
/// v1.27).
pub const JOB_TRACKING_ANNOTATION: &str = "batch.kubernetes.io/job-tracking";

/// Since this minor the generations of Jobs are counted.
const GENERATIONS_SINCE: u8 = 25;

/// Whether the API server annotates Jobs whose pods are tracked.
fn is_tracking_annotated(release: Release) -> bool {
    release.since(22) && !release.since(28)
}

/// What the store says to a resourceVersion in a Job to be created.
pub(crate) const RESOURCE_VERSION_ON_CREATE: &str = "resourceVersion should not be set on objects to be created";

/// The strategy's `Validate`: generates labels and selector from the UID that the server gave, unless
/// they are the user's business, and validates the outcome.
///
/// # Errors
///
/// `Job.batch "<name>" is invalid: ...` with everything that is wrong, `refused` among it: what decoding found
/// ([`DecodedJob::refused`](super::DecodedJob::refused)).
///
/// ```
/// use jobscope_core::api::{Release, Job, default_job, validate_create};
///
/// let mut job: Job = serde_json::from_str(
///     r#"{
///         "metadata": {"name": "pi", "namespace": "default", "uid": "job-uid-0"},
///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
///     }"#,
/// )?;
/// default_job(&mut job, Release::V1_11);
/// validate_create(&mut job, Vec::new(), Release::V1_11)?;
/// assert_eq!(job.spec.selector.unwrap().match_labels.get("controller-uid"), Some("job-uid-0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(clippy::needless_pass_by_value, reason = "what was refused is reported once")]
pub fn validate_create(job: &mut Job, refused: Vec<FieldError>, release: Release) -> Result<(), StatusError> {
    validate_create_on(job, (&refused, &[]), release, true)
}

/// [`validate_create`] on a server with or without `--allow-privileged`.
pub(crate) fn validate_create_on(
    job: &mut Job,
    sent: (&[FieldError], &[FieldPath]),
    release: Release,
    allow_privileged: bool,
) -> Result<(), StatusError> {
    generate_selector(job, release);
    let errors = validate_decoded_job(job, sent, release, allow_privileged);
    if errors.is_empty() { Ok(()) } else { Err(StatusError::invalid_job(job.metadata.name(), &errors)) }
}

/// `generateSelector`: labels of the template and the selector that make the Job's pods its own.
/// Values that are there already are kept (and validation refuses wrong ones). Does nothing to Jobs
/// with [`manual_selector`](super::JobSpec::manual_selector).
///
/// A quirk: a Job that has the template's labels by default shares one map with it, so it gets the
/// generated labels as well.
pub fn generate_selector(job: &mut Job, release: Release) {
    if job.spec.manual_selector == Some(true) {
        return;
    }
    let uid = job.metadata.uid().to_owned();
    let name = job.metadata.name().to_owned();
    let shared = job.metadata.labels.is_shared_with(&job.spec.template.metadata.labels);
    let labels = &mut job.spec.template.metadata.labels;
    let match_labels = &mut job.spec.selector.get_or_insert_with(LabelSelector::default).match_labels;
    if release.since(27) {
        for (label, value) in [("job-name", &name), ("controller-uid", &uid)] {
            labels.set_if_absent(label, value.clone());
            labels.set_if_absent(&format!("batch.kubernetes.io/{label}"), value.clone());
        }
        match_labels.set_if_absent("batch.kubernetes.io/controller-uid", uid);
    } else {
        labels.set_if_absent("job-name", name);
        labels.set_if_absent("controller-uid", uid.clone());
        match_labels.set_if_absent("controller-uid", uid);
    }
    if shared {
        job.metadata.labels = labels.clone();
    }
}

/// The strategy's `PrepareForUpdate` and `rest.BeforeUpdate`: an update of the Job itself cannot
/// change its status; the generation counts changes of the spec.
pub(crate) fn prepare_for_update(new: &mut Job, old: &Job, gates: impl Into<FeatureGates>) {
    let gates: FeatureGates = gates.into();
    new.metadata.generation = old.metadata.generation;
    if !gates.release().since(29) {
        drop_sidecars(new);
    }
    drop_duplicate_owners(&mut new.metadata, gates.release());
    drop_disabled_fields(new, Some(old), gates);
    if gates.release().since(GENERATIONS_SINCE) && !is_same_spec(&new.spec, &old.spec, gates.release()) {
        new.metadata.generation += 1;
    }
    if is_tracking_annotated(gates.release()) {
        let tracked = old.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some();
        if !gates.enabled(FeatureGate::JobTrackingWithFinalizers) && !tracked {
            new.metadata.annotations.remove(JOB_TRACKING_ANNOTATION);
        }
    }
    new.status = old.status.clone();
}

/// The strategy's `ValidateUpdate`.
///
/// # Errors
///
/// `Job.batch "<name>" is invalid: ...` with everything that is wrong, changed immutable fields and what decoding
/// `refused` among it; values are shown with the lists and maps that were sent `empty`.
pub(crate) fn validate_update(
    new: &Job,
    old: &Job,
    refused: &[FieldError],
    empty: &[FieldPath],
    gates: impl Into<FeatureGates>,
) -> Result<(), StatusError> {
    let errors = validate_sent_update(new, old, (refused, empty), gates.into());
    if errors.is_empty() { Ok(()) } else { Err(StatusError::invalid_job(new.metadata.name(), &errors)) }
}

/// The status strategy's `PrepareForUpdate`: an update of the status cannot change the spec.
pub(crate) fn prepare_for_status_update(new: &mut Job, old: &Job) {
    new.spec = old.spec.clone();
}

/// The status strategy's `ValidateUpdate`.
///
/// # Errors
///
/// `Job.batch "<name>" is invalid: ...` with everything that is wrong.
pub(crate) fn validate_status_update(new: &Job, old: &Job, gates: impl Into<FeatureGates>) -> Result<(), StatusError> {
    let errors = validate_job_status_update(new, old, gates);
    if errors.is_empty() { Ok(()) } else { Err(StatusError::invalid_job(new.metadata.name(), &errors)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ResourceVersion, default_job};

    fn generated(own: &[(&str, &str)], template: &[(&str, &str)]) -> Job {
        let mut job = Job::default();
        job.metadata.name = Some("pi".into());
        job.metadata.uid = Some("u".into());
        job.metadata.labels = own.iter().copied().collect();
        job.spec.template.metadata.labels = template.iter().copied().collect();
        default_job(&mut job, Release::V1_11);
        generate_selector(&mut job, Release::V1_11);
        job
    }

    #[test]
    fn labels_and_selector_are_generated() {
        let job = generated(&[("a", "b")], &[]);
        let labels = &job.spec.template.metadata.labels;
        assert_eq!((labels.get("job-name"), labels.get("controller-uid")), (Some("pi"), Some("u")));
        assert_eq!(job.spec.selector.unwrap().match_labels, [("controller-uid", "u")].into_iter().collect());
        assert_eq!(job.metadata.labels, [("a", "b")].into_iter().collect());
    }

    #[test]
    fn what_the_user_set_is_kept() {
        let job = generated(&[], &[("job-name", "other")]);
        assert_eq!(job.spec.template.metadata.labels.get("job-name"), Some("other"));
    }

    #[test]
    fn labels_by_default_are_the_templates_own_map() {
        let job = generated(&[], &[("app", "pi")]);
        assert_eq!(job.metadata.labels.get("controller-uid"), Some("u"));
        assert_eq!(generated(&[], &[]).metadata.labels.get("controller-uid"), None);
    }

    #[test]
    fn a_manual_selector_is_left_alone() {
        let mut job = Job::default();
        job.spec.manual_selector = Some(true);
        let before = job.clone();
        generate_selector(&mut job, Release::V1_11);
        assert_eq!(job, before);
    }

    #[test]
    fn a_creation_brings_no_status_and_no_version() {
        let mut job = Job::default();
        job.status.active = 3;
        job.metadata.deletion_grace_period_seconds = Some(0);
        assert_eq!(prepare_for_create(&mut job, Release::V1_11), Ok(()));
        assert_eq!(job, Job::default());
        job.metadata.resource_version = Some(ResourceVersion(7));
        assert_eq!(
            prepare_for_create(&mut job, Release::V1_11).unwrap_err().message,
            "resourceVersion should not be set on objects to be created"
        );
    }

    #[test]
    fn an_update_keeps_the_status_and_a_status_update_the_spec() {
        let mut old = Job::default();
        old.status.active = 1;
        old.spec.parallelism = Some(1);
        let mut new = old.clone();
        (new.status.active, new.spec.parallelism, new.metadata.generation) = (2, Some(2), 5);
        prepare_for_update(&mut new, &old, Release::V1_11);
        assert_eq!((new.status.active, new.spec.parallelism, new.metadata.generation), (1, Some(2), 0));
        new.status.active = -1;
        prepare_for_status_update(&mut new, &old);
        assert_eq!(new.spec.parallelism, Some(1));
        new.metadata.resource_version = Some(ResourceVersion(7));
        assert_eq!(
            validate_status_update(&new, &old, Release::V1_11).unwrap_err().message,
            "Job.batch \"\" is invalid: status.active: Invalid value: -1: must be greater than or equal to 0"
        );
    }
}

#[cfg(test)]
mod gate_tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::{PodReplacementPolicy, default_job};

    fn job(spec: &Value) -> Job {
        serde_json::from_value(json!({"metadata": {"name": "j"}, "spec": spec})).unwrap()
    }

    fn created(spec: &Value, gates: FeatureGates) -> Job {
        let mut job = job(spec);
        default_job(&mut job, gates);
        prepare_for_create(&mut job, gates).unwrap();
        job
    }

    fn everything() -> Value {
        json!({
            "completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 1, "maxFailedIndexes": 2,
            "podReplacementPolicy": "Failed",
            "podFailurePolicy": {"rules": [
                {"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [3]}},
                {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [4]}},
            ]},
        })
    }

    #[test]
    fn fields_whose_gate_is_off_are_dropped_on_creation() {
        let shipped = FeatureGates::from(Release::V1_28);
        let spec = created(&everything(), shipped).spec;
        assert_eq!(
            (spec.backoff_limit_per_index, spec.max_failed_indexes, spec.pod_replacement_policy),
            (None, None, None)
        );
        let rules = &spec.pod_failure_policy.unwrap().rules;
        assert_eq!(rules.iter().map(|rule| rule.action).collect::<Vec<_>>(), [PodFailurePolicyAction::FailJob]);
        // Defaulting came first, so that the limit for all indexes stays as high as it was made.
        assert_eq!(spec.backoff_limit, Some(i32::MAX));

        let none = shipped.with(FeatureGate::JobPodFailurePolicy, false).unwrap();
        assert_eq!(created(&everything(), none).spec.pod_failure_policy, None);

        let per_index = shipped.with(FeatureGate::JobBackoffLimitPerIndex, true).unwrap();
        let spec = created(&everything(), per_index).spec;
        assert_eq!((spec.backoff_limit_per_index, spec.max_failed_indexes), (Some(1), Some(2)));
        assert_eq!(spec.pod_failure_policy.unwrap().rules.len(), 2);
    }

    #[test]
    fn fields_that_are_stored_survive_an_update_without_their_gate() {
        let shipped = FeatureGates::from(Release::V1_28);
        let old = job(&everything());
        let mut new = job(&everything());
        new.spec.parallelism = Some(2);
        prepare_for_update(&mut new, &old, shipped);
        assert_eq!(new.spec.backoff_limit_per_index, Some(1));
        assert_eq!(new.spec.pod_failure_policy, old.spec.pod_failure_policy);
        assert_eq!(new.spec.pod_replacement_policy, Some(PodReplacementPolicy::Failed));
        let mut added = job(&everything());
        prepare_for_update(&mut added, &job(&json!({})), shipped);
        assert_eq!((added.spec.backoff_limit_per_index, added.spec.pod_replacement_policy), (None, None));
    }

    #[test]
    fn only_a_creation_loses_the_manager() {
        let gates = FeatureGates::from(Release::V1_30);
        let spec = json!({"managedBy": "acme.io/foo"});
        let old = created(&spec, gates);
        assert_eq!(old.spec.managed_by, None);
        let mut new = old.clone();
        new.spec.managed_by = Some("acme.io/foo".into());
        prepare_for_update(&mut new, &old, gates);
        let message = validate_update(&new, &old, &[], &[], gates).unwrap_err().message;
        assert!(message.contains("spec.managedBy: Invalid value: \"acme.io/foo\": field is immutable"), "{message}");
    }

    #[test]
    fn the_replacement_policy_follows_the_failure_policy() {
        let gates = FeatureGates::from(Release::V1_28).with(FeatureGate::JobPodReplacementPolicy, true).unwrap();
        let policy = |spec: &Value| created(spec, gates).spec.pod_replacement_policy;
        assert_eq!(policy(&json!({})), Some(PodReplacementPolicy::TerminatingOrFailed));
        assert_eq!(policy(&json!({"podFailurePolicy": {"rules": []}})), Some(PodReplacementPolicy::Failed));
    }

    #[test]
    fn the_generation_counts_changes_of_the_spec() {
        let gates = FeatureGates::from(Release::V1_28);
        let old = created(&json!({}), gates);
        assert_eq!(old.metadata.generation, 1);
        let mut same = old.clone();
        same.metadata.labels.set("a", "b");
        prepare_for_update(&mut same, &old, gates);
        let mut other = old.clone();
        other.spec.suspend = Some(true);
        prepare_for_update(&mut other, &old, gates);
        assert_eq!((same.metadata.generation, other.metadata.generation), (1, 2));
        assert_eq!(created(&json!({}), Release::V1_11.into()).metadata.generation, 0);
    }
}
