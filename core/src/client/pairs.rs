//! Maps serialized as lists of pairs, for keys that are not strings, as JSON requires.

use imbl::OrdMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the pairs in the order of their keys.
pub(crate) fn serialize<K, V, S>(map: &OrdMap<K, V>, serializer: S) -> Result<S::Ok, S::Error>
where
    K: Serialize + Ord,
    V: Serialize,
    S: Serializer,
{
    if serializer.is_human_readable() { serializer.collect_seq(map.iter()) } else { serializer.collect_map(map.iter()) }
}

/// Reads pairs in any order; of two with the same key the last counts.
pub(crate) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<OrdMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord + Clone,
    V: Deserialize<'de> + Clone,
    D: Deserializer<'de>,
{
    Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
}
