//! Syncs that pause between two API calls, so that several workers can run at the same time, each on its own key.

use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use super::{ActionError, World};
use crate::api::ObjectKey;
use crate::client::{Pace, Surroundings};
use crate::job;
use crate::manager::{Simulated, workers};
use crate::trace::{Function, Trace, TraceEntry};

/// A worker that rests before a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RestingSync {
    /// The key that it has.
    pub key: ObjectKey,
    /// How many calls it has made.
    pub calls: u32,
    /// The world in which it began, without what others had in their hands.
    start: Arc<World>,
    /// The worlds that it found after its rests, each with the number of calls before it.
    rests: Vector<(u32, Arc<World>)>,
    /// The entries of its trace so far.
    entries: usize,
    /// The functions that it is in, outermost first.
    within: Vec<Function>,
}

/// The functions that a trace has entered and not left, outermost first.
fn within(trace: &[TraceEntry]) -> Vec<Function> {
    let mut within = Vec::new();
    for entry in trace {
        match entry {
            TraceEntry::Enter(function) => within.push(*function),
            TraceEntry::Leave(_) => drop(within.pop()),
            _ => {}
        }
    }
    within
}

impl World {
    /// The syncs that rest, in the order in which their keys were taken.
    pub fn resting_syncs(&self) -> impl Iterator<Item = &RestingSync> {
        self.resting.iter()
    }

    /// Refused unless a worker of the Job controller is free.
    pub(super) fn has_free_worker(&self) -> Result<(), ActionError> {
        self.working(Simulated::Job)?;
        let workers = workers(Simulated::Job);
        if self.resting.len() < workers as usize { Ok(()) } else { Err(ActionError::NoFreeWorker { workers }) }
    }

