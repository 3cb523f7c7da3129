//! The questions of all simulated controllers, and whether a trace follows them.
//!
//! Each controller lists its own beside itself; nothing in here knows a question.

use super::Simulated;
use crate::api::Release;
use crate::garbagecollector;
use crate::job;
use crate::podgc;
use crate::trace::{Function, Question, QuestionSite, TraceEntry, asked};
use crate::ttlafterfinished;

/// The questions of one controller in `release`, in the order of its source; none if the release does not have it.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::manager::{Simulated, catalogue};
///
/// assert!(catalogue(Release::V1_11, Simulated::TtlAfterFinished).is_empty());
/// let first = catalogue(Release::V1_28, Simulated::TtlAfterFinished)[0];
/// assert_eq!(first.at.to_string(), "job-in-cache in processJob");
/// ```
pub fn catalogue(release: Release, simulated: Simulated) -> &'static [Question] {
    match simulated {
        _ if super::name_of(release, simulated).is_none() => &[],
        Simulated::Job => job::catalogue::catalogue(release),
        Simulated::TtlAfterFinished => ttlafterfinished::CATALOGUE,
        Simulated::GarbageCollector => garbagecollector::catalogue(release),
        Simulated::PodGc => podgc::catalogue(release),
    }
}

/// The controller that has this function.
pub fn controller_of(release: Release, function: Function) -> Simulated {
    let has = |simulated| catalogue(release, simulated).iter().any(|question| question.at.function == function);
    Simulated::ALL.into_iter().find(|simulated| has(*simulated)).unwrap_or(Simulated::Job)
}

/// The questions of all controllers of `release`.
pub fn questions(release: Release) -> impl Iterator<Item = &'static Question> {
    Simulated::ALL.into_iter().flat_map(move |simulated| catalogue(release, simulated))
}

/// A question that a release's catalogue does not allow where it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstep {
    /// The release does not ask this, or not in this function.
    #[error("{release} does not ask {place}")]
    NotInCatalogue {
        /// The release.
        release: Release,
        /// What was asked.
        place: QuestionSite,
    },
    /// Nothing leads there.
    #[error("in {release}, {from} does not lead to {to}")]
    NoEdge {
        /// The release.
        release: Release,
        /// The question before, or the start.
        from: String,
        /// The question after, or the end.
        to: String,
    },
}

/// Holds the questions of a whole step to the catalogues of `release`.
///
/// # Errors
///
/// The first question that the catalogues do not have, or not there.
pub fn check(release: Release, trace: &[TraceEntry]) -> Result<(), Misstep> {
    let mut before: Option<&Question> = None;
    for place in asked(trace) {
        let no_edge = |to: String| {
            let from = before.map_or_else(|| "the start".to_owned(), |question| question.at.to_string());
            Err(Misstep::NoEdge { release, from, to })
        };
        let Some(place) = place else {
            match before {
                Some(question) if question.ends => before = None,
                _ => return no_edge("the end".to_owned()),
            }
            continue;
        };
        let Some(question) = questions(release).find(|question| question.at == place) else {
            return Err(Misstep::NotInCatalogue { release, place });
        };
        let leads_here = match before {
            Some(before) => before.next.contains(&place),
            None => is_start(release, place),
        };
        if !leads_here {
            return no_edge(place.to_string());
        }
        before = Some(question);
    }
    Ok(())
}

/// Whether a sync begins here: with the first question of one of the outermost functions.
fn is_start(release: Release, place: QuestionSite) -> bool {
    let outermost = matches!(
        place.function,
        Function::SyncJob
            | Function::SyncOrphanPod
            | Function::SyncOrphanPodsBySelector
            | Function::ProcessJob
            | Function::Gc
            | Function::AttemptToDeleteWorker
            | Function::AttemptToDeleteItem
            | Function::OrphanDependents
    );
    outermost
        && questions(release)
            .find(|question| question.at.function == place.function)
            .is_some_and(|first| first.at == place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::DecisionId;

    #[test]
    fn every_place_is_listed_once_and_every_edge_leads_to_one() {
        for release in Release::ALL {
            for question in questions(release) {
                let same = questions(release).filter(|other| other.at == question.at).count();
                assert_eq!(same, 1, "{release}: {} is listed {same} times", question.at);
                for next in question.next {
                    assert!(questions(release).any(|other| other.at == *next), "{release}: {next} is not listed");
                }
                assert!(question.ends || !question.next.is_empty(), "{release}: {} leads nowhere", question.at);
            }
        }
    }

    #[test]
    fn every_question_can_be_reached() {
        for release in Release::ALL {
            for question in questions(release) {
                let reached = is_start(release, question.at)
                    || questions(release).any(|other| other.at != question.at && other.next.contains(&question.at));
                assert!(reached, "{release}: nothing leads to {}", question.at);
            }
        }
    }

    #[test]
    fn every_question_that_there_is_belongs_to_a_release() {
        for id in DecisionId::ALL {
            let belongs = Release::ALL.into_iter().any(|release| questions(release).any(|q| q.at.decision == *id));
            assert!(belongs, "nobody asks {}", id.name());
        }
    }
}
