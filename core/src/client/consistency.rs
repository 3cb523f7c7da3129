//! `consistency.ConsistencyStore` (`pkg/controller/util/consistency`): a controller's own writes, so that it does not
//! act before its caches contain them.

use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use crate::api::{ObjectKey, ResourceVersion, Uid};
use crate::trace::{Kind, WrittenVersions};

/// Records by owner. A record stands under the owner's name: one of an owner that is gone holds back the
/// next owner of that name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ConsistencyStore {
    writes: OrdMap<ObjectKey, WrittenVersions>,
}

impl ConsistencyStore {
    /// `WroteAt`: a write of an object of `kind` that belongs to `owner` was answered with `version`. A record of
    /// another UID is replaced. Returns whether anything changed.
    pub(crate) fn wrote_at(&mut self, owner: &ObjectKey, uid: &Uid, kind: Kind, version: ResourceVersion) -> bool {
        let known = self.writes.get(owner).filter(|record| record.uid == *uid);
        let before = known.and_then(|record| if kind == Kind::Job { record.jobs } else { record.pods });
        if before >= Some(version) {
            return false;
        }
        let empty = || WrittenVersions { uid: uid.clone(), jobs: None, pods: None };
        let mut record = known.cloned().unwrap_or_else(empty);
        match kind {
            Kind::Job => record.jobs = Some(version),
            Kind::Pod => record.pods = Some(version),
        }
        self.writes.insert(owner.clone(), record);
        true
    }

    /// `Clear`: forgets the record, if it is of `uid` or that does not matter. Says whether there was one.
    pub(crate) fn clear(&mut self, owner: &ObjectKey, uid: Option<&str>) -> bool {
        let record = self.writes.get(owner);
        record.is_some_and(|record| uid.is_none_or(|uid| record.uid.as_str() == uid))
            && self.writes.remove(owner).is_some()
    }

    /// The record of `owner`.
    pub(crate) fn get(&self, owner: &ObjectKey) -> Option<&WrittenVersions> {
        self.writes.get(owner)
    }

    /// All records by owner.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &WrittenVersions)> {
        self.writes.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_grows_and_belongs_to_one_owner() {
        let (key, old, new) = (ObjectKey::from("default/j"), Uid::from("old"), Uid::from("new"));
        let mut store = ConsistencyStore::default();
        assert!(store.wrote_at(&key, &old, Kind::Pod, ResourceVersion(7)));
        assert!(!store.wrote_at(&key, &old, Kind::Pod, ResourceVersion(5)), "answers may come out of order");
        assert!(store.wrote_at(&key, &new, Kind::Job, ResourceVersion(3)));
        let record = store.get(&key).unwrap();
        assert_eq!((record.jobs, record.pods), (Some(ResourceVersion(3)), None));
        assert!(!store.clear(&key, Some("old")));
        assert!(store.clear(&key, None));
        assert!(store.get(&key).is_none());
    }
}
