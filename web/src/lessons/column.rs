//! The lesson's text beside the regions: the section for the session's position, its prediction, and the buttons to
//! move.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::manager::questions;
use jobscope_core::timeline::Cursor;
use jobscope_core::trace::DecisionId;
use jobscope_lessons::{Kubectl, Lesson, Look, Moment};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::ending::Ending;
use super::exercise::Typing;
use super::library::Course;
use super::path::{self, section_at, steps};
use super::predict::{Predict, Still};
use super::progress::Progress;
use crate::compare::LessonRun;
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::prose::text;
use crate::route::Route;
use crate::seen::With;
use crate::session::{Do, Session, use_dispatch};
use crate::spec::{Draft, DraftAction};
use crate::ui::{Icon, Segmented, small_icon};
use crate::words::{args, phrased, use_words};

/// A lesson that is open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenLesson {
    /// Its name in addresses.
    pub(crate) name: AttrValue,
    pub(crate) text: Rc<Lesson>,
    pub(crate) course: Rc<Course>,
}

/// What the section that is open speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Looked {
    /// A region, by its id.
    pub(crate) region: Option<&'static str>,
    /// A question in Why, while the session stands where the section belongs.
    pub(crate) decision: Option<DecisionId>,
    /// One of the things that kubectl prints.
    pub(crate) output: Option<Kubectl>,
    /// A field in the Job's YAML, by its path.
    pub(crate) field: Option<AttrValue>,
}

/// Properties of [`Column`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) lesson: OpenLesson,
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// What the session is compared with, if it is.
    pub(crate) compared: Option<With>,
    pub(crate) on_compare: Callback<Option<With>>,
    /// The section speaks of that.
    pub(crate) on_look: Callback<Looked>,
    /// The run of the lesson that the session is compared with.
    pub(crate) on_run: Callback<Option<LessonRun>>,
    /// The reader wants to go to the region.
    pub(crate) on_go: Callback<&'static str>,
}

lazy!(pub(crate) Column, Props, ColumnBody);

