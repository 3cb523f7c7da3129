//! Errors of refused actions. The actions are in `action`.

use serde::{Deserialize, Serialize};

use crate::api::{Name, ObjectKey, StatusError, Time};
use crate::manager::{OptionsError, Simulated};
use crate::trace::Kind;

/// Why an action was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ActionError {
    /// The API server refused, with Kubernetes' own text.
    #[error("{error}")]
    Refused {
        /// Its answer.
        error: StatusError,
    },
    /// There is no ready key to sync.
    #[error("the work queue has no ready key")]
    QueueEmpty,
    /// All workers have a key.
    #[error("all {workers} workers have a key")]
    NoFreeWorker {
        /// How many there are.
        workers: u32,
    },
    /// No worker rests with that key.
    #[error("no worker has {key}")]
    NoSuchSync {
        /// The key.
        key: ObjectKey,
    },
    /// No watch event of that kind waits.
    #[error("no watch event waits to be delivered")]
    NothingToDeliver,
    /// That watch is already held back.
    #[error("the watch of {} is already held back", resource.resource())]
    AlreadyHeld {
        /// Of which kind.
        resource: Kind,
    },
    /// That watch is not held back.
    #[error("the watch of {} is not held back", resource.resource())]
    NotHeld {
        /// Of which kind.
        resource: Kind,
    },
    /// The sync would be over before it has written so often.
    #[error("this sync writes {writes} times; name one of these to crash after")]
    FewerWrites {
        /// The writes of the sync.
        writes: u32,
    },
    /// No pod was named, or none of those named exists.
    #[error("there is no such pod")]
    NoSuchPod,
    /// None of the pods is in a state in which this can happen.
    #[error("pod {pod} cannot do that now: {why}")]
    PodNotReady {
        /// The first of the pods.
        pod: Name,
        /// Why not.
        why: PodObstacle,
    },
    /// Time only goes forward.
    #[error("time only goes forward, by at most {max_ms} ms at a time")]
    BadTime {
        /// The most milliseconds one action may pass.
        max_ms: i64,
    },
    /// The garbage collector has nothing to do.
    #[error("the garbage collector has nothing to do")]
    NothingToCollect,
    /// The Job is being deleted already, and the deletion asks for nothing else.
    #[error("the Job is already being deleted")]
    AlreadyDeleting,
    /// The manager's flags are not valid.
    #[error("{error}")]
    BadOptions {
        /// What is wrong.
        error: OptionsError,
    },
    /// The manager's start is complete.
    #[error("the controller manager has already started")]
    ManagerRuns,
    /// The manager sleeps before it starts the next controller.
    #[error("the controller manager sleeps until {until}")]
    ManagerAsleep {
        /// Until then.
        until: Time,
    },
    /// The controller's workers do not run: it is not started yet, or not at all.
    #[error("the workers of that controller do not run")]
    ControllerNotRunning {
        /// Which controller.
        simulated: Simulated,
    },
    /// No watch of that kind is open.
    #[error("no watch of {} is open", resource.resource())]
    NotWatching {
        /// Of which kind.
        resource: Kind,
    },
    /// The release does not ask for bookmarks.
    #[error("the reflector of this release does not ask for bookmarks")]
    NoBookmarks,
    /// A bookmark comes after the events before it.
    #[error("the events that wait come before a bookmark")]
    EventsBeforeBookmark,
    /// The time for it has not come.
    #[error("that is not due before {at}")]
    NotDue {
        /// When it is due.
        at: Time,
    },
    /// No more faults can be armed before a sync.
    #[error("at most {most} faults can be armed")]
    TooManyFaults {
        /// How many there can be.
        most: usize,
    },
    /// There is no such fault.
    #[error("no fault {fault} is armed")]
    NoSuchFault {
        /// The number of the fault, from 0.
        fault: usize,
    },
    /// There are too many outcome rules.
    #[error("at most {most} rules can be set")]
    TooManyRules {
        /// How many there can be.
        most: usize,
    },
    /// An edit in the past would begin another branch.
    #[error("a session has at most {most} branches: remove one first")]
    TooManyBranches {
        /// How many there can be.
        most: usize,
    },
}

/// Why a pod cannot do something now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum PodObstacle {
    /// It is not being deleted.
    #[error("it is not being deleted")]
    NotDeleting,
    /// It is not Pending.
    #[error("it is not Pending")]
    NotPending,
    /// It has a node.
    #[error("it has a node")]
    HasNode,
    /// It does not have that container, or the container does not run.
    #[error("it has no running container of that name")]
    NoRunningContainer,
}
