//! Cases that no action in a world leads to, or hardly any: keys that name nothing, pods that something other than a
//! Job controls.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use serde_json::json;

use super::testing::{job, pod};
use super::{Controller, ControllerState, NewController};
use super::{handle_pod, new_controller, process_next_orphan_pod, process_next_work_item};
use crate::api::{
    DeleteOptions, FeatureGates, Job, List, ObjectKey, OwnerReference, Pod, PodPhase, Release, ResourceVersion, Time,
};
use crate::apiserver::{ApiServer, ArmedFaults, WatchEvent};
use crate::client::prometheus::Exposition;
use crate::client::{EventRecorder, LastState, Machinery, Notification, Pace, PodRun, Process, controller_ref};
use crate::job::tracking_utils::{JOB_TRACKING_FINALIZER, has_job_tracking_finalizer};
use crate::trace::{
    Answer, Decision, DecisionId, EXPECTATIONS_TIMEOUT_MS, ExpectationRecord, Trace, TraceEntry, WatchEventType,
};

/// A controller of a release beside an empty API server.
struct Plane {
    gates: FeatureGates,
    api: ApiServer,
    machinery: Machinery,
    state: ControllerState,
}

impl Plane {
    fn new(release: Release) -> Self {
        let gates = FeatureGates::from(release);
        let NewController { machinery, state } = new_controller(gates);
        Self { gates, api: ApiServer::new(gates), machinery, state }
    }

