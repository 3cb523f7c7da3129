//! Texts as kubectl and the API server print them, piece by piece: watch events, objects, lists, audit entries.
//! Everything else is counted and skipped, so that a truncated or mixed text still yields what it contains.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::versions::Version;
use crate::api::yaml::{Contents, read as read_yaml};
use crate::trace::WatchEventType;

/// Most bytes that all texts of a history may have.
pub const MAX_HISTORY_BYTES: usize = 64 * 1024 * 1024;

/// Most versions that a history may have.
pub const MAX_VERSIONS: usize = 100_000;

/// What is wrong with a history.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// The texts are too long.
    #[error("these texts have {bytes} bytes, more than the {most} that are read")]
    TooLong {
        /// How long they are.
        bytes: usize,
        /// How long they may be.
        most: usize,
    },
    /// There are too many versions.
    #[error("there are more than {most} versions")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// Nothing in the texts is of a Job.
    #[error(
        "there is no Job in these texts: record `kubectl get jobs --watch --output-watch-events -o json` ({unread} pieces could not be read)"
    )]
    NoJob {
        /// Pieces that could not be read.
        unread: usize,
    },
    /// The Job that was asked for is not there.
    #[error("there is no Job {0} in these texts")]
    NoSuchJob(String),
    /// A session file names files whose texts are not given.
    #[error("it names files: give {} as well", .0.join(", "))]
    InFiles(Vec<String>),
    /// The audit log does not have the objects.
    #[error(
        "the audit log is of level {level}, which does not have the objects: its policy has to say `level: RequestResponse` for jobs, pods and their status"
    )]
    AuditLevel {
        /// The level of the entries.
        level: String,
    },
    /// Versions of two clusters.
    #[error("version {version} is of {one} and of {other}, so these are recordings of two clusters: give those of one")]
    TwoClusters {
        /// The version.
        version: u64,
        /// One of the objects.
        one: String,
        /// The other.
        other: String,
    },
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) versions: Vec<Version>,
    pub(super) events: Vec<Value>,
    pub(super) audit: Vec<Value>,
    /// Pieces that are not JSON, or nothing that a history has.
    pub(super) unread: usize,
    /// Bookmarks, errors, and objects of other kinds.
    pub(super) passed_over: usize,
    /// Which of the versions are of texts that break off.
    pub(super) broken_off: Vec<Range<usize>>,
    /// The text under way breaks off.
    breaks_off: bool,
}

pub(super) fn check_size<T: AsRef<str>>(texts: &[T]) -> Result<(), HistoryError> {
    let bytes = texts.iter().fold(0_usize, |sum, text| sum.saturating_add(text.as_ref().len()));
    if bytes > MAX_HISTORY_BYTES { Err(HistoryError::TooLong { bytes, most: MAX_HISTORY_BYTES }) } else { Ok(()) }
}

/// How far a text is read.
#[derive(Clone, Debug)]
pub(super) struct ReadPosition {
    /// The next byte.
    at: usize,
    /// How many versions there were before it.
    first: usize,
}

impl ReadPosition {
    /// The beginning of a text.
    pub(super) fn start(text: &str, pieces: &mut Pieces) -> Self {
        pieces.breaks_off = false;
        Self { at: start(text), first: pieces.versions.len() }
    }

    /// How many bytes are read.
    pub(super) fn bytes(&self) -> usize {
        self.at
    }

    /// Reads at least `bytes` more bytes, or to the end. Says whether there is more.
    pub(super) fn go_on(&mut self, text: &str, bytes: usize, pieces: &mut Pieces) -> Result<bool, HistoryError> {
        let until = self.at.saturating_add(bytes);
        while self.at < text.len() && self.at < until {
            let rest = text.get(self.at..).unwrap_or_default();
            let space = rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            self.at += space;
            self.at += if begins_document(rest) {
                read_document(rest, pieces)?
            } else {
                read_json(rest, until.saturating_sub(self.at), pieces)?
            };
        }
        if self.at < text.len() {
            return Ok(true);
        }
        if pieces.breaks_off {
            pieces.broken_off.push(self.first..pieces.versions.len());
        }
        Ok(false)
    }
}

