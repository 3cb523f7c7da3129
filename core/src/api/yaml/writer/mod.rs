//! Values to YAML text: what stands on which line, how deep, and in what order.
//!
//! What is written for people and read again ([`Form::Readable`]) differs from what kubectl prints ([`Form::Kubectl`])
//! only in how texts are broken and escaped; that is for `scalar` to know.
//!
//! - `order`: which field comes before which
//! - `scalar`: a text's style: plain, in quotes, or as a block
//! - `resolved`: words that would not be read as texts
//! - `emitter`: characters, columns, and lines that are broken

mod emitter;
mod order;
#[cfg(test)]
mod properties;
mod resolved;
mod scalar;
#[cfg(test)]
mod tests;

use serde_json::Value;

use super::super::Release;
use emitter::Emitter;
use scalar::Context;

/// Longest key, in bytes, that stands on the line of its value without a question mark.
const LONGEST_SIMPLE_KEY: usize = 128;

/// For whom a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// For people who read and change it, and for our own reader: lines stay whole, texts of several lines are blocks
    /// where that can be, and what has a glyph is not escaped.
    Readable,
    /// As kubectl of that release prints it, byte for byte: it writes with go-yaml v2, in v1.11 with one that knew no
    /// times yet.
    Kubectl(Release),
}

impl Form {
    /// Whether plain words mean what they mean to later versions of go-yaml: times are no texts, among others.
    fn knows_times(self) -> bool {
        !matches!(self, Self::Kubectl(Release::V1_11))
    }

    /// The column behind which lines are broken.
    fn width(self) -> Option<usize> {
        match self {
            Self::Readable => None,
            Self::Kubectl(_) => Some(80),
        }
    }
}

/// The lines of a value as YAML for people to read: fields by name, lists under their name, texts of several lines as
/// blocks.
///
/// ```
/// use jobscope_core::api::yaml_lines;
/// use serde_json::json;
///
/// assert_eq!(yaml_lines(&json!({"b": ["no", "-c"], "a": {}})), ["a: {}", "b:", "- \"no\"", "- -c"]);
/// ```
pub fn yaml_lines(value: &Value) -> Vec<String> {
    yaml_lines_led_by(value, "")
}

/// The lines of a value as `kubectl -o yaml` of that release writes it. Unlike [`yaml_lines`] it breaks long lines and
/// escapes much.
///
/// ```
/// use jobscope_core::api::{Release, kubectl_yaml_lines};
/// use serde_json::json;
///
/// let created = json!({"creationTimestamp": "2024-01-01T00:00:00Z"});
/// assert_eq!(kubectl_yaml_lines(&created, Release::V1_11), ["creationTimestamp: 2024-01-01T00:00:00Z"]);
/// assert_eq!(kubectl_yaml_lines(&created, Release::V1_22), ["creationTimestamp: \"2024-01-01T00:00:00Z\""]);
/// ```
pub fn kubectl_yaml_lines(value: &Value, release: Release) -> Vec<String> {
    Writer { out: Emitter::new(Form::Kubectl(release)), lead: "" }.lines(value)
}

/// As [`yaml_lines`], but in each object the field `lead` comes first.
pub(crate) fn yaml_lines_led_by(value: &Value, lead: &str) -> Vec<String> {
    Writer { out: Emitter::new(Form::Readable), lead }.lines(value)
}

/// A text on one line, in quotes if it needs them there.
pub(super) fn scalar_text(text: &str) -> String {
    one_line(text, Context::Line)
}

/// A text between braces, where commas and braces mean something.
pub(super) fn flow_text(text: &str) -> String {
    one_line(text, Context::Flow)
}

fn one_line(text: &str, context: Context) -> String {
    let mut out = Emitter::new(Form::Readable);
    out.scalar(text, 0, context);
    out.into_text()
}

struct Writer<'a> {
    out: Emitter,
    lead: &'a str,
}

/// What a value is to what it stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Document,
    Item,
    Field,
}

impl Writer<'_> {
    fn lines(mut self, value: &Value) -> Vec<String> {
        self.write(value, Role::Document, None);
        let text = self.out.into_text();
        text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
    }

    /// Writes a value that belongs to something in the column `parent`.
    fn write(&mut self, value: &Value, role: Role, parent: Option<usize>) {
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                let indent = parent.map_or(0, |parent| parent + 2);
                for (key, value) in order::ordered(fields, self.lead, self.out.form()) {
                    self.out.start_line(indent);
                    self.field(key, value, indent);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                let indent = match parent {
                    // Beside a name there is no place; below it a list stands in the name's column.
                    Some(parent) if role == Role::Field && !self.out.at_line_start() => parent,
                    _ => parent.map_or(0, |parent| parent + 2),
                };
                for item in items {
                    self.out.start_line(indent);
                    self.out.mark('-');
                    self.write(item, Role::Item, Some(indent));
                }
            }
            Value::Object(_) => self.out.word("{}"),
            Value::Array(_) => self.out.word("[]"),
            Value::String(text) => self.out.scalar(text, parent.map_or(2, |parent| parent + 2), Context::Block),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.out.word(&value.to_string()),
        }
    }

    /// Writes a field into a line that begins in the column `indent`.
    fn field(&mut self, key: &str, value: &Value, indent: usize) {
        if key.len() <= LONGEST_SIMPLE_KEY && !key.contains(scalar::is_break) {
            self.out.scalar(key, indent + 2, Context::Line);
            self.out.mark(':');
        } else {
            self.out.mark('?');
            self.out.scalar(key, indent + 2, Context::Block);
            self.out.start_line(indent);
            self.out.mark(':');
        }
        self.write(value, Role::Field, Some(indent));
    }
}
