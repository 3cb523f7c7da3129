//! `validatePodFailurePolicy` and the replacement policy that goes with it.

use std::collections::BTreeSet;

use super::bad_value;
use super::context::Server;
use super::meta::invalid_texts;
use super::names::qualified_name;
use crate::api::{
    FieldError, FieldPath, JobSpec, PodFailurePolicyAction, PodFailurePolicyOnExitCodesOperator,
    PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule, PodReplacementPolicy,
};

/// `maxPodFailurePolicyRules` and `maxPodFailurePolicyOnPodConditionsPatterns`.
const MAX_RULES: usize = 20;
/// `maxPodFailurePolicyOnExitCodesValues`.
const MAX_EXIT_CODES: usize = 255;

/// The part of `validateJobSpec` that is about failed pods.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, server: Server<'_>, path: &FieldPath) {
    if let Some(policy) = &spec.pod_failure_policy {
        let path = path.child("podFailurePolicy").child("rules");
        too_many(errors, policy.rules.len(), MAX_RULES, &path);
        for (index, rule) in policy.rules.iter().enumerate() {
            validate_rule(errors, rule, spec, server, &path.index(index));
        }
    }
}

/// `validatePodReplacementPolicy`.
pub(super) fn replacement_policy(errors: &mut Vec<FieldError>, spec: &JobSpec, server: Server<'_>, path: &FieldPath) {
    let path = path.child("podReplacementPolicy");
    if spec.pod_failure_policy.is_none() {
        return server.refused_within(errors, &path);
    }
    let policy = server.refused_value(&path).or(spec.pod_replacement_policy.map(PodReplacementPolicy::as_str));
    if let Some(policy) = policy.filter(|policy| *policy != "Failed") {
        errors.push(FieldError::not_supported(&path, policy, &["Failed"]));
    }
}

