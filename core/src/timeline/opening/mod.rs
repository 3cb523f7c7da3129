//! The single entry point for texts from outside, which a user opens, drops or pastes: detects what a text is, and
//! reads it.
//!
//! - `bytes`: the bytes of files as text
//! - `cluster`: objects that an API server stored
//! - `events`: what the server refused, by Events
//! - `latest`: the latest time at which something in an object happened
//! - `releases`: which releases can have stored them
//! - `recorded`: histories, which [`History`](crate::history::History) reads
//! - `printed`: tables and descriptions, which do not hold enough

mod bytes;
mod cluster;
mod events;
mod latest;
mod printed;
mod recorded;
mod releases;

pub use bytes::text_of_bytes;
pub use cluster::{ClusterError, ClusterProblem, ClusterState, MAX_CLUSTER_JOBS};
pub(crate) use cluster::{is_controllers_own, trimmed, with_states};
pub use events::event_error;
pub(crate) use events::{event_count, event_message, involved, last_time};
pub(crate) use latest::latest;
pub use printed::{PrintedForm, PrintedText};
pub use releases::{EarlierRelease, ReleaseEvidence, ReleaseRange, UnfitRelease};

use super::{FileError, LinkError, MAX_FILE_BYTES, SavedSession};
use crate::api::yaml::{Contents, quoted, seems_manifest};
use crate::api::{TextObject, read_objects};

/// What stands before a session in the address of the page.
const LINK_MARK: &str = "#s=";

/// A text from elsewhere, read.
///
/// ```
/// use jobscope_core::timeline::{OpenError, OpenedText};
///
/// let manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\n";
/// assert_eq!(OpenedText::read(manifest), Ok(OpenedText::Manifests(manifest.to_owned())));
/// let command = format!("cat <<EOF | kubectl apply -f -\n{manifest}EOF\n");
/// assert_eq!(OpenedText::read(&command), OpenedText::read(manifest));
///
/// let event = r#"{"type": "ADDED", "object": {"kind": "Job", "metadata": {"uid": "a", "resourceVersion": "7"}}}"#;
/// assert_eq!(OpenedText::read(event), Ok(OpenedText::History));
///
/// let table = "NAME   STATUS    COMPLETIONS   DURATION   AGE\npi     Running   0/1           7s         7s\n";
/// let error = OpenedText::read(table).unwrap_err();
/// assert_eq!(error.command().as_deref(), Some("kubectl get job,pods -o yaml"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedText {
    /// A session file. It opens with [`SavedSession::replay`].
    Session(Box<SavedSession>),
    /// A link to a session, alone or within other words.
    Link(Box<SavedSession>),
    /// The text of manifests, which belongs into the editor: all that was read, or what it has in code blocks of Markdown,
    /// in here-documents, or below a command. [`Manifests::parse`](crate::api::Manifests::parse) says what is in them, and
    /// what is wrong with them in a release.
    Manifests(String),
    /// What a cluster has. [`ClusterState::session`] begins a session with it.
    Cluster(Box<ClusterState>),
    /// What happened in a cluster: watch streams or an audit log.
    /// [`History::parse`](crate::history::History::parse) reads it, together with other such texts, and explains it.
    History,
}

/// Why a text from elsewhere cannot be opened: one sentence, which says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is nothing but white space.
    #[error("there is nothing here: paste a manifest, or what `{}` prints", printed::command(None))]
    Empty,
    /// It is longer than what is read.
    #[error(
        "this has {bytes} bytes, more than the {MAX_FILE_BYTES} that are read: print only the Jobs that it is about, by name"
    )]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It means to be a session file and is not.
    #[error(transparent)]
    Session(#[from] FileError),
    /// It has a link that cannot be read.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// It has objects of a cluster, but no session can begin with them.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// kubectl printed it for people to read.
    #[error("{0}")]
    Printed(PrintedText),
    /// It is something else.
    #[error(
        "this is not a session, manifest or object of a cluster: paste a manifest, or what `{}` prints",
        printed::command(None)
    )]
    Unknown,
}

