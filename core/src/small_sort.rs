//! Sorting that takes little room in WebAssembly.
//!
//! The standard library's sorts are compiled again for each type and each key, three kilobytes at a time. Here only places are
//! sorted, by one function for all types. It is slower: what is sorted in every sync keeps the standard library's.

use std::cmp::Ordering;

/// Stable sorts of a slice.
///
/// ```
/// use jobscope_core::small_sort::SmallSort;
///
/// let mut words = ["three", "one", "four", "two"];
/// words.small_sort_by_key(|word| word.len());
/// assert_eq!(words, ["one", "two", "four", "three"]);
/// ```
pub trait SmallSort<T> {
    /// Sorts by a comparison, as [`slice::sort_by`].
    fn small_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts as [`slice::sort`] does.
    fn small_sort(&mut self)
    where
        T: Ord,
    {
        self.small_sort_by(T::cmp);
    }

    /// Sorts by a key, as [`slice::sort_by_key`].
    fn small_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.small_sort_by(|one, other| key(one).cmp(&key(other)));
    }

    /// Sorts by a key that is asked for once, as [`slice::sort_by_cached_key`].
    fn small_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> SmallSort<T> for [T] {
    fn small_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let swaps = swaps(self.len(), &mut |one, other| match (self.get(one), self.get(other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        });
        for (one, other) in swaps {
            self.swap(one, other);
        }
    }

    fn small_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        for (one, other) in swaps(self.len(), &mut |one, other| keys.get(one).cmp(&keys.get(other))) {
            self.swap(one, other);
        }
    }
}

/// The swaps of places that sort what is there.
fn swaps(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut sorted: Vec<usize> = (0..len).collect();
    sorted.sort_by(|one, other| compare(*one, *other));
    // Where each goes.
    let mut targets = vec![0; len];
    for (place, from) in sorted.into_iter().enumerate() {
        if let Some(target) = targets.get_mut(from) {
            *target = place;
        }
    }
    let mut swaps = Vec::new();
    for place in 0..len {
        while let Some(target) = targets.get(place).copied().filter(|target| *target != place) {
            swaps.push((place, target));
            targets.swap(place, target);
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(items in proptest::collection::vec((0_u8..5, any::<u8>()), 0..60)) {
            let (mut sorted, mut cached, mut expected) = (items.clone(), items.clone(), items);
            sorted.small_sort_by_key(|(key, _)| *key);
            cached.small_sort_by_cached_key(|(key, _)| *key);
            expected.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(&sorted, &expected);
            prop_assert_eq!(cached, expected.clone());
            sorted.small_sort();
            expected.sort_unstable();
            prop_assert_eq!(sorted, expected);
        }
    }
}
