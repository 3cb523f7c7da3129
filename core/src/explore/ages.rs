//! What the future of a world reads of its instants. Most are only shown, or only compared with one another.

use super::digest::PodNumbers;
use crate::api::{Pod, PodPhase, Release, Time};
use crate::client::exponential;
use crate::job::backoff_utils::finished_time;
use crate::trace::Kind;
use crate::world::World;

/// What is read of an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// Nothing.
    Unread,
    /// Its distance from the present.
    Distance,
    /// Whether it is that of another instant of a Job, or the present second, and which comes first.
    AmongJobs,
    /// When a pod failed: the distance, for as long as it delays new pods.
    Failure,
    /// When a pod succeeded: which pods failed after it, or may yet.
    Success,
    /// When something becomes due: the distance, and once it is due the order.
    Due,
    /// When something becomes due: the distance until it is.
    Coming,
    /// When expectations were set that are not fulfilled: the distance, until they expire.
    Expected,
    /// When a list became necessary: the distance, until the reflector starts over.
    Relisted,
}

/// What is read of all instants in a state of a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PodAge {
    /// Nothing.
    Unread,
    /// When it ended, or how it would count if it were taken for one that failed.
    Failed(Time),
    /// When it ended well.
    Succeeded(Time),
}

/// What is read of the instants of one world.
#[derive(Debug)]
pub(super) struct Ages {
    /// Whether a Job has a deadline or a time to live.
    of_jobs: bool,
    /// States of pods, by number and resource version, sorted; `None` if the distances of all their instants are read.
    of_pods: Option<Vec<((usize, u64), PodAge)>>,
    /// Whether a pass of pod garbage collection would change something.
    of_passes: bool,
    /// The longest delay that counts requeues is reached after this number of them.
    requeues: u32,
}

impl Ages {
    pub(super) fn of(world: &World, pods: &PodNumbers<'_>) -> Self {
        let release = world.release();
        let number = |pod: &Pod| {
            let place = pods.binary_search_by_key(&pod.metadata.name(), |(text, _)| text).ok()?;
            pods.get(place).map(|(_, number)| *number)
        };
        let of_pods = (!world.reads_ages_of_pods()).then(|| {
            let states = world.pods_anywhere().filter_map(|pod| {
                let version = pod.metadata.resource_version?.0;
                Some(((number(pod)?, version), age_of_pod(pod, release)))
            });
            let mut states: Vec<_> = states.collect();
            states.sort_unstable_by_key(|(state, _)| *state);
            states.dedup_by_key(|(state, _)| *state);
            states
        });
        Self {
            of_jobs: world.reads_ages_of_jobs(),
            of_pods,
            of_passes: world.pod_pass_has_work(),
            requeues: world.most_distinct_requeues(),
        }
    }

    /// Whether the instants of Jobs, and of pods, have their distances read.
    pub(super) fn read_of_objects(&self) -> (bool, bool) {
        (self.of_jobs, self.of_pods.is_none())
    }

    /// What is read of an instant in that field of an object of a kind.
    pub(super) fn of_instant(&self, kind: Option<Kind>, name: &'static str, field: &'static str) -> Age {
        #[cfg(test)]
        tests::MET.with_borrow_mut(|met| met.insert((name, field)));
        match (kind, name, field) {
            (Some(Kind::Job), ..) if !self.of_jobs => Age::AmongJobs,
            (None, "Due", "at") => Age::Due,
            (None, "PodLife", "created" | "running_since" | "deleting_since") if self.of_pods.is_some() => Age::Unread,
            (None, "ControllerState", "next_pass") if self.of_passes => Age::Coming,
            (None, "ReflectorState", "until") => Age::Coming,
            // How long a watch was open matters to a server that closes it, and resyncs come by hand.
            (None, "ControllerState", "next_pass")
            | (None, "ReflectorState", "since")
            | (None, "SharedProcessor", "listeners" | "next_tick") => Age::Unread,
            (None, "BackoffRecord", _) => Age::Failure,
            (None, "Expectation", _) => Age::Expected,
            (None, "Reflector", _) => Age::Relisted,
            _ => Age::Distance,
        }
    }

    /// What is read of the instants in a state of a pod; `None` if it is the distance of each.
    pub(super) fn of_pod(&self, pod: usize, version: u64) -> Option<PodAge> {
        let states = self.of_pods.as_ref()?;
        let place = states.binary_search_by_key(&(pod, version), |(state, _)| *state).ok()?;
        states.get(place).map(|(_, age)| *age)
    }

    /// A rate limiter with these delays, in milliseconds, waits no longer after more failures.
    pub(super) fn most_failures(&self, base_ms: i64, cap_ms: i64) -> u32 {
        let most = (0..u64::BITS).find(|failures| exponential(base_ms, *failures, cap_ms) == cap_ms);
        most.unwrap_or(u64::BITS).max(self.requeues)
    }
}

/// What is read of the instants of a pod whose containers are not restarted.
fn age_of_pod(pod: &Pod, release: Release) -> PodAge {
    let ended = || finished_time(pod, release);
    match pod.status.phase {
        PodPhase::Succeeded => PodAge::Succeeded(ended()),
        PodPhase::Failed => PodAge::Failed(ended()),
        _ if pod.metadata.is_deleting() => PodAge::Failed(ended()),
        _ => PodAge::Unread,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use crate::api::Release;
    use crate::explore::digest::digest_of_alike;
    use crate::world::{Action, Mishap, World};

    thread_local! {
        /// The types and fields of the instants that were written.
        pub(super) static MET: RefCell<BTreeSet<(&'static str, &'static str)>> = RefCell::default();
    }

    /// A field of another name would count by its distance: correct, but the search would have more states.
    #[test]
    fn types_and_fields_have_the_names_that_instants_are_known_by() {
        let job = serde_json::json!({"metadata": {"name": "j"}, "spec": {"template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}});
        for release in [Release::V1_11, Release::V1_36] {
            let mut world = World::new(release);
            world.apply(&Action::CreateJob { job: Box::new(serde_json::from_value(job.clone()).unwrap()) }).unwrap();
            while let Some(next) = world.next_action() {
                let mishaps = Mishap::ALL.into_iter().flat_map(|mishap| world.mishaps(mishap));
                for choice in world.choices().into_iter().chain(mishaps) {
                    let mut other = world.clone();
                    other.apply(&choice).unwrap();
                    for _ in 0..6 {
                        digest_of_alike(&other);
                        if let Some(next) = other.next_action() {
                            other.apply(&next).unwrap();
                        }
                    }
                }
                world.apply(&next).unwrap();
            }
        }
        let met = MET.take();
        for known in [
            ("Due", "at"),
            ("PodLife", "created"),
            ("PodLife", "running_since"),
            ("PodLife", "deleting_since"),
            ("ControllerState", "next_pass"),
            ("ReflectorState", "until"),
            ("ReflectorState", "since"),
            ("SharedProcessor", "listeners"),
            ("SharedProcessor", "next_tick"),
            ("Expectation", "set_at"),
        ] {
            assert!(met.contains(&known), "{known:?}: {met:?}");
        }
        for known in ["BackoffRecord", "Reflector"] {
            assert!(met.iter().any(|(name, _)| *name == known), "{known}: {met:?}");
        }
    }
}
