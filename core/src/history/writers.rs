//! Who wrote a version: by the audit log, else by the managed fields, else by what changed.

use std::collections::{BTreeMap, BTreeSet};

use super::audit::Request;
use super::audited::by_audit;
use super::versions::Version;
use crate::api::{ConditionStatus, Job, ObjectMeta, Pod, PodCondition, PodPhase, Uid};
use crate::job::tracking_utils::{JOB_TRACKING_FINALIZER, has_job_tracking_finalizer};
use crate::trace::WatchEventType;
use crate::world::{ObservedObject, Writer};

/// The program that all controllers are part of.
const MANAGER: &str = "kube-controller-manager";

/// Tells of each version who wrote it.
pub(super) fn attribute(versions: &mut [Version], requests: &[Request], jobs: &BTreeSet<Uid>) {
    let before = predecessors(versions);
    by_audit(versions, &before, requests);
    for place in 0..versions.len() {
        let Some(version) = versions.get(place).filter(|version| version.audited.is_none()) else { continue };
        let last_place = before.get(place).copied().flatten();
        let last = last_place.and_then(|place| versions.get(place));
        let marked_at_once = last_place.zip(last).filter(|(last_place, last)| {
            let earlier = before.get(*last_place).copied().flatten().and_then(|place| versions.get(place));
            version.r#type == WatchEventType::Deleted && is_marked_to_go_at_once(last, earlier)
        });
        let (by, agent) = match marked_at_once {
            Some((_, last)) => (last.by, last.agent.clone()),
            None => by_change(version, last, jobs),
        };
        if let Some(version) = versions.get_mut(place) {
            (version.by, version.agent) = (by, agent);
        }
    }
    // Other Jobs' syncs are not searched for.
    for place in 0..versions.len() {
        let last = before.get(place).copied().flatten().and_then(|place| versions.get(place));
        let is_of_other = versions.get(place).is_some_and(|version| {
            version.is_own() && std::iter::once(version).chain(last).any(|version| is_of_other_job(version, jobs))
        });
        if let Some(version) = versions.get_mut(place).filter(|_| is_of_other) {
            version.by = Writer::Other;
        }
    }
}

/// Whether a version is of a Job that is not among `jobs`, or of its pod.
fn is_of_other_job(version: &Version, jobs: &BTreeSet<Uid>) -> bool {
    let metadata = version.object.metadata();
    match metadata.controller() {
        Some(owner) if !version.is_job() => owner.kind == "Job" && !jobs.contains(&owner.uid),
        _ => version.is_job() && !jobs.contains(metadata.uid()),
    }
}

/// Whether a version is the first half of a deletion that nothing holds up.
fn is_marked_to_go_at_once(version: &Version, before: Option<&Version>) -> bool {
    let metadata = version.object.metadata();
    metadata.deletion_grace_period_seconds == Some(0)
        && metadata.finalizers.is_empty()
        && before.is_some_and(|before| !before.object.metadata().is_deleting())
}

/// The place of each version's predecessor.
fn predecessors(versions: &[Version]) -> Vec<Option<usize>> {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let places = versions.iter().enumerate();
    places.map(|(place, version)| last.insert(version.object.metadata().uid(), place)).collect()
}

/// Who wrote a version by its managed fields, and by what it changed.
fn by_change(version: &Version, last: Option<&Version>, jobs: &BTreeSet<Uid>) -> (Writer, String) {
    let manager = newest_manager(version, last);
    let by = match &version.object {
        ObservedObject::Job(job) => {
            let last = last.and_then(|last| match &last.object {
                ObservedObject::Job(last) => Some(&**last),
                ObservedObject::Pod(_) => None,
            });
            by_change_of_job(version, job, last, manager, jobs)
        }
        ObservedObject::Pod(pod) => {
            let last = last.and_then(|last| match &last.object {
                ObservedObject::Pod(last) => Some(&**last),
                ObservedObject::Job(_) => None,
            });
            by_change_of_pod(version, pod, last, manager, jobs)
        }
    };
    let agent = match by {
        Writer::Person | Writer::Other => manager.map(|(name, _)| name.to_owned()).unwrap_or_default(),
        _ => String::new(),
    };
    (by, agent)
}

