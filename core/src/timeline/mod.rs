//! A recorded session: steps, a cursor that moves over them, branches where the past was edited, breakpoints, and
//! comparison of two runs; and its written form ([`SavedSession`]), as a file or a link.
//!
//! The cursor is between two steps or, after stepping into one, within it. Going back is exact: the session keeps the
//! worlds around the cursor, which share what did not change, and makes those farther away again ([`Steps`]).

mod as_test;
mod branch;
mod breakpoint;
mod compare;
mod file;
mod heads;
mod kubectl;
mod landmarks;
mod link;
mod opening;
mod read_breakpoint;
mod recorded_history;
mod replay;
mod saved_session;
mod schedule;
#[cfg(feature = "schema")]
mod schema;
mod steps;
mod sync_record;
#[cfg(test)]
mod testing;
mod view;
mod written;

pub use branch::{BranchError, BranchId, BranchName, BranchNameError, BranchView, Fork, MAX_BRANCHES};
pub use breakpoint::*;
pub use compare::*;
pub use file::{FileError, MAX_FILE_BYTES};
pub use heads::{Heads, StepHead};
pub use link::{LinkError, MAX_LINK_BYTES};
pub use opening::*;
pub(crate) use opening::{
    event_count, event_message, involved, is_controllers_own, last_time, latest, trimmed, with_states,
};
pub use recorded_history::{MAX_HISTORY_TEXTS, RecordedHistory};
pub use replay::{MAX_SAVED_ENTRIES, MAX_SAVED_STEPS, Replay, ReplayError};
pub use saved_session::{MAX_SAVED_TEXT_BYTES, Narration, SavedSession};
pub use steps::{Steps, Walk};
pub use sync_record::*;
pub use view::{Compared, View};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::world::{Action, ActionError, Collectors, Step, World};
use branch::Branch;
use landmarks::Room;

/// Most steps that [`Timeline::step_out`] goes through in search of the end of a sync.
const MAX_STEPS_OUT: usize = 1_000;

/// Where the cursor stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cursor {
    /// Steps that are done.
    pub step: usize,
    /// Trace entries of the next step that are done; 0 between two steps.
    #[serde(default)]
    pub entries: usize,
}

impl Cursor {
    fn after(step: usize) -> Self {
        Self { step, entries: 0 }
    }
}

/// A recorded session.
///
/// ```
/// use jobscope_core::api::{Release, Job};
/// use jobscope_core::timeline::Timeline;
/// use jobscope_core::world::{Action, World};
///
/// let job: Job = serde_json::from_str(
///     r#"{"metadata": {"name": "pi"},
///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
/// )?;
/// let mut timeline = Timeline::new(World::new(Release::V1_11));
/// timeline.apply(&Action::CreateJob { job: Box::new(job) })?;
/// let before = timeline.world().clone();
/// assert!(timeline.step_over());
/// assert!(timeline.step_back());
/// assert_eq!(*timeline.world(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The chosen branch.
    present: Branch,
    /// The other branches.
    others: Vec<Branch>,
    /// How many branches there ever were.
    began: u32,
    /// The world at the cursor.
    here: Arc<World>,
    /// Where the cursor came from, for stepping back the way it went forward.
    trail: Vec<Cursor>,
}

impl Timeline {
    /// A session that starts with `world`.
    pub fn new(world: World) -> Self {
        Self::with_room(world, Room::USUAL)
    }

    fn with_room(world: World, room: Room) -> Self {
        let present = Branch::first(world, room);
        let here = Arc::clone(present.steps.start());
        Self { present, others: Vec::new(), began: 1, here, trail: Vec::new() }
    }

    /// Carries out `action` where the cursor stands. If that is in the past, this begins a branch: the steps after
    /// the cursor stay in the one that they are in. If the cursor stands within a step, that step is first completed.
    ///
    /// # Errors
    ///
    /// The action is refused, or there are too many branches for another one; nothing has changed.
    pub fn apply(&mut self, action: &Action) -> Result<Arc<Step>, ActionError> {
        let cursor = self.cursor();
        let done = if cursor.entries == 0 { cursor.step } else { cursor.step + 1 };
        // What was recorded there anyway would come out the same.
        let recorded = self.steps().get(done).filter(|next| next.action == *action);
        let step = if let Some(step) = recorded {
            step
        } else {
            let mut world = World::clone(&self.world_after(done));
            let by_itself = world.next_action().as_ref() == Some(action);
            let step = Arc::new(world.apply(action)?);
            if done < self.steps().len() && !self.fork(done) {
                return Err(ActionError::TooManyBranches { most: MAX_BRANCHES });
            }
            self.present.steps.push(Arc::clone(&step), world, by_itself);
            step
        };
        self.go_forward(Cursor::after(done + 1));
        Ok(step)
    }

