//! Under the editor: Apply with what it would do, deleting the Job, and the API server's refusal.

use std::rc::Rc;

use jobscope_core::api::{DeletionPropagation, Name};
use jobscope_core::kubectl::LAST_APPLIED_ANNOTATION;
use jobscope_core::world::Action;
use yew::prelude::*;

use super::apply::{FieldChange, Plan};
use crate::session::{Do, Origin, Refusal, Refused, use_dispatch};
use crate::ui::{Icon, Popover, icon, use_opener};
use crate::words::{Words, args, use_words};

/// Changed fields that are listed by name; the rest is a number.
const MOST_NAMED: usize = 3;

/// Properties of [`ApplyBar`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) plan: Rc<Plan>,
    /// Whether the API server has already what the plan sends, such as a list that it completed.
    pub(crate) changes_nothing: bool,
    /// The Job that can be deleted, as actions name it.
    pub(crate) deletable: Option<Name>,
    pub(crate) on_apply: Callback<()>,
    pub(crate) refusal: Option<Rc<Refusal>>,
}

#[component]
pub(crate) fn ApplyBar(props: &Props) -> Html {
    let words = use_words();
    let class = classes!("btn", (!props.changes_nothing && !props.plan.actions().is_empty()).then_some("prim"));
    let idle = *props.plan == Plan::Nothing;
    let on_apply = props.on_apply.clone();
    let onclick = move |_: MouseEvent| {
        if !idle {
            on_apply.emit(());
        }
    };
    html! {
        <>
            <div class="apply">
                <button type="button" {class} {onclick} aria-disabled={idle.then_some("true")}>{ words.t("apply") }</button>
                <span class="muted grow">if props.changes_nothing { { words.t("plan-nothing") } } else { { summary(&words, &props.plan) } }</span>
                if let Some(name) = &props.deletable { <DeleteJob name={name.clone()} /> }
            </div>
            if let Some(refusal) = &props.refusal { <Refused refusal={refusal.clone()} /> }
        </>
    }
}

/// What Apply would do, in a few words.
fn summary(words: &Words, plan: &Plan) -> Html {
    match plan {
        Plan::Broken(problems) => html!(words.f("plan-broken", &args!(n = *problems))),
        Plan::Nothing => html!(words.t("plan-nothing")),
        Plan::Several { created, changed, .. } => {
            html!(words.f("plan-several", &args!(created = *created, changed = *changed)))
        }
        Plan::Create { name, .. } => words.rich("plan-create", &args!(name = name.clone())),
        Plan::Patch { changes, .. } => html! {
            <ul class="changes">
                for change in changes.iter().take(MOST_NAMED) { <li>{ change_text(words, change) }</li> }
                if changes.len() > MOST_NAMED { <li>{ words.say_f("plan-more", &args!(n = changes.len() - MOST_NAMED)) }</li> }
            </ul>
        },
    }
}

fn change_text(words: &Words, change: &FieldChange) -> Html {
    // An annotation that only kubectl reads: on an object from elsewhere it may be all that is missing.
    if change.name == LAST_APPLIED_ANNOTATION {
        let says = if change.is_set { "plan-last-applied-again" } else { "plan-last-applied" };
        return html! { <span title={change.path.clone()}>{ words.t(says) }</span> };
    }
    let field = change.name.clone();
    let or = |value: Option<&String>, none: &str| value.map_or_else(|| words.t(none), |value| value.clone().into());
    if change.from.is_none() && change.to.is_none() {
        // A list: which one it is, its own name may not say.
        let field = change.path.strip_prefix("spec.").unwrap_or(&change.path).to_owned();
        return html! { <code title={change.path.clone()}>{ field }</code> };
    }
    html! {
        <code title={change.path.clone()}>{ field }{ " " }{ or(change.from.as_ref(), "field-unset") }{ " → " }<b>{ or(change.to.as_ref(), "field-removed") }</b></code>
    }
}

#[derive(Properties, PartialEq)]
struct DeleteProps {
    name: Name,
}

/// Deletes the Job, in one of the three ways.
#[component]
fn DeleteJob(props: &DeleteProps) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let popover = use_opener();
    let choose = |policy| {
        let (dispatch, name, popover) = (dispatch.clone(), props.name.clone(), popover.clone());
        Callback::from(move |_: MouseEvent| {
            popover.close();
            dispatch
                .dispatch(Do::Act(Origin::Manifest, Action::DeleteJob { name: name.clone(), policy: Some(policy) }));
        })
    };
    let label = words.f("delete-job", &args!(name = props.name.as_str()));
    html! {
        <>
            <button type="button" class="btn icon" aria-label={label.clone()} title={label.clone()} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open()}>{ icon(Icon::Remove) }</button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={label.clone()} on_close={popover.closed()}>
                    <h3>{ label }</h3>
                    <div class="choices">
                        for (policy, word) in [(DeletionPropagation::Background, "delete-background"), (DeletionPropagation::Foreground, "delete-foreground"), (DeletionPropagation::Orphan, "delete-orphan")] {
                            <button type="button" class="choice" onclick={choose(policy)}>{ words.t(word) }</button>
                        }
                    </div>
                </Popover>
            }
        </>
    }
}
