//! The most common manifests to start from.

use jobscope_explain::Preset;
use yew::prelude::*;

use crate::route::Route;
use crate::session::Dispatch;

use crate::spec::{Draft, begin_preset};
use crate::words::use_words;
use jobscope_core::api::Release;

/// In the order in which they are shown.
const STARTERS: [Preset; 5] =
    [Preset::Pi, Preset::WorkQueue, Preset::Indexed, Preset::FailurePolicy, Preset::Suspended];

/// Properties of [`Starters`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The release of the person's own session.
    pub(super) release: Release,
    pub(super) session: Dispatch,
    pub(super) draft: UseReducerHandle<Draft>,
}

#[component]
pub(super) fn Starters(props: &Props) -> Html {
    let words = use_words();
    let starter = |scenario: Preset| {
        let (session, draft, release) = (props.session.clone(), props.draft.clone(), props.release);
        let begin = Callback::from(move |_: MouseEvent| {
            begin_preset(scenario, release, &session, &draft);
            Route::Debugger.go();
        });
        html! {
            <li><button type="button" onclick={begin}><b>{ words.t(&format!("{}.title", scenario.word())) }</b><span>{ words.say(&format!("{}.what", scenario.word())) }</span></button></li>
        }
    };
    html! {
        <section class="starters" aria-labelledby="h-starters">
            <h2 id="h-starters">{ words.t("starters") }</h2>
            <ul>for scenario in STARTERS { { starter(scenario) } }</ul>
        </section>
    }
}
