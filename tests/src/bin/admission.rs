//! Compares the engine's API server with recorded answers of real API servers.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_tests::admission::check_file;
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
    help: bool,
}

fn options(mut arguments: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.only = Some(arguments.value()?.string()?),
            Arg::Long("brief") => options.brief = true,
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            Arg::Value(path) => options.paths.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.paths.is_empty() && !options.help {
        return Err("give at least one file or folder of cases; see --help".into());
    }
    Ok(options)
}

/// Numbers of the whole run.
#[derive(Debug, Default)]
struct Total {
    passed: usize,
    failed: usize,
    skipped: usize,
    unreadable: usize,
}

fn run(options: &Options, out: &mut impl Write) -> io::Result<Total> {
    let mut total = Total::default();
    for path in &options.paths {
        match find_files(path) {
            Ok(files) => files.iter().try_for_each(|file| run_file(file, options, &mut total, out))?,
            Err(failure) => {
                total.unreadable += 1;
                writeln!(out, "cannot read {failure}")?;
            }
        }
    }
    writeln!(out, "{} passed, {} failed", total.passed, total.failed)?;
    Ok(total)
}

fn run_file(file: &Path, options: &Options, total: &mut Total, out: &mut impl Write) -> io::Result<()> {
    let report = match check_file(file, options.only.as_deref()) {
        Ok(Some(report)) => report,
        Ok(None) => return writeln!(out, "{}: not a file of cases", file.display()),
        Err(failure) => {
            total.unreadable += 1;
            return writeln!(out, "cannot read {failure}");
        }
    };
    for failed in &report.failed {
        let text = failed.to_string();
        writeln!(out, "  {}", if options.brief { text.lines().next().unwrap_or_default() } else { text.trim_end() })?;
    }
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
    let options = match options(Parser::from_env()) {
        Ok(options) => options,
        Err(error) => return complain(&error.to_string()),
    };
    if options.help {
        return match writeln!(io::stdout(), "{HELP}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&format!("cannot write: {error}")),
        };
    }
    match run(&options, &mut io::stdout().lock()) {
        Err(error) => complain(&format!("cannot write: {error}")),
        Ok(Total { failed: 1.., .. }) => ExitCode::from(1),
        Ok(Total { unreadable: 1.., .. }) => complain("not everything could be read"),
        Ok(Total { passed: 0, skipped: 0, .. }) => complain("no case was run"),
        Ok(_) => ExitCode::SUCCESS,
    }
}

fn complain(what: &str) -> ExitCode {
    // Nothing more can be done if even this cannot be written.
    let _ = writeln!(io::stderr(), "admission: {what}");
    ExitCode::from(2)
}
