//! Warnings about a pod template (`GetWarningsForPodTemplate`).

use std::net::IpAddr;

use super::{ports, volumes};
use crate::api::field::{FieldPath, go_quote};
use crate::api::json::{Object, is_set, object, objects, text, texts};
use crate::api::quantity::Quantity;
use crate::api::validation::{Visited, label_value, parse_sloppy, sentences_of, visit_containers};
use crate::api::{Labels, PodTemplateSpec, Release};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR: &str = "container.apparmor.security.beta.kubernetes.io/";

/// Annotations that nobody reads any more, with what is said of them.
const OLD_ANNOTATIONS: [(&str, &str); 3] = [
    (
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead",
    ),
    ("security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"),
    ("security.alpha.kubernetes.io/unsafe-sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"),
];

/// `GetNodeLabelDeprecatedMessage`.
fn old_node_label(key: &str) -> Option<&'static str> {
    Some(match key {
        "beta.kubernetes.io/arch" => "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
        "beta.kubernetes.io/os" => "deprecated since v1.14; use \"kubernetes.io/os\" instead",
        "failure-domain.beta.kubernetes.io/region" => {
            "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead"
        }
        "failure-domain.beta.kubernetes.io/zone" => {
            "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead"
        }
        "beta.kubernetes.io/instance-type" => {
            "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead"
        }
        "app.kubernetes.io/created-by" => "deprecated since v1.9",
        "scheduler.alpha.kubernetes.io/preferAvoidPods" => "deprecated since v1.22; use Taints and Tolerations instead",
        "node-role.kubernetes.io/master" => "use \"node-role.kubernetes.io/control-plane\" instead",
        _ => return None,
    })
}

/// `warningsForPodSpecAndMeta`.
pub(super) fn of_template(warnings: &mut Vec<String>, template: &PodTemplateSpec, release: Release, path: &FieldPath) {
    let (spec, other) = (&template.spec, template.spec.other.map());
    let annotations = &template.metadata.annotations;
    let spec_path = path.child("spec");
    let notes = path.child("metadata").child("annotations");
    node_labels(warnings, other, release, &spec_path);
    for (key, message) in OLD_ANNOTATIONS.into_iter().filter(|(key, _)| annotations.get(key).is_some()) {
        warnings.push(format!("{}: {message}", notes.key(key)));
    }
    volumes::of_volumes(warnings, other, release, &spec_path.child("volumes"));
    duplicates(warnings, other, "hostAliases", "ip", &spec_path);
    duplicates(warnings, other, "imagePullSecrets", "name", &spec_path);
    for (index, secret) in objects(other, "imagePullSecrets") {
        if text(secret, "name").is_empty() {
            let path = spec_path.child("imagePullSecrets").index(index).child("name");
            warnings.push(format!("{path}: invalid empty name \"\""));
        }
    }
    fractions(warnings, object(other, "overhead"), &spec_path.child("overhead"));
    seccomp(warnings, annotations, other, SECCOMP_POD, release, &notes);
    let containers = visit_containers(spec, &spec_path);
    for container in &containers {
        of_container(warnings, container, template, release, &notes);
    }
    ports::of_ports(warnings, &containers, release);
    if release.since(27) && spec.termination_grace_period_seconds.is_some_and(|seconds| seconds < 0) {
        let path = spec_path.child("terminationGracePeriodSeconds");
        warnings.push(format!("{path}: must be >= 0; negative values are invalid and will be treated as 1"));
    }
    if release.since(28) {
        pod_affinity(warnings, other, &spec_path.child("affinity"));
    }
    if release.since(33) {
        addresses(warnings, other, &spec_path);
    }
}

