//! `kubectl apply`.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::apply_on_server::apply_on_server;
use super::apply_prune::Prune;
use super::delete::cascade;
use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::local::patched_locally;
use super::object::Object;
use super::others::Applied;
use super::select::Selector;
use super::write::{DRY_RUN, DryRun, is_job, shown, validation};
use super::{Command, Outcome};
use crate::api::{ObjectKey, PatchType};
use crate::kubectl::apply::{NAMELESS, missing_annotation};
use crate::kubectl::{self, CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    value("filename", Some('f')),
    DRY_RUN,
    optional("validate", "strict"),
    switch("server-side", None),
    switch("force-conflicts", None),
    switch("force", None),
    value("field-manager", None),
    value("output", Some('o')),
    value("selector", Some('l')),
    switch("overwrite", None),
    switch("wait", None),
    switch("recursive", Some('R')),
    switch("all", None),
    value("cascade", None),
    integer("grace-period"),
    switch("openapi-patch", None),
    switch("prune", None),
    value("prune-allowlist", None),
    value("subresource", None),
    duration("timeout"),
];

/// Refuses flags that cannot be combined.
fn check_apply(flags: &Flags, dry_run: DryRun) -> Outcome {
    let is_set = |flag: &str| flags.is_set(flag);
    let given = |flag: &str| flags.value(flag).is_some_and(|value| !value.is_empty());
    let (server_side, prune, force) = (is_set("server-side"), is_set("prune"), is_set("force"));
    let rules = [
        (is_set("force-conflicts") && !server_side, "--force-conflicts only works with --server-side"),
        (
            server_side && dry_run == DryRun::Client,
            "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
        ),
        (server_side && force, "--force cannot be used with --server-side"),
        (force && dry_run == DryRun::Server, "--dry-run=server cannot be used with --force"),
        (is_set("all") && given("selector"), "cannot set --all and --selector at the same time"),
        (prune && force, "--force cannot be used with --prune"),
        (
            prune && !is_set("all") && !given("selector"),
            "all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector",
        ),
        (
            prune && server_side,
            "--prune is in alpha and doesn't currently work on objects created by server-side apply",
        ),
        (given("subresource") && !server_side, "--subresource can only be specified for --server-side"),
    ];
    match rules.into_iter().find(|(broken, _)| *broken) {
        Some((_, message)) => Err(CommandError::Client(message.to_owned())),
        None => Ok(()),
    }
}

pub(super) fn apply(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = Command::files_alone(flags, "apply")?;
    let (dry_run, validation) = (DryRun::of(command, flags)?, validation(flags)?);
    let policy = cascade(command, flags)?;
    let prune = Prune::of_flags(flags)?;
    check_apply(flags, dry_run)?;
    let output = command.form_of_object(flags)?;
    command.check_files(&files)?;
    let selector = Selector::of_flags(flags)?;
    if !matches!(output, Form::Table { .. } | Form::Name) {
        command.collected = Some(Vec::new());
    }
    let mut found = 0;
    let mut objects = Vec::new();
    for file in files {
        let read = command.objects_in(file, validation)?;
        objects.extend(command.readable(read).into_iter().map(|(key, document)| (file, key, document)));
    }
    let mut keys = BTreeSet::new();
    let mut unread = std::mem::take(&mut command.failures);
    for (file, key, document) in objects {
        // A client prints what it would create of any kind.
        if !selector.chooses(&document) || !(dry_run == DryRun::Client || command.is_simulated(&document)) {
            continue;
        }
        found += 1;
        keys.insert(key);
        let applied = if !is_job(&document) {
            let server_side = flags.is_set("server-side");
            command.apply_other(&Applied { file, validation, dry_run, server_side, output: &output }, &document)
        } else if flags.is_set("server-side") {
            apply_on_server(command, flags, &document, dry_run, &output)
        } else {
            apply_one(command, file, &document, dry_run, validation, &output)
        };
        command.failures.extend(applied.err());
    }
    // What could not be read comes first, as one error if another follows.
    if unread.len() > 1 && !command.failures.is_empty() {
        let all: Vec<_> = unread.iter().map(CommandError::line).collect();
        unread = vec![CommandError::Client(format!("[{}]", all.join(", ")))];
    }
    command.failures.splice(0..0, unread);
    command.print_collected(&output)?;
    command.check_found(found, "apply")?;
    match prune.filter(|_| command.failures.is_empty()) {
        Some(prune) => prune.run(command, &selector, &keys, policy, dry_run, &output),
        None => Ok(()),
    }
}

