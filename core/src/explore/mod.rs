//! Every schedule of a small world: in which order may things happen, and in which of these orders does what is asked for
//! come about? What is found are actions that anybody can carry out.
//!
//! An [`Explorer`] starts from a world and goes through what [`World::choices`](crate::world::World::choices) allows, with a
//! bounded number of [`Mishap`]s in one schedule: the shortest schedules first, or those that are nearest to the usual one
//! ([`SearchOrder`]). It works piece by piece, reports its progress, and ends in a [`Verdict`]: found, nothing within the
//! bounds, or bounds too narrow to tell.
//! Worlds that have the same future ([`digest`]) are expanded once. This module only searches: the world says what may
//! happen, and the caller decides what to do with a schedule that was found.
//!
//! What follows from one world depends on nothing else: [`Task::expand`] is a pure function, and nearly all time goes
//! there. [`Explorer::go_on_with`] hands the caller tasks of the frontier, which it may expand on several threads, and merges
//! the results in the order of the tasks. So the outcome does not depend on how the work was split.

mod ages;
mod departures;
pub mod digest;
mod expand;
mod explorer;
mod form;
mod forms;
mod goal;
mod order;
#[cfg(test)]
mod tests;

pub use expand::{Next, Successor, Task};
pub use explorer::{Bound, Explorer, Found, Progress, Verdict};
pub use forms::Forms;
pub use goal::{Goal, Reached};

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::world::{Mishap, World};

/// What to look for, and how far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Plan {
    /// What a schedule has to reach.
    pub goal: Goal,
    /// What may go wrong in it.
    #[serde(default)]
    #[cfg_attr(feature = "js", tsify(optional, type = "Mishap[]"))]
    pub mishaps: BTreeSet<Mishap>,
    /// How often something may go wrong in one schedule.
    #[serde(default)]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub max_mishaps: u8,
    /// Most steps of a schedule.
    #[serde(default = "default_max_steps")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub max_steps: u16,
    /// Most different worlds that are looked at; more than [`Plan::MAX_WORLDS`] counts as that many.
    #[serde(default = "default_max_worlds")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub max_worlds: u32,
    /// Which worlds count as one.
    #[serde(default)]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub sameness: Sameness,
    /// Which schedules come first.
    #[serde(default)]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub order: SearchOrder,
}

/// Which schedules a search looks at first. All of them come, unless it ends before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum SearchOrder {
    /// The shortest ones: what is found has the fewest steps. With several pods, a search covers only a few steps.
    #[default]
    Shortest,
    /// Those nearest to the usual one, in which what comes next is what [`World::next_action`] says: first the usual one to
    /// its end, then those that depart from it once, and so on. A mishap is a departure, too.
    Usual,
}

/// Which worlds a search counts as one, and expands once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Sameness {
    /// Those that differ at most by the names of pods, by the numbers of resource versions, by when they are, and by
    /// instants that nothing reads.
    #[default]
    Alike,
    /// Those that are equal.
    Equal,
}

impl Plan {
    /// Most worlds that any plan may look at: what is kept of each is small, but it is kept.
    pub const MAX_WORLDS: u32 = 500_000;
    /// The default bound on steps. A Job of one or two pods in which nothing goes wrong ends before it.
    pub const DEFAULT_MAX_STEPS: u16 = 48;
    /// The default bound on worlds.
    pub const DEFAULT_MAX_WORLDS: u32 = 20_000;

    /// A search for `goal` within the usual bounds, in which nothing goes wrong but the order of things.
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            mishaps: BTreeSet::new(),
            max_mishaps: 0,
            max_steps: Self::DEFAULT_MAX_STEPS,
            max_worlds: Self::DEFAULT_MAX_WORLDS,
            sameness: Sameness::default(),
            order: SearchOrder::default(),
        }
    }

    /// The same, with up to the given number of these mishaps in one schedule.
    #[must_use]
    pub fn with_mishaps(mut self, mishaps: impl IntoIterator<Item = Mishap>, most: u8) -> Self {
        self.mishaps = mishaps.into_iter().collect();
        self.max_mishaps = most;
        self
    }

    /// What a world counts as.
    fn digest(&self, world: &World, forms: &mut Forms) -> u128 {
        match self.sameness {
            Sameness::Equal => digest::digest(world),
            Sameness::Alike => digest::digest_of_alike_with(world, forms),
        }
    }
}

fn default_max_steps() -> u16 {
    Plan::DEFAULT_MAX_STEPS
}

fn default_max_worlds() -> u32 {
    Plan::DEFAULT_MAX_WORLDS
}
