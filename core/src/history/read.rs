//! Texts as kubectl and the API server print them, piece by piece: watch events, objects, lists, audit entries.
//! Everything else is counted and skipped, so that a truncated or mixed text still yields what it contains.

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

impl Pieces {
    fn found(&self) -> usize {
        self.versions.len() + self.events.len() + self.audit.len()
    }
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
    /// Whether it is read as YAML.
    is_yaml: bool,
    /// What there was before it.
    first: usize,
    found: usize,
    unread: usize,
}

impl ReadPosition {
    /// The beginning of a text.
    pub(super) fn start(text: &str, pieces: &mut Pieces) -> Self {
        pieces.breaks_off = false;
        let at = start(text);
        let is_yaml = is_yaml(text.get(at..).unwrap_or_default());
        Self { at, is_yaml, first: pieces.versions.len(), found: pieces.found(), unread: pieces.unread }
    }

    /// How many bytes are read.
    pub(super) fn bytes(&self) -> usize {
        self.at
    }

    /// Reads at least `bytes` more bytes, or to the end. Says whether there is more.
    pub(super) fn go_on(&mut self, text: &str, bytes: usize, pieces: &mut Pieces) -> Result<bool, HistoryError> {
        let until = self.at.saturating_add(bytes);
        if self.is_yaml {
            self.read_documents(text, until, pieces)?;
        } else {
            self.read_json(text, until, pieces)?;
        }
        if self.at < text.len() {
            return Ok(true);
        }
        // What only looked like YAML may have something all the same.
        if std::mem::take(&mut self.is_yaml) && pieces.found() == self.found {
            (self.at, pieces.unread) = (start(text), self.unread);
            return Ok(true);
        }
        if pieces.breaks_off {
            pieces.broken_off.push(self.first..pieces.versions.len());
        }
        Ok(false)
    }

    fn read_documents(&mut self, text: &str, until: usize, pieces: &mut Pieces) -> Result<(), HistoryError> {
        while self.at < text.len() && self.at < until {
            let rest = text.get(self.at..).unwrap_or_default();
            let (mut end, mut next) = (rest.len(), rest.len());
            let mut place = 0;
            for line in rest.split_inclusive('\n') {
                if line.trim_end() == "---" {
                    (end, next) = (place, place + line.len());
                    break;
                }
                place += line.len();
            }
            read_document(rest.get(..end).unwrap_or_default(), pieces)?;
            self.at += next;
        }
        Ok(())
    }

    fn read_json(&mut self, text: &str, until: usize, pieces: &mut Pieces) -> Result<(), HistoryError> {
        while self.at < text.len() && self.at < until {
            let rest = text.get(self.at..).unwrap_or_default();
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
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
                        if self.at + good >= until {
                            break None;
                        }
                    }
                    Some(Err(error)) => break Some(error),
                    None => {
                        good = rest.len();
                        break None;
                    }
                }
            };
            self.at += good;
            let Some(error) = error else { continue };
            pieces.unread += 1;
            // Continues with the next line that may begin something.
            let bad = text.get(self.at..).unwrap_or_default();
            let space = bad.len() - bad.trim_start().len();
            let bad = bad.trim_start();
            let next = bad.find("\n{").map_or(bad.len(), |place| place + 1);
            self.at += space + next;
            let is_last = text.get(self.at..).unwrap_or_default().trim().is_empty();
            pieces.breaks_off = error.is_eof() || (bad.starts_with('{') && is_last);
        }
        Ok(())
    }
}

/// Where a text begins: after its byte order mark.
fn start(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').len()
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
