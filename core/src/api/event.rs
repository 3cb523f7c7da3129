//! `v1.Event`, as the controller's recorder makes it and `kubectl describe` lists it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Name, ObjectKey, Time, Uid};

/// `v1.EventTypeNormal` or `v1.EventTypeWarning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EventType {
    /// Information only.
    Normal,
    /// Something went wrong, or may go wrong.
    Warning,
}

impl EventType {
    /// `Normal` or `Warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Warning => "Warning",
        }
    }
}

const CREATED_POD: &str = "Created pod: ";
const DELETED_POD: &str = "Deleted pod: ";

/// The message of an event. Events about single pods can be very many: they store only the pod, and the text is built
/// when it is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EventMessage {
    /// The pod was created.
    CreatedPod(Name),
    /// The pod was deleted.
    DeletedPod(Name),
    /// Any other text.
    Text(Arc<str>),
}

impl fmt::Display for EventMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreatedPod(pod) => write!(f, "{CREATED_POD}{pod}"),
            Self::DeletedPod(pod) => write!(f, "{DELETED_POD}{pod}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Equal texts are equal messages.
impl From<&str> for EventMessage {
    fn from(text: &str) -> Self {
        if let Some(pod) = text.strip_prefix(CREATED_POD) {
            Self::CreatedPod(pod.into())
        } else if let Some(pod) = text.strip_prefix(DELETED_POD) {
            Self::DeletedPod(pod.into())
        } else {
            Self::Text(text.into())
        }
    }
}

impl From<String> for EventMessage {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Serialize for EventMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EventMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(String::deserialize(deserializer)?.into())
    }
}

/// One recorded event. The controller records all of its events on the Job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenEvent", into = "WrittenEvent")]
pub struct Event {
    /// When it was recorded.
    pub at: Time,
    /// What it has in common with others.
    pub group: Arc<EventGroup>,
    /// The message.
    pub message: EventMessage,
}

/// What events have in common that differ in their time and message alone. A Job records one for each of its pods, and they
/// share this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGroup {
    /// The Job that they are about.
    pub object: ObjectKey,
    /// Which of the Jobs that have had this name.
    pub uid: Uid,
    /// Normal or Warning.
    pub r#type: EventType,
    /// The reason, such as `SuccessfulCreate`.
    pub reason: Cow<'static, str>,
}

impl Deref for Event {
    type Target = EventGroup;

    fn deref(&self) -> &EventGroup {
        &self.group
    }
}

/// One recorded event. The controller records all of its events on the Job.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Event", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
struct WrittenEvent {
    /// When it was recorded.
    at: Time,
    /// The Job it is about.
    object: ObjectKey,
    /// Which of the Jobs that have had this name.
    uid: Uid,
    /// Normal or Warning.
    r#type: EventType,
    /// The reason, such as `SuccessfulCreate`.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    reason: Cow<'static, str>,
    /// The message.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    message: EventMessage,
}

impl From<WrittenEvent> for Event {
    fn from(WrittenEvent { at, object, uid, r#type, reason, message }: WrittenEvent) -> Self {
        Self { at, group: Arc::new(EventGroup { object, uid, r#type, reason }), message }
    }
}

impl From<Event> for WrittenEvent {
    fn from(Event { at, group, message }: Event) -> Self {
        let EventGroup { object, uid, r#type, reason } = Arc::unwrap_or_clone(group);
        Self { at, object, uid, r#type, reason, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_its_text() {
        for (message, text) in [
            (EventMessage::CreatedPod("pi-0".into()), "Created pod: pi-0"),
            (EventMessage::DeletedPod("pi-0".into()), "Deleted pod: pi-0"),
            (EventMessage::Text("Job completed".into()), "Job completed"),
        ] {
            assert_eq!(message.to_string(), text);
            assert_eq!(EventMessage::from(text), message);
            let written = serde_json::to_string(&message).unwrap();
            assert_eq!(serde_json::from_str::<EventMessage>(&written).unwrap(), message);
        }
    }
}
