//! The focus stays near what a person has just pressed, also where that can no longer be pressed or is gone: browsers
//! would forget it, and who goes by keys or listens would have to begin at the top of the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Milliseconds after which what a key or a press changes has been drawn.
const DRAWN_MS: u32 = 60;
/// What can have the focus.
const FOCUSABLE: &str = "button:not([disabled]), a[href], input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";
/// What is about one subject, from the inside out.
const REGION: &str = "[role=group], [role=toolbar], form, section, dialog, aside, header, nav";

/// Keeps the focus of the page; for once in an application.
#[hook]
pub(crate) fn use_focus_kept() {
    use_effect_with((), |()| {
        let last: Rc<RefCell<Vec<Element>>> = Rc::default();
        let soon: Rc<Cell<Option<Timeout>>> = Rc::default();
        let document = gloo::utils::document();
        let mut listeners = Vec::new();
        listeners.push(EventListener::new(&document, "focusin", {
            let last = Rc::clone(&last);
            move |event| {
                let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                last.replace(std::iter::successors(element, |element| element.parent_element()).collect());
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
                    let path = last.take();
                    if focus_is_somewhere() {
                        last.replace(path);
                    } else {
                        keep(&path);
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

/// Gives the focus to what is nearest to where it was lost: `path` leads from there to the root. Where it could still be,
/// the person has put it nowhere.
fn keep(path: &[Element]) {
    let document = gloo::utils::document();
    let is_lost = |last: &&Element| !last.is_connected() || last.matches(":disabled").unwrap_or_default();
    let Some(last) = path.first().filter(is_lost) else { return };
    let Some(near) = path.iter().find(|element| element.is_connected()) else { return };
    let region = near.closest(REGION).ok().flatten();
    let next = match region {
        Some(region) if near == last => beside(near).unwrap_or(region),
        // Often the button that opened what is gone is what comes after it.
        Some(region) => last_within(near).unwrap_or(region),
        // The page has become another one.
        None => match document.query_selector("main") {
            Ok(Some(main)) => main,
            Ok(None) | Err(_) => return,
        },
    };
    if let Ok(next) = next.dyn_into::<HtmlElement>() {
        if !next.matches(FOCUSABLE).unwrap_or_default() {
            next.set_tab_index(-1);
        }
        let _ = next.focus();
    }
}

/// The last that can have the focus within an element.
fn last_within(element: &Element) -> Option<Element> {
    let all = element.query_selector_all(FOCUSABLE).ok()?;
    all.item(all.length().checked_sub(1)?)?.dyn_into().ok()
}

/// What can be pressed beside something that no longer can.
fn beside(element: &Element) -> Option<Element> {
    let fits = |element: &Element| element.matches(FOCUSABLE).unwrap_or_default();
    let before = std::iter::successors(element.previous_element_sibling(), Element::previous_element_sibling);
    let after = std::iter::successors(element.next_element_sibling(), Element::next_element_sibling);
    before.chain(after).find(fits)
}
