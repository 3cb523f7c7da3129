//! The error for a link, file or text that cannot be opened. Everything else is unchanged.

use std::rc::Rc;

use jobscope_core::api::{Release, Time};
use jobscope_core::timeline::ClusterState;
use yew::prelude::*;

use crate::address;
use crate::arrival::{Arrival, Problem, Source};
use crate::ui::{Command, Icon, small_icon};
use crate::words::{args, phrased, use_words};

/// Properties of [`BrokenLink`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) problem: Rc<Problem>,
    /// Where the objects of a cluster go under another release.
    pub(crate) on_arrival: Callback<Arrival>,
    pub(crate) on_close: Callback<()>,
}

/// Properties of [`OpenUnder`].
#[derive(Properties, PartialEq)]
pub(crate) struct OpenUnderProps {
    pub(crate) state: Rc<ClusterState>,
    pub(crate) release: Release,
    /// When the session begins, if it is open already.
    #[prop_or_default]
    pub(crate) start: Option<Time>,
    pub(crate) on_arrival: Callback<Arrival>,
}

/// The button that opens the objects of a cluster under that release.
#[component]
pub(crate) fn OpenUnder(props: &OpenUnderProps) -> Html {
    let words = use_words();
    let (state, on_arrival) = (props.state.clone(), props.on_arrival.clone());
    let (release, start) = (props.release, props.start);
    let onclick = Callback::from(move |_: MouseEvent| on_arrival.emit(Arrival::of_cluster(&state, release, start)));
    html! {
        <button type="button" class="btn prim sm" {onclick}>{ words.f("cluster-open-under", &args!(release = release.name())) }</button>
    }
}

#[component]
pub(crate) fn BrokenLink(props: &Props) -> Html {
    let words = use_words();
    let close = props.on_close.reform(|_: MouseEvent| address::forget_session());
    let (title, unchanged) = match &props.problem.source {
        Source::Link => (words.t("link-broken"), "link-broken-unchanged"),
        Source::File => (words.t("file-broken"), "file-broken-unchanged"),
        Source::Pasted => (words.t("pasted-broken"), "pasted-broken-unchanged"),
        Source::Cluster => (words.t("cluster-broken"), "cluster-broken-unchanged"),
        Source::Host(host) => (words.f("source-broken", &args!(host = host.to_string())), "source-broken-unchanged"),
    };
    // What says what to paste instead needs no other advice.
    let unchanged = if props.problem.command().is_some() { "source-broken-unchanged" } else { unchanged };
    html! {
        <div class="alert broken-link" role="alert">
            <h2>{ title }<span class="grow"></span>
                <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={close}>{ small_icon(Icon::Close) }</button>
            </h2>
            <p>{ phrased(&props.problem.message(&words)) }</p>
            if let Some(detail) = props.problem.detail(&words) { <p class="said">{ detail.html() }</p> }
            if let Some(command) = props.problem.command() { <Command {command} /> }
            if let Some((state, release)) = props.problem.under_another_release() {
                <p class="actions"><OpenUnder state={Rc::new(state.clone())} {release} on_arrival={props.on_arrival.clone()} /></p>
            }
            <p class="muted">{ words.say(unchanged) }</p>
        </div>
    }
}
