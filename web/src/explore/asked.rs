//! What the person asks: what to look for, what may go wrong, and how far to look.

use std::collections::BTreeSet;

use jobscope_core::explore::{Plan, SearchOrder};
use jobscope_core::world::Mishap;

use super::goals::Looked;

/// The mishaps with the keys of their names, in the order in which they are offered.
pub(super) const MISHAPS: [(Mishap, &str); 5] = [
    (Mishap::Restart, "mishap-restart"),
    (Mishap::Crash, "mishap-crash"),
    (Mishap::WatchLost, "mishap-watch"),
    (Mishap::PodFails, "mishap-pod-fails"),
    (Mishap::PodDeleted, "mishap-pod-deleted"),
];

/// The bounds that are offered.
pub(super) const STEPS: [u16; 6] = [8, 16, 24, 32, 48, 96];
pub(super) const WORLDS: [u32; 4] = [5_000, 20_000, 50_000, 200_000];
/// The orders that may come first, with the keys of their names and of what they are good for.
pub(super) const ORDERS: [(SearchOrder, &str, &str); 2] = [
    (SearchOrder::Shortest, "explore-shortest", "explore-shortest-what"),
    (SearchOrder::Usual, "explore-usual", "explore-usual-what"),
];
/// How often something may go wrong, at most.
pub(super) const MOST_MISHAPS: u8 = 2;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) goal: Looked,
    /// What may go wrong, if anything may.
    pub(super) mishaps: BTreeSet<Mishap>,
    /// How often something may go wrong.
    pub(super) most: u8,
    /// Which orders come first.
    pub(super) order: SearchOrder,
    pub(super) steps: u16,
    pub(super) worlds: u32,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            goal: Looked::default(),
            mishaps: [Mishap::Restart, Mishap::Crash, Mishap::WatchLost].into(),
            most: 0,
            order: SearchOrder::Shortest,
            steps: Plan::DEFAULT_MAX_STEPS,
            worlds: Plan::DEFAULT_MAX_WORLDS,
        }
    }
}

impl Asked {
    /// The same, as the engine takes it.
    pub(super) fn plan(&self) -> Plan {
        let plan = Plan::new(self.goal.goal()).with_mishaps(self.mishaps.iter().copied(), self.most);
        Plan { max_steps: self.steps, max_worlds: self.worlds, order: self.order, ..plan }
    }
}
