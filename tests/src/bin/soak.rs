//! Checks the engine's invariants for as long as you like: random actions, each followed by every check.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use jobscope_core::api::Release;
use jobscope_tests::program::{self, Ended};
use jobscope_tests::soak::{Failure, Tally, remember_panics, soak};
use lexopt::{Arg, Parser, ValueExt};
use rayon::prelude::*;

const HELP: &str = "\
Usage: soak [options]

Draws random scripts, carries each out in a new world on all cores, and checks after every action what the release
promises. Stops at the first fault, makes its script as short as it can, and prints it as a session file.
Interrupt it at any time: nothing is left behind.

Options:
  --actions N      how many actions have to be carried out per release (default 1000000)
  --seed S         the seed of the first script; the next one is drawn from S + 1 (default 0)
  --release R      a release such as v1.36; may be given several times (default all)
  -h, --help       show this";

/// What the command line asks for.
struct Options {
    actions: u64,
    seed: u64,
    releases: Vec<Release>,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options { actions: 1_000_000, seed: 0, releases: Vec::new() };
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("actions") => options.actions = arguments.value()?.parse()?,
            Arg::Long("seed") => options.seed = arguments.value()?.parse()?,
            Arg::Long("release") => options.releases.push(arguments.value()?.parse()?),
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.releases.is_empty() {
        options.releases = Release::ALL.to_vec();
    }
    Ok(Some(options))
}

/// Scripts between two looks at the clock.
const SCRIPTS: u64 = 64;

/// Time between two lines that say how far it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// One release to the end, or to its first fault.
fn run(release: Release, options: &Options, out: &mut dyn Write) -> io::Result<Result<(), Box<Failure>>> {
    let start = Instant::now();
    let (mut said, mut total, mut seed) = (start, Tally::default(), options.seed);
    loop {
        let scripts = seed..seed.saturating_add(SCRIPTS);
        let drawn: Result<Vec<_>, _> = scripts.into_par_iter().map(|seed| soak(release, seed)).collect();
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(failure) => return Ok(Err(failure)),
        };
        for tally in drawn {
            total.carried_out += tally.carried_out;
            total.refused += tally.refused;
        }
        seed = seed.saturating_add(SCRIPTS);
        let done = total.carried_out >= options.actions;
        if done || said.elapsed() >= PATIENCE {
            said = Instant::now();
            let seconds = start.elapsed().as_secs_f64();
            writeln!(
                out,
                "{release}: {} of {} actions carried out, {} refused, {seconds:.0} s; the next seed is {seed}",
                total.carried_out, options.actions, total.refused
            )?;
        }
        if done {
            return Ok(Ok(()));
        }
    }
}

fn print(failure: &Failure, release: Release, out: &mut dyn Write) -> io::Result<()> {
    let Failure { seed, fault, session } = failure;
    writeln!(out, "\n{release}, seed {seed}: {fault}\n")?;
    writeln!(out, "The shortest session that shows it, to open on the page or to keep as a test:\n\n{session}")?;
    writeln!(out, "To see it again: cargo xtask soak --release {release} --seed {seed} --actions 1")
}

fn run_all(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    remember_panics();
    for release in &options.releases {
        if let Err(failure) = run(*release, options, out)? {
            print(&failure, *release, out)?;
            return Ok(Ended::Badly);
        }
    }
    Ok(Ended::Well)
}

fn main() -> ExitCode {
    program::run("soak", HELP, options, |options, out| run_all(&options, out))
}
