//! The pod template within `kubectl describe job`. What it holds is what the person wrote; the engine passes it on unread.

use jobscope_core::api::{Container, Edition, PodTemplateSpec};
use serde_json::{Map, Value};

use super::describe::{annotations, entries, labels};

/// The template's lines, with tabs between the cells.
pub(super) fn described(lines: &mut Vec<String>, edition: Edition, template: &PodTemplateSpec) {
    let other = template.spec.other.map();
    lines.push("Pod Template:".to_owned());
    labels(lines, "  Labels", &template.metadata.labels);
    if !template.metadata.annotations.is_empty() {
        annotations(lines, edition, "  Annotations", &template.metadata.annotations);
    }
    lines.extend(text(other, "serviceAccountName").map(|name| format!("  Service Account:\t{name}")));
    if !template.spec.init_containers.is_empty() {
        containers(lines, "Init Containers", &template.spec.init_containers);
    }
    containers(lines, "Containers", &template.spec.containers);
    volumes(lines, list(other, "volumes"));
    lines.extend(text(other, "priorityClassName").map(|name| format!("  Priority Class Name:\t{name}")));
    // Since v1.30.
    if edition >= Edition::V1_36 {
        let nodes = other.get("nodeSelector").and_then(Value::as_object).into_iter().flatten();
        entries(lines, "  Node-Selectors", nodes.map(|(key, value)| format!("{key}={}", plain(value))));
        entries(lines, "  Tolerations", list(other, "tolerations").iter().filter_map(Value::as_object).map(toleration));
    }
}

fn containers(lines: &mut Vec<String>, title: &str, containers: &[Container]) {
    lines.push(format!("  {title}:"));
    for container in containers {
        let other = container.other.map();
        lines.push(format!("   {}:", container.name));
        lines.push(format!("    Image:\t{}", text(other, "image").unwrap_or_default()));
        for (title, field) in [("Port", "containerPort"), ("Host Port", "hostPort")] {
            lines.push(ports(title, field, list(other, "ports")));
        }
        for (title, field) in [("Command", "command"), ("Args", "args")] {
            words(lines, title, list(other, field));
        }
        let resources = other.get("resources").and_then(Value::as_object);
        for (title, field) in [("Limits", "limits"), ("Requests", "requests")] {
            amounts(lines, title, resources.and_then(|resources| resources.get(field)).and_then(Value::as_object));
        }
        environment(lines, list(other, "env"));
        mounts(lines, list(other, "volumeMounts"));
    }
}

fn ports(title: &str, field: &str, ports: &[Value]) -> String {
    let told: Vec<_> = ports
        .iter()
        .filter_map(Value::as_object)
        .map(|port| {
            format!("{}/{}", port.get(field).map_or("0".to_owned(), plain), text(port, "protocol").unwrap_or("TCP"))
        })
        .collect();
    match told.as_slice() {
        [] => format!("    {title}:\t<none>"),
        [port] => format!("    {title}:\t{port}"),
        _ => format!("    {title}s:\t{}", told.join(", ")),
    }
}

/// A command, a word a line.
fn words(lines: &mut Vec<String>, title: &str, words: &[Value]) {
    if words.is_empty() {
        return;
    }
    lines.push(format!("    {title}:"));
    for word in words.iter().filter_map(Value::as_str) {
        lines.extend(word.split('\n').map(|line| format!("      {line}")));
    }
}

fn amounts(lines: &mut Vec<String>, title: &str, amounts: Option<&Map<String, Value>>) {
    let Some(amounts) = amounts.filter(|amounts| !amounts.is_empty()) else { return };
    lines.push(format!("    {title}:"));
    lines.extend(sorted(amounts).map(|(name, amount)| format!("      {name}:\t{}", plain(amount))));
}

