//! What a sync wrote, to its end or until its process was killed.

use std::collections::{BTreeMap, BTreeSet};

use super::super::differ::differ;
use super::super::versions::Version;
use crate::api::Time;
use crate::small_collect::SmallCollect as _;
use crate::world::{Made, ObservedWrites};

/// A sync whose writes are more milliseconds apart was killed in between.
const PAUSE_OF_A_KILL_MS: i64 = 900;
/// Most places at which one sync is tried as killed.
const MOST_ROWS: usize = 12;

/// The writes of a sync.
pub(super) struct SyncWrites {
    /// Their places in the pool.
    pub(super) matched: BTreeSet<usize>,
    /// How far the sync read; `None` if its process was killed during the sync.
    pub(super) needed: Option<usize>,
}

impl SyncWrites {
    /// The writes of a sync that came to its end.
    pub(super) fn whole(observed: &ObservedWrites, matched: BTreeSet<usize>) -> Self {
        Self { matched, needed: Some(observed.needed()) }
    }
}

/// The possible writes of a sync whose process was killed, most writes first. A row of writes ends at the first version
/// that the sync did not write as it was observed, or at a pause that no sync makes. Concurrent calls reach the
/// server in any order, so versions count here, not the order of calls.
pub(super) fn writes_until_killed(
    observed: &ObservedWrites,
    pool: &[Version],
    from: Time,
    surely: impl Fn(usize) -> bool,
    slack: i64,
) -> Vec<SyncWrites> {
    let as_seen = |made: &Made| {
        let place = made.number?;
        pool.get(place).filter(|version| differ(made, version, from).is_none()).map(|version| (place, version.at))
    };
    let good: BTreeMap<usize, Time> = observed.made().iter().filter_map(as_seen).small_collect();
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
    let mut rows = Vec::new();
    while !row.is_empty() && rows.len() < MOST_ROWS {
        rows.push(SyncWrites { matched: row.clone(), needed: None });
        row.pop_last();
    }
    rows
}
