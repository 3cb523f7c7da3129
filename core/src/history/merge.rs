//! Merges everything that was read into one history of one Job: by version, each with its writer and its time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::Value;

use super::audit::{self, Request};
use super::gaps;
use super::read::{HistoryError, MAX_VERSIONS, Pieces};
use super::report::Summary;
use super::versions::{EventSeen, Version};
use super::writers;
use crate::api::{Job, ObjectKey, Pod, Time, Uid};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;
use crate::timeline::{event_error, involved};
use crate::trace::{Kind, WatchEventType};
use crate::world::{ObservedObject, Writer};

/// A create that the server refused the Job controller.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    /// When, by the audit log.
    pub(super) at: Option<Time>,
    /// Before which version, by an Event.
    pub(super) before: u64,
    pub(super) message: String,
}

/// The history of a Job.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) key: ObjectKey,
    pub(super) versions: Vec<Version>,
    pub(super) events: Vec<EventSeen>,
    pub(super) refusals: Vec<Refusal>,
    /// When other requests of the Job controller came in and were refused, by the audit log.
    pub(super) failures: Vec<(Time, Time)>,
    /// Whether the history begins in the middle of the Job's life.
    pub(super) late: bool,
    /// Whether changes are missing: of a kind there is no more than the audit log.
    pub(super) partial: bool,
    /// Whether the history breaks off.
    pub(super) broken_off: bool,
    pub(super) summary: Summary,
}

fn owner(version: &Version) -> Option<(&Uid, ObjectKey)> {
    let metadata = version.object.metadata();
    let owner = metadata.controller().filter(|owner| owner.kind == "Job")?;
    let namespace = metadata.namespace.clone().unwrap_or_default();
    Some((&owner.uid, ObjectKey::new(&namespace, &owner.name)))
}

/// Everything that was read, of all Jobs.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    versions: Vec<Version>,
    events: Vec<Value>,
    requests: Vec<Request>,
    /// Of a kind there is no more than the audit log.
    partial: bool,
    known_until: Option<u64>,
    /// What could not be read, or is of another kind.
    summary: Summary,
}

/// A Job in the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSeen {
    /// Its key.
    pub key: ObjectKey,
    /// How many versions there are of it and its pods.
    pub versions: usize,
}

impl Merged {
    pub(super) fn of(mut pieces: Pieces) -> Result<Self, HistoryError> {
        let summary = Summary { unread: pieces.unread, passed_over: pieces.passed_over, ..Summary::default() };
        let mut requests = audit::requests(std::mem::take(&mut pieces.audit))?;
        let known_until = known_until(&pieces.versions, &pieces.broken_off);
        let Pieces { mut versions, events, .. } = pieces;
        let watched = versions.len();
        from_audit(&requests, &mut versions);
        let kinds =
            |versions: &[Version]| versions.iter().map(|version| version.object.kind()).small_collect::<BTreeSet<_>>();
        let partial = kinds(versions.get(..watched).unwrap_or_default()) != kinds(&versions);
        if versions.len() > MAX_VERSIONS {
            return Err(HistoryError::TooMany { most: MAX_VERSIONS });
        }
        // Their objects are among the versions now.
        for request in &mut requests {
            request.answer = None;
        }
        Ok(Self { versions, events, requests, partial, known_until, summary })
    }

    /// The Jobs, those of which there are most versions first.
    pub(super) fn jobs(&self) -> Vec<JobSeen> {
        let mut counted: BTreeMap<ObjectKey, (usize, u64)> = BTreeMap::new();
        for version in self.versions.iter().filter(|version| version.object.kind() == Kind::Job) {
            let entry = counted.entry(version.object.metadata().key()).or_insert((0, version.number));
            *entry = (entry.0 + 1, entry.1.min(version.number));
        }
        for (_, key) in self.versions.iter().filter_map(owner) {
            if let Some((versions, _)) = counted.get_mut(&key) {
                *versions += 1;
            }
        }
        let mut jobs: Vec<_> = counted.into_iter().collect();
        jobs.small_sort_by_key(|(_, (versions, first))| (Reverse(*versions), *first));
        jobs.into_iter().map(|(key, (versions, _))| JobSeen { key, versions }).collect()
    }

