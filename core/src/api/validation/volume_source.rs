//! Validation of the volume sources that pod authors use, and of the paths in them.

use super::context::{dns_subdomain, required_texts, supported};
use super::env::{FILE_FIELDS, field_ref, resource_field_ref};
use super::probe::pull_policy;
use super::{projected, volume_claim};
use crate::api::json::{Object, object, objects, optional_number, optional_text, text};
use crate::api::{FieldError, FieldPath, Release};

/// What the source `kind` has to have.
pub(super) fn source_fields(
    errors: &mut Vec<FieldError>,
    kind: &str,
    source: &Object,
    release: Release,
    path: &FieldPath,
) {
    match kind {
        "secret" | "configMap" => {
            required_texts(errors, source, &[if kind == "secret" { "secretName" } else { "name" }], path);
            file_mode(errors, source, "defaultMode", path);
            for (index, item) in objects(source, "items") {
                key_to_path(errors, item, &path.child("items").index(index));
            }
        }
        "persistentVolumeClaim" => required_texts(errors, source, &["claimName"], path),
        "hostPath" => host_path(errors, source, path),
        "nfs" => {
            required_texts(errors, source, &["server", "path"], path);
            let server_path = text(source, "path");
            if !server_path.starts_with('/') {
                errors.push(FieldError::invalid_text(&path.child("path"), server_path, "must be an absolute path"));
            }
        }
        "gitRepo" => {
            required_texts(errors, source, &["repository"], path);
            relative_path(errors, text(source, "directory"), &path.child("directory"));
        }
        "downwardAPI" => {
            file_mode(errors, source, "defaultMode", path);
            for (index, file) in objects(source, "items") {
                downward_api_file(errors, file, release, path, &path.child("items").index(index));
            }
        }
        "projected" => {
            file_mode(errors, source, "defaultMode", path);
            projected::sources(errors, source, release, path);
        }
        "csi" => csi(errors, source, release, path),
        "ephemeral" => match object(source, "volumeClaimTemplate") {
            None => errors.push(FieldError::required(&path.child("volumeClaimTemplate"), "")),
            Some(template) => {
                volume_claim::claim_template(errors, template, release, &path.child("volumeClaimTemplate"));
            }
        },
        "image" => pull_policy(errors, text(source, "pullPolicy"), &path.child("pullPolicy")),
        _ => {}
    }
}

/// `validateHostPathVolumeSource`.
fn host_path(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    const TYPES: [&str; 8] =
        ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];
    if text(source, "path").is_empty() {
        errors.push(FieldError::required(&path.child("path"), ""));
        return;
    }
    no_backsteps(errors, text(source, "path"), &path.child("path"));
    if let Some(kind) = optional_text(source, "type") {
        supported(errors, &path.child("type"), kind, &TYPES);
    }
}

/// `validateCSIVolumeSource`.
fn csi(errors: &mut Vec<FieldError>, source: &Object, release: Release, path: &FieldPath) {
    let driver = text(source, "driver");
    let driver_path = path.child("driver");
    if driver.is_empty() {
        errors.push(FieldError::required(&driver_path, ""));
    }
    // Since v1.35 nothing more is said of none.
    if !driver.is_empty() || !release.since(35) {
        if driver.len() > 63 {
            errors.push(FieldError::too_long(&driver_path, 63, release));
        }
        let sentences = super::names::dns_subdomain(&super::names::to_lower(driver));
        super::meta::invalid_texts(errors, &driver_path, driver, sentences);
    }
    if let Some(secret) = object(source, "nodePublishSecretRef") {
        let place = path.child("nodePublishSecretRef").child("name");
        match text(secret, "name") {
            "" if release.since(25) => errors.push(FieldError::required(&place, "")),
            // A space too many.
            "" => errors.push(FieldError::required(&path.child("nodePublishSecretRef ").child("name"), "").at(place)),
            name => {
                let before = errors.len();
                dns_subdomain(errors, name, &path.child("name"));
                for error in errors.iter_mut().skip(before) {
                    error.place = place.clone();
                }
            }
        }
    }
}

/// A mode of files, if there is one.
pub(super) fn file_mode(errors: &mut Vec<FieldError>, object: &Object, field: &str, path: &FieldPath) {
    if let Some(mode) = optional_number(object, field).filter(|mode| !(0..=0o777).contains(mode)) {
        let detail = "must be a number between 0 and 0777 (octal), both inclusive";
        errors.push(FieldError::invalid(&path.child(field), mode, detail));
    }
}

/// `validateKeyToPath`.
pub(super) fn key_to_path(errors: &mut Vec<FieldError>, item: &Object, path: &FieldPath) {
    required_texts(errors, item, &["key", "path"], path);
    local_path(errors, text(item, "path"), &path.child("path"));
    file_mode(errors, item, "mode", path);
}

/// `validateDownwardAPIVolumeFile`; its paths are those of the list's parent.
pub(super) fn downward_api_file(
    errors: &mut Vec<FieldError>,
    file: &Object,
    release: Release,
    path: &FieldPath,
    place: &FieldPath,
) {
    let before = errors.len();
    required_texts(errors, file, &["path"], path);
    local_path(errors, text(file, "path"), &path.child("path"));
    if let Some(field) = object(file, "fieldRef") {
        field_ref(errors, field, &FILE_FIELDS, release, &path.child("fieldRef"));
        if object(file, "resourceFieldRef").is_some() {
            let detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
            errors.push(FieldError::invalid_text(path, "resource", detail));
        }
    } else if let Some(field) = object(file, "resourceFieldRef") {
        resource_field_ref(errors, field, true, release, &path.child("resourceFieldRef"));
    } else {
        errors.push(FieldError::required(path, "one of fieldRef and resourceFieldRef is required"));
    }
    file_mode(errors, file, "mode", path);
    for error in errors.iter_mut().skip(before) {
        let field = error.path.as_str().strip_prefix(path.as_str()).unwrap_or_default().trim_start_matches('.');
        error.place = if field.is_empty() { place.clone() } else { place.child(field) };
    }
}

/// `ValidateLocalNonReservedPath`.
pub(super) fn local_path(errors: &mut Vec<FieldError>, target: &str, path: &FieldPath) {
    relative_path(errors, target, path);
    if target.starts_with("..") && !target.starts_with("../") {
        errors.push(FieldError::invalid_text(path, target, "must not start with '..'"));
    }
}

/// `validateLocalDescendingPath`.
pub(super) fn relative_path(errors: &mut Vec<FieldError>, target: &str, path: &FieldPath) {
    if target.starts_with('/') {
        errors.push(FieldError::invalid_text(path, target, "must be a relative path"));
    }
    no_backsteps(errors, target, path);
}

/// `validatePathNoBacksteps`.
pub(super) fn no_backsteps(errors: &mut Vec<FieldError>, target: &str, path: &FieldPath) {
    if target.split('/').any(|part| part == "..") {
        errors.push(FieldError::invalid_text(path, target, "must not contain '..'"));
    }
}
