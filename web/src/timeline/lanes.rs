//! What was recorded, in lanes. The drawings are of the whole session and change only with what is recorded; a window
//! on them shows a piece.

use std::collections::BTreeSet;

use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::timeline::Cursor;
use jobscope_core::world::Writer;
use jobscope_explain::{Point, Track};
use yew::prelude::*;

use super::axis::Axis;
use super::path::{Drawing, Path, draw, float};
use super::window::Window;
use super::{chart, gantt};
use crate::words::Words;

/// The height of a lane in the units of its drawing.
pub(super) const HEIGHT: f64 = 16.0;
/// The same for the lane of a writer.
const WRITER_HEIGHT: f64 = 12.0;

/// The drawings of all lanes.
#[derive(Clone)]
pub(super) struct Lanes {
    axis: Axis,
    syncs: Html,
    queue: Html,
    writes: Html,
    watch: Html,
    /// Of each writer whose versions were observed in a cluster.
    writers: Vec<(Writer, Html)>,
    pods: Html,
    chart: Html,
}

impl Lanes {
    /// Draws what `track` has.
    pub(super) fn of(track: &Track) -> Self {
        Self::on(Axis::of(track.points()), track)
    }

    /// Draws what `track` has on an axis.
    pub(super) fn on(axis: Axis, track: &Track) -> Self {
        let points = track.points();
        Self {
            syncs: draw(syncs(points, &axis)),
            queue: draw(queue(points, &axis)),
            writes: draw(writes(points, &axis)),
            watch: draw(watch(points, &axis)),
            writers: writers(points).into_iter().map(|by| (by, draw(written_by(by, points, &axis)))).collect(),
            pods: draw(gantt::drawn(track, &axis)),
            chart: draw(chart::drawn(points, &axis)),
            axis,
        }
    }

    /// Whether they have writers whose versions were observed in a cluster.
    pub(super) fn has_writers(&self) -> bool {
        !self.writers.is_empty()
    }

    /// Where steps stand in them.
    pub(super) fn axis(&self) -> &Axis {
        &self.axis
    }

    /// What the window shows of them while the cursor stands there; `waits` says how long those are.
    pub(super) fn view(&self, words: &Words, track: &Track, window: Window, cursor: Cursor, waits: Html) -> Html {
        let here = cursor.step + usize::from(cursor.entries > 0);
        let point = here.checked_sub(1).and_then(|step| track.points().get(step));
        let present = {
            let mut path = Path::default();
            if let Some(step) = here.checked_sub(1).filter(|_| point.is_some_and(|point| point.sync)) {
                path.tick(self.axis.at(step, 0.5), 2.0, 14.0);
            }
            path.draw("l-sync now")
        };
        let lane = |class: &'static str, name: &str, height: f64, drawing: Html, over: Html| {
            html! {
                <div class={classes!("tr", class)}><span>{ words.t(name) }</span><div class="t">
                    <svg viewBox={window.view_box(height)} preserveAspectRatio="none" aria-hidden="true">{ drawing }</svg>
                    { over }
                </div></div>
            }
        };
        let plain = Html::default;
        html! { <>
            { lane("lane syncs", "lane-syncs", HEIGHT, html! { <>{ self.syncs.clone() }{ present }</> }, waits) }
            { lane("lane", "lane-queue", HEIGHT, self.queue.clone(), plain()) }
            { lane("lane", "lane-writes", HEIGHT, self.writes.clone(), plain()) }
            { lane("lane", "lane-watch", HEIGHT, self.watch.clone(), plain()) }
            if self.has_writers() {
                <div class="writers">for (by, drawing) in &self.writers { { lane("lane writer", lane_of(*by), WRITER_HEIGHT, drawing.clone(), plain()) } }</div>
            }
            { lane("gantt", "lane-pods", gantt::HEIGHT, self.pods.clone(), plain()) }
            { lane("chart", "lane-chart", chart::HEIGHT, self.chart.clone(), chart::legend(words, track.points(), point.map(Point::figures).unwrap_or_default())) }
        </> }
    }
}

/// Whose versions were observed outside of inferred syncs, in which the Job controller has a lane of its own.
pub(super) fn writers(points: &[Point]) -> Vec<Writer> {
    let all = points.iter().flat_map(|point| point.writers.iter().filter(|by| is_others(point, **by)));
    all.copied().small_collect::<BTreeSet<_>>().into_iter().collect()
}

fn is_others(point: &Point, by: Writer) -> bool {
    by != Writer::JobController || !point.sync
}