/// The manager whose entry is new, with its subresource.
fn newest_manager<'a>(version: &'a Version, last: Option<&Version>) -> Option<(&'a str, &'a str)> {
    let known = last.map(|last| last.managers.as_slice()).unwrap_or_default();
    let new = version.managers.iter().filter(|manager| !known.contains(manager));
    let newest = new.max_by_key(|manager| manager.time);
    newest.map(|manager| (manager.name.as_str(), manager.subresource.as_str()))
}

fn by_change_of_job(
    version: &Version,
    job: &Job,
    last: Option<&Job>,
    manager: Option<(&str, &str)>,
    jobs: &BTreeSet<Uid>,
) -> Writer {
    let others = !jobs.contains(job.metadata.uid());
    match (version.r#type, last) {
        (WatchEventType::Added, _) | (_, None) => match manager {
            Some((MANAGER, "")) => Writer::Other,
            _ => Writer::Person,
        },
        (WatchEventType::Deleted, Some(last)) if last.metadata.is_deleting() => Writer::GarbageCollector,
        (WatchEventType::Deleted, Some(last)) => {
            let ttl = last.spec.ttl_seconds_after_finished.is_some() && last.status.finished().is_some();
            if ttl { Writer::Unknown } else { Writer::Person }
        }
        (WatchEventType::Modified, Some(last)) if last.status != job.status && last.spec == job.spec => {
            match manager {
                _ if others => Writer::Other,
                Some((MANAGER, _)) => Writer::JobController,
                Some((_, "status")) => Writer::Person,
                // Written within the same second as before.
                _ if is_managed_elsewhere(job) => Writer::Other,
                _ => Writer::JobController,
            }
        }
        (WatchEventType::Modified, Some(last)) => match manager {
            Some((MANAGER, _)) if last.metadata.finalizers != job.metadata.finalizers => Writer::GarbageCollector,
            Some((MANAGER, _)) => Writer::Other,
            _ => Writer::Person,
        },
    }
}

fn is_managed_elsewhere(job: &Job) -> bool {
    job.spec.managed_by.as_deref().is_some_and(|name| name != crate::job::v1_27::JOB_CONTROLLER_NAME)
}

fn by_change_of_pod(
    version: &Version,
    pod: &Pod,
    last: Option<&Pod>,
    manager: Option<(&str, &str)>,
    jobs: &BTreeSet<Uid>,
) -> Writer {
    let ours = pod.metadata.controller().is_some_and(|owner| jobs.contains(&owner.uid));
    let Some(last) = last else {
        let created = version.r#type == WatchEventType::Added && is_new_pod(pod);
        return if ours && created { Writer::JobController } else { Writer::Unknown };
    };
    let others =
        |metadata: &ObjectMeta| metadata.finalizers.iter().filter(|held| *held != JOB_TRACKING_FINALIZER).count();
    if version.r#type == WatchEventType::Deleted {
        // The last state is known, with the finalizer that held it.
        if has_job_tracking_finalizer(pod) {
            return if others(&pod.metadata) == 0 { Writer::JobController } else { Writer::Person };
        }
        return if last.metadata.is_deleting() && pod.status.phase.is_terminal() {
            Writer::Unknown
        } else {
            Writer::Kubelet
        };
    }
    if has_job_tracking_finalizer(last) && !has_job_tracking_finalizer(pod) {
        return if others(&last.metadata) == others(&pod.metadata) { Writer::JobController } else { Writer::Person };
    }
    if pod.metadata.is_deleting() && !last.metadata.is_deleting() {
        return match manager {
            Some((name, _)) if name != MANAGER => Writer::Person,
            _ => Writer::Unknown,
        };
    }
    if pod.spec.node_name.is_some() && last.spec.node_name.is_none() {
        return Writer::Scheduler;
    }
    match manager {
        Some((MANAGER, "status")) => Writer::PodGc,
        Some(("kubelet", _)) => Writer::Kubelet,
        Some((MANAGER, _)) | None if last.metadata.owner_references != pod.metadata.owner_references => {
            // The Job controller frees a pod of the finalizer in the same patch.
            let is_orphaned = pod.metadata.controller().is_none() && has_job_tracking_finalizer(pod);
            if is_orphaned { Writer::GarbageCollector } else { Writer::Unknown }
        }
        Some((MANAGER, _)) => Writer::Other,
        Some((_, "status")) => Writer::Kubelet,
        Some(_) => Writer::Person,
        None if last.metadata.labels != pod.metadata.labels
            || last.metadata.annotations != pod.metadata.annotations
            || last.metadata.finalizers != pod.metadata.finalizers =>
        {
            Writer::Person
        }
        None => Writer::Kubelet,
    }
}

