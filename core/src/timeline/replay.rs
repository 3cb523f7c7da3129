//! Carries out a saved session again: at once, or piece by piece, so that the user sees the progress and can cancel it.
//!
//! The work is bounded, in steps and in trace entries: with many pods a step can have thousands of entries. What commands
//! of kubectl read and print counts as entries, too.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::vec;

use super::saved_session::{FIRST_BRANCH, SavedBranch, SavedFork, SavedStep};
use super::{BranchId, Compared, Cursor, MAX_BRANCHES, MAX_SAVED_TEXT_BYTES, SavedSession, Timeline};
use crate::api::{ManifestError, Manifests};
use crate::kubectl::{MANIFEST_FILE, Typed};
use crate::small_collect::SmallCollect as _;
use crate::world::{Action, ActionError, KubectlRun, World};

/// Most steps that are carried out for a saved session.
pub const MAX_SAVED_STEPS: usize = 10_000;

/// Most entries of traces that are carried out for a saved session: with many pods a step can be thousands.
pub const MAX_SAVED_ENTRIES: usize = 1 << 23;

/// A saved session of which a part is carried out.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use jobscope_core::api::Release;
/// use jobscope_core::timeline::{Replay, SavedSession, Timeline};
/// use jobscope_core::world::{Action, World};
///
/// let mut timeline = Timeline::new(World::new(Release::V1_28));
/// timeline.apply(&Action::Advance { ms: 1_000 })?;
/// let mut replay = Replay::of(SavedSession::of(&timeline, ""))?;
/// let copy = loop {
///     match replay.go_on(100)? {
///         ControlFlow::Break(timeline) => break timeline,
///         ControlFlow::Continue(rest) => replay = rest,
///     }
/// };
/// assert_eq!(copy.world(), timeline.world());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    saved: SavedSession,
    /// Runs commands of kubectl, unless this replay [cannot](Self::without_kubectl).
    shell: Option<Shell>,
    timeline: Timeline,
    /// The branches that are whole.
    ids: Vec<BranchId>,
    /// Where the next one begins or continues.
    place: NextStep,
    /// Entries of traces that there may still be.
    room: usize,
    /// Steps that are carried out.
    done: usize,
    /// Steps that there are in all branches.
    all: usize,
    /// What applies the manifest, once it was read.
    applied: Vec<Action>,
    /// The commands of the current step, while some are left.
    commands: Option<Commands>,
}

/// A text of commands that is being run.
#[derive(Clone, Debug)]
struct Commands {
    /// The lines that are left, once they were read.
    lines: Option<vec::IntoIter<Typed>>,
    /// The files that a line can name, with those that the lines before it wrote.
    files: BTreeMap<String, String>,
}

/// Runs the next line of a text on a session. The outcome is what it cost, or `None` after the last line.
type Shell = fn(&mut Timeline, &str, &mut Commands) -> Result<Option<usize>, ReplayError>;

fn shell(timeline: &mut Timeline, text: &str, commands: &mut Commands) -> Result<Option<usize>, ReplayError> {
    let lines = commands.lines.get_or_insert_with(|| Typed::all(text).into_iter());
    let Some(typed) = lines.next() else { return Ok(None) };
    let before = timeline.steps().len();
    let KubectlRun { output, files: written, cost, .. } = timeline.kubectl(&typed, &commands.files);
    commands.files.extend(written);
    if output.code != 0 && timeline.steps().len() == before {
        let message = output.stderr.trim_end().to_owned();
        return Err(ReplayError::Command { step: before + 1, message });
    }
    // A long text counts, too.
    Ok(Some(cost.saturating_add(text.len() / 1_000)))
}

/// The step that is next in a branch.
#[derive(Clone, Copy, Debug, Default)]
enum NextStep {
    /// The branch has not begun.
    #[default]
    Before,
    /// `step` written steps are done; if the next one stands for several steps, `counted` of those.
    Within { step: usize, counted: u32 },
}

/// Why a saved session cannot be carried out.
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
    /// A command fails, and changes nothing.
    #[error("step {step}: {message}")]
    Command {
        /// The step, from 1.
        step: usize,
        /// What kubectl printed.
        message: String,
    },
    /// The saved session counts on steps that do not come by themselves.
    #[error("step {step}: nothing more happens by itself")]
    NothingToDo {
        /// The step, from 1.
        step: usize,
    },
    /// A branch branches off from one that does not come before it, or after a step that does not exist.
    #[error("it branches off after step {} of branch {}, but that step does not exist", from.1, from.0)]
    NoFork {
        /// The branch, from 1, and the step.
        from: (usize, usize),
    },
    /// The branch that is shown, or compared with, does not exist.
    #[error("it shows branch {0}, which does not exist")]
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
    /// The saved session names a recorded history. [`explained`](crate::history::explained) turns it into steps.
    #[error("it names a recorded history, which is not explained yet")]
    NotExplained,
    /// There are too many steps.
    #[error("there are more than {MAX_SAVED_STEPS} steps")]
    TooLong,
    /// The steps have too many trace entries, or their commands do too much.
    #[error("the steps and their commands have more than {MAX_SAVED_ENTRIES} trace entries")]
    TooMuch,
    /// The manifest is too long.
    #[error("the manifest is longer than {MAX_SAVED_TEXT_BYTES} bytes")]
    TextTooLong,
}

