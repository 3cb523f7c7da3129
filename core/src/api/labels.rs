//! Labels and annotations. There is one map for each pod, and there may be 100,000 pods: clones share the map. A clone that
//! differs in a single value, such as the completion index, can keep that value beside the map and share the rest.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

use crate::small_collect::SmallCollect as _;

use super::List;

/// A map of labels or annotations. Cloning shares it.
#[derive(Clone, Default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "Record<string, string>"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
pub struct Labels {
    entries: List<Entry>,
    /// An entry that replaces the one of its key.
    own: Option<OwnEntry>,
}

/// A key and its value; a map has them in the order of their keys.
type Entry = (Arc<str>, Arc<str>);

/// An entry in which a map differs from the one that it shares with others. Cloning shares it.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry(Arc<(&'static str, SmolStr)>);

impl OwnEntry {
    /// The entry of `key` with that value.
    pub(crate) fn new(key: &'static str, value: SmolStr) -> Self {
        Self(Arc::new((key, value)))
    }

    fn key(&self) -> &'static str {
        self.0.0
    }

    fn value(&self) -> &str {
        &self.0.1
    }
}

impl Labels {
    fn find(&self, key: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| (**known).cmp(key))
    }

    fn own(&self, key: &str) -> Option<&str> {
        self.own.as_ref().filter(|own| own.key() == key).map(OwnEntry::value)
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.own(key).or_else(|| {
            let (_, value) = self.entries.get(self.find(key).ok()?)?;
            Some(&**value)
        })
    }

    /// All entries by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(key, value)| (&**key, self.own(key).unwrap_or(value)))
    }

    /// The entries for change: copied if they are shared, the own one among them.
    fn to_mut(&mut self) -> &mut Vec<Entry> {
        let own = self.own.take().map(|own| (self.find(own.key()), own));
        let entries = self.entries.to_mut();
        if let Some((Ok(place), own)) = own
            && let Some((_, value)) = entries.get_mut(place)
        {
            *value = own.value().into();
        }
        entries
    }

    /// Sets `key`, copying the map if it is shared.
    pub fn set(&mut self, key: &str, value: impl Into<Arc<str>>) {
        let place = self.find(key);
        let entries = self.to_mut();
        match place {
            Ok(place) => {
                if let Some((_, known)) = entries.get_mut(place) {
                    *known = value.into();
                }
            }
            Err(place) => entries.insert(place, (key.into(), value.into())),
        }
    }

    /// Sets an entry. If its key is there already, the map is not copied.
    pub(crate) fn set_own(&mut self, own: &OwnEntry) {
        let replaces = self.own.as_ref().is_none_or(|before| before.key() == own.key());
        if replaces && self.find(own.key()).is_ok() {
            self.own = Some(own.clone());
        } else {
            self.set(own.key(), own.value());
        }
    }

    /// Whether both are one and the same map, as a clone is until one of them changes. Two empty ones are not.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        let same_own = match (&self.own, &other.own) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => Arc::ptr_eq(&ours.0, &theirs.0),
            (Some(_), None) | (None, Some(_)) => false,
        };
        same_own && self.entries.is_shared_with(&other.entries)
    }

    /// Sets `key` unless it is there already.
    pub(crate) fn set_if_absent(&mut self, key: &str, value: impl Into<Arc<str>>) {
        if self.find(key).is_err() {
            self.set(key, value);
        }
    }

    /// Removes `key`, copying the map if it is shared; says whether it was there.
    pub fn remove(&mut self, key: &str) -> bool {
        let Ok(place) = self.find(key) else { return false };
        self.to_mut().remove(place);
        true
    }
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared_with(other) || self.iter().eq(other.iter())
    }
}

impl Eq for Labels {}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Into<Arc<str>>, V: Into<Arc<str>>> FromIterator<(K, V)> for Labels {
    /// Of two entries with one key the later one stays.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let map: BTreeMap<Arc<str>, Arc<str>> =
            entries.into_iter().map(|(key, value)| (key.into(), value.into())).small_collect();
        Self { entries: map.into_iter().collect(), own: None }
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::<String, String>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn labels_are_a_map(changes in proptest::collection::vec(
            ("[a-d]", proptest::option::of("[x-z]"), any::<bool>()), 0..20,
        )) {
            let (mut labels, mut map) = (Labels::default(), BTreeMap::new());
            for (key, value, is_own) in changes {
                let before = labels.clone();
                if let Some(value) = value.as_ref().filter(|_| is_own) {
                    let of_key = ["a", "b", "c", "d"].into_iter().find(|known| *known == key);
                    labels.set_own(&OwnEntry::new(of_key.unwrap(), value.into()));
                    map.insert(key, value.clone());
                } else if let Some(value) = value {
                    labels.set(&key, value.as_str());
                    map.insert(key, value);
                } else {
                    prop_assert_eq!(labels.remove(&key), map.remove(&key).is_some());
                }
                prop_assert!(labels.iter().eq(map.iter().map(|(key, value)| (key.as_str(), value.as_str()))));
                prop_assert_eq!(&labels, &map.clone().into_iter().collect::<Labels>());
                prop_assert_eq!(before == labels, before.iter().eq(labels.iter()));
            }
        }
    }
}
