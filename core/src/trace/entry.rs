//! The entries of a trace and their recorder.

use serde::{Deserialize, Serialize};

use super::{Call, Decision, Delivery, ExpectationChange, Handled, QueueChange};
use crate::api::{Event, ObjectKey};

/// A function of the controller, by its upstream name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Function {
    /// `syncJob`: one look at one Job.
    SyncJob,
    /// `manageJob`: brings the number of running pods to what is wanted.
    ManageJob,
    /// `updateJobStatus`: writes the status.
    UpdateJobStatus,
}

impl Function {
    /// The name in Kubernetes' source.
    pub fn name(self) -> &'static str {
        match self {
            Self::SyncJob => "syncJob",
            Self::ManageJob => "manageJob",
            Self::UpdateJobStatus => "updateJobStatus",
        }
    }
}

/// How a sync ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SyncResult {
    /// The Job's key.
    pub key: ObjectKey,
    /// Whether `syncJob` asked to forget the key's requeues.
    pub forget: bool,
    /// The error that `syncJob` returned; it puts the key back with a growing delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub error: Option<String>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum TraceEntry {
    /// The controller entered a function.
    Enter(Function),
    /// The controller asked a question.
    Decision(Decision),
    /// The controller called the API server.
    Call(Call),
    /// The controller recorded an event.
    Event(Event),
    /// The controller left a function.
    Leave(Function),
    /// `syncJob` returned.
    SyncResult(SyncResult),
    /// An object reached or left a cache.
    Delivery(Delivery),
    /// A handler ran.
    Handled(Handled),
    /// The work queue changed.
    Queue(QueueChange),
    /// Expectations changed.
    Expectation(ExpectationChange),
}

impl TraceEntry {
    /// Whether a debugger stops here: at questions, calls and deliveries; the rest goes with them.
    pub fn is_stop(&self) -> bool {
        matches!(self, Self::Decision(_) | Self::Call(_) | Self::Delivery(_))
    }
}

/// Records what happens, or nothing at all.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    entries: Option<Vec<TraceEntry>>,
}

impl Trace {
    /// A trace that records.
    pub fn on() -> Self {
        Self { entries: Some(Vec::new()) }
    }

    /// A trace that records nothing.
    pub fn off() -> Self {
        Self { entries: None }
    }

    /// Records the entry that `make` gives; `make` does not run while the trace is off.
    pub fn record(&mut self, make: impl FnOnce() -> TraceEntry) {
        if let Some(entries) = &mut self.entries {
            entries.push(make());
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.as_ref().map_or(0, Vec::len)
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries.
    pub fn into_entries(self) -> Vec<TraceEntry> {
        self.entries.unwrap_or_default()
    }
}
