//! What comes with the address that the page was opened with.

use std::rc::Rc;

use jobscope_core::timeline::{LinkError, Recording, ReplayError, Timeline};
use yew::AttrValue;

use super::address;
use crate::words::{Words, args};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Arrival {
    /// No session.
    Plain,
    /// A session.
    Opened(Opened),
    /// A link that does not hold one.
    Broken(Rc<Problem>),
}

/// A session from a link, carried out again.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) timeline: Rc<Timeline>,
    /// The text in the sender's editor.
    pub(crate) manifest: AttrValue,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
    }
}

/// What is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It cannot be read.
    Unreadable(LinkError),
    /// It can be read, but what it tells cannot happen.
    Impossible(ReplayError),
}

impl Arrival {
    /// What the present address brings.
    pub(crate) fn by_address() -> Self {
        address::session().map_or(Self::Plain, |session| Self::of(&session))
    }

    fn of(session: &str) -> Self {
        let read = Recording::from_link(session).map_err(Problem::Unreadable);
        let opened = read.and_then(|recording| {
            let timeline = Rc::new(recording.replay().map_err(Problem::Impossible)?);
            Ok(Opened { timeline, manifest: recording.manifest().to_owned().into() })
        });
        opened.map_or_else(|problem| Self::Broken(Rc::new(problem)), Self::Opened)
    }
}

impl Problem {
    /// What is wrong, in a sentence.
    pub(super) fn told(&self, words: &Words) -> AttrValue {
        match self {
            Self::Unreadable(LinkError::UnknownVersion) => words.t("link-unknown-version"),
            Self::Unreadable(LinkError::Damaged) => words.t("link-damaged"),
            Self::Unreadable(LinkError::TooLong)
            | Self::Impossible(ReplayError::TooLong | ReplayError::TextTooLong) => words.t("link-too-long"),
            Self::Unreadable(LinkError::NotASession(_)) => words.t("link-no-session"),
            Self::Impossible(ReplayError::Refused { step, .. } | ReplayError::Manifest { step, .. }) => {
                words.f("link-refused", &args!(step = *step))
            }
            Self::Impossible(ReplayError::NothingToDo { step }) => words.f("link-nothing-to-do", &args!(step = *step)),
        }
    }

    /// What the engine says of it, where that is more than the sentence.
    pub(super) fn detail(&self) -> Option<String> {
        match self {
            Self::Unreadable(LinkError::NotASession(detail)) => Some(detail.clone()),
            Self::Impossible(ReplayError::Refused { error, .. }) => Some(error.to_string()),
            Self::Impossible(ReplayError::Manifest { errors, .. }) => errors.first().map(ToString::to_string),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Edition;
    use jobscope_core::timeline::Cursor;
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::words::Locale;

    fn session() -> Timeline {
        let mut timeline = Timeline::new(World::new(Edition::V1_28));
        for ms in [1, 2, 3] {
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        timeline.seek(Cursor { step: 2, entries: 0 });
        timeline
    }

    #[test]
    fn a_link_brings_back_what_was_seen() {
        let sent = session();
        let arrival = Arrival::of(&Recording::of(&sent, "kind: Job # mine").to_link());
        let Arrival::Opened(opened) = arrival else { panic!("{arrival:?}") };
        assert_eq!(opened.manifest, "kind: Job # mine");
        assert_eq!(opened.timeline.cursor(), sent.cursor());
        assert_eq!(opened.timeline.steps(), sent.steps());
        assert_eq!(opened.timeline.world(), sent.world());
    }

    #[test]
    fn every_broken_link_is_told_in_both_languages() {
        let link = Recording::of(&session(), "").to_link();
        let (cut, newer, long) =
            (&link[..link.len() - 4], link.replacen('1', "7", 1), "1.".to_owned() + &"A".repeat(1 << 20));
        for (broken, key) in [
            (cut, "link-damaged"),
            ("", "link-unknown-version"),
            (&newer, "link-unknown-version"),
            (&long, "link-too-long"),
        ] {
            let Arrival::Broken(problem) = Arrival::of(broken) else { panic!("{key} was opened") };
            for words in Locale::ALL.map(Words::new) {
                assert_eq!(problem.told(&words), words.t(key));
                assert_ne!(problem.told(&words), key, "there are no words");
            }
        }
    }

    #[test]
    fn what_cannot_happen_is_told_with_its_step() {
        let words = Words::new(Locale::En);
        let error = ReplayError::NothingToDo { step: 7 };
        assert!(Problem::Impossible(error).told(&words).contains('7'));
    }
}
