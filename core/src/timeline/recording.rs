//! A session written down: how it started, what was done, and where its cursor stands.
//!
//! What would have happened by itself is only counted, so that what a person did stands out and a long
//! session stays short. Reading one back carries everything out again; a recording is hostile until
//! that has gone well.

use serde::{Deserialize, Serialize};

use super::{Cursor, Timeline};
use crate::api::{FeatureGates, Time};
use crate::world::{Action, ActionError, World};

/// Most steps that are carried out for a recording.
pub const MAX_RECORDED_STEPS: usize = 10_000;

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
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Recording {
    /// The release and its feature gates.
    gates: FeatureGates,
    /// The clock at the start.
    start: Time,
    /// The manifest as text, for the editor; the Jobs themselves are in the actions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    manifest: String,
    /// What was done, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<RecordedStep>,
    /// Where the cursor stands.
    #[serde(default)]
    cursor: Cursor,
}

/// Part of a recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum RecordedStep {
    /// So many steps as a healthy cluster takes them.
    ByItself(u32),
    /// Something else.
    Action(Action),
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
    /// The recording counts on steps that do not come by themselves.
    #[error("step {step}: nothing more happens by itself")]
    NothingToDo {
        /// The step, from 1.
        step: usize,
    },
    /// There are too many steps.
    #[error("there are more than {MAX_RECORDED_STEPS} steps")]
    TooLong,
    /// The manifest is too long.
    #[error("the manifest is longer than {MAX_RECORDED_TEXT_BYTES} bytes")]
    TextTooLong,
}

impl Recording {
    /// Writes a session down, with the text in its editor.
    pub fn of(timeline: &Timeline, manifest: &str) -> Self {
        let start = timeline.world_after(0);
        let mut steps = Vec::new();
        for (index, step) in timeline.steps().iter().enumerate() {
            if timeline.world_after(index).next_action().as_ref() != Some(&step.action) {
                steps.push(RecordedStep::Action(step.action.clone()));
            } else if let Some(RecordedStep::ByItself(count)) = steps.last_mut() {
                *count += 1;
            } else {
                steps.push(RecordedStep::ByItself(1));
            }
        }
        Self {
            gates: start.gates(),
            start: start.start(),
            manifest: manifest.to_owned(),
            steps,
            cursor: timeline.cursor(),
        }
    }

    /// The text for the editor; may be empty.
    pub fn manifest(&self) -> &str {
        &self.manifest
    }

    /// Carries everything out again.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a step is not possible, or if there is too much of it.
    pub fn replay(&self) -> Result<Timeline, ReplayError> {
        if self.manifest.len() > MAX_RECORDED_TEXT_BYTES {
            return Err(ReplayError::TextTooLong);
        }
        let count = |step: &RecordedStep| match step {
            RecordedStep::ByItself(count) => *count as usize,
            RecordedStep::Action(_) => 1,
        };
        let total = self.steps.iter().map(count).fold(0, usize::saturating_add);
        if total > MAX_RECORDED_STEPS {
            return Err(ReplayError::TooLong);
        }
        let mut timeline = Timeline::new(World::with_gates(self.gates, self.start));
        for recorded in &self.steps {
            let step = timeline.steps().len() + 1;
            match recorded {
                RecordedStep::Action(action) => {
                    timeline.apply(action).map_err(|error| ReplayError::Refused { step, error })?;
                }
                RecordedStep::ByItself(count) => {
                    for step in (step..).take(*count as usize) {
                        if !timeline.step_over() {
                            return Err(ReplayError::NothingToDo { step });
                        }
                    }
                }
            }
        }
        timeline.seek(self.cursor);
        Ok(timeline)
    }
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
        let steps = Recording::of(&timeline, "").steps;
        assert!(matches!(steps[0], RecordedStep::Action(Action::CreateJob { .. })));
        assert_eq!(steps[1..], [RecordedStep::ByItself(3), RecordedStep::Action(Action::Advance { ms: 5 })]);
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
    fn what_cannot_be_done_is_said_with_its_step() {
        let empty = Recording::of(&Timeline::new(World::new(Edition::V1_11)), "");
        let with = |steps| Recording { steps, ..empty.clone() }.replay().map(|_| ()).unwrap_err();
        assert_eq!(with(vec![RecordedStep::ByItself(1)]), ReplayError::NothingToDo { step: 1 });
        let sync = with(vec![RecordedStep::Action(Action::Advance { ms: 1 }), RecordedStep::Action(Action::Sync)]);
        assert_eq!(sync, ReplayError::Refused { step: 2, error: ActionError::QueueEmpty });
        assert_eq!(
            with(vec![RecordedStep::ByItself(u32::MAX), RecordedStep::ByItself(u32::MAX)]),
            ReplayError::TooLong
        );
        let text = Recording { manifest: " ".repeat(MAX_RECORDED_TEXT_BYTES + 1), ..empty.clone() };
        assert_eq!(text.replay().map(|_| ()).unwrap_err(), ReplayError::TextTooLong);
    }
}
