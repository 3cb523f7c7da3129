//! Media queries of the style sheets that the page needs, too: the size of painted tiles, whether it may scroll, and
//! what is expensive to render and shown on narrow pages only.

use gloo::events::EventListener;
use web_sys::MediaQueryList;
use yew::prelude::*;

use crate::effect::use_effect_with;

/// Where one region shows at a time, as the style sheets have it.
pub(crate) const NARROW: &str = "(max-width: 1000px)";

fn list(query: &str) -> Option<MediaQueryList> {
    gloo::utils::window().match_media(query).ok().flatten()
}

/// Whether that holds now.
pub(super) fn matches(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// Whether that holds, updated whenever it changes.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let held = use_state_eq(|| matches(query));
    {
        let held = held.clone();
        use_effect_with(query, move |query| {
            let listener = list(query).map(|list| {
                let now = list.clone();
                EventListener::new(&list, "change", move |_| held.set(now.matches()))
            });
            move || drop(listener)
        });
    }
    *held
}
