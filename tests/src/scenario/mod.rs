//! Scenarios: a text that says what is done and, under each step, what the controller makes of it.
//!
//! ```text
//! # What it is about.
//! edition v1.28 JobPodReplacementPolicy=true
//!
//! > create j {"parallelism": 2}
//! > deliver {"kind": "all"}
//!     addJob j
//!     queue default/j: ready
//! ```
//!
//! The edition may be followed by feature gates. A line with `>` is an action: its `op`, then its other members as JSON (`create` takes a name and
//! the Job's spec, in which `restartPolicy` stands for the template's). The indented lines under it are
//! what has to happen, in order; [`render`] says how each thing reads. A line with `broken` names an
//! [invariant](jobscope_core::world::invariants::Invariant) that is broken from there on. Lines with `#` and empty lines
//! are for people. A scenario is checked by running it and comparing the whole text.

mod render;

pub use render::render;

use std::fmt::Write as _;

use jobscope_core::api::{Edition, FeatureGates, Job, Time};
use jobscope_core::world::invariants::{self, Promise};
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

/// Runs the scenario and writes it anew: the same lines, with what happened under each action.
///
/// # Errors
///
/// The text is not understood. An action that the engine refuses is no error: its answer is written.
pub fn run(text: &str) -> Result<String, ScenarioError> {
    let mut world = World::new(Edition::default());
    let mut written = String::new();
    let mut broken = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |message: String| ScenarioError { line: index + 1, message };
        if line.starts_with(' ') {
            continue;
        }
        written.push_str(line);
        written.push('\n');
        if let Some(command) = line.strip_prefix("> ") {
            let action = parse_action(command).map_err(wrong)?;
            let before = world.clone();
            match world.apply(&action) {
                Ok(step) => {
                    render(&step.trace, world.start(), &mut written);
                    let breaks = invariants::broken(&before, &step, &world);
                    for new in breaks.iter().filter(|new| !broken.contains(*new)) {
                        if new.invariant.promised_by(world.gates()) != Promise::NotMade {
                            let _ = writeln!(written, "    broken: {new}");
                        }
                    }
                    broken = breaks;
                }
                Err(error) => drop(writeln!(written, "    refused: {error}")),
            }
        } else if let Some(edition) = line.strip_prefix("edition ") {
            world = World::with_gates(parse_gates(edition).map_err(wrong)?, Time::START);
        } else if !line.is_empty() && !line.starts_with('#') {
            return Err(wrong(format!("{line:?} is neither an action (`> op {{…}}`) nor a remark (`# …`)")));
        }
    }
    Ok(written)
}

/// `v1.28 JobReadyPods=false …`
fn parse_gates(text: &str) -> Result<FeatureGates, String> {
    let mut words = text.split_whitespace();
    let edition = StrDeserializer::<serde_json::Error>::new(words.next().unwrap_or_default());
    let edition = Edition::deserialize(edition).map_err(|error| error.to_string())?;
    words.try_fold(FeatureGates::from(edition), |gates, word| {
        let (gate, on) = word.split_once('=').ok_or_else(|| format!("{word:?} is not like Gate=true"))?;
        let on = on.parse().map_err(|_| format!("{on:?} is neither true nor false"))?;
        gates.with_named(gate, on).map_err(|error| error.to_string())
    })
}

fn parse_action(command: &str) -> Result<Action, String> {
    let (op, rest) = command.split_once(' ').unwrap_or((command, ""));
    if op == "create" {
        let (name, spec) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let spec: Map<String, Value> = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        return Ok(Action::CreateJob { job: Box::new(job(name, spec)?) });
    }
    let rest = if rest.is_empty() { "{}" } else { rest };
    let mut action: Map<String, Value> = serde_json::from_str(rest).map_err(|error| error.to_string())?;
    action.insert("op".to_owned(), json!(op));
    Action::deserialize(Value::Object(action)).map_err(|error| error.to_string())
}

fn job(name: &str, mut spec: Map<String, Value>) -> Result<Job, String> {
    let restart_policy = spec.remove("restartPolicy").unwrap_or_else(|| json!("Never"));
    spec.entry("template").or_insert_with(
        || json!({"spec": {"restartPolicy": restart_policy, "containers": [{"name": "main", "image": "img"}]}}),
    );
    Job::deserialize(json!({"metadata": {"name": name}, "spec": spec})).map_err(|error| error.to_string())
}
