//! `kubectl get job -o yaml`: the stored Job as YAML, in the layout that kubectl's own writer has.

use jobscope_core::api::yaml_lines;
use jobscope_core::world::World;

use super::{Printed, get};

/// The Jobs, one document each.
pub(super) fn jobs(world: &World) -> Printed {
    let mut lines = Vec::new();
    for job in world.stored_jobs() {
        if !lines.is_empty() {
            lines.push("---".to_owned());
        }
        lines.extend(yaml_lines(&job.to_document()));
    }
    if lines.is_empty() { get::nothing(world.edition()) } else { Printed::of_text(lines) }
}
