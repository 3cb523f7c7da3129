//! Each pod's life as a bar, in order of creation. Neighbours with similar lives share one bar when there are too many
//! to tell apart.

use jobscope_explain::{PodChange, PodState, Track};

use super::axis::{Axis, rounded_up};
use super::path::{Drawing, Path, float};

/// The height of the drawing.
pub(super) const HEIGHT: f64 = 100.0;
/// More rows than this cannot be told apart.
const MOST_ROWS: usize = 40;
/// The classes of bars, in the order of [`PodState::ALL`].
const CLASSES: [&str; PodState::ALL.len()] =
    ["g-succeeded", "g-failed", "g-ready", "g-running", "g-pending", "g-terminating", "g-pending"];

/// A piece of a pod's life: in which state since which step (an index), until the next.
type Since = (Option<PodState>, usize);

/// The lives of all pods that were seen, in the order in which the pods were made. There may be very many, and they are
/// looked at with every step, so they are one after the other in one place.
struct Lives {
    pieces: Vec<Since>,
    /// Where the lives end, by the number of the pod.
    ends: Vec<usize>,
}

impl Lives {
    fn of(changes: &[PodChange]) -> Self {
        let place = |pod: u32| usize::try_from(pod).unwrap_or(usize::MAX);
        let pods = changes.iter().map(|change| place(change.pod).saturating_add(1)).max().unwrap_or_default();
        let mut ends = vec![0; pods];
        for change in changes {
            if let Some(pieces) = ends.get_mut(place(change.pod)) {
                *pieces += 1;
            }
        }
        // Where the lives begin first; each piece that comes to its place moves that on, in the end to the end.
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut pieces = vec![(None, 0); sum];
        for change in changes {
            if let Some(next) = ends.get_mut(place(change.pod)) {
                if let Some(piece) = pieces.get_mut(*next) {
                    *piece = (change.state, change.step);
                }
                *next += 1;
            }
        }
        Self { pieces, ends }
    }

    /// The lives.
    fn all(&self) -> Vec<&[Since]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        let lives = begins.zip(&self.ends).filter_map(|(begin, end)| self.pieces.get(*begin..*end));
        lives.filter(|life| !life.is_empty()).collect()
    }
}

pub(super) fn drawn(track: &Track, axis: &Axis) -> Drawing {
    let lives = Lives::of(track.changes());
    let lives = lives.all();
    let end = track.points().len();
    // Few pods have thick bars, and the height of one changes seldom.
    let rows = if lives.len() <= 8 { rounded_up(float(lives.len().max(4))) } else { float(lives.len()) };
    let pitch = HEIGHT / rows;
    let gap = if lives.len() > MOST_ROWS { 0.0 } else { pitch * 0.28 };
    let mut paths: [Path; CLASSES.len()] = Default::default();
    let mut first = 0;
    for group in lives.chunk_by(|a, b| lives.len() > MOST_ROWS && a == b) {
        let (top, bottom) = (float(first) * pitch, float(first + group.len()) * pitch - gap);
        first += group.len();
        for ((state, since), until) in group.first().map(|life| spans(life, end)).unwrap_or_default() {
            let place = PodState::ALL.iter().position(|known| *known == state).unwrap_or_default();
            if let Some(path) = paths.get_mut(place) {
                let until = if until < end { axis.came_of(until) } else { axis.at(end, 0.0) };
                path.block(axis.came_of(since), until, top, bottom);
            }
        }
    }
    CLASSES.into_iter().zip(paths).collect()
}

/// The states of a life with where they begin and end.
fn spans(life: &[Since], end: usize) -> Vec<((PodState, usize), usize)> {
    let ends = life.iter().skip(1).map(|(_, since)| *since).chain([end]);
    life.iter()
        .zip(ends)
        .filter_map(|((state, since), until)| {
            let state = (*state)?;
            // What has ended is not drawn on for ever.
            let over = matches!(state, PodState::Succeeded | PodState::Failed);
            Some(((state, *since), if over { until.min(since + 1) } else { until }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_life_has_spans_from_state_to_state() {
        let change = |step, pod, state| PodChange { step, pod, state };
        let changes = [
            change(0, 0, Some(PodState::Pending)),
            change(0, 1, Some(PodState::Pending)),
            change(3, 0, Some(PodState::Ready)),
            change(5, 0, Some(PodState::Succeeded)),
            change(6, 1, None),
        ];
        let lives = Lives::of(&changes);
        let lives = lives.all();
        assert_eq!(
            spans(lives[0], 9),
            [((PodState::Pending, 0), 3), ((PodState::Ready, 3), 5), ((PodState::Succeeded, 5), 6)]
        );
        assert_eq!(spans(lives[1], 9), [((PodState::Pending, 0), 6)]);
    }
}
