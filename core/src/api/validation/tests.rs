//! Validation of whole Jobs and of their updates.

use super::*;
use crate::api::{cut_short, default_job, generate_selector, validate_create, validate_update};

fn job(spec: &serde_json::Value) -> Job {
    let mut job: Job = serde_json::from_value(serde_json::json!({
        "metadata": {"name": "pi", "namespace": "default", "uid": "u", "resourceVersion": "1"},
        "spec": spec,
    }))
    .unwrap();
    default_job(&mut job, Release::V1_11);
    generate_selector(&mut job, Release::V1_11);
    job
}

fn good() -> serde_json::Value {
    serde_json::json!({
        "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}},
    })
}

fn errors_of_pod(pod: &serde_json::Value) -> Vec<String> {
    let job = job(&serde_json::json!({"template": {"spec": pod}}));
    validate_job(&job, Release::V1_11).iter().map(|error| cut_short(&error.to_string())).collect()
}

#[test]
fn a_good_job_is_valid() {
    assert_eq!(validate_job(&job(&good()), Release::V1_11), []);
}

#[test]
fn counts_are_not_negative() {
    let mut spec = good();
    for field in ["parallelism", "completions", "activeDeadlineSeconds", "backoffLimit"] {
        spec[field] = (-1).into();
    }
    let errors: Vec<String> = validate_job(&job(&spec), Release::V1_11).iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        ["parallelism", "completions", "activeDeadlineSeconds", "backoffLimit"]
            .map(|field| format!("spec.{field}: Invalid value: -1: must be greater than or equal to 0"))
    );
}

#[test]
fn generated_labels_are_not_overridden() {
    let mut spec = good();
    spec["template"]["metadata"] = serde_json::json!({"labels": {"job-name": "other"}});
    let mut job = job(&spec);
    assert_eq!(
        validate_create(&mut job, Vec::new(), Release::V1_11).unwrap_err().message,
        "Job.batch \"pi\" is invalid: spec.template.metadata.labels[job-name]: Invalid value: \
         map[string]string{\"controller-uid\":\"u\", \"job-name\":\"other\"}: must be 'pi'"
    );
}

#[test]
fn a_name_that_is_no_label_is_refused_as_one() {
    let mut job = job(&good());
    let name = "a".repeat(64);
    job.metadata.name = Some(name.as_str().into());
    job.spec.template.metadata.labels.set("job-name", name.clone());
    assert_eq!(
        validate_job(&job, Release::V1_11).iter().map(ToString::to_string).collect::<Vec<_>>(),
        [format!("spec.template.labels: Invalid value: \"{name}\": must be no more than 63 characters")]
    );
}

#[test]
fn only_some_fields_can_change() {
    let old = job(&good());
    let mut new = old.clone();
    new.spec.parallelism = Some(3);
    new.spec.backoff_limit = Some(0);
    new.spec.active_deadline_seconds = Some(1);
    assert_eq!(validate_update(&new, &old, &[], &[], Release::V1_11), Ok(()));
    new.spec.completions = None;
    new.spec.template.spec.termination_grace_period_seconds = Some(1);
    new.spec.selector.as_mut().unwrap().match_labels.set("job-name", "pi");
    let errors = validate_job_update(&new, &old, Release::V1_11);
    assert_eq!(
        errors.iter().map(|error| cut_short(&error.to_string())).collect::<Vec<_>>(),
        [
            "spec.completions: Invalid value: \"null\": field is immutable",
            "spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{\"controller-uid\":\"u\", \
             \"job-name\":\"pi\"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable",
            "spec.template: Invalid value: core.PodTemplateSpec{...}: field is immutable",
        ]
    );
}

/// A Job of v1.28 that says itself which pods are its own.
fn own_selector(value: &str) -> Job {
    let mut spec = good();
    spec["manualSelector"] = true.into();
    let requirement = serde_json::json!({"key": "app", "operator": "In", "values": ["pi", value]});
    spec["selector"] = serde_json::json!({"matchExpressions": [requirement]});
    spec["template"]["metadata"] = serde_json::json!({"labels": {"app": "pi"}});
    let mut job = job(&spec);
    default_job(&mut job, Release::V1_28);
    job
}

