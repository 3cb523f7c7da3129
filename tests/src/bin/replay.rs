//! Replays recordings of the real Job controllers against the engine and reports where they differ.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_tests::program::{self, Ended, Total, show};
use jobscope_tests::replay::{Fingerprint, Selection, find_files, fingerprint_file, replay_file};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Usage: replay [options] PATH...

Replays the recordings in the given files (.jsonl, .jsonl.gz) and folders against the engine and compares
everything that they tell, after every step. Exits with 1 if a script diverged, with 2 if something could
not be read or nothing was replayed.

Options:
  --only ID     replay only the script with this id (may be given several times)
  --limit N     replay only the first N scripts of each file
  --fingerprint replay nothing; print one line that sums up every byte that the engine gives for all scripts
  --brief       name the scripts that diverge, but do not show how
  --jobs N      use N threads; all cores if not given
  -h, --help    show this";

/// What the command line asks for.
#[derive(Debug, Default)]
struct Options {
    paths: Vec<PathBuf>,
    selection: Selection,
    brief: bool,
    fingerprint: bool,
    jobs: usize,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.selection.ids.push(arguments.value()?.string()?),
            Arg::Long("limit") => options.selection.limit = Some(arguments.value()?.parse()?),
            Arg::Long("jobs") => options.jobs = arguments.value()?.parse()?,
            Arg::Long("fingerprint") => options.fingerprint = true,
            Arg::Long("brief") => options.brief = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(path) => options.paths.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.paths.is_empty() {
        return Err("give at least one file or folder of recordings".into());
    }
    Ok(Some(options))
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    if options.fingerprint {
        writeln!(out, "{}", fingerprint(options)?)?;
        return Ok(Ended::Well);
    }
    rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build_global()?;
    let mut total = Total::default();
    for path in &options.paths {
        match find_files(path) {
            Ok(files) => files.iter().try_for_each(|file| run_file(file, options, &mut total, out))?,
            Err(failure) => total.cannot_read(&failure, out)?,
        }
    }
    total.end(out)
}

fn run_file(file: &Path, options: &Options, total: &mut Total, out: &mut dyn Write) -> io::Result<()> {
    let report = match replay_file(file, &options.selection) {
        Ok(report) => report,
        Err(failure) => return total.cannot_read(&failure, out),
    };
    let (failed, seconds) = (report.diverged.len(), report.took.as_secs_f64());
    writeln!(out, "{}: {} passed, {failed} failed, {seconds:.1} s", file.display(), report.passed)?;
    total.passed += report.passed;
    total.failed += failed;
    report.diverged.iter().try_for_each(|divergence| show(divergence, options.brief, out))
}

/// One line for all files, for another build of the engine to compare with.
fn fingerprint(options: &Options) -> Result<Fingerprint, Box<dyn Error>> {
    let mut fingerprint = Fingerprint::default();
    for path in &options.paths {
        for file in find_files(path)? {
            fingerprint_file(&file, &mut fingerprint)?;
        }
    }
    Ok(fingerprint)
}

fn main() -> ExitCode {
    program::run("replay", HELP, options, |options, out| run(&options, out))
}
