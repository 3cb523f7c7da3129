//! What may follow from one world: the part of a search that depends on nothing but that world.

use super::departures::Sources;
use super::{Forms, Plan, Reached, SearchOrder};
use crate::world::{Action, World};

/// A world that a search is to expand.
#[derive(Clone, Debug)]
pub struct Task {
    /// The world.
    pub world: World,
    /// How often something may still go wrong after it.
    pub mishaps_left: u8,
    /// The sources of actions that are late in the schedule that led to it.
    pub(super) late: Sources,
}

/// What may come next.
#[derive(Clone, Debug)]
pub struct Next {
    /// The action.
    pub action: Action,
    /// How often something may still go wrong after it.
    pub mishaps_left: u8,
    /// How many departures from the usual schedule it is; 0 where these are not counted.
    pub departures: u16,
    /// The sources that are late after it.
    late: Sources,
}

/// What one action makes of a world.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The action, and what it costs.
    pub next: Next,
    /// The world after it, to be expanded.
    pub task: Task,
    /// What that world counts as.
    pub digest: u128,
    /// What the step reaches, if it reaches the goal.
    pub reached: Option<Reached>,
}

impl Task {
    /// A world from which a search starts.
    pub fn new(world: World, mishaps_left: u8) -> Self {
        Self { world, mishaps_left, late: Sources::default() }
    }

    /// What may come next. It may be much: there is an action for each pod that can end.
    pub fn actions(&self, plan: &Plan) -> Vec<Next> {
        let (choices, mishaps_left) = (self.world.choices(), self.mishaps_left);
        let mut all: Vec<Next> = match plan.order {
            SearchOrder::Shortest => choices
                .into_iter()
                .map(|action| Next { action, mishaps_left, departures: 0, late: self.late })
                .collect(),
            SearchOrder::Usual => self
                .late
                .rank(choices)
                .map(|(action, departures, late)| Next { action, mishaps_left, departures, late })
                .collect(),
        };
        if let Some(fewer) = mishaps_left.checked_sub(1) {
            let departures = u16::from(plan.order == SearchOrder::Usual);
            let mishaps = plan.mishaps.iter().flat_map(|mishap| self.world.mishaps(*mishap));
            all.extend(mishaps.map(|action| Next { action, mishaps_left: fewer, departures, late: self.late }));
        }
        all
    }

    /// Carries out what comes next. `None` if it is not possible after all.
    pub fn follow(&self, plan: &Plan, next: Next, forms: &mut Forms) -> Option<Successor> {
        let mut world = self.world.clone();
        let step = world.apply(&next.action).ok()?;
        let reached = plan.goal.reached_by(&self.world, &step, &world);
        let digest = plan.digest(&world, forms);
        let task = Self { world, mishaps_left: next.mishaps_left, late: next.late };
        Some(Successor { next, task, digest, reached })
    }

    /// Everything that may follow, in order.
    pub fn expand(&self, plan: &Plan) -> Vec<Successor> {
        self.expand_with(plan, &mut Forms::default())
    }

    /// [`Self::expand`] with a cache, which makes it faster if it comes from worlds near this one.
    pub fn expand_with(&self, plan: &Plan, forms: &mut Forms) -> Vec<Successor> {
        self.actions(plan).into_iter().filter_map(|next| self.follow(plan, next, forms)).collect()
    }
}
