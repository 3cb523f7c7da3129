//! What is stored for every step of a run: the action and its time. This is enough to replay the run, and to know which
//! steps two runs have in common.

use std::sync::Arc;

use imbl::Vector;

use crate::api::Time;
use crate::world::{Action, Step};

/// A step without what happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepHead {
    /// What was done.
    pub action: Action,
    /// The clock before it.
    pub at: Time,
    /// The clock after it.
    pub now: Time,
    /// How many entries its trace has.
    pub entries: usize,
    /// Whether [`World::next_action`](crate::world::World::next_action) named it, so that it went by itself.
    pub by_itself: bool,
}

impl StepHead {
    pub(super) fn of(step: &Step, now: Time, by_itself: bool) -> Self {
        Self { action: step.action.clone(), at: step.at, now, entries: step.trace.len(), by_itself }
    }
}

/// Copies share what they have in common.
#[derive(Clone, Debug, Default)]
pub struct Heads(Vector<Arc<StepHead>>);

impl Heads {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// That of the step `index`.
    pub fn get(&self, index: usize) -> Option<&StepHead> {
        self.0.get(index).map(|head| &**head)
    }

    /// That of the last step.
    pub fn last(&self) -> Option<&StepHead> {
        self.0.last().map(|head| &**head)
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &StepHead> + ExactSizeIterator {
        self.0.iter().map(|head| &**head)
    }

    /// How many steps at the beginning are the same ones as those of `other`: not only alike, but done together before
    /// the two went different ways.
    pub fn shared_with(&self, other: &Self) -> usize {
        let is_shared = |index: usize| match (self.0.get(index), other.0.get(index)) {
            (Some(one), Some(another)) => Arc::ptr_eq(one, another),
            _ => false,
        };
        // A step is only ever shared together with all that went before it.
        let (mut shared, mut unknown) = (0, self.len().min(other.len()));
        while shared < unknown {
            let middle = shared + (unknown - shared) / 2;
            if is_shared(middle) {
                shared = middle + 1;
            } else {
                unknown = middle;
            }
        }
        shared
    }

    pub(super) fn push(&mut self, head: StepHead) {
        self.0.push_back(Arc::new(head));
    }

    pub(super) fn truncate(&mut self, count: usize) {
        if count < self.len() {
            self.0.truncate(count);
        }
    }
}
