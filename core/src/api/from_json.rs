//! Decodes JSON values into our types. An error has the path of what is wrong.

mod object;
mod record;

use std::fmt::{Display, Write as _};
use std::slice;

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Value, map};

pub(crate) use object::JsonObject;
use record::Record;

/// What is wrong with a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct JsonError {
    /// The path of what is wrong, as in `spec.containers[0].image`. Empty for the value itself.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl JsonError {
    /// The message after the path, as in `spec.completions: invalid type: string "2", expected i32`.
    pub fn with_path(&self) -> String {
        if self.path.is_empty() { self.message.clone() } else { format!("{}: {}", self.path, self.message) }
    }

    #[cold]
    fn within(mut self, segment: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{segment}{dot}{}", self.path);
        self
    }

    #[cold]
    fn wrong(what: &str, unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let mut message = format!("invalid {what}: ");
        let _ = match unexpected {
            Unexpected::Unit => message.write_str("null"),
            _ => write!(message, "{unexpected}"),
        };
        let _ = write!(message, ", expected {expected}");
        Self { path: String::new(), message }
    }
}

impl de::Error for JsonError {
    fn custom<T: Display>(message: T) -> Self {
        Self { path: String::new(), message: message.to_string() }
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wrong("type", unexpected, expected)
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::wrong("value", unexpected, expected)
    }
}

/// Decodes a value, as `serde_json` does, but a struct only from an object and not from a list.
///
/// # Errors
///
/// The first thing that `T` does not take.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use jobscope_core::api::from_json;
/// use serde_json::json;
///
/// let ages: BTreeMap<String, Vec<u32>> = from_json(&json!({ "anna": [31] }))?;
/// assert_eq!(ages["anna"], [31]);
/// let error = from_json::<BTreeMap<String, Vec<u32>>>(&json!({ "ben": [29, "old"] })).unwrap_err();
/// assert_eq!(error.path, "ben[1]");
/// assert_eq!(error.with_path(), "ben[1]: invalid type: string \"old\", expected u32");
/// # Ok::<(), jobscope_core::api::JsonError>(())
/// ```
pub fn from_json<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, JsonError> {
    T::deserialize(Decoder(value))
}

#[derive(Clone, Copy)]
struct Decoder<'de>(&'de Value);

impl Decoder<'_> {
    #[cold]
    fn refused(self, expected: &dyn Expected) -> JsonError {
        if record::is_absent(self.0) {
            return JsonError::default();
        }
        let unexpected = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(flag) => Unexpected::Bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Unexpected::Unsigned(number),
                (_, Some(number)) => Unexpected::Signed(number),
                _ => Unexpected::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        JsonError::wrong("type", unexpected, expected)
    }
}

/// Methods that take one kind of value.
macro_rules! take {
    ($($method:ident)* => $taken:ident) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
            self.$taken(visitor)
        })*
    };
}

impl<'de> Decoder<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Number(number) = self.0 else { return Err(self.refused(&visitor)) };
        match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (_, Some(number)) => visitor.visit_i64(number),
            _ => visitor.visit_f64(number.as_f64().unwrap_or_default()),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.refused(&visitor)),
        }
    }

    fn items<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Array(items) = self.0 else { return Err(self.refused(&visitor)) };
        let mut rest = Items { items: items.iter(), index: 0 };
        let value = visitor.visit_seq(&mut rest)?;
        match rest.items.len() {
            0 => Ok(value),
            _ => Err(de::Error::invalid_length(items.len(), &"fewer elements in array")),
        }
    }

    fn fields<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Object(fields) = self.0 else { return Err(self.refused(&visitor)) };
        let mut rest = Fields { fields: fields.iter(), field: None };
        let value = visitor.visit_map(&mut rest)?;
        match rest.fields.len() {
            0 => Ok(value),
            _ => Err(de::Error::invalid_length(fields.len(), &"fewer elements in map")),
        }
    }
}

impl<'de> Deserializer<'de> for Decoder<'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.items(visitor),
            Value::Object(_) => self.fields(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(*flag),
            _ => Err(self.refused(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        let Value::Object(object) = self.0 else { return Err(self.refused(&visitor)) };
        let mut record = Record::new(name, fields, object)?;
        visitor.visit_seq(&mut record).map_err(|error| record.explained(error))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, JsonError> {
        self.items(visitor)
    }

    /// As a name, or as an object of one field.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Variant { name, value: None }),
            Value::Object(fields) => match (fields.len(), fields.iter().next()) {
                (1, Some((name, value))) => visitor.visit_enum(Variant { name, value: Some(value) }),
                _ => Err(JsonError::wrong("value", Unexpected::Map, &"map with a single key")),
            },
            _ => Err(self.refused(&"string or map")),
        }
    }

    take!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64 => number);
    take!(deserialize_char deserialize_str deserialize_string deserialize_identifier => text);
    take!(deserialize_seq => items);
    take!(deserialize_map => fields);
    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct tuple_struct ignored_any }
}

struct Items<'de> {
    items: slice::Iter<'de, Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        self.index += 1;
        match seed.deserialize(Decoder(item)) {
            Ok(item) => Ok(Some(item)),
            Err(error) => Err(error.within(&format!("[{}]", self.index - 1))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Fields<'de> {
    fields: map::Iter<'de>,
    field: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for &mut Fields<'de> {
    type Error = JsonError;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.field = Some((name, value));
        seed.deserialize(Key(name)).map(Some).map_err(|error| error.within(name))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, JsonError> {
        let Some((name, value)) = self.field.take() else { return Err(de::Error::custom("a value without its key")) };
        seed.deserialize(Decoder(value)).map_err(|error| error.within(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// The name of a field: a text, also for a number, a newtype or a name of an enum.
struct Key<'de>(&'de str);

/// Methods that take a number, written in decimal.
macro_rules! take_number {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
            match (self.0.parse::<u64>(), self.0.parse::<i64>()) {
                (Ok(number), _) => visitor.visit_u64(number),
                (_, Ok(number)) => visitor.visit_i64(number),
                _ => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_enum(Variant { name: self.0, value: None })
    }

    take_number!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64);
    forward_to_deserialize_any! { bool f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct
    map struct identifier ignored_any }
}

struct Variant<'de> {
    name: &'de str,
    value: Option<&'de Value>,
}

impl<'de> Variant<'de> {
    fn value(&self, expected: &'static str) -> Result<Decoder<'de>, JsonError> {
        self.value.map(Decoder).ok_or_else(|| JsonError::wrong("type", Unexpected::UnitVariant, &expected))
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = JsonError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), JsonError> {
        Ok((seed.deserialize(Key(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = JsonError;

    fn unit_variant(self) -> Result<(), JsonError> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(Decoder(value).refused(&"unit")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, JsonError> {
        seed.deserialize(self.value("newtype variant")?).map_err(|error| error.within(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, JsonError> {
        self.value("tuple variant")?.items(visitor).map_err(|error| error.within(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, JsonError> {
        self.value("struct variant")?.fields(visitor).map_err(|error| error.within(self.name))
    }
}

#[cfg(test)]
mod tests;
