//! What is printed. Texts are written with colours, which are left out unless a terminal shows them and `NO_COLOR` is not
//! set.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};

use crate::failure::{Failure, Outcome};

/// Headings and names of functions.
pub(crate) const STRONG: Style = Style::new().bold();
/// What matters less.
pub(crate) const MUTED: Style = Style::new().dimmed();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What was refused, or is wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// What deserves a second look.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();

/// A text in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints a text.
pub(crate) fn print(text: &str) -> Outcome {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints what another program printed, as it is.
pub(crate) fn print_raw(out: &str, err: &str) -> Outcome {
    io::stdout().lock().write_all(out.as_bytes())?;
    Ok(io::stderr().lock().write_all(err.as_bytes())?)
}

/// Prints a line about what is going on, beside the output.
pub(crate) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Prints why the program called `name` fails.
pub(crate) fn complain(name: &str, failure: &Failure) {
    let _ = writeln!(anstream::stderr(), "{}: {failure}", styled(BAD, name));
}

/// Whether the standard error is a terminal.
pub(crate) fn shows_progress() -> bool {
    io::stderr().is_terminal()
}
