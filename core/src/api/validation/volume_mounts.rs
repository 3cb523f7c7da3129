//! Validation of a container's volumes: as files (`ValidateVolumeMounts`) or as devices (`ValidateVolumeDevices`).

use std::collections::BTreeSet;

use super::context::{PodContext, supported};
use super::volume_source::{no_backsteps, relative_path};
use crate::api::json::{Object, flag, is_set, object, objects, optional_text, text};
use crate::api::{FieldError, FieldPath};

/// Names and places of the items of a list, as in `GetVolumeMountMap`.
fn named_places<'a>(container: &'a Object, list: &str, place: &str) -> Vec<(&'a str, &'a str)> {
    let mut places: Vec<(&str, &str)> = Vec::new();
    for (_, item) in objects(container, list) {
        let name = text(item, "name");
        places.retain(|(known, _)| *known != name);
        places.push((name, text(item, place)));
    }
    places
}

/// `ValidateVolumeMounts`.
pub(super) fn volume_mounts(errors: &mut Vec<FieldError>, container: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let privileged = object(container, "securityContext").is_some_and(|context| flag(context, "privileged"));
    let devices = named_places(container, "volumeDevices", "devicePath");
    let mut taken = BTreeSet::new();
    for (index, mount) in objects(container, "volumeMounts") {
        let place = path.index(index);
        let name = text(mount, "name");
        if name.is_empty() {
            errors.push(FieldError::required(&place.child("name"), ""));
        }
        if !pod.volumes.contains_key(name) {
            errors.push(FieldError::not_found(&place.child("name"), name));
        }
        let mount_path = text(mount, "mountPath");
        if mount_path.is_empty() {
            errors.push(FieldError::required(&place.child("mountPath"), ""));
        }
        if !taken.insert(mount_path) {
            errors.push(FieldError::invalid_text(&place.child("mountPath"), mount_path, "must be unique"));
        }
        if devices.iter().any(|(device, _)| *device == name) {
            let detail = "must not already exist in volumeDevices";
            errors.push(FieldError::invalid_text(&place.child("name"), name, detail));
        }
        if devices.iter().any(|(_, device)| *device == mount_path) {
            let detail = "must not already exist as a path in volumeDevices";
            errors.push(FieldError::invalid_text(&place.child("mountPath"), mount_path, detail));
        }
        sub_paths(errors, mount, path, &place);
        propagation(errors, mount, privileged, path, &place);
        recursive_read_only(errors, mount, path, &place);
    }
}

/// Kubernetes forgets the index in the paths of most of what follows.
fn sub_paths(errors: &mut Vec<FieldError>, mount: &Object, path: &FieldPath, place: &FieldPath) {
    let [sub_path, expression] = ["subPath", "subPathExpr"].map(|field| text(mount, field));
    for (field, written) in [("subPath", sub_path), ("subPathExpr", expression)] {
        if written.is_empty() {
            continue;
        }
        if field == "subPathExpr" && !sub_path.is_empty() {
            let detail = "subPathExpr and subPath are mutually exclusive";
            errors.push(FieldError::invalid_text(&place.child(field), written, detail));
        }
        let before = errors.len();
        relative_path(errors, written, &path.child(field));
        for error in errors.iter_mut().skip(before) {
            error.place = place.child(field);
        }
    }
}

/// `validateMountPropagation`.
fn propagation(errors: &mut Vec<FieldError>, mount: &Object, privileged: bool, path: &FieldPath, place: &FieldPath) {
    let field = "mountPropagation";
    let Some(propagation) = optional_text(mount, field) else { return };
    let (path, place) = (path.child(field), place.child(field));
    if !matches!(propagation, "Bidirectional" | "HostToContainer" | "None") {
        let known = ["Bidirectional", "HostToContainer", "None"];
        errors.push(FieldError::not_supported(&path, propagation, &known).at(place.clone()));
    }
    if propagation == "Bidirectional" && !privileged {
        let detail = "Bidirectional mount propagation is available only to privileged containers";
        errors.push(FieldError::forbidden(&path, detail).at(place));
    }
}

/// `validateMountRecursiveReadOnly`.
fn recursive_read_only(errors: &mut Vec<FieldError>, mount: &Object, path: &FieldPath, place: &FieldPath) {
    let field = "recursiveReadOnly";
    let Some(mode) = optional_text(mount, field) else { return };
    let (path, place) = (path.child(field), place.child(field));
    let before = errors.len();
    match mode {
        "Disabled" => {}
        "Enabled" | "IfPossible" => {
            if !flag(mount, "readOnly") {
                errors.push(FieldError::forbidden(&path, "may only be specified when readOnly is true"));
            }
            if optional_text(mount, "mountPropagation").is_some_and(|propagation| propagation != "None") {
                let detail = "may only be specified when mountPropagation is None or not specified";
                errors.push(FieldError::forbidden(&path, detail));
            }
        }
        mode => supported(errors, &path, mode, &["Disabled", "Enabled", "IfPossible"]),
    }
    for error in errors.iter_mut().skip(before) {
        error.place = place.clone();
    }
}

/// `ValidateVolumeDevices`.
pub(super) fn volume_devices(errors: &mut Vec<FieldError>, container: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let mounts = named_places(container, "volumeMounts", "mountPath");
    let (mut names, mut paths) = (BTreeSet::new(), BTreeSet::new());
    for (index, device) in objects(container, "volumeDevices") {
        let [name, device_path] = ["name", "devicePath"].map(|field| text(device, field));
        let (name_path, path_path) = (path.index(index).child("name"), path.index(index).child("devicePath"));
        let volume = pod.volumes.get(name);
        let is_claim =
            volume.is_some_and(|volume| is_set(volume, "persistentVolumeClaim") || is_set(volume, "ephemeral"));
        if name.is_empty() {
            errors.push(FieldError::required(&name_path, ""));
        }
        if names.contains(name) {
            errors.push(FieldError::invalid_text(&name_path, name, "must be unique"));
        }
        if volume.is_some() && !is_claim {
            // #105682, v1.23
            let kinds =
                if pod.release.since(23) { "PersistentVolumeClaim or Ephemeral" } else { "PersistentVolumeClaim" };
            let detail = format!("can only use volume source type of {kinds} for block mode");
            errors.push(FieldError::invalid_text(&name_path, name, detail));
        }
        if volume.is_none() {
            errors.push(FieldError::not_found(&name_path, name));
        }
        if device_path.is_empty() {
            errors.push(FieldError::required(&path_path, ""));
        }
        if paths.contains(device_path) {
            errors.push(FieldError::invalid_text(&path_path, device_path, "must be unique"));
        }
        let mut backsteps = Vec::new();
        no_backsteps(&mut backsteps, device_path, &path_path);
        if backsteps.is_empty() {
            paths.insert(device_path);
        } else {
            errors.push(FieldError::invalid_text(&path_path, device_path, "can not contain backsteps ('..')"));
        }
        if mounts.iter().any(|(mount, _)| *mount == name) {
            errors.push(FieldError::invalid_text(&name_path, name, "must not already exist in volumeMounts"));
        }
        if mounts.iter().any(|(_, mount)| *mount == device_path) {
            let detail = "must not already exist as a path in volumeMounts";
            errors.push(FieldError::invalid_text(&path_path, device_path, detail));
        }
        if !name.is_empty() {
            names.insert(name);
        }
    }
}
