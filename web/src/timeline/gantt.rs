//! Each pod's life as a bar, in order of creation. Neighbours with similar lives share one bar when there are too many
//! to tell apart.

use std::ops::Range;

use jobscope_explain::{Life, PodState, Since, Track};

use super::axis::{Axis, rounded_up};
use super::path::{Drawing, Path, float};

/// The height of the drawing.
pub(super) const HEIGHT: f64 = 100.0;
/// More rows than this cannot be told apart.
const MOST_ROWS: usize = 40;
/// More bars than this cannot be distinguished, even if neighbours have different lives.
const MOST_BARS: usize = 1_000;
/// The classes of bars, in the order of [`PodState::ALL`].
const CLASSES: [&str; PodState::ALL.len()] =
    ["g-succeeded", "g-failed", "g-ready", "g-running", "g-pending", "g-terminating", "g-pending"];

pub(super) fn drawn(track: &Track, axis: &Axis) -> Drawing {
    let lives = track.lives();
    let pods: usize = lives.iter().map(|life| life.pods.len()).sum();
    let end = track.points().len();
    // Few pods have thick bars, and the height of one changes seldom.
    let rows = if pods <= 8 { rounded_up(float(pods.max(4))) } else { float(pods) };
    let pitch = HEIGHT / rows;
    let gap = if pods > MOST_ROWS { 0.0 } else { pitch * 0.28 };
    let mut paths: [Path; CLASSES.len()] = Default::default();
    for (life, rows) in bars(lives, pods) {
        let (top, bottom) = (float(rows.start) * pitch, float(rows.end) * pitch - gap);
        for ((state, since), until) in spans(&life.states, end) {
            let place = PodState::ALL.iter().position(|known| *known == state).unwrap_or_default();
            if let Some(path) = paths.get_mut(place) {
                let until = if until < end { axis.came_of(until) } else { axis.at(end, 0.0) };
                path.block(axis.came_of(since), until, top, bottom);
            }
        }
    }
    CLASSES.into_iter().zip(paths).collect()
}

/// The bars, each with the life that it shows and its rows. Each of the `pods` has one row.
fn bars(lives: &[Life], pods: usize) -> Vec<(&Life, Range<usize>)> {
    let most = if pods > MOST_ROWS { usize::MAX } else { 1 };
    let least = pods / MOST_BARS + 1;
    let mut bars: Vec<(&Life, Range<usize>)> = Vec::new();
    let mut next = 0;
    for life in lives {
        let end = next + life.pods.len();
        while next < end {
            // A bar that is too thin to be seen takes the next lives in.
            if let Some((_, rows)) = bars.last_mut().filter(|(_, rows)| rows.len() < least) {
                next = end.min(rows.start + least);
                rows.end = next;
            } else {
                let rows = next..end.min(next.saturating_add(most));
                next = rows.end;
                bars.push((life, rows));
            }
        }
    }
    bars
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
        let life = [(PodState::Pending, 0), (PodState::Ready, 3), (PodState::Succeeded, 5)];
        let life = life.map(|(state, since)| (Some(state), since));
        assert_eq!(
            spans(&life, 9),
            [((PodState::Pending, 0), 3), ((PodState::Ready, 3), 5), ((PodState::Succeeded, 5), 6)]
        );
        assert_eq!(spans(&[life[0], (None, 6)], 9), [((PodState::Pending, 0), 6)]);
    }

    #[test]
    fn very_many_lives_that_differ_have_bars_that_can_be_seen() {
        let life = |pods| Life { pods, states: Vec::new() };
        let rows = |lives: &[Life]| {
            let pods = lives.iter().map(|life| life.pods.len()).sum();
            bars(lives, pods).into_iter().map(|(life, rows)| (life.pods.start, rows)).collect::<Vec<_>>()
        };
        assert_eq!(rows(&[life(0..2), life(3..4)]), [(0, 0..1), (0, 1..2), (3, 2..3)], "each has its own");
        assert_eq!(rows(&[life(0..50), life(60..70)]), [(0, 0..50), (60, 50..60)]);
        let apart: Vec<_> = (0..9_000).map(|pod| life(pod..pod + 1)).collect();
        let bars = rows(&apart);
        assert!((800..=1_000).contains(&bars.len()), "{}", bars.len());
        assert_eq!(bars[..2], [(0, 0..10), (10, 10..20)]);
        assert_eq!(bars.last().map(|(_, rows)| rows.end), Some(9_000));
    }
}
