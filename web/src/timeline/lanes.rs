//! The lanes as paths: one path for each kind of thing, so that thousands of steps draw as fast as ten.
//!
//! Strokes do not scale with the drawing, so a line of width 2 is a tick and one of length 0 with round ends is a dot.

use std::fmt::Write;

use jobscope_core::timeline::Cursor;
use yew::prelude::*;

use super::axis::{Axis, WIDTH};
use crate::pods::PodState;
use crate::session::{Point, Track};
use crate::words::Words;

/// The height of a lane in the units of its drawing.
const HEIGHT: f64 = 16.0;
/// The heights of the two taller lanes.
const PODS_HEIGHT: f64 = 100.0;
const CHART_HEIGHT: f64 = 40.0;

/// A path as it grows.
#[derive(Default)]
struct Line(String);

impl Line {
    fn tick(&mut self, x: f64, from: f64, to: f64) {
        let _ = write!(self.0, "M{x:.1} {from}V{to}");
    }

    fn dot(&mut self, x: f64, y: f64) {
        let _ = write!(self.0, "M{x:.1} {y}h0");
    }

    fn bar(&mut self, from: f64, to: f64, y: f64) {
        let _ = write!(self.0, "M{from:.1} {y:.2}H{to:.1}");
    }

    fn draw(self, class: &'static str) -> Html {
        if self.0.is_empty() {
            Html::default()
        } else {
            html! { <path {class} d={self.0} /> }
        }
    }
}

/// One lane: its name and its drawing.
fn lane(class: &'static str, name: AttrValue, height: f64, drawing: Html) -> Html {
    html! {
        <div class={classes!("tr", class)}><span>{ name }</span><div class="t">
            <svg viewBox={format!("0 0 {WIDTH} {height}")} preserveAspectRatio="none" aria-hidden="true">{ drawing }</svg>
        </div></div>
    }
}

/// All lanes.
pub(super) fn view(words: &Words, track: &Track, axis: &Axis, cursor: Cursor) -> Html {
    let points = track.points();
    let here = cursor.step + usize::from(cursor.entries > 0);
    html! { <>
        { lane("lane", words.t("lane-syncs"), HEIGHT, syncs(points, axis, here)) }
        { lane("lane", words.t("lane-queue"), HEIGHT, queue(points, axis)) }
        { lane("lane", words.t("lane-writes"), HEIGHT, writes(points, axis)) }
        { lane("lane", words.t("lane-watch"), HEIGHT, watch(points, axis)) }
        { lane("gantt", words.t("lane-pods"), PODS_HEIGHT, pods(track, axis)) }
        { lane("chart", words.t("lane-chart"), CHART_HEIGHT, chart(points, axis)) }
    </> }
}

/// Syncs as blocks; the present one in the accent.
fn syncs(points: &[Point], axis: &Axis, here: usize) -> Html {
    let (mut all, mut now) = (Line::default(), Line::default());
    for (step, _) in points.iter().enumerate().filter(|(_, point)| point.sync) {
        let line = if step + 1 == here { &mut now } else { &mut all };
        line.tick(axis.at(step, 0.5), 2.0, 14.0);
    }
    html! { <>{ all.draw("l-sync") }{ now.draw("l-sync now") }</> }
}

/// Whether a key is ready, or waits for its time.
fn queue(points: &[Point], axis: &Axis) -> Html {
    let (mut ready, mut delayed) = (Line::default(), Line::default());
    for (step, point) in points.iter().enumerate() {
        let (from, to) = (axis.at(step + 1, 0.0), axis.at(step + 2, 0.0));
        let to = if step + 1 == points.len() { from + 3.0 } else { to };
        if point.ready {
            ready.bar(from, to, 8.0);
        } else if point.delayed {
            delayed.bar(from, to, 8.0);
        }
    }
    html! { <>{ delayed.draw("l-delayed") }{ ready.draw("l-ready") }</> }
}

/// Calls, well or refused.
fn writes(points: &[Point], axis: &Axis) -> Html {
    let (mut well, mut refused) = (Line::default(), Line::default());
    for (step, point) in points.iter().enumerate() {
        let all = point.written + point.refused;
        // Not more than would still be told apart.
        let shown = all.min(12);
        for place in 0..shown {
            let is_well = place * all < point.written * shown;
            let line = if is_well { &mut well } else { &mut refused };
            line.tick(axis.at(step, (fraction(place) + 0.5) / fraction(shown)), 3.0, 13.0);
        }
    }
    html! { <>{ well.draw("l-write ok") }{ refused.draw("l-write no") }</> }
}

