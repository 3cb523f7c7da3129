//! Validation of what every object has: names, labels, owners, finalizers, selectors
//! (`apimachinery/pkg/api/validation` and `apis/meta/v1/validation`).

use std::collections::BTreeSet;

use super::names;
use crate::api::field::{go_list, go_quote};
use crate::api::{
    FieldError, FieldPath, LabelSelector, LabelSelectorOperator, LabelSelectorRequirement, Labels, MetaTime, Name,
    Namespace, ObjectMeta, OwnerReference, ResourceVersion,
};

const IMMUTABLE: &str = "field is immutable";
const MAX_ANNOTATIONS_BYTES: usize = 256 * 1024;

/// `ValidateNonnegativeField`.
pub(super) fn nonnegative(errors: &mut Vec<FieldError>, value: impl Into<i64>, path: &FieldPath) {
    let value = value.into();
    if value < 0 {
        errors.push(FieldError::invalid(path, value, "must be greater than or equal to 0"));
    }
}

/// `ValidateImmutableField`: `show` prints the new value as Go would.
pub(super) fn immutable<T: PartialEq + ?Sized>(
    errors: &mut Vec<FieldError>,
    new: &T,
    old: &T,
    path: &FieldPath,
    show: impl FnOnce(&T) -> String,
) {
    if new != old {
        errors.push(FieldError::invalid(path, show(new), IMMUTABLE));
    }
}

/// One error for each sentence about the text at `path`.
pub(super) fn invalid_texts(
    errors: &mut Vec<FieldError>,
    path: &FieldPath,
    value: &str,
    sentences: impl IntoIterator<Item = String>,
) {
    errors.extend(sentences.into_iter().map(|sentence| FieldError::invalid_text(path, value, sentence)));
}

/// `ValidateLabels`: `path` is the one of the map in Kubernetes' errors, `place` the one where it
/// stands in the manifest.
pub(super) fn labels(errors: &mut Vec<FieldError>, labels: &Labels, path: &FieldPath, place: &FieldPath) {
    for (key, value) in labels.iter() {
        let place = place.key(key);
        let keys = names::qualified_name(key).into_iter().map(|sentence| (key, sentence));
        let values = names::label_value(value).into_iter().map(|sentence| (value, sentence));
        errors.extend(
            keys.chain(values).map(|(text, sentence)| FieldError::invalid_text(path, text, sentence).at(place.clone())),
        );
    }
}

/// `ValidateAnnotations`.
pub(super) fn annotations(errors: &mut Vec<FieldError>, annotations: &Labels, path: &FieldPath, place: &FieldPath) {
    let mut bytes = 0;
    for (key, value) in annotations.iter() {
        bytes += key.len() + value.len();
        for sentence in names::qualified_name(&key.to_lowercase()) {
            errors.push(FieldError::invalid_text(path, key, sentence).at(place.key(key)));
        }
    }
    if bytes > MAX_ANNOTATIONS_BYTES {
        errors.push(FieldError::too_long(path, MAX_ANNOTATIONS_BYTES).at(place.clone()));
    }
}

/// `ValidateOwnerReferences` of an object's metadata.
pub(crate) fn validate_owner_references(owners: &[OwnerReference]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    owner_references(&mut errors, owners, &FieldPath::new("metadata").child("ownerReferences"));
    errors
}

fn owner_references(errors: &mut Vec<FieldError>, owners: &[OwnerReference], path: &FieldPath) {
    let mut controller: Option<&OwnerReference> = None;
    for (index, owner) in owners.iter().enumerate() {
        let place = path.index(index);
        // `schema.ParseGroupVersion`: without a slash it is a version of the core group.
        let has_version = match owner.api_version.split_once('/') {
            None => !owner.api_version.is_empty(),
            Some((_, version)) => !version.is_empty() && !version.contains('/'),
        };
        let fields = [
            ("apiVersion", owner.api_version.as_str(), has_version, "version must not be empty"),
            ("kind", &owner.kind, !owner.kind.is_empty(), "kind must not be empty"),
            ("name", owner.name.as_str(), !owner.name.as_str().is_empty(), "name must not be empty"),
            ("uid", owner.uid.as_str(), !owner.uid.as_str().is_empty(), "uid must not be empty"),
        ];
        for (field, value, right, detail) in fields {
            if !right {
                errors.push(FieldError::invalid_text(&path.child(field), value, detail).at(place.child(field)));
            }
        }
        if owner.api_version == "v1" && owner.kind == "Event" {
            let detail = "/v1, Kind=Event is disallowed from being an owner";
            errors.push(FieldError::invalid(path, show_owner(owner), detail).at(place.clone()));
        }
        if owner.controller == Some(true) {
            if let Some(first) = controller {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {} and {}",
                    first.name, owner.name
                );
                // The list is shown with each of its controllers: a long one would fill the memory.
                let shown = match owners.len() {
                    0..=10 => owners.iter().map(show_owner).collect::<Vec<_>>().join(", "),
                    _ => "...".to_owned(),
                };
                let value = format!("[]v1.OwnerReference{{{shown}}}");
                errors.push(FieldError::invalid(path, value, detail).at(place));
            } else {
                controller = Some(owner);
            }
        }
    }
}

