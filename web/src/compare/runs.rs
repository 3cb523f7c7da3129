//! The two runs, played to their end, and what they show in a row.

use std::rc::Rc;

use jobscope_core::api::{ObjectKey, Time};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::{Comparison, Cursor, Impossible, Origin, Row, Timeline};
use jobscope_explain::{Moment, Movement};
use yew::AttrValue;

use super::steps;
use crate::seen::With;
use crate::timeline::{Difference, Run, branch_name, clocks};
use crate::words::Words;

/// Most steps that a run is played on from where it is recorded.
const MOST_STEPS: usize = 500;

/// A lesson's own run of another release, shown beside the session.
#[derive(Clone, Debug)]
pub(crate) struct LessonRun {
    pub(crate) timeline: Rc<Timeline>,
    /// The number of steps done where the section is: here, and there.
    pub(crate) steps: (usize, usize),
}

impl PartialEq for LessonRun {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline) && self.steps == other.steps
    }
}

/// Where both runs are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// In a row, in which the clock is the same.
    Row(usize),
    /// Each after its own number of steps.
    Steps((usize, usize)),
}

pub(super) struct Runs {
    left: Timeline,
    right: Timeline,
    with: With,
    /// What was applied, for runs under further releases.
    manifest: Rc<str>,
    pub(super) comparison: Comparison,
    /// What was not possible in the right run.
    pub(super) impossible: Vec<Impossible>,
    /// Both as they are drawn.
    pub(super) drawn: [Run; 2],
    /// How far both have come in each row, in milliseconds.
    clocks: Vec<i64>,
}

impl PartialEq for Runs {
    /// Compared by identity: two are either the same value or made separately.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Both runs in a row.
pub(super) struct Shown {
    pub(super) left: Moment,
    pub(super) right: Moment,
    /// Whether the left run does nothing in this row, and the right.
    pub(super) waits: (bool, bool),
    place: Position,
    runs: Rc<Runs>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place && Rc::ptr_eq(&self.runs, &other.runs)
    }
}

impl Runs {
    /// The chosen branch of `timeline` beside the other run: `run`, if it is of the release that is asked for.
    pub(super) fn of(timeline: &Timeline, manifest: &str, with: With, run: Option<&Timeline>) -> Self {
        let mut left = timeline.clone();
        left.play_on(MOST_STEPS);
        let (mut right, impossible) = match with {
            With::Release(release) => {
                if let Some(run) = run.filter(|run| run.world().release() == release) {
                    (run.clone(), Vec::new())
                } else {
                    let under = left.under(release.into(), manifest);
                    (under.timeline, under.impossible)
                }
            }
            With::Branch(id) => {
                let mut other = timeline.clone();
                // A branch that has been removed is compared with itself: there is no difference.
                let _ = other.choose_branch(id);
                (other, Vec::new())
            }
        };
        right.play_on(MOST_STEPS);
        let comparison = Comparison::of(&left, &right);
        let done = |of: fn(&Row) -> usize| comparison.rows.iter().map(of).collect();
        let drawn = [Run::of(&left, done(|row| row.left)), Run::of(&right, done(|row| row.right))];
        let clocks = clocks(&drawn);
        Self { left, right, with, manifest: manifest.into(), comparison, impossible, drawn, clocks }
    }

