//! Sessions from outside: in the page's address, in a file, or pasted.

mod coming;
mod files;
mod kept;
mod objects;
mod problem;
mod recorded;

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_core::api::{Release, Time};
use jobscope_core::timeline::{
    Breakpoint, ClusterState, OpenError, OpenedText, Replay, ReplayError, SavedSession, Timeline, View,
};
use jobscope_explain::Followed;
use yew::AttrValue;

use crate::address;
use crate::keep::{Keep, kept_release};
use crate::lazy;

pub(crate) use coming::{Coming, ComingSession, use_pieces};
pub(crate) use files::files_named_in;
pub(crate) use objects::{Objects, present};
pub(crate) use problem::{Problem, Wrong, earlier_message};
pub(crate) use recorded::{Explain, Recorded, Recounting, RecountingHistory, Verdict};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Arrival {
    /// No session.
    Plain,
    /// A session.
    Opened(Opened),
    /// A long session, of which a part has been executed.
    Coming(Coming),
    /// A session that needs [`Openers`] that have not been loaded: it names a recorded history, or has commands of kubectl.
    Unread(Source, Rc<SavedSession>),
    /// A recorded history, of which a part has been explained.
    Recounting(Recounting),
    /// The manifest of a Job.
    Manifest(AttrValue),
    /// Something that cannot be opened.
    Broken(Rc<Problem>),
}

/// Records the Jobs of a namespace.
pub(crate) const WATCH_JOBS: &str =
    "kubectl get jobs --watch --output-watch-events -o json --show-managed-fields > jobs.json";

/// Trace entries that are executed before anything is shown; they take less than half a second.
const AT_ONCE: usize = 1 << 16;

/// Functions that open texts, files and histories. The page loads them after it has been drawn.
#[derive(Clone, Copy)]
pub(crate) struct Openers {
    pub(crate) text: fn(Source, String) -> Arrival,
    pub(crate) pasted: fn(String) -> Option<Arrival>,
    pub(crate) files: fn(Source, Vec<(String, String)>) -> Arrival,
    /// A history that is explained in another way.
    pub(crate) again: fn(&Recorded, &Explain, AttrValue) -> Arrival,
    /// The history that the tab kept without a run.
    pub(crate) kept: fn() -> Option<Arrival>,
    /// The history that the tab kept with a run.
    pub(crate) recorded: fn() -> Option<Recorded>,
    /// A session that names a history or has commands of kubectl.
    saved: fn(Source, SavedSession) -> Arrival,
    replay: fn(SavedSession) -> Result<Replay, ReplayError>,
    own_replay: fn(SavedSession) -> Result<Replay, ReplayError>,
    whole: fn(&Recounting) -> Option<Arrival>,
    piece: fn(&Recounting) -> Option<Arrival>,
}

impl Openers {
    pub(crate) fn new() -> Self {
        Self {
            text: Arrival::of_text,
            pasted: Arrival::of_pasted,
            files: Arrival::of_files,
            again: Recounting::again,
            kept: kept::history_without_run,
            recorded: Recorded::kept,
            saved: Arrival::of_saved,
            replay: Replay::of,
            own_replay: Replay::of_own,
            whole: Recounting::whole,
            piece: Recounting::go_a_piece,
        }
    }
}

/// A session from elsewhere, executed again.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) source: Source,
    /// What it explains, if it is of a recorded history that was read here.
    pub(crate) recorded: Option<Rc<Recorded>>,
    /// The objects of a cluster that it begins with, if they were read here.
    pub(crate) objects: Option<Rc<Objects>>,
    pub(crate) timeline: Rc<Timeline>,
    /// Its pictures as far as they are drawn already, for the first region that shows it.
    pub(crate) followed: Rc<RefCell<Option<Followed>>>,
    /// The text in the sender's editor.
    pub(crate) manifest: AttrValue,
    /// The sender's breakpoints.
    pub(crate) breakpoints: Rc<Vec<Breakpoint>>,
    /// The sender's view settings.
    pub(crate) view: Rc<View>,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline)
    }
}

/// Where a session comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Link,
    File,
    Pasted,
    /// What a cluster has, as kubectl prints it.
    Cluster,
    /// An address, at this host.
    Host(AttrValue),
}

impl Arrival {
    /// What the fragment of the present address brings.
    pub(crate) fn by_address() -> Self {
        address::session().map_or(Self::Plain, |session| Self::of_link(Source::Link, &session))
    }

    /// What a link of this fragment brings.
    fn of_link(source: Source, session: &str) -> Self {
        Self::read(source, SavedSession::from_link(session).map_err(Wrong::Link))
    }

    /// What a text from elsewhere brings: a session, manifests, or the objects of a cluster.
    pub(crate) fn of_text(source: Source, text: String) -> Self {
        Self::of_text_under(source, text, None)
    }

    /// The same, with objects of a cluster under that release; without one, under the release that the person has chosen.
    pub(crate) fn of_text_under(source: Source, text: String, release: Option<Release>) -> Self {
        match OpenedText::read(&text) {
            Ok(OpenedText::Session(saved) | OpenedText::Link(saved)) => Self::read(source, Ok(*saved)),
            Ok(OpenedText::Manifests(text)) => Self::Manifest(text.into()),
            Ok(OpenedText::Cluster(state)) => Self::of_cluster(&state, release.unwrap_or_else(kept_release), None),
            Ok(OpenedText::History) => Self::of_history(source, vec![text], None),
            Err(error) => Self::broken(source, Wrong::Text(error)),
        }
    }

