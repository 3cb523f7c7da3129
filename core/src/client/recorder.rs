//! `record.EventRecorder`: the events of the controller, as it recorded them.
//! [`EventCorrelator`](super::EventCorrelator) decides which of them the API server stores.

use std::borrow::Cow;
use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use super::{EventCorrelator, StoredEvents};
use crate::api::{Event, EventGroup, Release};

/// Events recorded so far, oldest first, each as often as it was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventRecorder {
    events: Vector<Arc<Event>>,
    /// How many there were whenever a process ended.
    #[serde(default, skip_serializing_if = "Vector::is_empty")]
    ends: Vector<usize>,
}

impl EventRecorder {
    /// Records an event.
    pub(crate) fn record(&mut self, event: Event) {
        self.events.push_back(Arc::new(event));
    }

    /// The group of the next event, shared with the last one if that has an equal group.
    pub(crate) fn share(&self, group: EventGroup) -> Arc<EventGroup> {
        match self.events.last() {
            Some(last) if *last.group == group => Arc::clone(&last.group),
            _ => Arc::new(group),
        }
    }

    /// Another process records from now on: it knows nothing of the events of the one before.
    pub(crate) fn restart(&mut self) {
        if self.ends.last().copied().unwrap_or_default() < self.events.len() {
            self.ends.push_back(self.events.len());
        }
    }

    /// The events, oldest first.
    pub(crate) fn all(&self) -> &Vector<Arc<Event>> {
        &self.events
    }

    /// What the API server holds of them if every write of an event went well.
    pub(crate) fn stored(&self, release: Release) -> StoredEvents {
        let mut correlator = EventCorrelator::new(release);
        let mut ends = self.ends.iter().copied().peekable();
        for (place, event) in self.events.iter().enumerate() {
            if ends.next_if_eq(&place).is_some() {
                correlator.restart();
            }
            correlator.correlate(event);
        }
        correlator.into_stored()
    }
}

/// Event reasons of `pkg/controller/controller_utils.go`.
pub(crate) mod reasons {
    use super::Cow;

    /// A pod was created.
    pub(crate) const SUCCESSFUL_CREATE: Cow<'static, str> = Cow::Borrowed("SuccessfulCreate");
    /// A pod could not be created.
    pub(crate) const FAILED_CREATE: Cow<'static, str> = Cow::Borrowed("FailedCreate");
    /// A pod was deleted.
    pub(crate) const SUCCESSFUL_DELETE: Cow<'static, str> = Cow::Borrowed("SuccessfulDelete");
    /// A pod could not be deleted.
    pub(crate) const FAILED_DELETE: Cow<'static, str> = Cow::Borrowed("FailedDelete");
}
