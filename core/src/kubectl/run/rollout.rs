//! `kubectl rollout`: Jobs and pods have none, and each command says so of each object.

use super::flags::{Flags, Spec, integer, switch, value};
use super::kind::Kind;
use super::object::Object;
use super::write::{DRY_RUN, DryRun};
use super::{Command, Known, Outcome, flags, known};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};

pub(super) const PARTS: &[Known] = &[
    known("history", FLAGS, history),
    known("pause", FLAGS, pause),
    known("restart", FLAGS, restart),
    known("resume", FLAGS, resume),
    known("status", STATUS_FLAGS, status),
    known("undo", UNDO_FLAGS, undo),
];

const FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    value("selector", Some('l')),
    value("output", Some('o')),
    value("field-manager", None),
    integer("revision"),
    switch("recursive", Some('R')),
];
const STATUS_FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    value("selector", Some('l')),
    switch("watch", Some('w')),
    flags::duration("timeout"),
    integer("revision"),
    switch("recursive", Some('R')),
];
const UNDO_FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    value("selector", Some('l')),
    value("output", Some('o')),
    integer("to-revision"),
    DRY_RUN,
    switch("recursive", Some('R')),
];

/// The minor whose kubectl warns before it undoes what `kubectl apply` manages.
const WARNS_OF_APPLY: u8 = 36;

/// `kubectl rollout` alone.
pub(super) fn rollout(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.only_parts_as_output("rollout", flags)
}

fn history(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    each(command, flags, |object| format!("no history viewer has been implemented for {:?}", qualified(object)))
}

fn status(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    each_or_nothing(command, flags, |object| format!("no status viewer has been implemented for {}", qualified(object)))
}

fn pause(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    each(command, flags, |object| unsupported(object, "pausing"))
}

fn restart(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    each_or_nothing(command, flags, |object| unsupported(object, "restarting"))
}

fn resume(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    each(command, flags, |object| unsupported(object, "resuming"))
}

fn undo(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    DryRun::of(command, flags)?;
    let objects = objects(command, flags)?;
    for object in &objects {
        let applied = object.annotations().is_some_and(|marks| marks.get(LAST_APPLIED_ANNOTATION).is_some());
        if applied && command.release().since(WARNS_OF_APPLY) {
            command.warn(&format!(
                "Warning: resource {}/{} was previously managed with 'kubectl apply'. Rolling back will not update the {LAST_APPLIED_ANNOTATION} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.",
                object.kind().plural(), object.name(),
            ));
        }
    }
    refuse(command, &objects, |object| format!("no rollbacker has been implemented for {:?}", qualified(object)));
    Ok(())
}

fn unsupported(object: &Object, what: &str) -> String {
    format!("error: {} {:?} {what} is not supported", object.kind().resource(), object.name())
}

/// The kind with its group, as these errors have it.
fn qualified(object: &Object) -> &'static str {
    match object.kind() {
        Kind::Job => "Job.batch",
        Kind::Event => "Event",
        _ => "Pod",
    }
}

/// [`each`], which says so if there is nothing.
fn each_or_nothing(command: &mut Command<'_>, flags: &Flags, why: impl Fn(&Object) -> String) -> Outcome {
    each(command, flags, why)?;
    if command.failures.is_empty() {
        command.warn_of_nothing();
    }
    Ok(())
}

fn each(command: &mut Command<'_>, flags: &Flags, why: impl Fn(&Object) -> String) -> Outcome {
    let objects = objects(command, flags)?;
    refuse(command, &objects, why);
    Ok(())
}

/// What is named, or all of a kind.
fn objects(command: &mut Command<'_>, flags: &Flags) -> Result<Vec<Object>, CommandError> {
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(CommandError::Client("required resource not specified".to_owned()));
    }
    command.objects(&named, flags)
}

fn refuse(command: &mut Command<'_>, objects: &[Object], why: impl Fn(&Object) -> String) {
    command.failures.extend(objects.iter().map(|object| CommandError::Client(why(object))));
}
