//! The lanes of two runs on one axis, in step, with the places where they first differ marked across both.
//!
//! Like the lanes of one run they are a drawing: the slider and the list of differences are its text alternative.

use std::rc::Rc;

use jobscope_core::timeline::Cursor;
use jobscope_explain::{Scenes, Track};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::axis::Axis;
use super::lanes::Lanes;
use super::scrub::tick;
use super::waits;
use super::window::Window;
use crate::words::use_words;

/// Round instants on the ruler.
const MOST_TICKS: i64 = 10;
/// Marks closer than this, as a part of the width, stand under each other.
const NEAR: f64 = 0.12;
/// The text of marks further to the right than this stands before them.
const LATE: f64 = 0.8;

/// One of the runs.
#[derive(Clone)]
pub(crate) struct Run {
    track: Rc<Track>,
    /// The steps that it has done in each row.
    done: Rc<[usize]>,
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.track, &other.track)
    }
}

impl Run {
    /// The chosen branch of `timeline`, and the steps that it has done in each row.
    pub(crate) fn of(timeline: &jobscope_core::timeline::Timeline, done: Rc<[usize]>) -> Self {
        let mut track = Track::default();
        track.follow(timeline, &mut Scenes::default());
        Self { track: Rc::new(track), done }
    }

    /// Milliseconds from the start to the clock, by number of steps.
    fn time(&self, steps: usize) -> i64 {
        let last = steps.checked_sub(1).and_then(|step| self.track.points().get(step));
        last.map_or(0, |point| point.at)
    }

    /// Whether that is all it does.
    fn ends(&self, steps: usize) -> bool {
        steps >= self.track.points().len()
    }

    /// The row in which it has come so far.
    fn row(&self, steps: usize) -> usize {
        self.done.partition_point(|done| *done < steps)
    }

    fn lanes(&self, rows: &Axis) -> Lanes {
        let stands: Vec<_> = (0..=self.track.points().len()).map(|steps| self.row(steps)).collect();
        Lanes::on(rows.shared(&stands), &self.track)
    }
}

/// Where the runs first differ in something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    /// In what: a key.
    pub(crate) kind: &'static str,
    pub(crate) row: usize,
}

/// Properties of [`SideBySide`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) runs: [Run; 2],
    pub(crate) names: Rc<[AttrValue; 2]>,
    pub(crate) differences: Vec<Difference>,
    /// The row that is shown.
    pub(crate) row: usize,
    /// A row was pointed at.
    pub(crate) on_go: Callback<usize>,
}

/// How far both have come, row by row, in milliseconds: one that lets time pass is ahead of the other until that gets
/// there as well. One that has ended does not keep the other.
pub(crate) fn clocks([left, right]: &[Run; 2]) -> Vec<i64> {
    let rows = left.done.iter().zip(right.done.iter());
    let mut latest = 0;
    let times = rows.map(|(ours, theirs)| {
        let (our_time, their_time) = (left.time(*ours), right.time(*theirs));
        let both = match (left.ends(*ours), right.ends(*theirs)) {
            (false, false) => our_time.min(their_time),
            (true, false) => their_time,
            (false, true) => our_time,
            (true, true) => our_time.max(their_time),
        };
        latest = latest.max(both);
        latest
    });
    times.collect()
}

/// The differences with their places as parts of the width, and the line on which each of their names stands.
fn placed(differences: &[Difference], axis: &Axis) -> Vec<(f64, usize, Difference)> {
    let mut marks: Vec<(f64, usize, Difference)> = Vec::new();
    for difference in differences {
        let place = Window::default().part(axis.at(difference.row, 0.0));
        let line = marks.last().filter(|(last, ..)| place - last < NEAR).map_or(0, |(_, line, _)| line + 1);
        marks.push((place, line, difference.clone()));
    }
    marks
}

