//! A button that copies, and says for a moment whether it did.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{Icon, clipboard, icon};
use crate::effect::use_effect_with;
use crate::words::use_words;

/// How long the answer stays, in milliseconds.
const STAYS_MS: u32 = 4_000;

/// Properties of [`CopyButton`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The text, made when it is asked for.
    pub(crate) text: Callback<(), AttrValue>,
    /// What it is called, if it says more than that it copies. It shows where there is room.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
}

/// The answer is announced.
#[component]
pub(crate) fn CopyButton(props: &Props) -> Html {
    let words = use_words();
    let answer = use_state_eq(|| None::<bool>);
    {
        let answer = answer.clone();
        use_effect_with(*answer, move |given| {
            let timer = given.map(|_| Timeout::new(STAYS_MS, move || answer.set(None)));
            move || drop(timer)
        });
    }
    let copy = {
        let (answer, text) = (answer.clone(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let answer = answer.clone();
            clipboard::copy(text.emit(()), move |done| answer.set(Some(done)));
        })
    };
    let status = match *answer {
        None => AttrValue::default(),
        Some(true) => words.t("copied"),
        Some(false) => words.t("copy-refused"),
    };
    let name = props.label.clone().unwrap_or_else(|| words.t("copy"));
    html! {
        <span class="copy">
            <button type="button" class="btn icon" aria-label={&name} title={&name} onclick={copy}>
                { icon(Icon::Copy) }if props.label.is_some() { <span class="copy-name">{ &name }</span> }
            </button>
            <span class="copied" role="status">{ status }</span>
        </span>
    }
}
