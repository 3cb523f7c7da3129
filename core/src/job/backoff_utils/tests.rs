use serde_json::json;

use super::*;
use crate::api::Time;
use crate::job::indexed_job_utils::{JOB_INDEX_FAILURE_COUNT_ANNOTATION, JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION};
use crate::job::testing::{annotated, at, finished, indexed_pod, pod};
use crate::trace::remaining_backoff_ms;

fn record(failures: i32, last: Option<Time>) -> BackoffRecord {
    BackoffRecord { failures_after_last_success: failures, last_failure_time: last }
}

fn ended(seconds: &[i64]) -> Vec<Arc<Pod>> {
    seconds.iter().map(|seconds| Arc::new(finished(pod(&format!("p-{seconds}"), "Failed"), &[*seconds]))).collect()
}

#[test]
fn failures_add_up_until_a_success() {
    let old = record(2, Some(at(5)));
    for (succeeded, failed, new) in [
        (&[] as &[i64], &[] as &[i64], old),
        (&[], &[10], record(3, Some(at(10)))),
        (&[], &[30, 10, 20], record(5, Some(at(30)))),
        (&[10], &[], record(0, None)),
        // Of both, only failures that are later than the last success count.
        (&[10], &[20], record(1, Some(at(20)))),
        (&[10, 25], &[20, 30, 40], record(2, Some(at(40)))),
        (&[10], &[5], record(0, None)),
        (&[10], &[10], record(0, None)),
    ] {
        let key = ObjectKey::from("default/j");
        let mut store = BackoffStore::default();
        store.update(&key, old);
        assert_eq!(
            store.new_record(&key, &ended(succeeded), &ended(failed), Release::V1_36),
            new,
            "{succeeded:?} {failed:?}"
        );
    }
}

#[test]
fn the_store_says_what_changed() {
    let key = ObjectKey::from("default/j");
    let mut store = BackoffStore::default();
    assert_eq!(
        store.new_record(&key, &[], &[], Release::V1_36),
        record(0, None),
        "a Job that is not known has not failed"
    );
    assert!(store.update(&key, record(0, None)));
    assert!(!store.update(&key, record(0, None)));
    assert!(store.update(&key, record(1, Some(at(1)))));
    assert!(store.remove(&key));
    assert!(!store.remove(&key));
}

#[test]
fn the_end_of_a_pod_is_shown_by_the_best_witness() {
    let pod = |status: serde_json::Value, deletion: Option<(i64, i64)>| {
        let mut pod = pod("a", "Failed");
        pod.status = serde_json::from_value(status).unwrap();
        pod.metadata.creation_timestamp = Some(at(1).into());
        if let Some((at_seconds, grace)) = deletion {
            pod.metadata.deletion_timestamp = Some(at(at_seconds).into());
            pod.metadata.deletion_grace_period_seconds = Some(grace);
        }
        pod
    };
    let terminated = |seconds: i64| json!({"terminated": {"exitCode": 0, "finishedAt": at(seconds).to_string()}});
    let container = |state: serde_json::Value| json!({"name": "main", "ready": false, "state": state});
    let ready = |status: &str| json!([{"type": "Ready", "status": status, "lastTransitionTime": at(7).to_string()}]);
    for (why, pod, time) in [
        (
            "the last container",
            pod(json!({"containerStatuses": [container(terminated(20)), container(terminated(30))]}), None),
            30,
        ),
        (
            "a container runs: the end of readiness",
            pod(
                json!({"containerStatuses": [container(terminated(20)), container(json!({"running": {}}))],
                       "conditions": ready("False")}),
                None,
            ),
            7,
        ),
        (
            "an end without a time: the end of readiness",
            pod(
                json!({"containerStatuses": [container(json!({"terminated": {"exitCode": 1}}))],
                       "conditions": ready("False")}),
                None,
            ),
            7,
        ),
        ("init containers do not count", pod(json!({"initContainerStatuses": [container(terminated(20))]}), None), 1),
        ("no container: the request to delete", pod(json!({}), Some((40, 30))), 10),
        ("still ready: the request to delete", pod(json!({"conditions": ready("True")}), Some((40, 0))), 40),
        ("nothing: the creation", pod(json!({}), None), 1),
    ] {
        assert_eq!(finished_time(&pod, Release::V1_36), at(time), "{why}");
    }
}

#[test]
fn a_sidecar_that_ended_tells_the_end_of_a_pod_whose_container_runs() {
    let ended = |seconds: i64| json!({"terminated": {"exitCode": 0, "finishedAt": at(seconds).to_string()}});
    let finished = |main: serde_json::Value, sidecar: serde_json::Value, release| {
        let mut pod = pod("a", "Failed");
        pod.spec = serde_json::from_value(json!({
            "initContainers": [{"name": "log", "restartPolicy": "Always"}], "containers": [{"name": "main"}],
        }))
        .unwrap();
        pod.status = serde_json::from_value(json!({
            "containerStatuses": [{"name": "main", "ready": false, "state": main}],
            "initContainerStatuses": [{"name": "log", "ready": false, "state": sidecar}],
        }))
        .unwrap();
        pod.metadata.creation_timestamp = Some(at(1).into());
        finished_time(&pod, release)
    };
    let running = json!({"running": {}});
    for (main, sidecar, since_v1_31, before) in [
        (ended(20), ended(25), 25, 20),
        (ended(25), ended(20), 25, 25),
        (running.clone(), ended(20), 20, 1),
        (ended(20), running.clone(), 1, 20),
        (running.clone(), running, 1, 1),
    ] {
        assert_eq!(finished(main.clone(), sidecar.clone(), Release::V1_31), at(since_v1_31));
        assert_eq!(finished(main, sidecar, Release::V1_30), at(before));
    }
}

#[test]
fn the_delay_doubles_from_10_s_to_10_min() {
    let whole: Vec<i64> = (0..9).map(|failures| remaining_backoff_ms(failures, Some(0), 600_000) / 1000).collect();
    assert_eq!(whole, [0, 10, 20, 40, 80, 160, 320, 600, 600]);
    for (failures, since_ms, remaining) in [
        (1, Some(0), 10_000),
        (1, Some(9_999), 1),
        (1, Some(10_000), 0),
        (1, Some(60_000), 0),
        (2, Some(15_500), 4_500),
        (0, None, 0),
        (0, Some(0), 0),
        (i32::MAX, Some(1_000), 599_000),
        // A clock that stands before the failure makes the wait longer.
        (1, Some(-500), 10_500),
        // A count that wrapped is no count, but a first failure.
        (i32::MIN, Some(0), 10_000),
    ] {
        assert_eq!(remaining_backoff_ms(failures, since_ms, 600_000), remaining, "{failures} {since_ms:?}");
    }
}

#[test]
fn an_index_counts_the_failures_of_its_last_pod_and_one_more() {
    let with = |failures: i32, ignored: i32| {
        let pod = indexed_pod("0", "Failed");
        let pod = annotated(pod, JOB_INDEX_FAILURE_COUNT_ANNOTATION, failures);
        let pod = annotated(pod, JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION, ignored);
        index_backoff_record(&finished(Pod::clone(&pod), &[12]), Release::V1_36)
    };
    assert_eq!(with(0, 0), record(1, Some(at(12))));
    assert_eq!(with(2, 1), record(4, Some(at(12))));
    assert_eq!(with(i32::MAX, 0), record(i32::MIN, Some(at(12))));
}