/// The minor whose kubectl patches a copy of the object where the server is not to be asked.
const PATCHED_LOCALLY: u8 = 36;

fn apply_one(
    command: &mut Command<'_>,
    file: &str,
    document: &Value,
    dry_run: DryRun,
    validation: FieldValidation,
    output: &Form,
) -> Outcome {
    let stored = |key: &ObjectKey| command.server.jobs().get(key).cloned();
    let name = document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
    let namespace = document.pointer("/metadata/namespace").and_then(Value::as_str).unwrap_or_default();
    let shown = shown(file);
    let before = stored(&ObjectKey::from(format!("{namespace}/{name}")));
    let request = kubectl::apply(document, command.release(), |_| before.as_deref());
    let request = request.map_err(|error| {
        let context = format!(
            "error when retrieving current configuration of:\nResource: \"batch/v1, Resource=jobs\", GroupVersionKind: \"batch/v1, Kind=Job\"\nName: \"\", Namespace: {namespace:?}\nfrom server for: {shown:?}: "
        );
        let context = if error.message == NAMELESS { context } else { String::new() };
        CommandError::Client(context + &error.message)
    })?;
    if let Some(before) = &before
        && dry_run == DryRun::Client
        && !command.release().since(PATCHED_LOCALLY)
    {
        return command.report(before, &format!("configured{}", dry_run.suffix()), output);
    }
    if let Some(before) = &before
        && before.metadata.annotations.get(LAST_APPLIED_ANNOTATION).is_none()
    {
        command.warn(&format!("Warning: {}", missing_annotation("jobs", before.metadata.name())));
    }
    let (job, done) = match (&request, &before) {
        (None, Some(before)) => (Arc::clone(before), "unchanged"),
        (Some(Request { body, .. }), before) if dry_run == DryRun::Client => {
            let (document, done) = match before {
                None => (body.clone(), "created"),
                Some(before) => {
                    let document = Object::Job(Arc::clone(before)).document(command.release());
                    (patched_locally(&document, PatchType::Strategic, body, command.release())?, "configured")
                }
            };
            return command.report_local(document, &format!("{done}{}", dry_run.suffix()), output);
        }
        (Some(request), _) => {
            let job = command.send(request, validation, dry_run).map_err(|error| {
                let context = match request.method {
                    Method::Post => format!("error when creating {shown:?}: "),
                    _ => context_of_patch(("batch/v1", "jobs", "Job"), &request.key, &request.body, shown),
                };
                CommandError::Server(context, error)
            })?;
            (job, if request.method == Method::Post { "created" } else { "configured" })
        }
        (None, None) => return Ok(()),
    };
    command.warn_of_deletion(&job);
    command.report(&job, &format!("{done}{}", dry_run.suffix()), output)
}

/// What is printed before the error of a patch, of objects of that version, plural and kind.
pub(super) fn context_of_patch(
    (version, plural, kind): (&str, &str, &str),
    key: &ObjectKey,
    patch: &Value,
    shown: &str,
) -> String {
    let ((namespace, name), slash) = (key.split(), if version.contains('/') { "" } else { "/" });
    format!(
        "error when applying patch:\n{patch}\nto:\nResource: \"{slash}{version}, Resource={plural}\", GroupVersionKind: \"{slash}{version}, Kind={kind}\"\nName: {name:?}, Namespace: {namespace:?}\nfor: {shown:?}: error when patching {shown:?}: "
    )
}
