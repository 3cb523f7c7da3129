//! Validation of containers (`validateContainers` and what it calls in `pkg/apis/core/validation`).

use std::collections::BTreeSet;

use serde_json::Value;

use super::meta::{invalid_texts, nonnegative};
use super::volume::{self, Volumes};
use super::{bad_value, names, pod, resources};
use crate::api::json::{Object, flag, is_set, number, object, objects, optional_number, text, texts};
use crate::api::{Container, FieldError, FieldPath, PodSpec, Release};

/// `validateContainers` of a pod's ordinary containers.
pub(super) fn containers(
    errors: &mut Vec<FieldError>,
    containers: &[Container],
    volumes: &Volumes<'_>,
    release: Release,
    path: &FieldPath,
) {
    if containers.is_empty() {
        errors.push(FieldError::required(path, ""));
        return;
    }
    each_container(errors, containers, volumes, release, path);
    let mut taken = BTreeSet::new();
    for (index, container) in containers.iter().enumerate() {
        host_ports(errors, container, &mut taken, &path.index(index));
    }
}

/// `validateInitContainers`.
pub(super) fn init_containers(
    errors: &mut Vec<FieldError>,
    spec: &PodSpec,
    volumes: &Volumes<'_>,
    release: Release,
    path: &FieldPath,
) {
    each_container(errors, &spec.init_containers, volumes, release, path);
    for (index, container) in spec.init_containers.iter().enumerate() {
        // They run one after the other, so each has the host's ports for itself.
        host_ports(errors, container, &mut BTreeSet::new(), &path.index(index));
    }
    let mut taken: BTreeSet<&str> = spec.containers.iter().map(|container| container.name.as_str()).collect();
    for (index, container) in spec.init_containers.iter().enumerate() {
        let path = path.index(index);
        if taken.contains(container.name.as_str()) {
            errors.push(FieldError::duplicate(&path.child("name"), &container.name));
        }
        if !container.name.is_empty() {
            taken.insert(&container.name);
        }
        let fields =
            [("lifecycle", "core.Lifecycle"), ("livenessProbe", "core.Probe"), ("readinessProbe", "core.Probe")];
        for (field, shown) in fields {
            if is_set(container.other.map(), field) {
                let shown = bad_value::cut_short(shown, release);
                errors.push(FieldError::invalid(&path.child(field), shown, "must not be set for init containers"));
            }
        }
    }
}

fn each_container(
    errors: &mut Vec<FieldError>,
    containers: &[Container],
    volumes: &Volumes<'_>,
    release: Release,
    path: &FieldPath,
) {
    let mut taken = BTreeSet::new();
    for (index, container) in containers.iter().enumerate() {
        let path = path.index(index);
        let name = path.child("name");
        if container.name.is_empty() {
            errors.push(FieldError::required(&name, ""));
        } else {
            invalid_texts(errors, &name, &container.name, names::dns_label(&container.name));
        }
        if !taken.insert(&container.name) {
            errors.push(FieldError::duplicate(&name, &container.name));
        }
        fields(errors, container.other.map(), volumes, release, &path);
    }
}

