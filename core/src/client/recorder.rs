//! `record.EventRecorder`: the events of the controller.

use std::borrow::Cow;
use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use crate::api::Event;

/// Events recorded so far, oldest first, each as often as it was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventRecorder {
    events: Vector<Arc<Event>>,
}

impl EventRecorder {
    /// Records an event.
    pub fn record(&mut self, event: Event) {
        self.events.push_back(Arc::new(event));
    }

    /// The events, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Event>> {
        self.events.iter()
    }
}

/// Event reasons of `pkg/controller/controller_utils.go`.
pub mod reasons {
    use super::Cow;

    /// A pod was created.
    pub const SUCCESSFUL_CREATE: Cow<'static, str> = Cow::Borrowed("SuccessfulCreate");
    /// A pod could not be created.
    pub const FAILED_CREATE: Cow<'static, str> = Cow::Borrowed("FailedCreate");
    /// A pod was deleted.
    pub const SUCCESSFUL_DELETE: Cow<'static, str> = Cow::Borrowed("SuccessfulDelete");
    /// A pod could not be deleted.
    pub const FAILED_DELETE: Cow<'static, str> = Cow::Borrowed("FailedDelete");
}
