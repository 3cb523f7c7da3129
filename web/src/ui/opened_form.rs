//! Forms that open in place.

use web_sys::{HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::effect::use_effect_with;

/// Focuses the first control and scrolls the whole form into view.
#[hook]
pub(crate) fn use_opened_form(first: &NodeRef) {
    let first = first.clone();
    use_effect_with((), move |()| {
        let Some(control) = first.cast::<HtmlElement>() else { return };
        let _ = control.focus();
        if let Ok(Some(form)) = control.closest("form") {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            form.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Closes a form with Escape.
pub(crate) fn close_on_escape(on_close: &Callback<()>) -> Callback<KeyboardEvent> {
    let on_close = on_close.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            on_close.emit(());
        }
    })
}
