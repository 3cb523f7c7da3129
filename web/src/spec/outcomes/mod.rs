//! What pods do by themselves: rules that read as sentences, each with a small form behind it.
//!
//! - `sentence`: a rule in words
//! - `row`: a rule in the list, with what can be done with it
//! - `rule_form`, `fields`: the form, and the rule in its fields
//! - `unfinished`: the form that is open, kept in the tab

mod fields;
mod row;
mod rule_form;
mod sentence;
mod unfinished;

use std::rc::Rc;

use jobscope_core::world::{Action, OutcomeRule, PodSelection};
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::lazy::lazy;
use crate::session::{Do, Origin, Refusal, Refused, use_dispatch};
use crate::ui::{Icon, small_icon};
use crate::words::{args, use_words};
use row::{Move, Row};
use rule_form::RuleForm;
use unfinished::Unfinished;

/// Properties of [`Outcomes`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    pub(crate) refusal: Option<Rc<Refusal>>,
}

lazy!(pub(crate) Outcomes, Props, OutcomesBody);

#[component]
pub(crate) fn OutcomesBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let open = use_state_eq(|| Unfinished::among(&props.now.snapshot.outcomes));
    let moved = use_state_eq(|| None::<usize>);
    let removed = use_state_eq(|| None::<usize>);
    let rules = Rc::new(props.now.snapshot.outcomes.clone());
    let close = {
        let open = open.clone();
        Callback::from(move |()| {
            Unfinished::forget();
            open.set(None);
        })
    };
    let set = {
        let (close, dispatch) = (close.clone(), dispatch.clone());
        Callback::from(move |rules: Vec<OutcomeRule>| {
            close.emit(());
            dispatch.dispatch(Do::Act(Origin::Outcomes, Action::SetOutcomes { rules }));
        })
    };
    let replace = {
        let (rules, set, removed) = (rules.clone(), set.clone(), removed.clone());
        Callback::from(move |(place, rule): (usize, Option<OutcomeRule>)| {
            let mut rules = rules.to_vec();
            let gone = rule.is_none();
            match (rule, place < rules.len()) {
                (Some(rule), true) => rules.splice(place..=place, [rule]).for_each(drop),
                // Where nothing else has said so, a rule for every pod has the last word.
                (Some(rule), false) => {
                    let last = rules.len().saturating_sub(1);
                    let before = rules.last().is_some_and(|last| last.pods == PodSelection::default());
                    rules.insert(if before { last } else { rules.len() }, rule);
                }
                (None, true) => drop(rules.remove(place)),
                (None, false) => {}
            }
            removed.set(gone.then_some(place));
            set.emit(rules);
        })
    };
    let on_move = {
        let (rules, set, moved, open, removed, replace) =
            (rules.clone(), set, moved.clone(), open.clone(), removed.clone(), replace.clone());
        Callback::from(move |(place, what): (usize, Move)| {
            let to = match what {
                Move::Edit => return open.set(rules.get(place).map(|rule| Unfinished::for_rule(place, rule))),
                Move::Remove => return replace.emit((place, None)),
                Move::Up => place.checked_sub(1),
                Move::Down => Some(place + 1).filter(|to| *to < rules.len()),
            };
            if let Some(to) = to {
                let mut rules = rules.to_vec();
                rules.swap(place, to);
                moved.set(Some(to));
                removed.set(None);
                set.emit(rules);
            }
        })
    };
    let add = {
        let (open, removed, number) = (open.clone(), removed.clone(), rules.len());
        Callback::from(move |_: MouseEvent| {
            removed.set(None);
            open.set(Some(Unfinished::for_rule(number, &OutcomeRule::default())));
        })
    };
    let undo = {
        let removed = removed.clone();
        Callback::from(move |_: MouseEvent| {
            removed.set(None);
            dispatch.dispatch(Do::Undo);
        })
    };
    let form = |begin: &Unfinished| {
        let place = begin.place;
        let on_done = replace.reform(move |rule| (place, rule));
        html! { <RuleForm begin={begin.clone()} fresh={place == rules.len()} {on_done} on_cancel={close.clone()} /> }
    };
    let open_at = |place: usize| open.as_ref().filter(|begin| begin.place == place);
    html! {
        <section aria-labelledby="h-outcomes">
            <h3 id="h-outcomes">{ words.t("outcomes") }</h3>
            if rules.is_empty() { <p class="none">{ words.say("outcomes-none") }</p> }
            <ol class="rules">
                for place in 0..rules.len() {
                    <li key={place}>
                        if let Some(begin) = open_at(place) {
                            { form(begin) }
                        } else {
                            <Row rules={rules.clone()} {place} focused={*moved == Some(place)} on_move={on_move.clone()} />
                        }
                    </li>
                }
            </ol>
            <p class="removed" role="status">
                if let Some(place) = *removed {
                    { words.f("rule-removed", &args!(n = place + 1)) }{ " " }
                    <button type="button" class="link" onclick={undo}>{ words.t("undo-it") }</button>
                }
            </p>
            if let Some(begin) = open_at(rules.len()) {
                { form(begin) }
            } else {
                <button type="button" class="btn ghost sm" onclick={add}>{ small_icon(Icon::Plus) }{ words.t("rule-add") }</button>
            }
            if let Some(refusal) = &props.refusal { <Refused refusal={refusal.clone()} /> }
        </section>
    }
}
