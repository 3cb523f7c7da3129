//! Selectors of labels (`-l`) and of fields (`--field-selector`).

use serde_json::Value;

use super::flags::Flags;
use super::label_selector;
use crate::kubectl::CommandError;

/// What has to hold of one label or field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    Is(String, String),
    IsNot(String, String),
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    DoesNotExist(String),
    /// The label is a number above this one.
    Above(String, i64),
    /// The label is a number below this one.
    Below(String, i64),
}

/// All of it has to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selector(Vec<Requirement>);

impl Selector {
    /// A selector of labels.
    pub(super) fn of_labels(text: &str) -> Result<Self, String> {
        label_selector::parse(text).map(Self)
    }

    /// The selector of labels in files that the flags give; without one, it fits all.
    pub(super) fn of_flags(flags: &Flags) -> Result<Self, CommandError> {
        let text = flags.value("selector").unwrap_or_default();
        let refused = |why| CommandError::Client(format!("the provided selector {text:?} is not valid: {why}"));
        Self::of_labels(text).map_err(refused)
    }

    /// A selector of fields, of which only equality is known.
    pub(super) fn of_fields(text: &str) -> Result<Self, String> {
        let read =
            |part: &str| equality(part).ok_or_else(|| format!("invalid selector: '{text}'; can't understand '{part}'"));
        text.split(',').filter(|part| !part.is_empty()).map(read).collect::<Result<_, _>>().map(Self)
    }

    /// Whether it fits what `get` finds under a key.
    pub(super) fn matches(&self, get: impl Fn(&str) -> Option<String>) -> bool {
        self.0.iter().all(|requirement| match requirement {
            Requirement::Is(key, value) => get(key).as_ref() == Some(value),
            Requirement::IsNot(key, value) => get(key).as_ref() != Some(value),
            Requirement::In(key, values) => get(key).is_some_and(|value| values.contains(&value)),
            Requirement::NotIn(key, values) => !get(key).is_some_and(|value| values.contains(&value)),
            Requirement::Exists(key) => get(key).is_some(),
            Requirement::DoesNotExist(key) => get(key).is_none(),
            Requirement::Above(key, than) => number(get(key)).is_some_and(|number| number > *than),
            Requirement::Below(key, than) => number(get(key)).is_some_and(|number| number < *than),
        })
    }

    /// Whether it fits the labels of a document.
    pub(super) fn chooses(&self, document: &Value) -> bool {
        self.matches(|key| Some(document.pointer("/metadata/labels")?.get(key)?.as_str()?.to_owned()))
    }

    /// The fields that it asks for.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|requirement| match requirement {
            Requirement::Is(key, _)
            | Requirement::IsNot(key, _)
            | Requirement::In(key, _)
            | Requirement::NotIn(key, _)
            | Requirement::Exists(key)
            | Requirement::DoesNotExist(key)
            | Requirement::Above(key, _)
            | Requirement::Below(key, _) => key.as_str(),
        })
    }
}

fn number(label: Option<String>) -> Option<i64> {
    label?.parse().ok()
}

fn equality(part: &str) -> Option<Requirement> {
    let text = |text: &str| text.trim().to_owned();
    if let Some((key, value)) = part.split_once("!=") {
        return Some(Requirement::IsNot(text(key), text(value)));
    }
    let (key, value) = part.split_once("==").or_else(|| part.split_once('='))?;
    Some(Requirement::Is(text(key), text(value)))
}

/// A field of an object by its path, such as `status.phase`, as text.
pub(super) fn field(object: &Value, path: &str) -> Option<String> {
    let value = path.split('.').try_fold(object, |value, name| value.get(name))?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_selected() {
        let fits = |selector: &str| {
            let get =
                |key: &str| [("a", "1"), ("b", "2")].into_iter().find(|(k, _)| *k == key).map(|(_, v)| v.to_owned());
            Selector::of_labels(selector).unwrap().matches(get)
        };
        for (selector, expected) in [
            ("a=1", true),
            ("a==1,b!=3", true),
            ("a in (1, 2),b", true),
            ("a notin (1)", false),
            ("!c", true),
            ("c", false),
            ("c!=1", true),
            ("a>0,b<3", true),
            ("c>0", false),
        ] {
            assert_eq!(fits(selector), expected, "{selector}");
        }
        assert!(Selector::of_labels("a b").is_err());
    }
}
