//! The position of a step on the timeline.
//!
//! Half of the width goes to the steps, all alike, so that many steps at one instant stay apart; the other half goes to
//! the time that passes, so that a long wait looks long. The ends grow in jumps, so that the lanes do not move with
//! every step.
//!
//! [`Axis::waits`] says where only time passes.
//!
//! A step reaches from its place to that of the next one. What came of it is drawn from half of a step before its end,
//! so that it shows as soon as the playhead stands behind it.

use jobscope_explain::Point;

use super::window::Window;

/// The full width in the units of [`Axis::at`].
pub(super) const WIDTH: f64 = 1000.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// The place after each number of steps, from 0.
    places: Vec<f64>,
    /// The clock at the same moments, in milliseconds from the start.
    times: Vec<i64>,
    /// The width that each step has besides the time that passes in it.
    step: f64,
    /// The width that a millisecond has; 0, as long as no time passes.
    per_ms: f64,
}

/// A piece of the axis in which nothing happens but that time passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wait {
    /// Where it begins and ends, as parts of the window's width.
    pub(super) from: f64,
    pub(super) to: f64,
    /// How long it is, in milliseconds.
    pub(super) ms: i64,
    /// The steps (indexes) in which that time passes: the first one, and the one after the last.
    pub(super) steps: (usize, usize),
}

impl Axis {
    pub(super) fn of(points: &[Point]) -> Self {
        Self::through(std::iter::once(0).chain(points.iter().map(|point| point.at)).collect())
    }

    /// The axis on which the clock stands at these times: at the start, and after each step.
    pub(super) fn through(times: Vec<i64>) -> Self {
        let steps = rounded_up(float(times.len().saturating_sub(1)).max(12.0));
        // A little more than there is, so that the last instant has room for its name.
        let time = rounded_up(float_time(times.last().copied().unwrap_or_default()) * 1.04);
        let (step, per_ms) = if time > 0.0 { (WIDTH * 0.5 / steps, WIDTH * 0.5 / time) } else { (WIDTH / steps, 0.0) };
        let places = times.iter().enumerate().map(|(n, at)| float(n) * step + float_time(*at) * per_ms);
        Self { places: places.collect(), times, step, per_ms }
    }

    /// The axis of one of several runs that share this one: after each number of its steps it stands where this one
    /// does after its own number of steps.
    pub(super) fn shared(&self, stands: &[usize]) -> Self {
        Self {
            places: stands.iter().map(|stand| self.place(*stand)).collect(),
            times: stands.iter().map(|stand| self.times.get(*stand).copied().unwrap_or_default()).collect(),
            step: self.step,
            // The clock of this axis is that of all runs: where one of them waits, another may be at work.
            per_ms: 0.0,
        }
    }

    /// Where nothing happens but that time passes, as far as the window shows it, and is wide enough to be seen as
    /// such.
    pub(super) fn waits(&self, window: Window) -> Vec<Wait> {
        /// A wait has to add this multiple of a step's width: shorter waits are steps as all others.
        const STRIKING: f64 = 3.0;
        let waits = self.times.windows(2).enumerate().filter_map(|(step, times)| {
            let [before, after] = *times else { return None };
            let ms = after - before;
            let (from, to) = (window.part(self.place(step)), window.part(self.came_of(step)));
            let seen = float_time(ms) * self.per_ms >= self.step * STRIKING && shows(from, to);
            seen.then_some(Wait { from: from.max(0.0), to: to.min(1.0), ms, steps: (step, step + 1) })
        });
        waits.collect()
    }

    /// From what came of one step to what came of another, or to the end, as a wait.
    pub(super) fn between(&self, window: Window, since: usize, until: Option<usize>) -> Option<Wait> {
        let time = |step: usize| self.times.get(step + 1).or(self.times.last()).copied().unwrap_or_default();
        let end = until.map_or(self.end(), |step| self.came_of(step));
        let (from, to) = (window.part(self.came_of(since)), window.part(end));
        let ms = time(until.unwrap_or(self.times.len())) - time(since);
        let steps = (since + 1, until.map_or(self.times.len(), |until| until + 1));
        shows(from, to).then_some(Wait { from: from.max(0.0), to: to.min(1.0), ms, steps })
    }

