//! Lists within API objects.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list within an API object. Cloning shares it, and an empty one takes no memory: objects are copied at each write,
/// and most of what they list stays as it is.
#[derive(Clone, Debug, Eq)]
pub struct List<T>(Option<Arc<Vec<T>>>);

impl<T> List<T> {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|items| items.is_empty())
    }
}

impl<T> List<T> {
    /// Whether both are one and the same list, as a clone is until one of them changes. Two empty ones are not.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.0.as_ref().zip(other.0.as_ref()).is_some_and(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
    }
}

impl<T: Clone> List<T> {
    /// The items, for change; copied if they are shared.
    pub(crate) fn to_mut(&mut self) -> &mut Vec<T> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Keeps the items for which `keep` says so.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        if !self.iter().all(&keep) {
            *self = self.iter().filter(|item| keep(item)).cloned().collect();
        }
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared_with(other) || **self == **other
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for List<T> {
    fn eq(&self, other: &[U; N]) -> bool {
        **self == *other
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self((!items.is_empty()).then(|| Arc::new(items)))
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into())
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emptied_list_is_as_an_empty_one() {
        let mut list: List<i32> = vec![1].into();
        let before = list.clone();
        list.retain(|_| false);
        assert_eq!((list.clone(), list.is_empty(), before.len()), (List::default(), true, 1));
        list.to_mut().push(1);
        assert_eq!(list, before);
    }
}
