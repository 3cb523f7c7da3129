//! Worlds along a run from which its steps are recomputed. In a run of usual length the work from one landmark to any
//! step before the next is bounded. The memory of all of them is always bounded: in a very long run they are farther
//! apart.

use std::sync::Arc;

use imbl::OrdMap;

use super::heads::StepHead;
use crate::world::World;

/// How much of a run is kept, as [`effort`] and [`Landmark::size`] count. Both count the same: what an entry of a trace
/// takes, with what it changed in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// In total: near steps, landmarks, and what is kept of every step. Near steps have what the other two leave.
    pub(super) all: usize,
    /// Of steps near to where the run is looked at, at least.
    pub(super) near: usize,
    /// In all landmarks together.
    pub(super) landmarks: usize,
    /// Between two landmarks of a run of usual length, at most.
    pub(super) distance: usize,
}

impl Room {
    /// About 70 to 160 megabytes in a browser, and a third more natively; most if each entry changes another pod. With few
    /// pods it takes a few milliseconds to get from one landmark to the next.
    pub(super) const USUAL: Self = Self { all: 6 << 15, near: 1 << 15, landmarks: 4 << 15, distance: 1 << 11 };
}

/// What it takes to carry out a step again, or to keep all of it: about what an entry of its trace takes is 1.
pub(super) fn effort(head: &StepHead) -> usize {
    const ANY_STEP: usize = 32;
    ANY_STEP + head.entries
}

/// What it takes at least to get from one landmark to the next for each pod that there is: the more pods, the more a
/// landmark holds of its own, however little changed.
const PODS_WORTH: usize = 4;

#[derive(Clone, Debug)]
struct Landmark {
    world: Arc<World>,
    /// Entries of all traces before it, and the effort that they took.
    entries: usize,
    effort: usize,
}

impl Landmark {
    /// About what it holds that the one before it does not: what changed since, or the whole world. It has no trace of what
    /// changed, and of a pod that changed several times only how it is now; but wherever in a map something changed, it has
    /// that piece of the map to itself.
    fn size(&self, before: Option<&Self>) -> usize {
        const ANY_WORLD: usize = 64;
        const POD: usize = 1;
        const CHANGES: usize = 10;
        const PODS_OF_A_PIECE: usize = 4;
        let changed = self.entries - before.map_or(0, |before| before.entries);
        let pods = self.world.stored_pods().len();
        ANY_WORLD + (changed / CHANGES + changed.min(pods / PODS_OF_A_PIECE)).min(pods * POD)
    }
}

/// Copies share what they have in common.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    /// By the number of steps before them.
    all: OrdMap<usize, Landmark>,
    /// At most what all hold together.
    room: usize,
    /// At least what lies between two.
    distance: usize,
    /// What they hold now.
    size: usize,
    /// Entries of all traces of the run so far, and the effort that they took.
    entries: usize,
    effort: usize,
}

impl Landmarks {
    /// None, and so much room for them.
    pub(super) fn new(room: Room) -> Self {
        Self { all: OrdMap::new(), room: room.landmarks, distance: room.distance, size: 0, entries: 0, effort: 0 }
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// What they hold, plus what is kept of every step: its action, and its lanes in the page.
    pub(super) fn size(&self) -> usize {
        /// Entries whose share of actions and lanes is as large as one entry of a whole step.
        const ENTRIES: usize = 80;
        self.size + self.entries / ENTRIES
    }

    /// The last one that stands after at most `count` steps, and after how many it does.
    pub(super) fn before(&self, count: usize) -> Option<(usize, &Arc<World>)> {
        self.all.get_prev(&count).map(|(count, landmark)| (*count, &landmark.world))
    }

    /// The run took a step, to `world`, which is after `count` steps.
    pub(super) fn note(&mut self, head: &StepHead, count: usize, world: &Arc<World>) {
        self.entries += head.entries;
        self.effort += effort(head);
        let last = self.all.get_max().map(|(_, last)| last);
        let worth_it = self.distance.max(world.stored_pods().len() * PODS_WORTH);
        if self.effort - last.map_or(0, |last| last.effort) < worth_it {
            return;
        }
        let landmark = Landmark { world: Arc::clone(world), entries: self.entries, effort: self.effort };
        self.size += landmark.size(last);
        self.all.insert(count, landmark);
        // With a few left there is nothing to be gained.
        while self.size > self.room && self.all.len() > 2 {
            // Not much more than it takes: farther apart is farther to go.
            self.distance += self.distance / 4 + 1;
            self.thin_out();
        }
    }

    /// Leaves those that are far enough apart.
    fn thin_out(&mut self) {
        let all = std::mem::take(&mut self.all);
        self.size = 0;
        let mut last: Option<Landmark> = None;
        for (count, landmark) in all {
            if landmark.effort - last.as_ref().map_or(0, |last| last.effort) >= self.distance {
                self.size += landmark.size(last.as_ref());
                self.all.insert(count, landmark.clone());
                last = Some(landmark);
            }
        }
    }

    /// The run has only `count` steps any more; `heads` are those after the last landmark that is left.
    pub(super) fn truncate<'a>(&mut self, count: usize, heads: impl FnOnce(usize) -> Vec<&'a StepHead>) {
        self.all = self.all.split(&(count + 1)).0;
        let mut before: Option<&Landmark> = None;
        self.size = 0;
        for landmark in self.all.values() {
            self.size += landmark.size(before);
            before = Some(landmark);
        }
        let (from, entries, taken) = match self.all.get_max() {
            Some((from, last)) => (*from, last.entries, last.effort),
            None => (0, 0, 0),
        };
        let since = heads(from);
        self.entries = entries + since.iter().map(|head| head.entries).sum::<usize>();
        self.effort = taken + since.iter().map(|head| effort(head)).sum::<usize>();
    }
}
