//! The strategic merge patch that leads from one object to another, as `kubectl apply` makes it.

use serde_json::{Value, json};

use super::apply::{Merging, merge};
use super::errors::{go_type_name, go_value};
use super::order::{ItemKind, check_keys, item_kind, sorted};
use super::{DELETE_FROM_LIST, DIRECTIVE, ListStrategy, PatchError, PatchPath, RETAIN_KEYS, SET_ELEMENT_ORDER};
use crate::api::json::Object;
use crate::small_sort::SmallSort as _;

/// What a difference is looked for (`DiffOptions`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeking {
    /// What is new or other (`IgnoreDeletions`).
    Changes,
    /// What is gone (`IgnoreChangesAndAdditions`).
    Deletions,
}

/// `CreateThreeWayMergePatch`: the patch that brings what changed between `original` (what was applied last) and
/// `modified` (what is applied now) to `current` (what the server has), and leaves alone what others said.
/// An empty object if there is nothing to do.
///
/// # Errors
///
/// A list whose items have not got what tells them apart.
///
/// ```
/// use jobscope_core::api::three_way_merge_patch;
/// use serde_json::json;
///
/// let original = json!({"spec": {"parallelism": 1, "backoffLimit": 4}});
/// let modified = json!({"spec": {"parallelism": 2}});
/// let current = json!({"spec": {"parallelism": 1, "backoffLimit": 4, "completions": 1}});
/// let patch = three_way_merge_patch(&original, &modified, &current)?;
/// assert_eq!(patch, json!({"spec": {"parallelism": 2, "backoffLimit": null}}));
/// # Ok::<(), jobscope_core::api::PatchError>(())
/// ```
pub fn three_way_merge_patch(original: &Value, modified: &Value, current: &Value) -> Result<Value, PatchError> {
    let empty = Object::new();
    let object = |value| Value::as_object(value).unwrap_or(&empty);
    let changes = diff(object(current), object(modified), Seeking::Changes, false, &PatchPath::ROOT)?;
    let deletions = diff(object(original), object(modified), Seeking::Deletions, false, &PatchPath::ROOT)?;
    merge(deletions, changes, &PatchPath::ROOT, Merging::IntoPatch).map(Value::Object)
}

/// `diffMaps`. `retains`: the patch has to say which fields remain.
fn diff(
    from: &Object,
    to: &Object,
    seeking: Seeking,
    retains: bool,
    place: &PatchPath<'_>,
) -> Result<Object, PatchError> {
    let mut patch = Object::new();
    for (field, new) in to {
        let here = place.child(field);
        match (from.get(field), new) {
            (Some(Value::Object(old)), Value::Object(new)) => {
                let within = diff(old, new, seeking, false, &here)?;
                if !within.is_empty() {
                    patch.insert(field.clone(), within.into());
                }
            }
            (Some(Value::Array(old)), Value::Array(new)) if here.strategy() != ListStrategy::Replace => {
                diff_lists(&mut patch, old, new, seeking, &here)?;
            }
            (old, new) => {
                if seeking == Seeking::Changes && old != Some(new) {
                    patch.insert(field.clone(), new.clone());
                }
            }
        }
    }
    if seeking == Seeking::Deletions {
        let gone = from.keys().filter(|field| !to.contains_key(*field));
        patch.extend(gone.map(|field| (field.clone(), Value::Null)));
    }
    if retains {
        let kept: Value = to.iter().filter(|(_, value)| !value.is_null()).map(|(field, _)| field.as_str()).collect();
        let loses_a_field = from.iter().any(|(field, value)| !value.is_null() && !to.contains_key(field));
        if kept != json!([]) && (!patch.is_empty() || loses_a_field) {
            patch.insert(RETAIN_KEYS.to_owned(), kept);
        }
    }
    Ok(patch)
}

