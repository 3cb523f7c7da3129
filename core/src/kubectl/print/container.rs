//! The containers of a pod or of its template, as `kubectl describe` prints them: image, ports, command, status,
//! amounts, probes, environment and what is mounted, in this order.
//!
//! Probes, environment and status have modules of their own.

use super::fields::{Fields, entries, flag, given, list, number, object, objects, text, words};
use super::{container_status, environment, probe};
use crate::api::{Container, Release};
use crate::small_sort::SmallSort as _;

/// The minor that keeps commands of several lines in their place (#66841).
const KEEPS_COLUMNS: u8 = 12;
/// The minor that says which part of a volume is mounted (#70127).
const SUB_PATHS: u8 = 14;
/// The minor that says which system calls a container may make.
const SECCOMP: u8 = 27;
/// The minor that says the names of ports.
const PORT_NAMES: u8 = 34;

/// What has the containers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner<'a> {
    /// A template, whose lines are indented.
    Template,
    /// A pod as the API server answers with it, and the field of its status that is about these containers.
    Pod {
        /// The pod.
        pod: &'a Fields,
        /// Such as `containerStatuses`.
        statuses: &'static str,
    },
}

impl<'a> Owner<'a> {
    /// The indentation of titles, and of names under them.
    fn indents(self) -> (&'static str, &'static str) {
        match self {
            Self::Template => ("  ", "   "),
            Self::Pod { .. } => ("", "  "),
        }
    }

    /// The status of a container that has one.
    fn status_of(self, name: &str) -> Option<&'a Fields> {
        let Self::Pod { pod, statuses } = self else { return None };
        objects(object(pod, "status")?, statuses).find(|status| text(status, "name") == name)
    }
}

/// The lines of containers under their title, with tabs between the cells.
pub(super) fn described(
    lines: &mut Vec<String>,
    release: Release,
    title: &str,
    containers: &[Container],
    owner: Owner<'_>,
) {
    let (indent, name_indent) = owner.indents();
    lines.push(format!("{indent}{title}:{}", if containers.is_empty() { " <none>" } else { "" }));
    for container in containers {
        let other = container.other.map();
        let status = owner.status_of(&container.name);
        lines.push(format!("{name_indent}{}:", container.name));
        lines.extend(status.map(|status| format!("    Container ID:\t{}", text(status, "containerID"))));
        lines.push(format!("    Image:\t{}", text(other, "image")));
        lines.extend(status.map(|status| format!("    Image ID:\t{}", text(status, "imageID"))));
        for (title, field) in [("Port", "containerPort"), ("Host Port", "hostPort")] {
            lines.push(ports(release, title, field, other));
        }
        if release.since(SECCOMP) {
            seccomp_profile(lines, other);
        }
        for (title, field) in [("Command", "command"), ("Args", "args")] {
            command(lines, release, title, other, field);
        }
        if let Some(status) = status {
            container_status::described(lines, status);
        }
        if let Some(resources) = object(other, "resources") {
            amounts(lines, "    ", resources);
        }
        probe::described(lines, release, other);
        let pod = match owner {
            Owner::Template => None,
            Owner::Pod { pod, .. } => Some(pod),
        };
        environment::described(lines, release, other, pod);
        mounts(lines, release, other);
    }
}

fn ports(release: Release, title: &str, field: &str, container: &Fields) -> String {
    let port = |port: &Fields| {
        let name = given(port, "name").filter(|_| release.since(PORT_NAMES));
        let name = name.map_or(String::new(), |name| format!(" ({name})"));
        format!("{}/{}{name}", number(port, field), given(port, "protocol").unwrap_or("TCP"))
    };
    let listed: Vec<_> = objects(container, "ports").map(port).collect();
    match listed.as_slice() {
        [] => format!("    {title}:\t<none>"),
        [port] => format!("    {title}:\t{port}"),
        _ => format!("    {title}s:\t{}", listed.join(", ")),
    }
}

fn seccomp_profile(lines: &mut Vec<String>, container: &Fields) {
    let context = object(container, "securityContext");
    let Some(profile) = context.and_then(|context| object(context, "seccompProfile")) else { return };
    let r#type = text(profile, "type");
    lines.push(format!("    SeccompProfile:\t{type}"));
    if r#type == "Localhost" {
        lines.push(format!("      LocalhostProfile:\t{}", text(profile, "localhostProfile")));
    }
}

/// A command, a word a line.
fn command(lines: &mut Vec<String>, release: Release, title: &str, container: &Fields, field: &str) {
    if list(container, field).is_empty() {
        return;
    }
    lines.push(format!("    {title}:"));
    for word in words(container, field) {
        if release.since(KEEPS_COLUMNS) {
            lines.extend(word.split('\n').map(|line| format!("      {line}")));
        } else {
            lines.push(format!("      {word}"));
        }
    }
}

/// Limits and requests, each under its title.
pub(super) fn amounts(lines: &mut Vec<String>, indent: &str, resources: &Fields) {
    for (title, field) in [("Limits", "limits"), ("Requests", "requests")] {
        let amounts = entries(resources, field).map(|(name, amount)| format!("{indent}  {name}:\t{amount}"));
        let mut amounts = amounts.peekable();
        if amounts.peek().is_some() {
            lines.push(format!("{indent}{title}:"));
            lines.extend(amounts);
        }
    }
}

