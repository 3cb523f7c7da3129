//! The path of a sync as rows.

use jobscope_core::trace::{QueueName, QueueOp};
use jobscope_explain::path::{Calls, Kind, Part, Path, Row as PathRow, Standing};
use jobscope_explain::{Moment, request_line};
use jobscope_words::{Words, answer, operands};

use super::{Row, events, plain};

/// What the current step asked and did. Questions that were not asked are left out.
pub(super) fn rows(now: &Moment, words: &Words) -> Vec<Row> {
    let mut rows = Vec::new();
    for part in &Path::of(now, None).parts {
        match part {
            Part::Row(part) => rows.extend(row(part, false, now, words)),
            Part::Fold(parts) => rows.extend(parts.iter().filter_map(|part| row(part, true, now, words))),
            Part::More(_) => {}
        }
    }
    // Events are recorded along the way and reach the server later.
    let end = rows.iter().rposition(|row| !matches!(row, Row::Returned { .. } | Row::Requeued { .. }));
    let end = end.map_or(0, |last| last + 1);
    rows.splice(end..end, events(now.done_trace()));
    rows
}

fn row(row: &PathRow, quiet: bool, now: &Moment, words: &Words) -> Option<Row> {
    if row.standing == Standing::Never {
        return None;
    }
    let depth = row.depth;
    Some(match &row.kind {
        Kind::Enter(function) => Row::Enter { function: function.name().to_owned(), depth },
        Kind::Question(decision) => {
            let id = decision.id().name();
            let answer = plain(&answer(words, decision.id(), decision.answer()));
            let operands = plain(&operands(words, decision));
            Row::Question {
                id: id.to_owned(),
                question: plain(&words.t(&format!("decision-{id}"))),
                // A number that is the answer is not said twice.
                operands: if operands == answer { String::new() } else { operands },
                answer,
                quiet,
                depth,
            }
        }
        Kind::Calls(made) => calls(made, depth),
        Kind::Returned(result) => Row::Returned { error: result.error.clone() },
        Kind::Queue(change) if change.queue == QueueName::Job => match change.op {
            QueueOp::Delayed { until, rate_limited } => {
                Row::Requeued { after_ms: until.since(now.snapshot.now), rate_limited }
            }
            QueueOp::DelayedEarlier { until } => {
                Row::Requeued { after_ms: until.since(now.snapshot.now), rate_limited: false }
            }
            _ => return None,
        },
        _ => return None,
    })
}

fn calls(made: &Calls, depth: usize) -> Row {
    let refused = made.calls.iter().filter_map(|(_, call)| call.error.as_ref());
    Row::Calls {
        requests: made.calls.iter().map(|(_, call)| request_line(call)).collect(),
        done: made.calls.iter().filter(|(_, call)| call.error.is_none()).count(),
        refused: refused.map(|error| error.reason.code()).collect(),
        depth,
    }
}
