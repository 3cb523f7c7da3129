//! Validation of a pod's update (`ValidatePodUpdate`): next to nothing of its spec may change.

use serde_json::Value;

use super::{bad_value, in_words_of, meta, tolerations};
use crate::api::json::{optional_number, text};
use crate::api::{Container, FieldError, FieldPath, OtherFields, Pod, PodSpec, Release};

/// Everything that is wrong with replacing the pod `old` by `new`.
///
/// Upstream adds the difference of the two specs to the error about fields that may not change. It is left out here: its
/// form is that of Go's values.
pub(crate) fn validate_pod_update(new: &Pod, old: &Pod, release: Release) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let metadata = FieldPath::new("metadata");
    meta::common_fields(&mut errors, &new.metadata, &old.metadata, release, &metadata);
    meta::object_meta_update(&mut errors, &new.metadata, &old.metadata, release, &metadata);
    spec_update(&mut errors, &new.spec, &old.spec, release, &FieldPath::new("spec"));
    in_words_of(release, errors)
}

fn spec_update(errors: &mut Vec<FieldError>, new: &PodSpec, old: &PodSpec, release: Release, path: &FieldPath) {
    let stops = images(errors, &new.containers, &old.containers, &path.child("containers"))
        || images(errors, &new.init_containers, &old.init_containers, &path.child("initContainers"))
        || active_deadline(errors, &new.other, &old.other, release, &path.child("activeDeadlineSeconds"));
    if stops {
        return;
    }
    added_tolerations(errors, &new.other, &old.other, release, &path.child("tolerations"));
    if unchangeable(new, old) != unchangeable(old, old) {
        let fields = changeable_fields(release);
        errors.push(FieldError::forbidden(path, format!("pod updates may not change fields other than {fields}\n")));
    }
}

/// `ValidateContainerUpdates`. True if nothing further is looked at.
fn images(errors: &mut Vec<FieldError>, new: &[Container], old: &[Container], path: &FieldPath) -> bool {
    if new.len() != old.len() {
        errors.push(FieldError::forbidden(path, "pod updates may not add or remove containers"));
        return true;
    }
    for (index, container) in new.iter().enumerate() {
        let image = text(container.other.map(), "image");
        let path = path.index(index).child("image");
        // Old recordings have containers without an image.
        if image.trim().is_empty() && old.get(index) != Some(container) {
            errors.push(FieldError::required(&path, ""));
        } else if image.trim() != image {
            errors.push(FieldError::invalid_text(&path, image, "must not have leading or trailing whitespace"));
        }
    }
    false
}

/// The deadline may be set, or shortened. True if nothing further is looked at.
fn active_deadline(
    errors: &mut Vec<FieldError>,
    new: &OtherFields,
    old: &OtherFields,
    release: Release,
    path: &FieldPath,
) -> bool {
    const MOST: i64 = i32::MAX as i64;
    let seconds = |fields: &OtherFields| optional_number(fields.map(), "activeDeadlineSeconds");
    match (seconds(new), seconds(old)) {
        (Some(new), old) => {
            if !(1..=MOST).contains(&new) {
                errors.push(FieldError::invalid(path, new, format!("must be between 1 and {MOST}, inclusive")));
            }
            if !(0..=MOST).contains(&new) {
                errors.push(FieldError::invalid(path, new, format!("must be between 0 and {MOST}, inclusive")));
                return true;
            }
            if old.is_some_and(|old| old < new) {
                errors.push(FieldError::invalid(path, new, "must be less than or equal to previous value"));
                return true;
            }
        }
        (None, Some(_)) => {
            let nothing = bad_value::number(None::<i64>, release);
            errors.push(FieldError::invalid(path, nothing, "must not update from a positive integer to nil value"));
        }
        (None, None) => {}
    }
    false
}

