//! Measures the engine natively, and prints figures.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use jobscope_tests::measure::figure::Figure;
use jobscope_tests::measure::suite;
use jobscope_tests::program::{self, Ended};
use lexopt::{Arg, Parser};

const HELP: &str = "\
Usage: measure races | memory | memory-indexed | explore | history | history-import

Prints figures, one a line:
  races           Jobs of several sizes, from creation to Complete, against the real controllers
  memory          how much memory a finished pod takes; memory-indexed: of an Indexed Job
  explore         every schedule of small Jobs, with the states a second
  history         seeks in a session with 100,000 recorded actions, and its memory
  history-import  recorded histories of growing length, read and explained";

/// What is measured, and tells its figures one by one.
type Part = fn(Tell<'_>) -> Result<(), Box<dyn Error>>;
type Tell<'a> = &'a mut dyn FnMut(&Figure);

const PARTS: [(&str, Part); 6] = [
    ("races", |tell| suite::races(tell).map_err(Into::into)),
    ("memory", |tell| suite::memory(false, tell).map_err(Into::into)),
    ("memory-indexed", |tell| suite::memory(true, tell).map_err(Into::into)),
    ("explore", |tell| suite::explored(tell)),
    ("history", |tell| suite::history(tell).map_err(Into::into)),
    ("history-import", |tell| suite::explained(tell)),
];

fn options(mut arguments: Parser) -> Result<Option<Part>, lexopt::Error> {
    match arguments.next()? {
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(None),
        Some(Arg::Value(name)) => match PARTS.iter().find(|(part, _)| name == *part) {
            Some((_, part)) => Ok(Some(*part)),
            None => Err(format!("there is no {}", name.display()).into()),
        },
        Some(other) => Err(other.unexpected()),
        None => Err("say what is to be measured".into()),
    }
}

fn run(measure: Part, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    // Where that fails nobody reads it.
    measure(&mut |figure| drop(writeln!(out, "{figure}")))?;
    Ok(Ended::Well)
}

fn main() -> ExitCode {
    program::run("measure", HELP, options, run)
}
