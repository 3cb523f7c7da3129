//! Session files that name a history: it is explained by the release of the file, and the session takes its place.

use super::{History, HistoryError};
use crate::api::ObjectKey;
use crate::timeline::{RecordedHistory, SavedSession};

impl History {
    /// Reads the history that a session file names.
    ///
    /// # Errors
    ///
    /// As [`Self::parse_for`]; and if texts of it are still in files.
    pub fn of_session(recorded: &RecordedHistory) -> Result<Self, HistoryError> {
        let files: Vec<String> = recorded.files().map(str::to_owned).collect();
        if !files.is_empty() {
            return Err(HistoryError::InFiles(files));
        }
        let texts: Vec<&str> = recorded.texts().collect();
        Self::parse_for(&texts, recorded.job().map(ObjectKey::from).as_ref())
    }
}

/// A saved session that can be replayed: if it names a history, the session that explains it by its release.
///
/// # Errors
///
/// As [`History::of_session`].
///
/// ```
/// use jobscope_core::history::explained;
/// use jobscope_core::timeline::SavedSession;
///
/// let file = r#"
/// jobscope: 7
/// release: v1.36
/// history:
///   texts:
///   - text: |
///       {"type": "ADDED", "object": {"kind": "Job", "metadata": {"name": "pi", "uid": "a", "resourceVersion": "7"}}}
/// "#;
/// let timeline = explained(SavedSession::from_file(file)?)?.replay()?;
/// assert_eq!(timeline.world().stored_jobs().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explained(saved: SavedSession) -> Result<SavedSession, HistoryError> {
    let Some(recorded) = saved.history() else { return Ok(saved) };
    let session = History::of_session(recorded)?.explain(saved.gates()).session;
    Ok(saved.with_session(session))
}