    /// What several texts bring: a history, if one of them is a part of it; the objects of a cluster, if all have such; or else
    /// what the first one does.
    pub(crate) fn of_texts(source: Source, mut texts: Vec<String>) -> Self {
        let read: Vec<_> = texts.iter().map(|text| OpenedText::read(text)).collect();
        if texts.len() > 1 && read.contains(&Ok(OpenedText::History)) {
            return Self::of_history(source, texts, None);
        }
        let is_of_cluster =
            |read: &Result<_, _>| matches!(read, Ok(OpenedText::Cluster(_)) | Err(OpenError::Cluster(_)));
        if texts.len() > 1 && read.iter().all(is_of_cluster) {
            return Self::of_text(source, texts.join("\n---\n"));
        }
        if texts.is_empty() { Self::Plain } else { Self::of_text(source, texts.swap_remove(0)) }
    }

    /// What the texts of a history bring; without a release, all are tried.
    pub(crate) fn of_history(source: Source, texts: Vec<String>, release: Option<Release>) -> Self {
        match Recounting::of(source.clone(), texts, release) {
            Ok(recounting) => Self::Recounting(recounting),
            Err(wrong) => Self::broken(source, wrong),
        }
    }

    /// What a text brings that was pasted onto the page. `None` if it is nothing of ours.
    pub(crate) fn of_pasted(text: String) -> Option<Self> {
        let may_be_a_link = text.contains("#s=");
        let arrival = Self::of_text(Source::Pasted, text);
        let is_ours = match &arrival {
            Self::Broken(problem) => match &problem.wrong {
                Wrong::Text(OpenError::Empty | OpenError::Unknown) => false,
                Wrong::Text(OpenError::Link(_)) => may_be_a_link,
                _ => true,
            },
            _ => true,
        };
        is_ours.then_some(arrival)
    }

    /// What a cluster's objects bring under a release. The session begins at `start`, or when that suits them.
    pub(crate) fn of_cluster(state: &ClusterState, release: Release, start: Option<Time>) -> Self {
        let start = start.unwrap_or_else(|| state.suggested_start(present()));
        match state.clone().at(start).session(release) {
            Ok(saved) => {
                let objects = Rc::new(Objects::new(state.clone(), release, start));
                Self::begun(Source::Cluster, Coming::of_cluster(saved, objects))
            }
            Err(unfit) => Self::broken(Source::Cluster, Wrong::Unfit(unfit, Box::new(state.clone()))),
        }
    }

    /// What cannot be opened.
    pub(crate) fn broken(source: Source, wrong: Wrong) -> Self {
        Self::Broken(Rc::new(Problem { source, wrong }))
    }

    /// What was read so far brings; of a long session the beginning.
    pub(crate) fn read(source: Source, saved: Result<SavedSession, Wrong>) -> Self {
        match saved {
            Ok(saved) if saved.history().is_some() || saved.has_commands() => match lazy::functions::<Openers>() {
                Some(openers) => (openers.saved)(source, saved),
                None => Self::Unread(source, Rc::new(saved)),
            },
            saved => {
                let coming = saved.and_then(|saved| Coming::of(source.clone(), saved));
                Self::begun(source, coming)
            }
        }
    }

    /// A session that names a history or has commands of kubectl.
    fn of_saved(source: Source, saved: SavedSession) -> Self {
        if saved.history().is_none() {
            let coming = Coming::of(source.clone(), saved);
            return Self::begun(source, coming);
        }
        match Recounting::of_file(source.clone(), saved) {
            Ok(recounting) => Self::Recounting(recounting),
            Err(wrong) => Self::broken(source, wrong),
        }
    }

    /// A session with its beginning carried out.
    fn begun(source: Source, coming: Result<Coming, Wrong>) -> Self {
        match coming {
            Err(wrong) => Self::broken(source, wrong),
            Ok(coming) => coming.go_on(AT_ONCE).unwrap_or(Self::Plain),
        }
    }

    /// Carries on with what comes in pieces; `None` if nothing is left.
    pub(crate) fn go_a_piece(&self) -> Option<Self> {
        match self {
            Self::Coming(coming) => coming.go_a_piece(),
            Self::Recounting(recounting) => {
                lazy::functions::<Openers>().and_then(|openers| (openers.piece)(recounting))
            }
            Self::Unread(source, saved) => {
                lazy::functions::<Openers>().map(|openers| (openers.saved)(source.clone(), (**saved).clone()))
            }
            Self::Plain | Self::Opened(_) | Self::Manifest(_) | Self::Broken(_) => None,
        }
    }

    /// All of what was read, at once.
    pub(crate) fn whole(self) -> Self {
        let mut arrival = self;
        loop {
            arrival = match &arrival {
                Self::Coming(coming) => coming.go_on(usize::MAX).unwrap_or(Self::Plain),
                Self::Recounting(recounting) => {
                    lazy::functions::<Openers>().and_then(|openers| (openers.whole)(recounting)).unwrap_or(Self::Plain)
                }
                _ => return arrival,
            };
        }
    }
}

/// The run that the tab had. A run that can no longer be executed is dropped: the manifest and what pods do are stored
/// separately.
pub(crate) fn kept_run() -> Option<Opened> {
    let kept = Keep::Run.read::<String>()?;
    match Arrival::read(Source::Link, SavedSession::from_link(&kept).map_err(Wrong::Link)).whole() {
        Arrival::Opened(opened) => Some(opened),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
