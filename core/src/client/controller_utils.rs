//! `pkg/controller/controller_utils.go`: which pods are active, and which of them go first.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::api::{MetaTime, Pod, PodPhase, Release};

/// `SlowStartInitialBatchSize`.
pub(crate) const SLOW_START_INITIAL_BATCH_SIZE: i32 = 1;

/// `FilterActivePods`.
pub(crate) fn filter_active_pods(pods: &[Arc<Pod>]) -> Vec<Arc<Pod>> {
    pods.iter().filter(|pod| pod.is_active()).cloned().collect()
}

/// `ActivePods.Less`: which of two active pods is deleted first when there are too many. Restarts of sidecars count
/// since v1.32.
pub(crate) fn deletion_order(a: &Pod, b: &Pod, release: Release) -> Ordering {
    // Each rule puts the pod first that answers yes (true sorts after false, hence b before a).
    let unassigned = |pod: &Pod| pod.spec.node_name.is_none();
    unassigned(b)
        .cmp(&unassigned(a))
        .then_with(|| phase_rank(a.status.phase).cmp(&phase_rank(b.status.phase)))
        .then_with(|| a.is_ready().cmp(&b.is_ready()))
        .then_with(|| if a.is_ready() { newer_first(ready_since(a), ready_since(b)) } else { Ordering::Equal })
        .then_with(|| max_restarts(b).cmp(&max_restarts(a)))
        .then_with(|| {
            if release.since(32) { max_sidecar_restarts(b).cmp(&max_sidecar_restarts(a)) } else { Ordering::Equal }
        })
        .then_with(|| newer_first(a.metadata.creation_timestamp, b.metadata.creation_timestamp))
}

fn phase_rank(phase: PodPhase) -> u8 {
    match phase {
        PodPhase::Pending | PodPhase::Succeeded | PodPhase::Failed => 0,
        PodPhase::Unknown => 1,
        PodPhase::Running => 2,
    }
}

/// `afterOrZero`: no time comes first, then the later one.
fn newer_first(a: Option<MetaTime>, b: Option<MetaTime>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => b.cmp(&a),
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
    }
}

fn ready_since(pod: &Pod) -> Option<MetaTime> {
    pod.status.condition("Ready").and_then(|ready| ready.last_transition_time)
}

fn max_restarts(pod: &Pod) -> i32 {
    pod.status.container_statuses.iter().map(|status| status.restart_count).max().unwrap_or(0)
}

fn max_sidecar_restarts(pod: &Pod) -> i32 {
    let sidecars = pod.status.init_container_statuses.iter().filter(|status| pod.spec.is_sidecar(&status.name));
    sidecars.map(|status| status.restart_count).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn pod(name: &str, created: &str, status: &Value, node: Option<&str>) -> Pod {
        let metadata = json!({ "name": name, "creationTimestamp": created });
        let pod = json!({ "metadata": metadata, "spec": { "containers": [], "nodeName": node }, "status": status });
        serde_json::from_value(pod).unwrap()
    }

    #[test]
    fn what_lost_least_goes_first() {
        let (early, late) = ("2020-01-01T00:00:00Z", "2020-01-01T00:01:00Z");
        let ready = |since: Option<&str>| json!({ "phase": "Running", "conditions": [{ "type": "Ready", "status": "True", "lastTransitionTime": since }] });
        let restarted = json!({ "phase": "Running", "containerStatuses": [{ "name": "c", "state": { "running": {} }, "ready": false, "restartCount": 3 }] });
        let running = json!({ "phase": "Running" });
        let in_order = [
            pod("unassigned", early, &json!({ "phase": "Pending" }), None),
            pod("pending", early, &json!({ "phase": "Pending" }), Some("n")),
            pod("unknown", early, &json!({ "phase": "Unknown" }), Some("n")),
            pod("restarted", early, &restarted, Some("n")),
            pod("not ready, newer", late, &running, Some("n")),
            pod("not ready, older", early, &running, Some("n")),
            pod("ready, nobody knows since when", early, &ready(None), Some("n")),
            pod("ready lately", early, &ready(Some(late)), Some("n")),
            pod("ready for long", early, &ready(Some(early)), Some("n")),
        ];
        for (at, a) in in_order.iter().enumerate() {
            for (other, b) in in_order.iter().enumerate() {
                assert_eq!(
                    deletion_order(a, b, Release::V1_28),
                    at.cmp(&other),
                    "{} and {}",
                    a.metadata.name(),
                    b.metadata.name()
                );
            }
        }
    }
}
