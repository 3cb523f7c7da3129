//! Very many pods: tiles on a canvas the size of the visible part, behind a list box for the keyboard. The table has
//! the details.

mod layout;
mod paint;
mod picture;
mod view;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::render::request_animation_frame;
use jobscope_core::api::Name;
use jobscope_explain::Moment;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::groups::{Tile, first};
use super::moves::Way;
use super::selection::Selection;
use super::state::described;
use super::tile::Density;
use crate::effect::use_effect_with;
use crate::settings::{Theme, use_settings};
use crate::ui::{NARROW, use_media, use_visible};
use crate::words::{Words, args, use_words};
use layout::Layout;
use paint::{LOOKS, Stamps};
use picture::{Part, Picture};
use view::FieldView;

/// The id of the element that stands for the tile that the keyboard is on.
pub(super) const ACTIVE: &str = "pod-active";

/// A pod was pressed, with these keys held.
pub(super) struct Press {
    pub(super) pod: Name,
    pub(super) shift: bool,
    pub(super) control: bool,
}

/// Properties of [`Field`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    /// Pods that no sync made.
    pub(super) others: Rc<Vec<Name>>,
    pub(super) density: Density,
    pub(super) selection: Rc<Selection>,
    /// A tile was pressed.
    pub(super) on_press: Callback<Press>,
    /// The keyboard goes to a pod; whether a range follows it.
    pub(super) on_go: Callback<(Name, bool)>,
    /// The menu of the pod on which the keyboard stands was asked for.
    pub(super) on_menu: Callback<Name>,
    /// Called to select or deselect a pod.
    pub(super) on_toggle: Callback<Name>,
}

/// Pixels from one tile to the next. Fingers get more, but not a button's 44: ten thousand of those would be a mile.
fn pitch(density: Density, fingers: bool) -> f64 {
    match density {
        _ if fingers => 28.0,
        Density::Specks => 18.0,
        _ => 24.0,
    }
}

/// The gap between two tiles.
const GAP: f64 = 2.0;

#[component]
pub(crate) fn Field(props: &Props) -> Html {
    let words = use_words();
    let (node, canvas, probes) = (use_node_ref(), use_node_ref(), use_node_ref());
    let visible = use_visible(&node);
    let now = props.now.clone();
    let (coarse, narrow) = (use_media("(pointer: coarse)"), use_media(NARROW));
    let pitch = pitch(props.density, coarse || narrow);
    let layout = {
        let sizes = view::sizes(&now, props.others.len());
        use_memo((sizes, visible.width, pitch.to_bits()), move |(sizes, width, _)| {
            Layout::of(sizes.iter().map(Vec::as_slice), *width, pitch)
        })
    };
    let place = FieldView::of(&now, &props.others, &layout);
    let active = props.selection.active.as_ref().filter(|name| now.pod(name).is_some());
    let active = active.or_else(|| first(&now, &props.others)).cloned();
    let spot = active.as_ref().and_then(|name| place.spot(name));
    let key = StampKey {
        side: (pitch - GAP).to_bits(),
        ratio: ratio().to_bits(),
        theme: use_settings().theme,
        dark: use_media("(prefers-color-scheme: dark)"),
    };
    let lost = use_lost(&canvas);
    {
        let (canvas, probes, painted) = (canvas.clone(), probes.clone(), use_mut_ref(|| None::<Painted>));
        let all = (place.clone(), props.selection.clone(), visible, key, words.clone(), lost);
        use_effect_with(all, move |(place, selection, _, _, words, _)| {
            let (place, selection, words) = (place.clone(), selection.clone(), words.clone());
            // When everything of this movement is in the document, so that colours are the new theme's.
            let frame = request_animation_frame(move |_| {
                let (Some(canvas), Some(probes)) = (canvas.cast(), probes.cast::<Element>()) else { return };
                let Some(stamps) = stamps(key, || Stamps::of(&probes, pitch - GAP, pitch, ratio())) else { return };
                let canvas: HtmlCanvasElement = canvas;
                let picture = Picture::of(&place, &selection, &words, visible, stamps.size(), ratio());
                let before = painted.take().filter(|before| Rc::ptr_eq(&before.stamps, &stamps));
                picture.paint(before.as_ref().map(|before| &before.picture), &canvas, &stamps);
                *painted.borrow_mut() = Some(Painted { picture, stamps });
            });
            move || drop(frame)
        });
    }
    use_in_view(props.selection.active.is_some().then_some(spot).flatten().map(|(tile, _)| tile));
    let (onclick, onmousemove) = use_pointer(&node, &place, &words, &props.on_press);
    let onkeydown = {
        let (place, active) = (place.clone(), active.clone());
        let (on_go, on_menu, on_toggle) = (props.on_go.clone(), props.on_menu.clone(), props.on_toggle.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(active) = &active else { return };
            let key = event.key();
            let way = Way::of_key(&key);
            if way.is_none() && !matches!(key.as_str(), "Enter" | " ") {
                return;
            }
            event.prevent_default();
            match way {
                Some(way) => {
                    if let Some(next) = place.along(active, way) {
                        on_go.emit((next, event.shift_key()));
                    }
                }
                None if key == "Enter" => on_menu.emit(active.clone()),
                None => on_toggle.emit(active.clone()),
            }
        })
    };
    let option = active.as_ref().zip(spot).and_then(|(name, (tile, (x, y)))| {
        let pod = now.pod(name)?;
        let side = pitch - GAP;
        let style = format!("left:{x}px;top:{y}px;width:{side}px;height:{side}px");
        let (all, tile) = (layout.tiles().to_string(), (tile + 1).to_string());
        Some(html! {
            <div id={ACTIVE} class="spot" role="option" aria-selected={props.selection.has(name).to_string()} aria-setsize={all} aria-posinset={tile} {style}>
                <span class="vh">{ described(&words, &now, pod) }</span>
            </div>
        })
    });
    let style = format!("height:{}px", layout.height);
    html! {
        <>
            <p id="field-how" class="vh">{ words.t("field-how") }</p>
            <div ref={node} class="field" {style} role="listbox" tabindex="0" aria-multiselectable="true" aria-label={words.f("field", &args!(n = now.snapshot.pods.len()))} aria-describedby="field-how" aria-activedescendant={option.is_some().then_some(ACTIVE)} {onclick} {onmousemove} {onkeydown}>
                <canvas ref={canvas} style={Part::of(visible, layout.height).style()} aria-hidden="true"></canvas>
                { option }
            </div>
            <div ref={probes} class="probes" aria-hidden="true">for look in LOOKS { <i data-s={look}></i> }</div>
        </>
    }
}

