//! Undo history: for each edit, the timeline before it.
//!
//! Steps forwards and backwards are no edits; the timeline itself goes back over those.

use std::rc::Rc;

use jobscope_core::timeline::{Breakpoint, Folded};
use jobscope_core::world::Action;
use yew::AttrValue;

use crate::arrival::Recorded;

/// How many edits are kept. Timelines share what they have in common.
const MOST: usize = 100;

/// What a person did that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    /// An action.
    Action(Action),
    /// A command of kubectl, with what it waited for.
    Command(AttrValue),
    /// Another release; everything restarts.
    Restarted,
    /// Another preset with its manifest; everything restarts.
    Began(Texts),
    /// A session from a link or file, with its manifest.
    Opened(Texts),
    /// A branch got another name.
    BranchNamed,
    /// A branch was removed.
    BranchRemoved,
    /// A schedule that was found became a branch.
    Found,
}

/// The manifest in the editor on both sides of an edit that puts its own there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Texts {
    pub(crate) before: AttrValue,
    pub(crate) after: AttrValue,
}

impl Edit {
    /// The manifests, if the edit put its own into the editor.
    fn texts(&self) -> Option<&Texts> {
        match self {
            Self::Began(texts) | Self::Opened(texts) => Some(texts),
            Self::Action(_)
            | Self::Command(_)
            | Self::Restarted
            | Self::BranchNamed
            | Self::BranchRemoved
            | Self::Found => None,
        }
    }
}

/// How things are on the other side of an edit, and the manifests on the side that was left and on the other, if the edit
/// changed that too.
pub(super) type Restored = (State, Option<Texts>);

/// What edits change.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) timeline: Folded,
    pub(super) breakpoints: Rc<Vec<Breakpoint>>,
    /// What the timeline explains, if it is of a recorded history.
    pub(super) recorded: Option<Rc<Recorded>>,
}

/// An edit, and how things are on its other side.
#[derive(Clone, Debug)]
struct UndoEntry {
    edit: Edit,
    other: State,
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: Vec<UndoEntry>,
    redo: Vec<UndoEntry>,
    /// How many edits, undos and redos there were.
    changes: u64,
}

impl History {
    /// An edit was made; `before` is how things were.
    pub(super) fn note(&mut self, edit: Edit, before: State) {
        self.changes += 1;
        self.redo.clear();
        if self.undo.len() >= MOST {
            self.undo.remove(0);
        }
        self.undo.push(UndoEntry { edit, other: before });
    }

    /// How things were before the last edit.
    pub(super) fn undo(&mut self, present: State) -> Option<Restored> {
        self.changes += 1;
        let texts = self.undo.last().and_then(|entry| entry.edit.texts());
        let back = texts.map(|Texts { before, after }| Texts { before: after.clone(), after: before.clone() });
        Some((Self::exchange(&mut self.undo, &mut self.redo, present)?, back))
    }

    /// How things were before the last undo.
    pub(super) fn redo(&mut self, present: State) -> Option<Restored> {
        self.changes += 1;
        let texts = self.redo.last().and_then(|entry| entry.edit.texts()).cloned();
        Some((Self::exchange(&mut self.redo, &mut self.undo, present)?, texts))
    }

    /// What would be taken back, and what brought back.
    pub(super) fn edits(&self) -> (Option<Edit>, Option<Edit>) {
        let last = |entries: &[UndoEntry]| entries.last().map(|entry| entry.edit.clone());
        (last(&self.undo), last(&self.redo))
    }

    /// How many steps the session had before the last edit restarted it under another release or other gates; 0 after
    /// any other edit.
    pub(super) fn restarted_steps(&self) -> usize {
        let restarted = self.undo.last().filter(|entry| entry.edit == Edit::Restarted);
        restarted.map_or(0, |entry| entry.other.timeline.recorded())
    }

