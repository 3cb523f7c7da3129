//! `kubectl describe`.

use super::flags::{Flags, Spec, integer, switch, value};
use super::object::Object;
use super::resource::Named;
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[
    value("selector", Some('l')),
    value("filename", Some('f')),
    switch("show-events", None),
    switch("all-namespaces", Some('A')),
    integer("chunk-size"),
    switch("recursive", Some('R')),
];

/// The minor whose kubectl leaves out the events of several objects.
const WITHOUT_EVENTS: u8 = 36;

const NODES: &str = "nodes are not described here; kubectl get nodes -o yaml shows what is known of them";

pub(super) fn describe(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.merges_failures = true;
    command.lists_failures = true;
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() && Command::files(flags).is_empty() {
        let message = "You must specify the type of resource to describe. Use \"kubectl api-resources\" for a complete list of supported resources.";
        return Err(CommandError::Client(message.to_owned()));
    }
    let mut objects = command.objects(&named, flags)?;
    let is_single = objects.len() == 1 && command.failures.is_empty();
    let mut separator = "\n\n";
    let mut end = "";
    if flags.arguments.len() == 2 && command.failures.len() == 1 {
        let missing = std::mem::take(&mut command.failures);
        objects = by_prefix(command, &named)?;
        if objects.is_empty() {
            command.failures = missing;
        }
        (separator, end) = ("\n", "\n");
    }
    if objects.is_empty() {
        if command.failures.is_empty() {
            command.warn_of_nothing();
        }
        return Ok(());
    }
    let with_events = match flags.value("show-events") {
        Some(_) => flags.is_set("show-events"),
        None => is_single || !command.release().since(WITHOUT_EVENTS),
    };
    let printer = command.printer();
    let events = &command.cluster.events;
    let described = |object: &Object| {
        Ok(match object {
            Object::Job(job) => printer.described_job(job, with_events.then_some(events.as_slice())),
            Object::Pod(pod) => printer.described_pod(pod, with_events),
            Object::Event(_) => printer.described_fields(&object.document(printer.release), with_events),
            Object::Other(other) => {
                let quotas = command.quotas(|namespace| namespace.as_str() == other.name);
                other.described(&quotas, printer.release).ok_or_else(|| CommandError::Client(NODES.to_owned()))?
            }
        })
    };
    let texts = objects.iter().map(described).collect::<Result<Vec<_>, CommandError>>()?;
    command.print(&(texts.join(separator) + end));
    Ok(())
}

/// The objects whose names begin with the second of two arguments, of the kind that the first one names.
fn by_prefix(command: &Command<'_>, named: &[Named]) -> Result<Vec<Object>, CommandError> {
    match named {
        [Named { kind, name: Some(prefix) }] => {
            let all = command.of_kind(*kind).into_iter();
            Ok(all.filter(|object| object.name().starts_with(prefix.as_str())).collect())
        }
        // `job,pods PREFIX`, unlike `job/a pod/b`, which has two names.
        [first, second] if first.name == second.name && first.kind != second.kind => {
            Err(CommandError::Client("you may only specify a single resource type".to_owned()))
        }
        _ => Ok(Vec::new()),
    }
}
