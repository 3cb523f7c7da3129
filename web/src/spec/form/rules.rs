//! A rule of a policy as a card: its sentence, its fields, and buttons to move and remove it.

use serde_json::Value;
use yew::prelude::*;

use super::desk::{Desk, Edit};
use crate::ui::{Icon, small_icon};
use crate::words::{Words, args, use_words};

/// Properties of [`Card`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) desk: Desk,
    /// The path of the list.
    pub(super) list: &'static str,
    /// The path of the policy, which is removed together with its last rule.
    pub(super) policy: &'static str,
    pub(super) place: usize,
    /// How many rules there are.
    pub(super) number: usize,
    pub(super) sentence: Html,
    pub(super) children: Html,
}

#[component]
pub(super) fn Card(props: &Props) -> Html {
    let words = use_words();
    let Props { desk, list, policy, place, number, sentence, children } = props;
    let (place, number) = (*place, *number);
    let rule = format!("{list}[{place}]");
    let button = |key: &str, class: &'static str, icon: Icon, edit: Edit| {
        let label = words.f(key, &args!(n = place + 1));
        let onclick = desk.on_edit.reform(move |_| edit.clone());
        html! { <button type="button" class={classes!("btn", "icon", "sm", class)} aria-label={label.clone()} title={label} {onclick}>{ small_icon(icon) }</button> }
    };
    let remove = if number == 1 { Edit::Remove((*policy).to_owned()) } else { Edit::Remove(rule.clone()) };
    html! {
        <li>
            <div class="policy-rule">
                <p>{ sentence.clone() }</p>
                if place > 0 { { button("policy-raise", "", Icon::Up, Edit::Swap((*list).to_owned(), place - 1)) } }
                if place + 1 < number { { button("policy-lower", "flip", Icon::Up, Edit::Swap((*list).to_owned(), place)) } }
                { button("policy-remove", "", Icon::Remove, remove) }
            </div>
            for said in desk.said(&words, &rule) { <p class="entry-wrong" role="status">{ said }</p> }
            <div role="group" class="policy-fields" aria-label={words.f("policy-rule", &args!(n = place + 1))}>{ children.clone() }</div>
        </li>
    }
}

/// A button that adds the rule `fresh` after the existing ones.
pub(super) fn add_button(words: &Words, desk: &Desk, list: &str, number: usize, fresh: Value) -> Html {
    let policy = list.split('.').nth(1).unwrap_or(list).to_owned();
    let edit = if number == 0 {
        Edit::Set(list.to_owned(), Value::Array(vec![fresh]))
    } else {
        Edit::Set(format!("{list}[{number}]"), fresh)
    };
    let onclick = desk.on_edit.reform(move |_: MouseEvent| edit.clone());
    html! { <button type="button" class="btn ghost sm" {onclick}>{ small_icon(Icon::Plus) }{ words.f("policy-add", &args!(policy = policy)) }</button> }
}
