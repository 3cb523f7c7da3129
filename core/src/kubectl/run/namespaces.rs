//! Namespaces: those that each cluster has, and those of objects.

use std::collections::BTreeMap;

use super::Command;
use crate::api::{MetaTime, Namespace, Time};
use crate::kubectl::print::OtherObject;
use crate::small_collect::SmallCollect as _;

/// Namespaces that a cluster begins with, and the minor that has each.
const OF_CLUSTERS: [(&str, u8); 4] = [("default", 0), ("kube-node-lease", 14), ("kube-public", 0), ("kube-system", 0)];

impl Command<'_> {
    /// Whether there is that namespace.
    pub(super) fn has_namespace(&self, name: &str) -> bool {
        self.cluster.namespace.as_str() == name
            || self.first_namespaces().any(|first| first == name)
            || self.server.has_namespace(&Namespace::from(name))
    }

    /// All namespaces, by name.
    pub(super) fn namespaces(&self) -> Vec<OtherObject> {
        let begun = self.began_at();
        let mut all: BTreeMap<_, _> =
            self.server.namespaces().map(|(namespace, created)| (namespace.as_str(), created)).small_collect();
        all.entry(self.cluster.namespace.as_str()).or_insert(begun);
        all.extend(self.first_namespaces().map(|name| (name, begun)));
        all.into_iter().map(|(name, created)| OtherObject::namespace(name, created, self.release())).collect()
    }

    fn first_namespaces(&self) -> impl Iterator<Item = &'static str> {
        let release = self.release();
        OF_CLUSTERS.iter().filter(move |(_, minor)| release.since(*minor)).map(|(name, _)| *name)
    }

    /// When the cluster began, as far as is known: no later than its oldest object.
    pub(super) fn began_at(&self) -> Time {
        let jobs = self.server.jobs().values().map(|job| job.metadata.creation_timestamp);
        let pods = self.server.pods().values().map(|pod| pod.metadata.creation_timestamp);
        let oldest = jobs.chain(pods).flatten().map(MetaTime::time).min();
        oldest.map_or(self.cluster.start, |oldest| oldest.min(self.cluster.start))
    }
}
