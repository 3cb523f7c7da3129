//! Decodes a tree into a Job, and finds unknown fields and values of a wrong type.
//!
//! The server finds these errors when it decodes a body; `kubectl` checked for them before it sent a manifest until
//! v1.24. `problem` has the texts of both.

use serde_json::{Map, Value};

use super::dropped_metadata::is_dropped;
use super::hint;
use super::problem::{DecodeError, Got, Problem};
use super::time::time_error;
use super::words::{Judgement, Words, judge};
use crate::api::go_types::GoType::{self, Flag, Int32, Int64, IntOrString, List, Quantity, Struct, Text, Time};
use crate::api::go_types::{FoundField, GoStruct, JOB, METADATA_ONLY_OBJECT};
use crate::api::quantity::Quantity as Amount;
use crate::api::yaml::{Node, Position, Yaml};
use crate::api::{FieldError, FieldPath, Hint, Release};

/// Errors after which nobody reads on; helpful suggestions end there too.
pub(super) const MAX_ERRORS: usize = 100;

/// Where a tree comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A text that `kubectl` turns into JSON: `2.0` becomes 2.
    Typed,
    /// The JSON body of a request.
    Body,
}

/// What a tree turned out to be.
pub(super) struct Decoded {
    /// The Job as JSON; fields that are wrong are left out.
    pub(super) job: Value,
    /// Its status.
    pub(super) status: Option<Value>,
    /// Unknown fields and values of the wrong type, in the order of the tree.
    pub(super) errors: Vec<DecodeError>,
    /// Values that have the right type but that our types cannot hold, as validation puts it.
    pub(super) refused: Vec<FieldError>,
    /// Lists and maps without items.
    pub(super) empty: Vec<FieldPath>,
}

/// Decodes the Job in `root`.
pub(super) fn decode(root: &Node, release: Release, source: Source) -> Decoded {
    let mut decoder = Decoder { release, source, errors: Vec::new(), refused: Vec::new(), empty: Vec::new() };
    let at = ValuePath { path: FieldPath::default(), go_path: String::new(), of: &JOB, field: "" };
    let mut job = decoder.object(root, &JOB, &at).unwrap_or_default();
    let status = job.as_object_mut().and_then(|job| job.remove("status"));
    let Decoder { errors, refused, empty, .. } = decoder;
    Decoded { job, status, errors, refused, empty }
}

