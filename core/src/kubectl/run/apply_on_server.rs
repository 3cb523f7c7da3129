//! `kubectl apply --server-side`, as far as no one has to know who set which field: new Jobs, fields that stay as they
//! are, fields as `kubectl apply` left them, and `--force-conflicts`.

use serde_json::{Value, json};

use super::flags::Flags;
use super::form::Form;
use super::subresource::{no_such_path, subresource};
use super::typed_patch::check_types;
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::{Job, PatchType, StatusError, labels_as_read};
use crate::apiserver::patched_document;
use crate::kubectl::apply::{json_line, modified_configuration};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::{FieldValidation, Method, Request};

pub(super) const REFUSED: &str = "kubectl apply --server-side of fields that others may have set is not simulated here; leave it out, or use --force-conflicts";

pub(super) fn apply_on_server(
    command: &mut Command<'_>,
    flags: &Flags,
    document: &Value,
    dry_run: DryRun,
    output: &Form,
) -> Outcome {
    let (key, _) = modified_configuration(document).map_err(|error| CommandError::Client(error.message))?;
    let plain = |error| CommandError::Server(String::new(), error);
    let done = format!("serverside-applied{}", dry_run.suffix());
    let of_status = match subresource(command, "apply", flags)? {
        None => false,
        Some("status") => true,
        Some(_) => return Err(plain(no_such_path())),
    };
    if of_status && !command.server.jobs().contains_key(&key) {
        return Err(plain(StatusError::not_found("jobs.batch", key.split().1)));
    }
    check_types(&key, document, command.release())?;
    let Some(before) = command.server.jobs().get(&key).cloned() else {
        let request = Request { method: Method::Post, key, body: document.clone() };
        let job = command.send(&request, FieldValidation::Strict, dry_run).map_err(plain)?;
        return command.report(&job, &done, output);
    };
    let is_usual_manager = flags.value("field-manager").is_none_or(|manager| manager == "kubectl");
    let applied = before.metadata.annotations.get(LAST_APPLIED_ANNOTATION).filter(|_| is_usual_manager && !of_status);
    let strategic = PatchType::Strategic;
    let method = if of_status { Method::PatchStatus(strategic) } else { Method::Patch(strategic) };
    let mut request = Request { method, key, body: document.clone() };
    let is_free = flags.is_set("force-conflicts")
        || applied.is_some_and(|applied| is_as_applied(command, &before, document, applied))
        || command
            .send(&request, FieldValidation::Strict, DryRun::Server)
            .is_ok_and(|checked| is_same(&checked, &before));
    if !is_free {
        return Err(CommandError::Client(REFUSED.to_owned()));
    }
    if applied.is_some() {
        // The annotation follows what is applied.
        let annotation = json!({"metadata": {"annotations": {LAST_APPLIED_ANNOTATION: json_line(document)}}});
        (request.body, _) =
            patched_document(PatchType::Merge, request.body, &annotation, command.release()).map_err(plain)?;
    }
    let job = command.send(&request, FieldValidation::Strict, dry_run).map_err(plain)?;
    command.warn_of_deletion(&job);
    command.report(&job, &done, output)
}

/// Whether each field is as it was applied last or as it is applied now, and none is left out. No one changes the template.
fn is_as_applied(command: &Command<'_>, before: &Job, document: &Value, applied: &str) -> bool {
    let applied = serde_json::from_str(applied).unwrap_or_default();
    let fields = |value: &Value| value.get("spec").and_then(Value::as_object).cloned().unwrap_or_default();
    let (new, old, live) = (fields(document), fields(&applied), fields(&before.as_read(command.release())));
    let is_owned =
        |field: &String| field == "template" || old.get(field).is_some_and(|old| live.get(field) == Some(old));
    old.keys().all(|field| new.contains_key(field))
        && new.iter().all(|(field, value)| live.get(field) == Some(value) || is_owned(field))
}

fn is_same(one: &Job, other: &Job) -> bool {
    let annotations = |job: &Job| job.metadata.annotations.clone();
    let parts = |job: &Job| (job.spec.clone(), job.status.clone());
    parts(one) == parts(other) && labels_as_read(one) == labels_as_read(other) && annotations(one) == annotations(other)
}