    /// A wait that is still to come, after all steps; `None` if there is no room for it.
    pub(super) fn ahead(&self, window: Window, ms: i64) -> Option<Wait> {
        /// How wide it is while no time has passed that it could be compared with.
        const UNKNOWN: f64 = WIDTH / 5.0;
        /// With less room it cannot be recognised.
        const LEAST: f64 = 0.04;
        let (from, to) =
            (self.end(), self.end() + if self.per_ms > 0.0 { float_time(ms) * self.per_ms } else { UNKNOWN });
        let (from, to) = (window.part(from), window.part(to.min(WIDTH)).min(1.0));
        let steps = (self.times.len(), self.times.len());
        (ms > 0 && from >= 0.0 && to - from >= LEAST).then_some(Wait { from, to, ms, steps })
    }

    /// The place after all steps.
    pub(super) fn end(&self) -> f64 {
        self.place(self.times.len())
    }

    /// The place after `steps` steps, and `part` of the next one.
    pub(super) fn at(&self, steps: usize, part: f64) -> f64 {
        let here = self.place(steps);
        here + (self.place(steps + 1) - here) * part
    }

    /// From where on what came of a step (an index) is drawn.
    pub(super) fn came_of(&self, step: usize) -> f64 {
        (self.place(step + 1) - self.step / 2.0).max(self.at(step, 0.5))
    }

    /// The places between steps that the window shows, as parts of its width; none, if they are too close to be told
    /// apart.
    pub(super) fn steps(&self, window: Window) -> Vec<f64> {
        const CLOSEST: f64 = 0.004;
        if window.part(self.step) - window.part(0.0) < CLOSEST {
            return Vec::new();
        }
        let parts = self.places.iter().map(|place| window.part(*place));
        parts.filter(|part| (0.0..=1.0).contains(part)).collect()
    }

    fn place(&self, steps: usize) -> f64 {
        self.places.get(steps).or(self.places.last()).copied().unwrap_or_default()
    }

    /// The place of another branch that made `steps` steps since its clock came to `at`: as far as this one stands at
    /// that instant. The end of the width if its clock does not come so far.
    pub(super) fn reach(&self, at: i64, steps: usize) -> f64 {
        if self.times.last().is_some_and(|last| at > *last) {
            return WIDTH;
        }
        let (first, after) = (self.time_place(at), self.times.partition_point(|known| *known <= at));
        (first + float(steps) * self.step).min(first.max(self.place(after.saturating_sub(1))))
    }

    /// The number of steps after which the place is nearest to `place`.
    pub(super) fn nearest(&self, place: f64) -> usize {
        let after = self.places.partition_point(|known| *known < place);
        match after.checked_sub(1) {
            Some(before) if after >= self.places.len() || place - self.place(before) < self.place(after) - place => {
                before
            }
            _ => after,
        }
    }

    /// Round instants with their places within `window`, at most about `most` of them and never too close.
    pub(super) fn ticks(&self, window: Window, most: i64) -> Vec<Tick> {
        /// Ticks closer than this, as parts of the width, have no room for a text, and then none to be told apart.
        const ROOM: [f64; 2] = [0.07, 0.012];
        /// What a number of four digits takes besides, `1800 s`.
        const DIGIT: f64 = 0.02;
        /// How wide most texts are.
        const TEXT: f64 = 0.05;
        const STEPS_MS: [i64; 19] = [
            10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000,
            1_800_000, 3_600_000, 86_400_000,
        ];
        let last = self.times.last().copied().unwrap_or_default();
        let (from, to) = (self.time_at(window.place(0.0)), self.time_at(window.place(1.0)).min(last));
        let finest = if window.is_all() { 1_000 } else { 10 };
        let fits = |step: &&i64| **step >= finest && (to - from) / **step <= most;
        let step = STEPS_MS.iter().find(fits).copied().unwrap_or(86_400_000);
        let mut ticks: Vec<Tick> = Vec::new();
        for at in (from.div_euclid(step)..=to.div_euclid(step)).map(|n| n * step).filter(|at| *at >= from) {
            let part = window.part(if at == 0 { 0.0 } else { self.time_place(at) });
            let behind = |last: Option<&Tick>, least: f64| last.is_none_or(|last| part - last.part >= least);
            let named = ticks.iter().rev().find(|tick| tick.is_named);
            let more = if at >= 1_000_000 { DIGIT } else { 0.0 };
            let is_named = behind(named, ROOM[0] + more);
            if (0.0..0.97).contains(&part) && behind(ticks.last(), ROOM[1]) && (is_named || behind(named, TEXT + more))
            {
                ticks.push(Tick { at, part, is_named });
            }
        }
        // All that shows is of one instant: the ruler says of which.
        if ticks.is_empty() {
            ticks.push(Tick { at: from, part: 0.0, is_named: true });
        }
        ticks
    }

