//! The Control plane region: the loop from the API server through watch, cache, queue and worker back to it.
//!
//! Nodes stand on a grid, wires in the cells between them; the style sheet turns the loop upright on narrow pages.

mod api_server;
mod at;
mod cache;
pub(crate) mod machinery;
mod memory;
mod parked;
mod queue;
mod stores;
mod streams;
mod strike;
mod wire;
mod worker;
mod writes;

use std::rc::Rc;

use jobscope_core::trace::{Handler, QueueName, QueueOp, TraceEntry};
use jobscope_core::world::Action;
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::session::{Do, Origin, Refused, Session, use_dispatch};
use crate::why::handler_name;
use crate::words::{Words, use_words};
use at::At;
use wire::{Wire, Wiring};

pub(crate) use queue::node as queue_node;
pub(crate) use strike::StrikesBody;

/// Properties of [`Plane`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: Rc<Session>,
    /// The moment of what is remembered. While moments follow each other quickly, it may be older or newer than the session's.
    pub(crate) remembered: Rc<Moment>,
}

#[component]
pub(crate) fn Plane(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = &props.session.now;
    let act = Callback::from(move |action: Action| dispatch.dispatch(Do::Act(Origin::Plane, action)));
    let at = At::of(now);
    let refusal = props.session.refusal.as_ref().filter(|refusal| refusal.origin == Origin::Plane);
    let worker_is_at_it = at == At::Worker;
    html! {
        <section class="panel plane" id="plane" aria-labelledby="h-plane">
            <div class="bar">
                <h2 id="h-plane">{ words.t("plane") }</h2><span class="muted wide-1 hint">{ words.t("plane-what") }</span>
                <span class="grow"></span>
                <machinery::Machinery act={act.clone()} session={props.session.clone()} />
                <button type="button" class="btn sm" onclick={act.reform(|_| Action::Restart)}>{ words.t("crash") }</button>
            </div>
            <div class="plane-body">
                if let Some(refusal) = refusal { <Refused refusal={refusal.clone()} /> }
                <div class="map">
                    { api_server::node(&words, now, at == At::ApiServer) }
                    { streams::wires(&words, now, &act) }
                    { cache::node(&words, now, at == At::Cache) }
                    <Wire wiring={handlers(&words, now)} />
                    { queue::node(&words, now) }
                    <Wire wiring={get(&words, now, &act)} />
                    { worker::node(&words, now, worker_is_at_it) }
                    <Wire wiring={writes::to_pod_control(&words, now)} />
                    { writes::pod_control(&words, now) }
                    <Wire wiring={writes::to_api_server(&words, now, &act)} />
                </div>
                <Remembered now={props.remembered.clone()} />
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct RememberedProps {
    now: Rc<Moment>,
}

/// What is under the map.
#[component]
fn Remembered(props: &RememberedProps) -> Html {
    let words = use_words();
    html! { <>{ memory::view(&words, &props.now) }{ stores::view(&words, &props.now) }</> }
}

/// From the cache to the queue: which handlers ran.
fn handlers(words: &Words, now: &Moment) -> Wiring {
    let mut ran: Vec<(Handler, u32)> = Vec::new();
    for entry in now.done_trace() {
        let TraceEntry::Handled(handled) = entry else { continue };
        match ran.iter_mut().find(|(handler, _)| *handler == handled.handler) {
            Some((_, times)) => *times += 1,
            None => ran.push((handled.handler, 1)),
        }
    }
    let sub = ran
        .iter()
        .map(|(handler, times)| html! { <span class="ran">{ times }{ "\u{a0}× " }{ handler_name(*handler) }</span> });
    let fresh = now.fresh_trace().iter().filter(|entry| matches!(entry, TraceEntry::Handled(_))).count();
    Wiring { class: "hw", label: words.t("handlers"), sub: sub.collect(), ..Wiring::flow(now, fresh) }
}

/// From the queue to the worker; it is also the place where a person starts a sync.
fn get(words: &Words, now: &Moment, act: &Callback<Action>) -> Wiring {
    // Keys of orphan pods and others come out of queues of their own.
    let taken = |entry: &&TraceEntry| matches!(entry, TraceEntry::Queue(change) if change.op == QueueOp::Taken && change.queue == QueueName::Job);
    let fresh = now.fresh_trace().iter().filter(taken).count();
    let idle = now.snapshot.queue.ready.is_empty() || now.inside();
    let why = idle.then(|| words.t(if now.inside() { "next-rest" } else { "refusal-queue-empty" }));
    let sub = html! { <button type="button" class="btn sm" title={why} disabled={idle} onclick={act.reform(|_| Action::Sync)}>{ words.t("sync-now") }</button> };
    Wiring { class: "get vert", label: words.t("get"), sub, ..Wiring::flow(now, fresh) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jobscope_core::api::{DeletionPropagation, Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::{Movement, Preset};

    #[test]
    fn only_keys_of_the_work_queue_come_along_its_wire() {
        let words = Words::new(Locale::En);
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_28).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        let mut seen = BTreeSet::new();
        let mut look = |timeline: &Timeline| {
            let now = Moment::of(timeline, 0, Movement::Forward, 0);
            let taken = now.done_trace().iter().find_map(|entry| match entry {
                TraceEntry::Queue(change) if change.op == QueueOp::Taken => Some(change.queue),
                _ => None,
            });
            let is_lit = get(&words, &now, &Callback::noop()).on;
            assert_eq!(is_lit, taken == Some(QueueName::Job), "{taken:?}");
            seen.extend(taken.map(|queue| queue == QueueName::OrphanPod));
        };
        for _ in 0..6 {
            timeline.step_over();
            look(&timeline);
        }
        let name = manifest.job.metadata.name().into();
        let policy = Some(DeletionPropagation::Orphan);
        timeline.apply(&Action::DeleteJob { name, policy }).unwrap();
        timeline.apply(&Action::Gc).unwrap();
        while timeline.step_over() {
            look(&timeline);
        }
        assert_eq!(seen, [false, true].into(), "keys of both queues were taken");
    }
}