#[component]
pub(crate) fn SideBySide(props: &Props) -> Html {
    let words = use_words();
    let surface = use_node_ref();
    let dragging = use_mut_ref(|| false);
    let drawn = use_memo(props.runs.clone(), |runs| {
        let axis = Axis::through(clocks(runs));
        let lanes = runs.clone().map(|run| run.lanes(&axis));
        (axis, lanes)
    });
    let (axis, lanes) = &*drawn;
    let all = Window::default();
    let go = {
        let (surface, drawn, on_go) = (surface.clone(), drawn.clone(), props.on_go.clone());
        move |event: &PointerEvent| {
            let Some(area) = surface.cast::<Element>().map(|surface| surface.get_bounding_client_rect()) else {
                return;
            };
            let part = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
            on_go.emit(drawn.0.nearest(Window::default().place(part.clamp(0.0, 1.0))));
        }
    };
    let onpointerdown = {
        let (go, dragging) = (go.clone(), dragging.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() == 0 {
                event.prevent_default();
                *dragging.borrow_mut() = true;
                let target = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
                if let Some(target) = target {
                    let _ = target.set_pointer_capture(event.pointer_id());
                }
                go(&event);
            }
        })
    };
    let onpointermove = {
        let dragging = dragging.clone();
        Callback::from(move |event: PointerEvent| {
            if *dragging.borrow() {
                go(&event);
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| *dragging.borrow_mut() = false);
    let marks = placed(&props.differences, axis);
    let lines = marks.iter().map(|(_, line, _)| line + 1).max().unwrap_or_default();
    let place = all.part(axis.at(props.row, 0.0)) * 100.0;
    let runs = props.runs.iter().zip(lanes).zip(props.names.iter()).map(|((run, lanes), name)| {
        let step = run.done.get(props.row).copied().unwrap_or_default();
        html! { <>
            <div class="tr run-name"><b>{ name.clone() }</b></div>
            { lanes.view(&words, &run.track, all, Cursor { step, entries: 0 }, Html::default()) }
        </> }
    });
    html! {
        <div class="tl twice" aria-hidden="true" style={format!("--lines:{lines}")} {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release}>
            { waits::ground(&axis.waits(all)) }
            <div class="tr ruler"><span></span><div class="t" ref={surface}>
                for at in axis.ticks(all, MOST_TICKS) { { tick(at, place / 100.0) } }
            </div></div>
            <div class="tr firsts"><span>if !marks.is_empty() { { words.t("compare-first") } }</span><div class="t">
                for (part, line, difference) in &marks {
                    <span class={classes!("first-of", (*part > LATE).then_some("late"), (difference.row == props.row).then_some("at-row"))} data-of={difference.kind} style={format!("left:{:.3}%;--line:{line}", part * 100.0)}>{ words.t(difference.kind) }</span>
                }
            </div></div>
            for run in runs { { run } }
            <div class="over" style={format!("--now:{place:.3}%")}>
                for (part, ..) in &marks { <i class="differ" style={format!("--at:{part:.5}")}></i> }
                <i class="veil"></i><i class="playhead"></i>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::{Comparison, Timeline};

    use super::*;
    use jobscope_explain::Preset;
    use jobscope_explain::played::play;

    #[test]
    fn what_stands_in_one_row_stands_at_one_place() {
        let mut last = None;
        play(Preset::Pi, Release::V1_11, Timeline::step_over, |timeline| last = Some(timeline.clone()));
        let left = last.unwrap();
        let mut right = left.under(Release::V1_28.into(), Preset::Pi.manifest()).timeline;
        right.play_on(500);
        let rows = Comparison::of(&left, &right).rows;
        let runs = [
            Run::of(&left, rows.iter().map(|row| row.left).collect()),
            Run::of(&right, rows.iter().map(|row| row.right).collect()),
        ];
        let axis = Axis::through(clocks(&runs));
        for (place, row) in rows.iter().enumerate() {
            for (run, done) in runs.iter().zip([row.left, row.right]) {
                let stands = run.row(done);
                assert!(stands <= place && run.done[stands] == done, "{place}: {row:?}");
                assert!(axis.at(stands, 0.0) <= axis.at(place, 0.0));
            }
        }
        // In a row both have come as far as the axis says, if not further.
        for (clock, row) in clocks(&runs).into_iter().zip(&rows) {
            for (run, done) in runs.iter().zip([row.left, row.right]) {
                assert!(run.time(done) >= clock || run.ends(done), "{row:?} at {clock}");
            }
        }
        let marks = [3, 3, 9].map(|row| Difference { kind: "compare-status", row });
        let lines: Vec<_> = placed(&marks, &axis).into_iter().map(|(_, line, _)| line).collect();
        assert_eq!(lines[..2], [0, 1]);
    }
}
