//! The manifest as a form beside its text. The form has no state of its own: it shows what the text says, and each
//! change goes into the text, where everything else stays as it was typed.
//!
//! - `fields`: which fields there are; `desk`: the text that they work on, and what is said against them
//! - `defaults`: what the API server fills in
//! - `field`: a field of each kind; `locks`: which of them the API server does not change any more
//! - `failure_policy`, `success_policy`, `rules`: the policies, rule by rule

mod defaults;
mod desk;
mod failure_policy;
mod field;
mod fields;
mod locks;
mod rules;
mod success_policy;

use std::rc::Rc;

use jobscope_core::api::{EditError, FeatureGates, FieldAvailability, ManifestError, ManifestText, job_spec_field};
use yew::prelude::*;

use crate::lazy::lazy;
use crate::words::{Words, args, phrased, use_words};
use desk::{Desk, Edit};
use failure_policy::FailurePolicy;
use field::{Choice, Number, Suspend, Text, padlock};
pub(super) use fields::is_shown;
pub(super) use locks::Locks;
use success_policy::SuccessPolicy;

/// Properties of [`Form`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The text, if it reads.
    pub(super) read: Rc<Result<ManifestText, ManifestError>>,
    /// The last text that did.
    pub(super) last: Option<Rc<ManifestText>>,
    /// What is wrong with it.
    pub(super) errors: Rc<Vec<ManifestError>>,
    /// What the API server says to applying it.
    pub(super) refused: Option<AttrValue>,
    pub(super) gates: FeatureGates,
    /// What of the stored Job does not change any more.
    pub(super) locks: Rc<Locks>,
    /// The stored Job as a document.
    pub(super) job: Rc<serde_json::Value>,
    /// The text with a change in it.
    pub(super) on_type: Callback<String>,
    /// To a line and column of the text.
    pub(super) on_jump: Callback<(u32, u32)>,
}

lazy!(pub(super) Form, Props, FormBody);

#[component]
pub(crate) fn FormBody(props: &Props) -> Html {
    let words = use_words();
    let unchanged = use_state_eq(|| None::<(String, AttrValue)>);
    // Changes may come faster than the page is drawn: each goes into the text that the one before it made.
    let current = use_mut_ref(|| None::<ManifestText>);
    *current.borrow_mut() = props.read.as_ref().as_ref().ok().cloned();
    let on_edit = {
        let (current, on_type, unchanged, words) = (current, props.on_type.clone(), unchanged.clone(), words.clone());
        Callback::from(move |edit: Edit| {
            let Some(text) = current.borrow().clone() else { return };
            match edit.apply(&text) {
                Ok(text) => {
                    unchanged.set(None);
                    on_type.emit(text.as_str().to_owned());
                    *current.borrow_mut() = Some(text);
                }
                Err(error) => unchanged.set(Some((edit.path().to_owned(), message(&words, &error)))),
            }
        })
    };
    let broken = props.read.as_ref().as_ref().err().cloned();
    let desk = props.last.clone().map(|text| Desk {
        defaults: Rc::new(defaults::defaults(&text, props.gates)),
        text,
        errors: props.errors.clone(),
        refused: props.refused.clone(),
        unchanged: (*unchanged).clone(),
        gates: props.gates,
        locks: props.locks.clone(),
        job: props.job.clone(),
        on_edit,
    });
    html! {
        <div class="spec-form" role="group" aria-label={words.t("spec-form")}>
            if let Some(error) = &broken { <Broken error={error.clone()} on_jump={props.on_jump.clone()} /> }
            if let Some(desk) = desk { <Fields {desk} disabled={broken.is_some()} /> }
        </div>
    }
}

/// Why a change did not go into the text.
fn message(words: &Words, error: &EditError) -> AttrValue {
    match error {
        EditError::Unreadable { error } => words.f("form-broken", &args!(line = error.line)),
        EditError::Unusual { line, .. } => words.f("form-unusual", &args!(line = *line)),
        EditError::NoPlace { .. } => words.t("form-no-place"),
    }
}

#[derive(Properties, PartialEq)]
struct BrokenProps {
    error: ManifestError,
    on_jump: Callback<(u32, u32)>,
}

