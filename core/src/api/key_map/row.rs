//! The entries of one node, and the search among them.

use super::super::ObjectKey;

/// Most entries of a node.
pub(super) const MOST: usize = 64;
/// A node with fewer entries is merged with a neighbour, if there is room.
pub(super) const LEAST: usize = 16;
/// Most entries of a merged node.
pub(super) const MERGED: usize = 48;
/// By how many entries the room of a node grows.
const GROWTH: usize = 8;
/// What a node holds, in the order of the keys.
#[derive(Clone)]
pub(super) struct Row<T> {
    /// The length of the prefix that all names share; `None` if the keys have different namespaces.
    pub(super) shared: Option<usize>,
    /// The first eight bytes of a name.
    head: u64,
    /// The eight bytes of each name that follow those that all share; nothing if the namespaces differ.
    pub(super) tails: Vec<u64>,
    pub(super) entries: Vec<(ObjectKey, T)>,
}

/// A key during a search from node to node.
pub(super) struct Wanted<'a> {
    pub(super) key: &'a ObjectKey,
    name: &'a [u8],
    head: u64,
    /// The length of the prefix that it shares with all names in the present node; `None` if that is not known.
    pub(super) shared: Option<usize>,
    /// The eight bytes after that.
    tail: u64,
}

impl<'a> Wanted<'a> {
    pub(super) fn of(key: &'a ObjectKey) -> Self {
        let name = key.name().as_str().as_bytes();
        Self { key, name, head: eight(name, 0), shared: None, tail: 0 }
    }
}

/// Eight bytes of `name` from index `from` on, as a number with the same order. Missing bytes are 0.
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
    pub(super) fn of(entries: Vec<(ObjectKey, T)>) -> Self {
        let mut row = Self { shared: None, head: 0, tails: Vec::new(), entries };
        row.measure();
        row
    }

    /// Measures the prefix that all names share.
    pub(super) fn measure(&mut self) {
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
    pub(super) fn find(&self, wanted: &mut Wanted<'_>) -> Result<usize, usize> {
        let Some(shared) = self.shared else { return self.entries.binary_search_by(|(key, _)| key.cmp(wanted.key)) };
        if wanted.shared != Some(shared) {
            let Some((first, _)) = self.entries.first() else { return Err(0) };
            if !self.begins_alike(wanted, first, shared) {
                // It is less than all keys, or greater than all.
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

    /// Adds an entry at its place. A full row is split, and the new row on the right is returned.
    pub(super) fn add(&mut self, place: usize, wanted: &Wanted<'_>, item: T) -> Option<Self> {
        if self.entries.len() < MOST {
            self.insert(place, wanted, item);
            return None;
        }
        if place == self.entries.len() {
            // Keys inserted in rising order fill every row.
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

    /// Splits the row. The shared prefixes are measured again only where two tails are equal, because neighbours with a prefix
    /// of one length are searched fastest.
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

    pub(super) fn remove(&mut self, place: usize) -> Option<T> {
        if place >= self.entries.len() {
            return None;
        }
        if place < self.tails.len() {
            self.tails.remove(place);
        }
        Some(self.entries.remove(place).1)
    }

    pub(super) fn append(&mut self, other: Self) {
        self.entries.reserve_exact(other.entries.len());
        self.entries.extend(other.entries);
        self.measure();
    }
}
