//! The recorded steps of one run, with the world after each. Copies share what they have in common, so keeping many
//! futures of one past costs what they differ in.
//!
//! The action of every step is stored ([`Heads`]). Traces and worlds are stored only near the cursor, as far as there
//! is room. Others are recomputed on demand from the nearest stored world before them ([`Landmarks`]). The result is
//! the same, because worlds are deterministic.

use std::sync::Arc;

use imbl::{OrdMap, Vector};
use serde::{Serialize, Serializer};

use super::landmarks::{Landmarks, Room, effort};
use super::{Heads, StepHead, SyncRecord};
use crate::world::{Step, World};

/// A step that was done, and the world after it.
#[derive(Debug)]
struct Done {
    /// Shared with the page, because that of a large Job is large.
    step: Arc<Step>,
    after: Arc<World>,
}

/// The recorded steps of a session: every action, and traces and worlds near the cursor.
#[derive(Clone, Debug)]
pub struct Steps {
    start: Arc<World>,
    heads: Heads,
    /// The syncs among them.
    syncs: Vector<Arc<SyncRecord>>,
    landmarks: Landmarks,
    /// Those that are kept whole, by their index.
    near: OrdMap<usize, Arc<Done>>,
    /// What those take.
    near_size: usize,
    room: Room,
}

