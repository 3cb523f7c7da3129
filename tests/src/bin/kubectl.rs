//! Compares the output of real kubectl with the engine's.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_core::api::Release;
use jobscope_tests::kubectl::{Difference, check, console, state};
use jobscope_tests::program::{self, Ended, Total, show};
use jobscope_tests::replay::find_files;
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Usage: kubectl [options] PATH...

Carries out the scripts of recorded states (.jsonl, .jsonl.gz, or folders of them) in worlds, and compares what kubectl
printed there with what the engine's prints. Transcripts (.json, .json.gz, of v1.36, in the namespace that --namespace
names) are typed again, command by command. Exits with 1 if anything differs, with 2 if something could not be read.

Options:
  --only ID   only the state with this id (may be given several times)
  --namespace NAME  where a transcript was typed; console if not given
  --brief     name the states that differ, but do not show how
  -h, --help  show this";

#[derive(Debug, Default)]
struct Options {
    paths: Vec<PathBuf>,
    only: Vec<String>,
    namespace: Option<String>,
    brief: bool,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.only.push(arguments.value()?.string()?),
            Arg::Long("namespace") => options.namespace = Some(arguments.value()?.string()?),
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

fn print(differences: &[Difference], options: &Options, out: &mut dyn Write) -> io::Result<()> {
    differences.iter().try_for_each(|difference| show(difference, options.brief, out))
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    let mut total = Total::default();
    for path in &options.paths {
        for transcript in transcripts(path)? {
            let namespace = options.namespace.as_deref().unwrap_or("console");
            let (passed, differences) = console::check(&console::read(&transcript)?, namespace, Release::V1_36);
            total.passed += passed;
            total.failed += differences.len();
            print(&differences, options, out)?;
        }
        if is_transcript(path) {
            continue;
        }
        for file in find_files(path).map_err(io::Error::other)? {
            let states = state::read(&file)?;
            for state in states.iter().filter(|state| options.only.is_empty() || options.only.contains(&state.id)) {
                match check(state) {
                    Ok(differences) => {
                        total.passed += usize::from(differences.is_empty());
                        total.failed += usize::from(!differences.is_empty());
                        print(&differences, options, out)?;
                    }
                    Err(skip) => writeln!(out, "{} is left out: {skip}", state.id)?,
                }
            }
        }
    }
    total.end(out)
}

/// The transcripts at `path`: the file itself, or those in the folder.
fn transcripts(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![path.to_owned()];
    if path.is_dir() {
        found = path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        found.sort();
    }
    found.retain(|path| is_transcript(path));
    Ok(found)
}

fn is_transcript(path: &Path) -> bool {
    let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
    let unpacked = if is_compressed { path.with_extension("") } else { path.to_owned() };
    unpacked.extension().is_some_and(|extension| extension == "json")
}

fn main() -> ExitCode {
    program::run("kubectl", HELP, options, |options, out| run(&options, out))
}
