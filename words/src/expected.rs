//! Expectations that fell below zero, in words.

use crate::{Words, args};

/// The text called `key` about what was seen beyond what was expected: deletions or else creations; nothing where a number
/// is still to be seen, or all are met. Any deletion of a pod is seen, and some more than once, so a record may be below zero.
pub fn seen_beyond(words: &Words, key: &str, adds: i64, dels: i64) -> Option<String> {
    let (what, n) = match (adds, dels) {
        (1.., _) | (_, 1..) | (0, 0) => return None,
        (_, ..=-1) => ("deletions", dels),
        (..=-1, _) => ("creations", adds),
    };
    Some(words.f(key, &args!(what = what, n = n.unsigned_abs())))
}
