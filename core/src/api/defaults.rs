//! Defaulting: what the API server fills in when it reads a Job
//! (`pkg/apis/batch/v1/defaults.go` and, for the pod template, `pkg/apis/core/v1/defaults.go`).
//!
//! Defaulting runs whenever an object is decoded, so it is idempotent, and an update defaults anew.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::image::image_tag;
use super::json::{Object, flag, text};
use super::quantity::Quantity;
use super::{
    CompletionMode, Container, Edition, FeatureGate, FeatureGates, Job, Labels, Pod, PodReplacementPolicy, PodSpec,
    RestartPolicy,
};

/// `SetDefaults_Job` and the defaults of the pod template.
///
/// ```
/// use jobscope_core::api::{Edition, Job, default_job};
///
/// let mut job = Job::default();
/// default_job(&mut job, Edition::V1_11);
/// assert_eq!((job.spec.parallelism, job.spec.completions, job.spec.backoff_limit), (Some(1), Some(1), Some(6)));
/// ```
pub fn default_job(job: &mut Job, gates: impl Into<FeatureGates>) {
    let gates: FeatureGates = gates.into();
    let edition = gates.edition();
    let spec = &mut job.spec;
    if spec.completions.is_none() && spec.parallelism.is_none() {
        spec.completions = Some(1);
    }
    spec.parallelism.get_or_insert(1);
    spec.backoff_limit.get_or_insert(match edition {
        // With a limit for each index there is none for all of them together. The gate is not asked:
        // without it the limit per index is dropped afterwards, and this one stays.
        Edition::V1_28 | Edition::V1_36 if spec.backoff_limit_per_index.is_some() => i32::MAX,
        Edition::V1_11 | Edition::V1_22 | Edition::V1_28 | Edition::V1_36 => 6,
    });
    if job.metadata.labels.is_empty() && !spec.template.metadata.labels.is_empty() {
        // The same map, not a copy: see `generate_selector`.
        job.metadata.labels = spec.template.metadata.labels.clone();
    }
    match edition {
        Edition::V1_11 => {}
        Edition::V1_22 => {
            if gates.enabled(FeatureGate::IndexedJob) {
                spec.completion_mode.get_or_insert(CompletionMode::NonIndexed);
            }
            if gates.enabled(FeatureGate::SuspendJob) {
                spec.suspend.get_or_insert(false);
            }
        }
        Edition::V1_28 | Edition::V1_36 => {
            spec.completion_mode.get_or_insert(CompletionMode::NonIndexed);
            spec.suspend.get_or_insert(false);
            if gates.enabled(FeatureGate::JobPodReplacementPolicy) {
                spec.pod_replacement_policy.get_or_insert(if spec.pod_failure_policy.is_some() {
                    PodReplacementPolicy::Failed
                } else {
                    PodReplacementPolicy::TerminatingOrFailed
                });
            }
        }
    }
    default_pod_spec(&mut spec.template.spec, edition);
}

/// The labels of a stored Job as every reader has them. The real server defaults what it decodes from its store, so a Job
/// without labels shows those of its template, by then with the generated ones (`SetDefaults_Job`, in every release).
pub fn labels_as_read(job: &Job) -> &Labels {
    let own = &job.metadata.labels;
    if own.is_empty() { &job.spec.template.metadata.labels } else { own }
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
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        // Arcs are shared with the world's past: only what changes is copied.
        for container in Arc::make_mut(containers) {
            default_container(container, edition);
        }
    }
    match edition {
        Edition::V1_11 | Edition::V1_22 => default_host_ports(spec),
        // Only pods get them (#117696).
        Edition::V1_28 | Edition::V1_36 => {}
    }
}

/// `SetDefaults_Pod`, as far as the pod's template may lack it.
pub(crate) fn default_pod(pod: &mut Pod) {
    default_host_ports(&mut pod.spec);
}