    /// The history of the Job that most is about, or of the one that is asked for.
    pub(super) fn choose(&self, asked: Option<&ObjectKey>) -> Result<Chosen, HistoryError> {
        let Self { versions, requests, known_until, partial, .. } = self;
        let mut summary = self.summary.clone();
        let key = match asked {
            Some(key) => key.clone(),
            None => match self.jobs().into_iter().next() {
                Some(job) => job.key,
                None => return Err(HistoryError::NoJob { unread: summary.unread }),
            },
        };
        let is_of = |version: &&Version| version.is_job() && version.object.metadata().key() == key;
        let uids: BTreeSet<Uid> =
            versions.iter().filter(is_of).filter_map(|version| version.object.metadata().uid.clone()).collect();
        if uids.is_empty() {
            return Err(HistoryError::NoSuchJob(key.to_string()));
        }
        let mut kept = relevant(versions, &key, &uids);
        summary.left_out = versions.len() - kept.len();
        kept.small_sort_by_key(|version| (version.number, !version.typed));
        check_one_cluster(&kept)?;
        let before = kept.len();
        kept.retain(|version| known_until.is_none_or(|until| version.number <= until));
        summary.beyond = before - kept.len();
        let before = kept.len();
        kept.dedup_by_key(|version| version.number);
        summary.repeated = before - kept.len();
        settle_types(&mut kept);
        let late = begins_late(&kept, &key);
        writers::attribute(&mut kept, requests, &uids);
        let events = events_of(&self.events, &uids, &key);
        settle_times(&mut kept, &events);
        summary.events = events.len();
        summary.missing = gaps::count(&kept, &events, &uids, late);
        let refusals = refusals(requests, &events, &key);
        let failures = failures(requests, &key);
        let (partial, broken_off) = (*partial, known_until.is_some());
        Ok(Chosen { key, versions: kept, events, refusals, failures, late, partial, broken_off, summary })
    }
}

/// The last version of a text that breaks off: of what it tells nothing is known behind it, so the history ends there.
fn known_until(versions: &[Version], broken_off: &[Range<usize>]) -> Option<u64> {
    let last = |range: &Range<usize>| {
        versions.get(range.clone()).unwrap_or_default().iter().map(|version| version.number).max()
    };
    broken_off.iter().filter_map(last).min()
}

