//! Measures one Job from its creation to Complete without interference.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use jobscope_core::api::Release;
use jobscope_tests::measure::closed_loop::{self, Figures, Scenario};
use jobscope_tests::measure::machine;
use jobscope_tests::program::{self, Ended};
use lexopt::{Arg, Parser, ValueExt};
use serde_json::json;

const HELP: &str = "\
Usage: closed_loop [options]

Runs one Job to Complete, every pod at once, and prints how long that took, with how many syncs, writes and actions,
and how much memory the process needed at the most.

Options:
  --release R      a release (default v1.36)
  --completions N  how many pods have to succeed, up to 100000 (default 1000)
  --parallelism P  how many run at once (default 100)
  --mode M         NonIndexed or Indexed (default NonIndexed)
  --json           print one JSON object instead of a table
  -h, --help       show this";

/// What the command line asks for.
struct Options {
    scenario: Scenario,
    json: bool,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let scenario = Scenario { release: Release::V1_36, completions: 1_000, parallelism: 100, indexed: false };
    let mut options = Options { scenario, json: false };
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("release") => options.scenario.release = arguments.value()?.parse()?,
            Arg::Long("completions") => options.scenario.completions = arguments.value()?.parse()?,
            Arg::Long("parallelism") => options.scenario.parallelism = arguments.value()?.parse()?,
            Arg::Long("mode") => options.scenario.indexed = arguments.value()?.parse_with(indexed)?,
            Arg::Long("json") => options.json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

fn indexed(mode: &str) -> Result<bool, String> {
    match mode {
        "Indexed" => Ok(true),
        "NonIndexed" => Ok(false),
        _ => Err("the modes are NonIndexed and Indexed".to_owned()),
    }
}

fn print(options: &Options, figures: &Figures, out: &mut dyn Write) -> io::Result<()> {
    let Scenario { release, completions, parallelism, indexed } = options.scenario;
    let mode = if indexed { "Indexed" } else { "NonIndexed" };
    let (wall, in_sync) = (figures.wall.as_secs_f64() * 1e3, figures.in_sync.as_secs_f64() * 1e3);
    let Figures { syncs, writes, actions, .. } = figures;
    let peak = machine::peak_memory().map(|bytes| bytes / 1_024);
    if options.json {
        let figures = json!({
            "release": release.name(), "completions": completions, "parallelism": parallelism, "mode": mode,
            "wallMs": wall, "inSyncMs": in_sync, "syncs": syncs, "writes": writes, "actions": actions, "peakKiB": peak,
        });
        return writeln!(out, "{figures}");
    }
    writeln!(
        out,
        "release  completions  parallelism  mode        wall ms  in sync ms  syncs   writes  actions  peak KiB"
    )?;
    let peak = peak.map_or("?".to_owned(), |peak| peak.to_string());
    writeln!(
        out,
        "{:<7}  {completions:>11}  {parallelism:>11}  {mode:<10}  {wall:>7.1}  {in_sync:>10.1}  {syncs:>5}  {writes:>7}  {actions:>7}  {peak:>8}",
        release.name()
    )
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    print(options, &closed_loop::run(&options.scenario)?, out)?;
    Ok(Ended::Well)
}

fn main() -> ExitCode {
    program::run("closed_loop", HELP, options, |options, out| run(&options, out))
}
