//! Fetches what lies beside the page: the texts of lessons, their sessions, the glossary. All of it comes from where the
//! page came from, and works without a network once the page is kept.

use std::rc::Rc;

use gloo::utils::window;
use jobscope_core::api::Release;
use jobscope_core::timeline::{Cursor, Recording, Timeline};
use jobscope_lessons::{Glossary, Lesson};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::share::{Arrival, Opened, Source, Wrong};
use crate::words::Locale;

/// The longest name that a lesson can have in an address.
const MOST_LETTERS: usize = 64;

/// Why something cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// There is no lesson of that name.
    Unknown,
    /// The file did not come.
    NotFetched(String),
    /// It came and cannot be read.
    Unreadable(String),
}

/// The sessions of a lesson, one for each release that it shows.
#[derive(Debug)]
pub(crate) struct Course {
    runs: Vec<(Release, Opened)>,
}

impl PartialEq for Course {
    /// It is fetched once: only being one and the same matters.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Course {
    /// The release that the lesson opens with.
    pub(super) fn first(&self) -> Release {
        self.runs.first().map_or_else(Release::default, |(release, _)| *release)
    }

    /// The session of `release` as the lesson has it.
    pub(super) fn timeline(&self, release: Release) -> Option<&Rc<Timeline>> {
        self.run(release).map(|run| &run.timeline)
    }

    /// The session of `release` after the given number of steps.
    pub(super) fn at(&self, release: Release, step: usize) -> Option<Opened> {
        let run = self.run(release)?;
        let mut timeline = (*run.timeline).clone();
        timeline.seek(Cursor { step, entries: 0 });
        Some(Opened { timeline: Rc::new(timeline), ..run.clone() })
    }

    fn run(&self, release: Release) -> Option<&Opened> {
        self.runs.iter().find(|(of, _)| *of == release).map(|(_, run)| run)
    }
}

/// The text of the lesson called `name`.
pub(super) async fn lesson(name: &str, locale: Locale) -> Result<Lesson, Missing> {
    // What an address names is not trusted to be a file beside the page.
    if name.len() > MOST_LETTERS || super::index::Card::of(name).is_none() {
        return Err(Missing::Unknown);
    }
    let file = format!("lessons/{name}/{}.md", locale.tag());
    let text = fetch(&file).await?;
    Lesson::read(&text).map_err(|error| Missing::Unreadable(format!("{file}: {error}")))
}

/// The sessions of a lesson, carried out again.
pub(super) async fn course(name: &str, lesson: &Lesson) -> Result<Course, Missing> {
    let mut runs = Vec::new();
    for (release, session) in &lesson.sessions {
        let file = format!("lessons/{name}/{session}");
        let text = fetch(&file).await?;
        match Arrival::read(Source::File, Recording::from_file(&text).map_err(Wrong::File)).whole() {
            Arrival::Opened(opened) => runs.push((*release, opened)),
            _ => return Err(Missing::Unreadable(file)),
        }
    }
    Ok(Course { runs })
}

/// The glossary.
pub(super) async fn glossary(locale: Locale) -> Result<Glossary, Missing> {
    let file = format!("glossary/{}.md", locale.tag());
    let text = fetch(&file).await?;
    Glossary::read(&text).map_err(|error| Missing::Unreadable(format!("{file}: {error}")))
}

async fn fetch(file: &str) -> Result<String, Missing> {
    let missing = || Missing::NotFetched(file.to_owned());
    let answer = JsFuture::from(window().fetch_with_str(&format!("./{file}"))).await.map_err(|_| missing())?;
    let answer: Response = answer.dyn_into().map_err(|_| missing())?;
    if !answer.ok() {
        return Err(missing());
    }
    let text = answer.text().map_err(|_| missing())?;
    JsFuture::from(text).await.ok().and_then(|text| text.as_string()).ok_or_else(missing)
}
