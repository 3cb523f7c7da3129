//! Changes of single fields in the text of a document: everything else stays as it was typed, byte for byte. Comments
//! stay even if their subject is removed.
//!
//! - `path`: fields by their paths; `layout`: where everything stands
//! - `splice`: what a change does to the bytes; `around`: what it has to know of the text there; `write`: new values as text
//!
//! A change is only given out if the text that it makes reads as the document with that change, and has all comments;
//! so whatever the user's YAML looks like, the worst that can happen is an error.

mod around;
mod layout;
mod path;
#[cfg(test)]
mod properties;
mod splice;
#[cfg(test)]
mod tests;
mod write;

use serde_json::Value;

use super::tree::Position;
use super::{Contents, YamlError, read};
use layout::Layout;
use path::{Step, follow, steps, with};
use splice::Splices;

use crate::small_sort::SmallSort as _;

/// Why the text of a document is not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It does not read as YAML.
    Unreadable(YamlError),
    /// At this place it is written in a way that a change of one field cannot keep.
    Unusual(Position),
    /// There is nothing of that name, or something else stands in its way.
    NoPlace,
}

/// What stands at `path`, if something does.
pub(crate) fn get<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    follow(document, &steps(path))
}

/// The text with `value` at `path`; what is missing on the way is added. Of objects and lists only what differs
/// changes.
pub(crate) fn set(text: &str, path: &str, value: &Value) -> Result<String, Refusal> {
    let steps = steps(path);
    let document = document(text)?;
    let wanted = with(&document, &steps, Some(value)).ok_or(Refusal::NoPlace)?;
    let changed = set_within(text, &steps, value)?;
    checked(text, changed, &wanted)
}

/// The text without what is at `path`.
pub(crate) fn remove(text: &str, path: &str) -> Result<String, Refusal> {
    let steps = steps(path);
    let wanted = with(&document(text)?, &steps, None).ok_or(Refusal::NoPlace)?;
    checked(text, cut(text, &steps)?, &wanted)
}

/// The text in which the item `place` of the list at `path` and the one behind it have changed places.
pub(crate) fn swap(text: &str, path: &str, place: usize) -> Result<String, Refusal> {
    let steps = steps(path);
    let document = document(text)?;
    let mut items = follow(&document, &steps).and_then(Value::as_array).cloned().ok_or(Refusal::NoPlace)?;
    if place + 1 >= items.len() {
        return Err(Refusal::NoPlace);
    }
    items.swap(place, place + 1);
    let items = Value::from(items);
    let wanted = with(&document, &steps, Some(&items)).ok_or(Refusal::NoPlace)?;
    let swapped = splices(text)?.swap(&steps, place).map(|splices| splices.apply(text));
    match swapped.map(|swapped| checked(text, swapped, &wanted)) {
        Some(Ok(swapped)) => Ok(swapped),
        // Beside a dash, or with comments in between: field by field.
        _ => set(text, path, &items),
    }
}

fn document(text: &str) -> Result<Value, Refusal> {
    read(text, Contents::Manifest).map(|root| root.to_json()).map_err(Refusal::Unreadable)
}

fn splices(text: &str) -> Result<Splices<'_>, Refusal> {
    Layout::of(text).map(|layout| Splices::new(text, layout)).ok_or(Refusal::Unusual(Position::START))
}

/// Objects and lists field by field, the rest as it is.
fn set_within(text: &str, steps: &[Step], value: &Value) -> Result<String, Refusal> {
    let document = document(text)?;
    let below = |step: Step| steps.iter().cloned().chain([step]).collect::<Vec<_>>();
    let mut text = text.to_owned();
    match (follow(&document, steps), value) {
        (Some(old), new) if old == new => {}
        (Some(Value::Object(old)), Value::Object(new)) if !old.is_empty() && !new.is_empty() => {
            for (key, value) in new {
                text = set_within(&text, &below(Step::Field(key.clone())), value)?;
            }
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                text = cut(&text, &below(Step::Field(key.clone())))?;
            }
        }
        (Some(Value::Array(old)), Value::Array(new)) if !old.is_empty() && !new.is_empty() => {
            for (place, value) in new.iter().enumerate() {
                text = set_within(&text, &below(Step::Item(place)), value)?;
            }
            for place in (new.len()..old.len()).rev() {
                text = cut(&text, &below(Step::Item(place)))?;
            }
        }
        (Some(_), new) => text = splices(&text)?.replace(steps, new)?.apply(&text),
        (None, new) => text = splices(&text)?.insert(steps, new)?.apply(&text),
    }
    Ok(text)
}

fn cut(text: &str, steps: &[Step]) -> Result<String, Refusal> {
    Ok(splices(text)?.remove(steps)?.apply(text))
}

/// The text, if it reads as `wanted` and has lost no comment.
fn checked(before: &str, after: String, wanted: &Value) -> Result<String, Refusal> {
    let comments = |text: &str| -> Option<Vec<String>> {
        let layout = Layout::of(text)?;
        let mut comments: Vec<String> = layout
            .comments(text, 0..text.len())
            .into_iter()
            .filter_map(|range| text.get(range))
            .map(str::to_owned)
            .collect();
        comments.small_sort();
        Some(comments)
    };
    let reads_right = document(&after).is_ok_and(|after| after == *wanted);
    if reads_right && comments(before) == comments(&after) { Ok(after) } else { Err(Refusal::Unusual(Position::START)) }
}