impl Steps {
    pub(super) fn new(start: World, room: Room) -> Self {
        Self {
            room,
            start: Arc::new(start),
            heads: Heads::default(),
            syncs: Vector::new(),
            landmarks: Landmarks::new(room),
            near: OrdMap::new(),
            near_size: 0,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// What was done in each.
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// How many steps at the beginning are the same ones as those of `other`. See [`Heads::shared_with`].
    pub fn shared_with(&self, other: &Self) -> usize {
        self.heads.shared_with(&other.heads)
    }

    /// The world before the first.
    pub fn start(&self) -> &Arc<World> {
        &self.start
    }

    /// The step `index`. It may have to be carried out again; who wants many asks [`Self::walk`].
    pub fn get(&self, index: usize) -> Option<Arc<Step>> {
        if let Some(done) = self.near.get(&index) { Some(Arc::clone(&done.step)) } else { self.walk().step(index) }
    }

    /// The last one.
    pub fn last(&self) -> Option<Arc<Step>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them, oldest first. What is no longer kept is carried out again on the way.
    pub fn iter(&self) -> impl Iterator<Item = Arc<Step>> + use<> {
        self.iter_from(0)
    }

    /// Those from `first` on.
    pub(super) fn iter_from(&self, first: usize) -> impl Iterator<Item = Arc<Step>> + use<> {
        let mut walk = self.walk();
        (first..self.len()).map_while(move |index| walk.step(index))
    }

    /// To look at many of them one after the other, in any direction.
    pub fn walk(&self) -> Walk {
        Walk(self.clone())
    }

    /// The world after the first `count` steps; after all, if there are fewer. It may have to be made again; who wants
    /// many asks [`Self::walk`].
    pub fn world_after(&self, count: usize) -> Arc<World> {
        match self.kept_world(count) {
            Some(world) => Arc::clone(world),
            None => self.walk().world_after(count),
        }
    }

    /// The same, if it is kept.
    fn kept_world(&self, count: usize) -> Option<&Arc<World>> {
        let count = count.min(self.len());
        let Some(last) = count.checked_sub(1) else { return Some(&self.start) };
        let landmark = || self.landmarks.before(count).filter(|(place, _)| *place == count).map(|(_, world)| world);
        self.near.get(&last).map(|done| &done.after).or_else(landmark)
    }

    /// The syncs, oldest first.
    pub(super) fn syncs(&self) -> impl Iterator<Item = &Arc<SyncRecord>> {
        self.syncs.iter()
    }

    /// The step `index`, if it is kept whole.
    pub(super) fn near(&self, index: usize) -> Option<&Arc<Step>> {
        self.near.get(&index).map(|done| &done.step)
    }

    pub(super) fn push(&mut self, step: Arc<Step>, after: World, by_itself: bool) {
        let index = self.len();
        let record = SyncRecord::of(&step, step.trace.len(), index, self.syncs.len() + 1);
        self.syncs.extend(record.map(Arc::new));
        let (head, after) = (StepHead::of(&step, after.now(), by_itself), Arc::new(after));
        self.landmarks.note(&head, index + 1, &after);
        self.heads.push(head);
        self.keep(index, Done { step, after });
        self.make_room(index);
    }

    /// Drops the steps from `count` on.
    pub(super) fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        let gone = self.near.split(&count);
        self.near = gone.0;
        self.near_size = self.near.keys().filter_map(|index| self.heads.get(*index)).map(effort).sum();
        self.heads.truncate(count);
        let heads = &self.heads;
        self.landmarks.truncate(count, |from| (from..heads.len()).filter_map(|index| heads.get(index)).collect());
        while self.syncs.last().is_some_and(|sync| sync.step >= count) {
            self.syncs.pop_back();
        }
    }

    /// Sees to it that the step before which `count` steps are done is kept whole, and the one before that, and that no
    /// more is kept than there is room for.
    pub(super) fn look_at(&mut self, count: usize) {
        if let Some(last) = count.checked_sub(1) {
            self.bring(last);
        }
        self.bring(count);
        self.make_room(count);
    }

    /// Keeps no step whole.
    pub(super) fn fold(&mut self) {
        self.near = OrdMap::new();
        self.near_size = 0;
    }

    /// Keeps the step `index` whole, and those that have to be carried out again on the way there.
    fn bring(&mut self, index: usize) {
        if index >= self.len() || self.near.contains_key(&index) {
            return;
        }
        let near = self.near.get_prev(&index).map(|(last, done)| (last + 1, &done.after));
        let landmark = self.landmarks.before(index);
        let base = near.into_iter().chain(landmark).max_by_key(|(count, _)| *count);
        let (from, base) = base.unwrap_or((0, &self.start));
        let mut world = World::clone(base);
        // They were possible, so they are.
        let kept_from = self.kept_from(from, index);
        for index in from..kept_from {
            let Some(Ok(())) = self.heads.get(index).map(|head| world.apply_untraced(&head.action)) else { return };
        }
        for index in kept_from..=index {
            let Some(Ok(step)) = self.heads.get(index).map(|head| world.apply(&head.action)) else { return };
            self.keep(index, Done { step: Arc::new(step), after: Arc::new(world.clone()) });
            self.make_room(index);
        }
    }

    /// From which of the steps `from..=index` on they are kept, if all of them have to be carried out again. To note what
    /// happens costs more than to let it happen, so the others are only passed.
    fn kept_from(&self, from: usize, index: usize) -> usize {
        let room = self.near_room() / 4;
        let mut size = 0;
        let is_kept = |step: &usize| {
            size += self.heads.get(*step).map_or(0, effort);
            size <= room
        };
        (from..index).rev().take_while(is_kept).last().unwrap_or(index)
    }

    /// At most what steps that are kept whole may take.
    fn near_room(&self) -> usize {
        self.room.all.saturating_sub(self.landmarks.size()).max(self.room.near)
    }

    fn keep(&mut self, index: usize, done: Done) {
        let size = self.heads.get(index).map_or(0, effort);
        if self.near.insert(index, Arc::new(done)).is_none() {
            self.near_size += size;
        }
    }

    /// Lets go of what is farthest from where the run is looked at, as long as there is too much.
    fn make_room(&mut self, count: usize) {
        let room = self.near_room();
        while self.near_size > room {
            let ends = [self.near.get_min(), self.near.get_max()];
            let indexes = ends.into_iter().flatten().map(|(index, _)| *index);
            let Some(farthest) = indexes.max_by_key(|index| index.abs_diff(count)) else { return };
            if farthest.abs_diff(count) <= 1 {
                return;
            }
            self.near.remove(&farthest);
            self.near_size -= self.heads.get(farthest).map_or(0, effort);
        }
    }
}

/// A way along the steps of a run, for who wants to see many of them: what was carried out again for one is there for
/// those beside it.
#[derive(Clone, Debug)]
pub struct Walk(Steps);

impl Walk {
    /// The steps.
    pub fn steps(&self) -> &Steps {
        &self.0
    }

    /// The step `index`.
    pub fn step(&mut self, index: usize) -> Option<Arc<Step>> {
        if self.0.near(index).is_none() {
            self.0.look_at(index);
        }
        self.0.near(index).cloned()
    }

