//! The reader's progress in each lesson, stored in the browser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::index::Card;
use crate::keep::Keep;

/// The progress in one lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Reached {
    /// The section (index) where the reader was last.
    pub(crate) section: usize,
    /// Whether the end was reached.
    pub(crate) done: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// By the lesson's name.
    lessons: BTreeMap<String, Reached>,
    /// The lesson that was read last.
    last: String,
}

impl Progress {
    /// Reads the stored progress.
    pub(crate) fn restore() -> Self {
        Keep::Lessons.read().unwrap_or_default()
    }

    /// The progress in the lesson `name`; `None` if it was never opened.
    pub(crate) fn of(&self, name: &str) -> Option<Reached> {
        self.lessons.get(name).copied()
    }

    /// Where to continue: the lesson that was read last, if it is not finished.
    pub(crate) fn to_continue(&self) -> Option<(&'static Card, Reached)> {
        let reached = self.of(&self.last).filter(|reached| reached.section > 0 && !reached.done)?;
        Some((Card::of(&self.last)?, reached))
    }

    /// The reader is at a section of a lesson that has `of` of them.
    fn read(&mut self, name: &str, section: usize, of: usize) {
        name.clone_into(&mut self.last);
        let reached = self.lessons.entry(name.to_owned()).or_default();
        reached.section = section;
        reached.done |= section + 1 >= of;
    }

    /// Stores that the reader is there.
    pub(crate) fn note(name: &str, section: usize, of: usize) {
        let mut progress = Self::restore();
        progress.read(name, section, of);
        Keep::Lessons.write(&progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_done_at_its_end_and_stays_so() {
        let mut progress = Progress::default();
        assert_eq!(progress.to_continue(), None);
        progress.read("slow-start", 0, 5);
        assert_eq!(progress.to_continue(), None, "a lesson that was only looked at");
        progress.read("slow-start", 2, 5);
        assert_eq!(progress.to_continue().map(|(card, reached)| (card.name, reached.section)), Some(("slow-start", 2)));
        progress.read("slow-start", 4, 5);
        progress.read("slow-start", 1, 5);
        assert_eq!(progress.of("slow-start"), Some(Reached { section: 1, done: true }));
        assert_eq!(progress.to_continue(), None);
    }

    #[test]
    fn a_lesson_that_is_no_more_is_not_gone_on_with() {
        let mut progress = Progress::default();
        progress.read("of-another-age", 3, 9);
        assert_eq!(progress.to_continue(), None);
    }
}
