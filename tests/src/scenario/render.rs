//! Renders a trace for a scenario: one line for each entry.

use std::fmt::{self, Write as _};

use jobscope_core::api::{JobStatus, ResourceVersion, Time, Uid};
use jobscope_core::trace::{
    BackoffRecord, Call, CallBody, Decision, DeliveryCause, ExpectationOp, FinalizerExpectationOp, HandlerVerdict,
    Kind, Late, LeaderLock, ManagerEvent, Method, NotStarted, PodVerdict, QueueName, QueueOp, QuotaChange,
    ReflectorChange, ReflectorOp, Request, TraceEntry, Verb, WrittenVersions,
};

/// The trace, a line for each entry, times relative to `start`. What the store keeps and which event came
/// in is left out: the calls and the handlers tell it. Of many lines that differ only in numbers and names the first
/// and the last are written, and of long lists of UIDs too.
pub fn render(trace: &[TraceEntry], start: Time) -> String {
    let mut lines = String::new();
    render_all(trace, start, &mut lines);
    shorten(&lines)
}

/// This number of similar rows is written one by one.
const MANY: usize = 20;

/// The characters that generated names end with.
const ALPHABET: &str = "bcdfghjklmnpqrstvwxz2456789";

/// A line without its numbers, without the ends of generated names, and without UIDs.
fn shape(line: &str) -> String {
    let words = line.split(|character: char| !character.is_ascii_alphanumeric() && character != '-');
    let shapes = words.map(|word| match word.rsplit_once('-') {
        Some(_) if word.len() == 36 && word.matches('-').count() == 4 => "",
        Some((base, end)) if end.len() == 5 && end.chars().all(|character| ALPHABET.contains(character)) => base,
        _ => word,
    });
    shapes.collect::<Vec<_>>().join(" ").replace(|character: char| character.is_ascii_digit(), "")
}

/// Leaves the middle of long rows of lines out that differ only in numbers and generated names.
fn shorten(lines: &str) -> String {
    let lines: Vec<&str> = lines.lines().collect();
    let mut short = String::new();
    for alike in lines.chunk_by(|a, b| shape(a) == shape(b)) {
        let left_out = if alike.len() > MANY { alike.len() - 3 } else { 0 };
        for (number, line) in alike.iter().enumerate() {
            if left_out == 0 || number < 2 || number + 1 == alike.len() {
                let _ = writeln!(short, "{line}");
            } else if number == 2 {
                let depth = line.len() - line.trim_start().len();
                let _ = writeln!(short, "{:depth$}… {left_out} more of these", "");
            }
        }
    }
    short
}

/// Leaves the middle of a long list out.
fn shorten_list(uids: &[Uid]) -> Vec<String> {
    let text = |uid: &Uid| uid.as_str().to_owned();
    match uids {
        [first, second, middle @ .., last] if uids.len() > MANY => {
            vec![text(first), text(second), format!("… {} more", middle.len()), text(last)]
        }
        _ => uids.iter().map(text).collect(),
    }
}

