//! Pods as tiles, by the sync and the slow-start batch that made them; the newest sync on top.

use std::collections::BTreeSet;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::timeline::{BatchRecord, SyncRecord};
use yew::prelude::*;

use super::tile::{self, Density};
use crate::session::{Moment, Movement};
use crate::ui::time::instant;
use crate::words::{Words, args, use_words};

/// Properties of [`Batches`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
}

/// See the module.
#[component]
pub(crate) fn Batches(props: &Props) -> Html {
    let words = use_words();
    let now = &props.now;
    let shown: usize =
        now.syncs.iter().flat_map(|sync| &sync.batches).map(|batch| batch.created.len() + batch.refused.len()).sum();
    let density = Density::of(shown);
    let present = now.step_index();
    let made: BTreeSet<&Name> =
        now.syncs.iter().flat_map(|sync| &sync.batches).flat_map(|batch| &batch.created).collect();
    let others: Vec<_> = now.snapshot.pods.iter().filter(|pod| !made.contains(&pod.name)).collect();
    html! {
        <div class={classes!("syncs", density.class())}>
            for sync in now.syncs.iter().rev().filter(|sync| !sync.batches.is_empty()) {
                { one_sync(&words, now, sync, present == Some(sync.step), density) }
            }
            if !others.is_empty() {
                <div class="sync">
                    <h3>{ words.t("pods-others") }</h3>
                    <div class="batches"><div class="batch"><div class="tiles">for pod in others { { tile::pod(&words, pod, density) } }</div></div></div>
                </div>
            }
        </div>
    }
}

fn one_sync(words: &Words, now: &Moment, sync: &SyncRecord, is_now: bool, density: Density) -> Html {
    // Batches land one after the other, but only when they have just come about.
    let lands = is_now && now.movement == Movement::Forward;
    html! {
        <div key={sync.step} class={classes!("sync", is_now.then_some("is-now"))}>
            <h3>{ words.f("sync-title", &args!(n = sync.number)) }<span class="muted">{ instant(now.since_start(sync.at)) }</span>
                if is_now { <span class="nowtag">{ words.t("now") }</span> }
            </h3>
            <div class="batches">
                for batch in &sync.batches { { one_batch(words, now, batch, lands, density) } }
            </div>
        </div>
    }
}

fn one_batch(words: &Words, now: &Moment, batch: &BatchRecord, lands: bool, density: Density) -> Html {
    // The batch has its full width from the start, so that nothing moves while it fills.
    let rows = batch.size.clamp(1, 2);
    let style = format!("--cols:{};--batch:{}", batch.size.div_ceil(rows), batch.number.saturating_sub(1));
    html! {
        <div key={batch.number} class={classes!("batch", (!batch.refused.is_empty()).then_some("no"), lands.then_some("lands"))} {style}>
            <span class="bl">{ words.f("batch", &args!(n = batch.number)) }
                if let Some(error) = batch.refused.first() {
                    <b title={error.message.clone()}>{ words.f("batch-refused", &args!(n = batch.refused.len(), code = error.reason.code())) }</b>
                }
            </span>
            <div class="tiles">
                for name in &batch.created {
                    { now.pod(name).map_or_else(|| tile::gone(words, name, density), |pod| tile::pod(words, pod, density)) }
                }
                for (place, error) in batch.refused.iter().enumerate() { { tile::refused(words, place, error, density) } }
            </div>
        </div>
    }
}
