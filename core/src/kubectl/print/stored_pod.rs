//! A pod as the API server answers with it: the stored pod with what admission, the scheduler and the kubelet add in a
//! cluster, and what no controller here reads.

use serde_json::{Map, Value, json};

use super::qos;
use crate::api::{ContainerState, ContainerStatus, MetaTime, Namespace, Pod, PodPhase, Release, admit_tolerations};

/// The minor whose pods say that their services become variables.
const SERVICE_LINKS: u8 = 13;
/// The minor whose containers say whether they have started.
const STARTED: u8 = 16;
/// The minor whose pods may have several addresses.
const SEVERAL_ADDRESSES: u8 = 16;
/// The minor whose pods say whether they preempt others.
const PREEMPTION: u8 = 19;
/// The minor whose objects have no address in the API.
const NO_SELF_LINKS: u8 = 20;
/// The minor that counts generations of pods.
const GENERATIONS: u8 = 33;

/// Conditions that the kubelet and the scheduler set, in the kubelet's order.
const OF_THE_KUBELET: [&str; 4] = ["Initialized", "Ready", "ContainersReady", "PodScheduled"];

/// What the API server answers when it is asked for a pod.
pub(in crate::kubectl) fn answer(pod: &Pod, release: Release) -> Value {
    let mut answer = serde_json::to_value(pod).unwrap_or_default();
    let part = |name: &str| answer.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
    let (mut metadata, mut spec, mut status) = (part("metadata"), part("spec"), part("status"));
    if release.since(GENERATIONS) {
        // A deletion counts as a change.
        absent(&mut metadata, "generation", json!(1 + i64::from(pod.metadata.is_deleting())));
    }
    if !release.since(NO_SELF_LINKS) {
        let namespace = pod.metadata.namespace.as_ref().map_or("default", Namespace::as_str);
        let link = format!("/api/v1/namespaces/{namespace}/pods/{}", pod.metadata.name());
        absent(&mut metadata, "selfLink", link.into());
    }
    admitted(&mut spec, release);
    if let Some(host) = host_address(pod) {
        absent(&mut status, "hostIP", host.into());
    }
    if let Some(address) = address(pod) {
        if release.since(SEVERAL_ADDRESSES) {
            absent(&mut status, "podIPs", json!([{"ip": address}]));
        }
        absent(&mut status, "podIP", address.into());
    }
    absent(&mut status, "qosClass", qos::class(pod, release).into());
    let conditions = conditions(pod);
    if !conditions.is_empty() {
        status.insert("conditions".to_owned(), conditions.into());
    }
    for (field, statuses, containers) in [
        ("initContainerStatuses", &pod.status.init_container_statuses, &pod.spec.init_containers),
        ("containerStatuses", &pod.status.container_statuses, &pod.spec.containers),
    ] {
        if statuses.is_empty() {
            continue;
        }
        let image = |name: &str| {
            let container = containers.iter().find(|container| container.name == name);
            container.and_then(|container| container.other.map().get("image")).cloned().unwrap_or_default()
        };
        let all = statuses.iter().map(|status| container_status(pod, status, image(&status.name), release));
        status.insert(field.to_owned(), all.collect());
    }
    for (name, part) in [("metadata", metadata), ("spec", spec), ("status", status)] {
        if let Some(answer) = answer.as_object_mut() {
            answer.insert(name.to_owned(), part.into());
        }
    }
    answer
}

/// Sets a field that is not there.
fn absent(fields: &mut Map<String, Value>, name: &str, value: Value) {
    fields.entry(name).or_insert(value);
}

