//! `kubectl apply view-last-applied` and `kubectl apply set-last-applied`.

use serde_json::{Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::form::{json_document, yaml};
use super::kind::Kind;
use super::resource::{check_names, no_resources, not_found, selects};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Known, Outcome, known, refused};
use crate::api::PatchType;
use crate::kubectl::apply::json_line;
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::{FieldValidation, Method, Request};

pub(super) const PARTS: &[Known] = &[
    known("edit-last-applied", refused::EDIT_FLAGS, refused::edit_last_applied),
    known("set-last-applied", SET_FLAGS, set),
    known("view-last-applied", FLAGS, view),
];

const SET_FLAGS: &[Spec] =
    &[switch("create-annotation", None), DRY_RUN, value("filename", Some('f')), value("output", Some('o'))];

const FLAGS: &[Spec] = &[
    switch("all", None),
    value("filename", Some('f')),
    value("output", Some('o')),
    switch("recursive", Some('R')),
    value("selector", Some('l')),
];

/// Writes manifests into the annotations of the objects that they name, and changes nothing else.
fn set(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?);
    let files = Command::files(flags);
    if files.is_empty() {
        return Err(no_resources());
    }
    let mut patches = Vec::new();
    for file in files {
        for (key, document) in command.jobs_in(file, FieldValidation::Ignore)? {
            if let Some(error) = command.failures.pop() {
                return Err(error);
            }
            let (_, name) = key.split();
            let Some(job) = command.server.jobs().get(&key).cloned() else {
                return Err(not_found(Kind::Job, name));
            };
            let applied = job.metadata.annotations.get(LAST_APPLIED_ANNOTATION);
            if applied.is_none() && !flags.is_set("create-annotation") {
                return Err(CommandError::Client(format!(
                    "no last-applied-configuration annotation found on resource: {name}, to create the annotation, run the command with --create-annotation"
                )));
            }
            let manifest = json_line(&document);
            if applied == Some(manifest.as_str()) {
                command.print_line(&format!("set-last-applied {name}: no changes required."));
            } else {
                let body = json!({"metadata": {"annotations": {LAST_APPLIED_ANNOTATION: manifest}}});
                patches.push((job, Request { method: Method::Patch(PatchType::Merge), key, body }));
            }
        }
    }
    for (mut job, request) in patches {
        if dry_run != DryRun::Client {
            let sent = command.send(&request, FieldValidation::Warn, dry_run);
            job = sent.map_err(|error| CommandError::Server(String::new(), error))?;
        }
        command.report(&job, &format!("configured{}", dry_run.suffix()), &output)?;
    }
    Ok(())
}

/// Prints what was applied last, as the annotation has it. Objects without one print nothing.
fn view(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let as_json = match flags.value("output").unwrap_or_default() {
        "" | "yaml" => false,
        "json" => true,
        other => {
            let message = format!(
                "Unexpected -o output mode: {other}, the flag 'output' must be one of yaml|json\nSee 'kubectl apply view-last-applied -h' for help and examples"
            );
            return Err(CommandError::Client(message));
        }
    };
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    for object in command.objects(&named, flags)? {
        let applied = object.annotations().and_then(|annotations| annotations.get(LAST_APPLIED_ANNOTATION));
        let Some(applied) = applied.and_then(|text| serde_json::from_str::<Value>(text).ok()) else { continue };
        let release = command.release();
        command.print(&if as_json { json_document(&applied, b"  ") } else { yaml(&applied, release) });
    }
    Ok(())
}
