//! JSON as it stands in a recording: with the order of its entries, which a map would lose.

use std::fmt::{self, Write as _};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The text of a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(String);

impl JsonText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value, without its order.
    pub fn value(&self) -> Value {
        // It was made from a value.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Writer).map(Self)
    }
}

struct Writer;

impl<'de> Visitor<'de> for Writer {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<String, E> {
        Ok(flag.to_string())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E>(self, number: f64) -> Result<String, E> {
        Ok(Value::from(number).to_string())
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(Value::from(text).to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<String, A::Error> {
        let mut list = Vec::new();
        while let Some(JsonText(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(format!("[{}]", list.join(",")))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<String, A::Error> {
        let mut map = Vec::new();
        while let Some((key, JsonText(value))) = entries.next_entry::<String, JsonText>()? {
            let mut entry = Value::from(key).to_string();
            let _ = write!(entry, ":{value}");
            map.push(entry);
        }
        Ok(format!("{{{}}}", map.join(",")))
    }
}
