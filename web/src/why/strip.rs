//! What happened, above the visible region on narrow pages, which show one region at a time. It is updated at once with
//! every movement.

use std::rc::Rc;

use jobscope_core::api::JobConditionType;
use jobscope_explain::Moment;
use yew::prelude::*;

use super::sentence::{Said, use_sentence_if};
use crate::ui::{NARROW, use_media};
use crate::words::use_words;

/// Properties of [`Strip`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    /// Whether something else shows than the session's regions.
    pub(crate) hidden: bool,
}

/// Not shown where all regions show: Why says the same, and a sentence that nobody sees need not be made.
#[component]
pub(crate) fn Strip(props: &Props) -> Html {
    let words = use_words();
    let narrow = use_media(NARROW);
    let said = use_sentence_if(narrow, &props.now);
    let Some(said) = &*said else { return Html::default() };
    html! {
        <p class={classes!("strip", said.ended.map(JobConditionType::as_str))} aria-hidden="true" hidden={props.hidden}><span class="strip-said">{ said.rich(&words) }</span>for more in said.rich_more(&words) { <span class="strip-more">{ more }</span> }</p>
    }
}
