//! The watch streams: events wait on them in order, the next one nearest to the cache, until they are delivered.

use std::rc::Rc;

use jobscope_core::client::ReflectorState;
use jobscope_core::trace::{Kind, TraceEntry};
use jobscope_core::world::{Action, InformerView, StreamView, Streams};
use jobscope_explain::Moment;
use jobscope_explain::time::seconds;
use yew::prelude::*;

use super::parked::Parked;
use super::wire::{Passage, Wire, Wiring};
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
    let (view, streams, [still, waiting, lost], one, all, hold): (&StreamView, _, [_; 3], _, _, _) = match kind {
        Kind::Job => (
            &now.snapshot.job_stream,
            Streams::Job,
            ["watch-jobs", "watch-jobs-waiting", "watch-jobs-lost"],
            "deliver-one-job",
            "deliver-all-jobs",
            "hold-jobs",
        ),
        Kind::Pod => (
            &now.snapshot.pod_stream,
            Streams::Pod,
            ["watch-pods", "watch-pods-waiting", "watch-pods-lost"],
            "deliver-one-pod",
            "deliver-all-pods",
            "hold-pods",
        ),
    };
    let arrived = |entry: &&TraceEntry| matches!(entry, TraceEntry::Delivery(delivery) if delivery.kind == kind);
    let fresh = now.fresh_trace().iter().filter(arrived).count();
    let waits = view.pending.len();
    let deliver = |n: Option<u32>| act.reform(move |_: MouseEvent| Action::Deliver { kind: streams, n });
    let toggle = if view.held { Action::ReleaseStream { kind } } else { Action::HoldStream { kind } };
    let switch = html! {
        <button key="hold" type="button" class="btn sm hold" role="switch" aria-checked={view.held.to_string()} aria-label={words.t(hold)} title={words.t(hold)} onclick={act.reform(move |_| toggle.clone())}>{ small_icon(Icon::Pause) }</button>
    };
    let sub = if waits == 0 {
        html! { <span class="deliver">{ switch }<span key="in-step" class="in-step">{ standing(words, now, kind, view.held) }</span></span> }
    } else {
        html! {
            <span class="deliver">
                { switch }
                <button key="one" type="button" class="btn sm" aria-label={words.t(one)} onclick={deliver(Some(1))}>{ words.t("deliver-one") }</button>
                <button key="all" type="button" class="btn sm" aria-label={words.t(all)} onclick={deliver(None)}>{ words.t("all") }</button>
            </span>
        }
    };
    let label = match reflector(now, kind) {
        _ if waits > 0 => words.f(waiting, &args!(n = waits)),
        ReflectorState::BackingOff { .. } => words.t(lost),
        ReflectorState::Watching { .. } | ReflectorState::Stopped => words.t(still),
    };
    Wiring {
        class: "stream",
        label,
        sub,
        parked: html! { if waits > 0 { <Parked now={now.clone()} {kind} /> } },
        passage: match reflector(now, kind) {
            ReflectorState::BackingOff { .. } | ReflectorState::Stopped if waits == 0 => Passage::Broken,
            _ if view.held || (waits > 0 && fresh == 0) => Passage::Held,
            _ => Passage::Free,
        },
        ..Wiring::flow(now, fresh)
    }
}

/// How the informer's list-and-watch loop stands.
fn reflector(now: &Moment, kind: Kind) -> ReflectorState {
    informer(now, kind).map(|informer| informer.reflector).unwrap_or_default()
}

fn informer(now: &Moment, kind: Kind) -> Option<&InformerView> {
    now.snapshot.manager.informers.iter().find(|informer| informer.kind == kind)
}

/// How a watch stands on which nothing waits.
fn standing(words: &Words, now: &Moment, kind: Kind, held: bool) -> AttrValue {
    // What has come is not in the cache before it is processed.
    let queued = informer(now, kind).map_or(0, |informer| informer.queued);
    match reflector(now, kind) {
        ReflectorState::BackingOff { until } => {
            words.f("watch-lists", &args!(time = seconds(until.since(now.snapshot.now).max(0))))
        }
        ReflectorState::Stopped => words.t("watch-none"),
        ReflectorState::Watching { .. } if held => words.t("held"),
        ReflectorState::Watching { .. } if queued > 0 => words.t("watch-empty"),
        ReflectorState::Watching { .. } => words.t("in-step"),
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::manager::ManagerOptions;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::Movement;

    #[test]
    fn a_watch_that_broke_is_not_in_step() {
        let words = Words::new(Locale::En);
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let said = |timeline: &Timeline, kind| {
            standing(&words, &Moment::of(timeline, 0, Movement::Jump, 0), kind, false).to_string()
        };
        assert_eq!(said(&timeline, Kind::Pod), "up to date");
        timeline.apply(&Action::ExpireWatch { kind: Kind::Pod }).unwrap();
        assert!(said(&timeline, Kind::Pod).starts_with("lists in "));
        assert_eq!(said(&timeline, Kind::Job), "up to date");
        timeline.apply(&Action::StartManager { options: ManagerOptions::default() }).unwrap();
        assert_eq!(said(&timeline, Kind::Pod), "not open yet");
    }
}
