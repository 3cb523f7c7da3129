//! Validation of the template of a claim within a volume of type `ephemeral`
//! (`ValidatePersistentVolumeClaimTemplate`).

use serde_json::Value;

use super::context::{dns_label, dns_subdomain, required_texts, supported};
use super::meta::{annotations, labels};
use super::selector;
use crate::api::json::{Object, is_set, object, optional_text, text, texts};
use crate::api::quantity::Quantity;
use crate::api::{FieldError, FieldPath, Labels, Release};

/// Fields of metadata that a template cannot have, in Go's order, with the names that Go's names give.
const NOT_IN_TEMPLATES: [(&str, &str); 13] = [
    ("name", "name"),
    ("generateName", "generateName"),
    ("namespace", "namespace"),
    ("selfLink", "selfLink"),
    ("uid", "uID"),
    ("resourceVersion", "resourceVersion"),
    ("generation", "generation"),
    ("creationTimestamp", "creationTimestamp"),
    ("deletionTimestamp", "deletionTimestamp"),
    ("deletionGracePeriodSeconds", "deletionGracePeriodSeconds"),
    ("ownerReferences", "ownerReferences"),
    ("finalizers", "finalizers"),
    ("managedFields", "managedFields"),
];

/// `ValidatePersistentVolumeClaimTemplate`.
pub(super) fn claim_template(errors: &mut Vec<FieldError>, template: &Object, release: Release, path: &FieldPath) {
    if let Some(metadata) = object(template, "metadata") {
        template_metadata(errors, metadata, release, &path.child("metadata"));
    }
    let nothing = Object::new();
    let spec = object(template, "spec").unwrap_or(&nothing);
    claim_spec(errors, spec, release, &path.child("spec"));
}

/// `ValidateTemplateObjectMeta`: annotations and labels, and nothing else.
fn template_metadata(errors: &mut Vec<FieldError>, metadata: &Object, release: Release, path: &FieldPath) {
    let map = |field: &str| -> Labels {
        let entries = object(metadata, field).into_iter().flatten();
        entries.filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))).collect()
    };
    let (annotations_path, labels_path) = (path.child("annotations"), path.child("labels"));
    annotations(errors, &map("annotations"), release, &annotations_path, &annotations_path);
    labels(errors, &map("labels"), &labels_path, &labels_path);
    for (field, named) in NOT_IN_TEMPLATES {
        let is_zero = |value: &Value| match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Number(number) => number.as_i64() == Some(0) && field == "generation",
            _ => false,
        };
        if metadata.get(field).is_some_and(|value| !is_zero(value)) {
            let detail = if release.since(26) { "cannot be set" } else { "cannot be set for an ephemeral volume" };
            errors.push(FieldError::forbidden(&path.child(named), detail).at(path.child(field)));
        }
    }
}

/// `ValidatePersistentVolumeClaimSpec`.
fn claim_spec(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    access_modes(errors, spec, release, path);
    storage(errors, spec, path);
    if let Some(class) = optional_text(spec, "storageClassName").filter(|class| !class.is_empty()) {
        dns_subdomain(errors, class, &path.child("storageClassName"));
    }
    if let Some(mode) = optional_text(spec, "volumeMode") {
        supported(errors, &path.child("volumeMode"), mode, &["Block", "Filesystem"]);
    }
    let [source, reference] = ["dataSource", "dataSourceRef"].map(|field| object(spec, field));
    if let Some(source) = source {
        data_source(errors, source, release, &path.child("dataSource"));
    }
    if let Some(reference) = reference {
        let path = path.child("dataSourceRef");
        data_source(errors, reference, release, &path);
        if let Some(namespace) = optional_text(reference, "namespace").filter(|namespace| !namespace.is_empty()) {
            dns_label(errors, namespace, &path.child("namespace"));
        }
    }
    if let Some((source, reference)) = source.zip(reference) {
        let same = ["apiGroup", "kind", "name"].iter().all(|field| source.get(*field) == reference.get(*field));
        let detail = if !text(reference, "namespace").is_empty() {
            "may not be specified when dataSourceRef.namespace is specified"
        } else if same {
            ""
        } else {
            "must match dataSourceRef"
        };
        if !detail.is_empty() {
            // The value is a path, of which JSON shows nothing.
            let shown = if release.since(34) {
                "{}"
            } else {
                "field.Path{name:\"dataSource\", index:\"\", parent:(*field.Path)(0x...)}"
            };
            errors.push(FieldError::invalid(path, shown, detail).at(path.child("dataSource")));
        }
    }
    if let Some(class) = optional_text(spec, "volumeAttributesClassName").filter(|class| !class.is_empty())
        && release.since(34)
    {
        dns_subdomain(errors, class, &path.child("volumeAttributesClassName"));
    }
}

