//! Errors of a tree that should be a Job, in the words of the server and of kubectl.

use super::decode::{Source, written};
use super::words::Words;
use crate::api::go_quote;
use crate::api::yaml::{Position, Yaml};
use crate::api::{FieldPath, Hint, Release};

/// One thing that is wrong with a tree.
#[derive(Clone, Debug)]
pub(super) struct DecodeError {
    /// Its place in the text.
    pub(super) at: Position,
    /// The field.
    pub(super) path: FieldPath,
    pub(super) problem: Problem,
    /// What to do about it.
    pub(super) hint: Option<Hint>,
}

#[derive(Clone, Debug)]
pub(super) enum Problem {
    /// A field that the type does not have.
    Unknown { name: String, of: String },
    /// A field that occurs twice.
    Duplicate,
    /// A value of the wrong type.
    Type {
        got: Got,
        /// The struct, the path without indexes, and the field; `None` for the whole object.
        go_field: Option<(&'static str, String, &'static str)>,
        go_type: String,
        open_api: String,
        words: Words,
        /// Whether the error is of the type's own decoder, at which the server stops reading.
        is_final: bool,
    },
    /// An error of the type's own decoder, at which the server stops reading.
    Own(String),
    /// Null in a list or map, which only kubectl refuses.
    Nil,
}

/// A value of the wrong type.
#[derive(Clone, Debug)]
pub(super) enum Got {
    Null,
    Bool,
    Integer(String),
    Float(String),
    Text,
    List,
    Map,
}

impl Got {
    pub(super) fn from_yaml(value: &Yaml, source: Source) -> Self {
        match value {
            Yaml::Null => Self::Null,
            Yaml::Bool(_) => Self::Bool,
            Yaml::Integer(number) => Self::Integer(number.to_string()),
            Yaml::Float(number) => Self::Float(written(*number, source)),
            Yaml::Text(_) => Self::Text,
            Yaml::List(_) => Self::List,
            Yaml::Map(_) => Self::Map,
        }
    }

    /// The type in Go's decoder.
    fn in_go(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Integer(_) | Self::Float(_) => "number",
            Self::Text => "string",
            Self::List => "array",
            Self::Map => "object",
        }
    }

    /// The type in kubectl's own check.
    fn in_open_api(&self) -> &'static str {
        match self {
            Self::Null => "nil",
            Self::Bool => "boolean",
            Self::Integer(_) => "integer",
            Self::Float(_) => "number",
            Self::Text => "string",
            Self::List => "array",
            Self::Map => "map",
        }
    }

    /// The number, if it is one.
    fn number(&self) -> Option<&str> {
        match self {
            Self::Integer(number) | Self::Float(number) => Some(number),
            _ => None,
        }
    }
}

impl DecodeError {
    /// Whether only strict decoding complains: the server can read the object all the same.
    pub(super) fn is_strict(&self) -> bool {
        matches!(self.problem, Problem::Unknown { .. } | Problem::Duplicate)
    }

    /// Whether the server stops reading here.
    pub(super) fn is_final(&self) -> bool {
        matches!(self.problem, Problem::Own(_) | Problem::Type { is_final: true, .. })
    }

    /// The words of the server: since v1.23 those of Go's decoder.
    pub(super) fn of_server(&self, release: Release) -> String {
        match &self.problem {
            Problem::Unknown { .. } => format!("unknown field {}", go_quote(self.path.as_str())),
            Problem::Duplicate => format!("duplicate field {}", go_quote(self.path.as_str())),
            Problem::Own(message) if release.since(23) => message.clone(),
            Problem::Type { got, go_field, go_type, words, .. } if release.since(23) => {
                let value = match got.number() {
                    Some(number) if words.is_number() => format!("number {number}"),
                    _ => got.in_go().to_owned(),
                };
                let target = match go_field {
                    Some((of, path, _)) => format!("struct field {of}.{path} of type {go_type}"),
                    None => format!("value of type {go_type}"),
                };
                format!("json: cannot unmarshal {value} into Go {target}")
            }
            _ => format!("{}{}", super::prefix(self.path.as_str()), self.of_client()),
        }
    }

    /// The words of kubectl, which checked manifests by itself until v1.24.
    pub(super) fn of_client(&self) -> String {
        match &self.problem {
            Problem::Unknown { name, of } => format!("unknown field {} in {of}", go_quote(name)),
            Problem::Duplicate => format!("key {} already set in map", go_quote(self.path.as_str())),
            Problem::Own(message) => message.clone(),
            Problem::Nil => format!("unknown object type \"nil\" in Job.{}", self.path),
            Problem::Type { got, go_field, go_type, open_api, words, .. } => {
                let field = || go_field.as_ref().map_or_else(String::new, |(of, _, field)| format!("{of}.{field}"));
                match (got, words) {
                    // kubectl lets a number or truth value pass for a text; the server does not.
                    (Got::Bool, Words::Text) => {
                        format!("cannot unmarshal bool into Go struct field {} of type string", field())
                    }
                    (Got::Integer(_) | Got::Float(_), Words::Text) => {
                        format!("cannot unmarshal number into Go struct field {} of type string", field())
                    }
                    (Got::Integer(number) | Got::Float(number), words) if words.is_number() => {
                        format!("cannot unmarshal number {number} into Go struct field {} of type {go_type}", field())
                    }
                    _ => {
                        let (got, expected) = (got.in_open_api(), words.in_open_api());
                        format!("invalid type for {open_api}: got {got:?}, expected {expected:?}")
                    }
                }
            }
        }
    }

    /// What a person who types the manifest gets to read.
    pub(super) fn of_typed(&self, release: Release) -> String {
        match self.problem {
            _ if !release.since(25) => self.of_client(),
            Problem::Unknown { .. } | Problem::Duplicate => {
                format!("strict decoding error: {}", self.of_server(release))
            }
            _ => self.of_server(release),
        }
    }
}
