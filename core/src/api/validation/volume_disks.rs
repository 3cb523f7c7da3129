//! Validation of the sources of volumes that name a storage system or a disk.

use super::bad_value;
use super::context::{dns_label, in_range, items, required_texts, supported};
use crate::api::json::{Object, flag, is_set, number, object, optional_number, optional_text, text, texts};
use crate::api::{FieldError, FieldPath, Release};

/// What the source `kind` has to have.
pub(super) fn disk_fields(
    errors: &mut Vec<FieldError>,
    kind: &str,
    source: &Object,
    release: Release,
    path: &FieldPath,
) {
    match kind {
        "gcePersistentDisk" | "awsElasticBlockStore" => {
            required_texts(errors, source, &[if kind == "gcePersistentDisk" { "pdName" } else { "volumeID" }], path);
            let partition = number(source, "partition");
            if !(0..=255).contains(&partition) {
                // The text forgets that 0 stands for no partition.
                let detail = "must be between 1 and 255, inclusive";
                errors.push(FieldError::invalid(&path.child("partition"), partition, detail));
            }
        }
        "iscsi" => iscsi(errors, source, path),
        "glusterfs" => required_texts(errors, source, &["endpoints", "path"], path),
        "flocker" => flocker(errors, source, path),
        "rbd" | "cephfs" => {
            if items(source, "monitors").is_empty() {
                errors.push(FieldError::required(&path.child("monitors"), ""));
            }
            if kind == "rbd" {
                required_texts(errors, source, &["image"], path);
            }
        }
        "cinder" => {
            required_texts(errors, source, &["volumeID"], path);
            secret_with_name(errors, source, path);
        }
        "quobyte" => quobyte(errors, source, path),
        "fc" => fibre_channel(errors, source, release, path),
        "flexVolume" => flex_volume(errors, source, path),
        "azureFile" => required_texts(errors, source, &["secretName", "shareName"], path),
        "vsphereVolume" => required_texts(errors, source, &["volumePath"], path),
        "photonPersistentDisk" => required_texts(errors, source, &["pdID"], path),
        "portworxVolume" => required_texts(errors, source, &["volumeID"], path),
        "azureDisk" => azure_disk(errors, source, path),
        "storageos" => storage_os(errors, source, path),
        "scaleIO" => required_texts(errors, source, &["gateway", "system", "volumeName"], path),
        _ => {}
    }
}

/// A reference to a Secret, where there is one.
fn secret_with_name(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    if let Some(secret) = object(source, "secretRef") {
        required_texts(errors, secret, &["name"], &path.child("secretRef"));
    }
}

/// `validateISCSIVolumeSource`.
fn iscsi(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    required_texts(errors, source, &["targetPortal", "iqn"], path);
    let qualified_name = text(source, "iqn");
    if !qualified_name.is_empty()
        && let Some(detail) = wrong_initiator(qualified_name)
    {
        errors.push(FieldError::invalid_text(&path.child("iqn"), qualified_name, detail));
    }
    in_range(errors, number(source, "lun"), (0, 255), &path.child("lun"));
    let authenticates = flag(source, "chapAuthDiscovery") || flag(source, "chapAuthSession");
    if authenticates && !is_set(source, "secretRef") {
        errors.push(FieldError::required(&path.child("secretRef"), ""));
    }
    if let Some(initiator) = optional_text(source, "initiatorName")
        && let Some(detail) = wrong_initiator(initiator)
    {
        let error = FieldError::invalid_text(&path.child("initiatorname"), initiator, detail);
        errors.push(error.at(path.child("initiatorName")));
    }
}

/// What is wrong with the name of an iSCSI target or initiator.
fn wrong_initiator(name: &str) -> Option<&'static str> {
    let of_form = |prefix: &str, length: usize| {
        name.strip_prefix(prefix).and_then(|rest| {
            let mut rest = rest.chars();
            rest.next()?;
            let digits = rest.as_str();
            Some(digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        })
    };
    let is_right = if name.starts_with("iqn") {
        // The expression is bound to the end only.
        name.match_indices("iqn.").any(|(start, _)| name.get(start..).is_some_and(is_qualified_name))
    } else if name.starts_with("eui") {
        of_form("eui", 16) == Some(true)
    } else if name.starts_with("naa") {
        of_form("naa", 32) == Some(true)
    } else {
        return Some("must be valid format starting with iqn, eui, or naa");
    };
    (!is_right).then_some("must be valid format")
}

/// Whether `name` is like `iqn.2001-04.com.example:storage`.
fn is_qualified_name(name: &str) -> bool {
    let Some((date, rest)) = name.strip_prefix("iqn.").and_then(|rest| rest.split_once('.')) else { return false };
    let is_number = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let dated = date.split_once('-').is_some_and(|(year, month)| is_number(year, 4) && is_number(month, 2));
    let Some((authority, target)) = rest.split_once(':') else { return false };
    let is_authority = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let not_in_target = |c: char| ",;*&$|".contains(c) || matches!(c, '\t' | '\n' | '\u{c}' | '\r' | ' ');
    dated
        && !authority.is_empty()
        && authority.bytes().all(is_authority)
        && !target.is_empty()
        && !target.contains(not_in_target)
}

