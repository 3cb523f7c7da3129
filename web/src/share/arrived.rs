//! The message after opening something: what was opened, with Undo; or the progress, or the error.

use std::rc::Rc;

use jobscope_core::api::Manifests;
use jobscope_explain::Overdue;
use jobscope_words::phrase_args;
use yew::prelude::*;

use super::broken::{BrokenLink, OpenUnder};
use crate::arrival::{Arrival, ComingSession, Objects, Opened, RecountingHistory, Source, earlier_message, present};
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::session::{Do, Edit, Session, use_dispatch};
use crate::spec::{Draft, DraftAction};
use crate::ui::{Icon, small_icon};
use crate::words::{Words, args, phrased, use_words};

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

    /// Whether it is what a cluster has or did, of which a person wants to know why.
    pub(crate) fn asks_why(&self) -> bool {
        matches!(&self.what, Arrival::Opened(opened) if opened.objects.is_some() || opened.recorded.is_some())
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
    let overdue = use_memo(what.clone(), |what| match what {
        Arrival::Opened(Opened { objects: Some(objects), timeline, .. }) => objects.overdue(timeline),
        _ => None,
    });
    let mut of_cluster = None;
    let (sentence, is_session) = match what {
        Arrival::Opened(Opened { source, recorded, objects, .. })
            if matches!(props.session.edits().0, Some(Edit::Opened(_))) =>
        {
            of_cluster.clone_from(objects);
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
                if let Some(objects) = &of_cluster { { notes(&words, objects, (*overdue).as_ref()) } }
            </span>
            if let Some(objects) = of_cluster {
                if let Some(release) = objects.earlier().and_then(|earlier| earlier.suggested) {
                    <OpenUnder state={Rc::new(objects.state.clone())} {release} start={objects.start} on_arrival={props.on_arrival.clone()} />
                }
                <OtherStart {objects} on_arrival={props.on_arrival.clone()} />
            }
            <button type="button" class="btn sm" onclick={undo}>{ words.t("arrived-undo") }</button>
            <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={props.on_close.reform(|_: MouseEvent| ())}>{ small_icon(Icon::Close) }</button>
        </p>
    }
}

/// What there is to know about the objects of a cluster: when their session begins, which release they come from, what is left
/// out, and what is overdue.
fn notes(words: &Words, objects: &Objects, overdue: Option<&Overdue>) -> Html {
    let begins = if objects.earlier_start().is_some() { "cluster-begins-now" } else { "cluster-begins-latest" };
    let left_out = objects.left_out();
    html! {
        <>
            { " " }{ words.say_f(begins, &args!(time = objects.start.to_string())) }
            if let Some(earlier) = objects.earlier() { { " " }{ phrased(&earlier_message(&earlier, words)) } }
            if !left_out.is_empty() { { " " }{ words.say_f("cluster-left-out", &args!(kinds = left_out)) } }
            if let Some(overdue) = overdue.map(Overdue::phrase) {
                { " " }{ words.say("cluster-if-still") }{ " " }{ words.rich(overdue.key, &phrase_args(words, &overdue)) }
            }
        </>
    }
}

#[derive(Properties)]
struct OtherStartProps {
    objects: Rc<Objects>,
    on_arrival: Callback<Arrival>,
}

impl PartialEq for OtherStartProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.objects, &other.objects) && self.on_arrival == other.on_arrival
    }
}

/// The button that begins the session at the other time: the present, or the latest time in the objects.
#[component]
fn OtherStart(props: &OtherStartProps) -> Html {
    let words = use_words();
    let objects = &props.objects;
    let earlier = objects.earlier_start();
    if earlier.is_none() && present() <= objects.start {
        return Html::default();
    }
    let begin = {
        let (objects, on_arrival) = (objects.clone(), props.on_arrival.clone());
        Callback::from(move |_: MouseEvent| {
            let start = earlier.unwrap_or_else(present);
            on_arrival.emit(Arrival::of_cluster(&objects.state, objects.release, Some(start)));
        })
    };
    let name = match earlier {
        Some(earlier) => words.f("cluster-begin-latest", &args!(time = earlier.to_string())),
        None => words.t("cluster-begin-now"),
    };
    html! { <button type="button" class="btn sm" onclick={begin}>{ name }</button> }
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
