//! The sentence of the moment: what happened, with its numbers, made from the trace and the action.

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_core::api::{DeletionPropagation, Name};
use jobscope_core::trace::{Answer, Decision, DecisionId, Kind, QueueOp, TraceEntry, Verb};
use jobscope_core::world::Action;
use yew::prelude::*;

use super::summary::Summary;
use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::words::{Words, or_none, ordinal};

/// A text with its values, in no language yet.
#[derive(Debug)]
pub(crate) struct Phrase {
    key: &'static str,
    values: Vec<(&'static str, FluentValue<'static>)>,
    /// The question that it is about, whose words are the value `ask`.
    about: Option<DecisionId>,
}

impl Phrase {
    /// The same with one more value.
    fn with(mut self, name: &'static str, value: impl Into<FluentValue<'static>>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// All values in one language.
    fn args(&self, words: &Words) -> FluentArgs<'static> {
        let mut args: FluentArgs<'static> = self.values.iter().cloned().collect();
        if let Some(id) = self.about {
            args.set("ask", words.t(&format!("decision-{}", id.name())).to_string());
        }
        args
    }

    fn rich(&self, words: &Words) -> Html {
        words.rich(self.key, &self.args(words))
    }
}

/// A phrase by its key, with values: `n = 3`.
macro_rules! phrase {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        Phrase { key: $key, values: vec![$((stringify!($name), FluentValue::from($value))),*], about: None }
    };
}

/// What happened, and what goes along with it.
#[derive(Debug)]
pub(crate) struct Sentence {
    first: Phrase,
    more: Vec<Phrase>,
}

impl Sentence {
    /// The sentence itself, with its numbers set off.
    pub(crate) fn rich(&self, words: &Words) -> Html {
        self.first.rich(words)
    }

    /// What goes along with it.
    pub(crate) fn rich_more<'a>(&'a self, words: &'a Words) -> impl Iterator<Item = Html> + 'a {
        self.more.iter().map(|phrase| phrase.rich(words))
    }

    /// All of it as plain text.
    pub(crate) fn plain(&self, words: &Words) -> String {
        let mut said = words.f(self.first.key, &self.first.args(words)).to_string();
        for phrase in &self.more {
            said.push(' ');
            said.push_str(&words.f(phrase.key, &phrase.args(words)));
        }
        said
    }
}

impl From<Phrase> for Sentence {
    fn from(first: Phrase) -> Self {
        Self { first, more: Vec::new() }
    }
}

/// The sentence of the moment.
pub(crate) fn of(now: &Moment) -> Sentence {
    let Some(step) = &now.step else { return phrase!("said-nothing-yet").into() };
    let summary = Summary::of(now.done_trace());
    match (&step.action, now.sync()) {
        (Action::Sync, Some(sync)) if now.inside() => asked(sync.number, now, &summary),
        (Action::Sync, Some(sync)) => synced(sync.number, now, &summary),
        (action, _) => acted(action, now, &summary),
    }
}

/// Within a sync: the question that was just asked, or how far the calls are.
fn asked(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let last = now.done_trace().iter().rev().find(|entry| entry.is_stop());
    match last {
        Some(TraceEntry::Call(call)) => {
            let tally = summary.tally(call.verb);
            let (done, refused) = (tally.done, tally.refused.len());
            match call.verb {
                Verb::Create => phrase!("said-creating", n = ordinal(number), done = done, refused = refused).into(),
                Verb::Delete => phrase!("said-deleting", n = ordinal(number), done = done, refused = refused).into(),
                Verb::UpdateStatus => phrase!("said-writing-status", n = ordinal(number)).into(),
                Verb::Patch | Verb::Get => phrase!("said-calling", n = ordinal(number)).into(),
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
    Phrase { about: Some(decision.id()), ..phrase }
}

/// After a sync.
fn synced(number: u32, now: &Moment, summary: &Summary<'_>) -> Sentence {
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

/// After anything but a sync.
fn acted(action: &Action, now: &Moment, summary: &Summary<'_>) -> Sentence {
    let first = match action {
        Action::CreateJob { job } => phrase!("did-create-job", name = job.metadata.name().to_owned()),
        Action::PatchJob { name, .. } => phrase!("did-patch-job", name = name.to_string()),
        Action::DeleteJob { name, policy } => {
            let name = name.to_string();
            match policy {
                DeletionPropagation::Background => phrase!("did-delete-background", name = name),
                DeletionPropagation::Foreground => phrase!("did-delete-foreground", name = name),
                DeletionPropagation::Orphan => phrase!("did-delete-orphan", name = name),
            }
        }
        Action::Gc => phrase!("did-gc"),
        Action::Advance { ms } => phrase!("did-advance", time = short_seconds(*ms)),
        Action::Deliver { .. } => {
            phrase!("did-deliver", jobs = summary.delivered(Kind::Job), pods = summary.delivered(Kind::Pod))
        }
        Action::Relist { kind: Kind::Job } => phrase!("did-relist-jobs", n = summary.delivered(Kind::Job)),
        Action::Relist { kind: Kind::Pod } => phrase!("did-relist-pods", n = summary.delivered(Kind::Pod)),
        Action::Resync => phrase!("did-resync"),
        Action::Restart => phrase!("did-restart"),
        Action::Fault(_) => phrase!("did-arm-fault"),
        Action::Sync => phrase!("did-sync"),
        Action::SyncOrphan => phrase!("did-sync-orphan"),
        Action::SetOutcomes { rules } => phrase!("did-set-outcomes", n = rules.len()),
        Action::PodSchedule { pods } => on_pods(pods, now, phrase!("did-pod-schedule")),
        Action::PodRun { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-run")),
        Action::PodRun { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-run-ready")),
        Action::PodReady { pods, ready: true } => on_pods(pods, now, phrase!("did-pod-ready")),
        Action::PodReady { pods, ready: false } => on_pods(pods, now, phrase!("did-pod-unready")),
        Action::PodRestart { pods, n, .. } => on_pods(pods, now, phrase!("did-pod-restart", times = *n)),
        Action::PodSucceed { pods } => on_pods(pods, now, phrase!("did-pod-succeed")),
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

/// What became of the queue and of what the controller has not seen.
fn aftermath(now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let mut more = Vec::new();
    if summary.queued(|op| op == QueueOp::Ripened) {
        more.push(phrase!("along-ripened"));
    } else if summary.queued(|op| op == QueueOp::Added) {
        more.push(phrase!("along-queued"));
    } else if summary.queued(|op| op == QueueOp::AlreadyQueued) {
        more.push(phrase!("along-already-queued"));
    } else if let Some(QueueOp::Delayed { until, .. }) = summary.queue() {
        more.push(phrase!("along-delayed", wait = short_seconds(until.since(now.snapshot.now))));
    }
    if summary.observed() {
        let expected = now.snapshot.expectations.first();
        more.push(phrase!(
            "along-observed",
            adds = expected.map_or(0, |e| e.adds),
            dels = expected.map_or(0, |e| e.dels)
        ));
    }
    let waiting = now.snapshot.job_stream.pending.len() + now.snapshot.pod_stream.pending.len();
    if waiting > 0 {
        more.push(phrase!("along-unseen", n = waiting));
    }
    more
}

/// A phrase about pods: by number, or how many.
fn on_pods(pods: &[Name], now: &Moment, phrase: Phrase) -> Phrase {
    let which = match pods {
        [one] => now.pod(one).map_or_else(|| one.to_string(), |pod| pod.ordinal.to_string()),
        _ => String::new(),
    };
    phrase.with("n", pods.len()).with("which", which)
}
