//! What a sync comes to, within it and after it.

use jobscope_core::trace::{Answer, Decision, DecisionId, QueueOp, TraceEntry, Verb};

use super::phrase::{Phrase, Sentence, phrase};
use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::why::summary::Summary;
use crate::words::ordinal;

/// Within a sync: the question that was just asked, or how far the calls are.
pub(super) fn asked(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let last = now.done_trace().iter().rev().find(|entry| entry.is_stop());
    match last {
        Some(TraceEntry::Call(call)) => {
            let tally = summary.tally(call.verb);
            let (done, refused) = (tally.done, tally.refused.len());
            match call.verb {
                Verb::Create => phrase!("said-creating", n = ordinal(number), done = done, refused = refused).into(),
                Verb::Delete => phrase!("said-deleting", n = ordinal(number), done = done, refused = refused).into(),
                Verb::UpdateStatus => phrase!("said-writing-status", n = ordinal(number)).into(),
                Verb::Patch | Verb::PatchJob | Verb::Get => phrase!("said-calling", n = ordinal(number)).into(),
            }
        }
        Some(TraceEntry::Decision(decision)) => answered(number, decision).into(),
        _ => phrase!("said-begins", n = ordinal(number)).into(),
    }
}

/// A question with its answer.
fn answered(n: u32, decision: &Decision) -> Phrase {
    let operands = decision.expression();
    let phrase = match decision.answer() {
        Answer::Yes => phrase!("said-answer-yes", n = ordinal(n), operands = operands),
        Answer::No => phrase!("said-answer-no", n = ordinal(n), operands = operands),
        Answer::Value(value) => phrase!("said-answer-value", n = ordinal(n), operands = operands, value = value),
    };
    phrase.about(decision.id())
}

/// After a sync.
pub(super) fn synced(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
    Sentence { first: outcome(number, summary), more: along(now, summary) }
}

/// What the sync came to.
fn outcome(n: u32, summary: &Summary<'_>) -> Phrase {
    use DecisionId as Ask;
    if summary.no(Ask::KeyComplete) {
        return phrase!("sync-bad-key", n = ordinal(n));
    }
    if summary.no(Ask::JobInCache) {
        return phrase!("sync-no-job", n = ordinal(n));
    }
    if let Some(Decision::JobFinished { condition: Some(condition) }) = summary.question(Ask::JobFinished) {
        return phrase!("sync-finished", n = ordinal(n), condition = condition.as_str());
    }
    if summary.question(Ask::PodsCounted).is_none() {
        return phrase!("sync-claim-failed", n = ordinal(n));
    }
    if let Some(failed) = failure(n, summary) {
        return failed;
    }
    if let Some(Decision::CompletionsReached { completions, succeeded, .. }) = summary.question(Ask::CompletionsReached)
        && summary.yes(Ask::CompletionsReached)
    {
        return match completions {
            Some(completions) => {
                phrase!("sync-complete", n = ordinal(n), succeeded = *succeeded, completions = *completions)
            }
            None => phrase!("sync-complete-queue", n = ordinal(n), succeeded = *succeeded),
        };
    }
    managed(n, summary)
}

/// Why the Job failed, if it did in this sync.
fn failure(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    use DecisionId as Ask;
    let deleted = summary.tally(Verb::Delete).done;
    match summary.question(Ask::ExceedsBackoffLimit) {
        Some(Decision::ExceedsBackoffLimit { failed, previous_retry, backoff_limit, .. })
            if summary.yes(Ask::ExceedsBackoffLimit) =>
        {
            return Some(phrase!(
                "sync-failed-backoff",
                n = ordinal(n),
                failed = failed.to,
                retries = *previous_retry,
                limit = *backoff_limit,
                deleted = deleted
            ));
        }
        _ => {}
    }
    match summary.question(Ask::PastBackoffLimitOnFailure) {
        Some(Decision::PastBackoffLimitOnFailure { restarts, backoff_limit, .. })
            if summary.yes(Ask::PastBackoffLimitOnFailure) =>
        {
            return Some(phrase!(
                "sync-failed-restarts",
                n = ordinal(n),
                restarts = *restarts,
                limit = *backoff_limit,
                deleted = deleted
            ));
        }
        _ => {}
    }
    match summary.question(Ask::PastActiveDeadline) {
        Some(Decision::PastActiveDeadline { active_deadline_seconds: Some(deadline), .. })
            if summary.yes(Ask::PastActiveDeadline) =>
        {
            Some(phrase!("sync-failed-deadline", n = ordinal(n), deadline = *deadline, deleted = deleted))
        }
        _ => None,
    }
}

