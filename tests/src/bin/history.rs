//! Explains recorded histories of real clusters by the engine, and says what it cannot explain.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use jobscope_core::api::Release;
use jobscope_tests::histories::{Folder, Outcome, check, read_folder};
use lexopt::{Arg, Parser, ValueExt};
use rayon::prelude::*;

const HELP: &str = "\
Usage: history [options] FOLDER...

Reads the histories in the given folders (watch streams and audit logs, plain or packed with gzip), finds the
syncs of the Job controller that explain them, and compares these with syncs.json where that is there. Exits
with 1 if one failed.

Options:
  --release R   the release whose controller explains them, v1.36 if not given
  --verbose     print every inferred sync
  -h, --help    show this";

/// The command-line options.
#[derive(Debug)]
struct Options {
    folders: Vec<PathBuf>,
    release: Release,
    verbose: bool,
    help: bool,
}

fn options(mut arguments: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options { folders: Vec::new(), release: Release::V1_36, verbose: false, help: false };
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("release") => {
                let name = arguments.value()?.string()?;
                let found = Release::ALL.into_iter().find(|release| release.name() == name);
                options.release = found.ok_or_else(|| format!("there is no release {name}"))?;
            }
            Arg::Long("verbose") => options.verbose = true,
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            Arg::Value(path) => options.folders.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.folders.is_empty() && !options.help {
        return Err("give at least one folder; --help says more".into());
    }
    Ok(options)
}

/// The output for a folder, and whether it succeeded.
fn look_at(folder: &Folder, options: &Options) -> (String, Outcome) {
    let name = &folder.name;
    let (mut outcome, explanation) = match check(folder, options.release) {
        Ok(checked) => checked,
        Err(error) => {
            let outcome = Outcome { wrong: vec![error.to_string()], ..Outcome::default() };
            return (format!("{name}: failed: {error}\n"), outcome);
        }
    };
    let Outcome { writes, explained, unknown, syncs, most_apart, .. } = outcome;
    let mut lines = format!(
        "{name}: {writes} writes of the Job controller, {explained} explained, {unknown} of unknown memory, by {syncs} syncs, times at most {most_apart} ms apart\n"
    );
    if options.verbose {
        for sync in &explanation.report.syncs {
            let _ = writeln!(lines, "  {} {:03} {sync:?}", sync.at, sync.at.0.rem_euclid(1_000));
        }
    }
    if let Err(error) = explanation.session.replay() {
        outcome.wrong.push(format!("its session cannot be carried out again: {error}"));
    }
    for wrong in &outcome.wrong {
        let _ = writeln!(lines, "  failed: {wrong}");
    }
    (lines, outcome)
}

fn main() -> ExitCode {
    let options = match options(Parser::from_env()) {
        Ok(options) => options,
        Err(error) => {
            let _ = writeln!(io::stderr(), "history: {error}");
            return ExitCode::from(2);
        }
    };
    let mut out = io::stdout().lock();
    if options.help {
        let _ = writeln!(out, "{HELP}");
        return ExitCode::SUCCESS;
    }
    let looked: Vec<(String, Outcome)> = options
        .folders
        .par_iter()
        .map(|path| match read_folder(path) {
            Ok(folder) => look_at(&folder, &options),
            Err(error) => {
                let outcome = Outcome { wrong: vec![error.to_string()], ..Outcome::default() };
                (format!("{}: failed: {error}\n", path.display()), outcome)
            }
        })
        .collect();
    let (mut writes, mut explained, mut failed) = (0, 0, 0);
    for (lines, outcome) in &looked {
        let _ = write!(out, "{lines}");
        writes += outcome.writes;
        explained += outcome.explained;
        failed += usize::from(!outcome.wrong.is_empty());
    }
    let _ = writeln!(out, "{writes} writes of the Job controller, {explained} explained, {failed} folders failed");
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
