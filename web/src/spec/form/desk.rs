//! The shared state of the form's fields: the parsed text, its errors, and the target of changes.

use std::rc::Rc;

use jobscope_core::api::{EditError, FeatureGates, FieldAvailability, ManifestError, ManifestText, job_spec_field};
use serde_json::Value;
use yew::prelude::*;

use super::locks::Locks;
use crate::words::{MixedText, Words, phrased};

/// A change that a person made in the form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Edit {
    /// Another value in the field.
    Set(String, Value),
    /// No value in the field.
    Remove(String),
    /// An item of the list changes places with the next one.
    Swap(String, usize),
}

impl Edit {
    /// The field.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::Set(path, _) | Self::Remove(path) | Self::Swap(path, _) => path,
        }
    }

    /// The text with the change in it.
    pub(super) fn apply(&self, text: &ManifestText) -> Result<ManifestText, EditError> {
        match self {
            Self::Set(path, value) => text.set(path, value),
            Self::Remove(path) if text.get(path).is_none() => Ok(text.clone()),
            Self::Remove(path) => text.remove(path),
            Self::Swap(path, place) => text.swap(path, *place),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Desk {
    /// The last text that could be read.
    pub(super) text: Rc<ManifestText>,
    /// The `spec` that the API server makes of it where it says nothing.
    pub(super) defaults: Rc<Value>,
    /// What is wrong with it, by field.
    pub(super) errors: Rc<Vec<ManifestError>>,
    /// What the API server says to applying it.
    pub(super) refused: Option<AttrValue>,
    /// The field that could not be changed, and why.
    pub(super) unchanged: Option<(String, AttrValue)>,
    pub(super) gates: FeatureGates,
    /// What does not change any more.
    pub(super) locks: Rc<Locks>,
    /// The stored Job as a document, if there is one.
    pub(super) job: Rc<Value>,
    pub(super) on_edit: Callback<Edit>,
}

impl Desk {
    pub(super) fn get(&self, path: &str) -> Option<&Value> {
        self.text.get(path)
    }

    /// What the API server fills in at that path, if the text says nothing there.
    pub(super) fn default_of(&self, path: &str) -> Option<&Value> {
        path.strip_prefix("spec.").and_then(|name| self.defaults.get(name))
    }

    /// What the stored Job has in a field of `spec` that the text does not name, if that is not what the server fills in
    /// by itself: another client has put it there.
    pub(super) fn set_elsewhere(&self, name: &str, default: &Value) -> Option<String> {
        set_elsewhere(self.get(&format!("spec.{name}")), self.job.get("spec")?.get(name)?, default)
    }

    pub(super) fn text_of(&self, path: &str) -> Option<&str> {
        self.get(path)?.as_str()
    }

    /// Whether the release has that field of `spec`, or the text has it anyway.
    pub(super) fn shows(&self, name: &str) -> bool {
        job_spec_field(name, self.gates) == FieldAvailability::Here || self.get(&format!("spec.{name}")).is_some()
    }

    /// All that is said against the field: by the checks, by the server, by the text.
    pub(super) fn said(&self, words: &Words, path: &str) -> Vec<Html> {
        let checks = self.errors.iter().filter(|error| error.path == path).map(|error| {
            let problem = words.text_problem(&error.problem).html();
            let hint = words.hint(error).map(|hint| html! { <>{ " – " }{ phrased(&hint) }</> });
            html! { <>{ problem }{ hint.unwrap_or_default() }</> }
        });
        let server =
            self.refused.as_deref().and_then(|said| about(said, path)).map(|said| MixedText::english(said).html());
        let text = self.unchanged.iter().filter(|(field, _)| field == path).map(|(_, said)| phrased(said));
        checks.chain(server).chain(text).collect()
    }
}

/// See [`Desk::set_elsewhere`].
fn set_elsewhere(in_text: Option<&Value>, stored: &Value, default: &Value) -> Option<String> {
    if in_text.is_some() || stored == default {
        return None;
    }
    match stored {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(stored.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The part of the server's answer that is about the field at `path`: `Job.batch "pi" is invalid: [spec.a: x, spec.b: y]`.
pub(super) fn about<'a>(said: &'a str, path: &str) -> Option<&'a str> {
    let lead = format!("{path}: ");
    let start = said.match_indices(&lead).map(|(at, _)| at).find(|at| {
        let before = said.get(..*at).unwrap_or_default();
        before.ends_with(": ") || before.ends_with('[') || before.ends_with(", ")
    })?;
    let rest = said.get(start + lead.len()..)?;
    let end = rest.find(", spec.").or_else(|| rest.find(", metadata.")).unwrap_or(rest.len());
    let part = rest.get(..end)?;
    Some(if said.contains("is invalid: [") { part.strip_suffix(']').unwrap_or(part) } else { part })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_client_set_is_shown_where_the_text_says_nothing() {
        let (yes, no) = (Value::from(true), Value::from(false));
        assert_eq!(set_elsewhere(None, &yes, &no).as_deref(), Some("true"));
        assert_eq!(set_elsewhere(None, &no, &no), None);
        // What the text names, Apply brings about, and says so.
        assert_eq!(set_elsewhere(Some(&no), &yes, &no), None);
        assert_eq!(set_elsewhere(None, &5.into(), &1.into()).as_deref(), Some("5"));
    }

    #[test]
    fn the_servers_answer_is_shown_by_field() {
        let one = r#"Job.batch "pi" is invalid: spec.completions: Invalid value: 5: field is immutable"#;
        assert_eq!(about(one, "spec.completions"), Some("Invalid value: 5: field is immutable"));
        assert_eq!(about(one, "spec.completionMode"), None);
        let two = r#"Job.batch "pi" is invalid: [spec.completions: Invalid value: 5: field is immutable, spec.template: Invalid value: core.PodTemplateSpec{A:1, B:2}: field is immutable]"#;
        assert_eq!(about(two, "spec.completions"), Some("Invalid value: 5: field is immutable"));
        assert_eq!(
            about(two, "spec.template"),
            Some("Invalid value: core.PodTemplateSpec{A:1, B:2}: field is immutable")
        );
    }
}