    /// Step over: to the end of the present or next step. At the end of the session this is the
    /// action that [`World::next_action`] names. False if there is nothing to do.
    pub fn step_over(&mut self) -> bool {
        self.step_over_with(Collectors::Controllers)
    }

    /// The same, with the choice of who collects garbage if the step is a new one.
    fn step_over_with(&mut self, collectors: Collectors) -> bool {
        if !self.has_step_with(self.present.cursor.step, collectors) {
            return false;
        }
        self.go_forward(Cursor::after(self.present.cursor.step + 1));
        true
    }

    /// Step into: to the next question, call or delivery. False if there is nothing to do.
    pub fn step_into(&mut self) -> bool {
        if !self.has_step(self.present.cursor.step) {
            return false;
        }
        let Some(step) = self.steps().get(self.present.cursor.step) else { return false };
        let next =
            step.stops().into_iter().find(|stop| *stop > self.present.cursor.entries && *stop < step.trace.len());
        self.go_forward(match next {
            Some(entries) => Cursor { entries, ..self.present.cursor },
            None => Cursor::after(self.present.cursor.step + 1),
        });
        true
    }

    /// Step out: to the end of the current step; between steps, to the end of the next sync. False if
    /// there is nothing to do.
    pub fn step_out(&mut self) -> bool {
        if self.present.cursor.entries > 0 {
            return self.step_over();
        }
        let from = self.present.cursor;
        let mut moved = false;
        for _ in 0..MAX_STEPS_OUT {
            if !self.step_over() {
                break;
            }
            moved = true;
            if self.present_step().is_some_and(|step| step.sync_result().is_some()) {
                break;
            }
        }
        if moved {
            self.trail.retain(|earlier| *earlier < from);
            self.trail.push(from);
        }
        moved
    }

    /// Step back: to where the last step forward came from. False at the start.
    pub fn step_back(&mut self) -> bool {
        let target = match self.trail.pop() {
            Some(earlier) if earlier < self.present.cursor => earlier,
            _ if self.present.cursor.entries > 0 => Cursor::after(self.present.cursor.step),
            _ => match self.present.cursor.step.checked_sub(1) {
                Some(step) => Cursor::after(step),
                None => return false,
            },
        };
        self.go(target);
        true
    }

