//! The Why region: what happened in one sentence, then the path that led there, question by question.

mod calls;
mod content;
mod did;
mod explanation;
mod flow;
mod glance;
mod in_view;
mod path_view;
mod row;
pub(crate) mod sentence;
mod strip;

use std::rc::Rc;

use jobscope_core::api::JobConditionType;
use jobscope_core::trace::{DecisionId, Function, TraceEntry};
use jobscope_explain::Moment;
use jobscope_explain::sentence::Sentence;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::settings::{Choose, WhyAs, use_settings};
use crate::ui::{Same, Segmented, breakable, shape};
use crate::words::{Words, args, use_words};
pub(crate) use content::delivery::handler_name;
use did::Did;
use flow::Flow;
pub(crate) use flow::FlowBody;
pub(crate) use glance::Glance;
pub(crate) use jobscope_words::{Markup, Transcript};
use path_view::PathView;
use sentence::{Said, use_sentence};
pub(crate) use strip::Strip;

/// Properties of [`Why`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    /// The moment of the path's first half or the flow chart. While moments follow each other quickly, it may be older or newer
    /// than `now`.
    pub(crate) path: Rc<Moment>,
    /// The moment of the path's second half, which is drawn a frame later then.
    pub(crate) path_rest: Rc<Moment>,
    /// The question that a lesson speaks of.
    pub(crate) look: Option<DecisionId>,
    /// The path need not have rows that are out of sight.
    pub(crate) brief: bool,
}

#[component]
pub(crate) fn Why(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let now = &props.now;
    let said = Same(use_sentence(now));
    let views = [WhyAs::Path, WhyAs::Flow];
    let options = vec![words.t("why-path"), words.t("why-flow")];
    let view = views.iter().position(|view| *view == settings.views.why_as).unwrap_or_default();
    let pick = {
        let settings = settings.clone();
        Callback::from(move |place: usize| {
            settings.dispatch(Choose::WhyAs(views.get(place).copied().unwrap_or_default()));
        })
    };
    html! {
        <section class="panel why" id="why" aria-labelledby="h-why">
            <div class="bar">
                <h2 id="h-why">{ words.t("why") }</h2>{ about(&words, now) }
                <span class="grow"></span>
                <Segmented label={words.t("why-as")} {options} chosen={view} on_choose={pick} />
            </div>
            <Saying revision={now.revision} {said} />
            if settings.views.why_as == WhyAs::Flow {
                <Flow now={props.path.clone()} look={props.look} />
            } else {
                <PathView now={props.path.clone()} rest={props.path_rest.clone()} look={props.look} brief={props.brief} />
                <Did now={now.clone()} />
            }
        </section>
    }
}

/// Names of functions with more letters are set closer in the region's head.
const LONG_NAME: usize = 16;

/// What the region is about: the sync, or the kind of step. Where there is no room for all of it, the release is left out,
/// which the page's head says too, and a long function's name is cut; the sync's number stands.
fn about(words: &Words, now: &Moment) -> Html {
    let release = now.snapshot.release.name();
    let about = match now.sync() {
        Some(sync) => {
            let name = function_of(now.trace()).name();
            let long = (name.len() > LONG_NAME).then_some("long-name");
            let name = breakable(name);
            html! { <>
                <span class={classes!("which", long)}><span>{ name }</span>{ " " }<span>{ format!("#{}", sync.number) }</span></span>{ " " }
                <span><span class="middot">{ "\u{b7} " }</span>{ release }</span>
            </> }
        }
        None if now.step.is_some() => {
            html! { <span>{ words.f("about-step", &args!(n = now.step_number(), release = release)) }</span> }
        }
        None => html! { <span>{ release }</span> },
    };
    html! { <span class="muted about">{ about }</span> }
}

/// What the worker calls in a sync with that trace: `syncJob`, or another function for the queue of orphan pods.
pub(crate) fn function_of(trace: &[TraceEntry]) -> Function {
    let entered = trace.iter().find_map(|entry| match entry {
        TraceEntry::Enter(function) => Some(*function),
        _ => None,
    });
    entered.unwrap_or(Function::SyncJob)
}

#[derive(Properties, PartialEq)]
struct SayingProps {
    /// Of the moment.
    revision: u64,
    said: Same<Rc<Sentence>>,
}

/// The sentence, with what goes along with it under it. Its place is of one size whatever it says, so that nothing
/// else moves while stepping. Where it says little, rows of the path show below it; where it says much, it lies on some.
#[component]
fn Saying(props: &SayingProps) -> Html {
    let words = use_words();
    let place = use_node_ref();
    // To put it back where nobody has scrolled would only lay the page out once more.
    let scrolled = use_mut_ref(|| false);
    {
        let (place, scrolled) = (place.clone(), scrolled.clone());
        use_effect_with(props.revision, move |_| {
            if scrolled.replace(false)
                && let Some(place) = place.cast::<web_sys::Element>()
            {
                place.set_scroll_top(0);
            }
        });
    }
    let onscroll = Callback::from(move |_: Event| *scrolled.borrow_mut() = true);
    html! {
        <div class="moment">
            <div class="narrative" ref={place} role="group" aria-label={words.t("what-happened")} tabindex="0" {onscroll}>
                { said(&words, &props.said.0, false) }
            </div>
        </div>
    }
}

/// A sentence, and under it what goes along with it; or only the room for them.
fn said(words: &Words, sentence: &Sentence, only_room: bool) -> Html {
    let long = sentence.is_long(words).then_some("long");
    let class = classes!("saying", sentence.ended.map(JobConditionType::as_str), long, only_room.then_some("unseen"));
    html! {
        <div {class} aria-hidden={only_room.then_some("true")}>
            <p class="sentence">{ sentence.ended.map(ended) }{ sentence.rich(words) }</p>
            <p class="more-said">for more in sentence.rich_more(words) { { more }{ words.between() } }</p>
        </div>
    }
}

/// The shape of the pods' state that a Job's end is like.
fn ended(condition: JobConditionType) -> Html {
    shape(if condition == JobConditionType::Failed { "failed" } else { "succeeded" })
}
