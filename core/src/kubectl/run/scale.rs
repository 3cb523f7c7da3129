//! `kubectl scale`: Jobs and pods have no subresource `scale`, and clients before v1.15 scale Jobs without it.

use super::flags::{Flags, Spec, duration, integer, switch, value};
use super::global::RECORD;
use super::object::Object;
use super::resource::{check_names, no_resources, selects};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Outcome};
use crate::api::{StatusError, StatusReason};
use crate::kubectl::{self, CommandError};
use crate::trace::FieldValidation;

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    integer("replicas"),
    integer("current-replicas"),
    value("resource-version", None),
    duration("timeout"),
    value("selector", Some('l')),
    switch("all", None),
    DRY_RUN,
    value("output", Some('o')),
    value("filename", Some('f')),
    switch("recursive", Some('R')),
];

pub(super) fn scale(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let Some(replicas) = flags.integer("replicas") else {
        return Err(client("required flag(s) \"replicas\" not set"));
    };
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?);
    if replicas < 0 {
        return Err(client("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0"));
    }
    if flags.integer("current-replicas").is_some_and(|replicas| replicas < -1) {
        return Err(client("The --current-replicas must specify an integer of -1 or greater"));
    }
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    let objects = command.objects(&named, flags)?;
    if flags.value("resource-version").is_some() && objects.len() > 1 {
        return Err(client("cannot use --resource-version with multiple resources"));
    }
    if objects.is_empty() && command.failures.is_empty() {
        return Err(client("no objects passed to scale"));
    }
    let release = command.release();
    let replicas = i32::try_from(replicas).unwrap_or(i32::MAX);
    let done = format!("scaled{}", dry_run.suffix());
    for object in objects {
        // A local dry run does not ask whether the object can be scaled.
        if dry_run == DryRun::Client {
            command.report_object(&object, &done, &output)?;
            continue;
        }
        let request = match &object {
            Object::Job(job) => kubectl::scale(job, replicas, release),
            Object::Pod(_) | Object::Event(_) | Object::Other(_) => {
                let message = "the server could not find the requested resource";
                Err(StatusError::new(StatusReason::NotFound, message))
            }
        };
        match request.and_then(|request| command.send(&request, FieldValidation::Ignore, dry_run)) {
            Ok(job) => command.report(&job, &done, &output)?,
            Err(error) => {
                // The first error is the only one that is printed.
                command.failures.clear();
                return Err(CommandError::Server(String::new(), error));
            }
        }
    }
    Ok(())
}
