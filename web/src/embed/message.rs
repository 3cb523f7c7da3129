//! The messages between embed and host page, as JSON: [`Command`]s in, [`Event`]s out. `docs/embed.md` documents them.
//!
//! A message is hostile until it has been read here.

use jobscope_core::api::from_json;
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::timeline::MAX_FILE_BYTES;
use jobscope_core::world::Action;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the messages; all of them carry it in the field `jobscope`.
const VERSION: u32 = 1;

/// The field that names the command.
const TAG: &str = "do";

/// Longest message that is read, as JSON in bytes: a scenario, each of its characters escaped.
const MAX_BYTES: usize = 2 * MAX_FILE_BYTES;

/// A host's command. Read as an object whose only field is the command's name: derived code for a tag takes more room.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Command {
    /// Subscribes to events.
    Hello {},
    /// Starts playback.
    Play {},
    /// Pauses playback.
    Pause {},
    /// Seeks to the position after a number of steps.
    Goto {
        /// The number of steps.
        step: usize,
    },
    /// Applies an action now.
    Apply {
        /// What.
        action: Box<Action>,
    },
    /// Opens another scenario.
    Open {
        /// The text of its file.
        scenario: String,
    },
}

/// An event for the host.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "on", rename_all = "camelCase")]
pub(super) enum Event {
    /// The embed listens.
    Ready,
    /// The embed shows another moment.
    Step {
        /// Steps that are done.
        step: usize,
        /// Steps that are recorded.
        of: usize,
        /// Milliseconds from the start.
        at: i64,
    },
    /// Nothing more happens on its own.
    Finished {
        /// Steps that are done.
        step: usize,
    },
    /// The embed needs another height.
    Height {
        /// CSS pixels.
        height: u32,
    },
    /// A command failed.
    Error {
        /// The message for people.
        message: String,
    },
}

impl Command {
    /// Parses a message. `None` if it is not meant for jobscope; an error says what is wrong with one that is.
    pub(super) fn read(json: &str) -> Option<Result<Self, String>> {
        if json.len() > MAX_BYTES {
            return Some(Err(format!("the message is longer than {MAX_BYTES} bytes")));
        }
        let Ok(Value::Object(mut fields)) = serde_json::from_str(json) else { return None };
        let version = fields.remove("jobscope")?;
        if version != VERSION {
            return Some(Err(format!("messages of version {version} are not known, only those of version {VERSION}")));
        }
        let Some(name) = fields.remove(TAG) else { return Some(Err(format!("missing field `{TAG}`"))) };
        let Value::String(name) = name else { return Some(Err(format!("`{TAG}` is no string"))) };
        let command = Value::Object([(name, Value::Object(fields))].into_iter().small_collect());
        Some(from_json(&command).map_err(|error| error.to_string()))
    }
}

impl Event {
    /// As JSON.
    pub(super) fn written(&self) -> String {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            fields.insert("jobscope".to_owned(), VERSION.into());
        }
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        for (json, command) in [
            (r#"{"jobscope":1,"do":"hello"}"#, Command::Hello {}),
            (r#"{"jobscope":1,"do":"play"}"#, Command::Play {}),
            (r#"{"do":"pause","jobscope":1}"#, Command::Pause {}),
            (r#"{"jobscope":1,"do":"goto","step":12}"#, Command::Goto { step: 12 }),
            (
                r#"{"jobscope":1,"do":"open","scenario":"jobscope: 1"}"#,
                Command::Open { scenario: "jobscope: 1".into() },
            ),
            (
                r#"{"jobscope":1,"do":"apply","action":{"op":"advance","ms":5}}"#,
                Command::Apply { action: Box::new(Action::Advance { ms: 5 }) },
            ),
        ] {
            assert_eq!(Command::read(json), Some(Ok(command)), "{json}");
        }
    }

    #[test]
    fn what_is_not_for_jobscope_is_not_answered() {
        for json in ["", "null", "1", "[]", "{}", r#"{"do":"play"}"#, r#""jobscope""#, &"[".repeat(100_000)] {
            assert_eq!(Command::read(json), None, "{json:.20}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (json, says) in [
            (r#"{"jobscope":2,"do":"play"}"#, "version 2"),
            (r#"{"jobscope":1}"#, "`do`"),
            (r#"{"jobscope":1,"do":"explode"}"#, "explode"),
            (r#"{"jobscope":1,"do":"goto","step":-1}"#, "-1"),
            (r#"{"jobscope":1,"do":"goto","step":1.5}"#, "1.5"),
            (r#"{"jobscope":1,"do":"play","now":true}"#, "now"),
            (r#"{"jobscope":1,"do":"apply","action":{"op":"explode"}}"#, "explode"),
        ] {
            let read = Command::read(json);
            assert!(matches!(&read, Some(Err(error)) if error.contains(says)), "{json}: {read:?}");
        }
        let long = format!(r#"{{"jobscope":1,"do":"open","scenario":"{}"}}"#, "x".repeat(MAX_BYTES));
        assert!(matches!(Command::read(&long), Some(Err(_))));
    }

    #[test]
    fn events_carry_the_version() {
        assert_eq!(Event::Ready.written(), r#"{"jobscope":1,"on":"ready"}"#);
        let step = Event::Step { step: 3, of: 9, at: 1_500 }.written();
        assert_eq!(step, r#"{"at":1500,"jobscope":1,"of":9,"on":"step","step":3}"#);
    }
}
