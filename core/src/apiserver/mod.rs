//! kube-apiserver, as a controller sees it: a store with resourceVersions, a watch log, admission, graceful deletion
//! and finalizers.
//!
//! This module does not know controllers. The caller decides whether a fault hits a call.

mod create;
mod deletion;
mod faults;
mod jobs;
mod metadata;
mod names;
mod namespaces;
mod nodes;
mod observed;
mod patch;
mod pod_patch;
mod pods;
mod quota;
mod respond;
#[cfg(test)]
mod tests;
mod unexplained;
mod watch;

pub use deletion::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
pub use faults::*;
pub use names::Naming;
pub(crate) use names::uid_from_name;
pub use observed::*;
pub(crate) use patch::apply as patched_document;
pub(crate) use quota::counts;
pub use quota::{MAX_QUOTAS, StoredQuota};
pub use unexplained::*;
pub(crate) use watch::*;

use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};

use names::Names;

use crate::api::{
    FeatureGates, Fresh, Job, KeyMap, Name, Namespace, ObjectKey, Pod, Release, ResourceVersion, Shown, Time, Uid,
};

/// Most pods that the store takes. A create beyond it is refused as a full quota would.
pub const MAX_PODS: usize = 100_000;

/// The API server with its store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiServer {
    gates: FeatureGates,
    resource_version: Fresh<ResourceVersion>,
    jobs: OrdMap<ObjectKey, Arc<Job>>,
    pods: KeyMap<Arc<Pod>>,
    quotas: OrdMap<ObjectKey, StoredQuota>,
    namespaces: Shown<OrdMap<Namespace, Time>>,
    jobs_created: u64,
    names: Names,
    /// How many nodes are gone that new pods ran on.
    nodes_lost: u32,
    /// The nodes that only imported pods name, and that are gone.
    #[serde(default, skip_serializing_if = "OrdSet::is_empty")]
    imported_nodes_lost: OrdSet<Name>,
    node_replaced_at: Shown<Option<Time>>,
    /// Whether it was started without `--allow-privileged`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    refuses_privileged: bool,
    /// Watch events that the controller has not been given yet.
    pub(crate) watch: WatchLog,
    /// What is known beforehand of the writes of the sync under way, if it is inferred from what was seen.
    #[serde(skip)]
    pub(crate) observed_writes: Option<Box<ObservedWrites>>,
}

impl ApiServer {
    /// An empty server of the release and gates given.
    pub fn new(gates: FeatureGates) -> Self {
        Self { gates, resource_version: Fresh(ResourceVersion(1)), ..Self::default() }
    }

    /// The same empty server, which generates names as `naming` says.
    #[must_use]
    pub fn with_naming(self, naming: Naming) -> Self {
        Self { names: Names::new(naming), ..self }
    }

    /// How names and UIDs are generated.
    pub fn naming(&self) -> Naming {
        self.names.naming
    }

    /// Draws names and UIDs by that seed from now on.
    pub fn draw_by(&mut self, seed: u32) {
        self.names.seed = seed;
    }

    /// The release whose API server this is.
    pub fn release(&self) -> Release {
        self.gates.release()
    }

    /// Refuses privileged containers from now on, as a server does that was started without `--allow-privileged`.
    pub fn refuse_privileged(&mut self) {
        self.refuses_privileged = true;
    }

    /// The counter of stored changes.
    pub fn resource_version(&self) -> ResourceVersion {
        *self.resource_version
    }

    /// All Jobs by key.
    pub fn jobs(&self) -> &OrdMap<ObjectKey, Arc<Job>> {
        &self.jobs
    }

    /// All pods by key.
    pub fn pods(&self) -> &KeyMap<Arc<Pod>> {
        &self.pods
    }

    /// The Job of that UID.
    pub fn job_by_uid(&self, uid: &Uid) -> Option<&Arc<Job>> {
        self.jobs.values().find(|job| job.metadata.uid.as_ref() == Some(uid))
    }

    /// Whether a Job that was there is there no longer.
    pub fn has_lost_jobs(&self) -> bool {
        u64::try_from(self.jobs.len()) != Ok(self.jobs_created)
    }

    fn next_resource_version(&mut self) -> ResourceVersion {
        self.resource_version.0.0 += 1;
        *self.resource_version
    }
}
