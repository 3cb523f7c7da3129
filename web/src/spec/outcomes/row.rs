//! A rule in the list: its sentence, and buttons to move, change and remove it. Arrow keys with Alt move it too.

use std::rc::Rc;

use jobscope_core::world::OutcomeRule;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::sentence;
use crate::effect::use_effect_with;
use crate::ui::{Icon, small_icon};
use crate::words::{args, use_words};

/// What can be done with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Up,
    Down,
    Edit,
    Remove,
}

/// Properties of [`Row`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rules: Rc<Vec<OutcomeRule>>,
    pub(super) place: usize,
    /// Whether it was moved last, so that the keyboard stays with it.
    pub(super) focused: bool,
    pub(super) on_move: Callback<(usize, Move)>,
}

#[component]
pub(super) fn Row(props: &Props) -> Html {
    let words = use_words();
    let Props { rules, place, focused, on_move } = props;
    let place = *place;
    let edit = use_node_ref();
    {
        let edit = edit.clone();
        use_effect_with((*focused, rules.clone()), move |(focused, _)| {
            if *focused && let Some(button) = edit.cast::<HtmlElement>() {
                let _ = button.focus();
            }
        });
    }
    let onkeydown = {
        let on_move = on_move.clone();
        Callback::from(move |event: KeyboardEvent| {
            let what = match event.key().as_str() {
                "ArrowUp" if event.alt_key() => Move::Up,
                "ArrowDown" if event.alt_key() => Move::Down,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            on_move.emit((place, what));
        })
    };
    let button = |what: Move, key: &str, class: &'static str, icon: Icon, reference: NodeRef| {
        let label = words.f(key, &args!(n = place + 1));
        html! {
            <button ref={reference} type="button" class={classes!("btn", "icon", "sm", class)} aria-label={label.clone()} title={label} onclick={on_move.reform(move |_| (place, what))}>{ small_icon(icon) }</button>
        }
    };
    html! {
        <div class="rule" {onkeydown}>
            <p>{ sentence::of_rule(&words, rules, place) }</p>
            <div class="rule-moves">
                if place > 0 { { button(Move::Up, "rule-raise", "", Icon::Up, NodeRef::default()) } }
                if place + 1 < rules.len() { { button(Move::Down, "rule-lower", "flip", Icon::Up, NodeRef::default()) } }
                { button(Move::Edit, "rule-edit", "", Icon::Pencil, edit) }
                { button(Move::Remove, "rule-remove", "", Icon::Remove, NodeRef::default()) }
            </div>
        </div>
    }
}
