//! Versions that must have been stored and are not in the history. A watch prints every version: one that is missing was
//! lost on the way, and what the controller read in it is unknown.

use std::collections::{BTreeMap, BTreeSet};

use super::versions::{EventSeen, Version};
use super::writers::is_new_pod;
use crate::api::{ConditionStatus, Job, JobStatus, Pod, PodCondition, Uid};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::WatchEventType;
use crate::world::ObservedObject;

/// The number of places where a version is certainly missing. `jobs` are the UIDs of the Job, and `late` says that the
/// history begins in the middle of its life.
pub(super) fn count(versions: &[Version], events: &[EventSeen], jobs: &BTreeSet<Uid>, late: bool) -> usize {
    let mut last: BTreeMap<&str, &Version> = BTreeMap::new();
    let mut pods = Pods::default();
    let mut gaps = unwatched(versions);
    for version in versions {
        let uid = version.object.metadata().uid();
        let before = last.insert(uid, version);
        let lacks = match (&version.object, before.map(|before| (before, &before.object))) {
            (ObservedObject::Pod(pod), None) => {
                let is_own = pod.metadata.controller().is_some_and(|owner| jobs.contains(&owner.uid));
                let is_first = version.r#type == WatchEventType::Added && (late || is_new_pod(pod));
                is_own && !version.is_logged_only && !is_first
            }
            (ObservedObject::Pod(pod), Some((before, ObservedObject::Pod(earlier)))) => {
                has_several_writers(before, version) || is_of_several_writes_of_pod(earlier, pod)
            }
            (ObservedObject::Job(job), Some((before, ObservedObject::Job(earlier)))) => {
                let is_counted = jobs.contains(uid) && version.is_own();
                // A deletion shows the object as it was stored last.
                let is_gone = version.r#type == WatchEventType::Deleted;
                has_several_writers(before, version)
                    || is_of_several_writes_of_job(earlier, job)
                    || (is_gone && earlier.status != job.status)
                    || (is_counted && counts_unlisted(&earlier.status, job))
                    || (is_counted && !late && pods.lack_what_is_counted(&earlier.status, &job.status))
            }
            _ => false,
        };
        if let ObservedObject::Pod(pod) = &version.object {
            pods.note(pod, version.r#type);
        }
        gaps += usize::from(lacks);
    }
    let created = |event: &EventSeen| {
        let name = event.message.strip_prefix("Created pod: ").filter(|_| event.reason == "SuccessfulCreate");
        name.is_some_and(|name| !pods.names.contains(name))
    };
    if !late {
        gaps += events.iter().filter(|event| created(event)).count();
    }
    gaps
}

/// What was stored of pods up to a version, by their UIDs.
#[derive(Default)]
struct Pods<'a> {
    names: BTreeSet<&'a str>,
    all: BTreeSet<&'a str>,
    ready: BTreeSet<&'a str>,
    deleting: BTreeSet<&'a str>,
    ended: BTreeSet<&'a str>,
    /// Without the finalizer, or gone.
    released: BTreeSet<&'a str>,
}

impl<'a> Pods<'a> {
    fn note(&mut self, pod: &'a Pod, r#type: WatchEventType) {
        let uid = pod.metadata.uid();
        let is_gone = r#type == WatchEventType::Deleted;
        self.names.insert(pod.metadata.name());
        self.all.insert(uid);
        let ready = |condition: &PodCondition| condition.r#type == "Ready" && condition.status == ConditionStatus::True;
        for (set, is_in) in [
            (&mut self.ready, pod.status.conditions.iter().any(ready)),
            (&mut self.deleting, pod.metadata.is_deleting()),
            (&mut self.ended, is_gone || pod.metadata.is_deleting() || pod.status.phase.is_terminal()),
            (&mut self.released, is_gone || !has_job_tracking_finalizer(pod)),
        ] {
            if is_in {
                set.insert(uid);
            }
        }
    }

