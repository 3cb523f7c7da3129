//! Errors of manifests: what is wrong, where, and what to do about it.

use serde::{Serialize, Serializer};

use crate::api::yaml::{Position, YamlError};
use crate::api::{Hint, TextProblem};

/// One thing that is wrong with a manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}{problem}", prefix(path))]
pub struct ManifestError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The field as Kubernetes names it, such as `spec.template.spec.restartPolicy`; empty for text
    /// that is no YAML.
    pub path: String,
    /// What is wrong with it, in Kubernetes' own words where it has them.
    pub problem: TextProblem,
    /// What to do about it, where that is more than the problem says.
    pub hint: Option<Hint>,
}

/// What stands before a message about a field: its path, if there is one.
pub(crate) fn prefix(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

impl ManifestError {
    pub(super) fn new(at: Position, path: &str, problem: TextProblem, hint: Option<Hint>) -> Self {
        let Position { line, column } = at;
        Self { line, column, path: path.to_owned(), problem, hint }
    }

    /// An error in the words of Kubernetes.
    pub(super) fn quoted(at: Position, path: &str, message: impl Into<String>, hint: Option<Hint>) -> Self {
        Self::new(at, path, TextProblem::quoted(message), hint)
    }

    /// Moves a place behind the end of the text or of a line, where parsers like to be when something
    /// is missing, to the end.
    pub(super) fn stay_within(&mut self, text: &str) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
        if self.line > number(lines) {
            (self.line, self.column) = (number(lines), u32::MAX);
        }
        let line = text.split('\n').nth(self.line.saturating_sub(1) as usize).unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        self.column = self.column.min(number(line.chars().count() + 1));
    }
}

impl From<YamlError> for ManifestError {
    fn from(YamlError { at, problem, hint }: YamlError) -> Self {
        Self::new(at, "", problem, hint)
    }
}

/// One thing that is wrong with a manifest, as JavaScript gets it: with English texts, and as data.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(rename = "ManifestError"))]
struct WrittenError<'a> {
    /// Line, from 1.
    line: u32,
    /// Column in characters, from 1.
    column: u32,
    /// The field as Kubernetes names it, such as `spec.template.spec.restartPolicy`; empty for text
    /// that is no YAML.
    path: &'a str,
    /// What is wrong with it, in English.
    message: String,
    /// What to do about it, in English, where that is more than the message says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    hint: Option<String>,
    /// The message as data.
    problem: &'a TextProblem,
    /// The hint as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    advice: Option<&'a Hint>,
}

impl Serialize for ManifestError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { line, column, path, problem, hint } = self;
        let written = WrittenError {
            line: *line,
            column: *column,
            path,
            message: problem.to_string(),
            hint: hint.as_ref().map(ToString::to_string),
            problem,
            advice: hint.as_ref(),
        };
        written.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn javascript_gets_texts_and_data() {
        let hint = Some(Hint::DidYouMean { word: "parallelism".to_owned() });
        let error = ManifestError::quoted(Position::START, "spec.paralelism", "unknown field", hint);
        let mut expected = json!({
            "line": 1,
            "column": 1,
            "path": "spec.paralelism",
            "message": "unknown field",
            "hint": "did you mean parallelism?",
            "problem": {"kind": "quoted", "message": "unknown field"},
            "advice": {"kind": "didYouMean", "word": "parallelism"},
        });
        assert_eq!(serde_json::to_value(&error).unwrap(), expected);
        let error = ManifestError { hint: None, problem: TextProblem::Empty, ..error };
        expected.as_object_mut().unwrap().retain(|field, _| !matches!(field.as_str(), "hint" | "advice"));
        expected["message"] = "there is nothing here".into();
        expected["problem"] = json!({"kind": "empty"});
        assert_eq!(serde_json::to_value(&error).unwrap(), expected);
    }
}
