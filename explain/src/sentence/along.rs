//! Sentences about a sync's other effects: counts, the status, and when the key comes back.

use jobscope_core::api::{JobStatus, StatusError, UncountedTerminatedPods};
use jobscope_core::trace::{Call, CallBody, Decision, DecisionId, QueueOp, TraceEntry, Verb};

use super::phrase::{Phrase, phrase};
use super::policy::policy;
use super::waiting::waiting;
use crate::Moment;
use crate::rows::frees;
use crate::summary::{Summary, is_taken};
use crate::time::short_seconds;

/// Indexes that wait, pods that were counted and freed, the status write, and when the key comes back.
pub(super) fn along(now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let mut more = claimed(summary);
    more.extend(queued_by_kueue(now, summary));
    more.extend(waiting(summary));
    more.extend(counted(summary));
    let writes = || summary.calls().filter(|call| call.verb == Verb::UpdateStatus);
    let written = writes().any(|call| call.error.is_none());
    if written {
        more.push(status_written(summary));
    }
    // Old releases try again at once; what was refused in between is no news.
    if let Some(error) = writes().last().and_then(|call| call.error.as_ref()) {
        more.push(phrase!("along-status-refused", written = usize::from(written), code = error.reason.code()));
        if is_duplicate(error) {
            more.push(phrase!("along-duplicate"));
        }
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
    more.extend(failing_again(now, summary));
    more
}

/// That the next sync fails, too: what struck this one lasts.
fn failing_again(now: &Moment, summary: &Summary<'_>) -> Option<Phrase> {
    let mut struck = summary.calls().filter_map(|call| call.fault.map(|mode| (call.verb, mode)));
    struck
        .any(|(verb, mode)| {
            now.snapshot.faults.iter().any(|fault| fault.lasts && (fault.verb, fault.mode) == (verb, mode))
        })
        .then(|| phrase!("along-fault-lasts"))
}

/// Whether the list of pods that are not counted yet has one of them twice. A pod whose phase changes after it was listed
/// is added with its other result, which no validation takes, in each sync again (#125410).
fn is_duplicate(error: &StatusError) -> bool {
    error.message.contains("status.uncountedTerminatedPods.") && error.message.contains("Duplicate value")
}

/// Pods that the Job adopted or released.
fn claimed(summary: &Summary<'_>) -> Vec<Phrase> {
    let Some(Decision::PodsClaimed { adopted, released, .. }) = summary.question(DecisionId::PodsClaimed) else {
        return Vec::new();
    };
    let adopted = (*adopted > 0).then(|| phrase!("along-adopted", n = *adopted));
    let released = (*released > 0).then(|| phrase!("along-released", n = *released));
    adopted.into_iter().chain(released).collect()
}

/// That Kueue decides when the suspended Job is resumed, if a label of the Job says so.
fn queued_by_kueue(now: &Moment, summary: &Summary<'_>) -> Option<Phrase> {
    const QUEUE_NAME: &str = "kueue.x-k8s.io/queue-name";
    let key = &now.sync().filter(|_| summary.yes(DecisionId::JobSuspended))?.key;
    let job = now.snapshot.jobs.iter().find(|view| view.job.metadata.has_key(key))?;
    let queue = job.job.metadata.labels.get(QUEUE_NAME)?;
    Some(phrase!("along-queued-by-kueue", queue = queue))
}

/// What the status says now, without what it said before: the sync knows that from the cache, which may be stale.
fn status_written(summary: &Summary<'_>) -> Phrase {
    match summary.status() {
        Some(status) => phrase!("along-status-figures").listing("figures", figures(status, summary)),
        None => phrase!("along-status"),
    }
}

/// The numbers of a status as it was written, and what else of it is news.
fn figures(status: &JobStatus, summary: &Summary<'_>) -> Vec<String> {
    // The Job's last condition waits for pods that are stopping; mostly there are none.
    let terminating = match summary.question(DecisionId::StatusNeedsUpdate) {
        Some(Decision::StatusNeedsUpdate { terminating, .. }) if terminating.differs() => status.terminating,
        _ => status.terminating.filter(|pods| *pods > 0),
    };
    let figures = [
        ("active", Some(status.active)),
        ("ready", status.ready),
        ("terminating", terminating),
        ("succeeded", Some(status.succeeded)),
        ("failed", Some(status.failed)),
    ];
    let mut listed: Vec<_> = figures.into_iter().filter_map(|(name, n)| Some(format!("{name}\u{a0}{}", n?))).collect();
    if let Some(Decision::SuspendConditionChanged { to, .. }) = summary.question(DecisionId::SuspendConditionChanged)
        && summary.yes(DecisionId::SuspendConditionChanged)
    {
        listed.push(format!("Suspended\u{a0}{to:?}"));
    }
    listed
}

/// Pods whose end counts from now on, pods that the status only notes, and pods that were let go.
fn counted(summary: &Summary<'_>) -> Vec<Phrase> {
    let Counts { succeeded, failed, noted } = Counts::of(summary);
    let freed = summary.calls().filter(|call| frees(call) && call.error.is_none()).count();
    let mut more = Vec::new();
    if succeeded > 0 {
        more.push(phrase!("along-counted-succeeded", n = succeeded));
    }
    if failed > 0 {
        more.push(phrase!("along-counted-failed", n = failed));
    }
    if noted > 0 {
        more.push(phrase!("along-noted", n = noted));
    }
    more.extend(policy(summary));
    if freed > 0 {
        more.push(phrase!("along-freed", n = freed));
    }
    more
}

/// What the API server took of the counts, in releases that count a pod once: what is not written does not count.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    succeeded: i64,
    failed: i64,
    /// Pods that the last status lists in `uncountedTerminatedPods`.
    noted: usize,
}

impl Counts {
    fn of(summary: &Summary<'_>) -> Self {
        let mut counts = Self::default();
        // What the next write of the status would count.
        let (mut succeeding, mut failing) = (0, 0);
        for entry in summary.trace() {
            match entry {
                TraceEntry::Decision(Decision::OverUncountedCap { indexes, .. }) => succeeding += i64::from(*indexes),
                TraceEntry::Decision(Decision::UncountedWithoutFinalizer { succeeded, failed }) => {
                    succeeding += i64::from(*succeeded);
                    failing += i64::from(*failed);
                }
                TraceEntry::Call(call @ Call { body: CallBody::Status(status), .. }) if is_taken(call) => {
                    counts.succeeded += std::mem::take(&mut succeeding);
                    counts.failed += std::mem::take(&mut failing);
                    counts.noted = status.uncounted_terminated_pods.as_ref().map_or(0, UncountedTerminatedPods::len);
                }
                _ => {}
            }
        }
        counts
    }
}
