//! Files of recordings: a header line, then one script a line.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use jobscope_core::api::{FeatureGate, FeatureGates, JOB_TRACKING_ANNOTATION, Job, MetaTime, Release, Time};
use jobscope_core::world::{Action, Fault, Naming, World};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::section::{Observation, Section};

/// Why a file of recordings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes cannot be had.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error("it is empty; the first line of a file of recordings is its header")]
    Empty,
    /// A line is not what it should be.
    #[error("line {line}, column {column}: {why}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1; 0 where a whole value is wrong.
        column: usize,
        /// What is wrong.
        why: String,
    },
    /// It was recorded from a controller that the engine does not have.
    #[error("it was recorded from {version}, profile {profile}: {why}")]
    Unsupported {
        /// The header's version.
        version: String,
        /// The header's profile.
        profile: String,
        /// What is missing.
        why: String,
    },
}

impl ReadError {
    fn syntax(line: usize, error: &serde_json::Error) -> Self {
        // serde_json counts lines within the one line that it is given.
        let text = error.to_string();
        let why = text.rsplit_once(" at line ").map_or(text.as_str(), |(why, _)| why).to_owned();
        Self::Syntax { line, column: error.column(), why }
    }
}

/// The first line of a file, as it is written.
#[derive(Clone, Debug, Deserialize)]
struct RawHeader {
    header: bool,
    version: String,
    profile: String,
    t0: MetaTime,
    gates: BTreeMap<String, bool>,
}

/// What a file says about all of its scripts.
#[derive(Clone, Debug)]
pub struct Header {
    gates: FeatureGates,
    version: String,
    profile: String,
    t0: Time,
}

impl Header {
    fn read(line: &str) -> Result<Self, ReadError> {
        let RawHeader { header, version, profile, t0, gates } =
            serde_json::from_str(line).map_err(|error| ReadError::syntax(1, &error))?;
        if !header {
            return Err(ReadError::Syntax { line: 1, column: 0, why: "this is not a header".to_owned() });
        }
        let Some(release) =
            Release::ALL.into_iter().find(|release| [release.tag(), release.name()].contains(&version.as_str()))
        else {
            let why = "the engine has no such release".to_owned();
            return Err(ReadError::Unsupported { version, profile, why });
        };
        // A gate that the release does not know is refused, not passed over.
        match gates.iter().try_fold(FeatureGates::from(release), |all, (gate, on)| all.with_named(gate, *on)) {
            Ok(gates) => Ok(Self { gates, version, profile, t0: t0.time() }),
            Err(error) => Err(ReadError::Unsupported { version, profile, why: error.to_string() }),
        }
    }

    /// The release that the scripts were recorded from.
    pub fn release(&self) -> Release {
        self.gates.release()
    }

    /// The feature gates that they were recorded with.
    pub fn gates(&self) -> FeatureGates {
        self.gates
    }

    /// The instant that all times of the scripts count from.
    pub fn t0(&self) -> Time {
        self.t0
    }

    /// The world in which a script starts whose clock stands `start_ms` after [`Self::t0`].
    pub fn world(&self, start_ms: i64) -> World {
        World::with_gates(self.gates, self.t0.plus(start_ms)).with_naming(Naming::Counted)
    }
}

/// A script: steps, each with what was seen after it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Script {
    /// Unique within its file.
    pub id: String,
    /// The recorded release.
    pub version: String,
    /// The recorded set of feature gates.
    pub profile: String,
    /// What kind of story it is, such as `smooth` or `chaos`.
    #[serde(default)]
    pub style: String,
    /// The clock at the start, in milliseconds.
    pub start_ms: i64,
    /// The steps.
    pub steps: Vec<RecordedStep>,
}

/// What was done, and what was seen afterwards.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedStep {
    /// What changed, section by section.
    pub obs: Observation,
    /// The step's `op` and arguments.
    #[serde(flatten)]
    pub action: Map<String, Value>,
}

