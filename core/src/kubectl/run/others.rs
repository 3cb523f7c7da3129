//! Objects in files that are no Jobs.

use serde_json::Value;

use super::Command;
use super::form::Form;
use super::kind::Kind;
use super::object::Object;
use super::write::{DryRun, shown};
use crate::api::{Namespace, StatusError};
use crate::kubectl::CommandError;
use crate::kubectl::apply::modified_configuration;

/// Whether an object that is no Job is simulated.
pub(super) fn is_other(document: &Value) -> bool {
    kind(document) == "Namespace"
}

fn kind(document: &Value) -> &str {
    document.get("kind").and_then(Value::as_str).unwrap_or_default()
}

fn name(document: &Value) -> &str {
    document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default()
}

impl Command<'_> {
    /// Asks the server to create an object that is no Job.
    pub(super) fn create_other(&mut self, body: &Value, dry_run: DryRun) -> Result<Object, StatusError> {
        self.send_namespace(&Namespace::from(name(body)), dry_run)
    }

    /// Applies an object that is no Job.
    pub(super) fn apply_other(
        &mut self,
        file: &str,
        document: &Value,
        dry_run: DryRun,
        output: &Form,
    ) -> Result<(), CommandError> {
        let name = name(document);
        let stored = Kind::named(kind(document)).and_then(|kind| self.find(kind, name));
        let (_, modified) = modified_configuration(document).map_err(|why| CommandError::Client(why.message))?;
        if dry_run == DryRun::Client {
            let done = if stored.is_some() { "configured" } else { "created" };
            return self.report_local(modified, &format!("{done}{}", dry_run.suffix()), output);
        }
        let (object, done) = match stored {
            Some(stored) => (stored, "unchanged"),
            None => {
                let created = self.create_other(&modified, dry_run);
                let context = format!("error when creating {:?}: ", shown(file));
                (created.map_err(|error| CommandError::Server(context, error))?, "created")
            }
        };
        self.report_object(&object, &format!("{done}{}", dry_run.suffix()), output)
    }
}
