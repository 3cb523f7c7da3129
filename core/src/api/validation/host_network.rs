//! Ports of pods on the host's network, where a port is the same inside and outside.

use crate::api::json::{Object, number, objects};
use crate::api::{Container, FieldError, FieldPath};

/// `validateHostNetwork`: the rule until v1.27, when templates got the host's ports by default.
pub(super) fn container_ports_match(errors: &mut Vec<FieldError>, containers: &[Container], path: &FieldPath) {
    for (path, port) in ports(containers, path) {
        let container_port = number(port, "containerPort");
        if number(port, "hostPort") != container_port {
            let detail = "must match `hostPort` when `hostNetwork` is true";
            errors.push(FieldError::invalid(&path.child("containerPort"), container_port, detail));
        }
    }
}

/// `validatePodHostNetworkDeps`, which is asked instead since v1.28 (#117696): a template may leave the port of the
/// host open until there is a pod.
pub(super) fn host_ports_match(errors: &mut Vec<FieldError>, containers: &[Container], path: &FieldPath) {
    for (path, port) in ports(containers, path) {
        let host_port = number(port, "hostPort");
        if host_port != 0 && host_port != number(port, "containerPort") {
            let detail = "must match `containerPort` when `hostNetwork` is true";
            errors.push(FieldError::invalid(&path.child("hostPort"), host_port, detail));
        }
    }
}

/// The ports of all containers with their paths.
fn ports<'a>(containers: &'a [Container], path: &FieldPath) -> impl Iterator<Item = (FieldPath, &'a Object)> {
    containers.iter().enumerate().flat_map(move |(index, container)| {
        let path = path.index(index).child("ports");
        objects(container.other.map(), "ports").map(move |(index, port)| (path.index(index), port))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::pod_spec::pod_spec;
    use super::*;
    use crate::api::{PodSpec, Release};

    #[test]
    fn on_the_hosts_network_ports_are_the_hosts() {
        let port = |host_port: i32| {
            let ports = json!([{"containerPort": 80, "hostPort": host_port, "protocol": "TCP"}]);
            let container = json!({"name": "c", "image": "i", "imagePullPolicy": "Always", "terminationMessagePolicy": "File", "ports": ports});
            let spec = json!({"containers": [container], "dnsPolicy": "Default", "hostNetwork": true, "hostname": "a"});
            let spec: PodSpec = serde_json::from_value(spec).unwrap();
            move |release: Release| {
                let mut errors = Vec::new();
                pod_spec(&mut errors, &spec, release.into(), &FieldPath::new("spec"));
                errors.iter().map(ToString::to_string).collect::<Vec<_>>()
            }
        };
        let policy = "spec.restartPolicy: Required value";
        for release in [Release::V1_11, Release::V1_22] {
            let wrong = "spec.containers[0].ports[0].containerPort: Invalid value: 80: must match `hostPort` when `hostNetwork` is true";
            assert_eq!(port(80)(release), [policy]);
            assert_eq!([port(0)(release), port(81)(release)], [[policy, wrong], [policy, wrong]]);
        }
        for release in [Release::V1_28, Release::V1_36] {
            let wrong = "spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true";
            assert_eq!([port(80)(release), port(0)(release)], [[policy], [policy]]);
            assert_eq!(port(81)(release), [wrong, policy]);
        }
    }
}
