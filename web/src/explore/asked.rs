//! What the person asks: what to look for, what may go wrong, and how far to look.

use std::collections::BTreeSet;

use jobscope_core::explore::Plan;
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
pub(super) const STEPS: [u16; 5] = [8, 16, 24, 32, 48];
pub(super) const WORLDS: [u32; 4] = [5_000, 20_000, 50_000, 200_000];
/// How often something may go wrong, at most.
pub(super) const MOST_MISHAPS: u8 = 2;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) goal: Looked,
    /// What may go wrong, if anything may.
    pub(super) mishaps: BTreeSet<Mishap>,
    /// How often something may go wrong.
    pub(super) most: u8,
    pub(super) steps: u16,
    pub(super) worlds: u32,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            goal: Looked::default(),
            mishaps: [Mishap::Restart, Mishap::Crash, Mishap::WatchLost].into(),
            most: 0,
            steps: Plan::DEFAULT_MAX_STEPS,
            worlds: Plan::DEFAULT_MAX_WORLDS,
        }
    }
}

impl Asked {
    /// The same, as the engine takes it.
    pub(super) fn plan(&self) -> Plan {
        let plan = Plan::new(self.goal.goal()).with_mishaps(self.mishaps.iter().copied(), self.most);
        Plan { max_steps: self.steps, max_worlds: self.worlds, ..plan }
    }
}
