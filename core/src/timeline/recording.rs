//! A session written down: how it started, what was done, where its cursor stands, and what belongs to it:
//! breakpoints and narration. One form for files, links and tests; `file` and `link` are its two spellings.
//!
//! What would have happened by itself is only counted, so that what a person did stands out and a long
//! session stays short. Reading one back carries everything out again; a recording is hostile until
//! that has gone well.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Map;

use super::{Breakpoint, Cursor, Timeline};
use crate::api::{Edition, FeatureGates, Job, Manifest, ManifestError, Time, UnknownGate};
use crate::world::{Action, ActionError, World};

/// Most steps that are carried out for a recording.
pub const MAX_RECORDED_STEPS: usize = 10_000;

/// Longest manifest text that goes with a recording, in bytes.
pub const MAX_RECORDED_TEXT_BYTES: usize = crate::api::MAX_MANIFEST_BYTES;

/// The form that is written, and the only one that there has been.
const FORM: u32 = 1;

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
    gates: FeatureGates,
    start: Time,
    manifest: String,
    steps: Vec<RecordedStep>,
    /// Where to stop when it is run.
    pub breakpoints: Vec<Breakpoint>,
    /// What is said along the way.
    pub narration: Vec<Narration>,
    /// Where the cursor stands; none is the end.
    cursor: Option<Cursor>,
}

/// What is said once a session has come so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Narration {
    /// Steps that are done by then.
    pub step: usize,
    /// The text by language, such as `en` or `zh-CN`.
    pub text: BTreeMap<String, String>,
}

/// Part of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RecordedStep {
    /// So many steps as a healthy cluster takes them. Written as a number.
    ByItself(u32),
    /// The Job of the manifest is created. Written as [`APPLY`].
    Apply,
    /// Something else.
    Action(Box<Action>),
}

/// The word for creating the Job of the manifest.
const APPLY: &str = "apply";

/// How a recording is written down: only what is not as by default.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Written {
    /// The version of this form.
    jobscope: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    edition: Edition,
    /// Gates that do not stand as the release ships them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    gates: BTreeMap<String, bool>,
    /// The clock at the start, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    manifest: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<RecordedStep>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<Cursor>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    breakpoints: Vec<Breakpoint>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    narration: Vec<Narration>,
}

/// Why something that is written like a recording is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NoRecording {
    #[error("this is of form {0}, and only form {FORM} is known: open it with a newer jobscope")]
    UnknownForm(u32),
    #[error(transparent)]
    UnknownGate(#[from] UnknownGate),
}

impl From<Recording> for Written {
    fn from(recording: Recording) -> Self {
        let Recording { title, gates, start, manifest, steps, breakpoints, narration, cursor } = recording;
        let shipped = FeatureGates::from(gates.edition());
        let moved = gates.iter().filter(|(gate, on)| shipped.enabled(*gate) != *on);
        Self {
            jobscope: FORM,
            title,
            edition: gates.edition(),
            gates: moved.map(|(gate, on)| (gate.name().to_owned(), on)).collect(),
            start_ms: (start != Time::START).then_some(start.0),
            manifest,
            actions: steps,
            cursor,
            breakpoints,
            narration,
        }
    }
}

impl TryFrom<Written> for Recording {
    type Error = NoRecording;

    fn try_from(written: Written) -> Result<Self, NoRecording> {
        if written.jobscope != FORM {
            return Err(NoRecording::UnknownForm(written.jobscope));
        }
        let gates = FeatureGates::from(written.edition);
        let gates = written.gates.iter().try_fold(gates, |gates, (name, on)| gates.with_named(name, *on))?;
        Ok(Self {
            title: written.title,
            gates,
            start: written.start_ms.map_or(Time::START, Time),
            manifest: written.manifest,
            steps: written.actions,
            breakpoints: written.breakpoints,
            narration: written.narration,
            cursor: written.cursor,
        })
    }
}