    /// Where they first differ, the earliest first.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let Comparison { decision, write, status, .. } = &self.comparison;
        let rows = [
            ("compare-decisions", decision.as_ref().map(|found| found.row)),
            ("compare-writes", write.as_ref().map(|found| found.row)),
            ("compare-status", status.as_ref().map(|found| found.row)),
        ];
        let mut all: Vec<_> = rows.into_iter().filter_map(|(kind, row)| Some(Difference { kind, row: row? })).collect();
        all.small_sort_by_key(|difference| difference.row);
        all
    }

    /// What is behind the first difference, if the runs are of two releases. This runs the session several times.
    pub(super) fn origin(&self) -> Option<Origin> {
        match self.with {
            With::Release(release) => self.left.origin_of_difference(release, &self.manifest),
            With::Branch(_) => None,
        }
    }

    /// Whether there is nothing to compare.
    pub(super) fn is_empty(&self) -> bool {
        self.comparison.rows.len() < 2
    }

    /// What the two are called.
    pub(super) fn names(&self, words: &Words) -> [AttrValue; 2] {
        match self.with {
            With::Release(_) => [&self.left, &self.right].map(|run| run.world().release().name().into()),
            With::Branch(_) => [&self.left, &self.right].map(|run| branch_name(words, run, run.chosen_branch())),
        }
    }

    /// How far both have come in a row, in milliseconds.
    pub(super) fn clock(&self, row: usize) -> i64 {
        self.clocks.get(row).copied().unwrap_or_default()
    }

    /// When both begin.
    pub(super) fn start(&self) -> Time {
        self.left.start().start()
    }

    /// The row in which the left run stands at `cursor`.
    pub(super) fn row_of(&self, cursor: Cursor) -> usize {
        self.comparison.rows.partition_point(|row| row.left < steps(cursor))
    }

    /// What both show at a place.
    pub(super) fn shown(self: &Rc<Self>, place: Position) -> Shown {
        let rows = &self.comparison.rows;
        let (at, before) = match place {
            Position::Row(row) => {
                let row = row.min(rows.len().saturating_sub(1));
                let before = row.checked_sub(1).and_then(|before| rows.get(before)).copied();
                (rows.get(row).copied().unwrap_or_default(), before)
            }
            Position::Steps((left, right)) => (Row { left, right }, None),
        };
        let [left, right] = self.moments(at);
        let waits = |done: fn(&Row) -> usize| before.is_some_and(|before| done(&before) == done(&at));
        Shown { left, right, waits: (waits(|row| row.left), waits(|row| row.right)), place, runs: Rc::clone(self) }
    }

    /// What a Job is called in a row, where there are others.
    pub(super) fn name_of_job(&self, row: usize, job: &ObjectKey) -> Option<String> {
        let moments = self.moments(self.comparison.rows.get(row).copied()?);
        moments.iter().find_map(|moment| moment.name_among_jobs(job))
    }

    /// Both runs, each after its own number of steps.
    fn moments(&self, at: Row) -> [Moment; 2] {
        [(&self.left, at.left), (&self.right, at.right)].map(|(run, step)| {
            let mut run = run.clone();
            run.seek(Cursor { step, entries: 0 });
            Moment::of(&run, 0, Movement::Jump, 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::world::{Action, World};

    use super::*;
    use jobscope_explain::Preset;

    fn session(scenario: Preset, release: Release) -> Timeline {
        let mut timeline = Timeline::new(World::new(release));
        for action in scenario.setup() {
            timeline.apply(&action).unwrap();
        }
        let job = Manifest::parse(scenario.manifest(), release).unwrap().job;
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        timeline
    }

    #[test]
    fn every_scenario_can_be_compared_under_every_release() {
        for scenario in Preset::ALL {
            let timeline = session(scenario, Release::V1_28);
            for release in Release::ALL {
                let runs = Rc::new(Runs::of(&timeline, scenario.manifest(), With::Release(release), None));
                assert!(!runs.is_empty(), "{scenario:?}");
                // While a Job rests, the newer releases do the same.
                let rests = scenario == Preset::Suspended && release > Release::V1_28;
                let is_alike = runs.comparison.first_row().is_none();
                if release == Release::V1_28 || rests {
                    assert!(is_alike, "{scenario:?} {release}");
                }
                // Neighbours of v1.28 may do the same.
                if [Release::V1_11, Release::V1_22, Release::V1_36].contains(&release) && !rests {
                    assert!(!is_alike, "{scenario:?} {release}");
                }
                let last = runs.comparison.rows.len() - 1;
                for row in [0, last / 2, last] {
                    let shown = runs.shown(Position::Row(row));
                    assert!(
                        row == 0 || shown.waits != (true, true),
                        "{scenario:?} {release}: nothing happens in {row}"
                    );
                }
            }
        }
    }

    #[test]
    fn it_begins_where_the_session_stands() {
        let mut timeline = session(Preset::Pi, Release::V1_28);
        for _ in 0..3 {
            timeline.step_over();
        }
        let runs = Rc::new(Runs::of(&timeline, Preset::Pi.manifest(), With::Release(Release::V1_11), None));
        let shown = runs.shown(Position::Row(runs.row_of(timeline.cursor())));
        assert_eq!(shown.left.cursor, timeline.cursor());
        assert_eq!(shown.left.snapshot.release, Release::V1_28);
        assert_eq!(shown.right.snapshot.release, Release::V1_11);
    }

    #[test]
    fn a_run_of_a_lesson_stands_beside_at_a_step_of_its_own() {
        let mut timeline = session(Preset::Pi, Release::V1_28);
        let mut lesson = session(Preset::Pi, Release::V1_11);
        for _ in 0..5 {
            timeline.step_over();
            lesson.step_over();
        }
        let other = With::Release(Release::V1_11);
        let runs = Rc::new(Runs::of(&timeline, Preset::Pi.manifest(), other, Some(&lesson)));
        let shown = runs.shown(Position::Steps((2, 4)));
        assert_eq!((shown.left.cursor.step, shown.right.cursor.step), (2, 4));
        assert_eq!((shown.left.snapshot.release, shown.right.snapshot.release), (Release::V1_28, Release::V1_11));
        assert_eq!(shown.waits, (false, false));
        // A run of another release is not what was asked for.
        let runs = Runs::of(&timeline, Preset::Pi.manifest(), With::Release(Release::V1_22), Some(&lesson));
        assert_eq!(runs.names(&Words::new(crate::words::Locale::En)), ["v1.28", "v1.22"]);
    }
}
