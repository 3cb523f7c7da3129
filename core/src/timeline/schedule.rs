//! A schedule found by Explore, as a branch of its own.

use super::{BranchError, BranchName, Cursor, MAX_BRANCHES, Timeline};
use crate::world::Action;

impl Timeline {
    /// Carries out `actions` one after the other from where the cursor stands, and comes back to there: what they do is
    /// what follows now. Where the chosen branch has them already, its steps are shared; from there on they are a branch of
    /// that name, even at the end of the chosen one, which stays as it is. If the cursor stands within a step, that step
    /// is first completed.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::timeline::{BranchName, Cursor, Timeline};
    /// use jobscope_core::world::{Action, World};
    ///
    /// let mut timeline = Timeline::new(World::new(Release::V1_28));
    /// timeline.apply(&Action::Advance { ms: 1 })?;
    /// timeline.add_branch(BranchName::default(), &[Action::Restart])?;
    /// assert_eq!(timeline.branches().iter().map(|branch| branch.steps).collect::<Vec<_>>(), [1, 2]);
    /// assert_eq!(timeline.cursor(), Cursor { step: 1, entries: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// One of the actions is refused, or there are too many branches for another one; nothing has changed.
    pub fn add_branch(&mut self, name: BranchName, actions: &[Action]) -> Result<(), BranchError> {
        let mut timeline = self.clone();
        let (from, Cursor { step, entries }) = (self.chosen_branch(), self.cursor());
        let done = step + usize::from(entries > 0);
        timeline.seek(Cursor::after(done));
        let recorded = timeline.steps().heads().iter().skip(done);
        let shared = recorded.zip(actions).take_while(|(head, action)| head.action == **action).count();
        if shared < actions.len() && self.branches().len() >= MAX_BRANCHES {
            return Err(BranchError::TooMany);
        }
        if shared < actions.len() && timeline.steps().len() == done + shared {
            // Otherwise the first action that differs begins it.
            timeline.fork(done + shared);
        }
        for action in actions {
            timeline.apply(action)?;
        }
        if timeline.chosen_branch() != from {
            timeline.name_chosen(name);
        }
        timeline.seek(Cursor::after(done));
        *self = timeline;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;

    fn name(text: &str) -> BranchName {
        BranchName::try_from(text.to_owned()).unwrap()
    }

    fn actions(timeline: &Timeline) -> Vec<Action> {
        timeline.steps().heads().iter().map(|head| head.action.clone()).collect()
    }

    #[test]
    fn where_no_branch_may_begin_nothing_changes() {
        let mut timeline = session(1);
        while timeline.step_over() {}
        let end = timeline.cursor();
        for ms in 1.. {
            if timeline.branches().len() == MAX_BRANCHES {
                break;
            }
            timeline.seek(Cursor::after(1));
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        for cursor in [Cursor::after(1), end] {
            timeline.seek(cursor);
            let before = timeline.branches();
            assert_eq!(timeline.add_branch(name("late"), &[Action::Restart]), Err(BranchError::TooMany));
            assert!(timeline.branches() == before);
        }
    }

    #[test]
    fn what_is_recorded_already_is_shared_and_the_rest_is_a_branch() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        let whole = actions(&timeline);
        timeline.seek(Cursor::after(1));
        let mut other = whole[1..4].to_vec();
        other.extend([Action::Advance { ms: 1 }, Action::Restart]);
        timeline.add_branch(name("found"), &other).unwrap();
        let [first, second] = &timeline.branches()[..] else { panic!("there are two") };
        assert_eq!((first.steps, second.steps), (whole.len(), 6));
        assert_eq!(second.from.map(|fork| fork.step), Some(4));
        assert_eq!((second.name.as_str(), second.chosen, second.cursor), ("found", true, Cursor::after(1)));
        assert_eq!(actions(&timeline)[1..], other);

        // The same once more is there already.
        timeline.add_branch(name("again"), &other[..4]).unwrap();
        assert_eq!((timeline.branches().len(), timeline.branches()[1].name.as_str()), (2, "found"));
    }

    #[test]
    fn at_the_end_it_is_a_branch_too_and_a_refusal_changes_nothing() {
        let mut timeline = session(1);
        timeline.step_over();
        let (steps, cursor) = (actions(&timeline), timeline.cursor());
        let refused = timeline.add_branch(name("never"), &[Action::Restart, Action::Advance { ms: 0 }]);
        assert!(refused.is_err());
        assert_eq!((timeline.branches().len(), actions(&timeline), timeline.cursor()), (1, steps.clone(), cursor));
        timeline.add_branch(name("found"), &[Action::Restart]).unwrap();
        assert_eq!((timeline.branches().len(), timeline.steps().len()), (2, 3));
        timeline.choose_branch(timeline.branches()[0].id).unwrap();
        assert_eq!(actions(&timeline), steps);
    }

    #[test]
    fn from_within_a_step_it_begins_after_it() {
        let mut timeline = session(3);
        timeline.step_over();
        timeline.step_into();
        assert!(timeline.cursor().entries > 0);
        timeline.add_branch(name("found"), &[Action::Restart]).unwrap();
        assert_eq!((timeline.cursor(), timeline.steps().len()), (Cursor::after(3), 4));
    }
}
