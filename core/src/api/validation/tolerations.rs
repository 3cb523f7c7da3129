//! Validation of tolerations (`ValidateTolerations`).

use super::context::{qualified_name, supported};
use super::{bad_value, names};
use crate::api::json::{Object, objects, optional_number, text};
use crate::api::{FieldError, FieldPath, Release};

/// `ValidateTolerations` of the list `tolerations`.
pub(super) fn tolerations(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    for (index, one) in objects(spec, "tolerations") {
        toleration(errors, one, release, &path.index(index));
    }
}

/// One toleration.
pub(super) fn toleration(errors: &mut Vec<FieldError>, toleration: &Object, release: Release, path: &FieldPath) {
    let [key, operator, value, effect] = ["key", "operator", "value", "effect"].map(|field| text(toleration, field));
    let operator_path = path.child("operator");
    if !key.is_empty() {
        qualified_name(errors, key, &path.child("key"));
    } else if operator != "Exists" {
        let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
        errors.push(FieldError::invalid_text(&operator_path, operator, detail));
    }
    if optional_number(toleration, "tolerationSeconds").is_some() && effect != "NoExecute" {
        let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
        errors.push(FieldError::invalid_text(&path.child("effect"), effect, detail));
    }
    match operator {
        "" | "Equal" => {
            let sentences = names::label_value(value);
            if !sentences.is_empty() {
                let error = FieldError::invalid_text(&operator_path, value, sentences.join(";"));
                errors.push(error.at(path.child("value")));
            }
        }
        "Exists" if value.is_empty() => {}
        "Exists" => {
            let shown = if release.since(32) {
                bad_value::text(Some(value), release)
            } else {
                bad_value::toleration(toleration, release)
            };
            let detail = "value must be empty when `operator` is 'Exists'";
            errors.push(FieldError::invalid(&operator_path, shown, detail).at(path.child("value")));
        }
        // Known since v1.35, and behind a gate that is off.
        "Lt" | "Gt" if release.since(35) => {
            errors.push(FieldError::not_supported(&operator_path, operator, &["Equal", "Exists", "Lt", "Gt"]));
        }
        operator => errors.push(FieldError::not_supported(&operator_path, operator, &["Equal", "Exists"])),
    }
    if !effect.is_empty() {
        supported(errors, &path.child("effect"), effect, &["NoSchedule", "PreferNoSchedule", "NoExecute"]);
    }
}
