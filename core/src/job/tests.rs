//! What no action in a world can bring about, and upstream asks about all the same: keys that name nothing, and
//! pods that something else than a Job controls.

use serde_json::json;

use super::testing::pod;
use super::{Controller, ControllerState, NewController, new_controller, process_next_orphan_pod};
use super::{handle_pod, process_next_work_item};
use crate::api::{Edition, FeatureGates, ObjectKey, Pod, Time};
use crate::apiserver::{ApiServer, ArmedFaults};
use crate::client::{EventRecorder, Machinery, PodRun, Process};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::{Answer, DecisionId, Trace, TraceEntry};

/// A controller of a release beside an empty API server.
struct Plane {
    gates: FeatureGates,
    api: ApiServer,
    machinery: Machinery,
    state: ControllerState,
}

impl Plane {
    fn new(edition: Edition) -> Self {
        let gates = FeatureGates::from(edition);
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
                trace: &mut trace,
            },
            state: &mut self.state,
        });
        trace.into_entries()
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
    for edition in Edition::ALL {
        for text in ["nobody", "/nobody", "default/"] {
            let mut plane = Plane::new(edition);
            plane.machinery.queue.work.add(&ObjectKey::from(text));
            let trace = plane.run(|jm| assert!(process_next_work_item(jm)));
            assert_eq!(answers(&trace), [(DecisionId::KeyComplete, Answer::No)], "{text:?} in {edition}");
            let error = trace.iter().find_map(|entry| match entry {
                TraceEntry::SyncResult(result) => Some((result.error.clone()?, result.forget)),
                _ => None,
            });
            let message = format!("invalid job key {text:?}: either namespace or name is missing");
            assert_eq!(error, Some((message, false)), "{edition}");
            assert_eq!(plane.machinery.queue.limiter.num_requeues(&ObjectKey::from(text)), 1, "{edition}");
        }
    }
}

#[test]
fn a_pod_of_another_controller_keeps_its_finalizer() {
    // v1.28 takes the finalizer off whatever has lost its Job (#124798).
    for (edition, kept) in [(Edition::V1_28, false), (Edition::V1_36, true)] {
        for owner in [("ReplicaSet", "apps/v1"), ("Job", "example.com/v1")] {
            let mut plane = Plane::new(edition);
            let mut orphan: Pod = pod("p", "Running");
            let reference =
                json!({"kind": owner.0, "apiVersion": owner.1, "name": "p", "uid": "u", "controller": true});
            orphan.metadata.owner_references.push(serde_json::from_value(reference).unwrap());
            let key = plane.api.create_pod(orphan, Time::START).unwrap().metadata.key();
            plane.api.delete_pod(&key, None, Time::START).unwrap();
            plane.deliver_pods();
            let trace = plane.run(|jm| assert!(process_next_orphan_pod(jm)));
            assert_eq!(answers(&trace).contains(&(DecisionId::ControlledByOther, Answer::Yes)), kept, "{owner:?}");
            let left = plane.api.pods().get(&key).is_some_and(|pod| has_job_tracking_finalizer(pod));
            assert_eq!(left, kept, "{owner:?} in {edition}");
        }
    }
}
