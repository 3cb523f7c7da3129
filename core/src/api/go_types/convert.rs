//! Errors of converting an object to a type, as `runtime.DefaultUnstructuredConverter` reports the first value of a
//! wrong type.

use serde_json::Value;

use super::GoType::{Flag, Int32, Int64, IntOrString, List, Map, Pointer, Struct, Text, Time};
use super::{GoStruct, GoType};
use crate::api::Release;
use crate::api::json::Object;
use crate::api::jsonpatch::undecodable;
use crate::api::quantity::Quantity;

/// Looks for what is wrong with `object` as a value of the type `of`.
pub(in crate::api) fn check_convertible(
    object: &Object,
    of: &'static GoStruct,
    release: Release,
) -> Result<(), String> {
    for field in of.outside(release) {
        match &field.r#type {
            Struct(inner) if field.json.is_empty() => check_convertible(object, inner, release)?,
            r#type => {
                if let Some(value) = object.get(field.json) {
                    check(value, r#type, release)?;
                }
            }
        }
    }
    Ok(())
}

fn check(value: &Value, r#type: &'static GoType, release: Release) -> Result<(), String> {
    let simple = |kind: &str, name: &str| match value {
        // An integer converts to a text in Go, but not in JSON.
        Value::Number(number) if kind == "string" && !number.is_f64() => Err(format!("cannot convert int64 to {name}")),
        Value::Number(number) if kind != "bool" && kind != "string" && number.is_f64() => {
            Err(format!("cannot convert float64 to {name}"))
        }
        _ => Err(format!("unrecognized type: {kind}")),
    };
    match (r#type, value) {
        (_, Value::Null)
        | (Text(_) | IntOrString | Time, Value::String(_))
        | (Flag, Value::Bool(_))
        | (IntOrString, Value::Number(_)) => Ok(()),
        (Int32 | Int64, Value::Number(number)) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => Ok(()),
        (Text(name), _) => simple("string", &name.replace("core.", "v1.").replace("batch.", "v1.")),
        (Flag, _) => simple("bool", "bool"),
        (Int32, _) => simple("int32", "int32"),
        (Int64, _) => simple("int64", "int64"),
        (Pointer(inner), value) => check(value, inner, release),
        (List(item), Value::Array(items)) => items.iter().try_for_each(|value| check(value, item, release)),
        (List(_), value) => Err(format!("cannot restore slice from {}", kind(value))),
        (Map(_, entry), Value::Object(entries)) => entries.values().try_for_each(|value| check(value, entry, release)),
        (Map(..), value) => Err(format!("cannot restore map from {}", kind(value))),
        (Struct(of), Value::Object(object)) => check_convertible(object, of, release),
        (Struct(_), value) => Err(format!("cannot restore struct from: {}", kind(value))),
        (GoType::Quantity, Value::String(text)) => parsed(text.trim()),
        (GoType::Quantity, value) => parsed(&value.to_string()),
        (IntOrString, value) => Err(undecodable(value, None, "int32")),
        (Time, value) => Err(undecodable(value, None, "string")),
    }
}

fn parsed(text: &str) -> Result<(), String> {
    Quantity::parse(text).map(drop).map_err(|error| error.to_string())
}

/// `reflect.Kind` of a decoded value.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "invalid",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "slice",
        Value::Object(_) => "map",
    }
}
