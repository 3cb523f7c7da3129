//! The Why region: what happened in one sentence, then the path that led there, question by question.

mod calls;
mod did;
mod explanation;
mod flow;
mod glance;
mod path;
#[cfg(test)]
pub(crate) mod played;
mod quiet;
mod row;
mod rows;
pub(crate) mod sentence;
mod summary;
mod told;
mod transcript;
mod unasked;

use std::rc::Rc;

use gloo::render::request_animation_frame;
use jobscope_core::api::JobConditionType;
use jobscope_core::trace::{DecisionId, Function, TraceEntry};
use wasm_bindgen::JsCast;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::session::Moment;
use crate::settings::{Choose, WhyAs, use_settings};
use crate::ui::{Resized, Same, Segmented, breakable, shape, use_recent};
use crate::words::{Words, args, use_words};
use did::Did;
use flow::Flow;
pub(crate) use glance::Glance;
use path::{Part, Path, Row, RowId, Standing};
use row::{Shown, fold_view};
use sentence::{Sentence, use_sentence};
pub(crate) use summary::Summary;
pub(crate) use told::delivery::handler_name;
pub(crate) use transcript::{Markup, Transcript};

/// Properties of [`Why`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    /// The question that a lesson speaks of.
    pub(crate) look: Option<DecisionId>,
}

/// See the module.
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
            <Saying revision={now.revision} said={said.clone()} />
            if settings.views.why_as == WhyAs::Flow {
                <Flow now={now.clone()} look={props.look} />
            } else {
                <PathView now={now.clone()} {said} look={props.look} />
                <Did now={now.clone()} />
            }
        </section>
    }
}

