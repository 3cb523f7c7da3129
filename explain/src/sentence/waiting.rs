//! Sentences about free indexes that get no pod in this sync, and what they wait for.

use jobscope_core::trace::{Decision, DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::summary::Summary;
use crate::time::short_seconds;

/// Nothing where the sentence is about calls that were refused.
pub(super) fn waiting(summary: &Summary<'_>) -> Vec<Phrase> {
    let Some(Decision::PendingIndexes { wanted, free }) = summary.question(DecisionId::PendingIndexes) else {
        return Vec::new();
    };
    let created = summary.tally(Verb::Create);
    if !created.refused.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    // That all have to wait is the sentence itself.
    if let Some(Decision::IndexBackoffRemaining { pending, ready, soonest_ms: Some(soonest) }) =
        summary.question(DecisionId::IndexBackoffRemaining)
        && *ready > 0
        && pending > ready
    {
        said.push(phrase!("along-indexes-back-off", n = pending - ready, left = short_seconds(*soonest)));
    }
    let later = free - wanted.min(free);
    if later > 0 {
        said.push(match (summary.question(DecisionId::OverSyncCap), summary.question(DecisionId::WantActive)) {
            (Some(Decision::OverSyncCap { pods, cap }), _) if pods > cap => {
                phrase!("along-indexes-over-cap", n = later, cap = *cap)
            }
            (_, Some(Decision::WantActive { parallelism, .. })) => {
                phrase!("along-indexes-in-turn", n = later, parallelism = *parallelism)
            }
            _ => return said,
        });
    }
    said
}
