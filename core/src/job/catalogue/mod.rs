//! The catalogue: which questions an edition asks, in which function, and what can follow each.
//!
//! It is written down by hand beside the editions, in the order of their source, and tests hold every
//! sync to it. Two editions can be compared by it.

mod compare;
mod v1_11;
mod v1_22;
mod v1_28;
mod v1_36;

pub use compare::{CatalogueDifference, compare};

use std::fmt;

use serde::Serialize;

use crate::api::Edition;
use crate::trace::{DecisionId, Function, TraceEntry};

/// A question where it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Place {
    /// The function that asks it.
    pub function: Function,
    /// The question.
    pub decision: DecisionId,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.decision.name(), self.function.name())
    }
}

/// A question of an edition with what can come after its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Question {
    /// Where it is asked.
    pub at: Place,
    /// Questions that can be the next one.
    #[cfg_attr(feature = "js", tsify(type = "Place[]"))]
    pub next: &'static [Place],
    /// Whether the sync can end after it.
    pub ends: bool,
}

/// The questions of `edition` in the order of its source; each place is there once. A sync begins with the
/// first question of `syncJob` or of `syncOrphanPod`.
///
/// ```
/// use jobscope_core::api::Edition;
/// use jobscope_core::job::catalogue::catalogue;
///
/// let first = catalogue(Edition::V1_28)[0];
/// assert_eq!(first.at.to_string(), "key-complete in syncJob");
/// assert_eq!(first.next[0].to_string(), "job-in-cache in syncJob");
/// ```
pub fn catalogue(edition: Edition) -> &'static [Question] {
    match edition {
        Edition::V1_11 => v1_11::CATALOGUE,
        Edition::V1_22 => v1_22::CATALOGUE,
        Edition::V1_28 => v1_28::CATALOGUE,
        Edition::V1_36 => v1_36::CATALOGUE,
    }
}

/// A question that an edition's catalogue does not allow where it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// The edition does not ask this, or not in this function.
    #[error("{edition} does not ask {place}")]
    NotInCatalogue {
        /// The edition.
        edition: Edition,
        /// What was asked.
        place: Place,
    },
    /// Nothing leads there.
    #[error("in {edition}, {from} does not lead to {to}")]
    NoEdge {
        /// The edition.
        edition: Edition,
        /// The question before, or the start.
        from: String,
        /// The question after, or the end.
        to: String,
    },
}

/// The questions of a step in order, each with the function that asked it, and the ends of syncs as none.
pub fn asked(trace: &[TraceEntry]) -> Vec<Option<Place>> {
    let mut functions = Vec::new();
    let mut asked = Vec::new();
    for entry in trace {
        match entry {
            TraceEntry::Enter(function) => functions.push(*function),
            TraceEntry::Leave(_) => drop(functions.pop()),
            TraceEntry::Decision(decision) => {
                let function = functions.last().copied().unwrap_or(Function::SyncJob);
                asked.push(Some(Place { function, decision: decision.id() }));
            }
            TraceEntry::SyncResult(_) => {
                functions.clear();
                asked.push(None);
            }
            _ => {}
        }
    }
    asked
}

/// Holds the questions of a whole step to the catalogue of `edition`.
///
/// # Errors
///
/// The first question that the catalogue does not have, or not there.
pub fn check(edition: Edition, trace: &[TraceEntry]) -> Result<(), Misstep> {
    let catalogue = catalogue(edition);
    let mut before: Option<&Question> = None;
    for place in asked(trace) {
        let no_edge = |to: String| {
            let from = before.map_or_else(|| "the start".to_owned(), |question| question.at.to_string());
            Err(Misstep::NoEdge { edition, from, to })
        };
        let Some(place) = place else {
            match before {
                Some(question) if question.ends => before = None,
                _ => return no_edge("the end".to_owned()),
            }
            continue;
        };
        let Some(question) = catalogue.iter().find(|question| question.at == place) else {
            return Err(Misstep::NotInCatalogue { edition, place });
        };
        let leads_here = match before {
            Some(before) => before.next.contains(&place),
            None => is_start(catalogue, place),
        };
        if !leads_here {
            return no_edge(place.to_string());
        }
        before = Some(question);
    }
    Ok(())
}

/// Whether a sync begins here: with the first question of one of the outermost functions.
fn is_start(catalogue: &[Question], place: Place) -> bool {
    matches!(place.function, Function::SyncJob | Function::SyncOrphanPod | Function::SyncOrphanPodsBySelector)
        && catalogue
            .iter()
            .find(|question| question.at.function == place.function)
            .is_some_and(|first| first.at == place)
}

/// A place, for the lists of the editions.
const fn at(function: Function, decision: DecisionId) -> Place {
    Place { function, decision }
}

/// A question after which another always follows.
const fn ask(function: Function, decision: DecisionId, next: &'static [Place]) -> Question {
    Question { at: at(function, decision), next, ends: false }
}

/// A question after which the sync can end.
const fn ask_last(function: Function, decision: DecisionId, next: &'static [Place]) -> Question {
    Question { at: at(function, decision), next, ends: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_listed_once_and_every_edge_leads_to_one() {
        for edition in Edition::ALL {
            let questions = catalogue(edition);
            for question in questions {
                let same = questions.iter().filter(|other| other.at == question.at).count();
                assert_eq!(same, 1, "{edition}: {} is listed {same} times", question.at);
                for next in question.next {
                    assert!(questions.iter().any(|other| other.at == *next), "{edition}: {next} is not listed");
                }
                assert!(question.ends || !question.next.is_empty(), "{edition}: {} leads nowhere", question.at);
            }
        }
    }

    #[test]
    fn every_question_can_be_reached() {
        for edition in Edition::ALL {
            let questions = catalogue(edition);
            for question in questions {
                let reached = is_start(questions, question.at)
                    || questions.iter().any(|other| other.at != question.at && other.next.contains(&question.at));
                assert!(reached, "{edition}: nothing leads to {}", question.at);
            }
        }
    }

    #[test]
    fn every_question_that_there_is_belongs_to_an_edition() {
        for id in DecisionId::ALL {
            let belongs =
                Edition::ALL.into_iter().any(|edition| catalogue(edition).iter().any(|q| q.at.decision == *id));
            assert!(belongs, "nobody asks {}", id.name());
        }
    }
}
