//! What the controller remembers: expectations, back-off, and what it made of pods.

use std::collections::BTreeSet;

use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::trace::{BackoffRecord, ExpectationOp, PodVerdict, PolicyRule, RuleMiss, TrackedPod};
use jobscope_explain::{ranges, rule_misses};
use yew::prelude::*;

use super::RowContent;
use crate::why::explanation::Explained;
use crate::words::{Words, args};

pub(in crate::why) fn expectation(words: &Words, op: ExpectationOp) -> RowContent {
    let (ask, operands, value) = match op {
        ExpectationOp::DeletionsExpected { dels } => {
            (words.t("expect-deletions"), "adds 0".to_owned(), dels.to_string())
        }
        ExpectationOp::CreationsExpected { adds } => {
            (words.t("expect-creations"), "dels 0".to_owned(), adds.to_string())
        }
        ExpectationOp::CreationObserved => (words.t("expect-creation-seen"), "adds".to_owned(), "−1".to_owned()),
        ExpectationOp::DeletionObserved => (words.t("expect-deletion-seen"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::CreationsGivenBack { count } => {
            (words.t("expect-given-back"), "adds".to_owned(), format!("−{count}"))
        }
        ExpectationOp::DeletionGivenBack => (words.t("expect-given-back"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::Deleted => (words.t("expect-dropped"), String::new(), String::new()),
    };
    RowContent {
        explain: Some(Explained::of_job_controller("expect-creations")),
        ..RowContent::plain(ask, operands, value.into())
    }
}

pub(in crate::why) fn backoff(words: &Words, record: Option<BackoffRecord>) -> RowContent {
    let (ask, value) = match record {
        Some(record) => (words.t("backoff-noted"), record.failures_after_last_success.to_string()),
        None => (words.t("backoff-dropped"), "–".to_owned()),
    };
    RowContent {
        explain: Some(Explained::of_job_controller("backoff-noted")),
        ..RowContent::plain(ask, "", value.into())
    }
}

/// Pods by what was made of them, and by which rule; those that did not end go without saying.
pub(in crate::why) fn judged(words: &Words, pods: &[TrackedPod]) -> RowContent {
    let counts = |pod: &&TrackedPod| matches!(pod.verdict, PodVerdict::Succeeded | PodVerdict::Failed);
    let extra = html! {
        <ul class="calls list">
            for (like, pods) in alike(pods) {
                <li>
                    <code>{ names(&pods) }</code>
                    <span class={verdict_class(like.verdict)}>{ verdict_words(words, like, &pods) }</span>
                </li>
            }
        </ul>
    };
    let ended = pods.iter().filter(counts).count();
    let looked = words.f("pods-number", &args!(n = pods.len())).to_string();
    RowContent {
        explain: Some(Explained::of_job_controller("judged")),
        extra,
        ..RowContent::plain(words.t("judged"), looked, ended.to_string().into())
    }
}

/// Pods of which the same is to be said.
type Alike<'a> = (Like<'a>, Vec<&'a TrackedPod>);

/// What pods have to have in common to be described together.
#[derive(Clone, Copy, PartialEq)]
struct Like<'a> {
    verdict: PodVerdict,
    rule: Option<PolicyRule>,
    misses: &'a [RuleMiss],
    unfinished: bool,
    index_fails: bool,
}

impl<'a> Like<'a> {
    fn of(pod: &'a TrackedPod) -> Self {
        let TrackedPod { verdict, rule, unfinished, failed_index, ref misses, .. } = *pod;
        Self { verdict, rule, misses, unfinished, index_fails: failed_index.is_some() }
    }
}

/// The pods, those together of which the same is to be said, and those first that ended.
fn alike(pods: &[TrackedPod]) -> Vec<Alike<'_>> {
    let verdicts = [
        PodVerdict::Succeeded,
        PodVerdict::Failed,
        PodVerdict::Ignored,
        PodVerdict::KeptForReplacement,
        PodVerdict::CountedBefore,
        PodVerdict::NotCounted,
        PodVerdict::Kept,
    ];
    let mut found: Vec<Alike<'_>> = Vec::new();
    for pod in verdicts.iter().flat_map(|verdict| pods.iter().filter(move |pod| pod.verdict == *verdict)) {
        match found.iter_mut().find(|(like, _)| *like == Like::of(pod)) {
            Some((_, pods)) => pods.push(pod),
            None => found.push((Like::of(pod), vec![pod])),
        }
    }
    found
}

/// A verdict, the rule that it is by, and the indexes that fail for good with the pods.
fn verdict_words(words: &Words, like: Like<'_>, pods: &[&TrackedPod]) -> String {
    let mut said = vec![words.t(verdict_word(like)).to_string()];
    said.extend(like.rule.map(|PolicyRule { rule, action }| format!("rules[{rule}] {}", action.as_str())));
    said.extend(rule_misses(like.misses));
    let failed: BTreeSet<i64> = pods.iter().filter_map(|pod| Some(pod.failed_index?.index)).small_collect();
    if !failed.is_empty() {
        let failed: Vec<_> = failed.into_iter().collect();
        said.push(words.f("judged-index-fails", &args!(n = failed.len(), which = ranges(&failed))).to_string());
    }
    said.join(" · ")
}

/// The names of the first few pods, and how many more there are.
fn names(pods: &[&TrackedPod]) -> String {
    const MOST: usize = 3;
    let mut names: Vec<_> = pods.iter().take(MOST).map(|pod| pod.name.to_string()).collect();
    if pods.len() > MOST {
        names.push(format!("+{}", pods.len() - MOST));
    }
    names.join(", ")
}

fn verdict_class(verdict: PodVerdict) -> &'static str {
    match verdict {
        PodVerdict::Succeeded => "c-succeeded",
        PodVerdict::Failed => "c-failed",
        PodVerdict::Ignored | PodVerdict::NotCounted => "c-refused",
        PodVerdict::Kept | PodVerdict::KeptForReplacement | PodVerdict::CountedBefore => "muted",
    }
}

fn verdict_word(like: Like<'_>) -> &'static str {
    match like.verdict {
        PodVerdict::Failed if like.unfinished => "judged-failed-unfinished",
        PodVerdict::Kept => "judged-kept",
        PodVerdict::KeptForReplacement => "judged-kept-for-replacement",
        PodVerdict::Succeeded => "judged-succeeded",
        PodVerdict::Failed => "judged-failed",
        PodVerdict::Ignored => "judged-ignored",
        PodVerdict::CountedBefore => "judged-before",
        PodVerdict::NotCounted => "judged-not-counted",
    }
}
