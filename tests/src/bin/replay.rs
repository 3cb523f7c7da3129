//! Replays recordings of the real Job controllers against the engine and reports where they differ.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_tests::replay::{Failure, Fingerprint, Selection, find_files, fingerprint_file, replay_file};
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
    help: bool,
    jobs: usize,
}

fn options(mut arguments: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.selection.ids.push(arguments.value()?.string()?),
            Arg::Long("limit") => options.selection.limit = Some(arguments.value()?.parse()?),
            Arg::Long("jobs") => options.jobs = arguments.value()?.parse()?,
            Arg::Long("fingerprint") => options.fingerprint = true,
            Arg::Long("brief") => options.brief = true,
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            Arg::Value(path) => options.paths.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.paths.is_empty() && !options.help {
        return Err("give at least one file or folder of recordings; --help says more".into());
    }
    Ok(options)
}

/// How the whole run went.
#[derive(Debug, Default)]
struct Total {
    passed: usize,
    failed: usize,
    unreadable: usize,
}

fn run(options: &Options, out: &mut impl Write) -> io::Result<Total> {
    let mut total = Total::default();
    for path in &options.paths {
        match find_files(path) {
            Ok(files) => files.iter().try_for_each(|file| run_file(file, options, &mut total, out))?,
            Err(failure) => unreadable(&failure, &mut total, out)?,
        }
    }
    writeln!(out, "{} passed, {} failed", total.passed, total.failed)?;
    Ok(total)
}

fn run_file(file: &Path, options: &Options, total: &mut Total, out: &mut impl Write) -> io::Result<()> {
    let report = match replay_file(file, &options.selection) {
        Ok(report) => report,
        Err(failure) => return unreadable(&failure, total, out),
    };
    let failed = report.diverged.len();
    let seconds = report.took.as_secs_f64();
    writeln!(out, "{}: {} passed, {failed} failed, {seconds:.1} s", file.display(), report.passed)?;
    for divergence in &report.diverged {
        let text = divergence.to_string();
        let shown = if options.brief { text.lines().next().unwrap_or_default() } else { text.trim_end() };
        writeln!(out, "  {shown}")?;
    }
    total.passed += report.passed;
    total.failed += failed;
    Ok(())
}

/// One line for all files, for another build of the engine to compare with.
fn fingerprint(options: &Options) -> Result<Fingerprint, Failure> {
    let mut fingerprint = Fingerprint::default();
    for path in &options.paths {
        for file in find_files(path)? {
            fingerprint_file(&file, &mut fingerprint)?;
        }
    }
    Ok(fingerprint)
}

fn unreadable(failure: &Failure, total: &mut Total, out: &mut impl Write) -> io::Result<()> {
    total.unreadable += 1;
    // Among the results as well, where it is seen in its place.
    writeln!(out, "cannot replay {failure}")
}

fn main() -> ExitCode {
    let options = match options(Parser::from_env()) {
        Ok(options) => options,
        Err(error) => return complain(&error.to_string()),
    };
    if options.help {
        return say(&HELP);
    }
    if options.fingerprint {
        return match fingerprint(&options) {
            Ok(fingerprint) => say(&fingerprint),
            Err(failure) => complain(&failure.to_string()),
        };
    }
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build_global() {
        return complain(&format!("no threads: {error}"));
    }
    match run(&options, &mut io::stdout().lock()) {
        Err(error) => complain(&format!("cannot write: {error}")),
        Ok(Total { failed: 1.., .. }) => ExitCode::from(1),
        Ok(Total { unreadable: 1.., .. }) => complain("not everything could be read"),
        Ok(Total { passed: 0, .. }) => complain("no script was replayed"),
        Ok(_) => ExitCode::SUCCESS,
    }
}

fn say(what: &dyn Display) -> ExitCode {
    match writeln!(io::stdout(), "{what}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("cannot write: {error}")),
    }
}

fn complain(what: &str) -> ExitCode {
    // Nothing more can be done if even this cannot be written.
    let _ = writeln!(io::stderr(), "replay: {what}");
    ExitCode::from(2)
}