    /// The clock at a place.
    fn time_at(&self, place: f64) -> i64 {
        let after = self.places.partition_point(|known| *known < place);
        let time = |steps: usize| self.times.get(steps).or(self.times.last()).copied().unwrap_or_default();
        let Some(before) = after.checked_sub(1) else { return time(0) };
        let (here, there) = (self.place(before), self.place(after));
        let part = if there > here { ((place - here) / (there - here)).clamp(0.0, 1.0) } else { 0.0 };
        time(before) + whole_ms(float_time(time(after) - time(before)) * part)
    }

    /// The place at which the clock reaches `at`.
    fn time_place(&self, at: i64) -> f64 {
        let after = self.times.partition_point(|known| *known < at);
        let Some(before) = after.checked_sub(1) else { return 0.0 };
        let (from, to) =
            (self.times.get(before).copied().unwrap_or_default(), self.times.get(after).copied().unwrap_or(at));
        let part = if to > from { float_time(at - from) / float_time(to - from) } else { 0.0 };
        self.at(before, part)
    }
}

/// A round instant on the ruler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tick {
    /// Milliseconds from the start.
    pub(super) at: i64,
    /// Its place as a part of the width.
    pub(super) part: f64,
    /// Whether there is room for its text.
    pub(super) is_named: bool,
}

/// Whether anything can be seen of what reaches from one part of a window's width to another.
fn shows(from: f64, to: f64) -> bool {
    const LEAST: f64 = 0.015;
    to - from >= LEAST && to > 0.0 && from < 1.0
}