fn render_all(trace: &[TraceEntry], start: Time, out: &mut String) {
    let mut depth = 1;
    for entry in trace {
        let line = match entry {
            TraceEntry::Enter(function) => {
                indent(depth, function.name(), out);
                depth += 1;
                continue;
            }
            TraceEntry::Leave(_) => {
                // A sync that continues after a pause leaves functions that it entered before.
                depth = (depth - 1).max(1);
                continue;
            }
            TraceEntry::Stored(_) => continue,
            TraceEntry::Delivery(delivery) => match delivery.cause {
                DeliveryCause::Tombstone => format!("tombstone {}", delivery.name),
                _ => continue,
            },
            TraceEntry::Decision(decision) => question(decision),
            TraceEntry::Call(call) => describe_call(call),
            TraceEntry::Event(event) => format!("event {} {}: {}", event.r#type.as_str(), event.reason, event.message),
            TraceEntry::SyncResult(result) => {
                depth = 1;
                match &result.error {
                    Some(error) => format!("return error: {error}"),
                    None if result.forget => "return ok, forget the requeues".to_owned(),
                    None => "return ok".to_owned(),
                }
            }
            TraceEntry::Handled(handled) => {
                let function = serde_json::to_value(handled.handler).unwrap_or_default();
                format!("{} {}{}", function.as_str().unwrap_or_default(), handled.name, verdict(handled.verdict))
            }
            TraceEntry::Queue(change) => {
                let queue = match change.queue {
                    QueueName::Job => "queue",
                    QueueName::OrphanPod => "orphan queue",
                    QueueName::TtlAfterFinished => "ttl queue",
                    QueueName::AttemptToDelete => "attemptToDelete",
                    QueueName::AttemptToOrphan => "attemptToOrphan",
                    QueueName::OrphanedPodsNodes => "node queue",
                };
                format!("{queue} {}: {}", change.key, queue_op(change.op, start))
            }
            TraceEntry::Expectation(change) => format!("expect {}: {}", change.key, expectation_op(change.op)),
            TraceEntry::FinalizerExpectation(change) => {
                format!("expect finalizers {}: {}", change.key, finalizer_expectation_op(&change.op))
            }
            TraceEntry::Backoff(change) => format!("backoff {}: {}", change.key, backoff(change.record, start)),
            TraceEntry::Written(change) => format!("written {}: {}", change.key, written(change.record.as_ref())),
            TraceEntry::FinishedExpectation(change) => {
                let verb = if change.expected { "expected" } else { "no longer expected" };
                format!("finish of {}: {verb}", change.uid)
            }
            TraceEntry::SelectedByMany(selected) => selected.message(),
            TraceEntry::Request(request) => asked(request),
            TraceEntry::Quota(QuotaChange { name, hard: Some(hard), used }) => {
                format!("quota {name}: {used} of {hard} pods")
            }
            TraceEntry::Quota(QuotaChange { name, hard: None, .. }) => format!("quota {name}: gone"),
            TraceEntry::Manager(event) => manager_event(event),
            TraceEntry::Reflector(change) => reflector(change, start),
            TraceEntry::TrackedPod(pod) => format!("pod {}: {}", pod.name, pod_verdict(pod.verdict)),
        };
        indent(depth, &line, out);
    }
}

/// What a user asked of the API server.
fn asked(request: &Request) -> String {
    let Request { method, key, body } = request;
    match method {
        Method::Patch(r#type) => format!("{} job {key} ({}) {body}", method.name(), r#type.content_type()),
        Method::PatchStatus(r#type) => format!("{} job {key}/status ({}) {body}", method.name(), r#type.content_type()),
        Method::PutStatus => format!("{} job {key}/status {body}", method.name()),
        Method::Post | Method::Put => format!("{} job {key} {body}", method.name()),
    }
}

fn indent(depth: usize, line: &str, out: &mut String) {
    let _ = writeln!(out, "{:1$}{line}", "", depth * 4);
}

fn question(decision: &Decision) -> String {
    format!("{:<29} {:<4} {}", decision.id().name(), decision.answer().to_string(), decision.expression())
        .trim_end()
        .to_owned()
}

fn describe_call(call: &Call) -> String {
    let verb = match call.verb {
        Verb::Create => "POST",
        Verb::Delete | Verb::DeleteJob => "DELETE",
        Verb::Patch | Verb::PatchJob => "PATCH",
        Verb::PatchStatus => "PATCH status",
        Verb::UpdateStatus => "PUT status",
        Verb::Get | Verb::GetPod => "GET",
    };
    let kind = match call.resource {
        Kind::Job => "job",
        Kind::Pod => "pod",
    };
    let mut line = format!("{verb} {kind}");
    if let Some(name) = &call.name {
        let _ = write!(line, " {name}");
    }
    if let Some(batch) = call.batch {
        let _ = write!(line, " (batch {} of {})", batch.number, batch.size);
    }
    match &call.body {
        CallBody::None => {}
        CallBody::NewPod(annotations) => {
            for (annotation, value) in annotations.iter() {
                let _ = write!(line, " {}={value}", annotation.rsplit('/').next().unwrap_or(annotation));
            }
        }
        CallBody::Patch(patch) => drop(write!(line, " {}", patch.to_json())),
        CallBody::PatchJob(patch) => drop(write!(line, " {}", patch.to_json())),
        CallBody::PatchMetadata(patch) => drop(write!(line, " {}", patch.to_json())),
        CallBody::PatchStatus(patch) => drop(write!(line, " {}", patch.to_json())),
        CallBody::Deletion(options) => drop(write!(line, " {}", serde_json::to_string(options).unwrap_or_default())),
        CallBody::Status(status) => drop(write!(line, " {}", describe_status(status))),
    }
    if let Some(error) = &call.error {
        let _ = write!(line, " => {} {error}", error.reason.code());
    }
    line
}

/// The status as it goes over the wire.
fn describe_status(status: &JobStatus) -> String {
    let mut status = status.clone();
    if let Some(uncounted) = &mut status.uncounted_terminated_pods {
        for list in [&mut uncounted.succeeded, &mut uncounted.failed] {
            *list = shorten_list(list).into_iter().map(Uid::from).collect();
        }
    }
    serde_json::to_string(&status).unwrap_or_default()
}

fn verdict(verdict: HandlerVerdict) -> &'static str {
    match verdict {
        HandlerVerdict::Handled => "",
        HandlerVerdict::TreatedAsDelete => " (is being deleted)",
        HandlerVerdict::SameVersion => " (nothing new)",
        HandlerVerdict::NotOurs => " (no known Job's)",
        HandlerVerdict::Orphan => " (without controller)",
        HandlerVerdict::OwnerFinished => " (of a finished Job)",
        HandlerVerdict::NotRegistered => " (nobody is registered)",
        HandlerVerdict::NotDue => " (not notified: no resync is due)",
    }
}

fn manager_event(event: &ManagerEvent) -> String {
    match event {
        ManagerEvent::ProcessStarted { known } => format!("process started, {known} controllers known"),
        ManagerEvent::LeaderElected { lock: LeaderLock::Endpoints } => "leader by Endpoints".to_owned(),
        ManagerEvent::LeaderElected { lock: LeaderLock::Lease } => "leader by Lease".to_owned(),
        ManagerEvent::FactoryCreated { resync_ms } => format!("informer factory, resync {}", Seconds(*resync_ms)),
        ManagerEvent::ApiServerHealthy => "API server healthy".to_owned(),
        ManagerEvent::TokenControllerStarted { name } => format!("{name} started first"),
        ManagerEvent::ControllerDisabled { name, why } => format!("{name} disabled: {}", not_started(why)),
        ManagerEvent::Sleeping { name, ms } => format!("sleep {} before {name}", Seconds(*ms)),
        ManagerEvent::ControllerSkipped { name, why } => format!("{name} skipped: {}", not_started(why)),
        ManagerEvent::ControllerStarted { name, simulated, listens, late } => {
            let mut line = format!("{name} started");
            if !listens.is_empty() {
                let kinds: Vec<_> = listens.iter().map(|kind| kind.resource()).collect();
                let _ = write!(line, ", listens to {}", kinds.join(" and "));
            }
            if *simulated {
                line.push_str(", waits for its caches");
            }
            if let Some(Late { replayed, missed }) = late {
                let _ = write!(line, ", late: {replayed} replayed, {missed} missed");
            }
            line
        }
        ManagerEvent::InformersStarted => "informers started".to_owned(),
        ManagerEvent::Listed { kind, items, resource_version } => {
            format!("list {}: {items} at {resource_version}", kind.resource())
        }
        ManagerEvent::CacheSynced { kind } => format!("{} synced", kind.resource()),
        ManagerEvent::CachesSynced { name } => format!("{name}: caches are synced"),
        ManagerEvent::WorkersStarted { name, workers } => format!("{name}: {workers} workers"),
    }
}

fn not_started(why: &NotStarted) -> String {
    match why {
        NotStarted::Flag => "--controllers".to_owned(),
        NotStarted::ByDefault => "off by default".to_owned(),
        NotStarted::FeatureGate { gate } => format!("{gate} is off"),
        NotStarted::CloudProvider => "a cloud provider's".to_owned(),
        NotStarted::NotConfigured => "not configured".to_owned(),
    }
}

fn reflector(change: &ReflectorChange, start: Time) -> String {
    let what = match change.op {
        ReflectorOp::Reopened { from } => format!("closed, again from {from}"),
        ReflectorOp::VeryShort { until } => format!("closed, very short: list at {}", Since(until, start)),
        ReflectorOp::Expired { from, lost, until } => {
            format!("410 after {from}, {lost} events lost: list at {}", Since(until, start))
        }
        ReflectorOp::Bookmark { resource_version } => format!("bookmark {resource_version}"),
        ReflectorOp::Queued { keys } => format!("{keys} keys in the DeltaFIFO"),
        ReflectorOp::ResyncTick { due, listeners } => format!("resync is due for {due} of {listeners} listeners"),
    };
    format!("watch of {}: {what}", change.kind.resource())
}

/// Milliseconds as seconds.
struct Seconds(i64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03} s", self.0 / 1000, self.0 % 1000)
    }
}

