//! What the server's merge says of an object that is not of its type (`structured-merge-diff`), before it is applied.

use std::fmt::Write as _;

use serde_json::Value;

use crate::api::{DecodedJob, ObjectKey, Release, go_quote};
use crate::kubectl::CommandError;

/// Lists whose items have keys, with those; other items are known by their places.
const KEYS: &[(&str, &[&str])] = &[
    ("claims", &["name"]),
    ("containers", &["name"]),
    ("env", &["name"]),
    ("ephemeralContainers", &["name"]),
    ("hostAliases", &["ip"]),
    ("imagePullSecrets", &["name"]),
    ("initContainers", &["name"]),
    ("ownerReferences", &["uid"]),
    ("ports", &["containerPort", "protocol"]),
    ("resourceClaims", &["name"]),
    ("schedulingGates", &["name"]),
    ("topologySpreadConstraints", &["topologyKey", "whenUnsatisfiable"]),
    ("volumeDevices", &["devicePath"]),
    ("volumeMounts", &["mountPath"]),
    ("volumes", &["name"]),
];

/// Refuses a Job with fields that the release does not know, or with a value of another type.
pub(super) fn check_types(key: &ObjectKey, document: &Value, release: Release) -> Result<(), CommandError> {
    let lines = match DecodedJob::from_json(document, release) {
        Ok(decoded) => decoded.strict.iter().filter_map(|unknown| undeclared(unknown, document)).collect(),
        Err(error) => Vec::from_iter(mistyped(&error.message, document)),
    };
    let all = match lines.as_slice() {
        [] => return Ok(()),
        [line] => line.clone(),
        lines => format!("errors:\n  {}", lines.join("\n  ")),
    };
    Err(CommandError::Listed(format!(
        "Error from server: failed to create typed patch object ({key}; batch/v1, Kind=Job): {all}"
    )))
}

/// The error of a field that a Job does not have, from that of a strict decoder.
fn undeclared(unknown: &str, document: &Value) -> Option<String> {
    let path = unknown.strip_prefix("unknown field \"")?.strip_suffix('"')?;
    Some(format!("{}: field not declared in schema", with_keys(path, document)))
}

/// The error of a value of another type, from that of Go's decoder.
fn mistyped(error: &str, document: &Value) -> Option<String> {
    let (_, field) = error.split_once("into Go struct field ")?;
    let (path, r#type) = field.split_once(" of type ")?;
    let (_, path) = path.split_once('.')?;
    let value = path.split('.').try_fold(document, |at, name| at.get(name))?;
    let (text, shown) = match value {
        Value::String(text) => (text.clone(), format!("{text:?}")),
        Value::Number(_) | Value::Bool(_) => (value.to_string(), value.to_string()),
        _ => return None,
    };
    let what = match r#type {
        "int32" | "int64" => {
            format!("numeric (int or float), got {}", if value.is_string() { "string" } else { "bool" })
        }
        "string" => format!("string, got &value.valueUnstructured{{Value:{shown}}}"),
        "bool" => format!("boolean, got &{{{text}}}"),
        list if list.starts_with("[]") => format!("list, got &{{{text}}}"),
        map if map.starts_with("map[") => format!("map, got &{{{text}}}"),
        _ => return None,
    };
    Some(format!(".{path}: expected {what}"))
}

/// A path such as `spec.containers[0].image` as the merge has it: `.spec.containers[name="c"].image`.
fn with_keys(path: &str, document: &Value) -> String {
    let mut out = String::new();
    let mut at = document;
    for segment in path.split('.') {
        let (name, places) = segment.split_once('[').unwrap_or((segment, ""));
        let _ = write!(out, ".{name}");
        at = at.get(name).unwrap_or(&Value::Null);
        for place in places.split('[').filter_map(|place| place.strip_suffix(']')) {
            at = place.parse::<usize>().ok().and_then(|place| at.get(place)).unwrap_or(&Value::Null);
            let keys = KEYS.iter().find(|(list, _)| *list == name).map_or(&[][..], |(_, keys)| keys);
            let pairs: Vec<_> = keys.iter().filter_map(|key| Some(format!("{key}={}", shown_key(key, at)?))).collect();
            let item = if pairs.is_empty() { place.to_owned() } else { pairs.join(",") };
            let _ = write!(out, "[{item}]");
        }
    }
    out
}

/// The value of a key of an item; a port has a protocol of its own accord.
fn shown_key(key: &str, item: &Value) -> Option<String> {
    match item.get(key) {
        None => (key == "protocol").then(|| "\"TCP\"".to_owned()),
        Some(Value::String(text)) => Some(go_quote(text)),
        Some(other) => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn says(spec: &Value) -> String {
        let document = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "x"}, "spec": spec});
        let checked = check_types(&"default/x".into(), &document, Release::V1_36);
        let line = checked.map_or_else(|error| error.line(), |()| String::new());
        line.replace("Error from server: failed to create typed patch object (default/x; batch/v1, Kind=Job): ", "")
    }

    #[test]
    fn fields_of_items_have_the_keys_of_their_lists() {
        let containers = json!([{"name": "c", "imag": "x", "ports": [{"containerPort": 80, "x": 1}]}]);
        let template = json!({"spec": {"containers": containers, "tolerations": [{"x": 1}]}});
        assert_eq!(
            says(&json!({"completion": 1, "template": template})),
            "errors:\n  .spec.completion: field not declared in schema\n  \
             .spec.template.spec.containers[name=\"c\"].imag: field not declared in schema\n  \
             .spec.template.spec.containers[name=\"c\"].ports[containerPort=80,protocol=\"TCP\"].x: field not declared in schema\n  \
             .spec.template.spec.tolerations[0].x: field not declared in schema"
        );
        assert_eq!(says(&json!({"template": {"spek": {}}})), ".spec.template.spek: field not declared in schema");
        assert_eq!(says(&json!({"completions": 1})), "");
    }

    #[test]
    fn values_of_another_type_are_named() {
        for (spec, expected) in [
            (json!({"completions": "1"}), ".spec.completions: expected numeric (int or float), got string"),
            (json!({"managedBy": 1}), ".spec.managedBy: expected string, got &value.valueUnstructured{Value:1}"),
            (json!({"suspend": "yes"}), ".spec.suspend: expected boolean, got &{yes}"),
            (json!({"selector": {"matchLabels": 1}}), ".spec.selector.matchLabels: expected map, got &{1}"),
        ] {
            assert_eq!(says(&spec), expected);
        }
    }
}
