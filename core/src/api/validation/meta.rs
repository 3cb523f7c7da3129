//! Validation of what every object has: names, labels, owners, finalizers, selectors
//! (`apimachinery/pkg/api/validation` and `apis/meta/v1/validation`).

use std::collections::BTreeSet;

use super::{bad_value, names};
use crate::api::field::go_list;
use crate::api::{
    FieldError, FieldPath, Labels, Name, Namespace, ObjectMeta, OwnerReference, Release, ResourceVersion,
};
use crate::small_collect::SmallCollect as _;

pub(super) const IMMUTABLE: &str = "field is immutable";
const MAX_ANNOTATIONS_BYTES: usize = 256 * 1024;

/// `ValidateNonnegativeField`.
pub(super) fn nonnegative(errors: &mut Vec<FieldError>, value: impl Into<i64>, path: &FieldPath) {
    let value = value.into();
    if value < 0 {
        errors.push(FieldError::invalid(path, value, "must be greater than or equal to 0"));
    }
}

/// `ValidateImmutableField`: `show` prints the new value as the release would.
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
pub(super) fn annotations(
    errors: &mut Vec<FieldError>,
    annotations: &Labels,
    release: Release,
    path: &FieldPath,
    place: &FieldPath,
) {
    let mut bytes = 0;
    for (key, value) in annotations.iter() {
        bytes += key.len() + value.len();
        for sentence in names::qualified_name(&names::to_lower(key)) {
            errors.push(FieldError::invalid_text(path, key, sentence).at(place.key(key)));
        }
    }
    if bytes > MAX_ANNOTATIONS_BYTES {
        errors.push(FieldError::too_long(path, MAX_ANNOTATIONS_BYTES, release).at(place.clone()));
    }
}

/// `ValidateOwnerReferences` of an object's metadata.
pub(crate) fn validate_owner_references(owners: &[OwnerReference], release: Release) -> Vec<FieldError> {
    let mut errors = Vec::new();
    owner_references(&mut errors, owners, release, &FieldPath::new("metadata").child("ownerReferences"));
    errors
}

fn owner_references(errors: &mut Vec<FieldError>, owners: &[OwnerReference], release: Release, path: &FieldPath) {
    let mut controller: Option<&OwnerReference> = None;
    for (index, owner) in owners.iter().enumerate() {
        let place = path.index(index);
        owner_reference(errors, owner, release, path, &place);
        if owner.controller == Some(true) {
            if let Some(first) = controller {
                let named = |owner: &OwnerReference| {
                    if release.since(24) { format!("{}/{}", owner.kind, owner.name) } else { owner.name.to_string() }
                };
                let (first, second) = (named(first), named(owner));
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {second}"
                );
                errors.push(FieldError::invalid(path, bad_value::owners(owners, release), detail).at(place));
            } else {
                controller = Some(owner);
            }
        }
    }
}

/// `validateOwnerReference`; its paths lack the index.
fn owner_reference(
    errors: &mut Vec<FieldError>,
    owner: &OwnerReference,
    release: Release,
    path: &FieldPath,
    place: &FieldPath,
) {
    // `schema.ParseGroupVersion`: without a slash it is a version of the core group.
    let has_version = match owner.api_version.split_once('/') {
        None => !owner.api_version.is_empty(),
        Some((_, version)) => !version.is_empty() && !version.contains('/'),
    };
    if !has_version {
        let error =
            FieldError::invalid_text(&path.child("apiVersion"), &owner.api_version, "version must not be empty");
        errors.push(error.at(place.child("apiVersion")));
    }
    for (field, value) in [("kind", owner.kind.as_str()), ("name", owner.name.as_str()), ("uid", owner.uid.as_str())] {
        if value.is_empty() {
            let named = if release.since(34) { String::new() } else { format!("{field} ") };
            let detail = format!("{named}must not be empty");
            errors.push(FieldError::invalid_text(&path.child(field), value, detail).at(place.child(field)));
        }
    }
    if owner.api_version == "v1" && owner.kind == "Event" {
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        errors.push(FieldError::invalid(path, bad_value::owner(owner, release), detail).at(place.clone()));
    }
}

fn finalizers(errors: &mut Vec<FieldError>, finalizers: &[String], release: Release, path: &FieldPath) {
    for (index, finalizer) in finalizers.iter().enumerate() {
        for sentence in names::qualified_name(finalizer) {
            errors.push(FieldError::invalid_text(path, finalizer, sentence).at(path.index(index)));
        }
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        errors.push(FieldError::invalid(path, bad_value::texts(finalizers, release), detail));
    }
}

