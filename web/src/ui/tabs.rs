//! Tabs with the keyboard that people expect of them: arrows go between tabs, Tab goes into the panel.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::effect::use_effect_with;

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tab {
    /// Its id; the panel is labelled by it.
    pub(crate) id: &'static str,
    /// The id of its panel.
    pub(crate) panel: &'static str,
    /// Its name.
    pub(crate) name: AttrValue,
    /// What shows instead of the name, where that would be too long.
    pub(crate) glyph: Option<&'static str>,
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
    let list = use_node_ref();
    use_effect_with((chosen, list.clone()), |(chosen, list)| {
        if let Some(list) = list.cast::<Element>() {
            show(&list, u32::try_from(*chosen).unwrap_or_default());
        }
    });
    html! {
        <div ref={list} class={classes!("tabs", props.class.clone())} role="tablist" aria-label={&props.label} {onkeydown}>
            for (place, tab) in props.tabs.iter().enumerate() {
                <button type="button" role="tab" id={tab.id} aria-controls={tab.panel} aria-selected={(place == chosen).to_string()}
                    tabindex={if place == chosen { "0" } else { "-1" }} onclick={props.on_choose.reform(move |_| place)}>
                    if let Some(glyph) = tab.glyph {
                        <span class="mono" aria-hidden="true" title={&tab.name}>{ glyph }</span><span class="vh">{ &tab.name }</span>
                    } else {
                        { &tab.name }
                    }
                    if let Some(news) = &tab.news { <i class="new"></i><span class="vh">{ news }</span> }
                </button>
            }
        </div>
    }
}

/// Scrolls the list, and nothing around it, so far that the tab can be seen.
fn show(list: &Element, place: u32) {
    let Some(tab) = list.children().item(place) else { return };
    let (all, tab) = (list.get_bounding_client_rect(), tab.get_bounding_client_rect());
    let beyond = (tab.right() - all.right()).max(0.0) + (tab.left() - all.left()).min(0.0);
    if beyond != 0.0 {
        #[expect(clippy::cast_possible_truncation, reason = "pixels on a screen")]
        list.set_scroll_left(list.scroll_left() + beyond.round() as i32);
    }
}

fn focus(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
