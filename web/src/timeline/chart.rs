//! How many pods are in which state, over time: what has ended as areas on top of each other, what lives as lines.

use jobscope_explain::{Figures, Point};
use yew::prelude::*;

use super::axis::Axis;
use super::path::{Drawing, Path};
use crate::words::{Words, args};

/// The height of the drawing.
pub(super) const HEIGHT: f64 = 40.0;

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
                path.step(axis.came_of(step), y(count(figures)));
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
                path.step(axis.came_of(step), y(count(figures)));
            }
            path.step(axis.at(figures.len(), 0.0), y(figures.last().map_or(0, count)));
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

/// What the colours of everything that is drawn mean, with the numbers at the playhead.
pub(super) fn legend(words: &Words, points: &[Point], at: Figures) -> Html {
    type Count = fn(&Figures) -> u32;
    let entries: [(&str, &str, Count); 5] = [
        ("k-active", "chart-active", |f| f.active),
        ("k-ready", "chart-ready", |f| f.ready),
        ("k-succeeded", "chart-succeeded", |f| f.succeeded),
        ("k-failed", "chart-failed", |f| f.failed),
        ("k-terminating", "chart-terminating", |f| f.terminating),
    ];
    let is_drawn =
        |class: &str, count: Count| class == "k-active" || points.iter().any(|point| count(&point.figures()) > 0);
    html! {
        <ul class="chart-key">
            <li class="muted">{ words.t("chart-of") }</li>
            for (class, word, count) in entries.into_iter().filter(|(class, _, count)| is_drawn(class, *count)) {
                <li {class}>{ words.say_f(word, &args!(n = count(&at))) }</li>
            }
        </ul>
    }
}
