//! A saved session as a test: text in Rust or JavaScript that replays the session and expects the same result.
//!
//! It expects what the engine says now: the counts and conditions of each Job, the state of each pod, and what the last
//! sync was asked and answered. Keep the test to learn when that changes.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{ReplayError, SavedSession, Timeline};
use crate::trace::{Decision, TraceEntry};
use crate::world::Step;

/// What a session has come to at its cursor, one line for each thing.
struct Outcome {
    step: usize,
    jobs: Vec<String>,
    pods: Vec<String>,
    answers: Vec<String>,
    /// The same questions with their operands, as JSON.
    decisions: Vec<String>,
}

impl Outcome {
    fn of(timeline: &Timeline) -> Self {
        let now = timeline.world().snapshot();
        let jobs = now.jobs.iter().map(|view| {
            let (name, status) = (view.job.metadata.name(), &view.job.status);
            let (active, succeeded, failed) = (status.active, status.succeeded, status.failed);
            let conditions = status.conditions.iter().map(|condition| condition.r#type);
            let conditions = conditions.filter(|held| status.is_true(*held));
            let counts = format!("{name}: active {active}, succeeded {succeeded}, failed {failed}");
            let parts = std::iter::once(counts).chain(conditions.map(|held| held.as_str().to_owned()));
            parts.collect::<Vec<_>>().join(" ")
        });
        let pods = now.pods.iter().map(|pod| format!("{}: {}", pod.name, pod.phase.as_str()));
        let step = timeline.cursor().step;
        let asked = |step: Arc<Step>| -> Vec<Decision> {
            let asked = step.trace.iter().filter_map(|entry| match entry {
                TraceEntry::Decision(decision) => Some(*decision),
                _ => None,
            });
            asked.collect()
        };
        let last = timeline.steps().iter().take(step).map(asked).filter(|asked| !asked.is_empty()).last();
        let last = last.unwrap_or_default();
        Self {
            step,
            jobs: jobs.collect(),
            pods: pods.collect(),
            answers: last.iter().map(answer).collect(),
            // Names and numbers: there is nothing in a decision that JSON cannot hold.
            decisions: last.iter().map(|decision| serde_json::to_string(decision).unwrap_or_default()).collect(),
        }
    }
}

fn answer(decision: &Decision) -> String {
    format!("{}: {}", decision.id().name(), decision.answer())
}

impl SavedSession {
    /// A test of this session in Rust, for a crate that depends on `jobscope-core`.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if it cannot be carried out.
    pub fn to_rust_test(&self) -> Result<String, ReplayError> {
        let Outcome { step, jobs, pods, answers, .. } = Outcome::of(&self.replay()?);
        let file = self.to_file();
        // More number signs than any quote in the file is followed by.
        let mut signs = String::new();
        while file.contains(&format!("\"{signs}")) {
            signs.push('#');
        }
        let lines = |lines: &[String]| -> String {
            lines.iter().fold(String::new(), |mut text, line| {
                let _ = writeln!(text, "    {line:?},");
                text
            })
        };
        let (jobs, pods, answers) = (lines(&jobs), lines(&pods), lines(&answers));
        Ok(format!(
            "// A session of jobscope, as a test. It needs the crate jobscope-core.

use jobscope_core::timeline::{{SavedSession, Timeline}};
use jobscope_core::trace::{{Answer, TraceEntry}};

const SESSION: &str = r{signs}\"{file}\"{signs};

#[test]
fn it_goes_as_recorded() -> Result<(), Box<dyn std::error::Error>> {{
    let session = SavedSession::from_file(SESSION)?.replay()?;
    assert_eq!(session.cursor().step, {step});
    assert_eq!(jobs(&session), JOBS);
    assert_eq!(pods(&session), PODS);
    assert_eq!(answers(&session), ANSWERS);
    Ok(())
}}

const JOBS: &[&str] = &[
{jobs}];

const PODS: &[&str] = &[
{pods}];

/// What the last step that asked anything asked.
const ANSWERS: &[&str] = &[
{answers}];
{RUST_HELPERS}"
        ))
    }