/// What Go says of an object's metadata that cannot be decoded, in front of any request: kubectl reads it.
pub(crate) fn metadata_error(document: &Value, release: Release) -> Option<String> {
    let metadata = document.get("metadata").map(Node::from_json)?;
    let mut decoder =
        Decoder { release, source: Source::Body, errors: Vec::new(), refused: Vec::new(), empty: Vec::new() };
    let of = &METADATA_ONLY_OBJECT;
    let found = of.find("metadata", release)?;
    let root = ValuePath { path: FieldPath::default(), go_path: String::new(), of, field: "" };
    decoder.value(&metadata, found.field.r#type(), &root.field(of, &found, release));
    let errors = decoder.errors;
    let fatal = errors.iter().find(|error| error.is_final());
    fatal.or_else(|| errors.iter().find(|error| !error.is_strict())).map(|error| error.of_server(release))
}

/// The path of a value, and the field that it is the value of or is within.
struct ValuePath {
    path: FieldPath,
    /// The path as Go's decoder has it: without indexes and keys.
    go_path: String,
    of: &'static GoStruct,
    field: &'static str,
}

impl ValuePath {
    fn with(&self, path: FieldPath) -> Self {
        Self { path, go_path: self.go_path.clone(), of: self.of, field: self.field }
    }

    /// The place of a field of `of`, an object that is here.
    fn field(&self, of: &'static GoStruct, found: &FoundField, release: Release) -> Self {
        let name = found.field.json();
        // Newer decoders name embedded structs as well.
        let embedded: &[&str] = if release.since(35) { &found.embedded } else { &[] };
        let below = embedded.iter().copied().chain([name]);
        let go_path =
            below.fold(
                self.go_path.clone(),
                |path, name| {
                    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
                },
            );
        Self { path: self.path.child(name), go_path, of, field: name }
    }
}

struct Decoder {
    release: Release,
    source: Source,
    errors: Vec<DecodeError>,
    refused: Vec<FieldError>,
    empty: Vec<FieldPath>,
}

impl Decoder {
    fn error(&mut self, at: Position, path: &FieldPath, problem: Problem, hint: Option<Hint>) {
        self.errors.push(DecodeError { at, path: path.clone(), problem, hint });
    }

    /// The value that `node` is as a value of `shape`; `None` if it is null or wrong.
    fn value(&mut self, node: &Node, shape: &'static GoType, at: &ValuePath) -> Option<Value> {
        let shape = shape.pointed_to();
        match (shape, &node.value) {
            (_, Yaml::Null) => None,
            (Text(name), Yaml::Text(text)) => self.text(name, text, at).then(|| Value::from(text.as_str())),
            (Flag, Yaml::Bool(flag)) => Some(Value::from(*flag)),
            (Int32 | Int64 | IntOrString, Yaml::Integer(_) | Yaml::Float(_)) => self.integer(node, shape, at),
            (Quantity, _) => self.quantity(node, at),
            (IntOrString, Yaml::Text(text)) => Some(Value::from(text.as_str())),
            (Time, Yaml::Text(text)) => self.time(node, text, at),
            (List(item), Yaml::List(items)) => Some(self.list(items, item, at)),
            (GoType::Map(_, entry), Yaml::Map(_)) => Some(self.map(node, entry, at)),
            (Struct(of), Yaml::Map(_)) if of.is_opaque() => Some(node.to_json()),
            (Struct(of), Yaml::Map(_)) => self.object(node, of, at),
            _ => {
                self.wrong_type(node, shape, at);
                None
            }
        }
    }

    /// Texts of which only some are right, but which the server decodes whatever they are. Answers whether the text
    /// counts as one.
    fn text(&mut self, go_type: &str, text: &str, at: &ValuePath) -> bool {
        match judge(go_type, text, self.release, &at.path) {
            Judgement::Right => true,
            Judgement::Absent => false,
            Judgement::Refused(errors) => {
                self.refused.extend(errors);
                true
            }
        }
    }

    fn integer(&mut self, node: &Node, shape: &'static GoType, at: &ValuePath) -> Option<Value> {
        let (range, hint) = match shape {
            Int64 => (i64::MIN..=i64::MAX, Hint::Int64),
            _ => (i64::from(i32::MIN)..=i64::from(i32::MAX), Hint::Int32),
        };
        let number = match &node.value {
            Yaml::Integer(number) => i64::try_from(*number).ok(),
            Yaml::Float(number) if self.source == Source::Typed => whole(*number),
            _ => None,
        };
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(Value::from(number));
        }
        self.mismatch(node, shape, at, Some(hint));
        None
    }

    fn quantity(&mut self, node: &Node, at: &ValuePath) -> Option<Value> {
        let text = match &node.value {
            Yaml::Text(text) => text.trim().to_owned(),
            Yaml::Integer(number) => number.to_string(),
            Yaml::Float(number) => written(*number, self.source),
            Yaml::Bool(flag) => flag.to_string(),
            // kubectl looks at the type first.
            _ if !self.release.since(25) && self.source == Source::Typed => {
                self.wrong_type(node, &Quantity, at);
                return None;
            }
            _ => node.to_json().to_string(),
        };
        match Amount::parse(&text) {
            Ok(_) => Some(Value::from(text)),
            Err(error) => {
                self.error(node.at, &at.path, Problem::Own(error.to_string()), Some(hint::quantity(&text)));
                None
            }
        }
    }

    fn time(&mut self, node: &Node, text: &str, at: &ValuePath) -> Option<Value> {
        if let Some(error) = time_error(text) {
            self.error(node.at, &at.path, Problem::Own(error), Some(Hint::Time));
            return None;
        }
        Some(Value::from(text))
    }

    fn list(&mut self, items: &[std::rc::Rc<Node>], item_type: &'static GoType, at: &ValuePath) -> Value {
        if items.is_empty() {
            self.empty.push(at.path.clone());
        }
        let mut list = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let at = at.with(at.path.index(index));
            if matches!(item.value, Yaml::Null) {
                self.nothing(item.at, &at.path, Hint::EmptyItem);
                list.push(self.zero(item_type, &at));
            } else {
                list.extend(self.value(item, item_type, &at));
            }
        }
        Value::Array(list)
    }

    fn map(&mut self, node: &Node, entry_type: &'static GoType, at: &ValuePath) -> Value {
        let entries = node.entries().unwrap_or_default();
        if entries.is_empty() {
            self.empty.push(at.path.clone());
        }
        let mut map = Map::new();
        for entry in entries {
            let at = at.with(at.path.key(&entry.key));
            if matches!(entry.value.value, Yaml::Null) {
                self.nothing(entry.key_at, &at.path, Hint::EmptyText);
                map.insert(entry.key.clone(), self.zero(entry_type, &at));
            } else if let Some(value) = self.value(&entry.value, entry_type, &at) {
                map.insert(entry.key.clone(), value);
            }
        }
        Value::Object(map)
    }

    /// Null in a list or map: the server takes it for the empty value, kubectl refused it as long as it checked
    /// types itself.
    fn nothing(&mut self, at: Position, path: &FieldPath, hint: Hint) {
        if self.source == Source::Typed && !self.release.since(25) {
            self.error(at, path, Problem::Nil, Some(hint));
        }
    }

    /// The empty value of a type.
    fn zero(&mut self, of: &'static GoType, at: &ValuePath) -> Value {
        match of {
            Text(_) => "".into(),
            Flag => false.into(),
            Int32 | Int64 | IntOrString => 0.into(),
            Quantity => "0".into(),
            Struct(of) => self.filled(Map::new(), of, at),
            _ => Value::Null,
        }
    }

    fn object(&mut self, node: &Node, of: &'static GoStruct, at: &ValuePath) -> Option<Value> {
        let Some(entries) = node.entries() else {
            self.mismatch_of_struct(node, of, at);
            return None;
        };
        let fields = of.all_fields();
        let is_root = std::ptr::eq(of, &raw const JOB);
        let mut object = Map::new();
        let mut seen: Vec<&str> = Vec::with_capacity(entries.len());
        for entry in entries {
            let key = entry.key.as_str();
            if seen.contains(&key) && self.source == Source::Body {
                self.error(entry.key_at, &at.path.child(key), Problem::Duplicate, None);
            }
            seen.push(key);
            if is_root && matches!(key, "apiVersion" | "kind") {
                self.type_meta(&entry.value, key, at);
                continue;
            }
            let mut named = fields.iter().filter(|found| found.field.json() == key);
            let found = named.clone().find(|found| self.has(found)).or_else(|| named.next());
            match found {
                Some(found) if self.has(found) => {
                    let at = at.field(of, found, self.release);
                    let value = self.value(&entry.value, found.field.r#type(), &at);
                    if of.name() != "ObjectMeta" || !is_dropped(&at.path, key, value.as_ref()) {
                        object.remove(key);
                        object.extend(value.map(|value| (key.to_owned(), value)));
                    }
                }
                // kubectl overlooked an unknown field with null.
                _ if matches!(entry.value.value, Yaml::Null) && !self.release.since(25) => {}
                found => self.unknown(entry.key_at, key, found, of, &at.path),
            }
        }
        Some(self.filled(object, of, at))
    }

    /// Whether the release has the field. What newer clusters print is full of managed fields, so they are passed over
    /// in releases that do not know them.
    fn has(&self, found: &FoundField) -> bool {
        found.is_in(self.release) || found.field.json() == "managedFields"
    }

    fn type_meta(&mut self, node: &Node, key: &str, root: &ValuePath) {
        if !matches!(node.value, Yaml::Null | Yaml::Text(_)) {
            let field = if key == "kind" { "kind" } else { "apiVersion" };
            let place = ValuePath { path: root.path.child(key), go_path: key.to_owned(), of: &JOB, field };
            self.wrong_type(node, &Text("string"), &place);
        }
    }

    /// Our types of `batch` and `meta` cannot be without some texts.
    fn filled(&mut self, mut object: Map<String, Value>, of: &'static GoStruct, at: &ValuePath) -> Value {
        if of.has_own_type() {
            let release = self.release;
            for found in of.all_fields().iter().filter(|found| found.field.is_required() && found.is_in(release)) {
                let name = found.field.json();
                let Text(go_type) = found.field.r#type() else { continue };
                if object.contains_key(name) {
                    continue;
                }
                let place = at.with(at.path.child(name));
                if self.text(go_type, "", &place) {
                    object.insert(name.to_owned(), Value::from(""));
                }
            }
        }
        Value::Object(object)
    }

    /// A field that the release does not have; `found` if another release does.
    fn unknown(
        &mut self,
        at: Position,
        name: &str,
        found: Option<&FoundField>,
        of: &'static GoStruct,
        parent: &FieldPath,
    ) {
        let is_read = self.errors.len() < MAX_ERRORS;
        let hint = is_read.then(|| hint::unknown_field(name, found, of, self.release)).flatten();
        let problem = Problem::Unknown { name: name.to_owned(), of: of.open_api_name() };
        self.error(at, &parent.child(name), problem, hint);
    }

    fn wrong_type(&mut self, node: &Node, shape: &'static GoType, at: &ValuePath) {
        self.mismatch(node, shape, at, hint::wrong_type(&node.value, shape));
    }

    fn mismatch_of_struct(&mut self, node: &Node, of: &'static GoStruct, at: &ValuePath) {
        let problem = Problem::Type {
            got: Got::from_yaml(&node.value, self.source),
            go_field: None,
            go_type: of.api_name(),
            open_api: of.open_api_name(),
            words: Words::Object,
            is_final: false,
        };
        self.error(node.at, &at.path, problem, None);
    }

    fn mismatch(&mut self, node: &Node, shape: &'static GoType, at: &ValuePath, hint: Option<Hint>) {
        let words = Words::from_type(shape);
        let problem = Problem::Type {
            got: Got::from_yaml(&node.value, self.source),
            go_field: Some((at.of.name(), at.go_path.clone(), at.field)),
            go_type: shape.api_name(),
            open_api: match shape {
                Struct(of) => of.open_api_name(),
                _ => format!("{}.{}", at.of.open_api_name(), at.field),
            },
            words,
            is_final: matches!(shape.pointed_to(), IntOrString | Time),
        };
        self.error(node.at, &at.path, problem, hint);
    }
}

