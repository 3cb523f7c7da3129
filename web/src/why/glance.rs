//! The path at a glance: the current question, and the few that led to it.

use std::rc::Rc;

use jobscope_explain::Moment;
use jobscope_explain::path::{Kind, Part, Path, Row, Standing};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::row::{self, Shown};
use crate::effect::use_effect_with;
use crate::ui::Resized;
use crate::words::use_words;

/// The number of rows before the present one.
const BEFORE: usize = 2;

/// Properties of [`Glance`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
}

/// Its place is of one size whatever it shows; what does not fit can be scrolled.
#[component]
pub(crate) fn Glance(props: &Props) -> Html {
    let words = use_words();
    let now = &props.now;
    let rows = use_memo(now.clone(), |now| nearest(&Path::of(now, None)));
    let place = use_node_ref();
    use_in_view(&place, now.revision);
    html! {
        <div class="glance" ref={place} role="group" aria-label={words.t("path")} tabindex="0">
            if rows.is_empty() {
                <p class="empty">{ words.say(if now.step.is_some() { "path-nothing" } else { "path-empty" }) }</p>
            } else {
                <ol class="path">
                    for row in rows.iter() {
                        { row::view(&words, Shown { row, now, open: row.standing == Standing::Present, on_toggle: &Callback::noop(), node: NodeRef::default() }) }
                    }
                </ol>
            }
        </div>
    }
}

/// Shows all of the present row, or else its beginning, and before it as many whole rows as have room: what stays free is
/// below. Never by scrolling into view: that would move the page around the embed.
fn show_present(place: &NodeRef) {
    let Some(place) = place.cast::<HtmlElement>() else { return };
    let Ok(rows) = place.query_selector_all(".path > li") else { return };
    let rows: Vec<HtmlElement> =
        (0..rows.length()).filter_map(|n| rows.get(n)).filter_map(|row| row.dyn_into().ok()).collect();
    let Some(present) = rows.iter().find(|row| row.has_attribute("aria-current")) else { return };
    let end = (present.offset_top() + present.offset_height() - place.client_height()).max(0);
    if end == 0 {
        let _ = place.style().remove_property("--free");
        place.set_scroll_top(0);
        return;
    }
    let first = rows.iter().map(HtmlElement::offset_top).find(|&top| top >= end).unwrap_or(end);
    let top = first.min(present.offset_top());
    // Without an error: the browser knows the name, and takes any length for it.
    let _ = place.style().set_property("--free", &format!("{}px", (top - end).max(0)));
    place.set_scroll_top(top);
}

/// Does so after each movement, and when the place or what it shows gets another size, as words get other lines.
#[hook]
fn use_in_view(place: &NodeRef, revision: u64) {
    use_effect_with((place.clone(), revision), |(place, _)| {
        let resized = {
            let place = place.clone();
            Resized::new(move || show_present(&place))
        };
        if let Some(place) = place.cast::<Element>() {
            resized.watch(&place);
            if let Some(rows) = place.first_element_child() {
                resized.watch(&rows);
            }
        }
        move || drop(resized)
    });
}

/// The present row and those before it that say something; after a step without one, its last rows.
fn nearest(path: &Path) -> Vec<Rc<Row>> {
    let rows: Vec<_> = path
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Row(row) if !matches!(row.kind, Kind::Enter(_) | Kind::Leave(_) | Kind::Unasked(_)) => Some(row),
            _ => None,
        })
        .collect();
    let end = rows.iter().position(|row| row.standing == Standing::Present).map_or(rows.len(), |present| present + 1);
    rows.get(end.saturating_sub(BEFORE + 1)..end).unwrap_or_default().iter().map(|row| Rc::clone(row)).collect()
}
