//! A long session: as many actions recorded as are asked for, then places of it sought, then a branch begun in the past.

use std::time::Duration;

use jobscope_core::api::{Job, Release};
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::world::{Action, ActionError, OutcomeRule, World};
use serde_json::json;
use web_time::Instant;

use super::machine;

/// How many places are sought.
const SEEKS: usize = 2_000;
/// Into how many branches the session then parts, and how many actions each has of its own.
const BRANCHES: usize = 20;
const BRANCH_ACTIONS: usize = 10;

/// How it went.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// To record one action, on average.
    pub action: Duration,
    /// Bytes that the session keeps for one action, where that is known.
    pub bytes_per_action: Option<f64>,
    /// The seek that took longest.
    pub longest_seek: Duration,
    /// All seeks, on average.
    pub mean_seek: Duration,
    /// Bytes that a branch takes for each action of its own, where that is known.
    pub bytes_per_branch_action: Option<f64>,
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The world refused an action.
    #[error("an action was refused: {0}")]
    Refused(#[from] ActionError),
    /// The manifest is invalid.
    #[error("the Job cannot be made: {0}")]
    Job(#[from] serde_json::Error),
    /// There was nothing left to do.
    #[error("the session ended after {0} actions")]
    Short(usize),
    /// Branches do not share their past.
    #[error("there are {0} recorded steps where branches share what they have in common")]
    NotShared(usize),
}

/// A Job with a few pods at a time, which end at different times, and far more completions than there are actions.
fn session() -> Result<Timeline, Error> {
    let job: Job = serde_json::from_value(json!({
        "metadata": {"name": "long"},
        "spec": {
            "completions": 1_000_000, "parallelism": 4,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}},
        },
    }))?;
    let mut timeline = Timeline::new(World::new(Release::V1_28));
    let rule = OutcomeRule { jitter_ms: 10_000, ..OutcomeRule::default() };
    timeline.apply(&Action::SetOutcomes { rules: vec![rule] })?;
    timeline.apply(&Action::CreateJob { job: Box::new(job) })?;
    Ok(timeline)
}

fn record(timeline: &mut Timeline, actions: usize) -> Result<(), Error> {
    while timeline.steps().len() < actions {
        if !timeline.step_over() {
            return Err(Error::Short(timeline.steps().len()));
        }
    }
    Ok(())
}

/// Numbers without order, the same each time.
fn numbers() -> impl Iterator<Item = usize> {
    let mut state = 0x2545_f491_u32;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        usize::try_from(state >> 1).unwrap_or(0)
    })
}

/// Records a session of `actions` actions, and goes about in it.
///
/// # Errors
///
/// See [`Error`].
pub fn run(actions: usize) -> Result<Figures, Error> {
    let mut timeline = session()?;
    let (before, start) = (machine::memory(), Instant::now());
    record(&mut timeline, actions)?;
    let recorded = start.elapsed();
    let bytes = grown(before);

    let (mut all, mut longest) = (Duration::ZERO, Duration::ZERO);
    let mut numbers = numbers();
    for _ in 0..SEEKS {
        let step = numbers.next().unwrap_or(0) % (actions + 1);
        let within = timeline.steps().get(step).map_or(1, |step| step.trace.len().max(1));
        let cursor = Cursor { step, entries: numbers.next().unwrap_or(0) % within };
        let start = Instant::now();
        timeline.seek(cursor);
        let took = start.elapsed();
        all += took;
        longest = longest.max(took);
    }

    let before = machine::memory();
    let first = timeline.chosen_branch();
    for branch in 0..BRANCHES {
        timeline.choose_branch(first).map_err(|_| Error::NotShared(0))?;
        timeline.seek(Cursor { step: actions / 2, entries: 0 });
        timeline.apply(&Action::Advance { ms: i64::try_from(branch).unwrap_or(0) + 1 })?;
        record(&mut timeline, actions / 2 + BRANCH_ACTIONS)?;
    }
    let own = BRANCHES * BRANCH_ACTIONS;
    if timeline.recorded_steps() != actions + own {
        return Err(Error::NotShared(timeline.recorded_steps()));
    }
    Ok(Figures {
        action: recorded / u32::try_from(actions).unwrap_or(1).max(1),
        bytes_per_action: bytes.map(|bytes| bytes / number(actions)),
        longest_seek: longest,
        mean_seek: all / u32::try_from(SEEKS).unwrap_or(1),
        bytes_per_branch_action: grown(before).map(|bytes| bytes / number(own)),
    })
}

/// By how many bytes the program's memory has grown.
fn grown(before: Option<u64>) -> Option<f64> {
    let grown = machine::memory()?.saturating_sub(before?);
    u32::try_from(grown >> 10).ok().map(|kib| f64::from(kib) * 1_024.0)
}

fn number(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::NAN, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_recorded_and_gone_about_in() {
        let figures = run(400).unwrap();
        assert!(figures.longest_seek >= figures.mean_seek && figures.action > Duration::ZERO);
    }
}
