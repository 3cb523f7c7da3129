//! Explains recorded histories of real clusters by the engine, and says what it cannot explain.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_core::api::Release;
use jobscope_core::history::{Explanation, History, HistoryError};
use jobscope_tests::histories::{Altered, Folder, Outcome, altered, are_same, check, differences, read_folder};
use jobscope_tests::program::{self, Ended};
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
  --altered     explain each history also with parts left out, begun late, and joined in every order, and fail if
                what is explained differs
  -h, --help    show this";

/// The command-line options.
#[derive(Debug)]
struct Options {
    folders: Vec<PathBuf>,
    release: Release,
    verbose: bool,
    altered: bool,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options { folders: Vec::new(), release: Release::V1_36, verbose: false, altered: false };
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("release") => options.release = arguments.value()?.parse()?,
            Arg::Long("verbose") => options.verbose = true,
            Arg::Long("altered") => options.altered = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            // A pattern such as `histories/*` may name a README as well.
            Arg::Value(path) if Path::new(&path).is_file() => {
                let _ = writeln!(io::stderr(), "history: {} is no folder, left out", Path::new(&path).display());
            }
            Arg::Value(path) => options.folders.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.folders.is_empty() {
        return Err("give at least one folder".into());
    }
    Ok(Some(options))
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
    if explanation.report.summary.missing > 0 {
        outcome.wrong.push(format!("{} versions are missing", explanation.report.summary.missing));
    }
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
    if options.altered {
        let history = History::parse(&folder.texts).ok();
        for (history, altered) in
            history.iter().flat_map(|history| altered(&folder.texts).into_iter().map(move |altered| (history, altered)))
        {
            lines += &look_at_altered(history, &explanation, &altered, &mut outcome);
        }
    }
    for wrong in &outcome.wrong {
        let _ = writeln!(lines, "  failed: {wrong}");
    }
    (lines, outcome)
}

/// The output for a history with parts left out.
fn look_at_altered(history: &History, whole: &Explanation, altered: &Altered, outcome: &mut Outcome) -> String {
    let name = &altered.name;
    let altered_history = match History::parse_for(&altered.texts, Some(history.job())) {
        Ok(altered_history) if are_same(history, &altered_history) => return format!("  {name}: the same\n"),
        Ok(altered_history) => altered_history,
        // Nothing of the Job is left.
        Err(HistoryError::NoSuchJob(_) | HistoryError::NoJob { .. }) if altered.has_holes => {
            return format!("  {name}: no Job\n");
        }
        Err(error) => {
            outcome.wrong.push(format!("{name}: {error}"));
            return String::new();
        }
    };
    let explanation = altered_history.explain(whole.gates);
    outcome.wrong.extend(differences(whole, &explanation).into_iter().map(|wrong| format!("{name}: {wrong}")));
    if let Err(error) = explanation.session.replay() {
        outcome.wrong.push(format!("{name}: its session cannot be carried out again: {error}"));
    }
    let (explained, writes) = (explanation.report.explained(), explanation.report.writes.len());
    let missing = explanation.report.summary.missing;
    format!("  {name}: {explained} of {writes} explained, {missing} versions missing at the least\n")
}

fn run(options: &Options, out: &mut dyn io::Write) -> Result<Ended, Box<dyn Error>> {
    let looked: Vec<(String, Outcome)> = options
        .folders
        .par_iter()
        .map(|path| match read_folder(path) {
            Ok(folder) => look_at(&folder, options),
            Err(error) => {
                let outcome = Outcome { wrong: vec![error.to_string()], ..Outcome::default() };
                (format!("{}: failed: {error}\n", path.display()), outcome)
            }
        })
        .collect();
    let (mut writes, mut explained, mut failed) = (0, 0, 0);
    for (lines, outcome) in &looked {
        write!(out, "{lines}")?;
        writes += outcome.writes;
        explained += outcome.explained;
        failed += usize::from(!outcome.wrong.is_empty());
    }
    writeln!(out, "{writes} writes of the Job controller, {explained} explained, {failed} folders failed")?;
    Ok(if failed > 0 { Ended::Badly } else { Ended::Well })
}

fn main() -> ExitCode {
    program::run("history", HELP, options, |options, out| run(&options, out))
}