#[test]
fn a_selector_that_was_stored_with_wrong_values_may_stay() {
    // What is wrong with a spec is found twice.
    let said = |new: &Job, old: &Job, release| {
        let errors = validate_job_update(new, old, release);
        errors.iter().map(ToString::to_string).collect::<std::collections::BTreeSet<_>>().len()
    };
    let (wrong, right) = (own_selector("a b"), own_selector("b"));
    for (release, errors) in [(Release::V1_11, 0), (Release::V1_22, 0), (Release::V1_28, 1), (Release::V1_36, 1)] {
        assert_eq!(validate_job(&wrong, release).len(), errors, "{release}");
        assert_eq!(said(&wrong, &wrong, release), 0, "{release}");
        // That the selector changes is an error of its own.
        assert_eq!(said(&wrong, &right, release), errors + 1, "{release}");
    }
}

#[test]
fn labels_with_a_prefix_are_asked_for_if_the_job_had_them() {
    for release in [Release::V1_28, Release::V1_36] {
        let mut new = job(&good());
        default_job(&mut new, release);
        let (mut old, legacy) = (new.clone(), new.clone());
        generate_selector(&mut old, release);
        let path = "spec.template.metadata.labels";
        let missing = [
            format!("{path}[batch.kubernetes.io/controller-uid]: Required value: must be 'u'"),
            format!("{path}[batch.kubernetes.io/job-name]: Required value: must be 'pi'"),
        ];
        let said = |job: &Job, old: Option<&Job>| {
            let errors = old.map_or_else(|| validate_job(job, release), |old| validate_job_update(job, old, release));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        // It was stored by a release that did not make them.
        assert_eq!(said(&new, Some(&legacy)), Vec::<String>::new(), "{release}");
        assert_eq!(said(&new, None), missing, "{release}");
        new.spec.selector = old.spec.selector.clone();
        assert_eq!(said(&new, Some(&old))[..2], missing, "{release}");
    }
}

#[test]
fn annotations_have_a_size_in_the_releases_words() {
    let mut job = own_selector("b");
    job.metadata.annotations.set("a", "x".repeat(256 * 1024));
    for (release, words) in [
        (Release::V1_11, "must have at most 262144 characters"),
        (Release::V1_22, "must have at most 262144 bytes"),
        (Release::V1_28, "must have at most 262144 bytes"),
        (Release::V1_36, "may not be more than 262144 bytes"),
    ] {
        let errors: Vec<String> = validate_job(&job, release).iter().map(ToString::to_string).collect();
        assert_eq!(errors, [format!("metadata.annotations: Too long: {words}")], "{release}");
    }
}

#[test]
fn containers_are_complete() {
    assert_eq!(
        errors_of_pod(&serde_json::json!({
            "restartPolicy": "Never",
            "initContainers": [{"name": "a", "image": "i", "readinessProbe": {"exec": {"command": ["x"]}}}],
            "containers": [
                {"image": "i"},
                {"name": "A_b"},
                {
                    "name": "a",
                    "image": "i",
                    "imagePullPolicy": "Sometimes",
                    "ports": [
                        {"containerPort": 0},
                        {"containerPort": 70000, "protocol": "tcp", "name": "http", "hostPort": 80},
                        {"containerPort": 80, "name": "http"},
                        {"containerPort": 80, "hostPort": 80, "protocol": "tcp"},
                    ],
                    "env": [{"name": ""}, {"name": "1X"}, {"name": "A", "value": "a", "valueFrom": {}},
                            {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "status.phase"}, "secretKeyRef": {"name": "s", "key": "k"}}}],
                    "envFrom": [{}],
                    "livenessProbe": {"httpGet": {"port": "http"}, "tcpSocket": {"port": 0}, "successThreshold": 2},
                },
                {"name": "a", "image": "i", "readinessProbe": {}},
            ],
        })),
        [
            "spec.template.spec.containers[0].name: Required value",
            "spec.template.spec.containers[1].name: Invalid value: \"A_b\": a DNS-1123 label must consist of lower case \
             alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or \
             '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
            "spec.template.spec.containers[1].image: Required value",
            "spec.template.spec.containers[2].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
            "spec.template.spec.containers[2].livenessProbe.successThreshold: Invalid value: 2: must be 1",
            "spec.template.spec.containers[2].ports[0].containerPort: Required value",
            "spec.template.spec.containers[2].ports[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
            "spec.template.spec.containers[2].ports[1].protocol: Unsupported value: \"tcp\": supported values: \"TCP\", \"UDP\"",
            "spec.template.spec.containers[2].ports[2].name: Duplicate value: \"http\"",
            "spec.template.spec.containers[2].ports[3].protocol: Unsupported value: \"tcp\": supported values: \"TCP\", \"UDP\"",
            "spec.template.spec.containers[2].env[0].name: Required value",
            "spec.template.spec.containers[2].env[1].name: Invalid value: \"1X\": a valid environment variable name must consist of \
             alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  \
             or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')",
            "spec.template.spec.containers[2].env[2].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, \
             `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
            "spec.template.spec.containers[2].env[3].valueFrom.fieldRef.fieldPath: Unsupported value: \"status.phase\": supported \
             values: \"metadata.name\", \"metadata.namespace\", \"metadata.uid\", \"spec.nodeName\", \"spec.serviceAccountName\", \
             \"status.hostIP\", \"status.podIP\"",
            "spec.template.spec.containers[2].env[3].valueFrom: Invalid value: \"\": may not have more than one field specified at a time",
            "spec.template.spec.containers[2].envFrom: Invalid value: \"\": must specify one of: `configMapRef` or `secretRef`",
            "spec.template.spec.containers[2].imagePullPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", \
             \"IfNotPresent\", \"Never\"",
            "spec.template.spec.containers[3].name: Duplicate value: \"a\"",
            "spec.template.spec.containers[3].readinessProbe: Required value: must specify a handler type",
            "spec.template.spec.containers[2].ports[3].hostPort: Duplicate value: \"tcp//80\"",
            "spec.template.spec.initContainers[0].name: Duplicate value: \"a\"",
            "spec.template.spec.initContainers[0].readinessProbe: Invalid value: core.Probe{...}: must not be set for init containers",
        ]
    );
}

