//! Validation of probes and of the hooks in a container's life (`validateProbe`, `validateHandler`,
//! `validateLifecycle`).

use serde_json::Value;

use super::context::{PodContext, items, required_and_supported, supported};
use super::meta::{invalid_texts, nonnegative};
use super::names;
use crate::api::json::{Object, number, object, objects, optional_number, text};
use crate::api::{FieldError, FieldPath};

/// `validateLifecycle`, `validateLivenessProbe`, `validateReadinessProbe` and `validateStartupProbe`: what
/// containers have that live as long as their pod.
pub(super) fn lifecycle_and_probes(
    errors: &mut Vec<FieldError>,
    container: &Object,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    lifecycle(errors, container, pod, path);
    for kind in ["livenessProbe", "readinessProbe", "startupProbe"] {
        probe(errors, container, kind, pod, path);
        probe_of_kind(errors, container, kind, pod, path);
    }
}

/// `validateLifecycle`. The gate of `stopSignal` is off in all releases, so the field is dropped before.
pub(super) fn lifecycle(errors: &mut Vec<FieldError>, container: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let Some(lifecycle) = object(container, "lifecycle") else { return };
    let path = path.child("lifecycle");
    for hook in ["postStart", "preStop"] {
        if let Some(handler) = object(lifecycle, hook) {
            handler_fields(errors, handler, pod, &path.child(hook));
        }
    }
}

/// `validateProbe` of the probe `kind`.
pub(super) fn probe(
    errors: &mut Vec<FieldError>,
    container: &Object,
    kind: &str,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    let Some(probe) = object(container, kind) else { return };
    let path = path.child(kind);
    handler_fields(errors, probe, pod, &path);
    for field in ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] {
        nonnegative(errors, number(probe, field), &path.child(field));
    }
    if let Some(seconds) = optional_number(probe, "terminationGracePeriodSeconds").filter(|seconds| *seconds <= 0) {
        let path = path.child("terminationGracePeriodSeconds");
        errors.push(FieldError::invalid(&path, seconds, "must be greater than 0"));
    }
}

/// What only probes of one kind have to be.
pub(super) fn probe_of_kind(
    errors: &mut Vec<FieldError>,
    container: &Object,
    kind: &str,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    let Some(probe) = object(container, kind) else { return };
    let path = path.child(kind);
    if kind != "readinessProbe" {
        let threshold = number(probe, "successThreshold");
        if threshold != 1 {
            errors.push(FieldError::invalid(&path.child("successThreshold"), threshold, "must be 1"));
        }
    } else if let Some(seconds) = optional_number(probe, "terminationGracePeriodSeconds")
        && pod.release.since(21)
    {
        let path = path.child("terminationGracePeriodSeconds");
        errors.push(FieldError::invalid(&path, seconds, "must not be set for readinessProbes"));
    }
}

/// `validateHandler`: exactly one way to ask or act.
fn handler_fields(errors: &mut Vec<FieldError>, handler: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let mut found = false;
    for kind in ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] {
        let Some(action) = object(handler, kind) else { continue };
        let path = path.child(kind);
        if std::mem::replace(&mut found, true) {
            errors.push(FieldError::forbidden(&path, "may not specify more than 1 handler type"));
            continue;
        }
        match kind {
            "exec" => {
                if items(action, "command").is_empty() {
                    errors.push(FieldError::required(&path.child("command"), ""));
                }
            }
            "httpGet" => http_get(errors, action, &path),
            "sleep" => sleep(errors, action, pod, &path),
            _ => port_number_or_name(errors, action.get("port"), &path.child("port")),
        }
    }
    if !found {
        errors.push(FieldError::required(path, "must specify a handler type"));
    }
}

/// `validateHTTPGetAction`; the paths of its headers lack the index.
fn http_get(errors: &mut Vec<FieldError>, action: &Object, path: &FieldPath) {
    if text(action, "path").is_empty() {
        errors.push(FieldError::required(&path.child("path"), ""));
    }
    port_number_or_name(errors, action.get("port"), &path.child("port"));
    supported(errors, &path.child("scheme"), text(action, "scheme"), &["HTTP", "HTTPS"]);
    let headers = path.child("httpHeaders");
    for (index, header) in objects(action, "httpHeaders") {
        let name = text(header, "name");
        let place = headers.index(index).child("name");
        let sentences = names::http_header_name(name).into_iter();
        errors.extend(sentences.map(|sentence| FieldError::invalid_text(&headers, name, sentence).at(place.clone())));
    }
}

/// `validateSleepAction`: not longer than the pod has.
fn sleep(errors: &mut Vec<FieldError>, action: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let release = pod.release;
    let grace = pod.spec.termination_grace_period_seconds.unwrap_or_default();
    let seconds = number(action, "seconds");
    let least = i64::from(!release.since(33));
    if (least..=grace).contains(&seconds) {
        return;
    }
    let range = if release.since(33) { "non-negative" } else { "greater than 0" };
    // The gate is said to have another name than it has.
    let hint = match release.minor() {
        32 => ". Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.",
        _ => "",
    };
    let detail = format!("must be {range} and less than terminationGracePeriodSeconds ({grace}){hint}");
    errors.push(FieldError::invalid(path, seconds, detail));
}

/// `ValidatePortNumOrName`; no port at all is number 0.
fn port_number_or_name(errors: &mut Vec<FieldError>, port: Option<&Value>, path: &FieldPath) {
    match port {
        Some(Value::String(name)) => invalid_texts(errors, path, name, names::port_name(name)),
        port => port_number(errors, port.and_then(Value::as_i64).unwrap_or_default(), path),
    }
}

/// `IsValidPortNum`.
pub(super) fn port_number(errors: &mut Vec<FieldError>, port: i64, path: &FieldPath) {
    super::context::in_range(errors, port, (1, 65535), path);
}

/// `validatePullPolicy`.
pub(super) fn pull_policy(errors: &mut Vec<FieldError>, policy: &str, path: &FieldPath) {
    required_and_supported(errors, path, policy, &["Always", "IfNotPresent", "Never"]);
}
