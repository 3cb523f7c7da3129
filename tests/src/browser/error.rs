//! Errors of browser tests.

use std::time::Duration;

use fantoccini::error::{CmdError, NewSessionError};

/// What went wrong between a test and the page. The test's own assertions panic instead.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something the tests need on this machine is not there.
    #[error("{what}. {remedy}")]
    Setup {
        /// What is missing or failed.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The browser could not be started.
    #[error("no browser session: {0}")]
    Session(#[from] NewSessionError),
    /// The browser refused a command.
    #[error("browser command failed: {0}")]
    Command(#[from] CmdError),
    /// What the page should show did not come in time.
    #[error("waited {patience:?} in vain for {what}; last seen: {last}")]
    Late {
        /// What was waited for.
        what: String,
        /// What there was instead.
        last: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// A value from the browser has another shape than it should.
    #[error("unexpected answer from the browser: {0}")]
    Answer(String),
    /// The page breaks accessibility rules.
    #[error("accessibility rules are broken:\n{0}")]
    Accessibility(String),
    /// The page wrote errors to the console or asked other hosts for something.
    #[error("the page misbehaved:\n{0}")]
    Misbehaved(String),
    /// Only Chromium has that, and this is another browser.
    #[error("only Chromium has {0}")]
    OnlyChromium(String),
    /// A file could not be read or written.
    #[error("file {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
}

impl Error {
    pub(super) fn setup(what: impl Into<String>, remedy: &'static str) -> Self {
        Self::Setup { what: what.into(), remedy }
    }
}
