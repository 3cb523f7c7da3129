//! Scrolls a part of the page into view, and keeps it in view while its surroundings are laid out.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::EventListener;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::Resized;
use super::media::{NARROW, matches};
use crate::effect::use_effect_with;

/// Scrolls to the region of that id where the regions do not all fit; again with each `step`, and until the user does
/// something whenever one of them has become higher or lower: regions are drawn one after another, each with what the step
/// did to it.
#[hook]
pub(crate) fn use_in_sight(region: Option<&'static str>, step: usize) {
    use_effect_with((region, step), |&(region, _)| {
        let region = region.and_then(|id| gloo::utils::document().get_element_by_id(id));
        let watch = region.as_ref().map(|region| {
            let left_alone = Rc::new(Cell::new(true));
            let touched = ["wheel", "pointerdown", "keydown"].map(|event| {
                let left_alone = Rc::clone(&left_alone);
                EventListener::new(&gloo::utils::window(), event, move |_| left_alone.set(false))
            });
            let scroll = {
                let region = region.clone();
                move || {
                    // Where regions have a page each, nothing is scrolled to behind a person's back.
                    if left_alone.get() && !matches(NARROW) {
                        show(&region);
                    }
                }
            };
            scroll();
            let resized = Resized::new(scroll);
            if let Some(all) = region.parent_element() {
                resized.watch(&all);
                for one in std::iter::successors(all.first_element_child(), Element::next_element_sibling) {
                    resized.watch(&one);
                }
            }
            (resized, touched)
        });
        move || drop(watch)
    });
}

/// Unless all of it is in sight, the region comes to the top, where most of what follows it is to be seen as well; and what is
/// unfolded in it comes into its own view.
fn show(region: &Element) {
    let Some(all) = region.parent_element() else { return };
    let (own, around) = (region.get_bounding_client_rect(), all.get_bounding_client_rect());
    // The timeline stays over the end of the others.
    let over = all.query_selector(".time").ok().flatten().filter(|over| over != region);
    let end = over.map_or(around.bottom(), |over| over.get_bounding_client_rect().top());
    if own.top() < around.top() - 1.0 || own.bottom() > end + 1.0 {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Start);
        region.scroll_into_view_with_scroll_into_view_options(&options);
    }
    if let Some(unfolded) = region.query_selector("details[open]").ok().flatten() {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        unfolded.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
