//! The events of the Jobs, as the end of `kubectl describe job` lists them: equal ones folded with a count.

use jobscope_core::api::{Event, EventType, Time};
use jobscope_core::trace::TraceEntry;

use super::{Printed, get, table};
use crate::session::Moment;

/// Events with the same words, folded.
struct Folded<'a> {
    event: &'a Event,
    first: Time,
    last: Time,
    count: u32,
}

/// See the module.
pub(super) fn events(now: &Moment) -> Printed {
    let mut folded: Vec<Folded<'_>> = Vec::new();
    for event in &now.snapshot.events {
        let same = |known: &&mut Folded<'_>| {
            known.event.reason == event.reason
                && known.event.message == event.message
                && known.event.object == event.object
        };
        if let Some(known) = folded.iter_mut().find(same) {
            known.count += 1;
            known.last = event.at;
        } else {
            folded.push(Folded { event, first: event.at, last: event.at, count: 1 });
        }
    }
    if folded.is_empty() {
        return Printed::of_text(["Events:  <none>".to_owned()]);
    }
    let rows: Vec<_> = folded.iter().map(|folded| row(folded, now.snapshot.now)).collect();
    table::printed(["TYPE", "REASON", "AGE", "FROM", "MESSAGE"], &rows, 2)
}

fn row(folded: &Folded<'_>, now: Time) -> [String; 5] {
    let last = get::age(Some(folded.last), now);
    let age = if folded.count > 1 {
        format!("{last} (x{} over {})", folded.count, get::age(Some(folded.first), now))
    } else {
        last
    };
    [
        folded.event.r#type.as_str().to_owned(),
        folded.event.reason.to_string(),
        age,
        "job-controller".to_owned(),
        folded.event.message.to_string(),
    ]
}

/// Whether the present step has recorded a warning.
pub(super) fn new_warnings(now: &Moment) -> bool {
    now.done_trace().iter().any(|entry| matches!(entry, TraceEntry::Event(event) if event.r#type == EventType::Warning))
}
