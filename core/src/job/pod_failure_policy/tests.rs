#![expect(clippy::needless_pass_by_value, reason = "the values of a test are written where they are used")]

use serde_json::{Value, json};

use super::*;
use crate::api::Release;
use crate::job::testing::{all_gates, pod};

fn policy(rules: Value) -> PodFailurePolicy {
    serde_json::from_value(json!({ "rules": rules })).unwrap()
}

/// A failed pod whose containers ended with these codes; none means that the container still runs.
fn exited(containers: &[(&str, Option<i32>)], init: &[(&str, Option<i32>)]) -> Pod {
    let statuses = |containers: &[(&str, Option<i32>)]| {
        let status = |(name, code): &(&str, Option<i32>)| {
            let state = code.map_or(json!({"running": {}}), |code| json!({"terminated": {"exitCode": code}}));
            json!({"name": name, "ready": false, "state": state})
        };
        serde_json::from_value(containers.iter().map(status).collect()).unwrap()
    };
    let mut pod = pod("a", "Failed");
    pod.status.container_statuses = statuses(containers);
    pod.status.init_container_statuses = statuses(init);
    pod
}

fn with_conditions(conditions: Value) -> Pod {
    let mut pod = pod("a", "Failed");
    pod.status.conditions = serde_json::from_value(conditions).unwrap();
    pod
}

fn rule(action: &str, operator: &str, values: &[i32]) -> Value {
    json!({"action": action, "onExitCodes": {"operator": operator, "values": values}})
}

/// Number and action of the rule that matches.
fn matched(rules: &Value, pod: &Pod) -> Option<(usize, &'static str)> {
    match_pod_failure_policy(&policy(rules.clone()), pod, all_gates()).map(|rule| (rule.index, rule.action.as_str()))
}

#[test]
fn exit_codes_match_by_operator() {
    let one = |code| exited(&[("main", Some(code))], &[]);
    let (listed, others) = (json!([rule("FailJob", "In", &[2, 3])]), json!([rule("FailJob", "NotIn", &[2, 3])]));
    for (code, is_listed, is_other) in [(2, true, false), (3, true, false), (4, false, true), (0, false, false)] {
        assert_eq!(matched(&listed, &one(code)).is_some(), is_listed, "In {code}");
        assert_eq!(matched(&others, &one(code)).is_some(), is_other, "NotIn {code}");
    }
    let running = exited(&[("main", None)], &[]);
    assert_eq!((matched(&listed, &running), matched(&others, &running)), (None, None), "no exit code yet");
    assert_eq!(matched(&others, &exited(&[], &[])), None, "no container");
}

#[test]
fn a_rule_may_name_its_container() {
    let named = |name: &str| json!([{"action": "FailJob", "onExitCodes": {"containerName": name, "operator": "In", "values": [5]}}]);
    let pod = exited(&[("main", Some(1)), ("side", Some(5))], &[("init", Some(5))]);
    assert_eq!(matched(&named("main"), &pod), None);
    assert_eq!(matched(&named("side"), &pod), Some((0, "FailJob")));
    assert_eq!(matched(&named("init"), &pod), Some((0, "FailJob")));
    assert_eq!(matched(&named("other"), &pod), None);
}

#[test]
fn containers_are_looked_at_before_init_containers() {
    let rules = json!([rule("FailJob", "NotIn", &[9])]);
    let message = |pod: &Pod| match_pod_failure_policy(&policy(rules.clone()), pod, all_gates()).unwrap().message(pod);
    assert_eq!(
        message(&exited(&[("main", Some(0)), ("side", Some(7))], &[("init", Some(8))])),
        "Container side for pod default/a failed with exit code 7 matching FailJob rule at index 0"
    );
    assert_eq!(
        message(&exited(&[("main", None)], &[("init", Some(8))])),
        "Container init for pod default/a failed with exit code 8 matching FailJob rule at index 0"
    );
}

#[test]
fn conditions_match_by_type_and_status() {
    let rules = json!([{"action": "Ignore", "onPodConditions": [
        {"type": "ConfigIssue", "status": "False"}, {"type": "DisruptionTarget"}]}]);
    for (conditions, matches) in [
        (json!([{"type": "DisruptionTarget", "status": "True"}]), true),
        (json!([{"type": "DisruptionTarget", "status": "False"}]), false),
        (json!([{"type": "Ready", "status": "True"}, {"type": "ConfigIssue", "status": "False"}]), true),
        (json!([{"type": "ConfigIssue", "status": "Unknown"}]), false),
        (json!([]), false),
    ] {
        let pod = with_conditions(conditions.clone());
        assert_eq!(matched(&rules, &pod), matches.then_some((0, "Ignore")), "{conditions}");
    }
    let pod = with_conditions(json!([{"type": "ConfigIssue", "status": "True"}]));
    let rules = policy(json!([{"action": "FailJob", "onPodConditions": [{"type": "ConfigIssue"}]}]));
    let rule = match_pod_failure_policy(&rules, &pod, all_gates()).unwrap();
    assert_eq!(rule.message(&pod), "Pod default/a has condition ConfigIssue matching FailJob rule at index 0");
    assert!(rule.fails_job() && rule.counts());
}

#[test]
fn the_first_rule_that_matches_counts() {
    let rules = json!([
        rule("Count", "In", &[1]),
        rule("Ignore", "In", &[1, 2]),
        rule("FailIndex", "In", &[2, 3]),
        rule("FailJob", "NotIn", &[4]),
    ]);
    for (code, expected) in [
        (1, Some((0, "Count"))),
        (2, Some((1, "Ignore"))),
        (3, Some((2, "FailIndex"))),
        (4, None),
        (5, Some((3, "FailJob"))),
    ] {
        assert_eq!(matched(&rules, &exited(&[("main", Some(code))], &[])), expected, "{code}");
    }
    assert_eq!(matched(&json!([]), &exited(&[("main", Some(1))], &[])), None);
}

#[test]
fn only_ignored_failures_do_not_count() {
    for (action, counts) in [("Ignore", false), ("Count", true), ("FailIndex", true), ("FailJob", true)] {
        let (policy, pod) = (policy(json!([rule(action, "In", &[1])])), exited(&[("main", Some(1))], &[]));
        let rule = match_pod_failure_policy(&policy, &pod, all_gates()).unwrap();
        assert_eq!((rule.counts(), rule.fails_job()), (counts, action == "FailJob"), "{action}");
    }
}

#[test]
fn without_its_gate_fail_index_is_passed_over() {
    let rules = policy(json!([rule("FailIndex", "In", &[1]), rule("FailJob", "In", &[1])]));
    let pod = exited(&[("main", Some(1))], &[]);
    let with = match_pod_failure_policy(&rules, &pod, all_gates()).map(|rule| rule.index);
    let without = match_pod_failure_policy(&rules, &pod, Release::V1_28.into()).map(|rule| rule.index);
    assert_eq!((with, without), (Some(0), Some(1)));
}
