//! The lanes with the playhead over them. A native slider carries keyboard and screen reader; a pointer may press
//! anywhere, and the wheel with Ctrl zooms.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use jobscope_core::timeline::Cursor;
use jobscope_explain::time::{instant, short_seconds};
use jobscope_explain::{Moment, Track};
use js_sys::Math;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, WheelEvent};
use yew::prelude::*;

use super::axis::{Axis, Tick, WIDTH};
use super::branches::Branches;
use super::lanes::Lanes;
use super::markers;
use super::path::Path;
use super::run_to::Struck;
use super::waits;
use super::window::Window;
use crate::effect::use_effect_with;
use crate::seen::{With, use_shown};
use crate::session::{Do, Session, use_dispatch};
use crate::ui::{Icon, on_parsed, small_icon};
use crate::words::{Words, args, use_words};

/// Round instants on the ruler.
const MOST_TICKS: i64 = 10;
/// How much closer a press of a button or key looks.
const ZOOM: f64 = 2.0;

/// Properties of [`Scrub`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    /// The person wants to compare; without it, nothing can be compared.
    #[prop_or_default]
    pub(crate) on_compare: Option<Callback<Option<With>>>,
    /// Of the lanes only that of the pods is shown: waits are where it is empty.
    #[prop_or_default]
    pub(crate) only_pods: bool,
}

#[component]
pub(crate) fn Scrub(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = &props.session.now;
    let surface = use_node_ref();
    let slider = use_node_ref();
    let dragging = use_mut_ref(|| false);
    let chosen = use_shown("window", Window::default);
    let lanes = {
        let session = props.session.clone();
        use_memo(props.session.read_track(Track::version), move |_| session.read_track(Lanes::of))
    };
    let axis = lanes.axis();
    let at = playhead(axis, now);
    // Dragging the playhead to an edge stays there; stepping out of the window takes it along.
    let window = chosen.following(at);
    let (drawn, marked, ground, ahead, said) = props.session.read_track(|track| {
        let waits = if props.only_pods { waits::without_pods(track, axis, window) } else { axis.waits(window) };
        let lengths = waits::lengths(&words, track, &waits);
        let drawn = lanes.view(&words, track, window, now.cursor, lengths);
        let ahead = waits::ahead(&words, track, axis, window, now);
        let said = described(&words, track, now);
        (drawn, markers::placed(track, axis, window), waits::ground(&waits), ahead, said)
    });
    let place = window.part(at) * 100.0;
    let ticks = axis.ticks(window, MOST_TICKS).into_iter().map(|at| tick(at, place / 100.0));
    let notches = notches(axis, window);
    use_zoom_by_wheel(&surface, window, {
        let chosen = chosen.clone();
        Callback::from(move |window| chosen.set(window))
    });

    // Dragging names places faster than they can be shown: the next task takes the last of them.
    let (wanted, task) = (use_mut_ref(|| None), use_mut_ref(|| None));
    let go = {
        let (dispatch, present) = (dispatch.clone(), now.cursor);
        move |target: Cursor| {
            if wanted.replace((target != present).then_some(target)).is_some() {
                return;
            }
            let (wanted, dispatch) = (Rc::clone(&wanted), dispatch.clone());
            let seek = move || {
                if let Some(target) = wanted.take() {
                    dispatch.dispatch(Do::Seek(target));
                }
            };
            *task.borrow_mut() = Some(Timeout::new(0, seek));
        }
    };
    let seek = {
        let (surface, go, lanes, chosen) = (surface.clone(), go.clone(), lanes.clone(), chosen.clone());
        move |event: &PointerEvent| {
            let Some(part) = surface.cast::<Element>().map(|surface| part_of(&surface, event)) else { return };
            chosen.set(window);
            go(Cursor { step: lanes.axis().nearest(window.place(part.clamp(0.0, 1.0))), entries: 0 });
        }
    };
    let onpointerdown = {
        let (seek, dragging, slider) = (seek.clone(), dragging.clone(), slider.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 || on_button(&event) {
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
    let oninput = on_parsed::<InputEvent, _>(move |step| go(Cursor { step, entries: 0 }));
    let onkeydown = {
        let chosen = chosen.clone();
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "+" | "=" => window.zoomed(ZOOM, at),
                "-" => window.zoomed(1.0 / ZOOM, at),
                "0" => Window::default(),
                _ => return,
            };
            event.prevent_default();
            chosen.set(next);
        })
    };
    let zoom = |name: &'static str, drawing: Icon, off: bool, next: Window| {
        let chosen = chosen.clone();
        html! {
            <button type="button" class="btn icon sm" aria-label={words.t(name)} title={words.t(name)} disabled={off} onclick={move |_| chosen.set(next)}>{ small_icon(drawing) }</button>
        }
    };
    html! {
        <div class={classes!("tl", (!window.is_all()).then_some("zoomed"), (now.branches.len() > 1).then_some("forked"), lanes.has_writers().then_some("recorded"))} {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release}>
            { ground }
            <div class="tr ruler"><span class="zoom" role="group" aria-label={words.t("look")}>
                { zoom("look-out", Icon::Minus, window.is_all(), if window.is_all() { window } else { window.zoomed(1.0 / ZOOM, at) }) }
                { zoom("look-in", Icon::Plus, !window.can_narrow(), window.zoomed(ZOOM, at)) }
            </span><div class="t" ref={surface}>
                <svg class="notches" viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true">{ notches }</svg>
                { for ticks }
                <input ref={slider} class="scrub" type="range" min="0" max={now.recorded.to_string()} step="1" value={now.step_number().to_string()} aria-label={words.t("timeline")} aria-valuetext={said} aria-keyshortcuts="+ - 0" {oninput} {onkeydown} />
            </div></div>
            <markers::Markers placed={marked} playhead={place / 100.0} />
            if props.session.now.branches.len() > 1 { <Branches session={props.session.clone()} axis={axis.clone()} {window} on_compare={props.on_compare.clone()} /> }
            { drawn }
            <div class="over" style={format!("--now:{place:.3}%")} aria-hidden="true"><i class="veil"></i>{ ahead }<i class="playhead"></i></div>
            if let Some(stopped) = &props.session.stopped { <Struck stopped={stopped.clone()} at={place / 100.0} /> }
        </div>
    }
}

