//! Pasting onto the page, outside of all text fields.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element};
use yew::prelude::*;

use crate::arrival::{Arrival, Openers};
use crate::effect::use_effect_with;
use crate::lazy;

/// Opens sessions, links and manifests that are pasted. What is nothing of ours is left to the browser.
#[hook]
pub(crate) fn use_pasted(on_arrival: Callback<Arrival>) {
    use_effect_with(on_arrival, |on_arrival| {
        let on_arrival = on_arrival.clone();
        let heed = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window(), "paste", heed, move |event| {
            let Some(text) = pasted(event) else { return };
            if let Some(openers) = lazy::functions::<Openers>() {
                if let Some(arrival) = (openers.pasted)(text) {
                    event.prevent_default();
                    on_arrival.emit(arrival);
                }
                return;
            }
            let on_arrival = on_arrival.clone();
            lazy::with_functions(move |openers: Openers| {
                if let Some(arrival) = (openers.pasted)(text) {
                    on_arrival.emit(arrival);
                }
            });
        });
        move || drop(listener)
    });
}

/// The text that is pasted, unless something takes it: a field, or a dialog that is over the page.
fn pasted(event: &Event) -> Option<String> {
    let is_over = document().query_selector("dialog[open]").ok().flatten().is_some();
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let takes_text = |element: Element| element.closest("textarea, input, select, [contenteditable]").ok().flatten();
    if is_over || target.and_then(takes_text).is_some() {
        return None;
    }
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text/plain").ok()
}
