//! The key of an object: its namespace and name as one value, as stores, caches and work queues use it. It shares the
//! object's strings, so a key costs no memory of its own; keys are ordered by their text.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Name, Namespace};

/// `namespace/name`, the key by which stores and work queues know an object.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct ObjectKey {
    /// None in a key without a slash.
    namespace: Option<Namespace>,
    name: Name,
}

impl ObjectKey {
    /// The key of the object `name` in `namespace`.
    pub fn new(namespace: &Namespace, name: &Name) -> Self {
        Self { namespace: Some(namespace.clone()), name: name.clone() }
    }

    /// The name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// `cache.SplitMetaNamespaceKey`: namespace and name; the namespace is empty without a slash.
    pub fn split(&self) -> (&str, &str) {
        (self.namespace.as_ref().map_or("", Namespace::as_str), self.name.as_str())
    }

    /// Whether both are in one namespace. Then no key of another is between them.
    pub(super) fn has_namespace_of(&self, other: &Self) -> bool {
        self.namespace.is_some() && self.namespace == other.namespace
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        let slash = self.namespace.as_ref().map(|_| b'/');
        let (namespace, name) = self.split();
        namespace.bytes().chain(slash).chain(name.bytes())
    }
}

impl From<&str> for ObjectKey {
    fn from(text: &str) -> Self {
        match text.split_once('/') {
            Some((namespace, name)) => Self { namespace: Some(namespace.into()), name: name.into() },
            None => Self { namespace: None, name: text.into() },
        }
    }
}

impl From<String> for ObjectKey {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Ord for ObjectKey {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.namespace == other.namespace {
            return self.name.cmp(&other.name);
        }
        self.bytes().cmp(other.bytes())
    }
}

impl PartialOrd for ObjectKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(namespace) = &self.namespace {
            write!(f, "{namespace}/")?;
        }
        self.name.fmt(f)
    }
}

impl fmt::Debug for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl Serialize for ObjectKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        (&self.namespace, &self.name).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ObjectKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from(String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_their_text() {
        let texts = ["/x", "a-b/x", "a.b/x", "a/x", "a/y", "a0/x", "b/a", "x", "z"];
        for (place, text) in texts.iter().enumerate() {
            assert_eq!(ObjectKey::from(*text).to_string(), *text);
            for (other_place, other) in texts.iter().enumerate() {
                let (key, other) = (ObjectKey::from(*text), ObjectKey::from(*other));
                assert_eq!(key.cmp(&other), place.cmp(&other_place), "{key} {other}");
            }
        }
        assert!(texts.is_sorted());
    }
}
