//! Sentences about a sync of a running Job: what it created or deleted, or why it did neither.

use jobscope_core::trace::{Answer, Decision, DecisionId, Verb};

use super::phrase::ordinal;
use super::phrase::{Phrase, phrase};
use crate::summary::Summary;
use crate::time::short_seconds;

/// What `manageJob` did, or why it did nothing.
pub(super) fn managed(n: u32, summary: &Summary<'_>) -> Phrase {
    use DecisionId as Ask;
    if summary.no(Ask::ManageNeeded) {
        return match summary.question(Ask::ExpectationsSatisfied) {
            Some(Decision::ExpectationsSatisfied { record: Some(record) })
                if summary.no(Ask::ExpectationsSatisfied) =>
            {
                // An event that came before the orders were noted leaves a number below zero.
                phrase!("sync-waits", n = ordinal(n), adds = record.adds.max(0), dels = record.dels.max(0))
            }
            _ => phrase!("sync-deleting", n = ordinal(n)),
        };
    }
    let created = summary.tally(Verb::Create);
    let deleted = summary.tally(Verb::Delete);
    if summary.yes(Ask::JobSuspended) {
        return phrase!("sync-suspended", n = ordinal(n), deleted = deleted.done);
    }
    if !created.refused.is_empty() {
        let asked = created.done + created.refused.len() + usize::try_from(summary.skipped()).unwrap_or_default();
        let code = created.refused.first().map_or(0, |error| error.reason.code());
        let tolerated = summary.tolerated();
        if tolerated == created.refused.len() {
            return phrase!(
                "sync-tolerated",
                n = ordinal(n),
                wanted = asked,
                created = created.done,
                tolerated = tolerated,
                code = code
            );
        }
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
        if let Some(Decision::PodsToRemove { active, want, misplaced }) = summary.question(Ask::PodsToRemove) {
            let (active, want, misplaced) = (*active, *want, *misplaced);
            return phrase!(
                "sync-removed",
                n = ordinal(n),
                deleted = deleted.done,
                active = active,
                want = want,
                misplaced = misplaced
            );
        }
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
    if let Some(not_freed) = not_freed(n, summary) {
        return not_freed;
    }
    if let Some(Decision::MoreActiveThanWanted { want, active }) = summary.question(Ask::MoreActiveThanWanted)
        && summary.yes(Ask::MoreActiveThanWanted)
    {
        return phrase!("sync-more-than-wanted", n = ordinal(n), want = *want, active = *active);
    }
    if let Some(waits) = waits(n, summary) {
        return waits;
    }
    match (summary.question(Ask::PodsCounted), summary.question(Ask::WantActive)) {
        (
            Some(Decision::PodsCounted { active: 0, .. }),
            Some(Decision::WantActive { parallelism: 0, completions, succeeded, .. }),
        ) => {
            let open = completions.map_or(0, |completions| completions.saturating_sub(*succeeded).max(0));
            phrase!("sync-paused", n = ordinal(n), open = open)
        }
        (Some(Decision::PodsCounted { active, .. }), _) => phrase!("sync-nothing", n = ordinal(n), active = *active),
        _ => phrase!("sync-nothing", n = ordinal(n), active = 0),
    }
}

/// Pods that were to be deleted, and could not be freed from their finalizers before.
fn not_freed(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    let (active, want) = match summary.question(DecisionId::PodsToRemove) {
        Some(Decision::PodsToRemove { active, want, .. }) => (*active, *want),
        _ => match summary.question(DecisionId::TooManyActive) {
            Some(Decision::TooManyActive { active, parallelism }) => (*active, *parallelism),
            _ => return None,
        },
    };
    let freed = summary.tally(Verb::Patch);
    let error = freed.refused.first().filter(|_| active > want)?;
    Some(phrase!("sync-not-freed", n = ordinal(n), active = active, want = want, code = error.reason.code()))
}

/// What new pods wait for, if any are missing.
fn waits(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    use DecisionId as Ask;
    let missing = |value: Answer| match value {
        Answer::Value(value) if value > 0 => Some(value),
        _ => None,
    };
    let wanted = summary.answer(Ask::PodsMissing).and_then(missing);
    if let Some(left) = summary.answer(Ask::PodBackoffRemaining).and_then(missing)
        && let Some(Decision::PodBackoffRemaining { failures, .. }) = summary.question(Ask::PodBackoffRemaining)
    {
        let (wanted, left) = (wanted.unwrap_or(0), short_seconds(left));
        return Some(phrase!("sync-backs-off", n = ordinal(n), wanted = wanted, failures = *failures, left = left));
    }
    if let Some(left) = summary.answer(Ask::IndexBackoffRemaining).and_then(missing)
        && let Some(Decision::IndexBackoffRemaining { pending, .. }) = summary.question(Ask::IndexBackoffRemaining)
    {
        let (pending, left) = (*pending, short_seconds(left));
        return Some(phrase!("sync-indexes-back-off", n = ordinal(n), pending = pending, left = left));
    }
    match summary.question(Ask::PodsMissing) {
        Some(Decision::PodsMissing { want, terminating, active }) if *terminating > 0 && want > active => {
            Some(phrase!("sync-awaits-terminating", n = ordinal(n), terminating = *terminating, want = *want))
        }
        _ => match (wanted, summary.question(Ask::PendingIndexes)) {
            (Some(missing), Some(Decision::PendingIndexes { free: 0, .. })) => {
                Some(phrase!("sync-no-free-index", n = ordinal(n), missing = missing))
            }
            _ => None,
        },
    }
}
