//! `kubectl get job -o yaml`: the stored Job as YAML, in the layout that kubectl's own writer has.

use jobscope_core::api::{labels_as_read, yaml_lines};
use jobscope_core::world::World;

use super::{Printed, get};

/// The Jobs, one document each.
pub(super) fn jobs(world: &World) -> Printed {
    let mut lines = Vec::new();
    for job in world.stored_jobs() {
        if !lines.is_empty() {
            lines.push("---".to_owned());
        }
        let mut read = job.clone();
        read.metadata.labels = labels_as_read(job).clone();
        lines.extend(yaml_lines(&read.to_document()));
    }
    if lines.is_empty() { get::nothing(world) } else { Printed::of_text(lines) }
}
