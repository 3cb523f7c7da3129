//! A trace as rows: entries that belong together become one row.

use jobscope_core::trace::{
    Call, CallBody, DecisionId, ExpectationOp, FinalizerExpectationOp, Function, HandlerVerdict, PodPatch, QueueName,
    TraceEntry, Verb,
};

use super::path::{Calls, Delivered, Kind, Row, Standing};

/// The trace as rows; none of them stands anywhere yet.
pub(crate) fn rows(trace: &[TraceEntry]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut functions: Vec<Function> = Vec::new();
    for (place, entry) in trace.iter().enumerate() {
        let depth = functions.len().saturating_sub(1);
        if let Some(last) = rows.last_mut()
            && absorb(last, place, entry)
        {
            last.range.end = place + 1;
            continue;
        }
        let kind = match entry {
            TraceEntry::Enter(function) => {
                functions.push(*function);
                Kind::Enter(*function)
            }
            TraceEntry::Leave(function) => {
                functions.pop();
                Kind::Leave(*function)
            }
            TraceEntry::Decision(decision) => Kind::Question(*decision),
            TraceEntry::Call(call) => {
                let functions = functions.clone();
                Kind::Calls(Calls { verb: call.verb, free: frees(call), functions, calls: vec![(place, call.clone())] })
            }
            TraceEntry::Request(request) => Kind::Asked(Box::new(request.clone())),
            TraceEntry::SyncResult(result) => Kind::Returned(result.clone()),
            TraceEntry::Delivery(delivery) => {
                Kind::Delivered(Delivered { delivery: Some(delivery.clone()), ..Delivered::default() })
            }
            TraceEntry::Handled(handled) => {
                Kind::Delivered(Delivered { handled: Some(handled.clone()), ..Delivered::default() })
            }
            TraceEntry::Queue(change) => Kind::Queue(change.clone()),
            TraceEntry::Expectation(change) => Kind::Expectation(change.op),
            TraceEntry::FinalizerExpectation(change) => match &change.op {
                FinalizerExpectationOp::Expected(uids) => Kind::Finalizers(uids.len()),
                FinalizerExpectationOp::RemovalObserved(_) | FinalizerExpectationOp::Deleted => continue,
            },
            TraceEntry::Backoff(change) => Kind::Backoff(change.record),
            TraceEntry::FinishedExpectation(change) => Kind::FinishExpected(change.expected),
            TraceEntry::TrackedPod(pod) => Kind::Judged(vec![pod.clone()]),
            // Events are listed by themselves, and what the server stored shows as calls.
            TraceEntry::Event(_)
            | TraceEntry::Stored(_)
            | TraceEntry::Written(_)
            | TraceEntry::SelectedByMany(_)
            | TraceEntry::Quota(_)
            | TraceEntry::Manager(_)
            | TraceEntry::Reflector(_) => continue,
        };
        // The outermost function is what the region is about; it needs no heading.
        let outermost = matches!(kind, Kind::Enter(_) | Kind::Leave(_))
            && functions.len() + usize::from(matches!(kind, Kind::Leave(_))) == 1;
        if !outermost {
            let depth = if matches!(kind, Kind::Enter(_)) { functions.len().saturating_sub(1) } else { depth };
            rows.push(Row { range: place..place + 1, depth, kind, standing: Standing::Todo });
        }
    }
    rows
}

/// Whether the entry belongs to the row before it; if so, the row takes it in.
fn absorb(row: &mut Row, place: usize, entry: &TraceEntry) -> bool {
    match (&mut row.kind, entry) {
        (_, TraceEntry::Event(_) | TraceEntry::Stored(_) | TraceEntry::Written(_)) => true,
        (Kind::Judged(pods), TraceEntry::TrackedPod(pod)) => {
            pods.push(pod.clone());
            true
        }
        (Kind::Calls(_) | Kind::Delivered(_), TraceEntry::FinalizerExpectation(change)) => {
            let seen = matches!(change.op, FinalizerExpectationOp::RemovalObserved(_));
            if let (Kind::Delivered(delivered), true) = (&mut row.kind, seen) {
                delivered.finalizers += 1;
            }
            seen
        }
        (Kind::Calls(calls), TraceEntry::Call(call)) if calls.verb == call.verb && calls.free == frees(call) => {
            calls.calls.push((place, call.clone()));
            true
        }
        (Kind::Calls(calls), TraceEntry::Decision(decision)) if calls.verb == Verb::Create => match decision.id() {
            DecisionId::SlowStartStops | DecisionId::CreateErrorTolerated => !decision.answer().is_yes(),
            _ => false,
        },
        (Kind::Calls(_), TraceEntry::Expectation(change)) => {
            matches!(
                change.op,
                ExpectationOp::CreationsGivenBack { .. }
                    | ExpectationOp::DeletionGivenBack
                    | ExpectationOp::CreationObserved
                    | ExpectationOp::DeletionObserved
            )
        }
        (Kind::Delivered(delivered), TraceEntry::Handled(handled)) => match &delivered.handled {
            None => {
                delivered.handled = Some(handled.clone());
                true
            }
            // The handler has handed the event on to the one for deletions.
            Some(first) => first.verdict == HandlerVerdict::TreatedAsDelete && first.name == handled.name,
        },
        (Kind::Delivered(delivered), TraceEntry::Expectation(change)) => {
            delivered.expectations.push(change.op);
            true
        }
        (Kind::Delivered(delivered), TraceEntry::SelectedByMany(selected)) => {
            delivered.rivals.clone_from(&selected.jobs);
            true
        }
        (Kind::Delivered(delivered), TraceEntry::Queue(change)) if change.queue == QueueName::Job => {
            delivered.queue.push(change.op);
            true
        }
        _ => false,
    }
}

/// Whether the call takes the tracking finalizer from a pod.
pub(crate) fn frees(call: &Call) -> bool {
    matches!(call.body, CallBody::Patch(PodPatch::RemoveFinalizer { .. }))
}

#[cfg(test)]
mod tests {
    use jobscope_core::trace::{Batch, Decision, Kind as ObjectKind};

    use super::*;

    fn create(number: u32) -> TraceEntry {
        TraceEntry::Call(Call {
            verb: Verb::Create,
            resource: ObjectKind::Pod,
            name: None,
            batch: Some(Batch { number, size: number }),
            body: CallBody::None,
            error: None,
            fault: None,
        })
    }

    fn stops(errors: u32) -> TraceEntry {
        TraceEntry::Decision(Decision::SlowStartStops { batch: 1, errors, left: 1 })
    }

    #[test]
    fn batches_of_one_slow_start_are_one_row() {
        let trace = [
            TraceEntry::Enter(Function::SyncJob),
            TraceEntry::Enter(Function::ManageJob),
            TraceEntry::Decision(Decision::TooFewActive { active: 0, parallelism: 3 }),
            create(1),
            stops(0),
            create(2),
            stops(1),
            TraceEntry::Leave(Function::ManageJob),
            TraceEntry::Leave(Function::SyncJob),
        ];
        let rows = rows(&trace);
        let kinds: Vec<_> = rows
            .iter()
            .map(|row| match &row.kind {
                Kind::Enter(_) => "enter",
                Kind::Leave(_) => "leave",
                Kind::Question(_) => "question",
                Kind::Calls(calls) if calls.calls.len() == 2 => "two calls",
                _ => "other",
            })
            .collect();
        assert_eq!(kinds, ["enter", "question", "two calls", "question", "leave"]);
        assert_eq!(rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [1, 1, 1, 1, 1]);
    }
}
