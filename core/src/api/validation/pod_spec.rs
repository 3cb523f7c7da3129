//! Validation of the spec of a pod (`ValidatePodSpec`), field by field in upstream's order.

use super::context::{
    PodContext, Server, dns_label, dns_subdomain, in_range, qualified_name, required_and_supported,
    resource_name_value, supported, visit_containers,
};
use super::meta::{invalid_texts, labels};
use super::{
    affinity, container, ephemeral_container, host_network, init_container, names, pod_dns, pod_os, pod_resources,
    pod_security_context, resource_claims, resources, tolerations, topology_spread, volume,
};
use crate::api::json::{Object, flag, is_set, object, objects, optional_number, optional_text, text};
use crate::api::{FieldError, FieldPath, Labels, Name, PodSpec, Release};

/// `ValidatePodSpec`.
pub(super) fn pod_spec(errors: &mut Vec<FieldError>, spec: &PodSpec, server: Server<'_>, path: &FieldPath) {
    let release = server.release;
    let other = spec.other.map();
    let volumes = volume::volumes(errors, other, release, &path.child("volumes"));
    let pod = PodContext::new(spec, server, volumes);
    resource_claims::pod_resource_claims(errors, other, release, &path.child("resourceClaims"));
    let containers = path.child("containers");
    container::containers(errors, &pod, &containers);
    init_container::init_containers(errors, &pod, &path.child("initContainers"));
    ephemeral_container::ephemeral_containers(errors, &pod, &path.child("ephemeralContainers"));
    pod_resources::pod_resources(errors, &pod, path);
    let on_host_network = flag(other, "hostNetwork");
    if on_host_network && release.since(28) {
        host_network::host_ports_match(errors, &spec.containers, &containers);
    }
    let policy_path = path.child("restartPolicy");
    if let Some(policy) = server.refused_value(&policy_path) {
        errors.push(FieldError::not_supported(&policy_path, policy, &["Always", "OnFailure", "Never"]));
    } else if spec.restart_policy.is_none() {
        errors.push(FieldError::required(&policy_path, ""));
    }
    pod_dns::dns_policy(errors, other, &path.child("dnsPolicy"));
    node_selector(errors, other, &path.child("nodeSelector"));
    if on_host_network && !release.since(28) {
        host_network::container_ports_match(errors, &spec.containers, &containers);
    }
    pod_security_context::pod_security_context(errors, other, release, path);
    if let Some(affinity) = object(other, "affinity") {
        affinity::affinity(errors, affinity, release, &path.child("affinity"));
    }
    pod_dns::dns_config(errors, other, release, &path.child("dnsConfig"));
    readiness_gates(errors, other, release, &path.child("readinessGates"));
    scheduling_gates(errors, other, &path.child("schedulingGates"));
    topology_spread::constraints(errors, other, release, &path.child("topologySpreadConstraints"));
    pod_os::windows_host_process(errors, &pod, path);
    host_users(errors, &pod, path);
    pod_host_name(errors, &pod, path);
    names_of_others(errors, spec, path);
    tolerations::tolerations(errors, other, release, &path.child("tolerations"));
    pod_dns::host_aliases(errors, other, release, &path.child("hostAliases"));
    let priority_class = text(other, "priorityClassName");
    if !priority_class.is_empty() {
        dns_subdomain(errors, priority_class, &path.child("priorityClassName"));
    }
    if let Some(class) = optional_text(other, "runtimeClassName") {
        dns_subdomain(errors, class, &path.child("runtimeClassName"));
    }
    if let Some(policy) = optional_text(other, "preemptionPolicy") {
        let known = ["PreemptLowerPriority", "Never"];
        required_and_supported(errors, &path.child("preemptionPolicy"), policy, &known);
    }
    if let Some(overhead) = object(other, "overhead") {
        resources::overhead(errors, overhead, release, &path.child("overhead"));
    }
    pod_os::os(errors, &pod, path);
    file_key_ref_volumes(errors, &pod, path);
}

fn node_selector(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    if let Some(selector) = object(spec, "nodeSelector") {
        let selector: Labels =
            selector.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))).collect();
        labels(errors, &selector, path, path);
    }
}

