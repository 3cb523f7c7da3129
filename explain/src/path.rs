//! The trace of a step as rows to read: questions, calls, deliveries, changes of the queue.
//!
//! A trace has an entry for everything; here entries that belong together become one row, and rows of questions that
//! changed nothing become one fold.

use std::ops::Range;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::trace::{
    BackoffRecord, Call, Decision, DecisionId, Delivery, ExpectationOp, Function, Handled, QuestionSite, QueueChange,
    QueueOp, Request, SyncResult, TraceEntry, TrackedPod, Verb,
};

use super::rows::rows;
use super::unasked::{Unasked, unasked};
use crate::Moment;

/// How many consecutive deliveries are shown besides the last one; the rest is a number.
const MOST_DELIVERIES: usize = 8;

/// Fewer quiet rows than this stay rows.
const LEAST_FOLDED: usize = 3;

/// How a row stands to the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It happened.
    Done,
    /// It is the last thing that happened.
    Present,
    /// It has not happened yet.
    Todo,
    /// It did not happen, and no longer will.
    Never,
}

/// Calls of one kind in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Calls {
    pub verb: Verb,
    /// Whether they take finalizers from pods.
    pub free: bool,
    /// The functions that make them, the outermost first.
    pub functions: Vec<Function>,
    /// The calls with their places in the trace.
    pub calls: Vec<(usize, Call)>,
}

/// An object that reached or left a cache, and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delivered {
    pub delivery: Option<Delivery>,
    pub handled: Option<Handled>,
    pub expectations: Vec<ExpectationOp>,
    /// Finalizers that were expected to go, and are seen gone now.
    pub finalizers: usize,
    /// The Jobs that all select the pod, if they are many.
    pub rivals: Vec<Name>,
    pub queue: Vec<QueueOp>,
}

/// What a row is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Enter(Function),
    Leave(Function),
    Question(Decision),
    Calls(Calls),
    /// What a user asked of the API server.
    Asked(Box<Request>),
    Expectation(ExpectationOp),
    /// The number of finalizers that are expected to disappear.
    Finalizers(usize),
    /// The pod back-off store has another record, or none any more.
    Backoff(Option<BackoffRecord>),
    /// Whether the end of the Job is expected to be seen from now on.
    FinishExpected(bool),
    /// What was made of pods that the tracking finalizer holds.
    Judged(Vec<TrackedPod>),
    Queue(QueueChange),
    Delivered(Delivered),
    Returned(SyncResult),
    /// A question that was not asked.
    Unasked(QuestionSite),
}

/// What tells a row from all others of its step.
pub type RowId = (usize, Option<QuestionSite>);

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The trace entries that it stands for.
    pub range: Range<usize>,
    /// How many functions deep below `syncJob`.
    pub depth: usize,
    pub kind: Kind,
    pub standing: Standing,
}

impl Row {
    /// What tells it from all others of its step.
    pub fn id(&self) -> RowId {
        match self.kind {
            Kind::Unasked(place) => (self.range.start, Some(place)),
            _ => (self.range.start, None),
        }
    }
}

/// A row, or several quiet ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Row(Rc<Row>),
    Fold(Vec<Rc<Row>>),
    /// The number of further deliveries like those before.
    More(usize),
}

/// All rows of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub parts: Vec<Part>,
}

impl Path {
    /// The path of the current step, with the question `look` as the selected one.
    pub fn of(now: &Moment, look: Option<DecisionId>) -> Self {
        Self { parts: shorten(&fold(without_empty(all_rows(now, look)), now.inside())) }
    }

    /// The parts in two halves: of all, or of the `most` consecutive ones that can be in view, with the present one, which may be the
    /// last in view, and a few more.
    pub fn halves(&self, most: Option<usize>) -> [Range<usize>; 2] {
        let Range { start, end } = most.map_or(0..self.parts.len(), |most| self.around(most));
        let middle = start.midpoint(end);
        [start..middle, middle..end]
    }

    /// Which parts are in view at `most`.
    fn around(&self, most: usize) -> Range<usize> {
        /// Rows below the view: with them it can be scrolled as far as with all, to the beginning of a high row.
        const BELOW: usize = 5;
        let is_present = |part: &Part| matches!(part, Part::Row(row) if row.standing == Standing::Present);
        let end = self.parts.iter().position(is_present).map_or(0, |present| present + 1).max(most) + BELOW;
        let end = end.min(self.parts.len());
        end.saturating_sub(most + BELOW)..end
    }
}

/// Every row of the current step, with the question `look` as the selected one. Nothing is folded or left out.
pub fn all_rows(now: &Moment, look: Option<DecisionId>) -> Vec<Row> {
    let mut rows = rows(now.trace());
    let last_stop = last_stop(now, look);
    for row in &mut rows {
        row.standing = if row.range.start >= now.done {
            Standing::Todo
        } else if last_stop.is_some_and(|stop| row.range.contains(&stop)) {
            Standing::Present
        } else {
            Standing::Done
        };
    }
    with_unasked(rows, unasked(now))
}

