//! `controller.ControllerExpectations`: what a controller did and has not yet seen happen.
//!
//! Counts only: a pod that is deleted gracefully is observed twice, so a late final deletion can
//! satisfy a newer expectation. `ReplicaSet` guards against that with UIDs; Jobs do not.

use imbl::OrdMap;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::api::{ObjectKey, Time};
use crate::trace::ExpectationRecord;

/// What is expected for one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Expectation {
    /// Creations not observed yet; negative if more were observed.
    pub adds: i64,
    /// Deletions not observed yet; negative if more were observed.
    pub dels: i64,
    /// When the record was set.
    pub set_at: Time,
}

/// In formats for programs a fulfilled record has no age, because nothing depends on that.
impl Serialize for Expectation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_age = serializer.is_human_readable() || self.adds > 0 || self.dels > 0;
        let mut fields = serializer.serialize_struct("Expectation", 3)?;
        fields.serialize_field("adds", &self.adds)?;
        fields.serialize_field("dels", &self.dels)?;
        if has_age {
            fields.serialize_field("set_at", &self.set_at)?;
        }
        fields.end()
    }
}

/// Records by key. A record stays when it is fulfilled; only [`Self::delete`] removes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControllerExpectations {
    records: OrdMap<ObjectKey, Expectation>,
}

impl ControllerExpectations {
    /// `ExpectCreations` or `ExpectDeletions`: overwrites the record.
    pub(crate) fn set(&mut self, key: &ObjectKey, adds: i64, dels: i64, now: Time) {
        self.records.insert(key.clone(), Expectation { adds, dels, set_at: now });
    }

    /// `LowerExpectations`: without a record nothing happens. Says whether there is one.
    pub(crate) fn lower(&mut self, key: &ObjectKey, adds: i64, dels: i64) -> bool {
        let Some(record) = self.records.get_mut(key) else { return false };
        record.adds = record.adds.saturating_sub(adds);
        record.dels = record.dels.saturating_sub(dels);
        true
    }

    /// `DeleteExpectations`. Says whether there was a record.
    pub(crate) fn delete(&mut self, key: &ObjectKey) -> bool {
        self.records.remove(key).is_some()
    }

    /// The record of `key` as a question sees it at `now`.
    pub(crate) fn record(&self, key: &ObjectKey, now: Time) -> Option<ExpectationRecord> {
        let record = self.records.get(key)?;
        Some(ExpectationRecord { adds: record.adds, dels: record.dels, age_ms: now.since(record.set_at) })
    }

    /// All records by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &Expectation)> {
        self.records.iter()
    }
}