    /// The world after the first `count` steps; after all, if there are fewer.
    pub fn world_after(&mut self, count: usize) -> Arc<World> {
        if self.0.kept_world(count).is_none() {
            self.0.look_at(count.min(self.0.len()));
        }
        // What was just looked at is kept.
        Arc::clone(self.0.kept_world(count).unwrap_or(&self.0.start))
    }
}

/// Steps are equal if the same happened in them; whether it was done together is not asked.
impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.shared_with(other);
        self.len() == other.len() && self.iter_from(shared).eq(other.iter_from(shared))
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::timeline::testing::{session, session_with_room};
    use crate::timeline::{Breakpoint, Cursor, Timeline};
    use crate::trace::Verb;
    use crate::world::Action;

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
    }

    /// Next to nothing: whatever is not looked at has to be made again, from landmarks that are thinned out early.
    const TINY: Room = Room { all: 1, near: 1, landmarks: 400, distance: 80 };

    fn goes_on(timeline: &mut Timeline, pick: u8) {
        let wherever = usize::from(pick) * (timeline.steps().len() + 1) / 256;
        match pick % 11 {
            0 | 1 => timeline.play_on(usize::from(pick) / 11),
            2 => timeline.seek(Cursor { step: wherever, entries: 0 }),
            3 => timeline.seek(Cursor { step: wherever, entries: usize::from(pick) / 11 }),
            4 => {
                timeline.step_back();
            }
            5 => {
                timeline.step_into();
            }
            6 => {
                // In the past, this begins a branch.
                let _ = timeline.apply(&Action::Advance { ms: i64::from(pick) + 1 });
            }
            7 => {
                let branches = timeline.branches();
                timeline.choose_branch(branches[usize::from(pick) % branches.len()].id).unwrap();
            }
            8 => {
                timeline.run_back(&[Breakpoint::Write { verb: Some(Verb::UpdateStatus), refused: None }]);
            }
            9 => {
                timeline.run_to(&[Breakpoint::Write { verb: Some(Verb::Create), refused: None }]);
            }
            _ => *timeline = timeline.folded().unfold(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn however_little_is_kept_everything_is_as_if_all_were(
            pods in 1..9,
            picks in prop::collection::vec(any::<u8>(), 1..40),
        ) {
            let (mut all, mut few) = (session(pods), session_with_room(pods, TINY));
            for pick in picks {
                goes_on(&mut all, pick);
                goes_on(&mut few, pick);
                prop_assert_eq!(all.cursor(), few.cursor());
                prop_assert_eq!(all.world(), few.world());
                prop_assert_eq!(all.present_step(), few.present_step());
                prop_assert_eq!(all.branches(), few.branches());
                prop_assert_eq!(all.syncs(), few.syncs());
            }
            prop_assert!(few.steps().near.len() <= 2, "{:?}", few.steps().near.keys().collect::<Vec<_>>());
            prop_assert!(few.steps() == all.steps());
            let mut walk = few.steps().walk();
            for count in (0..=all.steps().len()).rev() {
                prop_assert_eq!(walk.world_after(count), all.world_after(count));
                prop_assert_eq!(few.world_after(count), all.world_after(count));
                prop_assert_eq!(walk.step(count), all.steps().get(count));
            }
        }
    }

    #[test]
    fn a_long_run_takes_no_more_room_than_there_is() {
        let room = Room { all: 3_000, near: 2_000, landmarks: 1_000, distance: 500 };
        let mut timeline = session_with_room(3, room);
        let mut most = 0;
        for _ in 0..40 {
            for _ in 0..50 {
                timeline.apply(&Action::Advance { ms: 1 }).unwrap();
            }
            let steps = timeline.steps();
            assert!(steps.landmarks.size() <= room.landmarks);
            assert!(steps.near_size + steps.landmarks.size() <= room.all);
            most = most.max(steps.landmarks.len());
        }
        assert!(most > 5, "{most}");
        assert!(timeline.steps().landmarks.len() > 2);
        timeline.seek(Cursor { step: 700, entries: 0 });
        let size: usize =
            timeline.steps().near.keys().filter_map(|index| timeline.steps().heads.get(*index)).map(effort).sum();
        assert_eq!(timeline.steps().near_size, size);
        assert!(size <= room.all && timeline.steps().near.len() > 20);
    }
}
