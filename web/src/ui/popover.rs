//! A popover at its button, by the browser's own `popover`: Escape or a click elsewhere closes it.

use std::cell::Cell;

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::resized::Resized;
use crate::effect::use_effect_with;

/// The thing that a popover belongs to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Anchor(HtmlElement);

impl Anchor {
    /// The button that an event came from.
    pub(crate) fn button(event: &Event) -> Option<Self> {
        Self::closest(event, "button")
    }

    /// The element that an event came from, or the nearest one around it that fits the selector.
    pub(crate) fn closest(event: &Event, selector: &str) -> Option<Self> {
        let from: Element = event.target()?.dyn_into().ok()?;
        from.closest(selector).ok()??.dyn_into().ok().map(Self)
    }

    /// The element of that id.
    pub(crate) fn of_id(id: &str) -> Option<Self> {
        gloo::utils::document().get_element_by_id(id)?.dyn_into().ok().map(Self)
    }

    /// The value of its attribute `data-<name>`.
    pub(crate) fn data(&self, name: &str) -> Option<String> {
        self.0.get_attribute(&format!("data-{name}"))
    }

    /// Gives it the focus, or what is around it and can take it.
    pub(crate) fn focus(&self) {
        let target = self.0.closest("button, a, input, select, textarea, [tabindex]").ok().flatten();
        if let Some(target) = target.and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = target.focus();
        }
    }
}

/// Whether a popover is open, and at what: its button opens it.
#[derive(Clone, PartialEq)]
pub(crate) struct Opener(UseStateHandle<Option<Anchor>>);

impl Opener {
    /// What it is open at, if it is.
    pub(crate) fn anchor(&self) -> Option<Anchor> {
        (*self.0).clone()
    }

    /// The value of the button's `aria-expanded`.
    pub(crate) fn expanded(&self) -> &'static str {
        if self.0.is_some() { "true" } else { "false" }
    }

    /// For the button: opens it there.
    pub(crate) fn open(&self) -> Callback<MouseEvent> {
        let anchor = self.0.clone();
        Callback::from(move |event: MouseEvent| anchor.set(Anchor::button(&event)))
    }

    /// For the button: opens it beside what is around the button and fits the selector, which stays in sight.
    pub(crate) fn open_beside(&self, selector: &'static str) -> Callback<MouseEvent> {
        let anchor = self.0.clone();
        Callback::from(move |event: MouseEvent| anchor.set(Anchor::closest(&event, selector)))
    }

    /// For the popover: the browser has closed it, and the focus is where the person wants it.
    pub(crate) fn closed(&self) -> Callback<()> {
        let anchor = self.0.clone();
        Callback::from(move |()| anchor.set(None))
    }

    /// For what is chosen in it: closes it, and gives the focus back to its button.
    pub(crate) fn close(&self) {
        if let Some(anchor) = &*self.0 {
            anchor.focus();
        }
        self.0.set(None);
    }

    /// [`Self::close`] as a callback.
    pub(crate) fn done(&self) -> Callback<()> {
        let opener = self.clone();
        Callback::from(move |()| opener.close())
    }
}

/// A popover that is closed at first.
#[hook]
pub(crate) fn use_opener() -> Opener {
    Opener(use_state_eq(|| None))
}

/// Properties of [`Popover`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What it belongs to.
    pub(crate) anchor: Anchor,
    /// Its name.
    pub(crate) label: AttrValue,
    pub(crate) on_close: Callback<()>,
    pub(crate) children: Children,
}

/// It is open while it is there; arrows go between its buttons.
#[component]
pub(crate) fn Popover(props: &Props) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        let anchor = props.anchor.clone();
        let on_close = props.on_close.clone();
        use_effect_with((), move |()| {
            let listener = node.cast::<HtmlElement>().map(|pop| {
                let _ = pop.show_popover();
                place(&pop, &anchor.0);
                focus_nth(&pop, 0);
                let again = placed_again(&pop, &anchor.0);
                let toggled = EventListener::new(&pop, "toggle", move |event| {
                    let state =
                        js_sys::Reflect::get(event, &"newState".into()).ok().and_then(|state| state.as_string());
                    if state.as_deref() == Some("closed") {
                        on_close.emit(());
                    }
                });
                (toggled, again)
            });
            move || drop(listener)
        });
    }
    let onkeydown = {
        let node = node.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some(pop) = node.cast::<HtmlElement>() else { return };
            let by = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                _ => return,
            };
            let in_number = event.target_dyn_into::<web_sys::HtmlInputElement>().is_some();
            if !in_number {
                event.prevent_default();
                move_focus(&pop, by);
            }
        })
    };
    html! {
        <div ref={node} class="pop" popover="auto" role="dialog" aria-label={&props.label} {onkeydown}>
            { props.children.clone() }
        </div>
    }
}

