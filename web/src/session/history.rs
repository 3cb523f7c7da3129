//! Edits that can be taken back: for each, the timeline as it was before.
//!
//! Steps forwards and backwards are no edits; the timeline itself goes back over those.

use jobscope_core::timeline::Timeline;
use jobscope_core::world::Action;

/// How many edits are kept. Timelines share their worlds, yet each has a list of its own.
const MOST: usize = 30;

/// What a person did that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    /// An action.
    Action(Action),
    /// Another scenario or release, everything anew.
    Anew,
    /// A session from a link.
    Opened,
}

/// An edit, and the timeline on its other side.
#[derive(Clone, Debug)]
struct Turn {
    edit: Edit,
    other: Timeline,
    /// Steps that both sides have in common.
    same: usize,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: Vec<Turn>,
    redo: Vec<Turn>,
    /// How many edits, undos and redos there were.
    turns: u64,
}

impl History {
    /// An edit was made; `before` is how things were, of which the first `same` steps stay.
    pub(super) fn note(&mut self, edit: Edit, before: Timeline, same: usize) {
        self.turns += 1;
        self.redo.clear();
        if self.undo.len() >= MOST {
            self.undo.remove(0);
        }
        self.undo.push(Turn { edit, other: before, same });
    }

    /// The timeline before the last edit, and how many of its steps are those of `present`.
    pub(super) fn undo(&mut self, present: Timeline) -> Option<(Timeline, usize)> {
        self.turns += 1;
        Self::turn(&mut self.undo, &mut self.redo, present)
    }

    /// The timeline before the last undo, and how many of its steps are those of `present`.
    pub(super) fn redo(&mut self, present: Timeline) -> Option<(Timeline, usize)> {
        self.turns += 1;
        Self::turn(&mut self.redo, &mut self.undo, present)
    }

    /// What would be taken back, and what brought back.
    pub(super) fn edits(&self) -> (Option<Edit>, Option<Edit>) {
        let last = |turns: &[Turn]| turns.last().map(|turn| turn.edit.clone());
        (last(&self.undo), last(&self.redo))
    }

    /// How many edits, undos and redos there were.
    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    fn turn(from: &mut Vec<Turn>, to: &mut Vec<Turn>, present: Timeline) -> Option<(Timeline, usize)> {
        let Turn { edit, other, same } = from.pop()?;
        // What was stepped through since then may have been replaced, but never the steps before the edit.
        let same = same.min(present.steps().len()).min(other.steps().len());
        to.push(Turn { edit, other: present, same });
        Some((other, same))
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Edition;
    use jobscope_core::world::World;

    use super::*;

    fn steps(timeline: &Timeline) -> Vec<Action> {
        timeline.steps().iter().map(|step| step.action.clone()).collect()
    }

    #[test]
    fn edits_are_taken_back_and_brought_back_in_order() {
        let mut history = History::default();
        let mut timeline = Timeline::new(World::new(Edition::V1_11));
        let mut seen = vec![steps(&timeline)];
        for ms in 1..=3 {
            let before = timeline.clone();
            let action = Action::Advance { ms };
            timeline.apply(&action).unwrap();
            history.note(Edit::Action(action), before, timeline.steps().len() - 1);
            seen.push(steps(&timeline));
        }
        for expected in seen.iter().rev().skip(1) {
            timeline = history.undo(timeline).unwrap().0;
            assert_eq!(steps(&timeline), *expected);
        }
        assert!(history.clone().undo(timeline.clone()).is_none());
        for expected in seen.iter().skip(1) {
            timeline = history.redo(timeline).unwrap().0;
            assert_eq!(steps(&timeline), *expected);
        }
        assert_eq!(history.edits(), (Some(Edit::Action(Action::Advance { ms: 3 })), None));
    }

    #[test]
    fn a_new_edit_leaves_nothing_to_bring_back_and_old_ones_are_forgotten() {
        let mut history = History::default();
        let timeline = Timeline::new(World::new(Edition::V1_11));
        for _ in 0..MOST * 2 {
            history.note(Edit::Anew, timeline.clone(), 0);
        }
        assert_eq!(history.undo.len(), MOST);
        history.undo(timeline.clone()).unwrap();
        history.note(Edit::Anew, timeline, 0);
        assert_eq!(history.edits(), (Some(Edit::Anew), None));
    }
}
