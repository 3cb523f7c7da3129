//! The branches of a session: an edit in the past keeps the old future, and begins another one.
//!
//! Branches share the steps before they part, so the tree is not kept anywhere: which branch another one came from,
//! and where, follows from what they share. One branch is chosen; the cursor and everything that is done are its own.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::landmarks::Room;
use super::{Cursor, MAX_SAVED_ENTRIES, MAX_SAVED_STEPS, Steps, Timeline};
use crate::api::Time;
use crate::small_sort::SmallSort as _;
use crate::world::{ActionError, World};

/// The maximal number of branches of a session. At this number, an edit in the past is refused.
pub const MAX_BRANCHES: usize = 64;

/// Which branch. Numbered as they began, from 1; the number of one that was removed is not given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BranchId(pub u32);

/// The name of a branch: one line without control characters, at most [`BranchName::MAX_CHARACTERS`] characters; empty
/// if it has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BranchName(String);

/// Why text is no name of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BranchNameError {
    /// It is too long.
    #[error("the name of a branch has at most {} characters", BranchName::MAX_CHARACTERS)]
    TooLong,
    /// It is more than one line.
    #[error("the name of a branch is one line of text")]
    NotALine,
}

/// Why a branch cannot be chosen, named or removed. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BranchError {
    /// No branch has that number.
    #[error("there is no branch {}", .0.0)]
    Unknown(BranchId),
    /// The last one stays.
    #[error("the only branch cannot be removed")]
    TheOnlyOne,
    /// There are too many branches.
    #[error("a session has at most {MAX_BRANCHES} branches: remove one first")]
    TooMany,
    /// What it is to do cannot be done.
    #[error(transparent)]
    Refused(#[from] ActionError),
}

/// Where a branch branches off from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Fork {
    /// From this branch, which began earlier.
    pub branch: BranchId,
    /// The number of steps before it.
    pub step: usize,
}

/// A branch as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BranchView {
    /// Its number.
    pub id: BranchId,
    /// The name; empty if it has none.
    pub name: BranchName,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// Where it comes from; absent for the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub from: Option<Fork>,
    /// Its steps, those before it parted included.
    pub steps: usize,
    /// Where its cursor stands.
    pub cursor: Cursor,
}

#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) id: BranchId,
    pub(super) name: BranchName,
    pub(super) steps: Steps,
    pub(super) cursor: Cursor,
}

impl BranchName {
    /// Longest name, in characters.
    pub const MAX_CHARACTERS: usize = 80;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nobody has named it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<String> for BranchName {
    type Error = BranchNameError;

    fn try_from(text: String) -> Result<Self, BranchNameError> {
        let name = text.trim();
        if name.chars().any(char::is_control) {
            Err(BranchNameError::NotALine)
        } else if name.chars().count() > Self::MAX_CHARACTERS {
            Err(BranchNameError::TooLong)
        } else {
            Ok(Self(name.to_owned()))
        }
    }
}

impl From<BranchName> for String {
    fn from(name: BranchName) -> Self {
        name.0
    }
}

impl fmt::Display for BranchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Branch {
    /// The first branch of a session that starts with `world`.
    pub(super) fn first(world: World, room: Room) -> Self {
        Self { id: BranchId(1), name: BranchName::default(), steps: Steps::new(world, room), cursor: Cursor::default() }
    }
}

impl Timeline {
    /// The branches in the order in which they began, each with where it comes from: a tree.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::timeline::{Cursor, Timeline};
    /// use jobscope_core::world::{Action, World};
    ///
    /// let mut timeline = Timeline::new(World::new(Release::V1_28));
    /// timeline.apply(&Action::Advance { ms: 1 })?;
    /// timeline.apply(&Action::Advance { ms: 2 })?;
    /// timeline.seek(Cursor { step: 1, entries: 0 });
    /// timeline.apply(&Action::Advance { ms: 3 })?;
    /// let [first, second] = &timeline.branches()[..] else { panic!("there are two futures now") };
    /// assert_eq!((first.steps, second.steps), (2, 2));
    /// assert_eq!(second.from.map(|fork| (fork.branch, fork.step)), Some((first.id, 1)));
    /// assert!(second.chosen);
    /// timeline.choose_branch(first.id)?;
    /// assert_eq!(timeline.steps().heads().last().map(|step| &step.action), Some(&Action::Advance { ms: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn branches(&self) -> Vec<BranchView> {
        let branches = self.in_order();
        let view = |(place, branch): (usize, &&Branch)| BranchView {
            id: branch.id,
            name: branch.name.clone(),
            chosen: branch.id == self.present.id,
            from: fork(branch, branches.get(..place).unwrap_or_default()),
            steps: branch.steps.len(),
            cursor: branch.cursor,
        };
        branches.iter().enumerate().map(view).collect()
    }

    /// The chosen branch.
    pub fn chosen_branch(&self) -> BranchId {
        self.present.id
    }

