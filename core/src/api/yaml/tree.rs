//! The tree of a YAML text: values that know where they stand.

use std::collections::BTreeSet;
use std::rc::Rc;

use saphyr_parser::Marker;

use crate::api::TextProblem;
use crate::small_collect::SmallCollect as _;

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    /// From 1.
    pub(crate) line: u32,
    /// In characters, from 1.
    pub(crate) column: u32,
}

impl Position {
    /// The very beginning.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The place after `text` that begins here.
    pub(super) fn after(self, text: &str) -> Self {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let last = text.rsplit('\n').next().unwrap_or(text);
        let lines = number(text.matches('\n').count());
        let column = if lines == 0 { self.column } else { 1 };
        Self { line: self.line.saturating_add(lines), column: column.saturating_add(number(last.chars().count())) }
    }

    /// The place of a piece of text that begins at `origin`, in the whole text.
    pub(super) fn within(self, origin: Self) -> Self {
        let column = if self.line == 1 { self.column.saturating_add(origin.column - 1) } else { self.column };
        Self { line: self.line.saturating_add(origin.line - 1), column }
    }
}

impl From<&Marker> for Position {
    fn from(marker: &Marker) -> Self {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { line: number(marker.line().max(1)), column: number(marker.col().saturating_add(1)) }
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: Position,
    pub(crate) value: Yaml,
    pub(super) weight: Weight,
}

/// A value. Aliases share what they stand for.
#[derive(Clone, Debug)]
pub(crate) enum Yaml {
    Null,
    Bool(bool),
    /// An integer that fits into 64 bits, with or without sign.
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Rc<Node>>),
    Map(Vec<Entry>),
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_at: Position,
    pub(crate) value: Rc<Node>,
}

impl Entry {
    pub(crate) fn new(key: &str, key_at: Position, value: Rc<Node>) -> Self {
        Self { key: key.to_owned(), key_at, value }
    }
}

/// A number that JSON has not, such as `.nan`, where a value is to be made of it.
#[derive(Clone, Debug)]
pub(crate) struct NotFinite {
    pub(crate) at: Position,
    /// The field that it is in; empty for a document that is nothing else.
    pub(crate) path: String,
    number: f64,
}

impl NotFinite {
    pub(crate) fn problem(&self) -> TextProblem {
        TextProblem::NotFinite { number: self.number.to_string() }
    }
}

/// What a node counts against the limits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    pub(super) nodes: usize,
    pub(super) bytes: usize,
    pub(super) depth: usize,
}

impl Weight {
    /// A collection's weight grows with each child.
    pub(super) fn add(&mut self, child: Self) {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.bytes = self.bytes.saturating_add(child.bytes);
        self.depth = self.depth.max(child.depth + 1);
    }
}

impl Node {
    /// A value that stands nowhere in a text.
    pub(super) fn nowhere(value: Yaml) -> Self {
        Self { at: Position::START, value, weight: Weight::default() }
    }

    /// The tree of a JSON document, which stands nowhere.
    pub(crate) fn from_json(document: &serde_json::Value) -> Self {
        use serde_json::Value;

        let value = match document {
            Value::Null => Yaml::Null,
            Value::Bool(flag) => Yaml::Bool(*flag),
            Value::Number(number) => match number.as_i128() {
                Some(number) => Yaml::Integer(number),
                None => number.as_f64().map_or(Yaml::Null, Yaml::Float),
            },
            Value::String(text) => Yaml::Text(text.clone()),
            Value::Array(items) => Yaml::List(items.iter().map(|item| Rc::new(Self::from_json(item))).collect()),
            Value::Object(entries) => {
                let entry = |(key, value): (&String, _)| Entry {
                    key: key.clone(),
                    key_at: Position::START,
                    value: Rc::new(Self::from_json(value)),
                };
                Yaml::Map(entries.iter().map(entry).collect())
            }
        };
        Self { at: Position::START, value, weight: Weight::default() }
    }

    /// A value that stands at `at`.
    pub(crate) fn of(at: Position, value: Yaml) -> Self {
        Self { at, value, weight: Weight::default() }
    }

    /// A map that stands at `at`.
    pub(crate) fn map(at: Position, entries: Vec<Entry>) -> Self {
        Self::of(at, Yaml::Map(entries))
    }

    /// A text that stands at `at`.
    pub(crate) fn written(at: Position, text: impl Into<String>) -> Self {
        Self::of(at, Yaml::Text(text.into()))
    }

    /// A key that a map has twice.
    pub(super) fn repeated_key(&self) -> Option<&str> {
        match &self.value {
            Yaml::List(items) => items.iter().find_map(|item| item.repeated_key()),
            Yaml::Map(entries) => {
                let mut known = BTreeSet::new();
                let twice = entries.iter().find(|entry| !known.insert(&entry.key));
                twice
                    .map(|entry| entry.key.as_str())
                    .or_else(|| entries.iter().find_map(|entry| entry.value.repeated_key()))
            }
            _ => None,
        }
    }

    /// The document as JSON, if JSON has all of its numbers.
    pub(crate) fn to_finite_json(&self) -> Result<serde_json::Value, NotFinite> {
        match self.not_finite() {
            Some(found) => Err(found),
            None => Ok(self.to_json()),
        }
    }

    /// The first number that JSON has not.
    fn not_finite(&self) -> Option<NotFinite> {
        let below = |node: &Self, step: String| {
            let mut found = node.not_finite()?;
            let dot = if found.path.is_empty() || found.path.starts_with('[') { "" } else { "." };
            found.path = format!("{step}{dot}{}", found.path);
            Some(found)
        };
        match &self.value {
            Yaml::Float(number) if !number.is_finite() => {
                Some(NotFinite { at: self.at, path: String::new(), number: *number })
            }
            Yaml::List(items) => items.iter().enumerate().find_map(|(index, item)| below(item, format!("[{index}]"))),
            Yaml::Map(entries) => entries.iter().find_map(|entry| below(&entry.value, entry.key.clone())),
            _ => None,
        }
    }

    /// The document as JSON. What JSON has no number for is nothing.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        use serde_json::{Number, Value};

        match &self.value {
            Yaml::Null => Value::Null,
            Yaml::Bool(flag) => Value::Bool(*flag),
            Yaml::Integer(number) => Number::from_i128(*number).map_or(Value::Null, Value::Number),
            Yaml::Float(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
            Yaml::Text(text) => Value::String(text.clone()),
            Yaml::List(items) => items.iter().map(|item| item.to_json()).collect(),
            Yaml::Map(entries) => {
                Value::Object(entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).small_collect())
            }
        }
    }

    /// The entries, if this is a map.
    pub(crate) fn entries(&self) -> Option<&[Entry]> {
        match &self.value {
            Yaml::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entry `key`, if this is a map that has it.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries()?.iter().find(|entry| entry.key == key)
    }

    /// The text of the entry `key`, if it is one.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.entry(key)?.value.as_text()
    }

    /// The text, if this is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.value {
            Yaml::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if this is a list.
    pub(crate) fn items(&self) -> Option<&[Rc<Node>]> {
        match &self.value {
            Yaml::List(items) => Some(items),
            _ => None,
        }
    }

    /// Whether there is something.
    pub(crate) fn is_written(&self) -> bool {
        !matches!(self.value, Yaml::Null)
    }

    /// Whether this is a list or map.
    pub(crate) fn is_collection(&self) -> bool {
        matches!(self.value, Yaml::List(_) | Yaml::Map(_))
    }
}