/// The trace entry that is the present one: within a step the last question, call or delivery; after it the question
/// `look` where it was asked last, or else what decided the step.
pub fn last_stop(now: &Moment, look: Option<DecisionId>) -> Option<usize> {
    let done = now.done_trace();
    if now.inside() {
        return done.iter().rposition(TraceEntry::is_stop);
    }
    let is_looked_at = |entry: &TraceEntry| matches!(entry, TraceEntry::Decision(asked) if Some(asked.id()) == look);
    if let Some(place) = done.iter().rposition(is_looked_at) {
        return Some(place);
    }
    now.sync()?;
    let decides = |entry: &TraceEntry| match entry {
        TraceEntry::Call(call) => matches!(call.verb, Verb::Create | Verb::Delete),
        TraceEntry::Decision(decision) => decision.settles(),
        _ => false,
    };
    done.iter().rposition(decides).or_else(|| done.iter().rposition(|entry| matches!(entry, TraceEntry::Decision(_))))
}

/// The rows with those questions among them that were not asked.
fn with_unasked(rows: Vec<Row>, unasked: Vec<Unasked>) -> Vec<Row> {
    let mut all = Vec::with_capacity(rows.len());
    let mut unasked = unasked.into_iter().peekable();
    let never = |Unasked { before, depth, places }: Unasked| {
        let row =
            move |place| Row { range: before..before, depth, kind: Kind::Unasked(place), standing: Standing::Never };
        places.into_iter().map(row)
    };
    for row in rows {
        while let Some(before) = unasked.next_if(|unasked| unasked.before <= row.range.start) {
            all.extend(never(before));
        }
        all.push(row);
    }
    all.extend(unasked.flat_map(never));
    all
}

/// The rows without functions in which nothing happened, such as `deleteActivePods` where no pod is active.
fn without_empty(rows: Vec<Row>) -> Vec<Row> {
    let mut all: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        let enters =
            |before: &Row| matches!((&before.kind, &row.kind), (Kind::Enter(one), Kind::Leave(other)) if one == other);
        if all.last().is_some_and(enters) {
            all.pop();
        } else {
            all.push(row);
        }
    }
    all
}

/// Folds quiet rows, and questions that were not asked. Within a step nothing folds, so that stepping does not move what was just read.
fn fold(rows: Vec<Row>, inside: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut quiet: Vec<Rc<Row>> = Vec::new();
    for row in rows {
        let folds = !inside
            && match &row.kind {
                Kind::Question(decision) => row.standing == Standing::Done && decision.is_quiet(),
                Kind::Unasked(_) => true,
                _ => false,
            };
        let row = Rc::new(row);
        if folds {
            quiet.push(row);
        } else {
            flush(&mut parts, &mut quiet);
            parts.push(Part::Row(row));
        }
    }
    flush(&mut parts, &mut quiet);
    parts
}

/// Leaves out deliveries in the middle of very many, but never the present one.
fn shorten(parts: &[Part]) -> Vec<Part> {
    let is_delivery = |part: &Part| matches!(part, Part::Row(row) if matches!(row.kind, Kind::Delivered(_)) && row.standing != Standing::Present);
    let mut short = Vec::new();
    for run in parts.chunk_by(|one, next| is_delivery(one) == is_delivery(next)) {
        match run {
            [first @ .., last] if is_delivery(last) && first.len() > MOST_DELIVERIES => {
                short.extend(first.iter().take(MOST_DELIVERIES).cloned());
                short.push(Part::More(first.len() - MOST_DELIVERIES));
                short.push(last.clone());
            }
            _ => short.extend_from_slice(run),
        }
    }
    short
}

