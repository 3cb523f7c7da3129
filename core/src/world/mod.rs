//! The whole of it: clock, API server, controller, kubelet and user. An [`Action`] in, a [`Step`] out.
//!
//! A [`World`] is a value. Cloning shares what did not change; `apply` is total and deterministic:
//! same start and same actions, same bytes. An action that makes no sense in the present state is a
//! typed error and changes nothing.

mod action;
mod outcome;
mod step;
mod view;

pub use action::*;
pub use outcome::*;
pub use step::*;
pub use view::*;

use serde::{Deserialize, Serialize};

use crate::api::{Edition, Job, Name, Pod, Time};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    edition: Edition,
}

impl World {
    /// An empty world: no objects, empty caches and queues, a fresh controller, the clock at
    /// [`Time::START`](crate::api::Time::START).
    pub fn new(edition: Edition) -> Self {
        Self::starting_at(edition, Time::START)
    }

    /// An empty world whose clock stands at `start`.
    pub fn starting_at(edition: Edition, start: Time) -> Self {
        let _ = start;
        Self { edition }
    }

    /// Carries out `action`.
    pub fn apply(&mut self, action: &Action) -> Result<Step, ActionError> {
        let _ = action;
        Err(ActionError::QueueEmpty)
    }

    /// The world as it is while `action` is under way, after the first `entries` entries of its
    /// trace. The caches, the store and the queue are as they were at that moment.
    pub fn during(&self, action: &Action, entries: usize) -> Result<Self, ActionError> {
        let _ = (action, entries);
        Ok(self.clone())
    }

    /// What a healthy cluster would do next: deliver, then sync, then what the kubelet has due, then
    /// let time pass to whatever comes next. None: nothing will happen any more without a person.
    pub fn next_action(&self) -> Option<Action> {
        None
    }

    /// What may happen to the pod next, in the order in which a menu offers it.
    pub fn pod_actions(&self, pod: &Name) -> Vec<Action> {
        let _ = pod;
        Vec::new()
    }

    /// Everything that may happen next that needs no further choice.
    pub fn legal_actions(&self) -> Vec<Action> {
        Vec::new()
    }

    /// The Jobs that the API server has, by name.
    pub fn stored_jobs(&self) -> impl Iterator<Item = &Job> {
        std::iter::empty()
    }

    /// The pods that the API server has, by name.
    pub fn stored_pods(&self) -> impl Iterator<Item = &Pod> {
        std::iter::empty()
    }

    /// The state, for showing.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::default()
    }
}
