//! Applies a strategic merge patch to an object, as the API server does.

use std::collections::BTreeSet;

use serde_json::Value;

use super::errors::{go_type_name, go_value};
use super::order::{ItemKind, check_order, is_deletion, item_kind, normalized, places};
use super::{
    DELETE_FROM_LIST, DIRECTIVE, ListStrategy, PatchError, PatchPath, RETAIN_KEYS, SET_ELEMENT_ORDER, after_slash,
};
use crate::api::json::Object;
use crate::small_collect::SmallCollect as _;

/// `StrategicMergeMapPatch`: what becomes of `document`, a Job, by `patch`.
///
/// # Errors
///
/// The patch is not one.
///
/// ```
/// use jobscope_core::api::strategic_merge_patch;
/// use serde_json::json;
///
/// let template = |containers| json!({"spec": {"template": {"spec": {"containers": containers}}}});
/// let job = template(json!([{"name": "main", "image": "perl"}, {"name": "log", "image": "tail"}]));
/// let patched = strategic_merge_patch(&job, &template(json!([{"name": "log", "image": "cat"}])))?;
/// assert_eq!(patched["spec"]["template"]["spec"]["containers"][1], json!({"name": "log", "image": "cat"}));
/// # Ok::<(), jobscope_core::api::PatchError>(())
/// ```
pub fn strategic_merge_patch(document: &Value, patch: &Value) -> Result<Value, PatchError> {
    let object = |value: &Value| {
        let actual = go_type_name(value);
        value.as_object().cloned().ok_or(PatchError::WrongType { expected: "map[string]interface {}", actual })
    };
    merge(object(document)?, object(patch)?, &PatchPath::ROOT, Merging::IntoObject).map(Value::Object)
}

/// What a patch is merged into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merging {
    /// An object: what the patch says is done.
    IntoObject,
    /// Another patch of the same object: what it says is kept.
    IntoPatch,
}

/// `mergeMap`.
pub(super) fn merge(
    mut original: Object,
    mut patch: Object,
    place: &PatchPath<'_>,
    merging: Merging,
) -> Result<Object, PatchError> {
    if let Some(directive) = patch.get(DIRECTIVE).cloned() {
        return match directive.as_str() {
            Some("replace") => {
                patch.remove(DIRECTIVE);
                Ok(patch)
            }
            Some("delete") => Ok(Object::new()),
            _ => Err(unknown_directive(&directive, patch)),
        };
    }
    retain_keys(&mut original, &mut patch, merging)?;
    merge_ordered_lists(&mut original, &mut patch, place, merging)?;
    for (field, value) in patch {
        let (field, deletes) = match after_slash(&field, DELETE_FROM_LIST) {
            Some(_) if merging == Merging::IntoPatch => {
                original.insert(field, value);
                continue;
            }
            Some(list) => (list?.to_owned(), true),
            None => (field, false),
        };
        if value.is_null() {
            original.remove(&field);
            if merging == Merging::IntoObject {
                continue;
            }
        }
        let here = place.child(&field);
        let merged = match (original.remove(&field), value) {
            (Some(Value::Object(held)), Value::Object(patch)) => Some(merge(held, patch, &here, merging)?.into()),
            (Some(Value::Array(held)), Value::Array(items)) => {
                Some(merge_list(held, items, &here, deletes, merging)?.into())
            }
            (held, _) if deletes => held,
            (_, value) => without_directives(if merging == Merging::IntoObject { without_nulls(value) } else { value }),
        };
        if let Some(merged) = merged {
            original.insert(field, merged);
        }
    }
    Ok(original)
}

fn unknown_directive(directive: &Value, map: Object) -> PatchError {
    PatchError::UnknownDirective { directive: go_value(directive), map: go_value(&map.into()) }
}

/// `applyRetainKeysDirective`.
fn retain_keys(original: &mut Object, patch: &mut Object, merging: Merging) -> Result<(), PatchError> {
    let Some(retained) = patch.remove(RETAIN_KEYS) else { return Ok(()) };
    if merging == Merging::IntoPatch {
        return match original.get(RETAIN_KEYS) {
            Some(other) if *other != retained => {
                Err(PatchError::RetainKeysDiffer(go_value(other), go_value(&retained)))
            }
            _ => {
                original.insert(RETAIN_KEYS.to_owned(), retained);
                Ok(())
            }
        };
    }
    let names: BTreeSet<&str> = match &retained {
        Value::Array(names) => names.iter().filter_map(Value::as_str).small_collect(),
        _ => return Err(PatchError::BadRetainKeys),
    };
    let is_about_a_list = |field: &str| field.starts_with(DELETE_FROM_LIST) || field.starts_with(SET_ELEMENT_ORDER);
    let mut set = patch.iter().filter(|(field, value)| !value.is_null() && !is_about_a_list(field));
    if set.any(|(field, _)| !names.contains(field.as_str())) {
        return Err(PatchError::BadRetainKeys);
    }
    original.retain(|field, _| names.contains(field.as_str()));
    Ok(())
}

