//! Compares the engine's API server with recorded answers of real API servers.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_tests::admission::check_file;
use jobscope_tests::program::{self, Ended, Total, show};
use jobscope_tests::replay::find_files;
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Usage: admission [options] PATH...

Sends the requests in the given files (.jsonl, .jsonl.gz) and folders to the engine's API server and compares its
answers with the recorded ones. Exits with 1 if an answer differs, with 2 if something could not be read or no case
was run.

Options:
  --only TEXT   run only cases whose id contains TEXT
  --brief       one line for each case that fails
  -h, --help    show this";

/// The arguments.
#[derive(Debug, Default)]
struct Options {
    paths: Vec<PathBuf>,
    only: Option<String>,
    brief: bool,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.only = Some(arguments.value()?.string()?),
            Arg::Long("brief") => options.brief = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(path) => options.paths.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.paths.is_empty() {
        return Err("give at least one file or folder of cases".into());
    }
    Ok(Some(options))
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
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
    let report = match check_file(file, options.only.as_deref()) {
        Ok(Some(report)) => report,
        Ok(None) => return writeln!(out, "{}: not a file of cases", file.display()),
        Err(failure) => return total.cannot_read(&failure, out),
    };
    report.failed.iter().try_for_each(|failed| show(failed, options.brief, out))?;
    for (release, count) in &report.skipped {
        total.skipped += count;
        writeln!(out, "{}: {count} cases of {release} skipped: there is no such release here", file.display())?;
    }
    let (failed, seconds) = (report.failed.len(), report.took.as_secs_f64());
    writeln!(out, "{}: {} passed, {failed} failed, {seconds:.1} s", file.display(), report.passed)?;
    total.passed += report.passed;
    total.failed += failed;
    Ok(())
}

fn main() -> ExitCode {
    program::run("admission", HELP, options, |options, out| run(&options, out))
}
