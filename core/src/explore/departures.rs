//! How often a schedule departs from the usual one, which does at each step what [`World::next_action`] says.
//!
//! [`World::next_action`]: crate::world::World::next_action
//!
//! An action passes over the choices that rank before it. Their sources (a watch, the workers, pods, a collector, time) are
//! late from then on, and rank last. Each source that becomes late is a departure, and one that acts while it ranks last is
//! another. So an event that comes ten steps late is two departures, and one that comes when nothing else is left is one.

use crate::world::{Action, Streams};

/// A set of sources of actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sources(u8);

impl Sources {
    /// The source of an action.
    fn from_action(action: &Action) -> Self {
        Self(match action {
            Action::Deliver { kind: Streams::Job, .. } => 1,
            Action::Deliver { .. } => 1 << 1,
            Action::Sync | Action::StepSync { .. } => 1 << 2,
            Action::SyncOrphan => 1 << 3,
            Action::SyncTtl | Action::AttemptToDelete | Action::AttemptToOrphan | Action::PodGc => 1 << 4,
            Action::StepManager | Action::Relist { .. } => 1 << 5,
            Action::Advance { .. } => 1 << 6,
            // What pods do.
            _ => 1 << 7,
        })
    }

    fn has(self, source: Self) -> bool {
        self.0 & source.0 != 0
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Ranks `choices` where these sources are late: theirs come last. Each has its number of departures, and the sources that
    /// are late after it. The first one is what usually comes next, and so no departure.
    pub(super) fn rank(self, choices: Vec<Action>) -> impl Iterator<Item = (Action, u16, Self)> {
        let (mut ranked, late): (Vec<_>, Vec<_>) =
            choices.into_iter().partition(|choice| !self.has(Self::from_action(choice)));
        ranked.extend(late);
        let mut passed = Self::default();
        ranked.into_iter().enumerate().map(move |(place, choice)| {
            let source = Self::from_action(&choice);
            let newly = if self.has(source) { Self::default() } else { passed.without(self).without(source) };
            let departures = if place == 0 { 0 } else { newly.0.count_ones().max(1) };
            passed = passed.with(source);
            (choice, u16::try_from(departures).unwrap_or(u16::MAX), self.with(newly).without(source))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deliver(kind: Streams, n: Option<u32>) -> Action {
        Action::Deliver { kind, n }
    }

    #[test]
    fn what_is_passed_over_is_late_until_it_acts_and_costs_once() {
        let (jobs, pods) = (deliver(Streams::Job, None), deliver(Streams::Pod, None));
        let choices = vec![jobs.clone(), pods.clone(), Action::Sync, Action::Advance { ms: 1 }];
        let ranked: Vec<_> = Sources::default().rank(choices.clone()).collect();
        let costs: Vec<_> = ranked.iter().map(|(_, departures, _)| *departures).collect();
        assert_eq!(costs, [0, 1, 2, 3], "each source that is passed over is one more");
        let (_, _, late) = ranked[2];
        assert!(
            late.has(Sources::from_action(&jobs))
                && late.has(Sources::from_action(&pods))
                && !late.has(Sources::from_action(&Action::Sync))
        );
        let after: Vec<_> = late.rank(choices).collect();
        let order: Vec<_> = after.iter().map(|(action, departures, _)| (action.clone(), *departures)).collect();
        assert_eq!(order[0], (Action::Sync, 0), "to pass over what is late is no further departure");
        assert_eq!(order[2], (jobs.clone(), 1));
        assert!(!after[2].2.has(Sources::from_action(&jobs)) && after[2].2.has(Sources::from_action(&pods)));
    }

    #[test]
    fn part_of_what_usually_comes_is_one_departure_and_makes_nothing_late() {
        let choices = vec![deliver(Streams::Pod, None), deliver(Streams::Pod, Some(1))];
        let ranked: Vec<_> = Sources::default().rank(choices).collect();
        assert_eq!(ranked[1], (deliver(Streams::Pod, Some(1)), 1, Sources::default()));
    }
}
