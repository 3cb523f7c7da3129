//! Paths of an SVG as they grow. One path for each kind of thing, so that thousands of steps draw as fast as ten.
//!
//! Strokes do not scale with the drawing, so a line of width 2 is a tick and one of length 0 with round ends is a dot.

use std::fmt::Write;

use yew::prelude::*;

#[derive(Default)]
pub(super) struct Path(String);

impl Path {
    /// An upright line.
    pub(super) fn tick(&mut self, x: f64, from: f64, to: f64) {
        let _ = write!(self.0, "M{x:.2} {from}V{to}");
    }

    /// A dot.
    pub(super) fn dot(&mut self, x: f64, y: f64) {
        let _ = write!(self.0, "M{x:.2} {y}h0");
    }

    /// A level line.
    pub(super) fn bar(&mut self, from: f64, to: f64, y: f64) {
        let _ = write!(self.0, "M{from:.2} {y:.2}H{to:.2}");
    }

    /// A level line that comes from another height.
    pub(super) fn turn(&mut self, from: f64, above: f64, to: f64, y: f64) {
        let _ = write!(self.0, "M{from:.2} {above:.2}V{y:.2}H{to:.2}");
    }

    /// A filled rectangle.
    pub(super) fn block(&mut self, from: f64, to: f64, top: f64, bottom: f64) {
        let _ = write!(self.0, "M{from:.2} {top:.3}H{to:.2}V{bottom:.3}H{from:.2}Z");
    }

    /// Where a curve of steps begins.
    pub(super) fn start(&mut self, x: f64, y: f64) {
        let _ = write!(self.0, "M{x:.2} {y:.2}");
    }

    /// A curve goes level to `x`, then up or down to `y`.
    pub(super) fn step(&mut self, x: f64, y: f64) {
        let _ = write!(self.0, "H{x:.2}V{y:.2}");
    }

    /// What it draws, as an SVG writes it; empty, if nothing was drawn.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The path, in the class that gives it its looks; nothing, if nothing was drawn.
    pub(super) fn draw(self, class: &'static str) -> Html {
        draw(vec![(class, self)])
    }
}

/// Paths on top of each other, each in the class that gives it its looks.
pub(super) type Drawing = Vec<(&'static str, Path)>;

/// A drawing on the page.
pub(super) fn draw(drawing: Drawing) -> Html {
    let drawn = drawing.into_iter().filter(|(_, path)| !path.0.is_empty());
    drawn.map(|(class, path)| html! { <path {class} d={path.0} /> }).collect()
}

/// A count as a length.
#[expect(clippy::cast_precision_loss, reason = "places on the screen are coarse")]
pub(super) fn float(n: usize) -> f64 {
    n as f64
}
