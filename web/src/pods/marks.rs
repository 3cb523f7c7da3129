//! What the marks on tiles mean, in the bar over them.

use jobscope_core::world::{CacheState, Snapshot};
use yew::prelude::*;

use super::tile::Density;
use crate::ui::{Icon, small_icon};
use crate::words::Words;

/// The marks with their meanings; nothing where no pod can have one. Tiles without room for words are only hatched where a
/// large one says what the controller has not seen.
pub(super) fn legend(words: &Words, snapshot: &Snapshot, density: Density) -> Html {
    if density != Density::Full {
        let lags = snapshot.pods.iter().any(|pod| pod.cache != CacheState::InStep);
        return html! {
            if lags { <ul aria-label={words.t("marks")}><li><i class="hatch" />{ words.t("mark-unseen") }</li></ul> }
        };
    }
    if !snapshot.pods.iter().any(|pod| pod.tracked || pod.counting.is_some()) {
        return Html::default();
    }
    html! {
        <ul aria-label={words.t("marks")}>
            for (mark, meaning) in [(Icon::Held, "mark-held"), (Icon::Recorded, "mark-recorded"), (Icon::Counted, "mark-counted")] {
                <li>{ small_icon(mark) }{ words.t(meaning) }</li>
            }
        </ul>
    }
}
