//! Defaulting: what the API server fills in when it reads a Job (`pkg/apis/batch/v1/defaults.go`). Defaults of pods,
//! and so of the template, are in `pod`; what only a pod gets is in `new_pod`.
//!
//! Defaulting runs whenever an object is decoded, so it is idempotent, and an update defaults again.

mod new_pod;
mod pod;

pub(crate) use new_pod::{admit_tolerations, default_pod};
pub(crate) use pod::default_pod_spec;

use super::{CompletionMode, FeatureGate, FeatureGates, Job, Labels, PodReplacementPolicy};

/// `SetDefaults_Job` and the defaults of the pod template.
///
/// ```
/// use jobscope_core::api::{Release, Job, default_job};
///
/// let mut job = Job::default();
/// default_job(&mut job, Release::V1_11);
/// assert_eq!((job.spec.parallelism, job.spec.completions, job.spec.backoff_limit), (Some(1), Some(1), Some(6)));
/// ```
pub fn default_job(job: &mut Job, gates: impl Into<FeatureGates>) {
    let gates: FeatureGates = gates.into();
    let release = gates.release();
    let spec = &mut job.spec;
    if spec.completions.is_none() && spec.parallelism.is_none() {
        spec.completions = Some(1);
    }
    spec.parallelism.get_or_insert(1);
    // With a limit for each index there is none for all of them together. The gate is not asked:
    // without it the limit per index is dropped afterwards, and this one stays.
    let limited_per_index = release.since(28) && spec.backoff_limit_per_index.is_some();
    spec.backoff_limit.get_or_insert(if limited_per_index { i32::MAX } else { 6 });
    if job.metadata.labels.is_empty() && !spec.template.metadata.labels.is_empty() {
        // The same map, not a copy: see `generate_selector`.
        job.metadata.labels = spec.template.metadata.labels.clone();
    }
    if release.since(29) {
        spec.manual_selector.get_or_insert(false);
    }
    if gates.enabled(FeatureGate::IndexedJob) {
        spec.completion_mode.get_or_insert(CompletionMode::NonIndexed);
    }
    if gates.enabled(FeatureGate::SuspendJob) {
        spec.suspend.get_or_insert(false);
    }
    if gates.enabled(FeatureGate::JobPodReplacementPolicy) {
        spec.pod_replacement_policy.get_or_insert(if spec.pod_failure_policy.is_some() {
            PodReplacementPolicy::Failed
        } else {
            PodReplacementPolicy::TerminatingOrFailed
        });
    }
    default_pod_spec(&mut spec.template.spec, release);
}

