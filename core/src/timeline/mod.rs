//! A recorded session: steps, and a cursor that goes back and forth over them.
//!
//! The cursor stands between two steps or, after stepping into one, within it.

use serde::{Deserialize, Serialize};

use crate::api::{Name, ObjectKey, StatusError, Time};
use crate::world::{Action, ActionError, Step, World};

/// Where the cursor stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Cursor {
    /// Steps that are done.
    pub step: usize,
    /// Trace entries of the next step that are done; 0 between two steps.
    pub entries: usize,
}

/// A slow-start batch of a sync, as it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BatchRecord {
    /// Its number within the sync, from 1.
    pub number: u32,
    /// Creates in it.
    pub size: u32,
    /// The pods that it made, in order.
    pub created: Vec<Name>,
    /// The answers to those that were refused.
    pub refused: Vec<StatusError>,
}

/// A sync of the session, for grouping pods by what made them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SyncRecord {
    /// Number of the sync within the session, from 1.
    pub number: u32,
    /// The step (index) that it was.
    pub step: usize,
    /// The Job.
    pub key: ObjectKey,
    /// The clock.
    pub at: Time,
    /// Its slow-start batches; those not reached by the cursor yet are absent.
    pub batches: Vec<BatchRecord>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Timeline {
    world: World,
}

impl Timeline {
    /// A session that starts with `world`.
    pub fn new(world: World) -> Self {
        Self { world }
    }

    /// Carries out `action` where the cursor stands. Steps after the cursor are dropped, unless the
    /// action is refused. If the cursor stands within a step, that step is first completed.
    pub fn apply(&mut self, action: Action) -> Result<&Step, ActionError> {
        let _ = action;
        Err(ActionError::QueueEmpty)
    }

    /// Step over: to the end of the present or next step. At the end of the session this is the
    /// action that [`World::next_action`] names. False if there is nothing to do.
    pub fn step_over(&mut self) -> bool {
        false
    }

    /// Step into: to the next question, call or delivery. False if there is nothing to do.
    pub fn step_into(&mut self) -> bool {
        false
    }

    /// Step out: to the end of the present step; between steps, to the end of the next sync.
    pub fn step_out(&mut self) -> bool {
        false
    }

    /// Step back: to where the last step over or into started. False at the start.
    pub fn step_back(&mut self) -> bool {
        false
    }

    /// Moves the cursor; to the nearest place there is.
    pub fn seek(&mut self, cursor: Cursor) {
        let _ = cursor;
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> Cursor {
        Cursor::default()
    }

    /// The world at the cursor.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// All recorded steps, those after the cursor included.
    pub fn steps(&self) -> &[Step] {
        &[]
    }

    /// The step that the cursor stands in, or else the last one done.
    pub fn present_step(&self) -> Option<&Step> {
        None
    }

    /// The syncs up to the cursor, oldest first.
    pub fn syncs(&self) -> Vec<SyncRecord> {
        Vec::new()
    }
}
