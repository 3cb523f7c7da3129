//! What is measured of the engine, natively and in a browser: Jobs in the arrangement in which the real controllers were
//! measured, a long session, and recorded histories.

use std::time::Duration;

use jobscope_core::api::Release;
use jobscope_core::explore::{Explorer, Goal, Plan, SearchOrder, Verdict};
use jobscope_core::history::History;
use jobscope_core::world::invariants::Invariant;
use jobscope_core::world::{Action, Mishap, World};
use web_time::Instant;

use super::closed_loop::{self, Scenario};
use super::figure::{Figure, Platform, Unit};
use super::{history, machine};
use crate::histories;

/// A Job that is run to its end.
struct Race {
    release: Release,
    completions: i32,
    parallelism: i32,
    indexed: bool,
}

const fn race(release: Release, completions: i32, parallelism: i32, indexed: bool) -> Race {
    Race { release, completions, parallelism, indexed }
}

/// The small ones first: in a browser memory only grows.
const RACES: [Race; 8] = [
    race(Release::V1_36, 1_000, 100, false),
    race(Release::V1_36, 1_000, 100, true),
    race(Release::V1_36, 10_000, 1_000, false),
    race(Release::V1_36, 10_000, 1_000, true),
    race(Release::V1_11, 10_000, 1_000, false),
    race(Release::V1_36, 100_000, 1_000, false),
    race(Release::V1_36, 100_000, 1_000, true),
    race(Release::V1_11, 100_000, 1_000, false),
];

/// Most bytes that a finished pod should take.
const AIM_BYTES_PER_POD: f64 = 1_024.0;
/// Most milliseconds that a seek should take: a frame.
const AIM_SEEK_MS: f64 = 16.0;
/// How many actions the long session has.
pub const HISTORY_ACTIONS: usize = 100_000;

impl Race {
    /// How often it is run; the median counts.
    fn rounds(&self) -> usize {
        match self.completions {
            100_000.. => 3,
            10_000.. => 5,
            _ => 21,
        }
    }

    fn name(&self) -> String {
        let mode = if self.indexed { "Indexed" } else { "NonIndexed" };
        format!("{} {mode} {}/{}", self.release.name(), grouped(self.completions), grouped(self.parallelism))
    }

    fn run(&self) -> Result<Duration, closed_loop::Error> {
        let Self { release, completions, parallelism, indexed } = *self;
        let mut walls = Vec::new();
        for _ in 0..self.rounds() {
            walls.push(closed_loop::run(&Scenario { release, completions, parallelism, indexed })?.wall);
        }
        walls.sort_unstable();
        Ok(walls.get(walls.len() / 2).copied().unwrap_or_default())
    }
}