/// `diffLists`, for lists that are merged.
fn diff_lists(
    patch: &mut Object,
    from: &[Value],
    to: &[Value],
    seeking: Seeking,
    place: &PatchPath<'_>,
) -> Result<(), PatchError> {
    let field = place.field;
    if from.is_empty() {
        if seeking == Seeking::Changes && !to.is_empty() {
            patch.insert(field.to_owned(), to.into());
        }
        return Ok(());
    }
    let strategy = place.strategy();
    let (items, order): (Vec<Value>, Option<Vec<Value>>) = match (item_kind([from, to])?, strategy) {
        (ItemKind::Map, ListStrategy::Merge(key)) => {
            let items = diff_items(from, to, seeking, key, place)?;
            let name = |item: &Value| item.get(key).cloned();
            let is_reordered = from.len() != to.len() || from.iter().map(name).ne(to.iter().map(name));
            let says_order = !items.is_empty() || (seeking == Seeking::Changes && is_reordered);
            let order = to.iter().map(|item| json!({ key: item.get(key) }));
            (items, says_order.then(|| order.collect()))
        }
        (ItemKind::Map, _) => return Err(PatchError::NoKeyForList { field: field.to_owned() }),
        (ItemKind::Scalar, _) => {
            let (old, new) = (by_text(from), by_text(to));
            match seeking {
                Seeking::Changes => {
                    // The list on the server is compared in alphabetical order: a list in another one is always
                    // said again.
                    let order = (old != to).then(|| to.to_vec());
                    (sorted(missing(&new, &old), to, ListStrategy::Set)?, order)
                }
                Seeking::Deletions => {
                    let mut gone = missing(&old, &new);
                    gone.dedup();
                    let order = (!gone.is_empty()).then(|| to.to_vec());
                    if !gone.is_empty() {
                        patch.insert(format!("{DELETE_FROM_LIST}/{field}"), gone.into());
                    }
                    (Vec::new(), order)
                }
            }
        }
    };
    if !items.is_empty() {
        patch.insert(field.to_owned(), items.into());
    }
    if let Some(order) = order.filter(|order| !order.is_empty()) {
        patch.insert(format!("{SET_ELEMENT_ORDER}/{field}"), order.into());
    }
    Ok(())
}

/// `diffListsOfMaps`: pairs of the same name, in the alphabetical order of names.
fn diff_items(
    from: &[Value],
    to: &[Value],
    seeking: Seeking,
    key: &'static str,
    place: &PatchPath<'_>,
) -> Result<Vec<Value>, PatchError> {
    check_keys(&[from, to], ListStrategy::Merge(key))?;
    let name = |item: &Value| item.get(key).map(go_value).unwrap_or_default();
    let by_name = |list: &[Value]| {
        // Upstream's order of those of the same name: the last one first.
        let mut list: Vec<(String, Value)> = list.iter().rev().map(|item| (name(item), item.clone())).collect();
        list.small_sort_by(|a, b| a.0.cmp(&b.0));
        list.into_iter().peekable()
    };
    let (mut old, mut new) = (by_name(from), by_name(to));
    let (mut items, mut gone) = (Vec::new(), Vec::new());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(old), Some(new)) => old.0.cmp(&new.0),
        };
        let before = order.is_le().then(|| old.next()).flatten();
        let after = order.is_ge().then(|| new.next()).flatten();
        match (before, after) {
            (Some((_, Value::Object(old))), Some((_, Value::Object(new)))) => {
                let mut within = diff(&old, &new, seeking, place.retains_keys(), place)?;
                if !within.is_empty() {
                    within.insert(key.to_owned(), new.get(key).cloned().unwrap_or_default());
                    items.push(within.into());
                }
            }
            (None, Some((_, new))) if seeking == Seeking::Changes => items.push(new),
            (Some((_, old)), None) if seeking == Seeking::Deletions => {
                gone.push(json!({ DIRECTIVE: "delete", key: old.get(key) }));
            }
            _ => {}
        }
    }
    let mut items = sorted(items, to, ListStrategy::Merge(key))?;
    items.append(&mut gone);
    Ok(items)
}

fn by_text(list: &[Value]) -> Vec<Value> {
    let mut list = list.to_vec();
    list.small_sort_by_cached_key(|item| (go_value(item), go_type_name(item)));
    list
}

/// Those of `list` that `other` has not got, both sorted; each counts as often as it occurs.
fn missing(list: &[Value], other: &[Value]) -> Vec<Value> {
    let mut other = other.iter().peekable();
    let mut missing = Vec::new();
    for item in list {
        let text = go_value(item);
        while other.next_if(|next| go_value(next) < text).is_some() {}
        if other.next_if(|next| go_value(next) == text).is_none() {
            missing.push(item.clone());
        }
    }
    missing
}
