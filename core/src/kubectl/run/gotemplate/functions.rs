//! The functions of templates, with those that kubectl adds.

use std::cmp::Ordering;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::api::go_type_name;
use crate::kubectl::run::jsonpath::go_text;

/// The functions, with how many values each takes at least, and whether it takes more.
const FUNCTIONS: &[(&str, usize, bool)] = &[
    ("and", 1, true),
    ("base64decode", 1, false),
    ("eq", 1, true),
    ("exists", 1, true),
    ("ge", 2, false),
    ("gt", 2, false),
    ("html", 0, true),
    ("index", 1, true),
    ("le", 2, false),
    ("len", 1, false),
    ("lt", 2, false),
    ("ne", 2, false),
    ("not", 1, false),
    ("or", 1, true),
    ("print", 0, true),
    ("printf", 1, true),
    ("println", 0, true),
    ("slice", 1, true),
];

pub(super) fn is_known(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, ..)| *known == name)
}

/// Refuses too few or too many values.
pub(super) fn check_count(name: &str, given: usize) -> Result<(), String> {
    let Some((_, count, takes_more)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else { return Ok(()) };
    if given == *count || given > *count && *takes_more {
        return Ok(());
    }
    let least = if *takes_more { "at least " } else { "" };
    Err(format!("wrong number of args for {name}: want {least}{count} got {given}"))
}

/// Whether a value counts as true: it is there, and not empty or zero.
pub(super) fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// The name of a value's Go type.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nil",
        _ => go_type_name(value),
    }
}

/// Calls a function; `room` is how long a text that it makes may become.
pub(super) fn call(name: &str, values: &[Value], room: usize) -> Result<Value, String> {
    let first = values.first().unwrap_or(&Value::Null);
    let others = values.get(1..).unwrap_or_default();
    Ok(match name {
        "and" | "or" => values.last().cloned().unwrap_or_default(),
        "not" => (!is_true(first)).into(),
        "len" => match first {
            Value::String(text) => text.len().into(),
            Value::Array(items) => items.len().into(),
            Value::Object(fields) => fields.len().into(),
            Value::Null => return Err("reflect: call of reflect.Value.Type on zero Value".to_owned()),
            other => return Err(format!("len of type {}", type_of(other))),
        },
        "index" => {
            let mut at = first;
            for key in others {
                at = index(at, key)?;
            }
            at.clone()
        }
        "exists" => {
            let found = others.iter().try_fold(first, |at, key| index(at, key).ok().filter(|found| !found.is_null()));
            found.is_some().into()
        }
        "base64decode" => {
            let decoded = STANDARD.decode(first.as_str().unwrap_or_default());
            String::from_utf8_lossy(&decoded.map_err(|error| error.to_string())?).into()
        }
        "eq" => {
            if others.is_empty() {
                return Err("missing argument for comparison".to_owned());
            }
            let mut equal = false;
            for other in others {
                equal |= is_equal(first, other)?;
            }
            equal.into()
        }
        "ne" => (!is_equal(first, others.first().unwrap_or(&Value::Null))?).into(),
        "lt" | "le" | "gt" | "ge" => {
            let order = compared(first, others.first().unwrap_or(&Value::Null))?;
            let fits = match (name, order) {
                ("lt", order) => order == Some(Ordering::Less),
                ("le", order) => order.is_some_and(Ordering::is_le),
                ("gt", order) => order == Some(Ordering::Greater),
                (_, order) => order.is_some_and(Ordering::is_ge),
            };
            fits.into()
        }
        "html" => {
            let escapes = [("&", "&amp;"), ("\"", "&#34;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")];
            escapes.iter().fold(print(values, false), |text, (c, escape)| text.replace(c, escape)).into()
        }
        "slice" => slice(first, others)?,
        "printf" => printf(first.as_str().unwrap_or_default(), others, room).into(),
        _ => print(values, name == "println").into(),
    })
}

/// A part of a text or of a list, from one place to before another.
fn slice(value: &Value, places: &[Value]) -> Result<Value, String> {
    let length = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.len(),
        Value::Null => return Err("slice of untyped nil".to_owned()),
        other => return Err(format!("can't slice item of type {}", type_of(other))),
    };
    let place = |at: usize, usual: usize| match places.get(at) {
        None => Ok(usual),
        Some(place) if !place.is_i64() => Err(format!("cannot index slice/array with type {}", type_of(place))),
        Some(place) => {
            let found = place.as_u64().and_then(|place| usize::try_from(place).ok()).filter(|place| *place <= length);
            found.ok_or_else(|| format!("index out of range: {place}"))
        }
    };
    let (start, end) = (place(0, 0)?, place(1, length)?);
    let invalid = || format!("invalid slice index: {start} > {end}");
    match value {
        Value::Array(items) => Ok(items.get(start..end).ok_or_else(invalid)?.to_vec().into()),
        other => Ok(other.as_str().and_then(|text| text.get(start..end)).ok_or_else(invalid)?.into()),
    }
}

