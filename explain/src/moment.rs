//! The moment that is shown: the state at the cursor with the step that led to it. Plain values, built once for each
//! movement.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::{Name, ObjectKey, ObjectMeta, Time};
use jobscope_core::timeline::{BranchView, Cursor, SyncRecord, Timeline};
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::{Action, JobView, PodView, Snapshot, Step};

use super::scene::{Pods, Scene, Scenes};

/// How the session came to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    /// Something happened: it may move on the screen.
    Forward,
    /// A step was taken back.
    Back,
    /// The cursor was put somewhere.
    Jump,
}

/// Two moments are the same when their revisions are.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Counts movements.
    pub revision: u64,
    /// How it came about.
    pub movement: Movement,
    /// The state.
    pub snapshot: Rc<Snapshot>,
    /// Its pods, found and counted.
    pub pods: Rc<Pods>,
    /// Where on the timeline.
    pub cursor: Cursor,
    /// How many steps are recorded in the chosen branch, those after the cursor included.
    pub recorded: usize,
    /// The branches of the session.
    pub branches: Vec<BranchView>,
    /// The step that the cursor stands in, or else the last one done.
    pub step: Option<Arc<Step>>,
    /// How many of its trace entries are done.
    pub done: usize,
    /// The first of its trace entries that the last movement did.
    fresh_from: usize,
    /// The syncs so far.
    pub syncs: Vec<Arc<SyncRecord>>,
    /// What comes next: what is recorded after the cursor, or else what a healthy cluster would do.
    pub next: Option<Action>,
    /// Whether the cursor stands before the first step of a recorded history.
    pub begins_history: bool,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

impl Moment {
    /// The moment at the cursor of `timeline`.
    pub fn of(timeline: &Timeline, revision: u64, movement: Movement, fresh_from: usize) -> Self {
        Self::at(timeline, &mut Scenes::default(), revision, movement, fresh_from)
    }

    /// The moment at the cursor of `timeline`, whose scenes are `scenes`.
    pub fn at(timeline: &Timeline, scenes: &mut Scenes, revision: u64, movement: Movement, fresh_from: usize) -> Self {
        let cursor = timeline.cursor();
        let mut walk = timeline.steps().walk();
        let around = scenes.after(&mut walk, cursor.step);
        let Scene { snapshot, pods, .. } =
            if cursor.entries > 0 { around.next(&walk.world_after(cursor.step), timeline.world()) } else { around };
        let step = timeline.present_step().cloned();
        let whole = step.as_ref().map_or(0, |step| step.trace.len());
        let recorded = timeline.steps().len();
        let next = match timeline.steps().heads().get(cursor.step) {
            Some(recorded) => Some(recorded.action.clone()),
            None => timeline.world().next_action(),
        };
        let mut heads = timeline.steps().heads().iter();
        let begins_history = cursor == Cursor::default() && heads.any(|head| head.action.provenance().is_some());
        Self {
            revision,
            movement,
            cursor,
            recorded,
            begins_history,
            branches: timeline.branches(),
            done: if cursor.entries > 0 { cursor.entries.min(whole) } else { whole },
            fresh_from: fresh_from.min(whole),
            syncs: timeline.syncs(),
            next,
            snapshot,
            pods,
            step,
        }
    }

    /// Where the entries begin that the timeline did since this moment.
    pub fn fresh_start(&self, timeline: &Timeline) -> usize {
        let cursor = timeline.cursor();
        let same_step = self.cursor.entries > 0
            && (cursor.step == self.cursor.step || cursor == Cursor { step: self.cursor.step + 1, entries: 0 });
        if same_step { self.cursor.entries } else { 0 }
    }

    /// Whether the cursor stands within a step.
    pub fn inside(&self) -> bool {
        self.cursor.entries > 0
    }

    /// Whether there is anything before the cursor.
    pub fn can_go_back(&self) -> bool {
        self.cursor != Cursor::default()
    }

    /// Whether there is anything after the cursor.
    pub fn can_go_on(&self) -> bool {
        self.next.is_some()
    }

    /// Whether nothing is recorded after the cursor.
    pub fn is_last_recorded(&self) -> bool {
        self.cursor.step >= self.recorded
    }

    /// The index of the current step.
    pub fn step_index(&self) -> Option<usize> {
        if self.inside() { Some(self.cursor.step) } else { self.cursor.step.checked_sub(1) }
    }

    /// The number of the current step as people count, from 1; 0 at the start.
    pub fn step_number(&self) -> usize {
        self.step_index().map_or(0, |index| index + 1)
    }

