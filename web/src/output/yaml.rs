//! `kubectl get job -o yaml`: the stored Job as YAML, in the layout that kubectl's own writer has.

use jobscope_core::api::{Job, yaml_lines};
use jobscope_core::world::World;
use serde_json::{Value, json};

use super::{Printed, get};

/// The Jobs, one document each.
pub(super) fn jobs(world: &World) -> Printed {
    let mut lines = Vec::new();
    for job in world.stored_jobs() {
        if !lines.is_empty() {
            lines.push("---".to_owned());
        }
        lines.extend(yaml_lines(&document(job)));
    }
    if lines.is_empty() { get::nothing(world.edition()) } else { Printed::of_text(lines) }
}

/// The Job with its type.
fn document(job: &Job) -> Value {
    let mut document = json!({"apiVersion": "batch/v1", "kind": "Job"});
    if let (Some(document), Ok(Value::Object(job))) = (document.as_object_mut(), serde_json::to_value(job)) {
        document.extend(job);
    }
    document
}
