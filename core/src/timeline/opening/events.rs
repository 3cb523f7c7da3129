//! Events of a cluster, as far as they say that the creation of pods was refused.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api::{Job, MetaTime, Name, Pod, ResourceQuota, Time, Uid, from_json};
use crate::apiserver::{Fault, FaultEvents};
use crate::trace::{FaultMode, Verb};

/// Longest message of an error, in bytes, that is kept.
const MOST_MESSAGE: usize = 4 * 1024;

/// Most Events that are read.
const MOST_EVENTS: usize = 10_000;

/// The Events of Jobs that say whether their last pods could be created.
#[derive(Clone, Debug, Default)]
pub(super) struct Events {
    jobs: BTreeMap<Uid, Created>,
    read: usize,
}

/// How the creations of pods of a Job ended.
#[derive(Clone, Debug, Default)]
struct Created {
    /// When the last one is known to have succeeded.
    succeeded: Option<Time>,
    /// The last one that was refused, with its error.
    refused: Option<(FaultEvents, String)>,
}

impl Events {
    pub(super) fn for_jobs(jobs: &[Job]) -> Self {
        let uids = jobs.iter().filter_map(|job| job.metadata.uid.clone());
        Self { jobs: uids.map(|uid| (uid, Created::default())).collect(), read: 0 }
    }

    /// Reads an Event; false if it is not of one of the Jobs.
    pub(super) fn read(&mut self, event: &Value) -> bool {
        let Some(uid) = involved(event).and_then(|object| object.get("uid")).and_then(Value::as_str) else {
            return false;
        };
        let Some(created) = self.jobs.get_mut(&Uid::from(uid)).filter(|_| self.read < MOST_EVENTS) else {
            return false;
        };
        self.read += 1;
        let Some(last) = last_time(event) else { return true };
        match event.get("reason").and_then(Value::as_str) {
            Some("SuccessfulCreate") => created.succeeded = created.succeeded.max(Some(last)),
            Some("FailedCreate") if created.refused.as_ref().is_none_or(|(known, _)| known.last.time() <= last) => {
                let count = u32::try_from(event_count(event).max(1)).unwrap_or(u32::MAX);
                let error = event_error(event_message(event));
                let message = error.get(..error.floor_char_boundary(MOST_MESSAGE)).unwrap_or(error);
                let message = message.trim().replace(char::is_control, " ");
                created.refused = Some((FaultEvents { count, last: last.into() }, message));
            }
            _ => {}
        }
        true
    }

    /// What refuses the next pods of the Job, if the last ones were refused and some are missing. A quota of which the number
    /// of pods is known decides by itself.
    pub(super) fn fault(&self, job: &Job, pods: &[Pod], quotas: &[ResourceQuota]) -> Option<Fault> {
        let created = self.jobs.get(job.metadata.uid.as_ref()?)?;
        let (events, message) = created.refused.as_ref()?;
        let own =
            || pods.iter().filter(|pod| pod.metadata.controller().map(|owner| &owner.uid) == job.metadata.uid.as_ref());
        let newest = own().filter_map(|pod| pod.metadata.creation_timestamp).max();
        // Of one second, the creations that were refused came last: after the first of them a sync makes no more.
        if created.succeeded.max(newest.map(MetaTime::time)).is_some_and(|succeeded| succeeded > events.last.time()) {
            return None;
        }
        let active = own().filter(|pod| pod.is_active()).count();
        if !misses_pods(job, active) || quotas.iter().any(|quota| is_by(message, &quota.name)) {
            return None;
        }
        Some(Fault {
            job: Some(job.metadata.key()),
            message: Some(message.clone()),
            lasts: true,
            events: Some(*events),
            ..Fault::new(Verb::Create, mode_of(message))
        })
    }
}

/// Whether a Job with that many active pods needs more.
fn misses_pods(job: &Job, active: usize) -> bool {
    let spec = &job.spec;
    let wanted = spec.parallelism.unwrap_or(1);
    let succeeded = job.status.succeeded;
    let left = match spec.completions {
        Some(completions) => completions.saturating_sub(succeeded),
        // A work queue gets no more pods once one has succeeded.
        None if succeeded > 0 => 0,
        None => wanted,
    };
    let is_over = job.status.finished().is_some() || job.metadata.is_deleting() || spec.suspend == Some(true);
    !is_over && usize::try_from(wanted.min(left)).is_ok_and(|wanted| active < wanted)
}

/// Whether an error is the refusal of one more pod by that quota.
fn is_by(message: &str, quota: &Name) -> bool {
    message.contains(&format!("exceeded quota: {quota}, requested: pods=1, "))
}

/// How the server must have answered with that error: an Event has only its text.
fn mode_of(message: &str) -> FaultMode {
    const SIGNS: [(&str, FaultMode); 11] = [
        ("because it is being terminated", FaultMode::NamespaceTerminating),
        ("Internal error occurred", FaultMode::ServerError),
        ("failed calling webhook", FaultMode::ServerError),
        (" is forbidden: ", FaultMode::Forbidden),
        (" is invalid: ", FaultMode::Invalid),
        ("denied the request", FaultMode::Forbidden),
        ("Timeout: ", FaultMode::Timeout),
        ("unable to return a response in the time allotted", FaultMode::Timeout),
        ("Operation cannot be fulfilled", FaultMode::Conflict),
        (" not found", FaultMode::NotFound),
        (" is forbidden", FaultMode::Forbidden),
    ];
    SIGNS.iter().find(|(sign, _)| message.contains(sign)).map_or(FaultMode::ServerError, |(_, mode)| *mode)
}

/// The object that an Event is about.
pub(crate) fn involved(event: &Value) -> Option<&Value> {
    event.get("involvedObject").or_else(|| event.get("regarding"))
}

/// The message of an Event.
pub(crate) fn event_message(event: &Value) -> &str {
    event.get("message").or_else(|| event.get("note")).and_then(Value::as_str).unwrap_or_default()
}

/// The error in the message of an Event of the Job controller, `FailedCreate` or `FailedDelete`.
pub fn event_error(message: &str) -> &str {
    let message = message.strip_prefix("(combined from similar events): ").unwrap_or(message);
    let error = |prefix| message.strip_prefix(prefix);
    error("Error creating: ").or_else(|| error("Error deleting: ")).unwrap_or(message)
}

/// How often an Event happened.
pub(crate) fn event_count(event: &Value) -> i64 {
    let counts = [event.pointer("/series/count"), event.get("count"), event.get("deprecatedCount")];
    counts.into_iter().flatten().find_map(Value::as_i64).unwrap_or(1)
}

/// When an Event happened last.
pub(crate) fn last_time(event: &Value) -> Option<Time> {
    let times = [
        event.pointer("/series/lastObservedTime"),
        event.get("lastTimestamp"),
        event.get("deprecatedLastTimestamp"),
        event.get("eventTime"),
        event.get("firstTimestamp"),
    ];
    times.into_iter().flatten().find_map(|time| from_json::<MetaTime>(time).ok()).map(MetaTime::time)
}
