//! What a control plane promises, each promise by name. A caller that drives a world can check every step against them.
//!
//! A promise is checked on a step, with the world before and after it, and on nothing else: no history is
//! kept. Here are the names, and which release keeps which promise; `finding` has what can be found, `state`
//! checks what holds between any two actions, `sync` what holds of a sync. Nothing in here changes a world.

mod finding;
mod state;
mod sync;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use finding::Finding;

use super::{Action, Step, World};
use crate::api::{FeatureGate, FeatureGates, Fix, Name};
use crate::job::v1_27::delay_terminal_condition;

macro_rules! invariants {
    ($($(#[$doc:meta])* $name:ident = $id:literal: $check:path;)*) => {
        /// A promise about worlds and steps.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum Invariant {
            $($(#[$doc])* #[serde(rename = $id)] $name,)*
        }

        impl Invariant {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable name, such as `finished-for-good`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// Where the step from `before` to `after` breaks it. Whether it was promised is another question.
            pub(crate) fn broken_by(self, before: &World, step: &Step, after: &World) -> Vec<Violation> {
                let mut violations = Violations { invariant: self, found: Vec::new() };
                let view = View { before, step, after };
                match self {
                    $(Self::$name => $check(&view, &mut violations),)*
                }
                violations.found
            }
        }
    };
}

invariants! {
    /// When an informer watches, and nothing is on its way to its cache, the cache has exactly what the store has.
    CachesFollow = "caches-follow": state::caches_follow;
    /// Between actions no worker holds a key, no key waits twice in line, and none waits past its time.
    QueuesInOrder = "queues-in-order": state::queues_in_order;
    /// No counter of a status is negative.
    CountersNotNegative = "counters-not-negative": state::counters_not_negative;
    /// A Job is not both Complete and Failed.
    OneEnd = "one-end": state::one_end;
    /// A Job has a completion time exactly when it is Complete.
    CompletionTimeOfComplete = "completion-time-of-complete": state::completion_time_of_complete;
    /// No UID is listed as uncounted twice.
    UncountedOnce = "uncounted-once": state::uncounted_once;
    /// A status does not have more ready pods than active ones.
    ReadyWithinActive = "ready-within-active": state::ready_within_active;
    /// No index is both completed and failed.
    IndexesDisjoint = "indexes-disjoint": state::indexes_disjoint;
    /// A Job that is Failed has the condition `FailureTarget`, and one that is Complete `SuccessCriteriaMet`.
    EndAnnounced = "end-announced": state::end_announced;
    /// A Job that is Complete, or Failed, stays so.
    FinishedForGood = "finished-for-good": state::finished_for_good;
    /// The counts of pods that succeeded and of pods that failed do not fall, unless an Indexed Job was
    /// given fewer completions.
    CountersNeverFall = "counters-never-fall": state::counters_never_fall;
    /// A start time that is set stays, unless the Job is suspended or resumed.
    StartTimeStays = "start-time-stays": state::start_time_stays;
    /// A sync counts the end of a pod only while the finalizer holds the pod, so that none counts twice. (In an Indexed Job
    /// a pod that counts as failed, because its Job ended, can complete its index nevertheless.)
    CountedOnce = "counted-once": sync::counted_once;
    /// A pod whose end the controller saw is not let go before its end is in the status.
    NoEndLost = "no-end-lost": sync::no_end_lost;
    /// A sync does not write the status of another Job than the one that it looked at.
    StatusOfItsOwn = "status-of-its-own": sync::status_of_its_own;
    /// After a sync that saw everything and met no error, the status has the number of active pods.
    ActiveAsCounted = "active-as-counted": sync::active_as_counted;
    /// A sync that sees everything does not start more pods than may run at once.
    WithinParallelism = "within-parallelism": sync::within_parallelism;
    /// A sync that sees everything starts no pod for an index that has one, or that is completed.
    IndexFree = "index-free": sync::index_free;
    /// A suspended Job has no active pods after a sync that sees everything and may change its pods.
    SuspendedRests = "suspended-rests": sync::suspended_rests;
    /// No pods are started for a Job that the controller knows to be on its way out.
    DeletedStartsNothing = "deleted-starts-nothing": sync::deleted_starts_nothing;
    /// No pods are started for a Job that is finished, whatever the cache shows.
    FinishedStartsNothing = "finished-starts-nothing": sync::finished_starts_nothing;
    /// No pods are started beyond what is left to do by the Job's own status, whatever the cache shows.
    NoExtraWork = "no-extra-work": sync::no_extra_work;
    /// When a sync that sees everything ends a Job, the finalizer holds none of its pods any more, but for those of which the
    /// controller still waits to see that it took the finalizer off.
    FinishedHoldsNoPods = "finished-holds-no-pods": sync::finished_holds_no_pods;
    /// When a sync that sees everything ends a Job, all its pods have ended.
    FinishedHasNoPods = "finished-has-no-pods": sync::finished_has_no_pods;
    /// The event that tells of a Job's end comes after the end is stored.
    EndToldAfterWrite = "end-told-after-write": sync::end_told_after_write;
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a release stands to an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Promise {
    /// It keeps it, whatever happens.
    Kept,
    /// It keeps it as long as nothing [`disturbs`] what the controller knows of its own writes.
    KeptUndisturbed,
    /// It is known to break it.
    Broken,
    /// It has nothing that the invariant is about.
    NotMade,
}

impl Invariant {
    /// How the release with these gates stands to it.
    pub fn promised_by(self, gates: FeatureGates) -> Promise {
        use Promise::{Broken, Kept, KeptUndisturbed, NotMade};

        let release = gates.release();
        let tracking = gates.enabled(FeatureGate::JobTrackingWithFinalizers);
        let when = |kept: bool| if kept { Kept } else { Broken };
        let strict = gates.enabled(FeatureGate::JobManagedBy);
        match self {
            Self::QueuesInOrder
            | Self::CountersNotNegative
            | Self::OneEnd
            | Self::CompletionTimeOfComplete
            | Self::UncountedOnce
            | Self::WithinParallelism
            | Self::DeletedStartsNothing => Kept,
            Self::CachesFollow => when(gates.has(Fix::RelistOfRecreated) && gates.has(Fix::RelistOfGone)),
            // Until v1.22 a status is written over whatever is stored, read just before.
            Self::FinishedForGood | Self::StartTimeStays | Self::StatusOfItsOwn => when(release.since(23)),
            // Without finalizers each sync counts the pods that are there.
            Self::CountersNeverFall => when(release.since(23) && tracking),
            Self::EndToldAfterWrite => when(gates.has(Fix::EndToldOnce)),
            // Deleted pods stay among the ready ones, and in v1.27 to v1.35 none is active while failed pods are not
            // replaced yet. A strict API server refuses both.
            Self::ReadyWithinActive => when(!gates.enabled(FeatureGate::JobReadyPods) || (strict && release.since(31))),
            Self::ActiveAsCounted => when(!release.since(27) || gates.has(Fix::ActiveInBackOff)),
            Self::IndexesDisjoint if gates.enabled(FeatureGate::JobBackoffLimitPerIndex) => when(strict),
            Self::EndAnnounced if delay_terminal_condition(gates) => Kept,
            // From v1.23 to v1.25 a Job may end with pods that one sync could not count any more.
            Self::FinishedHoldsNoPods if tracking => when(!release.since(23) || release.since(26)),
            Self::NoEndLost if tracking => when(gates.has(Fix::FinalizerExpectations)),
            Self::CountedOnce if tracking && !gates.has(Fix::FinalizerExpectations) => Broken,
            Self::CountedOnce if tracking => KeptUndisturbed,
            // Without finalizers an index is forgotten with its pod.
            Self::IndexFree if FeatureGate::IndexedJob.stage_in(release).is_some() && !tracking => Broken,
            Self::IndexFree if FeatureGate::IndexedJob.stage_in(release).is_some() => Kept,
            Self::SuspendedRests if gates.enabled(FeatureGate::SuspendJob) => Kept,
            Self::FinishedHoldsNoPods
            | Self::NoEndLost
            | Self::CountedOnce
            | Self::IndexesDisjoint
            | Self::EndAnnounced
            | Self::IndexFree
            | Self::SuspendedRests => NotMade,
            Self::FinishedStartsNothing if release.since(34) => KeptUndisturbed,
            // What the read-your-writes guard is for (#130103).
            Self::NoExtraWork if gates.enabled(FeatureGate::StaleControllerConsistencyJob) => KeptUndisturbed,
            Self::FinishedStartsNothing | Self::NoExtraWork => Broken,
            Self::FinishedHasNoPods => when(delay_terminal_condition(gates)),
        }
    }

    /// Whether a release with these gates owes it in a world that was `disturbed` or not: if it breaks it all
    /// the same, the simulation is wrong.
    pub fn is_owed(self, gates: FeatureGates, disturbed: bool) -> bool {
        match self.promised_by(gates) {
            Promise::Kept => true,
            Promise::KeptUndisturbed => !disturbed,
            Promise::Broken | Promise::NotMade => false,
        }
    }
}

/// Whether the action hides something from the controller for good: a write whose answer is lost, or a finalizer that
/// another client removed. Or whether it makes the controller forget: its record of writes is kept by Job name, and is
/// dropped when the pods of a former Job of that name are released.
pub fn disturbs(world: &World, action: &Action) -> bool {
    match action {
        Action::Fault(fault) => fault.mode.is_applied(),
        Action::PodOrphan { strip_finalizer, .. } => *strip_finalizer,
        // Whatever a user writes into the status, the controller takes for its own. A patch of a pod can take its finalizer
        // off.
        Action::PatchJobStatus { .. } | Action::PatchPod { .. } => true,
        Action::CreateJob { job } | Action::ImportJob { job } => {
            job.metadata.name.as_ref().is_some_and(|name| owns_pods(world, name.as_str()))
        }
        Action::ApplyJob { manifest } => manifest
            .pointer("/metadata/name")
            .and_then(Value::as_str)
            .is_some_and(|name| world.stored_jobs().all(|job| job.metadata.name() != name) && owns_pods(world, name)),
        _ => false,
    }
}

/// Whether there are pods of a Job of that name.
fn owns_pods(world: &World, name: &str) -> bool {
    world.stored_pods().filter_map(|pod| pod.metadata.controller()).any(|owner| owner.name.as_str() == name)
}

/// An invariant that a step broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[error("{invariant}: {about}: {what}")]
pub struct Violation {
    /// Which one.
    pub invariant: Invariant,
    /// The Job or the queue.
    pub about: Name,
    /// What is wrong. It is written as it is displayed.
    #[serde(serialize_with = "displayed")]
    #[cfg_attr(feature = "js", tsify(type = "string"))]
    pub what: Finding,
}

fn displayed<S: serde::Serializer>(what: &Finding, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(what)
}

/// The invariants that the step from `before` to `after` breaks, promised or not.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::world::{Action, World, invariants};
///
/// let before = World::new(Release::V1_36);
/// let mut after = before.clone();
/// let step = after.apply(&Action::Advance { ms: 1_000 })?;
/// assert_eq!(invariants::broken(&before, &step, &after), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn broken(before: &World, step: &Step, after: &World) -> Vec<Violation> {
    Invariant::ALL.iter().flat_map(|invariant| invariant.broken_by(before, step, after)).collect()
}

/// A step with the worlds on both sides.
struct View<'a> {
    before: &'a World,
    step: &'a Step,
    after: &'a World,
}

/// What was found.
struct Violations {
    invariant: Invariant,
    found: Vec<Violation>,
}

impl Violations {
    fn add(&mut self, about: impl Into<Name>, what: Finding) {
        self.found.push(Violation { invariant: self.invariant, about: about.into(), what });
    }
}
