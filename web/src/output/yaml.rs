//! `kubectl get job -o yaml`: the stored Job as YAML, in the layout that kubectl's own writer has.

use jobscope_core::api::Job;
use jobscope_core::world::World;
use serde_json::{Value, json};

use super::Printed;

/// The Jobs, one document each.
pub(super) fn jobs(world: &World) -> Printed {
    let mut lines = Vec::new();
    for job in world.stored_jobs() {
        if !lines.is_empty() {
            lines.push("---".to_owned());
        }
        write(&mut lines, &document(job), 0);
    }
    if lines.is_empty() {
        lines.push("No resources found.".to_owned());
    }
    Printed::of_text(lines)
}

/// The Job with its type.
fn document(job: &Job) -> Value {
    let mut document = json!({"apiVersion": "batch/v1", "kind": "Job"});
    if let (Some(document), Ok(Value::Object(job))) = (document.as_object_mut(), serde_json::to_value(job)) {
        document.extend(job);
    }
    document
}

/// Writes the fields of an object by name, or the items of a list, each on lines of its own.
fn write(lines: &mut Vec<String>, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            for (key, value) in fields {
                let key = scalar_text(key);
                if let Some(text) = inline(value) {
                    lines.push(format!("{indent}{key}: {text}"));
                } else {
                    lines.push(format!("{indent}{key}:"));
                    write(lines, value, if value.is_array() { depth } else { depth + 1 });
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                if let Some(text) = inline(item) {
                    lines.push(format!("{indent}- {text}"));
                    continue;
                }
                let start = lines.len();
                write(lines, item, depth + 1);
                // The first field stands beside the dash.
                if let Some(first) = lines.get_mut(start) {
                    first.replace_range(indent.len()..indent.len() + 2, "- ");
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A value that stands on the line of its name.
fn inline(value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => fields.is_empty().then(|| "{}".to_owned()),
        Value::Array(items) => items.is_empty().then(|| "[]".to_owned()),
        Value::String(text) => Some(scalar_text(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}

/// A text, quoted where YAML would take it for something else.
fn scalar_text(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { Value::from(text).to_string() }
}

fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~", "<<"];
    let Some(first) = text.chars().next() else { return false };
    let number = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | '_' | ':' | 'e' | 'E' | 'x'))
        && text.contains(|c: char| c.is_ascii_digit());
    // Times would be read as times.
    let time = text.len() >= 10
        && text.get(4..5) == Some("-")
        && text.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
    !number
        && !time
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
        && !"-?:,[]{}#&*!|>'\"%@` ".contains(first)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &Value) -> Vec<String> {
        let mut lines = Vec::new();
        write(&mut lines, value, 0);
        lines
    }

    #[test]
    fn lists_stand_under_their_name() {
        let value =
            json!({"spec": {"containers": [{"name": "pi", "command": ["perl", "-e"]}], "size": 1}, "status": {}});
        assert_eq!(
            written(&value),
            [
                "spec:",
                "  containers:",
                "  - command:",
                "    - perl",
                "    - \"-e\"",
                "    name: pi",
                "  size: 1",
                "status: {}"
            ]
        );
    }

    #[test]
    fn what_yaml_would_misread_is_quoted() {
        for text in ["", "1", "true", "No", "2024-01-01T00:00:00Z", "a: b", "- x", "x #y", "1e3", " a"] {
            assert!(scalar_text(text).starts_with('"'), "{text}");
        }
        for text in ["pi", "perl:5.34.0", "batch/v1", "print bpi(2000)", "job-name"] {
            assert_eq!(scalar_text(text), text);
        }
    }
}
