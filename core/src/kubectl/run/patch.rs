//! `kubectl patch`.

use serde_json::{Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::global::RECORD;
use super::kind::Kind;
use super::local::{NOT_MERGE, NOT_STRATEGIC};
use super::object::Object;
use super::resource::{Named, check_names, no_resources};
use super::subresource::{no_such_path, subresource};
use super::write::{DRY_RUN, DryRun, unchanged};
use super::{Command, Outcome};
use crate::api::{KubectlDocuments, PatchType, StatusError, StatusReason};
use crate::kubectl::CommandError;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    value("patch", Some('p')),
    value("patch-file", None),
    value("type", None),
    value("subresource", None),
    DRY_RUN,
    value("output", Some('o')),
    value("field-manager", None),
    value("filename", Some('f')),
    switch("local", None),
];

pub(super) fn patch(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.separates_documents = false;
    let client = |message: String| CommandError::Client(message);
    let r#type = match flags.value("type").map(str::to_lowercase).as_deref() {
        None | Some("" | "strategic") => PatchType::Strategic,
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
    if flags.is_set("local") {
        let (output, body) = (command.form_of_object(flags)?, patch_body(text, Some(r#type))?);
        return command.patch_locally(flags, &output, r#type, &body);
    }
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?);
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, false)?;
    let body = patch_body(text, (dry_run == DryRun::Client).then_some(r#type));
    // YAML is read before the objects are, JSON where the patch is applied.
    let body = if is_json(text) { body } else { Ok(body?) };
    let status = is_status(command, flags, &named)?;
    for object in command.objects(&named, flags)? {
        let body = match &body {
            Ok(body) => body,
            Err(error) => {
                command.failures.push(error.clone());
                continue;
            }
        };
        if dry_run == DryRun::Client {
            let reported = command.report_patched(&object.document(command.release()), r#type, body, &output);
            command.failures.extend(reported.err());
            continue;
        }
        // Upstream sets the text after it added that of a dry run, which is lost.
        match patched(command, &object, r#type, status, body, dry_run) {
            Ok(new) => {
                // What is compared with is what the file says.
                let is_same = new == object && Command::files(flags).is_empty();
                let done = if is_same { "patched (no change)" } else { "patched" };
                let new = recorded(command, &new, dry_run).unwrap_or(new);
                command.report_object(&new, done, &output)?;
            }
            Err(error) => command.failures.push(error),
        }
    }
    Ok(())
}

/// `--record`: a patch of its own writes what changed the object.
fn recorded(command: &mut Command<'_>, object: &Object, dry_run: DryRun) -> Option<Object> {
    let mut body = json!({});
    command.record(&mut body);
    let records = body != json!({});
    records.then(|| patched(command, object, PatchType::Merge, false, &body, dry_run).ok()).flatten()
}

/// What the server makes of an object and a patch.
fn patched(
    command: &mut Command<'_>,
    object: &Object,
    r#type: PatchType,
    status: bool,
    body: &Value,
    dry_run: DryRun,
) -> Result<Object, CommandError> {
    let server = |error| CommandError::Server(String::new(), error);
    match object {
        Object::Job(job) => {
            let method = if status { Method::PatchStatus(r#type) } else { Method::Patch(r#type) };
            let request = Request { method, key: job.metadata.key(), body: body.clone() };
            command.send_as_is(&request, FieldValidation::Warn, dry_run).map(Object::Job).map_err(server)
        }
        Object::Pod(pod) if !status => {
            command.send_to_pod(&pod.metadata.key(), r#type, body, dry_run).map(Object::Pod).map_err(server)
        }
        Object::Pod(_) => Err(CommandError::Client(format!(
            "the status of {} is not patched here; its containers do what the scenario says",
            object.full_name()
        ))),
        Object::Event(_) | Object::Other(_) => Err(unchanged(object)),
    }
}

/// Whether the subresource `status` is patched. Jobs have no other one.
fn is_status(command: &Command<'_>, flags: &Flags, named: &[Named]) -> Result<bool, CommandError> {
    match subresource(command, "patch", flags)? {
        None => return Ok(false),
        Some("status") => return Ok(true),
        Some(_) => {}
    }
    // Whether there is such an object is for its own subresource to say.
    let error = named
        .iter()
        .find_map(|one| Some((one.kind, one.name.as_deref()?)))
        .filter(|(kind, name)| matches!(kind, Kind::Pod) && command.find(*kind, name).is_none());
    let error = error.map_or_else(no_such_path, |(kind, name)| StatusError::not_found(&kind.resource(), name));
    Err(CommandError::Server(String::new(), error))
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// A patch as it is written: JSON, or YAML that is made JSON. Errors of JSON are those of the
/// server, or of a client that applies a patch of that type.
fn patch_body(text: &str, local: Option<PatchType>) -> Result<Value, CommandError> {
    if is_json(text) {
        return serde_json::from_str(text).map_err(|error| match local {
            Some(PatchType::Strategic) => CommandError::Client(NOT_STRATEGIC.to_owned()),
            Some(PatchType::Merge) => CommandError::Client(NOT_MERGE.to_owned()),
            Some(PatchType::Json) => CommandError::Client(go_syntax_error(text, &error)),
            None => {
                let error = StatusError::new(StatusReason::BadRequest, go_syntax_error(text, &error));
                CommandError::Server(String::new(), error)
            }
        });
    }
    let KubectlDocuments { documents, error } = KubectlDocuments::read(text);
    match (documents.into_iter().next(), error) {
        (document, None) => Ok(document.unwrap_or_default()),
        (_, Some(why)) => {
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
