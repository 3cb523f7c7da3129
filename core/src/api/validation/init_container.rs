//! Validation of init containers, sidecars among them (`validateInitContainers`).

use std::collections::BTreeSet;

use super::context::PodContext;
use super::{bad_value, container, container_restart, probe};
use crate::api::json::{Object, object, objects, text};
use crate::api::{Container, FieldError, FieldPath, Release, RestartPolicy};
use crate::small_collect::SmallCollect as _;

/// Shows a value of one type.
type Show = fn(&Object, Release) -> String;

/// Fields that an init container that is no sidecar cannot have, and how they are shown.
const OF_SIDECARS: [(&str, Show); 4] = [
    ("lifecycle", bad_value::lifecycle),
    ("livenessProbe", bad_value::probe),
    ("readinessProbe", bad_value::probe),
    ("startupProbe", bad_value::probe),
];

/// `validateInitContainers`.
pub(super) fn init_containers(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let mut taken: BTreeSet<&str> = pod.spec.containers.iter().map(|container| container.name.as_str()).small_collect();
    if !pod.release.since(25) {
        let mut own = BTreeSet::new();
        for (index, container) in pod.spec.init_containers.iter().enumerate() {
            container::all_before_v1_25(errors, container, pod, &mut own, &path.index(index));
        }
        for (index, container) in pod.spec.init_containers.iter().enumerate() {
            host_ports(errors, container, path, index);
        }
    }
    for (index, container) in pod.spec.init_containers.iter().enumerate() {
        let (place, fields) = (path.index(index), container.other.map());
        if pod.release.since(25) {
            container::common(errors, &container.name, fields, pod, &place);
            container_restart::init_container_restart_policy(errors, container, pod, &place);
        }
        if taken.contains(container.name.as_str()) {
            errors.push(FieldError::duplicate(&place.child("name"), &container.name));
        } else if !container.name.is_empty() {
            taken.insert(&container.name);
        }
        if pod.release.since(25) {
            host_ports(errors, container, path, index);
        }
        if pod.release.since(28) && container.restart_policy == Some(RestartPolicy::Always) {
            probe::lifecycle_and_probes(errors, fields, pod, &place);
        } else {
            not_of_init_containers(errors, container, pod, &place);
        }
    }
}

/// They run one after the other, so each has the host's ports for itself, and each is the first of its list.
fn host_ports(errors: &mut Vec<FieldError>, container: &Container, path: &FieldPath, index: usize) {
    let mut taken = BTreeSet::new();
    container::host_ports(errors, container.other.map(), &mut taken, &path.index(0), &path.index(index));
}

fn not_of_init_containers(errors: &mut Vec<FieldError>, container: &Container, pod: &PodContext<'_>, path: &FieldPath) {
    let release = pod.release;
    for (field, show) in OF_SIDECARS {
        let Some(value) = object(container.other.map(), field) else { continue };
        let path = path.child(field);
        errors.push(if release.since(28) {
            FieldError::forbidden(&path, "may not be set for init containers without restartPolicy=Always")
        } else if release.since(25) {
            FieldError::forbidden(&path, "may not be set for init containers")
        } else {
            FieldError::invalid(&path, show(value, release), "must not be set for init containers")
        });
    }
    for (index, policy) in objects(container.other.map(), "resizePolicy") {
        let restart = text(policy, "restartPolicy");
        if restart == "RestartContainer" && release.since(36) {
            let path = path.child("resizePolicy").index(index).child("restartPolicy");
            let detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
            errors.push(FieldError::invalid_text(&path, restart, detail));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::api::PodSpec;

    #[test]
    fn only_sidecars_restart_when_they_are_resized_since_v1_36() {
        let container = json!({
            "name": "a", "image": "i", "imagePullPolicy": "Always", "terminationMessagePolicy": "File",
            "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"},
                             {"resourceName": "memory", "restartPolicy": "RestartContainer"}],
        });
        let mut sidecar = container.clone();
        (sidecar["name"], sidecar["restartPolicy"]) = ("s".into(), "Always".into());
        let spec = json!({"restartPolicy": "OnFailure", "containers": [], "initContainers": [container, sidecar]});
        let spec: PodSpec = serde_json::from_value(spec).unwrap();
        let errors_of = |release: Release| {
            let mut errors = Vec::new();
            let pod = PodContext::new(&spec, release.into(), BTreeMap::new());
            init_containers(&mut errors, &pod, &FieldPath::new("i"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(errors_of(Release::V1_35), Vec::<String>::new());
        assert_eq!(
            errors_of(Release::V1_36),
            [
                "i[0].resizePolicy[1].restartPolicy: Invalid value: \"RestartContainer\": must not be set to 'RestartContainer' for non-sidecar initContainers"
            ]
        );
    }
}