/// `validateKubeFinalizerName`: names without a domain are Kubernetes' own.
fn kube_finalizers(errors: &mut Vec<FieldError>, finalizers: &[String], path: &FieldPath) {
    for (index, finalizer) in finalizers.iter().enumerate() {
        let is_standard = matches!(finalizer.as_str(), "kubernetes" | "orphan" | "foregroundDeletion");
        if !finalizer.contains('/') && !is_standard {
            let detail = "name is neither a standard finalizer name nor is it fully qualified";
            errors.push(FieldError::invalid_text(&path.index(index), finalizer, detail));
        }
    }
}

/// `ValidateObjectMeta` of a namespaced object; `name_syntax` gives the sentences about a name, which
/// may be the prefix of a generated one.
pub(super) fn object_meta(
    errors: &mut Vec<FieldError>,
    meta: &ObjectMeta,
    name_syntax: fn(&str, bool) -> Vec<String>,
    release: Release,
    path: &FieldPath,
) {
    object_meta_of_any_kind(errors, meta, name_syntax, release, path);
    kube_finalizers(errors, &meta.finalizers, &path.child("finalizers"));
}

/// `ValidateObjectMetaAccessor`: what is true of objects of all kinds.
fn object_meta_of_any_kind(
    errors: &mut Vec<FieldError>,
    meta: &ObjectMeta,
    name_syntax: fn(&str, bool) -> Vec<String>,
    release: Release,
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
    labels_and_annotations(errors, meta, release, path);
    finalizers(errors, &meta.finalizers, release, &path.child("finalizers"));
}

fn labels_and_annotations(errors: &mut Vec<FieldError>, meta: &ObjectMeta, release: Release, path: &FieldPath) {
    let labels_path = path.child("labels");
    labels(errors, &meta.labels, &labels_path, &labels_path);
    let annotations_path = path.child("annotations");
    annotations(errors, &meta.annotations, release, &annotations_path, &annotations_path);
    owner_references(errors, &meta.owner_references, release, &path.child("ownerReferences"));
}

/// `validateCommonFields`: what an update of any kind has to keep to.
pub(super) fn common_fields(
    errors: &mut Vec<FieldError>,
    new: &ObjectMeta,
    old: &ObjectMeta,
    release: Release,
    path: &FieldPath,
) {
    // The name is the one of the URL.
    object_meta_of_any_kind(errors, new, |_, _| Vec::new(), release, path);
    object_meta_update_of_any_kind(errors, new, old, release, path);
}

/// `ValidateObjectMetaUpdate`.
pub(super) fn object_meta_update(
    errors: &mut Vec<FieldError>,
    new: &ObjectMeta,
    old: &ObjectMeta,
    release: Release,
    path: &FieldPath,
) {
    object_meta_update_of_any_kind(errors, new, old, release, path);
    kube_finalizers(errors, &new.finalizers, &path.child("finalizers"));
}

