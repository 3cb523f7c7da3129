//! The watch streams: events wait on them in order, the next one nearest to the cache, until they are delivered.

use std::rc::Rc;

use jobscope_core::trace::{Kind, TraceEntry};
use jobscope_core::world::{Action, StreamView, Streams};
use yew::prelude::*;

use super::parked::Parked;
use super::wire::{Wire, Wiring};
use crate::session::Moment;
use crate::ui::{Icon, small_icon};
use crate::words::{Words, args};

/// Both streams.
pub(super) fn wires(words: &Words, now: &Rc<Moment>, act: &Callback<Action>) -> Html {
    html! {
        <div class="streams">
            <Wire wiring={stream(words, now, Kind::Job, act)} />
            <Wire wiring={stream(words, now, Kind::Pod, act)} />
        </div>
    }
}

fn stream(words: &Words, now: &Rc<Moment>, kind: Kind, act: &Callback<Action>) -> Wiring {
    let (view, streams, label, one, all, hold): (&StreamView, _, _, _, _, _) = match kind {
        Kind::Job => (
            &now.snapshot.job_stream,
            Streams::Job,
            ("watch-jobs", "watch-jobs-waiting"),
            "deliver-one-job",
            "deliver-all-jobs",
            "hold-jobs",
        ),
        Kind::Pod => (
            &now.snapshot.pod_stream,
            Streams::Pod,
            ("watch-pods", "watch-pods-waiting"),
            "deliver-one-pod",
            "deliver-all-pods",
            "hold-pods",
        ),
    };
    let arrived = |entry: &&TraceEntry| matches!(entry, TraceEntry::Delivery(delivery) if delivery.kind == kind);
    let fresh = now.fresh_trace().iter().filter(arrived).count();
    let waits = view.pending.len();
    let deliver = |n: Option<u32>| act.reform(move |_: MouseEvent| Action::Deliver { kind: streams, n });
    let turn = if view.held { Action::ReleaseStream { kind } } else { Action::HoldStream { kind } };
    let switch = html! {
        <button type="button" class="btn sm hold" role="switch" aria-checked={view.held.to_string()} aria-label={words.t(hold)} title={words.t(hold)} onclick={act.reform(move |_| turn.clone())}>{ small_icon(Icon::Pause) }</button>
    };
    let sub = if waits == 0 {
        html! { <span class="deliver">{ switch }<span class="in-step">{ words.t(if view.held { "held" } else { "in-step" }) }</span></span> }
    } else {
        html! {
            <span class="deliver">
                { switch }
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
        parked: html! { if waits > 0 { <Parked now={now.clone()} {kind} /> } },
        held: view.held || (waits > 0 && fresh == 0),
        ..Wiring::flow(now, fresh)
    }
}
