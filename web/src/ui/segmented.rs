//! A choice between a few views, as a row of pressed buttons.

use yew::prelude::*;

/// Properties of [`Segmented`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What is chosen, for those who do not see it.
    pub(crate) label: AttrValue,
    /// The names.
    pub(crate) options: Vec<AttrValue>,
    /// The chosen one.
    pub(crate) chosen: usize,
    /// Another was chosen.
    pub(crate) on_choose: Callback<usize>,
    #[prop_or_default]
    pub(crate) class: Classes,
}

#[component]
pub(crate) fn Segmented(props: &Props) -> Html {
    html! {
        <div class={classes!("seg", props.class.clone())} role="group" aria-label={&props.label}>
            for (place, option) in props.options.iter().enumerate() {
                <button type="button" aria-pressed={(place == props.chosen).to_string()} onclick={props.on_choose.reform(move |_| place)}>{ option }</button>
            }
        </div>
    }
}