/// The next of 1, 1.5, 2, 3, 4, 6, 8 and so on that is not smaller.
pub(super) fn rounded_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    // The power of two with the same exponent. A logarithm would bring its tables with it.
    let base = f64::from_bits(value.to_bits() & f64::INFINITY.to_bits());
    if value <= base {
        base
    } else if value <= base * 1.5 {
        base * 1.5
    } else {
        base * 2.0
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of steps are small, and places on the screen are coarse")]
fn float(steps: usize) -> f64 {
    steps as f64
}

#[expect(clippy::cast_precision_loss, reason = "places on the screen are coarse")]
fn float_time(ms: i64) -> f64 {
    ms as f64
}

#[expect(clippy::cast_possible_truncation, reason = "an instant within the session")]
fn whole_ms(ms: f64) -> i64 {
    ms as i64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn axis(times: &[i64]) -> Axis {
        let places = (0..times.len()).map(|place| float(place) * 10.0 + float_time(times[place]) / 100.0).collect();
        Axis { places, times: times.to_vec(), step: 10.0, per_ms: 0.01 }
    }

    #[test]
    fn the_nearest_step_is_found() {
        let axis = axis(&[0, 0, 1000, 5000]);
        assert_eq!([0.0, 4.0, 6.0, 14.0, 500.0].map(|place| axis.nearest(place)), [0, 0, 1, 1, 3]);
    }

    #[test]
    fn ticks_stand_where_the_clock_passes() {
        let axis =
            Axis { places: vec![0.0, 50.0, 250.0, 650.0], times: vec![0, 0, 1000, 3000], step: 50.0, per_ms: 0.15 };
        let ticks = axis.ticks(Window::default(), 20);
        assert_eq!(ticks.iter().map(|tick| tick.at).collect::<Vec<_>>(), [0, 1000, 2000, 3000]);
        for (Tick { part, is_named, .. }, want) in ticks.into_iter().zip([0.0, 0.25, 0.45, 0.65]) {
            assert!((part - want).abs() < 1e-9 && is_named, "{part} {want}");
        }
    }

    #[test]
    fn a_closer_look_has_finer_ticks() {
        let axis =
            Axis { places: vec![0.0, 50.0, 250.0, 650.0], times: vec![0, 0, 1000, 3000], step: 50.0, per_ms: 0.15 };
        let close = Window::default().zoomed(20.0, 350.0);
        let ticks = axis.ticks(close, 10);
        assert!(ticks.len() > 2, "{ticks:?}");
        let fits = |tick: &Tick| (1000..2000).contains(&tick.at) && (0.0..=1.0).contains(&tick.part);
        assert!(ticks.iter().all(fits), "{ticks:?}");
    }

    #[test]
    fn within_one_instant_the_ruler_says_which() {
        let axis = Axis { places: vec![0.0, 50.0, 100.0, 150.0], times: vec![3000; 4], step: 50.0, per_ms: 0.0 };
        let ticks = axis.ticks(Window::default().zoomed(10.0, 75.0), 10);
        assert_eq!(ticks, [Tick { at: 3000, part: 0.0, is_named: true }]);
    }

    #[test]
    fn no_round_instant_is_left_out_between_others() {
        let axis = Axis::through(vec![0, 0, 0, 10_000, 10_000, 20_000, 20_000, 20_000, 30_000, 70_000]);
        for window in [Window::default(), Window::default().zoomed(2.0, 300.0)] {
            let ticks = axis.ticks(window, 10);
            let apart: BTreeSet<i64> = ticks.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
            assert_eq!(apart.len(), 1, "{ticks:?}");
        }
    }

    #[test]
    fn what_came_of_a_step_is_drawn_within_it() {
        let axis = Axis::through(vec![0, 0, 0, 20_000]);
        for step in 0..3 {
            let begins = axis.came_of(step);
            assert!(axis.at(step, 0.4) < begins && begins < axis.at(step + 1, 0.0), "{step}: {begins}");
        }
        // What a long wait ended shows at its end.
        assert!(axis.came_of(2) > axis.at(2, 0.9), "{axis:?}");
    }

    #[test]
    fn waits_are_where_only_time_passes() {
        let axis = Axis::through(vec![0, 0, 0, 10_000, 10_000, 10_500, 30_500]);
        let waits = axis.waits(Window::default());
        assert_eq!(waits.iter().map(|wait| wait.ms).collect::<Vec<_>>(), [10_000, 20_000], "{waits:?}");
        for (wait, step) in waits.iter().zip([2, 5]) {
            assert!((wait.from - axis.at(step, 0.0) / WIDTH).abs() < 1e-9 && wait.to < axis.at(step + 1, 0.0) / WIDTH);
        }
        // The longer one is wider, and what is not shown is not there.
        assert!(waits[1].to - waits[1].from > (waits[0].to - waits[0].from) * 1.4, "{waits:?}");
        let close = Window::default().zoomed(8.0, 0.0);
        assert!(axis.waits(close).iter().all(|wait| wait.ms == 10_000 && wait.to <= 1.0), "{close:?}");
        assert_eq!(Axis::through(vec![0, 0, 0]).waits(Window::default()), []);
    }

    #[test]
    fn a_wait_to_come_stands_after_all_steps() {
        let axis = Axis::through(vec![0, 0, 0, 10_000, 10_000]);
        let all = Window::default();
        let end = all.part(axis.end());
        let ahead = axis.ahead(all, 2_000).unwrap();
        assert!((ahead.from - end).abs() < 1e-9 && ahead.to > end && ahead.ms == 2_000, "{ahead:?}");
        assert!(axis.ahead(all, 600_000).is_some_and(|wait| (wait.to - 1.0).abs() < 1e-9));
        assert_eq!(axis.ahead(all, 0), None);
        assert_eq!(axis.ahead(all.zoomed(8.0, 0.0), 2_000), None);
        assert!(Axis::through(vec![0, 0]).ahead(all, 1_000).is_some());
    }

    #[test]
    fn another_branch_goes_on_within_an_instant_as_far_as_this_one_does() {
        let axis = axis(&[0, 0, 0, 1000, 1000, 1000, 2000]);
        let place = |steps: usize| axis.at(steps, 0.0);
        for (at, steps, want) in [
            (0, 0, place(0)),
            (0, 1, place(1)),
            (0, 9, place(2)),
            (1000, 0, place(3)),
            (1000, 1, place(4)),
            (1000, 9, place(5)),
            (1500, 9, axis.at(5, 0.5)),
            (2000, 9, place(6)),
            (3000, 0, WIDTH),
        ] {
            let found = axis.reach(at, steps);
            assert!((found - want).abs() < 1e-9, "{at}, {steps}: {found} {want}");
        }
    }

    #[test]
    fn ends_grow_in_jumps() {
        for (value, want) in [(1.0, 1.0), (12.0, 12.0), (13.0, 16.0), (24.0, 24.0), (25.0, 32.0)] {
            assert!((rounded_up(value) - want).abs() < 1e-9, "{value}");
        }
    }
}
