//! What changed between two releases: gates, fixes and questions, with upstream numbers and the lessons that show them.

use jobscope_core::api::{Fix, Maturity, Release, Stage};
use jobscope_core::manager::{GateDifference, release_differences};
use jobscope_core::trace::DecisionId;
use yew::prelude::*;

use super::shown;
use crate::lessons::CARDS;
use crate::route::Route;
use crate::ui::{fix_key, upstream};
use crate::words::{Words, args, use_words};

/// Properties of [`Changes`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) old: Release,
    pub(super) new: Release,
}

#[component]
pub(super) fn Changes(props: &Props) -> Html {
    let words = use_words();
    let (old, new) = (props.old, props.new);
    let differences = use_memo((old, new), |(old, new)| release_differences(*old, *new));
    let asked = &differences.questions;
    let lists = [
        ("changes-gates", differences.gates.iter().map(|gate| of_gate(&words, *gate)).collect::<Vec<_>>()),
        ("changes-fixed", differences.fixed.iter().map(|fix| of_fix(&words, *fix)).collect()),
        ("changes-unfixed", differences.unfixed.iter().map(|fix| of_fix(&words, *fix)).collect()),
        ("changes-new", asked.new.iter().map(|id| of_question(&words, *id)).collect()),
        ("changes-gone", asked.gone.iter().map(|id| of_question(&words, *id)).collect()),
        ("changes-moved", asked.moved.iter().map(|id| of_question(&words, *id)).collect()),
    ];
    let nothing = lists.iter().all(|(_, items)| items.is_empty());
    html! { <>
        if nothing {
            <p role="status">{ words.say_f("changes-none", &args!(old = old.name(), new = new.name())) }</p>
        }
        for (key, items) in lists.into_iter().filter(|(_, items)| !items.is_empty()) {
            <section class="changes" aria-labelledby={format!("h-{key}")}>
                <h3 id={format!("h-{key}")}>{ words.say_f(key, &args!(old = old.name(), new = new.name())) }</h3>
                <ul>for item in items { <li>{ item }</li> }</ul>
            </section>
        }
    </> }
}

fn of_gate(words: &Words, difference: GateDifference) -> Html {
    let GateDifference { gate, old, new } = difference;
    html! { <>
        <b class="mono">{ gate.name() }</b>
        <span>{ words.say_f("changes-from-to", &args!(old = stage(words, old), new = stage(words, new))) }</span>
        { lesson(words, shown::of_gate(gate)) }
    </> }
}

/// How a release ships a gate.
fn stage(words: &Words, stage: Option<Stage>) -> String {
    let Some(Stage { maturity, on, .. }) = stage else { return words.t("stage-none").to_string() };
    let key = match (maturity, on) {
        (Maturity::Alpha, _) => "stage-alpha",
        (Maturity::Beta, false) => "stage-beta-off",
        (Maturity::Beta, true) => "stage-beta",
        (Maturity::Ga, _) => "stage-ga",
    };
    words.t(key).to_string()
}

fn of_fix(words: &Words, fix: Fix) -> Html {
    html! { <>{ upstream(fix) }<span>{ words.say(&fix_key(fix)) }</span>{ lesson(words, shown::of_fix(fix)) }</> }
}

fn of_question(words: &Words, id: DecisionId) -> Html {
    html! { <><span>{ words.say(&format!("decision-{}", id.name())) }</span>{ lesson(words, shown::of_question(id)) }</> }
}

/// The way to the lesson that shows it.
fn lesson(words: &Words, name: Option<&'static str>) -> Html {
    let Some(card) = CARDS.iter().find(|card| Some(card.name) == name) else { return Html::default() };
    let title = card.title(words.locale());
    html! { <a href={Route::Lesson(card.name.to_owned()).href()}>{ words.say_f("changes-lesson", &args!(title = title)) }</a> }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::FeatureGate;

    use super::*;
    use crate::words::Locale;

    #[test]
    fn the_stages_of_a_gate_are_shown() {
        let words = Words::new(Locale::En);
        let gates = release_differences(Release::V1_30, Release::V1_33).gates;
        let managed_by = gates.iter().find(|gate| gate.gate == FeatureGate::JobManagedBy).unwrap();
        assert_eq!([managed_by.old, managed_by.new].map(|of| stage(&words, of)), ["alpha, off", "beta, on"]);
    }
}
