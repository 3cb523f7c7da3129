//! The lanes with the playhead over them. A native slider carries keyboard and screen reader; a pointer may press anywhere.

use jobscope_core::timeline::Cursor;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, PointerEvent};
use yew::prelude::*;

use super::axis::{Axis, WIDTH};
use super::{lanes, markers};
use crate::session::{Do, Moment, Session, use_dispatch};
use crate::ui::time::instant;
use crate::words::{Words, args, use_words};

/// Round instants on the ruler.
const MOST_TICKS: i64 = 10;

/// Properties of [`Scrub`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
}

/// See the module.
#[component]
pub(super) fn Scrub(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = &props.session.now;
    let surface = use_node_ref();
    let slider = use_node_ref();
    let dragging = use_mut_ref(|| false);
    let (axis, drawn, marked) = props.session.read_track(|track| {
        let axis = Axis::of(track.points());
        let drawn = lanes::view(&words, track, &axis, now.cursor);
        let marked = markers::placed(track, &axis);
        (axis, drawn, marked)
    });
    let place = playhead(&axis, now) / WIDTH * 100.0;
    let ticks = axis.ticks(MOST_TICKS);

    let seek = {
        let (surface, dispatch, present) = (surface.clone(), dispatch.clone(), now.cursor);
        move |event: &PointerEvent| {
            let Some(surface) = surface.cast::<Element>() else { return };
            let area = surface.get_bounding_client_rect();
            let part = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
            let target = Cursor { step: axis.nearest(part.clamp(0.0, 1.0) * WIDTH), entries: 0 };
            if target != present {
                dispatch.dispatch(Do::Seek(target));
            }
        }
    };
    let onpointerdown = {
        let (seek, dragging, slider) = (seek.clone(), dragging.clone(), slider.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || on_marker(&event) {
                return;
            }
            event.prevent_default();
            *dragging.borrow_mut() = true;
            if let Some(slider) = slider.cast::<HtmlElement>() {
                let _ = slider.set_pointer_capture(event.pointer_id());
                let _ = slider.focus();
            }
            seek(&event);
        })
    };
    let onpointermove = {
        let dragging = dragging.clone();
        Callback::from(move |event: PointerEvent| {
            if *dragging.borrow() {
                seek(&event);
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| *dragging.borrow_mut() = false);
    let oninput = Callback::from(move |event: InputEvent| {
        let step = event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
        if let Some(step) = step {
            dispatch.dispatch(Do::Seek(Cursor { step, entries: 0 }));
        }
    });
    html! {
        <div class="tl" style={format!("--now:{place:.2}%")} {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release}>
            <div class="tr ruler"><span></span><div class="t" ref={surface}>
                for (at, place) in ticks { <span class="tick" style={format!("left:{:.2}%", place / WIDTH * 100.0)}>{ at / 1000 }{ " s" }</span> }
                <input ref={slider} class="scrub" type="range" min="0" max={now.recorded.to_string()} step="1" value={now.step_number().to_string()} aria-label={words.t("timeline")} aria-valuetext={described(&words, now)} {oninput} />
            </div></div>
            <markers::Markers markers={marked} />
            { drawn }
            <div class="over" aria-hidden="true"><i class="veil"></i><i class="playhead"></i></div>
        </div>
    }
}

/// Where the playhead stands: between two steps, or within one.
fn playhead(axis: &Axis, now: &Moment) -> f64 {
    let whole = now.trace().len();
    let within = if now.inside() && whole > 0 { ratio(now.done, whole) } else { 0.0 };
    axis.at(now.cursor.step, within)
}

#[expect(clippy::cast_precision_loss, reason = "places on the screen are coarse")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

fn on_marker(event: &PointerEvent) -> bool {
    let from = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    from.and_then(|from| from.closest(".mk").ok().flatten()).is_some()
}

fn described(words: &Words, now: &Moment) -> String {
    let position = words.f("position", &args!(step = now.step_number(), of = now.recorded));
    format!("{}, {position}", instant(now.elapsed()))
}