/// What a container has besides its name.
fn fields(errors: &mut Vec<FieldError>, container: &Object, volumes: &Volumes<'_>, release: Release, path: &FieldPath) {
    if text(container, "image").is_empty() {
        errors.push(FieldError::required(&path.child("image"), ""));
    }
    if let Some(lifecycle) = object(container, "lifecycle") {
        for hook in ["postStart", "preStop"] {
            if let Some(handler) = object(lifecycle, hook) {
                handler_fields(errors, handler, &path.child("lifecycle").child(hook));
            }
        }
    }
    if let Some(probe) = object(container, "livenessProbe") {
        let path = path.child("livenessProbe");
        probe_fields(errors, probe, &path);
        let threshold = number(probe, "successThreshold");
        if threshold != 1 {
            errors.push(FieldError::invalid(&path.child("successThreshold"), threshold, "must be 1"));
        }
    }
    let detail = "must be 'File' or 'FallbackToLogsOnError'";
    let message_policy = path.child("terminationMessagePolicy");
    match text(container, "terminationMessagePolicy") {
        "File" | "FallbackToLogsOnError" => {}
        "" => errors.push(FieldError::required(&message_policy, detail)),
        policy => errors.push(FieldError::invalid_text(&message_policy, policy, detail)),
    }
    if let Some(probe) = object(container, "readinessProbe") {
        probe_fields(errors, probe, &path.child("readinessProbe"));
    }
    ports(errors, container, release, &path.child("ports"));
    env(errors, container, &path.child("env"));
    env_from(errors, container, &path.child("envFrom"));
    volume::mounts(errors, container, volumes, &path.child("volumeMounts"));
    match text(container, "imagePullPolicy") {
        "Always" | "IfNotPresent" | "Never" => {}
        "" => errors.push(FieldError::required(&path.child("imagePullPolicy"), "")),
        policy => {
            let supported = ["Always", "IfNotPresent", "Never"];
            errors.push(FieldError::not_supported(&path.child("imagePullPolicy"), policy, &supported));
        }
    }
    if let Some(resources) = object(container, "resources") {
        resources::requirements(errors, resources, release, &path.child("resources"));
    }
    if let Some(context) = object(container, "securityContext") {
        security_context(errors, context, release, &path.child("securityContext"));
    }
}

/// `ValidateSecurityContext`, for a server that allows privileged containers.
fn security_context(errors: &mut Vec<FieldError>, context: &Object, release: Release, path: &FieldPath) {
    for field in ["runAsUser", "runAsGroup"] {
        if let Some(id) = optional_number(context, field) {
            pod::unix_id(errors, id, &path.child(field));
        }
    }
    if context.get("allowPrivilegeEscalation") == Some(&Value::Bool(false)) {
        let shown = || bad_value::cut_short("core.SecurityContext", release);
        if flag(context, "privileged") {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            errors.push(FieldError::invalid(path, shown(), detail));
        }
        let capabilities = object(context, "capabilities");
        if capabilities.is_some_and(|list| texts(list, "add").any(|(_, capability)| capability == "CAP_SYS_ADMIN")) {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
            errors.push(FieldError::invalid(path, shown(), detail));
        }
    }
}

/// `validateProbe`.
fn probe_fields(errors: &mut Vec<FieldError>, probe: &Object, path: &FieldPath) {
    handler_fields(errors, probe, path);
    for field in ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] {
        nonnegative(errors, number(probe, field), &path.child(field));
    }
}

/// `validateHandler`: exactly one way to ask.
fn handler_fields(errors: &mut Vec<FieldError>, handler: &Object, path: &FieldPath) {
    let mut found = false;
    for kind in ["exec", "httpGet", "tcpSocket"] {
        let Some(action) = object(handler, kind) else { continue };
        let path = path.child(kind);
        if std::mem::replace(&mut found, true) {
            errors.push(FieldError::forbidden(&path, "may not specify more than 1 handler type"));
            continue;
        }
        if kind == "exec" {
            if texts(action, "command").next().is_none() {
                errors.push(FieldError::required(&path.child("command"), ""));
            }
            continue;
        }
        if kind == "httpGet" && text(action, "path").is_empty() {
            errors.push(FieldError::required(&path.child("path"), ""));
        }
        port_number_or_name(errors, action.get("port"), &path.child("port"));
        if kind == "httpGet" {
            let scheme = text(action, "scheme");
            if !matches!(scheme, "HTTP" | "HTTPS") {
                errors.push(FieldError::not_supported(&path.child("scheme"), scheme, &["HTTP", "HTTPS"]));
            }
            let headers = path.child("httpHeaders");
            for (index, header) in objects(action, "httpHeaders") {
                let name = text(header, "name");
                let place = headers.index(index).child("name");
                let sentences = names::http_header_name(name).into_iter();
                errors.extend(
                    sentences.map(|sentence| FieldError::invalid_text(&headers, name, sentence).at(place.clone())),
                );
            }
        }
    }
    if !found {
        errors.push(FieldError::required(path, "must specify a handler type"));
    }
}

