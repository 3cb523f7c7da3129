//! Keeps the focus near the button that the user has just pressed, even if that is disabled or removed. Browsers would
//! drop the focus, and keyboard and screen reader users would have to start at the top of the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use yew::prelude::*;

use crate::effect::use_effect_with;

/// Milliseconds after which what a key or a press changes has been drawn.
const DRAWN_MS: u32 = 60;
/// What can have the focus.
const FOCUSABLE: &str = "button:not([disabled]), a[href], input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";
/// What is about one subject, from the inside out.
const REGION: &str = "[role=group], [role=toolbar], form, section, dialog, aside, header, nav";

/// An element on the way from what has the focus to the root, and what stood before it.
struct Stood {
    element: Element,
    before: Option<Element>,
}

/// Keeps the focus of the page; for once in an application.
#[hook]
pub(crate) fn use_focus_kept() {
    use_effect_with((), |()| {
        let last: Rc<RefCell<Vec<Stood>>> = Rc::default();
        let soon: Rc<Cell<Option<Timeout>>> = Rc::default();
        let document = gloo::utils::document();
        let mut listeners = Vec::new();
        listeners.push(EventListener::new(&document, "focusin", {
            let last = Rc::clone(&last);
            move |event| {
                let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let way = std::iter::successors(element, |element| element.parent_element());
                let stood = way.map(|element| Stood { before: element.previous_element_sibling(), element });
                last.replace(stood.collect());
            }
        }));
        for event in ["keydown", "click"] {
            let (last, soon) = (Rc::clone(&last), Rc::clone(&soon));
            // Before others, which may keep it to themselves.
            let options = EventListenerOptions::run_in_capture_phase();
            listeners.push(EventListener::new_with_options(&document, event, options, move |_| {
                let last = Rc::clone(&last);
                soon.set(Some(Timeout::new(DRAWN_MS, move || {
                    // What gets the focus meanwhile is the last from then on.
                    let way = last.take();
                    if focus_is_somewhere() {
                        last.replace(way);
                    } else {
                        keep(&way);
                    }
                })));
            }));
        }
        move || drop((listeners, soon))
    });
}

fn focus_is_somewhere() -> bool {
    let active = gloo::utils::document().active_element();
    active.is_some_and(|element| !element.tag_name().eq_ignore_ascii_case("body"))
}

/// Gives the focus to what is nearest to where it was lost. Where it could still be, the person has put it nowhere.
fn keep(way: &[Stood]) {
    let can_have_it = |stood: &Stood| {
        stood.element.is_connected()
            && is_seen(&stood.element)
            && !stood.element.matches(":disabled").unwrap_or_default()
    };
    if way.first().is_none_or(can_have_it) {
        return;
    }
    let Some(depth) = way.iter().position(|stood| stood.element.is_connected()) else { return };
    let Some(near) = way.get(depth).map(|stood| &stood.element) else { return };
    let region = near.closest(REGION).ok().flatten();
    let next = match (region, depth.checked_sub(1).and_then(|gone| way.get(gone))) {
        (Some(region), Some(gone)) => in_its_place(near, gone.before.as_ref()).unwrap_or(region),
        (Some(region), None) => beside(near).unwrap_or(region),
        // The page has become another one.
        (None, _) => match gloo::utils::document().query_selector("main") {
            Ok(Some(main)) => main,
            Ok(None) | Err(_) => return,
        },
    };
    if let Ok(next) = next.dyn_into::<HtmlElement>() {
        if !next.matches(FOCUSABLE).unwrap_or_default() {
            next.set_tab_index(-1);
        }
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = next.focus_with_options(&options);
    }
}

/// What can be pressed where something stood that is gone from `parent`, or right before.
fn in_its_place(parent: &Element, before: Option<&Element>) -> Option<Element> {
    let before = before.filter(|before| before.is_connected());
    let after = before.map_or_else(|| parent.first_element_child(), Element::next_element_sibling);
    let first = after.and_then(|after| focusable(&after).into_iter().next());
    first.or_else(|| focusable(before?).pop())
}

/// What can be pressed beside something that no longer can.
fn beside(element: &Element) -> Option<Element> {
    let fits = |element: &Element| element.matches(FOCUSABLE).unwrap_or_default() && is_seen(element);
    let before = std::iter::successors(element.previous_element_sibling(), Element::previous_element_sibling);
    let after = std::iter::successors(element.next_element_sibling(), Element::next_element_sibling);
    before.chain(after).find(fits)
}

/// An element and what is in it, as far as it can have the focus.
fn focusable(element: &Element) -> Vec<Element> {
    let own = Some(element.clone()).filter(|element| element.matches(FOCUSABLE).unwrap_or_default());
    let within = element.query_selector_all(FOCUSABLE).ok();
    let within = within.iter().flat_map(|all| (0..all.length()).filter_map(|n| all.item(n)?.dyn_into().ok()));
    own.into_iter().chain(within).filter(is_seen).collect()
}

/// Whether it takes room on the page.
fn is_seen(element: &Element) -> bool {
    element.get_bounding_client_rect().width() > 0.0
}
