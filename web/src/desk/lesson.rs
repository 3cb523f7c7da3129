//! Opens a lesson, and shows the debugger with its session and its column. The user's own session is kept elsewhere
//! meanwhile.

use std::rc::Rc;

use jobscope_lessons::Lesson;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Desk;
use crate::arrival::{Arrival, Opened};
use crate::effect::use_effect_with;
use crate::header::PageTop;
use crate::lazy::lazy;
use crate::lessons::library::{self, Course};
use crate::lessons::{OpenLesson, Progress, steps};
use crate::prose::Missing;
use crate::route::Route;
use crate::session::Session;
use crate::spec::Draft;
use crate::words::{Locale, names_kept, use_words};

/// Properties of [`LessonDesk`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The lesson's name, as the address has it.
    pub(crate) name: AttrValue,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
}

/// What was fetched of a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fetched {
    texts: Vec<(Locale, Rc<Lesson>)>,
    course: Option<Rc<Course>>,
    missing: Option<Missing>,
}

lazy!(pub(crate) LessonDesk, Props, LessonBody);

#[component]
pub(crate) fn LessonBody(props: &Props) -> Html {
    let words = use_words();
    let locale = words.locale();
    let fetched = use_state_eq(Fetched::default);
    {
        let (fetched, name) = (fetched.clone(), props.name.clone());
        use_effect_with(locale, move |&locale| {
            let mut next = (*fetched).clone();
            if next.texts.iter().any(|(of, _)| *of == locale) {
                return;
            }
            spawn_local(async move {
                match fetch(&name, locale, next.course.clone()).await {
                    Ok((text, course)) => {
                        next.texts.push((locale, text));
                        (next.course, next.missing) = (Some(course), None);
                    }
                    Err(missing) => next.missing = Some(missing),
                }
                fetched.set(next);
            });
        });
    }
    // While the text in the page's language is on its way, the other one stays.
    let text = fetched.texts.iter().find(|(of, _)| *of == locale).or(fetched.texts.last()).map(|(_, text)| text);
    match (text, &fetched.course, &fetched.missing) {
        (Some(text), Some(course), _) => {
            let lesson = OpenLesson { name: props.name.clone(), text: Rc::clone(text), course: Rc::clone(course) };
            html! { <Lessoned {lesson} on_arrival={props.on_arrival.clone()} /> }
        }
        (_, _, Some(missing)) => html! { <Absent missing={missing.clone()} /> },
        _ => {
            html! { <div class="start"><PageTop /><main class="sheet"><p class="muted" role="status">{ words.say("lesson-loading") }</p></main></div> }
        }
    }
}

async fn fetch(name: &str, locale: Locale, course: Option<Rc<Course>>) -> Result<(Rc<Lesson>, Rc<Course>), Missing> {
    let text = library::lesson(name, locale).await?;
    let course = match course {
        Some(course) => course,
        None => Rc::new(library::course(name, &text).await?),
    };
    Ok((Rc::new(text), course))
}

#[derive(Properties, PartialEq)]
struct LessonedProps {
    lesson: OpenLesson,
    on_arrival: Callback<Arrival>,
}

/// The debugger with the lesson's own session, which begins where the reader stopped.
#[component]
fn Lessoned(props: &LessonedProps) -> Html {
    let OpenLesson { name, text, course } = &props.lesson;
    let opened = use_memo((), |()| {
        let reached = Progress::restore().of(name).filter(|reached| !reached.done).unwrap_or_default();
        let section = text.sections.get(reached.section).or(text.sections.first());
        course.at(course.first(), section.map_or(0, |section| steps(section, course.first())))
    });
    let session = use_reducer({
        let opened = Rc::clone(&opened);
        move || opened.as_ref().as_ref().map_or_else(Session::blank, Session::guest)
    });
    let draft = use_reducer({
        let opened = Rc::clone(&opened);
        move || Draft::guest(opened.as_ref().as_ref().map_or("", |opened: &Opened| opened.manifest.as_str()))
    });
    html! { <Desk {session} {draft} on_arrival={props.on_arrival.clone()} lesson={props.lesson.clone()} /> }
}

#[derive(Properties, PartialEq)]
struct AbsentProps {
    missing: Missing,
}

/// A lesson that cannot be shown: why, and where the others are.
#[component]
fn Absent(props: &AbsentProps) -> Html {
    let words = use_words();
    let (what, detail) = match &props.missing {
        Missing::Unknown => ("lesson-unknown", None),
        Missing::NotFetched(file) => ("lesson-not-fetched", Some(file)),
        Missing::Unreadable(detail) => ("lesson-unreadable", Some(detail)),
    };
    html! {
        <div class="start">
            <PageTop />
            <main class="sheet">
                <div class="alert" role="alert">
                    <h1>{ words.say("lesson-absent") }</h1>
                    <p>{ words.say(what) }</p>
                    if let Some(detail) = detail { <p class="said">{ names_kept(detail) }</p> }
                </div>
                <p><a class="btn" href={Route::Start.href()}>{ words.t("lesson-all") }</a></p>
            </main>
        </div>
    }
}