/// `validateReadinessGates`.
fn readiness_gates(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    for (index, gate) in objects(spec, "readinessGates") {
        if !release.since(12) {
            errors.push(FieldError::forbidden(path, "PodReadinessGates is disabled by feature gate"));
            return;
        }
        qualified_name(errors, text(gate, "conditionType"), &path.index(index).child("conditionType"));
    }
}

/// `validateSchedulingGates`.
fn scheduling_gates(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    let mut seen = Vec::new();
    for (index, gate) in objects(spec, "schedulingGates") {
        let path = path.index(index);
        let name = text(gate, "name");
        qualified_name(errors, name, &path);
        if seen.contains(&name) {
            errors.push(FieldError::duplicate(&path, name));
        }
        seen.push(name);
    }
}

/// `validateHostUsers`: what a pod in a user namespace of its own cannot share with the host.
fn host_users(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    if pod.host_users() {
        return;
    }
    let release = pod.release;
    let detail = if release.since(34) { "when `hostUsers` is false" } else { "when `pod.Spec.HostUsers` is false" };
    for (field, named) in [("hostNetwork", "hostNetwork"), ("hostPID", "HostPID"), ("hostIPC", "HostIPC")] {
        if flag(pod.other(), field) {
            errors.push(FieldError::forbidden(&path.child(named), detail).at(path.child(field)));
        }
    }
    if release.since(34) {
        for container in visit_containers(pod.spec, path) {
            if objects(container.fields, "volumeDevices").next().is_some() {
                errors.push(FieldError::forbidden(&container.path.child("volumeDevices"), detail));
            }
        }
    }
}

/// `validatePodHostName`.
fn pod_host_name(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let Some(name) = optional_text(pod.other(), "hostnameOverride") else { return };
    let path = path.child("hostnameOverride");
    for field in ["setHostnameAsFQDN", "hostNetwork"] {
        if flag(pod.other(), field) {
            errors.push(FieldError::forbidden(&path, format!("may not be specified when {field} is true")));
        }
    }
    if name.len() > 64 {
        errors.push(FieldError::too_long(&path, 64, pod.release));
    }
    dns_subdomain(errors, name, &path);
}

/// The names of a service account and a node, the deadline, and the names of the pod in DNS.
fn names_of_others(errors: &mut Vec<FieldError>, spec: &PodSpec, path: &FieldPath) {
    let other = spec.other.map();
    let service_account = text(other, "serviceAccountName");
    if !service_account.is_empty() {
        dns_subdomain(errors, service_account, &path.child("serviceAccountName"));
    }
    if let Some(node) = spec.node_name.as_ref().filter(|node| !node.as_str().is_empty()) {
        invalid_texts(errors, &path.child("nodeName"), node.as_str(), names::dns_subdomain(node.as_str()));
    }
    if let Some(seconds) = optional_number(other, "activeDeadlineSeconds") {
        in_range(errors, seconds, (1, i32::MAX.into()), &path.child("activeDeadlineSeconds"));
    }
    let hostname = spec.hostname.as_ref().map_or("", Name::as_str);
    for (field, value) in [("hostname", hostname), ("subdomain", text(other, "subdomain"))] {
        if !value.is_empty() {
            dns_label(errors, value, &path.child(field));
        }
    }
}

/// `validateFileKeyRefVolumes`: files with environment variables are in volumes of type `emptyDir`.
fn file_key_ref_volumes(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    for container in visit_containers(pod.spec, path) {
        for (index, variable) in objects(container.fields, "env") {
            let source = object(variable, "valueFrom");
            let Some(reference) = source.and_then(|source| object(source, "fileKeyRef")) else { continue };
            let name = text(reference, "volumeName");
            let path = container.path.child("env").index(index).child("valueFrom");
            let path = path.child("fileKeyRef").child("volumeName");
            let volumes = objects(pod.other(), "volumes").map(|(_, volume)| volume);
            match volumes.filter(|volume| text(volume, "name") == name).last() {
                None => errors.push(FieldError::not_found(&path, name)),
                Some(volume) if !is_set(volume, "emptyDir") => {
                    errors.push(FieldError::invalid_text(&path, name, "referenced volume must be of type emptyDir"));
                }
                Some(_) => {}
            }
        }
    }
}