impl RecordedStep {
    /// The step as an action of the engine; an error says what the engine does not understand.
    pub fn action(&self, gates: FeatureGates) -> Result<Action, String> {
        if self.action.get("op").and_then(Value::as_str) == Some("createJob") {
            let job = self.seen_job()?;
            // No server without the gate makes such a Job: it was made while the gate was on.
            let tracked = job.metadata.annotations.get(JOB_TRACKING_ANNOTATION).is_some();
            let imported = tracked && !gates.enabled(FeatureGate::JobTrackingWithFinalizers);
            return Ok(if imported {
                Action::ImportJob { job: Box::new(job) }
            } else {
                Action::CreateJob { job: Box::new(submitted(job)) }
            });
        }
        let action = self.read_action()?;
        // What the engine read has to say all that was recorded: an argument it does not know would
        // otherwise fall away unseen.
        let understood = serde_json::to_value(&action).map_err(|error| error.to_string())?;
        match self.action.iter().find(|(key, value)| !is_zero(value) && understood.get(key) != Some(value)) {
            Some((key, value)) => Err(format!("the engine does not understand the argument {key}: {value}")),
            None => Ok(match action {
                // The recorder signed its faults; the name stands in the error texts.
                Action::Fault(fault) => Action::Fault(Fault { label: Some("oracle".to_owned()), ..fault }),
                action => action,
            }),
        }
    }

    /// The action. Arguments that the engine does not know are left out as long as they say nothing.
    fn read_action(&self) -> Result<Action, String> {
        let mut written = self.action.clone();
        loop {
            let error = match Action::deserialize(Value::Object(written.clone())) {
                Ok(action) => return Ok(action),
                Err(error) => error.to_string(),
            };
            let is_unknown = |key: &str| error.starts_with(&format!("unknown field `{key}`"));
            let empty = written.iter().find(|(key, value)| is_zero(value) && is_unknown(key));
            let Some(key) = empty.map(|(key, _)| key.clone()) else { return Err(error) };
            written.remove(&key);
        }
    }

    /// The Job that a createJob step shows.
    fn seen_job(&self) -> Result<Job, String> {
        let name = self.action.get("name").and_then(Value::as_str).ok_or("a createJob step without a name")?;
        let object = self.obs.get(&Section::Jobs).and_then(|jobs| jobs.get(name)).and_then(|job| job.get("obj"));
        let object = object.ok_or_else(|| format!("a createJob step that does not show Job {name:?}"))?;
        Job::deserialize(object).map_err(|error| format!("Job {name:?}: {error}"))
    }
}

/// Creations are recorded by their result alone: this is the Job that a user can have submitted for it. The
/// server has to generate again what it once generated.
fn submitted(mut job: Job) -> Job {
    job.metadata.uid = None;
    job.metadata.creation_timestamp = None;
    job.metadata.generation = 0;
    job.metadata.annotations.remove(JOB_TRACKING_ANNOTATION);
    if job.spec.manual_selector != Some(true) {
        job.spec.selector = None;
        for label in GENERATED_LABELS {
            job.spec.template.metadata.labels.remove(label);
        }
    }
    job
}

/// The labels that the server puts into the pod template of a Job without manual selector.
const GENERATED_LABELS: [&str; 4] =
    ["controller-uid", "job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name"];

/// Whether the API would leave the value out: false, 0, or an empty text, list or object.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

/// An open file of recordings.
#[derive(Debug)]
pub struct Recordings<R> {
    header: Header,
    lines: io::Lines<R>,
}

impl<R: BufRead> Recordings<R> {
    /// Reads the header.
    pub fn open(reader: R) -> Result<Self, ReadError> {
        let mut lines = reader.lines();
        let header = Header::read(&lines.next().ok_or(ReadError::Empty)??)?;
        Ok(Self { header, lines })
    }

    /// The header, and the lines that follow with their numbers: each is a script for
    /// [`Header::script`]. Lines come unparsed so that several threads can share the work.
    pub fn into_parts(self) -> (Header, impl Iterator<Item = (usize, io::Result<String>)>) {
        let numbered = (2..).zip(self.lines);
        (self.header, numbered.filter(|(_, line)| !line.as_ref().is_ok_and(|line| line.trim().is_empty())))
    }
}

