//! The recorded history that a session file may name instead of actions: its texts, or the files that hold them.

use serde::{Deserialize, Serialize};

/// Most texts of which a session file's history may consist.
pub const MAX_HISTORY_TEXTS: usize = 16;

/// Longest name of a file, in bytes.
pub(super) const MAX_NAME_BYTES: usize = 255;

/// What was recorded of a cluster, as a session file has it. [`History::of_session`](crate::history::History::of_session)
/// reads it.
///
/// ```
/// use jobscope_core::timeline::SavedSession;
///
/// let file = "
/// jobscope: 7
/// release: v1.36
/// history:
///   texts:
///   - file: jobs.json
///   - text: '{\"type\": \"ADDED\", \"object\": {}}'
/// ";
/// let session = SavedSession::from_file(file)?;
/// let history = session.history().ok_or("it names no history")?;
/// assert_eq!(history.files().collect::<Vec<_>>(), ["jobs.json"]);
/// assert_eq!(history.with_files(|name| Some(format!("the text of {name}"))).files().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenHistory", into = "WrittenHistory")]
pub struct RecordedHistory {
    job: String,
    texts: Vec<RecordedText>,
}

/// The recorded history that the session explains, instead of actions.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "History"))]
pub(super) struct WrittenHistory {
    /// The Job, such as `team/report`; the one with most versions if absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    job: String,
    /// Watch streams, lists and audit logs, in any order.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = MAX_HISTORY_TEXTS)))]
    texts: Vec<RecordedText>,
}

/// A text of a recorded history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum RecordedText {
    /// A file with the text, next to the session file or in a folder there, such as `recorded/jobs.json`.
    File(FileName),
    /// The text itself.
    Text(String),
}

/// The name of a file below the folder of the session file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct FileName(String);

/// Why a history cannot be named so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoHistory {
    #[error("a history has 1 to {MAX_HISTORY_TEXTS} texts, not {0}")]
    Texts(usize),
    #[error(
        "the name of a file next to this one has letters, digits, `.`, `_` and `-`, with `/` between folders, and no part begins with `.`: this is {0:?}"
    )]
    Name(String),
}

impl TryFrom<String> for FileName {
    type Error = NoHistory;

    fn try_from(name: String) -> Result<Self, NoHistory> {
        let is_plain = |part: &str| {
            let is_of_it = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            !part.is_empty() && !part.starts_with('.') && part.chars().all(is_of_it)
        };
        if name.len() <= MAX_NAME_BYTES && name.split('/').all(is_plain) {
            return Ok(Self(name));
        }
        Err(NoHistory::Name(name.chars().take(40).collect()))
    }
}

impl From<FileName> for String {
    fn from(FileName(name): FileName) -> Self {
        name
    }
}

impl TryFrom<WrittenHistory> for RecordedHistory {
    type Error = NoHistory;

    fn try_from(WrittenHistory { job, texts }: WrittenHistory) -> Result<Self, NoHistory> {
        if (1..=MAX_HISTORY_TEXTS).contains(&texts.len()) {
            Ok(Self { job, texts })
        } else {
            Err(NoHistory::Texts(texts.len()))
        }
    }
}

impl From<RecordedHistory> for WrittenHistory {
    fn from(RecordedHistory { job, texts }: RecordedHistory) -> Self {
        Self { job, texts }
    }
}

impl RecordedHistory {
    /// The key of the Job, if one is named.
    pub fn job(&self) -> Option<&str> {
        Some(self.job.as_str()).filter(|job| !job.is_empty())
    }

    /// The names of the files whose texts are not here. They are relative to the session file, and never lead out of its
    /// folder.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().filter_map(|text| match text {
            RecordedText::File(FileName(name)) => Some(name.as_str()),
            RecordedText::Text(_) => None,
        })
    }

    /// The texts that are here.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().filter_map(|text| match text {
            RecordedText::Text(text) => Some(text.as_str()),
            RecordedText::File(_) => None,
        })
    }

    /// The same with the texts of its files, as far as `read` has them.
    #[must_use]
    pub fn with_files(&self, mut read: impl FnMut(&str) -> Option<String>) -> Self {
        let text = |text: &RecordedText| match text {
            RecordedText::File(FileName(name)) => read(name).map_or_else(|| text.clone(), RecordedText::Text),
            RecordedText::Text(_) => text.clone(),
        };
        Self { job: self.job.clone(), texts: self.texts.iter().map(text).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SavedSession;

    const FILE: &str = "jobscope: 7\nrelease: v1.36\ntitle: What happened\nhistory:\n  job: team/pi\n  texts:\n  - file: recorded/jobs.json\n  - text: |\n      {\"type\": \"ADDED\"}\n";

    #[test]
    fn a_history_is_written_as_it_is_read() {
        let session = SavedSession::from_file(FILE).unwrap();
        let history = session.history().unwrap();
        assert_eq!((history.job(), history.files().next()), (Some("team/pi"), Some("recorded/jobs.json")));
        assert_eq!(history.texts().collect::<Vec<_>>(), ["{\"type\": \"ADDED\"}\n"]);
        assert_eq!(SavedSession::from_file(&session.to_file()).as_ref(), Ok(&session), "{}", session.to_file());
        assert_eq!(SavedSession::from_link(&session.to_link()).as_ref(), Ok(&session));
        assert!(session.replay().is_err(), "nothing explains it yet");
    }

    #[test]
    fn what_is_wrong_with_a_history_is_said_with_its_place() {
        let many = format!("texts: [{}]", "{text: a}, ".repeat(17));
        for (from, to, line, path) in [
            ("jobscope: 7", "jobscope: 6", 1, ""),
            ("recorded/jobs.json", "../jobs.json", 7, "history.texts[0].file"),
            ("recorded/jobs.json", "https://example.org/jobs.json", 7, "history.texts[0].file"),
            ("recorded/jobs.json", "/jobs.json", 7, "history.texts[0].file"),
            ("recorded/jobs.json", "a\\jobs.json", 7, "history.texts[0].file"),
            ("recorded/jobs.json", "jobs.json?a=b", 7, "history.texts[0].file"),
            ("recorded/jobs.json", "[a]", 7, "history.texts[0].file"),
            ("- file: recorded/jobs.json", "- recorded/jobs.json", 7, "history.texts[0]"),
            ("- file: recorded/jobs.json", "- address: jobs.json", 7, "history.texts[0]"),
            ("job: team/pi", "jobs: [team/pi]", 5, "history.jobs"),
            ("title: What happened", "actions: [3]", 1, ""),
            ("title: What happened", "manifest: 'kind: Job'", 1, ""),
            ("title: What happened", "branch: 2", 1, ""),
            ("title: What happened", "startMs: 7", 1, ""),
        ] {
            let error = SavedSession::from_file(&FILE.replace(from, to)).unwrap_err();
            assert_eq!((error.line, error.path.as_str()), (line, path), "{to}: {error}");
        }
        let (head, _) = FILE.split_once("texts:").unwrap();
        for texts in ["texts: []", &many] {
            let error = SavedSession::from_file(&format!("{head}{texts}\n")).unwrap_err();
            assert!(error.line == 4 && error.message().contains("1 to 16 texts"), "{error}");
        }
    }
}