/// `validateFlockerVolumeSource`.
fn flocker(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    let [name, uuid] = ["datasetName", "datasetUUID"].map(|field| text(source, field));
    if name.is_empty() && uuid.is_empty() {
        errors.push(FieldError::required(path, "one of datasetName and datasetUUID is required"));
    }
    if !name.is_empty() && !uuid.is_empty() {
        let detail = "datasetName and datasetUUID can not be specified simultaneously";
        errors.push(FieldError::invalid_text(path, "resource", detail));
    }
    if name.contains('/') {
        errors.push(FieldError::invalid_text(&path.child("datasetName"), name, "must not contain '/'"));
    }
}

/// `validateQuobyteVolumeSource`.
fn quobyte(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    let [registry, tenant] = ["registry", "tenant"].map(|field| text(source, field));
    let detail = "must be a host:port pair or multiple pairs separated by commas";
    let registry_path = path.child("registry");
    if registry.is_empty() {
        errors.push(FieldError::required(&registry_path, detail));
    } else if tenant.len() >= 65 {
        let detail = "must be a UUID and may not exceed a length of 64 characters";
        errors.push(FieldError::required(&path.child("tenant"), detail));
    } else {
        for _ in registry.split(',').filter(|pair| !is_host_and_port(pair)) {
            errors.push(FieldError::invalid_text(&registry_path, registry, detail));
        }
    }
    required_texts(errors, source, &["volume"], path);
}

/// Whether Go's `net.SplitHostPort` splits it.
fn is_host_and_port(pair: &str) -> bool {
    let Some((host, port)) = pair.rsplit_once(':') else { return false };
    let has_bracket = |text: &str| text.contains(['[', ']']);
    match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').is_some_and(|inner| !has_bracket(inner)) && !has_bracket(port),
        None => !host.contains(':') && !has_bracket(host) && !has_bracket(port),
    }
}

/// `validateFCVolumeSource`.
fn fibre_channel(errors: &mut Vec<FieldError>, source: &Object, release: Release, path: &FieldPath) {
    let names: Vec<String> = texts(source, "targetWWNs").map(|(_, name)| name.to_owned()).collect();
    let has_ids = !items(source, "wwids").is_empty();
    let names_path = path.child("targetWWNs");
    if names.is_empty() && !has_ids {
        let detail = "must specify either targetWWNs or wwids, but not both";
        errors.push(FieldError::required(&names_path, detail));
    }
    if !names.is_empty() && has_ids {
        let detail = "targetWWNs and wwids can not be specified simultaneously";
        errors.push(FieldError::invalid(&names_path, bad_value::texts(&names, release), detail));
    }
    if !names.is_empty() {
        match optional_number(source, "lun") {
            None => {
                errors.push(FieldError::required(&path.child("lun"), "lun is required if targetWWNs is specified"));
            }
            Some(unit) => in_range(errors, unit, (0, 255), &path.child("lun")),
        }
    }
}

/// `validateFlexVolumeSource`.
fn flex_volume(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    required_texts(errors, source, &["driver"], path);
    for key in object(source, "options").into_iter().flat_map(Object::keys) {
        let namespace = key.split_once('/').map_or(key.as_str(), |(namespace, _)| namespace);
        let namespace = format!(".{}", super::names::to_lower(namespace));
        if namespace.ends_with(".kubernetes.io") || namespace.ends_with(".k8s.io") {
            let detail = "kubernetes.io and k8s.io namespaces are reserved";
            errors.push(FieldError::invalid_text(&path.child("options").key(key), key, detail));
        }
    }
}

/// `validateAzureDisk`.
fn azure_disk(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    required_texts(errors, source, &["diskName", "diskURI"], path);
    if let Some(mode) = optional_text(source, "cachingMode") {
        supported(errors, &path.child("cachingMode"), mode, &["None", "ReadOnly", "ReadWrite"]);
    }
    let Some(kind) = optional_text(source, "kind") else { return };
    supported(errors, &path.child("kind"), kind, &["Dedicated", "Managed", "Shared"]);
    let uri = text(source, "diskURI");
    let (start, form) = if kind == "Managed" {
        (
            "/subscriptions/",
            "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}",
        )
    } else {
        ("https://", "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd")
    };
    if !uri.starts_with(start) {
        errors.push(FieldError::not_supported(&path.child("diskURI"), uri, &[form]));
    }
}

/// `validateStorageOSVolumeSource`.
fn storage_os(errors: &mut Vec<FieldError>, source: &Object, path: &FieldPath) {
    required_texts(errors, source, &["volumeName"], path);
    for field in ["volumeName", "volumeNamespace"] {
        if !text(source, field).is_empty() {
            dns_label(errors, text(source, field), &path.child(field));
        }
    }
    secret_with_name(errors, source, path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iscsi_names_have_one_of_three_forms() {
        let long = format!("naa.{}", "0".repeat(32));
        for right in ["iqn.2001-04.com.example:storage.disk1", "eui.0123456789abcdef", &long] {
            assert_eq!(wrong_initiator(right), None, "{right}");
        }
        for wrong in ["iqn.2001-04.com.example", "iqn.01-04.com:a", "iqn.2001-04.com:a b", "eui.0123", "naa.0"] {
            assert_eq!(wrong_initiator(wrong), Some("must be valid format"), "{wrong}");
        }
        assert_eq!(wrong_initiator("x"), Some("must be valid format starting with iqn, eui, or naa"));
    }

    #[test]
    fn hosts_and_ports_are_split_as_go_does() {
        for right in ["h:1", "[::1]:1", ":1", "h:"] {
            assert!(is_host_and_port(right), "{right}");
        }
        for wrong in ["h", "::1:1", "[::1]", "[::1:1", ""] {
            assert!(!is_host_and_port(wrong), "{wrong}");
        }
    }
}
