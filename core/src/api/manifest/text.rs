//! The text of a manifest beside a form: fields are read from it and changed in it, one at a time, and everything
//! else (comments, order, quotes, indentation, fields that a form does not know) stays as it was typed.

use serde::Serialize;
use serde_json::Value;

use super::{MAX_MANIFEST_BYTES, ManifestError};
use crate::api::TextProblem;
use crate::api::yaml::{Contents, Position, edit, read};

/// A text that reads as YAML (or JSON), whatever it says.
///
/// Fields are named as Kubernetes' errors name them: `spec.podFailurePolicy.rules[0].action`.
///
/// ```
/// use jobscope_core::api::ManifestText;
/// use serde_json::json;
///
/// let text = ManifestText::read("kind: Job\nspec:\n  # nodes that we have\n  parallelism: 4\n  template: {}\n")?;
/// assert_eq!(text.get("spec.parallelism"), Some(&json!(4)));
///
/// let text = text.set("spec.parallelism", &json!(8))?.set("spec.completions", &json!(20))?;
/// assert_eq!(
///     text.as_str(),
///     "kind: Job\nspec:\n  # nodes that we have\n  parallelism: 8\n  completions: 20\n  template: {}\n",
/// );
/// # Ok::<(), jobscope_core::api::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestText {
    text: String,
    document: Value,
}

/// Why the text of a manifest was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum EditError {
    /// The text does not read as YAML.
    #[error("{error}")]
    Unreadable {
        /// What is wrong with it.
        error: ManifestError,
    },
    /// The field is written in a way that a change of it alone cannot keep: with an anchor, an alias, a merge, a
    /// key of several lines.
    #[error("line {line}, column {column}: this is written in a way that only a change by hand can keep")]
    Unusual {
        /// Line, from 1.
        line: u32,
        /// Column in characters, from 1.
        column: u32,
    },
    /// What is there has no place for the field, such as a number where an object belongs.
    #[error("{path}: there is no place for it")]
    NoPlace {
        /// The field.
        path: String,
    },
}

impl From<ManifestError> for EditError {
    fn from(error: ManifestError) -> Self {
        Self::Unreadable { error }
    }
}

impl ManifestText {
    /// Reads the text, within the limits that manifests have.
    ///
    /// # Errors
    ///
    /// What is wrong with it as YAML.
    pub fn read(text: impl Into<String>) -> Result<Self, ManifestError> {
        let text = text.into();
        if text.len() > MAX_MANIFEST_BYTES {
            let problem = TextProblem::TooLong { bytes: text.len(), most: MAX_MANIFEST_BYTES };
            return Err(ManifestError::new(Position::START, "", problem, None));
        }
        let document = read(&text, Contents::Manifest).map(|root| root.to_json()).map_err(|error| {
            let mut error = ManifestError::from(error);
            error.stay_within(&text);
            error
        })?;
        Ok(Self { text, document })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What the text says, as JSON.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// The value of a field. None: it is not there, or nothing.
    pub fn get(&self, path: &str) -> Option<&Value> {
        edit::get(&self.document, path).filter(|value| !value.is_null())
    }

    /// The text with another value in a field, and with what is missing on the way to it. An item may be added to a
    /// list right behind its last one. Of objects and lists only the differences are written.
    ///
    /// # Errors
    ///
    /// If the field has no place, or is written so that only a person can change it.
    pub fn set(&self, path: &str, value: &Value) -> Result<Self, EditError> {
        changed(path, edit::set(&self.text, path, value))
    }

    /// The text without a field or item. Comments stay.
    ///
    /// # Errors
    ///
    /// If there is no such field, or it is written so that only a person can remove it.
    pub fn remove(&self, path: &str) -> Result<Self, EditError> {
        changed(path, edit::remove(&self.text, path))
    }

    /// The text in which an item of the list at `path` and the one behind it have changed places, comments and all.
    ///
    /// # Errors
    ///
    /// If there are no such items.
    pub fn swap(&self, path: &str, place: usize) -> Result<Self, EditError> {
        changed(path, edit::swap(&self.text, path, place))
    }
}

/// The text after a change, parsed again.
fn changed(path: &str, result: Result<String, edit::Refusal>) -> Result<ManifestText, EditError> {
    let text = result.map_err(|refusal| match refusal {
        edit::Refusal::Unreadable(error) => EditError::Unreadable { error: error.into() },
        edit::Refusal::Unusual(Position { line, column }) => EditError::Unusual { line, column },
        edit::Refusal::NoPlace => EditError::NoPlace { path: path.to_owned() },
    })?;
    Ok(ManifestText::read(text)?)
}
