//! `v1.Event`, as the controller's recorder makes them: what `kubectl describe` lists.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{ObjectKey, Time};

/// `v1.EventTypeNormal` or `v1.EventTypeWarning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EventType {
    /// Information only.
    Normal,
    /// Something went wrong, or may.
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

/// One recorded event. The controller records all of its events on the Job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Event {
    /// When it was recorded.
    pub at: Time,
    /// The Job it is about.
    pub object: ObjectKey,
    /// Normal or Warning.
    pub r#type: EventType,
    /// The reason, such as `SuccessfulCreate`.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    pub reason: std::borrow::Cow<'static, str>,
    /// The message.
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    pub message: Arc<str>,
}
