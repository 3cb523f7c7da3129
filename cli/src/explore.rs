//! `explore`: every order of events of a small session.

use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use jobscope_core::api::JobConditionType;
use jobscope_core::explore::{
    Bound, Explorer, Forms, Goal as CoreGoal, Plan, Progress, SearchOrder as CoreOrder, Successor, Task, Verdict,
};
use jobscope_core::timeline::Breakpoint;
use jobscope_core::world::Mishap as CoreMishap;
use jobscope_words::amount;

use crate::arguments::{Explore, Goal, Mishap, SearchOrder};
use crate::failure::{Failure, Outcome};
use crate::{output, source};

/// How many worlds each core expands between two updates of the progress bar.
const PIECE: usize = 64;

pub(crate) fn run(options: &Explore) -> Outcome<ExitCode> {
    let name = source::named(&options.file);
    let mut opened = source::open(&source::read_text(&options.file)?, &name, options.release.as_deref(), None)?;
    let most = if options.mishaps.is_empty() { 0 } else { options.most };
    let plan = Plan::new(goal(options.goal)).with_mishaps(options.mishaps.iter().copied().map(mishap), most);
    let plan = Plan { max_steps: options.steps, max_worlds: options.states, order: order(options.order), ..plan };
    let mut explorer = Explorer::new(opened.timeline.world().clone(), plan);
    let threads = options.threads.map_or_else(all_cores, usize::from);
    let progress = search(&mut explorer, threads, &progress(options.states))?;
    let (states, reach) = (amount(progress.worlds), reach(progress, explorer.plan().order));
    match explorer.verdict() {
        Some(Verdict::Found(found)) => {
            for violation in &found.reached.violations {
                output::note(&format!("violated: {violation}"));
            }
            let first_of = match explorer.plan().order {
                CoreOrder::Shortest => "no shorter order does it".to_owned(),
                CoreOrder::Usual => format!("departures from the usual order: {}", found.departures),
            };
            output::note(&format!("found in {} steps, after {states} states: {first_of}", found.actions.len()));
            for action in &found.actions {
                opened.timeline.apply(action).map_err(|error| Failure::new(error.to_string()))?;
            }
            let file = opened.saved().to_file();
            match &options.output {
                Some(path) => fs::write(path, file).map_err(|error| Failure::of_file("write", path, &error))?,
                None => output::print(&file)?,
            }
        }
        Some(Verdict::Exhausted) => {
            output::note(&format!("not found: every order was searched to its end, {states} states"));
        }
        Some(Verdict::Bounded(Bound::Steps)) => output::note(&format!(
            "not found in orders of at most {} steps ({states} states): longer ones exist, --steps allows them",
            options.steps
        )),
        None => {
            return Err(Failure::new(format!(
                "stopped after {states} states, in orders {reach}: nothing was found so far"
            )));
        }
        Some(Verdict::Bounded(Bound::Worlds)) => {
            output::note(&format!("not found among {states} states, in orders {reach}: --states allows more"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Searches until it is over, or until Ctrl+C. What is found does not depend on the number of threads.
fn search(explorer: &mut Explorer, threads: usize, bar: &ProgressBar) -> Outcome<Progress> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    ctrlc::set_handler(move || stopped.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::new(format!("Ctrl+C cannot be caught: {error}")))?;
    let mut forms = vec![Forms::default(); threads.max(1)];
    let begun = Instant::now();
    let progress = loop {
        let progress = explorer.go_on_with(threads * PIECE, |plan, tasks| expand(plan, &tasks, &mut forms));
        bar.set_position(u64::try_from(progress.worlds).unwrap_or(u64::MAX));
        bar.set_message(so_far(progress, explorer.plan().order, begun.elapsed()));
        if progress.is_over || stop.load(Ordering::Relaxed) {
            break progress;
        }
    };
    bar.finish_and_clear();
    Ok(progress)
}

/// Which orders it is at.
fn reach(progress: Progress, order: CoreOrder) -> String {
    match order {
        CoreOrder::Shortest => format!("of up to {} steps", progress.depth),
        CoreOrder::Usual => format!("with up to {} departures from the usual one", progress.departures),
    }
}

/// How far it is: its orders, frontier, states a second.
fn so_far(progress: Progress, order: CoreOrder, elapsed: Duration) -> String {
    let ms = usize::try_from(elapsed.as_millis()).unwrap_or(usize::MAX).max(1);
    let speed = amount(progress.worlds.saturating_mul(1_000) / ms);
    format!("orders {} · {} to expand · {speed} states/s", reach(progress, order), amount(progress.frontier))
}

/// Expands worlds, each thread a part of them.
fn expand(plan: &Plan, tasks: &[Task], forms: &mut [Forms]) -> Vec<Vec<Successor>> {
    let part = tasks.len().div_ceil(forms.len().max(1)).max(1);
    thread::scope(|scope| {
        let of_part = |tasks: &[Task], forms: &mut Forms| {
            tasks.iter().map(|task| task.expand_with(plan, forms)).collect::<Vec<_>>()
        };
        let parts = tasks.chunks(part).zip(forms);
        let threads: Vec<_> = parts.map(|(tasks, forms)| scope.spawn(move || of_part(tasks, forms))).collect();
        let joined = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.flatten().collect()
    })
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

fn order(order: SearchOrder) -> CoreOrder {
    match order {
        SearchOrder::Shortest => CoreOrder::Shortest,
        SearchOrder::Usual => CoreOrder::Usual,
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
