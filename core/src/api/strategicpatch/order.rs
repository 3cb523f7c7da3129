//! The order of a merged list: items of the patch in the patch's order, items that only the server has at their old
//! places.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::errors::{go_type_name, go_value};
use super::{DIRECTIVE, ListStrategy, PatchError};
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;

/// What the items of a list are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// Objects.
    Map,
    /// Texts and the like.
    Scalar,
}

/// `sliceElementType`: what all the items of the lists are.
pub(super) fn item_kind(lists: [&[Value]; 2]) -> Result<ItemKind, PatchError> {
    let mut items = lists.into_iter().flatten();
    let first = items.next().ok_or(PatchError::NoElements)?;
    if first.is_array() {
        return Err(PatchError::ListOfLists);
    }
    if items.any(|item| go_type_name(item) != go_type_name(first)) {
        let lists = lists.map(|list| go_value(&Value::Array(list.to_vec())));
        return Err(PatchError::MixedTypes { lists: format!("[{}]", lists.join(" ")) });
    }
    Ok(if first.is_object() { ItemKind::Map } else { ItemKind::Scalar })
}

/// Whether an item of a patch says that the item goes.
pub(super) fn is_deletion(item: &Value) -> bool {
    item.get(DIRECTIVE).is_some_and(|directive| directive == "delete")
}

/// That every item has the field that tells it from the others.
pub(super) fn check_keys(lists: &[&[Value]], strategy: ListStrategy) -> Result<(), PatchError> {
    let ListStrategy::Merge(key) = strategy else { return Ok(()) };
    for item in lists.iter().copied().flatten() {
        if !item.is_object() {
            return Err(PatchError::WrongType { expected: "map[string]interface {}", actual: go_type_name(item) });
        }
        if item.get(key).is_none() {
            return Err(PatchError::NoMergeKey { item: go_value(item), key });
        }
    }
    Ok(())
}

/// Where each item stands in a list; the first place of those that occur twice.
pub(super) fn places(list: &[Value], strategy: ListStrategy) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for (index, item) in list.iter().enumerate() {
        if let Some(identity) = strategy.identity(item) {
            places.entry(identity).or_insert(index);
        }
    }
    places
}

fn place(places: &BTreeMap<String, usize>, item: &Value, strategy: ListStrategy) -> Option<usize> {
    strategy.identity(item).and_then(|identity| places.get(&identity).copied())
}

/// `normalizeSliceOrder`: as `order` has it, what goes at the end.
pub(super) fn sorted(list: Vec<Value>, order: &[Value], strategy: ListStrategy) -> Result<Vec<Value>, PatchError> {
    check_keys(&[&list, order], strategy)?;
    let order = places(order, strategy);
    let (gone, mut list): (Vec<Value>, Vec<Value>) = list.into_iter().partition(is_deletion);
    list.small_sort_by_key(|item| place(&order, item, strategy).unwrap_or(usize::MAX));
    list.extend(gone);
    Ok(list)
}

/// `normalizeElementOrder` of a list that is merged: `about` is what the patch is about, in its order.
pub(super) fn normalized(
    merged: Vec<Value>,
    about: &[Value],
    server_order: &[Value],
    strategy: ListStrategy,
) -> Result<Vec<Value>, PatchError> {
    check_keys(&[&merged], strategy)?;
    let named: BTreeSet<String> = about.iter().filter_map(|item| strategy.identity(item)).small_collect();
    let is_named = |item: &Value| strategy.identity(item).is_some_and(|identity| named.contains(&identity));
    let (patched, others): (Vec<Value>, Vec<Value>) = merged.into_iter().partition(is_named);
    let mut patched = sorted(patched, about, strategy)?.into_iter().peekable();
    let others = sorted(others, server_order, strategy)?;
    let on_server = places(server_order, strategy);
    let mut list = Vec::with_capacity(others.len());
    for other in others {
        let at = place(&on_server, &other, strategy);
        // What is new, and what stands before it on the server, comes first.
        let comes_first = |item: &Value| match (at, place(&on_server, item, strategy)) {
            (Some(at), Some(patched)) => patched <= at,
            _ => true,
        };
        while let Some(next) = patched.next_if(comes_first) {
            list.push(next);
        }
        list.push(other);
    }
    list.extend(patched);
    Ok(list)
}

/// `validatePatchWithSetOrderList`: the items of a patch stand in the order that it asks for.
pub(super) fn check_order(list: &[Value], order: &[Value], strategy: ListStrategy) -> Result<(), PatchError> {
    if list.is_empty() || order.is_empty() {
        return Ok(());
    }
    let items = list.iter().filter(|item| item.get(DIRECTIVE).is_none());
    let items: Vec<&Value> = items.collect();
    let mut rest = order.iter();
    for item in items {
        check_keys(&[std::slice::from_ref(item)], strategy)?;
        let identity = strategy.identity(item);
        loop {
            let Some(next) = rest.next() else {
                let list = go_value(&Value::Array(list.to_vec()));
                return Err(PatchError::OrderMismatch { list, order: go_value(&Value::Array(order.to_vec())) });
            };
            check_keys(&[std::slice::from_ref(next)], strategy)?;
            if strategy.identity(next) == identity {
                break;
            }
        }
    }
    Ok(())
}
