//! Goals of a search. A goal is checked on a step, with the world before and after it, and on nothing else. The step
//! that brings it about reaches it, so a state that already holds at the start does not count.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::{FeatureGates, Job, Pod, PodPhase, Uid};
use crate::job::indexed_job_utils::completion_index;
use crate::timeline::Breakpoint;
use crate::world::invariants::{Invariant, Promise, Violation};
use crate::world::{Step, World};

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Goal {
    /// A step breaks something that a control plane promises.
    Broken {
        /// This one; if absent, any of those that are about something the release has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        invariant: Option<Invariant>,
    },
    /// A Job comes to have more active pods (pods that have neither ended nor are being deleted) than its parallelism, as
    /// both are stored, and more than it had.
    OverParallelism,
    /// Two pods of a Job come to run for one completion index, the one that is being deleted included.
    IndexTwice,
    /// Nothing is left that may happen, and a Job has neither ended, nor is it suspended, nor does any of its pods run.
    /// (The informers' periodic resync, after 12 to 24 hours, is not waited for.)
    Stuck,
    /// Something happens at which a breakpoint would stop: a Job ends, an event is recorded, a question gets an answer.
    Strikes {
        /// The breakpoint.
        breakpoint: Breakpoint,
    },
}

/// That a step reached its goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Reached {
    /// What it broke, if the goal is that something breaks.
    pub violations: Vec<Violation>,
}

impl Goal {
    /// Whether the step from `before` to `after` reaches it.
    pub(crate) fn reached_by(&self, before: &World, step: &Step, after: &World) -> Option<Reached> {
        match self {
            Self::Broken { invariant: Some(invariant) } => broken([*invariant], before, step, after),
            Self::Broken { invariant: None } => broken(about_something(after.gates()), before, step, after),
            Self::OverParallelism => comes_about(!over_parallelism(before, after).is_empty()),
            Self::IndexTwice => comes_about(indexes_taken_twice(after) > indexes_taken_twice(before)),
            Self::Stuck => comes_about(is_stuck(after) && !is_stuck(before)),
            Self::Strikes { breakpoint } => comes_about(!breakpoint.strikes(step, before, after).is_empty()),
        }
    }

    /// How the release with these gates stands to it, if that is written down: of a goal that is a broken promise.
    pub fn promised_by(&self, gates: FeatureGates) -> Option<Promise> {
        match self {
            Self::Broken { invariant } => invariant.map(|invariant| invariant.promised_by(gates)),
            Self::OverParallelism | Self::IndexTwice | Self::Stuck | Self::Strikes { .. } => None,
        }
    }
}

fn comes_about(is_so: bool) -> Option<Reached> {
    is_so.then(Reached::default)
}

/// The invariants that are about something which the release has.
fn about_something(gates: FeatureGates) -> impl Iterator<Item = Invariant> {
    Invariant::ALL.iter().copied().filter(move |invariant| invariant.promised_by(gates) != Promise::NotMade)
}

fn broken(
    invariants: impl IntoIterator<Item = Invariant>,
    before: &World,
    step: &Step,
    after: &World,
) -> Option<Reached> {
    let violations: Vec<_> =
        invariants.into_iter().flat_map(|invariant| invariant.broken_by(before, step, after)).collect();
    (!violations.is_empty()).then_some(Reached { violations })
}

/// The pods that a Job controls, as stored.
fn pods_of<'a>(job: &Job, world: &'a World) -> impl Iterator<Item = &'a Pod> {
    let uid = job.uid();
    world
        .stored_pods()
        .map(|pod| &**pod)
        .filter(move |pod| pod.metadata.controller().is_some_and(|owner| owner.uid == uid))
}

/// The Jobs that have more active pods than may run, and more than before.
fn over_parallelism(before: &World, after: &World) -> Vec<Uid> {
    let active = |job: &Job, world: &World| pods_of(job, world).filter(|pod| pod.is_active()).count();
    let is_over = |job: &&Job| {
        let now = active(job, after);
        let most = usize::try_from(job.spec.parallelism.unwrap_or(1)).unwrap_or(0);
        now > most && now > active(job, before)
    };
    after.stored_jobs().filter(is_over).map(Job::uid).collect()
}

/// How many indexes have more than one running pod.
fn indexes_taken_twice(world: &World) -> usize {
    let mut running: BTreeMap<(&Uid, i64), usize> = BTreeMap::new();
    for pod in world.stored_pods().filter(|pod| pod.status.phase == PodPhase::Running) {
        if let (Some(owner), Some(index)) = (pod.metadata.controller(), completion_index(pod)) {
            *running.entry((&owner.uid, index)).or_default() += 1;
        }
    }
    running.values().filter(|count| **count > 1).count()
}

fn is_stuck(world: &World) -> bool {
    let rests = |job: &Job| {
        job.status.finished().is_none()
            && !job.is_suspended()
            && !pods_of(job, world).any(|pod| pod.status.phase == PodPhase::Running)
    };
    world.stored_jobs().any(rests) && world.choices().is_empty() && !world.has_held_events()
}
