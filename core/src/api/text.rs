//! Texts in the metadata of objects. There may be 100,000 pods, so these take little memory.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;

/// The length of a UUID's text.
const UUID_LENGTH: usize = 36;

/// A text. One as long as a UUID lies where it is used, without memory of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UuidText(Text);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Text {
    /// Every text of that length.
    Uuid([u8; UUID_LENGTH]),
    /// All others.
    Other(SmolStr),
}

impl UuidText {
    /// The bytes of the text.
    pub(super) fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Text::Uuid(bytes) => bytes,
            Text::Other(text) => text.as_bytes(),
        }
    }
}

impl Deref for UuidText {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Text::Uuid(bytes) => str::from_utf8(bytes).unwrap_or_default(),
            Text::Other(text) => text,
        }
    }
}

impl<T: AsRef<str>> From<T> for UuidText {
    fn from(text: T) -> Self {
        let text = text.as_ref();
        Self(text.as_bytes().try_into().map_or_else(|_| Text::Other(text.into()), Text::Uuid))
    }
}

impl<'de> Deserialize<'de> for UuidText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(SmolStr::deserialize(deserializer)?.into())
    }
}

/// A text that very many objects have. Clones share it, and each takes as little room as a reference.
#[derive(Clone, Debug, Eq, PartialOrd, Ord)]
pub(crate) struct SharedText(Arc<Box<str>>);

/// Most that are compared are one and the same text.
impl PartialEq for SharedText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for SharedText {
    fn from(text: T) -> Self {
        Self(Arc::new(text.as_ref().into()))
    }
}

impl<'de> Deserialize<'de> for SharedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(SmolStr::deserialize(deserializer)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_any_length_is_kept() {
        let long = "ü".repeat(20);
        for text in ["", "uid-1", "0e5ef2c6-6a52-4b4e-9d84-1f2ce4a2a3b1", &"ü".repeat(18), &long] {
            let kept = UuidText::from(text);
            assert_eq!((&*kept, kept.as_bytes()), (text, text.as_bytes()));
            assert!(kept.clone() == UuidText::from(text.to_owned()) && kept != UuidText::from("other"));
        }
    }

    #[test]
    fn texts_take_little_room() {
        assert_eq!((size_of::<Option<UuidText>>(), size_of::<Option<SharedText>>()), (40, size_of::<usize>()));
    }
}
