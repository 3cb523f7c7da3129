//! A saved session as a file: YAML that a person can read, write and compare.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::SavedSession;
use super::written::{DRAWN, NEWEST};
use crate::api::yaml::{Contents, Position, YamlError, position, read, yaml_lines_led_by};
use crate::api::{Hint, JsonError, TextProblem, from_json, prefix};

/// Longest file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Most lines that are written as YAML; more could not be read again.
const MAX_LINES: usize = 12_000;

/// The field that stands for all others in a file that would be too long: the session as a link holds it.
const PACKED: &str = "packed";

/// The fields of a file in the order in which they are written.
const FIELDS: [&str; 15] = [
    "jobscope",
    "title",
    "release",
    "gates",
    "startMs",
    "manifest",
    "history",
    "name",
    "actions",
    "cursor",
    "branches",
    "branch",
    "breakpoints",
    "narration",
    "view",
];

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}{}", prefix(path), problem.with_hint(hint.as_ref()))]
pub struct FileError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The field, such as `actions[3]`; empty for text that is no YAML.
    pub path: String,
    /// What is wrong with it.
    pub problem: TextProblem,
    /// What to do about it, where that is more than the problem says.
    pub hint: Option<Hint>,
}

impl FileError {
    pub(super) fn new(at: Position, path: &str, problem: TextProblem) -> Self {
        Self { line: at.line, column: at.column, path: path.to_owned(), problem, hint: None }
    }

    /// What is wrong, and what to do about it, in English.
    pub fn message(&self) -> String {
        self.problem.with_hint(self.hint.as_ref())
    }
}

/// What is wrong with a file, and where, as JavaScript gets it: with an English text, and as data.
#[derive(Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(rename = "FileError"))]
struct WrittenError<'a> {
    /// Line, from 1.
    line: u32,
    /// Column in characters, from 1.
    column: u32,
    /// The field, such as `actions[3]`; empty for text that is no YAML.
    path: &'a str,
    /// What is wrong with it, and what to do about it, in English.
    message: String,
    /// What is wrong with it as data.
    problem: &'a TextProblem,
    /// What to do about it as data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    advice: Option<&'a Hint>,
}

impl Serialize for FileError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { line, column, path, problem, hint } = self;
        let message = self.message();
        let (line, column, advice) = (*line, *column, hint.as_ref());
        WrittenError { line, column, path, message, problem, advice }.serialize(serializer)
    }
}

impl From<YamlError> for FileError {
    fn from(error: YamlError) -> Self {
        Self { hint: error.hint, ..Self::new(error.at, "", error.problem) }
    }
}

/// Whether `form` is one that can be read.
fn is_known(form: u64) -> bool {
    (1..=u64::from(NEWEST)).contains(&form)
}

impl SavedSession {
    /// The saved session as the text of a file. One that would be too long to be read again is written as a link holds it.
    pub fn to_file(&self) -> String {
        let text = self.to_lines();
        if text.len() <= MAX_FILE_BYTES && text.lines().count() <= MAX_LINES {
            return text;
        }
        let head = |link| format!("jobscope: {DRAWN}\nrelease: {}\n{PACKED}: {link}\n", self.gates.release().name());
        self.to_readable_link().map_or(text, head)
    }

