//! Converting an object to a type, as `runtime.DefaultUnstructuredConverter` does it and reports the first value of a
//! wrong type.

use serde_json::Value;

use super::GoType::{Flag, Int32, Int64, IntOrString, List, Map, Pointer, Struct, Text, Time};
use super::{GoStruct, GoType};
use crate::api::Release;
use crate::api::json::Object;
use crate::api::jsonpatch::undecodable;
use crate::api::quantity::Quantity;

/// Converts `object` to the type `of`. Numbers are converted as in Go: one that is too large for its type loses its upper
/// bits.
pub(in crate::api) fn convert(object: &mut Object, of: &'static GoStruct, release: Release) -> Result<(), String> {
    for field in of.outside(release) {
        match &field.r#type {
            Struct(inner) if field.json.is_empty() => convert(object, inner, release)?,
            r#type => {
                if let Some(value) = object.get_mut(field.json) {
                    convert_value(value, r#type, release)?;
                }
            }
        }
    }
    Ok(())
}

fn convert_value(value: &mut Value, r#type: &'static GoType, release: Release) -> Result<(), String> {
    match (r#type, value) {
        (_, Value::Null)
        | (Text(_) | IntOrString | Time, Value::String(_))
        | (Flag, Value::Bool(_))
        | (IntOrString, Value::Number(_)) => Ok(()),
        (Text(name), value) => Err(other_kind(value, "string", &name.replace("core.", "v1.").replace("batch.", "v1."))),
        (Flag, value) => Err(other_kind(value, "bool", "bool")),
        (Int32, value) => convert_integer(value, "int32", |whole| i64::from(lower_half(whole))),
        (Int64, value) => convert_integer(value, "int64", |whole| whole),
        (Pointer(inner), value) => convert_value(value, inner, release),
        (List(item), Value::Array(items)) => items.iter_mut().try_for_each(|value| convert_value(value, item, release)),
        (List(_), value) => Err(format!("cannot restore slice from {}", kind(value))),
        (Map(_, entry), Value::Object(entries)) => {
            entries.values_mut().try_for_each(|value| convert_value(value, entry, release))
        }
        (Map(..), value) => Err(format!("cannot restore map from {}", kind(value))),
        (Struct(of), Value::Object(object)) => convert(object, of, release),
        (Struct(_), value) => Err(format!("cannot restore struct from: {}", kind(value))),
        (GoType::Quantity, Value::String(text)) => parsed(text.trim()),
        (GoType::Quantity, value) => parsed(&value.to_string()),
        (IntOrString, value) => Err(undecodable(value, None, "int32")),
        (Time, value) => Err(undecodable(value, None, "string")),
    }
}

/// The error of a value that is not of the simple type with that `kind` and `name`.
fn other_kind(value: &Value, kind: &str, name: &str) -> String {
    match value {
        // An integer converts to a text in Go, but not in JSON.
        Value::Number(number) if kind == "string" && !number.is_f64() => format!("cannot convert int64 to {name}"),
        Value::Number(number) if kind != "bool" && kind != "string" && number.is_f64() => {
            format!("cannot convert float64 to {name}")
        }
        _ => format!("unrecognized type: {kind}"),
    }
}

fn convert_integer(value: &mut Value, name: &str, fit: fn(i64) -> i64) -> Result<(), String> {
    #[expect(clippy::cast_possible_truncation, reason = "it has no fraction, and beyond 64 bits Go promises nothing")]
    let whole = match &*value {
        Value::Number(number) => {
            let float = || number.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64);
            number.as_i64().or_else(float)
        }
        _ => None,
    };
    *value = fit(whole.ok_or_else(|| other_kind(value, name, name))?).into();
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "as Go's conversion")]
fn lower_half(number: i64) -> i32 {
    number as i32
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