    /// What happens while the controller is at work.
    fn run(&mut self, work: impl FnOnce(&mut Controller<'_>)) -> Vec<TraceEntry> {
        let (mut trace, mut events, mut faults) = (Trace::on(), EventRecorder::default(), ArmedFaults::default());
        work(&mut Controller {
            process: Process {
                api: &mut self.api,
                machinery: &mut self.machinery,
                events: &mut events,
                faults: &mut faults,
                gates: self.gates,
                now: Time::START,
                run: PodRun::default(),
                owner: List::default(),
                pace: Pace::default(),
                trace: &mut trace,
            },
            state: &mut self.state,
            states: VecDeque::new(),
            rests: 0,
            sync: None,
        });
        trace.into_entries()
    }

    /// Puts a Job with that selector into the cache.
    fn cache(&mut self, name: &str, labels: &[(&str, &str)]) -> Job {
        let mut job = job(json!({"selector": {"matchLabels": labels.iter().copied().collect::<BTreeMap<_, _>>()}}));
        job.metadata.name = Some(name.into());
        job.metadata.uid = Some(format!("uid-{name}").as_str().into());
        self.machinery.jobs.watch_event(WatchEvent { r#type: WatchEventType::Added, object: Arc::new(job.clone()) });
        while self.machinery.jobs.process().is_some() {}
        job
    }

    /// The keys that are ready or wait in the Job queue.
    fn queued(&self) -> BTreeSet<String> {
        let queue = &self.machinery.queue;
        let waiting = queue.delaying.iter().map(|waiting| &waiting.key);
        queue.work.ready().chain(waiting).map(ToString::to_string).collect()
    }

    /// Has the pod's handler see the change of a pod.
    fn pod_changes(&mut self, old: &Pod, new: &Pod) {
        let (mut old, mut new) = (old.clone(), new.clone());
        old.metadata.resource_version = Some(ResourceVersion(1));
        new.metadata.resource_version = Some(ResourceVersion(2));
        self.run(|jm| handle_pod(jm, &Notification::Update(Arc::new(old), Arc::new(new))));
    }

    /// Lets the cache of pods have what the API server stored.
    fn deliver_pods(&mut self) {
        while let Some(event) = self.api.watch.pods.pop_front() {
            self.machinery.pods.watch_event(event);
            for (_, notification) in self.machinery.pods.process().unwrap_or_default() {
                self.run(|jm| handle_pod(jm, &notification));
            }
        }
    }
}

/// The questions with their answers.
fn answers(trace: &[TraceEntry]) -> Vec<(DecisionId, Answer)> {
    let decisions = trace.iter().filter_map(|entry| match entry {
        TraceEntry::Decision(decision) => Some((decision.id(), decision.answer())),
        _ => None,
    });
    decisions.collect()
}

#[test]
fn a_key_without_a_namespace_or_a_name_ends_the_sync() {
    for release in Release::ALL {
        for text in ["nobody", "/nobody", "default/"] {
            let mut plane = Plane::new(release);
            plane.machinery.queue.work.add(&ObjectKey::from(text));
            let trace = plane.run(|jm| assert!(process_next_work_item(jm)));
            assert_eq!(answers(&trace), [(DecisionId::KeyComplete, Answer::No)], "{text:?} in {release}");
            let error = trace.iter().find_map(|entry| match entry {
                TraceEntry::SyncResult(result) => Some((result.error.clone()?, result.forget)),
                _ => None,
            });
            let message = format!("invalid job key {text:?}: either namespace or name is missing");
            assert_eq!(error, Some((message, false)), "{release}");
            assert_eq!(plane.machinery.queue.limiter.num_requeues(&ObjectKey::from(text)), 1, "{release}");
        }
    }
}

#[test]
fn a_pod_of_another_controller_keeps_its_finalizer() {
    // v1.28 takes the finalizer off whatever has lost its Job (#124798).
    for (release, kept) in [(Release::V1_28, false), (Release::V1_36, true)] {
        for owner in [("ReplicaSet", "apps/v1"), ("Job", "example.com/v1")] {
            let mut plane = Plane::new(release);
            let mut orphan: Pod = pod("p", "Running");
            let reference =
                json!({"kind": owner.0, "apiVersion": owner.1, "name": "p", "uid": "u", "controller": true});
            orphan.metadata.owner_references.to_mut().push(serde_json::from_value(reference).unwrap());
            let key = plane.api.create_pod(orphan, Time::START).unwrap().metadata.key();
            plane.api.delete_pod(&key, &DeleteOptions::default(), Time::START).unwrap();
            plane.deliver_pods();
            let trace = plane.run(|jm| assert!(process_next_orphan_pod(jm)));
            assert_eq!(answers(&trace).contains(&(DecisionId::ControlledByOther, Answer::Yes)), kept, "{owner:?}");
            let left = plane.api.pods().get(&key).is_some_and(|pod| has_job_tracking_finalizer(pod));
            assert_eq!(left, kept, "{owner:?} in {release}");
        }
    }
}

#[test]
fn a_pod_that_ended_counts_as_gone_only_if_an_event_has_its_last_state() {
    for release in [Release::V1_28, Release::V1_36] {
        let counted = |last| {
            let mut plane = Plane::new(release);
            plane.run(|jm| handle_pod(jm, &Notification::Delete(Arc::new(pod("p", "Succeeded")), last)));
            let mut text = Exposition::default();
            plane.state.metrics.expose(release, &mut text);
            text.to_string().contains("job_controller_terminated_pods_tracking_finalizer_total{event=\"delete\"} 1")
        };
        assert!(counted(LastState::Event) && !counted(LastState::Cached), "{release}");
    }
}

#[test]
fn a_selector_that_cannot_be_matched_with_ends_each_sync() {
    for (release, why) in [
        (Release::V1_11, "invalid label value: \"a b\": a valid label must be"),
        (Release::V1_22, "values[0][app]: Invalid value: \"a b\": a valid label must be"),
    ] {
        let mut plane = Plane::new(release);
        let mut job = plane.cache("j", &[]);
        let requirement = json!({"key": "app", "operator": "NotIn", "values": ["a b"]});
        job.spec.selector = Some(serde_json::from_value(json!({"matchExpressions": [requirement]})).unwrap());
        let key = job.metadata.key();
        plane.machinery.jobs.watch_event(WatchEvent { r#type: WatchEventType::Modified, object: Arc::new(job) });
        while plane.machinery.jobs.process().is_some() {}
        plane.pod_changes(&labelled(&[]), &labelled(&[("app", "a")]));
        assert_eq!(plane.queued(), [].into(), "it matches no pod: {release}");
        plane.machinery.queue.work.add(&key);
        let trace = plane.run(|jm| assert!(process_next_work_item(jm)));
        let error = trace.iter().find_map(|entry| match entry {
            TraceEntry::SyncResult(result) => result.error.clone(),
            _ => None,
        });
        let error = error.unwrap_or_default();
        assert!(error.starts_with(&format!("couldn't convert Job selector: {why}")), "{error}");
    }
}

#[test]
fn the_index_of_pods_goes_by_kind_name_and_uid_of_their_controller() {
    let mut plane = Plane::new(Release::V1_34);
    let job = plane.cache("j", &[("app", "a")]);
    let own = controller_ref(&job);
    let owners = [
        ("own", own.clone()),
        ("kind", OwnerReference { kind: "ReplicaSet".to_owned(), ..own.clone() }),
        ("name", OwnerReference { name: "k".into(), ..own.clone() }),
        ("uid", OwnerReference { uid: "another".into(), ..own.clone() }),
        ("version", OwnerReference { api_version: "batch/v1beta1".to_owned(), ..own.clone() }),
        ("no-controller", OwnerReference { controller: None, ..own }),
    ];
    for (name, owner) in owners {
        let mut pod = owned(&owner);
        pod.metadata.name = Some(name.into());
        plane.machinery.pods.watch_event(WatchEvent { r#type: WatchEventType::Added, object: Arc::new(pod) });
        while plane.machinery.pods.process().is_some() {}
    }
    plane.run(|jm| {
        let listed = jm.pods_by_controller(&job);
        let names: Vec<_> = listed.iter().map(|pod| pod.metadata.name()).collect();
        assert_eq!(names, ["own", "version", "no-controller"]);
    });
}

fn labelled(labels: &[(&str, &str)]) -> Pod {
    let mut pod = pod("p", "Pending");
    pod.metadata.finalizers.to_mut().clear();
    for (key, value) in labels {
        pod.metadata.labels.set(key, *value);
    }
    pod
}

fn owned(owner: &OwnerReference) -> Pod {
    let mut pod = labelled(&[]);
    pod.metadata.owner_references.to_mut().push(owner.clone());
    pod
}

#[test]
fn a_pod_without_a_controller_wakes_the_jobs_that_it_comes_to_match() {
    for release in Release::ALL {
        let mut plane = Plane::new(release);
        plane.cache("j", &[("app", "a")]);
        plane.cache("k", &[("app", "b")]);
        plane.pod_changes(&labelled(&[("app", "a")]), &labelled(&[("app", "a")]));
        assert_eq!(plane.queued(), [].into(), "the labels are the same: {release}");
        plane.pod_changes(&labelled(&[]), &labelled(&[("app", "a")]));
        assert_eq!(plane.queued(), ["default/j".to_owned()].into(), "{release}");
    }
}

#[test]
fn a_pod_that_changes_hands_wakes_both_its_jobs() {
    for release in Release::ALL {
        let mut plane = Plane::new(release);
        let [j, k] = ["j", "k"].map(|name| controller_ref(&plane.cache(name, &[("app", name)])));
        plane.pod_changes(&owned(&j), &owned(&k));
        assert_eq!(plane.queued(), ["default/j", "default/k"].map(ToOwned::to_owned).into(), "{release}");
        let mut plane = Plane::new(release);
        plane.cache("j", &[("app", "j")]);
        plane.pod_changes(&owned(&j), &labelled(&[]));
        assert_eq!(plane.queued(), ["default/j".to_owned()].into(), "let go in {release}");
    }
}

#[test]
fn a_failure_waits_for_the_requeues_of_its_job_until_v1_27() {
    for release in Release::ALL {
        let mut plane = Plane::new(release);
        let job = plane.cache("j", &[("app", "a")]);
        for _ in 0..2 {
            plane.machinery.queue.limiter.when(&job.metadata.key());
        }
        let running = owned(&controller_ref(&job));
        let mut failed = running.clone();
        failed.status.phase = PodPhase::Failed;
        plane.pod_changes(&running, &failed);
        let waits: Vec<_> = plane.machinery.queue.delaying.iter().map(|waiting| waiting.ready_at).collect();
        let wait_ms = if release.since(28) { 1_000 } else { 20_000 };
        assert_eq!(waits, [Time::START.plus(wait_ms)], "{release}");
    }
}

#[test]
fn what_is_expected_is_waited_for_five_minutes_and_no_longer() {
    let satisfied = |adds, dels, age_ms| {
        Decision::ExpectationsSatisfied { record: Some(ExpectationRecord { adds, dels, age_ms }) }.answer().is_yes()
    };
    assert!(!satisfied(1, 0, EXPECTATIONS_TIMEOUT_MS));
    assert!(!satisfied(0, 1, EXPECTATIONS_TIMEOUT_MS));
    assert!(satisfied(1, 1, EXPECTATIONS_TIMEOUT_MS + 1));
    assert!(satisfied(-1, 0, 0), "more was seen than expected");
}

#[test]
fn settled_pods_are_looked_at_again_when_the_question_is_another() {
    let mut plane = Plane::new(Release::V1_28);
    let mut job = plane.cache("j", &[("app", "a")]);
    for phase in ["Succeeded", "Failed"] {
        let mut ended: Pod = pod(&phase.to_lowercase(), phase);
        ended.metadata.labels.set("app", "a");
        ended.metadata.finalizers.to_mut().clear();
        ended.metadata.owner_references = vec![controller_ref(&job)].into();
        plane.machinery.pods.watch_event(WatchEvent { r#type: WatchEventType::Added, object: Arc::new(ended) });
        while plane.machinery.pods.process().is_some() {}
    }
    let mut found = |job: &Job| {
        let mut found = None;
        plane.run(|jm| {
            let pods = jm.get_pods_for_job(job, Process::pods_of_namespace, Some(JOB_TRACKING_FINALIZER));
            found = pods.ok().map(|pods| (pods.pods.len(), pods.settled.succeeded, pods.settled.failed));
        });
        found
    };
    assert_eq!(found(&job), Some((2, 0, 0)));
    assert_eq!(found(&job), Some((0, 1, 1)));
    // A policy has to see how pods failed.
    job.spec.pod_failure_policy = Some(serde_json::from_value(json!({"rules": []})).unwrap());
    assert_eq!(found(&job), Some((2, 0, 0)));
    assert_eq!(found(&job), Some((1, 1, 0)));
}