    /// How many edits, undos and redos there were.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    fn exchange(from: &mut Vec<UndoEntry>, to: &mut Vec<UndoEntry>, present: State) -> Option<State> {
        let UndoEntry { edit, other } = from.pop()?;
        // Breakpoints go with the session that they came with; otherwise setting one is no edit.
        let breakpoints = if matches!(edit, Edit::Opened(_)) { &other.breakpoints } else { &present.breakpoints };
        let next =
            State { timeline: other.timeline, breakpoints: Rc::clone(breakpoints), recorded: other.recorded.clone() };
        to.push(UndoEntry { edit, other: present });
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;

    fn steps(timeline: &Timeline) -> Vec<Action> {
        timeline.steps().heads().iter().map(|step| step.action.clone()).collect()
    }

    fn state(timeline: &Timeline) -> State {
        State { timeline: timeline.folded(), breakpoints: Rc::default(), recorded: None }
    }

    #[test]
    fn edits_are_taken_back_and_brought_back_in_order() {
        let mut history = History::default();
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        let mut seen = vec![steps(&timeline)];
        for ms in 1..=3 {
            let before = state(&timeline);
            let action = Action::Advance { ms };
            timeline.apply(&action).unwrap();
            history.note(Edit::Action(action), before);
            seen.push(steps(&timeline));
        }
        for expected in seen.iter().rev().skip(1) {
            timeline = history.undo(state(&timeline)).unwrap().0.timeline.unfold();
            assert_eq!(steps(&timeline), *expected);
        }
        assert!(history.clone().undo(state(&timeline)).is_none());
        for expected in seen.iter().skip(1) {
            timeline = history.redo(state(&timeline)).unwrap().0.timeline.unfold();
            assert_eq!(steps(&timeline), *expected);
        }
        assert_eq!(history.edits(), (Some(Edit::Action(Action::Advance { ms: 3 })), None));
    }

    #[test]
    fn a_branch_goes_with_the_edit_that_began_it() {
        let mut history = History::default();
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        for ms in [1, 2] {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        timeline.step_back();
        let before = state(&timeline);
        let action = Action::Advance { ms: 3 };
        timeline.apply(&action).unwrap();
        history.note(Edit::Action(action), before);
        let (undone, _) = history.undo(state(&timeline)).unwrap();
        let timeline_of = |state: &State| state.timeline.unfold();
        assert_eq!((timeline_of(&undone).branches().len(), timeline_of(&undone).steps().len()), (1, 2));
        let redone = timeline_of(&history.redo(undone).unwrap().0);
        assert_eq!((redone.branches(), redone.steps()), (timeline.branches(), timeline.steps()));
    }

    #[test]
    fn breakpoints_and_the_manifest_come_and_go_with_an_opened_session_only() {
        let mut history = History::default();
        let timeline = Timeline::new(World::new(Release::V1_11));
        let with = |breakpoints: usize| State {
            timeline: timeline.folded(),
            breakpoints: Rc::new(vec![Breakpoint::Condition { condition: None }; breakpoints]),
            recorded: None,
        };
        let texts = Texts { before: "mine".into(), after: "theirs".into() };
        history.note(Edit::Opened(texts), with(1));
        history.note(Edit::Restarted, with(2));
        let (undone, texts) = history.undo(with(3)).unwrap();
        assert_eq!((undone.breakpoints.len(), texts), (3, None));
        let (undone, texts) = history.undo(undone).unwrap();
        assert_eq!((undone.breakpoints.len(), &*texts.unwrap().after), (1, "mine"));
        let (redone, texts) = history.redo(undone).unwrap();
        assert_eq!((redone.breakpoints.len(), &*texts.unwrap().after), (3, "theirs"));
    }

    #[test]
    fn a_new_edit_leaves_nothing_to_bring_back_and_old_ones_are_forgotten() {
        let mut history = History::default();
        let timeline = Timeline::new(World::new(Release::V1_11));
        for _ in 0..MOST * 2 {
            history.note(Edit::Restarted, state(&timeline));
        }
        assert_eq!(history.undo.len(), MOST);
        history.undo(state(&timeline)).unwrap();
        history.note(Edit::Restarted, state(&timeline));
        assert_eq!(history.edits(), (Some(Edit::Restarted), None));
    }
}