/// Whether a pod is as it was created. One that a watch begins with may have been taken up since.
pub(super) fn is_new_pod(pod: &Pod) -> bool {
    let status = &pod.status;
    // A pod with scheduling gates has this condition from its creation.
    let is_gate =
        |condition: &PodCondition| condition.r#type == "PodScheduled" && condition.status != ConditionStatus::True;
    status.phase == PodPhase::Pending
        && !pod.metadata.is_deleting()
        && status.start_time.is_none()
        && status.init_container_statuses.is_empty()
        && status.container_statuses.is_empty()
        && status.conditions.iter().all(is_gate)
}

/// Whether it is certain, not only likely, that the Job controller wrote the version. Anybody can write a status.
pub(super) fn is_surely_own(version: &Version) -> bool {
    let names_writer = version.audited.is_some() || !version.managers.is_empty();
    version.by == Writer::JobController && (names_writer || !version.is_job())
}

/// Whether the Job controller may have written the version although nothing says so: it deletes pods, adopts and frees
/// them, but so do others.
pub(super) fn may_be_own(version: &Version, last: Option<&Version>) -> bool {
    if version.by == Writer::JobController {
        return true;
    }
    if version.by != Writer::Unknown || version.audited.is_some() {
        return false;
    }
    let ObservedObject::Pod(pod) = &version.object else { return false };
    let Some(last) = last else { return false };
    let last = last.object.metadata();
    version.r#type == WatchEventType::Deleted
        || (pod.metadata.is_deleting() && !last.is_deleting())
        || pod.metadata.owner_references != last.owner_references
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Time;
    use crate::trace::Kind;

    #[test]
    fn what_the_controller_writes_for_another_job_is_not_of_this_one() {
        let object = |kind: &str, uid: &str, owner: Option<&str>| {
            let owners = owner.map(
                |uid| json!({"apiVersion": "batch/v1", "kind": "Job", "name": "j", "uid": uid, "controller": true}),
            );
            let owners = owners.into_iter().collect::<Vec<_>>();
            let metadata = json!({"name": uid, "uid": uid, "resourceVersion": "1", "ownerReferences": owners});
            let mut version =
                Version::read(None, json!({"kind": kind, "metadata": metadata, "spec": {"template": {}}})).unwrap();
            (version.by, version.audited) = (Writer::JobController, Some((Time::START, Time::START)));
            version
        };
        let mut versions = [
            object("Job", "this", None),
            object("Job", "other", None),
            object("Pod", "adopted-by-this", None),
            object("Pod", "adopted-by-this", Some("this")),
            object("Pod", "released-by-other", Some("other")),
            object("Pod", "released-by-other", None),
        ];
        attribute(&mut versions, &[], &BTreeSet::from(["this".into()]));
        assert_eq!(versions.map(|version| version.is_own()), [true, false, true, true, false, false]);
    }

    #[test]
    fn a_pod_that_loses_only_its_owner_was_orphaned_by_the_garbage_collector() {
        let pod = |number: u64, is_owned: bool, finalizers: &[&str]| {
            let owner = json!({
                "apiVersion": "batch/v1", "kind": "Job", "name": "j", "uid": "this", "controller": true,
            });
            let metadata = json!({
                "name": "p", "uid": "u", "resourceVersion": number.to_string(), "finalizers": finalizers,
                "ownerReferences": Vec::from_iter(is_owned.then_some(owner)),
            });
            Version::read(Some(WatchEventType::Modified), json!({"kind": "Pod", "metadata": metadata})).unwrap()
        };
        let by = |finalizers: &[&str], left: &[&str]| {
            let mut versions = [pod(1, true, finalizers), pod(2, false, left)];
            attribute(&mut versions, &[], &BTreeSet::from(["this".into()]));
            let [_, last] = versions;
            last.by
        };
        let held = [JOB_TRACKING_FINALIZER];
        assert_eq!(by(&held, &held), Writer::GarbageCollector);
        assert_eq!(by(&held, &[]), Writer::JobController);
        assert_eq!(by(&[], &[]), Writer::Unknown);
    }

    #[test]
    fn each_request_is_looked_at_once() {
        // A long history of one Job: a search for each version took minutes.
        const VERSIONS: u64 = 40_000;
        let version = |number: u64| {
            let metadata =
                json!({"name": "j", "namespace": "default", "uid": "u", "resourceVersion": number.to_string()});
            let value = json!({"kind": "Job", "metadata": metadata, "spec": {"template": {}}});
            Version::read(Some(WatchEventType::Modified), value).unwrap()
        };
        let request = |number: u64, verb: &str, subresource: &str, by| Request {
            kind: Kind::Job,
            namespace: "default".to_owned(),
            name: "j".to_owned(),
            verb: verb.to_owned(),
            subresource: subresource.to_owned(),
            by,
            agent: String::new(),
            received: Time::START.plus(i64::try_from(number).unwrap()),
            answered: Time::START.plus(i64::try_from(number).unwrap()),
            code: 200,
            message: String::new(),
            answer: None,
            version: Some(number),
            removes: false,
        };
        // The first half was written before the log begins; the log has as many evictions, which delete nothing.
        let mut versions: Vec<_> = (1..=VERSIONS).map(version).collect();
        let requests: Vec<_> = (VERSIONS / 2..=VERSIONS)
            .flat_map(|number| {
                let evicts = Request { version: None, ..request(number, "create", "eviction", Writer::Kubelet) };
                [evicts, request(number, "update", "status", Writer::JobController)]
            })
            .collect();
        attribute(&mut versions, &requests, &BTreeSet::from(["u".into()]));
        let audited = versions.iter().filter(|version| version.audited.is_some()).count();
        assert_eq!(audited as u64, VERSIONS / 2 + 1);
        assert!(versions.iter().skip(20_000).all(|version| version.by == Writer::JobController));
    }

    #[test]
    fn an_eviction_deletes_and_the_last_finalizer_removes() {
        let request = |place: i64, verb: &str, subresource: &str, by, version, removes| Request {
            kind: Kind::Pod,
            namespace: "default".to_owned(),
            name: "p".to_owned(),
            verb: verb.to_owned(),
            subresource: subresource.to_owned(),
            by,
            agent: String::new(),
            received: Time::START.plus(place),
            answered: Time::START.plus(place),
            code: 200,
            message: String::new(),
            answer: None,
            version,
            removes,
        };
        let requests = [
            request(1, "create", "eviction", Writer::Person, None, false),
            request(2, "delete", "", Writer::Kubelet, Some(2), false),
            request(3, "delete", "", Writer::PodGc, Some(2), false),
            request(4, "patch", "", Writer::JobController, Some(2), true),
        ];
        let version = |number: u64, r#type, is_deleting: bool| {
            let mut metadata = json!({
                "name": "p", "namespace": "default", "uid": "u", "resourceVersion": number.to_string(),
                "finalizers": [JOB_TRACKING_FINALIZER],
            });
            if is_deleting {
                metadata["deletionTimestamp"] = "2024-01-01T00:00:00Z".into();
                metadata["deletionGracePeriodSeconds"] = 0.into();
            }
            Version::read(Some(r#type), json!({"kind": "Pod", "metadata": metadata})).unwrap()
        };
        let mut versions = [
            version(1, WatchEventType::Added, false),
            version(2, WatchEventType::Modified, true),
            version(3, WatchEventType::Deleted, true),
        ];
        attribute(&mut versions, &requests, &BTreeSet::new());
        let by = versions.map(|version| version.by);
        assert_eq!(by[1..], [Writer::Person, Writer::JobController]);
    }
}