fn first(errors: &[ManifestError]) -> String {
    errors.first().map(|error| format!(": {error}")).unwrap_or_default()
}

impl SavedStep {
    /// How many steps it stands for.
    fn count(&self) -> usize {
        match self {
            Self::ByItself(count) => *count as usize,
            Self::Apply | Self::Action(_) | Self::Kubectl(_) => 1,
        }
    }
}

impl Replay {
    /// A saved session of which nothing is carried out yet.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if there is too much of it.
    pub fn of(saved: SavedSession) -> Result<Self, ReplayError> {
        Self::bounded(saved, Some(shell))
    }

    fn bounded(saved: SavedSession, shell: Option<Shell>) -> Result<Self, ReplayError> {
        let replay = Self::with_shell(saved, shell)?;
        if replay.all > MAX_SAVED_STEPS {
            return Err(ReplayError::TooLong);
        }
        Ok(Self { room: MAX_SAVED_ENTRIES, ..replay })
    }

    /// [`of`](Self::of) for a saved session without [commands](SavedSession::has_commands). A program that uses only this
    /// function does not contain kubectl.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if there is too much of it. A command is an error when its turn comes.
    pub fn without_kubectl(saved: SavedSession) -> Result<Self, ReplayError> {
        Self::bounded(saved, None)
    }

    /// The same for a saved session that was made here, such as that of a recorded history: it may have any number
    /// of steps.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if it cannot be carried out.
    pub fn of_own(saved: SavedSession) -> Result<Self, ReplayError> {
        Self::with_shell(saved, Some(shell))
    }

    fn with_shell(saved: SavedSession, shell: Option<Shell>) -> Result<Self, ReplayError> {
        if saved.history.is_some() {
            return Err(ReplayError::NotExplained);
        }
        if saved.manifest.len() > MAX_SAVED_TEXT_BYTES {
            return Err(ReplayError::TextTooLong);
        }
        if saved.others.len() >= MAX_BRANCHES {
            return Err(ReplayError::TooManyBranches);
        }
        let branches = saved.others.iter().map(|(_, branch)| branch).chain([&saved.first]);
        let all = branches.flat_map(|branch| &branch.steps).map(SavedStep::count).fold(0, usize::saturating_add);
        Ok(Self {
            timeline: Timeline::new(World::with_gates(saved.gates, saved.start).with_naming(saved.naming)),
            saved,
            shell,
            ids: Vec::new(),
            place: NextStep::default(),
            room: usize::MAX,
            done: 0,
            all,
            applied: Vec::new(),
            commands: None,
        })
    }

