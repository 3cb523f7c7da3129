//! Sentences about the manager's start, and about the watches of its informers.

use jobscope_core::trace::{Kind, LeaderLock, ManagerEvent, NotStarted, ReflectorOp, TraceEntry};

use super::phrase::{Phrase, phrase};
use crate::Moment;
use crate::summary::Summary;
use crate::time::short_seconds;

/// The event of the start that happened.
pub(super) fn stepped(summary: &Summary<'_>) -> Phrase {
    let Some(event) = summary.manager_event() else { return phrase!("manager-woke") };
    match event {
        ManagerEvent::ProcessStarted { known } => phrase!("manager-process", n = *known),
        ManagerEvent::LeaderElected { lock: LeaderLock::Endpoints } => phrase!("manager-leader", lock = "Endpoints"),
        ManagerEvent::LeaderElected { lock: LeaderLock::Lease } => phrase!("manager-leader", lock = "Lease"),
        ManagerEvent::FactoryCreated { resync_ms } => phrase!("manager-factory", time = short_seconds(*resync_ms)),
        ManagerEvent::ApiServerHealthy => phrase!("manager-healthy"),
        ManagerEvent::TokenControllerStarted { name } => phrase!("manager-tokens", name = name.to_string()),
        ManagerEvent::Sleeping { name, ms } => {
            phrase!("manager-sleep", name = name.to_string(), time = short_seconds(*ms))
        }
        ManagerEvent::ControllerDisabled { name, why } | ManagerEvent::ControllerSkipped { name, why } => {
            off(why).with("name", name.to_string())
        }
        ManagerEvent::ControllerStarted { name, late: Some(late), .. } => {
            phrase!("manager-late", name = name.to_string(), replayed = late.replayed, missed = late.missed)
        }
        ManagerEvent::ControllerStarted { name, simulated: true, .. } => {
            phrase!("manager-started", name = name.to_string())
        }
        ManagerEvent::ControllerStarted { name, .. } => phrase!("manager-not-simulated", name = name.to_string()),
        ManagerEvent::InformersStarted => phrase!("manager-informers"),
        ManagerEvent::Listed { kind, items, .. } => phrase!("manager-listed", kind = plural(*kind), n = *items),
        ManagerEvent::CacheSynced { kind } => phrase!("manager-synced", kind = plural(*kind)),
        ManagerEvent::CachesSynced { name } => phrase!("manager-caches", name = name.to_string()),
        ManagerEvent::WorkersStarted { name, workers } => {
            phrase!("manager-workers", name = name.to_string(), n = *workers)
        }
    }
}

fn off(why: &NotStarted) -> Phrase {
    match why {
        NotStarted::Flag => phrase!("manager-off-flag"),
        NotStarted::ByDefault => phrase!("manager-off-default"),
        NotStarted::FeatureGate { gate } => phrase!("manager-off-gate", gate = gate.to_string()),
        NotStarted::CloudProvider => phrase!("manager-off-cloud"),
        NotStarted::NotConfigured => phrase!("manager-off-config"),
    }
}

/// What happened to a watch.
pub(super) fn watched(kind: Kind, now: &Moment) -> Phrase {
    let op = now.done_trace().iter().find_map(|entry| match entry {
        TraceEntry::Reflector(change) => Some(change.op),
        _ => None,
    });
    let wait = |until: jobscope_core::api::Time| short_seconds(until.since(now.snapshot.now));
    let phrase = match op {
        None | Some(ReflectorOp::Reopened { .. }) => phrase!("watch-reopened"),
        Some(ReflectorOp::VeryShort { until }) => phrase!("watch-short", time = wait(until)),
        Some(ReflectorOp::Expired { lost, until, .. }) => phrase!("watch-expired", n = lost, time = wait(until)),
        Some(ReflectorOp::Bookmark { .. }) => phrase!("watch-bookmark"),
        Some(ReflectorOp::Queued { keys }) => phrase!("watch-queued", n = keys),
        Some(ReflectorOp::ResyncTick { due, listeners }) => phrase!("watch-tick", due = due, all = listeners),
    };
    phrase.with("kind", plural(kind))
}

/// The kind of objects, by the name that texts know it by.
fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Job => "jobs",
        Kind::Pod => "pods",
    }
}
