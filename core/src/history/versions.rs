//! A version of an object as it was observed, with all evidence of its writer and its time.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::api::{Job, MetaTime, Name, Pod, Time, from_json};
use crate::timeline::{event_count, event_message, last_time, latest, trimmed, with_states};
use crate::trace::{Kind, WatchEventType};
use crate::world::{Observed, ObservedObject, Writer};

/// An entry of `managedFields`, as far as it tells a writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manager {
    pub(super) name: String,
    pub(super) subresource: String,
    pub(super) time: Option<Time>,
}

/// A version of a Job or a pod that was seen.
#[derive(Clone, Debug)]
pub struct Version {
    /// Its number.
    pub number: u64,
    /// What happened to the object.
    pub r#type: WatchEventType,
    /// The object; of a pod, what the controller reads of it.
    pub object: ObservedObject,
    /// Who wrote it.
    pub by: Writer,
    /// What the writer calls itself, if that is known.
    pub agent: String,
    /// The time that its object tells, or that of the version before it if that is later.
    pub at: Time,
    /// When the request came in and when it was answered, by the audit log.
    pub audited: Option<(Time, Time)>,
    /// The object as it was printed.
    pub raw: Arc<Value>,
    pub(super) managers: Vec<Manager>,
    /// Whether the text said what it was to the object.
    pub(super) typed: bool,
    /// Whether only the audit log has it.
    pub(super) is_logged_only: bool,
}

impl Version {
    /// Reads a version as it was printed; `r#type` is what the watch says it was to the object.
    pub(super) fn read(r#type: Option<WatchEventType>, value: Value) -> Option<Self> {
        let object = match value.get("kind").and_then(Value::as_str)? {
            "Job" => ObservedObject::Job(Arc::new(decode::<Job>(&value)?)),
            "Pod" => ObservedObject::Pod(Arc::new(trimmed(decode::<Pod>(&value)?))),
            _ => return None,
        };
        let metadata = object.metadata();
        if metadata.name().is_empty() || metadata.uid().is_empty() {
            return None;
        }
        let mut at = None;
        latest(&value, &mut at);
        Some(Self {
            number: number(&value)?,
            r#type: r#type.unwrap_or(WatchEventType::Modified),
            object,
            by: Writer::Unknown,
            agent: String::new(),
            at: at.unwrap_or(Time::START),
            audited: None,
            managers: managers(&value),
            typed: r#type.is_some(),
            is_logged_only: false,
            raw: Arc::new(value),
        })
    }

    /// It as an action has it.
    pub fn observed(&self) -> Observed {
        Observed { by: self.by, r#type: self.r#type, object: self.object.clone(), unexplained: None }
    }

    /// The object's name.
    pub fn name(&self) -> Name {
        self.object.metadata().name.clone().unwrap_or_else(|| Name::from(""))
    }

    /// Whether it is of a Job.
    pub(crate) fn is_job(&self) -> bool {
        self.object.kind() == Kind::Job
    }

    /// Whether it is the Job controller's.
    pub fn is_own(&self) -> bool {
        self.by == Writer::JobController
    }
}

/// A Kubernetes Event about the Job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSeen {
    /// Its number.
    pub number: u64,
    /// Its reason, such as `SuccessfulCreate`.
    pub reason: String,
    /// Its message.
    pub message: String,
    /// How often it happened by then.
    pub count: i64,
    /// When it happened last.
    pub at: Option<Time>,
}

impl EventSeen {
    pub(super) fn of(value: &Value) -> Option<Self> {
        Some(Self {
            number: number(value)?,
            reason: value.get("reason").and_then(Value::as_str).unwrap_or_default().to_owned(),
            message: event_message(value).to_owned(),
            count: event_count(value),
            at: last_time(value),
        })
    }
}

fn decode<T: DeserializeOwned>(value: &Value) -> Option<T> {
    from_json(&with_states(value.clone())).ok()
}

/// The number of an object's version.
pub(super) fn number(value: &Value) -> Option<u64> {
    value.pointer("/metadata/resourceVersion")?.as_str()?.parse().ok()
}

/// A time as the API writes it.
pub(super) fn time(value: &Value) -> Option<Time> {
    from_json::<MetaTime>(value).ok().map(MetaTime::time)
}

/// Most entries that are read of `managedFields`; a server keeps about ten. Those of two versions are compared with each other.
const MOST_MANAGERS: usize = 200;

pub(super) fn managers(value: &Value) -> Vec<Manager> {
    let entries = value.pointer("/metadata/managedFields").and_then(Value::as_array);
    let text = |entry: &Value, field: &str| entry.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let manager = |entry: &Value| Manager {
        name: text(entry, "manager"),
        subresource: text(entry, "subresource"),
        time: entry.get("time").and_then(time),
    };
    entries.into_iter().flatten().take(MOST_MANAGERS).map(manager).collect()
}
