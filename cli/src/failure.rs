//! Why a command fails: one sentence, which says what to do.

use std::fmt;
use std::io;
use std::path::Path;

/// What a command comes to.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Why a command fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A sentence for the user.
    Said(String),
    /// Nobody reads the output any more.
    Unread,
}

impl Failure {
    pub(crate) fn new(said: impl Into<String>) -> Self {
        Self::Said(said.into())
    }

    /// A file that cannot be read or written.
    pub(crate) fn of_file(what: &str, path: &Path, error: &io::Error) -> Self {
        let said = error.to_string();
        // The number of the error says nothing to a reader.
        let why = said.split_once(" (os error").map_or(said.as_str(), |(why, _)| why);
        Self::Said(format!("cannot {what} {}: {why}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(said) => f.write_str(said),
            Self::Unread => f.write_str("nobody reads the output"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Unread
        } else {
            Self::Said(format!("cannot write the output: {error}"))
        }
    }
}
