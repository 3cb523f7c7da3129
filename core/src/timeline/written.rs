//! How a saved session is written down: its fields, and the versions of the format. A session is written in the
//! oldest version that can hold it, so that an older jobscope opens it, too.
//!
//! - Version 1 has one branch. Steps that are only counted collect garbage in passes.
//! - Version 2 adds branches.
//! - Version 3 counts the steps of the controllers that collect garbage.
//! - Version 4 adds the view settings, if they differ from the defaults.
//! - Version 5 adds steps that are commands of kubectl.
//! - Version 6 has generated names that are drawn; before, they were counted.
//! - Version 7 has a recorded history instead of steps.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Map;

use super::saved_session::{FIRST_BRANCH, SavedBranch, SavedFork, SavedStep, first_branch, is_first_branch};
use super::{BranchName, Breakpoint, Cursor, Narration, RecordedHistory, SavedSession, View};
use crate::api::{FeatureGates, JsonError, Release, Time, UnknownGate};
use crate::kubectl::MAX_FILE_BYTES;
use crate::world::{Action, Collectors, Naming};

/// Most breakpoints of a session, and most texts along the way: each step is compared with them.
const MAX_REMARKS: usize = 1_000;

/// The version without branches.
pub(super) const PLAIN: u32 = 1;
/// The version with branches.
const BRANCHED: u32 = 2;
/// The version that counts the steps of the controllers that collect garbage.
pub(super) const COLLECTED: u32 = 3;
/// The version with a view.
pub(super) const VIEWED: u32 = 4;
/// The version with commands.
const COMMANDED: u32 = 5;
/// The version with drawn names.
pub(super) const DRAWN: u32 = 6;
/// The version with a recorded history, and the newest that is known.
pub(super) const NEWEST: u32 = 7;

/// The word for applying the manifest.
pub(super) const APPLY: &str = "apply";

/// The field of a step that is a command.
pub(super) const KUBECTL: &str = "kubectl";

/// A session of jobscope: which release, which Job, what was done, where it stands.
// Written down is only what is not as by default.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Session"))]
pub(super) struct WrittenSession {
    /// The version of the format: 6, or 7 with a `history`. In versions 1 to 5 the names of pods are counted (`pi-00000`). Version 1 has no branches,
    /// versions 1 and 2 collect garbage in passes, versions 1 to 3 have no view, and versions 1 to 4 no commands of kubectl.
    #[cfg_attr(feature = "schema", schemars(range(min = PLAIN, max = NEWEST)))]
    jobscope: u32,
    /// What it shows, in a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    /// The Kubernetes release.
    #[serde(alias = "edition")]
    release: Release,
    /// Feature gates that differ from the release's defaults, by their Kubernetes names.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::schema::gates"))]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    gates: BTreeMap<String, bool>,
    /// The clock at the start, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_ms: Option<i64>,
    /// The text of the editor: a Job as YAML or JSON.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    manifest: String,
    /// The recorded history that the session explains, instead of actions.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::recorded_history::WrittenHistory>"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    history: Option<Box<RecordedHistory>>,
    /// What was done in the first branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<SavedStep>,
    /// Where it opens; the end if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<Cursor>,
    /// What the first branch is called.
    #[serde(default, skip_serializing_if = "BranchName::is_empty")]
    name: BranchName,
    /// The other branches, in the order in which they began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    branches: Vec<WrittenBranch>,
    /// Which branch is chosen, from 1.
    #[serde(default = "first_branch", skip_serializing_if = "is_first_branch")]
    branch: usize,
    /// What runs stop at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    breakpoints: Vec<Breakpoint>,
    /// The narration: texts for steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    narration: Vec<Narration>,
    /// The view settings of the sharer.
    #[serde(default, skip_serializing_if = "View::is_usual")]
    view: View,
    /// The session as a link holds it, in a file that would be too long otherwise. The other fields are left out then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    packed: String,
}

/// A branch after the first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Branch"))]
struct WrittenBranch {
    /// What it is called.
    #[serde(default, skip_serializing_if = "BranchName::is_empty")]
    name: BranchName,
    /// Where it branches off.
    from: SavedFork,
    /// What was done since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<SavedStep>,
    /// Where its cursor stands, counted from the start of the session; the end if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<Cursor>,
}

impl WrittenSession {
    /// Whether version 1 has all the fields that are used.
    fn is_plain(&self) -> bool {
        self.branches.is_empty() && self.name.is_empty() && self.branch == FIRST_BRANCH
    }

    /// Whether it has what a history stands for.
    fn has_steps(&self) -> bool {
        !self.is_plain() || !self.actions.is_empty() || !self.manifest.is_empty() || self.start_ms.is_some()
    }

    /// Whether a step is a command.
    fn has_commands(&self) -> bool {
        let branches = self.branches.iter().map(|branch| &branch.actions).chain([&self.actions]);
        branches.flatten().any(|step| matches!(step, SavedStep::Kubectl(_)))
    }
}

/// Why a saved session cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoRecording {
    #[error(
        "this is version {0} of the format, and only versions 1 to {NEWEST} are known: open it with a newer jobscope"
    )]
    UnknownForm(u32),
    #[error("name, branch and branches belong to version 2 of the format: write jobscope: 2")]
    BranchesInPlain,
    #[error("view belongs to version {VIEWED} of the format: write jobscope: {VIEWED}")]
    ViewInOlder,
    #[error("kubectl belongs to version {COMMANDED} of the format: write jobscope: {COMMANDED}")]
    CommandsInOlder,
    #[error("history belongs to version {NEWEST} of the format: write jobscope: {NEWEST}")]
    HistoryInOlder,
    #[error("a file with a history has no manifest, startMs, actions or branches: leave them out")]
    HistoryWithSteps,
    #[error("packed is for files only")]
    Packed,
    #[error("there are more than {MAX_REMARKS} breakpoints or texts along the way")]
    TooManyRemarks,
    #[error(transparent)]
    UnknownGate(#[from] UnknownGate),
}

