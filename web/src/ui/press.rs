//! Presses a button on behalf of another control, such as the command palette.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The button that opens the search of schedules.
pub(crate) const EXPLORE: &str = "explore-open";

/// Presses the button of that id, once what it was asked with is gone.
pub(crate) fn press(id: &'static str) {
    let later = Timeout::new(0, move || {
        let button = gloo::utils::document().get_element_by_id(id);
        if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
            button.click();
        }
    });
    later.forget();
}