/// What `manageJob` did, or why it did nothing.
fn managed(n: u32, summary: &Summary<'_>) -> Phrase {
    use DecisionId as Ask;
    if summary.no(Ask::ManageNeeded) {
        return match summary.question(Ask::ExpectationsSatisfied) {
            Some(Decision::ExpectationsSatisfied { record: Some(record) })
                if summary.no(Ask::ExpectationsSatisfied) =>
            {
                phrase!("sync-waits", n = ordinal(n), adds = record.adds, dels = record.dels)
            }
            _ => phrase!("sync-deleting", n = ordinal(n)),
        };
    }
    let created = summary.tally(Verb::Create);
    let deleted = summary.tally(Verb::Delete);
    if !created.refused.is_empty() {
        let asked = created.done + created.refused.len() + usize::try_from(summary.skipped()).unwrap_or_default();
        let code = created.refused.first().map_or(0, |error| error.reason.code());
        return phrase!(
            "sync-refused",
            n = ordinal(n),
            wanted = asked,
            created = created.done,
            refused = created.refused.len(),
            batch = summary.last_batch().unwrap_or(1),
            code = code,
            skipped = summary.skipped()
        );
    }
    if created.done > 0 {
        return phrase!(
            "sync-created",
            n = ordinal(n),
            created = created.done,
            batches = summary.last_batch().unwrap_or(1)
        );
    }
    if deleted.done + deleted.refused.len() > 0 {
        let (active, parallelism) = match summary.question(Ask::TooManyActive) {
            Some(Decision::TooManyActive { active, parallelism }) => (*active, *parallelism),
            _ => (0, 0),
        };
        return phrase!(
            "sync-deleted",
            n = ordinal(n),
            deleted = deleted.done,
            active = active,
            parallelism = parallelism
        );
    }
    if let Some(Decision::MoreActiveThanWanted { want, active }) = summary.question(Ask::MoreActiveThanWanted)
        && summary.yes(Ask::MoreActiveThanWanted)
    {
        return phrase!("sync-more-than-wanted", n = ordinal(n), want = *want, active = *active);
    }
    match summary.question(Ask::PodsCounted) {
        Some(Decision::PodsCounted { active, .. }) => phrase!("sync-nothing", n = ordinal(n), active = *active),
        _ => phrase!("sync-nothing", n = ordinal(n), active = 0),
    }
}

/// The status write, and when the key comes back.
fn along(now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let mut more = Vec::new();
    let status = summary.tally(Verb::UpdateStatus);
    if status.done > 0 {
        more.push(status_change(summary));
    } else if let Some(error) = status.refused.first() {
        more.push(phrase!("along-status-refused", code = error.reason.code()));
    }
    let error = summary.result().and_then(|result| result.error.as_deref());
    let wait = match summary.queue() {
        Some(QueueOp::Delayed { until, .. } | QueueOp::DelayedEarlier { until }) => {
            Some(short_seconds(until.since(now.snapshot.now)))
        }
        _ => None,
    };
    match (error, wait) {
        (Some(_), Some(wait)) if summary.yes(DecisionId::NewFailureUnfinished) => {
            more.push(phrase!("along-backoff", wait = wait));
        }
        (Some(error), Some(wait)) => more.push(phrase!("along-error", error = error.to_owned(), wait = wait)),
        (None, Some(wait)) => more.push(phrase!("along-wait", wait = wait)),
        (_, None) => {}
    }
    more
}

/// What the status said before and says now.
fn status_change(summary: &Summary<'_>) -> Phrase {
    match summary.question(DecisionId::StatusChanged) {
        Some(Decision::StatusChanged { active, succeeded, failed, .. }) => {
            let figures = [("active", active), ("succeeded", succeeded), ("failed", failed)];
            let changed: Vec<_> = figures
                .into_iter()
                .filter(|(_, change)| change.differs())
                .map(|(name, change)| format!("{name} {} → {}", change.from, change.to))
                .collect();
            if changed.is_empty() {
                phrase!("along-status")
            } else {
                phrase!("along-status-changed", changes = changed.join(", "))
            }
        }
        _ => phrase!("along-status"),
    }
}