/// What admission and the defaults of pods add (`Priority`, `DefaultTolerationSeconds`).
fn admitted(spec: &mut Map<String, Value>, release: Release) {
    absent(spec, "priority", json!(0));
    if release.since(SERVICE_LINKS) {
        absent(spec, "enableServiceLinks", json!(true));
    }
    if release.since(PREEMPTION) {
        absent(spec, "preemptionPolicy", json!("PreemptLowerPriority"));
    }
    for list in ["initContainers", "containers"] {
        let containers = spec.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        let variables = containers.filter_map(|container| container.get_mut("env")?.as_array_mut()).flatten();
        for field in
            variables.filter_map(|variable| variable.get_mut("valueFrom")?.get_mut("fieldRef")?.as_object_mut())
        {
            absent(field, "apiVersion", "v1".into());
        }
    }
    admit_tolerations(spec);
}

/// The address of the node that runs the pod. Nodes of this world have a number; those of imported pods are unknown.
fn host_address(pod: &Pod) -> Option<String> {
    let node = pod.spec.node_name.as_ref().filter(|_| pod.status.start_time.is_some())?;
    node_address(node.as_str())
}

/// The address of a node of this world.
pub(super) fn node_address(node: &str) -> Option<String> {
    let number: u32 = node.strip_prefix("node-")?.parse().ok()?;
    Some(format!("10.0.{}.{}", number / 254 % 256, number % 254))
}

/// The address of a pod, once the kubelet has set it up. It follows from the name.
pub(in crate::kubectl) fn address(pod: &Pod) -> Option<String> {
    let statuses = &pod.status.container_statuses;
    let set_up = statuses.iter().any(|status| !matches!(status.state, ContainerState::Waiting { .. }));
    host_address(pod).filter(|_| set_up || pod.status.phase == PodPhase::Running)?;
    let hash = hash(pod.metadata.name());
    Some(format!("10.1.{}.{}", hash / 254 % 256, 1 + hash % 254))
}

