//! The sentence of the moment: what happened, with its numbers, made from the trace and the action.

mod action;
mod along;
mod beside;
mod ending;
mod managed;
mod manager;
mod orphan;
mod phrase;
mod policy;
mod removal;
mod stuck;
mod sync;
mod waiting;

use jobscope_core::api::JobStatus;
use jobscope_core::world::Action;

use crate::Moment;
use crate::summary::Summary;
use phrase::phrase;
pub use phrase::{Phrase, Sentence, Value, Which, counted};
pub use stuck::reported;

impl Sentence {
    /// The sentence of the moment.
    pub fn at(now: &Moment) -> Self {
        let Some(step) = &now.step else {
            // A recorded history has nothing to apply.
            return if now.begins_history { phrase!("said-before-first") } else { phrase!("said-nothing-yet") }.into();
        };
        let summary = Summary::of(now.done_trace());
        let mut said = match (&step.action, now.sync()) {
            (Action::Sync | Action::InferSync { key: Some(_), .. }, Some(record)) => {
                let job = now.name_among_jobs(&record.key);
                if now.inside() {
                    return Self { job, ..sync::asked(record.number, now, &summary) };
                }
                Self { job, ..sync::synced(record.number, now, &summary) }
            }
            (action, _) => action::acted(action, now, &summary),
        };
        if let Action::InferSync { one_of_several, .. } = step.action {
            said.more.push(if one_of_several { phrase!("more-one-of-several") } else { phrase!("more-inferred") });
        }
        let marked = summary.status().and_then(JobStatus::finished);
        Self { ended: said.ended.or(marked), ..said }
    }
}
