//! Steps worth finding again: a click leads there.

use jobscope_core::api::JobConditionType;
use jobscope_core::timeline::Cursor;
use yew::prelude::*;

use super::axis::Axis;
use super::window::Window;
use crate::session::{Do, Marker, Track, use_dispatch};
use crate::ui::{Icon, shape, small_icon};
use crate::words::{Words, args, use_words};

/// A text stands on the other side of its mark, where the playhead is close, if it has so much room there.
const TURNS: f64 = 0.1;
/// Markers closer than this lose their text, or one of them its place.
const LEAST_GAP: f64 = 0.085;
/// The text of markers further to the right than this stands before them.
const LATE: f64 = 0.86;

/// Properties of [`Markers`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// Places as parts of the width, steps and markers, in order.
    pub(super) markers: Vec<(f64, usize, Marker)>,
}

/// The markers of a track on their places in the window; of two that would overlap, the more telling one.
pub(super) fn placed(track: &Track, axis: &Axis, window: Window) -> Vec<(f64, usize, Marker)> {
    let mut placed: Vec<(f64, usize, Marker)> = Vec::new();
    for (step, point) in track.points().iter().enumerate() {
        let Some(marker) = &point.marker else { continue };
        let place = axis.at(step, 0.5);
        if !window.shows(place) {
            continue;
        }
        let place = window.part(place);
        match placed.last_mut() {
            Some((last, _, known)) if place - *last < least_gap(*last, place) => {
                if weight(marker) > weight(known) {
                    placed.pop();
                    placed.push((place, step, marker.clone()));
                }
            }
            _ => placed.push((place, step, marker.clone())),
        }
    }
    placed
}

/// How far apart two markers have to be: more, if both texts stand between them.
fn least_gap(last: f64, place: f64) -> f64 {
    if last <= LATE && place > LATE { 2.0 * LEAST_GAP } else { LEAST_GAP }
}

fn weight(marker: &Marker) -> u8 {
    match marker {
        Marker::Condition(_) => 7,
        Marker::Restarted | Marker::Deleted => 6,
        Marker::Refused(_) => 5,
        Marker::Patched => 4,
        Marker::Created => 3,
        Marker::Fault(_) => 2,
        Marker::Failed(_) => 1,
    }
}

/// How much of the width the text at `place` of the markers has to itself.
fn room(markers: &[(f64, usize, Marker)], place: usize) -> f64 {
    let at = |place: usize| markers.get(place).map(|(at, ..)| *at);
    let Some(here) = at(place) else { return 0.0 };
    // Where the texts of two markers stand between them, each has half.
    if here > LATE {
        match place.checked_sub(1).and_then(at) {
            Some(before) if before > LATE => here - before,
            Some(before) => (here - before) / 2.0,
            None => here,
        }
    } else {
        match at(place + 1) {
            Some(next) if next > LATE => (next - here) / 2.0,
            // The next one's text may come to stand before it.
            Some(next) if next - here > 2.0 * TURNS => (next - here) / 2.0,
            Some(next) => next - here,
            None => 1.0 - here,
        }
    }
}

/// The room that the marker at `n` has on its other side, as a part of the width: half of what is free up to the marker
/// before it, whose text has the rest. (The style sheet compares it with [`TURNS`].)
fn before(markers: &[(f64, usize, Marker)], n: usize) -> f64 {
    let at = |n: usize| markers.get(n).map_or(0.0, |(place, ..)| *place);
    let last = n.checked_sub(1).map_or(0.0, at);
    (at(n) - last) / 2.0
}

/// See the module.
#[component]
pub(super) fn Markers(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    html! {
        <div class="tr marks"><span>{ words.t("lane-markers") }</span><div class="t">
            for (n, (place, step, marker)) in props.markers.iter().enumerate() {
                <button type="button" key={*step} class={classes!("mk", class(marker), (*place > LATE).then_some("late"))} style={format!("left:{:.2}%;--at:{place:.4};--room:{:.4};--before:{:.4}", place * 100.0, room(&props.markers, n), before(&props.markers, n))} title={text(&words, marker)}
                    onclick={let (dispatch, step) = (dispatch.clone(), *step + 1); move |_| dispatch.dispatch(Do::Seek(Cursor { step, entries: 0 }))}>
                    { told(&words, marker) }
                </button>
            }
        </div></div>
    }
}

fn class(marker: &Marker) -> Option<&'static str> {
    match marker {
        Marker::Fault(_) | Marker::Refused(_) => Some("c-refused"),
        Marker::Condition(JobConditionType::Complete | JobConditionType::SuccessCriteriaMet) => Some("c-succeeded"),
        Marker::Failed(_) | Marker::Condition(JobConditionType::Failed | JobConditionType::FailureTarget) => {
            Some("c-failed")
        }
        Marker::Created
        | Marker::Patched
        | Marker::Deleted
        | Marker::Restarted
        | Marker::Condition(JobConditionType::Suspended) => None,
    }
}

/// What a marker says.
pub(super) fn text(words: &Words, marker: &Marker) -> AttrValue {
    match marker {
        Marker::Created => words.t("mark-created"),
        Marker::Patched => words.t("mark-patched"),
        Marker::Deleted => words.t("mark-deleted"),
        Marker::Restarted => words.t("mark-restarted"),
        Marker::Fault(_) => words.t("mark-fault"),
        Marker::Failed(n) => words.f("mark-failed", &args!(n = *n)),
        Marker::Refused(n) => words.f("mark-refused", &args!(n = *n)),
        Marker::Condition(condition) => condition.as_str().into(),
    }
}

fn told(words: &Words, marker: &Marker) -> Html {
    let drawing = match (marker, class(marker)) {
        (Marker::Fault(_), _) => Some(small_icon(Icon::Flag)),
        (Marker::Refused(_), _) => Some(shape("refused")),
        (_, Some("c-failed")) => Some(shape("failed")),
        (_, Some("c-succeeded")) => Some(shape("succeeded")),
        _ => None,
    };
    html! { <>{ drawing }<span>{ text(words, marker) }</span></> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_texts_have_the_same_room() {
        let markers: Vec<_> = [0.1, 0.3, 0.8, 0.9, 0.98].into_iter().map(|at| (at, 0, Marker::Created)).collect();
        let spans = |(n, (at, ..)): (usize, &(f64, usize, Marker))| {
            let room = room(&markers, n);
            if *at > LATE { (at - room, *at) } else { (*at, at + room) }
        };
        let spans: Vec<_> = markers.iter().enumerate().map(spans).collect();
        for pair in spans.windows(2) {
            assert!(pair[0].1 <= pair[1].0 + 1e-9, "{spans:?}");
        }
    }
}
