//! `tracking_utils.go`: the tracking finalizer, and what the controller knows about it ahead of its cache.

use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize, Serializer};

use crate::api::{ObjectKey, Pod, Uid};
use crate::client::sets;

/// `batchv1.JobTrackingFinalizer`: holds a pod until its end is counted.
pub(crate) const JOB_TRACKING_FINALIZER: &str = "batch.kubernetes.io/job-tracking";

/// `hasJobTrackingFinalizer`.
pub(crate) fn has_job_tracking_finalizer(pod: &Pod) -> bool {
    pod.metadata.has_finalizer(JOB_TRACKING_FINALIZER)
}

/// `uidTrackingExpectations`: by Job, the UIDs of pods whose finalizer was removed while the cache may
/// still show it. Without it such pods would be counted twice (#105200). They never expire.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct UidTrackingExpectations {
    #[serde(serialize_with = "sets_by_key")]
    sets: OrdMap<ObjectKey, OrdSet<Uid>>,
}

fn sets_by_key<S: Serializer>(all: &OrdMap<ObjectKey, OrdSet<Uid>>, serializer: S) -> Result<S::Ok, S::Error> {
    struct Set<'a>(&'a OrdSet<Uid>);

    impl Serialize for Set<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            sets::serialize(self.0, serializer)
        }
    }

    serializer.collect_map(all.iter().map(|(key, set)| (key, Set(set))))
}

impl UidTrackingExpectations {
    /// `getExpectedUIDs`: a copy, which shares what it holds.
    pub(crate) fn expected(&self, key: &ObjectKey) -> OrdSet<Uid> {
        self.sets.get(key).cloned().unwrap_or_default()
    }

    /// `expectFinalizersRemoved`: adds to what is expected.
    pub(crate) fn expect(&mut self, key: &ObjectKey, uids: &[Uid]) {
        self.sets.entry(key.clone()).or_default().extend(uids.iter().cloned());
    }

    /// `finalizerRemovalObserved`. Says whether it was expected.
    pub(crate) fn observe(&mut self, key: &ObjectKey, uid: &Uid) -> bool {
        self.sets.get_mut(key).is_some_and(|set| set.remove(uid).is_some())
    }

    /// `deleteExpectations`. Says whether there was a set.
    pub(crate) fn delete(&mut self, key: &ObjectKey) -> bool {
        self.sets.remove(key).is_some()
    }

    /// All sets by Job. A set stays when it is empty.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &OrdSet<Uid>)> {
        self.sets.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uids_are_expected_until_they_are_seen() {
        let key = ObjectKey::from("default/j");
        let mut expectations = UidTrackingExpectations::default();
        expectations.expect(&key, &["a".into(), "b".into()]);
        let before = expectations.expected(&key);
        assert!(expectations.observe(&key, &"a".into()));
        assert!(!expectations.observe(&key, &"a".into()));
        assert_eq!((before.len(), expectations.expected(&key).len()), (2, 1), "a sync keeps its own copy");
        assert!(expectations.delete(&key));
        assert!(expectations.expected(&key).is_empty());
        assert!(!expectations.observe(&key, &"b".into()), "nothing is expected of a Job that is gone");
    }
}
