//! The user's own Job: a dialog that takes what `kubectl get job,pods -o yaml` prints, or a recorded history, and opens it
//! as a session; and the buttons that lead to it.

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_core::api::Release;
use web_sys::{HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::OpenFile;
use super::broken::OpenUnder;
use crate::arrival::{Arrival, Problem, Source, WATCH_JOBS};
use crate::lazy::lazy;
use crate::ui::{Command, Dialog, Segmented, choose_line};
use crate::words::{Words, phrased, use_words};

/// What prints it.
const COMMAND: &str = "kubectl get job,pods -o yaml";
/// The command that prints why pods are missing, too.
const COMMAND_WITH_REASONS: &str = "kubectl get job,pods,quota,events -o yaml";

thread_local! {
    /// The text that was typed and not opened yet. It stays when the dialog is closed.
    static TYPED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What records pods, and Events.
const WATCH_OTHERS: [&str; 2] = [
    "kubectl get pods --watch --output-watch-events -o json --show-managed-fields > pods.json",
    "kubectl get events --watch --output-watch-events -o json > events.json",
];

/// What a person wants to look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// What the cluster has now.
    #[default]
    Now,
    /// What happened in it.
    Happened,
}

impl Way {
    const ALL: [Self; 2] = [Self::Now, Self::Happened];
}

/// Properties of [`ClusterDialog`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The release that the page shows.
    pub(crate) release: Release,
    /// What it begins with.
    #[prop_or_default]
    pub(crate) way: Way,
    pub(crate) on_arrival: Callback<Arrival>,
    pub(crate) on_close: Callback<()>,
}

lazy!(pub(crate) ClusterDialog, Props, ClusterBody);

/// What is wrong with the text is said below it, and the text stays.
#[component]
pub(crate) fn ClusterBody(props: &Props) -> Html {
    let words = use_words();
    let text = use_node_ref();
    let way = use_state_eq(|| props.way);
    // Which release wrote a history shows by what it explains.
    let explains = use_state_eq(|| None::<Release>);
    // Few clusters are that old, whatever release a person looked at last.
    let release = use_state_eq(|| if props.release.since(28) { props.release } else { Release::default() });
    let wrong = use_state_eq(|| None::<Rc<Problem>>);
    let typed = use_memo((), |()| TYPED.with_borrow(String::clone));
    let is_empty = use_state_eq(|| typed.trim().is_empty());
    let oninput = {
        let (is_empty, wrong) = (is_empty.clone(), wrong.clone());
        Callback::from(move |event: InputEvent| {
            let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() else { return };
            let typed = area.value();
            is_empty.set(typed.trim().is_empty());
            wrong.set(None);
            TYPED.set(typed);
        })
    };
    let onchange = {
        let (way, release, explains, wrong) = (*way, release.clone(), explains.clone(), wrong.clone());
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
            let chosen: Option<Release> = chosen.and_then(|chosen| chosen.parse().ok());
            match (way, chosen) {
                (Way::Happened, chosen) => explains.set(chosen),
                (Way::Now, Some(chosen)) => release.set(chosen),
                (Way::Now, None) => return,
            }
            wrong.set(None);
        })
    };
    let open = {
        let (text, release, wrong) = (text.clone(), release.clone(), wrong.clone());
        let (way, explains) = (*way, *explains);
        let (on_arrival, on_close) = (props.on_arrival.clone(), props.on_close.clone());
        Callback::from(move |()| {
            let Some(area) = text.cast::<HtmlTextAreaElement>() else { return };
            let arrival = match way {
                Way::Now => Arrival::of_text_under(Source::Cluster, area.value(), Some(*release)),
                Way::Happened => Arrival::of_history(Source::Cluster, vec![area.value()], explains),
            };
            match arrival {
                Arrival::Broken(problem) => {
                    match problem.line() {
                        Some(line) => choose_line(&area, line),
                        None => drop(area.focus()),
                    }
                    wrong.set(Some(problem));
                }
                arrival => {
                    TYPED.take();
                    on_close.emit(());
                    on_arrival.emit(arrival);
                }
            }
        })
    };
    let onsubmit = {
        let open = open.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            open.emit(());
        })
    };
    // The keys that apply a manifest in the editor.
    let onkeydown = {
        let is_empty = *is_empty;
        Callback::from(move |event: KeyboardEvent| {
            if !is_empty && event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                event.prevent_default();
                open.emit(());
            }
        })
    };
    let choose_way = {
        let (way, wrong) = (way.clone(), wrong.clone());
        Callback::from(move |place: usize| {
            way.set(Way::ALL.get(place).copied().unwrap_or_default());
            wrong.set(None);
        })
    };
    let arrive = {
        let (on_arrival, on_close) = (props.on_arrival.clone(), props.on_close.clone());
        Callback::from(move |arrival| {
            on_close.emit(());
            on_arrival.emit(arrival);
        })
    };
    let ways = vec![words.t("cluster-now"), words.t("cluster-happened")];
    let place = Way::ALL.iter().position(|known| known == &*way).unwrap_or_default();
    let (asks, text_name, open_name) = match *way {
        Way::Now => (now(&words), "cluster-text", "cluster-open"),
        Way::Happened => (happened(&words, &arrive), "cluster-or-paste", "cluster-explain"),
    };
    html! {
        <Dialog id="cluster" title={words.t("cluster-title")} close={words.t("close")} on_close={props.on_close.clone()}>
            <form class="cluster" {onsubmit} {onkeydown}>
                <Segmented label={words.t("cluster-way")} options={ways} chosen={place} on_choose={choose_way} />
                { asks }
                <label class="cluster-text"><span>{ words.t(text_name) }</span>
                    <textarea ref={text} class="input mono" rows={if *way == Way::Now { "9" } else { "4" }} autofocus={*way == Way::Now} autocomplete="off" spellcheck="false" defaultvalue={(*typed).clone()} aria-invalid={wrong.is_some().to_string()} aria-describedby="cluster-wrong" {oninput} />
                </label>
                <div id="cluster-wrong" role="alert">
                    if let Some(problem) = &*wrong {
                        <p class="wrong">{ phrased(&problem.message(&words)) }</p>
                        if let Some(detail) = problem.detail(&words) { <p class="said">{ detail.html() }</p> }
                        if let Some((state, release)) = problem.under_another_release() {
                            <p><OpenUnder state={Rc::new(state.clone())} {release} on_arrival={arrive.clone()} /></p>
                        }
                        if let Some(command) = problem.command() { <Command {command} /> }
                    }
                </div>
                <div class="cluster-open">
                    <label><span>{ "Kubernetes" }</span>
                        <select class="select" {onchange}>
                            if *way == Way::Happened { <option value="" selected={explains.is_none()}>{ words.t("cluster-any-release") }</option> }
                            for known in Release::ALL {
                                <option value={known.name()} selected={if *way == Way::Now { known == *release } else { Some(known) == *explains }}>{ known.name() }</option>
                            }
                        </select>
                    </label>
                    <span class="grow"></span>
                    <button type="submit" class="btn prim" disabled={*is_empty}>{ words.t(open_name) }</button>
                </div>
                if *way == Way::Now { <p class="muted">{ words.say("cluster-known") }</p> }
            </form>
        </Dialog>
    }
}

