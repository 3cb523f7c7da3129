//! A persistent map of objects by key, in the order of the keys.
//!
//! It is a B+ tree. Names of one Job's pods begin alike, so that whoever compares two of them reads long before he finds a
//! difference. Therefore a node knows how many bytes all names in it begin with, and has of each name the eight bytes that
//! follow as a number. A search compares these numbers, and looks at the keys themselves only where two are equal.

use std::fmt;
use std::iter;
use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ObjectKey;

/// Most entries of a node.
const MOST: usize = 64;
/// A node with fewer is put together with one beside it, if there is room.
const LEAST: usize = 16;
/// How many two nodes that are put together may have.
const MERGED: usize = 48;
/// For how many more entries a node asks when it is full.
const GROWTH: usize = 8;

/// A map by key. Cloning shares what it holds, and a change copies only what is on the way to it.
#[derive(Clone)]
pub struct KeyMap<V> {
    root: Option<Arc<Node<V>>>,
    len: usize,
}

/// All nodes of one height are of one kind.
#[derive(Clone)]
enum Node<V> {
    Leaf(Row<V>),
    /// Each child with a key that none of its own is less than, and that is greater than all keys of the child before.
    Branch(Row<Arc<Node<V>>>),
}

/// What a node holds, in the order of the keys.
#[derive(Clone)]
struct Row<T> {
    /// With how many bytes all names begin; `None` if the keys have different namespaces.
    shared: Option<usize>,
    /// The first eight bytes of a name.
    head: u64,
    /// The eight bytes of each name that follow those that all share; nothing if the namespaces differ.
    tails: Vec<u64>,
    entries: Vec<(ObjectKey, T)>,
}

/// A key that is looked for, from node to node.
struct Wanted<'a> {
    key: &'a ObjectKey,
    name: &'a [u8],
    head: u64,
    /// It begins with what all names share that it can meet, which has so many bytes; `None` if that is to be seen.
    shared: Option<usize>,
    /// The eight bytes after that.
    tail: u64,
}

impl<'a> Wanted<'a> {
    fn of(key: &'a ObjectKey) -> Self {
        let name = key.name().as_str().as_bytes();
        Self { key, name, head: eight(name, 0), shared: None, tail: 0 }
    }
}