impl Serialize for RecordedStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::ByItself(count) => serializer.serialize_u32(*count),
            Self::Apply => serializer.serialize_str(APPLY),
            Self::Action(action) => action.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for RecordedStep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StepVisitor;

        impl<'de> Visitor<'de> for StepVisitor {
            type Value = RecordedStep;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number of steps, the word {APPLY}, or an action with its op")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<RecordedStep, E> {
                Ok(RecordedStep::ByItself(u32::try_from(count).unwrap_or(u32::MAX)))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RecordedStep, E> {
                if word == APPLY {
                    Ok(RecordedStep::Apply)
                } else {
                    Err(E::invalid_value(de::Unexpected::Str(word), &self))
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RecordedStep, A::Error> {
                let written = Map::deserialize(MapAccessDeserializer::new(map))?;
                let others: Vec<_> = written.keys().filter(|field| *field != "op").cloned().collect();
                let action: Action = serde_json::from_value(written.into()).map_err(de::Error::custom)?;
                // Serde lets actions that have no fields have any.
                let has_fields = serde_json::to_value(&action)
                    .is_ok_and(|action| action.as_object().is_some_and(|action| action.len() > 1));
                match others.first() {
                    Some(field) if !has_fields => {
                        Err(de::Error::custom(format!("unknown field `{field}`, there are no others than op")))
                    }
                    _ => Ok(RecordedStep::Action(Box::new(action))),
                }
            }
        }

        deserializer.deserialize_any(StepVisitor)
    }
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
    /// There are too many steps.
    #[error("there are more than {MAX_RECORDED_STEPS} steps")]
    TooLong,
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
        let start = timeline.world_after(0);
        let applied = Manifest::parse(manifest, start.gates()).ok().map(|manifest| manifest.job);
        let mut steps = Vec::new();
        for (index, step) in timeline.steps().iter().enumerate() {
            if timeline.world_after(index).next_action().as_ref() != Some(&step.action) {
                steps.push(match &step.action {
                    Action::CreateJob { job } if applied.as_ref() == Some(job.as_ref()) => RecordedStep::Apply,
                    action => RecordedStep::Action(Box::new(action.clone())),
                });
            } else if let Some(RecordedStep::ByItself(count)) = steps.last_mut() {
                *count += 1;
            } else {
                steps.push(RecordedStep::ByItself(1));
            }
        }
        let end = Cursor::after(timeline.steps().len());
        Self {
            title: String::new(),
            gates: start.gates(),
            start: start.start(),
            manifest: manifest.to_owned(),
            steps,
            breakpoints: Vec::new(),
            narration: Vec::new(),
            cursor: Some(timeline.cursor()).filter(|cursor| *cursor != end),
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
            RecordedStep::Apply | RecordedStep::Action(_) => 1,
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
                RecordedStep::Apply => {
                    let job = self.applied(step)?;
                    let create = Action::CreateJob { job: Box::new(job) };
                    timeline.apply(&create).map_err(|error| ReplayError::Refused { step, error })?;
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
        if let Some(cursor) = self.cursor {
            timeline.seek(cursor);
        }
        Ok(timeline)
    }

    /// The Job of the manifest.
    fn applied(&self, step: usize) -> Result<Job, ReplayError> {
        let manifest = Manifest::parse(&self.manifest, self.gates);
        manifest.map(|manifest| manifest.job).map_err(|errors| ReplayError::Manifest { step, errors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;

    #[test]
    fn what_happened_by_itself_is_counted() {
        let mut timeline = session(2);
        for _ in 0..3 {
            timeline.step_over();
        }
        timeline.apply(&Action::Advance { ms: 5 }).unwrap();
        let steps = Recording::of(&timeline, "").steps;
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
    fn what_cannot_be_done_is_said_with_its_step() {
        let empty = Recording::of(&Timeline::new(World::new(Edition::V1_11)), "");
        let with = |steps| Recording { steps, ..empty.clone() }.replay().map(|_| ()).unwrap_err();
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
}
