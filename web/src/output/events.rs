//! Events: `kubectl get events`, and the end of `kubectl describe job`. Equal ones are one, with a count.

use std::collections::HashMap;
use std::sync::Arc;

use jobscope_core::api::{Edition, Event, EventType, Time};
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::World;

use super::human::age;
use super::table::Rows;
use super::{Line, Printed, get, table};
use crate::session::Moment;

/// Events with the same words.
struct Folded<'a> {
    event: &'a Event,
    first: Time,
    last: Time,
    count: u32,
}

/// Events of the same words as one, in the order of their first time.
fn folded<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<Folded<'a>> {
    let mut folded: Vec<Folded<'_>> = Vec::new();
    let mut places = HashMap::new();
    for event in events {
        let place = *places.entry((&event.message, &event.reason, &event.object)).or_insert(folded.len());
        if let Some(known) = folded.get_mut(place) {
            known.count += 1;
            known.last = event.at;
        } else {
            folded.push(Folded { event, first: event.at, last: event.at, count: 1 });
        }
    }
    folded
}

/// `kubectl get events`. An event is named after its object and its first time.
pub(super) fn events(now: &Moment, world: &World) -> Printed {
    let edition = world.edition();
    let mut folded = folded(now.snapshot.events.iter().map(Arc::as_ref));
    folded.sort_by_key(|folded| (folded.event.object.split().1, folded.first));
    if folded.is_empty() {
        return get::nothing(world);
    }
    let at = now.snapshot.now;
    if edition < Edition::V1_22 {
        let rows: Vec<_> = folded.iter().map(|folded| long_row(edition, folded, at)).collect();
        let heading =
            ["LAST SEEN", "FIRST SEEN", "COUNT", "NAME", "KIND", "SUBOBJECT", "TYPE", "REASON", "SOURCE", "MESSAGE"];
        return table::printed(edition, &heading, Rows::Cells(rows), &[Some(0), Some(1)]);
    }
    let rows: Vec<_> = folded.iter().map(|folded| row(edition, folded, at)).collect();
    table::printed(edition, &["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"], Rows::Cells(rows), &[Some(0)])
}

fn row(edition: Edition, folded: &Folded<'_>, now: Time) -> Vec<String> {
    let event = folded.event;
    vec![
        age(edition, Some(folded.last), now),
        event.r#type.as_str().to_owned(),
        event.reason.to_string(),
        format!("job/{}", event.object.split().1),
        event.message.to_string(),
    ]
}

fn long_row(edition: Edition, folded: &Folded<'_>, now: Time) -> Vec<String> {
    let event = folded.event;
    let job = event.object.split().1;
    let nanoseconds = i128::from(folded.first.since(Time::START) + SINCE_1970) * 1_000_000;
    vec![
        age(edition, Some(folded.last), now),
        age(edition, Some(folded.first), now),
        folded.count.to_string(),
        format!("{job}.{nanoseconds:x}"),
        "Job".to_owned(),
        String::new(),
        event.r#type.as_str().to_owned(),
        event.reason.to_string(),
        SOURCE.to_owned(),
        event.message.to_string(),
    ]
}

/// Who records them.
const SOURCE: &str = "job-controller";
/// Milliseconds from 1970 to the start of the clock.
const SINCE_1970: i64 = 1_704_067_200_000;

/// The end of `kubectl describe job`, with tabs between the cells; the last one first in time.
pub(super) fn described(edition: Edition, job: &str, events: &[Arc<Event>], now: Time) -> Vec<Line> {
    let mut folded = folded(events.iter().map(Arc::as_ref).filter(|event| event.object.split().1 == job));
    folded.sort_by_key(|folded| folded.last);
    if folded.is_empty() {
        return vec![Line::plain("Events:\t<none>".to_owned())];
    }
    let heading = [
        Line::plain("Events:".to_owned()),
        Line::plain("  Type\tReason\tAge\tFrom\tMessage".to_owned()).ending("Message".len()),
        Line::plain("  ----\t------\t----\t----\t-------".to_owned()).ending("-------".len()),
    ];
    let rows = folded.iter().map(|folded| {
        let last = age(edition, Some(folded.last), now);
        let seen = match folded.count {
            1 => last,
            count => format!("{last} (x{count} over {})", age(edition, Some(folded.first), now)),
        };
        let Event { r#type, reason, message, .. } = folded.event;
        let (r#type, message) = (r#type.as_str(), message.to_string());
        let message = message.trim();
        Line {
            gist: format!("{type} {reason} {message} {}", folded.count),
            text: format!("  {type}\t{reason}\t{seen}\t{SOURCE}\t{message}"),
            ending: message.len(),
        }
    });
    heading.into_iter().chain(rows).collect()
}

/// Whether the present step has recorded a warning.
pub(super) fn new_warnings(now: &Moment) -> bool {
    now.done_trace().iter().any(|entry| matches!(entry, TraceEntry::Event(event) if event.r#type == EventType::Warning))
}
