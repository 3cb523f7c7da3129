//! `kubectl set image`, and the parts of `kubectl set` that are not simulated.

use serde_json::{Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::resource::{Object, check_names, no_resources, selects};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Known, Outcome, known};
use crate::api::{Container, PatchType, PodSpec};
use crate::kubectl::CommandError;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const PARTS: &[Known] = &[known("image", FLAGS, image)];

const FLAGS: &[Spec] = &[
    RECORD,
    switch("all", None),
    switch("local", None),
    value("selector", Some('l')),
    DRY_RUN,
    value("output", Some('o')),
    value("filename", Some('f')),
    value("field-manager", None),
    switch("recursive", Some('R')),
];

/// `kubectl set` alone.
pub(super) fn set(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.arguments.is_empty() {
        command.print("Configure application resources.\n\nAvailable Commands:\n  image            Update the image of a pod template\n");
        return Ok(());
    }
    let words = flags.arguments.join(" ");
    let message = format!("unknown command {words:?}\nSee 'kubectl set -h' for help and examples");
    Err(CommandError::Client(message))
}

/// Sets images of containers. No server lets that through for a Job: its template stays as it is.
fn image(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let (images, resources): (Vec<&String>, Vec<&String>) = flags.arguments.iter().partition(|word| word.contains('='));
    let resources: Vec<String> = resources.into_iter().cloned().collect();
    let images: Vec<_> = images.iter().filter_map(|image| image.split_once('=')).collect();
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    if flags.is_set("local") {
        return command.change_locally(flags, "image updated", &output, |document| {
            let spec = document.pointer("/spec/template/spec").or_else(|| document.pointer("/spec"));
            let spec = spec.and_then(|spec| crate::api::from_json::<PodSpec>(spec).ok()).unwrap_or_default();
            let changes = changes(&spec, &images).unwrap_or_else(|| json!({}));
            let in_template = document.pointer("/spec/template").is_some();
            Ok(if in_template { json!({"spec": {"template": {"spec": changes}}}) } else { json!({"spec": changes}) })
        });
    }
    let named = command.requested(flags, &resources)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    let objects = command.objects(&named, flags)?;
    if !command.failures.is_empty() {
        return Ok(());
    }
    if flags.is_set("all") && flags.value("selector").is_some_and(|selector| !selector.is_empty()) {
        return Err(client("cannot set --all and --selector at the same time"));
    }
    if images.is_empty() {
        return Err(client("at least one image update is required"));
    }
    if images.len() > 1 && images.iter().any(|(name, _)| *name == "*") {
        return Err(client(
            "all containers are already specified by *, but saw more than one container_name=container_image pairs",
        ));
    }
    for object in objects {
        if let Err(error) = set_image(command, &object, &images, dry_run, &output) {
            command.failures.push(error);
        }
    }
    Ok(())
}

fn set_image(
    command: &mut Command<'_>,
    object: &Object,
    images: &[(&str, &str)],
    dry_run: DryRun,
    output: &Form,
) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let spec = match object {
        Object::Job(job) => &job.spec.template.spec,
        Object::Pod(pod) => &pod.spec,
        Object::Event(_) => return Err(client("events have no containers".to_owned())),
    };
    for (name, _) in images {
        let is_there = |containers: &[Container]| containers.iter().any(|container| container.name == *name);
        if *name != "*" && !is_there(&spec.containers) && !is_there(&spec.init_containers) {
            command.failures.push(client(format!("error: unable to find container named {name:?}")));
        }
    }
    let Some(changes) = changes(spec, images) else { return Ok(()) };
    let done = format!("image updated{}", dry_run.suffix());
    let body = match object {
        Object::Pod(_) => json!({"spec": changes}),
        _ => json!({"spec": {"template": {"spec": changes}}}),
    };
    if dry_run == DryRun::Client {
        let patched = crate::api::strategic_merge_patch(&object.document(command.release()), &body);
        let document = patched.map_err(|error| client(error.to_string()))?;
        return command.report_document(&object.full_name(), || document, &done, output);
    }
    let refused = |message: &str| client(format!("failed to patch image update to pod template: {message}"));
    match object {
        Object::Job(job) => {
            let request = Request { method: Method::Patch(PatchType::Strategic), key: job.metadata.key(), body };
            let updated = command.send(&request, FieldValidation::Ignore, dry_run);
            let updated = updated.map_err(|error| refused(&error.message))?;
            command.report(&updated, &done, output)
        }
        Object::Pod(pod) => {
            let updated = command.send_to_pod(&pod.metadata.key(), PatchType::Strategic, &body, dry_run);
            let updated = updated.map_err(|error| refused(&error.message))?;
            command.report_object(&Object::Pod(updated), &done, output)
        }
        Object::Event(_) => Ok(()),
    }
}

/// The patch of a pod's spec with the images that change; `None` if all of them are set already.
fn changes(spec: &PodSpec, images: &[(&str, &str)]) -> Option<Value> {
    let updates = |containers: &[Container]| {
        let update = |container: &Container| {
            let (_, image) = images.iter().rfind(|(name, _)| *name == "*" || *name == container.name)?;
            let old = container.other.map().get("image").and_then(Value::as_str);
            (old != Some(*image)).then(|| json!({"name": container.name, "image": image}))
        };
        containers.iter().filter_map(update).collect::<Vec<_>>()
    };
    let mut changes = serde_json::Map::new();
    for (field, containers) in [("containers", &spec.containers), ("initContainers", &spec.init_containers)] {
        let updates = updates(containers);
        if !updates.is_empty() {
            changes.insert(field.to_owned(), updates.into());
        }
    }
    (!changes.is_empty()).then(|| changes.into())
}
