//! Compares the output of real kubectl with the engine's for a world in which the same happened.
//!
//! - [`state`]: recordings of states: what happened at which second, and what was printed at given moments
//! - `script`: carries out what happened in a world
//! - [`console`]: transcripts of what was typed, command by command
//! - `names`: names of pods and UIDs, which chance makes, as words that are the same on both sides
//! - `compare`: texts, but for what the recordings leave open

mod compare;
pub mod console;
mod names;
mod script;
pub mod state;

use jobscope_core::api::Release;

use compare::{Tolerance, equal};
use names::Names;
use script::Run;
use state::{Dump, State};

/// A command that printed something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The state.
    pub id: String,
    /// At which moment.
    pub dump: String,
    /// The command.
    pub command: String,
    /// What kubectl printed.
    pub real: String,
    /// What the engine's prints.
    pub ours: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} at {}: {}", self.id, self.dump, self.command)?;
        let diff = similar::TextDiff::from_lines(&self.real, &self.ours);
        for change in diff.iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal) {
            write!(f, "  {}{change}", change.tag())?;
        }
        Ok(())
    }
}

/// Why a state was not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Skip {
    /// No simulated release has that name.
    #[error("there is no release {0} here")]
    Release(String),
}

/// Carries out a state's script and compares everything that was printed.
///
/// Where the recording says that chance decided when pod garbage collection looked, the moments are tried one after the
/// other; the run with the fewest differences counts.
///
/// # Errors
///
/// There is no such release here.
pub fn check(state: &State) -> Result<Vec<Difference>, Skip> {
    let release: Release = state.edition.parse().map_err(|_| Skip::Release(state.edition.clone()))?;
    let looks = if state.caution.contains("pod GC") { LOOK_PERIOD_MS } else { LOOK_STEP_MS };
    let runs = (0..looks).step_by(LOOK_STEP_MS).filter_map(|look| i64::try_from(look).ok());
    let mut best: Option<Vec<Difference>> = None;
    for look in runs {
        let differences = check_run(state, release, look);
        if best.as_ref().is_none_or(|best| differences.len() < best.len()) {
            let done = differences.is_empty();
            best = Some(differences);
            if done {
                break;
            }
        }
    }
    Ok(best.unwrap_or_default())
}

/// Pod garbage collection looks so often.
const LOOK_PERIOD_MS: usize = 20_000;
/// The moments of its looks that are tried are so far apart.
const LOOK_STEP_MS: usize = 500;
/// The maximal number of orders tried for pods that nothing told apart.
const MOST_ORDERS: usize = 5_040;

/// What a command printed, and what the engine's may have printed meanwhile.
struct Printed<'s> {
    dump: &'s Dump,
    command: &'s str,
    real: &'s str,
    ours: Vec<String>,
}

/// One run, in which the last pass of pod garbage collection was `looked_before_ms` before the manifest was applied.
fn check_run(state: &State, release: Release, looked_before_ms: i64) -> Vec<Difference> {
    let mut run = Run::new(state, release, looked_before_ms);
    let mut all = Vec::new();
    for dump in &state.dumps {
        run.go_on_to(dump.at_seconds.unwrap_or(run.seconds()));
        // The commands were run one after the other: each at some moment within the time that all of them took.
        let moments = run.moments(dump.kubectl_took_seconds);
        all.extend(dump.kubectl.iter().map(|(command, real)| {
            let mut ours: Vec<_> = moments.iter().map(|moment| moment.printed(command)).collect();
            ours.dedup();
            Printed { dump, command, real, ours }
        }));
    }
    let mut best: Option<Vec<Difference>> = None;
    for names in Names::possible(state, &run).take(MOST_ORDERS) {
        let differences = differences(state, &all, &names);
        let done = differences.is_empty();
        if best.as_ref().is_none_or(|best| differences.len() < best.len()) {
            best = Some(differences);
        }
        if done {
            break;
        }
    }
    best.unwrap_or_default()
}

fn differences(state: &State, all: &[Printed<'_>], names: &Names) -> Vec<Difference> {
    let tolerance = if state.caution.is_empty() { Tolerance::None } else { Tolerance::Second };
    let mut differences = Vec::new();
    for Printed { dump, command, real, ours } in all {
        let real = names.real(real);
        let ours: Vec<_> = ours.iter().map(|ours| names.ours(ours)).collect();
        if !ours.iter().any(|ours| equal(command, &real, ours, tolerance)) {
            let shown = |text: &str| compare::shown(command, text) + "\n";
            differences.push(Difference {
                id: state.id.clone(),
                dump: dump.name.clone(),
                command: (*command).to_owned(),
                real: shown(&real),
                ours: shown(ours.first().map_or("", String::as_str)),
            });
        }
    }
    differences
}
