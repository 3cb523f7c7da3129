//! `kubectl describe pod`: one pod with its containers, conditions and volumes, line by line as the release's kubectl
//! prints it (`describePod`).

use super::columns::Columns;
use super::container::{self, Owner};
use super::describe::{annotations, as_printed, labels};
use super::fields::{Fields, given, number, object, objects, text};
use super::{Printer, human, stored_pod, template, volumes};
use crate::api::{MetaTime, Pod, Release, Time};

/// The minor that shows the priority.
const PRIORITY: u8 = 12;
/// The minor that shows all addresses.
const ADDRESSES: u8 = 16;
/// The minor that shows the service account and leaves out an empty priority class (#110298).
const ACCOUNT: u8 = 25;
/// The minor that shows which system calls the pod may make.
const SECCOMP: u8 = 27;
/// The minor that says how a pod ended although it is being deleted (#122038).
const ENDED_WHILE_DELETED: u8 = 31;
/// The minor whose pods may have amounts of their own.
const AMOUNTS: u8 = 32;

/// One pod as a text. No events of pods are simulated.
pub(super) fn pod_text(printer: &Printer, pod: &Pod, with_events: bool) -> String {
    let mut lines = described(printer, pod);
    if with_events {
        lines.push("Events:\t<none>".to_owned());
    }
    let lines: Vec<_> = lines.iter().flat_map(|line| as_printed(printer.release, line)).collect();
    Columns::DESCRIBE.align(&lines).into_iter().map(|line| line + "\n").collect()
}

/// Everything but the events, with tabs between the cells.
fn described(printer: &Printer, pod: &Pod) -> Vec<String> {
    let release = printer.release;
    let answer = stored_pod::answer(pod, release);
    let nothing = Fields::new();
    let whole = answer.as_object().unwrap_or(&nothing);
    let part = |name| object(whole, name).unwrap_or(&nothing);
    let (spec, status) = (part("spec"), part("status"));
    let mut lines =
        vec![format!("Name:\t{}", pod.metadata.name()), format!("Namespace:\t{}", pod.metadata.key().split().0)];
    scheduling(&mut lines, release, spec, status);
    lines.extend(pod.status.start_time.map(|start| format!("Start Time:\t{}", human::time(start))));
    labels(&mut lines, "Labels", &pod.metadata.labels);
    annotations(&mut lines, release, "Annotations", &pod.metadata.annotations);
    let ended = pod.status.phase.is_terminal() && release.since(ENDED_WHILE_DELETED);
    match pod.metadata.deletion_timestamp.filter(|_| !ended) {
        Some(deletion) => {
            lines.push(format!("Status:\tTerminating (lasts {})", since(release, deletion, printer.now)));
            let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or_default();
            lines.push(format!("Termination Grace Period:\t{grace}s"));
        }
        None => lines.push(format!("Status:\t{}", pod.status.phase.as_str())),
    }
    for (title, field) in [("Reason", "reason"), ("Message", "message")] {
        lines.extend(given(status, field).map(|said| format!("{title}:\t{said}")));
    }
    if release.since(SECCOMP) {
        seccomp_profile(&mut lines, spec);
    }
    lines.push(format!("IP:\t{}", text(status, "podIP")));
    if release.since(ADDRESSES) {
        let mut addresses = objects(status, "podIPs").map(|one| format!("  IP:\t{}", text(one, "ip"))).peekable();
        lines.push(if addresses.peek().is_some() { "IPs:" } else { "IPs:\t<none>" }.to_owned());
        lines.extend(addresses);
    }
    lines.extend(pod.metadata.controller().map(|owner| format!("Controlled By:\t{}/{}", owner.kind, owner.name)));
    if release.since(AMOUNTS)
        && let Some(resources) = object(spec, "resources")
    {
        lines.push("Resources:".to_owned());
        container::amounts(&mut lines, "  ", resources);
    }
    let owner = |statuses| Owner::Pod { pod: whole, statuses };
    if !pod.spec.init_containers.is_empty() {
        let owner = owner("initContainerStatuses");
        container::described(&mut lines, release, "Init Containers", &pod.spec.init_containers, owner);
    }
    container::described(&mut lines, release, "Containers", &pod.spec.containers, owner("containerStatuses"));
    conditions(&mut lines, spec, status);
    volumes::described(&mut lines, release, "", spec);
    lines.push(format!("QoS Class:\t{}", text(status, "qosClass")));
    template::nodes(&mut lines, "", spec);
    if release.since(template::SPREAD) {
        template::spread(&mut lines, "", spec);
    }
    template::scheduling_group(&mut lines, release, "", spec);
    lines
}

/// How urgent the pod is, for whom it runs, and where.
fn scheduling(lines: &mut Vec<String>, release: Release, spec: &Fields, status: &Fields) {
    let class = given(spec, "priorityClassName");
    if release.since(PRIORITY) {
        lines.push(format!("Priority:\t{}", number(spec, "priority")));
        if class.is_some() || !release.since(ACCOUNT) {
            lines.push(format!("Priority Class Name:\t{}", class.unwrap_or("<none>")));
        }
    }
    if release.since(ACCOUNT) {
        for (title, field) in [("Runtime Class Name", "runtimeClassName"), ("Service Account", "serviceAccountName")] {
            lines.extend(given(spec, field).map(|name| format!("{title}:\t{name}")));
        }
    }
    lines.push(match given(spec, "nodeName") {
        Some(node) => format!("Node:\t{node}/{}", text(status, "hostIP")),
        None => "Node:\t<none>".to_owned(),
    });
}

