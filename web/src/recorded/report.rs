//! The report: who wrote what, which writes the inferred syncs explain, and where an explanation is missing.

use jobscope_core::timeline::Cursor;
use jobscope_core::trace::{Kind, WatchEventType};
use jobscope_core::world::{Lack, Unexplained};
use jobscope_explain::history::{Account, NotExplained};
use yew::prelude::*;

use super::verdicts::Verdicts;
use super::writer_key;
use crate::arrival::Recorded;
use crate::session::{Do, Session, use_dispatch};
use crate::ui::Dialog;
use crate::words::{Words, args, phrased, use_words};

/// The number of steps that are listed of one kind; the timeline has all of them.
const MOST: usize = 100;

/// Properties of [`Report`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) account: Account,
    pub(super) session: UseReducerHandle<Session>,
    pub(super) on_close: Callback<()>,
}

#[component]
pub(super) fn Report(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let Props { account, session, .. } = props;
    let release = session.now.snapshot.release;
    let go = |step: usize| {
        let (dispatch, on_close) = (dispatch.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Do::Seek(Cursor { step: step + 1, entries: 0 }));
            on_close.emit(());
        })
    };
    let lost = |lost: &NotExplained| {
        html! {
            <li><p><b>{ named(&words, lost) }</b></p><p>{ phrased(&reason(&words, release.name(), &lost.why)) }</p>
                <button type="button" class="btn sm" onclick={go(lost.step)}>{ words.f("history-go", &args!(step = lost.step + 1)) }</button>
            </li>
        }
    };
    let explained =
        args!(release = release.name(), explained = account.explained, writes = account.writes, syncs = account.syncs);
    let title = if account.unexplained.is_empty() { "history-explains-all" } else { "history-explains-some" };
    html! {
        <Dialog id="history" title={words.t("history-title")} close={words.t("close")} on_close={props.on_close.clone()}>
            <p class="history-verdict">{ phrased(&words.f(title, &explained)) }</p>
            <h3>{ words.t("history-by") }</h3>
            <table class="history-by">
                <thead><tr><th scope="col">{ words.t("history-writer") }</th><th scope="col">{ words.t("history-writes") }</th></tr></thead>
                <tbody>for (writer, n) in &account.by { <tr><th scope="row">{ words.t(writer_key(*writer)) }</th><td class="mono">{ n }</td></tr> }</tbody>
            </table>
            if !account.unexplained.is_empty() {
                <h3>{ words.f("history-lost", &args!(n = account.unexplained.len())) }</h3>
                <ul class="history-lost">{ for account.unexplained.iter().take(MOST).map(lost) }</ul>
                if account.unexplained.len() > MOST { <p class="muted">{ words.f("history-more", &args!(n = account.unexplained.len() - MOST)) }</p> }
            }
            if !account.several.is_empty() {
                <h3>{ words.f("history-several-title", &args!(n = account.several.len())) }</h3>
                <p>{ words.say("history-several-what") }</p>
                <p class="history-steps">
                    for step in account.several.iter().take(MOST) { <button type="button" class="btn sm" onclick={go(*step)}>{ words.f("history-step", &args!(step = step + 1)) }</button> }
                </p>
            }
            if let Some(recorded) = &session.recorded {
                <Verdicts recorded={recorded.clone()} {release} on_close={props.on_close.clone()} />
                { input(&words, recorded) }
            } else {
                <p class="muted">{ words.say("history-not-here") }</p>
            }
        </Dialog>
    }
}

/// What a write was to its object.
pub(super) fn written(words: &Words, kind: Kind, name: &str, change: WatchEventType, version: u64) -> AttrValue {
    let change = match change {
        WatchEventType::Added => "created",
        WatchEventType::Modified => "changed",
        WatchEventType::Deleted => "deleted",
    };
    let kind = match kind {
        Kind::Job => "job",
        Kind::Pod => "pod",
    };
    words
        .f("history-write", &args!(kind = kind, name = name.to_owned(), change = change, version = version.to_string()))
}

fn named(words: &Words, lost: &NotExplained) -> AttrValue {
    written(words, lost.kind, lost.name.as_str(), lost.change, lost.version)
}

/// Why no sync explains a write, in a few words.
pub(super) fn why(words: &Words, why: &Unexplained) -> AttrValue {
    words.t(match why.lacks {
        Lack::Sync => "history-lacks-sync",
        Lack::Memory => "history-lacks-memory",
        Lack::Writer => "history-lacks-writer",
    })
}

/// The same with what the release would have written.
fn reason(words: &Words, release: &str, unexplained: &Unexplained) -> AttrValue {
    let first = why(words, unexplained);
    match nearest(words, release, unexplained) {
        Some(nearest) => format!("{first}{}{nearest}", words.between()).into(),
        None => first,
    }
}

/// What the release would have written instead, if the search came near.
pub(crate) fn nearest(words: &Words, release: &str, unexplained: &Unexplained) -> Option<AttrValue> {
    let nearest = unexplained.nearest.as_ref()?;
    let key = if nearest.field == "write" { "history-nearest-write" } else { "history-nearest" };
    let values = args!(
        release = release.to_owned(),
        field = nearest.field.clone(),
        would = nearest.would.clone(),
        was = nearest.was.clone()
    );
    Some(words.f(key, &values))
}

/// What was read, and what was left out.
fn input(words: &Words, recorded: &Recorded) -> Html {
    let summary = recorded.summary();
    let lines = [
        ("history-unread", summary.unread),
        ("history-left-out", summary.left_out),
        ("history-passed-over", summary.passed_over),
        ("history-repeated", summary.repeated),
        ("history-beyond", summary.beyond),
        ("history-missing", summary.missing),
    ];
    html! { <>
        <h3>{ words.t("history-input") }</h3>
        <ul class="history-input">
            <li>{ words.f("history-of", &args!(job = recorded.job().to_string(), events = summary.events)) }</li>
            if recorded.late { <li>{ words.say("history-late") }</li> }
            if recorded.partial { <li>{ words.say("history-partial") }</li> }
            for (key, n) in lines.into_iter().filter(|(_, n)| *n > 0) { <li>{ words.f(key, &args!(n = n)) }</li> }
        </ul>
    </> }
}