/// `validateOnlyAddedTolerations`.
fn added_tolerations(
    errors: &mut Vec<FieldError>,
    new: &OtherFields,
    old: &OtherFields,
    release: Release,
    path: &FieldPath,
) {
    let list = |fields: &OtherFields| {
        let list = fields.map().get("tolerations").and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    let but_seconds = |toleration: &Value| {
        let mut fields = toleration.as_object().cloned().unwrap_or_default();
        fields.remove("tolerationSeconds");
        fields
    };
    let kept: Vec<_> = list(new).iter().map(but_seconds).collect();
    if list(old).iter().any(|toleration| !kept.contains(&but_seconds(toleration))) {
        let detail = "existing toleration can not be modified except its tolerationSeconds";
        errors.push(FieldError::forbidden(path, detail));
        return;
    }
    tolerations::tolerations(errors, new.map(), release, path);
}

/// The spec without what an update may change.
fn unchangeable(spec: &PodSpec, old: &PodSpec) -> PodSpec {
    let mut rest = spec.clone();
    for containers in [&mut rest.containers, &mut rest.init_containers] {
        *containers = containers
            .iter()
            .map(|container| {
                let mut container = container.clone();
                container.other.map_mut().remove("image");
                container
            })
            .collect();
    }
    rest.other.map_mut().remove("activeDeadlineSeconds");
    rest.other.map_mut().remove("tolerations");
    let old_grace = old.termination_grace_period_seconds;
    if rest.termination_grace_period_seconds == Some(1) && old_grace.is_some_and(|seconds| seconds < 0) {
        rest.termination_grace_period_seconds = old_grace;
    }
    rest
}

fn changeable_fields(release: Release) -> &'static str {
    match release.minor() {
        ..22 => {
            "`spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only additions to existing tolerations)"
        }
        22..27 => {
            "`spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`, `spec.tolerations` (only additions to existing tolerations) or `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"
        }
        27.. => {
            "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod() -> Pod {
        serde_json::from_value(json!({
            "metadata": {"name": "p", "namespace": "default", "uid": "u", "resourceVersion": "1"},
            "spec": {"containers": [{"name": "c", "image": "perl"}], "activeDeadlineSeconds": 9, "restartPolicy": "Never",
                "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}]},
        }))
        .unwrap()
    }

    /// What is said if this part of the spec becomes `value`.
    fn said(pointer: &str, value: &Value) -> String {
        let mut document = serde_json::to_value(pod()).unwrap();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[field] = value.clone();
        let new = serde_json::from_value(document).unwrap();
        let errors = validate_pod_update(&new, &pod(), Release::V1_36);
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn only_some_fields_of_a_pod_may_change() {
        for (pointer, value) in [
            ("/spec/containers/0/image", json!("perl:6")),
            ("/spec/activeDeadlineSeconds", json!(3)),
            ("/spec/tolerations/0/tolerationSeconds", json!(5)),
            ("/metadata/labels", json!({"a": "b"})),
        ] {
            assert_eq!(said(pointer, &value), "", "{pointer}");
        }
        for (pointer, value, expected) in [
            (
                "/spec/restartPolicy",
                json!("Always"),
                "spec: Forbidden: pod updates may not change fields other than `spec.",
            ),
            (
                "/spec/containers/0/name",
                json!("d"),
                "spec: Forbidden: pod updates may not change fields other than `spec.",
            ),
            ("/spec/containers", json!([]), "spec.containers: Forbidden: pod updates may not add or remove containers"),
            ("/spec/containers/0/image", json!(" "), "spec.containers[0].image: Required value"),
            (
                "/spec/activeDeadlineSeconds",
                json!(10),
                "spec.activeDeadlineSeconds: Invalid value: 10: must be less than or",
            ),
            (
                "/spec/activeDeadlineSeconds",
                json!(-1),
                "spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and",
            ),
            (
                "/spec/activeDeadlineSeconds",
                Value::Null,
                "spec.activeDeadlineSeconds: Invalid value: null: must not update",
            ),
            (
                "/spec/tolerations",
                json!([]),
                "spec.tolerations: Forbidden: existing toleration can not be modified except",
            ),
            ("/metadata/finalizers", json!(["x"]), "metadata.finalizers[0]: Invalid value: \"x\": name is neither"),
        ] {
            let said = said(pointer, &value);
            assert!(said.starts_with(expected), "{pointer}: {said}");
        }
    }
}
