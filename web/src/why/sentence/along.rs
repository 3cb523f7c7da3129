//! What else a sync left behind: counts, the status, and when the key comes back.

use jobscope_core::api::JobStatus;
use jobscope_core::trace::{Decision, DecisionId, PodVerdict, QueueOp, TraceEntry, Verb};

use super::phrase::{Phrase, phrase};
use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::why::rows::frees;
use crate::why::summary::Summary;

/// Pods that were counted and freed, the status write, and when the key comes back.
pub(super) fn along(now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let mut more = counted(summary);
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
        _ => match summary.status() {
            Some(JobStatus { ready: Some(ready), active, succeeded, failed, .. }) => phrase!(
                "along-status-figures-ready",
                active = *active,
                ready = *ready,
                succeeded = *succeeded,
                failed = *failed
            ),
            Some(status) => phrase!(
                "along-status-figures",
                active = status.active,
                succeeded = status.succeeded,
                failed = status.failed
            ),
            None => phrase!("along-status"),
        },
    }
}

/// Pods whose end counts from now on, and pods that were let go.
fn counted(summary: &Summary<'_>) -> Vec<Phrase> {
    let verdicts = || {
        summary.trace().iter().filter_map(|entry| match entry {
            TraceEntry::TrackedPod(pod) => Some(pod.verdict),
            _ => None,
        })
    };
    let count = |verdict: PodVerdict| verdicts().filter(|other| *other == verdict).count();
    let (succeeded, failed, ignored) =
        (count(PodVerdict::Succeeded), count(PodVerdict::Failed), count(PodVerdict::Ignored));
    let freed = summary.calls().filter(|call| frees(call) && call.error.is_none()).count();
    let mut more = Vec::new();
    if succeeded > 0 {
        more.push(phrase!("along-counted-succeeded", n = succeeded));
    }
    if failed > 0 {
        more.push(phrase!("along-counted-failed", n = failed));
    }
    if ignored > 0 {
        more.push(phrase!("along-ignored", n = ignored));
    }
    if freed > 0 {
        more.push(phrase!("along-freed", n = freed));
    }
    more
}
