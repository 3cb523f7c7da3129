//! Explore: every order in which things may happen from here, searched for one that reaches what the person asks for.
//! Here are the button and the dialog; what is asked, the search under way, and what came of it have files of their own. What may happen, and what reaches a goal, is the engine's to say.

mod asked;
mod findings;
mod form;
mod goals;
mod search;
mod verdict;

use std::rc::Rc;

use jobscope_core::timeline::BranchName;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::lazy::use_deferred;
use crate::session::{Do, Session};
use crate::ui::{Dialog, EXPLORE};
use crate::words::{args, use_words};
use asked::Asked;
use form::Form;
use search::{Search, Under};
use verdict::Report;

/// The id of the dialog.
const DIALOG: &str = "explore";

/// Properties of [`OpenExplore`].
#[derive(Properties, PartialEq)]
pub(crate) struct OpenProps {
    pub(crate) on_open: Callback<()>,
}

/// The button.
#[component]
pub(crate) fn OpenExplore(props: &OpenProps) -> Html {
    let words = use_words();
    html! {
        <button type="button" id={EXPLORE} class="btn quiet wide" aria-haspopup="dialog" onclick={props.on_open.reform(|_| ())}>{ words.t("explore") }</button>
    }
}

/// Properties of [`Explore`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) open: bool,
    pub(crate) on_close: Callback<()>,
    /// A schedule is on the timeline, to be looked at.
    pub(crate) on_shown: Callback<()>,
}

/// What was asked stays until the next time.
#[component]
pub(crate) fn Explore(props: &Props) -> Html {
    let words = use_words();
    let deferred = use_deferred();
    let asked = use_state_eq(Asked::default);
    {
        // A session that plays would move away from what is asked about.
        let session = props.session.dispatcher();
        use_effect_with(props.open, move |open| {
            if *open {
                session.dispatch(Do::Pause);
            }
        });
    }
    let on_asked = {
        let asked = asked.clone();
        Callback::from(move |new| asked.set(new))
    };
    html! {
        if props.open {
            <Dialog id={DIALOG} title={words.t("explore-title")} close={words.t("close")} on_close={props.on_close.clone()}>
                { deferred.draw::<ExploreBody>(&BodyProps { session: props.session.clone(), asked: (*asked).clone(), on_asked, on_shown: props.on_shown.clone() }) }
            </Dialog>
        }
    }
}

#[derive(Clone, Properties, PartialEq)]
pub(crate) struct BodyProps {
    session: UseReducerHandle<Session>,
    asked: Asked,
    on_asked: Callback<Asked>,
    on_shown: Callback<()>,
}

/// How far it is.
#[derive(Clone, PartialEq)]
enum Stage {
    /// Nothing has been searched.
    Asking,
    /// It is under way.
    Under(Search),
    /// It is over, or was stopped.
    Over(Search),
}

/// What is in the dialog.
#[component]
pub(crate) fn ExploreBody(props: &BodyProps) -> Html {
    let words = use_words();
    let stage = use_state_eq(|| Stage::Asking);
    let start = {
        let (stage, session) = (stage.clone(), props.session.clone());
        Callback::from(move |asked: Asked| stage.set(Stage::Under(Search::begin(&session, asked))))
    };
    let on_over = {
        let stage = stage.clone();
        Callback::from(move |search| stage.set(Stage::Over(search)))
    };
    let on_show = {
        let (session, on_shown, words) = (props.session.dispatcher(), props.on_shown.clone(), words.clone());
        Callback::from(move |search: Search| {
            let what = search.asked.goal.name(&words).to_string();
            let name = BranchName::try_from(words.f("explore-branch", &args!(what = what)).to_string());
            let actions = Rc::new(search.actions());
            // First the focus goes back to where it was.
            let dialog = gloo::utils::document().get_element_by_id(DIALOG);
            if let Some(dialog) = dialog.and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok()) {
                dialog.close();
            }
            session.dispatch(Do::ShowFound(name.unwrap_or_default(), actions));
            on_shown.emit(());
        })
    };
    // What was found belongs to the session that it was looked for in; a file may have brought another one.
    let stage = match &*stage {
        Stage::Under(search) | Stage::Over(search) if search.edited != props.session.edited() => Stage::Asking,
        stage => stage.clone(),
    };
    // One button at a time is the one to press.
    let is_next = match &stage {
        Stage::Asking => true,
        Stage::Under(_) => false,
        Stage::Over(search) => search.actions().is_empty(),
    };
    let under = match &stage {
        Stage::Under(search) => Some(search.clone()),
        Stage::Asking | Stage::Over(_) => None,
    };
    html! { <>
        <p class="explore-what">{ words.say("explore-what") }</p>
        <Form session={props.session.clone()} asked={props.asked.clone()} on_asked={props.on_asked.clone()} is_under={under.is_some()} {is_next} on_start={start} />
        if let Some(search) = under { <Under {search} on_over={on_over} /> }
        if let Stage::Over(search) = &stage { <Report session={props.session.clone()} search={search.clone()} {on_show} /> }
    </> }
}
