//! A recorded session: steps, a cursor that goes back and forth over them, branches where the past was edited,
//! breakpoints to run to, and two runs compared; and the same written down ([`Recording`]), as a file or as a link.
//!
//! The cursor stands between two steps or, after stepping into one, within it. The session keeps the
//! world after each step; they share what did not change, so going back is exact and costs nothing.

mod as_test;
mod branch;
mod breakpoint;
mod compare;
mod file;
mod link;
mod recording;
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
pub use link::{LinkError, MAX_LINK_BYTES};
pub use recording::{MAX_RECORDED_STEPS, MAX_RECORDED_TEXT_BYTES, Narration, Recording, ReplayError};
pub use steps::Steps;
pub use sync_record::*;
pub use view::{Compared, View};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::world::{Action, ActionError, Collectors, Step, World};
use branch::Branch;

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

/// A recorded session. See the module.
///
/// ```
/// use jobscope_core::api::{Edition, Job};
/// use jobscope_core::timeline::Timeline;
/// use jobscope_core::world::{Action, World};
///
/// let job: Job = serde_json::from_str(
///     r#"{"metadata": {"name": "pi"},
///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
/// )?;
/// let mut timeline = Timeline::new(World::new(Edition::V1_11));
/// timeline.apply(&Action::CreateJob { job: Box::new(job) })?;
/// let before = timeline.world().clone();
/// assert!(timeline.step_over());
/// assert!(timeline.step_back());
/// assert_eq!(*timeline.world(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    start: World,
    /// The chosen branch.
    present: Branch,
    /// The other branches.
    others: Vec<Branch>,
    /// How many branches there ever were.
    began: u32,
    /// The world at the cursor, if that stands within a step.
    within: Option<Box<World>>,
    /// Where the cursor came from, for stepping back the way it went forward.
    trail: Vec<Cursor>,
}

impl Timeline {
    /// A session that starts with `world`.
    pub fn new(world: World) -> Self {
        Self { start: world, present: Branch::first(), others: Vec::new(), began: 1, within: None, trail: Vec::new() }
    }

    /// Carries out `action` where the cursor stands. If that is in the past, this begins a branch: the steps after
    /// the cursor stay in the one that they are in. If the cursor stands within a step, that step is first completed.
    ///
    /// # Errors
    ///
    /// The action is refused; nothing has changed.
    pub fn apply(&mut self, action: &Action) -> Result<&Step, ActionError> {
        let cursor = self.cursor();
        let done = if cursor.entries == 0 { cursor.step } else { cursor.step + 1 };
        // What was recorded there anyway would come out the same.
        if self.steps().get(done).is_none_or(|next| next.action != *action) {
            let mut world = self.world_after(done).clone();
            let step = world.apply(action)?;
            if done < self.steps().len() && !self.fork(done) {
                self.present.steps.truncate(done);
            }
            self.present.steps.push(step, world);
        }
        self.go_forward(Cursor::after(done + 1));
        Ok(self.present.steps.recorded(done))
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
        let Some(step) = self.present.steps.get(self.present.cursor.step) else { return false };
        let next =
            step.stops().into_iter().find(|stop| *stop > self.present.cursor.entries && *stop < step.trace.len());
        self.go_forward(match next {
            Some(entries) => Cursor { entries, ..self.present.cursor },
            None => Cursor::after(self.present.cursor.step + 1),
        });
        true
    }

    /// Step out: to the end of the present step; between steps, to the end of the next sync. False if
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
        let entries = self
            .present
            .steps
            .get(step)
            .map_or(0, |step| if cursor.entries < step.trace.len() { cursor.entries } else { 0 });
        self.go(Cursor { step, entries });
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> Cursor {
        self.present.cursor
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        self.within.as_deref().unwrap_or_else(|| self.world_after(self.present.cursor.step))
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
        self.present.steps.get(index?)
    }

    /// The syncs up to the cursor, oldest first. The one that the cursor stands in has the batches that
    /// were reached.
    pub fn syncs(&self) -> Vec<Arc<SyncRecord>> {
        let Cursor { step, entries } = self.present.cursor;
        let mut syncs: Vec<_> = self.present.steps.syncs().take_while(|sync| sync.step < step).cloned().collect();
        if entries > 0
            && let Some(present) = self.present.steps.get(step)
        {
            syncs.extend(SyncRecord::of(present, entries, step, syncs.len() + 1).map(Arc::new));
        }
        syncs
    }

    /// The world after that many recorded steps of the chosen branch; after all, if there are fewer.
    pub fn world_after(&self, steps: usize) -> &World {
        self.present.steps.world_after(steps).unwrap_or(&self.start)
    }

    /// Whether there is a step `index`; if it would be the next one of the session, it is made.
    fn has_step(&mut self, index: usize) -> bool {
        self.has_step_with(index, Collectors::Controllers)
    }

    fn has_step_with(&mut self, index: usize, collectors: Collectors) -> bool {
        if index < self.present.steps.len() {
            return true;
        }
        let mut world = self.world_after(index).clone();
        let next = world.next_action_with(collectors);
        let Some(step) = next.and_then(|action| world.apply(&action).ok()) else { return false };
        self.present.steps.push(step, world);
        true
    }

    fn go_forward(&mut self, cursor: Cursor) {
        self.trail.push(self.present.cursor);
        self.go(cursor);
    }

    fn go(&mut self, cursor: Cursor) {
        self.present.cursor = cursor;
        self.within = self
            .steps()
            .get(cursor.step)
            .filter(|_| cursor.entries > 0)
            .and_then(|step| self.world_after(cursor.step).during(&step.action, cursor.entries).ok())
            .map(Box::new);
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
