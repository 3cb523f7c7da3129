//! Long names in one line, without their middle.

use yew::prelude::*;

/// How many characters of the end of a name always show.
pub(crate) const NAME_END: usize = 6;

/// A name in one line. What does not fit is cut out before its last `shown` characters, because names of what belongs together
/// often begin alike. A screen reader reads the whole name instead of its parts.
pub(crate) fn elided(name: &str, shown: usize) -> Html {
    let end = name.char_indices().rev().nth(shown.saturating_sub(1)).map_or(0, |(end, _)| end);
    let (begin, end) = name.split_at_checked(end).unwrap_or(("", name));
    html! { <><span class="vh">{ name }</span><span class="elided" aria-hidden="true"><span>{ begin }</span>{ end }</span></> }
}