fn hash(text: &str) -> u32 {
    text.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

/// The conditions: those of others first, as the kubelet leaves them, then its own. Those that no controller here reads
/// follow from the rest of the status.
fn conditions(pod: &Pod) -> Vec<Value> {
    let status = &pod.status;
    let is_own = |name: &str| OF_THE_KUBELET.contains(&name);
    let condition = |name: &str, holds: bool, since: Option<MetaTime>| {
        let holds = if holds { "True" } else { "False" };
        let mut condition = json!({"lastProbeTime": null, "type": name, "status": holds});
        if let (Some(fields), Some(since)) = (condition.as_object_mut(), since) {
            fields.insert("lastTransitionTime".to_owned(), json!(since));
        }
        condition
    };
    let known = |name: &str| {
        let known = status.condition(name)?;
        let mut condition = serde_json::to_value(known).ok()?;
        if let Some(fields) = condition.as_object_mut() {
            absent(fields, "lastProbeTime", Value::Null);
        }
        Some(condition)
    };
    let others = status.conditions.iter().filter(|condition| !is_own(&condition.r#type));
    let mut all: Vec<_> = others.filter_map(|condition| known(&condition.r#type)).collect();
    let started = status.start_time;
    for name in OF_THE_KUBELET {
        let ready = status.condition("Ready");
        let derived = || match name {
            "PodScheduled" => pod.spec.node_name.as_ref().map(|_| condition(name, true, started)),
            _ if started.is_none() || status.container_statuses.is_empty() => None,
            "Initialized" => {
                let is_through = |init: &ContainerStatus| {
                    pod.spec.is_sidecar(&init.name)
                        || matches!(init.state, ContainerState::Terminated { exit_code: 0, .. })
                };
                let through = status.init_container_statuses.iter().all(is_through);
                Some(condition(name, through, started))
            }
            _ => {
                let since = ready.and_then(|ready| ready.last_transition_time).or(started);
                Some(condition(name, pod.is_ready(), since))
            }
        };
        all.extend(known(name).or_else(derived));
    }
    all
}

fn container_status(pod: &Pod, status: &ContainerStatus, image: Value, release: Release) -> Value {
    let mut fields = match serde_json::to_value(status) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    absent(&mut fields, "image", image);
    absent(&mut fields, "imageID", "".into());
    absent(&mut fields, "lastState", json!({}));
    if release.since(STARTED) {
        absent(&mut fields, "started", json!(status.state == ContainerState::Running));
    }
    // A run begins when the pod does, or when the one before it was over.
    let first = pod.status.start_time;
    let began = status.last_termination.map_or(first, |last| last.finished_at.or(first));
    for (state, began) in [("state", began), ("lastState", first)] {
        let Some(state) = fields.get_mut(state).and_then(Value::as_object_mut) else { continue };
        for run in ["running", "terminated"] {
            let Some(run) = state.get_mut(run).and_then(Value::as_object_mut) else { continue };
            if let Some(began) = began {
                absent(run, "startedAt", json!(began));
            }
            if let Some(code) = run.get("exitCode").and_then(Value::as_i64) {
                absent(run, "reason", if code == 0 { "Completed" } else { "Error" }.into());
            }
        }
    }
    fields.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pod(status: &Value) -> Pod {
        let tolerations = json!([{"key": "node.kubernetes.io/not-ready", "operator": "Exists"}]);
        serde_json::from_value(json!({
            "metadata": {"name": "pi-x7k2p", "namespace": "default"},
            "spec": {"nodeName": "node-1", "containers": [{"name": "c", "image": "perl"}], "tolerations": tolerations},
            "status": status,
        }))
        .unwrap()
    }

    #[test]
    fn a_pod_that_ended_has_what_a_kubelet_writes() {
        let ended = json!({"terminated": {"exitCode": 0, "finishedAt": "2024-01-01T00:00:09Z"}});
        let status = json!({
            "phase": "Succeeded", "startTime": "2024-01-01T00:00:01Z",
            "conditions": [{"type": "Ready", "status": "False", "lastTransitionTime": "2024-01-01T00:00:09Z"},
                {"type": "DisruptionTarget", "status": "True"}],
            "containerStatuses": [{"name": "c", "state": ended, "ready": false}],
        });
        let answer = answer(&pod(&status), Release::V1_36);
        let names: Vec<_> = answer["status"]["conditions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["type"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["DisruptionTarget", "Initialized", "Ready", "ContainersReady", "PodScheduled"]);
        let container = &answer["status"]["containerStatuses"][0];
        assert_eq!(container["state"]["terminated"]["reason"], "Completed");
        assert_eq!(container["state"]["terminated"]["startedAt"], "2024-01-01T00:00:01Z");
        assert_eq!(container["lastState"], json!({}));
        assert_eq!(answer["status"]["podIP"], answer["status"]["podIPs"][0]["ip"]);
        assert_eq!(answer["spec"]["tolerations"].as_array().unwrap().len(), 2);
        assert_eq!(answer["status"]["qosClass"], "BestEffort");
    }

    #[test]
    fn variables_of_a_field_have_its_version() {
        let mut pod = pod(&json!({}));
        let field = |version: Option<&str>| {
            let mut field = json!({"fieldPath": "metadata.name"});
            if let Some(version) = version {
                field["apiVersion"] = version.into();
            }
            json!({"name": "c", "env": [{"name": "N", "valueFrom": {"fieldRef": field}}, {"name": "M"}]})
        };
        pod.spec.containers = serde_json::from_value(json!([field(None)])).unwrap();
        let answer = answer(&pod, Release::V1_36);
        assert_eq!(answer["spec"]["containers"][0], field(Some("v1")));
    }

    #[test]
    fn a_pod_that_waits_for_its_node_has_no_conditions() {
        let mut pod = pod(&json!({"phase": "Pending"}));
        pod.spec.node_name = None;
        let answer = answer(&pod, Release::V1_36);
        assert!(answer["status"].get("conditions").is_none() && answer["status"].get("podIP").is_none());
        assert_eq!(answer["metadata"]["generation"], 1);
    }
}
