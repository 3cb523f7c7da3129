//! What pods do by themselves: rules that read as sentences, each with a small form behind it.

use std::rc::Rc;

use jobscope_core::world::{Action, Outcome, OutcomeRule, PodSelection};
use yew::prelude::*;

use super::rule_form::RuleForm;
use crate::session::{Do, Moment, Origin, Refusal, use_dispatch};
use crate::ui::time::short_seconds;
use crate::ui::{Icon, Refused, small_icon};
use crate::words::{Words, args, use_words};

/// Properties of [`Outcomes`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    pub(crate) refusal: Option<Rc<Refusal>>,
}

/// See the module.
#[component]
pub(crate) fn Outcomes(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let open = use_state_eq(|| None::<usize>);
    let rules = &props.now.snapshot.outcomes;
    let set = {
        let open = open.clone();
        Callback::from(move |rules: Vec<OutcomeRule>| {
            open.set(None);
            dispatch.dispatch(Do::Act(Origin::Outcomes, Action::SetOutcomes { rules }));
        })
    };
    let replace = |place: usize| {
        let (rules, set) = (rules.clone(), set.clone());
        Callback::from(move |rule: Option<OutcomeRule>| {
            let mut rules = rules.clone();
            match (rule, place < rules.len()) {
                (Some(rule), true) => rules.splice(place..=place, [rule]).for_each(drop),
                (Some(rule), false) => rules.push(rule),
                (None, true) => drop(rules.remove(place)),
                (None, false) => {}
            }
            set.emit(rules);
        })
    };
    let raise = |place: usize| {
        let (rules, set) = (rules.clone(), set.clone());
        Callback::from(move |_: MouseEvent| {
            let mut rules = rules.clone();
            if place > 0 && place < rules.len() {
                rules.swap(place - 1, place);
            }
            set.emit(rules);
        })
    };
    let show = |place: Option<usize>| {
        let open = open.clone();
        Callback::from(move |()| open.set(place))
    };
    let adding = *open == Some(rules.len());
    html! {
        <section aria-labelledby="h-outcomes">
            <h3 id="h-outcomes">{ words.t("outcomes") }</h3>
            if rules.is_empty() { <p class="none">{ words.t("outcomes-none") }</p> }
            <ol class="rules">
                for (place, rule) in rules.iter().enumerate() {
                    <li>
                        if *open == Some(place) {
                            <RuleForm rule={rule.clone()} fresh=false on_done={replace(place)} on_cancel={show(None)} />
                        } else {
                            <div class="rule">
                                <p>{ told(&words, rule, place > 0) }</p>
                                if place > 0 {
                                    <button type="button" class="btn icon sm" aria-label={words.f("rule-raise", &args!(n = place + 1))} title={words.t("rule-raise-short")} onclick={raise(place)}>{ small_icon(Icon::Up) }</button>
                                }
                                <button type="button" class="btn icon sm" aria-label={words.f("rule-edit", &args!(n = place + 1))} title={words.t("edit")} onclick={show(Some(place)).reform(|_| ())}>{ small_icon(Icon::Pencil) }</button>
                            </div>
                        }
                    </li>
                }
            </ol>
            if adding {
                <RuleForm rule={OutcomeRule::default()} fresh=true on_done={replace(rules.len())} on_cancel={show(None)} />
            } else {
                <button type="button" class="btn ghost sm" onclick={show(Some(rules.len())).reform(|_| ())}>{ small_icon(Icon::Plus) }{ words.t("rule-add") }</button>
            }
            if let Some(refusal) = &props.refusal { <Refused refusal={refusal.clone()} /> }
        </section>
    }
}

/// A rule as a sentence: who, then what.
fn told(words: &Words, rule: &OutcomeRule, later: bool) -> Html {
    let (who, many) = who(words, &rule.pods, later);
    let n = if many { 2 } else { 1 };
    let (start, run) = (short_seconds(rule.start_ms.into()), short_seconds(rule.run_ms.into()));
    let what = match rule.outcome {
        Outcome::Succeed => words.rich("rule-succeed", &args!(n = n, start = start, run = run)),
        Outcome::Fail { exit_code } => {
            words.rich("rule-fail", &args!(n = n, start = start, run = run, code = exit_code))
        }
        Outcome::Hang => words.rich("rule-hang", &args!(n = n, start = start)),
    };
    html! { <>{ who }{ words.t("rule-gap") }{ what }</> }
}

/// Which pods, and whether they may be several.
fn who(words: &Words, pods: &PodSelection, later: bool) -> (Html, bool) {
    if let Some(name) = &pods.name {
        return (words.rich("rule-who-named", &args!(name = name.as_str())), true);
    }
    match (pods.from, pods.to) {
        (None, None) if later => (html!(words.t("rule-who-rest")), false),
        (None, None) => (html!(words.t("rule-who-all")), false),
        (Some(from), Some(to)) if from == to => (words.rich("rule-who-one", &args!(n = from)), false),
        (None, Some(1)) => (words.rich("rule-who-one", &args!(n = 1)), false),
        (Some(from), Some(to)) => (words.rich("rule-who-range", &args!(from = from, to = to)), true),
        (None, Some(to)) => (words.rich("rule-who-range", &args!(from = 1, to = to)), true),
        (Some(from), None) => (words.rich("rule-who-from", &args!(from = from)), true),
    }
}
