//! The form behind a rule of what pods do: which pods, how they end, when; the sentence that it makes stands above.

use jobscope_core::world::OutcomeRule;
use yew::prelude::*;

use super::fields::{End, Fields, Who, Wrong};
use super::sentence;
use super::unfinished::Unfinished;
use crate::effect::use_effect_with;
use crate::ui::{close_on_escape, on_value, use_opened_form};
use crate::words::use_words;

/// Properties of [`RuleForm`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The rule with its fields, when the form is opened.
    pub(super) begin: Unfinished,
    /// Whether the rule is not there yet.
    pub(crate) fresh: bool,
    /// Called with the new rule; `None` removes it.
    pub(crate) on_done: Callback<Option<OutcomeRule>>,
    pub(crate) on_cancel: Callback<()>,
}

#[component]
pub(crate) fn RuleForm(props: &Props) -> Html {
    let words = use_words();
    let fields = use_state(|| props.begin.fields.clone());
    use_effect_with(((*fields).clone(), props.begin.clone()), |(fields, begin)| {
        Unfinished { fields: fields.clone(), ..begin.clone() }.keep();
    });
    let wrong = use_state_eq(|| None::<Wrong>);
    let first = use_node_ref();
    use_opened_form(&first);
    let change = {
        let fields = fields.clone();
        Callback::from(move |change: Change| fields.set(change.of(&fields)))
    };
    let done = {
        let (fields, wrong, on_done) = (fields.clone(), wrong.clone(), props.on_done.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match fields.rule() {
                Ok(rule) => on_done.emit(Some(rule)),
                Err(what) => wrong.set(Some(what)),
            }
        })
    };
    let preview = fields.rule().map(|rule| sentence::of_rule(&words, &[rule], 0));
    html! {
        <form class="form" aria-label={words.t("rule-form")} onsubmit={done} onkeydown={close_on_escape(&props.on_cancel)}>
            <p class="preview" aria-live="polite">{ preview.unwrap_or_else(|what| html!(words.t(what))) }</p>
            <Which fields={(*fields).clone()} {first} on_change={change.clone()} />
            <Ending fields={(*fields).clone()} on_change={change.clone()} />
            <Unusual fields={(*fields).clone()} on_change={change} />
            if let Some(what) = *wrong { <p class="wrong" role="alert">{ words.say(what) }</p> }
            <div class="form-end">
                <button type="submit" class="btn sm prim">{ words.t("done") }</button>
                <button type="button" class="btn sm" onclick={props.on_cancel.reform(|_| ())}>{ words.t("cancel") }</button>
                if !props.fresh {
                    <span class="grow"></span>
                    <button type="button" class="btn sm quiet" onclick={props.on_done.reform(|_| None)}>{ words.t("remove") }</button>
                }
            </div>
        </form>
    }
}

/// What a person did in a field.
#[derive(Clone, Debug)]
enum Change {
    Text(fn(&mut Fields, String), String),
    Who(Who),
    End(End),
}

impl Change {
    fn of(self, fields: &Fields) -> Fields {
        let mut next = fields.clone();
        match self {
            Self::Text(set, text) => set(&mut next, text),
            Self::Who(who) => {
                next.who = who;
                // What is out of sight says nothing.
                if who != Who::Indexes {
                    next.indexes.clear();
                    next.from_attempt.clear();
                    next.to_attempt.clear();
                }
                if who != Who::Created {
                    next.from.clear();
                    next.to.clear();
                }
                if who != Who::Named {
                    next.name.clear();
                }
            }
            Self::End(end) => next.end = end,
        }
        next
    }
}

#[derive(Properties, PartialEq)]
struct PartProps {
    fields: Fields,
    #[prop_or_default]
    first: NodeRef,
    on_change: Callback<Change>,
}

/// A labelled text field.
fn text_field(
    label: AttrValue,
    value: &str,
    placeholder: &'static str,
    number: bool,
    on_change: &Callback<Change>,
    set: fn(&mut Fields, String),
) -> Html {
    let oninput = {
        let on_change = on_change.clone();
        on_value::<InputEvent>(move |text| on_change.emit(Change::Text(set, text)))
    };
    let class = classes!("input", number.then_some("num"));
    html! {
        <label>{ label }<input {class} inputmode={number.then_some("decimal")} autocomplete="off" spellcheck="false" {placeholder} value={value.to_owned()} {oninput} /></label>
    }
}

