//! What was made not long ago, for those who go back and forth between a few moments.

use std::collections::VecDeque;
use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

/// So many results are kept.
const MOST: usize = 24;

/// The result of `make` for `key`: a recent one, if there is one.
#[hook]
pub(crate) fn use_recent<K: PartialEq + 'static, V: 'static>(key: K, make: impl FnOnce(&K) -> V) -> Rc<V> {
    let recent = use_mut_ref(VecDeque::<(K, Rc<V>)>::new);
    find(&mut recent.borrow_mut(), key, make)
}

fn find<K: PartialEq, V>(recent: &mut VecDeque<(K, Rc<V>)>, key: K, make: impl FnOnce(&K) -> V) -> Rc<V> {
    let place = recent.iter().position(|(known, _)| *known == key);
    let (key, found) = place.and_then(|place| recent.remove(place)).unwrap_or_else(|| {
        let new = Rc::new(make(&key));
        (key, new)
    });
    recent.push_front((key, Rc::clone(&found)));
    recent.truncate(MOST);
    found
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
        let mut recent = VecDeque::new();
        let mut made = 0;
        for key in [1, 2, 1, 2, 1] {
            let found = find(&mut recent, key, |key| {
                made += 1;
                key * 10
            });
            assert_eq!(*found, key * 10);
        }
        assert_eq!(made, 2);
        for key in 0..100 {
            find(&mut recent, key, |key| key * 10);
        }
        assert_eq!(recent.len(), MOST);
    }

    #[test]
    fn what_is_shared_is_the_same_as_itself_alone() {
        let (one, other) = (Rc::new(1), Rc::new(1));
        assert_eq!(Same(one.clone()), Same(one.clone()));
        assert_ne!(Same(one), Same(other));
    }
}
