//! Commands that change a part of objects: `patch`, `scale`, `set image`.

use serde_json::{Value, json};

use super::flags::{Flags, Spec, optional, switch, value};
use super::form::Form;
use super::kind::Kind;
use super::resource::{Named, Object, check_names, no_resources};
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::{KubectlDocuments, PatchType, StatusError, StatusReason};
use crate::kubectl::{self, CommandError};
use crate::trace::{FieldValidation, Method, Request};

pub(super) const PATCH_FLAGS: &[Spec] = &[
    value("patch", Some('p')),
    value("patch-file", None),
    value("type", None),
    value("subresource", None),
    optional("dry-run", "unchanged"),
    value("output", Some('o')),
    value("field-manager", None),
    value("filename", Some('f')),
    switch("local", None),
];

pub(super) const SCALE_FLAGS: &[Spec] = &[
    value("replicas", None),
    value("current-replicas", None),
    value("resource-version", None),
    value("timeout", None),
    value("selector", Some('l')),
    switch("all", None),
    optional("dry-run", "unchanged"),
    value("output", Some('o')),
    value("filename", Some('f')),
];

pub(super) const SET_FLAGS: &[Spec] = &[
    switch("all", None),
    switch("local", None),
    value("selector", Some('l')),
    optional("dry-run", "unchanged"),
    value("output", Some('o')),
    value("filename", Some('f')),
    value("field-manager", None),
];

pub(super) fn patch(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let r#type = match flags.value("type").map(str::to_lowercase).as_deref() {
        None | Some("strategic") => PatchType::Strategic,
        Some("merge") => PatchType::Merge,
        Some("json") => PatchType::Json,
        Some(other) => return Err(client(format!("--type must be one of [json merge strategic], not {other:?}"))),
    };
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    let text = match (given("patch"), given("patch-file")) {
        (Some(patch), None) => patch,
        (None, Some(file)) => {
            let missing = || client(format!("unable to read patch file: open {file}: no such file or directory"));
            command.read(file).map_err(|_| missing())?
        }
        (None, None) => {
            return Err(client("must specify --patch or --patch-file containing the contents of the patch".to_owned()));
        }
        (Some(_), Some(_)) => return Err(client("cannot specify --patch and --patch-file together".to_owned())),
    };
    let (dry_run, output) = (DryRun::of(flags)?, Form::of_object(flags.value("output"))?);
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, false)?;
    let body = patch_body(text)?;
    let status = is_status(command, flags, &named)?;
    for object in command.objects(&named, flags)? {
        let Object::Job(before) = &object else {
            command.failures.push(client(format!("{} cannot be patched here", object.full_name())));
            continue;
        };
        let method = if status { Method::PatchStatus(r#type) } else { Method::Patch(r#type) };
        let request = Request { method, key: before.metadata.key(), body: body.clone() };
        match command.send(&request, FieldValidation::Warn, dry_run) {
            Ok(job) => {
                // Upstream sets the text after it added that of a dry run, which is lost.
                let done = if *before == job { "patched (no change)" } else { "patched" };
                command.report(&job, done, &output)?;
            }
            Err(error) => command.failures.push(CommandError::Server(String::new(), error)),
        }
    }
    Ok(())
}

/// The minor whose kubectl patches subresources.
const SUBRESOURCES: u8 = 24;
/// The minor whose kubectl lets the server say which subresources there are.
const ANY_SUBRESOURCE: u8 = 32;

/// Whether the subresource `status` is patched. Jobs have no other one.
fn is_status(command: &Command<'_>, flags: &Flags, named: &[Named]) -> Result<bool, CommandError> {
    let Some(subresource) = flags.value("subresource").filter(|name| !name.is_empty()) else { return Ok(false) };
    let release = command.release();
    if !release.since(SUBRESOURCES) {
        let message = "unknown flag: --subresource\nSee 'kubectl patch --help' for usage.";
        return Err(CommandError::Client(message.to_owned()));
    }
    if subresource == "status" {
        return Ok(true);
    }
    if subresource != "scale" && !release.since(ANY_SUBRESOURCE) {
        let message = format!("invalid subresource value: {subresource:?}. Must be one of [status scale]");
        return Err(CommandError::Client(message));
    }
    // Whether there is such an object is for its own subresource to say.
    let error = named
        .iter()
        .find_map(|one| Some((one.kind, one.name.as_deref()?)))
        .filter(|(kind, name)| matches!(kind, Kind::Pod) && command.find(*kind, name).is_none());
    let error = error.map_or_else(
        || StatusError::new(StatusReason::NotFound, "the server could not find the requested resource"),
        |(kind, name)| StatusError::not_found(&kind.resource(), name),
    );
    Err(CommandError::Server(String::new(), error))
}

/// A patch as it is written: JSON, or YAML that is made JSON.
fn patch_body(text: &str) -> Result<Value, CommandError> {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(|error| {
            let error = StatusError::new(StatusReason::BadRequest, go_syntax_error(text, &error));
            CommandError::Server(String::new(), error)
        });
    }
    let KubectlDocuments { documents, error } = KubectlDocuments::read(text);
    match (documents.into_iter().next(), error) {
        (Some(object), None) => Ok(object),
        (_, error) => {
            let why = error.unwrap_or_else(|| "there is nothing in it".to_owned());
            let why = why.strip_prefix("error converting YAML to JSON: ").unwrap_or(&why);
            Err(CommandError::Client(format!("unable to parse {text:?}: {why}")))
        }
    }
}

