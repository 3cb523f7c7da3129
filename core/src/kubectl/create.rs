//! `kubectl create -f -` (`kubectl/pkg/cmd/create`).

use serde_json::Value;

use super::output::{CommandError, CommandOutput, errors};
use crate::api::{self, Documents, ObjectKey};
use crate::trace::{FieldValidation, Method, Request, Response};

/// How `kubectl create` is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreateOptions {
    /// `--validate`.
    pub validation: FieldValidation,
    /// `--dry-run=server`, as far as it shows in the output: `send` decides whether something is stored.
    pub dry_run: bool,
}

impl Default for CreateOptions {
    fn default() -> Self {
        Self { validation: FieldValidation::Strict, dry_run: false }
    }
}

/// Creates the objects of `text` as `kubectl create -f -` does: `send` carries out a request and returns the
/// response of the server.
pub fn create(
    text: &str,
    options: CreateOptions,
    mut send: impl FnMut(&Request, FieldValidation) -> Response,
) -> CommandOutput {
    let mut output = CommandOutput::default();
    let mut failures = Vec::new();
    let documents = match api::read_documents(text) {
        Documents { error: Some(error), objects } if objects.is_empty() => {
            return CommandOutput::failure(&CommandError::Client(error));
        }
        Documents { objects, error } => {
            failures.extend(error.map(CommandError::Client));
            objects
        }
    };
    if documents.is_empty() && failures.is_empty() {
        return CommandOutput::failure(&CommandError::Client("no objects passed to create".to_owned()));
    }
    for document in documents {
        let Response { outcome, warnings } = send(&post(&document), options.validation);
        output.warn(&warnings);
        match outcome {
            Ok(job) => {
                let dry_run = if options.dry_run { " (server dry run)" } else { "" };
                output.report(job.metadata.name(), &format!("created{dry_run}"));
            }
            Err(error) => {
                failures.push(CommandError::Server("error when creating \"STDIN\": ".to_owned(), error));
            }
        }
    }
    if !failures.is_empty() {
        output.code = 1;
        output.stderr.push_str(&errors(&failures));
    }
    output
}

/// The request that creates an object.
fn post(document: &Value) -> Request {
    let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
    let namespace = match text("/metadata/namespace") {
        "" => "default",
        namespace => namespace,
    };
    let key = ObjectKey::from(format!("{namespace}/{}", text("/metadata/name")));
    Request { method: Method::Post, key, body: document.clone() }
}