/// Which pods. What a rule from elsewhere has besides stays in sight.
#[component]
fn Which(props: &PartProps) -> Html {
    let words = use_words();
    let PartProps { fields, on_change, .. } = props;
    let choose = {
        let on_change = on_change.clone();
        on_value::<Event>(move |id| on_change.emit(Change::Who(Who::of_id(&id))))
    };
    let field = |label: &str, value: &str, placeholder, number, set| {
        text_field(words.t(label), value, placeholder, number, on_change, set)
    };
    let indexes = [&fields.indexes, &fields.from_attempt, &fields.to_attempt].into_iter().any(|text| !text.is_empty());
    let created = !fields.from.is_empty() || !fields.to.is_empty();
    html! {
        <>
            <label class="wide-field">{ words.t("rule-which") }
                <select ref={props.first.clone()} class="select" onchange={choose}>
                    for (who, id, word) in Who::ALL { <option value={id} selected={fields.who == who}>{ words.t(word) }</option> }
                </select>
            </label>
            if fields.who == Who::Indexes || indexes {
                { field("rule-indexes", &fields.indexes, "0,2-4", false, |fields, text| fields.indexes = text) }
                <div class="pair">
                    { field("rule-from-attempt", &fields.from_attempt, "1", true, |fields, text| fields.from_attempt = text) }
                    { field("rule-to-attempt", &fields.to_attempt, "∞", true, |fields, text| fields.to_attempt = text) }
                </div>
                <p class="muted">{ words.say("rule-attempts-how") }</p>
            }
            if fields.who == Who::Created || created {
                <div class="pair">
                    { field("rule-from", &fields.from, "1", true, |fields, text| fields.from = text) }
                    { field("rule-to", &fields.to, "∞", true, |fields, text| fields.to = text) }
                </div>
            }
            if fields.who == Who::Named || !fields.name.is_empty() {
                { field("rule-name", &fields.name, "*", false, |fields, text| fields.name = text) }
            }
        </>
    }
}

/// How they end, and when.
#[component]
fn Ending(props: &PartProps) -> Html {
    let words = use_words();
    let PartProps { fields, on_change, .. } = props;
    let choose = {
        let on_change = on_change.clone();
        on_value::<Event>(move |id| on_change.emit(Change::End(End::of_id(&id))))
    };
    let field = |label: &str, value: &str, set| text_field(words.t(label), value, "", true, on_change, set);
    html! {
        <>
            <div class="pair">
                <label>{ words.t("rule-end") }
                    <select class="select" onchange={choose}>
                        for (end, id, word) in End::ALL { <option value={id} selected={fields.end == end}>{ words.t(word) }</option> }
                    </select>
                </label>
                if fields.end == End::Fail {
                    { field("rule-exit-code", &fields.exit_code, |fields, text| fields.exit_code = text) }
                }
            </div>
            <div class="pair">
                { field("rule-start", &fields.start, |fields, text| fields.start = text) }
                if fields.end != End::Hang {
                    { field("rule-run", &fields.run, |fields, text| fields.run = text) }
                }
            </div>
        </>
    }
}

/// What most rules leave alone.
#[component]
fn Unusual(props: &PartProps) -> Html {
    let words = use_words();
    let PartProps { fields, on_change, .. } = props;
    let open = use_state_eq(|| fields.is_unusual());
    let field = |label: &str, value: &str, placeholder, number, set| {
        text_field(words.t(label), value, placeholder, number, on_change, set)
    };
    html! {
        <details class="more" open={*open}>
            <summary>{ words.t("rule-more") }</summary>
            <div class="pair">
                { field("rule-schedule", &fields.schedule, "–", true, |fields, text| fields.schedule = text) }
                { field("rule-jitter", &fields.jitter, "0", true, |fields, text| fields.jitter = text) }
            </div>
            { field("rule-restarts", &fields.restarts, "0", true, |fields, text| fields.restarts = text) }
            if fields.end == End::Fail {
                { field("rule-in", &fields.container, "", false, |fields, text| fields.container = text) }
                <div class="pair">
                    { field("rule-status-reason", &fields.reason, "Evicted", false, |fields, text| fields.reason = text) }
                    { field("rule-pod-condition", &fields.condition, "DisruptionTarget", false, |fields, text| fields.condition = text) }
                </div>
            }
        </details>
    }
}
