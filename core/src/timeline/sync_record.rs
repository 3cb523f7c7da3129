//! The syncs of a session, with the batches of pods that each created.

use serde::{Deserialize, Serialize};

use crate::api::{Name, ObjectKey, StatusError, Time};
use crate::trace::{Call, QueueOp, TraceEntry, Verb};
use crate::world::Step;

/// A slow-start batch of a sync, as it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BatchRecord {
    /// Its number within the sync, from 1.
    pub number: u32,
    /// Creates in it.
    pub size: u32,
    /// The pods that it made, in order. The answer to a create may be an error although it was done.
    pub created: Vec<Name>,
    /// The answers to those that were refused.
    pub refused: Vec<StatusError>,
}

/// A sync of the Job controller, for grouping pods by what made them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct SyncRecord {
    /// Number of the sync within the session, from 1.
    pub number: u32,
    /// The step (index) that it was.
    pub step: usize,
    /// The Job.
    pub key: ObjectKey,
    /// The clock.
    pub at: Time,
    /// Its slow-start batches; those not reached by the cursor yet are absent.
    pub batches: Vec<BatchRecord>,
}

impl SyncRecord {
    /// The record of `step`, whose index is `index`, after the first `entries` entries of its trace.
    /// None if it is no sync.
    pub(super) fn of(step: &Step, entries: usize, index: usize, number: usize) -> Option<Self> {
        let trace = step.trace.get(..entries)?;
        let key = trace.iter().find_map(|entry| match entry {
            TraceEntry::Queue(change) if change.op == QueueOp::Taken && change.queue.is_of_job_controller() => {
                Some(change.key.clone())
            }
            _ => None,
        })?;
        let mut batches: Vec<BatchRecord> = Vec::new();
        for entry in trace {
            if let TraceEntry::Call(call) = entry {
                note_create(call, &mut batches);
            }
        }
        Some(Self { number: u32::try_from(number).unwrap_or(u32::MAX), step: index, key, at: step.at, batches })
    }
}

fn note_create(call: &Call, batches: &mut Vec<BatchRecord>) {
    let (Verb::Create, Some(batch)) = (call.verb, call.batch) else { return };
    if batches.last().is_none_or(|last| last.number != batch.number) {
        batches.push(BatchRecord { number: batch.number, size: batch.size, created: Vec::new(), refused: Vec::new() });
    }
    let Some(record) = batches.last_mut() else { return };
    match (&call.name, &call.error) {
        (Some(name), _) => record.created.push(name.clone()),
        (None, Some(error)) => record.refused.push(error.clone()),
        (None, None) => {}
    }
}