/// An instant as seconds since the start.
struct Since(Time, Time);

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.since(self.1);
        write!(f, "t+{}.{:03} s", ms / 1000, ms % 1000)
    }
}

fn queue_op(op: QueueOp, start: Time) -> String {
    match op {
        QueueOp::Added => "ready".to_owned(),
        QueueOp::AlreadyQueued => "ready already".to_owned(),
        QueueOp::AddedWhileProcessing => "again when done".to_owned(),
        QueueOp::Delayed { until, rate_limited: true } => format!("rate limited until {}", Since(until, start)),
        QueueOp::Delayed { until, rate_limited: false } => format!("waits until {}", Since(until, start)),
        QueueOp::DelayedEarlier { until } => format!("waits already, until {}", Since(until, start)),
        QueueOp::Ripened => "ready now".to_owned(),
        QueueOp::Taken => "taken".to_owned(),
        QueueOp::Forgotten { requeues } => format!("{requeues} requeues forgotten"),
    }
}

fn expectation_op(op: ExpectationOp) -> String {
    match op {
        ExpectationOp::CreationsExpected { adds } => format!("adds {adds}, dels 0"),
        ExpectationOp::DeletionsExpected { dels } => format!("adds 0, dels {dels}"),
        ExpectationOp::CreationObserved => "creation seen".to_owned(),
        ExpectationOp::DeletionObserved => "deletion seen".to_owned(),
        ExpectationOp::CreationsGivenBack { count } => format!("{count} creations given back"),
        ExpectationOp::DeletionGivenBack => "deletion given back".to_owned(),
        ExpectationOp::Deleted => "gone".to_owned(),
    }
}