#[component]
pub(crate) fn ColumnBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let OpenLesson { name, text, course } = &props.lesson;
    let sections = &text.sections;
    let session = &props.session;
    let present = session.now.snapshot.release;
    // A release that the lesson does not show is a way of the reader's own.
    let release = if course.timeline(present).is_some() { present } else { course.first() };
    let done = session.now.cursor.step;
    let open = use_state_eq(|| Progress::restore().of(name).filter(|reached| !reached.done).map_or(0, |it| it.section));
    let place = (*open).min(sections.len().saturating_sub(1));
    let answers = use_state_eq(BTreeMap::<usize, usize>::new);
    let has_left = present != release
        || course.timeline(release).is_some_and(|lesson| session.read(|now| path::has_left(lesson, now)));

    // The section follows the steps, as long as they are the lesson's.
    {
        let (open, text) = (open.clone(), Rc::clone(text));
        use_effect_with((done, release, has_left), move |&(done, release, has_left)| {
            if !has_left {
                open.set(section_at(&text, release, done, place));
            }
        });
    }
    let heading = use_node_ref();
    let look = sections.get(place).and_then(|section| section.look.clone());
    {
        let on_look = props.on_look.clone();
        let is_here = !has_left && sections.get(place).is_some_and(|section| steps(section, release) == done);
        use_effect_with((look.clone(), is_here), move |(look, is_here)| {
            let look = look.as_ref();
            on_look.emit(Looked {
                region: look.map(|look| path::place(look.region())),
                decision: look.and_then(Look::decision).filter(|_| *is_here),
                output: look.and_then(Look::output),
                field: look.and_then(Look::field).map(|path| path.to_owned().into()),
            });
        });
        let on_run = props.on_run.clone();
        let other = match props.compared {
            Some(With::Release(other)) if !has_left && other != release => Some(other),
            _ => None,
        };
        use_effect_with((other, place, release, Rc::clone(course)), {
            let text = Rc::clone(text);
            move |(other, place, release, course)| {
                let section = text.sections.get(*place);
                on_run.emit(section.zip(*other).and_then(|(section, other)| {
                    let timeline = Rc::clone(course.timeline(other)?);
                    Some(LessonRun { timeline, steps: (steps(section, *release), steps(section, other)) })
                }));
            }
        });
        let (name, of) = (name.clone(), sections.len());
        use_effect_with(place, move |&place| Progress::note(&name, place, of));
    }
    let scroll = use_node_ref();
    {
        let scroll = scroll.clone();
        use_effect_with(place, move |_| {
            if let Some(scroll) = scroll.cast::<HtmlElement>() {
                scroll.set_scroll_top(0);
            }
        });
    }

    // To a section, in a release: on the way of the lesson, whatever was done before.
    let go = {
        let (open, text, course, heading) = (open.clone(), Rc::clone(text), Rc::clone(course), heading.clone());
        let (dispatch, draft) = (dispatch.clone(), props.draft.clone());
        Callback::from(move |(to, target): (usize, Release)| {
            let Some(section) = text.sections.get(to) else { return };
            let step = steps(section, target);
            open.set(to);
            if !has_left && target == present {
                // A single step is taken, so that what moves is seen.
                let what = if step == done + 1 { Do::StepOver } else { Do::Seek(Cursor { step, entries: 0 }) };
                dispatch.dispatch(what);
            } else if let Some(opened) = course.at(target, step) {
                let before = draft.text.clone();
                draft.dispatch(DraftAction::Replace(opened.manifest.to_string()));
                dispatch.dispatch(Do::Open(opened, before));
            }
            if let Some(heading) = heading.cast::<HtmlElement>() {
                let _ = heading.focus();
            }
        })
    };
    let on_choose = {
        let answers = answers.clone();
        Callback::from(move |choice: usize| {
            let mut next = (*answers).clone();
            next.insert(place, choice);
            answers.set(next);
        })
    };
    // What was done once stays done when the reader goes back to the lesson.
    let exercised = use_state_eq(BTreeSet::<usize>::new);
    {
        let exercised = exercised.clone();
        let exercise = sections.get(place).and_then(|section| section.exercise.as_ref());
        let done = exercise.is_some_and(|exercise| {
            !exercised.contains(&place)
                && session
                    .read(|timeline| Moment::after(timeline, timeline.cursor().step))
                    .is_some_and(|moment| exercise.is_done(&moment))
        });
        use_effect_with((place, done), move |&(place, done)| {
            if done {
                let mut all = (*exercised).clone();
                all.insert(place);
                exercised.set(all);
            }
        });
    }
    let Some(section) = sections.get(place) else { return Html::default() };
    let to = |to: usize| go.reform(move |_: MouseEvent| (to, release));
    let answered = answers.get(&place).copied();
    let asks = section.prediction.is_some() && answered.is_none();
    let next = sections.get(place + 1).map(|next| steps(next, release));
    let still = course.timeline(release).zip(next).map(|(timeline, step)| Still {
        timeline: Rc::clone(timeline),
        release,
        step,
    });
    html! {
        <aside class={classes!("panel", "lesson-col", asks.then_some("asks"))} id="lesson" aria-labelledby="h-lesson">
            <div class="lesson-top">
                <a class="all" href={Route::Start.href()}>{ words.t("lessons") }</a>
                <h2 id="h-lesson">{ text.title.clone() }</h2>
                <p class="walked" role="img" aria-label={words.f("lesson-at", &args!(n = place + 1, of = sections.len()))}>
                    for at in 0..sections.len() { <i class={(at <= place).then_some("on")}></i> }
                </p>
                { releases(text, release, props, &go, place, &words) }
            </div>
            <div class="scroll" ref={scroll} tabindex="0" role="region" aria-label={words.t("lesson-text")}>
                if has_left {
                    <div class="left-way" role="status">
                        <p>{ words.say(if section.hands_over { "lesson-own-way" } else { "lesson-left" }) }</p>
                        <button type="button" class="btn sm" onclick={to(place)}>{ small_icon(Icon::Undo) }{ words.t("lesson-return") }</button>
                    </div>
                }
                if place == 0 { <p class="question">{ phrased(&text.question) }</p> }
                <article class={section.hands_over.then_some("try")}>
                    <h3 ref={heading} tabindex="-1">{ phrased(&section.heading) }</h3>
                    if let Some(look) = &look { { look_at(look, release, &props.on_go, &words) } }
                    { text::blocks(&section.blocks) }
                </article>
                if let (Some(prediction), Some(still)) = (&section.prediction, still) {
                    <Predict key={place} prediction={Rc::new(prediction.clone())} timeline={Rc::new(still)} chosen={answered} {on_choose} />
                }
                if let Some(exercise) = &section.exercise {
                    <Typing key={format!("exercise-{place}")} exercise={Rc::new(exercise.clone())} done={exercised.contains(&place)} on_go={props.on_go.clone()} />
                }
                if place + 1 == sections.len() { <Ending name={name.clone()} sources={text.sources.clone()} /> }
            </div>
            <div class="lesson-ways">
                <button type="button" class="btn" disabled={place == 0} onclick={to(place.saturating_sub(1))}>{ words.t("lesson-back") }</button>
                <span class="muted">{ words.f("lesson-at", &args!(n = place + 1, of = sections.len())) }</span>
                if place + 1 < sections.len() {
                    <button type="button" class={classes!("btn", (!asks).then_some("prim"))} onclick={to(place + 1)}>{ words.t(if asks { "lesson-skip" } else if section.prediction.is_some() { "lesson-see" } else { "lesson-on" }) }</button>
                } else {
                    <a class="btn prim" href={Route::Start.href()}>{ words.t("lesson-end") }</a>
                }
            </div>
        </aside>
    }
}

