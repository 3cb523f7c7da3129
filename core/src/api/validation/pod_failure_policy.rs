//! `validatePodFailurePolicy` and the replacement policy that goes with it.

use std::collections::BTreeSet;

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

/// The part of `validateJobSpec` that is about failed pods and their replacements.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, path: &FieldPath) {
    if let Some(policy) = &spec.pod_failure_policy {
        let path = path.child("podFailurePolicy").child("rules");
        too_many(errors, policy.rules.len(), MAX_RULES, &path);
        for (index, rule) in policy.rules.iter().enumerate() {
            validate_rule(errors, rule, spec, &path.index(index));
        }
    }
    if spec.pod_failure_policy.is_some()
        && spec.pod_replacement_policy == Some(PodReplacementPolicy::TerminatingOrFailed)
    {
        let policy = PodReplacementPolicy::TerminatingOrFailed.as_str();
        errors.push(FieldError::not_supported(&path.child("podReplacementPolicy"), policy, &["Failed"]));
    }
}

fn validate_rule(errors: &mut Vec<FieldError>, rule: &PodFailurePolicyRule, spec: &JobSpec, path: &FieldPath) {
    if rule.action == PodFailurePolicyAction::FailIndex && spec.backoff_limit_per_index.is_none() {
        let detail = "requires the backoffLimitPerIndex to be set";
        errors.push(FieldError::invalid_text(&path.child("action"), rule.action.as_str(), detail));
    }
    if let Some(requirement) = &rule.on_exit_codes {
        on_exit_codes(errors, requirement, spec, &path.child("onExitCodes"));
    }
    let conditions = path.child("onPodConditions");
    too_many(errors, rule.on_pod_conditions.len(), MAX_RULES, &conditions);
    for (index, pattern) in rule.on_pod_conditions.iter().enumerate() {
        let path = conditions.index(index).child("type");
        invalid_texts(errors, &path, &pattern.r#type, qualified_name(&pattern.r#type));
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
    path: &FieldPath,
) {
    let template = &spec.template.spec;
    if let Some(name) = &requirement.container_name
        && !template.containers.iter().chain(template.init_containers.iter()).any(|container| container.name == *name)
    {
        let detail = "must be one of the container or initContainer names in the pod template";
        errors.push(FieldError::invalid_text(&path.child("containerName"), name, detail));
    }
    let path = path.child("values");
    if requirement.values.is_empty() {
        errors.push(FieldError::invalid(&path, "[]", "at least one value is required"));
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
        let values: Vec<String> = requirement.values.iter().map(ToString::to_string).collect();
        errors.push(FieldError::invalid(&path, format!("[{}]", values.join(",")), "must be ordered"));
    }
}

/// `field.TooMany`.
fn too_many(errors: &mut Vec<FieldError>, count: usize, most: usize, path: &FieldPath) {
    if count > most {
        errors.push(FieldError::too_many(path, count, most));
    }
}
