//! Shared by the programs of this crate: reading options, printing, and the exit code.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use lexopt::Parser;

/// The result of a program that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It found nothing wrong.
    Well,
    /// It found something wrong, and has printed it.
    Badly,
}

/// Runs a program. `options` reads its command line; `None` stands for `--help`. The exit code is 1 after [`Ended::Badly`], and 2
/// after an error.
pub fn run<O>(
    name: &str,
    help: &str,
    options: impl FnOnce(Parser) -> Result<Option<O>, lexopt::Error>,
    run: impl FnOnce(O, &mut dyn Write) -> Result<Ended, Box<dyn Error>>,
) -> ExitCode {
    let mut out = io::stdout().lock();
    let ended = match options(Parser::from_env()) {
        Ok(Some(options)) => run(options, &mut out),
        Ok(None) => writeln!(out, "{help}").map(|()| Ended::Well).map_err(Into::into),
        Err(error) => Err(format!("{error}; --help says more").into()),
    };
    match ended {
        Ok(Ended::Well) => ExitCode::SUCCESS,
        Ok(Ended::Badly) => ExitCode::from(1),
        Err(error) => {
            // Nothing more can be done if even this cannot be written.
            let _ = writeln!(io::stderr(), "{name}: {error}");
            ExitCode::from(2)
        }
    }
}

/// How many recordings were compared with the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Recordings that the engine matches.
    pub passed: usize,
    /// Recordings that it does not match.
    pub failed: usize,
    /// Recordings that were left out, as the program has printed.
    pub skipped: usize,
    /// Files that could not be read.
    pub unreadable: usize,
}

impl Total {
    /// Prints the numbers, and returns how the program ends.
    pub fn end(self, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
        writeln!(out, "{} passed, {} failed", self.passed, self.failed)?;
        match self {
            Self { failed: 1.., .. } => Ok(Ended::Badly),
            Self { unreadable: 1.., .. } => Err("not everything could be read".into()),
            Self { passed: 0, skipped: 0, .. } => Err("nothing was compared".into()),
            _ => Ok(Ended::Well),
        }
    }

    /// Counts a file that could not be read, and prints the error among the results.
    pub fn cannot_read(&mut self, failure: &dyn std::fmt::Display, out: &mut dyn Write) -> io::Result<()> {
        self.unreadable += 1;
        writeln!(out, "cannot read {failure}")
    }
}

/// Prints a difference: the first line if `is_brief`, or else all of it.
pub fn show(difference: &dyn std::fmt::Display, is_brief: bool, out: &mut dyn Write) -> io::Result<()> {
    let text = difference.to_string();
    let shown = if is_brief { text.lines().next().unwrap_or_default() } else { text.trim_end() };
    writeln!(out, "{shown}")
}