fn environment(lines: &mut Vec<String>, variables: &[Value]) {
    lines.push(if variables.is_empty() { "    Environment:\t<none>" } else { "    Environment:" }.to_owned());
    for variable in variables.iter().filter_map(Value::as_object) {
        let name = text(variable, "name").unwrap_or_default();
        let from = |kind| variable.get("valueFrom").and_then(|from| from.get(kind)).and_then(Value::as_object);
        if let Some(field) = from("fieldRef") {
            let version = text(field, "apiVersion").unwrap_or("v1");
            lines.push(format!("      {name}:\t ({version}:{})", of(field, "fieldPath")));
        } else if let Some(key) = from("secretKeyRef") {
            let (field, secret) = (of(key, "key"), of(key, "name"));
            lines.push(format!(
                "      {name}:\t<set to the key '{field}' in secret '{secret}'>\tOptional: {}",
                optional(key)
            ));
        } else if let Some(key) = from("configMapKeyRef") {
            let (field, config) = (of(key, "key"), of(key, "name"));
            lines.push(format!(
                "      {name}:\t<set to the key '{field}' of config map '{config}'>\tOptional: {}",
                optional(key)
            ));
        } else {
            let start = lines.len();
            lines.extend(of(variable, "value").split('\n').map(|line| format!("      \t{line}")));
            if let Some(first) = lines.get_mut(start) {
                first.insert_str(6, &format!("{name}:"));
            }
        }
    }
}

fn mounts(lines: &mut Vec<String>, mounts: &[Value]) {
    lines.push(if mounts.is_empty() { "    Mounts:\t<none>" } else { "    Mounts:" }.to_owned());
    let mut mounts: Vec<_> = mounts.iter().filter_map(Value::as_object).collect();
    mounts.sort_by_key(|mount| text(mount, "mountPath").unwrap_or_default());
    for mount in mounts {
        let of = |field| text(mount, field).unwrap_or_default();
        let access = if mount.get("readOnly") == Some(&Value::Bool(true)) { "ro" } else { "rw" };
        let part = text(mount, "subPath").map_or(String::new(), |path| format!(",path={path:?}"));
        lines.push(format!("      {} from {} ({access}{part})", of("mountPath"), of("name")));
    }
}

/// Volumes by name, with their kind as the API names it.
fn volumes(lines: &mut Vec<String>, volumes: &[Value]) {
    lines.push(if volumes.is_empty() { "  Volumes:\t<none>" } else { "  Volumes:" }.to_owned());
    for volume in volumes.iter().filter_map(Value::as_object) {
        lines.push(format!("   {}:", text(volume, "name").unwrap_or_default()));
        let source = |kind| volume.get(kind).and_then(Value::as_object);
        let told = if let Some(directory) = source("emptyDir") {
            let limit = directory.get("sizeLimit").map_or("<unset>".to_owned(), plain);
            vec![
                "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)".to_owned(),
                format!("Medium:\t{}", of(directory, "medium")),
                format!("SizeLimit:\t{limit}"),
            ]
        } else if let Some(config) = source("configMap") {
            vec![
                "Type:\tConfigMap (a volume populated by a ConfigMap)".to_owned(),
                format!("Name:\t{}", of(config, "name")),
                format!("Optional:\t{}", optional(config)),
            ]
        } else if let Some(secret) = source("secret") {
            vec![
                "Type:\tSecret (a volume populated by a Secret)".to_owned(),
                format!("SecretName:\t{}", of(secret, "secretName")),
                format!("Optional:\t{}", optional(secret)),
            ]
        } else {
            vec!["<unknown>".to_owned()]
        };
        lines.extend(told.into_iter().map(|line| format!("    {line}")));
    }
}

fn toleration(toleration: &Map<String, Value>) -> String {
    let of = |field| text(toleration, field).unwrap_or_default();
    let (key, value, effect) = (of("key"), of("value"), of("effect"));
    let exists = of("operator") == "Exists" && value.is_empty();
    let parts = [
        key.to_owned(),
        if value.is_empty() { String::new() } else { format!("={value}") },
        if effect.is_empty() { String::new() } else { format!(":{effect}") },
        match exists {
            true if key.is_empty() && effect.is_empty() => "op=Exists".to_owned(),
            true => " op=Exists".to_owned(),
            false => String::new(),
        },
        toleration.get("tolerationSeconds").map_or(String::new(), |seconds| format!(" for {}s", plain(seconds))),
    ];
    parts.concat()
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

fn of(fields: &Map<String, Value>, name: &str) -> String {
    text(fields, name).unwrap_or_default().to_owned()
}

fn optional(fields: &Map<String, Value>) -> bool {
    fields.get("optional") == Some(&Value::Bool(true))
}

fn list<'a>(fields: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    fields.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn sorted(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    fields.into_iter()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
