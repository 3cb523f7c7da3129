//! Warnings about the ports of a pod's containers, which are all ports of one pod.

use crate::api::Release;
use crate::api::field::{FieldPath, go_quote};
use crate::api::json::{Object, number, objects, text};
use crate::api::validation::Visited;

/// Warnings about ports that are the same, or nearly.
pub(super) fn of_ports(warnings: &mut Vec<String>, containers: &[Visited<'_>], release: Release) {
    let ports = || {
        containers.iter().flat_map(|container| {
            let path = container.path.child("ports");
            objects(container.fields, "ports").map(move |(index, port)| (path.index(index), port))
        })
    };
    if release.since(28) {
        let mut seen: Vec<(FieldPath, &Object)> = Vec::new();
        for (path, port) in ports() {
            of_port(warnings, &path, port, &seen);
            seen.push((path, port));
        }
    }
    if release.since(33) {
        let mut names: Vec<(&str, FieldPath)> = Vec::new();
        for (path, port) in ports() {
            let name = text(port, "name");
            match names.iter().find(|(known, _)| *known == name) {
                _ if name.is_empty() => {}
                Some((_, other)) => warnings.push(format!(
                    "{path}: duplicate port name {} with {other}, services and probes that select ports by name will use {other}",
                    go_quote(name)
                )),
                None => names.push((name, path)),
            }
        }
    }
}

/// A port beside those before it.
fn of_port(warnings: &mut Vec<String>, path: &FieldPath, port: &Object, seen: &[(FieldPath, &Object)]) {
    let of = |port: &Object| (number(port, "containerPort"), text(port, "protocol").to_owned());
    let (host_ip, host_port) = (text(port, "hostIP"), number(port, "hostPort"));
    if !host_ip.is_empty() && host_port == 0 {
        let (container_port, protocol) = of(port);
        warnings.push(format!(
            "{path}: hostIP set without hostPort: {{Name:{} HostPort:0 ContainerPort:{container_port} \
             Protocol:{protocol} HostIP:{host_ip}}}",
            text(port, "name")
        ));
    }
    for (other_path, other) in seen.iter().filter(|(_, other)| of(other) == of(port)) {
        let (other_ip, other_port) = (text(other, "hostIP"), number(other, "hostPort"));
        let how = if (host_ip, host_port) == (other_ip, other_port) {
            "duplicate"
        } else if host_port == 0 || other_port == 0 {
            "overlapping"
        } else if host_port == other_port && host_ip.is_empty() != other_ip.is_empty() {
            "dangerously ambiguous"
        } else {
            continue;
        };
        warnings.push(format!("{path}: {how} port definition with {other_path}"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::PodSpec;
    use crate::api::validation::visit_containers;

    #[test]
    fn ports_of_one_pod() {
        let ports = json!([
            {"containerPort": 80, "protocol": "TCP", "name": "web"},
            {"containerPort": 80, "protocol": "TCP", "hostPort": 8080},
            {"containerPort": 80, "protocol": "TCP", "hostPort": 8080, "hostIP": "10.0.0.1"},
            {"containerPort": 81, "protocol": "UDP", "hostIP": "10.0.0.1", "name": "web"},
        ]);
        let spec: PodSpec = serde_json::from_value(json!({"containers": [{"name": "c", "ports": ports}]})).unwrap();
        let mut warnings = Vec::new();
        of_ports(&mut warnings, &visit_containers(&spec, &FieldPath::new("s")), Release::V1_36);
        let port = |index: usize| format!("s.containers[0].ports[{index}]");
        assert_eq!(
            warnings,
            [
                format!("{}: overlapping port definition with {}", port(1), port(0)),
                format!("{}: overlapping port definition with {}", port(2), port(0)),
                format!("{}: dangerously ambiguous port definition with {}", port(2), port(1)),
                format!(
                    "{}: hostIP set without hostPort: {{Name:web HostPort:0 ContainerPort:81 Protocol:UDP HostIP:10.0.0.1}}",
                    port(3)
                ),
                format!(
                    "{}: duplicate port name \"web\" with {}, services and probes that select ports by name will use {}",
                    port(3),
                    port(0),
                    port(0)
                ),
            ]
        );
    }
}
