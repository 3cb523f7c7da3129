//! What the programs of this crate have in common: they read options, print, and say by their exit code how it went.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use lexopt::Parser;

/// How a program ended that could do what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All is as it has to be.
    Well,
    /// Something is not, and the program has printed what.
    Badly,
}

/// Runs a program that understands these options, of which `None` stands for `--help`. The exit code is 1 if it ended
/// [`Ended::Badly`], and 2 if it could not do what it was asked for.
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

/// What came of comparing recordings with the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// How many recordings show what the engine does.
    pub passed: usize,
    /// How many show something else.
    pub failed: usize,
    /// How many were left out, as the program has printed.
    pub skipped: usize,
    /// How many files could not be read.
    pub unreadable: usize,
}

impl Total {
    /// Prints the numbers, and says how a program ends that has nothing else to do.
    pub fn end(self, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
        writeln!(out, "{} passed, {} failed", self.passed, self.failed)?;
        match self {
            Self { failed: 1.., .. } => Ok(Ended::Badly),
            Self { unreadable: 1.., .. } => Err("not everything could be read".into()),
            Self { passed: 0, skipped: 0, .. } => Err("nothing was compared".into()),
            _ => Ok(Ended::Well),
        }
    }

    /// Prints that a file could not be read, among the results, where it is seen in its place.
    pub fn cannot_read(&mut self, failure: &dyn std::fmt::Display, out: &mut dyn Write) -> io::Result<()> {
        self.unreadable += 1;
        writeln!(out, "cannot read {failure}")
    }
}

/// Prints a difference: all of it, or its first line.
pub fn show(difference: &dyn std::fmt::Display, is_brief: bool, out: &mut dyn Write) -> io::Result<()> {
    let text = difference.to_string();
    let shown = if is_brief { text.lines().next().unwrap_or_default() } else { text.trim_end() };
    writeln!(out, "{shown}")
}