/// Places it again, until that is dropped, whenever it gets another width, as with the words of another language.
fn placed_again(pop: &HtmlElement, anchor: &HtmlElement) -> Resized {
    let (placed, anchor) = (pop.clone(), anchor.clone());
    let width = Cell::new(pop.offset_width());
    let resized = Resized::new(move || {
        if width.replace(placed.offset_width()) == placed.offset_width() {
            return;
        }
        for side in ["left", "top", "bottom", "max-height"] {
            let _ = placed.style().remove_property(side);
        }
        place(&placed, &anchor);
        width.set(placed.offset_width());
    });
    resized.watch(pop);
    resized
}

/// Below the anchor, above it or beside it, wherever it covers neither the anchor nor ends outside the window; where it
/// grows later, it grows away from the anchor. The step controls stay free of it. If there is no such place, it is cut where there
/// is most room.
fn place(pop: &HtmlElement, anchor: &HtmlElement) {
    let window = gloo::utils::window();
    let size = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
    let (width, whole) = (size(window.inner_width()), size(window.inner_height()));
    let at = anchor.get_bounding_client_rect();
    let height = above_the_controls(at.bottom(), whole);
    let own = pop.get_bounding_client_rect();
    let gap = 6.0;
    let edge = 8.0;
    let set = |side: &str, px: f64| {
        let _ = pop.style().set_property(side, &format!("{px}px"));
    };
    let (below, above) = (height - at.bottom() - gap - edge, at.top() - gap - edge);
    let (after, before) = (width - at.right() - gap - edge, at.left() - gap - edge);
    let fits_beside = own.width() <= after.max(before) && own.height() <= height - 2.0 * edge;
    if own.height() > below.max(above) && fits_beside {
        set("left", if own.width() <= after { at.right() + gap } else { at.left() - gap - own.width() });
        return set("top", at.top().min(height - own.height() - edge).max(edge));
    }
    let beside = width - own.width();
    // Where it takes nearly all of the width, no strip of the page stays in sight on one side only.
    set("left", if beside < 6.0 * edge { beside / 2.0 } else { at.left().min(beside - edge).max(edge) });
    if own.height() <= below || below >= above {
        set("top", at.bottom() + gap);
        set("max-height", below);
    } else {
        set("bottom", whole - at.top() + gap);
        set("max-height", above);
    }
}

/// Where the window ends for something below `anchor`: on narrow pages the step controls lie over its end.
fn above_the_controls(anchor: f64, height: f64) -> f64 {
    let steps = gloo::utils::document().query_selector(".steps").ok().flatten();
    let at = steps.map(|steps| steps.get_bounding_client_rect());
    at.filter(|at| at.height() > 0.0 && at.bottom() > height - 1.0 && at.top() > anchor).map_or(height, |at| at.top())
}

fn buttons(pop: &HtmlElement) -> Vec<HtmlElement> {
    let Ok(found) = pop.query_selector_all("button:not([disabled])") else { return Vec::new() };
    (0..found.length()).filter_map(|place| found.item(place)?.dyn_into().ok()).collect()
}

fn focus_nth(pop: &HtmlElement, place: usize) {
    if let Some(button) = buttons(pop).get(place) {
        let _ = button.focus();
    }
}

fn move_focus(pop: &HtmlElement, by: isize) {
    let buttons = buttons(pop);
    let active = gloo::utils::document().active_element();
    let here = buttons.iter().position(|button| Some(button.unchecked_ref::<Element>()) == active.as_ref());
    let next = match here {
        Some(here) => here.saturating_add_signed(by).min(buttons.len().saturating_sub(1)),
        None => 0,
    };
    focus_nth(pop, next);
}