    /// Whether a status counts pods of which no version says that they are so.
    fn lack_what_is_counted(&self, before: &JobStatus, status: &JobStatus) -> bool {
        let more = |counted: i32, pods: &BTreeSet<&str>| usize::try_from(counted).is_ok_and(|many| many > pods.len());
        let (now, was): (BTreeSet<&str>, BTreeSet<&str>) = (listed_uids(status), listed_uids(before));
        more(status.active, &self.all)
            || more(status.ready.unwrap_or_default(), &self.ready)
            || more(status.terminating.unwrap_or_default(), &self.deleting)
            || now.iter().any(|uid| !self.ended.contains(uid))
            || was.difference(&now).any(|uid| !self.released.contains(uid))
    }
}

/// The UIDs of pods that have ended and are not counted yet.
fn listed_uids(status: &JobStatus) -> BTreeSet<&str> {
    let listed = status.uncounted_terminated_pods.iter();
    listed.flat_map(|listed| listed.succeeded.iter().chain(&listed.failed)).map(Uid::as_str).collect()
}

/// Versions that only the audit log has, between others of the same object.
fn unwatched(versions: &[Version]) -> usize {
    let mut logged: BTreeMap<&str, usize> = BTreeMap::new();
    let mut gaps = 0;
    for version in versions {
        let uid = version.object.metadata().uid();
        match (version.is_logged_only, logged.get_mut(uid)) {
            (true, Some(since)) => *since += 1,
            (false, since) => {
                gaps += since.map_or(0, std::mem::take);
                logged.entry(uid).or_default();
            }
            (true, None) => {}
        }
    }
    gaps
}

/// A write renews the entry of its own manager only.
fn has_several_writers(before: &Version, version: &Version) -> bool {
    let new = version.managers.iter().filter(|manager| !before.managers.contains(manager));
    !before.managers.is_empty() && new.count() > 1
}

/// The status is a subresource of its own, and each change of the spec counts.
fn is_of_several_writes_of_job(before: &Job, job: &Job) -> bool {
    let generations = job.metadata.generation.saturating_sub(before.metadata.generation);
    generations > 1 || (generations > 0 && job.status != before.status)
}

/// Whether a phase, the finalizer, a deletion mark and a node came at once, which are requests of their own.
fn is_of_several_writes_of_pod(before: &Pod, pod: &Pod) -> bool {
    let changes = [
        before.status.phase != pod.status.phase,
        has_job_tracking_finalizer(before) != has_job_tracking_finalizer(pod),
        before.metadata.is_deleting() != pod.metadata.is_deleting(),
        before.spec.node_name != pod.spec.node_name,
    ];
    changes.into_iter().filter(|changed| *changed).count() > 1
}

/// The controller counts only pods that it listed in the status before.
fn counts_unlisted(before: &JobStatus, job: &Job) -> bool {
    let Some(listed) = &before.uncounted_terminated_pods else { return false };
    let more = |was: i32, is: i32, listed: &[Uid]| {
        usize::try_from(is.saturating_sub(was)).is_ok_and(|more| more > listed.len())
    };
    more(before.failed, job.status.failed, &listed.failed)
        || (!job.is_indexed() && more(before.succeeded, job.status.succeeded, &listed.succeeded))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_deletion_that_shows_another_status_comes_after_a_gap() {
        let version = |r#type, active: i32| {
            let metadata = json!({"name": "j", "namespace": "default", "uid": "u", "resourceVersion": "1"});
            let job =
                json!({"kind": "Job", "metadata": metadata, "spec": {"template": {}}, "status": {"active": active}});
            Version::read(Some(r#type), job).unwrap()
        };
        let gaps = |last| {
            let versions = [version(WatchEventType::Added, 1), version(WatchEventType::Deleted, last)];
            count(&versions, &[], &BTreeSet::new(), true)
        };
        assert_eq!((gaps(1), gaps(2)), (0, 1));
    }
}
