//! Validation of pod templates (`pkg/apis/core/validation`), as far as a Job's author gets into
//! contact with it: affinities, sysctls, seccomp and `AppArmor` pass unread.

use super::meta::{self, annotations, invalid_texts, labels};
use super::{bad_value, container, host_network, names, volume};
use crate::api::json::{Object, flag, is_set, object, objects, optional_number, text, texts};
use crate::api::{
    FeatureGate, FeatureGates, FieldError, FieldPath, Job, JobConditionType, Labels, Name, PodSpec, PodTemplateSpec,
    Release,
};

/// `ValidatePodTemplateSpec`.
pub(super) fn template(errors: &mut Vec<FieldError>, template: &PodTemplateSpec, release: Release, path: &FieldPath) {
    // Kubernetes leaves `metadata` out of these two paths.
    let place = path.child("metadata");
    labels(errors, &template.metadata.labels, &path.child("labels"), &place.child("labels"));
    let notes = &template.metadata.annotations;
    annotations(errors, notes, release, &path.child("annotations"), &place.child("annotations"));
    pod_spec(errors, &template.spec, release, &path.child("spec"));
}

/// `validatePodTemplateUpdate`: the template stays, but for what others may still decide about a Job that is
/// suspended.
pub(super) fn template_update(
    errors: &mut Vec<FieldError>,
    new: &PodTemplateSpec,
    old: &Job,
    gates: FeatureGates,
    path: &FieldPath,
) {
    let template = &old.spec.template;
    if !old.is_suspended() {
        return template_immutable(errors, new, template, gates.release(), path);
    }
    // All of its pods are gone, and the controller has said so.
    let rests = old.status.is_true(JobConditionType::Suspended) && old.status.active == 0;
    // Until a suspended Job first starts, others may say where its pods shall go; since v1.36 whenever it rests.
    let late = gates.enabled(FeatureGate::MutableSchedulingDirectivesForSuspendedJobs) && rests;
    let scheduling = if late || old.status.start_time.is_none() { with_scheduling_of(template, new) } else { None };
    let template = scheduling.as_ref().unwrap_or(template);
    if gates.enabled(FeatureGate::MutablePodResourcesForSuspendedJobs) && rests {
        let resources = with_resources_of(template, new);
        let old = &resources.as_ref().unwrap_or(template).spec;
        let show = |_: &_| bad_value::cut_short("core.PodSpec", gates.release());
        meta::immutable(errors, &new.spec, old, &path.child("spec"), show);
    } else {
        template_immutable(errors, new, template, gates.release(), path);
    }
}

/// The template stays as it was created.
pub(super) fn template_immutable(
    errors: &mut Vec<FieldError>,
    new: &PodTemplateSpec,
    old: &PodTemplateSpec,
    release: Release,
    path: &FieldPath,
) {
    meta::immutable(errors, new, old, path, |template| bad_value::template(template, release));
}

/// `old` with the resources of its containers from `new`, container by container.
fn with_resources_of(old: &PodTemplateSpec, new: &PodTemplateSpec) -> Option<PodTemplateSpec> {
    if old == new {
        return None;
    }
    let mut mixed = old.clone();
    let spec = &mut mixed.spec;
    for (old, new) in
        [(&mut spec.init_containers, &new.spec.init_containers), (&mut spec.containers, &new.spec.containers)]
    {
        if old.len() != new.len() {
            continue;
        }
        let alike = std::sync::Arc::make_mut(old).iter_mut().zip(new.iter()).filter(|(old, new)| old.name == new.name);
        for (old, new) in alike {
            let fields = old.other.map_mut();
            match new.other.map().get("resources") {
                Some(resources) => drop(fields.insert("resources".to_owned(), resources.clone())),
                None => drop(fields.remove("resources")),
            }
        }
    }
    Some(mixed)
}

/// `old` with what others may still decide before the first pod is made, from `new`: labels, annotations,
/// node selector, node affinity, tolerations and scheduling gates.
fn with_scheduling_of(old: &PodTemplateSpec, new: &PodTemplateSpec) -> Option<PodTemplateSpec> {
    if old == new {
        return None;
    }
    let mut mixed = old.clone();
    mixed.metadata.labels = new.metadata.labels.clone();
    mixed.metadata.annotations = new.metadata.annotations.clone();
    let fields = mixed.spec.other.map_mut();
    let mut take = |field: &str| match new.spec.other.map().get(field) {
        Some(value) => drop(fields.insert(field.to_owned(), value.clone())),
        None => drop(fields.remove(field)),
    };
    for field in ["nodeSelector", "tolerations", "schedulingGates"] {
        take(field);
    }
    let new = new.spec.other.map().get("affinity").filter(|affinity| !affinity.is_null());
    let mut affinity = match fields.remove("affinity") {
        Some(serde_json::Value::Object(affinity)) => affinity,
        _ => serde_json::Map::new(),
    };
    match new.and_then(|affinity| affinity.get("nodeAffinity")) {
        Some(node_affinity) => drop(affinity.insert("nodeAffinity".to_owned(), node_affinity.clone())),
        None => drop(affinity.remove("nodeAffinity")),
    }
    // An affinity that says nothing may come or go.
    if new.is_some() || !affinity.is_empty() {
        fields.insert("affinity".to_owned(), affinity.into());
    }
    Some(mixed)
}

