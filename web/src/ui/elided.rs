//! Long names in little room.

use yew::prelude::*;

/// A name in one line. What does not fit is cut out before its last `shown` characters, because names of what belongs together
/// often begin alike.
pub(crate) fn elided(name: &str, shown: usize) -> Html {
    let end = name.char_indices().rev().nth(shown.saturating_sub(1)).map_or(0, |(end, _)| end);
    let (begin, end) = name.split_at_checked(end).unwrap_or(("", name));
    html! { <span class="elided"><span>{ begin }</span>{ end }</span> }
}
