//! What an action did.

use serde::{Deserialize, Serialize};

use super::Action;
use crate::api::{ObjectKey, Time};
use crate::trace::{QueueChange, QueueName, QueueOp, SyncResult, TraceEntry};

/// An action and everything that it caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Step {
    /// The action.
    pub action: Action,
    /// The clock before it.
    pub at: Time,
    /// What happened, in order.
    pub trace: Vec<TraceEntry>,
}

impl Step {
    /// How the sync of this step ended; `None` for other steps.
    pub fn sync_result(&self) -> Option<&SyncResult> {
        self.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::SyncResult(result) => Some(result),
            _ => None,
        })
    }

    /// The key that a worker took in this step, and from which queue; even if the process then crashed.
    pub(crate) fn taken_key(&self) -> Option<(QueueName, &ObjectKey)> {
        self.trace.iter().find_map(|entry| match entry {
            TraceEntry::Queue(QueueChange { queue, key, op: QueueOp::Taken }) => Some((*queue, key)),
            _ => None,
        })
    }

    /// The Job that was synced in this step, by the Job controller or by TTL-after-finished.
    pub fn synced_job(&self) -> Option<&ObjectKey> {
        self.taken_key().filter(|(queue, _)| queue.has_jobs()).map(|(_, key)| key)
    }

    /// The numbers of trace entries after which a debugger that steps into this step stops, in
    /// order. The last one is always the whole trace.
    pub fn stops(&self) -> Vec<usize> {
        let mut stops: Vec<usize> = self
            .trace
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.is_stop())
            .skip(1)
            .map(|(index, _)| index)
            .collect();
        stops.push(self.trace.len());
        stops
    }
}
