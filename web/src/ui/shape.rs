//! The shape of a pod's state.

use yew::prelude::*;

/// The 13 px shape of the state called `state` (`pending`, `running`, …). Its label always stands beside it.
pub(crate) fn shape(state: &str) -> Html {
    html! { <svg class="sh" aria-hidden="true"><use href={format!("#s-{state}")} /></svg> }
}
