//! The values of a moment, by the names that claims use.

use jobscope_core::api::PodPhase;
use jobscope_core::manager::ControllerStanding;
use jobscope_core::trace::{Call, Decision, DeliveryCause, Kind, QueueOp, TraceEntry, Verb};
use jobscope_core::world::{CacheState, PodView, Snapshot, StreamView, World};
use serde::Serialize;
use serde_json::Value;

use crate::Moment;

type Found = Result<String, String>;

/// Whether `subject` is a command line, whose value is what it prints.
pub(crate) fn is_command(subject: &str) -> bool {
    subject.starts_with("kubectl ")
}

/// See [`Moment::value`].
pub(crate) fn of(moment: &Moment, subject: &str) -> Found {
    if is_command(subject) {
        return command(moment, subject);
    }
    let (head, rest) = subject.split_once('.').unwrap_or((subject, ""));
    let snapshot = &moment.snapshot;
    match head {
        "sync" => Ok(moment.syncs.to_string()),
        "clock" => Ok(seconds(snapshot.now.since(snapshot.start))),
        "jobs" => {
            let stored = snapshot.jobs.iter().filter(|view| view.cache != CacheState::GoneFromStore);
            Ok(stored.count().to_string())
        }
        "pods" => pods(snapshot, rest),
        "pod" => Ok(pod(snapshot, rest)),
        "spec" => field(&job(snapshot)?.spec, rest),
        "status" => field(&job(snapshot)?.status, rest),
        "condition" => condition(snapshot, rest),
        "event" => event(snapshot, rest),
        "decision" => decision(moment, rest),
        "call" => call(moment, rest),
        "error" => error(moment),
        "queue" => queue(moment, rest),
        "workers" if rest == "busy" => Ok(moment.world.resting_syncs().count().to_string()),
        "expectations" => expectations(snapshot, rest),
        "waiting" => waiting(snapshot, rest),
        "store" => Ok(stream(snapshot, subject, rest)?.stored.to_string()),
        "cache" => Ok(stream(snapshot, subject, rest)?.cached.to_string()),
        "fifo" => fifo(snapshot, rest),
        "delivered" => delivered(moment, rest),
        "manager" => manager(moment, rest),
        "requeues" => Ok(snapshot.queue.requeues.iter().map(|key| key.count).sum::<u32>().to_string()),
        _ => Err(unknown(subject)),
    }
}

fn unknown(subject: &str) -> String {
    format!("there is nothing called {subject}")
}

/// What a command prints, and its exit code. What it would change is tried on a copy.
fn command(moment: &Moment, line: &str) -> Found {
    let output = World::clone(&moment.world).kubectl(line).map_err(|error| error.to_string())?;
    Ok(format!("{}{}exit code {}", output.stdout, output.stderr, output.code))
}

/// Seconds, with as many places as they have.
fn seconds(ms: i64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn job(snapshot: &Snapshot) -> Result<&jobscope_core::api::Job, String> {
    snapshot.jobs.first().map(|view| &*view.job).ok_or_else(|| "there is no Job".to_owned())
}

fn pods(snapshot: &Snapshot, which: &str) -> Found {
    let index: Option<i64> = which.strip_prefix("active.index.").and_then(|index| index.parse().ok());
    let is = |pod: &&PodView| match which {
        "stale" => Some(pod.cache != CacheState::InStep),
        _ if pod.cache == CacheState::GoneFromStore => Some(false),
        "" => Some(true),
        "unseen" => Some(pod.cache == CacheState::NotSeen),
        "terminating" => Some(pod.deletion.is_some()),
        "held" => Some(pod.tracked),
        "ready" => Some(pod.ready),
        phase @ ("Pending" | "Running" | "Succeeded" | "Failed") => Some(format!("{:?}", pod.phase) == phase),
        _ if index.is_some() => {
            Some(pod.completion_index == index && matches!(pod.phase, PodPhase::Pending | PodPhase::Running))
        }
        _ => None,
    };
    let mut count = 0_u32;
    for pod in &snapshot.pods {
        if is(&&**pod).ok_or_else(|| unknown(&format!("pods.{which}")))? {
            count += 1;
        }
    }
    Ok(count.to_string())
}

/// How a pod of the store fares: its phase, `terminating`, or `absent`.
fn pod(snapshot: &Snapshot, name: &str) -> String {
    let stored = |view: &&PodView| view.name.as_str() == name && view.cache != CacheState::GoneFromStore;
    snapshot.pods.iter().map(|view| &**view).find(stored).map_or_else(
        || "absent".to_owned(),
        |view| if view.deletion.is_some() { "terminating".to_owned() } else { view.phase.as_str().to_owned() },
    )
}

/// A field of an object, by its path; `0` or the empty text are as absent ones are shown by kubectl.
fn field(object: &impl Serialize, path: &str) -> Found {
    let object = serde_json::to_value(object).map_err(|error| error.to_string())?;
    let pointer = format!("/{}", path.replace('.', "/"));
    Ok(object.pointer(&pointer).map_or_else(|| "absent".to_owned(), plain))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.len().to_string(),
        other => other.to_string(),
    }
}