/// `ValidatePortNumOrName`; no port at all is number 0.
fn port_number_or_name(errors: &mut Vec<FieldError>, port: Option<&Value>, path: &FieldPath) {
    match port {
        Some(Value::String(name)) => invalid_texts(errors, path, name, names::port_name(name)),
        port => port_number(errors, port.and_then(Value::as_i64).unwrap_or_default(), path),
    }
}

fn port_number(errors: &mut Vec<FieldError>, port: i64, path: &FieldPath) {
    if let Some(detail) = names::in_range(port, 1, 65535) {
        errors.push(FieldError::invalid(path, port, detail));
    }
}

/// `validateContainerPorts`.
fn ports(errors: &mut Vec<FieldError>, container: &Object, release: Release, path: &FieldPath) {
    let mut taken = BTreeSet::new();
    for (index, port) in objects(container, "ports") {
        let path = path.index(index);
        let name = text(port, "name");
        if !name.is_empty() {
            let sentences = names::port_name(name);
            if !sentences.is_empty() {
                invalid_texts(errors, &path.child("name"), name, sentences);
            } else if !taken.insert(name) {
                errors.push(FieldError::duplicate(&path.child("name"), name));
            }
        }
        match number(port, "containerPort") {
            0 => errors.push(FieldError::required(&path.child("containerPort"), "")),
            container_port => port_number(errors, container_port, &path.child("containerPort")),
        }
        match number(port, "hostPort") {
            0 => {}
            host_port => port_number(errors, host_port, &path.child("hostPort")),
        }
        let supported: &[&str] = match release {
            Release::V1_11 => &["TCP", "UDP"],
            Release::V1_22 | Release::V1_28 | Release::V1_36 => &["SCTP", "TCP", "UDP"],
        };
        match text(port, "protocol") {
            "" => errors.push(FieldError::required(&path.child("protocol"), "")),
            protocol if supported.contains(&protocol) => {}
            protocol => errors.push(FieldError::not_supported(&path.child("protocol"), protocol, supported)),
        }
    }
}

/// `AccumulateUniqueHostPorts`.
fn host_ports(errors: &mut Vec<FieldError>, container: &Container, taken: &mut BTreeSet<String>, path: &FieldPath) {
    for (index, port) in objects(container.other.map(), "ports") {
        let host_port = number(port, "hostPort");
        if host_port != 0 {
            let key = format!("{}/{}/{host_port}", text(port, "protocol"), text(port, "hostIP"));
            if taken.contains(&key) {
                errors.push(FieldError::duplicate(&path.child("ports").index(index).child("hostPort"), &key));
            } else {
                taken.insert(key);
            }
        }
    }
}

/// `ValidateEnv`.
fn env(errors: &mut Vec<FieldError>, container: &Object, path: &FieldPath) {
    for (index, variable) in objects(container, "env") {
        let path = path.index(index);
        match text(variable, "name") {
            "" => errors.push(FieldError::required(&path.child("name"), "")),
            name => invalid_texts(errors, &path.child("name"), name, names::env_name(name)),
        }
        if let Some(source) = object(variable, "valueFrom") {
            env_source(errors, source, text(variable, "value"), &path.child("valueFrom"));
        }
    }
}

