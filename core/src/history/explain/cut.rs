//! Where a sync ended: of itself, or because its process was killed.

use std::collections::{BTreeMap, BTreeSet};

use super::super::differ::differ;
use super::super::versions::Version;
use crate::api::Time;
use crate::world::{Made, ObservedWrites};

/// A sync whose writes are more milliseconds apart was killed in between.
const PAUSE_OF_A_KILL_MS: i64 = 900;
/// Most places at which one sync is tried to have been killed.
const MOST_CUTS: usize = 12;

/// What a sync wrote.
pub(super) struct Cut {
    /// By places in the pool.
    pub(super) matched: BTreeSet<usize>,
    /// How far it read; `None` if its process was killed in its midst.
    pub(super) needed: Option<usize>,
}

impl Cut {
    pub(super) fn none(observed: &ObservedWrites, matched: BTreeSet<usize>) -> Self {
        Self { matched, needed: Some(observed.needed()) }
    }
}

/// What a sync wrote if its process was killed, the likeliest first: versions as they were seen, of which none was passed
/// over, up to a pause that no sync makes. Its concurrent calls reach the server in any order, so what it wrote
/// is not always what it wrote first here.
pub(super) fn cuts(
    observed: &ObservedWrites,
    pool: &[Version],
    surely: impl Fn(usize) -> bool,
    slack: i64,
) -> Vec<Cut> {
    let as_seen = |made: &Made| {
        let place = made.number?;
        pool.get(place).filter(|version| differ(made, &version.object).is_none()).map(|version| (place, version.at))
    };
    let good: BTreeMap<usize, Time> = observed.made().iter().filter_map(as_seen).collect();
    let mut row: BTreeSet<usize> = BTreeSet::new();
    let mut before: Option<Time> = None;
    for place in 0..pool.len() {
        match good.get(&place) {
            Some(at) if before.is_some_and(|before| at.since(before) > slack.max(PAUSE_OF_A_KILL_MS)) => break,
            Some(at) => {
                row.insert(place);
                before = Some(*at);
            }
            None if surely(place) => break,
            None => {}
        }
    }
    let mut cuts = Vec::new();
    while !row.is_empty() && cuts.len() < MOST_CUTS {
        cuts.push(Cut { matched: row.clone(), needed: None });
        row.pop_last();
    }
    cuts
}
