//! A tree to a Job: which fields are unknown, which values are of the wrong type.
//!
//! This is what `kubectl` checks before it sends a manifest, with its texts, and what the server
//! finds when it decodes one, in the later releases' texts (those of v1.11 count bytes of a JSON text
//! that nobody wrote).

use serde_json::{Map, Number, Value};

use super::ManifestError;
use super::hint;
use super::schema::{Empty, Field, JOB, Kind, Shape};
use crate::api::field::go_quote;
use crate::api::quantity::Quantity;
use crate::api::yaml::{Node, Position, Yaml};
use crate::api::{FieldError, FieldPath, Release};

/// Errors after which nobody reads on; helpful suggestions end there too.
pub(super) const MAX_ERRORS: usize = 100;

/// What a tree turned out to be.
pub(super) struct Decoded {
    /// The Job as JSON; fields that are wrong are left out.
    pub(super) job: Value,
    /// Unknown fields and values of the wrong type.
    pub(super) errors: Vec<ManifestError>,
    /// Values that have the right type but that our types cannot hold, as validation puts it.
    pub(super) refused: Vec<FieldError>,
    /// Whether the server could not even have decoded it.
    pub(super) undecodable: bool,
}

/// Decodes the Job in `root`.
pub(super) fn decode(root: &Node, release: Release) -> Decoded {
    let mut decoder = Decoder { release, errors: Vec::new(), refused: Vec::new(), undecodable: false };
    let at = Place { path: FieldPath::default(), kind: &JOB, field: "" };
    let job = decoder.object(root, &JOB, &at).unwrap_or_default();
    let Decoder { errors, refused, undecodable, .. } = decoder;
    Decoded { job, errors, refused, undecodable }
}

/// Where a value belongs: its path, and the field that it is the value of or is within.
struct Place<'a> {
    path: FieldPath,
    kind: &'a Kind,
    field: &'a str,
}

impl Place<'_> {
    fn with(&self, path: FieldPath) -> Self {
        Self { path, kind: self.kind, field: self.field }
    }

    /// The field's name in the `OpenAPI` document.
    fn open_api_name(&self) -> String {
        format!("{}.{}", self.kind.name, self.field)
    }

    /// The field's name in Go.
    fn go_name(&self) -> String {
        format!("{}.{}", self.kind.short_name(), self.field)
    }
}

struct Decoder {
    release: Release,
    errors: Vec<ManifestError>,
    refused: Vec<FieldError>,
    undecodable: bool,
}

impl Decoder {
    fn error(&mut self, at: Position, path: &FieldPath, message: String, hint: impl Into<String>) {
        self.errors.push(ManifestError::new(at, path.as_str(), message, hint));
    }

    /// The value that `node` is as `shape`; `None` if it is nothing or wrong.
    fn value(&mut self, node: &Node, shape: &Shape, at: &Place<'_>) -> Option<Value> {
        if matches!(shape, Shape::Ignored) {
            return None;
        }
        match (shape, &node.value) {
            (_, Yaml::Null) => None,
            // An empty text is no restart policy, and is defaulted.
            (Shape::RestartPolicy | Shape::OneOf(_, Empty::Absent), Yaml::Text(text)) if text.is_empty() => None,
            (Shape::Text | Shape::RestartPolicy | Shape::OneOf(..) | Shape::Operator, Yaml::Text(text)) => {
                self.text(text, shape, at);
                Some(Value::from(text.as_str()))
            }
            (Shape::Flag, Yaml::Bool(flag)) => Some(Value::from(*flag)),
            (Shape::Int32 | Shape::Int64, Yaml::Integer(_) | Yaml::Float(_)) => self.integer(node, shape, at),
            (Shape::Quantity, Yaml::Text(_) | Yaml::Integer(_) | Yaml::Float(_) | Yaml::Bool(_)) => {
                self.quantity(node, at)
            }
            (Shape::IntOrText, Yaml::Text(text)) => Some(Value::from(text.as_str())),
            (Shape::IntOrText, Yaml::Integer(_) | Yaml::Float(_)) => self.integer(node, &Shape::Int32, at),
            (Shape::List(item), Yaml::List(items)) => Some(self.list(items, item, at)),
            (Shape::Map(entry), Yaml::Map(_)) => Some(self.map(node, entry, at)),
            (Shape::Object(kind), _) => self.object(node, kind, at),
            (Shape::Any, Yaml::Map(_)) => self.plain(node, at),
            (shape, _) => {
                self.wrong_type(node, shape, at);
                None
            }
        }
    }

