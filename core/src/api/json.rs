//! Reading fields that pass through unread ([`OtherFields`](super::OtherFields)) as Go would after
//! decoding: an absent field, null and a value of another type are the type's zero value.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::budget::{Budget, OverBudget};

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// The text of `field`.
pub(super) fn text<'a>(object: &'a Object, field: &str) -> &'a str {
    object.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The integer of `field`.
pub(super) fn number(object: &Object, field: &str) -> i64 {
    optional_number(object, field).unwrap_or_default()
}

/// The integer of `field`, if there is one.
pub(super) fn optional_number(object: &Object, field: &str) -> Option<i64> {
    object.get(field).and_then(Value::as_i64)
}

/// The text of `field`, if there is one.
pub(super) fn optional_text<'a>(object: &'a Object, field: &str) -> Option<&'a str> {
    object.get(field).and_then(Value::as_str)
}

/// The truth value of `field`, if there is one.
pub(super) fn optional_flag(object: &Object, field: &str) -> Option<bool> {
    object.get(field).and_then(Value::as_bool)
}

/// Whether `field` is true.
pub(super) fn flag(object: &Object, field: &str) -> bool {
    object.get(field) == Some(&Value::Bool(true))
}

/// Whether `field` has a value.
pub(super) fn is_set(object: &Object, field: &str) -> bool {
    object.get(field).is_some_and(|value| !value.is_null())
}

/// The object `field`, if there is one.
pub(super) fn object<'a>(object: &'a Object, field: &str) -> Option<&'a Object> {
    object.get(field).and_then(Value::as_object)
}

/// The objects of the list `field` with their index.
pub(super) fn objects<'a>(object: &'a Object, field: &str) -> impl Iterator<Item = (usize, &'a Object)> {
    let items = object.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_object()?)))
}

/// The texts of the list `field` with their index.
pub(super) fn texts<'a>(object: &'a Object, field: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let items = object.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_str()?)))
}

/// The most levels that a document may have. `serde_json` reads no more, and a text of YAML has fewer.
pub(crate) const MAX_DEPTH: usize = 128;

/// About as many as the bytes of a value as JSON.
pub(crate) fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 1,
        Value::Array(items) => items.iter().map(weight).sum::<usize>() + 1,
        Value::Object(fields) => fields.iter().map(|(key, value)| key.len() + weight(value)).sum::<usize>() + 1,
        _ => 1,
    }
}

/// How many levels a value has. Counts in a loop, and each value within it as one of `visits`.
pub(crate) fn depth(value: &Value, visits: &Budget) -> Result<usize, OverBudget> {
    let mut deepest = 0;
    let mut open = vec![(value, 0)];
    while let Some((value, around)) = open.pop() {
        visits.spend(1)?;
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, around + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, around + 1))),
            _ => {}
        }
        deepest = deepest.max(around + usize::from(value.is_array() || value.is_object()));
    }
    Ok(deepest)
}

/// What `json.Marshal` escapes beyond what JSON asks for. In JSON these occur within texts alone.
const ESCAPED: [(char, &str); 5] =
    [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];

/// `json.Marshal`, which escapes the characters that mean something in HTML.
pub(crate) fn go_json(value: &impl Serialize) -> String {
    // Only texts, numbers, flags, lists and maps come here: there is nothing in them that JSON cannot hold.
    go_escaped(serde_json::to_string(value).unwrap_or_default())
}

/// JSON with the characters escaped that mean something in HTML.
pub(crate) fn go_escaped(text: String) -> String {
    ESCAPED.into_iter().fold(text, |text, (c, escape)| if text.contains(c) { text.replace(c, escape) } else { text })
}