fn written(record: Option<&WrittenVersions>) -> String {
    let Some(WrittenVersions { uid, jobs, pods }) = record else { return "forgotten".to_owned() };
    let version = |version: &Option<ResourceVersion>| version.map_or_else(|| "–".to_owned(), |rv| rv.to_string());
    format!("job {}, pods {}, for {uid}", version(jobs), version(pods))
}

fn finalizer_expectation_op(op: &FinalizerExpectationOp) -> String {
    match op {
        FinalizerExpectationOp::Expected(uids) => {
            format!("removals of {}", shorten_list(uids).join(", "))
        }
        FinalizerExpectationOp::RemovalObserved(uid) => format!("{uid} done"),
        FinalizerExpectationOp::Deleted => "gone".to_owned(),
    }
}

fn backoff(record: Option<BackoffRecord>, start: Time) -> String {
    let Some(BackoffRecord { failures_after_last_success: failures, last_failure_time }) = record else {
        return "gone".to_owned();
    };
    match last_failure_time {
        Some(last) => format!("{failures} failures, the last at {}", Since(last, start)),
        None => format!("{failures} failures"),
    }
}

fn pod_verdict(verdict: PodVerdict) -> &'static str {
    match verdict {
        PodVerdict::Kept => "has not ended",
        PodVerdict::KeptForReplacement => "failed, stays until it is replaced",
        PodVerdict::Succeeded => "succeeded",
        PodVerdict::Failed => "failed",
        PodVerdict::Ignored => "failed, ignored",
        PodVerdict::CountedBefore => "was counted before",
        PodVerdict::NotCounted => "does not count",
    }
}
