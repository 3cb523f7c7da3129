//! Help: what the page is, how to read it, and the key map.

use yew::prelude::*;

use crate::keys;
use crate::lazy::use_deferred;
use crate::ui::{Dialog, Icon, shape, small_icon};
use crate::words::use_words;

/// Properties of [`Help`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn Help(props: &Props) -> Html {
    let words = use_words();
    let deferred = use_deferred();
    html! {
        <Dialog id="help" title={words.t("help-title")} close={words.t("close")} on_close={props.on_close.clone()}>
            { deferred.draw::<HelpBody>(&()) }
        </Dialog>
    }
}

/// What is in the dialog.
#[component]
pub(crate) fn HelpBody() -> Html {
    let words = use_words();
    html! { <>
            <p>{ words.say("help-what") }</p>
            <ol class="how">
                for part in ["help-spec", "help-step", "help-why", "help-pods", "help-stale", "help-time"] { <li><span>{ words.say(part) }</span></li> }
            </ol>
            <p><a href="./docs/index.html" target="_blank" rel="noopener">{ words.say("help-docs") }{ small_icon(Icon::Link) }</a></p>
            <section aria-labelledby="help-shapes">
                <h3 id="help-shapes">{ words.t("help-shapes") }</h3>
                <ul class="legend">
                    for state in ["pending", "running", "ready", "succeeded", "failed", "terminating", "refused", "gone"] {
                        <li class={format!("c-{state}")}>{ shape(state) }{ words.t(&format!("state-{state}")) }</li>
                    }
                </ul>
                <ul class="legend">
                    for (mark, word) in [(Icon::Held, "mark-held"), (Icon::Recorded, "mark-recorded"), (Icon::Counted, "mark-counted")] {
                        <li>{ small_icon(mark) }{ words.t(word) }</li>
                    }
                    <li class="c-terminating">{ shape("terminating") }{ words.t("mark-leaving") }</li>
                    <li><span class="mono">{ "↻" }</span>{ words.t("mark-restarts") }</li>
                    <li><i class="hatch"></i>{ words.t("mark-behind") }</li>
                </ul>
            </section>
            <section aria-labelledby="help-keys">
                <h3 id="help-keys">{ words.t("help-keys") }</h3>
                <dl class="keymap">
                    for (keys, word, _) in keys::MAP {
                        <div><dt>for key in keys.iter() { <kbd>{ *key }</kbd> }</dt><dd>{ words.say(word) }</dd></div>
                    }
                </dl>
            </section>
    </> }
}