/// The eight bytes of `name` from that one on, as a number that has their order; what is missing counts as 0.
fn eight(name: &[u8], from: usize) -> u64 {
    let left = name.len().saturating_sub(from);
    if let Some(bytes) = name.get(from..).and_then(|rest| rest.first_chunk()) {
        return u64::from_be_bytes(*bytes);
    }
    if left == 0 {
        return 0;
    }
    let last = name.last_chunk().map(|bytes| u64::from_be_bytes(*bytes));
    let last = last.unwrap_or_else(|| name.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
    last << (8 * (8 - left))
}

impl<T> Row<T> {
    fn of(entries: Vec<(ObjectKey, T)>) -> Self {
        let mut row = Self { shared: None, head: 0, tails: Vec::new(), entries };
        row.measure();
        row
    }

    /// Finds out what the names share.
    fn measure(&mut self) {
        self.tails.clear();
        self.shared = None;
        let (Some((first, _)), Some((last, _))) = (self.entries.first(), self.entries.last()) else { return };
        if first.has_namespace_of(last) {
            let names = first.name().as_str().bytes().zip(last.name().as_str().bytes());
            let shared = names.take_while(|(one, other)| one == other).count();
            self.shared = Some(shared);
            self.head = eight(first.name().as_str().as_bytes(), 0);
            self.tails.reserve_exact(self.entries.len());
            self.tails.extend(self.entries.iter().map(|(key, _)| eight(key.name().as_str().as_bytes(), shared)));
        }
    }

    /// Whether `wanted` is in the namespace of all, and begins with the bytes that they share.
    fn begins_alike(&self, wanted: &Wanted<'_>, first: &ObjectKey, shared: usize) -> bool {
        let apart = self.head ^ wanted.head;
        let heads_differ = match shared {
            0 => false,
            1..8 => apart >> (64 - 8 * shared) != 0,
            _ => apart != 0,
        };
        let beyond = || shared <= 8 || wanted.name.get(8..shared) == first.name().as_str().as_bytes().get(8..shared);
        !heads_differ && first.has_namespace_of(wanted.key) && beyond()
    }

    /// The place of the key, or the place at which it belongs.
    fn find(&self, wanted: &mut Wanted<'_>) -> Result<usize, usize> {
        let Some(shared) = self.shared else { return self.entries.binary_search_by(|(key, _)| key.cmp(wanted.key)) };
        if wanted.shared != Some(shared) {
            let Some((first, _)) = self.entries.first() else { return Err(0) };
            if !self.begins_alike(wanted, first, shared) {
                // It is on the same side of all.
                return Err(if wanted.key < first { 0 } else { self.entries.len() });
            }
            wanted.shared = Some(shared);
            wanted.tail = eight(wanted.name, shared);
        }
        let tail = wanted.tail;
        let from = self.tails.partition_point(|other| *other < tail);
        if self.tails.get(from) != Some(&tail) {
            return Err(from);
        }
        self.find_among_equals(wanted, shared, from)
    }

    /// The same among the entries from `from` on that have the tail of `wanted`.
    fn find_among_equals(&self, wanted: &Wanted<'_>, shared: usize, from: usize) -> Result<usize, usize> {
        if let Some((key, _)) = self.entries.get(from)
            && wanted.name.len() <= shared + 8
            && key.name().as_str().len() == wanted.name.len()
        {
            return Ok(from);
        }
        let equal = self.tails.iter().skip(from).take_while(|other| **other == wanted.tail).count();
        let entries = self.entries.get(from..from + equal).unwrap_or_default();
        let found = entries.binary_search_by(|(key, _)| key.name().as_str().as_bytes().cmp(wanted.name));
        found.map(|place| from + place).map_err(|place| from + place)
    }

    /// Adds an entry at its place. If there is no room, returns what comes to stand beside this row.
    fn add(&mut self, place: usize, wanted: &Wanted<'_>, item: T) -> Option<Self> {
        if self.entries.len() < MOST {
            self.insert(place, wanted, item);
            return None;
        }
        if place == self.entries.len() {
            // Keys that come in rising order leave no row half empty.
            return Some(Self::of(vec![(wanted.key.clone(), item)]));
        }
        let half = self.entries.len() / 2;
        let mut right = self.split_off(half);
        if place <= half {
            self.insert(place, wanted, item);
        } else {
            right.insert(place - half, wanted, item);
        }
        self.entries.shrink_to_fit();
        self.tails.shrink_to_fit();
        Some(right)
    }

    /// What both then have in common is looked for again only where the tails do not tell all names apart: nodes that
    /// share as many bytes are searched fast.
    fn split_off(&mut self, at: usize) -> Self {
        if self.shared.is_none() || self.tails.windows(2).any(|pair| matches!(pair, [one, other] if one == other)) {
            let right = Self::of(self.entries.split_off(at));
            self.measure();
            return right;
        }
        let (tails, entries) = (self.tails.split_off(at), self.entries.split_off(at));
        let head = entries.first().map_or(0, |(key, _)| eight(key.name().as_str().as_bytes(), 0));
        Self { shared: self.shared, head, tails, entries }
    }

    fn insert(&mut self, place: usize, wanted: &Wanted<'_>, item: T) {
        if self.entries.len() == self.entries.capacity() {
            self.entries.reserve_exact(GROWTH);
        }
        let fits = match (self.shared, self.entries.first()) {
            (Some(shared), _) if wanted.shared == Some(shared) => Some(wanted.tail),
            (Some(shared), Some((first, _))) if self.begins_alike(wanted, first, shared) => {
                Some(eight(wanted.name, shared))
            }
            _ => None,
        };
        self.entries.insert(place, (wanted.key.clone(), item));
        match fits {
            Some(tail) => {
                if self.tails.len() == self.tails.capacity() {
                    self.tails.reserve_exact(2 * GROWTH);
                }
                self.tails.insert(place, tail);
            }
            None => self.measure(),
        }
    }

    fn remove(&mut self, place: usize) -> Option<T> {
        if place >= self.entries.len() {
            return None;
        }
        if place < self.tails.len() {
            self.tails.remove(place);
        }
        Some(self.entries.remove(place).1)
    }

    fn append(&mut self, other: Self) {
        self.entries.reserve_exact(other.entries.len());
        self.entries.extend(other.entries);
        self.measure();
    }
}

impl<V> Row<Arc<Node<V>>> {
    /// The place of the child in which the key is, or belongs.
    fn way(&self, wanted: &mut Wanted<'_>) -> usize {
        let place = self.find(wanted).unwrap_or_else(|place| place.saturating_sub(1));
        self.enter(wanted, place);
        place
    }

    /// What begins as two keys do that stand beside one another is also between them; but nothing stands beyond the last.
    fn enter(&self, wanted: &mut Wanted<'_>, place: usize) {
        if place + 1 >= self.entries.len() {
            wanted.shared = None;
        }
    }
}

impl<V: Clone> Row<Arc<Node<V>>> {
    /// The same for a key that comes in.
    fn way_in(&mut self, wanted: &mut Wanted<'_>) -> usize {
        let place = match self.find(wanted) {
            Ok(place) => place,
            Err(0) => {
                if let Some((least, _)) = self.entries.first_mut() {
                    *least = wanted.key.clone();
                }
                self.measure();
                wanted.shared = None;
                0
            }
            Err(place) => place - 1,
        };
        self.enter(wanted, place);
        place
    }

    /// A child has lost an entry: it is put together with one beside it if both are small, and goes if it is empty.
    fn tidy(&mut self, place: usize) {
        let len_of = |place: usize| self.entries.get(place).map(|(_, child)| child.len());
        let Some(len) = len_of(place).filter(|len| *len < LEAST) else { return };
        if len == 0 {
            self.remove(place);
            return;
        }
        let fits = |left: usize| Some(len_of(left)? + len_of(left + 1)?).filter(|len| *len <= MERGED).map(|_| left);
        let Some(left) = place.checked_sub(1).and_then(fits).or_else(|| fits(place)) else { return };
        let right = self.remove(left + 1);
        if let (Some((_, left)), Some(right)) = (self.entries.get_mut(left), right) {
            match (Arc::make_mut(left), Arc::unwrap_or_clone(right)) {
                (Node::Leaf(left), Node::Leaf(right)) => left.append(right),
                (Node::Branch(left), Node::Branch(right)) => left.append(right),
                // They have one height.
                (Node::Leaf(_), Node::Branch(_)) | (Node::Branch(_), Node::Leaf(_)) => {}
            }
        }
    }
}

/// What came of an entry.
enum Inserted<V> {
    Replaced(V),
    Added,
    /// It was added, and there is a new node beside the one into which it was to go.
    Split(ObjectKey, Arc<Node<V>>),
}

impl<V> Inserted<V> {
    fn beside<T>(right: Option<Row<T>>, node: fn(Row<T>) -> Node<V>) -> Self {
        match right {
            None => Self::Added,
            Some(right) => match right.entries.first() {
                None => Self::Added,
                Some((key, _)) => Self::Split(key.clone(), Arc::new(node(right))),
            },
        }
    }
}

impl<V> Node<V> {
    fn len(&self) -> usize {
        match self {
            Self::Leaf(row) => row.entries.len(),
            Self::Branch(row) => row.entries.len(),
        }
    }

    fn height(&self) -> usize {
        let (mut height, mut node) = (0, self);
        while let Self::Branch(row) = node
            && let Some((_, child)) = row.entries.first()
        {
            (height, node) = (height + 1, child);
        }
        height
    }
}

fn insert<V: Clone>(node: &mut Arc<Node<V>>, wanted: &mut Wanted<'_>, value: V) -> Inserted<V> {
    match Arc::make_mut(node) {
        Node::Leaf(row) => match row.find(wanted) {
            Ok(place) => match row.entries.get_mut(place) {
                Some((_, before)) => Inserted::Replaced(std::mem::replace(before, value)),
                None => Inserted::Added,
            },
            Err(place) => Inserted::beside(row.add(place, wanted, value), Node::Leaf),
        },
        Node::Branch(row) => {
            let place = row.way_in(wanted);
            let Some((_, child)) = row.entries.get_mut(place) else { return Inserted::Added };
            match insert(child, wanted, value) {
                Inserted::Split(key, right) => {
                    Inserted::beside(row.add(place + 1, &Wanted::of(&key), right), Node::Branch)
                }
                done => done,
            }
        }
    }
}

fn remove<V: Clone>(node: &mut Arc<Node<V>>, wanted: &mut Wanted<'_>) -> Option<V> {
    match Arc::make_mut(node) {
        Node::Leaf(row) => {
            let place = row.find(wanted).ok()?;
            row.remove(place)
        }
        Node::Branch(row) => {
            let place = row.way(wanted);
            let (_, child) = row.entries.get_mut(place)?;
            let removed = remove(child, wanted)?;
            row.tidy(place);
            Some(removed)
        }
    }
}

impl<V> KeyMap<V> {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What is kept for `key`.
    pub fn get(&self, key: &ObjectKey) -> Option<&V> {
        let mut wanted = Wanted::of(key);
        let mut node = self.root.as_deref()?;
        loop {
            match node {
                Node::Leaf(row) => return row.entries.get(row.find(&mut wanted).ok()?).map(|(_, value)| value),
                Node::Branch(row) => {
                    (_, node) = row.entries.get(row.way(&mut wanted)).map(|(key, node)| (key, &**node))?;
                }
            }
        }
    }

    /// Whether something is kept for `key`.
    pub fn contains_key(&self, key: &ObjectKey) -> bool {
        self.get(key).is_some()
    }

    /// All entries in the order of their keys.
    pub fn iter(&self) -> Entries<'_, V> {
        let mut iter = Entries { above: Vec::new(), leaf: [].iter(), left: self.len };
        if let Some(root) = &self.root {
            iter.enter(root);
        }
        iter
    }

    /// All keys in their order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &ObjectKey> {
        self.iter().map(|(key, _)| key)
    }

    /// All values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<V: Clone> KeyMap<V> {
    /// What is kept for `key`, for change.
    pub fn get_mut(&mut self, key: &ObjectKey) -> Option<&mut V> {
        let mut wanted = Wanted::of(key);
        let mut node = self.root.as_mut()?;
        loop {
            match Arc::make_mut(node) {
                Node::Leaf(row) => {
                    let place = row.find(&mut wanted).ok()?;
                    return row.entries.get_mut(place).map(|(_, value)| value);
                }
                Node::Branch(row) => {
                    let place = row.way(&mut wanted);
                    (_, node) = row.entries.get_mut(place).map(|(key, node)| (key, node))?;
                }
            }
        }
    }

    /// Keeps `value` for `key`. Returns what was kept for it.
    pub fn insert(&mut self, key: &ObjectKey, value: V) -> Option<V> {
        let mut wanted = Wanted::of(key);
        let Some(root) = &mut self.root else {
            self.root = Some(Arc::new(Node::Leaf(Row::of(vec![(key.clone(), value)]))));
            self.len = 1;
            return None;
        };
        match insert(root, &mut wanted, value) {
            Inserted::Replaced(before) => return Some(before),
            Inserted::Added => {}
            Inserted::Split(first, right) => {
                let left = Arc::clone(root);
                let least = self.iter().next().map_or_else(|| key.clone(), |(least, _)| least.clone());
                self.root = Some(Arc::new(Node::Branch(Row::of(vec![(least, left), (first, right)]))));
            }
        }
        self.len += 1;
        None
    }

    /// Forgets `key`. Returns what was kept for it.
    pub fn remove(&mut self, key: &ObjectKey) -> Option<V> {
        let removed = remove(self.root.as_mut()?, &mut Wanted::of(key))?;
        self.len -= 1;
        while let Some(Node::Branch(row)) = self.root.as_deref()
            && let [(_, only)] = row.entries.as_slice()
        {
            self.root = Some(Arc::clone(only));
        }
        if self.len == 0 {
            self.root = None;
        }
        Some(removed)
    }
}

