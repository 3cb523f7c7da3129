use crate::why::sentence::Said;
use jobscope_core::api::{FeatureGate, FeatureGates, Manifest, Release};
use jobscope_core::apiserver::Fault;
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action as Happens, World};
use jobscope_explain::played::ruled;
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, Movement};

use super::all_said;
use crate::words::{Locale, Words};

const POLICY: &str = "
apiVersion: batch/v1
kind: Job
metadata: {name: policy}
spec:
  COMPLETIONS
  podFailurePolicy:
    rules:
    - {action: Ignore, onExitCodes: {operator: In, values: [7]}}
    - {action: Count, onExitCodes: {operator: In, values: [8]}}
    LAST
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}
";

#[test]
fn a_rule_says_whether_a_failure_counts() {
    let manifest = POLICY.replace("COMPLETIONS", "completions: 3").replace("LAST", "");
    let rules = r#"[
        {"pods": {"to": 1}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 7},
        {"pods": {"to": 2}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 8},
        {"startMs": 1000, "runMs": 1000, "end": "succeed"}]"#;
    for release in [Release::V1_28, Release::V1_36] {
        let said = all_said(&ruled(release.into(), &manifest, rules));
        let times = |words: &str| said.iter().filter(|sentence| sentence.contains(words)).count();
        let ignores = "rules[0] of the pod failure policy says Ignore: 1 failure does not count towards backoffLimit.";
        let counts = "rules[1] of the pod failure policy says Count: 1 failure counts towards backoffLimit.";
        assert_eq!((times(ignores), times(counts)), (1, 1), "{release}: {said:#?}");
    }
}

#[test]
fn an_index_fails_for_good_by_a_rule_or_by_its_limit() {
    let completions = "completionMode: Indexed\n  completions: 6\n  parallelism: 6\n  backoffLimitPerIndex: 1";
    let last = "- {action: FailIndex, onExitCodes: {operator: In, values: [9]}}";
    let manifest = POLICY.replace("COMPLETIONS", completions).replace("LAST", last);
    let rules = r#"[
        {"pods": {"indexes": "1-3"}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 9},
        {"pods": {"indexes": "5"}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 1},
        {"pods": {"indexes": "0", "toAttempt": 1}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 7},
        {"startMs": 1000, "runMs": 1000, "end": "succeed"}]"#;
    for release in [Release::V1_28, Release::V1_36] {
        let gates = FeatureGates::from(release).with(FeatureGate::JobBackoffLimitPerIndex, true).unwrap();
        let said = all_said(&ruled(gates, &manifest, rules));
        for want in [
            "rules[2] of the pod failure policy says FailIndex: indexes 1–3 have failed for good.",
            "Index 5 has failed for good: more failures than the 1 that backoffLimitPerIndex allows.",
            "rules[0] of the pod failure policy says Ignore: 1 failure does not count towards backoffLimitPerIndex.",
        ] {
            let times = said.iter().filter(|sentence| sentence.contains(want)).count();
            assert_eq!(times, 1, "{release} {want}: {said:#?}");
        }
    }
}

#[test]
fn no_index_has_failed_before_the_status_says_so() {
    let manifest = "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completionMode: Indexed, completions: 2, parallelism: 2, backoffLimitPerIndex: 0, template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}}}";
    let rules = r#"[{"pods": {"indexes": "1"}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 1}, {"startMs": 1000, "runMs": 9000, "end": "succeed"}]"#;
    let mut timeline = Timeline::new(World::new(Release::V1_36));
    timeline.apply(&Happens::SetOutcomes { rules: serde_json::from_str(rules).unwrap() }).unwrap();
    timeline.apply(&Happens::of_manifest(&Manifest::parse(manifest, Release::V1_36).unwrap())).unwrap();
    let failed = |timeline: &Timeline| timeline.world().stored_pods().any(|pod| pod.status.phase.is_terminal());
    while !(failed(&timeline) && timeline.world().next_action() == Some(Happens::Sync)) {
        assert!(timeline.step_over());
    }
    let (verb, mode) = (Verb::UpdateStatus, FaultMode::Conflict);
    let fault = Fault { count: 1, ..Fault::new(verb, mode) };
    timeline.apply(&Happens::Fault(fault)).unwrap();
    let words = Words::new(Locale::En);
    let said: Vec<_> = (0..8)
        .map(|_| {
            timeline.step_over();
            Sentence::at(&Moment::of(&timeline, 0, Movement::Forward, 0)).plain(&words)
        })
        .collect();
    let shown = said.iter().position(|sentence| sentence.contains("Index 1 has failed for good")).unwrap();
    assert!(shown > 0 && said[0].contains("refused the status (409)"), "{said:#?}");
}
