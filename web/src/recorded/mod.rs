//! What a session explains of a recorded history: a bar that says of the current step who wrote what, the objects as they
//! were printed, and the report.

mod jobs;
mod objects;
mod report;
mod verdicts;

use std::rc::Rc;

use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, Observed, Provenance, Writer};
use jobscope_explain::Track;
use jobscope_explain::history::{Account, observed};
use yew::prelude::*;

use crate::lazy::use_deferred;
use crate::session::Session;
use crate::words::{Words, args, phrased, use_words};
use jobs::Jobs;
use objects::Objects;
use report::Report;

pub(crate) use report::nearest;

/// The key of a writer's name.
pub(crate) fn writer_key(writer: Writer) -> &'static str {
    match writer {
        Writer::JobController => "writer-job",
        Writer::GarbageCollector => "writer-gc",
        Writer::TtlAfterFinished => "writer-ttl",
        Writer::PodGc => "writer-pod-gc",
        Writer::Kubelet => "writer-kubelet",
        Writer::Scheduler => "writer-scheduler",
        Writer::Person => "writer-person",
        Writer::Other => "writer-other",
        Writer::Unknown => "writer-unknown",
    }
}

/// What the session has of a recorded history, if it is of one.
#[hook]
fn use_account(session: &Session) -> Rc<Option<Account>> {
    use_memo(session.read_track(Track::version), |_| {
        session.read(|timeline: &Timeline| Account::of(timeline.steps().heads()))
    })
}

/// Properties of [`HistoryBar`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
}

/// What is open over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Report,
    Objects,
}

/// Nothing for a session that is not of a recorded history.
#[component]
pub(crate) fn HistoryBar(props: &Props) -> Html {
    let deferred = use_deferred();
    let is_recorded = use_memo(props.session.read_track(Track::version), |_| {
        props
            .session
            .read(|timeline: &Timeline| timeline.steps().heads().iter().any(|head| head.action.provenance().is_some()))
    });
    if *is_recorded { deferred.draw::<HistoryBody>(props) } else { Html::default() }
}

#[component]
pub(crate) fn HistoryBody(props: &Props) -> Html {
    let words = use_words();
    let account = use_account(&props.session);
    let over = use_state_eq(|| Over::Nothing);
    let Some(account) = &*account else { return Html::default() };
    let now = &props.session.now;
    let action = now.step.as_ref().map(|step| &step.action);
    let provenance = now.step_index().zip(action).and_then(|(step, action)| account.provenance(step, action));
    let versions = action.map(observed).unwrap_or_default();
    let show = |what: Over| {
        let over = over.clone();
        Callback::from(move |_: MouseEvent| over.set(what))
    };
    let close = {
        let over = over.clone();
        Callback::from(move |()| over.set(Over::Nothing))
    };
    let all = if account.unexplained.is_empty() { "history-all" } else { "history-some" };
    let explained = words.f(all, &args!(explained = account.explained, writes = account.writes));
    html! {
        <section class="history-bar" aria-label={words.t("history")}>
            if let Some(provenance) = provenance { { badge(&words, provenance) } }
            <span class="history-said">{ action.filter(|_| provenance.is_some()).map(|action| said(&words, action, versions)) }</span>
            if !versions.is_empty() {
                <button type="button" class="btn sm" aria-haspopup="dialog" onclick={show(Over::Objects)}>{ words.f("history-objects", &args!(n = versions.len())) }</button>
            }
            <span class="grow"></span>
            if let Some(recorded) = &props.session.recorded { <Jobs recorded={recorded.clone()} /> }
            <span class={classes!("history-explained", (!account.unexplained.is_empty()).then_some("some"))}>{ explained }</span>
            <button type="button" class="btn sm" aria-haspopup="dialog" onclick={show(Over::Report)}>{ words.t("history-report") }</button>
            if *over == Over::Report { <Report account={account.clone()} session={props.session.clone()} on_close={close.clone()} /> }
            if *over == Over::Objects { <Objects versions={versions.to_vec()} recorded={props.session.recorded.clone()} on_close={close} /> }
        </section>
    }
}

/// Whether a step was observed or inferred.
fn badge(words: &Words, provenance: Provenance) -> Html {
    let (class, key) = match provenance {
        Provenance::Observed => ("observed", "history-observed"),
        Provenance::Inferred => ("inferred", "history-inferred"),
    };
    html! { <b class={classes!("tag", class)} title={words.t(&format!("{key}.title"))}>{ words.t(key) }</b> }
}

/// What the current step is to the history.
fn said(words: &Words, action: &Action, versions: &[Observed]) -> Html {
    let unexplained = versions.iter().find_map(|seen| seen.unexplained.as_deref());
    let sentence = match (action, unexplained) {
        (_, Some(why)) => report::why(words, why),
        (Action::InferSync { one_of_several: true, .. }, _) => words.t("history-several"),
        (Action::InferSync { .. }, _) if versions.is_empty() => words.t("history-idle"),
        (Action::InferSync { .. }, _) => words.f("history-sync", &args!(n = versions.len())),
        (_, None) => match versions.first() {
            Some(seen) => {
                let writer = words.t(writer_key(seen.by)).to_string();
                words.f("history-version", &args!(version = seen.object.version().0.to_string(), writer = writer))
            }
            None => words.t("history-between"),
        },
    };
    phrased(&sentence)
}