/// Deliveries, and where events were left waiting.
fn watch(points: &[Point], axis: &Axis) -> Html {
    let (mut delivered, mut held) = (Line::default(), Line::default());
    for (step, point) in points.iter().enumerate() {
        if point.delivered > 0 {
            delivered.dot(axis.at(step, 0.5), 8.0);
        }
        if point.held > 0 && step + 1 < points.len() {
            held.bar(axis.at(step + 1, 0.0), axis.at(step + 2, 0.0), 8.0);
        }
    }
    html! { <>{ held.draw("l-held") }{ delivered.draw("l-event") }</> }
}

/// Each pod's life as a bar, in the order in which pods appeared.
fn pods(track: &Track, axis: &Axis) -> Html {
    let rows = track.pods().max(1);
    let pitch = (PODS_HEIGHT / fraction(rows)).min(10.0);
    let mut lines: [Line; PodState::ALL.len()] = Default::default();
    let mut open: Vec<Option<(PodState, usize)>> = vec![None; rows];
    let mut close = |pod: usize, life: Option<(PodState, usize)>, until: usize| {
        let Some((state, since)) = life else { return };
        let place = PodState::ALL.iter().position(|known| *known == state).unwrap_or_default();
        if let Some(line) = lines.get_mut(place) {
            line.bar(axis.at(since, 0.0), axis.at(until, 0.0), (fraction(pod) + 0.5) * pitch);
        }
    };
    for change in track.changes() {
        let Some(life) = open.get_mut(change.pod) else { continue };
        let before = std::mem::replace(life, change.state.map(|state| (state, change.step + 1)));
        close(change.pod, before, change.step + 1);
    }
    let end = track.points().len();
    for (pod, life) in open.into_iter().enumerate() {
        // What has ended is not drawn on for ever.
        match life {
            Some((state @ (PodState::Succeeded | PodState::Failed), since)) => {
                close(pod, Some((state, since)), (since + 1).min(end));
            }
            life => close(pod, life, end),
        }
    }
    let classes = ["g-succeeded", "g-failed", "g-running", "g-running", "g-pending", "g-terminating", "g-pending"];
    // The lane is about 40 px high.
    let width = format!("--w:{:.2}px", (pitch * 0.26).clamp(0.5, 2.8));
    html! { <g style={width}>{ for lines.into_iter().zip(classes).map(|(line, class)| line.draw(class)) }</g> }
}

/// Pods that succeeded and failed as areas, active ones as a line.
fn chart(points: &[Point], axis: &Axis) -> Html {
    let figures: Vec<[u32; 3]> = points
        .iter()
        .map(|point| {
            let [succeeded, failed, ready, running, pending, ..] = point.pods;
            [succeeded, failed, ready + running + pending]
        })
        .collect();
    let most = figures
        .iter()
        .map(|[succeeded, failed, active]| (succeeded + failed).max(*active))
        .max()
        .unwrap_or_default()
        .max(1);
    let y = |n: u32| CHART_HEIGHT - 2.0 - (CHART_HEIGHT - 4.0) * f64::from(n) / f64::from(most);
    let mut succeeded = format!("M0 {CHART_HEIGHT}");
    let mut both = succeeded.clone();
    let mut active = format!("M0 {:.1}", y(0));
    let mut end = 0.0;
    for (step, [well, badly, alive]) in figures.iter().enumerate() {
        let x = axis.at(step + 1, 0.0);
        end = x;
        let _ = write!(succeeded, "H{x:.1}V{:.1}", y(*well));
        let _ = write!(both, "H{x:.1}V{:.1}", y(well + badly));
        let _ = write!(active, "H{x:.1}V{:.1}", y(*alive));
    }
    let _ = write!(succeeded, "H{end:.1}V{CHART_HEIGHT}Z");
    let _ = write!(both, "H{end:.1}V{CHART_HEIGHT}Z");
    html! { <><path class="a-failed" d={both} /><path class="a-succeeded" d={succeeded} /><path class="a-active" d={active} /></> }
}

#[expect(clippy::cast_precision_loss, reason = "places on the screen are coarse")]
fn fraction(n: usize) -> f64 {
    n as f64
}
