//! Defaulting: what the API server fills in when it reads a Job
//! (`pkg/apis/batch/v1/defaults.go` and, for the pod template, `pkg/apis/core/v1/defaults.go`).
//!
//! Defaulting runs whenever an object is decoded, so it is idempotent, and an update defaults anew.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::image::image_tag;
use super::json::{Object, flag, text};
use super::quantity::Quantity;
use super::{Container, Edition, Job, PodSpec, RestartPolicy};

/// `SetDefaults_Job` and the defaults of the pod template.
///
/// ```
/// use jobscope_core::api::{Edition, Job, default_job};
///
/// let mut job = Job::default();
/// default_job(&mut job, Edition::V1_11);
/// assert_eq!((job.spec.parallelism, job.spec.completions, job.spec.backoff_limit), (Some(1), Some(1), Some(6)));
/// ```
pub fn default_job(job: &mut Job, edition: Edition) {
    let spec = &mut job.spec;
    if spec.completions.is_none() && spec.parallelism.is_none() {
        spec.completions = Some(1);
    }
    spec.parallelism.get_or_insert(1);
    spec.backoff_limit.get_or_insert(match edition {
        Edition::V1_11 => 6,
    });
    if job.metadata.labels.is_empty() {
        job.metadata.labels = spec.template.metadata.labels.clone();
    }
    default_pod_spec(&mut spec.template.spec, edition);
}

/// `SetDefaults_PodSpec` and the defaults of what a pod has.
fn default_pod_spec(spec: &mut PodSpec, edition: Edition) {
    spec.restart_policy.get_or_insert(RestartPolicy::Always);
    spec.termination_grace_period_seconds.get_or_insert(30);
    let other = spec.other.map_mut();
    default_text(other, "dnsPolicy", "ClusterFirst");
    default_text(other, "schedulerName", "default-scheduler");
    default_value(other, "securityContext", || Value::Object(Map::new()));
    // Not a default but an alias, which conversion between API versions keeps in step.
    let alias = ["serviceAccountName", "serviceAccount"]
        .map(|field| text(other, field))
        .into_iter()
        .find(|name| !name.is_empty());
    if let Some(name) = alias.map(str::to_owned) {
        other.insert("serviceAccount".to_owned(), name.clone().into());
        other.insert("serviceAccountName".to_owned(), name.into());
    }
    each(other, "volumes", default_volume);
    let host_network = flag(other, "hostNetwork");
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        // Arcs are shared with the world's past: only what changes is copied.
        for container in Arc::make_mut(containers) {
            default_container(container, host_network, edition);
        }
    }
}

/// `SetDefaults_Container` and the defaults of what a container has.
fn default_container(container: &mut Container, host_network: bool, edition: Edition) {
    let other = container.other.map_mut();
    let policy = if image_tag(text(other, "image")) == Some("latest") { "Always" } else { "IfNotPresent" };
    default_text(other, "imagePullPolicy", policy);
    default_text(other, "terminationMessagePath", "/dev/termination-log");
    default_text(other, "terminationMessagePolicy", "File");
    default_value(other, "resources", || Value::Object(Map::new()));
    for list in ["limits", "requests"] {
        within(other, &["resources", list], |amounts| amounts.values_mut().for_each(round_quantity));
    }
    each(other, "ports", |port| {
        default_text(port, "protocol", "TCP");
        if host_network && let Some(container_port) = port.get("containerPort").cloned() {
            default_number(port, "hostPort", container_port);
        }
    });
    each(other, "env", |variable| {
        within(variable, &["valueFrom", "fieldRef"], default_field_ref);
        // Not a default: an amount that is not given is written as 0.
        within(variable, &["valueFrom", "resourceFieldRef"], |field| default_text(field, "divisor", "0"));
    });
    let probes: &[&str] = match edition {
        Edition::V1_11 => &["livenessProbe", "readinessProbe"],
    };
    for probe in probes {
        within(other, &[probe], |probe| {
            for (field, value) in
                [("timeoutSeconds", 1), ("periodSeconds", 10), ("successThreshold", 1), ("failureThreshold", 3)]
            {
                default_number(probe, field, value);
            }
            within(probe, &["httpGet"], default_http_get);
        });
    }
    for hook in ["postStart", "preStop"] {
        within(other, &["lifecycle", hook, "httpGet"], default_http_get);
    }
}