    /// The session as far as it is carried out.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// How many steps are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.all)
    }

    /// Carries out steps until their traces have this number of `entries`, and at least one step. Returns the remaining
    /// replay, or the session when nothing remains.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a step is not possible, or if there is too much of it.
    pub fn go_on(mut self, entries: usize) -> Result<ControlFlow<Timeline, Self>, ReplayError> {
        let mut carried_out = 0_usize;
        while carried_out < entries.max(1) {
            let before = self.room;
            if !self.go_one_on().map_err(|error| self.in_branch(error))? {
                return self.end().map(ControlFlow::Break);
            }
            carried_out = carried_out.saturating_add(before - self.room).saturating_add(1);
        }
        Ok(ControlFlow::Continue(self))
    }

    pub(crate) fn whole(self) -> Result<Timeline, ReplayError> {
        let mut replay = self;
        loop {
            match replay.go_on(usize::MAX)? {
                ControlFlow::Break(timeline) => return Ok(timeline),
                ControlFlow::Continue(rest) => replay = rest,
            }
        }
    }

    /// An error of a branch after the first says in which.
    fn in_branch(&self, error: ReplayError) -> ReplayError {
        match self.ids.len() {
            0 => error,
            whole => ReplayError::Branch { branch: whole + 1, error: Box::new(error) },
        }
    }

    /// Begins a branch, takes one step in it, or ends it; whether there was one.
    fn go_one_on(&mut self) -> Result<bool, ReplayError> {
        let Self { saved, shell, timeline, ids, place, applied, commands, all, .. } = self;
        let Some((fork, branch)) = saved.branch(ids.len()) else { return Ok(false) };
        let NextStep::Within { step, counted } = place else {
            if let Some(fork) = fork {
                fork.begin(ids, timeline)?;
            }
            timeline.name_chosen(branch.name.clone());
            timeline.seek(Cursor::after(timeline.steps().len()));
            *place = NextStep::Within { step: 0, counted: 0 };
            return Ok(true);
        };
        let Some(recorded) = branch.steps.get(*step) else {
            if let Some(cursor) = branch.cursor {
                timeline.seek(cursor);
            }
            ids.push(timeline.chosen_branch());
            *place = NextStep::Before;
            return Ok(true);
        };
        let before = timeline.steps().len();
        let number = before + 1;
        let refused = |error| ReplayError::Refused { step: number, error };
        let mut cost = 0;
        match recorded {
            SavedStep::ByItself(count) if counted == count => {
                *place = NextStep::Within { step: *step + 1, counted: 0 };
                return Ok(true);
            }
            SavedStep::ByItself(_) => {
                if !timeline.step_over_with(saved.collectors) {
                    return Err(ReplayError::NothingToDo { step: number });
                }
                *counted += 1;
            }
            SavedStep::Action(action) => {
                timeline.apply(action).map_err(refused)?;
                *step += 1;
            }
            SavedStep::Kubectl(text) => {
                let shell = shell.ok_or_else(|| ReplayError::Command {
                    step: number,
                    message: "commands of kubectl cannot be run here".to_owned(),
                })?;
                let files = || Commands { lines: None, files: saved.files() };
                let Some(line) = shell(timeline, text, commands.get_or_insert_with(files))? else {
                    // It was counted as one step.
                    *all = all.saturating_sub(1);
                    *commands = None;
                    *place = NextStep::Within { step: *step + 1, counted: 0 };
                    return Ok(true);
                };
                cost = line;
                *all = all.saturating_add(timeline.steps().len() - before);
                if all.saturating_sub(1) > MAX_SAVED_STEPS {
                    return Err(ReplayError::TooLong);
                }
            }
            SavedStep::Apply => {
                if applied.is_empty() {
                    *applied = saved.applied(number)?;
                }
                let Some(action) = applied.get(*counted as usize) else {
                    *place = NextStep::Within { step: *step + 1, counted: 0 };
                    return Ok(true);
                };
                if *counted == 0 {
                    // It was counted as one step.
                    *all += applied.len() - 1;
                    if *all > MAX_SAVED_STEPS {
                        return Err(ReplayError::TooLong);
                    }
                }
                timeline.apply(action).map_err(refused)?;
                *counted += 1;
            }
        }
        let taken = timeline.steps().heads().iter().skip(before);
        let (count, entries) =
            taken.fold((0, 0_usize), |(count, sum), step| (count + 1, sum.saturating_add(step.entries)));
        self.done += count;
        self.room = self.room.checked_sub(entries.saturating_add(cost)).ok_or(ReplayError::TooMuch)?;
        Ok(true)
    }

    /// All branches are there: the one that was chosen is so again.
    fn end(mut self) -> Result<Timeline, ReplayError> {
        let SavedSession { chosen, ref view, .. } = self.saved;
        let id = chosen.checked_sub(FIRST_BRANCH).and_then(|place| self.ids.get(place));
        let id = id.ok_or(ReplayError::NoBranch(chosen))?;
        self.timeline.choose_branch(*id).map_err(|_| ReplayError::NoBranch(chosen))?;
        if let Some(Compared::Branch(other)) = view.compare
            && !(FIRST_BRANCH..FIRST_BRANCH + self.ids.len()).contains(&other)
        {
            return Err(ReplayError::NoBranch(other));
        }
        Ok(self.timeline)
    }
}

impl SavedSession {
    /// The branch after `others` other ones, and where it parted from one of them.
    fn branch(&self, others: usize) -> Option<(Option<SavedFork>, &SavedBranch)> {
        match others.checked_sub(1) {
            None => Some((None, &self.first)),
            Some(place) => self.others.get(place).map(|(fork, branch)| (Some(*fork), branch)),
        }
    }

    /// Whether commands of kubectl are among its steps.
    pub fn has_commands(&self) -> bool {
        let branches = self.others.iter().map(|(_, branch)| branch).chain([&self.first]);
        branches.flat_map(|branch| &branch.steps).any(|step| matches!(step, SavedStep::Kubectl(_)))
    }

    /// The files that commands can name.
    fn files(&self) -> BTreeMap<String, String> {
        [(MANIFEST_FILE.to_owned(), self.manifest.clone())].into_iter().small_collect()
    }

    /// What applies the manifest.
    fn applied(&self, step: usize) -> Result<Vec<Action>, ReplayError> {
        let manifests = Manifests::parse(&self.manifest, self.gates);
        manifests
            .map(|manifests| Action::from_manifests(&manifests))
            .map_err(|errors| ReplayError::Manifest { step, errors })
    }
}

impl SavedFork {
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

#[cfg(test)]
mod tests;
