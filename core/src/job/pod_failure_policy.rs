//! `pod_failure_policy.go`: which rule of a pod failure policy a failed pod matches.

use crate::api::{
    ContainerState, ContainerStatus, FeatureGate, FeatureGates, Pod, PodCondition, PodFailurePolicy,
    PodFailurePolicyAction, PodFailurePolicyOnExitCodesOperator, PodFailurePolicyOnExitCodesRequirement,
    PodFailurePolicyOnPodConditionsPattern, PodFailurePolicyRule,
};
use crate::trace::{ConditionMiss, ContainerExit, RuleMiss};

/// The rule that a failed pod matches, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleMatch<'a> {
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
    pub(crate) fn counts(&self) -> bool {
        self.action != PodFailurePolicyAction::Ignore
    }

    /// Whether the failure is the end of the Job.
    pub(crate) fn fails_job(&self) -> bool {
        self.action == PodFailurePolicyAction::FailJob
    }

    /// What the Job's condition says if the rule fails it.
    pub(crate) fn message(&self, pod: &Pod) -> String {
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
pub(crate) fn match_pod_failure_policy<'a>(
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
    failed_containers(pod)
        .filter(|(container, _)| is_about(requirement, container))
        .find(|(_, code)| fits(requirement, *code))
        .map(|(container, code)| Cause::ExitCode { container, code })
}

/// The containers that ended with an exit code that is not 0, and that code, init containers last.
fn failed_containers(pod: &Pod) -> impl Iterator<Item = (&str, i32)> {
    let containers = pod.status.container_statuses.iter().chain(&pod.status.init_container_statuses);
    containers.filter_map(|status| Some((status.name.as_str(), exit_code(status).filter(|code| *code != 0)?)))
}

fn is_about(requirement: &PodFailurePolicyOnExitCodesRequirement, container: &str) -> bool {
    requirement.container_name.as_ref().is_none_or(|name| name == container)
}

fn fits(requirement: &PodFailurePolicyOnExitCodesRequirement, code: i32) -> bool {
    match requirement.operator {
        PodFailurePolicyOnExitCodesOperator::In => requirement.values.contains(&code),
        PodFailurePolicyOnExitCodesOperator::NotIn => !requirement.values.contains(&code),
    }
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

/// Why the rules do not match a failed pod, in their order, up to the first one that does. No controller asks that.
pub(crate) fn misses(policy: &PodFailurePolicy, pod: &Pod, gates: FeatureGates) -> Vec<RuleMiss> {
    let matched = match_pod_failure_policy(policy, pod, gates).map_or(policy.rules.len(), |rule| rule.index);
    policy.rules.iter().take(matched).map(|rule| miss(rule, pod)).collect()
}

/// Why a rule does not match that does not.
fn miss(rule: &PodFailurePolicyRule, pod: &Pod) -> RuleMiss {
    if match_rule(rule, pod).is_some() {
        return RuleMiss::FailIndexOff;
    }
    let Some(requirement) = &rule.on_exit_codes else {
        let conditions = rule.on_pod_conditions.iter().map(|pattern| ConditionMiss {
            r#type: pattern.r#type.clone(),
            status: pattern.status,
            found: pod.status.condition(&pattern.r#type).map(|condition| condition.status),
        });
        return RuleMiss::Conditions { conditions: conditions.collect() };
    };
    let exit = |(container, exit_code): (&str, i32)| ContainerExit { container: container.to_owned(), exit_code };
    RuleMiss::ExitCodes {
        container: requirement.container_name.clone(),
        ended: failed_containers(pod).filter(|(container, _)| is_about(requirement, container)).map(exit).collect(),
        operator: requirement.operator,
        values: requirement.values.clone(),
        other: failed_containers(pod).find(|(_, code)| fits(requirement, *code)).map(exit),
    }
}

#[cfg(test)]
mod tests;