    /// A test of this session in JavaScript, for Node.js and the npm package `jobscope`.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if it cannot be carried out.
    pub fn to_javascript_test(&self) -> Result<String, ReplayError> {
        let Outcome { step, jobs, pods, decisions, .. } = Outcome::of(&self.replay()?);
        // In a template these three mean something.
        let file = self.to_file().replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
        let lines = |lines: &[String]| -> String {
            lines.iter().fold(String::new(), |mut text, line| {
                let _ = writeln!(text, "    {line},");
                text
            })
        };
        let quoted = |texts: &[String]| -> Vec<String> {
            texts.iter().map(|text| serde_json::Value::from(text.as_str()).to_string()).collect()
        };
        let (jobs, pods, decisions) = (lines(&quoted(&jobs)), lines(&quoted(&pods)), lines(&decisions));
        Ok(format!(
            "// A session of jobscope, as a test. It needs the package jobscope; run it with node --test.
import assert from \"node:assert/strict\";
import {{ test }} from \"node:test\";
import {{ Session }} from \"jobscope\";

const file = `{file}`;

test(\"it goes as recorded\", () => {{
  const session = Session.fromFile(file);
  assert.equal(session.cursor().step, {step});
  assert.deepEqual(jobs(session), [
{jobs}  ]);
  assert.deepEqual(pods(session), [
{pods}  ]);
  // What the last step that asked anything asked.
  assert.deepEqual(decisions(session), [
{decisions}  ]);
}});
{JAVASCRIPT_HELPERS}"
        ))
    }
}

const RUST_HELPERS: &str = r#"
fn jobs(session: &Timeline) -> Vec<String> {
    let summary = |view: &jobscope_core::world::JobView| {
        let (name, status) = (view.job.metadata.name(), &view.job.status);
        let (active, succeeded, failed) = (status.active, status.succeeded, status.failed);
        let conditions = status.conditions.iter().map(|condition| condition.r#type);
        let conditions = conditions.filter(|held| status.is_true(*held));
        let counts = format!("{name}: active {active}, succeeded {succeeded}, failed {failed}");
        let summary = std::iter::once(counts).chain(conditions.map(|held| held.as_str().to_owned()));
        summary.collect::<Vec<_>>().join(" ")
    };
    session.world().snapshot().jobs.iter().map(summary).collect()
}

fn pods(session: &Timeline) -> Vec<String> {
    session.world().snapshot().pods.iter().map(|pod| format!("{}: {}", pod.name, pod.phase.as_str())).collect()
}

fn answers(session: &Timeline) -> Vec<String> {
    let answer = |entry: &TraceEntry| {
        let TraceEntry::Decision(decision) = entry else { return None };
        let answer = match decision.answer() {
            Answer::Yes => "yes".to_owned(),
            Answer::No => "no".to_owned(),
            Answer::Value(value) => value.to_string(),
        };
        Some(format!("{}: {answer}", decision.id().name()))
    };
    let done = session.steps().iter().take(session.cursor().step);
    let asked = done.map(|step| step.trace.iter().filter_map(answer).collect::<Vec<_>>());
    asked.filter(|asked| !asked.is_empty()).last().unwrap_or_default()
}
"#;

const JAVASCRIPT_HELPERS: &str = r#"
function jobs(session) {
  return session.snapshot().jobs.map(({ job: { metadata, status } }) => {
    const { active = 0, succeeded = 0, failed = 0, conditions = [] } = status;
    const held = conditions.filter(({ status }) => status === "True").map(({ type }) => ` ${type}`).join("");
    return `${metadata.name}: active ${active}, succeeded ${succeeded}, failed ${failed}${held}`;
  });
}

function pods(session) {
  return session.snapshot().pods.map(({ name, phase }) => `${name}: ${phase}`);
}

function decisions(session) {
  const asked = ({ trace }) => trace.flatMap((entry) => entry.decision ?? []);
  return session.steps().slice(0, session.cursor().step).map(asked).findLast((all) => all.length > 0) ?? [];
}
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;

    #[test]
    fn no_text_of_a_session_ends_its_quotes() {
        let mut saved = SavedSession::of(&session(1), "# \"# \"## `${1}` \\ \u{2028}\n");
        saved.title = "\"###, `".to_owned();
        let rust = saved.to_rust_test().unwrap();
        assert!(rust.contains("r####\"") && rust.contains("\"####;"), "{rust}");
        let javascript = saved.to_javascript_test().unwrap();
        let (template, _) = javascript.split_once("const file = `").unwrap().1.split_once("`;\n").unwrap();
        assert!(template.contains("\\`\\${1}\\` \\\\"), "{template}");
    }

    #[test]
    fn what_cannot_be_carried_out_makes_no_test() {
        let file = "jobscope: 1\nrelease: v1.28\nactions: [{op: sync}]\n";
        let saved = SavedSession::from_file(file).unwrap();
        assert!(saved.to_rust_test().is_err() && saved.to_javascript_test().is_err());
    }
}
