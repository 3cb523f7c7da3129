//! Events as the API server holds them: `kubectl get events`, and the end of `kubectl describe job`.

use super::human::age;
use super::table::Rows;
use super::{Line, Printed, Printer, get, go_sort, table};
use crate::api::{Job, Release, Time};
use crate::client::StoredEvent;
use crate::small_sort::SmallSort as _;

/// The minor whose list of events is shorter, and no longer in the order in which they were seen (#66643).
const SHORT: u8 = 12;

/// `kubectl get events`.
pub(super) fn events(printer: &Printer, mut events: Vec<StoredEvent>) -> Printed {
    let (release, now) = (printer.release, printer.now);
    if events.is_empty() {
        return get::nothing(printer);
    }
    in_order(release, &mut events);
    let rows: Vec<_> = events.iter().map(|event| row(release, event, now, false)).collect();
    let aging = if release.since(SHORT) { [Some(0), None] } else { [Some(0), Some(1)] };
    table::printed(release, &heading(release, false), Rows::Cells(rows), &aging)
}

/// The columns; `wide` has all of them.
pub(in crate::kubectl) fn heading(release: Release, wide: bool) -> Vec<&'static str> {
    match (release.since(SHORT), wide) {
        (true, false) => vec!["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"],
        (true, true) => vec![
            "LAST SEEN",
            "TYPE",
            "REASON",
            "OBJECT",
            "SUBOBJECT",
            "SOURCE",
            "MESSAGE",
            "FIRST SEEN",
            "COUNT",
            "NAME",
        ],
        (false, _) => {
            vec!["LAST SEEN", "FIRST SEEN", "COUNT", "NAME", "KIND", "SUBOBJECT", "TYPE", "REASON", "SOURCE", "MESSAGE"]
        }
    }
}

/// The order of the list: by name, as the API server has it. v1.11 sorted them by when they were seen last.
fn in_order(release: Release, events: &mut [StoredEvent]) {
    events.small_sort_by_cached_key(|event| (event.event.object.split().0.to_owned(), event.name()));
    if !release.since(SHORT) {
        events.small_sort_by_key(|event| event.last);
    }
}

/// The cells of an event.
pub(in crate::kubectl) fn row(release: Release, stored: &StoredEvent, now: Time, wide: bool) -> Vec<String> {
    if !release.since(SHORT) {
        return long_row(release, stored, now);
    }
    let event = &stored.event;
    let mut row = vec![
        age(release, Some(stored.last), now),
        event.r#type.as_str().to_owned(),
        event.reason.to_string(),
        format!("job/{}", event.object.split().1),
    ];
    if wide {
        row.extend([String::new(), SOURCE.to_owned()]);
    }
    row.push(stored.message());
    if wide {
        row.extend([age(release, Some(stored.first), now), stored.count.to_string(), stored.name()]);
    }
    row
}

fn long_row(release: Release, stored: &StoredEvent, now: Time) -> Vec<String> {
    let event = &stored.event;
    vec![
        age(release, Some(stored.last), now),
        age(release, Some(stored.first), now),
        stored.count.to_string(),
        stored.name(),
        "Job".to_owned(),
        String::new(),
        event.r#type.as_str().to_owned(),
        event.reason.to_string(),
        SOURCE.to_owned(),
        stored.message(),
    ]
}

/// Who records them.
pub(in crate::kubectl) const SOURCE: &str = "job-controller";

/// The end of `kubectl describe job`, with tabs between the cells; the one that was seen last is the last.
pub(super) fn described(release: Release, job: &Job, events: &[StoredEvent], now: Time) -> Vec<Line> {
    let uid = job.uid();
    let mut events: Vec<_> = events.iter().filter(|event| event.event.uid == uid).cloned().collect();
    if events.is_empty() {
        return vec![Line::plain("Events:\t<none>".to_owned())];
    }
    in_order(release, &mut events);
    // Until Go 1.19 `sort.Sort` was another one; it is taken for stable.
    if release.since(25) {
        go_sort::sort_by(release, &mut events, |one, other| one.last < other.last);
    } else {
        events.small_sort_by_key(|event| event.last);
    }
    let heading = [
        Line::plain("Events:".to_owned()),
        Line::plain("  Type\tReason\tAge\tFrom\tMessage".to_owned()).ending("Message".len()),
        Line::plain("  ----\t------\t----\t----\t-------".to_owned()).ending("-------".len()),
    ];
    let rows = events.iter().map(|stored| {
        let last = age(release, Some(stored.last), now);
        let seen = match stored.count {
            1 => last,
            count => format!("{last} (x{count} over {})", age(release, Some(stored.first), now)),
        };
        let (r#type, reason, message) = (stored.event.r#type.as_str(), &stored.event.reason, stored.message());
        let message = message.trim();
        Line {
            gist: format!("{type} {reason} {message} {}", stored.count),
            text: format!("  {type}\t{reason}\t{seen}\t{SOURCE}\t{message}"),
            ending: message.len(),
        }
    });
    heading.into_iter().chain(rows).collect()
}