/// Ctrl and the wheel, or two fingers apart, look closer where the pointer is; the wheel sideways moves along.
#[hook]
fn use_zoom_by_wheel(surface: &NodeRef, window: Window, on_change: Callback<Window>) {
    use_effect_with((surface.clone(), window), move |(surface, window)| {
        let (surface, window) = (surface.clone(), *window);
        let lanes = surface.cast::<Element>().and_then(|surface| surface.closest(".tl").ok().flatten());
        let listener = lanes.map(|lanes| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&lanes, "wheel", options, move |event| {
                let Some((event, surface)) = event.dyn_ref::<WheelEvent>().zip(surface.cast::<Element>()) else {
                    return;
                };
                let next = if event.ctrl_key() || event.meta_key() {
                    window.zoomed(Math::pow(2.0, -event.delta_y() / 200.0), window.place(part_of(&surface, event)))
                } else if event.delta_x() != 0.0 && !window.is_all() {
                    window.moved(event.delta_x() / surface.get_bounding_client_rect().width().max(1.0))
                } else {
                    return;
                };
                event.prevent_default();
                on_change.emit(next);
            })
        });
        move || drop(listener)
    });
}

/// Where an event is, as a part of the surface's width.
fn part_of(surface: &Element, event: &MouseEvent) -> f64 {
    let area = surface.get_bounding_client_rect();
    (f64::from(event.client_x()) - area.left()) / area.width().max(1.0)
}

/// A round instant on the ruler. Its text folds away if it does not fit before the playhead, or into the room beside the end of the
/// ruler. Only instants near the playhead depend on it, so all others stay the same while it moves.
pub(super) fn tick(Tick { at, part, is_named }: Tick, playhead: f64) -> Html {
    /// No text is so wide, on phones neither.
    const NEAR: f64 = 0.3;
    if !is_named {
        return html! { <i class="tick" style={format!("left:{:.3}%", part * 100.0)}></i> };
    }
    let near = |distance: f64| (distance > 0.0 && distance < NEAR).then_some(distance * 100.0);
    let room = match (near(playhead - part), near(1.0 - part)) {
        (Some(to_playhead), _) => format!(";max-width:calc({to_playhead:.3}% - 1px)"),
        (None, Some(to_end)) => format!(";max-width:calc({to_end:.3}% + var(--s4))"),
        (None, None) => String::new(),
    };
    let style = format!("left:{:.3}%{room}", part * 100.0);
    html! { <span class="tick" {style}><i></i><span>{ short_seconds(at) }</span></span> }
}

/// A notch at each place between two steps: where many stand close, many things happened in little time.
fn notches(axis: &Axis, window: Window) -> Html {
    let mut path = Path::default();
    for part in axis.steps(window) {
        path.tick(part * WIDTH, 0.0, 4.0);
    }
    path.draw("l-notch")
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

/// Whether it has a use of its own for being pressed.
fn on_button(event: &PointerEvent) -> bool {
    let from = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    from.and_then(|from| from.closest("button, label, .input").ok().flatten()).is_some()
}

/// Where the playhead stands, and what time passed for just before it, or does next.
fn described(words: &Words, track: &Track, now: &Moment) -> String {
    let position = words.f("position", &args!(step = now.step_number(), of = now.recorded));
    let place = format!("{}, {position}", instant(now.elapsed()));
    waits::text(words, track, now).map_or(place.clone(), |wait| format!("{place}. {wait}"))
}
