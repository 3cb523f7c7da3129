//! podFailurePolicy: rules in order, the first that matches a failed pod counts. Each reads as a sentence.

use serde_json::{Value, json};
use yew::prelude::*;

use super::desk::{Desk, Edit};
use super::field::{Text, framed};
use super::rules::{Card, add_button};
use crate::ui::on_value;
use crate::words::{Words, args, or_none, use_words};

const RULES: &str = "spec.podFailurePolicy.rules";
const POLICY: &str = "spec.podFailurePolicy";
const ACTIONS: [&str; 4] = ["FailJob", "FailIndex", "Ignore", "Count"];

/// Properties of [`FailurePolicy`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) desk: Desk,
}

#[component]
pub(super) fn FailurePolicy(props: &Props) -> Html {
    let words = use_words();
    let desk = &props.desk;
    let rules = desk.get(RULES).and_then(Value::as_array).cloned().unwrap_or_default();
    let fresh = json!({"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}});
    html! {
        <>
            <p class="help shown">{ words.say("help-pod-failure-policy") }</p>
            for said in desk.said(&words, POLICY).into_iter().chain(desk.said(&words, RULES)) { <p class="entry-wrong">{ said }</p> }
            <ol class="policy">
                for (place, rule) in rules.iter().enumerate() {
                    <Card key={place} desk={desk.clone()} list={RULES} policy={POLICY} {place} number={rules.len()} sentence={sentence(&words, rule)}>
                        <Rule desk={desk.clone()} rule={rule.clone()} path={format!("{RULES}[{place}]")} />
                    </Card>
                }
            </ol>
            { add_button(&words, desk, RULES, rules.len(), fresh) }
        </>
    }
}

/// The rule as a sentence.
fn sentence(words: &Words, rule: &Value) -> Html {
    let text = |pointer: &str| rule.pointer(pointer).and_then(Value::as_str);
    let action = match text("/action") {
        Some("FailJob") => "policy-then-fail-job",
        Some("FailIndex") => "policy-then-fail-index",
        Some("Ignore") => "policy-then-ignore",
        Some("Count") => "policy-then-count",
        _ => "policy-then-nothing",
    };
    let when = if let Some(values) = rule.pointer("/onExitCodes/values") {
        let key = if text("/onExitCodes/operator") == Some("NotIn") { "policy-when-not-in" } else { "policy-when-in" };
        let container = match text("/onExitCodes/containerName") {
            Some(name) => words.f("policy-named-container", &args!(name = name)),
            None => words.t("policy-any-container"),
        };
        words.rich(key, &args!(codes = codes(values, &words.t("list-names")), container = container.to_string()))
    } else {
        let types = rule.pointer("/onPodConditions").and_then(Value::as_array).cloned().unwrap_or_default();
        let types: Vec<&str> = types.iter().filter_map(|pattern| pattern.get("type")?.as_str()).collect();
        words.rich(
            "policy-when-condition",
            &args!(types = or_none(Some(types.join(&words.t("list-names"))).filter(|types| !types.is_empty()))),
        )
    };
    html! { <>{ when }{ words.t(action) }</> }
}

/// Exit codes as they are written in a row.
fn codes(values: &Value, comma: &str) -> String {
    let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(comma)
}

#[derive(Properties, PartialEq)]
struct RuleProps {
    desk: Desk,
    rule: Value,
    path: String,
}

/// The fields of a rule.
#[component]
fn Rule(props: &RuleProps) -> Html {
    let words = use_words();
    let RuleProps { desk, rule, path } = props;
    let by_condition = rule.get("onPodConditions").is_some();
    let action = rule.get("action").and_then(Value::as_str).unwrap_or_default();
    let choose_kind = {
        let (on_edit, path, action) = (desk.on_edit.clone(), path.clone(), action.to_owned());
        move |kind: String| {
            let rule = if kind == "condition" {
                json!({"action": action, "onPodConditions": [{"type": "DisruptionTarget"}]})
            } else {
                json!({"action": action, "onExitCodes": {"operator": "In", "values": [1]}})
            };
            on_edit.emit(Edit::Set(path.clone(), rule));
        }
    };
    let kinds = [("codes", words.t("policy-exit-codes")), ("condition", words.t("policy-condition"))];
    let kind = if by_condition { "condition" } else { "codes" };
    html! {
        <>
            { choice(words.t("policy-when"), kind, &kinds, choose_kind) }
            if by_condition {
                <Conditions desk={desk.clone()} path={format!("{path}.onPodConditions")} number={rule.get("onPodConditions").and_then(Value::as_array).map_or(0, Vec::len)} />
            } else {
                { select(&words, desk, &format!("{path}.onExitCodes.operator"), &words.t("policy-operator"), rule.pointer("/onExitCodes/operator").and_then(Value::as_str).unwrap_or_default(),
                    &[("In", words.t("policy-in")), ("NotIn", words.t("policy-not-in"))]) }
                <Codes desk={desk.clone()} path={format!("{path}.onExitCodes.values")} />
                <Text desk={desk.clone()} path={format!("{path}.onExitCodes.containerName")} name={words.t("policy-container")} placeholder="*" />
            }
            { select(&words, desk, &format!("{path}.action"), &words.t("policy-action"), action, &ACTIONS.map(|action| (action, AttrValue::from(action)))) }
        </>
    }
}

/// A select whose choice goes to `on_choose`.
fn choice(
    label: AttrValue,
    chosen: &str,
    options: &[(&'static str, AttrValue)],
    on_choose: impl Fn(String) + 'static,
) -> Html {
    let onchange = on_value::<Event>(on_choose);
    html! {
        <div class="entry"><label>{ label }
            <select class="select" {onchange}>
                for (id, name) in options { <option value={*id} selected={*id == chosen}>{ name }</option> }
            </select>
        </label></div>
    }
}

/// A select that sets the field at `path`.
fn select(
    words: &Words,
    desk: &Desk,
    path: &str,
    label: &str,
    chosen: &str,
    options: &[(&'static str, AttrValue)],
) -> Html {
    let onchange = {
        let (on_edit, path) = (desk.on_edit.clone(), path.to_owned());
        on_value::<Event>(move |value| on_edit.emit(Edit::Set(path.clone(), value.into())))
    };
    let known = options.iter().any(|(id, _)| *id == chosen);
    framed(words, desk, path, label, None, "", &|described| {
        html! {
            <select id={described.id.clone()} class="select" aria-describedby={described.by()} aria-invalid={described.invalid()} onchange={onchange.clone()}>
                if !known { <option value={chosen.to_owned()} selected=true>{ or_none(Some(chosen).filter(|chosen| !chosen.is_empty())) }</option> }
                for (id, name) in options { <option value={*id} selected={*id == chosen}>{ name }</option> }
            </select>
        }
    })
}

#[derive(Properties, PartialEq)]
struct PathProps {
    desk: Desk,
    path: String,
    #[prop_or_default]
    number: usize,
}

/// Exit codes in a row. What is typed and is no list of numbers stays until it is one.
#[component]
fn Codes(props: &PathProps) -> Html {
    let words = use_words();
    let PathProps { desk, path, .. } = props;
    let typed = use_state_eq(|| None::<String>);
    let written = desk.get(path).map(|values| codes(values, ", ")).unwrap_or_default();
    let wrong = typed.as_ref().is_some_and(|typed| read_codes(typed).is_none());
    let oninput = {
        let (typed, on_edit, path) = (typed.clone(), desk.on_edit.clone(), path.clone());
        on_value::<InputEvent>(move |text| {
            if let Some(codes) = read_codes(&text) {
                on_edit.emit(Edit::Set(path.clone(), codes));
            }
            typed.set(Some(text));
        })
    };
    let onblur = {
        let typed = typed.clone();
        Callback::from(move |_: FocusEvent| {
            if typed.as_ref().is_some_and(|typed| read_codes(typed).is_some()) {
                typed.set(None);
            }
        })
    };
    let shown = (*typed).clone().unwrap_or(written);
    framed(&words, desk, path, &words.t("policy-values"), None, "", &|described| {
        html! {
            <>
                <input id={described.id.clone()} class="input" autocomplete="off" inputmode="numeric" placeholder="1, 42" value={shown.clone()}
                    aria-describedby={described.by()} aria-invalid={if wrong { Some("true") } else { described.invalid() }} oninput={oninput.clone()} onblur={onblur.clone()} />
                if wrong { <p class="entry-wrong" role="alert">{ words.say("wrong-codes") }</p> }
            </>
        }
    })
}

/// Numbers with commas or blanks between them.
fn read_codes(text: &str) -> Option<Value> {
    let pieces = text.split([',', ' ', '，']).filter(|piece| !piece.is_empty());
    let codes: Option<Vec<i32>> = pieces.map(|piece| piece.parse().ok()).collect();
    codes.filter(|codes| !codes.is_empty()).map(Value::from)
}

/// Conditions, one of which the pod has to have.
#[component]
fn Conditions(props: &PathProps) -> Html {
    let words = use_words();
    let PathProps { desk, path, number } = props;
    let change = |edit: Edit| {
        let on_edit = desk.on_edit.clone();
        Callback::from(move |_: MouseEvent| on_edit.emit(edit.clone()))
    };
    let fresh = json!({"type": "DisruptionTarget", "status": "True"});
    html! {
        <>
            for place in 0..*number {
                <div class="pattern">
                    <Text desk={desk.clone()} path={format!("{path}[{place}].type")} name={words.t("policy-type")} placeholder="DisruptionTarget" />
                    { select(&words, desk, &format!("{path}[{place}].status"), &words.t("policy-status"), desk.text_of(&format!("{path}[{place}].status")).unwrap_or("True"), &["True", "False", "Unknown"].map(|status| (status, AttrValue::from(status)))) }
                    if *number > 1 {
                        <button type="button" class="link" onclick={change(Edit::Remove(format!("{path}[{place}]")))}>{ words.f("policy-condition-remove", &args!(n = place + 1)) }</button>
                    }
                </div>
            }
            <button type="button" class="link" onclick={change(Edit::Set(format!("{path}[{number}]"), fresh))}>{ words.t("policy-condition-add") }</button>
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_read_as_people_write_them() {
        assert_eq!(read_codes("1,42"), Some(json!([1, 42])));
        assert_eq!(read_codes(" 1  42, "), Some(json!([1, 42])));
        for wrong in ["", "a", "1;2", "1.5"] {
            assert_eq!(read_codes(wrong), None, "{wrong}");
        }
        assert_eq!(codes(&json!([1, 42]), ", "), "1, 42");
    }
}
