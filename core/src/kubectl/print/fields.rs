//! Fields that the engine passes on unread, read as the API's Go types: a missing field is the type's zero value.
//!
//! Nothing here knows a particular field.

use crate::small_sort::SmallSort as _;
use serde_json::{Map, Value};

/// An object whose fields nobody has read yet.
pub(super) type Fields = Map<String, Value>;

/// A text; an empty one if there is none.
pub(super) fn text<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A text that says something.
pub(super) fn given<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    Some(text(fields, name)).filter(|text| !text.is_empty())
}

/// Whether that is set.
pub(super) fn flag(fields: &Fields, name: &str) -> bool {
    fields.get(name) == Some(&Value::Bool(true))
}

/// A number as it is written.
pub(super) fn number(fields: &Fields, name: &str) -> String {
    fields.get(name).filter(|value| !value.is_null()).map_or_else(|| "0".to_owned(), plain)
}

/// An object within the object.
pub(super) fn object<'a>(fields: &'a Fields, name: &str) -> Option<&'a Fields> {
    fields.get(name).and_then(Value::as_object)
}

/// A list of whatever.
pub(super) fn list<'a>(fields: &'a Fields, name: &str) -> &'a [Value] {
    fields.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A list of objects.
pub(super) fn objects<'a>(fields: &'a Fields, name: &str) -> impl Iterator<Item = &'a Fields> {
    list(fields, name).iter().filter_map(Value::as_object)
}

/// A list of texts.
pub(super) fn words<'a>(fields: &'a Fields, name: &str) -> impl Iterator<Item = &'a str> {
    list(fields, name).iter().filter_map(Value::as_str)
}

/// The entries of a map, by their keys.
pub(super) fn entries<'a>(fields: &'a Fields, name: &str) -> impl Iterator<Item = (&'a str, String)> {
    let mut entries: Vec<_> = object(fields, name).into_iter().flatten().collect();
    entries.small_sort_by_key(|(key, _)| *key);
    entries.into_iter().map(|(key, value)| (key.as_str(), plain(value)))
}

/// A value as it is printed: texts without quotes.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A list as Go's `%v` writes it.
pub(super) fn in_brackets<'a>(words: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", words.collect::<Vec<_>>().join(" "))
}