fn seccomp_profile(lines: &mut Vec<String>, spec: &Fields) {
    let context = object(spec, "securityContext");
    let Some(profile) = context.and_then(|context| object(context, "seccompProfile")) else { return };
    let r#type = text(profile, "type");
    lines.push(format!("SeccompProfile:\t{type}"));
    if r#type == "Localhost" {
        lines.push(format!("LocalhostProfile:\t{}", text(profile, "localhostProfile")));
    }
}

/// Readiness gates and conditions, two columns each.
fn conditions(lines: &mut Vec<String>, spec: &Fields, status: &Fields) {
    let all: Vec<(&str, &str)> =
        objects(status, "conditions").map(|one| (text(one, "type"), text(one, "status"))).collect();
    let gates = objects(spec, "readinessGates").map(|gate| {
        let name = text(gate, "conditionType");
        (name, all.iter().find(|(known, _)| *known == name).map_or("<none>", |(_, status)| *status))
    });
    for (title, rows) in [("Readiness Gates", gates.collect()), ("Conditions", all.clone())] {
        let rows: Vec<(&str, &str)> = rows;
        if !rows.is_empty() {
            lines.extend([format!("{title}:"), "  Type\tStatus".to_owned()]);
            lines.extend(rows.iter().map(|(name, status)| format!("  {name} \t{status} ")));
        }
    }
}

/// How long ago the pod should have been gone. Go says so of a time that has not come.
fn since(release: Release, time: MetaTime, now: Time) -> String {
    let ms = now.since(time.time());
    if ms <= -2000 { "<invalid>".to_owned() } else { human::duration(release, ms) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn pod(phase: &str, extra: &Value) -> Pod {
        let mut pod = json!({
            "metadata": {
                "name": "pi-x7k2p", "namespace": "default", "labels": {"job-name": "pi"},
                "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job", "name": "pi", "uid": "u", "controller": true}],
            },
            "spec": {"nodeName": "node-1", "restartPolicy": "Never", "containers": [
                {"name": "pi", "image": "perl", "env": [{"name": "JOB_COMPLETION_INDEX", "valueFrom": {"fieldRef":
                    {"fieldPath": "metadata.labels['job-name']"}}}]}]},
            "status": {
                "phase": phase, "startTime": "2024-01-01T00:00:00Z",
                "containerStatuses": [{"name": "pi", "state": {"running": {}}, "ready": true}],
                "conditions": [{"type": "Ready", "status": "True"}],
            },
        });
        json_patch::merge(&mut pod, extra);
        serde_json::from_value(pod).unwrap()
    }

    fn described_as(release: Release, pod: &Pod) -> String {
        let printer = Printer { release, now: Time::START, namespace: "default".into() };
        let text = pod_text(&printer, pod, true);
        // Addresses follow from names.
        text.lines().map(|line| line.split("10.").next().unwrap_or_default().trim_end()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_running_pod() {
        assert_eq!(
            described_as(Release::V1_36, &pod("Running", &json!({}))),
            "\
Name:         pi-x7k2p
Namespace:    default
Priority:     0
Node:         node-1/
Start Time:   Mon, 01 Jan 2024 00:00:00 +0000
Labels:       job-name=pi
Annotations:  <none>
Status:       Running
IP:
IPs:
  IP:
Controlled By:  Job/pi
Containers:
  pi:
    Container ID:
    Image:          perl
    Image ID:
    Port:           <none>
    Host Port:      <none>
    State:          Running
      Started:      Mon, 01 Jan 2024 00:00:00 +0000
    Ready:          True
    Restart Count:  0
    Environment:
      JOB_COMPLETION_INDEX:   (v1:metadata.labels['job-name'])
    Mounts:                  <none>
Conditions:
  Type              Status
  Initialized       True
  Ready             True
  ContainersReady   True
  PodScheduled      True
Volumes:            <none>
QoS Class:          BestEffort
Node-Selectors:     <none>
Tolerations:        node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
                    node.kubernetes.io/unreachable:NoExecute op=Exists for 300s
Events:             <none>"
        );
    }

    #[test]
    fn a_pod_that_is_deleted_says_so_unless_it_has_ended_since_v1_31() {
        let deletion =
            json!({"metadata": {"deletionTimestamp": "2024-01-01T00:00:30Z", "deletionGracePeriodSeconds": 30}});
        let status = |release, phase| {
            let text = described_as(release, &pod(phase, &deletion));
            text.lines().find(|line| line.starts_with("Status:")).unwrap().split_once(':').unwrap().1.trim().to_owned()
        };
        assert_eq!(status(Release::V1_36, "Running"), "Terminating (lasts <invalid>)");
        assert_eq!(status(Release::V1_28, "Failed"), "Terminating (lasts <invalid>)");
        assert_eq!(status(Release::V1_36, "Failed"), "Failed");
    }

    #[test]
    fn older_releases_say_less() {
        let at = |release| described_as(release, &pod("Running", &json!({})));
        assert!(at(Release::V1_22).contains("Priority Class Name:  <none>"));
        assert!(!at(Release::V1_11).contains("Priority") && !at(Release::V1_11).contains("IPs:"));
    }
}