    fn to_lines(&self) -> String {
        // Maps and strings only: there is nothing in a saved session that JSON cannot hold.
        let mut fields = serde_json::to_value(self).unwrap_or_default();
        let mut text = String::new();
        for field in FIELDS {
            let Some(value) = fields.get_mut(field).map(Value::take) else { continue };
            // An action begins with what is done, a breakpoint with where it stops.
            let lead = if field == "breakpoints" { "at" } else { "op" };
            for line in yaml_lines_led_by(&json!({ field: value }), lead) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text
    }

    /// Whether a text means to be one: it has the field `jobscope`, in block style or as JSON. Of a text that cannot be
    /// read, a line that begins with it tells.
    pub fn is_in(text: &str) -> bool {
        match read(text, Contents::SessionFile) {
            Ok(root) => root.entry("jobscope").is_some(),
            Err(_) => text.lines().any(|line| line.starts_with("jobscope:")),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place. That a file can be read does not say yet that it can be
    /// [replayed](Self::replay).
    ///
    /// ```
    /// use jobscope_core::timeline::SavedSession;
    ///
    /// let text = "
    /// jobscope: 6
    /// release: v1.28
    /// manifest: |
    ///   apiVersion: batch/v1
    ///   kind: Job
    ///   metadata: {name: pi}
    ///   spec:
    ///     template:
    ///       spec:
    ///         restartPolicy: Never
    ///         containers: [{name: pi, image: perl}]
    /// actions:
    /// - apply
    /// - 4
    /// - op: podSucced
    /// ";
    /// let error = SavedSession::from_file(text).unwrap_err();
    /// assert_eq!((error.line, error.path.as_str()), (16, "actions[2]"));
    ///
    /// let session = SavedSession::from_file(&text.replace("- op: podSucced\n", ""))?.replay()?;
    /// assert_eq!(session.steps().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_file(text: &str) -> Result<Self, FileError> {
        if text.len() > MAX_FILE_BYTES {
            let problem = TextProblem::TooLong { bytes: text.len(), most: MAX_FILE_BYTES };
            return Err(FileError::new(Position::START, "", problem));
        }
        let root = read(text, Contents::SessionFile)?;
        let Some(form) = root.entry("jobscope") else {
            return Err(FileError::new(Position::START, "", TextProblem::NotASession));
        };
        if let Some(packed) = root.entry(PACKED) {
            let wrong = |problem| FileError::new(packed.value.at, PACKED, problem);
            let link = root.text(PACKED).ok_or_else(|| wrong(TextProblem::NotText))?;
            return Self::from_link(link).map_err(|error| wrong(TextProblem::quoted(error.to_string())));
        }
        let document = root.to_finite_json().map_err(|error| FileError::new(error.at, &error.path, error.problem()))?;
        // What a newer form has in other fields is not worth an error of its own.
        let document = match &document {
            Value::Object(fields)
                if fields.get("jobscope").and_then(Value::as_u64).is_some_and(|form| !is_known(form)) =>
            {
                json!({ "jobscope": fields.get("jobscope"), "release": crate::api::Release::default() })
            }
            _ => document,
        };
        from_json(&document).map_err(|JsonError { path, message }| {
            let at = if path.is_empty() { form.value.at } else { position(&root, &path) };
            FileError::new(at, &path, TextProblem::quoted(message))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    #[test]
    fn a_file_that_would_be_too_long_is_packed_and_read_again() {
        let mut timeline = session(2);
        for ms in 0..i64::try_from(MAX_LINES).unwrap_or(0) / 2 {
            timeline.apply(&Action::Advance { ms: 1 + ms % 2 }).unwrap();
        }
        let saved = SavedSession::of(&timeline, "kind: Job\n");
        let file = saved.to_file();
        assert!(file.lines().count() == 3 && SavedSession::is_in(&file), "{} lines", file.lines().count());
        assert_eq!(SavedSession::from_file(&file), Ok(saved));
        let wrong = SavedSession::from_file("jobscope: 4\nrelease: v1.36\npacked: 1.abc\n").unwrap_err();
        assert_eq!((wrong.line, wrong.path.as_str()), (3, "packed"));
    }

    use super::*;
    use crate::api::Release;
    use crate::timeline::testing::session;
    use crate::timeline::{Breakpoint, Compared, Narration, View};
    use crate::world::Action;

    fn full() -> SavedSession {
        let mut timeline = session(2);
        for _ in 0..3 {
            timeline.step_over();
        }
        timeline.apply(&Action::Advance { ms: 5 }).unwrap();
        timeline.step_back();
        let view = View {
            compare: Some(Compared::Release(Release::V1_28)),
            row: Some(3),
            panels: BTreeMap::from([("why".to_owned(), "flow".to_owned())]),
        };
        let mut saved = SavedSession::seen(&timeline, "kind: Job\n# a comment\n", view);
        saved.title = "Two pods: on their way".to_owned();
        saved.breakpoints = vec![Breakpoint::Condition { condition: None }];
        let text =
            BTreeMap::from([("en".to_owned(), "One.\nTwo.".to_owned()), ("zh-CN".to_owned(), "一。".to_owned())]);
        saved.narration = vec![Narration { step: 2, text }];
        saved
    }

    #[test]
    fn a_person_may_write_n_without_quotes() {
        let text = "jobscope: 1\nrelease: v1.28\nactions:\n- {op: deliver, kind: pod, n: 1}\n";
        let saved = SavedSession::from_file(text).unwrap();
        assert_eq!(saved, SavedSession::from_file(&text.replace("n: 1}", "\"n\": 1}")).unwrap());
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let saved = full();
        let text = saved.to_file();
        assert_eq!(SavedSession::from_file(&text), Ok(saved), "{text}");
        let fields: Vec<_> = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).collect();
        assert_eq!(
            fields,
            [
                "jobscope: 6",
                "title: 'Two pods: on their way'",
                "release: v1.11",
                "manifest: |",
                "actions:",
                "cursor:",
                "breakpoints:",
                "narration:",
                "view:",
            ]
        );
        assert!(text.contains("\n- 3\n- op: advance\n  ms: 5\n"), "{text}");
    }

    #[test]
    fn every_field_is_written() {
        let Value::Object(fields) = serde_json::to_value(full()).unwrap() else { panic!("a map") };
        let unwritten: Vec<_> = fields.keys().filter(|field| !FIELDS.contains(&field.as_str())).collect();
        assert!(unwritten.is_empty(), "{unwritten:?}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let releases = Release::ALL.map(|release| format!("`{release}`")).join(", ");
        for (text, expected) in [
            ("", "line 1, column 1: there is nothing here; a session file starts with the line jobscope: 6"),
            ("kind: Job\n", "line 1, column 1: this is not a session file: it has no line jobscope: 6"),
            ("- 1\n", "line 1, column 1: this is not a session file: it has no line jobscope: 6"),
            (
                "jobscope: 8\nfutures: []\n",
                "line 1, column 11: this is version 8 of the format, and only versions 1 to 7 are known: open it with a newer jobscope",
            ),
            (
                "jobscope: 3\nrelease: v1.28\nview: {compare: {release: v1.11}}\n",
                "line 1, column 11: view belongs to version 4 of the format: write jobscope: 4",
            ),
            (
                "jobscope: 4\nrelease: v1.28\nview:\n  compare: {version: v1.11}\n",
                "line 4, column 3: view.compare: unknown variant `version`, expected one of `edition`, `release`, `branch`",
            ),
            ("jobscope: 1\n", "line 1, column 11: missing field `release`"),
            (
                "jobscope: 1\nrelease: v1.12\n",
                &format!("line 2, column 10: release: unknown variant `v1.12`, expected one of {releases}"),
            ),
            (
                "jobscope: 1\nrelease: v1.11\ngates: {JobReadyPods: true}\n",
                "line 1, column 11: v1.11 has no feature gate JobReadyPods that can be set here",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- -3\n",
                "line 4, column 3: actions[0]: invalid type: integer `-3`, expected a number of steps, the word apply, a \
                 command of kubectl, or an action with its op",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- 3\n- create\n",
                "line 5, column 3: actions[1]: invalid value: string \"create\", expected a number of steps, the word \
                 apply, a command of kubectl, or an action with its op",
            ),
            (
                "jobscope: 4\nrelease: v1.36\nactions:\n- kubectl: get jobs\n",
                "line 1, column 11: kubectl belongs to version 5 of the format: write jobscope: 5",
            ),
            (
                "jobscope: 5\nrelease: v1.36\nactions:\n- kubectl: get jobs\n  op: sync\n",
                "line 4, column 3: actions[0]: kubectl is a command as text, and stands alone",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- op: sync\n  now: true\n",
                "line 4, column 3: actions[0]: unknown field `now`, there are no others than op",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- {op: advance, ms: 1, s: 1}\n",
                "line 4, column 4: actions[0]: unknown field `s`, expected `ms`",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- {op: fault, verb: create, mode: quota, at: 1}\n",
                "line 4, column 4: actions[0]: unknown field `at`, expected one of `verb`, `mode`, `from`, `count`, `pods`, \
                 `label`, `job`, `message`, `lasts`, `events`",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nstartMs: .nan\n",
                "line 3, column 10: startMs: NaN is not possible here: write a number, or leave the field out",
            ),
            (
                "jobscope: 1\nrelease: v1.11\nactions:\n- 1\n- op: podDelete\n  pods: [a]\n  grace: -.inf\n",
                "line 7, column 10: actions[1].grace: -inf is not possible here: write a number, or leave the field out",
            ),
        ] {
            let error = SavedSession::from_file(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
        let unknown = SavedSession::from_file("jobscope: 1\nrelease: v1.11\nmanifests: []\n").unwrap_err();
        assert_eq!((unknown.line, unknown.path.as_str()), (3, "manifests"));
        let long = SavedSession::from_file(&" ".repeat(MAX_FILE_BYTES + 1)).unwrap_err();
        assert!(long.message().contains("more than the"), "{long}");
    }

    #[test]
    fn no_change_of_a_file_panics() {
        let text = full().to_file();
        let characters: Vec<char> = text.chars().collect();
        for place in 0..characters.len() {
            for other in [' ', ':', '\n', '9', '-', '一'] {
                let mut changed = characters.clone();
                changed[place] = other;
                // Read or refused; what is read is carried out or refused.
                let changed: String = changed.into_iter().collect();
                let _ = SavedSession::from_file(&changed).map(|saved| saved.replay().map(|_| ()));
            }
        }
    }
}
