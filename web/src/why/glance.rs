//! The path at a glance: the present question, and the few before it that led there.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::path::{Kind, Part, Path, Row, Standing};
use super::row::{self, Shown};
use crate::session::Moment;
use crate::words::use_words;

/// So many rows before the present one.
const BEFORE: usize = 2;

/// Properties of [`Glance`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
}

/// See the module. Its place is of one size whatever it shows; what does not fit can be scrolled.
#[component]
pub(crate) fn Glance(props: &Props) -> Html {
    let words = use_words();
    let now = &props.now;
    let rows = use_memo(now.clone(), |now| nearest(&Path::of(now, None)));
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with(now.revision, move |_| {
            // Never by scrolling into view: that would move the page around the embed.
            let Some(place) = place.cast::<web_sys::Element>() else { return };
            let present = place.query_selector("[aria-current]").ok().flatten();
            if let Some(present) = present.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
                // All of the present row, or else its beginning.
                let end = present.offset_top() + present.offset_height() - place.client_height();
                place.set_scroll_top(end.min(present.offset_top()));
            }
        });
    }
    html! {
        <div class="glance" ref={place} role="group" aria-label={words.t("path")} tabindex="0">
            if rows.is_empty() {
                <p class="empty">{ if now.step.is_some() { words.t("path-nothing") } else { words.t("path-empty") } }</p>
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
