//! Validation of the restart policies that containers have of their own (`validateContainerRestartPolicy`,
//! `validateInitContainerRestartPolicy`).

use super::context::{PodContext, items, supported};
use crate::api::container_restart::RULES;
use crate::api::json::{Object, object, objects, text};
use crate::api::{Container, FieldError, FieldPath, Release, RestartPolicy};

const POLICIES: [&str; 3] = ["Always", "Never", "OnFailure"];
const MAX_RULES: usize = 20;
const MAX_EXIT_CODES: usize = 255;

/// A container's own policy as it is written: decoding keeps an unknown one for validation.
fn policy<'a>(container: &'a Container, pod: &PodContext<'a>, path: &FieldPath) -> Option<&'a str> {
    pod.server.refused_value(path).or_else(|| container.restart_policy.map(RestartPolicy::as_str))
}

/// `validateContainerRestartPolicy` of an ordinary container: until v1.34 it has none.
pub(super) fn container_restart_policy(
    errors: &mut Vec<FieldError>,
    container: &Container,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    let policy_path = path.child("restartPolicy");
    let policy = policy(container, pod, &policy_path);
    if pod.release.since(35) {
        policy_and_rules(errors, policy, container.other.map(), pod, path);
    } else if policy.is_some() {
        errors.push(FieldError::forbidden(&policy_path, "may not be set for non-init containers"));
    }
}

/// `validateInitContainerRestartPolicy`: until v1.34 the one of a sidecar is the only one.
pub(super) fn init_container_restart_policy(
    errors: &mut Vec<FieldError>,
    container: &Container,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    let policy_path = path.child("restartPolicy");
    let policy = policy(container, pod, &policy_path);
    let rules = items(container.other.map(), RULES);
    match policy {
        None if !rules.is_empty() && pod.release.since(35) => {
            errors.push(FieldError::required(&policy_path, "must specify restartPolicy when restart rules are used"));
        }
        Some("Always") if pod.release.since(36) => {
            policy_and_rules(errors, policy, container.other.map(), pod, path);
        }
        Some("Always") if pod.release.since(35) && !rules.is_empty() => {
            let detail = "restartPolicyRules are not allowed for init containers with restart policy Always";
            errors.push(FieldError::forbidden(&path.child(RULES), detail));
        }
        None | Some("Always") => {}
        Some(_) if pod.release.since(35) => policy_and_rules(errors, policy, container.other.map(), pod, path),
        Some(policy) => supported(errors, &policy_path, policy, &["Always"]),
    }
}

/// `validateContainerRestartPolicy`.
fn policy_and_rules(
    errors: &mut Vec<FieldError>,
    policy: Option<&str>,
    container: &Object,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    let release = pod.release;
    let policy_path = path.child("restartPolicy");
    let rules = items(container, RULES);
    match policy {
        None if rules.is_empty() => return,
        None => {
            errors.push(FieldError::required(&policy_path, "must specify restartPolicy when restart rules are used"));
        }
        Some(policy) => supported(errors, &policy_path, policy, &POLICIES),
    }
    let path = path.child(RULES);
    if rules.len() > MAX_RULES {
        errors.push(too_many(&path, rules.len(), MAX_RULES, release));
    }
    for (index, rule) in objects(container, RULES) {
        let path = path.index(index);
        let actions: &[&str] = if release.since(36) { &["Restart", "RestartAllContainers"] } else { &["Restart"] };
        supported(errors, &path.child("action"), text(rule, "action"), actions);
        let path = path.child("exitCodes");
        let Some(codes) = object(rule, "exitCodes") else {
            errors.push(FieldError::required(&path, "must be specified"));
            continue;
        };
        supported(errors, &path.child("operator"), text(codes, "operator"), &["In", "NotIn"]);
        let count = items(codes, "values").len();
        if count > MAX_EXIT_CODES {
            errors.push(too_many(&path.child("values"), count, MAX_EXIT_CODES, release));
        }
    }
}

/// A list with more than `most` items: until v1.35 the error counts bytes.
fn too_many(path: &FieldPath, count: usize, most: usize, release: Release) -> FieldError {
    if release.since(36) { FieldError::too_many(path, count, most) } else { FieldError::too_long(path, most, release) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::pod_spec::pod_spec;
    use super::*;
    use crate::api::PodSpec;

    #[test]
    fn v1_36_counts_rules_and_exit_codes_as_items() {
        let rule = json!({"action": "Restart", "exitCodes": {"operator": "In", "values": vec![7; 256]}});
        let mut rules = vec![json!({"action": "Restart", "exitCodes": {"operator": "In", "values": [7]}}); 20];
        rules.push(rule);
        let spec = json!({
            "restartPolicy": "Never",
            "dnsPolicy": "ClusterFirst",
            "containers": [{
                "name": "c", "image": "i", "imagePullPolicy": "Always", "terminationMessagePolicy": "File",
                "restartPolicy": "Never", "restartPolicyRules": rules,
            }],
        });
        let spec: PodSpec = serde_json::from_value(spec).unwrap();
        let texts_of = |release: Release| {
            let mut errors = Vec::new();
            pod_spec(&mut errors, &spec, release.into(), &FieldPath::new("spec"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            texts_of(Release::V1_35),
            [
                "spec.containers[0].restartPolicyRules: Too long: may not be more than 20 bytes",
                "spec.containers[0].restartPolicyRules[20].exitCodes.values: Too long: may not be more than 255 bytes",
            ]
        );
        assert_eq!(
            texts_of(Release::V1_36),
            [
                "spec.containers[0].restartPolicyRules: Too many: 21: must have at most 20 items",
                "spec.containers[0].restartPolicyRules[20].exitCodes.values: Too many: 256: must have at most 255 items",
            ]
        );
    }
}
