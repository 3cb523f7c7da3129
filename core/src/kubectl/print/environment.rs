//! The environment of a container: variables, each with its value or where it comes from, and whole sets of them.
//!
//! Values that only a pod has are empty in a template.

use super::fields::{Fields, entries, flag, given, list, object, objects, plain, text};
use crate::api::{Quantity, Release};

/// The minor that keeps values of several lines in their column (#66841).
const KEEPS_COLUMNS: u8 = 12;
/// The minor that knows amounts of huge pages as a variable.
const HUGE_PAGES: u8 = 20;

/// The minor whose kubectl resolves only the name and the namespace.
const NAMES_ONLY: u8 = 12;

/// The lines of a container's environment; of a pod's container with the values of the pod's fields.
pub(super) fn described(lines: &mut Vec<String>, release: Release, container: &Fields, pod: Option<&Fields>) {
    if !list(container, "envFrom").is_empty() {
        lines.push("    Environment Variables from:".to_owned());
        lines.extend(objects(container, "envFrom").map(set));
    }
    let variables = list(container, "env");
    lines.push(if variables.is_empty() { "    Environment:\t<none>" } else { "    Environment:" }.to_owned());
    for variable in objects(container, "env") {
        let name = text(variable, "name");
        if let Some(from) = object(variable, "valueFrom") {
            // None of the releases prints what later ones added.
            lines.extend(source(release, container, from, pod).map(|from| format!("      {name}:\t{from}")));
            continue;
        }
        let value = text(variable, "value");
        if !release.since(KEEPS_COLUMNS) {
            lines.push(format!("      {name}:\t{value}"));
            continue;
        }
        let titles = std::iter::once(format!("{name}:")).chain(std::iter::repeat(String::new()));
        lines.extend(titles.zip(value.split('\n')).map(|(title, line)| format!("      {title}\t{line}")));
    }
}

/// All of a config map or a secret.
fn set(from: &Fields) -> String {
    let sources = [("configMapRef", "ConfigMap"), ("secretRef", "Secret")];
    let source = sources.into_iter().find_map(|(field, kind)| Some((kind, object(from, field)?)));
    let (kind, name, optional) =
        source.map_or(("", "", false), |(kind, source)| (kind, text(source, "name"), flag(source, "optional")));
    let prefix = given(from, "prefix").map_or(String::new(), |prefix| format!(" with prefix '{prefix}'"));
    format!("      {name}\t{kind}{prefix}\tOptional: {optional}")
}

/// Where a variable has its value from.
fn source(release: Release, container: &Fields, from: &Fields, pod: Option<&Fields>) -> Option<String> {
    if let Some(field) = object(from, "fieldRef") {
        let (version, path) = (given(field, "apiVersion").unwrap_or("v1"), text(field, "fieldPath"));
        let value = pod.and_then(|pod| field_value(release, pod, path)).unwrap_or_default();
        return Some(format!("{value} ({version}:{path})"));
    }
    if let Some(field) = object(from, "resourceFieldRef") {
        let resource = text(field, "resource");
        let value = amount(release, container, field).map_or(String::new(), |amount| amount.to_string());
        // Without a limit a container may have all that the node has.
        let unlimited = value == "0" && ["limits.cpu", "limits.memory"].contains(&resource);
        return Some(format!("{} ({resource})", if unlimited { "node allocatable" } else { &value }));
    }
    let key = |key: &Fields, of: &str| {
        let (field, name, optional) = (text(key, "key"), text(key, "name"), flag(key, "optional"));
        format!("<set to the key '{field}' {of} '{name}'>\tOptional: {optional}")
    };
    object(from, "secretKeyRef")
        .map(|secret| key(secret, "in secret"))
        .or_else(|| object(from, "configMapKeyRef").map(|config| key(config, "of config map")))
}

/// `EnvValueRetriever`: a field of the pod's metadata. `None` if only the kubelet knows the value, and since v1.12 for
/// all fields except the name and the namespace.
fn field_value(release: Release, pod: &Fields, path: &str) -> Option<String> {
    let metadata = object(pod, "metadata")?;
    if release.since(NAMES_ONLY) && !["metadata.name", "metadata.namespace"].contains(&path) {
        return None;
    }
    if let Some((map, key)) = path.strip_suffix("']").and_then(|path| path.split_once("['")) {
        let map = map.strip_prefix("metadata.").filter(|map| ["labels", "annotations"].contains(map))?;
        return object(metadata, map)?.get(key).map(plain);
    }
    let field = path.strip_prefix("metadata.")?;
    match field {
        "name" | "namespace" | "uid" => metadata.get(field).map(plain),
        "labels" | "annotations" => {
            let lines: Vec<_> = entries(metadata, field).map(|(key, value)| format!("{key}={value:?}")).collect();
            Some(lines.join("\n"))
        }
        _ => None,
    }
}

