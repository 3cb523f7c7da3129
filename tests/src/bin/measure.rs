//! Measures the engine natively, and prints figures.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use jobscope_tests::measure::figure::Figure;
use jobscope_tests::measure::suite;

const HELP: &str = "\
Usage: measure races | memory | memory-indexed | explore | history | history-import

Prints figures, one a line:
  races           Jobs of several sizes, from creation to Complete, against the real controllers
  memory          how much memory a finished pod takes; memory-indexed: of an Indexed Job
  explore         every schedule of small Jobs, with the states a second
  history         seeks in a session with 100,000 recorded actions, and its memory
  history-import  recorded histories of growing length, read and explained";

fn tell(figure: &Figure) {
    // Where that fails nobody reads it.
    let _ = writeln!(io::stdout(), "{figure}");
}

fn done(result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "measure: {error}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let memory = |indexed| done(suite::memory(indexed).map(|figure| figure.iter().for_each(tell)));
    match std::env::args().nth(1).as_deref() {
        Some("races") => done(suite::races(tell)),
        Some("memory") => memory(false),
        Some("memory-indexed") => memory(true),
        Some("explore") => done(suite::explored(tell)),
        Some("history") => done(suite::history(tell)),
        Some("history-import") => done(suite::explained(tell)),
        Some("-h" | "--help") => {
            let _ = writeln!(io::stdout(), "{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            let _ = writeln!(io::stderr(), "{HELP}");
            ExitCode::from(2)
        }
    }
}
