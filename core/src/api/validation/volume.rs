//! Validation of a pod's volumes (`ValidateVolumes`): each has a name and one source.

use std::collections::BTreeMap;

use super::context::dns_label;
use super::{volume_disks, volume_source};
use crate::api::json::{Object, is_set, object, objects, text};
use crate::api::quantity::Quantity;
use crate::api::{FieldError, FieldPath, Release};

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
pub(super) fn volumes<'a>(
    errors: &mut Vec<FieldError>,
    spec: &'a Object,
    release: Release,
    path: &FieldPath,
) -> Volumes<'a> {
    let mut valid = Volumes::new();
    for (index, volume) in objects(spec, "volumes") {
        let path = path.index(index);
        let before = errors.len();
        source(errors, volume, release, &path);
        let name = text(volume, "name");
        if name.is_empty() {
            errors.push(FieldError::required(&path.child("name"), ""));
        } else {
            dns_label(errors, name, &path.child("name"));
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
fn source(errors: &mut Vec<FieldError>, volume: &Object, release: Release, path: &FieldPath) {
    let mut found = false;
    for kind in SOURCES {
        if !is_set(volume, kind) {
            continue;
        }
        let place = path.child(kind);
        if std::mem::replace(&mut found, true) {
            // Kubernetes spells two of them differently here.
            let named = match kind {
                "cephfs" => "cephFS",
                "downwardAPI" => "downwarAPI",
                kind => kind,
            };
            let error = FieldError::forbidden(&path.child(named), "may not specify more than 1 volume type");
            errors.push(error.at(place));
        } else if let Some(source) = object(volume, kind) {
            source_fields(errors, kind, source, release, path);
        }
        if kind == "iscsi" {
            initiator_and_name(errors, volume, path);
        }
    }
    if !found {
        errors.push(FieldError::required(path, "must specify a volume type"));
    }
}

fn source_fields(errors: &mut Vec<FieldError>, kind: &str, source: &Object, release: Release, path: &FieldPath) {
    let place = path.child(kind);
    match kind {
        "emptyDir" => {
            let limit = source.get("sizeLimit").and_then(Quantity::from_json);
            if limit.is_some_and(Quantity::is_negative) {
                let detail = "SizeLimit field must be a valid resource quantity";
                errors.push(FieldError::forbidden(&place.child("sizeLimit"), detail));
            }
        }
        "gcePersistentDisk" => {
            // Called by another name within.
            let before = errors.len();
            let named = path.child("persistentDisk");
            volume_disks::disk_fields(errors, kind, source, release, &named);
            for error in errors.iter_mut().skip(before) {
                let field = error.path.as_str().strip_prefix(named.as_str()).unwrap_or_default();
                error.place = place.child(field.trim_start_matches('.'));
            }
        }
        "secret"
        | "configMap"
        | "persistentVolumeClaim"
        | "hostPath"
        | "nfs"
        | "gitRepo"
        | "downwardAPI"
        | "projected"
        | "csi"
        | "ephemeral"
        | "image" => {
            volume_source::source_fields(errors, kind, source, release, &place);
        }
        _ => volume_disks::disk_fields(errors, kind, source, release, &place),
    }
}

/// What becomes of a volume's name with an iSCSI initiator.
fn initiator_and_name(errors: &mut Vec<FieldError>, volume: &Object, path: &FieldPath) {
    let Some(source) = object(volume, "iscsi").filter(|source| is_set(source, "initiatorName")) else { return };
    let name = text(volume, "name");
    if name.len() + ":".len() + text(source, "targetPortal").len() > 64 {
        let detail = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
        errors.push(FieldError::invalid_text(&path.child("name"), name, detail));
    }
}
