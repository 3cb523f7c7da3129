//! Sentences about everything but syncs: what a user, the kubelet or the machinery did.

use jobscope_core::api::{ConditionStatus, DeletionPropagation, JobConditionType, Name};
use jobscope_core::apiserver::{Observed, Writer};
use jobscope_core::trace::{Kind, Method, QueueName, QueueOp, Verb, WatchEventType};
use jobscope_core::world::{Action, Fault, NewCondition, PodView};

use super::phrase::or_none;
use super::phrase::{Phrase, Sentence, phrase};
use super::{beside, manager, orphan};
use crate::Moment;
use crate::pod_state::PodState;
use crate::summary::Summary;
use crate::time::short_seconds;

/// A version that was seen stored.
fn observed(seen: &Observed) -> Phrase {
    let writer = match seen.by {
        Writer::JobController => "job",
        Writer::GarbageCollector => "garbage-collector",
        Writer::TtlAfterFinished => "ttl",
        Writer::PodGc => "pod-gc",
        Writer::Kubelet => "kubelet",
        Writer::Scheduler => "scheduler",
        Writer::Person => "person",
        Writer::Other => "other",
        Writer::Unknown => "unknown",
    };
    let kind = match seen.object.kind() {
        Kind::Job => "job",
        Kind::Pod => "pod",
    };
    let change = match seen.r#type {
        WatchEventType::Added => "created",
        WatchEventType::Modified => "changed",
        WatchEventType::Deleted => "deleted",
    };
    let name = seen.object.metadata().name().to_owned();
    phrase!("did-observe", writer = writer, kind = kind, change = change, name = name)
}

/// A fault, which may be what a cluster does.
fn armed(fault: &Fault) -> Phrase {
    let (Some(job), Some(message), Some(events)) = (&fault.job, &fault.message, &fault.events) else {
        return phrase!("did-arm-fault", lasts = u8::from(fault.lasts));
    };
    phrase!(
        "did-arm-refusal",
        name = job.name().to_string(),
        n = events.count,
        last = events.last.to_string(),
        message = message.clone()
    )
}

fn disrupts(condition: &NewCondition) -> bool {
    condition.r#type == "DisruptionTarget" && condition.status == ConditionStatus::True
}