/// Old labels of nodes in selectors, affinities and topologies.
fn node_labels(warnings: &mut Vec<String>, spec: &Object, release: Release, path: &FieldPath) {
    for key in object(spec, "nodeSelector").into_iter().flat_map(Object::keys) {
        if let Some(message) = old_node_label(key) {
            warnings.push(format!("{}: {message}", path.child("nodeSelector").key(key)));
        }
    }
    if let Some(affinity) = object(spec, "affinity").and_then(|affinity| object(affinity, "nodeAffinity")) {
        let path = path.child("affinity").child("nodeAffinity");
        let required = object(affinity, REQUIRED).into_iter().flat_map(|terms| objects(terms, "nodeSelectorTerms"));
        for (index, term) in required {
            let path = path.child(REQUIRED).child("nodeSelectorTerms").index(index);
            node_selector_term(warnings, term, false, release, &path);
        }
        for (index, preferred) in objects(affinity, PREFERRED) {
            if let Some(term) = object(preferred, "preference") {
                let path = path.child(PREFERRED).index(index).child("preference");
                node_selector_term(warnings, term, true, release, &path);
            }
        }
    }
    for (index, constraint) in objects(spec, "topologySpreadConstraints") {
        let path = path.child("topologySpreadConstraints").index(index);
        let key = text(constraint, "topologyKey");
        if let Some(message) = old_node_label(key) {
            warnings.push(format!("{}: {key} is {message}", path.child("topologyKey")));
        }
        if release.since(28) {
            null_selector(warnings, constraint, &path);
        }
    }
}

/// `GetWarningsForNodeSelectorTerm`.
fn node_selector_term(
    warnings: &mut Vec<String>,
    term: &Object,
    is_preferred: bool,
    release: Release,
    path: &FieldPath,
) {
    // Values of required terms are refused since then.
    let with_values = is_preferred && release.since(33);
    for (index, expression) in objects(term, "matchExpressions") {
        let path = path.child("matchExpressions").index(index);
        let key = text(expression, "key");
        if let Some(message) = old_node_label(key) {
            warnings.push(format!("{}: {key} is {message}", path.child("key")));
        }
        for (index, value) in texts(expression, "values").filter(|_| with_values) {
            let path = path.child("values").index(index);
            let sentences = sentences_of(release, value, label_value(value)).into_iter();
            warnings.extend(sentences.map(|sentence| format!("{path}: {value} is invalid, {sentence}")));
        }
    }
}

fn null_selector(warnings: &mut Vec<String>, of: &Object, path: &FieldPath) {
    if !is_set(of, "labelSelector") {
        warnings.push(format!("{}: a null labelSelector results in matching no pod", path.child("labelSelector")));
    }
}

/// `warningsForPodAffinityTerms` and `warningsForWeightedPodAffinityTerms`.
fn pod_affinity(warnings: &mut Vec<String>, spec: &Object, path: &FieldPath) {
    let affinity = object(spec, "affinity");
    for kind in ["podAffinity", "podAntiAffinity"] {
        let Some(affinity) = affinity.and_then(|affinity| object(affinity, kind)) else { continue };
        let path = path.child(kind);
        for (index, term) in objects(affinity, REQUIRED) {
            null_selector(warnings, term, &path.child(REQUIRED).index(index));
        }
        let nothing = Object::new();
        for (index, weighted) in objects(affinity, PREFERRED) {
            let term = object(weighted, "podAffinityTerm").unwrap_or(&nothing);
            null_selector(warnings, term, &path.child(PREFERRED).index(index).child("podAffinityTerm"));
        }
    }
}

/// Items of `list` that have the same `field`.
fn duplicates(warnings: &mut Vec<String>, spec: &Object, list: &str, field: &str, path: &FieldPath) {
    let mut seen = Vec::new();
    for (index, item) in objects(spec, list) {
        let value = text(item, field);
        if seen.contains(&value) {
            let path = path.child(list).index(index).child(field);
            warnings.push(format!("{path}: duplicate {field} {}", go_quote(value)));
        }
        seen.push(value);
    }
}