/// `ExtractContainerResourceValue`: one of the container's own amounts in units of the divisor, rounded up. Nothing if the
/// release knows no such amount.
fn amount(release: Release, container: &Fields, field: &Fields) -> Option<i128> {
    let (list, name) = text(field, "resource").split_once('.')?;
    let in_thousandths = match name {
        "cpu" => true,
        "memory" | "ephemeral-storage" => false,
        _ if name.starts_with("hugepages-") && release.since(HUGE_PAGES) => false,
        _ => return None,
    };
    if !["limits", "requests"].contains(&list) {
        return None;
    }
    let read = |value: &serde_json::Value| Quantity::parse(&plain(value)).ok();
    let amounts = object(container, "resources").and_then(|resources| object(resources, list));
    let units = |quantity: Quantity| i128::from(if in_thousandths { quantity.milli_value() } else { quantity.value() });
    let amount = amounts.and_then(|amounts| amounts.get(name)).and_then(read).map_or(0, units);
    let one = if in_thousandths { 1000 } else { 1 };
    let divisor = field.get("divisor").and_then(read).map(units).filter(|divisor| *divisor > 0).unwrap_or(one);
    Some(amount.div_euclid(divisor) + i128::from(amount.rem_euclid(divisor) != 0))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(release: Release, container: &Value) -> Vec<String> {
        let mut lines = Vec::new();
        described(&mut lines, release, container.as_object().unwrap(), None);
        lines
    }

    #[test]
    fn variables_have_a_value_or_a_source() {
        let container = json!({"env": [
            {"name": "A", "value": "1"},
            {"name": "B"},
            {"name": "C", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}},
            {"name": "D", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k", "optional": true}}},
            {"name": "E", "valueFrom": {"configMapKeyRef": {"name": "c", "key": "k"}}},
            {"name": "F", "valueFrom": {"fileKeyRef": {"path": "f"}}},
        ]});
        for release in Release::ALL {
            assert_eq!(
                lines(release, &container),
                [
                    "    Environment:",
                    "      A:\t1",
                    "      B:\t",
                    "      C:\t (v1:metadata.name)",
                    "      D:\t<set to the key 'k' in secret 's'>\tOptional: true",
                    "      E:\t<set to the key 'k' of config map 'c'>\tOptional: false",
                ]
            );
        }
        assert_eq!(lines(Release::V1_36, &json!({})), ["    Environment:\t<none>"]);
    }

    #[test]
    fn only_names_of_a_pod_are_values_since_v1_12() {
        let pod = json!({"metadata": {"name": "p", "uid": "u", "labels": {"a": "1"}}});
        let line = |release, path: &str| {
            let container = json!({"env": [{"name": "N", "valueFrom": {"fieldRef": {"fieldPath": path}}}]});
            let mut lines = Vec::new();
            described(&mut lines, release, container.as_object().unwrap(), pod.as_object());
            lines.pop().unwrap()
        };
        for (path, old, new) in
            [("metadata.name", "p", "p"), ("metadata.uid", "u", ""), ("metadata.labels['a']", "1", "")]
        {
            assert_eq!(line(Release::V1_11, path), format!("      N:\t{old} (v1:{path})"));
            assert_eq!(line(Release::V1_36, path), format!("      N:\t{new} (v1:{path})"));
        }
    }

    #[test]
    fn values_of_several_lines_stay_in_their_column_since_v1_12() {
        let container = json!({"env": [{"name": "A", "value": "1\n2"}]});
        assert_eq!(lines(Release::V1_11, &container), ["    Environment:", "      A:\t1\n2"]);
        assert_eq!(lines(Release::V1_22, &container), ["    Environment:", "      A:\t1", "      \t2"]);
    }

    #[test]
    fn sets_come_before_variables() {
        let container = json!({"envFrom": [
            {"configMapRef": {"name": "c"}},
            {"prefix": "P_", "secretRef": {"name": "s", "optional": true}},
            {},
        ]});
        assert_eq!(
            lines(Release::V1_11, &container),
            [
                "    Environment Variables from:",
                "      c\tConfigMap\tOptional: false",
                "      s\tSecret with prefix 'P_'\tOptional: true",
                "      \t\tOptional: false",
                "    Environment:\t<none>",
            ]
        );
    }

    #[test]
    fn amounts_are_those_of_the_container() {
        let shown = |release, resource: &str, divisor: &str| {
            let field = json!({"resource": resource, "divisor": divisor});
            let container = json!({
                "resources": {
                    "limits": {"cpu": "1500m", "hugepages-2Mi": "4Mi"},
                    "requests": {"memory": "1Gi", "cpu": "250m", "ephemeral-storage": "1k"},
                },
                "env": [{"name": "N", "valueFrom": {"resourceFieldRef": field}}],
            });
            lines(release, &container).pop().unwrap()
        };
        for (resource, divisor, line) in [
            ("limits.cpu", "0", "      N:\t2 (limits.cpu)"),
            ("limits.cpu", "1m", "      N:\t1500 (limits.cpu)"),
            ("requests.cpu", "0", "      N:\t1 (requests.cpu)"),
            ("requests.memory", "1Mi", "      N:\t1024 (requests.memory)"),
            ("requests.memory", "1G", "      N:\t2 (requests.memory)"),
            ("requests.ephemeral-storage", "0", "      N:\t1000 (requests.ephemeral-storage)"),
            ("limits.memory", "0", "      N:\tnode allocatable (limits.memory)"),
            ("limits.ephemeral-storage", "0", "      N:\t0 (limits.ephemeral-storage)"),
            ("limits.hugepages-2Mi", "1Mi", "      N:\t4 (limits.hugepages-2Mi)"),
            ("limits.gpu", "0", "      N:\t (limits.gpu)"),
        ] {
            assert_eq!(shown(Release::V1_36, resource, divisor), line);
        }
        assert_eq!(shown(Release::V1_11, "limits.hugepages-2Mi", "0"), "      N:\t (limits.hugepages-2Mi)");
    }
}
