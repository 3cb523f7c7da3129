//! `kubectl describe`.

use super::flags::{Flags, Spec, switch, value};
use super::resource::{Kind, Named, Object, not_found};
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[
    value("selector", Some('l')),
    value("filename", Some('f')),
    switch("show-events", None),
    switch("all-namespaces", Some('A')),
    value("chunk-size", None),
    switch("recursive", Some('R')),
];

pub(super) fn describe(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let request = match flags.value("filename") {
        Some(file) => command.named_in(file)?,
        None if flags.arguments.is_empty() => {
            let message = "You must specify the type of resource to describe. Use \"kubectl api-resources\" for a complete list of supported resources.";
            return Err(CommandError::Client(message.to_owned()));
        }
        None => command.named(&flags.arguments)?,
    };
    let mut objects = Vec::new();
    for one in &request.named {
        objects.extend(described(command, one, flags)?);
    }
    if objects.is_empty() && command.failures.is_empty() {
        command.warn_of_nothing();
        return Ok(());
    }
    let with_events = if flags.value("show-events").is_some() {
        flags.is_set("show-events")
    } else {
        objects.len() == 1 || !command.release().since(36)
    };
    let printer = command.printer();
    let events = &command.cluster.events;
    let texts: Vec<_> = objects
        .iter()
        .map(|object| match object {
            Object::Job(job) => printer.described_job(job, with_events.then_some(events.as_slice())),
            Object::Pod(pod) => printer.described_pod(pod, with_events),
            Object::Event(_) => printer.described_fields(&object.document(printer.release), with_events),
        })
        .collect();
    command.print(&texts.join("\n\n"));
    Ok(())
}

/// An object by its name, or all whose names begin so.
fn described(command: &mut Command<'_>, named: &Named, flags: &Flags) -> Result<Vec<Object>, CommandError> {
    let Some(name) = &named.name else { return command.objects(std::slice::from_ref(named), flags) };
    if let Some(object) = command.find(named.kind, name) {
        return Ok(vec![object]);
    }
    let begin: Vec<_> =
        command.of_kind(named.kind).into_iter().filter(|object| object.name().starts_with(name.as_str())).collect();
    if begin.is_empty() || matches!(named.kind, Kind::Empty(_)) {
        command.failures.push(not_found(named.kind, name));
    }
    Ok(begin)
}
