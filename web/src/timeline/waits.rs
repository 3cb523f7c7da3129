//! Where nothing happens but that time passes: hatched through all lanes, with how long it lasts. The axis gives steps and
//! time their room each, so this is what keeps it from being read as either alone.

use std::collections::HashSet;

use jobscope_core::world::Action;
use yew::prelude::*;

use super::axis::{Axis, Wait};
use super::window::Window;
use crate::pods::PodState;
use crate::session::{Moment, Track};
use crate::ui::time::short_seconds;
use crate::words::{Words, args};

/// How much of the width has to be empty for a word on what comes there.
const ROOM: f64 = 0.2;
/// Less time without pods is none that a Job waits, in milliseconds.
const LEAST_MS: i64 = 1_000;

/// Where what is all about is pods: where none of them is at work after the first, up to the next one or the end.
pub(super) fn without_pods(track: &Track, axis: &Axis, window: Window) -> Vec<Wait> {
    let at_work = |state: Option<PodState>| !matches!(state, None | Some(PodState::Succeeded | PodState::Failed));
    let mut busy = HashSet::new();
    let (mut since, mut waits) = (None, Vec::new());
    for changes in track.changes().chunk_by(|one, next| one.step == next.step) {
        for change in changes {
            if at_work(change.state) {
                busy.insert(change.pod);
            } else {
                busy.remove(&change.pod);
            }
        }
        let step = changes.first().map(|change| change.step);
        if busy.is_empty() {
            since = since.or(step);
        } else {
            waits.extend(since.take().zip(step).and_then(|(since, step)| axis.between(window, since, Some(step))));
        }
    }
    waits.extend(since.and_then(|since| axis.between(window, since, None)));
    waits.retain(|wait| wait.ms >= LEAST_MS);
    waits
}

/// The hatching behind the lanes.
pub(super) fn ground(waits: &[Wait]) -> Html {
    html! {
        <div class="tl-waits" aria-hidden="true">
            for wait in waits { <i style={span(*wait)}></i> }
        </div>
    }
}

/// How long each lasts, for a lane that is empty there: syncs take no time.
pub(super) fn lengths(words: &Words, waits: &[Wait]) -> Html {
    waits.iter().map(|wait| length(words, *wait, "tl-wait", "wait-length")).collect()
}

/// What stands behind the last step: the wait that comes next, and how the timeline is to be read while there is room.
pub(super) fn ahead(words: &Words, axis: &Axis, window: Window, now: &Moment) -> Html {
    let is_last = !now.inside() && now.cursor.step == now.recorded;
    let wait = due(now).filter(|_| is_last).and_then(|ms| axis.ahead(window, ms));
    let from = wait.map_or(window.part(axis.end()), |wait| wait.to);
    let note = (window.is_all() && 1.0 - from >= ROOM).then(|| {
        let text = if now.recorded == 0 { "timeline-empty" } else { "timeline-ahead" };
        html! { <p class="tl-note" style={format!("--from:{from:.5}")}>{ words.t(text) }</p> }
    });
    html! { <>
        if let Some(wait) = wait { { length(words, wait, "tl-wait tl-ahead", "wait-ahead") } }
        { note }
    </> }
}

/// The time that passes next, if nothing else comes before: what Step over would do, or until a key is due.
fn due(now: &Moment) -> Option<i64> {
    match &now.next {
        Some(Action::Advance { ms }) => Some(*ms),
        Some(_) => None,
        None => now.snapshot.queue.delayed.iter().map(|delayed| delayed.ready_at.since(now.snapshot.now)).min(),
    }
}

/// With words where they fit, or the bare number, or nothing.
fn length(words: &Words, wait: Wait, class: &'static str, says: &'static str) -> Html {
    let time = short_seconds(wait.ms);
    html! { <span {class} style={span(wait)} aria-hidden="true"><b>{ words.f(says, &args!(time = time.clone())) }</b><b>{ format!("+{time}") }</b></span> }
}

fn span(wait: Wait) -> String {
    format!("left:{:.3}%;width:{:.3}%", wait.from * 100.0, (wait.to - wait.from) * 100.0)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Edition;
    use jobscope_core::timeline::Timeline;

    use super::*;
    use crate::session::Scenes;
    use crate::spec::Scenario;
    use crate::why::played::play;

    #[test]
    fn between_pods_stand_the_whole_waits() {
        let (mut track, mut scenes) = (Track::default(), Scenes::default());
        play(Scenario::Failing, Edition::V1_28, Timeline::step_over, |timeline| track.follow(timeline, &mut scenes));
        let axis = Axis::of(track.points());
        let waits = without_pods(&track, &axis, Window::default());
        let times: Vec<i64> = waits.iter().map(|wait| wait.ms).collect();
        assert_eq!(times.get(..3), Some(&[10_000, 20_000, 40_000][..]), "{waits:?}");
        for pair in waits.windows(2) {
            assert!(pair[0].from < pair[0].to && pair[0].to < pair[1].from, "{waits:?}");
        }
    }
}
