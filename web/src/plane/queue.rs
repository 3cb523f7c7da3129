//! The work queue: keys that are ready, delayed, or being processed.

use jobscope_core::api::ObjectKey;
use jobscope_core::world::DelayedKey;
use jobscope_explain::Moment;
use jobscope_explain::time::{instant, seconds};
use yew::prelude::*;

use crate::prose::Term;
use crate::ui::{NAME_END, and_more, elided};
use crate::words::{Words, args};

/// Most keys that are shown one by one.
const MOST_KEYS: usize = 3;

/// Most of those that wait, which take two lines each.
const MOST_WAITING: usize = 2;

/// A wait that fills the whole ring, in milliseconds.
const RING_MS: i64 = 60_000;

/// The node.
pub(crate) fn node(words: &Words, now: &Moment) -> Html {
    let queue = &now.snapshot.queue;
    html! {
        <div class="node queue">
            <h3><Term id="work-queue">{ words.t("queue") }</Term></h3>
            <div class="qrow"><span class="k">{ words.t("queue-ready") }</span>{ keys(words, &queue.ready, false) }</div>
            <div class="qrow"><span class="k">{ words.t("queue-waiting") }</span>
                <span>
                    if queue.delayed.is_empty() { <span class="muted">{ words.t("empty") }</span> }
                    for delayed in queue.delayed.iter().take(MOST_WAITING) { { waiting(words, now, delayed, queue.delayed.len() > 1) } }
                    { and_more(words, queue.delayed.len(), MOST_WAITING) }
                </span>
            </div>
            <div class="qrow"><span class="k">{ words.t("queue-processing") }</span>{ keys(words, &queue.processing, true) }</div>
            <div class="qrow"><span class="k">{ words.t("queue-requeues") }</span><span class="mono">{ queue.requeues.iter().map(|requeues| requeues.count).sum::<u32>() }</span></div>
        </div>
    }
}

fn keys(words: &Words, keys: &[ObjectKey], worked_on: bool) -> Html {
    if keys.is_empty() {
        return html! { <span class="muted">{ words.t("empty") }</span> };
    }
    html! {
        <span>
            for found in keys.iter().take(MOST_KEYS) { { key(found, worked_on, keys.len() > 1) } }
            { and_more(words, keys.len(), MOST_KEYS) }
        </span>
    }
}

/// A key. One of several has one line.
fn key(key: &ObjectKey, worked_on: bool, one_of_several: bool) -> Html {
    let (namespace, name) = key.split();
    html! {
        <span class={classes!("key", worked_on.then_some("now"), one_of_several.then_some("one-of-many"))} title={key.to_string()}>
            <span class="ns"><span>{ namespace }</span>{ "/" }</span>{ elided(name, NAME_END) }
        </span>
    }
}

fn waiting(words: &Words, now: &Moment, delayed: &DelayedKey, one_of_several: bool) -> Html {
    let left = delayed.ready_at.since(now.snapshot.now).max(0);
    let part = left.min(RING_MS) * 100 / RING_MS;
    html! {
        <span class="wait">
            { key(&delayed.key, false, one_of_several) }
            <span class="due" title={instant(now.since_start(delayed.ready_at))}><i style={format!("--p:{part}%")}></i>{ words.f("due-in", &args!(time = seconds(left))) }</span>
        </span>
    }
}