/// Parts of a byte.
pub(super) fn fraction(warnings: &mut Vec<String>, list: Option<&Object>, name: &str, path: &FieldPath) {
    let amount = list.and_then(|list| list.get(name)).and_then(Quantity::from_json);
    if let Some(amount) = amount.filter(|amount| !amount.is_integer()) {
        let amount = go_quote(&amount.to_string());
        warnings.push(format!("{}: fractional byte value {amount} is invalid, must be an integer", path.key(name)));
    }
}

fn fractions(warnings: &mut Vec<String>, list: Option<&Object>, path: &FieldPath) {
    for name in ["memory", "ephemeral-storage"] {
        fraction(warnings, list, name, path);
    }
}

/// An annotation instead of the field `seccompProfile`.
fn seccomp(
    warnings: &mut Vec<String>,
    annotations: &Labels,
    fields: &Object,
    key: &str,
    release: Release,
    notes: &FieldPath,
) {
    let has_field = object(fields, "securityContext").is_some_and(|context| is_set(context, "seccompProfile"));
    if !has_field && annotations.get(key).is_some() {
        let fate = if release.since(27) {
            "non-functional in v1.27+"
        } else {
            "deprecated since v1.19, non-functional in a future release"
        };
        warnings.push(format!("{}: {fate}; use the \"seccompProfile\" field instead", notes.key(key)));
    }
}

fn of_container(
    warnings: &mut Vec<String>,
    container: &Visited<'_>,
    template: &PodTemplateSpec,
    release: Release,
    notes: &FieldPath,
) {
    let Visited { name, fields, path } = container;
    let annotations = &template.metadata.annotations;
    seccomp(warnings, annotations, fields, &format!("{SECCOMP_CONTAINER}{name}"), release, notes);
    if release.since(30) {
        app_armor(warnings, container, template, release, notes);
    }
    if let Some(resources) = object(fields, "resources") {
        let path = path.child("resources");
        for name in ["memory", "ephemeral-storage"] {
            for list in ["limits", "requests"] {
                fraction(warnings, object(resources, list), name, &path.child(list));
            }
        }
    }
    let mut seen: Vec<&str> = Vec::new();
    for (index, variable) in objects(fields, "env") {
        let name = text(variable, "name");
        if !seen.contains(&name) {
            seen.push(name);
            continue;
        }
        let path = path.child("env").index(index);
        let reference = format!("$({name})");
        let value = text(variable, "value");
        let goes_on = !is_set(variable, "valueFrom") && value.contains(&reference) && value != reference;
        if release.since(28) {
            let effect = if release.since(30) { ", which may be dropped when using apply" } else { "" };
            if !goes_on {
                warnings.push(format!("{path}: hides previous definition of {}{effect}", go_quote(name)));
            }
        } else {
            warnings.push(format!("{}: duplicate name {}", path.child("name"), go_quote(name)));
        }
    }
}

/// An annotation instead of the field `appArmorProfile`; since v1.34 it may say what the pod's field says.
fn app_armor(
    warnings: &mut Vec<String>,
    container: &Visited<'_>,
    template: &PodTemplateSpec,
    release: Release,
    notes: &FieldPath,
) {
    let profile = |fields| object(fields, "securityContext").and_then(|context| object(context, "appArmorProfile"));
    let key = format!("{APP_ARMOR}{}", container.name);
    let Some(annotation) = template.metadata.annotations.get(&key) else { return };
    let same = profile(template.spec.other.map()).is_some_and(|profile| {
        let local = annotation.strip_prefix("localhost/");
        let says = match annotation {
            "runtime/default" => "RuntimeDefault",
            "unconfined" => "Unconfined",
            _ => "Localhost",
        };
        let has_local = is_set(profile, "localhostProfile").then(|| text(profile, "localhostProfile"));
        !release.since(34) || (text(profile, "type") == says && has_local == local)
    });
    if profile(container.fields).is_none() && !same {
        warnings
            .push(format!("{}: deprecated since v1.30; use the \"appArmorProfile\" field instead", notes.key(&key)));
    }
}