/// The labels of a stored Job as every reader has them. The real server defaults what it decodes from its store, so a Job
/// without labels shows those of its template, by then with the generated ones (`SetDefaults_Job`, in every release).
pub(crate) fn labels_as_read(job: &Job) -> &Labels {
    let own = &job.metadata.labels;
    if own.is_empty() { &job.spec.template.metadata.labels } else { own }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::api::{Labels, OtherFields, Release, generate_selector, validate_job};

    /// Jobs as a v1.11 server stored them on creation: of a work queue, and one with most fields.
    fn stored() -> [Value; 2] {
        let container = |name: &str| {
            json!({
                "name": name,
                "image": "img",
                "resources": {},
                "terminationMessagePath": "/dev/termination-log",
                "terminationMessagePolicy": "File",
                "imagePullPolicy": "Always",
            })
        };
        let meta = json!({
            "name": "j",
            "namespace": "default",
            "uid": "job-uid-0",
            "creationTimestamp": "2024-01-01T00:00:00Z",
        });
        let selector = json!({"matchLabels": {"controller-uid": "job-uid-0"}});
        let labels = json!({"labels": {"controller-uid": "job-uid-0", "job-name": "j"}});
        [
            json!({
                "metadata": meta,
                "spec": {
                    "parallelism": 1,
                    "completions": 1,
                    "backoffLimit": 6,
                    "selector": selector,
                    "template": {
                        "metadata": labels,
                        "spec": {
                            "containers": [container("main")],
                            "restartPolicy": "Never",
                            "terminationGracePeriodSeconds": 30,
                            "dnsPolicy": "ClusterFirst",
                            "securityContext": {},
                            "schedulerName": "default-scheduler",
                        },
                    },
                },
                "status": {},
            }),
            json!({
                "metadata": meta,
                "spec": {
                    "parallelism": 2,
                    "completions": 5,
                    "activeDeadlineSeconds": 1,
                    "backoffLimit": 6,
                    "selector": selector,
                    "template": {
                        "metadata": labels,
                        "spec": {
                            "initContainers": [container("init")],
                            "containers": [container("main"), container("side")],
                            "restartPolicy": "OnFailure",
                            "terminationGracePeriodSeconds": 30,
                            "dnsPolicy": "ClusterFirst",
                            "securityContext": {},
                            "schedulerName": "default-scheduler",
                        },
                    },
                },
                "status": {},
            }),
        ]
    }

    fn defaulted(mut job: Job) -> Job {
        default_job(&mut job, Release::V1_11);
        job
    }

    #[test]
    fn a_stored_job_stays_as_it_is() {
        for stored in stored() {
            let job: Job = serde_json::from_value(stored).unwrap();
            assert_eq!(validate_job(&job, Release::V1_11), []);
            let mut again = defaulted(job.clone());
            generate_selector(&mut again, Release::V1_11);
            // Except that a Job without labels takes those of its template whenever it is decoded, by
            // then the generated ones.
            assert_eq!(again.metadata.labels, job.spec.template.metadata.labels);
            again.metadata.labels = job.metadata.labels.clone();
            assert_eq!(again, job);
        }
    }

    #[test]
    fn what_is_left_out_is_filled_in_as_the_server_does() {
        for stored in stored() {
            let wanted: Job = serde_json::from_value(stored.clone()).unwrap();
            let mut job = wanted.clone();
            job.spec.backoff_limit = None;
            if job.spec.completions == Some(1) {
                (job.spec.completions, job.spec.parallelism) = (None, None);
            }
            job.spec.selector = None;
            job.spec.template.metadata.labels = Labels::default();
            let pod = &mut job.spec.template.spec;
            pod.termination_grace_period_seconds = None;
            pod.other = OtherFields::default();
            for container in
                Arc::make_mut(&mut pod.init_containers).iter_mut().chain(Arc::make_mut(&mut pod.containers))
            {
                container.other.map_mut().retain(|field, _| field == "image");
            }
            let mut job = defaulted(job);
            generate_selector(&mut job, Release::V1_11);
            assert_eq!(job, wanted);
            assert_eq!(serde_json::to_value(&job).unwrap(), stored);
        }
    }

    #[test]
    fn counts_default_together() {
        let with = |parallelism, completions| {
            let mut job = Job::default();
            (job.spec.parallelism, job.spec.completions) = (parallelism, completions);
            let spec = defaulted(job).spec;
            (spec.parallelism, spec.completions)
        };
        assert_eq!(with(None, None), (Some(1), Some(1)));
        assert_eq!(with(Some(3), None), (Some(3), None));
        assert_eq!(with(None, Some(3)), (Some(1), Some(3)));
        assert_eq!(with(Some(0), Some(0)), (Some(0), Some(0)));
    }

    #[test]
    fn whoever_reads_a_job_without_labels_sees_those_of_its_template() {
        for stored in stored() {
            let mut job: Job = serde_json::from_value(stored).unwrap();
            job.metadata.labels = Labels::default();
            assert_eq!(labels_as_read(&job).get("controller-uid"), Some("job-uid-0"));
            job.metadata.labels.set("c", "d");
            assert_eq!(labels_as_read(&job), &job.metadata.labels);
        }
    }

    #[test]
    fn labels_of_the_template_are_the_jobs_unless_it_has_its_own() {
        let mut job = Job::default();
        job.spec.template.metadata.labels.set("a", "b");
        assert_eq!(defaulted(job.clone()).metadata.labels.get("a"), Some("b"));
        job.metadata.labels.set("c", "d");
        assert_eq!(defaulted(job).metadata.labels.get("a"), None);
    }
}