    /// Texts of which only some are right, but which the server decodes whatever they are.
    fn text(&mut self, text: &str, shape: &Shape, at: &Place<'_>) {
        match shape {
            Shape::RestartPolicy if !matches!(text, "Always" | "OnFailure" | "Never") => {
                let supported = ["Always", "OnFailure", "Never"];
                self.refused.push(FieldError::not_supported(&at.path, text, &supported));
                self.refused.push(FieldError::not_supported(&at.path, text, &["OnFailure", "Never"]));
            }
            Shape::OneOf(texts, empty) if !texts.contains(&text) => {
                self.refused.push(if text.is_empty() && *empty == Empty::Missing {
                    let quoted: Vec<String> = texts.iter().map(|text| go_quote(text)).collect();
                    FieldError::required(&at.path, format!("valid values: [{}]", quoted.join(" ")))
                } else {
                    FieldError::not_supported(&at.path, text, texts)
                });
            }
            Shape::Operator if !matches!(text, "In" | "NotIn" | "Exists" | "DoesNotExist") => {
                self.refused.push(FieldError::invalid_text(&at.path, text, "not a valid selector operator"));
            }
            _ => {}
        }
    }

    fn integer(&mut self, node: &Node, shape: &Shape, at: &Place<'_>) -> Option<Value> {
        let (range, go_type) = match shape {
            Shape::Int32 => (i64::from(i32::MIN)..=i64::from(i32::MAX), "int32"),
            _ => (i64::MIN..=i64::MAX, "int64"),
        };
        let (written, number) = match &node.value {
            Yaml::Integer(number) => (number.to_string(), i64::try_from(*number).ok()),
            Yaml::Float(number) => (number.to_string(), whole(*number)),
            _ => return None,
        };
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(Value::from(number));
        }
        self.undecodable = true;
        let message =
            format!("cannot unmarshal number {written} into Go struct field {} of type {go_type}", at.go_name());
        let hint = format!("a whole number between {} and {} goes here", range.start(), range.end());
        self.error(node.at, &at.path, message, hint);
        None
    }

    fn quantity(&mut self, node: &Node, at: &Place<'_>) -> Option<Value> {
        let text = match &node.value {
            Yaml::Text(text) => text.trim().to_owned(),
            Yaml::Integer(number) => number.to_string(),
            Yaml::Float(number) => number.to_string(),
            Yaml::Bool(flag) => flag.to_string(),
            _ => return None,
        };
        match Quantity::parse(&text) {
            Ok(_) => Some(Value::from(text)),
            Err(error) => {
                self.undecodable = true;
                self.error(node.at, &at.path, error.to_string(), hint::quantity(&text));
                None
            }
        }
    }

    fn list(&mut self, items: &[std::rc::Rc<Node>], shape: &Shape, at: &Place<'_>) -> Value {
        let mut list = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let at = at.with(at.path.index(index));
            if matches!(item.value, Yaml::Null) {
                self.nothing(item.at, &at.path, "remove this empty item or fill it in");
            }
            list.extend(self.value(item, shape, &at));
        }
        Value::Array(list)
    }

    fn map(&mut self, node: &Node, shape: &Shape, at: &Place<'_>) -> Value {
        let mut map = Map::new();
        for entry in node.entries().unwrap_or_default() {
            let at = at.with(at.path.key(&entry.key));
            if matches!(entry.value.value, Yaml::Null) {
                self.nothing(entry.key_at, &at.path, "write \"\" for an empty text");
            } else if let Some(value) = self.value(&entry.value, shape, &at) {
                map.insert(entry.key.clone(), value);
            }
        }
        Value::Object(map)
    }

    /// Nothing where something has to be.
    fn nothing(&mut self, at: Position, path: &FieldPath, hint: &str) {
        self.undecodable = true;
        self.error(at, path, format!("unknown object type \"nil\" in Job.{path}"), hint);
    }

    fn object(&mut self, node: &Node, kind: &'static Kind, at: &Place<'_>) -> Option<Value> {
        let Some(entries) = node.entries() else {
            self.wrong_type(node, &Shape::Object(kind), at);
            return None;
        };
        let mut object = Map::new();
        for entry in entries {
            let path = at.path.child(&entry.key);
            match kind.field(&entry.key) {
                Some(field) if field.is_in(self.release) => {
                    let at = Place { path, kind, field: field.name };
                    if let Some(value) = self.value(&entry.value, &field.shape, &at) {
                        object.insert(entry.key.clone(), value);
                    }
                }
                // As kubectl, which overlooks an unknown field that holds nothing.
                _ if matches!(entry.value.value, Yaml::Null) => {}
                field => self.unknown(entry.key_at, &entry.key, field, kind, &at.path),
            }
        }
        for field in kind.filled {
            if !object.contains_key(*field) {
                object.insert((*field).to_owned(), Value::from(""));
                if let Some(Field { shape: shape @ (Shape::Operator | Shape::OneOf(..)), .. }) = kind.field(field) {
                    self.text("", shape, &at.with(at.path.child(field)));
                }
            }
        }
        Some(Value::Object(object))
    }

    /// A field that the release does not have; `field` if another release does.
    fn unknown(
        &mut self,
        at: Position,
        name: &str,
        field: Option<&'static Field>,
        kind: &'static Kind,
        parent: &FieldPath,
    ) {
        let hint = if self.errors.len() < MAX_ERRORS {
            hint::unknown_field(name, field, kind, self.release)
        } else {
            String::new()
        };
        let message = format!("unknown field {} in {}", go_quote(name), kind.name);
        self.error(at, &parent.child(name), message, hint);
    }

    fn wrong_type(&mut self, node: &Node, shape: &Shape, at: &Place<'_>) {
        self.undecodable = true;
        let got = match &node.value {
            Yaml::Null => "nil",
            Yaml::Bool(_) => "boolean",
            Yaml::Integer(_) => "integer",
            Yaml::Float(_) => "number",
            Yaml::Text(_) => "string",
            Yaml::List(_) => "array",
            Yaml::Map(_) => "map",
        };
        let expected = match shape {
            Shape::Flag => "boolean",
            Shape::Int32 | Shape::Int64 => "integer",
            Shape::List(_) => "array",
            Shape::Map(_) | Shape::Object(_) | Shape::Any | Shape::Ignored => "map",
            Shape::Text
            | Shape::RestartPolicy
            | Shape::OneOf(..)
            | Shape::Operator
            | Shape::Quantity
            | Shape::IntOrText => "string",
        };
        let message = match (shape, got) {
            // kubectl lets a number or truth value pass for a text; the server does not.
            (_, "boolean") if expected == "string" => {
                format!("cannot unmarshal bool into Go struct field {} of type string", at.go_name())
            }
            (_, "integer" | "number") if expected == "string" => {
                format!("cannot unmarshal number into Go struct field {} of type string", at.go_name())
            }
            (Shape::Object(kind), _) => {
                format!("invalid type for {}: got {got:?}, expected {expected:?}", kind.name)
            }
            _ => format!("invalid type for {}: got {got:?}, expected {expected:?}", at.open_api_name()),
        };
        self.error(node.at, &at.path, message, hint::wrong_type(&node.value, shape));
    }

    /// An object that is not looked into, as JSON.
    fn plain(&mut self, node: &Node, at: &Place<'_>) -> Option<Value> {
        match &node.value {
            Yaml::Null => None,
            Yaml::Bool(flag) => Some(Value::from(*flag)),
            Yaml::Integer(number) => Some(
                i64::try_from(*number)
                    .map(Value::from)
                    .or_else(|_| u64::try_from(*number).map(Value::from))
                    .unwrap_or_default(),
            ),
            Yaml::Float(number) => {
                let number = whole(*number).map(Number::from).or_else(|| Number::from_f64(*number));
                if number.is_none() {
                    self.undecodable = true;
                    self.error(node.at, &at.path, "json: unsupported value: NaN or infinity".to_owned(), "");
                }
                number.map(Value::Number)
            }
            Yaml::Text(text) => Some(Value::from(text.as_str())),
            Yaml::List(items) => Some(Value::Array(
                items
                    .iter()
                    .enumerate()
                    .filter_map(|(index, item)| self.plain(item, &at.with(at.path.index(index))))
                    .collect(),
            )),
            Yaml::Map(entries) => Some(Value::Object(
                entries
                    .iter()
                    .filter_map(|entry| {
                        let value = self.plain(&entry.value, &at.with(at.path.child(&entry.key)))?;
                        Some((entry.key.clone(), value))
                    })
                    .collect(),
            )),
        }
    }
}

/// The whole number that a float is, if it is one.
fn whole(number: f64) -> Option<i64> {
    // Beyond 2^53 a float stands for many whole numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
