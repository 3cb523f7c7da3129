//! A value as an error shows it: until v1.33 as Go source (`%#v`), since v1.34 as JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::GoType::{self, Flag, Int32, Int64, IntOrString, List, Pointer, Struct, Text, Time};
use super::encode::{amount, encode_field};
use super::{GoField, GoStruct};
use crate::api::Release;
use crate::api::field::go_quote;
use crate::api::json::{Object, go_json};
use crate::api::quantity::Quantity;

/// `object`, a value of the type `of`.
pub(in crate::api) fn shown(object: &Object, of: &'static GoStruct, release: Release) -> String {
    let mut printer = Printer { release, text: String::new() };
    if release.since(34) {
        printer.json_struct(object, of, &Map::new());
    } else {
        printer.source_struct(object, of, &Map::new());
    }
    printer.text
}

/// An amount as Go source, `text` as it was written.
pub(in crate::api) fn quantity_source(text: &str) -> String {
    let parts = Quantity::parts(text);
    let (value, scale) = parts.fast.unwrap_or_default();
    let decimal = if parts.fast.is_some() { "nil" } else { "0x..." };
    format!(
        "resource.Quantity{{i:resource.int64Amount{{value:{value}, scale:{scale}}}, \
         d:resource.infDecAmount{{Dec:(*inf.Dec)({decimal})}}, s:{}, Format:\"{}\"}}",
        go_quote(&parts.text),
        parts.format
    )
}

struct Printer {
    release: Release,
    text: String,
}

