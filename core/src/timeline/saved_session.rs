//! A session written down: how it started, what was done in each of its branches, where it stands, and what belongs
//! to it: breakpoints and narration. One form for files, links and tests; `file` and `link` are its two spellings, and
//! `written` says which fields it has.
//!
//! What would have happened by itself is only counted, so that what a person did stands out and a long
//! session stays short. Reading one back carries everything out again ([`Replay`]); a saved session is hostile until
//! that has gone well.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::branch::{self, Branch};
use super::written::WrittenSession;
use super::{BranchName, Breakpoint, Cursor, RecordedHistory, Replay, ReplayError, Steps, Timeline, View};
use crate::api::{FeatureGates, Manifests, Time};
use crate::world::{Action, Collectors, Naming};

/// Longest manifest text that goes with a saved session, in bytes.
pub const MAX_SAVED_TEXT_BYTES: usize = crate::api::MAX_MANIFEST_BYTES;

/// A session as it is passed on.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::timeline::{SavedSession, Timeline};
/// use jobscope_core::world::{Action, World};
///
/// let mut timeline = Timeline::new(World::new(Release::V1_28));
/// timeline.apply(&Action::Advance { ms: 1_000 })?;
/// let copy = SavedSession::of(&timeline, "").replay()?;
/// assert_eq!(copy.world(), timeline.world());
/// assert_eq!(copy.cursor(), timeline.cursor());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenSession", into = "WrittenSession")]
pub struct SavedSession {
    /// What it shows, in a line; may be empty.
    pub title: String,
    pub(super) gates: FeatureGates,
    pub(super) start: Time,
    /// How names are generated.
    pub(super) naming: Naming,
    pub(super) manifest: String,
    /// What it explains, instead of steps.
    pub(super) history: Option<Box<RecordedHistory>>,
    /// Who collects garbage in the steps that are only counted.
    pub(super) collectors: Collectors,
    pub(super) first: SavedBranch,
    /// The branches that came after the first, in the order in which they began.
    pub(super) others: Vec<(SavedFork, SavedBranch)>,
    /// Which branch is chosen, from 1.
    pub(super) chosen: usize,
    /// Where to stop when it is run.
    pub breakpoints: Vec<Breakpoint>,
    /// What is said along the way.
    pub narration: Vec<Narration>,
    /// The view settings of the sharer.
    pub(super) view: View,
}

/// A branch of a saved session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SavedBranch {
    pub(super) name: BranchName,
    /// What was done in it; for branches after the first, since it branched off.
    pub(super) steps: Vec<SavedStep>,
    /// Where its cursor stands; none is the end.
    pub(super) cursor: Option<Cursor>,
}

/// Where a branch of a saved session branches off from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "From"))]
pub(super) struct SavedFork {
    /// The branch, numbered from 1 in the order in which they are written.
    #[serde(default = "first_branch", skip_serializing_if = "is_first_branch")]
    pub(super) branch: usize,
    /// The number of steps before it.
    pub(super) step: usize,
}

/// The number of the first branch.
pub(super) const FIRST_BRANCH: usize = 1;

pub(super) fn first_branch() -> usize {
    FIRST_BRANCH
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(super) fn is_first_branch(branch: &usize) -> bool {
    *branch == FIRST_BRANCH
}

/// A text that is shown once a session has reached a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Narration {
    /// Steps that are done by then.
    pub step: usize,
    /// The text by language, such as `en` or `zh-CN`.
    pub text: BTreeMap<String, String>,
}

/// Part of a saved session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SavedStep {
    /// This number of steps, as a healthy cluster takes them. Written as a number.
    ByItself(u32),
    /// The manifest is applied: a step for each object in it. Written as `apply`.
    Apply,
    /// Commands of kubectl, with their standard input. Written as `kubectl`, and only by people: a session is recorded with
    /// what came of them.
    Kubectl(String),
    /// Something else.
    Action(Box<Action>),
}