fn condition(snapshot: &Snapshot, path: &str) -> Found {
    let (name, part) = path.split_once('.').unwrap_or((path, "status"));
    let conditions = serde_json::to_value(&job(snapshot)?.status.conditions).map_err(|error| error.to_string())?;
    let found = conditions.as_array().into_iter().flatten().find(|condition| condition["type"] == name);
    Ok(found.and_then(|condition| condition.get(part)).map_or_else(|| "absent".to_owned(), plain))
}

fn event(snapshot: &Snapshot, path: &str) -> Found {
    let (reason, part) = path.split_once('.').unwrap_or((path, ""));
    let mut events = snapshot.events.iter().filter(|event| event.reason == reason);
    match part {
        "" => Ok(events.count().to_string()),
        "message" => events
            .next_back()
            .map(|event| event.message.to_string())
            .ok_or_else(|| format!("no event with reason {reason} was recorded")),
        _ => Err(unknown(&format!("event.{path}"))),
    }
}

/// The question's last answer in the step, or one of its operands.
fn decision(moment: &Moment, path: &str) -> Found {
    let (id, operand) = path.split_once('.').unwrap_or((path, ""));
    let asked = trace(moment).filter_map(|entry| match entry {
        TraceEntry::Decision(decision) if decision.id().name() == id => Some(decision),
        _ => None,
    });
    let decision: &Decision = asked.last().ok_or_else(|| format!("this step did not ask {id}"))?;
    if operand.is_empty() {
        return Ok(decision.answer().to_string());
    }
    field(decision, operand)
}

/// Calls of the step: `create.pods`, `create.pods.refused`, `updateStatus.jobs`; `batches` are the sizes of
/// its slow start.
fn call(moment: &Moment, path: &str) -> Found {
    let calls = || {
        trace(moment).filter_map(|entry| match entry {
            TraceEntry::Call(call) => Some(call),
            _ => None,
        })
    };
    if path == "batches" {
        let mut sizes: Vec<(u32, u32)> = Vec::new();
        for batch in calls().filter_map(|call| call.batch) {
            if sizes.last().is_none_or(|(number, _)| *number != batch.number) {
                sizes.push((batch.number, batch.size));
            }
        }
        return Ok(sizes.iter().map(|(_, size)| size.to_string()).collect::<Vec<_>>().join(", "));
    }
    let mut parts = path.split('.');
    let (verb, kind, outcome) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next());
    let verb: Verb = serde_json::from_value(verb.into()).map_err(|_| unknown(&format!("call.{path}")))?;
    let kind = match kind {
        "pods" => Kind::Pod,
        "jobs" => Kind::Job,
        _ => return Err(unknown(&format!("call.{path}"))),
    };
    let counts = |call: &&Call| {
        call.verb == verb
            && call.resource == kind
            && match outcome {
                None => true,
                Some("refused") => call.error.is_some(),
                Some(_) => call.error.is_none(),
            }
    };
    Ok(calls().filter(counts).count().to_string())
}

fn error(moment: &Moment) -> Found {
    let result = moment.step.as_ref().and_then(|step| step.sync_result()).ok_or("this step was no sync")?;
    Ok(result.error.clone().unwrap_or_else(|| "none".to_owned()))
}

