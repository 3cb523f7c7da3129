//! What the marks on tiles mean, below them.

use jobscope_core::world::CacheState;
use yew::prelude::*;

use super::state::time_left;
use super::tile::Density;
use crate::session::Moment;
use crate::ui::{Icon, small_icon};
use crate::words::Words;

/// The marks with their meanings; nothing where no pod can have one. Tiles without room for words are only hatched where a
/// large one says what the controller has not seen.
pub(super) fn legend(words: &Words, now: &Moment, density: Density) -> Option<Html> {
    let pods = &now.snapshot.pods;
    if density != Density::Full {
        let lags = pods.iter().any(|pod| pod.cache != CacheState::InStep);
        let unseen = html! { <li><i class="hatch" />{ words.t("mark-unseen") }</li> };
        return lags.then(|| list(words, vec![unseen]));
    }
    let icon = |mark: Icon, meaning: &str| html! { <li>{ small_icon(mark) }{ words.t(meaning) }</li> };
    let sign = |sign: &'static str, meaning: &str| html! { <li><b>{ sign }</b>{ words.t(meaning) }</li> };
    let mut marks = Vec::new();
    if pods.iter().any(|pod| pod.tracked || pod.counting.is_some()) {
        marks.push(icon(Icon::Held, "mark-held"));
        marks.push(icon(Icon::Recorded, "mark-recorded"));
        marks.push(icon(Icon::Counted, "mark-counted"));
    }
    if pods.iter().any(|pod| pod.restarts > 0) {
        marks.push(sign("↻", "mark-restarts"));
    }
    if pods.iter().any(|pod| time_left(now, pod).is_some()) {
        marks.push(sign("s", "mark-time-left"));
    }
    (!marks.is_empty()).then(|| list(words, marks))
}

fn list(words: &Words, marks: Vec<Html>) -> Html {
    html! { <ul class="pod-marks" aria-label={words.t("marks")}>for mark in marks { { mark } }</ul> }
}