/// Reads JSON values, at least that many bytes of them, and skips what follows them if that is neither JSON nor a YAML
/// document. Says how many bytes that was.
fn read_json(text: &str, bytes: usize, pieces: &mut Pieces) -> Result<usize, HistoryError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut good = 0;
    let error = loop {
        match values.next() {
            Some(Ok(value)) => {
                good = values.byte_offset();
                if value.is_object() || value.is_array() {
                    take(value, pieces)?;
                } else {
                    pieces.unread += 1;
                }
                if good >= bytes {
                    return Ok(good);
                }
            }
            Some(Err(error)) => break error,
            None => return Ok(text.len()),
        }
    };
    let bad = text.get(good..).unwrap_or_default();
    let space = bad.len() - bad.trim_start().len();
    let bad = bad.trim_start();
    if begins_document(bad) {
        return Ok(good + space);
    }
    pieces.unread += 1;
    let skipped = next_beginning(bad);
    let is_last = bad.get(skipped..).unwrap_or_default().trim().is_empty();
    pieces.breaks_off = error.is_eof() || (bad.starts_with('{') && is_last);
    Ok(good + space + skipped)
}

/// Where the next line is that may begin something, behind the first one.
fn next_beginning(text: &str) -> usize {
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        if place > 0 && (line.starts_with('{') || begins_document(line)) {
            return place;
        }
        place += line.len();
    }
    text.len()
}

/// Reads a YAML document, and says how many bytes it has. kubectl does not end the last one of a stream, so that one ends
/// where a field of it comes again, or a JSON object.
fn read_document(text: &str, pieces: &mut Pieces) -> Result<usize, HistoryError> {
    let mut fields = BTreeSet::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let is_mark = line.trim_end() == "---";
        let is_another = line.starts_with('{') || field(line).is_some_and(|field| !fields.insert(field));
        if end > 0 && (is_mark || is_another) {
            break;
        }
        end += line.len();
    }
    let (document, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let document = document.strip_prefix("---").unwrap_or(document);
    if document.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
        return Ok(end);
    }
    if let Some(value) = read_yaml(document, Contents::Cluster).ok().and_then(|root| root.to_finite_json().ok()) {
        take(value, pieces)?;
    } else {
        pieces.unread += 1;
        pieces.breaks_off = rest.trim().is_empty();
    }
    Ok(end)
}

/// The field of an object that a line begins, if the line is not within another field.
fn field(line: &str) -> Option<&str> {
    let (field, rest) = line.trim_end().split_once(':')?;
    let is_name = !field.is_empty() && field.chars().all(|c| c.is_ascii_alphanumeric());
    (is_name && (rest.is_empty() || rest.starts_with(' '))).then_some(field)
}

/// Whether a YAML document begins there, as kubectl prints one.
fn begins_document(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.trim_end() == "---"
        || line.starts_with('#')
        || matches!(field(line), Some("apiVersion" | "items" | "kind" | "metadata" | "object" | "type"))
}

/// Where a text begins: after its byte order mark.
fn start(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').len()
}

