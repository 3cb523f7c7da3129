//! A session written down: how it started, what was done in each of its branches, where it stands, and what belongs
//! to it: breakpoints and narration. One form for files, links and tests; `file` and `link` are its two spellings, and
//! `written` says which fields it has.
//!
//! What would have happened by itself is only counted, so that what a person did stands out and a long
//! session stays short. Reading one back carries everything out again; a recording is hostile until
//! that has gone well.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::branch::{self, Branch};
use super::written::Written;
use super::{BranchId, BranchName, Breakpoint, Compared, Cursor, MAX_BRANCHES, Steps, Timeline, View};
use crate::api::{FeatureGates, Manifest, ManifestError, Time};
use crate::world::{Action, ActionError, Collectors, World};

/// Most steps that are carried out for a recording.
pub const MAX_RECORDED_STEPS: usize = 10_000;

/// Most entries of traces that are carried out for a recording: with many pods a step can be thousands.
pub const MAX_RECORDED_ENTRIES: usize = 1 << 22;

/// Longest manifest text that goes with a recording, in bytes.
pub const MAX_RECORDED_TEXT_BYTES: usize = crate::api::MAX_MANIFEST_BYTES;

/// A session as it is passed on. See the module.
///
/// ```
/// use jobscope_core::api::Edition;
/// use jobscope_core::timeline::{Recording, Timeline};
/// use jobscope_core::world::{Action, World};
///
/// let mut timeline = Timeline::new(World::new(Edition::V1_28));
/// timeline.apply(&Action::Advance { ms: 1_000 })?;
/// let copy = Recording::of(&timeline, "").replay()?;
/// assert_eq!(copy.world(), timeline.world());
/// assert_eq!(copy.cursor(), timeline.cursor());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Recording {
    /// What it shows, in a line; may be empty.
    pub title: String,
    pub(super) gates: FeatureGates,
    pub(super) start: Time,
    pub(super) manifest: String,
    /// Who collects garbage in the steps that are only counted.
    pub(super) collectors: Collectors,
    pub(super) first: RecordedBranch,
    /// The branches that came after the first, in the order in which they began.
    pub(super) others: Vec<(RecordedFork, RecordedBranch)>,
    /// Which branch is chosen, from 1.
    pub(super) chosen: usize,
    /// Where to stop when it is run.
    pub breakpoints: Vec<Breakpoint>,
    /// What is said along the way.
    pub narration: Vec<Narration>,
    /// What whoever wrote it down saw of it.
    pub(super) view: View,
}

/// A branch of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordedBranch {
    pub(super) name: BranchName,
    /// What was done in it; for branches after the first, since it parted.
    pub(super) steps: Vec<RecordedStep>,
    /// Where its cursor stands; none is the end.
    pub(super) cursor: Option<Cursor>,
}

/// Where a branch of a recording parted from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "From"))]
pub(super) struct RecordedFork {
    /// From this branch, numbered from 1 in the order in which they are written.
    #[serde(default = "first_branch", skip_serializing_if = "is_first_branch")]
    pub(super) branch: usize,
    /// After so many steps.
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

/// What is said once a session has come so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Narration {
    /// Steps that are done by then.
    pub step: usize,
    /// The text by language, such as `en` or `zh-CN`.
    pub text: BTreeMap<String, String>,
}

/// Part of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordedStep {
    /// So many steps as a healthy cluster takes them. Written as a number.
    ByItself(u32),
    /// The manifest is applied. Written as `apply`.
    Apply,
    /// Something else.
    Action(Box<Action>),
}

/// Why a recording cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// An action is refused.
    #[error("step {step}: {error}")]
    Refused {
        /// The step, from 1.
        step: usize,
        /// Why.
        error: ActionError,
    },
    /// The manifest that is to be applied is not one.
    #[error("step {step}: the manifest cannot be applied{}", first(errors))]
    Manifest {
        /// The step, from 1.
        step: usize,
        /// What is wrong with it, with places in the manifest.
        errors: Vec<ManifestError>,
    },
    /// The recording counts on steps that do not come by themselves.
    #[error("step {step}: nothing more happens by itself")]
    NothingToDo {
        /// The step, from 1.
        step: usize,
    },
    /// A branch is said to have parted from one that does not come before it, or after a step that there is not.
    #[error("it is said to part from branch {} after step {}, which there is not", from.0, from.1)]
    NoFork {
        /// The branch, from 1, and the step.
        from: (usize, usize),
    },
    /// No branch of that number is there to be chosen, or to be compared with.
    #[error("there is no branch {0} that could be shown")]
    NoBranch(usize),
    /// There are too many branches.
    #[error("there are more than {MAX_BRANCHES} branches")]
    TooManyBranches,
    /// Something is wrong in a branch other than the first.
    #[error("branch {branch}: {error}")]
    Branch {
        /// The branch, from 1.
        branch: usize,
        /// What is wrong; its steps are counted from the start of the session.
        error: Box<ReplayError>,
    },
    /// There are too many steps.
    #[error("there are more than {MAX_RECORDED_STEPS} steps")]
    TooLong,
    /// There is too much in the steps.
    #[error("there is more in the steps than {MAX_RECORDED_ENTRIES} entries of traces")]
    TooMuch,
    /// The manifest is too long.
    #[error("the manifest is longer than {MAX_RECORDED_TEXT_BYTES} bytes")]
    TextTooLong,
}

