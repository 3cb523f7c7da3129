//! Validation of annotations about the pod (`ValidatePodSpecificAnnotations`), and of contradictions with the fields
//! that replaced them.

use serde_json::Value;

use super::context::{Visited, os_name, visit_containers};
use super::tolerations::toleration;
use super::volume_source::relative_path;
use crate::api::json::{Object, object, optional_text, text};
use crate::api::{FieldError, FieldPath, Labels, PodSpec, PodTemplateSpec, Release};

const MIRROR: &str = "kubernetes.io/config.mirror";
const TOLERATIONS: &str = "scheduler.alpha.kubernetes.io/tolerations";
const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";
pub(super) const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
pub(super) const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
pub(super) const APP_ARMOR: &str = "container.apparmor.security.beta.kubernetes.io/";

/// `ValidatePodSpecificAnnotations`: `path` lacks the metadata, `place` does not.
pub(super) fn pod_annotations(
    errors: &mut Vec<FieldError>,
    template: &PodTemplateSpec,
    release: Release,
    path: &FieldPath,
    place: &FieldPath,
) {
    let before = errors.len();
    let annotations = &template.metadata.annotations;
    if let Some(value) = annotations.get(MIRROR)
        && template.spec.node_name.as_ref().is_none_or(|node| node.as_str().is_empty())
    {
        let detail = "must set spec.nodeName if mirror pod annotation is set";
        errors.push(FieldError::invalid_text(&path.key(MIRROR), value, detail).at(place.key(MIRROR)));
    }
    if let Some(value) = annotations.get(TOLERATIONS).filter(|value| !value.is_empty()) {
        tolerations(errors, value, release, path);
        relocate(errors, before, &place.key(TOLERATIONS));
    }
    if let Some(value) = annotations.get(DELETION_COST).filter(|value| release.since(22) && !is_cost(value)) {
        let error = FieldError::invalid_text(&path.key(DELETION_COST), value, "must be a 32bit integer");
        errors.push(error.at(place.key(DELETION_COST)));
    }
    seccomp(errors, annotations, path, place);
    app_armor(errors, annotations, &template.spec, path, place);
}

fn relocate(errors: &mut [FieldError], before: usize, place: &FieldPath) {
    for error in errors.iter_mut().skip(before) {
        error.place = place.clone();
    }
}

/// `ValidateTolerationsInPodAnnotations`.
fn tolerations(errors: &mut Vec<FieldError>, value: &str, release: Release, path: &FieldPath) {
    match serde_json::from_str::<Vec<Object>>(value) {
        Ok(list) => {
            for (index, one) in list.iter().enumerate() {
                toleration(errors, one, release, &path.child(TOLERATIONS).index(index));
            }
        }
        Err(error) => {
            let first = value.trim_start().chars().next().unwrap_or_default();
            let detail = match serde_json::from_str::<Value>(value) {
                Ok(_) => "json: cannot unmarshal object into Go value of type []core.Toleration".to_owned(),
                Err(_) if error.is_eof() => "unexpected end of JSON input".to_owned(),
                Err(_) => format!("invalid character '{first}' looking for beginning of value"),
            };
            errors.push(FieldError::invalid_text(path, TOLERATIONS, detail));
        }
    }
}

/// `GetDeletionCostFromPodAnnotations`: a number as a person writes it.
fn is_cost(value: &str) -> bool {
    let starts_well = value == "0" || value.starts_with(|c: char| c == '-' || ('1'..='9').contains(&c));
    starts_well && value.parse::<i32>().is_ok()
}

/// `ValidateSeccompPodAnnotations`.
fn seccomp(errors: &mut Vec<FieldError>, annotations: &Labels, path: &FieldPath, place: &FieldPath) {
    let of_pod = annotations.get(SECCOMP_POD).map(|profile| (SECCOMP_POD, profile));
    let of_containers = annotations.iter().filter(|(key, _)| key.starts_with(SECCOMP_CONTAINER));
    for (key, profile) in of_pod.into_iter().chain(of_containers) {
        let before = errors.len();
        let path = path.child(key);
        match profile {
            "runtime/default" | "docker/default" | "unconfined" => {}
            profile => match profile.strip_prefix("localhost/") {
                Some(local) => relative_path(errors, local, &path),
                None => errors.push(FieldError::invalid_text(&path, profile, "must be a valid seccomp profile")),
            },
        }
        relocate(errors, before, &place.key(key));
    }
}

/// `ValidateAppArmorPodAnnotations`.
fn app_armor(errors: &mut Vec<FieldError>, annotations: &Labels, spec: &PodSpec, path: &FieldPath, place: &FieldPath) {
    for (key, profile) in annotations.iter() {
        let Some(name) = key.strip_prefix(APP_ARMOR) else { continue };
        let (path, place) = (path.key(key), place.key(key));
        if !visit_containers(spec, &FieldPath::default()).iter().any(|container| container.name == name) {
            errors.push(FieldError::invalid_text(&path, name, "container not found").at(place.clone()));
        }
        if !matches!(profile, "" | "runtime/default" | "unconfined") && !profile.starts_with("localhost/") {
            let detail = format!("invalid AppArmor profile name: {}", crate::api::field::go_quote(profile));
            errors.push(FieldError::invalid_text(&path, profile, detail).at(place));
        }
    }
}

