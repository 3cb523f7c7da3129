//! Which containers a kubelet starts again: the pod's restart policy, a container's own, and its rules on exit codes.

use super::json::{Object, object, objects, text};
use super::{Container, PodSpec, RestartPolicy};

/// The field of a container that has its rules on exit codes (v1.34 and later).
pub(super) const RULES: &str = "restartPolicyRules";

/// What the kubelet does after a container has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterExit {
    /// The container stays as it is.
    Ends,
    /// The container starts again.
    Restarts,
    /// All containers of the pod start again (`RestartAllContainers`).
    AllRestart,
}

impl PodSpec {
    /// `ContainerShouldRestart`: what the kubelet does after `container` has ended with `exit_code`. The first rule that
    /// matches decides, then the container's own policy, then the pod's. Rules need a policy of the container.
    pub(crate) fn after_exit(&self, container: &Container, exit_code: i32) -> AfterExit {
        if container.restart_policy.is_some() {
            let rule = objects(container.other.map(), RULES).find(|(_, rule)| is_matched(rule, exit_code));
            match rule.map(|(_, rule)| text(rule, "action")) {
                Some("Restart") => return AfterExit::Restarts,
                Some("RestartAllContainers") => return AfterExit::AllRestart,
                _ => {}
            }
        }
        match container.restart_policy.or(self.restart_policy) {
            Some(RestartPolicy::Never) => AfterExit::Ends,
            Some(RestartPolicy::OnFailure) if exit_code == 0 => AfterExit::Ends,
            Some(RestartPolicy::OnFailure | RestartPolicy::Always) | None => AfterExit::Restarts,
        }
    }

    /// An exit code of a failure after which the kubelet starts `container` again: 1, or one that its rules name.
    pub(crate) fn restarted_failure(&self, container: &Container) -> Option<i32> {
        let named = objects(container.other.map(), RULES).flat_map(|(_, rule)| values(rule));
        let mut codes = std::iter::once(1).chain(named).filter(|code| *code != 0);
        codes.find(|code| self.after_exit(container, *code) != AfterExit::Ends)
    }
}

/// `findMatchingContainerRestartRule`: whether the rule is about that exit code.
fn is_matched(rule: &Object, exit_code: i32) -> bool {
    let Some(codes) = object(rule, "exitCodes") else { return false };
    let is_listed = values(rule).any(|value| value == exit_code);
    match text(codes, "operator") {
        "In" => is_listed,
        "NotIn" => !is_listed,
        _ => false,
    }
}

fn values(rule: &Object) -> impl Iterator<Item = i32> {
    let values = object(rule, "exitCodes").and_then(|codes| codes.get("values")?.as_array());
    let values = values.map(Vec::as_slice).unwrap_or_default();
    values.iter().filter_map(|value| i32::try_from(value.as_i64()?).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn after(pod_policy: &str, container: &Value, exit_code: i32) -> AfterExit {
        let mut spec: PodSpec =
            serde_json::from_value(json!({"restartPolicy": pod_policy, "containers": [container]})).unwrap();
        let container = std::mem::take(&mut spec.containers);
        spec.after_exit(&container[0], exit_code)
    }

    fn rule(operator: &str, values: &[i32], action: &str) -> Value {
        json!({"action": action, "exitCodes": {"operator": operator, "values": values}})
    }

    #[test]
    fn the_first_rule_that_matches_decides_then_the_container_then_the_pod() {
        use AfterExit::{AllRestart, Ends, Restarts};
        let on_42 =
            json!({"name": "c", "restartPolicy": "Never", "restartPolicyRules": [rule("In", &[42, 43], "Restart")]});
        for (code, expected) in [(0, Ends), (1, Ends), (42, Restarts), (43, Restarts)] {
            assert_eq!(after("Never", &on_42, code), expected, "{code}");
            assert_eq!(after("OnFailure", &on_42, code), expected, "{code}: the container has its own policy");
        }
        let rules = [rule("In", &[7], "RestartAllContainers"), rule("NotIn", &[0, 9], "Restart")];
        let ordered = json!({"name": "c", "restartPolicy": "OnFailure", "restartPolicyRules": rules});
        for (code, expected) in [(0, Ends), (7, AllRestart), (8, Restarts), (9, Restarts)] {
            assert_eq!(after("Never", &ordered, code), expected, "{code}");
        }
        let plain = json!({"name": "c"});
        for (policy, code, expected) in
            [("Never", 1, Ends), ("OnFailure", 1, Restarts), ("OnFailure", 0, Ends), ("Always", 0, Restarts)]
        {
            assert_eq!(after(policy, &plain, code), expected, "{policy} {code}");
        }
        let no_policy = json!({"name": "c", "restartPolicyRules": [rule("In", &[42], "Restart")]});
        assert_eq!(after("Never", &no_policy, 42), Ends, "rules need a policy of the container");
        let empty = json!({"name": "c", "restartPolicy": "Never", "restartPolicyRules": [{"action": "Restart"}]});
        assert_eq!(after("Never", &empty, 42), Ends, "a rule without exit codes matches nothing");
    }
}