/// `mergePatchIntoOriginal`: the lists whose order the patch sets, with or without a word about their items.
fn merge_ordered_lists(
    original: &mut Object,
    patch: &mut Object,
    place: &PatchPath<'_>,
    merging: Merging,
) -> Result<(), PatchError> {
    let orders: Vec<String> = patch.keys().filter(|field| field.starts_with(SET_ELEMENT_ORDER)).cloned().collect();
    for directive in orders {
        let order = patch.remove(&directive).unwrap_or_default();
        if merging == Merging::IntoPatch {
            match original.get(&directive) {
                Some(other) if *other != order => return Err(PatchError::BadSetElementOrder),
                _ => drop(original.insert(directive.clone(), order.clone())),
            }
        }
        let order = list(order)?;
        let Some(field) = after_slash(&directive, SET_ELEMENT_ORDER).transpose()? else { continue };
        let held = original.get(field).cloned().map(list).transpose()?;
        let items = patch.get(field).cloned().map(list).transpose()?;
        let here = place.child(field);
        let strategy = here.strategy();
        check_order(items.as_deref().unwrap_or_default(), &order, strategy)?;
        let server_order = held.clone().unwrap_or_default();
        let sent = items.clone().unwrap_or_default();
        let merged = match (held, items) {
            (None, None) => continue,
            (Some(held), None) => held,
            (None, Some(items)) => match without_directives(items.into()) {
                Some(Value::Array(items)) => items,
                _ => continue,
            },
            (Some(held), Some(items)) => merge_list(held, items, &here, false, merging)?,
        };
        item_kind([&server_order, &sent])?;
        original.insert(field.to_owned(), normalized(merged, &order, &server_order, strategy)?.into());
        patch.remove(field);
    }
    Ok(())
}

fn list(value: Value) -> Result<Vec<Value>, PatchError> {
    match value {
        Value::Array(items) => Ok(items),
        value => Err(PatchError::WrongType { expected: "[]interface {}", actual: go_type_name(&value) }),
    }
}

/// `mergeSlice`, or the patch's list if such lists are not merged.
fn merge_list(
    original: Vec<Value>,
    patch: Vec<Value>,
    place: &PatchPath<'_>,
    deletes: bool,
    merging: Merging,
) -> Result<Vec<Value>, PatchError> {
    let strategy = place.strategy();
    if strategy == ListStrategy::Replace && !deletes {
        return Ok(patch);
    }
    if original.is_empty() && patch.is_empty() {
        return Ok(original);
    }
    match (item_kind([&original, &patch])?, strategy) {
        (ItemKind::Scalar, _) if deletes && merging == Merging::IntoObject => {
            let gone: BTreeSet<String> = patch.iter().map(Value::to_string).small_collect();
            Ok(original.into_iter().filter(|item| !gone.contains(&item.to_string())).collect())
        }
        (ItemKind::Scalar, _) => {
            let mut seen = BTreeSet::new();
            let both = original.iter().chain(&patch).filter(|item| seen.insert(item.to_string()));
            normalized(both.cloned().collect(), &patch, &original, ListStrategy::Set)
        }
        (ItemKind::Map, ListStrategy::Merge(key)) => {
            let (mut merged, patch) = directed(original, patch, key)?;
            let server_order = merged.clone();
            let mut at = places(&merged, strategy);
            for item in &patch {
                let Some((identity, fields)) = strategy.identity(item).zip(item.as_object()) else {
                    return Err(PatchError::NoMergeKey { item: go_value(item), key });
                };
                if let Some(held) = at.get(&identity).and_then(|at| merged.get_mut(*at)) {
                    let before = held.as_object().cloned().unwrap_or_default();
                    *held = merge(before, fields.clone(), place, merging)?.into();
                } else {
                    at.insert(identity, merged.len());
                    merged.push(item.clone());
                }
            }
            normalized(merged, &patch, &server_order, strategy)
        }
        (ItemKind::Map, _) => Err(PatchError::NoKeyForList { field: place.field.to_owned() }),
    }
}

/// `mergeSliceWithSpecialElements`: the list after what the patch's directives say, and the items without one.
fn directed(
    original: Vec<Value>,
    patch: Vec<Value>,
    key: &'static str,
) -> Result<(Vec<Value>, Vec<Value>), PatchError> {
    let (mut gone, mut replaces, mut plain) = (BTreeSet::new(), false, Vec::new());
    for item in patch {
        match item.get(DIRECTIVE) {
            None => plain.push(item),
            Some(_) if is_deletion(&item) => {
                let name = item.get(key).ok_or_else(|| PatchError::NoMergeKey { item: go_value(&item), key })?;
                gone.insert(name.to_string());
            }
            Some(directive) => match directive.as_str() {
                Some("replace") => replaces = true,
                Some("merge") => return Err(PatchError::MergeDirective),
                _ => return Err(unknown_directive(directive, item.as_object().cloned().unwrap_or_default())),
            },
        }
    }
    if replaces {
        return Ok((plain, Vec::new()));
    }
    let stays = |item: &Value| item.get(key).is_none_or(|name| !gone.contains(&name.to_string()));
    Ok((original.into_iter().filter(stays).collect(), plain))
}

/// `discardNullValuesFromPatch`.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(field, value)| (field, without_nulls(value))).small_collect())
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        value => value,
    }
}

/// `removeDirectives`: nothing of what is done to something that is not there.
fn without_directives(value: Value) -> Option<Value> {
    match value {
        Value::Object(fields) if fields.contains_key(DIRECTIVE) => None,
        Value::Object(fields) => Some(Value::Object(
            fields.into_iter().filter_map(|(field, value)| Some((field, without_directives(value)?))).small_collect(),
        )),
        Value::Array(items) => Some(items.into_iter().filter_map(without_directives).collect()),
        value => Some(value),
    }
}
