//! The end of a list that is not shown whole.

use yew::prelude::*;

use crate::words::{Words, args};

/// How many of all are not among those that are shown; nothing if all are.
pub(crate) fn and_more(words: &Words, all: usize, shown: usize) -> Html {
    match all.saturating_sub(shown) {
        0 => Html::default(),
        more => html! { <span class="muted">{ words.f("and-more", &args!(n = more)) }</span> },
    }
}
