//! `--local`: what a command makes of objects in files, without asking the server.

use serde_json::Value;

use super::flags::Flags;
use super::form::Form;
use super::kind::Kind;
use super::{Command, Outcome};
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
    let patched = patched_document(r#type, document.clone(), patch, release);
    patched.map(|(patched, _)| patched).map_err(|error| CommandError::Client(error.message))
}

impl Command<'_> {
    /// Prints each object in the files with the patch that `change` makes of it, and sends nothing.
    pub(super) fn change_locally(
        &mut self,
        flags: &Flags,
        done: &str,
        output: &Form,
        r#type: PatchType,
        change: impl Fn(&Value) -> Result<Value, CommandError>,
    ) -> Outcome {
        let files = Self::files(flags);
        if files.is_empty() {
            return Err(CommandError::Client(
                "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'"
                    .to_owned(),
            ));
        }
        for file in files {
            for document in self.documents(file)? {
                let patch = change(&document)?;
                let patched = patched_locally(&document, r#type, &patch, self.release())?;
                let text = |field: &str| patched.pointer(field).and_then(Value::as_str).unwrap_or_default();
                let kind = Kind::named(text("/kind")).map_or("object", Kind::prefix);
                let name = format!("{kind}/{}", text("/metadata/name"));
                self.report_document(&name, || patched.clone(), done, output)?;
            }
        }
        Ok(())
    }
}