/// The value of a key or a place.
fn index<'v>(value: &'v Value, key: &Value) -> Result<&'v Value, String> {
    static NULL: Value = Value::Null;
    match (value, key) {
        (Value::Object(fields), Value::String(key)) => Ok(fields.get(key).unwrap_or(&NULL)),
        (Value::Array(items), key) if key.is_i64() => {
            let found = key.as_u64().and_then(|at| items.get(usize::try_from(at).ok()?));
            found.ok_or_else(|| format!("index out of range: {key}"))
        }
        (Value::Array(_) | Value::String(_), key) => {
            Err(format!("cannot index slice/array with type {}", type_of(key)))
        }
        (Value::Object(_), key) => Err(format!("value has type {}; should be string", type_of(key))),
        (Value::Null, _) => Err("index of untyped nil".to_owned()),
        (other, _) => Err(format!("can't index item of type {}", type_of(other))),
    }
}

fn is_equal(one: &Value, other: &Value) -> Result<bool, String> {
    match (one, other) {
        (Value::Null, _) | (_, Value::Null) => Ok(one == other),
        (Value::Bool(one), Value::Bool(other)) => Ok(one == other),
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            Err(format!("non-comparable type {}: {}", go_text(one), type_of(one)))
        }
        _ => Ok(compared(one, other).map_err(|_| incompatible(one, other))? == Some(Ordering::Equal)),
    }
}

fn incompatible(one: &Value, other: &Value) -> String {
    format!("incompatible types for comparison: {} and {}", type_of(one), type_of(other))
}

/// How two values of a type with an order compare.
fn compared(one: &Value, other: &Value) -> Result<Option<Ordering>, String> {
    let has_order = |value: &Value| value.is_string() || value.is_number();
    match (one, other) {
        (Value::String(one), Value::String(other)) => Ok(Some(one.cmp(other))),
        (Value::Number(one), Value::Number(other)) if one.is_f64() == other.is_f64() => {
            let integers = one.as_i64().zip(other.as_i64()).map(|(one, other)| one.cmp(&other));
            Ok(integers.or_else(|| one.as_f64().partial_cmp(&other.as_f64())))
        }
        _ if has_order(one) && has_order(other) => Err(incompatible(one, other)),
        _ => Err("invalid type for comparison".to_owned()),
    }
}

/// `Sprint` puts a space between two values that are both no texts, `Sprintln` between all.
fn print(values: &[Value], as_line: bool) -> String {
    let mut out = String::new();
    let mut before: Option<&Value> = None;
    for value in values {
        if before.is_some_and(|before| as_line || !before.is_string() && !value.is_string()) {
            out.push(' ');
        }
        out.push_str(&go_text(value));
        before = Some(value);
    }
    if as_line {
        out.push('\n');
    }
    out
}

/// `Sprintf`, with the verbs for values, texts, numbers and quotes, and with widths.
fn printf(format: &str, values: &[Value], room: usize) -> String {
    let mut out = String::new();
    let mut values = values.iter();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        // Longer than the budget, so that the template ends.
        if out.len() > room {
            return out;
        }
        out.push_str(before);
        let flags = after.find(|c: char| !"-0123456789".contains(c)).unwrap_or(after.len());
        let (width, after) = after.split_at(flags);
        let Some(verb) = after.chars().next() else {
            out.push_str("%!(NOVERB)");
            return out;
        };
        rest = after.get(verb.len_utf8()..).unwrap_or_default();
        if verb == '%' {
            out.push('%');
            continue;
        }
        let Some(value) = values.next() else {
            let _ = write!(out, "%!{verb}(MISSING)");
            continue;
        };
        let text = match (verb, value) {
            ('v', value) => go_text(value),
            ('T', Value::Null) => "<nil>".to_owned(),
            ('T', value) => type_of(value).to_owned(),
            ('s', Value::String(text)) => text.clone(),
            ('q', Value::String(text)) => format!("{text:?}"),
            ('d', Value::Number(number)) if !number.is_f64() => number.to_string(),
            ('t', Value::Bool(truth)) => truth.to_string(),
            (verb, Value::Null) => format!("%!{verb}(<nil>)"),
            (verb, value) => format!("%!{verb}({}={})", type_of(value), go_text(value)),
        };
        let count = width.trim_start_matches('-').parse::<usize>().unwrap_or_default().min(MOST_PADDED);
        let _ = if width.starts_with('-') { write!(out, "{text:<count$}") } else { write!(out, "{text:>count$}") };
    }
    out.push_str(rest);
    let left: Vec<_> = values.map(|value| format!("{}={}", type_of(value), go_text(value))).collect();
    if !left.is_empty() {
        let _ = write!(out, "%!(EXTRA {})", left.join(", "));
    }
    out
}

/// The greatest width that is padded.
const MOST_PADDED: usize = 1_000;