    /// The sync that the current step is, if it is one.
    pub fn sync(&self) -> Option<&SyncRecord> {
        let index = self.step_index()?;
        self.syncs.last().map(|sync| &**sync).filter(|sync| sync.step == index)
    }

    /// The Job that was synced last or, before the first sync, the first one that there is.
    pub fn job(&self) -> Option<&JobView> {
        /// Further back lie the syncs of Jobs that are gone.
        const RECENT: usize = 100;
        let jobs = &self.snapshot.jobs;
        let synced = |sync: &Arc<SyncRecord>| jobs.iter().find(|view| view.job.metadata.has_key(&sync.key));
        self.syncs.iter().rev().take(RECENT).find_map(synced).or_else(|| jobs.first())
    }

    /// What a Job is called where there are others: its name, with its namespace if theirs differ. None if there are none.
    pub fn name_among_jobs(&self, key: &ObjectKey) -> Option<String> {
        let (namespace, name) = key.split();
        let metadata = || self.snapshot.jobs.iter().map(|view| &view.job.metadata);
        if metadata().all(|job| job.has_key(key)) {
            return None;
        }
        let is_elsewhere = |job: &ObjectMeta| job.namespace().as_str() != namespace;
        Some(if metadata().any(is_elsewhere) { key.to_string() } else { name.to_owned() })
    }

    /// The whole trace of the current step.
    pub fn trace(&self) -> &[TraceEntry] {
        self.step.as_ref().map_or(&[], |step| &step.trace)
    }

    /// The part of the trace that is done.
    pub fn done_trace(&self) -> &[TraceEntry] {
        self.trace().get(..self.done).unwrap_or_default()
    }

    /// The part of the trace that the last movement did: nothing, if it did not go forward.
    pub fn fresh_trace(&self) -> &[TraceEntry] {
        match self.movement {
            Movement::Forward => self.trace().get(self.fresh()).unwrap_or_default(),
            Movement::Back | Movement::Jump => &[],
        }
    }

    fn fresh(&self) -> Range<usize> {
        self.fresh_from.min(self.done)..self.done
    }

    /// The pod called `name`, while store or cache has it.
    pub fn pod(&self, name: &Name) -> Option<&PodView> {
        self.pods.place(&self.snapshot, name).and_then(|place| self.snapshot.pods.get(place)).map(|pod| &**pod)
    }

    /// Milliseconds from the start to `time`.
    pub fn since_start(&self, time: Time) -> i64 {
        time.since(self.snapshot.start)
    }

    /// Milliseconds from the start to now.
    pub fn elapsed(&self) -> i64 {
        self.since_start(self.snapshot.now)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jobscope_core::api::Release;
    use jobscope_core::world::World;

    use super::*;
    use crate::sentence::Sentence;

    #[test]
    fn of_several_jobs_the_one_that_was_synced_last_is_looked_at_and_named() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let now = |timeline: &Timeline| Moment::of(timeline, 0, Movement::Forward, 0);
        let looked_at = |now: &Moment| now.job().map(|view| view.job.metadata.name().to_owned());
        assert_eq!(looked_at(&now(&timeline)), None);
        timeline.kubectl_to_the_end("create job a --image=i\ncreate job b --image=i", &BTreeMap::new());
        assert_eq!(looked_at(&now(&timeline)).as_deref(), Some("a"));
        let is_sync = |now: &Moment| now.step.as_ref().is_some_and(|step| step.action == Action::Sync);
        let mut synced = Vec::new();
        while timeline.step_over() {
            let now = now(&timeline);
            let Some(sync) = now.sync().filter(|_| is_sync(&now)) else { continue };
            assert_eq!(looked_at(&now).as_deref(), Some(sync.key.split().1));
            assert_eq!(Sentence::at(&now).job, looked_at(&now));
            synced.extend(looked_at(&now));
        }
        assert!(synced.contains(&"a".to_owned()) && synced.contains(&"b".to_owned()));
        let last = now(&timeline);
        assert_eq!(last.name_among_jobs(&"default/c".into()).as_deref(), Some("c"));
        assert_eq!(last.name_among_jobs(&"team/a".into()).as_deref(), Some("team/a"));
        timeline.kubectl_to_the_end("delete job b", &BTreeMap::new());
        while timeline.step_over() {}
        assert_eq!(now(&timeline).name_among_jobs(&"default/a".into()), None, "it is the only one");
    }
}
