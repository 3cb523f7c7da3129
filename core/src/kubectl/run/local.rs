//! What patches make of objects without asking the server.

use serde_json::Value;

use super::flags::Flags;
use super::form::Form;
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
    let patched = match r#type {
        PatchType::Strategic if !patch.is_object() && !patch.is_null() => {
            return Err(client(NOT_STRATEGIC.to_owned()));
        }
        PatchType::Merge if patch.is_array() => {
            return Err(client(undecodable(patch, None, "unstructured.detector")));
        }
        PatchType::Merge if !patch.is_object() => return Err(client(NOT_MERGE.to_owned())),
        PatchType::Json if !patch.is_null() => {
            let mut patched = document.clone();
            apply_operations_locally(&mut patched, patch).map_err(client)?;
            patched
        }
        _ => {
            let patched = patched_document(r#type, document.clone(), patch, release);
            patched.map_err(|error| client(error.message))?.0
        }
    };
    match patched.get("kind").and_then(Value::as_str) {
        None | Some("") => Err(client(format!("Object 'Kind' is missing in '{patched}'"))),
        _ => Ok(patched),
    }
}

/// The errors of patches that cannot be read.
pub(super) const NOT_STRATEGIC: &str = "invalid JSON document";
pub(super) const NOT_MERGE: &str = "Invalid JSON Patch";

/// `job.batch/pi`, by what a document says of itself.
pub(super) fn full_name(document: &Value) -> String {
    let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
    let group = text("/apiVersion").split_once('/').map_or(String::new(), |(group, _)| format!(".{group}"));
    let name = Some(text("/metadata/name")).filter(|name| !name.is_empty());
    format!("{}{group}/{}", text("/kind").to_lowercase(), name.unwrap_or("<unknown>"))
}

impl Command<'_> {
    /// Prints a document with a patch, without asking the server.
    pub(super) fn report_patched(
        &mut self,
        document: &Value,
        r#type: PatchType,
        patch: &Value,
        output: &Form,
    ) -> Outcome {
        let patched = patched_locally(document, r#type, patch, self.release())?;
        let done = if patched == *document { "patched (no change)" } else { "patched" };
        self.report_document(&full_name(&patched), || patched.clone(), done, output)
    }

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
                self.report_patched(&document, r#type, patch, output)?;
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