/// `GetWarningsForIP`.
fn addresses(warnings: &mut Vec<String>, spec: &Object, path: &FieldPath) {
    let servers = object(spec, "dnsConfig").into_iter().flat_map(|config| texts(config, "nameservers"));
    for (index, server) in servers {
        address(warnings, server, &path.child("dnsConfig").child("nameservers").index(index));
    }
    for (index, alias) in objects(spec, "hostAliases") {
        address(warnings, text(alias, "ip"), &path.child("hostAliases").index(index).child("ip"));
    }
}

fn address(warnings: &mut Vec<String>, value: &str, path: &FieldPath) {
    let Some(sloppy) = parse_sloppy(value) else { return };
    let mapped = |address: IpAddr| match address {
        IpAddr::V6(address) => address.to_ipv4_mapped(),
        IpAddr::V4(_) => None,
    };
    let strict = value.parse::<IpAddr>().ok().filter(|address| mapped(*address).is_none());
    match strict {
        None => {
            let plain = mapped(sloppy).map_or(sloppy, IpAddr::V4);
            warnings.push(format!(
                "{path}: non-standard IP address {} will be considered invalid in a future Kubernetes release: use \
                 \"{plain}\"",
                go_quote(value)
            ));
        }
        Some(address @ IpAddr::V6(_)) if address.to_string() != value => warnings.push(format!(
            "{path}: IPv6 address {} should be in RFC 5952 canonical format (\"{address}\")",
            go_quote(value)
        )),
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn warnings_of(template: &serde_json::Value, release: Release) -> Vec<String> {
        let template = serde_json::from_value(template.clone()).unwrap();
        let mut warnings = Vec::new();
        of_template(&mut warnings, &template, release, &FieldPath::new("t"));
        warnings
    }

    #[test]
    fn variables_that_hide_others() {
        let env = json!([
            {"name": "A", "value": "1"}, {"name": "A", "value": "$(A)2"}, {"name": "A", "value": "$(A)"}, {"name": "A", "value": "3"},
        ]);
        let template = json!({"spec": {"containers": [{"name": "c", "env": env}]}});
        let hides = |index: usize| {
            format!(
                "t.spec.containers[0].env[{index}]: hides previous definition of \"A\", which may be dropped when using apply"
            )
        };
        assert_eq!(warnings_of(&template, Release::V1_36), [hides(2), hides(3)]);
        assert_eq!(warnings_of(&template, Release::V1_22).len(), 3);
    }

    #[test]
    fn what_is_old_or_says_nothing() {
        let template = json!({
            "metadata": {"annotations": {SECCOMP_POD: "runtime/default", "security.alpha.kubernetes.io/sysctls": "a=1"}},
            "spec": {
                "containers": [{"name": "c", "resources": {"limits": {"memory": "1500m"}}}],
                "nodeSelector": {"beta.kubernetes.io/os": "linux"},
                "topologySpreadConstraints": [{"topologyKey": "zone"}],
                "dnsConfig": {"nameservers": ["::0001"]},
                "imagePullSecrets": [{"name": "a"}, {"name": "a"}, {}],
            },
        });
        assert_eq!(
            warnings_of(&template, Release::V1_36),
            [
                "t.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
                "t.spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
                "t.metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the \"sysctls\" field instead",
                "t.spec.imagePullSecrets[1].name: duplicate name \"a\"",
                "t.spec.imagePullSecrets[2].name: invalid empty name \"\"",
                "t.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the \"seccompProfile\" field instead",
                "t.spec.containers[0].resources.limits[memory]: fractional byte value \"1500m\" is invalid, must be an integer",
                "t.spec.dnsConfig.nameservers[0]: IPv6 address \"::0001\" should be in RFC 5952 canonical format (\"::1\")",
            ]
        );
    }
}