/// `SetDefaults_ResourceList`: amounts are rounded up to thousandths and, like all amounts that pass
/// the API, written canonically. What is no amount is for validation to refuse.
fn round_quantity(value: &mut Value) {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return,
    };
    if let Ok(quantity) = Quantity::parse(&text) {
        *value = Value::String(quantity.rounded_up_to_milli().to_string());
    }
}

fn default_http_get(action: &mut Object) {
    default_text(action, "path", "/");
    default_text(action, "scheme", "HTTP");
}

fn default_field_ref(field: &mut Object) {
    default_text(field, "apiVersion", "v1");
}

/// `0644`, the mode of files made from secrets and config maps.
const DEFAULT_MODE: i64 = 0o644;

/// `SetDefaults_Volume` and the defaults of its source.
fn default_volume(volume: &mut Object) {
    if volume.iter().all(|(field, value)| field == "name" || value.is_null()) {
        volume.insert("emptyDir".to_owned(), Value::Object(Map::new()));
    }
    within(volume, &["hostPath"], |source| default_value(source, "type", || "".into()));
    for source in ["secret", "configMap", "downwardAPI", "projected"] {
        within(volume, &[source], |source| default_value(source, "defaultMode", || DEFAULT_MODE.into()));
    }
    within(volume, &["downwardAPI"], default_downward_items);
    within(volume, &["projected"], |projected| {
        each(projected, "sources", |source| {
            within(source, &["downwardAPI"], default_downward_items);
            within(source, &["serviceAccountToken"], |token| {
                default_value(token, "expirationSeconds", || 3600.into());
            });
        });
    });
    within(volume, &["iscsi"], |source| default_text(source, "iscsiInterface", "default"));
    within(volume, &["rbd"], |source| {
        default_text(source, "pool", "rbd");
        default_text(source, "user", "admin");
        default_text(source, "keyring", "/etc/ceph/keyring");
    });
    within(volume, &["azureDisk"], |source| {
        default_value(source, "cachingMode", || "ReadWrite".into());
        default_value(source, "kind", || "Shared".into());
        default_value(source, "fsType", || "ext4".into());
        default_value(source, "readOnly", || false.into());
    });
    within(volume, &["scaleIO"], |source| {
        default_text(source, "storageMode", "ThinProvisioned");
        default_text(source, "fsType", "xfs");
    });
}

fn default_downward_items(source: &mut Object) {
    each(source, "items", |item| within(item, &["fieldRef"], default_field_ref));
}

/// Sets a field that is absent, null or an empty text.
fn default_text(object: &mut Object, field: &str, value: &str) {
    match object.get(field) {
        Some(Value::String(text)) if !text.is_empty() => {}
        Some(Value::String(_) | Value::Null) | None => {
            object.insert(field.to_owned(), value.into());
        }
        // A value of another type is not for defaulting to judge.
        Some(_) => {}
    }
}

/// Sets a field that is absent, null or zero.
fn default_number(object: &mut Object, field: &str, value: impl Into<Value>) {
    if object.get(field).is_none_or(|value| value.is_null() || value.as_i64() == Some(0)) {
        object.insert(field.to_owned(), value.into());
    }
}

/// Sets a field that is absent or null.
fn default_value(object: &mut Object, field: &str, value: impl FnOnce() -> Value) {
    if object.get(field).is_none_or(Value::is_null) {
        object.insert(field.to_owned(), value());
    }
}

/// Changes the object at `path`, if there is one.
fn within(object: &mut Object, path: &[&str], change: impl FnOnce(&mut Object)) {
    match path {
        [] => change(object),
        [field, rest @ ..] => {
            if let Some(Value::Object(object)) = object.get_mut(*field) {
                within(object, rest, change);
            }
        }
    }
}

/// Changes each object of the list `field`, if there is one.
fn each(object: &mut Object, field: &str, mut change: impl FnMut(&mut Object)) {
    if let Some(Value::Array(items)) = object.get_mut(field) {
        items.iter_mut().filter_map(Value::as_object_mut).for_each(&mut change);
    }
}