/// 100000 as `100,000`.
fn grouped(number: i32) -> String {
    let (thousands, rest) = (number / 1_000, number % 1_000);
    if thousands > 0 { format!("{thousands},{rest:03}") } else { rest.to_string() }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Runs all of [`RACES`], and reports each figure as soon as it is there.
///
/// # Errors
///
/// A Job did not come to its end.
pub fn races(mut tell: impl FnMut(&Figure)) -> Result<(), closed_loop::Error> {
    let (mut small, mut large) = (f64::NAN, f64::NAN);
    for race in &RACES {
        let wall = ms(race.run()?);
        tell(&Figure::new(race.name(), wall, Unit::Ms));
        let per_pod = wall / f64::from(race.completions);
        match (race.release, race.indexed, race.completions) {
            (Release::V1_36, false, 1_000) => small = per_pod,
            (Release::V1_36, false, 100_000) => large = per_pod,
            _ => {}
        }
    }
    tell(&Figure::new("a pod of 100,000 against one of 1,000", large / small, Unit::Times).at_most(2.0));
    Ok(())
}

/// How much memory a finished pod takes, of which each program can measure one only: before, it had nothing to do.
///
/// # Errors
///
/// The Job did not come to its end.
pub fn memory(indexed: bool, mut tell: impl FnMut(&Figure)) -> Result<(), closed_loop::Error> {
    const COMPLETIONS: i32 = 100_000;
    let before = machine::memory();
    closed_loop::run(&Scenario { release: Release::V1_36, completions: COMPLETIONS, parallelism: 1_000, indexed })?;
    let grown = machine::peak_memory().zip(before).map(|(peak, before)| peak.saturating_sub(before) >> 10);
    let mode = if indexed { "Indexed" } else { "NonIndexed" };
    if let Some(kib) = grown.and_then(|kib| u32::try_from(kib).ok()) {
        let per_pod = f64::from(kib) * 1_024.0 / f64::from(COMPLETIONS);
        tell(
            &Figure::new(format!("memory of a finished pod, {mode}"), per_pod, Unit::Bytes).at_most(AIM_BYTES_PER_POD),
        );
    }
    Ok(())
}

/// Records a long session and goes about in it.
///
/// # Errors
///
/// See [`history::Error`].
pub fn history(mut tell: impl FnMut(&Figure)) -> Result<(), history::Error> {
    let history = history::run(HISTORY_ACTIONS)?;
    let of = |what: &str| format!("{what}, 100,000 actions recorded");
    tell(&Figure::new(of("the longest of 2,000 seeks"), ms(history.longest_seek), Unit::Ms).at_most(AIM_SEEK_MS));
    tell(&Figure::new(of("a seek on average"), ms(history.mean_seek), Unit::Ms));
    tell(&Figure::new(of("an action"), ms(history.action), Unit::Ms));
    if let Some(bytes) = history.bytes_per_action {
        tell(&Figure::new(of("memory of an action"), bytes, Unit::Bytes));
    }
    if let Some(bytes) = history.bytes_per_branch_action {
        tell(&Figure::new(of("memory of a branch for an action of its own"), bytes, Unit::Bytes));
    }
    Ok(())
}

/// Searches every schedule of small Jobs on one thread: of one pod to the end, of three pods, one of which may fail, as far as
/// a bound of states.
///
/// # Errors
///
/// The Job was refused, or the search for one pod did not end.
pub fn explored(mut tell: impl FnMut(&Figure)) -> Result<(), Box<dyn std::error::Error>> {
    let searches = [
        (1, SearchOrder::Shortest, "every order around one pod"),
        (3, SearchOrder::Shortest, "orders around three pods, one may fail"),
        (3, SearchOrder::Usual, "orders near the usual one around three pods, one may fail"),
    ];
    for (pods, order, what) in searches {
        let job = serde_json::json!({"metadata": {"name": "j"}, "spec": {"parallelism": pods, "completions": pods,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}});
        let mut world = World::new(Release::V1_36);
        world.apply(&Action::CreateJob { job: Box::new(serde_json::from_value(job)?) })?;
        let goal = Goal::Broken { invariant: Some(Invariant::OneEnd) };
        let start = Instant::now();
        let plan = Plan { max_steps: 60, order, ..Plan::new(goal) };
        let plan = if pods == 1 { plan } else { plan.with_mishaps([Mishap::PodFails], 1) };
        let mut explorer = Explorer::new(world, plan);
        let progress = loop {
            let progress = explorer.go_on(500);
            if progress.is_over {
                break progress;
            }
        };
        let wall = ms(start.elapsed());
        if pods == 1 && explorer.verdict() != Some(&Verdict::Exhausted) {
            return Err(format!("the search ended as {:?}", explorer.verdict()).into());
        }
        let worlds = u32::try_from(progress.worlds).map_or(f64::NAN, f64::from);
        tell(&Figure::new(what, wall, Unit::Ms));
        tell(&Figure::new(format!("{what}: states"), worlds, Unit::Count));
        let (reach, count) = match order {
            SearchOrder::Shortest => ("steps", progress.depth),
            SearchOrder::Usual => ("departures", progress.departures),
        };
        tell(&Figure::new(format!("{what}: {reach}"), f64::from(count), Unit::Count));
        tell(&Figure::new(format!("{what}: states a second"), worlds / wall * 1e3, Unit::Count));
    }
    Ok(())
}

/// Explains histories of growing length, which the engine made itself.
///
/// # Errors
///
/// The world refused an action, or a history could not be read.
pub fn explained(mut tell: impl FnMut(&Figure)) -> Result<(), Box<dyn std::error::Error>> {
    let aim = if Platform::HERE == Platform::Native { 2_000.0 } else { 6_000.0 };
    let mut per_version = f64::NAN;
    for (completions, versions) in [(37, "200"), (395, "2,000"), (3_970, "20,000")] {
        let text = histories::simulated(Release::V1_36, completions, 20)?;
        let start = Instant::now();
        let history = History::parse(&[text])?;
        let explanation = history.explain(Release::V1_36);
        let wall = ms(start.elapsed());
        let figure = Figure::new(format!("a history of {versions} versions, explained"), wall, Unit::Ms);
        tell(&if versions == "2,000" { figure.at_most(aim) } else { figure });
        let count = u32::try_from(history.versions().len()).map_or(f64::NAN, f64::from);
        let growth = Figure::new("a version of 20,000 against one of 2,000", wall / count / per_version, Unit::Times);
        if versions == "20,000" {
            // What grows as the length times its logarithm.
            tell(&growth.at_most(20_000_f64.ln() / 2_000_f64.ln()));
        }
        per_version = wall / count;
        let (all, good) = (explanation.report.writes.len(), explanation.report.explained());
        if all != good {
            return Err(format!("{good} of {all} writes are explained").into());
        }
    }
    Ok(())
}
