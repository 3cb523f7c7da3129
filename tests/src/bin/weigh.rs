//! Weighs what the published page transfers.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use jobscope_tests::measure::sizes::{Budget, parts};
use jobscope_tests::program::{self, Ended};
use lexopt::{Arg, Parser};

const HELP: &str = "\
Usage: weigh FOLDER BUDGET

Prints the parts of the page in FOLDER with the bytes that they transfer. Exits with 1 if one has more than the file BUDGET
allows.";

/// The folder and the budget.
type Paths = (PathBuf, PathBuf);

fn options(mut arguments: Parser) -> Result<Option<Paths>, lexopt::Error> {
    let mut paths = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(path) => paths.push(PathBuf::from(path)),
            _ => return Err(argument.unexpected()),
        }
    }
    let [folder, budget] = <[PathBuf; 2]>::try_from(paths).map_err(|_| "give a folder and a budget")?;
    Ok(Some((folder, budget)))
}

fn weigh((folder, budget): &Paths, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    let budget = Budget::read(budget)?;
    let mut ended = Ended::Well;
    for part in parts(folder)? {
        let (bytes, most) = (part.bytes(), budget.of(&part)?);
        writeln!(out, "{bytes:>9} of {most:>9} bytes: {}{}", part.name, if bytes > most { ", TOO MANY" } else { "" })?;
        for (file, bytes) in &part.files {
            writeln!(out, "  {bytes:>9} {file}")?;
        }
        if bytes > most {
            ended = Ended::Badly;
        }
    }
    Ok(ended)
}

fn main() -> ExitCode {
    program::run("weigh", HELP, options, |options, out| weigh(&options, out))
}