    /// The steps of a branch.
    pub fn steps_of(&self, id: BranchId) -> Option<&Steps> {
        self.in_order().into_iter().find(|branch| branch.id == id).map(|branch| &branch.steps)
    }

    /// The clock after that many steps of a branch; at the start, if there is no such branch.
    pub fn time_after(&self, id: BranchId, steps: usize) -> Time {
        let last = self.steps_of(id).and_then(|run| run.heads().get(steps.min(run.len()).checked_sub(1)?));
        last.map_or(self.start().now(), |last| last.now)
    }

    /// How many steps there are in all branches together, those that branches share counted once.
    pub fn recorded_steps(&self) -> usize {
        self.branches().iter().map(|branch| branch.steps - branch.from.map_or(0, |fork| fork.step)).sum()
    }

    /// How many entries the traces of these steps have together: what it takes to carry all of them out again.
    pub fn recorded_entries(&self) -> usize {
        let of_branch = |branch: &BranchView| {
            let heads = self.steps_of(branch.id).into_iter().flat_map(|steps| steps.heads().iter());
            heads.skip(branch.from.map_or(0, |fork| fork.step)).map(|head| head.entries).sum::<usize>()
        };
        self.branches().iter().map(of_branch).sum()
    }

    /// Whether a [`SavedSession`](super::SavedSession) of it can be carried out again: a longer session is possible, but
    /// can neither be kept nor handed on.
    pub fn can_be_saved(&self) -> bool {
        self.recorded_steps() <= MAX_SAVED_STEPS && self.recorded_entries() <= MAX_SAVED_ENTRIES
    }

    /// Whether that will still be so after one more step, however much happens in it.
    pub fn can_be_saved_longer(&self) -> bool {
        const LARGE_STEP: usize = 1 << 16;
        self.recorded_steps() < MAX_SAVED_STEPS && self.recorded_entries() + LARGE_STEP <= MAX_SAVED_ENTRIES
    }

    /// Goes to another branch, to where its cursor was left.
    ///
    /// # Errors
    ///
    /// [`BranchError::Unknown`].
    pub fn choose_branch(&mut self, id: BranchId) -> Result<(), BranchError> {
        if id == self.present.id {
            return Ok(());
        }
        let chosen = self.others.iter_mut().find(|branch| branch.id == id).ok_or(BranchError::Unknown(id))?;
        std::mem::swap(&mut self.present, chosen);
        chosen.steps.fold();
        self.seek(self.present.cursor);
        Ok(())
    }

    /// Calls a branch so; an empty name takes its name away.
    ///
    /// # Errors
    ///
    /// [`BranchError::Unknown`].
    pub fn rename_branch(&mut self, id: BranchId, name: BranchName) -> Result<(), BranchError> {
        let mut branches = self.others.iter_mut().chain([&mut self.present]);
        branches.find(|branch| branch.id == id).ok_or(BranchError::Unknown(id))?.name = name;
        Ok(())
    }

    /// Removes a branch. What others share with it stays. If it is the chosen one, the one that it came from is
    /// chosen then.
    ///
    /// # Errors
    ///
    /// [`BranchError`].
    pub fn remove_branch(&mut self, id: BranchId) -> Result<(), BranchError> {
        let branches = self.branches();
        let removed = branches.iter().find(|branch| branch.id == id).ok_or(BranchError::Unknown(id))?;
        if removed.chosen {
            let first = branches.iter().find(|branch| branch.id != id).map(|branch| branch.id);
            let next = removed.from.map(|fork| fork.branch).or(first).ok_or(BranchError::TheOnlyOne)?;
            self.choose_branch(next)?;
        }
        self.others.retain(|branch| branch.id != id);
        Ok(())
    }

    /// Begins a branch at the first `step` steps of the chosen one, and chooses it. False if there are too many.
    pub(super) fn fork(&mut self, step: usize) -> bool {
        if self.others.len() + 1 >= MAX_BRANCHES {
            return false;
        }
        let mut branch = Branch { name: BranchName::default(), id: BranchId(self.began + 1), ..self.present.clone() };
        branch.steps.truncate(step);
        self.began += 1;
        let mut left = std::mem::replace(&mut self.present, branch);
        left.steps.fold();
        self.others.push(left);
        true
    }

    /// Names the chosen branch.
    pub(super) fn name_chosen(&mut self, name: BranchName) {
        self.present.name = name;
    }

    /// All branches in the order in which they began.
    pub(super) fn in_order(&self) -> Vec<&Branch> {
        let mut branches: Vec<_> = self.others.iter().chain([&self.present]).collect();
        branches.small_sort_by_key(|branch| branch.id);
        branches
    }
}

