//! Sentences about a sync that finishes the Job: which question decided it, and how far it got.

use jobscope_core::api::JobConditionType;
use jobscope_core::trace::{Decision, DecisionId, TraceEntry, Verb};

use super::phrase::ordinal;
use super::phrase::{Phrase, phrase};
use crate::Moment;
use crate::summary::Summary;

/// Why the Job ends, if that was settled in this sync or before.
pub(super) fn ending(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    let mut settled = summary.trace().iter().filter_map(|entry| match entry {
        TraceEntry::Decision(decision) => Some((decision.id(), ends(n, decision)?)),
        _ => None,
    });
    // Later questions are asked only if the earlier ones settled nothing.
    let (id, phrase) = settled.next()?;
    let before = matches!(id, DecisionId::SuccessCriteriaMetSet | DecisionId::FailureTargetSet);
    let stopping = stopping(summary);
    // No Job is marked while it waits.
    let end = if before && stopping > 0 { "stopping" } else { end(summary) };
    let deleted = summary.tally(Verb::Delete).done;
    Some(phrase.with("end", end).with("deleted", deleted).with("stopping", stopping))
}

/// For how many pods the Job's last condition waits, because they are still stopping.
fn stopping(summary: &Summary<'_>) -> i32 {
    match summary.question(DecisionId::MayFinish) {
        Some(Decision::MayFinish { condition: Some(_), terminating: Some(pods), .. }) => *pods,
        _ => 0,
    }
}

/// The phrase of a question, if its answer settles that the Job ends.
fn ends(n: u32, decision: &Decision) -> Option<Phrase> {
    if !decision.answer().is_yes() {
        return None;
    }
    let n = ordinal(n);
    Some(match *decision {
        Decision::SuccessCriteriaMetSet { .. } => phrase!("sync-success-before", n = n),
        Decision::FailureTargetSet { .. } => phrase!("sync-failure-before", n = n),
        Decision::FailJobRuleMatched { rule, .. } => {
            phrase!("sync-failed-policy", n = n, rule = ordinal(rule.unwrap_or(0)))
        }
        Decision::ExceedsBackoffLimit { failed, previous_retry, backoff_limit, .. } => {
            let retry = i64::from(previous_retry) + 1;
            phrase!("sync-failed-backoff", n = n, failed = failed.to, retry = retry, limit = backoff_limit)
        }
        Decision::FailuresExceedBackoffLimit { failed, backoff_limit } => {
            phrase!("sync-failed-limit", n = n, failed = failed, limit = backoff_limit)
        }
        Decision::NewFailuresExceedBackoffLimit { failed, backoff_limit, .. } => {
            phrase!("sync-failed-limit", n = n, failed = failed.to, limit = backoff_limit)
        }
        Decision::PastBackoffLimitOnFailure { restarts, backoff_limit, .. } => {
            phrase!("sync-failed-restarts", n = n, restarts = restarts, limit = backoff_limit)
        }
        Decision::PastActiveDeadline { active_deadline_seconds: Some(deadline), .. } => {
            phrase!("sync-failed-deadline", n = n, deadline = deadline)
        }
        Decision::TooManyFailedIndexes { failed, max_failed_indexes: Some(max) } => {
            phrase!("sync-failed-indexes", n = n, failed = failed, max = max)
        }
        Decision::AllIndexesFinished { failed, succeeded, .. } => {
            phrase!("sync-failed-all-indexes", n = n, failed = failed, succeeded = succeeded)
        }
        Decision::SuccessPolicyMatched { rule, succeeded, .. } => {
            phrase!("sync-success-policy", n = n, rule = ordinal(rule.unwrap_or(0)), succeeded = succeeded)
        }
        Decision::CompletionsReached { completions: Some(completions), succeeded, .. } => {
            phrase!("sync-complete", n = n, succeeded = succeeded, completions = completions)
        }
        Decision::CompletionsReached { succeeded, .. } => phrase!("sync-complete-queue", n = n, succeeded = succeeded),
        _ => return None,
    })
}

/// How far the end is, by the last status that was written: marked, announced, or only decided.
fn end(summary: &Summary<'_>) -> &'static str {
    match summary.status() {
        Some(status) if status.finished().is_some() => "marked",
        Some(status)
            if [JobConditionType::FailureTarget, JobConditionType::SuccessCriteriaMet]
                .into_iter()
                .any(|announced| status.condition(announced).is_some()) =>
        {
            "announced"
        }
        _ => "decided",
    }
}

/// The other controller that the Job's spec names, where it names one.
fn managed_by(now: &Moment) -> String {
    let key = now.sync().map(|record| &record.key);
    let job = now.snapshot.jobs.iter().find(|view| key.is_some_and(|key| view.job.metadata.key() == *key));
    job.and_then(|view| view.job.spec.managed_by.clone()).unwrap_or_default()
}

/// Whether the sync ended before it looked at the pods, and why.
pub(super) fn early(n: u32, now: &Moment, summary: &Summary<'_>) -> Option<Phrase> {
    use DecisionId as Ask;
    let n = ordinal(n);
    if summary.no(Ask::KeyComplete) {
        return Some(phrase!("sync-bad-key", n = n));
    }
    if let Some(Decision::CachesCaughtUp { jobs_written, jobs_synced, pods_written, pods_synced }) =
        summary.question(Ask::CachesCaughtUp)
        && summary.no(Ask::CachesCaughtUp)
    {
        // One of the two is behind; Jobs come first.
        let (what, written, synced) = match jobs_written {
            Some(written) if written > jobs_synced => ("jobs", Some(*written), jobs_synced),
            _ => ("pods", *pods_written, pods_synced),
        };
        let written = written.unwrap_or_default().to_string();
        return Some(phrase!("sync-caches-behind", n = n, what = what, written = written, synced = synced.to_string()));
    }
    if summary.no(Ask::JobInCache) {
        return Some(phrase!("sync-no-job", n = n));
    }
    if summary.yes(Ask::ManagedExternally) {
        return Some(phrase!("sync-managed-by", n = n, controller = managed_by(now)));
    }
    if let Some(Decision::JobFinished { condition: Some(condition) }) = summary.question(Ask::JobFinished) {
        return Some(phrase!("sync-finished", n = n, condition = condition.as_str()));
    }
    if summary.yes(Ask::FinishWritten) {
        return Some(phrase!("sync-finish-written", n = n));
    }
    if summary.yes(Ask::IndexedJobDisabled) {
        return Some(phrase!("sync-indexed-disabled", n = n));
    }
    summary.question(Ask::PodsCounted).is_none().then(|| phrase!("sync-claim-failed", n = n))
}
