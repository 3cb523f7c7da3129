//! What the controller remembers: expectations, back-off, and what it made of pods.

use jobscope_core::trace::{BackoffRecord, ExpectationOp, PodVerdict, TrackedPod};
use yew::prelude::*;

use super::Told;
use crate::words::{Words, args};

pub(in crate::why) fn expectation(words: &Words, op: ExpectationOp) -> Told {
    let (ask, operands, value) = match op {
        ExpectationOp::Set { dels, .. } if dels != 0 => {
            (words.t("expect-deletions"), "adds 0".to_owned(), dels.to_string())
        }
        ExpectationOp::Set { adds, .. } => (words.t("expect-creations"), "dels 0".to_owned(), adds.to_string()),
        ExpectationOp::CreationObserved => (words.t("expect-creation-seen"), "adds".to_owned(), "−1".to_owned()),
        ExpectationOp::DeletionObserved => (words.t("expect-deletion-seen"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::CreationsGivenBack { count } => {
            (words.t("expect-given-back"), "adds".to_owned(), format!("−{count}"))
        }
        ExpectationOp::DeletionGivenBack => (words.t("expect-given-back"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::Deleted => (words.t("expect-dropped"), String::new(), String::new()),
    };
    Told { explain: Some("expect-creations".to_owned()), ..Told::plain(ask, operands, value.into()) }
}

pub(in crate::why) fn backoff(words: &Words, record: Option<BackoffRecord>) -> Told {
    let (ask, value) = match record {
        Some(record) => (words.t("backoff-noted"), record.failures_after_last_success.to_string()),
        None => (words.t("backoff-dropped"), "–".to_owned()),
    };
    Told { explain: Some("backoff-noted".to_owned()), ..Told::plain(ask, "", value.into()) }
}

/// Pods by what was made of them; those that did not end go without saying.
pub(in crate::why) fn judged(words: &Words, pods: &[TrackedPod]) -> Told {
    let counts = |pod: &&TrackedPod| matches!(pod.verdict, PodVerdict::Succeeded | PodVerdict::Failed);
    let verdicts = [
        PodVerdict::Succeeded,
        PodVerdict::Failed,
        PodVerdict::Ignored,
        PodVerdict::KeptForReplacement,
        PodVerdict::CountedBefore,
        PodVerdict::NotCounted,
        PodVerdict::Kept,
    ];
    let of = |verdict: PodVerdict| pods.iter().filter(|pod| pod.verdict == verdict).collect::<Vec<_>>();
    let extra = html! {
        <ul class="calls list">
            for (verdict, pods) in verdicts.into_iter().map(|verdict| (verdict, of(verdict))).filter(|(_, pods)| !pods.is_empty()) {
                <li>
                    <code>{ names(&pods) }</code>
                    <span class={verdict_class(verdict)}>{ words.t(verdict_word(verdict)) }</span>
                </li>
            }
        </ul>
    };
    let ended = pods.iter().filter(counts).count();
    let looked = words.f("pods-number", &args!(n = pods.len())).to_string();
    Told {
        explain: Some("judged".to_owned()),
        extra,
        ..Told::plain(words.t("judged"), looked, ended.to_string().into())
    }
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

fn verdict_word(verdict: PodVerdict) -> &'static str {
    match verdict {
        PodVerdict::Kept => "judged-kept",
        PodVerdict::KeptForReplacement => "judged-kept-for-replacement",
        PodVerdict::Succeeded => "judged-succeeded",
        PodVerdict::Failed => "judged-failed",
        PodVerdict::Ignored => "judged-ignored",
        PodVerdict::CountedBefore => "judged-before",
        PodVerdict::NotCounted => "judged-not-counted",
    }
}