/// The text has to be put right before the form is of use.
#[component]
fn Broken(props: &BrokenProps) -> Html {
    let words = use_words();
    let BrokenProps { error, on_jump } = props;
    let at = (error.line, error.column);
    html! {
        <div class="alert" role="status">
            <h3>{ words.f("form-broken", &args!(line = error.line)) }</h3>
            <p>{ words.text_problem(&error.problem).html() }</p>
            if let Some(hint) = words.hint(error) { <p class="muted">{ phrased(&hint) }</p> }
            <p><button type="button" class="link" onclick={on_jump.reform(move |_| at)}>{ words.f("form-fix", &args!(line = error.line)) }</button></p>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FieldsProps {
    desk: Desk,
    disabled: bool,
}

/// All fields that the release has.
#[component]
fn Fields(props: &FieldsProps) -> Html {
    let words = use_words();
    let FieldsProps { desk, disabled } = props;
    let limits: Vec<_> = fields::LIMITS.into_iter().filter(|field| desk.shows(field.name)).collect();
    let rules = |policy: &str| {
        desk.get(&format!("spec.{policy}.rules")).and_then(serde_json::Value::as_array).map_or(0, Vec::len)
    };
    let lock = |policy: &str| desk.locks.of_field(&format!("spec.{policy}")).map(|lock| lock.reason(&words));
    let set = fields::LIMITS.iter().map(|field| field.name).chain(["podReplacementPolicy", "managedBy"]);
    let set = set.filter(|name| desk.get(&format!("spec.{name}")).is_some()).count();
    let name = desk.text_of("metadata.name").or_else(|| desk.text_of("metadata.generateName"));
    let namespace = desk.text_of("metadata.namespace").unwrap_or("default");
    html! {
        <fieldset disabled={*disabled}>
            <p class="form-head"><b>{ name.unwrap_or("–").to_owned() }</b>{ " " }<span class="muted">{ words.f("form-job-in", &args!(namespace = namespace.to_owned())) }</span></p>
            for field in fields::COUNTS { <Number desk={desk.clone()} {field} /> }
            if desk.shows("completionMode") { <Choice desk={desk.clone()} field={fields::COMPLETION_MODE} /> }
            <Choice desk={desk.clone()} field={fields::RESTART_POLICY} />
            if desk.shows("suspend") { <Suspend desk={desk.clone()} /> }
            <Fold title={words.t("form-limits")} number={set}>
                for field in limits { <Number desk={desk.clone()} {field} class="stacked" /> }
                if desk.shows("podReplacementPolicy") { <Choice desk={desk.clone()} field={fields::REPLACEMENT_POLICY} /> }
                if desk.shows("managedBy") { <Text desk={desk.clone()} path="spec.managedBy" name="managedBy" help={Some("help-managed-by")} placeholder="kubernetes.io/job-controller" class="stacked" /> }
            </Fold>
            if desk.shows("podFailurePolicy") {
                <Fold title="podFailurePolicy" lock={lock("podFailurePolicy")} number={rules("podFailurePolicy")}><FailurePolicy desk={desk.clone()} /></Fold>
            }
            if desk.shows("successPolicy") {
                <Fold title="successPolicy" lock={lock("successPolicy")} number={rules("successPolicy")}><SuccessPolicy desk={desk.clone()} /></Fold>
            }
            { absent(&words, desk) }
        </fieldset>
    }
}

/// What the release does not have, and why.
fn absent(words: &Words, desk: &Desk) -> Html {
    let mut absent = Vec::new();
    for name in fields::ALL.into_iter().filter(|name| !desk.shows(name)) {
        absent.push(match job_spec_field(name, desk.gates) {
            FieldAvailability::Since(minor) => html! { <><code>{ name }</code>{ format!(" v1.{minor}") }</> },
            FieldAvailability::Gated(gate) => {
                html! { <><code>{ name }</code>{ " " }{ words.f("form-gate", &args!(gate = gate.name())) }</> }
            }
            FieldAvailability::Here | FieldAvailability::Unknown => continue,
        });
    }
    if absent.is_empty() {
        return html!();
    }
    html! {
        <details class="part absent">
            <summary>{ words.f("form-absent", &args!(n = absent.len(), release = desk.gates.release().name())) }</summary>
            <ul>for field in absent { <li>{ field }</li> }</ul>
        </details>
    }
}

#[derive(Properties, PartialEq)]
struct FoldProps {
    title: AttrValue,
    /// How much is in there, shown while it is closed.
    number: usize,
    /// Why all of it does not change any more, if so.
    #[prop_or_default]
    lock: Option<AttrValue>,
    children: Html,
}

/// A part that is folded away while there is nothing in it.
#[component]
fn Fold(props: &FoldProps) -> Html {
    // It opens with the first thing that is in it; to close it again is the person's.
    let ever = use_mut_ref(|| false);
    *ever.borrow_mut() |= props.number > 0;
    let open = *ever.borrow();
    html! {
        <details class="part" {open}>
            <summary>{ &props.title }{ padlock(props.lock.as_ref()) }if props.number > 0 { <span class="count">{ props.number }</span> }</summary>
            <div class="part-in">if let Some(lock) = &props.lock { <p class="help shown">{ lock }</p> }{ props.children.clone() }</div>
        </details>
    }
}
