//! What anything but a sync comes to: what a person, the kubelet or the machinery did.

use jobscope_core::api::{DeletionPropagation, Name};
use jobscope_core::trace::{Kind, Method, QueueName, QueueOp, Verb};
use jobscope_core::world::{Action, PodView};

use super::phrase::{Phrase, Sentence, phrase};
use super::{beside, manager, orphan};
use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::why::summary::Summary;
use crate::words::or_none;

/// After anything but a sync.
pub(super) fn acted(action: &Action, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let first = match action {
        Action::CreateJob { job } => phrase!("did-create-job", name = job.metadata.name().to_owned()),
        Action::ImportJob { job } => phrase!("did-import-job", name = job.metadata.name().to_owned()),
        Action::ApplyJob { .. } | Action::PatchJob { .. } | Action::ScaleJob { .. } => asked(action, summary),
        Action::DeleteJob { name, policy } => {
            let name = name.to_string();
            match policy {
                Some(DeletionPropagation::Background) => phrase!("did-delete-background", name = name),
                Some(DeletionPropagation::Foreground) => phrase!("did-delete-foreground", name = name),
                Some(DeletionPropagation::Orphan) | None => phrase!("did-delete-orphan", name = name),
            }
        }
        Action::CreateQuota { quota } => phrase!("did-create-quota", name = quota.name.to_string(), n = quota.pods),
        Action::DeleteQuota { name, .. } => phrase!("did-delete-quota", name = name.to_string()),
        Action::Gc => phrase!("did-gc"),
        Action::Advance { ms } => phrase!("did-advance", time = short_seconds(*ms)),
        Action::Deliver { .. } => {
            phrase!("did-deliver", jobs = summary.delivered(Kind::Job), pods = summary.delivered(Kind::Pod))
        }
        Action::Relist { kind: Kind::Job } => phrase!("did-relist-jobs", n = summary.delivered(Kind::Job)),
        Action::Relist { kind: Kind::Pod } => phrase!("did-relist-pods", n = summary.delivered(Kind::Pod)),
        Action::Resync => phrase!("did-resync"),
        Action::HoldStream { kind: Kind::Job } => phrase!("did-hold-jobs"),
        Action::HoldStream { kind: Kind::Pod } => phrase!("did-hold-pods"),
        Action::ReleaseStream { kind: Kind::Job } => phrase!("did-release-jobs"),
        Action::ReleaseStream { kind: Kind::Pod } => phrase!("did-release-pods"),
        Action::Restart => phrase!("did-restart"),
        Action::CrashAfter { writes } => phrase!("did-crash-after", n = *writes),
        Action::StartManager { .. } => phrase!("did-start-manager"),
        Action::StepManager => manager::stepped(now),
        Action::CloseWatch { kind }
        | Action::ExpireWatch { kind }
        | Action::Bookmark { kind }
        | Action::Receive { kind, .. }
        | Action::ResyncTick { kind } => manager::watched(*kind, now),
        Action::Fault(_) => phrase!("did-arm-fault"),
        Action::Sync => phrase!("did-sync"),
        Action::StepSync { key: None } => phrase!("did-take-key"),
        Action::StepSync { key: Some(key) } => phrase!("did-step-sync", name = key.split().1.to_owned()),
        Action::SyncOrphan => orphan::orphan(summary),
        Action::SyncTtl => beside::ttl(summary),
        Action::AttemptToDelete => beside::attempt_to_delete(summary),
        Action::AttemptToOrphan => beside::attempt_to_orphan(summary),
        Action::PodGc => phrase!("did-pod-gc", n = summary.tally(Verb::Delete).done),
        Action::DeleteNode { name } => phrase!("did-delete-node", name = name.to_string()),
        Action::SetOutcomes { rules } => phrase!("did-set-outcomes", n = rules.len()),
        Action::PodSchedule { pods } => on_pods(pods, now, phrase!("did-pod-schedule")),
        Action::PodRun { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-run")),
        Action::PodRun { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-run-ready")),
        Action::PodReady { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-ready")),
        Action::PodReady { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-unready")),
        Action::PodRestart { pods, n, .. } => on_pods(pods, now, phrase!("did-pod-restart", times = *n)),
        Action::PodSucceed { pods, .. } => on_pods(pods, now, phrase!("did-pod-succeed")),
        Action::PodFail { pods, no_status: true, .. } => on_pods(pods, now, phrase!("did-pod-lose-node")),
        Action::PodFail { pods, exit, reason, .. } if reason.is_empty() => {
            on_pods(pods, now, phrase!("did-pod-fail", code = or_none(exit.values().find(|code| **code != 0))))
        }
        Action::PodFail { pods, reason, .. } => {
            on_pods(pods, now, phrase!("did-pod-fail-reason", reason = reason.clone()))
        }
        Action::PodDelete { pods, .. } => on_pods(pods, now, phrase!("did-pod-delete")),
        Action::PodRemove { pods } => on_pods(pods, now, phrase!("did-pod-remove")),
        Action::PodLabel { pods, .. } => on_pods(pods, now, phrase!("did-pod-label")),
        Action::PodAnnot { pods, .. } => on_pods(pods, now, phrase!("did-pod-annotate")),
        Action::PodOrphan { pods, .. } => on_pods(pods, now, phrase!("did-pod-orphan")),
    };
    Sentence { first, more: aftermath(now, summary) }
}

/// What a user's request has changed.
fn asked(action: &Action, summary: &Summary<'_>) -> Phrase {
    let Some(request) = summary.request() else { return phrase!("did-apply-nothing") };
    let name = request.key.split().1.to_owned();
    match (action, request.method) {
        (_, Method::Post) => phrase!("did-create-job", name = name),
        (Action::ApplyJob { .. }, _) => phrase!("did-apply-job", name = name),
        (Action::ScaleJob { replicas, .. }, _) => phrase!("did-scale-job", name = name, n = *replicas),
        _ => phrase!("did-patch-job", name = name),
    }
}

/// What became of the queue and of what the controller has not seen.
fn aftermath(now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let mut more = Vec::new();
    let queued = |became| summary.queued(QueueName::Job, |op| op == became);
    if queued(QueueOp::Ripened) {
        more.push(phrase!("along-ripened"));
    } else if queued(QueueOp::Added) {
        more.push(phrase!("along-queued"));
    } else if queued(QueueOp::AlreadyQueued) {
        more.push(phrase!("along-already-queued"));
    } else if let Some(QueueOp::Delayed { until, .. }) = summary.queue() {
        more.push(phrase!("along-delayed", wait = short_seconds(until.since(now.snapshot.now))));
    }
    if summary.queued(QueueName::OrphanPod, |op| matches!(op, QueueOp::Added | QueueOp::Ripened)) {
        more.push(phrase!("along-orphan-queued"));
    }
    if summary.observed() {
        let expected = now.snapshot.expectations.first();
        more.push(phrase!(
            "along-observed",
            adds = expected.map_or(0, |e| e.adds.max(0)),
            dels = expected.map_or(0, |e| e.dels.max(0))
        ));
    }
    let waiting = now.snapshot.job_stream.pending.len() + now.snapshot.pod_stream.pending.len();
    if waiting > 0 {
        more.push(phrase!("along-unseen", n = waiting));
    }
    // Where a session ends, its Job's end may be many steps back.
    if now.next.is_none()
        && let [only] = &now.snapshot.jobs[..]
        && let Some(condition) = only.job.status.finished()
    {
        let (name, condition) = (only.job.metadata.name().to_owned(), only.job.status.condition(condition));
        let (kind, reason) = condition.map_or(("", ""), |ended| (ended.r#type.as_str(), ended.reason.as_str()));
        more.push(if reason.is_empty() {
            phrase!("along-ended", name = name, condition = kind)
        } else {
            phrase!("along-ended-because", name = name, condition = kind, reason = reason.to_owned())
        });
    }
    more
}

/// A phrase about pods: by what stands on its tile, or how many.
fn on_pods(pods: &[Name], now: &Moment, phrase: Phrase) -> Phrase {
    let phrase = phrase.with("n", pods.len());
    match pods {
        [one] => match now.pod(one) {
            Some(PodView { completion_index: Some(index), attempt, .. }) => {
                phrase.of_index(*index, attempt.unwrap_or(1))
            }
            Some(pod) => phrase.of_pod(&pod.ordinal),
            None => phrase.of_pod(one),
        },
        _ => phrase.with("which", ""),
    }
}
