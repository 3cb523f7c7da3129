//! Tabs with the keyboard that people expect of them: arrows go between tabs, Tab goes into the panel.

use web_sys::HtmlElement;
use yew::prelude::*;

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tab {
    /// Its id; the panel is labelled by it.
    pub(crate) id: &'static str,
    /// The id of its panel.
    pub(crate) panel: &'static str,
    /// Its name.
    pub(crate) name: AttrValue,
    /// Something new in there, as a word for those who do not see the dot.
    pub(crate) news: Option<AttrValue>,
}

/// Properties of [`Tabs`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) label: AttrValue,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) chosen: usize,
    pub(crate) on_choose: Callback<usize>,
    #[prop_or_default]
    pub(crate) class: Classes,
}

/// See the module.
#[component]
pub(crate) fn Tabs(props: &Props) -> Html {
    let number = props.tabs.len();
    let chosen = props.chosen;
    let ids: Vec<_> = props.tabs.iter().map(|tab| tab.id).collect();
    let on_choose = props.on_choose.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowRight" => (chosen + 1) % number.max(1),
            "ArrowLeft" => (chosen + number.saturating_sub(1)) % number.max(1),
            "Home" => 0,
            "End" => number.saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(id) = ids.get(next) {
            focus(id);
        }
        on_choose.emit(next);
    });
    html! {
        <div class={classes!("tabs", props.class.clone())} role="tablist" aria-label={&props.label} {onkeydown}>
            for (place, tab) in props.tabs.iter().enumerate() {
                <button type="button" role="tab" id={tab.id} aria-controls={tab.panel} aria-selected={(place == chosen).to_string()}
                    tabindex={if place == chosen { "0" } else { "-1" }} onclick={props.on_choose.reform(move |_| place)}>
                    { &tab.name }
                    if let Some(news) = &tab.news { <i class="new"></i><span class="vh">{ news }</span> }
                </button>
            }
        </div>
    }
}

fn focus(id: &str) {
    use wasm_bindgen::JsCast;
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
