//! The time and the step, beside the controls that change both.

use yew::prelude::*;

/// Both in words.
pub(crate) fn position(instant: impl Into<AttrValue>, place: impl Into<AttrValue>) -> Html {
    let (instant, place) = (instant.into(), place.into());
    html! { <span class="pos"><b class="mono">{ instant }</b>{ " " }<span class="muted">{ place }</span></span> }
}