fn flush(parts: &mut Vec<Part>, quiet: &mut Vec<Rc<Row>>) {
    let rows = std::mem::take(quiet);
    if rows.len() >= LEAST_FOLDED {
        parts.push(Part::Fold(rows));
    } else {
        parts.extend(rows.into_iter().map(Part::Row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_step_one_row_is_the_present_one() {
        use jobscope_core::api::Release;
        use jobscope_core::timeline::Timeline;

        use crate::played::moments;
        use crate::preset::Preset;
        for scenario in Preset::ALL {
            for moment in Release::ALL.into_iter().flat_map(|release| moments(scenario, release, Timeline::step_into)) {
                let path = Path::of(&moment, None);
                let rows = path.parts.iter().flat_map(|part| match part {
                    Part::Row(row) => std::slice::from_ref(row),
                    Part::Fold(rows) => rows,
                    Part::More(_) => &[],
                });
                let present = rows.filter(|row| row.standing == Standing::Present).count();
                let want = usize::from(moment.inside() || moment.sync().is_some());
                assert_eq!(present, want, "{scenario:?} step {} entry {}", moment.step_number(), moment.done);
            }
        }
    }

    #[test]
    fn a_function_in_which_nothing_happened_has_no_heading() {
        use jobscope_core::api::Release;
        use jobscope_core::timeline::Timeline;

        use crate::played::moments;
        use crate::preset::Preset;
        let mut entered_in_vain = 0;
        for scenario in Preset::ALL {
            for moment in Release::ALL.into_iter().flat_map(|release| moments(scenario, release, Timeline::step_over)) {
                let has_heading = |pair: &[Part]| match pair {
                    [Part::Row(one), Part::Row(next)] => {
                        matches!((&one.kind, &next.kind), (Kind::Enter(_), Kind::Leave(_)))
                    }
                    _ => false,
                };
                let path = Path::of(&moment, None);
                assert!(!path.parts.windows(2).any(has_heading), "{scenario:?} step {}", moment.step_number());
                let is_vain = |pair: &[TraceEntry]| {
                    matches!(pair, [TraceEntry::Enter(Function::DeleteActivePods), TraceEntry::Leave(_)])
                };
                entered_in_vain += usize::from(moment.trace().windows(2).any(is_vain));
            }
        }
        assert!(entered_in_vain > 0, "it never happens");
    }

    #[test]
    fn the_question_that_somebody_looks_at_is_the_present_row() {
        use jobscope_core::api::Release;
        use jobscope_core::timeline::Timeline;

        use crate::played::moments;
        use crate::preset::Preset;
        let look = DecisionId::WantActive;
        for moment in moments(Preset::Pi, Release::V1_36, Timeline::step_over) {
            let asks = moment
                .done_trace()
                .iter()
                .any(|entry| matches!(entry, TraceEntry::Decision(asked) if asked.id() == look));
            let path = Path::of(&moment, Some(look));
            let present = path.parts.iter().find_map(|part| match part {
                Part::Row(row) if row.standing == Standing::Present => Some(row),
                _ => None,
            });
            let shown = present.is_some_and(|row| matches!(row.kind, Kind::Question(asked) if asked.id() == look));
            assert_eq!(shown, asks, "step {}", moment.step_number());
        }
    }

    #[test]
    fn of_very_many_deliveries_the_middle_is_a_number() {
        let row = |place: usize| {
            let kind = Kind::Delivered(Delivered::default());
            Part::Row(Rc::new(Row { range: place..place + 1, depth: 0, kind, standing: Standing::Done }))
        };
        let parts = shorten(&(0..1000).map(row).collect::<Vec<_>>());
        assert_eq!(parts.len(), MOST_DELIVERIES + 2);
        assert_eq!(parts[MOST_DELIVERIES], Part::More(1000 - MOST_DELIVERIES - 1));
        assert_eq!(shorten(&(0..MOST_DELIVERIES).map(row).collect::<Vec<_>>()).len(), MOST_DELIVERIES);
    }

    #[test]
    fn what_may_be_in_view_has_the_present_row() {
        let row = |place: usize, present| {
            let standing = if present { Standing::Present } else { Standing::Done };
            let kind = Kind::Delivered(Delivered::default());
            Part::Row(Rc::new(Row { range: place..place + 1, depth: 0, kind, standing }))
        };
        let path = |all: usize, present: Option<usize>| Path {
            parts: (0..all).map(|place| row(place, Some(place) == present)).collect(),
        };
        let around = |all, present| path(all, present).around(10);
        assert_eq!(around(40, None), 0..15);
        assert_eq!(around(40, Some(4)), 0..15, "all rows from the first are in view");
        assert_eq!(around(40, Some(30)), 21..36, "it may be the last row in view");
        assert_eq!(around(40, Some(39)), 25..40);
        assert_eq!(around(5, Some(2)), 0..5);
        assert_eq!(path(40, Some(30)).halves(Some(10)), [21..28, 28..36]);
        assert_eq!(path(5, None).halves(None), [0..2, 2..5]);
    }

    #[test]
    fn what_was_not_asked_stands_where_it_would_have_been() {
        let row = |place: usize| Row {
            range: place..place + 1,
            depth: 0,
            kind: Kind::Finalizers(1),
            standing: Standing::Done,
        };
        let place = QuestionSite { function: Function::SyncJob, decision: DecisionId::JobFinished };
        let unasked = |before| Unasked { before, depth: 0, places: vec![place] };
        let all = with_unasked(vec![row(1), row(4)], vec![unasked(2), unasked(9)]);
        let ids: Vec<_> = all.iter().map(Row::id).collect();
        assert_eq!(ids, [(1, None), (2, Some(place)), (4, None), (9, Some(place))]);
    }

    #[test]
    fn quiet_questions_fold_after_a_step_and_not_within_it() {
        let quiet = Decision::JobInCache { found: true };
        let row = |place: usize| Row {
            range: place..place + 1,
            depth: 0,
            kind: Kind::Question(quiet),
            standing: Standing::Done,
        };
        assert!(matches!(fold(vec![row(0), row(1), row(2)], false)[..], [Part::Fold(_)]));
        assert_eq!(fold(vec![row(0), row(1), row(2)], true).len(), 3);
        assert_eq!(fold(vec![row(0), row(1)], false).len(), 2);
    }
}
