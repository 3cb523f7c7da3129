//! Reads the fields of a struct in the order in which they are declared. Derived code that reads them in any order takes several
//! times as much room in WebAssembly.

use std::{ptr, slice};

use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde_json::{Map, Value};

use super::{Decoder, JsonError};

/// The structs with `deny_unknown_fields`, by name: derived code that reads a sequence does not refuse such fields.
pub(super) const DENY_UNKNOWN_FIELDS: [&str; 21] = [
    "Cursor",
    "ExplainOptions",
    "Failure",
    "Fault",
    "FaultEvents",
    "FrontMatter",
    "ManagerOptions",
    "Narration",
    "Observed",
    "Plan",
    "PodSelection",
    "ResourceQuota",
    "SavedFork",
    "Source",
    "Unexplained",
    "View",
    "WriteDifference",
    "WrittenBranch",
    "WrittenHistory",
    "WrittenRule",
    "WrittenSession",
];

/// What session files before version 4 call `release`. Derived code lists it before that name.
const EDITION: &str = "edition";

/// The value of a field that is not there.
static ABSENT: Value = Value::Null;

/// Whether the value is one of a field that is not there.
pub(super) fn is_absent(value: &Value) -> bool {
    ptr::eq(value, &raw const ABSENT)
}

/// The fields of an object that become those of a struct.
pub(super) struct Record<'de> {
    fields: slice::Iter<'static, &'static str>,
    object: &'de Map<String, Value>,
    /// The last field that was asked for, if it is not there.
    missing: Option<&'static str>,
}

impl<'de> Record<'de> {
    /// The object as the struct called `name`.
    pub(super) fn new(
        name: &str,
        fields: &'static [&'static str],
        object: &'de Map<String, Value>,
    ) -> Result<Self, JsonError> {
        if DENY_UNKNOWN_FIELDS.contains(&name)
            && let Some(field) = object.keys().find(|field| !fields.contains(&field.as_str()))
        {
            return Err(JsonError::unknown_field(field, fields).within(field));
        }
        Ok(Self { fields: fields.iter(), object, missing: None })
    }

    /// Derived code reports a field that must be there as a list that ends too early.
    pub(super) fn explained(&self, error: JsonError) -> JsonError {
        self.missing.map_or(error, JsonError::missing_field)
    }
}

impl<'de> SeqAccess<'de> for &mut Record<'de> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        let (name, value) = self.next();
        match seed.deserialize(Decoder(value)) {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.missing.is_some() => Ok(None),
            Err(error) => Err(error.within(name)),
        }
    }
}

impl<'de> Record<'de> {
    /// The next field and its value.
    fn next(&mut self) -> (&'static str, &'de Value) {
        let mut name = self.fields.next().copied().unwrap_or_default();
        let mut value = self.object.get(name);
        if name == EDITION {
            name = self.fields.next().copied().unwrap_or_default();
            value = self.object.get(name).or(value);
        }
        self.missing = if value.is_none() { Some(name) } else { None };
        (name, value.unwrap_or(&ABSENT))
    }
}
