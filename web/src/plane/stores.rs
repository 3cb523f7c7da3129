//! What newer releases also remember: finalizers to be seen gone, pods without a Job, and their own writes.
//!
//! A release has a place for each of them whether or not there is anything in it, so that nothing moves while stepping.

use jobscope_core::api::Release;
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::prose::Term;
use crate::words::{Words, args, or_none};

/// The first release simulated here with a queue of orphan pods.
const ORPHANS: Release = Release::V1_22;
/// The first one that remembers the finalizers that it removed (v1.23).
const FINALIZERS: Release = Release::V1_28;
/// The first one that waits for its own writes.
const OWN_WRITES: Release = Release::V1_36;

/// The line under the memory; nothing for releases that remember no more.
pub(super) fn view(words: &Words, now: &Moment) -> Html {
    let release = now.snapshot.release;
    if release < ORPHANS {
        return Html::default();
    }
    html! {
        <div role="group" aria-label={words.t("stores")}>
            <dl class="stores">
                if release >= FINALIZERS { { finalizers(words, now) } }
                { orphans(words, now) }
                if release >= OWN_WRITES { { own_writes(words, now) } }
            </dl>
        </div>
    }
}

/// A store by the key of its name, the term that it is about, and what is in it.
fn store(words: &Words, (key, term): (&str, &'static str), waits: bool, told: AttrValue) -> Html {
    html! {
        <div title={words.t(&format!("{key}.explain"))}>
            <dt><Term id={term}>{ words.t(key) }</Term></dt><dd class={waits.then_some("acc")}>{ told }</dd>
        </div>
    }
}

fn finalizers(words: &Words, now: &Moment) -> Html {
    let pods: usize = now.snapshot.finalizer_expectations.iter().map(|expected| expected.uids.len()).sum();
    store(words, ("store-finalizers", "finalizer"), pods > 0, words.f("store-finalizers-told", &args!(n = pods)))
}

fn orphans(words: &Words, now: &Moment) -> Html {
    let queue = &now.snapshot.orphan_queue;
    let keys = queue.ready.len() + queue.delayed.len() + queue.processing.len();
    store(words, ("store-orphans", "orphan"), keys > 0, words.f("store-orphans-told", &args!(n = keys)))
}

fn own_writes(words: &Words, now: &Moment) -> Html {
    let ends = !now.snapshot.finished_expectations.is_empty();
    let record = now.snapshot.written.first().map(|written| &written.record);
    let told = match record {
        _ if ends => words.t("store-writes-end"),
        Some(record) => words.f("store-writes-told", &args!(job = or_none(record.jobs), pods = or_none(record.pods))),
        None => words.t("store-writes-none"),
    };
    store(words, ("store-writes", "resource-version"), ends || record.is_some(), told)
}
