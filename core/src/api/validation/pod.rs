//! Validation of pod templates (`ValidatePodTemplateSpec`), and of what may change in one
//! (`validatePodTemplateUpdate`).

use super::context::Server;
use super::meta::{self, annotations, labels};
use super::pod_spec::pod_spec;
use super::{bad_value, ephemeral_container, pod_annotations};
use crate::api::{FeatureGate, FeatureGates, FieldError, FieldPath, Job, JobConditionType, PodTemplateSpec, encoded};

/// `ValidatePodTemplateSpec`.
pub(super) fn template(errors: &mut Vec<FieldError>, template: &PodTemplateSpec, server: Server<'_>, path: &FieldPath) {
    let release = server.release;
    // Kubernetes leaves `metadata` out of these paths.
    let place = path.child("metadata");
    labels(errors, &template.metadata.labels, &path.child("labels"), &place.child("labels"));
    let notes = &template.metadata.annotations;
    let (notes_path, notes_place) = (path.child("annotations"), place.child("annotations"));
    annotations(errors, notes, release, &notes_path, &notes_place);
    pod_annotations::pod_annotations(errors, template, release, &notes_path, &notes_place);
    let path = path.child("spec");
    pod_spec(errors, &template.spec, server, &path);
    pod_annotations::annotations_and_fields(errors, template, release, &path);
    ephemeral_container::not_in_templates(errors, template.spec.other.map(), &path);
}

/// `validatePodTemplateUpdate`: the template stays, but for what others may still decide about a Job that is
/// suspended.
pub(super) fn template_update(
    errors: &mut Vec<FieldError>,
    new: &PodTemplateSpec,
    old: &Job,
    gates: FeatureGates,
    server: Server<'_>,
    path: &FieldPath,
) {
    let template = &old.spec.template;
    if !old.is_suspended() {
        return template_immutable(errors, new, template, server, path);
    }
    let unstarted = old.status.start_time.is_none();
    // It has not started yet, or the controller has suspended it, and all of its pods are gone.
    let rests = (unstarted || old.status.is_true(JobConditionType::Suspended)) && old.status.active == 0;
    // Until a suspended Job first starts, others may change where its pods are scheduled; since v1.36 whenever it rests.
    let late = gates.enabled(FeatureGate::MutableSchedulingDirectivesForSuspendedJobs);
    let movable = if late { rests } else { unstarted };
    let scheduling = if movable { with_scheduling_of(template, new) } else { None };
    let template = scheduling.as_ref().unwrap_or(template);
    if gates.enabled(FeatureGate::MutablePodResourcesForSuspendedJobs) && rests {
        let resources = with_resources_of(template, new);
        let old = resources.as_ref().unwrap_or(template);
        if !is_same_template(new, old, server, path) {
            let path = path.child("spec");
            let shown = bad_value::pod_spec(&new.spec, server, &path);
            errors.push(FieldError::invalid(&path, shown, meta::IMMUTABLE));
        }
    } else {
        template_immutable(errors, new, template, server, path);
    }
}

/// Whether two templates are the same once they are stored. One with a text that no list has is the same as none.
fn is_same_template(one: &PodTemplateSpec, other: &PodTemplateSpec, server: Server<'_>, path: &FieldPath) -> bool {
    let release = server.release;
    if server.refuses_within(path) {
        return false;
    }
    one == other || (one.metadata == other.metadata && encoded(&one.spec, release) == encoded(&other.spec, release))
}

/// The template stays as it was created.
pub(super) fn template_immutable(
    errors: &mut Vec<FieldError>,
    new: &PodTemplateSpec,
    old: &PodTemplateSpec,
    server: Server<'_>,
    path: &FieldPath,
) {
    if !is_same_template(new, old, server, path) {
        errors.push(FieldError::invalid(path, bad_value::template(new, server, path), meta::IMMUTABLE));
    }
}

/// `old` with the metadata of `new`, which is not compared, and the resources of its containers, container by container.
fn with_resources_of(old: &PodTemplateSpec, new: &PodTemplateSpec) -> Option<PodTemplateSpec> {
    if old == new {
        return None;
    }
    let mut mixed = PodTemplateSpec { metadata: new.metadata.clone(), ..old.clone() };
    let spec = &mut mixed.spec;
    for (old, new) in
        [(&mut spec.init_containers, &new.spec.init_containers), (&mut spec.containers, &new.spec.containers)]
    {
        if old.len() != new.len() {
            continue;
        }
        let alike = std::sync::Arc::make_mut(old).iter_mut().zip(new.iter()).filter(|(old, new)| old.name == new.name);
        for (old, new) in alike {
            let fields = old.other.map_mut();
            match new.other.map().get("resources") {
                Some(resources) => drop(fields.insert("resources".to_owned(), resources.clone())),
                None => drop(fields.remove("resources")),
            }
        }
    }
    Some(mixed)
}

/// `old` with what others may still decide before the first pod is made, from `new`: labels, annotations,
/// node selector, node affinity, tolerations and scheduling gates.
fn with_scheduling_of(old: &PodTemplateSpec, new: &PodTemplateSpec) -> Option<PodTemplateSpec> {
    if old == new {
        return None;
    }
    let mut mixed = old.clone();
    mixed.metadata.labels = new.metadata.labels.clone();
    mixed.metadata.annotations = new.metadata.annotations.clone();
    let fields = mixed.spec.other.map_mut();
    let mut take = |field: &str| match new.spec.other.map().get(field) {
        Some(value) => drop(fields.insert(field.to_owned(), value.clone())),
        None => drop(fields.remove(field)),
    };
    for field in ["nodeSelector", "tolerations", "schedulingGates"] {
        take(field);
    }
    let new = new.spec.other.map().get("affinity").filter(|affinity| !affinity.is_null());
    let mut affinity = match fields.remove("affinity") {
        Some(serde_json::Value::Object(affinity)) => affinity,
        _ => serde_json::Map::new(),
    };
    match new.and_then(|affinity| affinity.get("nodeAffinity")) {
        Some(node_affinity) => drop(affinity.insert("nodeAffinity".to_owned(), node_affinity.clone())),
        None => drop(affinity.remove("nodeAffinity")),
    }
    // An affinity that says nothing may come or go.
    if new.is_some() || !affinity.is_empty() {
        fields.insert("affinity".to_owned(), affinity.into());
    }
    Some(mixed)
}