impl SavedSession {
    /// Writes a session down, with the text in its editor.
    pub fn of(timeline: &Timeline, manifest: &str) -> Self {
        Self::seen(timeline, manifest, View::default())
    }

    /// The same, with what was seen of it.
    pub fn seen(timeline: &Timeline, manifest: &str, view: View) -> Self {
        let start = timeline.start();
        let applied = Manifests::parse(manifest, start.gates());
        let applied = applied.map(|manifests| Action::from_manifests(&manifests)).unwrap_or_default();
        let branches = timeline.in_order();
        let place = |id| branches.iter().position(|branch| branch.id == id).unwrap_or_default();
        let collect =
            branches.iter().flat_map(|branch| branch.steps.heads().iter()).any(|step| is_of_collector(&step.action));
        // The versions that have a view or drawn names count the controllers' steps, too.
        let is_new = collect || !view.is_usual() || start.naming() == Naming::Drawn;
        let collectors = if is_new { Collectors::Controllers } else { Collectors::Passes };
        let recorded = |branch: &Branch, from| SavedBranch {
            name: branch.name.clone(),
            steps: recorded_steps(&branch.steps, from, &applied, collectors),
            cursor: Some(branch.cursor).filter(|cursor| *cursor != Cursor::after(branch.steps.len())),
        };
        let others = branches.iter().enumerate().filter_map(|(index, branch)| {
            let fork = branch::fork(branch, branches.get(..index)?)?;
            let from = SavedFork { branch: FIRST_BRANCH + place(fork.branch), step: fork.step };
            Some((from, recorded(branch, fork.step)))
        });
        Self {
            title: String::new(),
            gates: start.gates(),
            start: start.start(),
            naming: start.naming(),
            manifest: manifest.to_owned(),
            history: None,
            collectors,
            first: branches.first().map(|branch| recorded(branch, 0)).unwrap_or_default(),
            others: others.collect(),
            chosen: FIRST_BRANCH + place(timeline.chosen_branch()),
            breakpoints: Vec::new(),
            narration: Vec::new(),
            view,
        }
    }

    /// A session in which these actions are carried out, and nothing else.
    pub(super) fn of_actions(gates: FeatureGates, start: Time, manifest: String, actions: Vec<Action>) -> Self {
        let steps = actions.into_iter().map(|action| SavedStep::Action(Box::new(action))).collect();
        Self {
            title: String::new(),
            gates,
            start,
            naming: Naming::Drawn,
            manifest,
            history: None,
            collectors: Collectors::Controllers,
            first: SavedBranch { steps, ..SavedBranch::default() },
            others: Vec::new(),
            chosen: FIRST_BRANCH,
            breakpoints: Vec::new(),
            narration: Vec::new(),
            view: View::default(),
        }
    }

    /// The release and its feature gates.
    pub fn gates(&self) -> FeatureGates {
        self.gates
    }

    /// The text for the editor; may be empty.
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    /// The recorded history that it names instead of steps. It has to be explained before it can be replayed:
    /// [`explained`](crate::history::explained) does so.
    pub fn history(&self) -> Option<&RecordedHistory> {
        self.history.as_deref()
    }

    /// The same with the texts of the history that it names.
    #[must_use]
    pub fn with_history(self, history: RecordedHistory) -> Self {
        Self { history: Some(Box::new(history)), ..self }
    }

    /// `session`, which explains the history that this names, with what this says besides: title, breakpoints, narration,
    /// and where it opens.
    #[must_use]
    pub fn with_session(&self, session: Self) -> Self {
        Self {
            title: self.title.clone(),
            breakpoints: self.breakpoints.clone(),
            narration: self.narration.clone(),
            view: self.view.clone(),
            first: SavedBranch { cursor: self.first.cursor.or(session.first.cursor), ..session.first },
            ..session
        }
    }

    /// The view settings of the sharer.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Carries everything out again; [`Replay`] does so piece by piece.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a step is not possible, or if there is too much of it.
    pub fn replay(&self) -> Result<Timeline, ReplayError> {
        Replay::of(self.clone())?.whole()
    }
}

