//! `kubectl events`.

use serde_json::{Value, json};

use super::flags::{Flags, Spec, integer, switch, value};
use super::form::Form;
use super::kind::Kind;
use super::object::Object;
use super::table::Table;
use super::{Command, Outcome};
use crate::api::{MetaTime, Release, Time};
use crate::client::StoredEvent;
use crate::kubectl::{CommandError, print};

pub(super) const FLAGS: &[Spec] = &[
    value("for", None),
    value("types", None),
    value("output", Some('o')),
    switch("no-headers", None),
    switch("watch", Some('w')),
    switch("all-namespaces", Some('A')),
    integer("chunk-size"),
];

pub(super) fn events(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let about = match flags.value("for") {
        Some(written) => {
            let Some((kind, name)) = written.split_once('/').filter(|(_, name)| !name.is_empty()) else {
                return Err(CommandError::Client("--for must be in resource/name form".to_owned()));
            };
            if name.contains('/') {
                let message = "arguments in resource/name form may not have more than one slash";
                return Err(CommandError::Client(message.to_owned()));
            }
            let kind = command.kind(kind).map_err(|error| CommandError::Listed(error.line()))?;
            Some((kind, name.to_owned()))
        }
        None => None,
    };
    let output = command.form_of_object(flags)?.typed();
    let mut types = flags.list("types");
    types.retain(|written| !written.is_empty());
    let is_type = |written: &&str| ["Normal", "Warning"].iter().any(|known| known.eq_ignore_ascii_case(written));
    if !types.iter().all(is_type) {
        return Err(CommandError::Client("valid --types are Normal or Warning".to_owned()));
    }
    let mut events: Vec<StoredEvent> = command
        .of_kind(Kind::Event)
        .into_iter()
        .filter_map(|object| match object {
            Object::Event(event) => Some(*event),
            _ => None,
        })
        .filter(|event| {
            about.as_ref().is_none_or(|(kind, name)| *kind == Kind::Job && event.event.object.split().1 == name)
        })
        .filter(|event| {
            types.is_empty() || types.iter().any(|kind| kind.eq_ignore_ascii_case(event.event.r#type.as_str()))
        })
        .collect();
    // A watch reports them in the order of their names.
    let watches = flags.is_set("watch");
    if !watches {
        print::go_sort_by(command.release(), &mut events, |one, other| one.last < other.last);
    }
    if events.is_empty() {
        let place = if command.everywhere { String::new() } else { format!(" in {} namespace", command.namespace) };
        command.warn(&format!("No events found{place}."));
        return Ok(());
    }
    let release = command.release();
    let objects: Vec<_> = events.iter().map(|event| Object::Event(Box::new(event.clone()))).collect();
    if output == Form::Name {
        // kubectl prints nothing here: the list that it builds has no kind.
        return Ok(());
    }
    if !matches!(output, Form::Table { .. }) {
        let documents = command.documents_of(&objects)?;
        let text = output.text(|| event_list(&documents), release, &command.work)?;
        command.print(&text.unwrap_or_default());
        return Ok(());
    }
    let now = command.cluster.now;
    let mut table = Table {
        heading: ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"].map(str::to_owned).to_vec(),
        rows: events.iter().map(|event| event_cells(release, event, now)).collect(),
    };
    if command.everywhere {
        table.insert_namespaces(objects.iter().map(Object::namespace));
    }
    let with_heading = !flags.is_set("no-headers");
    command.print(&if watches { table.text_by_row(release, with_heading) } else { table.text(release, with_heading) });
    Ok(())
}

fn event_list(items: &[Value]) -> Value {
    json!({"apiVersion": "v1", "kind": "EventList", "metadata": {}, "items": items})
}

/// A row of `kubectl events`, with how often and since when it was seen.
fn event_cells(release: Release, event: &StoredEvent, now: Time) -> Vec<String> {
    let age = |time| print::age(release, Some(MetaTime::time(MetaTime::from(time))), now);
    let seen = match event.count {
        0 | 1 => age(event.last),
        count => format!("{} (x{count} over {})", age(event.last), age(event.first)),
    };
    let name = event.event.object.split().1;
    vec![
        seen,
        event.event.r#type.as_str().to_owned(),
        event.event.reason.to_string(),
        format!("Job/{name}"),
        event.message().trim().to_owned(),
    ]
}