/// After anything but a sync.
pub(super) fn acted(action: &Action, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let first = match action {
        Action::CreateJob { job } => phrase!("did-create-job", name = job.metadata.name().to_owned()),
        Action::ImportJob { job } => phrase!("did-import-job", name = job.metadata.name().to_owned()),
        Action::ImportPods { pods } => phrase!("did-import-pods", n = pods.len()),
        Action::ApplyPod { .. } => phrase!("did-import-pods", n = 1_usize),
        Action::ApplyJob { .. } | Action::PatchJob { .. } | Action::PatchJobStatus { .. } | Action::ScaleJob { .. } => {
            asked(action, summary)
        }
        Action::DeleteJob { name, policy } => {
            let name = name.to_string();
            match policy {
                Some(DeletionPropagation::Background) => phrase!("did-delete-background", name = name),
                Some(DeletionPropagation::Foreground) => phrase!("did-delete-foreground", name = name),
                Some(DeletionPropagation::Orphan) | None => phrase!("did-delete-orphan", name = name),
            }
        }
        Action::CreateNamespace { name } => phrase!("did-create-namespace", name = name.to_string()),
        Action::CreateQuota { quota } | Action::ApplyQuota { quota } => {
            phrase!("did-create-quota", name = quota.name.to_string(), n = quota.pods)
        }
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
        Action::StepManager => manager::stepped(summary),
        Action::CloseWatch { kind }
        | Action::ExpireWatch { kind }
        | Action::Bookmark { kind }
        | Action::Receive { kind, .. }
        | Action::ResyncTick { kind } => manager::watched(*kind, now),
        Action::Fault(fault) => armed(fault),
        Action::RemoveFault { .. } => phrase!("did-remove-fault"),
        Action::Observe { seen } => observed(seen),
        Action::Sync | Action::InferSync { key: Some(_), .. } => phrase!("did-sync"),
        Action::StepSync { key: None } => phrase!("did-take-key"),
        Action::StepSync { key: Some(key) } => phrase!("did-step-sync", name = key.split().1.to_owned()),
        Action::SyncOrphan | Action::InferSync { key: None, .. } => orphan::orphan(summary),
        Action::SyncTtl => beside::ttl(summary),
        Action::AttemptToDelete => beside::attempt_to_delete(summary),
        Action::AttemptToOrphan => beside::attempt_to_orphan(summary),
        Action::PodGc => phrase!("did-pod-gc", n = summary.tally(Verb::Delete).done),
        Action::DeleteNode { name } => phrase!("did-delete-node", name = name.to_string()),
        Action::SetOutcomes { rules } => phrase!("did-set-outcomes", n = rules.len()),
        Action::PodSchedule { pods } => on_pods(pods, now, phrase!("did-pod-schedule")),
        Action::PodUnschedulable { pods } => on_pods(pods, now, phrase!("did-pod-unschedulable")),
        Action::PodWait { pods, reason, .. } => {
            on_pods(pods, now, phrase!("did-pod-wait", reason = reason.as_str().to_owned()))
        }
        Action::PodContainerExit { pods, container, exit_code } => {
            on_pods(pods, now, phrase!("did-container-exit", container = container.clone(), code = *exit_code))
        }
        Action::PodRun { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-run")),
        Action::PodRun { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-run-ready")),
        Action::PodReady { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-ready")),
        Action::PodReady { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-unready")),
        Action::PodRestart { pods, n, .. } => on_pods(pods, now, phrase!("did-pod-restart", times = *n)),
        Action::PodSucceed { pods, .. } => on_pods(pods, now, phrase!("did-pod-succeed")),
        Action::PodFail { pods, no_status: true, .. } => on_pods(pods, now, phrase!("did-pod-lose-node")),
        Action::PodFail { pods, exit, reason, conds, .. } if reason.is_empty() => {
            let code = or_none(exit.values().find(|code| **code != 0));
            let holds = conds.iter().filter(|condition| condition.status == ConditionStatus::True);
            let conditions: Vec<_> = holds.map(|condition| condition.r#type.clone()).collect();
            let phrase = if conditions.is_empty() {
                phrase!("did-pod-fail", code = code)
            } else {
                phrase!("did-pod-fail-conditions", code = code).listing("conditions", conditions)
            };
            on_pods(pods, now, phrase)
        }
        Action::PodFail { pods, reason, .. } => {
            on_pods(pods, now, phrase!("did-pod-fail-reason", reason = reason.clone()))
        }
        // The eviction API and others who disrupt a pod say so, and then delete it.
        Action::PodDelete { pods, conds, .. } if conds.iter().any(disrupts) => {
            on_pods(pods, now, phrase!("did-pod-evict"))
        }
        Action::PodDelete { pods, .. } => on_pods(pods, now, phrase!("did-pod-delete")),
        Action::PodRemove { pods } => {
            let held = |name: &&Name| now.pod(name).is_some_and(|pod| PodState::of(pod) != PodState::Gone);
            match pods.iter().filter(held).count() {
                0 => on_pods(pods, now, phrase!("did-pod-remove")),
                held => on_pods(pods, now, phrase!("did-pod-stop", held = held)),
            }
        }
        Action::PodLabel { pods, .. } => on_pods(pods, now, phrase!("did-pod-label")),
        Action::PodAnnot { pods, .. } => on_pods(pods, now, phrase!("did-pod-annotate")),
        Action::PodOrphan { pods, .. } => on_pods(pods, now, phrase!("did-pod-orphan")),
        Action::PatchPod { name, .. } => on_pods(std::slice::from_ref(name), now, phrase!("did-pod-patch")),
    };
    let mut more = aftermath(now, summary);
    if is_prepared(action, now) {
        more.insert(0, first);
        return Sentence { more, ..phrase!("said-nothing-yet").into() };
    }
    // Where a session ends, its Job's end may be many steps back, and what is left to do is not the news.
    let by_itself = matches!(
        action,
        Action::Deliver { .. } | Action::SyncOrphan | Action::InferSync { key: None, .. } | Action::StepManager
    );
    match over(now) {
        Some((end, condition)) if by_itself => {
            more.insert(0, first);
            Sentence { more, ended: Some(condition), ..end.into() }
        }
        end => {
            more.extend(end.map(|(end, _)| end));
            Sentence { more, ..first.into() }
        }
    }
}

/// Whether all that was done was to say what pods will do, and what will go wrong.
fn is_prepared(action: &Action, now: &Moment) -> bool {
    let nothing = now.snapshot.jobs.is_empty() && now.snapshot.pods.is_empty() && now.syncs.is_empty();
    nothing && matches!(action, Action::SetOutcomes { .. } | Action::Fault(_))
}

/// How the session's only Job has ended, if nothing more happens.
fn over(now: &Moment) -> Option<(Phrase, JobConditionType)> {
    let [only] = &now.snapshot.jobs[..] else { return None };
    let status = &only.job.status;
    let kind = status.finished().filter(|_| now.next.is_none())?;
    let phrase = match status.condition(kind).map(|ended| ended.reason.clone()).filter(|reason| !reason.is_empty()) {
        Some(reason) => phrase!("along-ended-because", reason = reason),
        None => phrase!("along-ended"),
    };
    let name = only.job.metadata.name().to_owned();
    let counts = [("succeeded", status.succeeded), ("failed", status.failed)];
    let phrase = phrase.with("name", name).with("condition", kind.as_str());
    Some((counts.into_iter().fold(phrase, |phrase, (name, n)| phrase.with(name, n)), kind))
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
        let (adds, dels) = now.snapshot.expectations.first().map_or((0, 0), |expected| (expected.adds, expected.dels));
        more.push(if adds <= 0 && dels < 0 {
            phrase!("along-observed-more", what = "deletions", n = -dels)
        } else {
            phrase!("along-observed", adds = adds.max(0), dels = dels.max(0))
        });
    }
    let waiting = now.snapshot.job_stream.pending.len() + now.snapshot.pod_stream.pending.len();
    if waiting > 0 {
        more.push(phrase!("along-unseen", n = waiting));
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
