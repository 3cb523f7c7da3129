//! Whether a sync wrote what was observed.

use std::collections::BTreeSet;

use super::super::differ::{differ, unseen};
use super::super::versions::Version;
use crate::api::Time;
use crate::world::{ObservedWrites, WriteDifference};

/// How a sync compares with what was seen.
pub(super) struct Verdict {
    /// The versions that it wrote, by their places in the pool.
    pub(super) matched: BTreeSet<usize>,
    /// How many of its writes were as they were seen, until the first that was not.
    pub(super) good: usize,
    /// The first that was not.
    pub(super) difference: Option<WriteDifference>,
    /// It is one of which nothing was seen.
    pub(super) unseen: bool,
}

impl Verdict {
    /// Compares; `surely` says which versions of the pool are the controller's for sure. The sync began at `from` at the
    /// earliest.
    pub(super) fn of(observed: &ObservedWrites, pool: &[Version], from: Time, surely: impl Fn(usize) -> bool) -> Self {
        let mut verdict = Self { matched: BTreeSet::new(), good: 0, difference: None, unseen: false };
        for made in observed.made() {
            let seen = made.number.and_then(|place| Some((place, pool.get(place)?)));
            let difference = match seen {
                None => Some(unseen(made)),
                Some((place, version)) => {
                    verdict.matched.insert(place);
                    differ(made, version, from)
                }
            };
            if verdict.difference.is_none() {
                verdict.good += usize::from(difference.is_none());
                verdict.unseen = difference.is_some() && seen.is_none();
                verdict.difference = difference;
            }
        }
        let skipped = verdict.matched.last().and_then(|last| {
            (0..*last).find(|place| surely(*place) && !verdict.matched.contains(place)).and_then(|at| pool.get(at))
        });
        if let Some(skipped) = skipped {
            let what = format!("{:?} {} {}", skipped.r#type, skipped.object.kind().resource(), skipped.name());
            verdict.difference.get_or_insert_with(|| WriteDifference::new("write", "nothing", what));
        }
        verdict
    }

    /// Whether it wrote something, and nothing but what was seen.
    pub(super) fn is_good(&self) -> bool {
        self.difference.is_none() && !self.matched.is_empty()
    }
}