    /// Moves the cursor to `cursor`, or to the nearest place that there is.
    pub fn seek(&mut self, cursor: Cursor) {
        self.trail.clear();
        let step = cursor.step.min(self.present.steps.len());
        let all = self.steps().heads().get(step).map_or(0, |step| step.entries);
        let entries = if cursor.entries < all { cursor.entries } else { 0 };
        self.go(Cursor { step, entries });
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> Cursor {
        self.present.cursor
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        &self.here
    }

    /// All recorded steps of the chosen branch, those after the cursor included.
    pub fn steps(&self) -> &Steps {
        &self.present.steps
    }

    /// The step that the cursor stands in, or else the last one done.
    pub fn present_step(&self) -> Option<&Arc<Step>> {
        let index = if self.present.cursor.entries > 0 {
            Some(self.present.cursor.step)
        } else {
            self.present.cursor.step.checked_sub(1)
        };
        self.present.steps.near(index?)
    }

    /// The syncs up to the cursor, oldest first. The one that the cursor stands in has the batches that
    /// were reached.
    pub fn syncs(&self) -> Vec<Arc<SyncRecord>> {
        let Cursor { step, entries } = self.present.cursor;
        let mut syncs: Vec<_> = self.present.steps.syncs().take_while(|sync| sync.step < step).cloned().collect();
        if entries > 0
            && let Some(present) = self.present_step()
        {
            syncs.extend(SyncRecord::of(present, entries, step, syncs.len() + 1).map(Arc::new));
        }
        syncs
    }

    /// The world after that many recorded steps of the chosen branch; after all, if there are fewer. See
    /// [`Steps::world_after`].
    pub fn world_after(&self, steps: usize) -> Arc<World> {
        self.steps().world_after(steps)
    }

    /// The world in which the session begins.
    pub fn start(&self) -> &World {
        self.steps().start()
    }

    /// Whether there is a step `index`; if it would be the next one of the session, it is made.
    fn has_step(&mut self, index: usize) -> bool {
        self.has_step_with(index, Collectors::Controllers)
    }

    fn has_step_with(&mut self, index: usize, collectors: Collectors) -> bool {
        if index < self.present.steps.len() {
            return true;
        }
        let mut world = World::clone(&self.world_after(index));
        let Some(next) = world.next_action_with(collectors) else { return false };
        let by_itself = collectors == Collectors::Controllers || world.next_action().as_ref() == Some(&next);
        let Ok(step) = world.apply(&next) else { return false };
        self.present.steps.push(Arc::new(step), world, by_itself);
        true
    }

    fn go_forward(&mut self, cursor: Cursor) {
        self.trail.push(self.present.cursor);
        self.go(cursor);
    }

    fn go(&mut self, cursor: Cursor) {
        let Cursor { step, entries } = cursor;
        self.present.cursor = cursor;
        self.present.steps.look_at(step);
        let before = self.world_after(step);
        let head = self.steps().heads().get(step).filter(|_| entries > 0);
        let within = head.and_then(|head| before.during(&head.action, entries).ok());
        self.here = within.map_or(before, Arc::new);
    }

    /// The session without what can be made again, for keeping many of them.
    pub fn folded(&self) -> Folded {
        let mut timeline = self.clone();
        timeline.present.steps.fold();
        timeline.here = Arc::clone(timeline.steps().start());
        Folded(timeline)
    }
}

/// A session that is only kept: of its steps there is no more than it takes to make everything again.
#[derive(Clone, Debug)]
pub struct Folded(Timeline);

impl Folded {
    /// The session, with its cursor where it stood.
    pub fn unfold(&self) -> Timeline {
        let mut timeline = self.0.clone();
        timeline.go(timeline.cursor());
        timeline
    }

    /// How many steps the chosen branch has.
    pub fn recorded(&self) -> usize {
        self.0.steps().len()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::session;
    use super::*;

    #[test]
    fn stepping_into_shows_the_pods_one_call_after_the_other() {
        let mut timeline = session(4);
        while !timeline.present_step().is_some_and(|step| step.action == Action::Sync) {
            assert!(timeline.step_into());
        }
        let mut pods = vec![timeline.world().stored_pods().count()];
        while timeline.cursor().entries > 0 {
            assert!(timeline.step_into());
            pods.push(timeline.world().stored_pods().count());
        }
        pods.dedup();
        assert_eq!(pods, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn batches_are_one_two_four_eight() {
        let mut timeline = session(15);
        assert!(timeline.step_out());
        let sizes: Vec<_> = timeline.syncs().iter().flat_map(|sync| &sync.batches).map(|batch| batch.size).collect();
        assert_eq!(sizes, [1, 2, 4, 8]);
    }

    #[test]
    fn the_way_back_is_the_way_forward() {
        let mut timeline = session(3);
        let mut seen = vec![(timeline.cursor(), serde_json::to_string(timeline.world()).unwrap())];
        while timeline.step_into() {
            seen.push((timeline.cursor(), serde_json::to_string(timeline.world()).unwrap()));
        }
        while let Some((cursor, world)) = seen.pop() {
            assert_eq!(timeline.cursor(), cursor);
            assert_eq!(serde_json::to_string(timeline.world()).unwrap(), world);
            assert_eq!(timeline.step_back(), cursor != Cursor::default());
        }
    }

    #[test]
    fn the_last_place_within_a_step_leads_to_its_end() {
        let mut timeline = session(1);
        while timeline.step_into() {
            let Cursor { step, entries } = timeline.cursor();
            assert!(entries == 0 || entries < timeline.steps().get(step).unwrap().trace.len());
        }
        assert!(timeline.world().stored_jobs().all(|job| job.status.finished().is_some()));
    }
}
