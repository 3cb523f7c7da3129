//! Measures one Job from its creation to Complete without interference.

use std::io::{self, Write};
use std::process::ExitCode;

use jobscope_core::api::Release;
use jobscope_tests::measure::closed_loop::{Figures, Scenario, run};
use jobscope_tests::measure::machine;
use lexopt::{Arg, Parser, ValueExt};
use serde_json::json;

const HELP: &str = "\
Usage: closed_loop [options]

Runs one Job to Complete, every pod at once, and prints how long that took, with how many syncs, writes and actions,
and how much memory the process needed at the most.

Options:
  --release E      v1.11, v1.22, v1.28 or v1.36 (default v1.28)
  --completions N  how many pods have to succeed, up to 100000 (default 1000)
  --parallelism P  how many run at once (default 100)
  --mode M         NonIndexed or Indexed (default NonIndexed)
  --json           print one JSON object instead of a table
  -h, --help       show this";

/// What the command line asks for.
struct Options {
    scenario: Scenario,
    json: bool,
    help: bool,
}

fn options(mut arguments: Parser) -> Result<Options, lexopt::Error> {
    let scenario = Scenario { release: Release::V1_28, completions: 1_000, parallelism: 100, indexed: false };
    let mut options = Options { scenario, json: false, help: false };
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("release") => options.scenario.release = arguments.value()?.parse()?,
            Arg::Long("completions") => options.scenario.completions = arguments.value()?.parse()?,
            Arg::Long("parallelism") => options.scenario.parallelism = arguments.value()?.parse()?,
            Arg::Long("mode") => options.scenario.indexed = arguments.value()?.parse_with(indexed)?,
            Arg::Long("json") => options.json = true,
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

fn indexed(mode: &str) -> Result<bool, String> {
    match mode {
        "Indexed" => Ok(true),
        "NonIndexed" => Ok(false),
        _ => Err("the modes are NonIndexed and Indexed".to_owned()),
    }
}

fn print(options: &Options, figures: &Figures) -> io::Result<()> {
    let Scenario { release, completions, parallelism, indexed } = options.scenario;
    let mode = if indexed { "Indexed" } else { "NonIndexed" };
    let (wall, in_sync) = (figures.wall.as_secs_f64() * 1e3, figures.in_sync.as_secs_f64() * 1e3);
    let Figures { syncs, writes, actions, .. } = figures;
    let peak = machine::peak_memory().map(|bytes| bytes / 1_024);
    let mut out = io::stdout().lock();
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

fn main() -> ExitCode {
    let complain = |error: &dyn std::fmt::Display, code| {
        // If even that fails, nobody reads it.
        let _ = writeln!(io::stderr(), "closed_loop: {error}");
        ExitCode::from(code)
    };
    let options = match options(Parser::from_env()) {
        Ok(options) => options,
        Err(error) => return complain(&error, 2),
    };
    if options.help {
        let _ = writeln!(io::stdout(), "{HELP}");
        return ExitCode::SUCCESS;
    }
    let figures = match run(&options.scenario) {
        Ok(figures) => figures,
        Err(error) => return complain(&error, 1),
    };
    match print(&options, &figures) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&error, 1),
    }
}
