//! Validation of environment variables and where their values come from (`ValidateEnv`, `ValidateEnvFrom`).

use super::context::{dns_label, dns_subdomain, qualified_name, supported};
use super::meta::invalid_texts;
use super::names;
use super::volume_source::no_backsteps;
use crate::api::json::{Object, object, objects, text};
use crate::api::quantity::Quantity;
use crate::api::{FieldError, FieldPath, Release};

/// Fields of a pod that a variable can have.
const ENV_FIELDS: [&str; 9] = [
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

/// The first of a release that knows a field, where that is not all of them.
fn since_of(field: &str) -> u8 {
    match field {
        "status.podIPs" => 20,
        "status.hostIPs" => 28,
        _ => 0,
    }
}

/// Fields of a pod that files in a volume can have.
pub(super) const FILE_FIELDS: [&str; 5] =
    ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/// Resources of a container that a variable or file can have.
const RESOURCES: [&str; 6] = [
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];

/// `ValidateEnv`.
pub(super) fn env(errors: &mut Vec<FieldError>, container: &Object, release: Release, path: &FieldPath) {
    for (index, variable) in objects(container, "env") {
        let path = path.index(index);
        match text(variable, "name") {
            "" => errors.push(FieldError::required(&path.child("name"), "")),
            name => env_name(errors, name, release, &path.child("name")),
        }
        if let Some(source) = object(variable, "valueFrom") {
            env_source(errors, source, text(variable, "value"), release, &path.child("valueFrom"));
        }
    }
}

/// `IsEnvVarName`, or `IsRelaxedEnvVarName` since v1.32.
fn env_name(errors: &mut Vec<FieldError>, name: &str, release: Release, path: &FieldPath) {
    let sentences = if release.since(32) { names::relaxed_env_name(name) } else { names::env_name(name) };
    invalid_texts(errors, path, name, sentences);
}

/// `validateEnvVarValueFrom`.
fn env_source(errors: &mut Vec<FieldError>, source: &Object, value: &str, release: Release, path: &FieldPath) {
    let mut sources = 0;
    if let Some(field) = object(source, "fieldRef") {
        sources += 1;
        let known: Vec<&str> = ENV_FIELDS.into_iter().filter(|field| release.since(since_of(field))).collect();
        field_ref(errors, field, &known, release, &path.child("fieldRef"));
    }
    if let Some(field) = object(source, "resourceFieldRef") {
        sources += 1;
        resource_field_ref(errors, field, false, release, &path.child("resourceFieldRef"));
    }
    for kind in ["configMapKeyRef", "secretKeyRef"] {
        if let Some(selector) = object(source, kind) {
            sources += 1;
            let path = path.child(kind);
            dns_subdomain(errors, text(selector, "name"), &path.child("name"));
            match text(selector, "key") {
                "" => errors.push(FieldError::required(&path.child("key"), "")),
                key => invalid_texts(errors, &path.child("key"), key, names::config_key(key)),
            }
        }
    }
    if let Some(selector) = object(source, "fileKeyRef") {
        sources += 1;
        file_key_ref(errors, selector, &path.child("fileKeyRef"));
    }
    let detail = match sources {
        0 if release.since(35) => {
            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
        }
        0 => "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
        _ if !value.is_empty() => "may not be specified when `value` is not empty",
        1 => return,
        _ => "may not have more than one field specified at a time",
    };
    errors.push(FieldError::invalid_text(path, "", detail));
}

/// `validateFileKeySelector`.
fn file_key_ref(errors: &mut Vec<FieldError>, selector: &Object, path: &FieldPath) {
    match text(selector, "key") {
        "" => errors.push(FieldError::required(&path.child("key"), "")),
        key => invalid_texts(errors, &path.child("key"), key, names::relaxed_env_name(key)),
    }
    match text(selector, "volumeName") {
        "" => errors.push(FieldError::required(&path.child("volumeName"), "")),
        name => dns_label(errors, name, &path.child("volumeName")),
    }
    match text(selector, "path") {
        "" => errors.push(FieldError::required(&path.child("path"), "")),
        file => no_backsteps(errors, file, &path.child("path")),
    }
}

/// `validateObjectFieldSelector`: a field of the pod, one of `known` or one label or annotation.
pub(super) fn field_ref(
    errors: &mut Vec<FieldError>,
    field: &Object,
    known: &[&str],
    release: Release,
    path: &FieldPath,
) {
    let (version, name) = (text(field, "apiVersion"), text(field, "fieldPath"));
    let field_path = path.child("fieldPath");
    if version.is_empty() {
        errors.push(FieldError::required(&path.child("apiVersion"), ""));
        return;
    }
    if name.is_empty() {
        errors.push(FieldError::required(&field_path, ""));
        return;
    }
    if let Err(error) = convert_field_label(version, name, release) {
        errors.push(FieldError::invalid_text(&field_path, name, format!("error converting fieldPath: {error}")));
        return;
    }
    match subscripted(name) {
        Some(("metadata.annotations", key)) if release.since(24) => qualified_name(errors, &names::to_lower(key), path),
        Some(("metadata.annotations", key)) => {
            invalid_texts(errors, path, key, names::qualified_name(&names::to_lower(key)));
        }
        Some((_, key)) => qualified_name(errors, key, path),
        // It is called so since it was renamed.
        None if name == "spec.host" => supported(errors, &field_path, "spec.nodeName", known),
        None => supported(errors, &field_path, name, known),
    }
    // v1.28 knows the field, and its gate is off.
    if name == "status.hostIPs" && !release.since(29) {
        let detail = "may not be set when feature gate 'PodHostIPs' is not enabled";
        errors.push(FieldError::forbidden(path, detail));
    }
}

/// `SplitMaybeSubscriptedPath`: `metadata.labels['a']` in two.
fn subscripted(name: &str) -> Option<(&str, &str)> {
    name.strip_suffix("']")?.split_once("['").filter(|(map, _)| !map.is_empty())
}

/// `ConvertDownwardAPIFieldLabel`.
fn convert_field_label(version: &str, label: &str, release: Release) -> Result<(), String> {
    const OTHERS: [&str; 6] = [
        "metadata.annotations",
        "metadata.labels",
        "spec.restartPolicy",
        "spec.schedulerName",
        "status.phase",
        "spec.host",
    ];
    if version != "v1" {
        return Err(format!("unsupported pod version: {version}"));
    }
    if let Some((map, _)) = subscripted(label) {
        let is_map = matches!(map, "metadata.annotations" | "metadata.labels");
        return if is_map { Ok(()) } else { Err(format!("field label does not support subscript: {label}")) };
    }
    let is_known = OTHERS.contains(&label) || (ENV_FIELDS.contains(&label) && release.since(since_of(label)));
    if is_known { Ok(()) } else { Err(format!("field label not supported: {label}")) }
}

/// `validateContainerResourceFieldSelector`; `of_volume` has to name its container.
pub(super) fn resource_field_ref(
    errors: &mut Vec<FieldError>,
    field: &Object,
    of_volume: bool,
    release: Release,
    path: &FieldPath,
) {
    let resource = text(field, "resource");
    // `DownwardAPIHugePages` is on since v1.23.
    let is_huge_page = release.since(23)
        && ["requests.hugepages-", "limits.hugepages-"].iter().any(|prefix| resource.starts_with(prefix));
    if of_volume && text(field, "containerName").is_empty() {
        errors.push(FieldError::required(&path.child("containerName"), ""));
    } else if resource.is_empty() {
        errors.push(FieldError::required(&path.child("resource"), ""));
    } else if !is_huge_page {
        supported(errors, &path.child("resource"), resource, &RESOURCES);
    }
    let divisor = field.get("divisor").and_then(Quantity::from_json);
    if let Some(divisor) = divisor.filter(|divisor| divisor.nonzero())
        && let Some(detail) = wrong_divisor(resource, divisor)
    {
        errors.push(FieldError::invalid_text(&path.child("divisor"), resource, detail));
    }
}

/// `validateContainerResourceDivisor`.
fn wrong_divisor(resource: &str, divisor: Quantity) -> Option<String> {
    const OF_BYTES: [&str; 13] = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];
    let of_bytes = OF_BYTES.join(", ");
    let (allowed, list, named): (&[&str], &str, &str) = match resource {
        "limits.cpu" | "requests.cpu" => (&["1m", "1"], "1m and 1", "cpu"),
        "limits.memory" | "requests.memory" => (&OF_BYTES, &of_bytes, "memory"),
        "limits.ephemeral-storage" | "requests.ephemeral-storage" => (&OF_BYTES, &of_bytes, "local ephemeral storage"),
        _ if resource.starts_with("requests.hugepages-") || resource.starts_with("limits.hugepages-") => {
            (&OF_BYTES, &of_bytes, "hugepages")
        }
        _ => return None,
    };
    let is_allowed = allowed.contains(&divisor.to_string().as_str());
    (!is_allowed).then(|| format!("only divisor's values {list} are supported with the {named} resource"))
}