#[test]
fn volumes_exist_once() {
    assert_eq!(
        errors_of_pod(&serde_json::json!({
            "restartPolicy": "Never",
            "containers": [{
                "name": "a",
                "image": "i",
                "volumeMounts": [
                    {"name": "v", "mountPath": "/v", "subPath": "/x/../y"},
                    {"name": "w", "mountPath": "/v"},
                    {"mountPath": ""},
                ],
            }],
            "volumes": [
                {"name": "v"},
                {"name": "v", "emptyDir": {}},
                {"name": "s", "secret": {"items": [{"key": "k", "path": "..x"}], "defaultMode": 512}, "configMap": {"name": "c"}},
                {"hostPath": {"path": "/p", "type": "Folder"}},
            ],
        })),
        [
            "spec.template.spec.volumes[1].name: Duplicate value: \"v\"",
            "spec.template.spec.volumes[2].secret.secretName: Required value",
            "spec.template.spec.volumes[2].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
            "spec.template.spec.volumes[2].secret.items[0].path: Invalid value: \"..x\": must not start with '..'",
            "spec.template.spec.volumes[2].configMap: Forbidden: may not specify more than 1 volume type",
            "spec.template.spec.volumes[3].hostPath.type: Unsupported value: \"Folder\": supported values: \"\", \"BlockDevice\", \
             \"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", \"FileOrCreate\", \"Socket\"",
            "spec.template.spec.volumes[3].name: Required value",
            "spec.template.spec.containers[0].volumeMounts.subPath: Invalid value: \"/x/../y\": must be a relative path",
            "spec.template.spec.containers[0].volumeMounts.subPath: Invalid value: \"/x/../y\": must not contain '..'",
            "spec.template.spec.containers[0].volumeMounts[1].name: Not found: \"w\"",
            "spec.template.spec.containers[0].volumeMounts[1].mountPath: Invalid value: \"/v\": must be unique",
            "spec.template.spec.containers[0].volumeMounts[2].name: Required value",
            "spec.template.spec.containers[0].volumeMounts[2].name: Not found: \"\"",
            "spec.template.spec.containers[0].volumeMounts[2].mountPath: Required value",
        ]
    );
}

