//! successPolicy: when an Indexed Job has succeeded before all of its indexes have. Each rule reads as a sentence.

use serde_json::{Value, json};
use yew::prelude::*;

use super::desk::Desk;
use super::field::{Number, Text};
use super::fields::NumberField;
use super::rules::{Card, add_button};
use crate::words::{Words, args, use_words};

const RULES: &str = "spec.successPolicy.rules";
const POLICY: &str = "spec.successPolicy";

const COUNT: NumberField = NumberField { name: "succeededCount", most: 20, help: "help-succeeded-count" };

/// Properties of [`SuccessPolicy`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) desk: Desk,
}

#[component]
pub(super) fn SuccessPolicy(props: &Props) -> Html {
    let words = use_words();
    let desk = &props.desk;
    let rules = desk.get(RULES).and_then(Value::as_array).cloned().unwrap_or_default();
    html! {
        <>
            <p class="help shown">{ words.say("help-success-policy") }</p>
            for said in desk.said(&words, POLICY).into_iter().chain(desk.said(&words, RULES)) { <p class="entry-wrong">{ said }</p> }
            <ol class="policy">
                for (place, rule) in rules.iter().enumerate() {
                    <Card key={place} desk={desk.clone()} list={RULES} policy={POLICY} {place} number={rules.len()} sentence={sentence(&words, rule)}>
                        <Text desk={desk.clone()} path={format!("{RULES}[{place}].succeededIndexes")} name="succeededIndexes" help={Some("help-succeeded-indexes")} placeholder="0,2-4" />
                        <Number desk={desk.clone()} field={COUNT} path={format!("{RULES}[{place}].succeededCount")} class="stacked" />
                    </Card>
                }
            </ol>
            { add_button(&words, desk, RULES, rules.len(), json!({"succeededCount": 1})) }
        </>
    }
}

/// The rule as a sentence.
fn sentence(words: &Words, rule: &Value) -> Html {
    let indexes = rule.get("succeededIndexes").and_then(Value::as_str).map(str::to_owned);
    let count = rule.get("succeededCount").and_then(Value::as_i64);
    match (indexes, count) {
        (Some(list), Some(n)) => words.rich("success-count-of", &args!(list = list, n = n)),
        (Some(list), None) => words.rich("success-all-of", &args!(list = list)),
        (None, Some(n)) => words.rich("success-count", &args!(n = n)),
        (None, None) => html!(words.t("success-none")),
    }
}