fn validate_rule(
    errors: &mut Vec<FieldError>,
    rule: &PodFailurePolicyRule,
    spec: &JobSpec,
    server: Server<'_>,
    path: &FieldPath,
) {
    let action = path.child("action");
    server.refused_within(errors, &action);
    if rule.action == PodFailurePolicyAction::FailIndex && !server.release.since(28) {
        errors.push(FieldError::not_supported(
            &action,
            rule.action.as_str(),
            PodFailurePolicyAction::names(server.release),
        ));
    } else if rule.action == PodFailurePolicyAction::FailIndex && spec.backoff_limit_per_index.is_none() {
        let detail = "requires the backoffLimitPerIndex to be set";
        errors.push(FieldError::invalid_text(&action, rule.action.as_str(), detail));
    }
    if let Some(requirement) = &rule.on_exit_codes {
        on_exit_codes(errors, requirement, spec, server, &path.child("onExitCodes"));
    }
    let conditions = path.child("onPodConditions");
    too_many(errors, rule.on_pod_conditions.len(), MAX_RULES, &conditions);
    for (index, pattern) in rule.on_pod_conditions.iter().enumerate() {
        let path = conditions.index(index);
        invalid_texts(errors, &path.child("type"), &pattern.r#type, qualified_name(&pattern.r#type));
        server.refused_within(errors, &path.child("status"));
    }
    let detail = match (&rule.on_exit_codes, rule.on_pod_conditions.is_empty()) {
        (Some(_), false) => "specifying both OnExitCodes and OnPodConditions is not supported",
        (None, true) => "specifying one of OnExitCodes and OnPodConditions is required",
        _ => return,
    };
    errors.push(FieldError::invalid_without_value(path, detail));
}

fn on_exit_codes(
    errors: &mut Vec<FieldError>,
    requirement: &PodFailurePolicyOnExitCodesRequirement,
    spec: &JobSpec,
    server: Server<'_>,
    path: &FieldPath,
) {
    server.refused_within(errors, &path.child("operator"));
    let template = &spec.template.spec;
    if let Some(name) = &requirement.container_name
        && !template.containers.iter().chain(template.init_containers.iter()).any(|container| container.name == *name)
    {
        let detail = "must be one of the container or initContainer names in the pod template";
        errors.push(FieldError::invalid_text(&path.child("containerName"), name, detail));
    }
    let path = path.child("values");
    if requirement.values.is_empty() {
        let shown = bad_value::exit_codes(&requirement.values, server, &path);
        errors.push(FieldError::invalid(&path, shown, "at least one value is required"));
    }
    too_many(errors, requirement.values.len(), MAX_EXIT_CODES, &path);
    let mut seen = BTreeSet::new();
    let mut previous = None;
    let mut ordered = true;
    for (index, value) in requirement.values.iter().enumerate() {
        if requirement.operator == PodFailurePolicyOnExitCodesOperator::In && *value == 0 {
            let detail = "must not be 0 for the In operator";
            errors.push(FieldError::invalid(&path.index(index), value, detail));
        }
        if !seen.insert(*value) {
            errors.push(FieldError::duplicate_value(&path.index(index), value));
        }
        ordered &= previous.is_none_or(|previous| previous <= *value);
        previous = Some(*value);
    }
    if !ordered {
        let shown = bad_value::exit_codes(&requirement.values, server, &path);
        errors.push(FieldError::invalid(&path, shown, "must be ordered"));
    }
}

/// `field.TooMany`.
fn too_many(errors: &mut Vec<FieldError>, count: usize, most: usize, path: &FieldPath) {
    if count > most {
        errors.push(FieldError::too_many(path, count, most));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::Release;

    fn errors(spec_json: &Value) -> Vec<String> {
        errors_of(spec_json, Release::V1_36)
    }

    fn errors_of(spec_json: &Value, release: Release) -> Vec<String> {
        let job_spec: JobSpec = serde_json::from_value(spec_json.clone()).unwrap();
        let mut errors = Vec::new();
        spec(&mut errors, &job_spec, release.into(), &FieldPath::new("spec"));
        replacement_policy(&mut errors, &job_spec, release.into(), &FieldPath::new("spec"));
        errors.iter().map(ToString::to_string).collect()
    }

    fn of_rule(rule: &Value) -> Vec<String> {
        let template = json!({"spec": {"containers": [{"name": "main"}], "initContainers": [{"name": "init"}]}});
        errors(&json!({"template": template, "podFailurePolicy": {"rules": [rule]}}))
    }

    #[test]
    fn proper_rules_are_accepted() {
        for rule in [
            json!({"action": "FailJob", "onExitCodes": {"containerName": "init", "operator": "In", "values": [1, 2, 40]}}),
            json!({"action": "Count", "onExitCodes": {"operator": "NotIn", "values": [0]}, "onPodConditions": null}),
            json!({"action": "Ignore", "onExitCodes": null, "onPodConditions": [{"type": "DisruptionTarget"}]}),
        ] {
            assert_eq!(of_rule(&rule), Vec::<String>::new(), "{rule}");
        }
    }

    #[test]
    fn improper_rules_are_explained() {
        let rule = "spec.podFailurePolicy.rules[0]";
        let codes = |values: Value| json!({"action": "Count", "onExitCodes": {"operator": "In", "values": values}});
        for (given, error) in [
            (
                json!({"action": "Count"}),
                ": Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
            ),
            (
                json!({"action": "Count", "onExitCodes": {"operator": "In", "values": [1]},
                       "onPodConditions": [{"type": "Ready"}]}),
                ": Invalid value: specifying both OnExitCodes and OnPodConditions is not supported",
            ),
            (
                json!({"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [1]}}),
                r#".action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set"#,
            ),
            (
                json!({"action": "Count", "onExitCodes": {"containerName": "side", "operator": "In", "values": [1]}}),
                r#".onExitCodes.containerName: Invalid value: "side": must be one of the container or initContainer names in the pod template"#,
            ),
            (codes(json!(null)), ".onExitCodes.values: Invalid value: null: at least one value is required"),
            (codes(json!([0, 1])), ".onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator"),
            (codes(json!([1, 1])), ".onExitCodes.values[1]: Duplicate value: 1"),
            (codes(json!([3, 1])), ".onExitCodes.values: Invalid value: [3,1]: must be ordered"),
            (codes((1..257).collect()), ".onExitCodes.values: Too many: 256: must have at most 255 items"),
        ] {
            assert_eq!(of_rule(&given), [format!("{rule}{error}")], "{given}");
        }
        let bad_type = of_rule(&json!({"action": "Count", "onPodConditions": [{"type": "no type"}]}));
        assert!(bad_type[0].starts_with(&format!("{rule}.onPodConditions[0].type: Invalid value: ")), "{bad_type:?}");
    }

    #[test]
    fn exit_codes_were_shown_as_go_writes_them() {
        let errors_with = |values: &[i32]| {
            let rule = json!({"action": "Count", "onExitCodes": {"operator": "NotIn", "values": values}});
            errors_of(&json!({"template": {}, "podFailurePolicy": {"rules": [rule]}}), Release::V1_28)
        };
        let path = "spec.podFailurePolicy.rules[0].onExitCodes.values";
        assert_eq!(errors_with(&[3, 1]), [format!("{path}: Invalid value: []int32{{3, 1}}: must be ordered")]);
        assert_eq!(errors_with(&[]), [format!("{path}: Invalid value: []int32(nil): at least one value is required")]);
    }

    #[test]
    fn there_are_at_most_20_rules() {
        let rule = json!({"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]});
        let many = errors(&json!({"template": {}, "podFailurePolicy": {"rules": vec![rule; 21]}}));
        assert_eq!(many, ["spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items"]);
    }

    #[test]
    fn a_policy_waits_for_pods_to_fail() {
        let with = |policy: &str| {
            errors(&json!({"template": {}, "podFailurePolicy": {"rules": []}, "podReplacementPolicy": policy}))
        };
        assert_eq!(with("Failed"), Vec::<String>::new());
        assert_eq!(
            with("TerminatingOrFailed"),
            [r#"spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed""#]
        );
    }
}
