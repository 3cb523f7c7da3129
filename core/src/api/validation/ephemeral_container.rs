//! Validation of ephemeral containers (`validateEphemeralContainers`), which a template cannot have: errors within one
//! are reported as well.

use std::collections::BTreeSet;

use serde_json::Value;

use super::container;
use super::context::{PodContext, items};
use crate::api::json::{Object, objects, text};
use crate::api::{Container, FieldError, FieldPath};
use crate::small_collect::SmallCollect as _;

const FIELD: &str = "ephemeralContainers";

/// Fields of containers that an ephemeral one cannot have, in Go's order.
const FORBIDDEN: [&str; 9] = [
    "ports",
    "resources",
    "resizePolicy",
    "restartPolicy",
    "restartPolicyRules",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
];

/// `validateEphemeralContainers`.
pub(super) fn ephemeral_containers(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let detail = "cannot be set for an Ephemeral Container";
    let names = |containers: &[Container]| containers.iter().map(|one| one.name.clone()).small_collect::<BTreeSet<_>>();
    let mut others = names(&pod.spec.containers);
    others.extend(names(&pod.spec.init_containers));
    let mut taken = others.clone();
    for (index, ephemeral) in objects(pod.other(), FIELD) {
        let path = path.index(index);
        let name = text(ephemeral, "name");
        container::common(errors, name, ephemeral, pod, &path);
        let image = text(ephemeral, "image");
        // Go trims what Unicode calls white space, as Rust does.
        if image.trim().len() != image.len() {
            let detail = "must not have leading or trailing whitespace";
            errors.push(FieldError::invalid_text(&path.child("image"), image, detail));
        }
        if !taken.insert(name.to_owned()) {
            errors.push(FieldError::duplicate(&path.child("name"), name));
        }
        let target = text(ephemeral, "targetContainerName");
        if !target.is_empty() && !others.contains(target) {
            errors.push(FieldError::not_found(&path.child("targetContainerName"), target));
        }
        for field in FORBIDDEN.into_iter().filter(|field| is_something(ephemeral, field)) {
            errors.push(FieldError::forbidden(&path.child(field), detail));
        }
        for (index, mount) in objects(ephemeral, "volumeMounts") {
            let path = path.child("volumeMounts").index(index);
            for field in ["subPath", "subPathExpr"] {
                if !text(mount, field).is_empty() {
                    errors.push(FieldError::forbidden(&path.child(field), detail));
                }
            }
        }
    }
}

/// The end of `ValidatePodTemplateSpec`.
pub(super) fn not_in_templates(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    if !items(spec, FIELD).is_empty() {
        errors.push(FieldError::forbidden(&path.child(FIELD), "ephemeral containers not allowed in pod template"));
    }
}

/// Whether a field differs from Go's zero value: `resources` is no pointer.
fn is_something(container: &Object, field: &str) -> bool {
    match container.get(field) {
        None | Some(Value::Null) => false,
        Some(Value::Object(fields)) if field == "resources" => !fields.is_empty(),
        Some(_) => true,
    }
}
