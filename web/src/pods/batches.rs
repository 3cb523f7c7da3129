//! Pods as tiles, by the sync and the slow-start batch that made them; the newest sync on top.

use std::collections::BTreeMap;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::timeline::{BatchRecord, SyncRecord};
use jobscope_core::trace::{TraceEntry, Verb};
use jobscope_explain::time::instant;
use jobscope_explain::{Moment, Movement};
use yew::prelude::*;

use super::groups::{first, syncs};
use super::selection::Selection;
use super::state::sync_title;
use super::tile::{Density, Tiles};
use crate::words::{args, use_words};

/// Properties of [`Batches`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    /// Pods that no sync made.
    pub(super) others: Rc<Vec<Name>>,
    pub(super) density: Density,
    pub(super) selection: Rc<Selection>,
}

#[component]
pub(crate) fn Batches(props: &Props) -> Html {
    let words = use_words();
    let (now, density) = (&*props.now, props.density);
    // One stop for Tab; arrow keys move from there.
    let active = props.selection.active.as_ref().filter(|active| now.pod(active).is_some());
    let stop = active.or_else(|| first(now, &props.others));
    let tiles = Tiles { words: &words, now, density, selection: &props.selection, stop };
    let present = now.step_index();
    let n = props.others.len();
    html! {
        <div class={classes!("syncs", density.class())}>
            for sync in syncs(now) { { one_sync(&tiles, sync, present == Some(sync.step)) } }
            if !props.others.is_empty() {
                <div class="sync">
                    <h3>{ words.t("pods-others") }</h3>
                    <div class="batches" style={format!("--tiles:{n};--batches:1;--cols:{};--all:{n}", n.div_ceil(2))}><div class="batch"><div class="tiles">for name in props.others.iter() { { tiles.made(name) } }</div></div></div>
                </div>
            }
        </div>
    }
}

fn one_sync(tiles: &Tiles<'_>, sync: &SyncRecord, is_now: bool) -> Html {
    let Tiles { words, now, .. } = tiles;
    // Batches land one after the other, but only when they have just come about.
    let lands = is_now && now.movement == Movement::Forward;
    // All that the sync makes, so that what there is of it stays where it is while more comes.
    let (all, batches) = if is_now { planned(now.trace()) } else { (0, 0) };
    let known = sync.batches.iter().map(|batch| batch.size).sum::<u32>();
    let (all, batches) = (all.max(known), batches.max(sync.batches.len()));
    html! {
        <div key={sync.step} class={classes!("sync", is_now.then_some("is-now"))}>
            <h3>{ sync_title(words, now, sync) }<span class="muted">{ instant(now.since_start(sync.at)) }</span>
                if is_now { <span class="nowtag">{ words.t("now") }</span> }
            </h3>
            <div class="batches" style={format!("--tiles:{all};--batches:{batches}")}>
                for batch in &sync.batches { { one_batch(tiles, batch, lands) } }
            </div>
        </div>
    }
}

/// How many pods a sync creates in how many batches, before the cursor or behind it, refused ones among them.
fn planned(trace: &[TraceEntry]) -> (u32, usize) {
    let of = |entry: &TraceEntry| match entry {
        TraceEntry::Call(call) if call.verb == Verb::Create => call.batch.map(|batch| (batch.number, batch.size)),
        _ => None,
    };
    let sizes: BTreeMap<u32, u32> = trace.iter().filter_map(of).small_collect();
    (sizes.values().sum(), sizes.len())
}

fn one_batch(tiles: &Tiles<'_>, batch: &BatchRecord, lands: bool) -> Html {
    let words = tiles.words;
    // The batch has its full width from the start, so that nothing moves while it fills.
    let rows = batch.size.clamp(1, 2);
    let (cols, all) = (batch.size.div_ceil(rows), batch.size);
    let style = format!("--cols:{cols};--all:{all};--batch:{}", batch.number.saturating_sub(1));
    html! {
        <div key={batch.number} class={classes!("batch", (!batch.refused.is_empty()).then_some("no"), lands.then_some("lands"))} {style}>
            <span class="bl">{ words.f("batch", &args!(n = batch.number)) }
                if let Some(error) = batch.refused.first() {
                    <b title={error.message.clone()}>{ words.f("batch-refused", &args!(n = batch.refused.len(), code = error.reason.code())) }</b>
                }
            </span>
            <div class="tiles">
                for name in &batch.created { { tiles.made(name) } }
                for (place, error) in batch.refused.iter().enumerate() { { tiles.refused(place, error) } }
            </div>
        </div>
    }
}