impl Header {
    /// Parses line number `line` as a script.
    pub fn script(&self, line: usize, text: &str) -> Result<Script, ReadError> {
        let script: Script = serde_json::from_str(text).map_err(|error| ReadError::syntax(line, &error))?;
        if script.version == self.version && script.profile == self.profile {
            Ok(script)
        } else {
            let why = format!(
                "script {} is of {} {}, the header of {} {}",
                script.id, script.version, script.profile, self.version, self.profile
            );
            Err(ReadError::Syntax { line, column: 0, why })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gates() -> FeatureGates {
        Release::V1_11.into()
    }

    fn step(text: &str) -> RecordedStep {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_step_becomes_the_action_of_that_name() {
        let step = step(r#"{"op":"podRun","pods":["j-00000"],"ready":false,"obs":{"pend":[0,1]}}"#);
        let run = Action::PodRun { pods: vec!["j-00000".into()], ready: false };
        assert_eq!(step.action(gates()), Ok(run));
        assert_eq!(step.obs.len(), 1);
    }

    #[test]
    fn a_created_job_is_the_one_that_was_seen_without_what_the_server_gave_it() {
        let seen = r#"{"op":"createJob","name":"j","obs":{"jobs":{"j":{"obj":{
            "metadata":{"name":"j","uid":"job-uid-0","creationTimestamp":"2024-01-01T00:00:00Z"},
            "spec":{"parallelism":2,"selector":{"matchLabels":{"controller-uid":"job-uid-0"}},
                "template":{"metadata":{"labels":{"job-name":"j","controller-uid":"job-uid-0","app":"pi"}},
                            "spec":{"containers":[]}}},
            "status":{}},"status":{}}}}}"#;
        let Ok(Action::CreateJob { job }) = step(seen).action(gates()) else { panic!("not a creation") };
        assert_eq!((job.metadata.name(), job.metadata.uid()), ("j", ""));
        assert_eq!(job.spec.parallelism, Some(2));
        assert_eq!(job.spec.selector, None);
        assert_eq!(job.spec.template.metadata.labels.iter().collect::<Vec<_>>(), [("app", "pi")]);

        let manual = seen.replace(r#""parallelism":2"#, r#""manualSelector":true"#);
        let Ok(Action::CreateJob { job }) = step(&manual).action(gates()) else { panic!("not a creation") };
        assert!(job.spec.selector.is_some());
        assert_eq!(job.spec.template.metadata.labels.get("job-name"), Some("j"));
    }

    #[test]
    fn what_is_not_known_is_not_skipped() {
        assert!(step(r#"{"op":"podTeleport","pods":["j-00000"],"obs":{}}"#).action(gates()).is_err());
        assert!(step(r#"{"op":"podSucceed","pods":["j-00000"],"where":"moon","obs":{}}"#).action(gates()).is_err());
        assert!(step(r#"{"op":"podSucceed","pods":["j-00000"],"where":"","obs":{}}"#).action(gates()).is_ok());
        assert!(serde_json::from_str::<RecordedStep>(r#"{"op":"sync","obs":{"moods":{}}}"#).is_err());
        assert!(step(r#"{"op":"createJob","name":"j","obs":{}}"#).action(gates()).is_err());
    }

    fn open(text: &str) -> Result<Recordings<&[u8]>, ReadError> {
        Recordings::open(text.as_bytes())
    }

    const HEADER: &str =
        r#"{"header":true,"version":"v1.11.0","profile":"default","t0":"2024-01-01T00:00:00Z","gates":{}}"#;

    #[test]
    fn a_file_names_a_controller_that_the_engine_has() {
        assert!(open(HEADER).is_ok());
        let unknown = open(&HEADER.replace("v1.11.0", "v1.5.0")).unwrap_err();
        assert!(matches!(unknown, ReadError::Unsupported { .. }), "{unknown}");
        let gated = open(&HEADER.replace("{}", r#"{"Warp":true}"#)).unwrap_err();
        assert!(matches!(gated, ReadError::Unsupported { .. }), "{gated}");
        assert!(matches!(open(""), Err(ReadError::Empty)));
    }

    #[test]
    fn errors_name_line_and_column() {
        let text = format!("{HEADER}\n\n{{\"id\":7}}");
        let (header, lines) = open(&text).unwrap().into_parts();
        let lines: Vec<_> = lines.collect();
        let [(3, Ok(text))] = lines.as_slice() else { panic!("{lines:?}") };
        let error = header.script(3, text).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 7: invalid type: integer `7`, expected a string");
    }

    #[test]
    fn a_script_of_another_release_does_not_belong_in_the_file() {
        let (header, _) = open(HEADER).unwrap().into_parts();
        let other = r#"{"id":"a","version":"v1.28.7","profile":"default","startMs":0,"steps":[]}"#;
        assert!(header.script(2, other).is_err());
        assert!(header.script(2, &other.replace("v1.28.7", "v1.11.0")).is_ok());
    }
}
