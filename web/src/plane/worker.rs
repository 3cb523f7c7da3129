//! The worker: its current sync, the function that it is in, and the progress of slow start.

use jobscope_core::manager::ControllerStanding;
use jobscope_core::trace::{Function, TraceEntry};
use jobscope_core::world::ControllerView;
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::prose::Term;
use crate::ui::{NAME_END, breakable, elided};
use crate::why::function_of;
use crate::words::{Words, args};

/// The node.
pub(super) fn node(words: &Words, now: &Moment, active: bool) -> Html {
    let sync = now.sync();
    let title = match sync {
        Some(sync) => titled(function_of(now.trace()).name(), sync.number),
        None => html!(words.t("worker")),
    };
    // Another function works at a key of orphan pods.
    let of_job = sync.filter(|_| function_of(now.trace()) == Function::SyncJob);
    let term = if sync.is_some() { "sync" } else { "worker" };
    html! {
        <div class={classes!("node", "worker", active.then_some("now"))}>
            <h3><Term id={term}>{ title }</Term>
                if sync.is_some() { <span class="muted">{ words.t(standing(now)) }</span> }
            </h3>
            if let Some(name) = of_job.and_then(|sync| now.name_among_jobs(&sync.key)) { <p class="of-job" title={name.clone()}>{ elided(&name, NAME_END) }</p> }
            <p class="in">{ place(words, now) }</p>
            <div class="ss" role={sync.map(|_| "img")} aria-label={sync.map(|sync| words.f("slow-start-batches", &args!(n = sync.batches.len())))}>
                if let Some(sync) = sync {
                    for batch in &sync.batches {
                        <span class={if batch.refused.is_empty() { "ok" } else { "no" }} style={format!("--w:{}", batch.size.min(8))}>{ batch.size }</span>
                    }
                }
            </div>
        </div>
    }
}

/// A function's name with the number of its sync. A long one has smaller letters.
fn titled(name: &'static str, number: u32) -> Html {
    /// Longer names fill the line.
    const LONG: usize = 20;
    if name.len() <= LONG {
        return html! { <span class="keep">{ format!("{name} #{number}") }</span> };
    }
    html! { <><span class="long-name">{ breakable(name) }</span>{ format!(" #{number}") }</> }
}

/// Whether a sync pauses before a call, that of the step if it is one: its key is still being processed after the step.
fn pauses(now: &Moment) -> bool {
    let processing = &now.snapshot.queue.processing;
    !now.inside() && now.sync().map_or(!processing.is_empty(), |sync| processing.contains(&sync.key))
}

/// How far the step's sync is, as a key of its word.
fn standing(now: &Moment) -> &'static str {
    if now.inside() {
        "worker-at-it"
    } else if pauses(now) {
        "worker-pauses"
    } else {
        "worker-done"
    }
}

/// What there is of it between syncs: nothing, before the manager has come so far.
fn idle(words: &Words, now: &Moment) -> AttrValue {
    let controllers = &now.snapshot.manager.controllers;
    let is_jobs = |controller: &&ControllerView| matches!(controller.name.as_str(), "job" | "job-controller");
    if controllers.iter().filter(is_jobs).all(|controller| controller.standing == ControllerStanding::Running) {
        return words.t("worker-idle");
    }
    words.t("worker-none")
}

/// The function that the controller is in, in its own name.
fn place(words: &Words, now: &Moment) -> AttrValue {
    if pauses(now) {
        return words.t("worker-before-call");
    }
    if now.sync().is_none() {
        return idle(words, now);
    }
    if !now.inside() {
        return words.t("worker-returned");
    }
    let mut within: Vec<Function> = Vec::new();
    for entry in now.done_trace() {
        match entry {
            TraceEntry::Enter(function) => within.push(*function),
            TraceEntry::Leave(_) => drop(within.pop()),
            _ => {}
        }
    }
    words.f("worker-in", &args!(name = within.last().unwrap_or(&Function::SyncJob).name()))
}
