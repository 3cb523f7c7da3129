//! Labels and annotations. There is one map for each pod, and there may be 100,000 pods: clones share the map, and a
//! changed clone still shares the keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::small_collect::SmallCollect as _;

use super::List;

/// A map of labels or annotations. Cloning shares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "Record<string, string>"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
pub struct Labels(List<Entry>);

/// A key and its value; a map has them in the order of their keys.
type Entry = (Arc<str>, Arc<str>);

impl Labels {
    fn find(&self, key: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| (**known).cmp(key))
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.0.get(self.find(key).ok()?)?;
        Some(value)
    }

    /// All entries by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Sets `key`, copying the map if it is shared.
    pub fn set(&mut self, key: &str, value: impl Into<Arc<str>>) {
        let place = self.find(key);
        let entries = self.0.to_mut();
        match place {
            Ok(place) => {
                if let Some((_, known)) = entries.get_mut(place) {
                    *known = value.into();
                }
            }
            Err(place) => entries.insert(place, (key.into(), value.into())),
        }
    }

    /// Whether both are one and the same map, as a clone is until one of them changes. Two empty ones are not.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.0.is_shared_with(&other.0)
    }

    /// Sets `key` unless it is there already.
    pub fn set_if_absent(&mut self, key: &str, value: impl Into<Arc<str>>) {
        if self.find(key).is_err() {
            self.set(key, value);
        }
    }

    /// Removes `key`, copying the map if it is shared; says whether it was there.
    pub fn remove(&mut self, key: &str) -> bool {
        let Ok(place) = self.find(key) else { return false };
        self.0.to_mut().remove(place);
        true
    }
}

impl<K: Into<Arc<str>>, V: Into<Arc<str>>> FromIterator<(K, V)> for Labels {
    /// Of two entries with one key the later one stays.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let map: BTreeMap<Arc<str>, Arc<str>> =
            entries.into_iter().map(|(key, value)| (key.into(), value.into())).small_collect();
        Self(map.into_iter().collect())
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
        fn labels_are_a_map(changes in proptest::collection::vec(("[a-d]", proptest::option::of("[x-z]")), 0..20)) {
            let (mut labels, mut map) = (Labels::default(), BTreeMap::new());
            for (key, value) in changes {
                let before = labels.clone();
                if let Some(value) = value {
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