/// Versions that only the audit log has.
fn from_audit(requests: &[Request], versions: &mut Vec<Version>) {
    let known: BTreeSet<u64> = versions.iter().map(|version| version.number).small_collect();
    for request in requests.iter().filter(|request| request.code < 300 && request.verb != "delete" && !request.removes)
    {
        if !matches!(request.subresource.as_str(), "" | "status") || request.version.is_none_or(|n| known.contains(&n))
        {
            continue;
        }
        let r#type = if request.verb == "create" { WatchEventType::Added } else { WatchEventType::Modified };
        let Some(value) = request.answer.clone() else { continue };
        let is_object = matches!(value.get("kind").and_then(Value::as_str), Some("Job" | "Pod"));
        if let Some(version) = Version::read(Some(r#type), value).filter(|_| is_object) {
            versions.push(Version { is_logged_only: true, ..version });
        }
    }
}

/// The versions of the Job, of its pods, and of Jobs that select one of these.
fn relevant(versions: &[Version], key: &ObjectKey, uids: &BTreeSet<Uid>) -> Vec<Version> {
    let namespace = versions
        .iter()
        .find(|version| version.object.kind() == Kind::Job && version.object.metadata().key() == *key)
        .and_then(|version| version.object.metadata().namespace.clone());
    let selectors: Vec<_> = versions
        .iter()
        .filter_map(|version| match &version.object {
            ObservedObject::Job(job) if job.metadata.key() == *key => job.spec.selector.clone(),
            _ => None,
        })
        .collect();
    let mut distinct = selectors;
    distinct.dedup();
    // A Job's selector hardly ever changes; each pod without an owner is compared with all.
    distinct.truncate(1_000);
    let concerns = |version: &Version| {
        let ObservedObject::Pod(pod) = &version.object else { return false };
        if let Some(owner) = pod.metadata.controller() {
            return uids.contains(&owner.uid);
        }
        let selected = distinct.iter().any(|selector| selector.matches(&pod.metadata.labels));
        pod.metadata.namespace == namespace && (selected || has_job_tracking_finalizer(pod))
    };
    let pods: BTreeSet<Uid> =
        versions.iter().filter(|v| concerns(v)).filter_map(|v| v.object.metadata().uid.clone()).collect();
    let pod_labels: Vec<_> = versions
        .iter()
        .filter_map(|version| match &version.object {
            ObservedObject::Pod(pod) if pods.contains(pod.metadata.uid()) => Some(pod.metadata.labels.clone()),
            _ => None,
        })
        .take(1_000)
        .collect();
    let rivals: BTreeSet<Uid> = versions
        .iter()
        .filter_map(|version| match &version.object {
            ObservedObject::Job(job) if job.metadata.namespace == namespace && job.metadata.key() != *key => {
                let selector = job.spec.selector.as_ref()?;
                pod_labels.iter().any(|labels| selector.matches(labels)).then(|| job.metadata.uid.clone())?
            }
            _ => None,
        })
        .collect();
    let keep = |version: &Version| {
        let metadata = version.object.metadata();
        match &version.object {
            ObservedObject::Job(_) => uids.contains(metadata.uid()) || rivals.contains(metadata.uid()),
            ObservedObject::Pod(_) => pods.contains(metadata.uid()),
        }
    };
    versions.iter().filter(|version| keep(version)).cloned().collect()
}

/// A number is of one object in a cluster.
fn check_one_cluster(versions: &[Version]) -> Result<(), HistoryError> {
    for pair in versions.windows(2) {
        let [a, b] = pair else { continue };
        let (one, other) = (a.object.metadata(), b.object.metadata());
        if a.number == b.number && one.uid != other.uid {
            let identity = |version: &Version| {
                let metadata = version.object.metadata();
                format!("{} {} ({})", version.object.kind().resource(), metadata.key(), metadata.uid())
            };
            return Err(HistoryError::TwoClusters { version: a.number, one: identity(a), other: identity(b) });
        }
    }
    Ok(())
}

/// What each version was to its object, where the text does not say so.
fn settle_types(versions: &mut [Version]) {
    let mut before: BTreeMap<Uid, usize> = BTreeMap::new();
    for place in 0..versions.len() {
        let Some((earlier, version)) = versions.split_at_mut_checked(place).and_then(|(earlier, rest)| {
            let version = rest.first_mut()?;
            Some((earlier, version))
        }) else {
            continue;
        };
        let uid = version.object.metadata().uid.clone().unwrap_or_else(|| Uid::from(""));
        let last = before.insert(uid, place).and_then(|place| earlier.get(place));
        match last {
            None if !version.typed => version.r#type = WatchEventType::Added,
            Some(last) if !version.typed && is_same_but_number(&last.object, &version.object) => {
                version.r#type = WatchEventType::Deleted;
            }
            Some(_) if version.r#type == WatchEventType::Added => version.r#type = WatchEventType::Modified,
            _ => {}
        }
    }
}

/// The event of a deletion shows the object as it was, under a number of its own.
fn is_same_but_number(a: &ObservedObject, b: &ObservedObject) -> bool {
    match (a, b) {
        (ObservedObject::Job(a), ObservedObject::Job(b)) => {
            let mut b = Job::clone(b);
            b.metadata.resource_version = a.metadata.resource_version;
            **a == b
        }
        (ObservedObject::Pod(a), ObservedObject::Pod(b)) => {
            let mut b = Pod::clone(b);
            b.metadata.resource_version = a.metadata.resource_version;
            **a == b
        }
        _ => false,
    }
}

/// Whether the first version of the Job is not the one that it was created with.
fn begins_late(versions: &[Version], key: &ObjectKey) -> bool {
    let first = versions.iter().find_map(|version| match &version.object {
        ObservedObject::Job(job) if job.metadata.key() == *key => Some((version, job)),
        _ => None,
    });
    first.is_some_and(|(version, job)| {
        let untouched = job.status == crate::api::JobStatus::default();
        version.r#type != WatchEventType::Added
            || !untouched
            || job.metadata.is_deleting()
            || job.metadata.generation > 1
    })
}

/// Times go forwards: no version is older than one before it; and where the audit log tells them, none is younger than
/// one after it.
fn settle_times(versions: &mut [Version], events: &[EventSeen]) {
    let mut latest_possible: Option<Time> = None;
    for version in versions.iter_mut().rev() {
        let metadata = version.object.metadata();
        if let Some((_, answered)) = version.audited {
            latest_possible = Some(latest_possible.map_or(answered, |time| time.min(answered)));
            version.at = answered;
        } else if let (Some(deletion), Some(grace)) =
            (metadata.deletion_timestamp, metadata.deletion_grace_period_seconds)
        {
            let asked = deletion.time().plus(grace.saturating_mul(-1000));
            version.at = version.at.max(asked);
        }
        if let Some(time) = latest_possible {
            version.at = version.at.min(time);
        }
    }
    let mut earliest: Option<Time> = None;
    let mut events = events.iter().peekable();
    for version in versions.iter_mut() {
        while let Some(event) = events.next_if(|event| event.number < version.number) {
            // An Event is stored after what it tells.
            earliest = earliest.max(event.at.filter(|_| version.audited.is_none()));
        }
        version.at = earliest.map_or(version.at, |time| time.max(version.at));
        earliest = Some(version.at);
    }
}

fn events_of(values: &[Value], uids: &BTreeSet<Uid>, key: &ObjectKey) -> Vec<EventSeen> {
    let is_of = |value: &&Value| {
        let object = involved(value);
        let text = |field: &str| object.and_then(|object| object.get(field)).and_then(Value::as_str);
        match text("uid") {
            Some(uid) => uids.contains(uid),
            None => text("kind") == Some("Job") && text("name") == Some(key.name().as_str()),
        }
    };
    let mut events: Vec<EventSeen> = values.iter().filter(is_of).filter_map(EventSeen::of).collect();
    events.small_sort_by_key(|event| event.number);
    events.dedup_by_key(|event| event.number);
    events
}

fn failures(requests: &[Request], key: &ObjectKey) -> Vec<(Time, Time)> {
    let namespace = key.split().0;
    let is_failure = |request: &&Request| {
        let create = request.verb == "create";
        request.by == Writer::JobController && request.namespace == namespace && request.code >= 400 && !create
    };
    requests.iter().filter(is_failure).map(|request| (request.received, request.answered)).collect()
}

/// Creates that were refused, by the audit log, or else by the Events that tell so.
fn refusals(requests: &[Request], events: &[EventSeen], key: &ObjectKey) -> Vec<Refusal> {
    let namespace = key.split().0;
    let is_refused = |request: &&Request| {
        request.by == Writer::JobController
            && request.kind == Kind::Pod
            && request.verb == "create"
            && request.namespace == namespace
            && request.code >= 400
    };
    let audited: Vec<Refusal> = requests
        .iter()
        .filter(is_refused)
        .map(|request| Refusal { at: Some(request.received), before: 0, message: request.message.clone() })
        .collect();
    if !audited.is_empty() {
        return audited;
    }
    let failed = events.iter().filter(|event| event.reason == "FailedCreate");
    let refusal = |event: &EventSeen| {
        let message = event_error(&event.message).to_owned();
        Refusal { at: None, before: event.number, message }
    };
    failed.map(refusal).collect()
}
