//! Callbacks that get the value of a form field.

use std::str::FromStr;

use web_sys::{Event, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::{Callback, TargetCast as _};

/// The value of the input, select or text area of an event.
pub(crate) fn field_value(event: &Event) -> Option<String> {
    event
        .target_dyn_into::<HtmlInputElement>()
        .map(|input| input.value())
        .or_else(|| event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value()))
        .or_else(|| event.target_dyn_into::<HtmlTextAreaElement>().map(|area| area.value()))
}

/// Calls `handle` with the field's value.
pub(crate) fn on_value<E: AsRef<Event> + 'static>(handle: impl Fn(String) + 'static) -> Callback<E> {
    Callback::from(move |event: E| field_value(event.as_ref()).into_iter().for_each(&handle))
}

/// Calls `handle` with the field's value if it can be parsed.
pub(crate) fn on_parsed<E: AsRef<Event> + 'static, T: FromStr>(handle: impl Fn(T) + 'static) -> Callback<E> {
    on_value(move |value| value.parse().into_iter().for_each(&handle))
}
