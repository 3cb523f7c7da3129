//! Validation of containers (`validateContainers`, `validateContainerCommon`).

use std::collections::BTreeSet;

use super::context::{PodContext, dns_label, required_and_supported};
use super::meta::invalid_texts;
use super::probe::{self, port_number, pull_policy};
use super::{container_restart, env, names, pod_spec, resources, security_context, volume_mounts};
use crate::api::json::{Object, number, object, objects, text};
use crate::api::{Container, FieldError, FieldPath, Release};

/// `validateContainers` of a pod's ordinary containers.
pub(super) fn containers(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let containers = &pod.spec.containers;
    if containers.is_empty() {
        errors.push(FieldError::required(path, ""));
        return;
    }
    let mut taken = BTreeSet::new();
    for (index, container) in containers.iter().enumerate() {
        let (path, fields) = (path.index(index), container.other.map());
        if pod.release.since(25) {
            common(errors, &container.name, fields, pod, &path);
            unique_name(errors, &container.name, &mut taken, &path);
            probe::lifecycle_and_probes(errors, fields, pod, &path);
            container_restart::container_restart_policy(errors, container, pod, &path);
        } else {
            all_before_v1_25(errors, container, pod, &mut taken, &path);
        }
    }
    let mut taken = BTreeSet::new();
    for (index, container) in containers.iter().enumerate() {
        let path = path.index(index);
        host_ports(errors, container.other.map(), &mut taken, &path, &path);
    }
}

fn unique_name<'a>(errors: &mut Vec<FieldError>, name: &'a str, taken: &mut BTreeSet<&'a str>, path: &FieldPath) {
    if !taken.insert(name) {
        errors.push(FieldError::duplicate(&path.child("name"), name));
    }
}

/// `validateContainerCommon`: what containers of all kinds have (v1.25 and later).
pub(super) fn common(
    errors: &mut Vec<FieldError>,
    name: &str,
    container: &Object,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    container_name(errors, name, path);
    image(errors, container, path);
    let policy = text(container, "terminationMessagePolicy");
    let known = ["File", "FallbackToLogsOnError"];
    required_and_supported(errors, &path.child("terminationMessagePolicy"), policy, &known);
    from_ports_on(errors, container, pod, path);
}

fn container_name(errors: &mut Vec<FieldError>, name: &str, path: &FieldPath) {
    let path = path.child("name");
    if name.is_empty() {
        errors.push(FieldError::required(&path, ""));
    } else {
        dns_label(errors, name, &path);
    }
}

fn image(errors: &mut Vec<FieldError>, container: &Object, path: &FieldPath) {
    if text(container, "image").is_empty() {
        errors.push(FieldError::required(&path.child("image"), ""));
    }
}

/// `validateContainers` before v1.25: the same rules for ordinary and init containers, in another order.
pub(super) fn all_before_v1_25<'a>(
    errors: &mut Vec<FieldError>,
    container: &'a Container,
    pod: &PodContext<'_>,
    taken: &mut BTreeSet<&'a str>,
    path: &FieldPath,
) {
    let fields = container.other.map();
    container_name(errors, &container.name, path);
    unique_name(errors, &container.name, taken, path);
    image(errors, fields, path);
    probe::lifecycle(errors, fields, pod, path);
    probe::probe(errors, fields, "livenessProbe", pod, path);
    probe::probe_of_kind(errors, fields, "readinessProbe", pod, path);
    if pod.release.since(21) {
        probe::probe(errors, fields, "startupProbe", pod, path);
    }
    probe::probe_of_kind(errors, fields, "livenessProbe", pod, path);
    if !pod.release.since(21) {
        probe::probe(errors, fields, "startupProbe", pod, path);
    }
    probe::probe_of_kind(errors, fields, "startupProbe", pod, path);
    let detail = "must be 'File' or 'FallbackToLogsOnError'";
    let message_policy = path.child("terminationMessagePolicy");
    match text(fields, "terminationMessagePolicy") {
        "File" | "FallbackToLogsOnError" => {}
        "" => errors.push(FieldError::required(&message_policy, detail)),
        policy => errors.push(FieldError::invalid_text(&message_policy, policy, detail)),
    }
    probe::probe(errors, fields, "readinessProbe", pod, path);
    from_ports_on(errors, fields, pod, path);
}

/// The part of the walk that is the same in all releases.
fn from_ports_on(errors: &mut Vec<FieldError>, container: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let release = pod.release;
    ports(errors, container, release, &path.child("ports"));
    env::env(errors, container, release, &path.child("env"));
    env::env_from(errors, container, release, &path.child("envFrom"));
    volume_mounts::volume_mounts(errors, container, pod, &path.child("volumeMounts"));
    volume_mounts::volume_devices(errors, container, pod, &path.child("volumeDevices"));
    pull_policy(errors, text(container, "imagePullPolicy"), &path.child("imagePullPolicy"));
    if let Some(requirements) = object(container, "resources") {
        resources::container_resources(errors, requirements, pod, &path.child("resources"));
    }
    pod_spec::resize_policy(errors, container, pod, &path.child("resizePolicy"));
    if let Some(context) = object(container, "securityContext") {
        security_context::security_context(errors, context, pod, &path.child("securityContext"));
    }
}

/// `validateContainerPorts`.
fn ports(errors: &mut Vec<FieldError>, container: &Object, release: Release, path: &FieldPath) {
    let mut taken = BTreeSet::new();
    for (index, port) in objects(container, "ports") {
        let path = path.index(index);
        let name = text(port, "name");
        if !name.is_empty() {
            let sentences = names::port_name(name);
            if !sentences.is_empty() {
                invalid_texts(errors, &path.child("name"), name, sentences);
            } else if !taken.insert(name) {
                errors.push(FieldError::duplicate(&path.child("name"), name));
            }
        }
        match number(port, "containerPort") {
            0 => errors.push(FieldError::required(&path.child("containerPort"), "")),
            container_port => port_number(errors, container_port, &path.child("containerPort")),
        }
        match number(port, "hostPort") {
            0 => {}
            host_port => port_number(errors, host_port, &path.child("hostPort")),
        }
        // SCTP came with v1.12, behind a gate until v1.19.
        let known: &[&str] = if release.since(19) { &["SCTP", "TCP", "UDP"] } else { &["TCP", "UDP"] };
        required_and_supported(errors, &path.child("protocol"), text(port, "protocol"), known);
    }
}

/// `AccumulateUniqueHostPorts` of one container: `path` is where Kubernetes says that it is, `place` where it is.
pub(super) fn host_ports(
    errors: &mut Vec<FieldError>,
    container: &Object,
    taken: &mut BTreeSet<String>,
    path: &FieldPath,
    place: &FieldPath,
) {
    let host_port_of = |path: &FieldPath, index| path.child("ports").index(index).child("hostPort");
    for (index, port) in objects(container, "ports") {
        let host_port = number(port, "hostPort");
        if host_port != 0 {
            let key = format!("{}/{}/{host_port}", text(port, "protocol"), text(port, "hostIP"));
            if taken.contains(&key) {
                let error = FieldError::duplicate(&host_port_of(path, index), &key);
                errors.push(error.at(host_port_of(place, index)));
            } else {
                taken.insert(key);
            }
        }
    }
}
