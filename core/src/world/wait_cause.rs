//! Why time passes, as far as traces show it: what a key waits for in its queue, or what pods do by themselves. Derived
//! from what was recorded; nothing is decided here.

use super::moves::STOPPED_EXIT_CODE;
use super::{Action, Snapshot, Step};
use crate::api::{Job, MetaTime, Time, WaitingReason};
use crate::job::SYNC_JOB_BATCH_PERIOD_MS;
use crate::trace::{Answer, DecisionId, QueueName, QueueOp, TraceEntry};

/// What time passes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitCause {
    /// New pods come later after failed ones.
    BackOff,
    /// So do those of indexes that have a limit of failures each (`backoffLimitPerIndex`, from v1.28 on).
    IndexBackOff,
    /// `activeDeadlineSeconds`.
    Deadline,
    /// `ttlSecondsAfterFinished`.
    Ttl,
    /// Events are handled together.
    Batch,
    /// A sync failed.
    Retry,
    /// Pods come to a node and start.
    Start,
    /// The kubelet pulls an image, or waits until it pulls it again.
    Pull,
    /// Pods are at work.
    Run,
    /// Pods have been signalled to stop.
    Stop,
}

impl WaitCause {
    /// Its name, such as `back-off`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BackOff => "back-off",
            Self::IndexBackOff => "index-back-off",
            Self::Deadline => "deadline",
            Self::Ttl => "ttl",
            Self::Batch => "batch",
            Self::Retry => "retry",
            Self::Start => "start",
            Self::Pull => "pull",
            Self::Run => "run",
            Self::Stop => "stop",
        }
    }

    /// What time passed for before pods did by themselves what this action is.
    pub fn before(action: &Action) -> Option<Self> {
        match action {
            Action::PodWait { reason: WaitingReason::ErrImagePull | WaitingReason::ImagePullBackOff, .. } => {
                Some(Self::Pull)
            }
            Action::PodSchedule { .. } | Action::PodWait { .. } | Action::PodRun { .. } | Action::PodReady { .. } => {
                Some(Self::Start)
            }
            Action::PodContainerExit { exit_code: STOPPED_EXIT_CODE, .. } | Action::PodRemove { .. } => {
                Some(Self::Stop)
            }
            Action::PodRestart { .. }
            | Action::PodContainerExit { .. }
            | Action::PodSucceed { .. }
            | Action::PodFail { .. } => Some(Self::Run),
            _ => None,
        }
    }

    /// What time passed for in `step`, at the end of which things are as in `after`: what came into a queue at its end.
    /// `due` was due before it.
    pub fn of(step: &Step, after: &Snapshot, due: Option<DueKey>) -> Option<Self> {
        let ripened = |queue: QueueName| {
            let is_it = |entry: &TraceEntry| matches!(entry, TraceEntry::Queue(change) if change.queue == queue && change.op == QueueOp::Ripened);
            step.trace.iter().any(is_it)
        };
        let due = due.filter(|due| due.at == after.now && ripened(QueueName::Job));
        due.map(|due| due.cause).or_else(|| {
            let expires = after.jobs.iter().any(|job| expires(&job.job, after.now));
            (expires && ripened(QueueName::TtlAfterFinished)).then_some(Self::Ttl)
        })
    }
}

/// When the first of the keys that wait comes into the Job queue, and what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueKey {
    /// When.
    pub at: Time,
    /// What it waits for.
    pub cause: WaitCause,
}

impl DueKey {
    /// What is due after `step`, at the end of which things are as in `after`; `before` was due before it. `None` if no
    /// key waits, or nothing tells what for.
    pub fn after(step: &Step, after: &Snapshot, before: Option<Self>) -> Option<Self> {
        let first = after.queue.delayed.first()?;
        let put = step.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::Queue(change) if change.queue == QueueName::Job && change.key == first.key => match change.op {
                QueueOp::Delayed { until, rate_limited } if until == first.ready_at => Some(rate_limited),
                _ => None,
            },
            _ => None,
        });
        match put {
            Some(rate_limited) => {
                let job = after.jobs.iter().find(|job| job.job.metadata.key() == first.key).map(|job| &*job.job);
                let cause = cause(step, after, job, first.ready_at, rate_limited)?;
                Some(Self { at: first.ready_at, cause })
            }
            None => before.filter(|before| before.at == first.ready_at),
        }
    }
}

/// Why the step put the key off until then.
fn cause(step: &Step, after: &Snapshot, job: Option<&Job>, until: Time, rate_limited: bool) -> Option<WaitCause> {
    let answer = |id: DecisionId| {
        step.trace.iter().rev().find_map(|entry| match entry {
            TraceEntry::Decision(decision) if decision.id() == id => Some(decision.answer()),
            _ => None,
        })
    };
    let ms = until.since(after.now);
    // No wait is shorter than that for events.
    let waits = |id: DecisionId| matches!(answer(id), Some(Answer::Value(left)) if left > 0 && left.max(SYNC_JOB_BATCH_PERIOD_MS) == ms);
    let at_deadline = || {
        let deadline = job?.spec.active_deadline_seconds?.saturating_mul(1000);
        let start = job?.status.start_time.map_or(after.now, MetaTime::time);
        // What a Job says of its times has no parts of seconds.
        (0..1000).contains(&until.since(start).saturating_sub(deadline)).then_some(WaitCause::Deadline)
    };
    if rate_limited {
        // Until v1.22 a new failure is an error on purpose: it has the key come back after the back-off.
        let on_purpose = answer(DecisionId::NewFailureUnfinished) == Some(Answer::Yes);
        return Some(if on_purpose { WaitCause::BackOff } else { WaitCause::Retry });
    }
    if waits(DecisionId::PodBackoffRemaining) {
        return Some(WaitCause::BackOff);
    }
    if waits(DecisionId::IndexBackoffRemaining) {
        return Some(WaitCause::IndexBackOff);
    }
    at_deadline().or(match step.action {
        Action::Deliver { .. } if ms == SYNC_JOB_BATCH_PERIOD_MS => Some(WaitCause::Batch),
        // In these releases, too, the handler of a failed pod waits as long as the requeues of its Job's key stand for.
        Action::Deliver { .. } if !after.queue.requeues.is_empty() => Some(WaitCause::BackOff),
        _ => None,
    })
}

/// Whether the Job has been finished for `ttlSecondsAfterFinished` at that time, and not for a second more.
fn expires(job: &Job, at: Time) -> bool {
    let ended = job.status.finished().and_then(|ended| job.status.condition(ended)?.last_transition_time);
    let after = job.spec.ttl_seconds_after_finished.map(|seconds| i64::from(seconds) * 1000);
    ended.zip(after).is_some_and(|(ended, after)| (0..1000).contains(&(at.since(ended.time()) - after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_before_a_failed_pull_is_for_the_image() {
        let wait = |reason| Action::PodWait { pods: Vec::new(), container: None, reason };
        for (reason, cause) in [
            (WaitingReason::ErrImagePull, WaitCause::Pull),
            (WaitingReason::ImagePullBackOff, WaitCause::Pull),
            (WaitingReason::CreateContainerConfigError, WaitCause::Start),
        ] {
            assert_eq!(WaitCause::before(&wait(reason)), Some(cause), "{reason:?}");
        }
    }
}