/// An owner reference as Go prints it, but for the addresses that it prints of the two flags.
fn show_owner(owner: &OwnerReference) -> String {
    format!(
        "v1.OwnerReference{{APIVersion:{}, Kind:{}, Name:{}, UID:{}}}",
        go_quote(&owner.api_version),
        go_quote(&owner.kind),
        go_quote(owner.name.as_str()),
        go_quote(owner.uid.as_str())
    )
}

fn finalizers(errors: &mut Vec<FieldError>, finalizers: &[String], path: &FieldPath) {
    for (index, finalizer) in finalizers.iter().enumerate() {
        for sentence in names::qualified_name(finalizer) {
            errors.push(FieldError::invalid_text(path, finalizer, sentence).at(path.index(index)));
        }
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        errors.push(FieldError::invalid(path, go_list(finalizers.iter().map(String::as_str)), detail));
    }
}

/// `ValidateObjectMeta` of a namespaced object; `name_syntax` gives the sentences about a name, which
/// may be the prefix of a generated one.
pub(super) fn object_meta(
    errors: &mut Vec<FieldError>,
    meta: &ObjectMeta,
    name_syntax: fn(&str, bool) -> Vec<String>,
    path: &FieldPath,
) {
    if let Some(prefix) = meta.generate_name.as_ref().map(Name::as_str).filter(|prefix| !prefix.is_empty()) {
        invalid_texts(errors, &path.child("generateName"), prefix, name_syntax(prefix, true));
    }
    if meta.name().is_empty() {
        errors.push(FieldError::required(&path.child("name"), "name or generateName is required"));
    } else {
        invalid_texts(errors, &path.child("name"), meta.name(), name_syntax(meta.name(), false));
    }
    let namespace = meta.namespace.as_ref().map_or("", Namespace::as_str);
    if namespace.is_empty() {
        errors.push(FieldError::required(&path.child("namespace"), ""));
    } else {
        invalid_texts(errors, &path.child("namespace"), namespace, names::dns_label(namespace));
    }
    nonnegative(errors, meta.generation, &path.child("generation"));
    labels_and_annotations(errors, meta, path);
    finalizers(errors, &meta.finalizers, &path.child("finalizers"));
}

fn labels_and_annotations(errors: &mut Vec<FieldError>, meta: &ObjectMeta, path: &FieldPath) {
    let labels_path = path.child("labels");
    labels(errors, &meta.labels, &labels_path, &labels_path);
    let annotations_path = path.child("annotations");
    annotations(errors, &meta.annotations, &annotations_path, &annotations_path);
    owner_references(errors, &meta.owner_references, &path.child("ownerReferences"));
}

/// `ValidateObjectMetaUpdate`.
pub(super) fn object_meta_update(errors: &mut Vec<FieldError>, new: &ObjectMeta, old: &ObjectMeta, path: &FieldPath) {
    if old.is_deleting() {
        let held: BTreeSet<&str> = old.finalizers.iter().map(String::as_str).collect();
        let added: BTreeSet<&str> =
            new.finalizers.iter().map(String::as_str).filter(|name| !held.contains(name)).collect();
        if !added.is_empty() {
            let detail = format!(
                "no new finalizers can be added if the object is being deleted, found new finalizers {}",
                go_list(added)
            );
            errors.push(FieldError::forbidden(&path.child("finalizers"), detail));
        }
    }
    if new.resource_version.is_none_or(|version| version == ResourceVersion(0)) {
        errors.push(FieldError::invalid_text(&path.child("resourceVersion"), "", "must be specified for an update"));
    }
    if new.generation < old.generation {
        errors.push(FieldError::invalid(&path.child("generation"), new.generation, "must not be decremented"));
    }
    let text = |value: &str| go_quote(value);
    let time = |value: &Option<MetaTime>| value.map_or_else(|| "null".to_owned(), |time| time.to_string());
    let namespace = |meta: &ObjectMeta| meta.namespace.clone().unwrap_or_else(|| "".into());
    immutable(errors, new.name(), old.name(), &path.child("name"), text);
    immutable(errors, namespace(new).as_str(), namespace(old).as_str(), &path.child("namespace"), text);
    immutable(errors, new.uid(), old.uid(), &path.child("uid"), text);
    immutable(errors, &new.creation_timestamp, &old.creation_timestamp, &path.child("creationTimestamp"), time);
    immutable(errors, &new.deletion_timestamp, &old.deletion_timestamp, &path.child("deletionTimestamp"), time);
    immutable(
        errors,
        &new.deletion_grace_period_seconds,
        &old.deletion_grace_period_seconds,
        &path.child("deletionGracePeriodSeconds"),
        |seconds| seconds.map_or_else(|| "null".to_owned(), |seconds| seconds.to_string()),
    );
    labels_and_annotations(errors, new, path);
}

