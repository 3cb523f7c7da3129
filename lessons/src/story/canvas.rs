//! Shapes as the page draws them, as paths.

use std::fmt::Write as _;

use crate::picture::{Anchor, Label, Mark, Picture, WIDTH, tenths};

/// A pod's state as a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Pending,
    Running,
    Terminating,
    Succeeded,
    Failed,
    /// An ignored failure.
    Ignored,
    /// No longer there.
    Gone,
    /// The API server refused its creation.
    Refused,
}

/// A picture under construction.
pub(super) struct Canvas {
    pub(super) width: f64,
    pub(super) height: f64,
    picture: Picture,
}

impl Canvas {
    pub(super) fn new(height: u32) -> Self {
        Self { width: f64::from(WIDTH), height: f64::from(height), picture: Picture::default() }
    }

    pub(super) fn done(self) -> Picture {
        self.picture
    }

    /// Whether it shares its card with another one.
    pub(super) fn is_low(&self) -> bool {
        self.height < 60.0
    }

    fn path(&mut self, mark: Mark, path: &str) {
        self.picture.paths.entry(mark).or_default().push_str(path);
    }

    pub(super) fn block(&mut self, mark: Mark, x: f64, y: f64, w: f64, h: f64) {
        let [x, y, w, h] = [x, y, w, h].map(tenths);
        self.path(mark, &format!("M{x} {y}h{w}v{h}h-{w}z"));
    }

    pub(super) fn line(&mut self, mark: Mark, from: (f64, f64), to: (f64, f64)) {
        let [x, y, a, b] = [from.0, from.1, to.0, to.1].map(tenths);
        self.path(mark, &format!("M{x} {y}L{a} {b}"));
    }

    /// A level arrow.
    pub(super) fn arrow(&mut self, from: f64, to: f64, y: f64) {
        self.line(Mark::Line, (from, y), (to, y));
        let [x, up, down, tip, mid] = [to - 5.0, y - 3.0, y + 3.0, to, y].map(tenths);
        self.path(Mark::Line, &format!("M{x} {up}L{tip} {mid}L{x} {down}"));
    }

    pub(super) fn circle(&mut self, mark: Mark, (x, y): (f64, f64), r: f64) {
        let (left, y, r, d) = (tenths(x - r), tenths(y), tenths(r), tenths(2.0 * r));
        self.path(mark, &format!("M{left} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z"));
    }

    /// A state, `size` wide and high, around its middle.
    pub(super) fn shape(&mut self, shape: Shape, (x, y): (f64, f64), size: f64) {
        let half = size / 2.0;
        let mut at = |mark: Mark, points: &[(f64, f64)], close: bool| {
            let mut path = String::new();
            for (n, (dx, dy)) in points.iter().enumerate() {
                let _ = write!(
                    path,
                    "{}{} {}",
                    if n == 0 { 'M' } else { 'L' },
                    tenths(x + dx * half),
                    tenths(y + dy * half)
                );
            }
            if close {
                path.push('z');
            }
            self.picture.paths.entry(mark).or_default().push_str(&path);
        };
        let square = [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)];
        let diamond = [(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)];
        match shape {
            Shape::Running => at(Mark::Running, &[(-0.75, -0.95), (0.95, 0.0), (-0.75, 0.95)], true),
            Shape::Succeeded => {
                at(Mark::Succeeded, &square, true);
                at(Mark::Inside, &[(-0.45, 0.05), (-0.1, 0.4), (0.5, -0.4)], false);
            }
            Shape::Failed => {
                at(Mark::Failed, &diamond, true);
                at(Mark::Inside, &[(-0.32, -0.32), (0.32, 0.32)], false);
                at(Mark::Inside, &[(-0.32, 0.32), (0.32, -0.32)], false);
            }
            Shape::Ignored => at(Mark::Spared, &diamond, true),
            Shape::Gone => at(Mark::Dashed, &square, true),
            Shape::Refused => at(Mark::Turned, &square, true),
            Shape::Pending => self.circle(Mark::Dashed, (x, y), half * 0.9),
            Shape::Terminating => {
                self.circle(Mark::Stopping, (x, y), half * 0.9);
                let (x, top, r, d) = (tenths(x), tenths(y - half * 0.9), tenths(half * 0.9), tenths(half * 1.8));
                self.path(Mark::Terminating, &format!("M{x} {top}a{r} {r} 0 0 1 0 {d}z"));
            }
        }
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: impl Into<String>) {
        self.label((x, y), anchor, text.into(), false);
    }

    /// The headline: the most important number.
    pub(super) fn headline(&mut self, (x, y): (f64, f64), anchor: Anchor, text: impl Into<String>) {
        self.label((x, y), anchor, text.into(), true);
    }

    fn label(&mut self, (x, y): (f64, f64), anchor: Anchor, text: String, large: bool) {
        self.picture.labels.push(Label { x: tenths(x), y: tenths(y), anchor, text, large });
    }
}

/// A count as a length.
#[expect(clippy::cast_precision_loss, reason = "small counts")]
pub(super) fn float(n: usize) -> f64 {
    n as f64
}

/// Milliseconds as seconds.
#[expect(clippy::cast_precision_loss, reason = "seconds of a session")]
pub(super) fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}

/// A duration in whole seconds.
pub(super) fn whole_seconds(ms: i64) -> String {
    format!("{} s", (ms + 500) / 1000)
}
