//! The index of all lessons, known before their texts are fetched. `lessons/tests/cards.rs` makes it from the
//! texts and their sessions.

use jobscope_core::api::Release;
use jobscope_lessons::library::Track;

use crate::words::{Locale, Words};

/// A path of a picture: what it shows, and the path as in SVG.
pub(crate) type Path = (&'static str, &'static str);

/// A number or name in a picture.
#[derive(Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) x: &'static str,
    pub(crate) y: &'static str,
    /// Its `text-anchor` in SVG.
    pub(crate) anchor: &'static str,
    pub(crate) text: &'static str,
    /// Whether it is the most important one of the picture.
    pub(crate) large: bool,
}

/// The picture of a session.
#[derive(Debug, PartialEq)]
pub(crate) struct Picture {
    pub(crate) paths: &'static [Path],
    pub(crate) labels: &'static [Label],
}

/// A lesson as the gallery shows it.
#[derive(Debug, PartialEq)]
pub(crate) struct Card {
    /// Its name in addresses.
    pub(crate) name: &'static str,
    pub(crate) track: Track,
    /// What it is called, in the order of [`Locale::ALL`].
    titles: [&'static str; 2],
    /// The question that it answers, in the same order.
    questions: [&'static str; 2],
    /// The releases that it shows; it opens with the first.
    pub(crate) releases: &'static [Release],
    /// How many sections it has.
    pub(crate) sections: usize,
    /// The entries of the glossary that it links to.
    pub(crate) terms: &'static [&'static str],
    /// What it is about at a glance: a picture of its first session, or of two, in the order of the releases.
    pub(crate) pictures: &'static [Picture],
}

/// All lessons, by track.
pub(crate) const CARDS: &[Card] = &include!("cards.rs");

impl Card {
    /// The lesson of that name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        CARDS.iter().find(|card| card.name == name)
    }

    /// The lesson after this one.
    pub(crate) fn next(&self) -> Option<&'static Self> {
        let place = CARDS.iter().position(|card| card.name == self.name)?;
        CARDS.get(place + 1)
    }

    pub(crate) fn title(&self, locale: Locale) -> &'static str {
        in_language(self.titles, locale)
    }

    pub(crate) fn question(&self, locale: Locale) -> &'static str {
        in_language(self.questions, locale)
    }

    /// The names of its releases, as a list.
    pub(crate) fn releases(&self, words: &Words) -> String {
        self.releases.iter().map(|release| release.name()).collect::<Vec<_>>().join(&words.t("list-names"))
    }
}

fn in_language(texts: [&'static str; 2], locale: Locale) -> &'static str {
    let [english, chinese] = texts;
    match locale {
        Locale::En => english,
        Locale::ZhCn => chinese,
    }
}

#[cfg(test)]
mod tests {
    use jobscope_lessons::library::LESSONS;

    use super::*;

    #[test]
    fn every_lesson_has_its_card_with_all_that_a_card_shows() {
        let names: Vec<_> = CARDS.iter().map(|card| (card.name, card.track)).collect();
        let lessons: Vec<_> = LESSONS.iter().map(|lesson| (lesson.name, lesson.track)).collect();
        assert_eq!(names, lessons);
        for card in CARDS {
            assert!(card.sections > 2 && !card.releases.is_empty(), "{card:?}");
            assert!((1..=card.releases.len().min(2)).contains(&card.pictures.len()), "{card:?}");
            for picture in card.pictures {
                let paths = picture.paths.iter().map(|(_, path)| path.len()).sum::<usize>();
                assert!((20..6_000).contains(&paths), "{}: a picture of {paths} bytes", card.name);
            }
            for locale in Locale::ALL {
                assert!(!card.title(locale).is_empty() && !card.question(locale).is_empty());
            }
            // No two lessons look alike.
            let same = CARDS.iter().filter(|other| other.pictures == card.pictures).count();
            assert_eq!(same, 1, "{}", card.name);
            assert_ne!(card.question(Locale::En), card.question(Locale::ZhCn));
        }
    }
}
