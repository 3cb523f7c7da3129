//! Reads objects by tables. Derived code takes several times as much room in WebAssembly.

use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Map, Value};

use super::{Decoder, JsonError, from_json};

/// An object whose fields are read one by one.
pub(crate) struct JsonObject<'a>(&'a Map<String, Value>);

impl<'a> JsonObject<'a> {
    /// The object. `expected` says in an error what it is.
    pub(crate) fn of(value: &'a Value, expected: &str) -> Result<Self, JsonError> {
        value.as_object().map(Self).ok_or_else(|| Decoder(value).refused(&expected))
    }

    /// Refuses fields but these and the one called `tag`.
    pub(crate) fn has_only(&self, names: &'static [&'static str], tag: &str) -> Result<(), JsonError> {
        let mut others = self.0.keys().filter(|field| *field != tag && !names.contains(&field.as_str()));
        match others.next() {
            None => Ok(()),
            Some(field) if names.is_empty() => {
                Err(JsonError::custom(format!("unknown field `{field}`, there are no others than {tag}")))
            }
            Some(field) => Err(JsonError::unknown_field(field, names)),
        }
    }

    /// A field that must be there.
    pub(crate) fn required<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, JsonError> {
        let value = self.0.get(name).ok_or_else(|| JsonError::missing_field(name))?;
        from_json(value).map_err(|error| error.within(name))
    }

    /// A field that may be left out.
    pub(crate) fn or_default<T: DeserializeOwned + Default>(&self, name: &'static str) -> Result<T, JsonError> {
        if self.0.contains_key(name) { self.required(name) } else { Ok(T::default()) }
    }

    /// All that it has but the field called `tag`.
    pub(crate) fn without(&self, tag: &str) -> Value {
        let mut rest = self.0.clone();
        rest.remove(tag);
        Value::Object(rest)
    }
}
