//! The manifest of a Job that a cluster has.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::is_controllers_own;
use crate::api::yaml_lines;
use crate::kubectl::LAST_APPLIED_ANNOTATION;
use crate::small_collect::SmallCollect as _;
use crate::timeline::MAX_SAVED_TEXT_BYTES;

/// Longest manifest, in bytes, that is taken from the last-applied annotation: with a line for each field it may be much longer.
const MOST_APPLIED: usize = 32 * 1024;

/// Labels that the server or the controller gives to a Job's template.
const GENERATED_LABELS: [&str; 4] =
    ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"];

/// A manifest of the stored Job: what was applied if it says so, or else what it has without what the server gave it.
pub(super) fn manifest_of(stored: &Value) -> String {
    let annotations = stored.pointer("/metadata/annotations").and_then(Value::as_object);
    let applied = annotations.and_then(|annotations| annotations.get(LAST_APPLIED_ANNOTATION)?.as_str());
    let applied = applied.filter(|text| text.len() <= MOST_APPLIED);
    let applied = applied.and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_object);
    let text = yaml_lines(&applied.unwrap_or_else(|| without_servers_part(stored))).join("\n") + "\n";
    // A manifest that the editor would refuse does not count.
    if text.len() > MAX_SAVED_TEXT_BYTES { String::new() } else { text }
}

fn without_servers_part(stored: &Value) -> Value {
    let keep = |fields: Option<&Value>, keys: &[&str]| -> Map<String, Value> {
        let fields = fields.and_then(Value::as_object).into_iter().flatten();
        fields
            .filter(|(key, _)| keys.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    let mut job = keep(Some(stored), &["apiVersion", "kind", "spec"]);
    let mut metadata = keep(stored.get("metadata"), &["name", "namespace", "labels", "annotations"]);
    clean(&mut metadata);
    job.insert("metadata".to_owned(), Value::Object(metadata));
    if let Some(spec) = job.get_mut("spec").and_then(Value::as_object_mut) {
        if spec.get("manualSelector") != Some(&Value::Bool(true)) {
            spec.remove("selector");
        }
        if let Some(template) = spec.get_mut("template").and_then(Value::as_object_mut) {
            let mut metadata = keep(template.get("metadata"), &["labels", "annotations"]);
            clean(&mut metadata);
            if metadata.is_empty() {
                template.remove("metadata");
            } else {
                template.insert("metadata".to_owned(), Value::Object(metadata));
            }
        }
    }
    Value::Object(job)
}

/// Removes the labels and annotations that no user set.
fn clean(metadata: &mut Map<String, Value>) {
    let generated: BTreeSet<&str> = GENERATED_LABELS.into_iter().small_collect();
    for field in ["labels", "annotations"] {
        let Some(entries) = metadata.get_mut(field).and_then(Value::as_object_mut) else { continue };
        let is_note = |key: &str| is_controllers_own(key) || key == LAST_APPLIED_ANNOTATION;
        let own = |key: &str| field == "annotations" && is_note(key);
        entries.retain(|key, _| !generated.contains(key.as_str()) && !own(key));
        if entries.is_empty() {
            metadata.remove(field);
        }
    }
}
