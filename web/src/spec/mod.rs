//! The Spec region: what the person asks for. The manifest, what pods do by themselves, and faults.

mod apply;
mod bar;
mod draft;
mod editor;
mod faults;
mod highlight;
mod outcomes;
mod problems;
mod rule_form;
mod scenario;

use std::rc::Rc;

use jobscope_core::api::Manifest;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

pub(crate) use draft::{Draft, DraftAction};
pub(crate) use faults::{FaultForm, tag as fault_tag};
pub(crate) use scenario::Scenario;

use crate::session::{Do, Origin, Refusal, Session, use_dispatch};
use crate::words::use_words;
use apply::Plan;
use bar::ApplyBar;
use editor::Editor;
use faults::Faults;
use outcomes::Outcomes;
use problems::Problems;

/// Properties of [`Spec`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
}

/// See the module.
#[component]
pub(crate) fn Spec(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = props.session.now.clone();
    let refusal = props.session.refusal.clone();
    let textarea = use_node_ref();
    let parsed =
        use_memo((props.draft.text.clone(), now.snapshot.edition), |(text, edition)| Manifest::parse(text, *edition));
    let plan = use_memo((parsed.clone(), now.clone()), |(parsed, now)| match &**parsed {
        Err(_) => Plan::Broken,
        Ok(manifest) => Plan::of(manifest, now),
    });
    let apply = {
        let (plan, parsed, textarea, draft) = (plan.clone(), parsed.clone(), textarea.clone(), props.draft.clone());
        Callback::from(move |()| match plan.action() {
            Some(action) => dispatch.dispatch(Do::Act(Origin::Manifest, action)),
            None => {
                if let (Err(errors), Some(textarea)) = (&*parsed, textarea.cast::<HtmlTextAreaElement>())
                    && let Some(first) = errors.first()
                {
                    editor::go_to(&textarea, &draft.text, first.line, first.column);
                }
            }
        })
    };
    let jump = {
        let (textarea, draft) = (textarea.clone(), props.draft.clone());
        Callback::from(move |(line, column)| {
            if let Some(textarea) = textarea.cast::<HtmlTextAreaElement>() {
                editor::go_to(&textarea, &draft.text, line, column);
            }
        })
    };
    let on_type = {
        let draft = props.draft.clone();
        Callback::from(move |text| draft.dispatch(DraftAction::Type(text)))
    };
    let errors = Rc::new(parsed.as_ref().as_ref().err().cloned().unwrap_or_default());
    html! {
        <section class="panel spec" id="spec" aria-labelledby="h-spec">
            <div class="bar"><h2 id="h-spec">{ words.t("spec") }</h2><span class="muted">{ words.t("spec-what") }</span></div>
            <div class="scroll">
                if props.draft.has_replaced() { <Replaced draft={props.draft.clone()} /> }
                <Editor text={props.draft.text.clone()} errors={errors.clone()} {textarea} {on_type} on_apply={apply.clone()} />
                <Problems {errors} on_jump={jump} />
                <ApplyBar {plan} now={now.clone()} on_apply={apply} refusal={refusal_at(refusal.as_ref(), Origin::Manifest)} />
                <Outcomes now={now.clone()} refusal={refusal_at(refusal.as_ref(), Origin::Outcomes)} />
                <Faults {now} refusal={refusal_at(refusal.as_ref(), Origin::Faults)} />
            </div>
        </section>
    }
}

/// The refusal, if it came from `origin`.
fn refusal_at(refusal: Option<&Rc<Refusal>>, origin: Origin) -> Option<Rc<Refusal>> {
    refusal.filter(|refusal| refusal.origin == origin).cloned()
}

#[derive(Properties, PartialEq)]
struct ReplacedProps {
    draft: UseReducerHandle<Draft>,
}

/// The way back to what a scenario replaced: nothing typed is lost.
#[component]
fn Replaced(props: &ReplacedProps) -> Html {
    let words = use_words();
    let send = |action: DraftAction| {
        let draft = props.draft.clone();
        Callback::from(move |_: MouseEvent| draft.dispatch(action.clone()))
    };
    html! {
        <p class="replaced">{ words.t("replaced") }{ " " }
            <button type="button" class="link" onclick={send(DraftAction::BringBack)}>{ words.t("bring-back") }</button>{ " · " }
            <button type="button" class="link" onclick={send(DraftAction::Forget)}>{ words.t("dismiss") }</button>
        </p>
    }
}
