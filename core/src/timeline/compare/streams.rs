//! What a run did, as streams that can be compared with those of another run.
//!
//! A stream holds what belongs together, such as the answers to one question about one Job. Repeated equal answers and
//! statuses are taken once, because the number of syncs differs between releases.

use std::collections::BTreeMap;

use super::in_step::Row;
use super::under::first_wait;
use super::{Asked, Difference, Seen, StatusSeen, Written};
use crate::api::{JobConditionType, JobStatus, ObjectKey, Release};
use crate::job::catalogue::catalogue;
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;
use crate::timeline::{Cursor, Timeline};
use crate::trace::{Answer, Call, CallBody, Decision, DecisionId, FaultMode, Kind, TraceEntry, Verb};
use crate::world::Step;

/// Streams by what they are about.
type ByKey<K, T> = BTreeMap<K, Vec<Seen<T>>>;

/// All streams of a run.
pub(super) struct Streams {
    pub(super) decisions: ByKey<(ObjectKey, DecisionId), Asked>,
    pub(super) writes: ByKey<(Option<ObjectKey>, Verb, Kind), Written>,
    pub(super) status: ByKey<ObjectKey, StatusSeen>,
}

impl Streams {
    /// The streams of `run`, as far as they can be compared with those of `other`.
    pub(super) fn of(run: &Timeline, other: &Timeline) -> Self {
        let release = |timeline: &Timeline| timeline.start().release();
        let known = Known::to_both(release(run), release(other));
        let mut streams = Self { decisions: BTreeMap::new(), writes: BTreeMap::new(), status: BTreeMap::new() };
        for (index, step) in run.steps().iter().enumerate() {
            let (key, job) = (step.taken_key().map(|(_, key)| key), step.synced_job());
            let stops = step.stops();
            for (entry, happened) in step.trace.iter().enumerate() {
                let at = place(&stops, index, entry);
                match (happened, key) {
                    (TraceEntry::Decision(decision), Some(key)) if known.asks(decision) => {
                        streams.note_decision(at, &step, key, decision);
                    }
                    (TraceEntry::Call(call), _) => streams.note_call(at, &step, job, call),
                    _ => {}
                }
            }
        }
        streams
    }

    fn note_decision(&mut self, at: Cursor, step: &Step, key: &ObjectKey, decision: &Decision) {
        let answer = decision.answer();
        // A number says when it was asked rather than what was found.
        if matches!(answer, Answer::Value(_)) {
            return;
        }
        let asked = Asked { key: key.clone(), decision: decision.id(), answer };
        push_new(
            self.decisions.entry((key.clone(), decision.id())).or_default(),
            Seen { at, time: step.at, what: asked },
        );
    }

    fn note_call(&mut self, at: Cursor, step: &Step, job: Option<&ObjectKey>, call: &Call) {
        if call.verb == Verb::Get {
            return;
        }
        let writes = self.writes.entry((job.cloned(), call.verb, call.resource)).or_default();
        let refused = call.error.as_ref().map(|error| error.reason);
        let number = writes.len() + 1;
        let written = Written { job: job.cloned(), verb: call.verb, kind: call.resource, number, refused };
        writes.push(Seen { at, time: step.at, what: written });
        let took_effect = call.error.is_none() || call.fault.is_some_and(FaultMode::is_applied);
        if let (CallBody::Status(status), Some(job), true) = (&call.body, job, took_effect) {
            let what = seen(job, status);
            push_new(self.status.entry(job.clone()).or_default(), Seen { at, time: step.at, what });
        }
    }
}

/// Adds what the stream does not end with.
fn push_new<T: PartialEq>(stream: &mut Vec<Seen<T>>, seen: Seen<T>) {
    if stream.last().is_none_or(|last| last.what != seen.what) {
        stream.push(seen);
    }
}

/// The stop right after an entry of a step.
fn place(stops: &[usize], index: usize, entry: usize) -> Cursor {
    // The last stop is the end of the step.
    match stops.get(stops.partition_point(|stop| *stop <= entry)) {
        Some(&entries) if stops.last() != Some(&entries) => Cursor { step: index, entries },
        _ => Cursor::after(index + 1),
    }
}

