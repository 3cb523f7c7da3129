//! Announces a newer version of the page, and loads it when the user wants it.

use web_sys::ServiceWorker;
use yew::prelude::*;

use super::worker;
use crate::effect::use_effect_with;
use crate::ui::{Icon, small_icon};
use crate::words::use_words;

/// The live region is always there, so that its text is announced. The session continues in the newer version.
#[component]
pub(crate) fn NewVersion() -> Html {
    let words = use_words();
    let newer = use_state_eq(|| None::<ServiceWorker>);
    use_effect_with((), {
        let newer = newer.clone();
        move |()| worker::register(Callback::from(move |worker| newer.set(Some(worker))))
    });
    let load = {
        let newer = newer.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(newer) = &*newer {
                worker::take_over(newer);
            }
        })
    };
    let dismiss = {
        let newer = newer.clone();
        Callback::from(move |_: MouseEvent| newer.set(None))
    };
    html! {
        <div role="status" aria-label={words.t("version-status")}>
            if newer.is_some() {
                <div class="new-version">
                    <p>{ words.say("version-newer") }</p>
                    <button type="button" class="btn sm prim" onclick={load}>{ words.t("version-load") }</button>
                    <span class="grow"></span>
                    <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={dismiss}>{ small_icon(Icon::Close) }</button>
                </div>
            }
        </div>
    }
}