/// Whether a controller does this that collects what Jobs leave behind.
fn is_of_collector(action: &Action) -> bool {
    matches!(action, Action::AttemptToDelete | Action::AttemptToOrphan | Action::PodGc)
}

/// The steps of a branch from `from` on, as they are written down. What a person did stands out: the rest is counted.
/// A run of steps that is all of `applied` is written as one.
fn recorded_steps(steps: &Steps, from: usize, applied: &[Action], collectors: Collectors) -> Vec<SavedStep> {
    let mut recorded = Vec::new();
    let mut walk = steps.walk();
    let mut after_applied = from;
    for (index, head) in steps.heads().iter().enumerate().skip(from) {
        if index < after_applied {
            continue;
        }
        let mut here = steps.heads().iter().skip(index).map(|head| &head.action);
        if !applied.is_empty() && applied.iter().all(|action| here.next() == Some(action)) {
            recorded.push(SavedStep::Apply);
            after_applied = index + applied.len();
            continue;
        }
        let by_itself = match collectors {
            Collectors::Controllers => head.by_itself,
            Collectors::Passes => walk.world_after(index).next_action_with(collectors).as_ref() == Some(&head.action),
        };
        if !by_itself {
            recorded.push(SavedStep::Action(Box::new(head.action.clone())));
        } else if let Some(SavedStep::ByItself(count)) = recorded.last_mut() {
            *count += 1;
        } else {
            recorded.push(SavedStep::ByItself(1));
        }
    }
    recorded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::BranchId;
    use crate::timeline::testing::session;

    #[test]
    fn what_happened_by_itself_is_counted() {
        let mut timeline = session(2);
        for _ in 0..3 {
            timeline.step_over();
        }
        timeline.apply(&Action::Advance { ms: 5 }).unwrap();
        let steps = SavedSession::of(&timeline, "").first.steps;
        assert!(matches!(steps[0], SavedStep::Action(_)));
        assert_eq!(steps[1..], [SavedStep::ByItself(3), SavedStep::Action(Box::new(Action::Advance { ms: 5 }))]);
    }

    #[test]
    fn a_cursor_within_a_step_is_kept() {
        let mut timeline = session(2);
        while timeline.cursor().entries == 0 {
            assert!(timeline.step_into());
        }
        let copy = SavedSession::of(&timeline, "kind: Job").replay().unwrap();
        assert_eq!(copy.cursor(), timeline.cursor());
        assert_eq!(copy.world(), timeline.world());
    }

    #[test]
    fn branches_are_written_from_where_they_parted() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        for (step, ms) in [(3, 1), (5, 2), (2, 3)] {
            timeline.seek(Cursor::after(step));
            timeline.apply(&Action::Advance { ms }).unwrap();
            while timeline.step_over() {}
            timeline.step_back();
        }
        timeline.rename_branch(BranchId(2), "Later".to_owned().try_into().unwrap()).unwrap();
        timeline.choose_branch(BranchId(3)).unwrap();
        let saved = SavedSession::of(&timeline, "");
        let forks: Vec<_> = saved.others.iter().map(|(from, _)| (from.branch, from.step)).collect();
        assert_eq!((forks, saved.chosen), (vec![(1, 3), (2, 5), (1, 2)], 3));
        let copy = saved.replay().unwrap();
        assert_eq!(copy.branches(), timeline.branches());
        assert_eq!(copy.world(), timeline.world());

        // Numbers have no holes once they are written down.
        timeline.remove_branch(BranchId(1)).unwrap();
        let copy = SavedSession::of(&timeline, "").replay().unwrap();
        let shape = |timeline: &Timeline| -> Vec<_> {
            timeline.branches().into_iter().map(|branch| (branch.name, branch.steps, branch.chosen)).collect()
        };
        assert_eq!(shape(&copy), shape(&timeline));
    }
}
