//! Questions that a sync did not ask, each where the release would have asked it.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::api::Release;
use jobscope_core::manager::{Simulated, catalogue};
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::trace::{Function, QuestionSite, TraceEntry, asked};

use crate::Moment;

/// Questions that were not asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unasked {
    /// They stand before this entry of the trace.
    pub(crate) before: usize,
    /// How many functions deep below the outermost one.
    pub(crate) depth: usize,
    /// In the order of the release's source.
    pub(crate) places: Vec<QuestionSite>,
}

/// In the order of the trace. Within a sync there are none: what is not asked yet may still be. Nor are
/// there questions of functions that were never entered, for the question that kept them from it is there.
pub(crate) fn unasked(now: &Moment) -> Vec<Unasked> {
    if now.inside() || now.sync().is_none() {
        return Vec::new();
    }
    let trace = now.done_trace();
    let questions: Vec<QuestionSite> = questions(now.snapshot.release).collect();
    let places: Vec<QuestionSite> = asked(trace).into_iter().flatten().collect();
    let known: BTreeSet<QuestionSite> = places.iter().copied().small_collect();
    // How far each function has come, in the order of the catalogue.
    let mut reached: BTreeMap<Function, usize> = BTreeMap::new();
    let mut found = Vec::new();
    let mut pass = |function: Function, passed: std::ops::Range<usize>, before: usize, functions: usize| {
        let all = questions.get(passed).unwrap_or_default().iter().copied();
        let places: Vec<_> = all.filter(|place| place.function == function && !known.contains(place)).collect();
        if !places.is_empty() {
            found.push(Unasked { before, depth: functions.saturating_sub(1), places });
        }
    };
    let mut next = places.iter();
    let mut functions: usize = 0;
    for (at, entry) in trace.iter().enumerate() {
        match entry {
            TraceEntry::Enter(_) => functions += 1,
            TraceEntry::Decision(_) => {
                let Some(place) = next.next() else { continue };
                let Some(index) = questions.iter().position(|question| question == place) else { continue };
                let from = reached.entry(place.function).or_default();
                pass(place.function, *from..index.max(*from), at, functions);
                *from = (*from).max(index + 1);
            }
            TraceEntry::Leave(function) => {
                if let Some(from) = reached.get_mut(function) {
                    pass(*function, *from..questions.len(), at, functions);
                    *from = questions.len();
                }
                functions = functions.saturating_sub(1);
            }
            TraceEntry::SyncResult(_) => {
                // An early end leaves functions without a word.
                for (function, from) in std::mem::take(&mut reached) {
                    pass(function, from..questions.len(), at, 1);
                }
            }
            _ => {}
        }
    }
    found
}

/// All questions of a release, each controller's in the order of its source.
fn questions(release: Release) -> impl Iterator<Item = QuestionSite> {
    Simulated::ALL.into_iter().flat_map(move |controller| catalogue(release, controller)).map(|question| question.at)
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::DecisionId;

    use super::*;
    use crate::played::moments;
    use crate::preset::Preset;

    #[test]
    fn a_question_is_asked_or_not_and_never_both() {
        for release in Release::ALL {
            for scenario in Preset::ALL {
                for moment in moments(scenario, release, Timeline::step_over) {
                    let release = moment.snapshot.release;
                    let skipped: Vec<_> = unasked(&moment).into_iter().flat_map(|unasked| unasked.places).collect();
                    let places: BTreeSet<_> = asked(moment.done_trace()).into_iter().flatten().collect();
                    assert!(skipped.iter().all(|place| !places.contains(place)), "{release} {scenario:?}");
                    let once: BTreeSet<_> = skipped.iter().collect();
                    assert_eq!(once.len(), skipped.len(), "{release} {scenario:?} step {}", moment.step_number());
                    if moment.sync().is_some() {
                        let functions: BTreeSet<_> = places.iter().map(|place| place.function).collect();
                        let all = questions(release).filter(|place| functions.contains(&place.function));
                        assert_eq!(skipped.len() + places.len(), all.count(), "{release} {scenario:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn after_an_early_end_the_rest_of_the_sync_was_not_asked() {
        let mut early = 0;
        for moment in Release::ALL.into_iter().flat_map(|release| moments(Preset::Pi, release, Timeline::step_over)) {
            let last = asked(moment.done_trace()).into_iter().flatten().last();
            if last.is_some_and(|place| place.decision == DecisionId::JobFinished) {
                let skipped = unasked(&moment);
                assert_eq!(skipped.len(), 1, "{skipped:?}");
                assert!(skipped.iter().all(|unasked| unasked.places.len() > 10), "{skipped:?}");
                early += 1;
            }
        }
        assert!(early > 0, "some sync finds the Job finished");
    }

    #[test]
    fn nothing_is_said_of_what_may_still_be_asked() {
        let moments = moments(Preset::Pi, Release::V1_28, Timeline::step_into);
        let within: Vec<_> = moments.iter().filter(|moment| moment.inside()).collect();
        assert!(within.len() > 10 && within.iter().all(|moment| unasked(moment).is_empty()));
    }
}