/// The whole number that a float is, if it is one.
pub(super) fn whole(number: f64) -> Option<i64> {
    // Beyond 2^53 a float stands for many whole numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

/// A float in the JSON that the server reads: as Go writes that of a typed text, and with its fraction in a body.
pub(super) fn written(number: f64, source: Source) -> String {
    const LEAST_DIGITS: f64 = 1e-6;
    const MOST_DIGITS: f64 = 1e21;
    const MOST_FRACTION: f64 = 1e16;
    let size = number.abs();
    if size >= MOST_DIGITS && number.is_finite() {
        format!("{number:e}").replace('e', "e+")
    } else if size < LEAST_DIGITS && number != 0.0 {
        format!("{number:e}")
    } else if source == Source::Body && size < MOST_FRACTION {
        format!("{number:?}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_go_writes_them() {
        for (number, typed, body) in [
            (2.0, "2", "2.0"),
            (-0.5, "-0.5", "-0.5"),
            (3e9, "3000000000", "3000000000.0"),
            (1e20, "100000000000000000000", "100000000000000000000"),
            (1e21, "1e+21", "1e+21"),
            (1.5e-6, "0.0000015", "1.5e-6"),
            (1e-7, "1e-7", "1e-7"),
            (0.0, "0", "0.0"),
        ] {
            assert_eq!(
                (written(number, Source::Typed).as_str(), written(number, Source::Body).as_str()),
                (typed, body)
            );
        }
    }
}