/// `ValidateEnvFrom`.
pub(super) fn env_from(errors: &mut Vec<FieldError>, container: &Object, release: Release, path: &FieldPath) {
    for (index, source) in objects(container, "envFrom") {
        let place = path.index(index);
        let prefix = text(source, "prefix");
        if !prefix.is_empty() {
            env_name(errors, prefix, release, &place.child("prefix"));
        }
        let mut sources = 0;
        for kind in ["configMapRef", "secretRef"] {
            if let Some(reference) = object(source, kind) {
                sources += 1;
                let path = place.child(kind).child("name");
                match text(reference, "name") {
                    "" => errors.push(FieldError::required(&path, "")),
                    // Checked as if it were the prefix of a generated name.
                    name => invalid_texts(errors, &path, name, names::job_name(name, true)),
                }
            }
        }
        let detail = match sources {
            0 => "must specify one of: `configMapRef` or `secretRef`",
            1 => continue,
            _ => "may not have more than one field specified at a time",
        };
        errors.push(FieldError::invalid_text(path, "", detail).at(place));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn errors_of(variable: &serde_json::Value, release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        let container = json!({"env": [variable]});
        env(&mut errors, container.as_object().unwrap(), release, &FieldPath::new("env"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn any_printable_ascii_names_a_variable_since_v1_32() {
        assert_eq!(errors_of(&json!({"name": "1 A"}), Release::V1_36), Vec::<String>::new());
        assert_eq!(errors_of(&json!({"name": "1 A"}), Release::V1_28).len(), 1);
        let rule = "a valid environment variable name must consist only of printable ASCII characters other than '='";
        for name in ["A=", "é", "a\n"] {
            let errors = errors_of(&json!({"name": name}), Release::V1_36);
            assert!(errors[0].ends_with(rule) && errors.len() == 1, "{errors:?}");
        }
    }

    #[test]
    fn fields_and_resources_of_the_pod() {
        let field =
            |field: &str| json!({"name": "A", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": field}}});
        for known in ["status.hostIPs", "status.podIPs", "spec.host", "metadata.labels['a']"] {
            assert_eq!(errors_of(&field(known), Release::V1_36), Vec::<String>::new(), "{known}");
        }
        let unknown = "error converting fieldPath: field label not supported: status.hostIPs";
        assert!(errors_of(&field("status.hostIPs"), Release::V1_27)[0].ends_with(unknown));
        assert_eq!(
            errors_of(&field("status.hostIPs"), Release::V1_28),
            ["env[0].valueFrom.fieldRef: Forbidden: may not be set when feature gate 'PodHostIPs' is not enabled"]
        );
        let resource = |resource: &str, divisor: &str| json!({"name": "A", "valueFrom": {"resourceFieldRef": {"resource": resource, "divisor": divisor}}});
        for divisor in ["0", "1", "1Mi"] {
            assert_eq!(errors_of(&resource("limits.hugepages-2Mi", divisor), Release::V1_36), Vec::<String>::new());
        }
        assert_eq!(errors_of(&resource("limits.hugepages-2Mi", "1"), Release::V1_22).len(), 1);
        assert_eq!(
            errors_of(&resource("requests.cpu", "2"), Release::V1_36),
            [
                "env[0].valueFrom.resourceFieldRef.divisor: Invalid value: \"requests.cpu\": only divisor's values 1m and 1 are supported with the cpu resource"
            ]
        );
    }
}
