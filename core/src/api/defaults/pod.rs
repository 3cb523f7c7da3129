//! Defaulting of pods and pod templates (`pkg/apis/core/v1/defaults.go`).

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::api::image::image_tag;
use crate::api::json::{Object, flag, text};
use crate::api::quantity::Quantity;
use crate::api::{Container, PodSpec, Release, RestartPolicy};

/// `SetDefaults_PodSpec` and the defaults of what a pod has.
pub(crate) fn default_pod_spec(spec: &mut PodSpec, release: Release) {
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
    within(other, &["overhead"], |amounts| amounts.values_mut().for_each(round_quantity));
    for list in ["limits", "requests"] {
        within(other, &["resources", list], |amounts| amounts.values_mut().for_each(round_quantity));
    }
    each(other, "volumes", default_volume);
    each(other, "ephemeralContainers", |container| default_ephemeral_container(container, release));
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        // Arcs are shared with the world's past: only what changes is copied.
        for container in Arc::make_mut(containers) {
            default_container(container, release);
        }
    }
    // Later only pods get them (#117696).
    if !release.since(28) {
        default_host_ports(spec);
    }
}

/// `defaultHostNetworkPorts`: on the host's network a port is the same inside and outside.
pub(super) fn default_host_ports(spec: &mut PodSpec) {
    if !flag(spec.other.map(), "hostNetwork") {
        return;
    }
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        for container in Arc::make_mut(containers) {
            each(container.other.map_mut(), "ports", |port| {
                if let Some(container_port) = port.get("containerPort").cloned() {
                    default_number(port, "hostPort", container_port);
                }
            });
        }
    }
}

/// `SetDefaults_EphemeralContainer`: the defaults of any container.
fn default_ephemeral_container(object: &mut Object, release: Release) {
    if let Ok(mut container) = serde_json::from_value::<Container>(object.clone().into()) {
        default_container(&mut container, release);
        if let Ok(Value::Object(defaulted)) = serde_json::to_value(container) {
            *object = defaulted;
        }
    }
}

/// `SetDefaults_Container` and the defaults of what a container has.
fn default_container(container: &mut Container, release: Release) {
    let other = container.other.map_mut();
    let policy = pull_policy(text(other, "image"));
    default_text(other, "imagePullPolicy", policy);
    default_text(other, "terminationMessagePath", "/dev/termination-log");
    default_text(other, "terminationMessagePolicy", "File");
    default_value(other, "resources", || Value::Object(Map::new()));
    for list in ["limits", "requests"] {
        within(other, &["resources", list], |amounts| amounts.values_mut().for_each(round_quantity));
    }
    each(other, "ports", |port| default_text(port, "protocol", "TCP"));
    each(other, "env", |variable| {
        within(variable, &["valueFrom", "fieldRef"], default_field_ref);
        within(variable, &["valueFrom", "fileKeyRef"], |file| default_value(file, "optional", || false.into()));
        // Not a default: an amount that is not given is written as 0.
        within(variable, &["valueFrom", "resourceFieldRef"], |field| default_text(field, "divisor", "0"));
    });
    let startup = release.since(16).then_some("startupProbe");
    for probe in ["livenessProbe", "readinessProbe"].into_iter().chain(startup) {
        within(other, &[probe], |probe| {
            for (field, value) in
                [("timeoutSeconds", 1), ("periodSeconds", 10), ("successThreshold", 1), ("failureThreshold", 3)]
            {
                default_number(probe, field, value);
            }
            within(probe, &["httpGet"], default_http_get);
            // Known from v1.23 on, so no older release comes here with one.
            within(probe, &["grpc"], |action| default_value(action, "service", || "".into()));
        });
    }
    for hook in ["postStart", "preStop"] {
        within(other, &["lifecycle", hook, "httpGet"], default_http_get);
    }
}

/// When an image is pulled by default.
fn pull_policy(image: &str) -> &'static str {
    if image_tag(image) == Some("latest") { "Always" } else { "IfNotPresent" }
}

