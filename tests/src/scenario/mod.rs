//! Scenarios: a text that says what is done and, under each step, what the controller makes of it.
//!
//! ```text
//! # What it is about.
//! release v1.28 JobPodReplacementPolicy=true
//!
//! > create j {"parallelism": 2}
//! > deliver {"kind": "all"}
//!     addJob j
//!     queue default/j: ready
//! ```
//!
//! The release may be followed by feature gates. A line with `>` is an action: its `op`, then its other
//! members as JSON. `create` takes a name and the Job's spec, in which `restartPolicy` stands for the
//! template's; `import` takes a name and what is special of a Job that was stored before; `"pods": "all"` means
//! all that are stored; `next` does what a healthy cluster would do next, until that is an action of the name
//! that it takes, or nothing. The indented lines under it are what has to happen, in order; [`render`] says how
//! each thing reads. A line with `broken` names an
//! [invariant](jobscope_core::world::invariants::Invariant) that is broken from there on.
//!
//! A line with `~` is an action that only prepares: its outcome is not written, but it has to
//! be possible. Lines with `#` and empty lines are for people. A scenario is checked by running it and
//! comparing the whole text.

pub mod overlay;
mod render;

pub use render::render;

use std::fmt::Write as _;

use jobscope_core::api::{FeatureGates, Job, Release, Time, Uid, default_job, generate_selector};
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::invariants::{self, Promise, Violation};
use jobscope_core::world::{Action, World};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde_json::{Map, Value, json};

/// What is wrong with a scenario's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ScenarioError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// A scenario that was carried out.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The text as it should be: the same lines, with what happened under each action.
    pub text: String,
    /// The steps that it shows.
    pub shown: Vec<ShownStep>,
}

/// A step that a scenario shows.
#[derive(Clone, Debug)]
pub struct ShownStep {
    /// The release and its gates.
    pub gates: FeatureGates,
    /// What happened.
    pub trace: Vec<TraceEntry>,
    /// The invariants that it broke first, if the release has something that they are about.
    pub broken: Vec<Violation>,
}

/// Runs the scenario and writes it again.
///
/// # Errors
///
/// The text is not understood, or an action that only leads up to the matter is refused or breaks something.
/// Any other action that the engine refuses is no error: its answer is written.
pub fn run(text: &str) -> Result<Run, ScenarioError> {
    run_under(text, None)
}

/// The same under another release, with those of the gates that it lets be set.
///
/// # Errors
///
/// As [`run`].
pub fn run_under(text: &str, other: Option<Release>) -> Result<Run, ScenarioError> {
    let mut stage = Stage::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |message: String| ScenarioError { line: index + 1, message };
        if line.starts_with(' ') {
            continue;
        }
        stage.run.text.push_str(line);
        stage.run.text.push('\n');
        if let Some((mark, command)) = line.split_at_checked(2).filter(|(mark, _)| matches!(*mark, "> " | "~ ")) {
            let is_shown = mark == "> ";
            if let Some(until) = command.strip_prefix("next ") {
                stage.go_on(until, is_shown).map_err(wrong)?;
            } else {
                let action = parse_action(command, &stage.world).map_err(wrong)?;
                stage.act(&action, is_shown).map_err(wrong)?;
            }
        } else if let Some(prefix) = line.strip_prefix("? metrics ") {
            stage.measure(prefix);
        } else if let Some(release) = line.strip_prefix("release ") {
            let gates = parse_gates(release).map_err(wrong)?;
            let gates = other.map_or(gates, |other| like(gates, other));
            stage.world = World::with_gates(gates, Time::START);
        } else if !line.is_empty() && !line.starts_with('#') {
            return Err(wrong(format!("{line:?} is neither an action (`> op {{…}}`) nor a remark (`# …`)")));
        }
    }
    Ok(stage.run)
}

/// Most actions that one `next` does.
const MAX_NEXT: usize = 1_000;

/// Where a scenario is carried out.
#[derive(Default)]
struct Stage {
    world: World,
    /// What the last step broke.
    broken: Vec<Violation>,
    run: Run,
}