impl<V: PartialEq> KeyMap<V> {
    /// Keys for which the two have something else, or only one has something, in their order. It costs what differs.
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

/// What comes next on a walk: a node with its height and a key that none in it is less than, or an entry.
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
    /// The next is the last.
    ahead: Vec<Ahead<'a, V>>,
}

impl<'a, V> Walk<'a, V> {
    fn of(map: &'a KeyMap<V>) -> Self {
        let root = map.root.as_ref().zip(map.keys().next());
        Self { ahead: root.map(|(root, least)| Ahead::Node(root.height(), least, root)).into_iter().collect() }
    }

    /// What is in the next node comes next.
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
    fn enter(&mut self, node: &'a Node<V>) {
        match node {
            Node::Leaf(row) => self.leaf = row.entries.iter(),
            Node::Branch(row) => self.above.push(row.entries.iter()),
        }
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
            match self.above.last_mut()?.next() {
                Some((_, node)) => self.enter(node),
                None => {
                    self.above.pop();
                }
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

impl<'a, V> IntoIterator for &'a KeyMap<V> {
    type Item = (&'a ObjectKey, &'a V);
    type IntoIter = Entries<'a, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<V: Clone> FromIterator<(ObjectKey, V)> for KeyMap<V> {
    fn from_iter<I: IntoIterator<Item = (ObjectKey, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (key, value) in entries {
            map.insert(&key, value);
        }
        map
    }
}

impl<V> Default for KeyMap<V> {
    fn default() -> Self {
        Self { root: None, len: 0 }
    }
}

impl<V: PartialEq> PartialEq for KeyMap<V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.differing(other).next().is_none()
    }
}

impl<V: Eq> Eq for KeyMap<V> {}

impl<V: fmt::Debug> fmt::Debug for KeyMap<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<V: Serialize> Serialize for KeyMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, V: Deserialize<'de> + Clone> Deserialize<'de> for KeyMap<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(std::collections::BTreeMap::<ObjectKey, V>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
impl<V> std::ops::Index<&ObjectKey> for KeyMap<V> {
    type Output = V;

    fn index(&self, key: &ObjectKey) -> &V {
        self.get(key).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Names of pods of two Jobs, names that begin with one another, and names in other namespaces.
    fn keys() -> impl Strategy<Value = ObjectKey> {
        let namespace = prop_oneof![8 => Just("default/"), 1 => Just("default-2/"), 1 => Just("a/"), 1 => Just("")];
        let name = prop_oneof![
            8 => "loop-[a-d]{3}",
            4 => "a-long-name-of-a-job-[0-9]{1,2}-[a-c]{2}",
            1 => "[a-b]{0,12}",
            1 => "[a\\x00]{0,10}",
        ];
        (namespace, name).prop_map(|(namespace, name)| ObjectKey::from(format!("{namespace}{name}")))
    }

    /// The nodes are as a search expects them.
    fn check<V>(node: &Node<V>, root: bool) -> usize {
        fn row<T>(row: &Row<T>) {
            assert!(row.entries.is_sorted_by(|one, other| one.0 < other.0) && row.entries.len() <= MOST);
            assert!(row.tails.len() == if row.shared.is_some() { row.entries.len() } else { 0 });
            assert!(row.tails.is_sorted());
        }
        match node {
            Node::Leaf(leaf) => {
                row(leaf);
                assert!(!leaf.entries.is_empty() || root);
                1
            }
            Node::Branch(branch) => {
                row(branch);
                let heights: Vec<_> = branch.entries.iter().map(|(_, child)| check(child, false)).collect();
                assert!(heights.windows(2).all(|pair| pair[0] == pair[1]));
                heights[0] + 1
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn it_is_an_ordered_map(changes in proptest::collection::vec((keys(), any::<Option<u8>>()), 0..600)) {
            let (mut map, mut model) = (KeyMap::new(), BTreeMap::new());
            let mut kept = Vec::new();
            for (number, (key, value)) in changes.into_iter().enumerate() {
                prop_assert_eq!(map.get(&key), model.get(&key));
                match value {
                    Some(value) if value % 4 == 0 => {
                        let (ours, theirs) = (map.get_mut(&key), model.get_mut(&key));
                        prop_assert_eq!(&ours, &theirs);
                        if let (Some(ours), Some(theirs)) = (ours, theirs) {
                            (*ours, *theirs) = (value, value);
                        }
                    }
                    Some(value) => prop_assert_eq!(map.insert(&key, value), model.insert(key.clone(), value)),
                    None => prop_assert_eq!(map.remove(&key), model.remove(&key)),
                }
                if number % 50 == 0 {
                    kept.push((map.clone(), model.clone()));
                }
            }
            kept.push((map.clone(), model.clone()));
            if let Some(root) = &map.root {
                check(root, true);
            }
            for (map, model) in &kept {
                prop_assert!(map.iter().eq(model) && map.iter().len() == model.len() && map.len() == model.len());
                for (other, theirs) in &kept {
                    let differing = |key: &&ObjectKey| model.get(*key) != theirs.get(*key);
                    let all: std::collections::BTreeSet<_> = model.keys().chain(theirs.keys()).collect();
                    let all: Vec<_> = all.into_iter().filter(differing).collect();
                    prop_assert_eq!(map == other, all.is_empty());
                    prop_assert_eq!(map.differing(other).collect::<Vec<_>>(), all);
                }
            }
            // What is left can go, in whichever order.
            for key in model.keys().rev() {
                prop_assert!(map.remove(key).is_some());
            }
            prop_assert!(map.is_empty() && map.iter().next().is_none());
        }
    }

    #[test]
    fn keys_in_rising_order_fill_the_nodes() {
        let map: KeyMap<_> = (0..1_000).map(|n| (ObjectKey::from(format!("default/loop-{n:05}")), n)).collect();
        let Some(Node::Branch(root)) = map.root.as_deref() else { panic!("1,000 entries fit into no leaf") };
        assert_eq!(root.entries.len(), 1_000_usize.div_ceil(MOST));
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<KeyMap<i32>>(&text).unwrap(), map);
        assert_eq!(text, serde_json::to_string(&map.iter().collect::<BTreeMap<_, _>>()).unwrap());
    }

    #[test]
    fn what_two_maps_share_is_not_looked_at() {
        /// Not even equal to itself, so that a look at it is noticed.
        #[derive(Clone, Debug)]
        struct Unequal;
        impl PartialEq for Unequal {
            fn eq(&self, _: &Self) -> bool {
                false
            }
        }
        let key = |n: u32| ObjectKey::from(format!("default/loop-{:05}", n.wrapping_mul(7_919) % 100_000));
        let map: KeyMap<_> = (0..5_000).map(|n| (key(n), Unequal)).collect();
        assert_eq!(map.differing(&map.clone()).count(), 0);
        let mut other = map.clone();
        for n in 5_000..5_010 {
            other.insert(&key(n), Unequal);
        }
        assert!(map.differing(&other).count() <= 10 * (MOST + 1));
    }
}