/// `validateResizePolicy`: what a container does when its resources change.
pub(super) fn resize_policy(errors: &mut Vec<FieldError>, container: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let release = pod.release;
    let never = pod.spec.restart_policy == Some(crate::api::RestartPolicy::Never);
    let mut seen = Vec::new();
    for (index, policy) in objects(container, "resizePolicy") {
        let place = path.index(index);
        let resource = text(policy, "resourceName");
        let before = errors.len();
        if seen.contains(&resource) {
            errors.push(FieldError::duplicate_value(&place, resource_name_value(resource, release)));
        }
        seen.push(resource);
        match resource {
            "cpu" | "memory" => {}
            "" => errors.push(FieldError::required(path, "")),
            resource => {
                let shown = resource_name_value(resource, release);
                errors.push(FieldError::not_supported_value(path, shown, &["cpu", "memory"]));
            }
        }
        let restart = text(policy, "restartPolicy");
        if restart.is_empty() {
            errors.push(FieldError::required(path, ""));
        } else {
            supported(errors, path, restart, &["NotRequired", "RestartContainer"]);
        }
        if never && restart != "NotRequired" {
            let whose = if release.since(36) { "pod `restartPolicy`" } else { "`restartPolicy`" };
            let detail = format!("must be 'NotRequired' when {whose} is 'Never'");
            errors.push(FieldError::invalid_text(path, restart, detail));
        }
        for error in errors.iter_mut().skip(before) {
            error.place = place.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::RestartPolicy;

    fn errors_of(spec: serde_json::Value) -> Vec<String> {
        let mut spec: PodSpec = serde_json::from_value(spec).unwrap();
        spec.restart_policy.get_or_insert(RestartPolicy::Never);
        let mut errors = Vec::new();
        pod_spec(&mut errors, &spec, Release::V1_11.into(), &FieldPath::new("spec"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pod_level_fields_are_checked() {
        let container =
            json!({"name": "c", "image": "i", "imagePullPolicy": "Always", "terminationMessagePolicy": "File"});
        assert_eq!(
            errors_of(json!({
                "containers": [container],
                "dnsPolicy": "None",
                "hostname": "A",
                "activeDeadlineSeconds": 0,
                "hostAliases": [{"ip": "10.0.0.256", "hostnames": ["a"]}],
                "securityContext": {"runAsUser": -1, "supplementalGroups": [1, 4_294_967_296_i64]},
                "tolerations": [{"value": "x"}, {"key": "k", "operator": "Exists", "value": "v"}, {"key": "k", "effect": "No"}],
            })),
            [
                "spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
                "spec.securityContext.supplementalGroups[1]: Invalid value: 4294967296: must be between 0 and 2147483647, inclusive",
                "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
                "spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
                "spec.hostname: Invalid value: \"A\": a DNS-1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
                "spec.tolerations[0].operator: Invalid value: \"\": operator must be Exists when `key` is empty, which means \"match all values and all keys\"",
                "spec.tolerations[1].operator: Invalid value: core.Toleration{Key:\"k\", Operator:\"Exists\", Value:\"v\", Effect:\"\", TolerationSeconds:(*int64)(nil)}: value must be empty when `operator` is 'Exists'",
                "spec.tolerations[2].effect: Unsupported value: \"No\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
                "spec.hostAliases.ip: Invalid value: \"10.0.0.256\": must be valid IP address",
            ]
        );
    }

    #[test]
    fn v1_11_has_no_readiness_gates() {
        let spec = json!({"readinessGates": [{"conditionType": "a b"}, {"conditionType": "c"}]});
        let gates = |release| {
            let mut errors = Vec::new();
            readiness_gates(&mut errors, spec.as_object().unwrap(), release, &FieldPath::new("g"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(gates(Release::V1_11), ["g: Forbidden: PodReadinessGates is disabled by feature gate"]);
        let errors = gates(Release::V1_22);
        assert!(errors.len() == 1 && errors[0].starts_with("g[0].conditionType: Invalid value"), "{errors:?}");
    }
}
