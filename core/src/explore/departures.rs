//! How often a schedule departs from the usual one, which does at each step what [`World::next_action`] says.
//!
//! [`World::next_action`]: crate::world::World::next_action
//!
//! A choice that passes over others makes those late that they would come from: a watch, the workers, pods, a collector, or
//! time. What is late is expected last from then on. If it acts earlier, that is one more departure. So an event that is late
//! for ten steps is two departures, and one that comes when nothing else is left is one.

use crate::world::{Action, Streams};

/// Where actions come from, as a set: those that are late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Late(u8);

impl Late {
    /// Where an action comes from.
    fn source(action: &Action) -> Self {
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

    /// `choices`, those that are late at the end, each with the number of departures that it is and with what is late after
    /// it. The first one counts as no departure: it is what usually comes next.
    pub(super) fn rank(self, choices: Vec<Action>) -> impl Iterator<Item = (Action, u16, Self)> {
        let (mut ranked, late): (Vec<_>, Vec<_>) =
            choices.into_iter().partition(|choice| !self.has(Self::source(choice)));
        ranked.extend(late);
        let mut passed = Self::default();
        ranked.into_iter().enumerate().map(move |(place, choice)| {
            let source = Self::source(&choice);
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
        let ranked: Vec<_> = Late::default().rank(choices.clone()).collect();
        let costs: Vec<_> = ranked.iter().map(|(_, departures, _)| *departures).collect();
        assert_eq!(costs, [0, 1, 2, 3], "each source that is passed over is one more");
        let (_, _, late) = ranked[2];
        assert!(
            late.has(Late::source(&jobs)) && late.has(Late::source(&pods)) && !late.has(Late::source(&Action::Sync))
        );
        let after: Vec<_> = late.rank(choices).collect();
        let order: Vec<_> = after.iter().map(|(action, departures, _)| (action.clone(), *departures)).collect();
        assert_eq!(order[0], (Action::Sync, 0), "to pass over what is late is no further departure");
        assert_eq!(order[2], (jobs.clone(), 1));
        assert!(!after[2].2.has(Late::source(&jobs)) && after[2].2.has(Late::source(&pods)));
    }

    #[test]
    fn part_of_what_usually_comes_is_one_departure_and_makes_nothing_late() {
        let choices = vec![deliver(Streams::Pod, None), deliver(Streams::Pod, Some(1))];
        let ranked: Vec<_> = Late::default().rank(choices).collect();
        assert_eq!(ranked[1], (deliver(Streams::Pod, Some(1)), 1, Late::default()));
    }
}
