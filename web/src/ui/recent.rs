//! A small cache of recent values, for going back and forth between a few moments.

use std::collections::VecDeque;
use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

/// How many results are kept.
const MOST: usize = 24;

/// Recent results by their keys, the newest first.
pub(crate) struct Recent<K, V>(VecDeque<(K, Rc<V>)>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<K: PartialEq, V> Recent<K, V> {
    /// The result of `make` for `key`: a recent one, if there is one.
    pub(crate) fn get(&mut self, key: K, make: impl FnOnce(&K) -> V) -> Rc<V> {
        let place = self.0.iter().position(|(known, _)| *known == key);
        let (key, found) = place.and_then(|place| self.0.remove(place)).unwrap_or_else(|| {
            let new = Rc::new(make(&key));
            (key, new)
        });
        self.0.push_front((key, Rc::clone(&found)));
        self.0.truncate(MOST);
        found
    }
}

/// The same, of a component that needs one result at a time.
#[hook]
pub(crate) fn use_recent<K: PartialEq + 'static, V: 'static>(key: K, make: impl FnOnce(&K) -> V) -> Rc<V> {
    use_mut_ref(Recent::default).borrow_mut().get(key, make)
}

/// Something shared, which is the same only as itself.
#[derive(Clone, Debug)]
pub(crate) struct Same<T>(pub(crate) T);

impl<T: Deref> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(&raw const *self.0, &raw const *other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_lately_is_not_made_again() {
        let mut recent = Recent::default();
        let mut made = 0;
        for key in [1, 2, 1, 2, 1] {
            let found = recent.get(key, |key| {
                made += 1;
                key * 10
            });
            assert_eq!(*found, key * 10);
        }
        assert_eq!(made, 2);
        for key in 0..100 {
            recent.get(key, |key| key * 10);
        }
        assert_eq!(recent.0.len(), MOST);
    }

    #[test]
    fn what_is_shared_is_the_same_as_itself_alone() {
        let (one, other) = (Rc::new(1), Rc::new(1));
        assert_eq!(Same(one.clone()), Same(one.clone()));
        assert_ne!(Same(one), Same(other));
    }
}