/// How to print what the cluster has.
fn now(words: &Words) -> Html {
    html! { <><p>{ words.say("cluster-what") }</p><Command command={COMMAND} /><p>{ words.say("cluster-missing") }</p><Command command={COMMAND_WITH_REASONS} /></> }
}

/// How to record what happens in it.
fn happened(words: &Words, on_arrival: &Callback<Arrival>) -> Html {
    html! { <>
        <p>{ words.say("cluster-record") }</p>
        <Command command={WATCH_JOBS} />
        for command in WATCH_OTHERS { <Command {command} /> }
        <p>{ words.say("cluster-audit") }</p>
        <p class="cluster-files"><OpenFile class="btn" name="cluster-open-files" on_arrival={on_arrival.clone()} /><span class="muted">{ words.say("cluster-files") }</span></p>
    </> }
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
    let open = use_state_eq(|| None::<Way>);
    let show = |way: Way| {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(Some(way)))
    };
    let close = {
        let open = open.clone();
        Callback::from(move |()| open.set(None))
    };
    html! {
        <>
            <section class="from-cluster" aria-labelledby="h-from-cluster">
                <div><h2 id="h-from-cluster">{ words.say("cluster-ask") }</h2><p>{ words.say("cluster-answer") }</p></div>
                <div class="ways-in">
                    <button type="button" class="btn" aria-haspopup="dialog" onclick={show(Way::Now)}>{ words.t("cluster-button") }</button>
                    <button type="button" class="btn" aria-haspopup="dialog" onclick={show(Way::Happened)}>{ words.t("cluster-button-history") }</button>
                </div>
            </section>
            if let Some(way) = *open { <ClusterDialog release={props.release} {way} on_arrival={props.on_arrival.clone()} on_close={close} /> }
        </>
    }
}
