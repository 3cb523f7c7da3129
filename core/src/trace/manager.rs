//! What happens while kube-controller-manager starts, and to the watches of its informers.

use serde::{Deserialize, Serialize};

use super::Kind;
use crate::api::{Name, ResourceVersion, Time};

/// What replicas of the manager hold to be the one that works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum LeaderLock {
    /// An annotation on the Endpoints `kube-system/kube-controller-manager` (until v1.19).
    Endpoints,
    /// The Lease of that name.
    Lease,
}

/// Why a controller is not started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum NotStarted {
    /// `--controllers` does not name it, or names it with a minus.
    Flag,
    /// It is off unless `--controllers` names it.
    ByDefault,
    /// The release has the feature behind it off.
    FeatureGate {
        /// The gate.
        gate: Name,
    },
    /// It belongs to a cloud provider, and the release has none built in any more.
    CloudProvider,
    /// Its initializer finds that nothing is configured for it, such as `--allocate-node-cidrs`.
    NotConfigured,
}

/// What a controller that comes too late makes up for, and what it never hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Late {
    /// Cached objects that its handlers get as new.
    pub replayed: u32,
    /// Notifications that it would have had, had it registered in time.
    pub missed: u32,
}

/// A step of the manager's start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ManagerEvent {
    /// The process begins, and holds its flags against the list of controllers that it knows.
    ProcessStarted {
        /// How many controllers it knows.
        known: u32,
    },
    /// It became the one that works.
    LeaderElected {
        /// What it holds.
        lock: LeaderLock,
    },
    /// It made the factory of shared informers, and drew the period of their resync.
    FactoryCreated {
        /// The period in milliseconds: 12 hours, and up to 12 more.
        resync_ms: i64,
    },
    /// The API server answered.
    ApiServerHealthy,
    /// The controller that makes the tokens of all others started, before them.
    TokenControllerStarted {
        /// Its name.
        name: Name,
    },
    /// A controller is not to start.
    ControllerDisabled {
        /// Its name.
        name: Name,
        /// Why not.
        why: NotStarted,
    },
    /// It waits before a controller starts: `--controller-start-interval` with jitter.
    Sleeping {
        /// The controller that comes next.
        name: Name,
        /// How long, in milliseconds.
        ms: i64,
    },
    /// A controller was asked, and did not start.
    ControllerSkipped {
        /// Its name.
        name: Name,
        /// Why not.
        why: NotStarted,
    },
    /// A controller was made: its handlers are registered, and it waits for its caches.
    ControllerStarted {
        /// Its name.
        name: Name,
        /// Whether it is simulated.
        simulated: bool,
        /// Whose informers it listens to, of those that there are here.
        listens: Vec<Kind>,
        /// Set if the informers were running already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        late: Option<Late>,
    },
    /// `sharedInformers.Start`: every informer begins to list.
    InformersStarted,
    /// An informer listed.
    Listed {
        /// Objects of which kind.
        kind: Kind,
        /// How many there are.
        items: u32,
        /// At which version.
        resource_version: ResourceVersion,
    },
    /// `HasSynced`: the list's objects are in the cache, and handlers were notified.
    CacheSynced {
        /// Objects of which kind.
        kind: Kind,
    },
    /// `WaitForCacheSync` returned in a controller.
    CachesSynced {
        /// The controller.
        name: Name,
    },
    /// Its workers take keys from the queue from now on.
    WorkersStarted {
        /// The controller.
        name: Name,
        /// How many workers.
        workers: u32,
    },
}

/// What happened to the watch of an informer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ReflectorOp {
    /// The server closed it, and it was opened again after the last version seen: nothing is lost.
    Reopened {
        /// That version.
        from: ResourceVersion,
    },
    /// The server closed it within a second, and nothing had come in: an error.
    VeryShort {
        /// When the reflector lists again.
        until: Time,
    },
    /// 410 Gone: the server no longer has what happened after the last version seen.
    Expired {
        /// That version.
        from: ResourceVersion,
        /// Events that will never come.
        lost: u32,
        /// When the reflector lists again.
        until: Time,
    },
    /// A bookmark: the reflector knows that it has seen everything up to this version.
    Bookmark {
        /// The version.
        resource_version: ResourceVersion,
    },
    /// An event is in the `DeltaFIFO`; the cache does not have it yet.
    Queued {
        /// Keys in the `DeltaFIFO` now.
        keys: u32,
    },
    /// The resync timer ticked.
    ResyncTick {
        /// Listeners that are due, which what is repeated reaches from now on.
        due: u32,
        /// All listeners.
        listeners: u32,
    },
}

/// The watch of an informer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ReflectorChange {
    /// Of which kind.
    pub kind: Kind,
    /// What happened.
    pub op: ReflectorOp,
}
