//! Sentences about the orphan worker: one pod, or all pods that a Job left behind.

use jobscope_core::trace::{Answer, DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::summary::Summary;

pub(super) fn orphan(summary: &Summary<'_>) -> Phrase {
    let freed = summary.tally(Verb::Patch);
    if freed.done > 0 {
        let code = freed.refused.first().map_or(0, |error| error.reason.code());
        return phrase!("did-orphan-freed", n = freed.done, refused = freed.refused.len(), code = code);
    }
    // Several pods have a key of their Job's selector, and errors with them are only logged.
    if let Some(Answer::Value(pods)) = summary.answer(DecisionId::OrphanPodsListed) {
        return match freed.refused.first() {
            Some(error) => phrase!("did-orphans-refused", n = pods, code = error.reason.code()),
            None => phrase!("did-orphans-left", n = pods),
        };
    }
    let name = summary.object();
    if name.is_empty() {
        // A key of a selector, whose pods are not listed yet.
        return phrase!("did-orphan-looks");
    }
    if let Some(error) = freed.refused.first()
        && summary.ended_in_error()
    {
        phrase!("did-orphan-refused", name = name, code = error.reason.code())
    } else if summary.no(DecisionId::PodInCache) || summary.yes(DecisionId::NotFoundTolerated) {
        phrase!("did-orphan-gone", name = name)
    } else if summary.yes(DecisionId::OwnerUnfinished) {
        phrase!("did-orphan-owned", name = name)
    } else if summary.no(DecisionId::TrackingFinalizerPresent) {
        phrase!("did-orphan-free", name = name)
    } else {
        phrase!("did-orphan-not-its", name = name)
    }
}