/// What Go's decoder says of JSON that cannot be read.
fn go_syntax_error(text: &str, error: &serde_json::Error) -> String {
    let said = error.to_string();
    if error.is_eof() {
        return "unexpected end of JSON input".to_owned();
    }
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let at = |column: usize| line.get(column.saturating_sub(1)..).and_then(|rest| rest.chars().next());
    let found = at(error.column()).unwrap_or(' ');
    let shown = if found == '\'' { "'\\''".to_owned() } else { format!("'{found}'") };
    let place = if said.starts_with("key must be a string") || said.starts_with("trailing comma") && found == '}' {
        "looking for beginning of object key string"
    } else if said.starts_with("expected `:`") {
        "after object key"
    } else if said.starts_with("expected `,` or `}`") {
        "after object key:value pair"
    } else if said.starts_with("expected `,` or `]`") {
        "after array element"
    } else if said.starts_with("trailing characters") {
        "after top-level value"
    } else {
        "looking for beginning of value"
    };
    format!("invalid character {shown} {place}")
}

pub(super) fn scale(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let Some(written) = flags.value("replicas") else {
        return Err(client("required flag(s) \"replicas\" not set"));
    };
    let replicas = written.parse::<i32>().map_err(|_| {
        client(&format!(
            "invalid argument {written:?} for \"--replicas\" flag: strconv.ParseInt: parsing {written:?}: invalid syntax\nSee 'kubectl scale --help' for usage."
        ))
    })?;
    if replicas < 0 {
        return Err(client("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0"));
    }
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    let (dry_run, output) = (DryRun::of(flags)?, Form::of_object(flags.value("output"))?);
    check_names(&named, false)?;
    let release = command.release();
    for one in named {
        // Whether there is such an object is asked of the subresource, which is not there.
        let Some(name) = one.name else { continue };
        let error = match (one.kind, command.find(one.kind, &name)) {
            (Kind::Job, Some(Object::Job(job))) => match kubectl::scale(&job, replicas, release) {
                Ok(request) => match command.send(&request, FieldValidation::Ignore, dry_run) {
                    Ok(job) => {
                        command.report(&job, &format!("scaled{}", dry_run.suffix()), &output)?;
                        continue;
                    }
                    Err(error) => error,
                },
                Err(error) => error,
            },
            (kind, None) if kind != Kind::Job => StatusError::not_found(&kind.resource(), &name),
            (Kind::Job, None) => StatusError::not_found("jobs.batch", &name),
            _ => StatusError::new(StatusReason::NotFound, "the server could not find the requested resource"),
        };
        command.failures.push(CommandError::Server(String::new(), error));
    }
    Ok(())
}

/// `kubectl set image job/NAME CONTAINER=IMAGE`, which no server lets through for a Job: its template stays as it is.
pub(super) fn set(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    match flags.arguments.split_first() {
        Some((what, rest)) if what == "image" => {
            let (images, resources): (Vec<&String>, Vec<&String>) = rest.iter().partition(|word| word.contains('='));
            let resources: Vec<String> = resources.into_iter().cloned().collect();
            let images: Vec<_> = images.iter().filter_map(|image| image.split_once('=')).collect();
            if resources.is_empty() && Command::files(flags).is_empty() {
                return Err(no_resources());
            }
            if images.is_empty() {
                return Err(client("at least one image update is required".to_owned()));
            }
            let dry_run = DryRun::of(flags)?;
            let named = command.requested(flags, &resources)?;
            for object in command.objects(&named, flags)? {
                if let Err(error) = set_image(command, &object, &images, dry_run) {
                    command.failures.push(error);
                }
            }
            Ok(())
        }
        Some((what, _)) => {
            Err(client(format!("kubectl set {what} is not simulated here; there is: kubectl set image")))
        }
        None => {
            command.print("Configure application resources.\n\nAvailable Commands:\n  image            Update the image of a pod template\n");
            Ok(())
        }
    }
}

fn set_image(command: &mut Command<'_>, object: &Object, images: &[(&str, &str)], dry_run: DryRun) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Object::Job(job) = object else {
        return Err(client(format!("{} has no image that can be set here", object.full_name())));
    };
    let containers = &job.spec.template.spec.containers;
    let mut changes = Vec::new();
    for (name, image) in images {
        if *name != "*" && !containers.iter().any(|container| container.name == *name) {
            return Err(client(format!("unable to find container named {name:?}")));
        }
        let fit = containers.iter().filter(|container| *name == "*" || container.name == *name);
        changes.extend(fit.map(|container| json!({"name": container.name, "image": image})));
    }
    let body = json!({"spec": {"template": {"spec": {"containers": changes}}}});
    let request = Request { method: Method::Patch(PatchType::Strategic), key: job.metadata.key(), body };
    let updated = command
        .send(&request, FieldValidation::Ignore, dry_run)
        .map_err(|error| client(format!("failed to patch image update to pod template: {}", error.message)))?;
    if *job != updated {
        command.report(&updated, &format!("image updated{}", dry_run.suffix()), &Form::Table { wide: false })?;
    }
    Ok(())
}