/// `ValidateObjectMetaAccessorUpdate`.
fn object_meta_update_of_any_kind(
    errors: &mut Vec<FieldError>,
    new: &ObjectMeta,
    old: &ObjectMeta,
    release: Release,
    path: &FieldPath,
) {
    if old.is_deleting() {
        let held: BTreeSet<&str> = old.finalizers.iter().map(String::as_str).small_collect();
        let added: BTreeSet<&str> =
            new.finalizers.iter().map(String::as_str).filter(|name| !held.contains(name)).small_collect();
        if !added.is_empty() {
            let detail = format!(
                "no new finalizers can be added if the object is being deleted, found new finalizers {}",
                go_list("string", added)
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
    let text = |value: &str| bad_value::text(Some(value), release);
    let time = |value: &_| bad_value::time(*value, release);
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
        |seconds| bad_value::number(*seconds, release),
    );
    labels_and_annotations(errors, new, release, path);
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

    fn errors_of(owners: &[OwnerReference], release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        owner_references(&mut errors, owners, release, &FieldPath::new("o"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_owner_controls() {
        let two = [owner("a"), owner("b")];
        let only = "Only one reference can have Controller set to true. Found \"true\" in references for";
        let go = "o: Invalid value: []v1.OwnerReference{v1.OwnerReference{APIVersion:\"batch/v1\", Kind:\"CronJob\", Name:\"a\", \
                  UID:\"u\", Controller:(*bool)(0x...), BlockOwnerDeletion:(*bool)(nil)}, v1.OwnerReference{\
                  APIVersion:\"batch/v1\", Kind:\"CronJob\", Name:\"b\", UID:\"u\", Controller:(*bool)(0x...), \
                  BlockOwnerDeletion:(*bool)(nil)}}";
        for release in [Release::V1_11, Release::V1_22] {
            assert_eq!(errors_of(&two, release), [format!("{go}: {only} a and b")]);
        }
        assert_eq!(errors_of(&two, Release::V1_28), [format!("{go}: {only} CronJob/a and CronJob/b")]);
        assert_eq!(
            errors_of(&two, Release::V1_36),
            [format!(
                "o: Invalid value: [{{\"apiVersion\":\"batch/v1\",\"kind\":\"CronJob\",\"name\":\"a\",\"uid\":\"u\",\
                 \"controller\":true}},{{\"apiVersion\":\"batch/v1\",\"kind\":\"CronJob\",\"name\":\"b\",\"uid\":\"u\",\
                 \"controller\":true}}]: {only} CronJob/a and CronJob/b"
            )]
        );
        for release in Release::ALL {
            assert_eq!(errors_of(&[owner("a")], release), Vec::<String>::new());
            let many = vec![owner("a"); 1000];
            assert!(errors_of(&many, release).iter().all(|text| text.len() < 200));
        }
    }

    #[test]
    fn an_owner_is_named_completely() {
        let nobody = [OwnerReference {
            api_version: "a/b/c".into(),
            kind: String::new(),
            name: "".into(),
            uid: "".into(),
            controller: None,
            block_owner_deletion: None,
        }];
        let version = "o.apiVersion: Invalid value: \"a/b/c\": version must not be empty";
        for release in [Release::V1_11, Release::V1_22, Release::V1_28] {
            assert_eq!(
                errors_of(&nobody, release),
                [
                    version,
                    "o.kind: Invalid value: \"\": kind must not be empty",
                    "o.name: Invalid value: \"\": name must not be empty",
                    "o.uid: Invalid value: \"\": uid must not be empty",
                ]
            );
        }
        assert_eq!(
            errors_of(&nobody, Release::V1_36),
            [
                version,
                "o.kind: Invalid value: \"\": must not be empty",
                "o.name: Invalid value: \"\": must not be empty",
                "o.uid: Invalid value: \"\": must not be empty",
            ]
        );
    }

    #[test]
    fn an_objects_times_stay() {
        let old = ObjectMeta { resource_version: Some(ResourceVersion(1)), ..ObjectMeta::default() };
        let new = ObjectMeta { deletion_timestamp: Some(crate::api::Time::START.into()), ..old.clone() };
        let said = |release| {
            let mut errors = Vec::new();
            object_meta_update(&mut errors, &new, &old, release, &FieldPath::new("metadata"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        for release in [Release::V1_11, Release::V1_22, Release::V1_28] {
            assert_eq!(
                said(release),
                ["metadata.deletionTimestamp: Invalid value: 2024-01-01 00:00:00 +0000 UTC: field is immutable"]
            );
        }
        assert_eq!(
            said(Release::V1_36),
            ["metadata.deletionTimestamp: Invalid value: \"2024-01-01T00:00:00Z\": field is immutable"]
        );
    }

    #[test]
    fn finalizers_do_not_contradict_each_other() {
        let said = |release| {
            let mut errors = Vec::new();
            let both = ["orphan".to_owned(), "foregroundDeletion".to_owned()];
            finalizers(&mut errors, &both, release, &FieldPath::new("f"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        assert_eq!(
            said(Release::V1_28),
            [format!("f: Invalid value: []string{{\"orphan\", \"foregroundDeletion\"}}: {detail}")]
        );
        assert_eq!(said(Release::V1_36), [format!("f: Invalid value: [\"orphan\",\"foregroundDeletion\"]: {detail}")]);
    }

    #[test]
    fn a_job_that_is_deleted_gets_no_new_finalizers() {
        let old = ObjectMeta {
            deletion_timestamp: Some(crate::api::MetaTime::default()),
            finalizers: vec!["x/a".into()].into(),
            resource_version: Some(ResourceVersion(1)),
            ..ObjectMeta::default()
        };
        let new = ObjectMeta { finalizers: vec!["x/a".into(), "x/c".into(), "x/b".into()].into(), ..old.clone() };
        let mut errors = Vec::new();
        object_meta_update(&mut errors, &new, &old, Release::V1_36, &FieldPath::new("metadata"));
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new \
              finalizers []string{\"x/b\", \"x/c\"}"
            ]
        );
    }

    #[test]
    fn finalizers_without_a_domain_are_kubernetes_own() {
        let mut errors = Vec::new();
        let names = ["foo".to_owned(), "kubernetes".to_owned(), "x/foo".to_owned()];
        kube_finalizers(&mut errors, &names, &FieldPath::new("f"));
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["f[0]: Invalid value: \"foo\": name is neither a standard finalizer name nor is it fully qualified"]
        );
    }
}