/// The way to what a section speaks of. A question that this release does not ask has no name there.
fn look_at(look: &Look, release: Release, on_go: &Callback<&'static str>, words: &crate::words::Words) -> Html {
    let region = look.region();
    let name = words.t(path::word(region)).to_string();
    let name = match look.decision().filter(|&id| asks(release, id)) {
        Some(id) => {
            let row = words.t(&format!("decision-{}", id.name())).to_string();
            words.f("lesson-look-row", &args!(region = name, row = row))
        }
        None => words.f("lesson-look", &args!(region = name)),
    };
    html! {
        <button type="button" class="look" onclick={on_go.reform(move |_: MouseEvent| path::place(region))}>{ name }</button>
    }
}

/// Whether any of the release's simulated controllers asks this.
fn asks(release: Release, id: DecisionId) -> bool {
    questions(release).any(|question| question.at.decision == id)
}

/// The releases of a lesson that has several: one after the other, or side by side.
fn releases(
    lesson: &Lesson,
    release: Release,
    props: &Props,
    go: &Callback<(usize, Release)>,
    place: usize,
    words: &crate::words::Words,
) -> Html {
    let all: Vec<Release> = lesson.sessions.iter().map(|(release, _)| *release).collect();
    if all.len() < 2 {
        return Html::default();
    }
    let chosen = all.iter().position(|one| *one == release).unwrap_or_default();
    let other = all.iter().copied().find(|one| *one != release);
    let names: Vec<AttrValue> = all.iter().map(|release| release.name().into()).collect();
    let on_choose = {
        let (go, on_compare, compared) = (go.clone(), props.on_compare.clone(), props.compared);
        Callback::from(move |choice: usize| {
            let chosen = all.get(choice).copied().unwrap_or(release);
            if compared.is_some() && chosen != release {
                // The two change sides.
                on_compare.emit(Some(With::Release(release)));
            }
            go.emit((place, chosen));
        })
    };
    let (compare, word) = match props.compared {
        Some(_) => (None, "compare-leave"),
        None => (other.map(With::Release), "lesson-compare"),
    };
    html! {
        <div class="releases">
            <Segmented label={words.t("lesson-releases")} options={names} {chosen} {on_choose} />
            <button type="button" class="btn sm" onclick={props.on_compare.reform(move |_: MouseEvent| compare)}>{ words.t(word) }</button>
        </div>
    }
}