/// `ValidatePodSpec`.
pub(super) fn pod_spec(errors: &mut Vec<FieldError>, spec: &PodSpec, release: Release, path: &FieldPath) {
    let other = spec.other.map();
    let volumes = volume::volumes(errors, other, &path.child("volumes"));
    let containers = path.child("containers");
    container::containers(errors, &spec.containers, &volumes, release, &containers);
    container::init_containers(errors, spec, &volumes, release, &path.child("initContainers"));
    let on_host_network = flag(other, "hostNetwork");
    if on_host_network && release >= Release::V1_28 {
        host_network::host_ports_match(errors, &spec.containers, &containers);
    }
    // The type has none but the three supported policies; unsupported ones are refused in decoding.
    if spec.restart_policy.is_none() {
        errors.push(FieldError::required(&path.child("restartPolicy"), ""));
    }
    dns_policy(errors, other, &path.child("dnsPolicy"));
    if let Some(selector) = object(other, "nodeSelector") {
        let selector: Labels =
            selector.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))).collect();
        let path = path.child("nodeSelector");
        labels(errors, &selector, &path, &path);
    }
    if on_host_network && release < Release::V1_28 {
        host_network::container_ports_match(errors, &spec.containers, &containers);
    }
    if let Some(context) = object(other, "securityContext") {
        security_context(errors, context, &path.child("securityContext"));
    }
    if is_set(other, "shareProcessNamespace") {
        // The internal type has the field in the security context.
        let context = path.child("securityContext").child("shareProcessNamespace");
        let detail = "Process Namespace Sharing is disabled by PodShareProcessNamespace feature-gate";
        match release {
            Release::V1_11 => {
                errors.push(FieldError::forbidden(&context, detail).at(path.child("shareProcessNamespace")));
            }
            Release::V1_22 | Release::V1_28 | Release::V1_36 => {}
        }
    }
    dns_config(errors, other, &path.child("dnsConfig"));
    let service_account = text(other, "serviceAccountName");
    if !service_account.is_empty() {
        let path = path.child("serviceAccountName");
        invalid_texts(errors, &path, service_account, names::dns_subdomain(service_account));
    }
    if let Some(node) = spec.node_name.as_ref().filter(|node| !node.as_str().is_empty()) {
        invalid_texts(errors, &path.child("nodeName"), node.as_str(), names::dns_subdomain(node.as_str()));
    }
    if let Some(seconds) = optional_number(other, "activeDeadlineSeconds")
        && let Some(detail) = names::in_range(seconds, 1, i32::MAX.into())
    {
        errors.push(FieldError::invalid(&path.child("activeDeadlineSeconds"), seconds, detail));
    }
    let hostname = spec.hostname.as_ref().map_or("", Name::as_str);
    for (field, value) in [("hostname", hostname), ("subdomain", text(other, "subdomain"))] {
        if !value.is_empty() {
            invalid_texts(errors, &path.child(field), value, names::dns_label(value));
        }
    }
    tolerations(errors, other, release, &path.child("tolerations"));
    host_aliases(errors, other, &path.child("hostAliases"));
    let priority_class = text(other, "priorityClassName");
    if !priority_class.is_empty() {
        let path = path.child("priorityClassName");
        invalid_texts(errors, &path, priority_class, names::dns_subdomain(priority_class));
    }
}

/// `validateDNSPolicy`.
fn dns_policy(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    match text(spec, "dnsPolicy") {
        "ClusterFirstWithHostNet" | "ClusterFirst" | "Default" | "None" => {}
        "" => errors.push(FieldError::required(path, "")),
        policy => {
            let supported = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
            errors.push(FieldError::not_supported(path, policy, &supported));
        }
    }
}

