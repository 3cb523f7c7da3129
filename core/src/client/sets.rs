//! Sets serialized as lists, and where they are not to be read by people, as maps: so it is known that their order says
//! nothing.

use imbl::OrdSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the items in their order.
pub(crate) fn serialize<T: Serialize + Ord, S: Serializer>(set: &OrdSet<T>, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return serializer.collect_seq(set.iter());
    }
    serializer.collect_map(set.iter().map(|item| (item, ())))
}

/// Reads items in any order.
pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<OrdSet<T>, D::Error>
where
    T: Deserialize<'de> + Ord + Clone,
    D: Deserializer<'de>,
{
    OrdSet::deserialize(deserializer)
}
