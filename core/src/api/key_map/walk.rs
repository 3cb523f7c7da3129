//! Walks over maps: all entries of one, and what two have that differs.

use std::fmt;
use std::iter;
use std::slice;
use std::sync::Arc;

use super::super::ObjectKey;
use super::{KeyMap, Node};

impl<V: PartialEq> KeyMap<V> {
    /// The keys whose values differ or which only one map has, in their order. Shared nodes are skipped.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a ObjectKey> {
        let (mut ours, mut theirs) = (Walk::of(self), Walk::of(other));
        iter::from_fn(move || {
            loop {
                match (ours.ahead.last(), theirs.ahead.last()) {
                    (
                        Some(Ahead::Node(height, first, node)),
                        Some(Ahead::Node(their_height, their_first, their_node)),
                    ) => {
                        if Arc::ptr_eq(node, their_node) {
                            ours.ahead.pop();
                            theirs.ahead.pop();
                            continue;
                        }
                        let (first, their_first) = (*first, *their_first);
                        let (higher, lower) = (height > their_height, height < their_height);
                        if higher || (!lower && first <= their_first) {
                            ours.expand();
                        }
                        if lower || (!higher && first >= their_first) {
                            theirs.expand();
                        }
                    }
                    (Some(Ahead::Entry(key, value)), Some(Ahead::Entry(their_key, their_value))) => {
                        let (key, their_key) = (*key, *their_key);
                        let differ = key != their_key || value != their_value;
                        if key <= their_key {
                            ours.ahead.pop();
                        }
                        if key >= their_key {
                            theirs.ahead.pop();
                        }
                        if differ {
                            return Some(key.min(their_key));
                        }
                    }
                    (Some(Ahead::Entry(key, _)), next) if next.is_none_or(|next| *key < next.key()) => {
                        let key = *key;
                        ours.ahead.pop();
                        return Some(key);
                    }
                    (next, Some(Ahead::Entry(key, _))) if next.is_none_or(|next| *key < next.key()) => {
                        let key = *key;
                        theirs.ahead.pop();
                        return Some(key);
                    }
                    (Some(Ahead::Node(..)), _) => ours.expand(),
                    (_, Some(Ahead::Node(..))) => theirs.expand(),
                    _ => return None,
                }
            }
        })
    }
}

impl<V> KeyMap<V> {
    /// Each of `keys`, which come in their order, with its place among the keys of the map, or the place at which it belongs.
    pub fn places<'a>(
        &'a self,
        keys: impl IntoIterator<Item = &'a ObjectKey>,
    ) -> impl Iterator<Item = (&'a ObjectKey, Result<usize, usize>)> {
        let mut ahead = self.iter();
        let mut passed = 0;
        keys.into_iter().map(move |key| {
            loop {
                let leaf = ahead.leaf.as_slice();
                match leaf.last() {
                    Some((last, _)) if last >= key => {
                        let found = leaf.binary_search_by(|(other, _)| other.cmp(key));
                        return (key, found.map(|place| passed + place).map_err(|place| passed + place));
                    }
                    _ => {
                        passed += leaf.len();
                        ahead.leaf = [].iter();
                        if !ahead.enter_next() {
                            return (key, Err(passed));
                        }
                    }
                }
            }
        })
    }
}

/// The next item of a walk: a node with its height and a lower bound of its keys, or an entry.
enum Ahead<'a, V> {
    Node(usize, &'a ObjectKey, &'a Arc<Node<V>>),
    Entry(&'a ObjectKey, &'a V),
}

impl<'a, V> Ahead<'a, V> {
    fn key(&self) -> &'a ObjectKey {
        let (Self::Node(_, key, _) | Self::Entry(key, _)) = self;
        key
    }
}

/// A walk over a map that can pass over whole nodes.
struct Walk<'a, V> {
    /// The items ahead, the next one last.
    ahead: Vec<Ahead<'a, V>>,
}

impl<'a, V> Walk<'a, V> {
    fn of(map: &'a KeyMap<V>) -> Self {
        let root = map.root.as_ref().zip(map.keys().next());
        Self { ahead: root.map(|(root, least)| Ahead::Node(root.height(), least, root)).into_iter().collect() }
    }

    /// Replaces the next node by its items.
    fn expand(&mut self) {
        if let Some(Ahead::Node(height, _, node)) = self.ahead.pop() {
            match &**node {
                Node::Leaf(row) => {
                    self.ahead.extend(row.entries.iter().rev().map(|(key, value)| Ahead::Entry(key, value)));
                }
                Node::Branch(row) => {
                    let height = height.saturating_sub(1);
                    self.ahead.extend(row.entries.iter().rev().map(|(key, node)| Ahead::Node(height, key, node)));
                }
            }
        }
    }
}

/// The entries of a map in the order of their keys.
pub struct Entries<'a, V> {
    above: Vec<slice::Iter<'a, (ObjectKey, Arc<Node<V>>)>>,
    leaf: slice::Iter<'a, (ObjectKey, V)>,
    left: usize,
}

impl<'a, V> Entries<'a, V> {
    pub(super) fn of(map: &'a KeyMap<V>) -> Self {
        let mut entries = Self { above: Vec::new(), leaf: [].iter(), left: map.len };
        if let Some(root) = &map.root {
            entries.enter(root);
        }
        entries
    }

    fn enter(&mut self, node: &'a Node<V>) {
        match node {
            Node::Leaf(row) => self.leaf = row.entries.iter(),
            Node::Branch(row) => self.above.push(row.entries.iter()),
        }
    }

    /// Enters the next node. `false`: there is none.
    fn enter_next(&mut self) -> bool {
        let Some(nodes) = self.above.last_mut() else { return false };
        match nodes.next() {
            Some((_, node)) => self.enter(node),
            None => drop(self.above.pop()),
        }
        true
    }
}

impl<'a, V> Iterator for Entries<'a, V> {
    type Item = (&'a ObjectKey, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.leaf.next() {
                self.left = self.left.saturating_sub(1);
                return Some((key, value));
            }
            if !self.enter_next() {
                return None;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<V> ExactSizeIterator for Entries<'_, V> {}

impl<V> fmt::Debug for Entries<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entries").field("left", &self.left).finish_non_exhaustive()
    }
}
