//! `pod_failure_policy.go`: which rule of a pod failure policy a failed pod matches.

use crate::api::{
    ContainerState, ContainerStatus, FeatureGate, FeatureGates, Pod, PodCondition, PodFailurePolicy,
    PodFailurePolicyAction, PodFailurePolicyOnExitCodesOperator, PodFailurePolicyOnExitCodesRequirement,
    PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule,
};

/// The rule that a failed pod matches, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleMatch<'a> {
    /// Number of the rule, from 0.
    pub index: usize,
    /// What the rule says.
    pub action: PodFailurePolicyAction,
    cause: Cause<'a>,
}

/// By what a pod matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause<'a> {
    ExitCode { container: &'a str, code: i32 },
    Condition { r#type: &'a str },
}

impl RuleMatch<'_> {
    /// Whether the failure counts towards the back-off limits.
    pub fn counts(&self) -> bool {
        self.action != PodFailurePolicyAction::Ignore
    }

    /// Whether the failure is the end of the Job.
    pub fn fails_job(&self) -> bool {
        self.action == PodFailurePolicyAction::FailJob
    }

    /// What the Job's condition says if the rule fails it.
    pub fn message(&self, pod: &Pod) -> String {
        let key = pod.metadata.key();
        let rule = format!("matching {} rule at index {}", self.action.as_str(), self.index);
        match self.cause {
            Cause::ExitCode { container, code } => {
                format!("Container {container} for pod {key} failed with exit code {code} {rule}")
            }
            Cause::Condition { r#type } => format!("Pod {key} has condition {type} {rule}"),
        }
    }
}

/// `matchPodFailurePolicy`: the first rule that the pod matches. None means that the failure counts.
pub fn match_pod_failure_policy<'a>(
    policy: &PodFailurePolicy,
    pod: &'a Pod,
    gates: FeatureGates,
) -> Option<RuleMatch<'a>> {
    policy
        .rules
        .iter()
        .enumerate()
        .filter_map(|(index, rule)| Some(RuleMatch { index, action: rule.action, cause: match_rule(rule, pod)? }))
        // Without its gate FailIndex is passed over, and the next rule is tried.
        .find(|matched| {
            matched.action != PodFailurePolicyAction::FailIndex || gates.enabled(FeatureGate::JobBackoffLimitPerIndex)
        })
}

fn match_rule<'a>(rule: &PodFailurePolicyRule, pod: &'a Pod) -> Option<Cause<'a>> {
    match &rule.on_exit_codes {
        Some(requirement) => match_on_exit_codes(pod, requirement),
        None => match_on_pod_conditions(pod, &rule.on_pod_conditions)
            .map(|condition| Cause::Condition { r#type: &condition.r#type }),
    }
}

/// `matchOnExitCodes`: the first container that ended as required, init containers last.
fn match_on_exit_codes<'a>(pod: &'a Pod, requirement: &PodFailurePolicyOnExitCodesRequirement) -> Option<Cause<'a>> {
    let containers = pod.status.container_statuses.iter().chain(&pod.status.init_container_statuses);
    containers
        .filter_map(|status| Some((status, exit_code(status).filter(|code| *code != 0)?)))
        .filter(|(status, _)| requirement.container_name.as_ref().is_none_or(|name| *name == status.name))
        .find(|(_, code)| match requirement.operator {
            PodFailurePolicyOnExitCodesOperator::In => requirement.values.contains(code),
            PodFailurePolicyOnExitCodesOperator::NotIn => !requirement.values.contains(code),
        })
        .map(|(status, code)| Cause::ExitCode { container: &status.name, code })
}

fn exit_code(status: &ContainerStatus) -> Option<i32> {
    match status.state {
        ContainerState::Terminated { exit_code, .. } => Some(exit_code),
        ContainerState::Waiting { .. } | ContainerState::Running => None,
    }
}

/// `matchOnPodConditions`: the pod's first condition that fits any of the patterns.
fn match_on_pod_conditions<'a>(
    pod: &'a Pod,
    patterns: &[PodFailurePolicyOnPodConditionsPattern],
) -> Option<&'a PodCondition> {
    pod.status.conditions.iter().find(|condition| {
        patterns.iter().any(|pattern| pattern.r#type == condition.r#type && pattern.status == condition.status)
    })
}

#[cfg(test)]
mod tests;
