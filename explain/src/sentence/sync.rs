//! Sentences about a sync, within it and after it.

use jobscope_core::trace::{Answer, Decision, TraceEntry, Verb};

use super::along::along;
use super::ending::{early, ending};
use super::managed::managed;
use super::phrase::counted;
use super::phrase::ordinal;
use super::phrase::{Phrase, Sentence, phrase};
use super::removal::removal;
use super::stuck::stuck;
use crate::Moment;
use crate::rows::frees;
use crate::summary::Summary;

/// Within a sync: the question that was just asked, or how far the calls are.
pub(super) fn asked(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let last = now.done_trace().iter().rev().find(|entry| entry.is_stop());
    match last {
        Some(TraceEntry::Call(call)) => {
            let tally = summary.tally(call.verb);
            let (done, refused) = (tally.done, tally.refused.len());
            match call.verb {
                Verb::Create => phrase!("said-creating", n = ordinal(number), done = done, refused = refused).into(),
                Verb::Delete => phrase!("said-deleting", n = ordinal(number), done = done, refused = refused).into(),
                Verb::UpdateStatus => phrase!("said-writing-status", n = ordinal(number)).into(),
                Verb::Patch if frees(call) => phrase!("said-freeing", n = ordinal(number), done = done).into(),
                Verb::Patch | Verb::PatchJob | Verb::DeleteJob | Verb::Get | Verb::GetPod | Verb::PatchStatus => {
                    phrase!("said-calling", n = ordinal(number)).into()
                }
            }
        }
        Some(TraceEntry::Decision(decision)) => answered(number, decision).into(),
        _ => phrase!("said-begins", n = ordinal(number)).into(),
    }
}

/// A question with its answer.
fn answered(n: u32, decision: &Decision) -> Phrase {
    let phrase = match decision.answer() {
        Answer::Yes => phrase!("said-answer-yes", n = ordinal(n)),
        Answer::No => phrase!("said-answer-no", n = ordinal(n)),
        Answer::Value(value) => {
            phrase!("said-answer-value", n = ordinal(n), value = counted(decision.id(), value))
        }
    };
    phrase.about(*decision)
}

/// After a sync.
pub(super) fn synced(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let first = outcome(number, now, summary);
    let mut more = stuck(&first, now, summary);
    more.extend(removal(&first, now));
    more.extend(along(now, summary));
    Sentence { more, ..first.into() }
}

/// What the sync came to.
fn outcome(n: u32, now: &Moment, summary: &Summary<'_>) -> Phrase {
    early(n, now, summary).or_else(|| ending(n, summary)).unwrap_or_else(|| managed(n, summary))
}
