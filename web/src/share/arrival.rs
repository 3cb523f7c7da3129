//! What comes with the address that the page was opened with, or in a file.

use std::rc::Rc;

use jobscope_core::timeline::{Breakpoint, FileError, LinkError, MAX_FILE_BYTES, Recording, ReplayError, Timeline};
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
    /// The manifest of a Job.
    Manifest(AttrValue),
    /// Something that does not hold one.
    Broken(Rc<Problem>),
}

/// A session from a link or file, carried out again.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) timeline: Rc<Timeline>,
    /// The text in the sender's editor.
    pub(crate) manifest: AttrValue,
    /// What the sender's runs stop at.
    pub(crate) breakpoints: Rc<Vec<Breakpoint>>,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
    }
}

/// Where a session comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Link,
    File,
}

/// What is wrong with a link or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The link cannot be read.
    Link(LinkError),
    /// The file cannot be read.
    File(FileError),
    /// The browser does not give the file.
    FileNotGiven,
    /// The file is too long.
    FileTooLong,
    /// It can be read, but what it tells cannot happen.
    Impossible(Source, ReplayError),
}

impl Arrival {
    /// What the present address brings.
    pub(crate) fn by_address() -> Self {
        address::session().map_or(Self::Plain, |session| Self::of(&session))
    }

    fn of(session: &str) -> Self {
        Self::read(Source::Link, Recording::from_link(session).map_err(Problem::Link))
    }

    /// What a file of this text brings: a session, or else the manifest of a Job, which the editor will look at.
    pub(super) fn of_file(text: String) -> Self {
        if text.lines().any(|line| line.starts_with("jobscope:")) {
            Self::read(Source::File, Recording::from_file(&text).map_err(Problem::File))
        } else if text.len() > MAX_FILE_BYTES {
            Self::Broken(Rc::new(Problem::FileTooLong))
        } else {
            Self::Manifest(text.into())
        }
    }

    /// What a link or file brings that was read so far.
    pub(crate) fn read(source: Source, recording: Result<Recording, Problem>) -> Self {
        let opened = recording.and_then(|recording| {
            let timeline = recording.replay().map_err(|error| Problem::Impossible(source, error))?;
            Ok(Opened {
                timeline: Rc::new(timeline),
                manifest: recording.manifest().to_owned().into(),
                breakpoints: Rc::new(recording.breakpoints),
            })
        });
        opened.map_or_else(|problem| Self::Broken(Rc::new(problem)), Self::Opened)
    }
}

impl Problem {
    pub(super) fn source(&self) -> Source {
        match self {
            Self::Link(_) => Source::Link,
            Self::File(_) | Self::FileNotGiven | Self::FileTooLong => Source::File,
            Self::Impossible(source, _) => *source,
        }
    }

    /// What is wrong, in a sentence.
    pub(crate) fn told(&self, words: &Words) -> AttrValue {
        match self {
            Self::Link(LinkError::UnknownVersion) => words.t("link-unknown-version"),
            Self::Link(LinkError::Damaged) => words.t("link-damaged"),
            Self::Link(LinkError::TooLong)
            | Self::FileTooLong
            | Self::Impossible(_, ReplayError::TooLong | ReplayError::TextTooLong) => words.t("link-too-long"),
            Self::Link(LinkError::NotASession(_)) => words.t("link-no-session"),
            Self::File(error) => words.f("file-wrong", &args!(line = error.line, column = error.column)),
            Self::FileNotGiven => words.t("file-not-given"),
            Self::Impossible(_, ReplayError::TooManyBranches) => words.t("link-too-many-branches"),
            Self::Impossible(_, ReplayError::NoBranch(branch)) => words.f("link-no-branch", &args!(branch = *branch)),
            Self::Impossible(_, ReplayError::NoFork { from: (branch, step) }) => {
                words.f("link-no-fork", &args!(branch = *branch, step = *step))
            }
            Self::Impossible(source, ReplayError::Branch { branch, error }) => {
                let error = Self::Impossible(*source, (**error).clone()).told(words);
                words.f("link-in-branch", &args!(branch = *branch, error = error.to_string()))
            }
            Self::Impossible(_, ReplayError::Refused { step, .. } | ReplayError::Manifest { step, .. }) => {
                words.f("link-refused", &args!(step = *step))
            }
            Self::Impossible(_, ReplayError::NothingToDo { step }) => {
                words.f("link-nothing-to-do", &args!(step = *step))
            }
        }
    }

    /// What the engine says of it, where that is more than the sentence.
    pub(crate) fn detail(&self) -> Option<String> {
        match self {
            Self::Link(LinkError::NotASession(detail)) => Some(detail.clone()),
            Self::File(FileError { path, message, .. }) if path.is_empty() => Some(message.clone()),
            Self::File(FileError { path, message, .. }) => Some(format!("{path}: {message}")),
            Self::Impossible(source, ReplayError::Branch { error, .. }) => {
                Self::Impossible(*source, (**error).clone()).detail()
            }
            Self::Impossible(_, ReplayError::Refused { error, .. }) => Some(error.to_string()),
            Self::Impossible(_, ReplayError::Manifest { errors, .. }) => errors.first().map(ToString::to_string),
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
        assert!(Problem::Impossible(Source::Link, error).told(&words).contains('7'));
    }

    #[test]
    fn a_file_is_a_session_or_a_manifest() {
        let sent = session();
        let file = Recording::of(&sent, "kind: Job # mine").to_file();
        let Arrival::Opened(opened) = Arrival::of_file(format!("# saved\n{file}")) else { panic!("{file}") };
        assert_eq!((opened.manifest.as_str(), opened.timeline.world()), ("kind: Job # mine", sent.world()));

        assert_eq!(Arrival::of_file("kind: Job\n".to_owned()), Arrival::Manifest("kind: Job\n".into()));

        let words = Words::new(Locale::En);
        let Arrival::Broken(problem) = Arrival::of_file(file.replace("op: advance", "op: wait")) else {
            panic!("{file}")
        };
        assert_eq!(problem.told(&words), "Line 5, column 3 is wrong:");
        assert!(problem.detail().is_some_and(|detail| detail.starts_with("actions[0]: unknown variant `wait`")));
    }
}
