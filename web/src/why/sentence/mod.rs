//! The sentence of the moment: what happened, with its numbers, made from the trace and the action.

mod action;
mod phrase;
mod sync;

use jobscope_core::world::Action;

use super::summary::Summary;
use crate::session::Moment;
use phrase::{Sentence, phrase};

/// The sentence of the moment.
pub(crate) fn of(now: &Moment) -> Sentence {
    let Some(step) = &now.step else { return phrase!("said-nothing-yet").into() };
    let summary = Summary::of(now.done_trace());
    match (&step.action, now.sync()) {
        (Action::Sync, Some(record)) if now.inside() => sync::asked(record.number, now, &summary),
        (Action::Sync, Some(record)) => sync::synced(record.number, now, &summary),
        (action, _) => action::acted(action, now, &summary),
    }
}