/// How the claim may be used, and the selector that is looked at in between.
fn access_modes(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    const KNOWN: [&str; 4] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
    const OLD: [&str; 3] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"];
    let modes_path = path.child("accessModes");
    let modes: Vec<&str> = texts(spec, "accessModes").map(|(_, mode)| mode).collect();
    if modes.is_empty() {
        errors.push(FieldError::required(&modes_path, "at least 1 access mode is required"));
    }
    if let Some(labels) = object(spec, "selector") {
        selector::label_selector_object(errors, labels, release.since(26), &path.child("selector"));
    }
    let known: &[&str] = if release.since(27) { &KNOWN } else { &OLD };
    for mode in &modes {
        supported(errors, &modes_path, mode, known);
    }
    if modes.contains(&"ReadWriteOncePod") && modes.iter().any(|mode| OLD.contains(mode)) {
        let detail = "may not use ReadWriteOncePod with other access modes";
        errors.push(FieldError::forbidden(&modes_path, detail));
    }
}

/// How much is asked for.
fn storage(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    let requests = object(spec, "resources").and_then(|resources| object(resources, "requests"));
    let amount = requests.and_then(|requests| requests.get("storage"));
    let place = path.child("resources").child("requests").key("storage");
    let path = path.child("resources").key("storage");
    match amount.and_then(Quantity::from_json) {
        None => errors.push(FieldError::required(&path, "").at(place)),
        Some(amount) if amount.is_negative() || !amount.nonzero() => {
            let error = FieldError::invalid_text(&path, &amount.to_string(), "must be greater than zero");
            errors.push(error.at(place));
        }
        Some(_) => {}
    }
}

/// `validateDataSource`.
fn data_source(errors: &mut Vec<FieldError>, source: &Object, release: Release, path: &FieldPath) {
    required_texts(errors, source, &["name", "kind"], path);
    let (group, kind) = (text(source, "apiGroup"), text(source, "kind"));
    if group.is_empty() && kind != "PersistentVolumeClaim" {
        let detail = if release.since(26) {
            "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
        } else {
            ""
        };
        errors.push(FieldError::invalid_text(path, kind, detail));
    }
    if !group.is_empty() && release.since(29) && is_set(source, "apiGroup") {
        dns_subdomain(errors, group, &path.child("apiGroup"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_words_and_rules_of_claims_changed_with_releases() {
        let template = json!({
            "metadata": {"name": "a"},
            "spec": {
                "accessModes": ["ReadWriteOnce"],
                "resources": {"requests": {"storage": "1"}},
                "dataSource": {"apiGroup": "A", "kind": "K", "name": "n"},
            },
        });
        let errors_of = |release| {
            let mut errors = Vec::new();
            claim_template(&mut errors, template.as_object().unwrap(), release, &FieldPath::new("t"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let words = "t.metadata.name: Forbidden: cannot be set";
        assert_eq!(errors_of(Release::V1_25), [format!("{words} for an ephemeral volume")]);
        assert_eq!(errors_of(Release::V1_26), [words]);
        assert_eq!(errors_of(Release::V1_28), [words]);
        let errors = errors_of(Release::V1_29);
        assert!(errors[1].starts_with("t.spec.dataSource.apiGroup: Invalid value: \"A\""), "{errors:?}");
    }
}
