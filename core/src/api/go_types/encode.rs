//! A value as the API server writes it after reading it: empty fields are omitted unless the type says otherwise, and
//! fields unknown to the release are dropped.

use serde_json::{Map, Value};

use super::GoType::{self, Flag, Int32, Int64, IntOrString, List, Pointer, Struct, Text, Time};
use super::{GoField, GoStruct};
use crate::api::Release;
use crate::api::json::Object;
use crate::api::quantity::Quantity;
use crate::small_collect::SmallCollect as _;

/// `object`, a value of the type `of`, as the release writes it.
pub(in crate::api) fn encode(object: &Object, of: &'static GoStruct, release: Release) -> Object {
    let mut encoded = Map::new();
    encode_fields(object, of, release, &mut encoded);
    encoded
}

fn encode_fields(object: &Object, of: &'static GoStruct, release: Release, encoded: &mut Object) {
    for field in of.outside(release) {
        if let (true, Struct(inner)) = (field.json.is_empty(), &field.r#type) {
            encode_fields(object, inner, release, encoded);
        } else if let Some(value) = encode_field(object.get(field.json), field, release) {
            encoded.insert(field.json.to_owned(), value);
        }
    }
}

/// The value of a field in JSON; `None` if it is omitted.
pub(super) fn encode_field(value: Option<&Value>, field: &'static GoField, release: Release) -> Option<Value> {
    let value = encode_value(value.filter(|value| !value.is_null()), &field.r#type, release);
    if field.required { value.or_else(|| Some(zero(&field.r#type, release))) } else { value }
}

/// The value in JSON; `None` if it is empty.
fn encode_value(value: Option<&Value>, r#type: &'static GoType, release: Release) -> Option<Value> {
    let all = |item: &Value, r#type: &'static GoType| {
        let item = Some(item).filter(|item| !item.is_null());
        encode_value(item, r#type, release).unwrap_or_else(|| zero(r#type, release))
    };
    match r#type {
        Pointer(inner) => value.map(|value| all(value, inner)),
        Text(_) => value.filter(|value| value.as_str().is_some_and(|text| !text.is_empty())).cloned(),
        Flag => value.filter(|value| **value == Value::Bool(true)).cloned(),
        Int32 | Int64 => value.filter(|value| value.as_i64().is_some_and(|number| number != 0)).cloned(),
        List(item) => {
            let items = value.and_then(Value::as_array).filter(|items| !items.is_empty())?;
            Some(items.iter().map(|value| all(value, item)).collect())
        }
        GoType::Map(_, entry) => {
            let entries = value.and_then(Value::as_object).filter(|entries| !entries.is_empty())?;
            Some(entries.iter().map(|(key, value)| (key.clone(), all(value, entry))).small_collect::<Object>().into())
        }
        // To Go, a struct is never empty.
        Struct(of) => {
            let nothing = Map::new();
            Some(encode(value.and_then(Value::as_object).unwrap_or(&nothing), of, release).into())
        }
        GoType::Quantity => Some(amount(value).map_or_else(|| "0".into(), |text| Quantity::as_stored(&text).into())),
        IntOrString => Some(value.cloned().unwrap_or_else(|| 0.into())),
        // Since v1.34 `omitzero` omits it.
        Time => value.cloned().or_else(|| (!release.since(34)).then_some(Value::Null)),
    }
}

/// An empty value in JSON.
fn zero(r#type: &'static GoType, release: Release) -> Value {
    match r#type {
        Text(_) => "".into(),
        Flag => false.into(),
        Int32 | Int64 => 0.into(),
        _ => encode_value(None, r#type, release).unwrap_or_default(),
    }
}

/// The text of an amount.
pub(super) fn amount(value: Option<&Value>) -> Option<String> {
    Quantity::written(value?)
}
