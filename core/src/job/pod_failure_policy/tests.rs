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

fn missed(rules: &Value, pod: &Pod, gates: FeatureGates) -> Value {
    serde_json::to_value(misses(&policy(rules.clone()), pod, gates)).unwrap()
}

#[test]
fn a_rule_misses_a_pod_by_the_exit_codes_of_the_containers_that_it_is_about() {
    let of_main =
        json!([{"action": "FailJob", "onExitCodes": {"containerName": "main", "operator": "In", "values": [42]}}]);
    let miss = |ended: Value| json!({"kind": "exitCodes", "container": "main", "ended": ended, "operator": "In", "values": [42]});
    let proxy_42 = json!({"container": "proxy", "exitCode": 42});
    let with_other = |mut miss: Value| {
        miss["other"] = proxy_42.clone();
        json!([miss])
    };
    let main_137 = json!([{"container": "main", "exitCode": 137}]);
    let missed = |pod: &Pod| missed(&of_main, pod, all_gates());
    assert_eq!(missed(&exited(&[("main", Some(137)), ("proxy", Some(42))], &[])), with_other(miss(main_137.clone())));
    assert_eq!(missed(&exited(&[("main", Some(137)), ("proxy", Some(1))], &[])), json!([miss(main_137)]));
    for code in [None, Some(0)] {
        let pod = exited(&[("main", code)], &[("proxy", Some(42))]);
        assert_eq!(missed(&pod), with_other(miss(json!([]))), "{code:?}");
    }
    assert_eq!(missed(&exited(&[("main", Some(42))], &[])), json!([]));
}

#[test]
fn a_rule_that_names_no_container_is_about_all_that_failed() {
    let pod = exited(&[("main", Some(3)), ("proxy", Some(0))], &[("init", Some(4))]);
    let ended = json!([{"container": "main", "exitCode": 3}, {"container": "init", "exitCode": 4}]);
    let miss = json!({"kind": "exitCodes", "ended": ended, "operator": "NotIn", "values": [3, 4]});
    assert_eq!(missed(&json!([rule("Ignore", "NotIn", &[3, 4])]), &pod, all_gates()), json!([miss]));
}

#[test]
fn a_rule_misses_a_pod_by_its_conditions() {
    let rules = json!([{"action": "Ignore", "onPodConditions": [
        {"type": "ConfigIssue", "status": "False"}, {"type": "DisruptionTarget"}]}]);
    let pod = with_conditions(json!([{"type": "DisruptionTarget", "status": "False"}]));
    let conditions = json!([
        {"type": "ConfigIssue", "status": "False"},
        {"type": "DisruptionTarget", "status": "True", "found": "False"},
    ]);
    assert_eq!(missed(&rules, &pod, all_gates()), json!([{"kind": "conditions", "conditions": conditions}]));
}

#[test]
fn fail_index_misses_without_its_gate_although_it_would_match() {
    let rules = json!([rule("FailIndex", "In", &[1]), rule("FailJob", "In", &[2])]);
    let pod = exited(&[("main", Some(1))], &[]);
    assert_eq!(missed(&rules, &pod, all_gates()), json!([]));
    let without = missed(&rules, &pod, Release::V1_28.into());
    assert_eq!(without[0], json!({"kind": "failIndexOff"}));
    assert_eq!(without[1]["kind"], "exitCodes");
}

proptest::proptest! {
    /// All rules miss exactly the pods that no rule matches; otherwise those miss that stand before the one that matches.
    #[test]
    fn the_rules_that_miss_are_those_before_the_one_that_matches(
        rules in proptest::collection::vec((0..6_usize, 0..3_usize, 0..4_i32), 0..5),
        codes in proptest::collection::vec(proptest::option::of(0..4_i32), 3),
        condition in 0..3_usize,
        has_gate: bool,
    ) {
        let container = |which: usize| ["main", "side", "init"][which];
        let status = |which: usize| ["True", "False", "Unknown"][which];
        let rules: Vec<Value> = rules.into_iter().map(|(kind, which, code)| match kind {
            0 => json!({"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": status(which)}]}),
            1 => json!({"action": "Count", "onExitCodes": {"containerName": container(which), "operator": "NotIn", "values": [code]}}),
            2 => json!({"action": "FailJob", "onExitCodes": {"containerName": container(which), "operator": "In", "values": [code]}}),
            3 => rule("FailIndex", "In", &[code]),
            4 => rule("FailIndex", "NotIn", &[code, 1]),
            _ => rule("FailJob", "In", &[code]),
        }).collect();
        let mut pod = exited(&[("main", codes[0]), ("side", codes[1])], &[("init", codes[2])]);
        pod.status.conditions =
            serde_json::from_value(json!([{"type": "DisruptionTarget", "status": status(condition)}])).unwrap();
        let policy = policy(Value::from(rules));
        let gates = if has_gate { all_gates() } else { Release::V1_28.into() };
        let matched = match_pod_failure_policy(&policy, &pod, gates);
        let expected = matched.map_or(policy.rules.len(), |rule| rule.index);
        proptest::prop_assert_eq!(misses(&policy, &pod, gates).len(), expected);
    }
}
