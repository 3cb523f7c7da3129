//! The simulated cluster: clock, API server, controllers, kubelet and user. An [`Action`] goes in, a [`Step`] comes
//! out.
//!
//! A [`World`] is a value. Cloning shares what did not change; `apply` is total and deterministic: same start and same
//! actions, same bytes. An action that is not possible in the current state is a typed error and changes nothing.

mod action;
mod action_error;
mod ages;
mod apply;
mod as_command;
mod auto;
mod choices;
mod containers;
mod crash;
mod deliver;
mod garbage_collector;
mod held;
mod hold;
mod index_backoff;
pub mod invariants;
mod kubectl;
mod kubelet;
mod manager;
mod metrics;
mod moves;
mod names;
mod observed;
mod offers;
mod other_controllers;
mod outcome;
mod pod_changes;
mod pods;
mod read_action;
mod redrawn;
mod resting;
mod shell;
mod snapshot;
mod step;
#[cfg(test)]
mod tests;
mod view;
mod wait_cause;

pub use action::*;
pub use action_error::*;
pub(crate) use auto::Collectors;
pub use choices::Mishap;
pub use hold::PodHold;
pub(crate) use kubectl::Host;
pub use kubectl::KubectlRun;
pub use moves::STOPPED_EXIT_CODE;
pub use outcome::*;
pub use redrawn::Redrawn;
pub use resting::RestingSync;
pub(crate) use shell::{run_all, run_on};
pub use step::*;
pub use view::*;
pub use wait_cause::{DueKey, WaitCause};

pub(crate) use crate::apiserver::ObservedWrites;
pub use crate::apiserver::{
    Fault, FaultEvents, Lack, Made, Naming, Observed, ObservedObject, Unexplained, WriteDifference, Writer,
};

use std::sync::Arc;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use crate::api::{FeatureGates, Job, Namespace, Pod, Release, ResourceVersion, Shown, Time};
use crate::apiserver::{ApiServer, ArmedFaults};
use crate::client::{EventRecorder, Machinery, StoredEvents};
use crate::job::{self, ControllerState, NewController};
use crate::kubectl::Printer;
use crate::manager::Manager;
use held::HeldStreams;
use kubelet::Kubelet;
use other_controllers::OtherControllers;

/// The whole simulated state: clock, API server, controllers, kubelet.
///
/// ```
/// use jobscope_core::api::{Release, Job};
/// use jobscope_core::world::{Action, World};
///
/// let job: Job = serde_json::from_str(
///     r#"{"metadata": {"name": "pi"},
///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
/// )?;
/// let mut world = World::new(Release::V1_11);
/// world.apply(&Action::CreateJob { job: Box::new(job) })?;
/// while let Some(action) = world.next_action() {
///     world.apply(&action)?;
/// }
/// assert!(world.stored_jobs().all(|job| job.status.succeeded == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    gates: FeatureGates,
    start: Shown<Time>,
    now: Time,
    api: ApiServer,
    machinery: Machinery,
    controller: ControllerState,
    #[serde(default, rename = "beside")]
    others: OtherControllers,
    manager: Manager,
    events: Shown<EventRecorder>,
    faults: ArmedFaults,
    kubelet: Kubelet,
    outcomes: Arc<[OutcomeRule]>,
    #[serde(default, skip_serializing_if = "HeldStreams::is_empty")]
    held: HeldStreams,
    /// Syncs that rest between two calls.
    #[serde(default)]
    resting: Vector<RestingSync>,
}

impl World {
    /// An empty world: no objects, empty caches and queues, a fresh controller, the clock at
    /// [`Time::START`].
    pub fn new(release: Release) -> Self {
        Self::starting_at(release, Time::START)
    }

    /// An empty world whose clock stands at `start`, with the gates as the release ships them.
    pub fn starting_at(release: Release, start: Time) -> Self {
        Self::with_gates(release.into(), start)
    }

    /// An empty world of the release and gates given, whose clock stands at `start`.
    ///
    /// ```
    /// use jobscope_core::api::{Release, FeatureGate, FeatureGates, Time};
    /// use jobscope_core::world::World;
    ///
    /// let gates = FeatureGates::from(Release::V1_28).with(FeatureGate::JobBackoffLimitPerIndex, true)?;
    /// let world = World::with_gates(gates, Time::START);
    /// assert_eq!(world.gates(), gates);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_gates(gates: FeatureGates, start: Time) -> Self {
        let NewController { mut machinery, state } = job::new_controller(gates);
        let api = ApiServer::new(gates);
        // The first lists, of an empty store.
        machinery.jobs.replace(gates, [], api.resource_version());
        machinery.pods.replace(gates, [], api.resource_version());
        let manager = Manager::running(gates.release(), &mut machinery, start);
        Self {
            gates,
            start: Shown(start),
            now: start,
            api,
            machinery,
            controller: state,
            others: OtherControllers::running(start),
            manager,
            events: Shown::default(),
            faults: ArmedFaults::default(),
            kubelet: Kubelet::default(),
            outcomes: Arc::new([OutcomeRule::default()]),
            held: HeldStreams::default(),
            resting: Vector::new(),
        }
    }

    /// The same empty world, in which names and UIDs are generated as `naming` says.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::world::{Naming, World};
    ///
    /// let world = World::new(Release::V1_28).with_naming(Naming::Counted);
    /// assert_eq!(world.naming(), Naming::Counted);
    /// ```
    #[must_use]
    pub fn with_naming(self, naming: Naming) -> Self {
        Self { api: self.api.with_naming(naming), ..self }
    }

    /// How names and UIDs are generated.
    pub fn naming(&self) -> Naming {
        self.api.naming()
    }

    /// The simulated release.
    pub fn release(&self) -> Release {
        self.gates.release()
    }

    /// The simulated release with the position of its feature gates.
    pub fn gates(&self) -> FeatureGates {
        self.gates
    }

    /// Where the clock started.
    pub fn start(&self) -> Time {
        *self.start
    }

    /// The counter of stored changes.
    pub fn resource_version(&self) -> ResourceVersion {
        self.api.resource_version()
    }

    /// The clock.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The faults that are armed.
    pub fn armed_faults(&self) -> &[Fault] {
        &self.faults.armed
    }

    /// The Jobs that the API server has, by name.
    pub fn stored_jobs(&self) -> impl Iterator<Item = &Job> {
        self.api.jobs().values().map(|job| &**job)
    }

    /// The pods that the API server has, by name.
    pub fn stored_pods(&self) -> impl ExactSizeIterator<Item = &Arc<Pod>> {
        self.api.pods().values()
    }

    /// kubectl of the release, now, in the namespace of the Jobs. After the last Job and pod are gone, their Events name it.
    pub fn printer(&self) -> Printer {
        let of_job = self.stored_jobs().find_map(|job| job.metadata.namespace.clone());
        let of_pod = || self.stored_pods().find_map(|pod| pod.metadata.namespace.clone());
        let of_event =
            || self.stored_events().events.last().map(|stored| Namespace::from(stored.event.object.split().0));
        let namespace = of_job.or_else(of_pod).or_else(of_event).unwrap_or_default();
        Printer { release: self.release(), now: self.now, namespace }
    }

    /// The Events that the API server has of those that the controller recorded.
    pub fn stored_events(&self) -> StoredEvents {
        self.events.stored(self.release())
    }
}

impl Default for World {
    /// An empty world of the newest release that was recorded.
    fn default() -> Self {
        Self::new(Release::default())
    }
}
