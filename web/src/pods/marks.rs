//! What the marks on tiles mean, below them.

use jobscope_core::world::CacheState;
use jobscope_explain::Moment;
use yew::prelude::*;

use super::state::{attempt, is_leaving, time_left};
use super::tile::Density;
use crate::ui::{Icon, shape, small_icon};
use crate::words::Words;

/// The marks with their meanings; nothing where no pod can have one. Tiles without room for words are only hatched where a
/// large one says that the controller has not seen it.
pub(super) fn legend(words: &Words, now: &Moment, density: Density) -> Option<Html> {
    let pods = &now.snapshot.pods;
    let hatched = |meaning: &str| html! { <li><i class="hatch" />{ words.t(meaning) }</li> };
    if density != Density::Full {
        let any = |cache: CacheState| pods.iter().any(|pod| pod.cache == cache);
        let behind = any(CacheState::Behind) || any(CacheState::GoneFromStore);
        let meaning = if any(CacheState::NotSeen) { Some("mark-unseen") } else { behind.then_some("mark-behind") };
        return meaning.map(|meaning| list(words, vec![hatched(meaning)]));
    }
    let icon = |mark: Icon, meaning: &str| html! { <li>{ small_icon(mark) }{ words.t(meaning) }</li> };
    let sign = |sign: AttrValue, meaning: &str| html! { <li><b>{ sign }</b>{ words.t(meaning) }</li> };
    let mut marks = Vec::new();
    if pods.iter().any(|pod| pod.tracked || pod.counting.is_some()) {
        marks.push(icon(Icon::Held, "mark-held"));
        marks.push(icon(Icon::Recorded, "mark-recorded"));
        marks.push(icon(Icon::Counted, "mark-counted"));
    }
    if pods.iter().any(|pod| pod.restarts > 0) {
        marks.push(sign("↻".into(), "mark-restarts"));
    }
    if pods.iter().any(|pod| time_left(now, pod).is_some()) {
        marks.push(sign("n\u{202f}s".into(), "mark-time-left"));
    }
    if pods.iter().any(|pod| is_leaving(pod)) {
        marks.push(html! { <li>{ shape("terminating") }{ words.t("mark-leaving") }</li> });
    }
    if let Some(second) = pods.iter().find_map(|pod| attempt(words, pod)) {
        marks.push(sign(second, "mark-attempt"));
    }
    if pods.iter().any(|pod| matches!(pod.cache, CacheState::Behind | CacheState::GoneFromStore)) {
        marks.push(hatched("mark-behind"));
    }
    (!marks.is_empty()).then(|| list(words, marks))
}

fn list(words: &Words, marks: Vec<Html>) -> Html {
    html! { <ul class="pod-marks" aria-label={words.t("marks")}>for mark in marks { { mark } }</ul> }
}
