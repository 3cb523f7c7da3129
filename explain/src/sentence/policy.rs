//! Sentences about failures under the pod failure policy and the limit for each index.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::api::PodFailurePolicyAction as Action;
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::trace::{
    Call, CallBody, DecisionId, FailedIndex, PodVerdict, PolicyRule, RuleMiss, TraceEntry, TrackedPod,
};

use super::phrase::ordinal;
use super::phrase::{Phrase, phrase};
use crate::ranges::ranges;
use crate::rule_misses;
use crate::summary::{Summary, is_taken};

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
    said.extend(missed(summary));
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

/// Why no rule matches a pod whose failure counts for that: of those that they miss in the same way, the first.
fn missed(summary: &Summary<'_>) -> Vec<Phrase> {
    let judged = judged(summary);
    let Some(first) = judged.iter().find(|pod| !pod.misses.is_empty()) else { return Vec::new() };
    let n = judged.iter().filter(|pod| pod.misses == first.misses).count();
    let said =
        phrase!("along-rules-missed", n = n, pod = first.name.as_str()).listing("rules", rule_misses(&first.misses));
    let other = first.misses.iter().zip(0_u32..).filter_map(|(miss, rule)| match miss {
        RuleMiss::ExitCodes { container: Some(container), other: Some(other), .. } => Some(phrase!(
            "along-rule-other-container",
            rule = ordinal(rule),
            container = container.as_str(),
            other = other.container.as_str(),
            code = other.exit_code.to_string()
        )),
        _ => None,
    });
    std::iter::once(said).chain(other.take(1)).collect()
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
    let indexes: Vec<i64> = failed.map(|failed| failed.index).small_collect::<BTreeSet<_>>().into_iter().collect();
    phrase.with("n", indexes.len()).with("which", ranges(&indexes))
}
