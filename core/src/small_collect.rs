//! Collecting that takes little room in WebAssembly.
//!
//! Where the standard library collects into an ordered map or set it sorts first, with a sort that is compiled again for each
//! type and each source. Here one element is inserted after the other, as everywhere else. It is slower: what is collected in
//! every sync keeps the standard library's.

/// Collects into ordered maps and sets.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use jobscope_core::small_collect::SmallCollect;
///
/// let words: BTreeSet<&str> = ["one", "two", "one"].into_iter().small_collect();
/// assert_eq!(words, BTreeSet::from(["one", "two"]));
/// ```
pub trait SmallCollect: Iterator + Sized {
    /// Collects as [`Iterator::collect`]. Of equal keys the last one counts.
    fn small_collect<C: Default + Extend<Self::Item>>(self) -> C {
        let mut collected = C::default();
        collected.extend(self);
        collected
    }
}

impl<I: Iterator> SmallCollect for I {}
