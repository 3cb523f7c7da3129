//! What may follow from one world: the part of a search that depends on nothing but that world.

use super::{Forms, Plan, Reached};
use crate::world::{Action, World};

/// A world that a search is to expand.
#[derive(Clone, Debug)]
pub struct Task {
    /// The world.
    pub world: World,
    /// How often something may still go wrong after it.
    pub mishaps_left: u8,
}

/// What one action makes of a world.
#[derive(Clone, Debug)]
pub struct Successor {
    /// The action.
    pub action: Action,
    /// The world after it.
    pub world: World,
    /// What that world counts as.
    pub digest: u128,
    /// How often something may still go wrong after it.
    pub mishaps_left: u8,
    /// What the step reaches, if it reaches the goal.
    pub reached: Option<Reached>,
}

impl Task {
    /// The actions that may come next, each with how often something may go wrong after it. They may be many: one for
    /// each pod that can end.
    pub fn actions(&self, plan: &Plan) -> Vec<(Action, u8)> {
        let choices = self.world.choices().into_iter().map(|action| (action, self.mishaps_left));
        let fewer = self.mishaps_left.checked_sub(1);
        let mishaps = fewer.into_iter().flat_map(|fewer| {
            let mishaps = plan.mishaps.iter().flat_map(|mishap| self.world.mishaps(*mishap));
            mishaps.map(move |action| (action, fewer))
        });
        choices.chain(mishaps).collect()
    }

    /// Carries out one of them. `None` if it is not possible after all.
    pub fn follow(&self, plan: &Plan, action: Action, mishaps_left: u8, forms: &mut Forms) -> Option<Successor> {
        let mut world = self.world.clone();
        let step = world.apply(&action).ok()?;
        let reached = plan.goal.reached_by(&self.world, &step, &world);
        let digest = plan.digest(&world, forms);
        Some(Successor { action, world, digest, mishaps_left, reached })
    }

    /// Everything that may follow, in order.
    pub fn expand(&self, plan: &Plan) -> Vec<Successor> {
        self.expand_with(plan, &mut Forms::default())
    }

    /// [`Self::expand`] with a cache, which makes it faster if it comes from worlds near this one.
    pub fn expand_with(&self, plan: &Plan, forms: &mut Forms) -> Vec<Successor> {
        self.actions(plan).into_iter().filter_map(|(action, left)| self.follow(plan, action, left, forms)).collect()
    }
}
