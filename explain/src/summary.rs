//! The summary of a trace: the numbers that the sentence and the control plane need.

use jobscope_core::api::{JobStatus, StatusError};
use jobscope_core::trace::{
    Answer, Call, CallBody, Decision, DecisionId, ExpectationOp, FaultMode, Kind, ManagerEvent, QueueName, QueueOp,
    Request, SyncResult, TraceEntry, Verb,
};

/// Whether the API server did what the call asks for, whatever it answered.
pub fn is_taken(call: &Call) -> bool {
    call.error.is_none() || call.fault.is_some_and(FaultMode::is_applied)
}

/// Calls of one verb, by how they ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally<'a> {
    pub done: usize,
    pub refused: Vec<&'a StatusError>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Summary<'a> {
    trace: &'a [TraceEntry],
}

impl<'a> Summary<'a> {
    /// The summary of (a part of) a trace.
    pub fn of(trace: &'a [TraceEntry]) -> Self {
        Self { trace }
    }

    /// The trace.
    pub fn trace(&self) -> &'a [TraceEntry] {
        self.trace
    }

    /// The last status that the API server took.
    pub fn status(&self) -> Option<&'a JobStatus> {
        self.calls()
            .filter(|call| call.error.is_none())
            .filter_map(|call| match &call.body {
                CallBody::Status(status) => Some(&**status),
                _ => None,
            })
            .last()
    }

    /// What a user asked of the API server.
    pub fn request(&self) -> Option<&'a Request> {
        self.trace.iter().find_map(|entry| match entry {
            TraceEntry::Request(request) => Some(request),
            _ => None,
        })
    }

    /// All calls.
    pub fn calls(&self) -> impl Iterator<Item = &'a Call> + use<'a> {
        self.trace.iter().filter_map(|entry| match entry {
            TraceEntry::Call(call) => Some(call),
            _ => None,
        })
    }

    /// The calls of `verb`.
    pub fn tally(&self, verb: Verb) -> Tally<'a> {
        let mut tally = Tally::default();
        for call in self.calls().filter(|call| call.verb == verb) {
            match &call.error {
                None => tally.done += 1,
                Some(error) => tally.refused.push(error),
            }
        }
        tally
    }

    /// The last question called `id`.
    pub fn question(&self, id: DecisionId) -> Option<&'a Decision> {
        self.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::Decision(decision) if decision.id() == id => Some(decision),
            _ => None,
        })
    }

    /// What the last question called `id` was answered.
    pub fn answer(&self, id: DecisionId) -> Option<Answer> {
        self.question(id).map(Decision::answer)
    }

    /// Whether the question was asked and answered with yes.
    pub fn yes(&self, id: DecisionId) -> bool {
        self.answer(id) == Some(Answer::Yes)
    }

    /// Whether the question was asked and answered with no.
    pub fn no(&self, id: DecisionId) -> bool {
        self.answer(id) == Some(Answer::No)
    }

    /// How `syncJob` ended, if it did.
    pub fn result(&self) -> Option<&'a SyncResult> {
        self.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::SyncResult(result) => Some(result),
            _ => None,
        })
    }

    /// The name of the object that the worker looked at, if it came to a result.
    pub fn object(&self) -> String {
        self.result().map(|result| result.key.split().1.to_owned()).unwrap_or_default()
    }

    /// Whether its result is an error.
    pub fn ended_in_error(&self) -> bool {
        self.result().is_some_and(|result| result.error.is_some())
    }

    /// Creations that slow start skipped.
    pub fn skipped(&self) -> u32 {
        match self.question(DecisionId::SlowStartStops) {
            Some(Decision::SlowStartStops { errors, left, .. }) if *errors > 0 => *left,
            _ => 0,
        }
    }

    /// Creations that failed with an error that counts as done.
    pub fn tolerated(&self) -> usize {
        let tolerated = |entry: &&TraceEntry| matches!(entry, TraceEntry::Decision(decision) if decision.id() == DecisionId::CreateErrorTolerated && decision.answer().is_yes());
        self.trace.iter().filter(tolerated).count()
    }

    /// The number of the last slow-start batch.
    pub fn last_batch(&self) -> Option<u32> {
        self.calls().filter_map(|call| call.batch).map(|batch| batch.number).max()
    }

    /// The last thing that happened to the queue of Jobs.
    pub fn queue(&self) -> Option<QueueOp> {
        self.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::Queue(change) if change.queue == QueueName::Job => Some(change.op),
            _ => None,
        })
    }

    /// Whether something of the kind happened to a queue.
    pub fn queued(&self, queue: QueueName, fits: impl Fn(QueueOp) -> bool) -> bool {
        self.trace
            .iter()
            .any(|entry| matches!(entry, TraceEntry::Queue(change) if change.queue == queue && fits(change.op)))
    }

    /// What happened in the start of kube-controller-manager.
    pub fn manager_event(&self) -> Option<&'a ManagerEvent> {
        self.trace.iter().find_map(|entry| match entry {
            TraceEntry::Manager(event) => Some(event),
            _ => None,
        })
    }

    /// Objects of `kind` that reached or left the cache.
    pub fn delivered(&self, kind: Kind) -> usize {
        let fits = |entry: &&TraceEntry| matches!(entry, TraceEntry::Delivery(delivery) if delivery.kind == kind);
        self.trace.iter().filter(fits).count()
    }

    /// Whether a creation or deletion that was expected has been seen.
    pub fn observed(&self) -> bool {
        let fits = |entry: &TraceEntry| {
            matches!(entry, TraceEntry::Expectation(change)
                if matches!(change.op, ExpectationOp::CreationObserved | ExpectationOp::DeletionObserved))
        };
        self.trace.iter().any(fits)
    }
}