    fn without_resting(&self) -> Arc<Self> {
        Arc::new(Self { resting: Vector::new(), ..self.clone() })
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            api: self.api.clone(),
            machinery: self.machinery.clone(),
            events: self.events.0.clone(),
            now: self.now,
        }
    }

    /// A free worker takes the next key and runs until before its first call; or the worker that has `key` makes its
    /// next call, and runs until before the one after it. Without a further call it runs to its end.
    pub(super) fn step_sync(&mut self, key: Option<&ObjectKey>, trace: &mut Trace) -> Result<(), ActionError> {
        let (mut sync, rest_before) = if let Some(key) = key {
            let place = self.resting.iter().position(|sync| sync.key == *key);
            let place = place.ok_or_else(|| ActionError::NoSuchSync { key: key.clone() })?;
            let mut sync = self.resting.remove(place);
            sync.rests.push_back((sync.calls, self.without_resting()));
            let next = sync.calls + 1;
            (sync, next)
        } else {
            self.has_free_worker()?;
            let key = self.machinery.queue.work.ready().next().cloned().ok_or(ActionError::QueueEmpty)?;
            let start = self.without_resting();
            // Armed faults are for this sync.
            self.faults.begin(&key);
            self.faults.end();
            (RestingSync { key, calls: 0, start, rests: Vector::new(), entries: 0, within: Vec::new() }, 0)
        };
        let mut scratch = World::clone(&sync.start);
        // Each part of the trace says by itself where it is.
        for function in &sync.within {
            trace.record(|| TraceEntry::Enter(*function));
        }
        let mut inner = match trace.room() {
            Some(room) => Trace::limited(sync.entries.saturating_add(room)),
            None => Trace::on(),
        };
        let rests = sync.rests.iter().map(|(calls, world)| (*calls, world.surroundings()));
        let (mut controller, _) = scratch.at_work(&mut inner);
        controller.process.pace = Pace::new(rests, rest_before);
        controller.states = sync.rests.iter().map(|(_, world)| world.controller.clone()).collect();
        controller.rests = sync.rests.len();
        job::process_next_work_item(&mut controller);
        controller.process.settle_run();
        controller.state();
        let is_resting = controller.process.pace.is_resting();
        (self.api, self.machinery, self.events) = (scratch.api, scratch.machinery, scratch.events);
        self.controller = scratch.controller;
        let entries = inner.into_entries();
        for entry in entries.iter().skip(sync.entries) {
            trace.record(|| entry.clone());
        }
        if is_resting {
            sync.calls = rest_before;
            sync.entries = entries.len();
            sync.within = within(&entries);
            self.resting.push_back(sync);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::{Release, Time};
    use crate::apiserver::Fault;
    use crate::trace::{FaultMode, Verb};
    use crate::world::{Action, Streams};

    fn create(name: &str, pods: i32) -> Action {
        let job = json!({"metadata": {"name": name}, "spec": {
            "parallelism": pods, "completions": pods,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}]}},
        }});
        Action::CreateJob { job: Box::new(serde_json::from_value(job).unwrap()) }
    }

    fn deliver(world: &mut World) {
        world.apply(&Action::Deliver { kind: Streams::All, n: None }).unwrap();
    }

    fn step(key: &str) -> Action {
        Action::StepSync { key: Some(key.into()) }
    }

    const NEXT: Action = Action::StepSync { key: None };

    /// A world whose controller has seen these Jobs.
    fn with_jobs(release: Release, jobs: &[(&str, i32)]) -> World {
        let mut world = World::starting_at(release, Time::START);
        for (name, pods) in jobs {
            world.apply(&create(name, *pods)).unwrap();
        }
        deliver(&mut world);
        world
    }

    fn pods_of(world: &World, job: &str) -> usize {
        world.stored_pods().filter(|pod| pod.metadata.name().starts_with(&format!("{job}-"))).count()
    }

    #[test]
    fn a_fault_for_a_job_waits_for_its_sync() {
        let fault = Fault { job: Some("default/b".into()), ..Fault::new(Verb::Create, FaultMode::Invalid) };
        for release in Release::ALL {
            let mut world = with_jobs(release, &[("a", 1), ("b", 1)]);
            world.apply(&Action::Fault(fault.clone())).unwrap();
            let mut by_calls = world.clone();
            for _ in 0..2 {
                world.apply(&Action::Sync).unwrap();
            }
            assert_eq!((pods_of(&world, "a"), pods_of(&world, "b")), (1, 0), "{release}");
            assert!(world.armed_faults().is_empty(), "{release}");
            for _ in 0..2 {
                let key = by_calls.machinery.queue.work.ready().next().cloned().unwrap();
                by_calls.apply(&NEXT).unwrap();
                while by_calls.apply(&Action::StepSync { key: Some(key.clone()) }).is_ok() {}
            }
            assert_eq!((pods_of(&by_calls, "a"), pods_of(&by_calls, "b")), (1, 0), "{release}");
            assert!(by_calls.armed_faults().is_empty(), "{release}");
        }
        let mut world = with_jobs(Release::V1_36, &[("b", 1)]);
        world.apply(&Action::Fault(fault)).unwrap();
        world.apply(&Action::Restart).unwrap();
        assert!(world.armed_faults().is_empty(), "a new process begins without faults");
    }

    #[test]
    fn two_workers_write_by_turns() {
        for release in Release::ALL {
            let mut world = with_jobs(release, &[("a", 2), ("b", 1)]);
            world.apply(&NEXT).unwrap();
            world.apply(&NEXT).unwrap();
            let held: Vec<_> = world.resting_syncs().map(|sync| sync.key.to_string()).collect();
            assert_eq!(held, ["default/a", "default/b"], "{release}");
            assert_eq!(world.stored_pods().count(), 0, "nobody has written yet");
            assert_eq!(world.apply(&NEXT).unwrap_err(), ActionError::QueueEmpty);
            assert_eq!(
                world.apply(&step("default/c")).unwrap_err(),
                ActionError::NoSuchSync { key: "default/c".into() }
            );
            world.apply(&step("default/a")).unwrap();
            assert_eq!((pods_of(&world, "a"), pods_of(&world, "b")), (1, 0), "{release}");
            world.apply(&step("default/b")).unwrap();
            assert_eq!((pods_of(&world, "a"), pods_of(&world, "b")), (1, 1), "{release}");
            world.apply(&step("default/a")).unwrap();
            assert_eq!((pods_of(&world, "a"), pods_of(&world, "b")), (2, 1), "{release}");
            // Each continues in a healthy cluster, to the end.
            while let Some(action) = world.next_action() {
                world.apply(&action).unwrap();
            }
            assert_eq!(world.resting_syncs().count(), 0);
            assert!(world.stored_jobs().all(|job| job.status.finished().is_some()), "{release}");
        }
    }

    #[test]
    fn a_key_is_never_in_two_hands() {
        let mut world = with_jobs(Release::V1_28, &[("a", 1)]);
        world.apply(&NEXT).unwrap();
        world.apply(&step("default/a")).unwrap();
        // The pod that it has just created wakes its Job, which a worker has already.
        deliver(&mut world);
        world.apply(&Action::Advance { ms: 1_000 }).unwrap();
        assert_eq!(world.apply(&NEXT).unwrap_err(), ActionError::QueueEmpty);
        assert_eq!(world.apply(&Action::Sync).unwrap_err(), ActionError::QueueEmpty);
        while world.resting_syncs().next().is_some() {
            world.apply(&step("default/a")).unwrap();
        }
        world.apply(&Action::Sync).unwrap();
    }

    #[test]
    fn what_a_worker_has_in_its_hands_grows_old() {
        // Another client writes the status between the read and the write: a conflict that a whole sync never meets.
        let mut world = with_jobs(Release::V1_28, &[("a", 0)]);
        world.apply(&NEXT).unwrap();
        let patch = json!({"metadata": {"labels": {"touched": "yes"}}});
        let r#type = crate::api::PatchType::Merge;
        world.apply(&Action::PatchJob { name: "a".into(), r#type, patch }).unwrap();
        let step = world.apply(&step("default/a")).unwrap();
        let refused = step.trace.iter().find_map(|entry| match entry {
            TraceEntry::Call(call) => call.error.clone(),
            _ => None,
        });
        assert!(refused.is_some_and(|error| error.message.contains("the object has been modified")));
    }

    #[test]
    fn a_pod_counts_twice_if_its_finalizer_is_seen_gone_while_pods_are_claimed() {
        for (release, failed) in [(Release::V1_26, 1), (Release::V1_27, 1), (Release::V1_28, 2), (Release::V1_31, 2)] {
            let mut world = with_jobs(release, &[("a", 2)]);
            world.apply(&Action::Sync).unwrap();
            deliver(&mut world);
            let names: Vec<_> = world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
            let [fails, leaves] = names.as_slice() else { panic!("{names:?}") };
            let fail = json!({"op": "podFail", "pods": [fails], "exit": {"main": 1}});
            let labels = json!({"batch.kubernetes.io/controller-uid": null, "controller-uid": null});
            let leave = json!({"op": "podLabel", "pods": [leaves], "set": labels});
            for action in [fail, leave] {
                world.apply(&serde_json::from_value(action).unwrap()).unwrap();
            }
            let one = Action::Deliver { kind: Streams::Pod, n: Some(1) };
            let second = Action::Advance { ms: 1_000 };
            let jobs = Action::Deliver { kind: Streams::Job, n: None };
            for action in [&one, &second, &Action::Sync, &one, &jobs, &Action::Advance { ms: 60_000 }, &NEXT] {
                world.apply(action).unwrap();
            }
            assert_eq!(world.resting_syncs().count(), 1, "before it lets the other pod go");
            deliver(&mut world);
            while world.resting_syncs().next().is_some() {
                world.apply(&step("default/a")).unwrap();
            }
            assert_eq!(world.stored_jobs().next().map(|job| job.status.failed), Some(failed), "{release}");
        }
    }

    #[test]
    fn step_by_step_is_as_at_once() {
        for release in Release::ALL {
            let mut world = with_jobs(release, &[("a", 3)]);
            for _ in 0..200 {
                let Some(action) = world.next_action() else { break };
                if action == Action::Sync {
                    let mut slow = world.clone();
                    let mut trace = slow.apply(&NEXT).unwrap().trace;
                    let next = |world: &World| world.resting_syncs().next().map(|sync| sync.key.clone());
                    let mut key = next(&slow);
                    while key.is_some() {
                        let step = slow.apply(&Action::StepSync { key }).unwrap();
                        trace.extend(step.trace);
                        key = next(&slow);
                    }
                    let whole = world.apply(&action).unwrap();
                    let questions = |trace: &[TraceEntry]| -> Vec<TraceEntry> {
                        trace
                            .iter()
                            .filter(|entry| matches!(entry, TraceEntry::Decision(_) | TraceEntry::SyncResult(_)))
                            .cloned()
                            .collect()
                    };
                    assert_eq!(questions(&trace), questions(&whole.trace), "{release}");
                    let statuses =
                        |world: &World| world.stored_jobs().map(|job| job.status.clone()).collect::<Vec<_>>();
                    assert_eq!(statuses(&slow), statuses(&world), "{release}");
                    assert_eq!(slow.stored_pods().count(), world.stored_pods().count(), "{release}");
                    assert_eq!(slow.metrics(), world.metrics(), "{release}");
                } else {
                    world.apply(&action).unwrap();
                }
            }
            assert!(world.stored_jobs().all(|job| job.status.finished().is_some()), "{release}");
        }
    }

    #[test]
    fn there_are_as_many_hands_as_workers() {
        let jobs: Vec<String> = (0..6).map(|number| format!("j{number}")).collect();
        let jobs: Vec<(&str, i32)> = jobs.iter().map(|name| (name.as_str(), 1)).collect();
        let mut world = with_jobs(Release::V1_11, &jobs);
        for _ in 0..5 {
            world.apply(&NEXT).unwrap();
        }
        for action in [NEXT, Action::Sync] {
            assert_eq!(world.apply(&action).unwrap_err(), ActionError::NoFreeWorker { workers: 5 });
        }
        world.apply(&Action::Restart).unwrap();
        assert_eq!(world.resting_syncs().count(), 0, "a new process has nothing in its hands");
    }
}
