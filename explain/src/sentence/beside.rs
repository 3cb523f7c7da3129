//! Sentences about syncs of the other controllers.

use jobscope_core::trace::{Answer, DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::summary::Summary;

/// The TTL-after-finished controller looked at a Job.
pub(super) fn ttl(summary: &Summary<'_>) -> Phrase {
    let name = summary.object();
    if summary.tally(Verb::DeleteJob).done > 0 {
        phrase!("did-sync-ttl-deleted", name = name)
    } else if summary.ended_in_error() {
        phrase!("did-sync-ttl-refused", name = name)
    } else if summary.no(DecisionId::TtlExpired) {
        phrase!("did-sync-ttl-waits", name = name)
    } else {
        phrase!("did-sync-ttl-nothing", name = name)
    }
}

/// The garbage collector looked at an object that may have to go.
pub(super) fn attempt_to_delete(summary: &Summary<'_>) -> Phrase {
    let name = summary.object();
    let deleted = summary.tally(Verb::Delete).done + summary.tally(Verb::DeleteJob).done;
    if summary.ended_in_error() {
        phrase!("did-collect-refused", name = name)
    } else if deleted > 0 {
        phrase!("did-collect-deleted", name = name)
    } else if summary.yes(DecisionId::ItemGone) {
        phrase!("did-collect-gone", name = name)
    } else if summary.yes(DecisionId::FinalizerHeld) {
        phrase!("did-collect-released", name = name)
    } else if let Some(Answer::Value(n @ 1..)) = summary.answer(DecisionId::BlockingDependents) {
        phrase!("did-collect-waits", name = name, n = n)
    } else if summary.yes(DecisionId::SolidOwner) {
        phrase!("did-collect-owned", name = name)
    } else if summary.yes(DecisionId::ItemBeingDeleted) {
        phrase!("did-collect-going", name = name)
    } else {
        phrase!("did-collect-nothing", name = name)
    }
}

/// The garbage collector freed what an owner leaves behind.
pub(super) fn attempt_to_orphan(summary: &Summary<'_>) -> Phrase {
    let name = summary.object();
    if summary.ended_in_error() {
        phrase!("did-collect-refused", name = name)
    } else {
        phrase!("did-orphan", name = name, n = summary.tally(Verb::Patch).done)
    }
}