/// `SetDefaults_ResourceList`: amounts are rounded up to thousandths. The others stay as they are written until they are
/// stored. What is no amount is for validation to refuse.
fn round_quantity(value: &mut Value) {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return,
    };
    let is_coarse = Quantity::parts(&text).fast.is_some_and(|(_, scale)| scale >= -3);
    *value = match Quantity::parse(&text) {
        Ok(quantity) if !is_coarse => Value::String(quantity.rounded_up_to_milli().to_string()),
        Ok(_) => Value::String(text),
        Err(_) => return,
    };
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
    // `SetDefaults_PersistentVolumeClaimSpec`.
    let claim = ["ephemeral", "volumeClaimTemplate", "spec"];
    within(volume, &claim, |claim| default_value(claim, "volumeMode", || "Filesystem".into()));
    for list in ["limits", "requests"] {
        let list = [claim.as_slice(), &["resources", list]].concat();
        within(volume, &list, |amounts| amounts.values_mut().for_each(round_quantity));
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
    within(volume, &["image"], |source| {
        let policy = pull_policy(text(source, "reference"));
        default_text(source, "pullPolicy", policy);
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
pub(super) fn default_value(object: &mut Object, field: &str, value: impl FnOnce() -> Value) {
    if object.get(field).is_none_or(Value::is_null) {
        object.insert(field.to_owned(), value());
    }
}

/// Changes the object at `path`, if there is one.
pub(super) fn within(object: &mut Object, path: &[&str], change: impl FnOnce(&mut Object)) {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::default_pod;
    use super::*;
    use crate::api::{Job, Pod, default_job};

    #[test]
    fn the_hosts_ports_are_filled_in_where_the_release_does() {
        let ports = json!([{"containerPort": 80}, {"containerPort": 81, "hostPort": 82}]);
        let spec = json!({"hostNetwork": true, "containers": [{"name": "c", "image": "i", "ports": ports}]});
        let host_ports = |spec: &PodSpec| {
            let container = spec.containers[0].other.map();
            container["ports"].as_array().unwrap().iter().map(|port| port.get("hostPort").cloned()).collect::<Vec<_>>()
        };
        let all = [Some(json!(80)), Some(json!(82))];
        for release in Release::ALL {
            let mut template: PodSpec = serde_json::from_value(spec.clone()).unwrap();
            default_pod_spec(&mut template, release);
            let of_template = if release < Release::V1_28 { all.clone() } else { [None, Some(json!(82))] };
            assert_eq!(host_ports(&template), of_template, "{release}");
            let mut pod = Pod { spec: template, ..Pod::default() };
            default_pod(&mut pod);
            assert_eq!(host_ports(&pod.spec), all, "{release}");
        }
    }

    #[test]
    fn what_came_after_v1_11_has_its_defaults() {
        let mut spec: PodSpec = serde_json::from_value(json!({
            "containers": [{"name": "c", "image": "i", "livenessProbe": {"grpc": {"port": 80}},
                "env": [{"name": "A", "valueFrom": {"fileKeyRef": {"key": "k"}}}]}],
            "volumes": [{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": {
                "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "0.5Gi"}},
            }}}}],
        }))
        .unwrap();
        default_pod_spec(&mut spec, Release::V1_28);
        assert_eq!(spec.containers[0].other.map()["livenessProbe"]["grpc"], json!({"port": 80, "service": ""}));
        let file = json!({"fileKeyRef": {"key": "k", "optional": false}});
        assert_eq!(spec.containers[0].other.map()["env"][0]["valueFrom"], file);
        let claim = &spec.other.map()["volumes"][0]["ephemeral"]["volumeClaimTemplate"]["spec"];
        assert_eq!(
            (&claim["volumeMode"], &claim["resources"]["requests"]["storage"]),
            (&json!("Filesystem"), &json!("512Mi"))
        );
    }

    #[test]
    fn parts_of_the_pod_are_defaulted() {
        let pod: PodSpec = serde_json::from_value(json!({
            "restartPolicy": "Never",
            "serviceAccount": "robot",
            "hostNetwork": true,
            "containers": [{
                "name": "c",
                "image": "c:1",
                "ports": [{"containerPort": 80}],
                "env": [
                    {"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                    {"name": "B", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}},
                ],
                "resources": {"limits": {"cpu": 1, "memory": "1.5Gi"}, "requests": {"cpu": "0.0001"}},
                "livenessProbe": {"httpGet": {"port": 80}, "periodSeconds": 0},
                "lifecycle": {"preStop": {"httpGet": {"port": 80, "path": "/bye"}}},
            }],
            "volumes": [
                {"name": "e"},
                {"name": "h", "hostPath": {"path": "/"}},
                {"name": "s", "secret": {"secretName": "s"}},
                {"name": "p", "projected": {"sources": [{"serviceAccountToken": {"path": "t"}}, {"downwardAPI": {"items": [{"fieldRef": {}}]}}]}},
            ],
        }))
        .unwrap();
        let mut job = Job::default();
        job.spec.template.spec = pod;
        default_job(&mut job, Release::V1_11);
        assert_eq!(
            serde_json::to_value(&job.spec.template.spec).unwrap(),
            json!({
                "restartPolicy": "Never",
                "terminationGracePeriodSeconds": 30,
                "dnsPolicy": "ClusterFirst",
                "schedulerName": "default-scheduler",
                "securityContext": {},
                "serviceAccount": "robot",
                "serviceAccountName": "robot",
                "hostNetwork": true,
                "containers": [{
                    "name": "c",
                    "image": "c:1",
                    "imagePullPolicy": "IfNotPresent",
                    "terminationMessagePath": "/dev/termination-log",
                    "terminationMessagePolicy": "File",
                    "ports": [{"containerPort": 80, "hostPort": 80, "protocol": "TCP"}],
                    "env": [
                        {"name": "A", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}},
                        {"name": "B", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "0"}}},
                    ],
                    "resources": {"limits": {"cpu": "1", "memory": "1536Mi"}, "requests": {"cpu": "1m"}},
                    "livenessProbe": {
                        "httpGet": {"port": 80, "path": "/", "scheme": "HTTP"},
                        "timeoutSeconds": 1,
                        "periodSeconds": 10,
                        "successThreshold": 1,
                        "failureThreshold": 3,
                    },
                    "lifecycle": {"preStop": {"httpGet": {"port": 80, "path": "/bye", "scheme": "HTTP"}}},
                }],
                "volumes": [
                    {"name": "e", "emptyDir": {}},
                    {"name": "h", "hostPath": {"path": "/", "type": ""}},
                    {"name": "s", "secret": {"secretName": "s", "defaultMode": 420}},
                    {"name": "p", "projected": {
                        "defaultMode": 420,
                        "sources": [
                            {"serviceAccountToken": {"path": "t", "expirationSeconds": 3600}},
                            {"downwardAPI": {"items": [{"fieldRef": {"apiVersion": "v1"}}]}},
                        ],
                    }},
                ],
            })
        );
        let once = job.clone();
        default_job(&mut job, Release::V1_11);
        assert_eq!(job, once);
    }
}
