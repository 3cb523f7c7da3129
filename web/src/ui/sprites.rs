//! The drawings behind shapes, icons and arrow heads, once for the whole page.

use yew::prelude::*;

use super::shape::symbols;

/// Icons and arrow heads. As text they are smaller than code that makes their elements.
const ICONS: &str = include_str!("sprites.svg");

/// The definitions that `use` elements refer to.
#[component]
pub(crate) fn Sprites() -> Html {
    html! {
        <>
            <svg class="sprites" aria-hidden="true"><defs>{ symbols() }</defs></svg>
            { Html::from_html_unchecked(AttrValue::Static(ICONS)) }
        </>
    }
}
