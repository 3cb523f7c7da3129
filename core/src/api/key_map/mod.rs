//! A persistent map of objects by key, in the order of the keys.
//!
//! It is a B+ tree. Names of one Job's pods begin alike, so that a comparison reads long before it finds a
//! difference. Therefore a node stores the length of the prefix that all its names share, and for each name the
//! eight bytes that follow, as a number. A search compares these numbers, and looks at the keys themselves only where two are equal.

mod row;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ObjectKey;
use row::{LEAST, MERGED, Row, Wanted};
pub use walk::Entries;

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
    /// Each child with a lower bound of its keys, which is greater than all keys of the child before it.
    Branch(Row<Arc<Node<V>>>),
}
impl<V> Row<Arc<Node<V>>> {
    /// The place of the child in which the key is, or belongs.
    fn way(&self, wanted: &mut Wanted<'_>) -> usize {
        let place = self.find(wanted).unwrap_or_else(|place| place.saturating_sub(1));
        self.enter(wanted, place);
        place
    }

    /// A key between two neighbours has their shared prefix. Nothing is known of a key after the last one.
    fn enter(&self, wanted: &mut Wanted<'_>, place: usize) {
        if place + 1 >= self.entries.len() {
            wanted.shared = None;
        }
    }
}

impl<V: Clone> Row<Arc<Node<V>>> {
    /// The child for a key that is inserted. The first child takes keys that are less than all others.
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

    /// Merges a child that lost an entry with a neighbour if both are small, and removes it if it is empty.
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

/// The result of an insertion.
enum Inserted<V> {
    Replaced(V),
    Added,
    /// It was added, and the node was split: the new node on the right, with its first key.
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
        Entries::of(self)
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