impl Stage {
    /// Executes the action and, unless it only prepares, writes what happened.
    fn act(&mut self, action: &Action, is_shown: bool) -> Result<(), String> {
        let before = self.world.clone();
        let step = match self.world.apply(action) {
            Ok(step) => step,
            Err(error) if is_shown => {
                let _ = writeln!(self.run.text, "    refused: {error}");
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        };
        let gates = self.world.gates();
        let breaks = invariants::broken(&before, &step, &self.world);
        let mut new = breaks.clone();
        new.retain(|new| !self.broken.contains(new));
        new.retain(|new| new.invariant.promised_by(gates) != Promise::NotMade);
        self.broken = breaks;
        if !is_shown {
            return match new.first() {
                Some(new) => Err(format!("the scenario must name this: it breaks {new}")),
                None => Ok(()),
            };
        }
        self.run.text.push_str(&render(&step.trace, self.world.start()));
        for new in &new {
            let _ = writeln!(self.run.text, "    broken: {new}");
        }
        self.run.shown.push(ShownStep { gates, trace: step.trace, broken: new });
        Ok(())
    }

    /// Writes the metrics whose names begin like that; of a histogram its sum and count.
    fn measure(&mut self, prefix: &str) {
        for line in self.world.metrics().lines().filter(|line| line.starts_with(prefix) && !line.contains("_bucket{")) {
            let _ = writeln!(self.run.text, "    {line}");
        }
    }

    /// Does what a healthy cluster would do next, until that is an `until`.
    fn go_on(&mut self, until: &str, is_shown: bool) -> Result<(), String> {
        for _ in 0..MAX_NEXT {
            let Some(action) = self.world.next_action() else { return Ok(()) };
            let mut members = serde_json::to_value(&action).map_err(|error| error.to_string())?;
            let op = members.as_object_mut().and_then(|action| action.remove("op")).unwrap_or_default();
            let op = op.as_str().unwrap_or_default();
            if op == until {
                return Ok(());
            }
            if is_shown {
                let arguments = if members == json!({}) { String::new() } else { format!(" {members}") };
                let _ = writeln!(self.run.text, "  {op}{arguments}");
            }
            self.act(&action, is_shown)?;
        }
        Err(format!("there was no {until} within {MAX_NEXT} actions"))
    }
}

/// `v1.28 JobReadyPods=false …`
fn parse_gates(text: &str) -> Result<FeatureGates, String> {
    let mut words = text.split_whitespace();
    let release = StrDeserializer::<serde_json::Error>::new(words.next().unwrap_or_default());
    let release = Release::deserialize(release).map_err(|error| error.to_string())?;
    words.try_fold(FeatureGates::from(release), |gates, word| {
        let (gate, on) = word.split_once('=').ok_or_else(|| format!("{word:?} is not like Gate=true"))?;
        let on = on.parse().map_err(|_| format!("{on:?} is neither true nor false"))?;
        gates.with_named(gate, on).map_err(|error| error.to_string())
    })
}

/// The other release with its gates turned likewise, as far as it lets them be set.
fn like(gates: FeatureGates, other: Release) -> FeatureGates {
    gates.turned_names().fold(other.into(), |like: FeatureGates, (gate, on)| like.with_named(&gate, on).unwrap_or(like))
}

fn parse_action(command: &str, world: &World) -> Result<Action, String> {
    let (op, rest) = command.split_once(' ').unwrap_or((command, ""));
    if op == "create" {
        let (name, spec) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let spec: Map<String, Value> = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        return Ok(Action::CreateJob { job: Box::new(job(name, spec)?) });
    }
    if op == "import" {
        let (name, document) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let document = serde_json::from_str(document).map_err(|error| error.to_string())?;
        return Ok(Action::ImportJob { job: Box::new(stored_job(name, document, world.gates())?) });
    }
    let rest = if rest.is_empty() { "{}" } else { rest };
    let mut action: Map<String, Value> = serde_json::from_str(rest).map_err(|error| error.to_string())?;
    action.insert("op".to_owned(), json!(op));
    if action.get("pods").is_some_and(|pods| pods == "all") {
        let pods: Vec<&str> = world.stored_pods().map(|pod| pod.metadata.name()).collect();
        action.insert("pods".to_owned(), json!(pods));
    }
    Action::deserialize(Value::Object(action)).map_err(|error| error.to_string())
}

fn job(name: &str, mut spec: Map<String, Value>) -> Result<Job, String> {
    let restart_policy = spec.remove("restartPolicy").unwrap_or_else(|| json!("Never"));
    spec.entry("template").or_insert_with(
        || json!({"spec": {"restartPolicy": restart_policy, "containers": [{"name": "main", "image": "img"}]}}),
    );
    Job::deserialize(json!({"metadata": {"name": name}, "spec": spec})).map_err(|error| error.to_string())
}

/// A Job as the API server stores it, with what `document` says of its metadata, spec and status.
fn stored_job(name: &str, mut document: Value, gates: FeatureGates) -> Result<Job, String> {
    let spec: Map<String, Value> = match document.get_mut("spec") {
        Some(Value::Object(spec)) => std::mem::take(spec),
        _ => Map::new(),
    };
    let mut stored = job(name, spec)?;
    let uid = document.pointer("/metadata/uid").and_then(Value::as_str);
    stored.metadata.uid = Some(uid.map_or_else(|| Uid::from(format!("{name}-imported")), Uid::from));
    generate_selector(&mut stored, gates.release());
    default_job(&mut stored, gates);
    let mut stored = serde_json::to_value(stored).map_err(|error| error.to_string())?;
    json_patch::merge(&mut stored, &document);
    Job::deserialize(stored).map_err(|error| error.to_string())
}
