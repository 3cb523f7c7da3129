//! The path of a sync through its catalogue.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::api::Release;
use jobscope_core::manager::{Simulated, controller_of};
use jobscope_core::trace::{Decision, DecisionId, QuestionSite, TraceEntry, asked};

use crate::Moment;
use crate::path::last_stop;

/// Empty outside of a sync.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// How often each question was asked, and how it was answered the last time.
    asked: BTreeMap<QuestionSite, (usize, Decision)>,
    /// From question to question.
    taken: BTreeSet<(QuestionSite, QuestionSite)>,
    /// The way to the present question.
    pub last: Option<(QuestionSite, QuestionSite)>,
    /// Questions after which the sync ended.
    ended: BTreeSet<QuestionSite>,
    /// The present question, or the one that decided it.
    pub present: Option<QuestionSite>,
    /// Whether more is to come.
    pub inside: bool,
}

impl Walk {
    /// The path of the current step so far, with the question `look` as the selected one.
    pub fn of(now: &Moment, look: Option<DecisionId>) -> Self {
        let trace = now.done_trace();
        let places = asked(trace);
        let decisions = trace.iter().filter_map(|entry| match entry {
            TraceEntry::Decision(decision) => Some(*decision),
            _ => None,
        });
        let mut walk = Self { inside: now.inside(), ..Self::default() };
        for (place, decision) in places.iter().flatten().zip(decisions) {
            let (times, last) = walk.asked.entry(*place).or_insert((0, decision));
            *times += 1;
            *last = decision;
        }
        for pair in places.windows(2) {
            match pair {
                [Some(from), Some(to)] => {
                    walk.taken.insert((*from, *to));
                    walk.last = Some((*from, *to));
                }
                [Some(from), None] => drop(walk.ended.insert(*from)),
                _ => {}
            }
        }
        let stop = last_stop(now, look).unwrap_or(trace.len());
        let until = asked(trace.get(..=stop).unwrap_or(trace));
        walk.present = until.into_iter().flatten().last();
        if walk.last.is_some_and(|(_, to)| Some(to) != walk.present) {
            walk.last = None;
        }
        walk
    }

    /// Whose questions these are.
    pub fn controller(&self, release: Release) -> Simulated {
        self.present.map_or(Simulated::Job, |place| controller_of(release, place.function))
    }

    /// How often a question was asked, and how it was answered the last time.
    pub fn answer(&self, place: QuestionSite) -> Option<&(usize, Decision)> {
        self.asked.get(&place)
    }

    /// Whether the way went there directly.
    pub fn took(&self, from: QuestionSite, to: QuestionSite) -> bool {
        self.taken.contains(&(from, to))
    }

    /// Whether the sync ended after this question.
    pub fn ended_at(&self, place: QuestionSite) -> bool {
        self.ended.contains(&place)
    }

    /// Whether nothing was asked at all.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::job::catalogue::catalogue;
    use jobscope_core::timeline::Timeline;

    use super::*;
    use crate::played::moments;
    use crate::preset::Preset;

    #[test]
    fn a_way_keeps_to_the_edges_of_the_catalogue() {
        let mut steps = 0;
        for scenario in Preset::ALL {
            for moment in moments(scenario, Release::V1_28, Timeline::step_into) {
                for (from, to) in &Walk::of(&moment, None).taken {
                    let question = catalogue(Release::V1_28).iter().find(|question| question.at == *from).unwrap();
                    assert!(question.next.contains(to), "{from} does not lead to {to}");
                    steps += 1;
                }
            }
        }
        assert!(steps > 100, "the scenarios ask something: {steps}");
    }

    #[test]
    fn after_a_sync_it_says_where_it_ended() {
        let all = moments(Preset::Pi, Release::V1_28, Timeline::step_over);
        let synced: Vec<_> =
            all.iter().filter(|moment| moment.sync().is_some()).map(|moment| Walk::of(moment, None)).collect();
        assert!(!synced.is_empty());
        for walk in synced {
            assert_eq!(walk.ended.len(), 1);
            assert!(walk.present.is_some() && !walk.inside);
        }
    }
}