impl OpenError {
    /// The command that prints what is needed, where there is one.
    pub fn command(&self) -> Option<String> {
        match self {
            Self::Empty | Self::Unknown => Some(printed::command(None)),
            Self::Cluster(error) => error.command(),
            Self::Printed(printed) => Some(printed.command()),
            Self::TooLong { .. } | Self::Session(_) | Self::Link(_) => None,
        }
    }

    /// The line and column of what is wrong, from 1, where it has a place.
    pub fn place(&self) -> Option<(u32, u32)> {
        match self {
            Self::Session(error) => Some((error.line, error.column)),
            Self::Cluster(error) => Some((error.line, error.column)),
            Self::Empty | Self::TooLong { .. } | Self::Link(_) | Self::Printed(_) | Self::Unknown => None,
        }
    }
}

impl OpenedText {
    /// Looks at a text, says what it is, and reads it. Manifests with mistakes are still manifests: the editor shows
    /// them.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if the text is something else, or less than a session needs.
    pub fn read(text: &str) -> Result<Self, OpenError> {
        Self::read_with(text, quoted)
    }

    /// Looks at a text, or at what `quoted` finds in it if it is not YAML.
    fn read_with(text: &str, quoted: fn(&str) -> Option<String>) -> Result<Self, OpenError> {
        if recorded::is_history(text) {
            return Ok(Self::History);
        }
        if text.len() > MAX_FILE_BYTES {
            return Err(OpenError::TooLong { bytes: text.len() });
        }
        if text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty() {
            return Err(OpenError::Empty);
        }
        if SavedSession::is_in(text) {
            return match SavedSession::from_file(text) {
                Ok(saved) => Ok(Self::Session(Box::new(saved))),
                Err(error) => quoted(text).map_or(Err(error.into()), |inner| Self::read_with(&inner, |_| None)),
            };
        }
        if let Some(printed) = PrintedText::recognize(text) {
            return Err(OpenError::Printed(printed));
        }
        let objects = read_objects(text, Contents::Cluster);
        if objects.is_err()
            && let Some(inner) = quoted(text)
        {
            return Self::read_with(&inner, |_| None);
        }
        match objects {
            // Comments alone.
            Ok(objects) if objects.is_empty() && !text.contains("List") => Err(OpenError::Empty),
            Ok(objects) if ClusterState::is_in(&objects) => {
                Ok(Self::Cluster(Box::new(ClusterState::from_objects(&objects)?)))
            }
            Ok(objects) if objects.iter().any(is_manifest) => Ok(Self::Manifests(text.to_owned())),
            Err(error) if ClusterState::seems_in(text) => Err(ClusterError::from(error).into()),
            Err(_) if seems_manifest(text.lines()) => Ok(Self::Manifests(text.to_owned())),
            _ => match link_in(text) {
                Some(link) => Ok(Self::Link(Box::new(SavedSession::from_link(link)?))),
                None => Err(OpenError::Unknown),
            },
        }
    }
}

/// The session of the first link in a text: what follows `#s=`, or a text that is nothing else.
fn link_in(text: &str) -> Option<&str> {
    let is_of_link = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let session = match text.split_once(LINK_MARK) {
        Some((_, rest)) => rest.split(|c: char| !is_of_link(c)).next()?,
        None => Some(text.trim()).filter(|text| text.starts_with("1.") && text.chars().all(is_of_link))?,
    };
    // A dot after it ends a sentence.
    Some(session.trim_end_matches('.'))
}

/// Whether an object means to be a manifest: the editor says what it lacks.
fn is_manifest(object: &TextObject) -> bool {
    !object.kind.is_empty() || !object.api_version.is_empty() || object.node.entry("spec").is_some()
}

#[cfg(test)]
mod tests;
