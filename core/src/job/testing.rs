//! Short constructors of Jobs and pods for the tests of this folder.

#![expect(clippy::needless_pass_by_value, reason = "the values of a test are written where they are used")]

use std::sync::Arc;

use serde_json::{Value, json};

use super::indexed_job_utils::JOB_COMPLETION_INDEX_ANNOTATION;
use super::tracking_utils::JOB_TRACKING_FINALIZER;
use crate::api::{FeatureGate, FeatureGates, Job, Pod, Release, Time};

/// The gates of v1.28 with those on that are off as shipped.
pub(super) fn all_gates() -> FeatureGates {
    let gates = FeatureGates::from(Release::V1_28);
    let gates = gates.with(FeatureGate::JobBackoffLimitPerIndex, true).unwrap();
    gates.with(FeatureGate::JobPodReplacementPolicy, true).unwrap()
}

/// A Job with that spec.
pub(super) fn job(spec: Value) -> Job {
    serde_json::from_value(json!({"metadata": {"name": "j", "namespace": "default", "uid": "job-uid-0"}, "spec": spec}))
        .unwrap()
}

/// An Indexed Job with `completions`.
pub(super) fn indexed(completions: i32) -> Job {
    job(json!({"completionMode": "Indexed", "completions": completions, "parallelism": completions}))
}

/// A pod of that phase with the tracking finalizer.
pub(super) fn pod(name: &str, phase: &str) -> Pod {
    serde_json::from_value(json!({
        "metadata": {
            "name": name, "namespace": "default", "uid": format!("uid-{name}"),
            "finalizers": [JOB_TRACKING_FINALIZER],
        },
        "status": {"phase": phase},
    }))
    .unwrap()
}

/// A pod of that phase and index with the tracking finalizer.
pub(super) fn indexed_pod(index: &str, phase: &str) -> Arc<Pod> {
    let mut pod = pod(&format!("j-{index}"), phase);
    pod.metadata.annotations.set(JOB_COMPLETION_INDEX_ANNOTATION, index);
    Arc::new(pod)
}

/// The pod with an annotation.
pub(super) fn annotated(mut pod: Arc<Pod>, annotation: &str, value: impl ToString) -> Arc<Pod> {
    Arc::make_mut(&mut pod).metadata.annotations.set(annotation, value.to_string());
    pod
}

/// The pod with containers that ended the given numbers of seconds after the epoch.
pub(super) fn finished(mut pod: Pod, seconds: &[i64]) -> Pod {
    pod.status.container_statuses = seconds
        .iter()
        .map(|seconds| {
            let finished_at = at(*seconds).to_string();
            let state = json!({"terminated": {"exitCode": 1, "finishedAt": finished_at}});
            serde_json::from_value(json!({"name": "main", "state": state, "ready": false})).unwrap()
        })
        .collect();
    pod
}

/// A number of seconds after the epoch.
pub(super) fn at(seconds: i64) -> Time {
    Time::START.plus(seconds * 1000)
}
