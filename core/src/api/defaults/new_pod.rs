//! What a new pod gets that a template does not: its own defaults (`SetDefaults_Pod`), and what admission adds.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::pod::{default_host_ports, default_value, within};
use crate::api::json::{Object, object};
use crate::api::{Container, Pod};

/// `SetDefaults_Pod`, as far as the engine or its readers see it.
pub(crate) fn default_pod(pod: &mut Pod) {
    let spec = &mut pod.spec;
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        // They are shared with the template: only what changes is copied.
        if containers.iter().any(|container| limits(container).is_some()) {
            for container in Arc::make_mut(containers) {
                request_limits(container);
            }
        }
    }
    default_host_ports(spec);
}

fn limits(container: &Container) -> Option<&Object> {
    let limits = object(object(container.other.map(), "resources")?, "limits")?;
    Some(limits).filter(|limits| !limits.is_empty())
}

/// Requests of a container that are left out equal its limits.
fn request_limits(container: &mut Container) {
    let Some(limits) = limits(container).cloned() else { return };
    within(container.other.map_mut(), &["resources"], |resources| {
        default_value(resources, "requests", || Value::Object(Map::new()));
        within(resources, &["requests"], |requests| {
            for (name, amount) in limits {
                requests.entry(name).or_insert(amount);
            }
        });
    });
}

/// `DefaultTolerationSeconds`: a pod stays for five minutes on a node that fails, unless it says otherwise. The tolerations
/// are those of every pod of a cluster, and are not stored here.
pub(crate) fn admit_tolerations(spec: &mut Map<String, Value>) {
    let tolerations = spec.entry("tolerations").or_insert_with(|| json!([]));
    let Value::Array(tolerations) = tolerations else { return };
    for taint in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
        let text = |toleration: &Value, field: &str| {
            toleration.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let tolerates = |one: &Value| {
            [taint, ""].contains(&text(one, "key").as_str())
                && ["NoExecute", ""].contains(&text(one, "effect").as_str())
        };
        if !tolerations.iter().any(tolerates) {
            let seconds = json!(300);
            tolerations.push(json!({
                "key": taint, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": seconds,
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_request_what_they_are_limited_to() {
        let resources = |resources: Value| json!({"name": "c", "resources": resources});
        let mut pod: Pod = serde_json::from_value(json!({"spec": {
            "initContainers": [resources(json!({"limits": {"cpu": "1"}}))],
            "containers": [
                resources(json!({"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "1"}})),
                resources(json!({"limits": {}})),
            ],
        }}))
        .unwrap();
        default_pod(&mut pod);
        let of = |container: &Container| container.other.map()["resources"].clone();
        let init = json!({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}});
        assert_eq!(of(&pod.spec.init_containers[0]), init);
        let full = json!({"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "1", "memory": "1Gi"}});
        assert_eq!(of(&pod.spec.containers[0]), full);
        assert_eq!(of(&pod.spec.containers[1]), json!({"limits": {}}));
    }
}