/// Where `branch` parted from one of those that began `earlier`: from the one that it has most in common with.
pub(super) fn fork(branch: &Branch, earlier: &[&Branch]) -> Option<Fork> {
    let shared = earlier.iter().map(|other| Fork { branch: other.id, step: branch.steps.shared_with(&other.steps) });
    // Of several that have as much in common with it, it came from the first.
    shared.rev().max_by_key(|fork| fork.step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;
    use crate::world::Action;

    fn actions(timeline: &Timeline) -> Vec<Action> {
        timeline.steps().iter().map(|step| step.action.clone()).collect()
    }

    fn at(step: usize) -> Cursor {
        Cursor { step, entries: 0 }
    }

    #[test]
    fn both_futures_of_an_edit_in_the_past_stay() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        let (first, whole) = (timeline.chosen_branch(), actions(&timeline));
        timeline.seek(at(3));
        let refused = timeline.apply(&Action::PodRemove { pods: vec!["nobody".into()] });
        assert_eq!(refused.map(|_| ()), Err(ActionError::NoSuchPod));
        assert_eq!(timeline.branches().len(), 1, "a refused action begins no branch");

        timeline.apply(&Action::Advance { ms: 1 }).unwrap();
        let second = timeline.chosen_branch();
        assert_eq!((timeline.steps().len(), timeline.cursor()), (4, at(4)));
        timeline.choose_branch(first).unwrap();
        assert_eq!((actions(&timeline), timeline.cursor()), (whole, at(3)));
        timeline.choose_branch(second).unwrap();
        assert_eq!(timeline.cursor(), at(4), "each has its own cursor");
    }

    #[test]
    fn what_was_recorded_next_is_no_other_future() {
        let mut timeline = session(1);
        while timeline.step_over() {}
        let recorded = timeline.steps().len();
        timeline.seek(at(1));
        let next = timeline.steps().get(1).unwrap().action.clone();
        timeline.apply(&next).unwrap();
        assert_eq!((timeline.branches().len(), timeline.steps().len(), timeline.cursor()), (1, recorded, at(2)));
    }

    #[test]
    fn the_tree_is_what_branches_share() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        // From 1 at 3, from that at 5, and from the first, though the second was chosen, at 2.
        for (step, ms) in [(3, 1), (5, 2), (2, 3)] {
            timeline.seek(at(step));
            timeline.apply(&Action::Advance { ms }).unwrap();
            while timeline.step_over() {}
        }
        let forks = |timeline: &Timeline| -> Vec<_> {
            timeline.branches().iter().map(|branch| branch.from.map(|fork| (fork.branch.0, fork.step))).collect()
        };
        assert_eq!(forks(&timeline), [None, Some((1, 3)), Some((2, 5)), Some((1, 2))]);
        assert_eq!(timeline.recorded_steps(), 16 + 14 + 13 + 15);
        let own = |branch: &BranchView| {
            let entries: Vec<usize> =
                timeline.steps_of(branch.id).unwrap().heads().iter().map(|head| head.entries).collect();
            entries[branch.from.map_or(0, |fork| fork.step)..].iter().sum::<usize>()
        };
        assert_eq!(timeline.recorded_entries(), timeline.branches().iter().map(own).sum::<usize>());
        assert!(timeline.recorded_entries() > timeline.recorded_steps());
        timeline.remove_branch(BranchId(2)).unwrap();
        assert_eq!(forks(&timeline), [None, Some((1, 3)), Some((1, 2))], "what was shared with it stays");
        timeline.remove_branch(BranchId(1)).unwrap();
        assert_eq!(forks(&timeline), [None, Some((3, 2))]);
        assert_eq!(timeline.chosen_branch(), BranchId(4));
        timeline.remove_branch(BranchId(4)).unwrap();
        assert_eq!(timeline.chosen_branch(), BranchId(3), "the one that it came from");
        assert_eq!(timeline.remove_branch(BranchId(3)), Err(BranchError::TheOnlyOne));
        assert_eq!(timeline.remove_branch(BranchId(1)), Err(BranchError::Unknown(BranchId(1))));
    }

    #[test]
    fn a_name_is_a_line() {
        let name = |text: &str| BranchName::try_from(text.to_owned());
        assert_eq!(name("  With a quota ").map(String::from), Ok("With a quota".to_owned()));
        assert_eq!(name("two\nlines"), Err(BranchNameError::NotALine));
        assert_eq!(name(&"一".repeat(80)).map(|name| name.is_empty()), Ok(false));
        assert_eq!(name(&"一".repeat(81)), Err(BranchNameError::TooLong));
    }

    #[test]
    fn there_are_never_too_many() {
        let mut timeline = session(1);
        for _ in 0..3 {
            timeline.step_over();
        }
        for ms in 1.. {
            timeline.seek(at(1));
            let before = timeline.branches();
            let Err(error) = timeline.apply(&Action::Advance { ms }) else { continue };
            assert_eq!(error, ActionError::TooManyBranches { most: MAX_BRANCHES });
            assert!(timeline.branches() == before, "nothing is lost");
            break;
        }
        assert_eq!(timeline.branches().len(), MAX_BRANCHES);
        // What is there already, or comes at the end, begins none.
        timeline.apply(&Action::Advance { ms: 63 }).unwrap();
        timeline.apply(&Action::Restart).unwrap();
        assert_eq!(timeline.branches().len(), MAX_BRANCHES);
    }
}