/// A profile of a container as an annotation and as a field, which have to say the same.
struct Agreement {
    field: &'static str,
    word: &'static str,
    /// What annotations can say for `RuntimeDefault`.
    defaults: &'static [&'static str],
}

const SECCOMP: Agreement =
    Agreement { field: "seccompProfile", word: "seccomp", defaults: &["runtime/default", "docker/default"] };
const APP_ARMOR_FIELD: Agreement =
    Agreement { field: "appArmorProfile", word: "apparmor", defaults: &["runtime/default"] };

impl Agreement {
    /// What contradicts the annotation.
    fn check(&self, errors: &mut Vec<FieldError>, annotation: &str, profile: &Object, path: &FieldPath) {
        let path = path.child("securityContext").child(self.field);
        let same = |what| format!("{} {what} in annotation and field must match", self.word);
        let local = annotation.strip_prefix("localhost/");
        match text(profile, "type") {
            "Unconfined" if annotation == "unconfined" => {}
            "RuntimeDefault" if self.defaults.contains(&annotation) => {}
            "Localhost" if local.is_some() && local == optional_text(profile, "localhostProfile") => {}
            "Localhost" if local.is_some() => {
                errors.push(FieldError::forbidden(&path.child("localhostProfile"), same("profile")));
            }
            "Unconfined" | "RuntimeDefault" | "Localhost" => {
                errors.push(FieldError::forbidden(&path.child("type"), same("type")));
            }
            _ => {}
        }
    }
}

/// `validateSeccompAnnotationsAndFields` and `validateAppArmorAnnotationsAndFieldsMatchOnCreate`.
pub(super) fn annotations_and_fields(
    errors: &mut Vec<FieldError>,
    template: &PodTemplateSpec,
    release: Release,
    path: &FieldPath,
) {
    let annotations = &template.metadata.annotations;
    let profile = |fields, field| object(fields, "securityContext").and_then(|context| object(context, field));
    let of_pod = |field| profile(template.spec.other.map(), field);
    let containers = visit_containers(&template.spec, path);
    let annotated = |prefix: &str, container: &Visited<'_>| annotations.get(&format!("{prefix}{}", container.name));
    if release.since(19) {
        if let Some((annotation, profile)) = annotations.get(SECCOMP_POD).zip(of_pod(SECCOMP.field)) {
            SECCOMP.check(errors, annotation, profile, path);
        }
        for container in &containers {
            let own = profile(container.fields, SECCOMP.field);
            if let Some((annotation, profile)) = annotated(SECCOMP_CONTAINER, container).zip(own) {
                SECCOMP.check(errors, annotation, profile, &container.path);
            }
        }
    }
    if release.since(30) && os_name(&template.spec) != Some("windows") {
        for container in &containers {
            let own = profile(container.fields, APP_ARMOR_FIELD.field).or(of_pod(APP_ARMOR_FIELD.field));
            if let Some((annotation, profile)) = annotated(APP_ARMOR, container).zip(own) {
                APP_ARMOR_FIELD.check(errors, annotation, profile, &container.path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn annotations_name_profiles_and_containers_that_there_are() {
        let template: PodTemplateSpec = serde_json::from_value(json!({
            "metadata": {"annotations": {
                (DELETION_COST): "+1",
                (SECCOMP_POD): "unconfined",
                "container.apparmor.security.beta.kubernetes.io/d": "x",
                "container.apparmor.security.beta.kubernetes.io/c": "localhost/a",
            }},
            "spec": {
                "containers": [{"name": "c", "securityContext": {"appArmorProfile": {"type": "Localhost", "localhostProfile": "b"}}}],
                "securityContext": {"seccompProfile": {"type": "RuntimeDefault"}},
            },
        }))
        .unwrap();
        let mut errors = Vec::new();
        let (path, place) = (FieldPath::new("t.annotations"), FieldPath::new("t.metadata.annotations"));
        pod_annotations(&mut errors, &template, Release::V1_36, &path, &place);
        annotations_and_fields(&mut errors, &template, Release::V1_36, &FieldPath::new("t.spec"));
        let armor = "t.annotations[container.apparmor.security.beta.kubernetes.io/d]: Invalid value:";
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                format!("t.annotations[{DELETION_COST}]: Invalid value: \"+1\": must be a 32bit integer"),
                format!("{armor} \"d\": container not found"),
                format!("{armor} \"x\": invalid AppArmor profile name: \"x\""),
                "t.spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match".to_owned(),
                "t.spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match".to_owned(),
            ]
        );
    }
}
