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

/// A measurement, which passes on its figures one by one.
type Measurement = fn(&mut dyn FnMut(&Figure)) -> Result<(), Box<dyn Error>>;

const MEASUREMENTS: [(&str, Measurement); 6] = [
    ("races", |print| suite::races(print).map_err(Into::into)),
    ("memory", |print| suite::memory(false, print).map_err(Into::into)),
    ("memory-indexed", |print| suite::memory(true, print).map_err(Into::into)),
    ("explore", |print| suite::explored(print)),
    ("history", |print| suite::history(print).map_err(Into::into)),
    ("history-import", |print| suite::explained(print)),
];

fn options(mut arguments: Parser) -> Result<Option<Measurement>, lexopt::Error> {
    match arguments.next()? {
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(None),
        Some(Arg::Value(name)) => match MEASUREMENTS.iter().find(|(known, _)| name == *known) {
            Some((_, measurement)) => Ok(Some(*measurement)),
            None => Err(format!("there is no {}", name.display()).into()),
        },
        Some(other) => Err(other.unexpected()),
        None => Err("name what is to be measured".into()),
    }
}

fn run(measure: Measurement, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    // An error here means that nothing reads the output.
    measure(&mut |figure| drop(writeln!(out, "{figure}")))?;
    Ok(Ended::Well)
}

fn main() -> ExitCode {
    program::run("measure", HELP, options, run)
}
