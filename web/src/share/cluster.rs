//! The user's own Job: a dialog that takes what `kubectl get job,pods -o yaml` prints and opens it as a session, and
//! the button that leads to it.

use std::rc::Rc;

use jobscope_core::api::Release;
use web_sys::{HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::arrival::{Arrival, Problem, Source};
use crate::ui::{Command, Dialog, choose_line};
use crate::words::{phrased, use_words};

/// What prints it.
const COMMAND: &str = "kubectl get job,pods -o yaml";

/// Properties of [`ClusterDialog`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The release that the page shows.
    pub(crate) release: Release,
    pub(crate) on_arrival: Callback<Arrival>,
    pub(crate) on_close: Callback<()>,
}

/// What is wrong with the text is said below it, and the text stays.
#[component]
pub(crate) fn ClusterDialog(props: &Props) -> Html {
    let words = use_words();
    let text = use_node_ref();
    // Few clusters are that old, whatever release a person looked at last.
    let release = use_state_eq(|| if props.release.since(28) { props.release } else { Release::default() });
    let wrong = use_state_eq(|| None::<Rc<Problem>>);
    let is_empty = use_state_eq(|| true);
    let oninput = {
        let (is_empty, wrong) = (is_empty.clone(), wrong.clone());
        Callback::from(move |event: InputEvent| {
            let typed = event.target_dyn_into::<HtmlTextAreaElement>().map(|area| area.value());
            is_empty.set(typed.is_none_or(|typed| typed.trim().is_empty()));
            wrong.set(None);
        })
    };
    let onchange = {
        let (release, wrong) = (release.clone(), wrong.clone());
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
            if let Some(chosen) = chosen.and_then(|chosen| chosen.parse().ok()) {
                release.set(chosen);
                wrong.set(None);
            }
        })
    };
    let open = {
        let (text, release, wrong) = (text.clone(), release.clone(), wrong.clone());
        let (on_arrival, on_close) = (props.on_arrival.clone(), props.on_close.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(area) = text.cast::<HtmlTextAreaElement>() else { return };
            match Arrival::of_text_under(Source::Cluster, area.value(), Some(*release)) {
                Arrival::Broken(problem) => {
                    match problem.line() {
                        Some(line) => choose_line(&area, line),
                        None => drop(area.focus()),
                    }
                    wrong.set(Some(problem));
                }
                arrival => {
                    on_close.emit(());
                    on_arrival.emit(arrival);
                }
            }
        })
    };
    html! {
        <Dialog id="cluster" title={words.t("cluster-title")} close={words.t("close")} on_close={props.on_close.clone()}>
            <form class="cluster" onsubmit={open}>
                <p>{ words.say("cluster-what") }</p>
                <Command command={COMMAND} />
                <label class="cluster-text"><span>{ words.t("cluster-text") }</span>
                    <textarea ref={text} class="input mono" rows="9" autocomplete="off" spellcheck="false" aria-invalid={wrong.is_some().to_string()} aria-describedby="cluster-wrong" {oninput} />
                </label>
                <div id="cluster-wrong" role="alert">
                    if let Some(problem) = &*wrong {
                        <p class="wrong">{ phrased(&problem.message(&words)) }</p>
                        if let Some(detail) = problem.detail() { <p class="said">{ detail }</p> }
                        if let Some(command) = problem.command().filter(|command| command != COMMAND) { <Command {command} /> }
                    }
                </div>
                <div class="cluster-open">
                    <label><span>{ "Kubernetes" }</span>
                        <select class="select" {onchange}>
                            for known in Release::ALL {
                                <option value={known.name()} selected={known == *release}>{ known.name() }</option>
                            }
                        </select>
                    </label>
                    <span class="grow"></span>
                    <button type="submit" class="btn prim" disabled={*is_empty}>{ words.t("cluster-open") }</button>
                </div>
                <p class="muted">{ words.say("cluster-known") }</p>
            </form>
        </Dialog>
    }
}

/// Properties of [`FromCluster`].
#[derive(Properties, PartialEq)]
pub(crate) struct ButtonProps {
    pub(crate) release: Release,
    pub(crate) on_arrival: Callback<Arrival>,
}

/// The button that leads to the dialog, with what it is for.
#[component]
pub(crate) fn FromCluster(props: &ButtonProps) -> Html {
    let words = use_words();
    let open = use_state_eq(|| false);
    let show = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(true))
    };
    let close = {
        let open = open.clone();
        Callback::from(move |()| open.set(false))
    };
    html! {
        <>
            <section class="from-cluster" aria-labelledby="h-from-cluster">
                <div><h2 id="h-from-cluster">{ words.say("cluster-ask") }</h2><p>{ words.say("cluster-answer") }</p></div>
                <button type="button" class="btn" aria-haspopup="dialog" onclick={show}>{ words.t("cluster-button") }</button>
            </section>
            if *open { <ClusterDialog release={props.release} on_arrival={props.on_arrival.clone()} on_close={close} /> }
        </>
    }
}