impl From<SavedSession> for WrittenSession {
    fn from(saved: SavedSession) -> Self {
        let SavedSession { title, gates, start, naming, manifest, history, collectors, first, others, chosen, .. } =
            saved;
        let (breakpoints, narration, view) = (saved.breakpoints, saved.narration, saved.view);
        let branch = |(from, branch): (SavedFork, SavedBranch)| {
            let SavedBranch { name, steps, cursor } = branch;
            WrittenBranch { name, from, actions: steps, cursor }
        };
        let mut written = Self {
            jobscope: PLAIN,
            title,
            release: gates.release(),
            gates: gates.turned_names().collect(),
            start_ms: (start != Time::START).then_some(start.0),
            manifest,
            history,
            actions: first.steps,
            cursor: first.cursor,
            name: first.name,
            branches: others.into_iter().map(branch).collect(),
            branch: chosen,
            breakpoints,
            narration,
            view,
            packed: String::new(),
        };
        if written.history.is_some() {
            written.jobscope = NEWEST;
        } else if naming == Naming::Drawn {
            written.jobscope = DRAWN;
        } else if written.has_commands() {
            written.jobscope = COMMANDED;
        } else if !written.view.is_usual() {
            written.jobscope = VIEWED;
        } else if collectors == Collectors::Controllers {
            written.jobscope = COLLECTED;
        } else if !written.is_plain() {
            written.jobscope = BRANCHED;
        }
        written
    }
}

impl TryFrom<WrittenSession> for SavedSession {
    type Error = NoRecording;

    fn try_from(written: WrittenSession) -> Result<Self, NoRecording> {
        if !written.packed.is_empty() {
            return Err(NoRecording::Packed);
        }
        if written.breakpoints.len().max(written.narration.len()) > MAX_REMARKS {
            return Err(NoRecording::TooManyRemarks);
        }
        let collectors = match written.jobscope {
            PLAIN if !written.is_plain() => return Err(NoRecording::BranchesInPlain),
            PLAIN..=COLLECTED if !written.view.is_usual() => return Err(NoRecording::ViewInOlder),
            PLAIN..=VIEWED if written.has_commands() => return Err(NoRecording::CommandsInOlder),
            PLAIN..=DRAWN if written.history.is_some() => return Err(NoRecording::HistoryInOlder),
            NEWEST if written.history.is_some() && written.has_steps() => return Err(NoRecording::HistoryWithSteps),
            PLAIN | BRANCHED => Collectors::Passes,
            COLLECTED | VIEWED | COMMANDED | DRAWN | NEWEST => Collectors::Controllers,
            unknown => return Err(NoRecording::UnknownForm(unknown)),
        };
        let gates = FeatureGates::from(written.release);
        let gates = written.gates.iter().try_fold(gates, |gates, (name, on)| gates.with_named(name, *on))?;
        let other = |WrittenBranch { name, from, actions, cursor }: WrittenBranch| {
            (from, SavedBranch { name, steps: actions, cursor })
        };
        Ok(Self {
            title: written.title,
            gates,
            start: written.start_ms.map_or(Time::START, Time),
            naming: if written.jobscope < DRAWN { Naming::Counted } else { Naming::Drawn },
            manifest: written.manifest,
            history: written.history,
            collectors,
            first: SavedBranch { name: written.name, steps: written.actions, cursor: written.cursor },
            others: written.branches.into_iter().map(other).collect(),
            chosen: written.branch,
            breakpoints: written.breakpoints,
            narration: written.narration,
            view: written.view,
        })
    }
}

impl Serialize for SavedStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::ByItself(count) => serializer.serialize_u32(*count),
            Self::Apply => serializer.serialize_str(APPLY),
            Self::Kubectl(command) => serializer.collect_map([(KUBECTL, command)]),
            Self::Action(action) => action.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SavedStep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StepVisitor;

        impl<'de> Visitor<'de> for StepVisitor {
            type Value = SavedStep;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number of steps, the word {APPLY}, a command of kubectl, or an action with its op")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<SavedStep, E> {
                Ok(SavedStep::ByItself(u32::try_from(count).unwrap_or(u32::MAX)))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<SavedStep, E> {
                if word == APPLY {
                    Ok(SavedStep::Apply)
                } else {
                    Err(E::invalid_value(de::Unexpected::Str(word), &self))
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SavedStep, A::Error> {
                let written = Map::deserialize(MapAccessDeserializer::new(map))?;
                if let Some(command) = written.get(KUBECTL) {
                    let command = command.as_str().filter(|_| written.len() == 1);
                    let text = || de::Error::custom("kubectl is a command as text, and stands alone");
                    let command = command.ok_or_else(text)?;
                    if command.len() > MAX_FILE_BYTES {
                        return Err(de::Error::custom(format!("a command has more than {MAX_FILE_BYTES} bytes")));
                    }
                    return Ok(SavedStep::Kubectl(command.to_owned()));
                }
                let wrong = |error: JsonError| {
                    let is_named = error.message.contains(&format!("`{}`", error.path));
                    de::Error::custom(if is_named { error.message } else { error.with_path() })
                };
                Action::from_json(&written.into()).map(|action| SavedStep::Action(Box::new(action))).map_err(wrong)
            }
        }

        deserializer.deserialize_any(StepVisitor)
    }
}
