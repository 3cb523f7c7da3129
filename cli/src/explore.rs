//! `explore`: every order of events of a small session.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use jobscope_core::api::JobConditionType;
use jobscope_core::explore::{Bound, Explorer, Goal as CoreGoal, Plan, Verdict};
use jobscope_core::timeline::Breakpoint;
use jobscope_core::world::Mishap as CoreMishap;
use jobscope_words::amount;

use crate::arguments::{Explore, Goal, Mishap};
use crate::explain::named;
use crate::failure::{Failure, Outcome};
use crate::{output, source};

/// Steps between two looks at the progress.
const PIECE: usize = 200;

pub(crate) fn run(options: &Explore) -> Outcome<ExitCode> {
    let name = named(&options.file);
    let mut opened = source::open(&source::read_text(&options.file)?, &name, options.release.as_deref())?;
    let most = if options.mishaps.is_empty() { 0 } else { options.most };
    let plan = Plan::new(goal(options.goal)).with_mishaps(options.mishaps.iter().copied().map(mishap), most);
    let plan = Plan { max_steps: options.steps, max_worlds: options.states, ..plan };
    let mut explorer = Explorer::new(opened.timeline.world().clone(), plan);
    let bar = progress(options.states);
    let (states, steps) = loop {
        let progress = explorer.go_on(PIECE);
        bar.set_position(u64::try_from(progress.worlds).unwrap_or(u64::MAX));
        bar.set_message(format!("schedules of {} steps", progress.depth));
        if progress.is_over {
            break (amount(progress.worlds), progress.depth);
        }
    };
    bar.finish_and_clear();
    match explorer.verdict() {
        Some(Verdict::Found(found)) => {
            for violation in &found.reached.violations {
                output::note(&format!("broken: {violation:?}"));
            }
            output::note(&format!(
                "found in {} steps, after {states} states: no shorter schedule does it",
                found.actions.len()
            ));
            for action in &found.actions {
                opened.timeline.apply(action).map_err(|error| Failure::new(error.to_string()))?;
            }
            let file = opened.recording().to_file();
            match &options.output {
                Some(path) => fs::write(path, file).map_err(|error| Failure::of_file("write", path, &error))?,
                None => output::print(&file)?,
            }
        }
        Some(Verdict::Exhausted) => {
            output::note(&format!("not found: every schedule was searched to its end, {states} states"));
        }
        Some(Verdict::Bounded(Bound::Steps)) => output::note(&format!(
            "not found in schedules of at most {steps} steps ({states} states): longer ones exist, --steps allows them"
        )),
        Some(Verdict::Bounded(Bound::Worlds)) | None => output::note(&format!(
            "not found among {states} states, in schedules of up to {steps} steps: --states allows more"
        )),
    }
    Ok(ExitCode::SUCCESS)
}

fn progress(states: u32) -> ProgressBar {
    if !output::shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(states));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos} of at most {human_len} states · {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn goal(goal: Goal) -> CoreGoal {
    let becomes = |condition| CoreGoal::Strikes { breakpoint: Breakpoint::Condition { condition: Some(condition) } };
    match goal {
        Goal::Broken => CoreGoal::Broken { invariant: None },
        Goal::OverParallelism => CoreGoal::OverParallelism,
        Goal::IndexTwice => CoreGoal::IndexTwice,
        Goal::Stuck => CoreGoal::Stuck,
        Goal::Complete => becomes(JobConditionType::Complete),
        Goal::Failed => becomes(JobConditionType::Failed),
    }
}

fn mishap(mishap: Mishap) -> CoreMishap {
    match mishap {
        Mishap::Restart => CoreMishap::Restart,
        Mishap::Crash => CoreMishap::Crash,
        Mishap::WatchLost => CoreMishap::WatchLost,
        Mishap::PodFails => CoreMishap::PodFails,
        Mishap::PodDeleted => CoreMishap::PodDeleted,
    }
}