/// What the canvas shows.
struct Painted {
    picture: Picture,
    /// With others, all of it is painted again.
    stamps: Rc<Stamps>,
}

/// How often the browser has lost what canvases show. Then all is painted again, stamps before it.
#[hook]
fn use_lost(canvas: &NodeRef) -> u32 {
    let lost = use_state(|| 0_u32);
    {
        let lost = lost.clone();
        use_effect_with((canvas.clone(), *lost), move |(canvas, times)| {
            let next = times.wrapping_add(1);
            let canvas = canvas.cast::<Element>();
            let restored = move |_: &Event| {
                STAMPS.with_borrow_mut(VecDeque::clear);
                lost.set(next);
            };
            let listener = canvas.map(|canvas| EventListener::once(&canvas, "contextrestored", restored));
            move || drop(listener)
        });
    }
    *lost
}

/// What stamps are made for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StampKey {
    side: u64,
    ratio: u64,
    theme: Theme,
    /// Whether the system's colours are dark.
    dark: bool,
}

/// How many are kept: two densities in two themes.
const MOST_STAMPS: usize = 4;

thread_local! {
    /// The stamps made last. They outlive the field, which comes and goes with the number of pods.
    static STAMPS: RefCell<VecDeque<(StampKey, Rc<Stamps>)>> = const { RefCell::new(VecDeque::new()) };
}

/// The stamps for `key`, made if there are none.
fn stamps(key: StampKey, make: impl FnOnce() -> Option<Stamps>) -> Option<Rc<Stamps>> {
    STAMPS.with_borrow_mut(|known| {
        if let Some((_, stamps)) = known.iter().find(|(made_for, _)| *made_for == key) {
            return Some(Rc::clone(stamps));
        }
        let stamps = Rc::new(make()?);
        known.push_front((key, Rc::clone(&stamps)));
        known.truncate(MOST_STAMPS);
        Some(stamps)
    })
}

/// Device pixels for a CSS pixel, as far as anybody can see a difference: a whole number, so that tiles are of whole pixels.
fn ratio() -> f64 {
    gloo::utils::window().device_pixel_ratio().ceil().clamp(1.0, 2.0)
}

/// Brings the active tile into view when it is another one.
#[hook]
fn use_in_view(tile: Option<usize>) {
    use_effect_with(tile, |tile| {
        if let (Some(_), Some(active)) = (tile, gloo::utils::document().get_element_by_id(ACTIVE)) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            active.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// What the pointer does: it presses tiles, and reads what a tile stands for.
#[hook]
fn use_pointer(
    node: &NodeRef,
    place: &FieldView,
    words: &Words,
    on_press: &Callback<Press>,
) -> (Callback<MouseEvent>, Callback<MouseEvent>) {
    let tile_under = {
        let (node, layout) = (node.clone(), place.layout.clone());
        move |event: &MouseEvent| {
            let at = node.cast::<Element>()?.get_bounding_client_rect();
            layout.at(f64::from(event.client_x()) - at.left(), f64::from(event.client_y()) - at.top())
        }
    };
    let onclick = {
        let (place, on_press, tile_under) = (place.clone(), on_press.clone(), tile_under.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(pod) = tile_under(&event).and_then(|tile| place.pod(tile)).cloned() {
                on_press.emit(Press { pod, shift: event.shift_key(), control: event.ctrl_key() || event.meta_key() });
            }
        })
    };
    let onmousemove = {
        let (words, place) = (words.clone(), place.clone());
        Callback::from(move |event: MouseEvent| {
            let said = tile_under(&event).and_then(|tile| place.numbered(tile)).map(|tile| match tile {
                Tile::Refused(error) => error.message.clone().into(),
                Tile::Made(name) => match place.now.pod(name) {
                    Some(pod) => described(&words, &place.now, pod),
                    None => words.f("pod-was", &args!(name = name.as_str())),
                },
            });
            let field = event.current_target().and_then(|field| field.dyn_into::<HtmlElement>().ok());
            let said: AttrValue = said.unwrap_or_default();
            if let Some(field) = field.filter(|field| field.title() != *said) {
                field.set_title(&said);
            }
        })
    };
    (onclick, onmousemove)
}
