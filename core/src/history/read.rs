//! Texts as kubectl and the API server print them, piece by piece: watch events, objects, lists, audit entries.
//! Everything else is counted and skipped, so that a truncated or mixed text still yields what it contains.

use std::ops::Range;

use serde_json::Value;

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
    /// The audit log does not have the objects.
    #[error(
        "the audit log is of level {level}, which does not have the objects: its policy has to say `level: RequestResponse` for jobs, pods and their status"
    )]
    AuditLevel {
        /// The level of the entries.
        level: String,
    },
    /// Versions of two clusters.
    #[error("version {version} is of {one} and of {other}: these are histories of two clusters, give one")]
    TwoClusters {
        /// The version.
        version: u64,
        /// One of the objects.
        one: String,
        /// The other.
        other: String,
    },
}

/// An object in a text.
#[derive(Debug)]
pub(super) struct ObjectPiece {
    pub(super) r#type: Option<WatchEventType>,
    pub(super) value: Value,
}

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub(super) objects: Vec<ObjectPiece>,
    pub(super) audit: Vec<Value>,
    /// Pieces that are not JSON, or nothing that a history has.
    pub(super) unread: usize,
    /// Bookmarks, errors, and objects of other kinds.
    pub(super) passed_over: usize,
    /// Which of the objects are of texts that break off.
    pub(super) broken_off: Vec<Range<usize>>,
    /// The text under way breaks off.
    breaks_off: bool,
}

pub(super) fn check_size<T: AsRef<str>>(texts: &[T]) -> Result<(), HistoryError> {
    let bytes = texts.iter().fold(0_usize, |sum, text| sum.saturating_add(text.as_ref().len()));
    if bytes > MAX_HISTORY_BYTES { Err(HistoryError::TooLong { bytes, most: MAX_HISTORY_BYTES }) } else { Ok(()) }
}

/// Reads a text.
pub(super) fn read(text: &str, pieces: &mut Pieces) -> Result<(), HistoryError> {
    let text = text.trim_start_matches('\u{feff}');
    let (objects, audit, unread) = (pieces.objects.len(), pieces.audit.len(), pieces.unread);
    pieces.breaks_off = false;
    if is_yaml(text) {
        read_documents(text, pieces)?;
    }
    // What only looked like YAML may have something all the same.
    if (pieces.objects.len(), pieces.audit.len()) == (objects, audit) {
        pieces.unread = unread;
        read_json(text, pieces)?;
    }
    if pieces.breaks_off {
        pieces.broken_off.push(objects..pieces.objects.len());
    }
    Ok(())
}

/// Whether a text has its objects as YAML: a field stands at the beginning of a line before anything in brackets does.
fn is_yaml(text: &str) -> bool {
    let first = text.lines().map(str::trim_end).find(|line| !line.is_empty() && !line.starts_with(['#']));
    first.is_some_and(|line| {
        line == "---"
            || line.split_once(':').is_some_and(|(field, rest)| {
                !field.is_empty()
                    && field.chars().all(|c| c.is_ascii_alphanumeric())
                    && (rest.is_empty() || rest.starts_with(' '))
            })
    })
}

fn read_documents(text: &str, pieces: &mut Pieces) -> Result<(), HistoryError> {
    let mut start = 0;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "---" {
            read_document(text.get(start..place).unwrap_or_default(), pieces)?;
            start = place + line.len();
        }
        place += line.len();
    }
    read_document(text.get(start..).unwrap_or_default(), pieces)
}

fn read_document(text: &str, pieces: &mut Pieces) -> Result<(), HistoryError> {
    if text.trim().is_empty() {
        return Ok(());
    }
    if let Some(value) = read_yaml(text, Contents::Cluster).ok().and_then(|root| root.to_finite_json().ok()) {
        return take(value, pieces);
    }
    pieces.unread += 1;
    Ok(())
}

fn read_json(text: &str, pieces: &mut Pieces) -> Result<(), HistoryError> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(());
        }
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let mut good = 0;
        let (mut broken, mut at_end) = (false, false);
        loop {
            match values.next() {
                Some(Ok(value)) => {
                    good = values.byte_offset();
                    if value.is_object() || value.is_array() {
                        take(value, pieces)?;
                    } else {
                        pieces.unread += 1;
                    }
                }
                Some(Err(error)) => {
                    at_end = error.is_eof();
                    broken = true;
                    break;
                }
                None => break,
            }
        }
        if !broken {
            return Ok(());
        }
        pieces.unread += 1;
        // Continues with the next line that may begin an object.
        let bad = rest.get(good..).unwrap_or_default().trim_start();
        let mut skipped = 0;
        for line in bad.split_inclusive('\n') {
            if skipped > 0 && line.starts_with('{') {
                break;
            }
            skipped += line.len();
        }
        rest = bad.get(skipped..).unwrap_or_default();
        pieces.breaks_off = at_end || (bad.starts_with('{') && rest.trim().is_empty());
    }
}

/// Takes up a value: an event of a watch, an entry of an audit log, a list or an object.
fn take(mut value: Value, pieces: &mut Pieces) -> Result<(), HistoryError> {
    if pieces.objects.len() > 2 * MAX_VERSIONS || pieces.audit.len() > 4 * MAX_VERSIONS {
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
        push(ObjectPiece { r#type: Some(r#type), value: object }, pieces);
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
            push(ObjectPiece { r#type: None, value: item }, pieces);
        }
        return Ok(());
    }
    push(ObjectPiece { r#type: None, value }, pieces);
    Ok(())
}

fn push(piece: ObjectPiece, pieces: &mut Pieces) {
    match piece.value.get("kind").and_then(Value::as_str) {
        Some("Job" | "Pod" | "Event") => pieces.objects.push(piece),
        Some(_) => pieces.passed_over += 1,
        None => {
            // An event as YAML says last what it is.
            pieces.breaks_off = piece.value.get("object").is_some();
            pieces.unread += 1;
        }
    }
}