/// `validateEnvVarValueFrom`.
fn env_source(errors: &mut Vec<FieldError>, source: &Object, value: &str, path: &FieldPath) {
    let mut sources = 0;
    if let Some(field) = object(source, "fieldRef") {
        sources += 1;
        field_ref(errors, field, &path.child("fieldRef"));
    }
    if let Some(field) = object(source, "resourceFieldRef") {
        sources += 1;
        resource_field_ref(errors, field, &path.child("resourceFieldRef"));
    }
    for kind in ["configMapKeyRef", "secretKeyRef"] {
        if let Some(selector) = object(source, kind) {
            sources += 1;
            let path = path.child(kind);
            let name = text(selector, "name");
            invalid_texts(errors, &path.child("name"), name, names::dns_subdomain(name));
            match text(selector, "key") {
                "" => errors.push(FieldError::required(&path.child("key"), "")),
                key => invalid_texts(errors, &path.child("key"), key, names::config_key(key)),
            }
        }
    }
    let detail = match sources {
        0 => "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
        _ if !value.is_empty() => "may not be specified when `value` is not empty",
        1 => return,
        _ => "may not have more than one field specified at a time",
    };
    errors.push(FieldError::invalid_text(path, "", detail));
}

/// `validateObjectFieldSelector` for environment variables.
fn field_ref(errors: &mut Vec<FieldError>, field: &Object, path: &FieldPath) {
    const FIELDS: [&str; 7] = [
        "metadata.name",
        "metadata.namespace",
        "metadata.uid",
        "spec.nodeName",
        "spec.serviceAccountName",
        "status.hostIP",
        "status.podIP",
    ];
    // Known as fields of a pod, but not for environment variables.
    const CONVERTED: [&str; 5] =
        ["metadata.annotations", "metadata.labels", "spec.restartPolicy", "spec.schedulerName", "status.phase"];
    let field_path = text(field, "fieldPath");
    if text(field, "apiVersion").is_empty() {
        errors.push(FieldError::required(&path.child("apiVersion"), ""));
    } else if field_path.is_empty() {
        errors.push(FieldError::required(&path.child("fieldPath"), ""));
    } else if let Some((map, key)) = field_path.strip_suffix("']").and_then(|start| start.split_once("['")) {
        match map {
            "metadata.annotations" => invalid_texts(errors, path, key, names::qualified_name(&key.to_lowercase())),
            "metadata.labels" => invalid_texts(errors, path, key, names::qualified_name(key)),
            _ => {
                let detail =
                    format!("error converting fieldPath: field label does not support subscript: {field_path}");
                errors.push(FieldError::invalid_text(&path.child("fieldPath"), field_path, detail));
            }
        }
    } else if CONVERTED.contains(&field_path) {
        errors.push(FieldError::not_supported(&path.child("fieldPath"), field_path, &FIELDS));
    } else if !FIELDS.contains(&field_path) && field_path != "spec.host" {
        let detail = format!("error converting fieldPath: field label not supported: {field_path}");
        errors.push(FieldError::invalid_text(&path.child("fieldPath"), field_path, detail));
    }
}

/// `validateContainerResourceFieldSelector` for environment variables, but for the divisor.
fn resource_field_ref(errors: &mut Vec<FieldError>, field: &Object, path: &FieldPath) {
    const RESOURCES: [&str; 6] = [
        "limits.cpu",
        "limits.ephemeral-storage",
        "limits.memory",
        "requests.cpu",
        "requests.ephemeral-storage",
        "requests.memory",
    ];
    match text(field, "resource") {
        "" => errors.push(FieldError::required(&path.child("resource"), "")),
        resource if RESOURCES.contains(&resource) => {}
        resource => errors.push(FieldError::not_supported(&path.child("resource"), resource, &RESOURCES)),
    }
}

/// `ValidateEnvFrom`.
fn env_from(errors: &mut Vec<FieldError>, container: &Object, path: &FieldPath) {
    for (index, source) in objects(container, "envFrom") {
        let place = path.index(index);
        let prefix = text(source, "prefix");
        if !prefix.is_empty() {
            invalid_texts(errors, &place.child("prefix"), prefix, names::env_name(prefix));
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
