//! How many pods are in which state, over time: what has ended as areas on top of each other, what lives as lines.

use yew::prelude::*;

use super::axis::Axis;
use super::path::{Drawing, Path};
use crate::session::{Figures, Point};
use crate::words::{Words, args};

/// The height of the drawing.
pub(super) const HEIGHT: f64 = 40.0;

/// See the module.
pub(super) fn drawn(points: &[Point], axis: &Axis) -> Drawing {
    let figures: Vec<Figures> = points.iter().map(Point::figures).collect();
    let tallest = |f: &Figures| (f.succeeded + f.failed).max(f.active).max(f.terminating);
    let most = figures.iter().map(tallest).max().unwrap_or_default().max(1);
    let y = |n: u32| HEIGHT - 1.0 - (HEIGHT - 3.0) * f64::from(n) / f64::from(most);
    let has = |count: fn(&Figures) -> u32| figures.iter().any(|figures| count(figures) > 0);
    let area = |count: fn(&Figures) -> u32| {
        let mut path = Path::default();
        if has(count) {
            path.start(0.0, HEIGHT);
            for (step, figures) in figures.iter().enumerate() {
                path.step(axis.at(step + 1, 0.0), y(count(figures)));
            }
            path.step(axis.at(figures.len(), 0.0), HEIGHT);
        }
        path
    };
    let line = |count: fn(&Figures) -> u32| {
        let mut path = Path::default();
        if has(count) {
            path.start(0.0, y(0));
            for (step, figures) in figures.iter().enumerate() {
                path.step(axis.at(step + 1, 0.0), y(count(figures)));
            }
        }
        path
    };
    vec![
        ("a-failed", area(|f| f.succeeded + f.failed)),
        ("a-succeeded", area(|f| f.succeeded)),
        ("a-terminating", line(|f| f.terminating)),
        ("a-ready", line(|f| f.ready)),
        ("a-active", line(|f| f.active)),
    ]
}

/// What the colours mean, with the numbers at the playhead.
pub(super) fn legend(words: &Words, at: Figures) -> Html {
    let entries = [
        ("active", "chart-active", at.active),
        ("ready", "chart-ready", at.ready),
        ("succeeded", "chart-succeeded", at.succeeded),
        ("failed", "chart-failed", at.failed),
        ("terminating", "chart-terminating", at.terminating),
    ];
    let is_shown = |class: &str, n: u32| n > 0 || class == "active";
    html! {
        <ul class="chart-key">
            for (class, word, n) in entries.into_iter().filter(|(class, _, n)| is_shown(class, *n)) {
                <li class={format!("k-{class}")}>{ words.f(word, &args!(n = n)) }</li>
            }
        </ul>
    }
}
