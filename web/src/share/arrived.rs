//! The message after opening something: what was opened, with Undo; or the progress, or the error.

use std::rc::Rc;

use jobscope_core::api::Manifests;
use yew::prelude::*;

use super::broken::{BrokenLink, OpenUnder};
use crate::arrival::{Arrival, ComingSession, Opened, RecountingHistory, Source};
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::session::{Do, Edit, Session, use_dispatch};
use crate::spec::{Draft, DraftAction};
use crate::ui::{Icon, small_icon};
use crate::words::{args, phrased, use_words};

/// What was opened last, and the text that was in the editor before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct News {
    what: Arrival,
    before: AttrValue,
    /// How many edits there were.
    edited: u64,
}

impl News {
    pub(crate) fn of(what: Arrival, before: AttrValue, edited: u64) -> Self {
        Self { what, before, edited }
    }

    /// Whether it is a manifest, which is in the editor.
    pub(crate) fn is_manifest(&self) -> bool {
        matches!(self.what, Arrival::Manifest(_))
    }

    /// Whether it is a session that the address brought, and `session` and `draft` are as they came with it.
    pub(crate) fn is_of_link(&self, session: &Session, draft: &Draft) -> bool {
        match &self.what {
            Arrival::Opened(opened) => {
                opened.source == Source::Link
                    && matches!(session.edits().0, Some(Edit::Opened(_)))
                    && draft.text == opened.manifest
            }
            _ => false,
        }
    }
}

/// Properties of [`Arrived`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) news: News,
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    pub(crate) on_arrival: Callback<Arrival>,
    pub(crate) on_close: Callback<()>,
}

lazy!(pub(crate) Arrived, Props, ArrivedBody);

/// The message about what was opened. It disappears with the next action.
#[component]
pub(crate) fn ArrivedBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let News { what, before, edited } = &props.news;
    let (mut earlier, mut not_simulated) = (None, AttrValue::default());
    let (sentence, is_session) = match what {
        Arrival::Opened(Opened { source, recorded, earlier: known, left_out, .. })
            if matches!(props.session.edits().0, Some(Edit::Opened(_))) =>
        {
            earlier.clone_from(known);
            not_simulated = left_out.clone();
            let sentence = match source {
                _ if let Some(recorded) = recorded => match recorded.summary().missing {
                    0 => words.t("arrived-history"),
                    missing => words.f("arrived-history-gaps", &args!(n = missing)),
                },
                Source::Link => words.t("arrived-link"),
                Source::File => words.t("arrived-file"),
                Source::Pasted => words.t("arrived-pasted"),
                Source::Cluster => words.t("arrived-cluster"),
                Source::Host(host) => words.f("arrived-host", &args!(host = host.to_string())),
            };
            (sentence, true)
        }
        Arrival::Broken(problem) => {
            return html! { <BrokenLink problem={problem.clone()} on_arrival={props.on_arrival.clone()} on_close={props.on_close.clone()} /> };
        }
        Arrival::Coming(coming) => {
            let (on_arrival, on_stop) = (props.on_arrival.clone(), props.on_close.clone());
            return html! { <ComingSession coming={coming.clone()} {on_arrival} {on_stop} /> };
        }
        Arrival::Unread(..) => return html! { <Unread what={what.clone()} on_arrival={props.on_arrival.clone()} /> },
        Arrival::Recounting(recounting) => {
            let (on_arrival, on_stop) = (props.on_arrival.clone(), props.on_close.clone());
            return html! { <RecountingHistory recounting={recounting.clone()} {on_arrival} {on_stop} /> };
        }
        Arrival::Manifest(text) if *text == props.draft.text && *edited == props.session.edited() => {
            let gates = props.session.read(|timeline| timeline.world().gates());
            let says =
                if Manifests::parse(text, gates).is_ok() { "arrived-manifest" } else { "arrived-manifest-wrong" };
            (words.t(says), false)
        }
        _ => return html! { <p class="vh" role="status"></p> },
    };
    let undo = {
        let (draft, before, on_close) = (props.draft.clone(), before.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            on_close.emit(());
            if is_session {
                dispatch.dispatch(Do::Undo);
            } else {
                draft.dispatch(DraftAction::Replace(before.to_string()));
            }
        })
    };
    html! {
        <p class="arrived" role="status">
            <span>{ sentence }
                if let Some(earlier) = &earlier { { " " }{ phrased(&earlier.message(&words)) } }
                if !not_simulated.is_empty() { { " " }{ words.say_f("cluster-left-out", &args!(kinds = not_simulated.to_string())) } }
            </span>
            if let Some((earlier, release)) = earlier.as_ref().and_then(|earlier| Some((earlier, earlier.found.suggested?))) {
                <OpenUnder state={Rc::new(earlier.state.clone())} {release} on_arrival={props.on_arrival.clone()} />
            }
            <button type="button" class="btn sm" onclick={undo}>{ words.t("arrived-undo") }</button>
            <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={props.on_close.reform(|_: MouseEvent| ())}>{ small_icon(Icon::Close) }</button>
        </p>
    }
}

#[derive(Properties, PartialEq)]
struct UnreadProps {
    what: Arrival,
    on_arrival: Callback<Arrival>,
}

/// Opens a session once the functions are loaded that it needs.
#[component]
fn Unread(props: &UnreadProps) -> Html {
    use_effect_with((props.what.clone(), props.on_arrival.clone()), |(what, on_arrival)| {
        if let Some(arrival) = what.go_a_piece() {
            on_arrival.emit(arrival);
        }
    });
    Html::default()
}