/// Takes up a value: an event of a watch, an entry of an audit log, a list or an object.
fn take(mut value: Value, pieces: &mut Pieces) -> Result<(), HistoryError> {
    if pieces.versions.len() + pieces.events.len() > 2 * MAX_VERSIONS || pieces.audit.len() > 4 * MAX_VERSIONS {
        return Err(HistoryError::TooMany { most: MAX_VERSIONS });
    }
    if let Value::Array(items) = value {
        return items.into_iter().try_for_each(|item| take(item, pieces));
    }
    let text = |field: &str| value.get(field).and_then(Value::as_str);
    let is_audit = text("apiVersion").is_some_and(|version| version.starts_with("audit.k8s.io/"));
    if is_audit {
        if text("kind") == Some("EventList") {
            let items = value.get_mut("items").and_then(Value::as_array_mut).map(std::mem::take).unwrap_or_default();
            pieces.audit.extend(items);
        } else {
            pieces.audit.push(value);
        }
        return Ok(());
    }
    let is_watch = text("type").is_some() && value.get("object").is_some_and(Value::is_object);
    if is_watch {
        let r#type = match text("type") {
            Some("ADDED") => WatchEventType::Added,
            Some("MODIFIED") => WatchEventType::Modified,
            Some("DELETED") => WatchEventType::Deleted,
            _ => {
                pieces.passed_over += 1;
                return Ok(());
            }
        };
        let object = value.get_mut("object").map(Value::take).unwrap_or_default();
        push(Some(r#type), object, pieces);
        return Ok(());
    }
    let of_list = text("kind").and_then(|kind| kind.strip_suffix("List")).map(str::to_owned);
    if let (Some(kind), Some(items)) = (of_list, value.get_mut("items").and_then(Value::as_array_mut)) {
        for mut item in std::mem::take(items) {
            if let Some(fields) = item.as_object_mut()
                && !kind.is_empty()
            {
                fields.entry("kind").or_insert_with(|| Value::String(kind.clone()));
            }
            push(None, item, pieces);
        }
        return Ok(());
    }
    push(None, value, pieces);
    Ok(())
}

fn push(r#type: Option<WatchEventType>, value: Value, pieces: &mut Pieces) {
    match value.get("kind").and_then(Value::as_str) {
        Some("Event") => pieces.events.push(value),
        Some("Job" | "Pod") => match Version::read(r#type, value) {
            Some(version) => pieces.versions.push(version),
            None => pieces.unread += 1,
        },
        Some(_) => pieces.passed_over += 1,
        None => {
            // An event as YAML says last what it is.
            pieces.breaks_off = value.get("object").is_some();
            pieces.unread += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, bytes: usize) -> Pieces {
        let mut pieces = Pieces::default();
        let mut place = ReadPosition::start(text, &mut pieces);
        while place.go_on(text, bytes, &mut pieces).unwrap() {}
        pieces
    }

    #[test]
    fn yaml_and_json_follow_each_other_without_marks() {
        let object = |number| {
            format!(
                "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: pi\n  resourceVersion: \"{number}\"\n  uid: a\n"
            )
        };
        let event =
            |number| format!("object:\n  {}type: MODIFIED\n", object(number).trim_end().replace('\n', "\n  ") + "\n");
        let json = |number: u64| {
            let metadata = format!(r#"{{"name":"pi","uid":"a","resourceVersion":"{number}"}}"#);
            format!("{{\"type\":\"ADDED\",\"object\":{{\"kind\":\"Job\",\"metadata\":{metadata}}}}}\n")
        };
        let garbage = "W1126 the watch: ended\n".to_owned();
        let mark = "---\n".to_owned();
        let text: String = [json(1), event(2), mark, event(3), event(4), json(5), garbage, object(6), object(7)]
            .into_iter()
            .chain([json(8), "# a note\n".to_owned(), event(9)])
            .collect();
        for bytes in [1, 100, usize::MAX] {
            let pieces = read(&text, bytes);
            let numbers: Vec<u64> = pieces.versions.iter().map(|version| version.number).collect();
            assert_eq!(numbers, (1..=9).collect::<Vec<_>>());
            assert_eq!((pieces.unread, pieces.broken_off.len()), (1, 0));
        }
        let cut = text.rfind("resourceVersion").unwrap();
        let pieces = read(&text[..cut], usize::MAX);
        assert_eq!((pieces.versions.len(), pieces.broken_off.len()), (8, 1));
    }
}