fn queue(moment: &Moment, what: &str) -> Found {
    let (snapshot, queue) = (&moment.snapshot, &moment.snapshot.queue);
    let changes = |of: fn(&QueueOp) -> bool| {
        let count = trace(moment).filter(|entry| matches!(entry, TraceEntry::Queue(change) if of(&change.op))).count();
        Ok(count.to_string())
    };
    match what {
        "added" => changes(|op| matches!(op, QueueOp::Added | QueueOp::Delayed { .. })),
        "repeated" => changes(|op| {
            matches!(op, QueueOp::AlreadyQueued | QueueOp::AddedWhileProcessing | QueueOp::DelayedEarlier { .. })
        }),
        "ready" => Ok(queue.ready.len().to_string()),
        "delayed" => Ok(queue.delayed.len().to_string()),
        "delay" => {
            let first = queue.delayed.first().ok_or("no key is delayed")?;
            Ok(seconds(first.ready_at.since(snapshot.now)))
        }
        _ => Err(unknown(&format!("queue.{what}"))),
    }
}

fn expectations(snapshot: &Snapshot, what: &str) -> Found {
    let record = snapshot.expectations.first();
    match what {
        "adds" => Ok(record.map_or(0, |record| record.adds).to_string()),
        "dels" => Ok(record.map_or(0, |record| record.dels).to_string()),
        _ => Err(unknown(&format!("expectations.{what}"))),
    }
}

/// The watch of a kind of objects, and the cache behind it.
fn stream<'a>(snapshot: &'a Snapshot, subject: &str, kind: &str) -> Result<&'a StreamView, String> {
    match kind {
        "jobs" => Ok(&snapshot.job_stream),
        "pods" => Ok(&snapshot.pod_stream),
        _ => Err(unknown(subject)),
    }
}

/// Keys in the `DeltaFIFO` of an informer.
fn fifo(snapshot: &Snapshot, kind: &str) -> Found {
    let kind = match kind {
        "jobs" => Kind::Job,
        "pods" => Kind::Pod,
        _ => return Err(unknown(&format!("fifo.{kind}"))),
    };
    let informer = snapshot.manager.informers.iter().find(|informer| informer.kind == kind);
    Ok(informer.map_or(0, |informer| informer.queued).to_string())
}

/// What reached the caches in the step.
fn delivered(moment: &Moment, what: &str) -> Found {
    let deliveries = trace(moment).filter_map(|entry| match entry {
        TraceEntry::Delivery(delivery) => Some(delivery),
        _ => None,
    });
    let count = match what {
        "jobs" => deliveries.filter(|delivery| delivery.kind == Kind::Job).count(),
        "pods" => deliveries.filter(|delivery| delivery.kind == Kind::Pod).count(),
        "tombstones" => deliveries.filter(|delivery| delivery.cause == DeliveryCause::Tombstone).count(),
        _ => return Err(unknown(&format!("delivered.{what}"))),
    };
    Ok(count.to_string())
}

/// How the controllers of kube-controller-manager stand, or what its start did in the step.
fn manager(moment: &Moment, what: &str) -> Found {
    let controllers = &moment.snapshot.manager.controllers;
    let stand = |of: fn(&ControllerStanding) -> bool| {
        Ok(controllers.iter().filter(|controller| of(&controller.standing)).count().to_string())
    };
    match what {
        "ahead" => stand(|standing| matches!(standing, ControllerStanding::NotYet)),
        "off" => stand(|standing| matches!(standing, ControllerStanding::Off { .. })),
        "waiting" => stand(|standing| matches!(standing, ControllerStanding::Waiting)),
        "running" => stand(|standing| matches!(standing, ControllerStanding::Running)),
        _ => {
            let event = trace(moment).find_map(|entry| match entry {
                TraceEntry::Manager(event) => serde_json::to_value(event).ok(),
                _ => None,
            });
            let event = event.ok_or("this step is none of the manager's start")?;
            event.get(what).map(plain).ok_or_else(|| unknown(&format!("manager.{what}")))
        }
    }
}

fn waiting(snapshot: &Snapshot, kind: &str) -> Found {
    match kind {
        "jobs" => Ok(snapshot.job_stream.pending.len().to_string()),
        "pods" => Ok(snapshot.pod_stream.pending.len().to_string()),
        _ => Err(unknown(&format!("waiting.{kind}"))),
    }
}

fn trace(moment: &Moment) -> impl Iterator<Item = &TraceEntry> {
    moment.step.iter().flat_map(|step| &step.trace)
}
