//! Writes new values: in block style, as in manifests, or between braces.

use serde_json::Value;

use super::super::writer::{flow_text, scalar_text};
use crate::small_sort::SmallSort as _;

/// Fields in the order in which manifests have them: what says how the Job runs before what runs. Others have no
/// place of their own.
const ORDER: [&str; 44] = [
    "apiVersion",
    "kind",
    "metadata",
    "name",
    "generateName",
    "namespace",
    "labels",
    "annotations",
    "spec",
    "parallelism",
    "completions",
    "completionMode",
    "suspend",
    "activeDeadlineSeconds",
    "backoffLimit",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
    "ttlSecondsAfterFinished",
    "podReplacementPolicy",
    "managedBy",
    "podFailurePolicy",
    "successPolicy",
    "manualSelector",
    "selector",
    "template",
    "restartPolicy",
    "activeDeadline",
    "initContainers",
    "containers",
    "volumes",
    "rules",
    "action",
    "onExitCodes",
    "onPodConditions",
    "containerName",
    "operator",
    "values",
    "type",
    "status",
    "succeededIndexes",
    "succeededCount",
    "image",
    "command",
    "args",
];

/// The place of a field among its neighbours.
pub(super) fn rank(key: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == key)
}

/// How the text around writes things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether lists are indented under their names.
    pub(super) indented_lists: bool,
    /// Whether texts and keys are in double quotes, as in JSON.
    pub(super) json: bool,
}

/// The value, if it stands on the line of its name.
pub(super) fn inline(value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => fields.is_empty().then(|| "{}".to_owned()),
        Value::Array(items) if items.iter().all(Value::is_number) => {
            Some(flow(value, Style { indented_lists: false, json: false }))
        }
        Value::Array(_) => None,
        Value::String(text) => Some(scalar_text(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}

/// The lines of a value that stands on lines of its own.
pub(super) fn lines(value: &Value, style: Style) -> Vec<String> {
    let indented = |lines: Vec<String>| lines.into_iter().map(|line| format!("  {line}"));
    if let Some(text) = inline(value) {
        return vec![text];
    }
    let mut written = Vec::new();
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.small_sort_by_key(|(key, _)| (rank(key).unwrap_or(ORDER.len()), *key));
            for (key, value) in fields {
                let key = scalar_text(key);
                if let Some(text) = inline(value) {
                    written.push(format!("{key}: {text}"));
                } else {
                    written.push(format!("{key}:"));
                    let inner = lines(value, style);
                    if value.is_array() && !style.indented_lists {
                        written.extend(inner);
                    } else {
                        written.extend(indented(inner));
                    }
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                let inner = lines(item, style).into_iter().enumerate();
                written.extend(inner.map(|(place, line)| format!("{}{line}", if place == 0 { "- " } else { "  " })));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    written
}

/// The value between braces, on one line.
pub(super) fn flow(value: &Value, style: Style) -> String {
    if style.json {
        return value.to_string();
    }
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.small_sort_by_key(|(key, _)| (rank(key).unwrap_or(ORDER.len()), *key));
            let fields: Vec<String> =
                fields.into_iter().map(|(key, value)| format!("{}: {}", flow_text(key), flow(value, style))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(item, style)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) => flow_text(text),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A key between braces.
pub(super) fn flow_key(key: &str, style: Style) -> String {
    if style.json { Value::from(key).to_string() } else { flow_text(key) }
}

/// A text for the place of one that was written between quotes of that kind.
pub(super) fn quoted(text: &str, quote: char) -> String {
    let fits = quote == '\'' && !text.contains(char::is_control) && !text.is_empty();
    if fits { format!("'{}'", text.replace('\'', "''")) } else { Value::from(text).to_string() }
}