fn first(errors: &[ManifestError]) -> String {
    errors.first().map(|error| format!(": {error}")).unwrap_or_default()
}

impl Recording {
    /// Writes a session down, with the text in its editor.
    pub fn of(timeline: &Timeline, manifest: &str) -> Self {
        Self::seen(timeline, manifest, View::default())
    }

    /// The same, with what was seen of it.
    pub fn seen(timeline: &Timeline, manifest: &str, view: View) -> Self {
        let start = timeline.start();
        let applied = Manifest::parse(manifest, start.gates()).ok().map(|manifest| Action::of_manifest(&manifest));
        let branches = timeline.in_order();
        let place = |id| branches.iter().position(|branch| branch.id == id).unwrap_or_default();
        let collect =
            branches.iter().flat_map(|branch| branch.steps.heads().iter()).any(|step| is_of_collector(&step.action));
        // The form that has a view counts the controllers' steps, too.
        let is_new = collect || !view.is_usual();
        let collectors = if is_new { Collectors::Controllers } else { Collectors::Passes };
        let recorded = |branch: &Branch, from| RecordedBranch {
            name: branch.name.clone(),
            steps: recorded_steps(&branch.steps, from, applied.as_ref(), collectors),
            cursor: Some(branch.cursor).filter(|cursor| *cursor != Cursor::after(branch.steps.len())),
        };
        let others = branches.iter().enumerate().filter_map(|(index, branch)| {
            let fork = branch::fork(branch, branches.get(..index)?)?;
            let from = RecordedFork { branch: FIRST_BRANCH + place(fork.branch), step: fork.step };
            Some((from, recorded(branch, fork.step)))
        });
        Self {
            title: String::new(),
            gates: start.gates(),
            start: start.start(),
            manifest: manifest.to_owned(),
            collectors,
            first: branches.first().map(|branch| recorded(branch, 0)).unwrap_or_default(),
            others: others.collect(),
            chosen: FIRST_BRANCH + place(timeline.chosen_branch()),
            breakpoints: Vec::new(),
            narration: Vec::new(),
            view,
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

    /// What whoever wrote it down saw of it.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Carries everything out again.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a step is not possible, or if there is too much of it.
    pub fn replay(&self) -> Result<Timeline, ReplayError> {
        self.replay_within(MAX_RECORDED_ENTRIES)
    }

    /// The same with `room` for so many entries of traces.
    fn replay_within(&self, mut room: usize) -> Result<Timeline, ReplayError> {
        if self.manifest.len() > MAX_RECORDED_TEXT_BYTES {
            return Err(ReplayError::TextTooLong);
        }
        if self.others.len() >= MAX_BRANCHES {
            return Err(ReplayError::TooManyBranches);
        }
        let steps = self.others.iter().map(|(_, branch)| branch).chain([&self.first]).flat_map(|branch| &branch.steps);
        let count = |step: &RecordedStep| match step {
            RecordedStep::ByItself(count) => *count as usize,
            RecordedStep::Apply | RecordedStep::Action(_) => 1,
        };
        if steps.map(count).fold(0, usize::saturating_add) > MAX_RECORDED_STEPS {
            return Err(ReplayError::TooLong);
        }
        let mut timeline = Timeline::new(World::with_gates(self.gates, self.start));
        self.first.carry_out(self, &mut timeline, &mut room)?;
        let mut ids = vec![timeline.chosen_branch()];
        for (from, branch) in &self.others {
            let begun = from.begin(&ids, &mut timeline).and_then(|()| branch.carry_out(self, &mut timeline, &mut room));
            begun.map_err(|error| ReplayError::Branch { branch: ids.len() + 1, error: Box::new(error) })?;
            ids.push(timeline.chosen_branch());
        }
        let chosen = self.chosen.checked_sub(FIRST_BRANCH).and_then(|place| ids.get(place));
        let chosen = chosen.ok_or(ReplayError::NoBranch(self.chosen))?;
        timeline.choose_branch(*chosen).map_err(|_| ReplayError::NoBranch(self.chosen))?;
        if let Some(Compared::Branch(other)) = self.view.compare
            && !(FIRST_BRANCH..FIRST_BRANCH + ids.len()).contains(&other)
        {
            return Err(ReplayError::NoBranch(other));
        }
        Ok(timeline)
    }

    /// What applies the manifest.
    fn applied(&self, step: usize) -> Result<Action, ReplayError> {
        let manifest = Manifest::parse(&self.manifest, self.gates);
        manifest.map(|manifest| Action::of_manifest(&manifest)).map_err(|errors| ReplayError::Manifest { step, errors })
    }
}

impl RecordedFork {
    /// Begins the branch that parted there; `ids` are those before it.
    fn begin(self, ids: &[BranchId], timeline: &mut Timeline) -> Result<(), ReplayError> {
        let none = ReplayError::NoFork { from: (self.branch, self.step) };
        let parent = self.branch.checked_sub(FIRST_BRANCH).and_then(|place| ids.get(place));
        let Some(Ok(())) = parent.map(|id| timeline.choose_branch(*id)) else { return Err(none) };
        if self.step > timeline.steps().len() {
            return Err(none);
        }
        if timeline.fork(self.step) { Ok(()) } else { Err(ReplayError::TooManyBranches) }
    }
}

impl RecordedBranch {
    /// Names the chosen branch of `timeline`, carries its steps out in it, as long as there is `room` for the entries of
    /// their traces, and leaves the cursor where it is to stand.
    fn carry_out(&self, recording: &Recording, timeline: &mut Timeline, room: &mut usize) -> Result<(), ReplayError> {
        let mut done = |timeline: &Timeline| {
            let entries = timeline.steps().heads().last().map_or(0, |step| step.entries);
            *room = room.checked_sub(entries).ok_or(ReplayError::TooMuch)?;
            Ok(())
        };
        timeline.name_chosen(self.name.clone());
        timeline.seek(Cursor::after(timeline.steps().len()));
        for recorded in &self.steps {
            let step = timeline.steps().len() + 1;
            match recorded {
                RecordedStep::Action(action) => {
                    timeline.apply(action).map_err(|error| ReplayError::Refused { step, error })?;
                    done(timeline)?;
                }
                RecordedStep::Apply => {
                    let apply = recording.applied(step)?;
                    timeline.apply(&apply).map_err(|error| ReplayError::Refused { step, error })?;
                    done(timeline)?;
                }
                RecordedStep::ByItself(count) => {
                    for step in (step..).take(*count as usize) {
                        if !timeline.step_over_with(recording.collectors) {
                            return Err(ReplayError::NothingToDo { step });
                        }
                        done(timeline)?;
                    }
                }
            }
        }
        if let Some(cursor) = self.cursor {
            timeline.seek(cursor);
        }
        Ok(())
    }
}

/// Whether a controller does this that collects what Jobs leave behind.
fn is_of_collector(action: &Action) -> bool {
    matches!(action, Action::AttemptToDelete | Action::AttemptToOrphan | Action::PodGc)
}

/// The steps of a branch from `from` on, as they are written down. What a person did stands out: the rest is counted.
fn recorded_steps(steps: &Steps, from: usize, applied: Option<&Action>, collectors: Collectors) -> Vec<RecordedStep> {
    let mut recorded = Vec::new();
    let mut walk = steps.walk();
    for (index, head) in steps.heads().iter().enumerate().skip(from) {
        let by_itself = match collectors {
            Collectors::Controllers => head.by_itself,
            Collectors::Passes => walk.world_after(index).next_action_with(collectors).as_ref() == Some(&head.action),
        };
        if !by_itself {
            recorded.push(if applied == Some(&head.action) {
                RecordedStep::Apply
            } else {
                RecordedStep::Action(Box::new(head.action.clone()))
            });
        } else if let Some(RecordedStep::ByItself(count)) = recorded.last_mut() {
            *count += 1;
        } else {
            recorded.push(RecordedStep::ByItself(1));
        }
    }
    recorded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Edition;
    use crate::timeline::testing::session;

    #[test]
    fn what_happened_by_itself_is_counted() {
        let mut timeline = session(2);
        for _ in 0..3 {
            timeline.step_over();
        }
        timeline.apply(&Action::Advance { ms: 5 }).unwrap();
        let steps = Recording::of(&timeline, "").first.steps;
        assert!(matches!(steps[0], RecordedStep::Action(_)));
        assert_eq!(steps[1..], [RecordedStep::ByItself(3), RecordedStep::Action(Box::new(Action::Advance { ms: 5 }))]);
    }

    #[test]
    fn a_cursor_within_a_step_is_kept() {
        let mut timeline = session(2);
        while timeline.cursor().entries == 0 {
            assert!(timeline.step_into());
        }
        let copy = Recording::of(&timeline, "kind: Job").replay().unwrap();
        assert_eq!(copy.cursor(), timeline.cursor());
        assert_eq!(copy.world(), timeline.world());
    }

    #[test]
    fn it_is_carried_out_as_long_as_there_is_room() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        // The second branch has something of its own.
        timeline.seek(Cursor::after(3));
        timeline.apply(&Action::Resync).unwrap();
        let (recording, entries) = (Recording::of(&timeline, ""), timeline.recorded_entries());
        assert_eq!(timeline.branches().len(), 2);
        assert!(recording.replay_within(entries).is_ok());
        let branch = recording.replay_within(entries - 1).map(|_| ()).unwrap_err();
        assert_eq!(branch, ReplayError::Branch { branch: 2, error: Box::new(ReplayError::TooMuch) });
        assert_eq!(recording.replay_within(3).map(|_| ()).unwrap_err(), ReplayError::TooMuch);
    }

    #[test]
    fn what_cannot_be_done_is_said_with_its_step() {
        let empty = Recording::of(&Timeline::new(World::new(Edition::V1_11)), "");
        let with = |steps| {
            let first = RecordedBranch { steps, ..RecordedBranch::default() };
            Recording { first, ..empty.clone() }.replay().map(|_| ()).unwrap_err()
        };
        assert_eq!(with(vec![RecordedStep::ByItself(1)]), ReplayError::NothingToDo { step: 1 });
        let sync = with(
            [Action::Advance { ms: 1 }, Action::Sync].map(|action| RecordedStep::Action(Box::new(action))).to_vec(),
        );
        assert_eq!(sync, ReplayError::Refused { step: 2, error: ActionError::QueueEmpty });
        assert_eq!(
            with(vec![RecordedStep::ByItself(u32::MAX), RecordedStep::ByItself(u32::MAX)]),
            ReplayError::TooLong
        );
        let text = Recording { manifest: " ".repeat(MAX_RECORDED_TEXT_BYTES + 1), ..empty.clone() };
        assert_eq!(text.replay().map(|_| ()).unwrap_err(), ReplayError::TextTooLong);
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
        let recording = Recording::of(&timeline, "");
        let forks: Vec<_> = recording.others.iter().map(|(from, _)| (from.branch, from.step)).collect();
        assert_eq!((forks, recording.chosen), (vec![(1, 3), (2, 5), (1, 2)], 3));
        let copy = recording.replay().unwrap();
        assert_eq!(copy.branches(), timeline.branches());
        assert_eq!(copy.world(), timeline.world());

        // Numbers have no holes once they are written down.
        timeline.remove_branch(BranchId(1)).unwrap();
        let copy = Recording::of(&timeline, "").replay().unwrap();
        let shape = |timeline: &Timeline| -> Vec<_> {
            timeline.branches().into_iter().map(|branch| (branch.name, branch.steps, branch.chosen)).collect()
        };
        assert_eq!(shape(&copy), shape(&timeline));
    }

    #[test]
    fn branches_that_cannot_be_are_refused_with_their_number() {
        let mut timeline = session(1);
        timeline.step_over();
        let whole = Recording::of(&timeline, "");
        let with = |branch, step, steps: &[RecordedStep]| {
            let other = RecordedBranch { steps: steps.to_vec(), ..RecordedBranch::default() };
            let others = vec![(RecordedFork { branch, step }, other)];
            Recording { others, ..whole.clone() }.replay().map(|_| ())
        };
        assert_eq!(with(1, 2, &[]), Ok(()));
        for (branch, step, steps, expected) in [
            (1, 3, &[][..], "branch 2: it is said to part from branch 1 after step 3, which there is not"),
            (2, 0, &[], "branch 2: it is said to part from branch 2 after step 0, which there is not"),
            (0, 0, &[], "branch 2: it is said to part from branch 0 after step 0, which there is not"),
            (1, 0, &[RecordedStep::ByItself(1)], "branch 2: step 1: nothing more happens by itself"),
        ] {
            assert_eq!(with(branch, step, steps).unwrap_err().to_string(), expected);
        }
        let chosen = Recording { chosen: 2, ..whole.clone() }.replay().map(|_| ());
        assert_eq!(chosen, Err(ReplayError::NoBranch(2)));
        let many = (0..MAX_BRANCHES).map(|_| (RecordedFork { branch: 1, step: 0 }, RecordedBranch::default()));
        let many = Recording { others: many.collect(), ..whole.clone() }.replay().map(|_| ());
        assert_eq!(many, Err(ReplayError::TooManyBranches));
    }
}
