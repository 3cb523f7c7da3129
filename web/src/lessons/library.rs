//! Fetches files from the page's own host: the texts of lessons, their sessions, the glossary. They work offline once
//! the page is cached.

use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::{Cursor, SavedSession, Timeline};
use jobscope_lessons::Lesson;

use crate::arrival::{Arrival, Opened, Source, Wrong};
use crate::prose::{Missing, fetch};
use crate::words::Locale;

/// The longest name that a lesson can have in an address.
const MOST_LETTERS: usize = 64;

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
    pub(crate) fn first(&self) -> Release {
        self.runs.first().map_or_else(Release::default, |(release, _)| *release)
    }

    /// The session of `release` as the lesson has it.
    pub(crate) fn timeline(&self, release: Release) -> Option<&Rc<Timeline>> {
        self.run(release).map(|run| &run.timeline)
    }

    /// The session of `release` after the given number of steps.
    pub(crate) fn at(&self, release: Release, step: usize) -> Option<Opened> {
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
pub(crate) async fn lesson(name: &str, locale: Locale) -> Result<Lesson, Missing> {
    // What an address names is not trusted to be a file beside the page.
    if name.len() > MOST_LETTERS || super::index::Card::of(name).is_none() {
        return Err(Missing::Unknown);
    }
    let file = format!("lessons/{name}/{}.md", locale.tag());
    let text = fetch(&file).await?;
    Lesson::read(&text).map_err(|error| Missing::Unreadable(format!("{file}: {error}")))
}

/// The sessions of a lesson, carried out again.
pub(crate) async fn course(name: &str, lesson: &Lesson) -> Result<Course, Missing> {
    let mut runs = Vec::new();
    for (release, session) in &lesson.sessions {
        let file = format!("lessons/{name}/{session}");
        let text = fetch(&file).await?;
        match Arrival::read(Source::File, SavedSession::from_file(&text).map_err(Wrong::File)).whole() {
            Arrival::Opened(opened) => runs.push((*release, opened)),
            _ => return Err(Missing::Unreadable(file)),
        }
    }
    Ok(Course { runs })
}
