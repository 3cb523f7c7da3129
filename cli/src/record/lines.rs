//! The lines of a recording: a head, watch events with the time at which they came, and notes.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::SystemTime;

use humantime::format_rfc3339_millis;
use serde_json::{Value, json};

use crate::failure::Outcome;

/// Writes lines, each at once, so that a recording that is cut off loses nothing.
pub(super) struct Lines<W> {
    out: W,
    /// The last version of each object that exists, by UID: a list after a break repeats them.
    known: BTreeMap<String, String>,
}

impl<W: Write> Lines<W> {
    /// Begins a recording of a Job, on a server of that version.
    pub(super) fn begin(out: W, server: &str, job: &Value) -> Outcome<Self> {
        let text = |path: &str| job.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let key = format!("{}/{}", text("/metadata/namespace"), text("/metadata/name"));
        let mut lines = Self { out, known: BTreeMap::new() };
        lines.line(json!({"kind": "JobscopeRecording", "jobscope": 1, "server": server, "job": key}))?;
        Ok(lines)
    }

    /// Writes a watch event; false if its version is known already.
    pub(super) fn event(&mut self, event: Value) -> Outcome<bool> {
        let text = |path: &str| event.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (uid, version) = (text("/object/metadata/uid"), text("/object/metadata/resourceVersion"));
        if text("/type") == "DELETED" {
            self.known.remove(&uid);
        } else if self.known.insert(uid, version.clone()).as_ref() == Some(&version) {
            return Ok(false);
        }
        self.line(event)?;
        Ok(true)
    }

    /// Writes down what happened to the recording itself.
    pub(super) fn note(&mut self, message: &str) -> Outcome {
        self.line(json!({"kind": "JobscopeNote", "message": message}))
    }

    fn line(&mut self, mut value: Value) -> Outcome {
        if let Some(fields) = value.as_object_mut() {
            fields.insert("received".to_owned(), format_rfc3339_millis(SystemTime::now()).to_string().into());
        }
        writeln!(self.out, "{value}")?;
        Ok(self.out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::history::History;

    use super::*;

    fn event(r#type: &str, version: &str) -> Value {
        let metadata = json!({"name": "pi", "namespace": "team", "uid": "u", "resourceVersion": version});
        json!({"type": r#type, "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": metadata}})
    }

    #[test]
    fn a_version_is_written_once_and_history_reads_the_lines() {
        let job = json!({"metadata": {"name": "pi", "namespace": "team"}});
        let mut lines = Lines::begin(Vec::new(), "v1.36.3", &job).unwrap();
        assert!(lines.event(event("ADDED", "5")).unwrap());
        lines.note("the watch of the Job ended").unwrap();
        assert!(!lines.event(event("ADDED", "5")).unwrap(), "a list repeats it");
        assert!(lines.event(event("MODIFIED", "7")).unwrap());
        assert!(lines.event(event("DELETED", "9")).unwrap());
        assert!(lines.known.is_empty(), "what is gone takes no memory");
        let text = String::from_utf8(lines.out).unwrap();
        assert!(text.lines().all(|line| line.contains("\"received\":\"20")), "{text}");
        let history = History::parse(&[text]).unwrap();
        assert_eq!((history.job().to_string(), history.versions().len()), ("team/pi".to_owned(), 3));
        assert_eq!(history.summary().unread, 0);
    }
}