fn seen(job: &ObjectKey, status: &JobStatus) -> StatusSeen {
    use JobConditionType::{Complete, Failed, Suspended};
    let conditions = [Complete, Failed, Suspended].into_iter().filter(|condition| status.is_true(*condition));
    StatusSeen {
        job: job.clone(),
        active: status.active,
        succeeded: status.succeeded,
        failed: status.failed,
        conditions: conditions.collect(),
    }
}

/// The questions that can be compared.
struct Known(Vec<DecisionId>);

impl Known {
    /// Those that both releases know.
    fn to_both(one: Release, other: Release) -> Self {
        let ids = |release| catalogue(release).iter().map(|question| question.at.decision);
        let theirs: Vec<_> = ids(other).collect();
        let mut both: Vec<_> = ids(one).filter(|id| theirs.contains(id)).collect();
        both.small_sort();
        Self(both)
    }

    fn asks(&self, decision: &Decision) -> bool {
        self.0.binary_search(&decision.id()).is_ok()
    }
}

/// How far two runs go, and where their places are in step.
pub(super) struct Ends {
    /// For each number of steps done, the row at which a run has done them.
    left: Vec<usize>,
    right: Vec<usize>,
    /// Whether a run is at its end: what it has not done by now it never does.
    left_is_over: bool,
    right_is_over: bool,
}

impl Ends {
    pub(super) fn of(left: &Timeline, right: &Timeline, rows: &[Row]) -> Self {
        let first = |run: &Timeline, done: fn(&Row) -> usize| {
            (0..=run.steps().len()).map(|steps| rows.partition_point(|row| done(row) < steps)).collect()
        };
        let is_over = |run: &Timeline| {
            let end = run.world_after(run.steps().len());
            end.next_action().is_none() && first_wait(&end).is_none()
        };
        Self {
            left: first(left, |row| row.left),
            right: first(right, |row| row.right),
            left_is_over: is_over(left),
            right_is_over: is_over(right),
        }
    }

    /// The first difference between two sets of streams: that in the earliest row.
    pub(super) fn first<K: Ord, T: PartialEq + Clone>(
        &self,
        ours: &ByKey<K, T>,
        theirs: &ByKey<K, T>,
    ) -> Option<Difference<T>> {
        let keys: std::collections::BTreeSet<&K> = ours.keys().chain(theirs.keys()).small_collect();
        let stream = |streams: &'_ ByKey<K, T>, key: &K| streams.get(key).cloned().unwrap_or_default();
        let differences = keys.into_iter().filter_map(|key| self.difference(&stream(ours, key), &stream(theirs, key)));
        // Of those in one row, the one that comes first within the steps.
        differences.min_by_key(|difference| {
            let entries =
                |seen: &Option<Seen<T>>| seen.as_ref().map_or((usize::MAX, usize::MAX), |seen| whole(seen.at));
            (difference.row, entries(&difference.left).min(entries(&difference.right)))
        })
    }

    /// The first difference between two streams.
    fn difference<T: PartialEq + Clone>(&self, ours: &[Seen<T>], theirs: &[Seen<T>]) -> Option<Difference<T>> {
        let same = ours.iter().zip(theirs).take_while(|(one, other)| one.what == other.what).count();
        let (left, right) = (ours.get(same), theirs.get(same));
        let row = |rows: &[usize], seen: &Seen<T>| rows.get(steps(seen.at)).copied().unwrap_or_default();
        let left_row = left.map(|seen| row(&self.left, seen));
        let right_row = right.map(|seen| row(&self.right, seen));
        // What one did and the other did not may still come there.
        match (left, right) {
            (None, None) => return None,
            (Some(_), None) if !self.right_is_over => return None,
            (None, Some(_)) if !self.left_is_over => return None,
            _ => {}
        }
        // It can be seen as soon as one of them did what the other did not do then.
        let row = left_row.into_iter().chain(right_row).min()?;
        Some(Difference { row, left: left.cloned(), right: right.cloned() })
    }
}

/// Steps that are done once the cursor's is.
fn steps(cursor: Cursor) -> usize {
    cursor.step + usize::from(cursor.entries > 0)
}

/// A cursor for comparing places: the end of a step comes after all places within it.
fn whole(cursor: Cursor) -> (usize, usize) {
    if cursor.entries == 0 { (cursor.step.saturating_sub(1), usize::MAX) } else { (cursor.step, cursor.entries) }
}