/// `defaultHostNetworkPorts`: on the host's network a port is the same inside and outside.
fn default_host_ports(spec: &mut PodSpec) {
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

/// `SetDefaults_Container` and the defaults of what a container has.
fn default_container(container: &mut Container, edition: Edition) {
    let other = container.other.map_mut();
    let policy = if image_tag(text(other, "image")) == Some("latest") { "Always" } else { "IfNotPresent" };
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
        // Not a default: an amount that is not given is written as 0.
        within(variable, &["valueFrom", "resourceFieldRef"], |field| default_text(field, "divisor", "0"));
    });
    let probes: &[&str] = match edition {
        Edition::V1_11 => &["livenessProbe", "readinessProbe"],
        Edition::V1_22 | Edition::V1_28 | Edition::V1_36 => &["livenessProbe", "readinessProbe", "startupProbe"],
    };
    for probe in probes {
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
    // `SetDefaults_PersistentVolumeClaimSpec`.
    let claim = ["ephemeral", "volumeClaimTemplate", "spec"];
    within(volume, &claim, |claim| default_text(claim, "volumeMode", "Filesystem"));
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::{Labels, OtherFields, generate_selector, validate_job};

    /// Jobs as a v1.11 server stored them on creation: of a work queue, and one with most fields.
    fn stored() -> [Value; 2] {
        let container = |name: &str| {
            json!({
                "name": name,
                "image": "img",
                "resources": {},
                "terminationMessagePath": "/dev/termination-log",
                "terminationMessagePolicy": "File",
                "imagePullPolicy": "Always",
            })
        };
        let meta = json!({
            "name": "j",
            "namespace": "default",
            "uid": "job-uid-0",
            "creationTimestamp": "2024-01-01T00:00:00Z",
        });
        let selector = json!({"matchLabels": {"controller-uid": "job-uid-0"}});
        let labels = json!({"labels": {"controller-uid": "job-uid-0", "job-name": "j"}});
        [
            json!({
                "metadata": meta,
                "spec": {
                    "parallelism": 1,
                    "completions": 1,
                    "backoffLimit": 6,
                    "selector": selector,
                    "template": {
                        "metadata": labels,
                        "spec": {
                            "containers": [container("main")],
                            "restartPolicy": "Never",
                            "terminationGracePeriodSeconds": 30,
                            "dnsPolicy": "ClusterFirst",
                            "securityContext": {},
                            "schedulerName": "default-scheduler",
                        },
                    },
                },
                "status": {},
            }),
            json!({
                "metadata": meta,
                "spec": {
                    "parallelism": 2,
                    "completions": 5,
                    "activeDeadlineSeconds": 1,
                    "backoffLimit": 6,
                    "selector": selector,
                    "template": {
                        "metadata": labels,
                        "spec": {
                            "initContainers": [container("init")],
                            "containers": [container("main"), container("side")],
                            "restartPolicy": "OnFailure",
                            "terminationGracePeriodSeconds": 30,
                            "dnsPolicy": "ClusterFirst",
                            "securityContext": {},
                            "schedulerName": "default-scheduler",
                        },
                    },
                },
                "status": {},
            }),
        ]
    }

    fn defaulted(mut job: Job) -> Job {
        default_job(&mut job, Edition::V1_11);
        job
    }

    #[test]
    fn a_stored_job_stays_as_it_is() {
        for stored in stored() {
            let job: Job = serde_json::from_value(stored).unwrap();
            assert_eq!(validate_job(&job, Edition::V1_11), []);
            let mut again = defaulted(job.clone());
            generate_selector(&mut again, Edition::V1_11);
            // Except that a Job without labels takes those of its template whenever it is decoded, by
            // then the generated ones.
            assert_eq!(again.metadata.labels, job.spec.template.metadata.labels);
            again.metadata.labels = job.metadata.labels.clone();
            assert_eq!(again, job);
        }
    }

    #[test]
    fn what_is_left_out_is_filled_in_as_the_server_does() {
        for stored in stored() {
            let wanted: Job = serde_json::from_value(stored.clone()).unwrap();
            let mut job = wanted.clone();
            job.spec.backoff_limit = None;
            if job.spec.completions == Some(1) {
                (job.spec.completions, job.spec.parallelism) = (None, None);
            }
            job.spec.selector = None;
            job.spec.template.metadata.labels = Labels::default();
            let pod = &mut job.spec.template.spec;
            pod.termination_grace_period_seconds = None;
            pod.other = OtherFields::default();
            for container in
                Arc::make_mut(&mut pod.init_containers).iter_mut().chain(Arc::make_mut(&mut pod.containers))
            {
                container.other.map_mut().retain(|field, _| field == "image");
            }
            let mut job = defaulted(job);
            generate_selector(&mut job, Edition::V1_11);
            assert_eq!(job, wanted);
            assert_eq!(serde_json::to_value(&job).unwrap(), stored);
        }
    }

    #[test]
    fn counts_default_together() {
        let with = |parallelism, completions| {
            let mut job = Job::default();
            (job.spec.parallelism, job.spec.completions) = (parallelism, completions);
            let spec = defaulted(job).spec;
            (spec.parallelism, spec.completions)
        };
        assert_eq!(with(None, None), (Some(1), Some(1)));
        assert_eq!(with(Some(3), None), (Some(3), None));
        assert_eq!(with(None, Some(3)), (Some(1), Some(3)));
        assert_eq!(with(Some(0), Some(0)), (Some(0), Some(0)));
    }

    #[test]
    fn the_hosts_ports_are_filled_in_where_the_release_does() {
        let ports = json!([{"containerPort": 80}, {"containerPort": 81, "hostPort": 82}]);
        let spec = json!({"hostNetwork": true, "containers": [{"name": "c", "image": "i", "ports": ports}]});
        let host_ports = |spec: &PodSpec| {
            let container = spec.containers[0].other.map();
            container["ports"].as_array().unwrap().iter().map(|port| port.get("hostPort").cloned()).collect::<Vec<_>>()
        };
        let all = [Some(json!(80)), Some(json!(82))];
        for edition in Edition::ALL {
            let mut template: PodSpec = serde_json::from_value(spec.clone()).unwrap();
            default_pod_spec(&mut template, edition);
            let of_template = if edition < Edition::V1_28 { all.clone() } else { [None, Some(json!(82))] };
            assert_eq!(host_ports(&template), of_template, "{edition}");
            let mut pod = Pod { spec: template, ..Pod::default() };
            default_pod(&mut pod);
            assert_eq!(host_ports(&pod.spec), all, "{edition}");
        }
    }

    #[test]
    fn what_came_after_v1_11_has_its_defaults() {
        let mut spec: PodSpec = serde_json::from_value(json!({
            "containers": [{"name": "c", "image": "i", "livenessProbe": {"grpc": {"port": 80}}}],
            "volumes": [{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": {
                "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "0.5Gi"}},
            }}}}],
        }))
        .unwrap();
        default_pod_spec(&mut spec, Edition::V1_28);
        assert_eq!(spec.containers[0].other.map()["livenessProbe"]["grpc"], json!({"port": 80, "service": ""}));
        let claim = &spec.other.map()["volumes"][0]["ephemeral"]["volumeClaimTemplate"]["spec"];
        assert_eq!(
            (&claim["volumeMode"], &claim["resources"]["requests"]["storage"]),
            (&json!("Filesystem"), &json!("512Mi"))
        );
    }

    #[test]
    fn whoever_reads_a_job_without_labels_sees_those_of_its_template() {
        for stored in stored() {
            let mut job: Job = serde_json::from_value(stored).unwrap();
            job.metadata.labels = Labels::default();
            assert_eq!(labels_as_read(&job).get("controller-uid"), Some("job-uid-0"));
            job.metadata.labels.set("c", "d");
            assert_eq!(labels_as_read(&job), &job.metadata.labels);
        }
    }

    #[test]
    fn labels_of_the_template_are_the_jobs_unless_it_has_its_own() {
        let mut job = Job::default();
        job.spec.template.metadata.labels.set("a", "b");
        assert_eq!(defaulted(job.clone()).metadata.labels.get("a"), Some("b"));
        job.metadata.labels.set("c", "d");
        assert_eq!(defaulted(job).metadata.labels.get("a"), None);
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
        let job = defaulted(job);
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
        assert_eq!(defaulted(job.clone()), job);
    }
}
