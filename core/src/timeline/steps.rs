//! The recorded steps of one run, each with the world after it. Copies share what they have in common, so keeping many
//! futures of one past costs what they differ in.

use std::sync::Arc;

use imbl::Vector;
use serde::{Serialize, Serializer};

use super::SyncRecord;
use crate::world::{Step, World};

/// A step that was done, and the world after it. Made once; every copy of a run has the same one.
#[derive(Debug, PartialEq)]
struct Done {
    /// Shared with whoever shows it: that of a large Job is large.
    step: Arc<Step>,
    after: World,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    done: Vector<Arc<Done>>,
    /// The syncs among them.
    syncs: Vector<Arc<SyncRecord>>,
}

impl Steps {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// The step `index`.
    pub fn get(&self, index: usize) -> Option<&Arc<Step>> {
        self.done.get(index).map(|done| &done.step)
    }

    /// The last one.
    pub fn last(&self) -> Option<&Step> {
        self.done.last().map(|done| &*done.step)
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        self.done.iter().map(|done| &*done.step)
    }

    /// How many steps at the beginning are the same ones as those of `other`: not only alike, but done together before
    /// the two went different ways.
    pub fn shared_with(&self, other: &Self) -> usize {
        let is_shared = |index: usize| match (self.done.get(index), other.done.get(index)) {
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

    /// The step `index`, by whoever has just seen to it that there is one.
    #[expect(clippy::indexing_slicing, reason = "whoever calls this has recorded it")]
    pub(super) fn recorded(&self, index: usize) -> &Step {
        &self.done[index].step
    }

    /// The world after the last of the first `count` steps; none after none.
    pub(super) fn world_after(&self, count: usize) -> Option<&World> {
        let last = count.checked_sub(1)?;
        self.done.get(last).or(self.done.last()).map(|done| &done.after)
    }

    /// The syncs, oldest first.
    pub(super) fn syncs(&self) -> impl Iterator<Item = &Arc<SyncRecord>> {
        self.syncs.iter()
    }

    pub(super) fn push(&mut self, step: Step, after: World) {
        let record = SyncRecord::of(&step, step.trace.len(), self.len(), self.syncs.len() + 1);
        self.syncs.extend(record.map(Arc::new));
        self.done.push_back(Arc::new(Done { step: Arc::new(step), after }));
    }

    /// Drops the steps from `count` on.
    pub(super) fn truncate(&mut self, count: usize) {
        if count < self.len() {
            self.done.truncate(count);
            while self.syncs.last().is_some_and(|sync| sync.step >= count) {
                self.syncs.pop_back();
            }
        }
    }
}

/// Steps are equal if the same happened in them; whether it was done together is not asked.
impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.shared_with(other);
        self.len() == other.len() && self.iter().skip(shared).eq(other.iter().skip(shared))
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;

    #[test]
    fn what_was_done_together_is_shared_and_no_more() {
        let mut one = session(2);
        for _ in 0..5 {
            one.step_over();
        }
        let mut another = one.clone();
        one.step_over();
        another.step_over();
        another.step_over();
        let (one, another) = (one.steps(), another.steps());
        assert_eq!((one.len(), another.len()), (7, 8));
        assert_eq!(one.get(6), another.get(6), "the same happened");
        assert_eq!((one.shared_with(another), another.shared_with(one)), (6, 6), "but not together");
        assert_eq!(one.shared_with(one), 7);
        let mut fewer = another.clone();
        fewer.truncate(7);
        assert_eq!(fewer, *one);
        assert_eq!(fewer.shared_with(another), 7);
        assert_eq!(Steps::default().shared_with(one), 0);
    }
}
