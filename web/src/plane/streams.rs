//! The watch streams: events wait on them in order, the next one nearest to the cache, until they are delivered.

use jobscope_core::trace::{Kind, TraceEntry, WatchEventType};
use jobscope_core::world::{Action, PendingEvent, StreamView, Streams};
use yew::prelude::*;

use super::wire::{Wire, Wiring};
use crate::session::Moment;
use crate::words::{Words, args};

/// Tokens that show by themselves; what waits behind them is a number.
const MOST_TOKENS: usize = 3;

/// Both streams.
pub(super) fn wires(words: &Words, now: &Moment, act: &Callback<Action>) -> Html {
    html! {
        <div class="streams">
            <Wire wiring={stream(words, now, Kind::Job, act)} />
            <Wire wiring={stream(words, now, Kind::Pod, act)} />
        </div>
    }
}

fn stream(words: &Words, now: &Moment, kind: Kind, act: &Callback<Action>) -> Wiring {
    let (view, streams, label, one, all): (&StreamView, _, _, _, _) = match kind {
        Kind::Job => (
            &now.snapshot.job_stream,
            Streams::Job,
            ("watch-jobs", "watch-jobs-waiting"),
            "deliver-one-job",
            "deliver-all-jobs",
        ),
        Kind::Pod => (
            &now.snapshot.pod_stream,
            Streams::Pod,
            ("watch-pods", "watch-pods-waiting"),
            "deliver-one-pod",
            "deliver-all-pods",
        ),
    };
    let arrived = |entry: &&TraceEntry| matches!(entry, TraceEntry::Delivery(delivery) if delivery.kind == kind);
    let fresh = now.fresh_trace().iter().filter(arrived).count();
    let waits = view.pending.len();
    let deliver = |n: Option<u32>| act.reform(move |_: MouseEvent| Action::Deliver { kind: streams, n });
    let sub = if waits == 0 {
        html! { <span class="in-step">{ words.t("in-step") }</span> }
    } else {
        html! {
            <span class="deliver">
                <button type="button" class="btn sm" aria-label={words.t(one)} onclick={deliver(Some(1))}>{ words.t("deliver-one") }</button>
                <button type="button" class="btn sm" aria-label={words.t(all)} onclick={deliver(None)}>{ words.t("all") }</button>
            </span>
        }
    };
    let label = if waits == 0 { words.t(label.0) } else { words.f(label.1, &args!(n = waits)) };
    Wiring {
        class: "stream",
        label,
        sub,
        parked: parked(words, now, &view.pending),
        held: waits > 0 && fresh == 0,
        ..Wiring::flow(now, fresh)
    }
}

/// The waiting events as tokens, the next one last.
fn parked(words: &Words, now: &Moment, pending: &[PendingEvent]) -> Html {
    if pending.is_empty() {
        return Html::default();
    }
    // Numbers of three digits leave room for two tokens only.
    let room = if pending.iter().take(MOST_TOKENS).any(|event| number(now, event).len() > 2) { 2 } else { MOST_TOKENS };
    let behind = pending.len().saturating_sub(room);
    let shown: Vec<_> = pending.iter().take(room).rev().collect();
    html! {
        <span class="parked">
            if behind > 0 { <i class="tok many">{ format!("+{behind}") }</i> }
            for event in shown {
                <i class={classes!("tok", type_class(event.r#type))} title={words.f("token", &args!(what = type_name(event.r#type), name = event.name.as_str(), rv = event.resource_version.to_string()))}>
                    { number(now, event) }
                </i>
            }
        </span>
    }
}

/// A pod's number; a Job has none.
fn number(now: &Moment, event: &PendingEvent) -> String {
    now.pod(&event.name).map_or_else(|| "J".to_owned(), |pod| pod.ordinal.to_string())
}

fn type_class(r#type: WatchEventType) -> &'static str {
    match r#type {
        WatchEventType::Added => "added",
        WatchEventType::Modified => "modified",
        WatchEventType::Deleted => "deleted",
    }
}

fn type_name(r#type: WatchEventType) -> &'static str {
    match r#type {
        WatchEventType::Added => "ADDED",
        WatchEventType::Modified => "MODIFIED",
        WatchEventType::Deleted => "DELETED",
    }
}
