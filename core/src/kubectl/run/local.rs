//! What patches make of objects without asking the server.

use serde_json::Value;

use super::flags::Flags;
use super::form::Form;
use super::kind::Kind;
use super::resource::no_resources;
use super::{Command, Outcome};
use crate::api::jsonpatch::{apply_operations_locally, undecodable};
use crate::api::{PatchType, Release};
use crate::apiserver::patched_document;
use crate::kubectl::CommandError;

/// What a patch makes of a document, without asking the server.
pub(super) fn patched_locally(
    document: &Value,
    r#type: PatchType,
    patch: &Value,
    release: Release,
) -> Result<Value, CommandError> {
    let client = CommandError::Client;
    match r#type {
        PatchType::Strategic if !patch.is_object() && !patch.is_null() => {
            return Err(client("invalid JSON document".to_owned()));
        }
        PatchType::Merge if patch.is_array() => {
            return Err(client(undecodable(patch, None, "unstructured.detector")));
        }
        PatchType::Merge if !patch.is_object() => return Err(client("Invalid JSON Patch".to_owned())),
        PatchType::Json if !patch.is_null() => {
            let mut patched = document.clone();
            apply_operations_locally(&mut patched, patch).map_err(client)?;
            if patched.get("kind").is_none() {
                return Err(client(format!("Object 'Kind' is missing in '{patched}'")));
            }
            return Ok(patched);
        }
        _ => {}
    }
    let patched = patched_document(r#type, document.clone(), patch, release);
    patched.map(|(patched, _)| patched).map_err(|error| client(error.message))
}

impl Command<'_> {
    /// `kubectl patch --local`: prints each object in the files with the patch, and sends nothing.
    pub(super) fn patch_locally(&mut self, flags: &Flags, output: &Form, r#type: PatchType, patch: &Value) -> Outcome {
        if !flags.arguments.is_empty() {
            return Err(CommandError::Client("cannot specify --local and server resources".to_owned()));
        }
        let files = Self::files(flags);
        if files.is_empty() {
            return Err(no_resources());
        }
        for file in files {
            for document in self.documents(file)? {
                let patched = patched_locally(&document, r#type, patch, self.release())?;
                let text = |field: &str| patched.pointer(field).and_then(Value::as_str).unwrap_or_default();
                let kind = Kind::named(text("/kind")).map_or("object", Kind::prefix);
                let name = format!("{kind}/{}", text("/metadata/name"));
                let done = if patched == document { "patched (no change)" } else { "patched" };
                self.report_document(&name, || patched.clone(), done, output)?;
            }
        }
        Ok(())
    }
}

/// `LocalResourceError`.
pub(super) fn files_required() -> CommandError {
    let message = "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";
    CommandError::Client(message.to_owned())
}
