//! `--local`: what a command makes of objects in files, without asking the server.

use serde_json::Value;

use super::flags::Flags;
use super::form::Form;
use super::kind::Kind;
use super::{Command, Outcome};
use crate::api::strategic_merge_patch;
use crate::kubectl::CommandError;

impl Command<'_> {
    /// Prints each object in the files with the patch that `change` makes of it, and sends nothing.
    pub(super) fn change_locally(
        &mut self,
        flags: &Flags,
        done: &str,
        output: &Form,
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
                let patched = strategic_merge_patch(&document, &patch);
                let patched = patched.map_err(|error| CommandError::Client(error.to_string()))?;
                let text = |field: &str| patched.pointer(field).and_then(Value::as_str).unwrap_or_default();
                let kind = Kind::named(text("/kind")).map_or("object", Kind::prefix);
                let name = format!("{kind}/{}", text("/metadata/name"));
                self.report_document(&name, || patched.clone(), done, output)?;
            }
        }
        Ok(())
    }
}