/// The key of a writer's name in its lane.
fn lane_of(writer: Writer) -> &'static str {
    match writer {
        Writer::JobController => "lane-by-job",
        Writer::GarbageCollector => "lane-by-gc",
        Writer::TtlAfterFinished => "lane-by-ttl",
        Writer::PodGc => "lane-by-pod-gc",
        Writer::Kubelet => "lane-by-kubelet",
        Writer::Scheduler => "lane-by-scheduler",
        Writer::Person => "lane-by-person",
        Writer::Other => "lane-by-other",
        Writer::Unknown => "lane-by-unknown",
    }
}

/// What one of them stored.
fn written_by(by: Writer, points: &[Point], axis: &Axis) -> Drawing {
    let mut path = Path::default();
    let steps = points.iter().enumerate().filter(|(_, point)| point.writers.contains(&by) && is_others(point, by));
    for (step, _) in steps {
        path.tick(axis.at(step, 0.5), 2.0, 10.0);
    }
    vec![(if by == Writer::JobController { "l-write no" } else { "l-seen" }, path)]
}

/// Syncs as blocks.
pub(super) fn syncs(points: &[Point], axis: &Axis) -> Drawing {
    let mut all = Path::default();
    for (step, _) in points.iter().enumerate().filter(|(_, point)| point.sync) {
        all.tick(axis.at(step, 0.5), 2.0, 14.0);
    }
    vec![("l-sync", all)]
}

/// Whether a key is ready, or waits for its time.
pub(super) fn queue(points: &[Point], axis: &Axis) -> Drawing {
    let (mut ready, mut delayed) = (Path::default(), Path::default());
    for (step, point) in points.iter().enumerate() {
        let (from, to) = (axis.came_of(step), until(points, axis, step));
        if point.ready {
            ready.bar(from, to, 8.0);
        } else if point.delayed {
            delayed.bar(from, to, 8.0);
        }
    }
    vec![("l-delayed", delayed), ("l-ready", ready)]
}

/// Writes in their order, well or refused: from where the sync stands that made them, up to the end of the step.
pub(super) fn writes(points: &[Point], axis: &Axis) -> Drawing {
    let (mut well, mut refused) = (Path::default(), Path::default());
    for (step, point) in points.iter().enumerate() {
        let all: usize = point.writes.iter().map(|writes| writes.calls).sum();
        // Not more than would still be told apart.
        let shown = all.min(12);
        for place in 0..shown {
            // The first of the calls that this tick stands for.
            let mut call = place * all / shown;
            let end = point.writes.iter().find(|writes| {
                let is_here = call < writes.calls;
                call = call.saturating_sub(writes.calls);
                is_here
            });
            let path = if end.is_some_and(|end| end.refused) { &mut refused } else { &mut well };
            path.tick(axis.at(step, 0.5 + (float(place) + 0.5) / float(2 * shown)), 3.0, 13.0);
        }
    }
    vec![("l-write ok", well), ("l-write no", refused)]
}

/// Deliveries, and where events were left waiting.
pub(super) fn watch(points: &[Point], axis: &Axis) -> Drawing {
    let (mut delivered, mut held) = (Path::default(), Path::default());
    for (step, point) in points.iter().enumerate() {
        if point.delivered > 0 {
            delivered.dot(axis.at(step, 0.5), 8.0);
        }
        if point.held > 0 {
            held.bar(axis.came_of(step), until(points, axis, step), 8.0);
        }
    }
    vec![("l-held", held), ("l-event", delivered)]
}

/// Where how things stood after a step changes again: with what came of the next one, or at the end of the last one.
fn until(points: &[Point], axis: &Axis, step: usize) -> f64 {
    if step + 1 < points.len() { axis.came_of(step + 1) } else { axis.at(points.len(), 0.0) }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;

    use super::*;
    use jobscope_explain::played::play;
    use jobscope_explain::{Preset, Scenes};

    #[test]
    fn writes_of_a_sync_stand_behind_its_middle_and_within_its_step() {
        let (mut track, mut scenes) = (Track::default(), Scenes::default());
        play(Preset::Failing, Release::V1_28, Timeline::step_over, |timeline| track.follow(timeline, &mut scenes));
        let axis = Axis::of(track.points());
        let ticks: Vec<f64> = writes(track.points(), &axis)
            .iter()
            .flat_map(|(_, path)| path.text().split('M').skip(1))
            .map(|tick| tick.split(' ').next().unwrap().parse().unwrap())
            .collect();
        assert!(!ticks.is_empty());
        let is_behind = |tick: f64| {
            let wrote = |step: &usize| !track.points()[*step].writes.is_empty();
            let mut steps = (0..track.points().len()).filter(wrote);
            steps.any(|step| (axis.at(step, 0.5)..=axis.at(step, 1.0)).contains(&tick))
        };
        assert!(ticks.into_iter().all(is_behind));
    }
}