/// `ValidateLabelSelector`.
pub(super) fn label_selector(errors: &mut Vec<FieldError>, selector: &LabelSelector, path: &FieldPath) {
    let match_labels = path.child("matchLabels");
    labels(errors, &selector.match_labels, &match_labels, &match_labels);
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        let path = path.child("matchExpressions").index(index);
        match requirement.operator {
            LabelSelectorOperator::In | LabelSelectorOperator::NotIn => {
                if requirement.values.is_empty() {
                    let detail = "must be specified when `operator` is 'In' or 'NotIn'";
                    errors.push(FieldError::required(&path.child("values"), detail));
                }
            }
            LabelSelectorOperator::Exists | LabelSelectorOperator::DoesNotExist => {
                if !requirement.values.is_empty() {
                    let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                    errors.push(FieldError::forbidden(&path.child("values"), detail));
                }
            }
        }
        invalid_texts(errors, &path.child("key"), &requirement.key, names::qualified_name(&requirement.key));
    }
}

/// Whether `LabelSelectorAsSelector` succeeds: a selector that cannot be built matches nothing and
/// gives no further error.
pub(super) fn selector_converts(selector: &LabelSelector) -> bool {
    let value_is_right = |value: &str| names::label_value(value).is_empty();
    let requirement_is_right = |requirement: &LabelSelectorRequirement| {
        let wants_values = matches!(requirement.operator, LabelSelectorOperator::In | LabelSelectorOperator::NotIn);
        names::qualified_name(&requirement.key).is_empty()
            && requirement.values.is_empty() != wants_values
            && requirement.values.iter().all(|value| value_is_right(value))
    };
    selector.match_labels.iter().all(|(key, value)| names::qualified_name(key).is_empty() && value_is_right(value))
        && selector.match_expressions.iter().all(requirement_is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(name: &str) -> OwnerReference {
        OwnerReference {
            api_version: "batch/v1".into(),
            kind: "CronJob".into(),
            name: name.into(),
            uid: "u".into(),
            controller: Some(true),
            block_owner_deletion: None,
        }
    }

    fn errors_of(owners: &[OwnerReference]) -> Vec<String> {
        let mut errors = Vec::new();
        owner_references(&mut errors, owners, &FieldPath::new("o"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_owner_controls() {
        assert_eq!(errors_of(&[owner("a")]), Vec::<String>::new());
        assert_eq!(
            errors_of(&[owner("a"), owner("b")]),
            [
                "o: Invalid value: []v1.OwnerReference{v1.OwnerReference{APIVersion:\"batch/v1\", Kind:\"CronJob\", Name:\"a\", UID:\"u\"}, \
              v1.OwnerReference{APIVersion:\"batch/v1\", Kind:\"CronJob\", Name:\"b\", UID:\"u\"}}: Only one reference can have \
              Controller set to true. Found \"true\" in references for a and b"
            ]
        );
        let many = vec![owner("a"); 1000];
        assert!(errors_of(&many).iter().all(|text| text.len() < 200));
    }

    #[test]
    fn an_owner_is_named_completely() {
        let nobody = OwnerReference {
            api_version: "a/b/c".into(),
            kind: String::new(),
            name: "".into(),
            uid: "".into(),
            controller: None,
            block_owner_deletion: None,
        };
        assert_eq!(
            errors_of(&[nobody]),
            [
                "o.apiVersion: Invalid value: \"a/b/c\": version must not be empty",
                "o.kind: Invalid value: \"\": kind must not be empty",
                "o.name: Invalid value: \"\": name must not be empty",
                "o.uid: Invalid value: \"\": uid must not be empty",
            ]
        );
    }

    #[test]
    fn a_job_that_is_deleted_gets_no_new_finalizers() {
        let old = ObjectMeta {
            deletion_timestamp: Some(MetaTime::default()),
            finalizers: vec!["a".into()].into(),
            resource_version: Some(ResourceVersion(1)),
            ..ObjectMeta::default()
        };
        let new = ObjectMeta { finalizers: vec!["a".into(), "c".into(), "b".into()].into(), ..old.clone() };
        let mut errors = Vec::new();
        object_meta_update(&mut errors, &new, &old, &FieldPath::new("metadata"));
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new \
              finalizers []string{\"b\", \"c\"}"
            ]
        );
    }
}
