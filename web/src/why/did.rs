//! The effects of this sync so far: calls, events, the status.

use std::rc::Rc;

use jobscope_core::api::{Event, EventType};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::{TraceEntry, Verb};
use jobscope_explain::Moment;
use jobscope_explain::summary::Summary;
use yew::prelude::*;

use crate::words::{args, names_kept, use_words};

/// Properties of [`Did`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) now: Rc<Moment>,
}

/// Events of one reason, and the last of them.
struct Folded<'a> {
    event: &'a Event,
    count: usize,
}

/// Outside of a sync it keeps its place, so that nothing moves while stepping.
#[component]
pub(super) fn Did(props: &Props) -> Html {
    let words = use_words();
    let now = &props.now;
    if now.sync().is_none() {
        return html! { <div class="did"></div> };
    }
    let summary = Summary::of(now.done_trace());
    let events = folded(now.done_trace());
    let recorded: usize = events.iter().map(|folded| folded.count).sum();
    let status = if summary.tally(Verb::UpdateStatus).done > 0 {
        words.t("did-status-written")
    } else {
        words.t("did-status-not-written")
    };
    let tally = words.f(
        "did-tally",
        &args!(
            calls = summary.calls().count(),
            reads = summary.calls().filter(|call| call.verb.is_read()).count(),
            events = recorded,
            status = status.to_string()
        ),
    );
    html! {
        <div class="did" role="group" aria-label={words.t("did-group")} tabindex="0">
            <h3>{ if now.inside() { words.t("did-so-far") } else { words.t("did") } }<span class="muted">{ tally }</span></h3>
            for folded in &events {
                <div class={classes!("ev", (folded.event.r#type == EventType::Warning).then_some("warn"))}>
                    <span class="er">{ folded.event.reason.to_string() }if folded.count > 1 { <b>{ " × " }{ folded.count }</b> }</span>
                    <span class="em mono">if folded.count > 1 { <span class="muted">{ words.t("did-last") }</span> }<span lang="en">{ names_kept(&folded.event.message.to_string()) }</span></span>
                </div>
            }
        </div>
    }
}

/// Events by reason; warnings first.
fn folded(trace: &[TraceEntry]) -> Vec<Folded<'_>> {
    let mut found: Vec<Folded<'_>> = Vec::new();
    for entry in trace {
        let TraceEntry::Event(event) = entry else { continue };
        if let Some(known) = found.iter_mut().find(|known| known.event.reason == event.reason) {
            known.event = event;
            known.count += 1;
        } else {
            found.push(Folded { event, count: 1 });
        }
    }
    found.small_sort_by_key(|folded| folded.event.r#type == EventType::Normal);
    found
}