mod any_object {
    use proptest::prelude::*;
    use proptest::sample::select;
    use serde_json::{Map, Value};

    use super::*;
    use crate::api::{Container, OtherFields, PodSpec};

    const FIELDS: [&str; 40] = [
        "name",
        "image",
        "ports",
        "containerPort",
        "hostPort",
        "protocol",
        "env",
        "value",
        "valueFrom",
        "fieldRef",
        "fieldPath",
        "resources",
        "limits",
        "requests",
        "cpu",
        "memory",
        "hugepages-2Mi",
        "a.b/c",
        "livenessProbe",
        "httpGet",
        "port",
        "httpHeaders",
        "lifecycle",
        "preStop",
        "exec",
        "command",
        "volumeMounts",
        "mountPath",
        "subPath",
        "volumes",
        "hostPath",
        "path",
        "secret",
        "items",
        "key",
        "tolerations",
        "operator",
        "hostNetwork",
        "securityContext",
        "dnsConfig",
    ];

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            select(&["", "1Gi", "TCP", "None", "Exists", "metadata.labels['a']", "..", "-", "a/b/c", "é"][..])
                .prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map(select(&FIELDS[..]), inner, 0..8).prop_map(|map| {
                    Value::Object(map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
                }),
            ]
        })
    }

    fn fields() -> impl Strategy<Value = OtherFields> {
        proptest::collection::btree_map(select(&FIELDS[..]), json(), 0..12).prop_map(|map| {
            let mut fields = OtherFields::default();
            let all: Map<String, Value> = map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            *fields.map_mut() = all;
            fields
        })
    }

    proptest! {
        /// Scenario files carry Jobs that never were manifests: whatever passes through unread, they are
        /// defaulted once and for all and validated without a panic.
        #[test]
        fn any_unread_fields_are_defaulted_and_validated(
            pod in fields(),
            containers in proptest::collection::vec(fields(), 0..3),
        ) {
            let container = |other| Container { name: "c".into(), other, ..Container::default() };
            let containers: std::sync::Arc<[Container]> = containers.into_iter().map(container).collect();
            let mut job = Job::default();
            job.spec.template.spec =
                PodSpec { init_containers: containers.clone(), containers, other: pod, ..PodSpec::default() };
            default_job(&mut job, Release::V1_11);
            let once = job.clone();
            default_job(&mut job, Release::V1_11);
            prop_assert_eq!(&job, &once);
            prop_assert!(!validate_job(&job, Release::V1_11).is_empty());
        }
    }
}

#[test]
fn values_that_decoding_kept_are_reported_where_upstream_finds_them() {
    let mut spec = good();
    spec["template"]["spec"]["activeDeadlineSeconds"] = 0.into();
    let path = FieldPath::new("spec").child("template").child("spec").child("restartPolicy");
    let other = FieldPath::new("status").child("conditions").index(0);
    let refused = [
        FieldError::not_supported(&path, "Foo", &["Always", "OnFailure", "Never"]),
        FieldError::not_supported(&other, "x", &["True"]),
    ];
    let errors = validate_decoded_job(&job(&spec), (&refused, &[]), Release::V1_11, true);
    assert_eq!(
        errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "spec.template.spec.restartPolicy: Unsupported value: \"Foo\": supported values: \"Always\", \"OnFailure\", \"Never\"",
            "spec.template.spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
            "spec.template.spec.restartPolicy: Unsupported value: \"Foo\": supported values: \"OnFailure\", \"Never\"",
            "status.conditions[0]: Unsupported value: \"x\": supported values: \"True\"",
        ]
    );
}

#[test]
fn a_server_can_refuse_privileged_containers() {
    let mut spec = good();
    spec["template"]["spec"]["containers"][0]["securityContext"] = serde_json::json!({"privileged": true});
    let job = job(&spec);
    assert_eq!(validate_job(&job, Release::V1_11), []);
    assert_eq!(
        validate_decoded_job(&job, (&[], &[]), Release::V1_11, false)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["spec.template.spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy"]
    );
}
