//! The events that wait on a watch: tokens on the wire, the next one nearest to the cache, and all of them in words.

use std::rc::Rc;

use jobscope_core::trace::{Kind, WatchEventType};
use jobscope_core::world::PendingEvent;
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::pods;
use crate::ui::{Popover, use_opener};
use crate::words::{args, use_words};

/// Tokens that show by themselves; what waits behind them is a number.
const MOST_TOKENS: usize = 3;
/// Events that are described in words; the events after them are a number.
const MOST_TOLD: usize = 100;

/// Properties of [`Parked`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) now: Rc<Moment>,
    /// Which watch.
    pub(super) kind: Kind,
}

#[component]
pub(super) fn Parked(props: &Props) -> Html {
    let words = use_words();
    let popover = use_opener();
    let now = &props.now;
    let (pending, name) = match props.kind {
        Kind::Job => (&now.snapshot.job_stream.pending, "parked-jobs"),
        Kind::Pod => (&now.snapshot.pod_stream.pending, "parked-pods"),
    };
    // Numbers of three digits leave room for two of them only, longer ones for one.
    let longest = pending.iter().take(MOST_TOKENS).map(|event| number(now, event).len()).max().unwrap_or_default();
    let room = MOST_TOKENS.saturating_sub(longest.saturating_sub(2)).max(1);
    // So does a number of three digits of those behind them: the arrow shows.
    let room = if pending.len() > 99 { room.min(1) } else { room };
    let behind = pending.len().saturating_sub(room);
    let shown: Vec<_> = pending.iter().take(room).rev().collect();
    let label = words.f(name, &args!(n = pending.len()));
    let order = words.f("parked-order", &args!(n = pending.len()));
    let untold = pending.len().saturating_sub(MOST_TOLD);
    html! {
        <>
            <button type="button" class="parked" aria-label={label.clone()} title={label.clone()} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open_beside(".wire")}>
                if behind > 0 { <i class="tok many" data-n={format!("+{behind}")}></i> }
                for event in shown { <i class={classes!("tok", type_class(event.r#type))} data-n={number(now, event)}></i> }
            </button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={label.clone()} on_close={popover.closed()}>
                    <div class="waiting">
                        <h2>{ label }</h2>
                        <p class="muted">{ order.clone() }</p>
                        <ol tabindex="0" aria-label={order}>
                            for event in pending.iter().take(MOST_TOLD) {
                                <li><code>{ type_name(event.r#type) }</code><span class="mono">{ event.name.as_str() }</span><span class="muted mono">{ format!("rv {}", event.resource_version) }</span></li>
                            }
                        </ol>
                        if untold > 0 { <p class="muted">{ words.say_f("path-more", &args!(n = untold)) }</p> }
                    </div>
                </Popover>
            }
        </>
    }
}

/// What a pod's tile says; a Job has no number.
fn number(now: &Moment, event: &PendingEvent) -> String {
    now.pod(&event.name).map_or_else(|| "J".to_owned(), |pod| pods::number(pod).to_string())
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
