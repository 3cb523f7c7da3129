//! What rules of the pod failure policy, and the limit for each index, made of failures.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::api::PodFailurePolicyAction as Action;
use jobscope_core::trace::{Call, CallBody, DecisionId, FailedIndex, PodVerdict, PolicyRule, TraceEntry, TrackedPod};

use super::phrase::{Phrase, phrase};
use crate::ui::ranges;
use crate::why::summary::{Summary, is_taken};
use crate::words::ordinal;

/// That a rule fails the Job is the sentence itself.
pub(super) fn policy(summary: &Summary<'_>) -> Vec<Phrase> {
    let mut rules: BTreeMap<PolicyRule, Vec<&TrackedPod>> = BTreeMap::new();
    let mut beyond: Vec<FailedIndex> = Vec::new();
    for pod in judged(summary) {
        match (pod.rule, pod.failed_index) {
            (Some(rule), None) => rules.entry(rule).or_default().push(pod),
            (Some(rule), Some(_)) if rule.action == Action::FailIndex => rules.entry(rule).or_default().push(pod),
            (rule, Some(failed)) => {
                if let Some(rule) = rule {
                    rules.entry(rule).or_default().push(pod);
                }
                beyond.push(failed);
            }
            (None, None) => {}
        }
    }
    let limit = if summary.yes(DecisionId::BackoffLimitPerIndexSet) { "backoffLimitPerIndex" } else { "backoffLimit" };
    let mut said: Vec<_> = rules.into_iter().filter_map(|(rule, pods)| ruled(rule, &pods, limit)).collect();
    if let Some(limit) = beyond.first().map(|failed| failed.limit) {
        said.push(of_indexes(phrase!("along-index-failed", limit = limit), beyond.iter()));
    }
    said
}

/// Pods that failed: those that are ignored, and those whose count the API server took.
fn judged<'a>(summary: &Summary<'a>) -> Vec<&'a TrackedPod> {
    let (mut judged, mut counting) = (Vec::new(), Vec::new());
    for entry in summary.trace() {
        match entry {
            TraceEntry::TrackedPod(pod) if pod.verdict == PodVerdict::Ignored => judged.push(pod),
            TraceEntry::TrackedPod(pod) if pod.verdict == PodVerdict::Failed => counting.push(pod),
            TraceEntry::Call(call @ Call { body: CallBody::Status(_), .. }) if is_taken(call) => {
                judged.append(&mut counting);
            }
            _ => {}
        }
    }
    judged
}

/// What a rule made of the pods that it is about.
fn ruled(rule: PolicyRule, pods: &[&TrackedPod], limit: &'static str) -> Option<Phrase> {
    let phrase = match rule.action {
        Action::FailJob => return None,
        Action::FailIndex => {
            of_indexes(phrase!("along-rule-fails-index"), pods.iter().filter_map(|pod| pod.failed_index.as_ref()))
        }
        Action::Ignore => phrase!("along-rule-ignores", n = pods.len(), limit = limit),
        Action::Count => phrase!("along-rule-counts", n = pods.len(), limit = limit),
    };
    Some(phrase.with("rule", ordinal(rule.rule)))
}

/// A phrase about indexes: how many, and which.
fn of_indexes<'a>(phrase: Phrase, failed: impl Iterator<Item = &'a FailedIndex>) -> Phrase {
    let indexes: Vec<i64> = failed.map(|failed| failed.index).collect::<BTreeSet<_>>().into_iter().collect();
    phrase.with("n", indexes.len()).with("which", ranges(&indexes))
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{FeatureGate, FeatureGates, Manifest, Release};
    use jobscope_core::apiserver::Fault;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::{FaultMode, Verb};
    use jobscope_core::world::{Action as Happens, World};

    use crate::session::{Moment, Movement};
    use crate::why::played::ruled;
    use crate::why::sentence::of;
    use crate::why::sentence::tests::all_said;
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
            let ignores =
                "rules[0] of the pod failure policy says Ignore: 1 failure does not count towards backoffLimit.";
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
        let fault = Fault { verb, mode, from: 0, count: 1, pods: Vec::new(), label: None };
        timeline.apply(&Happens::Fault(fault)).unwrap();
        let words = Words::new(Locale::En);
        let said: Vec<_> = (0..8)
            .map(|_| {
                timeline.step_over();
                of(&Moment::of(&timeline, 0, Movement::Forward, 0)).plain(&words)
            })
            .collect();
        let told = said.iter().position(|sentence| sentence.contains("Index 1 has failed for good")).unwrap();
        assert!(told > 0 && said[0].contains("refused the status (409)"), "{said:#?}");
    }
}
