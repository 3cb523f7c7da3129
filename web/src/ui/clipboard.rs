//! The clipboard, where the browser lets the page write to it.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::AttrValue;

/// Puts `text` there, and then says whether that went well. Pages that were not loaded securely have no clipboard.
pub(crate) fn copy(text: AttrValue, then: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        let navigator = gloo::utils::window().navigator();
        let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
        then(there && JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok());
    });
}
