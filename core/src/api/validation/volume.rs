//! Validation of volumes and where they are mounted (`pkg/apis/core/validation`): that there is a
//! source, one only, and that what people commonly mount is complete. The sources of particular
//! storage systems pass unread.

use std::collections::{BTreeMap, BTreeSet};

use super::meta::invalid_texts;
use super::names;
use crate::api::json::{Object, flag, is_set, object, objects, optional_number, text};
use crate::api::{FieldError, FieldPath};

/// The valid volumes of a pod by name.
pub(super) type Volumes<'a> = BTreeMap<&'a str, &'a Object>;

/// The sources in the order in which Kubernetes looks at them.
const SOURCES: [&str; 30] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "flexVolume",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    // What follows came after v1.11; a release that does not know them does not come here with them.
    "csi",
    "ephemeral",
    "image",
];

/// `ValidateVolumes`.
pub(super) fn volumes<'a>(errors: &mut Vec<FieldError>, spec: &'a Object, path: &FieldPath) -> Volumes<'a> {
    let mut valid = Volumes::new();
    for (index, volume) in objects(spec, "volumes") {
        let path = path.index(index);
        let before = errors.len();
        source(errors, volume, &path);
        let name = text(volume, "name");
        if name.is_empty() {
            errors.push(FieldError::required(&path.child("name"), ""));
        } else {
            invalid_texts(errors, &path.child("name"), name, names::dns_label(name));
        }
        if valid.contains_key(name) {
            errors.push(FieldError::duplicate(&path.child("name"), name));
        }
        if errors.len() == before {
            valid.insert(name, volume);
        }
    }
    valid
}

/// `validateVolumeSource`.
fn source(errors: &mut Vec<FieldError>, volume: &Object, path: &FieldPath) {
    let mut found = false;
    for kind in SOURCES {
        if !is_set(volume, kind) {
            continue;
        }
        if found {
            // Kubernetes spells two of them differently here.
            let named = match kind {
                "cephfs" => "cephFS",
                "downwardAPI" => "downwarAPI",
                kind => kind,
            };
            let error = FieldError::forbidden(&path.child(named), "may not specify more than 1 volume type");
            errors.push(error.at(path.child(kind)));
            continue;
        }
        found = true;
        if let Some(source) = object(volume, kind) {
            source_fields(errors, kind, source, &path.child(kind));
        }
    }
    if !found {
        errors.push(FieldError::required(path, "must specify a volume type"));
    }
}

fn source_fields(errors: &mut Vec<FieldError>, kind: &str, source: &Object, path: &FieldPath) {
    let required: &[&str] = match kind {
        "secret" => &["secretName"],
        "configMap" => &["name"],
        "persistentVolumeClaim" => &["claimName"],
        "hostPath" => &["path"],
        "nfs" => &["server", "path"],
        _ => &[],
    };
    for field in required {
        if text(source, field).is_empty() {
            errors.push(FieldError::required(&path.child(field), ""));
        }
    }
    match kind {
        "secret" | "configMap" => {
            file_mode(errors, source, "defaultMode", path);
            for (index, item) in objects(source, "items") {
                key_to_path(errors, item, &path.child("items").index(index));
            }
        }
        "downwardAPI" | "projected" => file_mode(errors, source, "defaultMode", path),
        "hostPath" => host_path(errors, source, path),
        "nfs" => {
            let server_path = text(source, "path");
            if !server_path.starts_with('/') {
                errors.push(FieldError::invalid_text(&path.child("path"), server_path, "must be an absolute path"));
            }
        }
        _ => {}
    }
}

/// `validateHostPathVolumeSource` of a path that is given.
fn host_path(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    const TYPES: [&str; 8] =
        ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];
    if text(source, "path").is_empty() {
        return;
    }
    no_backsteps(errors, text(source, "path"), &path.child("path"));
    let kind = text(source, "type");
    if !TYPES.contains(&kind) {
        errors.push(FieldError::not_supported(&path.child("type"), kind, &TYPES));
    }
}

fn file_mode(errors: &mut Vec<FieldError>, object: &Object, field: &str, path: &FieldPath) {
    if let Some(mode) = optional_number(object, field).filter(|mode| !(0..=0o777).contains(mode)) {
        let detail = "must be a number between 0 and 0777 (octal), both inclusive";
        errors.push(FieldError::invalid(&path.child(field), mode, detail));
    }
}

/// `validateKeyToPath`.
fn key_to_path(errors: &mut Vec<FieldError>, item: &Object, path: &FieldPath) {
    for field in ["key", "path"] {
        if text(item, field).is_empty() {
            errors.push(FieldError::required(&path.child(field), ""));
        }
    }
    let target = text(item, "path");
    relative_path(errors, target, &path.child("path"));
    if target.starts_with("..") && !target.starts_with("../") && target != ".." {
        errors.push(FieldError::invalid_text(&path.child("path"), target, "must not start with '..'"));
    }
    file_mode(errors, item, "mode", path);
}

/// `validateLocalDescendingPath`.
fn relative_path(errors: &mut Vec<FieldError>, target: &str, path: &FieldPath) {
    if target.starts_with('/') {
        errors.push(FieldError::invalid_text(path, target, "must be a relative path"));
    }
    no_backsteps(errors, target, path);
}

/// `validatePathNoBacksteps`.
fn no_backsteps(errors: &mut Vec<FieldError>, target: &str, path: &FieldPath) {
    if target.split('/').any(|part| part == "..") {
        errors.push(FieldError::invalid_text(path, target, "must not contain '..'"));
    }
}

/// `ValidateVolumeMounts` of a container.
pub(super) fn mounts(errors: &mut Vec<FieldError>, container: &Object, volumes: &Volumes<'_>, path: &FieldPath) {
    let privileged = object(container, "securityContext").is_some_and(|context| flag(context, "privileged"));
    let mut taken = BTreeSet::new();
    for (index, mount) in objects(container, "volumeMounts") {
        let place = path.index(index);
        let name = text(mount, "name");
        if name.is_empty() {
            errors.push(FieldError::required(&place.child("name"), ""));
        }
        if !volumes.contains_key(name) {
            errors.push(FieldError::not_found(&place.child("name"), name));
        }
        let mount_path = text(mount, "mountPath");
        if mount_path.is_empty() {
            errors.push(FieldError::required(&place.child("mountPath"), ""));
        }
        if !taken.insert(mount_path) {
            errors.push(FieldError::invalid_text(&place.child("mountPath"), mount_path, "must be unique"));
        }
        // Kubernetes forgets the index in the paths of the next two.
        let before = errors.len();
        let sub_path = text(mount, "subPath");
        if !sub_path.is_empty() {
            relative_path(errors, sub_path, &path.child("subPath"));
        }
        let propagation = text(mount, "mountPropagation");
        let propagation_path = path.child("mountPropagation");
        if !matches!(propagation, "" | "Bidirectional" | "HostToContainer" | "None") {
            let supported = ["Bidirectional", "HostToContainer", "None"];
            errors.push(FieldError::not_supported(&propagation_path, propagation, &supported));
        }
        if propagation == "Bidirectional" && !privileged {
            let detail = "Bidirectional mount propagation is available only to privileged containers";
            errors.push(FieldError::forbidden(&propagation_path, detail));
        }
        for error in errors.iter_mut().skip(before) {
            let field = if error.path == propagation_path { "mountPropagation" } else { "subPath" };
            error.place = place.child(field);
        }
    }
}
