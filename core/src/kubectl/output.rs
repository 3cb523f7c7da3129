//! The output of kubectl's commands (`kubectl/pkg/cmd/util`).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use super::run::MAX_PRINTED_BYTES;
use crate::api::{StatusError, StatusReason, go_quote};

/// What a command printed, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct CommandOutput {
    /// The exit code.
    #[serde(rename = "exit")]
    pub code: u8,
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
}

impl CommandOutput {
    /// Prints what was done to the object `name`.
    pub(super) fn report(&mut self, resource: &str, name: &str, done: &str) {
        let _ = writeln!(self.stdout, "{resource}/{name} {done}");
    }

    /// Prints the server's warnings.
    pub(super) fn warn(&mut self, warnings: &[String]) {
        for warning in warnings {
            let _ = writeln!(self.stderr, "Warning: {warning}");
        }
    }

    /// Adds what another command printed, as far as there is room. The exit code is left as it is, unless it is cut off.
    pub(crate) fn append(&mut self, more: &Self) {
        if self.stdout.len() + more.stdout.len() + self.stderr.len() + more.stderr.len() <= MAX_PRINTED_BYTES {
            self.stdout.push_str(&more.stdout);
            self.stderr.push_str(&more.stderr);
        } else {
            self.code = 1;
            let why = format!("error: more than {MAX_PRINTED_BYTES} bytes are printed\n");
            if !self.stderr.ends_with(&why) {
                self.stderr.push_str(&why);
            }
        }
    }

    /// A command that failed with one error.
    pub fn failure(error: &CommandError) -> Self {
        Self { code: 1, stderr: error.to_string(), ..Self::default() }
    }
}

/// An error that ends a command; its text is what kubectl prints, with the line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// An error of the client.
    Client(String),
    /// An error of the client that kubectl collects in a list, and prints without `error: `.
    Listed(String),
    /// An error of a template, with what is printed on standard output because of it.
    Template(String, String),
    /// An error of the server, with the client's words before it, such as `error when creating "STDIN": `.
    Server(String, StatusError),
}

impl CommandError {
    /// `messageForError`: the text as one of several errors.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Client(message) | Self::Listed(message) | Self::Template(_, message) => message.clone(),
            Self::Server(context, error) => {
                let reason = match error.reason.name() {
                    "" => String::new(),
                    reason => format!(" ({reason})"),
                };
                format!("Error from server{reason}: {context}{}", error.message)
            }
        }
    }
}

/// `checkErr` and `fatal`.
impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Client(message) | Self::Template(_, message) => {
                let prefix =
                    if message.starts_with("error: ") || message.starts_with("Error: ") { "" } else { "error: " };
                let end = if message.ends_with('\n') { "" } else { "\n" };
                write!(f, "{prefix}{message}{end}")
            }
            Self::Server(_, error) if error.reason == StatusReason::Invalid => f.write_str(&invalid(error)),
            Self::Listed(_) | Self::Server(..) => writeln!(f, "{}", self.line()),
        }
    }
}

/// The text of an invalid object: each cause once, several in lines of their own.
fn invalid(error: &StatusError) -> String {
    let Some(details) = &error.details else { return format!("The request is invalid: {}\n", error.message) };
    let subject = match (details.kind.as_str(), details.name.as_str()) {
        ("", "") if details.causes.is_empty() => return format!("The request is invalid: {}\n", error.message),
        ("", "") => "The request is invalid".to_owned(),
        (kind, name) => format!("The {kind} {} is invalid", go_quote(name)),
    };
    let mut seen = BTreeSet::new();
    let causes: Vec<String> = details
        .causes
        .iter()
        .map(|cause| match cause.field.as_str() {
            "" => cause.message.clone(),
            field => format!("{field}: {}", cause.message),
        })
        .filter(|text| seen.insert(text.clone()))
        .collect();
    match causes.as_slice() {
        [] => format!("{subject}\n"),
        [cause] => format!("{subject}: {cause}\n"),
        causes => format!("{subject}: \n* {}\n", causes.join("\n* ")),
    }
}

/// `checkErr` for the errors of several objects: a lone error as such, several in lines of their own.
pub(super) fn errors(errors: &[CommandError]) -> String {
    match errors {
        [error] => error.to_string(),
        errors => errors.iter().map(|error| error.line() + "\n").collect(),
    }
}
