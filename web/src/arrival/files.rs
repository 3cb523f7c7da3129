//! Several files that are opened together: the texts of a history, or a session file and the files that it names as its history.

use jobscope_core::timeline::{MAX_FILE_BYTES, RecordedHistory, SavedSession};

use super::{Arrival, Source};

impl Arrival {
    /// What files bring, each with its name: if one is a session file that names others as its history, their texts go
    /// into it.
    pub(crate) fn of_files(source: Source, files: Vec<(String, String)>) -> Self {
        let session = files.iter().find_map(|(_, text)| file_with_files(text));
        let Some((session, history)) = session else {
            return Self::of_texts(source, files.into_iter().map(|(_, text)| text).collect());
        };
        let is_it = |name: &str, given: &str| name == given || name.rsplit('/').next() == Some(given);
        let text = |name: &str| files.iter().find(|(given, _)| is_it(name, given)).map(|(_, text)| text.clone());
        let history = history.with_files(text);
        Self::read(source, Ok(session.with_history(history)))
    }
}

/// The session file in a text whose history is in other files.
fn file_with_files(text: &str) -> Option<(SavedSession, RecordedHistory)> {
    if text.len() > MAX_FILE_BYTES || !text.contains("history") || !SavedSession::is_in(text) {
        return None;
    }
    let session = SavedSession::from_file(text).ok()?;
    let history = session.history().filter(|history| history.files().next().is_some())?.clone();
    Some((session, history))
}

/// The files that a text names as its history, if it is a session file that does.
pub(crate) fn files_named_in(text: &str) -> Vec<String> {
    let history = file_with_files(text).map(|(_, history)| history);
    history.iter().flat_map(|history| history.files().map(str::to_owned)).collect()
}