/// What the region is about: the sync, or the kind of step. Where there is no room for all of a long function's name, the
/// sync's number and the release stand nevertheless.
fn about(words: &Words, now: &Moment) -> Html {
    let edition = now.snapshot.edition.name();
    let about = match now.sync() {
        Some(sync) => {
            let number = words.f("about-sync", &args!(n = sync.number, edition = edition));
            html! { <><span>{ breakable(function_of(now.trace()).name()) }</span><span>{ number }</span></> }
        }
        None if now.step.is_some() => {
            html! { <span>{ words.f("about-step", &args!(n = now.step_number(), edition = edition)) }</span> }
        }
        None => html! { <span>{ edition }</span> },
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
/// else moves while stepping; what does not fit can be scrolled. Where it says little, rows of the path show below it.
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
        <div class="moment" ref={place} role="group" aria-label={words.t("what-happened")} tabindex="0" {onscroll}>
            { said(&words, &props.said.0, false) }
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

/// Scrolls on by less than a row, so that the first one that shows is whole.
fn begin_with_a_whole_row(path: &web_sys::Element) {
    /// The space above it, in pixels.
    const SPACE: f64 = 4.0;
    /// Between the sentence and the first row.
    const BELOW: f64 = 8.0;
    let Ok(rows) = path.query_selector_all(".path > li") else { return };
    // The sentence lies on the path.
    let sentence = path.parent_element().and_then(|region| region.query_selector(".saying").ok().flatten());
    let above = sentence.map_or(0.0, |sentence| sentence.get_bounding_client_rect().bottom() + BELOW);
    let begin = path.get_bounding_client_rect().top().max(above) + SPACE;
    let tops = (0..rows.length()).filter_map(|place| rows.item(place)?.dyn_into::<web_sys::Element>().ok());
    if let Some(beyond) = tops.map(|row| row.get_bounding_client_rect().top() - begin).find(|beyond| *beyond >= 0.0) {
        path.scroll_by_with_x_and_y(0.0, beyond);
    }
}

/// Keeps the present row in view where the path has become lower: nothing but the path is scrolled.
#[hook]
fn use_in_view(path: &NodeRef, present: &NodeRef) {
    use_effect_with((path.clone(), present.clone()), |(path, present)| {
        let path = path.cast::<web_sys::Element>();
        let resized = {
            let (path, present) = (path.clone(), present.clone());
            Resized::new(move || {
                let Some((path, row)) = path.clone().zip(present.cast::<web_sys::Element>()) else { return };
                let beyond = row.get_bounding_client_rect().bottom() - path.get_bounding_client_rect().bottom();
                if beyond > 0.0 {
                    path.scroll_by_with_x_and_y(0.0, beyond);
                    begin_with_a_whole_row(&path);
                }
            })
        };
        if let Some(path) = path {
            resized.watch(&path);
        }
        move || drop(resized)
    });
}

#[derive(Properties, PartialEq)]
struct PathProps {
    now: Rc<Moment>,
    /// What is said of the moment.
    said: Same<Rc<Sentence>>,
    look: Option<DecisionId>,
}

/// The path; the present row is kept in view.
#[component]
fn PathView(props: &PathProps) -> Html {
    let words = use_words();
    let now = &props.now;
    let path =
        use_recent((now.step.clone().map(Same), now.done, now.inside(), props.look), |_| Path::of(now, props.look));
    // What the person opened, by the first trace entry of its row; forgotten with the next step.
    let opened = use_state_eq(|| (0_usize, None::<RowId>));
    let unfolded = use_state_eq(|| false);
    let step = now.step_number();
    let present = use_node_ref();
    {
        let present = present.clone();
        use_effect_with((now.revision, props.look), move |_| {
            let frame = request_animation_frame(move |_| {
                if let Some(row) = present.cast::<web_sys::Element>() {
                    let options = ScrollIntoViewOptions::new();
                    options.set_block(ScrollLogicalPosition::Nearest);
                    let path = row.closest("#path").ok().flatten();
                    let before = path.as_ref().map(web_sys::Element::scroll_top);
                    row.scroll_into_view_with_scroll_into_view_options(&options);
                    if let Some(path) = path.filter(|path| Some(path.scroll_top()) != before) {
                        begin_with_a_whole_row(&path);
                    }
                }
            });
            move || drop(frame)
        });
    }
    let scrolls = use_node_ref();
    use_in_view(&scrolls, &present);
    let toggle = {
        let opened = opened.clone();
        Callback::from(move |row: RowId| {
            let same = *opened == (step, Some(row));
            opened.set((step, if same { None } else { Some(row) }));
        })
    };
    let fold = {
        let unfolded = unfolded.clone();
        Callback::from(move |()| unfolded.set(!*unfolded))
    };
    // Questions of one sync stay where they are while its sentences change. Other steps have nothing in common: what is to say
    // of them begins below the sentence, which an unseen copy of it keeps the room for.
    let follows = now.sync().is_none();
    let is_open = |row: &Row| row.standing == Standing::Present || *opened == (step, Some(row.id()));
    let row = |row: &Rc<Row>| {
        let node = if row.standing == Standing::Present { present.clone() } else { NodeRef::default() };
        row::view(&words, Shown { row, now, open: is_open(row), on_toggle: &toggle, node })
    };
    html! {
        <div class={classes!("scroll", follows.then_some("follows"))} id="path" ref={scrolls} role="group" aria-label={words.t("path")} tabindex="0">
            if follows { { said(&words, &props.said.0, true) } }
            if path.parts.is_empty() {
                <p class="empty">{ if now.step.is_some() { words.t("path-nothing") } else { words.t("path-empty") } }</p>
            } else {
                <ol class="path">
                    for part in &path.parts {
                        {
                            match part {
                                Part::Row(found) => row(found),
                                Part::More(n) => html! { <li class="more">{ words.f("path-more", &args!(n = *n)) }</li> },
                                Part::Fold(rows) => html! { <>
                                    { fold_view(&words, rows, *unfolded, &fold) }
                                    if *unfolded { for found in rows { { row(found) } } }
                                </> },
                            }
                        }
                    }
                </ol>
            }
        </div>
    }
}
