//! The branches as lines on the axis of the chosen one: each leaves its parent's line where it branched off, and
//! reaches as far as its own clock and steps.

use jobscope_core::timeline::{BranchId, BranchView, Timeline};

use super::axis::Axis;
use super::path::{Path, float};

/// The height of a line in the units of the drawing.
pub(super) const ROW: f64 = 20.0;

/// A branch as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) branch: BranchView,
    /// The row of the branch that it came from.
    above: usize,
    /// Where it begins and ends, in the units of the axis.
    pub(super) from: f64,
    to: f64,
}

/// The lines of all branches, one a row.
pub(super) fn lines(timeline: &Timeline, branches: &[BranchView], axis: &Axis) -> Vec<Line> {
    let row_of = |id: BranchId| branches.iter().position(|branch| branch.id == id).unwrap_or_default();
    branches
        .iter()
        .map(|branch| line(timeline, branch, branch.from.map_or(0, |fork| row_of(fork.branch)), axis))
        .collect()
}

fn line(timeline: &Timeline, branch: &BranchView, above: usize, axis: &Axis) -> Line {
    let steps = timeline.steps_of(branch.id);
    let shared = steps.map_or(0, |steps| steps.shared_with(timeline.steps()));
    let start = timeline.start().start();
    // What it shares with the chosen branch lies where that has it; the rest, where the clock is as far.
    let place = |count: usize| {
        if count <= shared {
            return axis.at(count, 0.0);
        }
        let at = timeline.time_after(branch.id, count);
        let back = steps.into_iter().flat_map(|steps| steps.heads().iter().take(count).rev());
        let within = back.take_while(|head| head.now == at).count();
        // The step that brought the clock there ends where the instant begins.
        let since = if at == start { within } else { within.saturating_sub(1) };
        axis.reach(at.since(start), since).max(axis.at(shared, 0.0))
    };
    let fork = branch.from.map_or(0, |fork| fork.step);
    Line { above, from: place(fork), to: place(branch.steps), branch: branch.clone() }
}

/// The lines but the chosen one, then the chosen one.
pub(super) fn drawn(lines: &[Line]) -> (Path, Path) {
    let (mut others, mut chosen) = (Path::default(), Path::default());
    for (row, line) in lines.iter().enumerate() {
        let path = if line.branch.chosen { &mut chosen } else { &mut others };
        let middle = |row: usize| float(row) * ROW + ROW / 2.0;
        // A branch that has come nowhere yet is seen, too.
        path.turn(line.from, middle(line.above), line.to.max(line.from + 2.0), middle(row));
    }
    (others, chosen)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Cursor;
    use jobscope_core::world::{Action, World};

    use super::*;
    use jobscope_explain::{Scenes, Track};

    #[test]
    fn branches_leave_where_they_parted_and_end_where_their_clock_does() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        for _ in 0..4 {
            timeline.apply(&Action::Advance { ms: 1_000 }).unwrap();
        }
        timeline.seek(Cursor { step: 2, entries: 0 });
        timeline.apply(&Action::Advance { ms: 1_500 }).unwrap();
        let mut track = Track::default();
        for (chosen, ends) in [(2, [1.0, 1.0]), (1, [1.0, 0.875])] {
            timeline.choose_branch(BranchId(chosen)).unwrap();
            track.follow(&timeline, &mut Scenes::default());
            let axis = Axis::of(track.points());
            let lines = lines(&timeline, &timeline.branches(), &axis);
            let end = axis.at(timeline.steps().len(), 0.0);
            assert_eq!(lines.iter().map(|line| line.above).collect::<Vec<_>>(), [0, 0]);
            assert!((lines[1].from - axis.at(2, 0.0)).abs() < 1e-9);
            for (line, part) in lines.iter().zip(ends) {
                // The first branch continues when the second has ended: to the end of the width.
                let expected = if chosen == 2 && !line.branch.chosen { super::super::axis::WIDTH } else { end * part };
                assert!((line.to - expected).abs() < 1e-6, "{chosen}: {lines:?} {expected}");
            }
            let (others, chosen) = drawn(&lines);
            assert_ne!(format!("{:?}", others.draw("")), format!("{:?}", chosen.draw("")));
        }
    }
}