/// `validatePodDNSConfig`, but for the limits on search lists.
fn dns_config(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    let config = object(spec, "dnsConfig");
    if text(spec, "dnsPolicy") == "None" {
        let Some(config) = config else {
            errors.push(FieldError::required(path, "must provide `dnsConfig` when `dnsPolicy` is None"));
            return;
        };
        if texts(config, "nameservers").next().is_none() {
            let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
            errors.push(FieldError::required(&path.child("nameservers"), detail));
            return;
        }
    }
    for (index, server) in config.into_iter().flat_map(|config| texts(config, "nameservers")) {
        if server.parse::<std::net::IpAddr>().is_err() {
            let path = path.child("nameservers").index(index);
            errors.push(FieldError::invalid_text(&path, server, "must be valid IP address"));
        }
    }
    for (index, search) in config.into_iter().flat_map(|config| texts(config, "searches")) {
        invalid_texts(errors, &path.child("searches").index(index), search, names::dns_subdomain(search));
    }
}

/// The numbers of `ValidatePodSecurityContext`.
fn security_context(errors: &mut Vec<FieldError>, context: &Object, path: &FieldPath) {
    for field in ["fsGroup", "runAsUser", "runAsGroup"] {
        if let Some(id) = optional_number(context, field) {
            unix_id(errors, id, &path.child(field));
        }
    }
    let groups = context.get("supplementalGroups").and_then(|groups| groups.as_array());
    for (index, group) in groups.into_iter().flatten().enumerate() {
        if let Some(id) = group.as_i64() {
            unix_id(errors, id, &path.child("supplementalGroups").index(index));
        }
    }
}

/// `IsValidUserID` and `IsValidGroupID`.
pub(super) fn unix_id(errors: &mut Vec<FieldError>, id: i64, path: &FieldPath) {
    if let Some(detail) = names::in_range(id, 0, i32::MAX.into()) {
        errors.push(FieldError::invalid(path, id, detail));
    }
}

/// `ValidateHostAliases`; its paths lack the index.
fn host_aliases(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    for (index, alias) in objects(spec, "hostAliases") {
        let place = path.index(index);
        let ip = text(alias, "ip");
        if ip.parse::<std::net::IpAddr>().is_err() {
            let error = FieldError::invalid_text(&path.child("ip"), ip, "must be valid IP address");
            errors.push(error.at(place.child("ip")));
        }
        for (index, name) in texts(alias, "hostnames") {
            let place = place.child("hostnames").index(index);
            let sentences = names::dns_subdomain(name).into_iter();
            let path = path.child("hostnames");
            errors.extend(sentences.map(|sentence| FieldError::invalid_text(&path, name, sentence).at(place.clone())));
        }
    }
}

/// `ValidateTolerations`.
fn tolerations(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    for (index, toleration) in objects(spec, "tolerations") {
        let path = path.index(index);
        let [key, operator, value, effect] =
            ["key", "operator", "value", "effect"].map(|field| text(toleration, field));
        if !key.is_empty() {
            invalid_texts(errors, &path.child("key"), key, names::qualified_name(key));
        } else if operator != "Exists" {
            let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
            errors.push(FieldError::invalid_text(&path.child("operator"), operator, detail));
        }
        if optional_number(toleration, "tolerationSeconds").is_some() && effect != "NoExecute" {
            let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
            errors.push(FieldError::invalid_text(&path.child("effect"), effect, detail));
        }
        let operator_path = path.child("operator");
        match operator {
            "" | "Equal" => {
                let sentences = names::label_value(value);
                if !sentences.is_empty() {
                    errors.push(
                        FieldError::invalid_text(&operator_path, value, sentences.join(";")).at(path.child("value")),
                    );
                }
            }
            "Exists" if value.is_empty() => {}
            "Exists" => {
                let detail = "value must be empty when `operator` is 'Exists'";
                let shown = bad_value::cut_short("core.Toleration", release);
                errors.push(FieldError::invalid(&operator_path, shown, detail).at(path.child("value")));
            }
            operator => errors.push(FieldError::not_supported(&operator_path, operator, &["Equal", "Exists"])),
        }
        if !matches!(effect, "" | "NoSchedule" | "PreferNoSchedule" | "NoExecute") {
            let supported = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
            errors.push(FieldError::not_supported(&path.child("effect"), effect, &supported));
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
        pod_spec(&mut errors, &spec, Release::V1_11, &FieldPath::new("spec"));
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
                "spec.tolerations[1].operator: Invalid value: core.Toleration{...}: value must be empty when `operator` is 'Exists'",
                "spec.tolerations[2].effect: Unsupported value: \"No\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
                "spec.hostAliases.ip: Invalid value: \"10.0.0.256\": must be valid IP address",
            ]
        );
    }
}