fn mounts(lines: &mut Vec<String>, release: Release, container: &Fields) {
    let none = if list(container, "volumeMounts").is_empty() { "\t<none>" } else { "" };
    lines.push(format!("    Mounts:{none}"));
    for mount in by(container, "volumeMounts", "mountPath") {
        let access = if flag(mount, "readOnly") { "ro" } else { "rw" };
        let part = given(mount, "subPath").filter(|_| release.since(SUB_PATHS));
        let part = part.map_or(String::new(), |path| format!(",path={path:?}"));
        lines.push(format!("      {} from {} ({access}{part})", text(mount, "mountPath"), text(mount, "name")));
    }
    if !list(container, "volumeDevices").is_empty() {
        // It says again that there are no mounts.
        lines.push(format!("    Devices:{none}"));
        let devices = by(container, "volumeDevices", "devicePath").into_iter();
        lines.extend(
            devices.map(|device| format!("      {} from {}", text(device, "devicePath"), text(device, "name"))),
        );
    }
}

/// Objects in the order of a text in them.
fn by<'a>(fields: &'a Fields, name: &str, key: &str) -> Vec<&'a Fields> {
    let mut all: Vec<_> = objects(fields, name).collect();
    all.small_sort_by_key(|object| text(object, key));
    all
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(release: Release, container: &Value) -> Vec<String> {
        let container = serde_json::from_value(container.clone()).unwrap();
        let mut lines = Vec::new();
        described(&mut lines, release, "Containers", &[container], Owner::Template);
        lines
    }

    /// What follows the line `title`, up to the next of its kind.
    fn under(release: Release, container: &Value, title: &str) -> Vec<String> {
        let lines = lines(release, container);
        let start = lines.iter().position(|line| line.starts_with(title)).unwrap();
        lines[start + 1..].iter().take_while(|line| line.starts_with("      ")).cloned().collect()
    }

    #[test]
    fn the_parts_have_their_order() {
        let probe = json!({"exec": {"command": ["x"]}});
        let container = json!({
            "name": "c",
            "image": "i",
            "command": ["sleep"],
            "args": ["1"],
            "resources": {"limits": {"memory": "1Gi", "cpu": "1"}, "requests": {"cpu": "1"}},
            "livenessProbe": probe,
            "envFrom": [{"secretRef": {"name": "s"}}],
            "securityContext": {"seccompProfile": {"type": "RuntimeDefault"}},
        });
        assert_eq!(
            lines(Release::V1_28, &container),
            [
                "  Containers:",
                "   c:",
                "    Image:\ti",
                "    Port:\t<none>",
                "    Host Port:\t<none>",
                "    SeccompProfile:\tRuntimeDefault",
                "    Command:",
                "      sleep",
                "    Args:",
                "      1",
                "    Limits:",
                "      cpu:\t1",
                "      memory:\t1Gi",
                "    Requests:",
                "      cpu:\t1",
                "    Liveness:\texec [x] delay=0s timeout=0s period=0s #success=0 #failure=0",
                "    Environment Variables from:",
                "      s\tSecret\tOptional: false",
                "    Environment:\t<none>",
                "    Mounts:\t<none>",
            ]
        );
        let mut none = Vec::new();
        described(&mut none, Release::V1_28, "Containers", &[], Owner::Template);
        assert_eq!(none, ["  Containers: <none>"]);
    }

    #[test]
    fn profiles_for_system_calls_are_shown_by_later_releases() {
        let profile = json!({"type": "Localhost", "localhostProfile": "p.json"});
        let container = json!({"name": "c", "securityContext": {"seccompProfile": profile}});
        assert_eq!(
            under(Release::V1_36, &container, "    SeccompProfile:\tLocalhost"),
            ["      LocalhostProfile:\tp.json"]
        );
        assert!(lines(Release::V1_22, &container).iter().all(|line| !line.contains("Seccomp")));
    }

    #[test]
    fn ports_are_one_line() {
        let container = json!({"name": "c", "ports": [
            {"name": "http", "containerPort": 80, "protocol": "TCP"},
            {"containerPort": 53, "hostPort": 5353, "protocol": "UDP"},
        ]});
        let ports = |release| lines(release, &container)[3..5].to_vec();
        assert_eq!(ports(Release::V1_28), ["    Ports:\t80/TCP, 53/UDP", "    Host Ports:\t0/TCP, 5353/UDP"]);
        assert_eq!(
            ports(Release::V1_36),
            ["    Ports:\t80/TCP (http), 53/UDP", "    Host Ports:\t0/TCP (http), 5353/UDP"]
        );
    }

    #[test]
    fn commands_of_several_lines_are_indented_since_v1_12() {
        let container = json!({"name": "c", "command": ["sh", "-c", "set -e\necho"]});
        assert_eq!(under(Release::V1_11, &container, "    Command:"), ["      sh", "      -c", "      set -e\necho"]);
        let later = ["      sh", "      -c", "      set -e", "      echo"];
        assert_eq!(under(Release::V1_22, &container, "    Command:"), later);
    }

    #[test]
    fn mounts_are_in_the_order_of_their_paths() {
        let container = json!({
            "name": "c",
            "volumeMounts": [
                {"mountPath": "/b", "name": "v", "subPath": "p"},
                {"mountPath": "/a", "name": "v", "readOnly": true},
            ],
            "volumeDevices": [{"devicePath": "/dev/y", "name": "d"}, {"devicePath": "/dev/x", "name": "d"}],
        });
        let mounts = |release| under(release, &container, "    Mounts:");
        assert_eq!(mounts(Release::V1_11), ["      /a from v (ro)", "      /b from v (rw)"]);
        assert_eq!(mounts(Release::V1_22), ["      /a from v (ro)", "      /b from v (rw,path=\"p\")"]);
        assert_eq!(under(Release::V1_11, &container, "    Devices:"), ["      /dev/x from d", "      /dev/y from d"]);
        let devices = json!({"name": "c", "volumeDevices": [{"devicePath": "/dev/x", "name": "d"}]});
        assert_eq!(
            lines(Release::V1_36, &devices)[6..],
            ["    Mounts:\t<none>", "    Devices:\t<none>", "      /dev/x from d"]
        );
    }
}
