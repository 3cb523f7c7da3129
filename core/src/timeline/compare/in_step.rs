//! Two runs in step: which steps are side by side.
//!
//! The clock leads. Steps of one instant are paired in their order, like with like, so that a sync is beside a sync; a
//! step that only one run takes has a row of its own.

use std::cmp::Ordering;
use std::mem;

use serde::{Deserialize, Serialize};

use crate::api::Time;
use crate::timeline::{Heads, StepHead};
use crate::world::Action;

/// Most pairs that are looked at for one instant. Beyond, steps are paired as they come.
const MAX_PAIRS: usize = 1_000_000;

/// How far the two runs have come in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Row {
    /// Steps that the left run has done.
    pub left: usize,
    /// Steps that the right run has done.
    pub right: usize,
}

/// The rows of two runs. The first has no steps, the last all.
pub(super) fn rows(left: &Heads, right: &Heads) -> Vec<Row> {
    let mut rows = vec![Row::default()];
    let (left, right): (Vec<_>, Vec<_>) = (left.iter().collect(), right.iter().collect());
    let (mut ours, mut theirs) = (&left[..], &right[..]);
    while let Some(at) = instant(ours, theirs) {
        let (now_ours, rest_ours) = ours.split_at(ours.partition_point(|step| step.at <= at));
        let (now_theirs, rest_theirs) = theirs.split_at(theirs.partition_point(|step| step.at <= at));
        pair(now_ours, now_theirs, &mut rows);
        (ours, theirs) = (rest_ours, rest_theirs);
    }
    rows
}

/// The next instant at which either does something.
fn instant(ours: &[&StepHead], theirs: &[&StepHead]) -> Option<Time> {
    ours.first().into_iter().chain(theirs.first()).map(|step| step.at).min()
}

/// Adds the rows of steps at one instant.
fn pair(ours: &[&StepHead], theirs: &[&StepHead], rows: &mut Vec<Row>) {
    let common = Common::of(ours, theirs);
    let (mut i, mut j) = (0, 0);
    while i < ours.len() || j < theirs.len() {
        let (left, right) = match (ours.get(i), theirs.get(j)) {
            (Some(_), None) => (1, 0),
            (None, Some(_)) => (0, 1),
            (Some(one), Some(other)) if alike(one, other) => (1, 1),
            // If one run can still be paired well without this step, it takes the step alone.
            _ => match common.after(i + 1, j).cmp(&common.after(i, j + 1)) {
                Ordering::Greater => (1, 0),
                Ordering::Less => (0, 1),
                Ordering::Equal => (1, 1),
            },
        };
        (i, j) = (i + left, j + right);
        let last = rows.last().copied().unwrap_or_default();
        rows.push(Row { left: last.left + left, right: last.right + right });
    }
}

/// Whether two steps are of one kind.
fn alike(one: &StepHead, other: &StepHead) -> bool {
    match (&one.action, &other.action) {
        (Action::Deliver { kind, .. }, Action::Deliver { kind: other, .. }) => kind == other,
        (one, other) => mem::discriminant(one) == mem::discriminant(other),
    }
}

/// How many steps can be paired with one alike after each place: the table of the longest common subsequence.
struct Common {
    lengths: Vec<u32>,
    width: usize,
}

impl Common {
    fn of(ours: &[&StepHead], theirs: &[&StepHead]) -> Self {
        let width = theirs.len() + 1;
        let size = (ours.len() + 1).saturating_mul(width);
        // Nothing can be paired, as far as this knows, where there is too much to look at.
        let mut common = Self { lengths: vec![0; if size > MAX_PAIRS { 0 } else { size }], width };
        if common.lengths.is_empty() {
            return common;
        }
        for (i, one) in ours.iter().enumerate().rev() {
            for (j, other) in theirs.iter().enumerate().rev() {
                let length = if alike(one, other) {
                    common.after(i + 1, j + 1) + 1
                } else {
                    common.after(i + 1, j).max(common.after(i, j + 1))
                };
                if let Some(place) = common.lengths.get_mut(i * width + j) {
                    *place = length;
                }
            }
        }
        common
    }

    fn after(&self, i: usize, j: usize) -> u32 {
        self.lengths.get(i * self.width + j).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;
    use crate::timeline::Timeline;
    use crate::trace::Kind;
    use crate::world::World;

    fn run(actions: &[Action]) -> Timeline {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        for action in actions {
            timeline.apply(action).unwrap();
        }
        timeline
    }

    fn rows_of(ours: &[Action], theirs: &[Action]) -> Vec<(usize, usize)> {
        rows(run(ours).steps().heads(), run(theirs).steps().heads())
            .into_iter()
            .map(|row| (row.left, row.right))
            .collect()
    }

    #[test]
    fn the_clock_leads_and_like_stands_beside_like() {
        let (relist, resync) = (Action::Relist { kind: Kind::Job }, Action::Resync);
        let wait = |ms| Action::Advance { ms };
        assert_eq!(rows_of(&[], &[]), [(0, 0)]);
        assert_eq!(rows_of(std::slice::from_ref(&resync), &[]), [(0, 0), (1, 0)]);
        let ours = [resync.clone(), wait(10), resync.clone()];
        let theirs = [relist.clone(), resync.clone(), wait(5), wait(5), resync.clone()];
        assert_eq!(rows_of(&ours, &theirs), [(0, 0), (0, 1), (1, 2), (2, 3), (2, 4), (3, 5)]);
        // What is not alike and cannot be paired later goes side by side.
        assert_eq!(rows_of(&[resync], &[relist]), [(0, 0), (1, 1)]);
        let (mirrored, straight) = (rows_of(&theirs, &ours), rows_of(&ours, &theirs));
        assert_eq!(mirrored, straight.into_iter().map(|(left, right)| (right, left)).collect::<Vec<_>>());
    }
}
