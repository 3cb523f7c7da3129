//! What the marks on tiles mean, in the bar over them.

use jobscope_core::world::Snapshot;
use yew::prelude::*;

use crate::ui::{Icon, small_icon};
use crate::words::Words;

/// The marks with their meanings; nothing where no pod can have one.
pub(super) fn legend(words: &Words, snapshot: &Snapshot) -> Html {
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
