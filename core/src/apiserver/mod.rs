//! kube-apiserver, as a controller sees it: a store with resourceVersions, a watch log, admission, graceful deletion
//! and finalizers.
//!
//! This module does not know controllers. The caller decides whether a fault hits a call.

mod create;
mod deletion;
mod faults;
mod jobs;
mod metadata;
mod nodes;
mod patch;
mod pods;
mod quota;
mod respond;
#[cfg(test)]
mod tests;
mod told;
mod unexplained;
mod watch;

pub use deletion::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
pub use faults::*;
pub use quota::MAX_QUOTAS;
pub use told::*;
pub use unexplained::*;
pub use watch::*;

use std::sync::Arc;

use imbl::OrdMap;
use serde::{Deserialize, Serialize};
use smol_str::format_smolstr;

use crate::api::{FeatureGates, Job, Name, ObjectKey, Pod, Release, ResourceQuota, ResourceVersion, Uid};

/// Most pods that the store takes. A create beyond it is refused as a full quota would.
pub const MAX_PODS: usize = 100_000;

/// The API server with its store.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiServer {
    gates: FeatureGates,
    resource_version: ResourceVersion,
    jobs: OrdMap<ObjectKey, Arc<Job>>,
    pods: OrdMap<ObjectKey, Arc<Pod>>,
    quotas: OrdMap<ObjectKey, ResourceQuota>,
    jobs_created: u64,
    name_suffixes: OrdMap<Name, u32>,
    /// How many nodes are gone.
    nodes_lost: u32,
    /// Whether it was started without `--allow-privileged`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    refuses_privileged: bool,
    /// Watch events that the controller has not been given yet.
    pub watch: WatchLog,
    /// What is known beforehand of the writes of the sync under way, if it is inferred from what was seen.
    #[serde(skip)]
    pub told: Option<Box<Told>>,
}

impl ApiServer {
    /// An empty server of the release and gates given.
    pub fn new(gates: FeatureGates) -> Self {
        Self { gates, resource_version: ResourceVersion(1), ..Self::default() }
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
        self.resource_version
    }

    /// All Jobs by key.
    pub fn jobs(&self) -> &OrdMap<ObjectKey, Arc<Job>> {
        &self.jobs
    }

    /// All pods by key.
    pub fn pods(&self) -> &OrdMap<ObjectKey, Arc<Pod>> {
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
        self.resource_version.0 += 1;
        self.resource_version
    }

    /// `names.SimpleNameGenerator`, except that the suffix counts up per prefix instead of being
    /// random: upstream draws five characters, and a world has no randomness but its seed.
    fn generate_name(&mut self, generate_name: &Name) -> Name {
        const MAX_GENERATED_NAME_LENGTH: usize = 58;
        let text = generate_name.as_str();
        let mut end = text.len().min(MAX_GENERATED_NAME_LENGTH);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let prefix = text.get(..end).unwrap_or_default();
        let suffix = if let Some(suffix) = self.name_suffixes.get_mut(prefix) {
            *suffix += 1;
            *suffix - 1
        } else {
            let prefix = if prefix.len() == text.len() { generate_name.clone() } else { Name::from(prefix) };
            self.name_suffixes.insert(prefix, 1);
            0
        };
        format_smolstr!("{prefix}{suffix:05}").into()
    }
}
