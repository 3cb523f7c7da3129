//! Differences between a recorded answer and the engine's, after both were normalised.

use std::fmt::{self, Display, Write as _};

use jobscope_core::api::StatusError;
use jobscope_core::kubectl::CommandOutput;
use serde_json::Value;
use similar::TextDiff;

use super::case::{Cause, CommandText, Status};

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs, such as `message`.
    pub what: &'static str,
    /// The recorded value.
    pub expected: String,
    /// The engine's value.
    pub got: String,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, expected, got } = self;
        if expected.contains('\n') && got.contains('\n') {
            let diff = TextDiff::from_lines(expected.as_str(), got.as_str());
            let diff = diff.unified_diff().context_radius(2).header("expected", "got").to_string();
            return write!(f, "    {what}:\n{}", indented(&diff));
        }
        write!(f, "    {what}:\n      expected {expected}\n      got      {got}\n")
    }
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "      {line}");
        all
    })
}

/// Collects differences; values of the engine are normalised with the UID of its Job.
pub(super) struct Comparison {
    uid: Option<String>,
    pub(super) differences: Vec<Difference>,
}

impl Comparison {
    pub(super) fn new(uid: Option<String>) -> Self {
        Self { uid: uid.filter(|uid| !uid.is_empty()), differences: Vec::new() }
    }

    pub(super) fn differ(&mut self, what: &'static str, expected: impl Into<String>, got: impl Into<String>) {
        self.differences.push(Difference { what, expected: expected.into(), got: got.into() });
    }

    fn text(&mut self, what: &'static str, expected: &str, got: &str) {
        let (expected, got) = (without_server_metadata(expected), without_server_metadata(got));
        if expected != got {
            self.differ(what, expected, got);
        }
    }

    pub(super) fn accepted(&mut self, expected: bool, outcome: Result<(), &StatusError>) {
        let word = |accepted| if accepted { "accepted" } else { "refused" };
        if expected != outcome.is_ok() {
            let got =
                outcome.err().map_or_else(|| word(true).to_owned(), |error| format!("refused: {}", error.message));
            self.differ("acceptance", word(expected), self.normal_text(&got));
        }
    }

    pub(super) fn status(&mut self, expected: &Status, got: &StatusError) {
        self.text("message", &expected.message, &self.normal_text(&got.message));
        if let Some(code) = expected.code {
            self.text("code", &code.to_string(), &got.reason.code().to_string());
        }
        if let Some(reason) = &expected.reason {
            self.text("reason", reason, got.reason.name());
        }
        if let Some(causes) = &expected.causes {
            let line = |reason: &str, field: &str, message: &str| format!("{reason} {field}: {message}\n");
            let lines = |causes: &[Cause]| -> String {
                causes.iter().map(|cause| line(&cause.reason, &cause.field, &cause.message)).collect()
            };
            let got: String =
                got.causes().iter().map(|cause| line(&cause.reason, &cause.field, &cause.message)).collect();
            self.text("causes", &lines(causes), &self.normal_text(&got));
        }
    }

    pub(super) fn warnings(&mut self, expected: &[String], got: &[String]) {
        let expected: Vec<String> = expected.iter().map(|warning| warning_text(warning)).collect();
        let got: Vec<String> = got.iter().map(|warning| self.normal_text(warning)).collect();
        if expected != got {
            self.differ("warnings", format!("{expected:?}"), format!("{got:?}"));
        }
    }

    pub(super) fn object(&mut self, what: &'static str, expected: &Value, got: &Value) {
        let mut got = with_hidden_suffix(expected, self.normal(got));
        // Of updates, which change no status, none is recorded.
        if let (None, Some(got)) = (expected.get("status"), got.as_object_mut()) {
            got.remove("status");
        }
        if !same(expected, &got) {
            self.differ(what, pretty(expected), pretty(&got));
        }
    }

    pub(super) fn command(&mut self, expected: &CommandText, got: &CommandOutput) {
        let CommandOutput { code, stdout, stderr } = got;
        let (stdout, stderr) = (self.normal_text(stdout), self.normal_text(stderr));
        match expected {
            CommandText::Both(text) => self.text("kubectl", text, &format!("{stdout}{stderr}")),
            CommandText::Streams { rc, out, err } => {
                self.text("kubectl's exit code", &rc.to_string(), &code.to_string());
                if let Some(out) = out {
                    self.text("kubectl's standard output", out, &stdout);
                }
                self.text("kubectl's standard error", err, &stderr);
            }
        }
    }

    /// A text of the engine with `UID` for the UID, and no addresses.
    fn normal_text(&self, text: &str) -> String {
        match &self.uid {
            Some(uid) => text.replace(uid, "UID"),
            None => text.to_owned(),
        }
    }

    /// An object of the engine as recordings have it: `UID` for UIDs, and in the metadata no UID, no version of the
    /// store, no managed fields and no times.
    fn normal(&self, value: &Value) -> Value {
        let mut object = self.normal_value(value);
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
            for field in ["uid", "resourceVersion", "managedFields", "creationTimestamp", "deletionTimestamp"] {
                metadata.remove(field);
            }
        }
        object
    }

    fn normal_value(&self, value: &Value) -> Value {
        self.uid.as_deref().map_or_else(|| value.clone(), |uid| replaced(value, uid, "UID"))
    }
}

/// A text that shows a whole object, without what differs from server to server: the version of the store, managed
/// fields and times of the metadata.
fn without_server_metadata(text: &str) -> String {
    let mut text = text.to_owned();
    if !text.contains("Invalid value: \"{\\\"") {
        return text;
    }
    for field in ["resourceVersion", "creationTimestamp"] {
        let start = format!(r#"\"{field}\":\""#);
        if let Some(at) = text.find(&start)
            && let Some(length) = text.get(at + start.len()..).and_then(|rest| rest.find(r#"\","#))
        {
            text.replace_range(at..at + start.len() + length + 3, "");
        }
    }
    if let Some(at) = text.find(r#",\"managedFields\":["#)
        && let Some(length) = text.get(at..).and_then(|rest| rest.find(r#"}]},\"spec\""#))
    {
        text.replace_range(at..at + length + 2, "");
    }
    text
}

/// An object of the engine with `XXXXX` for the suffix of a name that the server made, where the recording has it so.
fn with_hidden_suffix(expected: &Value, got: Value) -> Value {
    const HIDDEN: &str = "XXXXX";
    let name = |object: &Value| object.pointer("/metadata/name").and_then(Value::as_str).map(str::to_owned);
    let (Some(expected), Some(name)) = (name(expected), name(&got)) else { return got };
    match expected.strip_suffix(HIDDEN) {
        Some(prefix) if name.starts_with(prefix) && name.len() == expected.len() => replaced(&got, &name, &expected),
        _ => got,
    }
}

/// `value` with `from` replaced by `to` in all of its texts.
fn replaced(value: &Value, from: &str, to: &str) -> Value {
    match value {
        Value::String(text) => text.replace(from, to).into(),
        Value::Array(items) => items.iter().map(|item| replaced(item, from, to)).collect(),
        Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), replaced(value, from, to))).collect(),
        other => other.clone(),
    }
}

/// The text of a warning: by itself, or as the header has it, with code and agent.
fn warning_text(warning: &str) -> String {
    let quoted = warning.strip_prefix("299 - ").and_then(|text| serde_json::from_str(text).ok());
    quoted.unwrap_or_else(|| warning.to_owned())
}

/// Equal, whatever the numbers' types.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn pretty(value: &Value) -> String {
    // A JSON value can always be written.
    format!("{value:#}\n")
}