/// The value of a field; some fields of an internal type are those of the outer object in the API.
fn field_value<'a>(field: &GoField, object: &'a Object, outer: &'a Object) -> Option<&'a Value> {
    let object = if field.side == super::Side::Inside { outer } else { object };
    object.get(field.json).filter(|value| !value.is_null())
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn print(&mut self, text: impl std::fmt::Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{text}");
    }

    /// Calls `item` for each of `items`, with `separator` between them.
    fn joined<T>(&mut self, items: impl IntoIterator<Item = T>, separator: &str, mut item: impl FnMut(&mut Self, T)) {
        for (index, one) in items.into_iter().enumerate() {
            if index > 0 {
                self.push(separator);
            }
            item(self, one);
        }
    }

    fn json_struct(&mut self, object: &Object, of: &'static GoStruct, outer: &Object) {
        self.push("{");
        let start = self.text.len();
        self.json_fields(object, of, outer, start);
        self.push("}");
    }

    /// The fields, a comma before each unless it is the first since `start`.
    fn json_fields(&mut self, object: &Object, of: &'static GoStruct, outer: &Object, start: usize) {
        let nothing = Map::new();
        for field in of.inside(self.release) {
            if let (true, Struct(inner)) = (field.embedded, &field.r#type) {
                let inner_object = if field.json.is_empty() {
                    object
                } else {
                    object.get(field.json).and_then(Value::as_object).unwrap_or(&nothing)
                };
                self.json_fields(inner_object, inner, object, start);
                continue;
            }
            let value = field_value(field, object, outer);
            // Types of `meta/v1` have tags, internal types have not.
            let tagged = of.package == "v1";
            if tagged && encode_field(value, field, self.release).is_none() {
                continue;
            }
            if self.text.len() > start {
                self.push(",");
            }
            let name = if tagged { field.json.to_owned() } else { go_name(field) };
            self.print(format_args!("\"{name}\":"));
            self.json(value, &field.r#type, object);
        }
    }

    fn json(&mut self, value: Option<&Value>, r#type: &'static GoType, outer: &Object) {
        let value = value.filter(|value| !value.is_null());
        match (r#type, value) {
            (Pointer(_) | List(_) | GoType::Map(..) | Time, None) => self.push("null"),
            (Pointer(inner), value) => self.json(value, inner, outer),
            (Text(_), value) => self.print(go_json(&value.and_then(Value::as_str).unwrap_or_default())),
            (Flag, value) => self.print(value == Some(&Value::Bool(true))),
            (Int32 | Int64, value) => self.print(value.and_then(Value::as_i64).unwrap_or_default()),
            (IntOrString, value) => self.print(value.map_or_else(|| "0".to_owned(), |value| go_json(&value))),
            (Time, Some(value)) => self.print(go_json(&value)),
            (GoType::Quantity, value) => {
                let text = amount(value).map_or_else(|| "0".to_owned(), |text| Quantity::as_stored(&text));
                self.print(go_json(&text));
            }
            (List(item), Some(list)) => {
                self.push("[");
                let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
                self.joined(items, ",", |printer, value| printer.json(Some(value), item, outer));
                self.push("]");
            }
            (GoType::Map(_, entry), Some(map)) => {
                self.push("{");
                self.joined(map.as_object().into_iter().flatten(), ",", |printer, (key, value)| {
                    printer.print(format_args!("{}:", go_json(&key)));
                    printer.json(Some(value), entry, outer);
                });
                self.push("}");
            }
            (Struct(of), value) => {
                let nothing = Map::new();
                self.json_struct(value.and_then(Value::as_object).unwrap_or(&nothing), of, outer);
            }
        }
    }

    fn source_struct(&mut self, object: &Object, of: &'static GoStruct, outer: &Object) {
        self.print(format_args!("{}.{}{{", of.package, of.name));
        let nothing = Map::new();
        let fields = of.inside(self.release);
        self.joined(fields, ", ", |printer, field| {
            let name = go_name(field);
            printer.print(format_args!("{name}:"));
            match &field.r#type {
                Struct(inner) if field.embedded => {
                    let inner_object = if field.json.is_empty() {
                        object
                    } else {
                        object.get(field.json).and_then(Value::as_object).unwrap_or(&nothing)
                    };
                    printer.source_struct(inner_object, inner, object);
                }
                r#type => printer.source(field_value(field, object, outer), r#type, object),
            }
        });
        self.push("}");
    }

    fn source(&mut self, value: Option<&Value>, r#type: &'static GoType, outer: &Object) {
        let value = value.filter(|value| !value.is_null());
        match (r#type, value) {
            // Since Go 1.17 a time prints itself, which fails without one.
            (Pointer(Time), None) if self.release.since(23) => self.push("<nil>"),
            (Pointer(_) | List(_) | GoType::Map(..), None) => {
                let name = type_name(r#type);
                let pointer = matches!(r#type, Pointer(_));
                self.print(if pointer { format!("({name})(nil)") } else { format!("{name}(nil)") });
            }
            // Errors that are compared cannot hold an address.
            (Pointer(_), Some(_)) => self.print(format_args!("({})(0x...)", type_name(r#type))),
            (Text(_), value) => self.print(go_quote(value.and_then(Value::as_str).unwrap_or_default())),
            (Flag, value) => self.print(value == Some(&Value::Bool(true))),
            (Int32 | Int64, value) => self.print(value.and_then(Value::as_i64).unwrap_or_default()),
            (IntOrString, value) => {
                let number = value.and_then(Value::as_i64).unwrap_or_default();
                let text = value.and_then(Value::as_str);
                let (kind, text) = (u8::from(text.is_some()), go_quote(text.unwrap_or_default()));
                self.print(format_args!("intstr.IntOrString{{Type:{kind}, IntVal:{number}, StrVal:{text}}}"));
            }
            (Time, _) if self.release.since(23) => {
                self.push("time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)");
            }
            (Time, _) => self.push("v1.Time{Time:time.Time{wall:0x0, ext:0, loc:(*time.Location)(nil)}}"),
            (GoType::Quantity, value) => {
                self.print(quantity_source(&amount(value).unwrap_or_default()));
            }
            (List(item), Some(list)) => {
                self.print(format_args!("{}{{", type_name(r#type)));
                let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
                self.joined(items, ", ", |printer, value| printer.source(Some(value), item, outer));
                self.push("}");
            }
            (GoType::Map(name, entry), Some(map)) => {
                self.print(format_args!("{name}{{"));
                self.joined(map.as_object().into_iter().flatten(), ", ", |printer, (key, value)| {
                    printer.print(format_args!("{}:", go_quote(key)));
                    printer.source(Some(value), entry, outer);
                });
                self.push("}");
            }
            (Struct(of), value) => {
                let nothing = Map::new();
                self.source_struct(value.and_then(Value::as_object).unwrap_or(&nothing), of, outer);
            }
        }
    }
}

/// The name of a field in Go.
fn go_name(field: &GoField) -> String {
    if !field.go.is_empty() {
        return field.go.to_owned();
    }
    let mut rest = field.json.chars();
    rest.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(rest).collect()
}

/// The name of a type in Go.
fn type_name(r#type: &GoType) -> String {
    match r#type {
        Text(name) | GoType::Map(name, _) => (*name).to_owned(),
        Flag => "bool".to_owned(),
        Int32 => "int32".to_owned(),
        Int64 => "int64".to_owned(),
        GoType::Quantity => "resource.Quantity".to_owned(),
        IntOrString => "intstr.IntOrString".to_owned(),
        Time => "v1.Time".to_owned(),
        Pointer(inner) => format!("*{}", type_name(inner)),
        List(item) => format!("[]{}", type_name(item)),
        Struct(of) => format!("{}.{}", of.package, of.name),
    }
}
