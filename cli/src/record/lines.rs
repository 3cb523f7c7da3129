//! The lines of a recording: a head, watch events with the time at which they came, and notes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::SystemTime;

use humantime::format_rfc3339_millis;
use serde_json::{Value, json};

use super::watch::{Listed, Stream};
use super::{set, version_of};
use crate::failure::Outcome;

/// How many numbers of versions are remembered, to give the end of an object one that is free.
const MOST_NUMBERS: usize = 4_096;

/// Writes lines, each at once, so that a recording that is cut off loses nothing.
pub(super) struct Lines<W> {
    out: W,
    /// The last version of the Job and of each pod that exists, by UID: a list after a break repeats it, or lacks what is gone.
    known: BTreeMap<String, Known>,
    /// The newest Event. Events are many and go by themselves, so that none is kept.
    newest_event: u64,
    /// The newest Event before their watch was started again, whose list repeats what is older.
    events_until: u64,
    /// The newest numbers of versions that were written.
    numbers: BTreeSet<u64>,
}

/// An object that exists.
struct Known {
    stream: Stream,
    version: u64,
    /// As JSON, which takes less memory than its parts.
    object: Box<str>,
}

impl<W: Write> Lines<W> {
    /// Begins a recording of a Job, on a server of that version.
    pub(super) fn begin(out: W, server: &str, job: &Value) -> Outcome<Self> {
        let text = |path: &str| job.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let key = format!("{}/{}", text("/metadata/namespace"), text("/metadata/name"));
        let (known, numbers) = (BTreeMap::new(), BTreeSet::new());
        let mut lines = Self { out, known, newest_event: 0, events_until: 0, numbers };
        lines.line(json!({"kind": "JobscopeRecording", "jobscope": 1, "server": server, "job": key}))?;
        Ok(lines)
    }

    /// Writes a watch event; false if its version is known already.
    pub(super) fn event(&mut self, stream: Stream, mut event: Value) -> Outcome<bool> {
        let text = |path: &str| event.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (r#type, uid) = (text("/type"), text("/object/metadata/uid"));
        let version = version_of(&event);
        if stream == Stream::Events {
            if version <= self.events_until {
                return Ok(false);
            }
            self.newest_event = self.newest_event.max(version);
            self.line(event)?;
            return Ok(true);
        }
        match self.known.get(&uid) {
            Some(before) if before.version >= version => return Ok(false),
            // A list gives all that there is as if it were new.
            Some(_) if r#type == "ADDED" => set(&mut event, "type", "MODIFIED".into()),
            // Its end was noticed already.
            None if r#type == "DELETED" => return Ok(false),
            Some(_) | None => {}
        }
        let object = event.get("object").map(ToString::to_string).unwrap_or_default().into();
        self.line(event)?;
        self.number(version);
        if r#type == "DELETED" {
            self.known.remove(&uid);
        } else {
            self.known.insert(uid, Known { stream, version, object });
        }
        Ok(true)
    }

    /// The watch was started again: what its list repeats is known.
    pub(super) fn restarted(&mut self, stream: Stream) {
        if stream == Stream::Events {
            self.events_until = self.newest_event;
        }
    }

    /// Writes the end of what a list lacks; how many objects that are.
    pub(super) fn listed(&mut self, listed: &Listed) -> Outcome<usize> {
        let is_gone = |(uid, known): &(&String, &Known)| {
            known.stream == listed.stream && known.version < listed.version && !listed.uids.contains(*uid)
        };
        let gone: Vec<String> = self.known.iter().filter(is_gone).map(|(uid, _)| uid.clone()).collect();
        for uid in &gone {
            let Some(Known { version, object, .. }) = self.known.remove(uid) else { continue };
            // Its end has a number of its own, between its last version and the list's: the latest that is free.
            let mut numbers = (version + 1..=listed.version).rev();
            let Some(number) = numbers.find(|number| !self.numbers.contains(number)) else { continue };
            self.number(number);
            let mut object: Value = serde_json::from_str(&object).unwrap_or_default();
            if let Some(metadata) = object.get_mut("metadata") {
                set(metadata, "resourceVersion", number.to_string().into());
            }
            self.line(json!({"type": "DELETED", "object": object, "noticed": "absent from a list"}))?;
        }
        Ok(gone.len())
    }

    /// Writes down what happened to the recording itself.
    pub(super) fn note(&mut self, message: &str) -> Outcome {
        self.line(json!({"kind": "JobscopeNote", "message": message}))
    }

    fn number(&mut self, number: u64) {
        self.numbers.insert(number);
        if self.numbers.len() > MOST_NUMBERS {
            self.numbers.pop_first();
        }
    }

    fn line(&mut self, mut value: Value) -> Outcome {
        set(&mut value, "received", format_rfc3339_millis(SystemTime::now()).to_string().into());
        writeln!(self.out, "{value}")?;
        Ok(self.out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::history::History;

    use super::*;

    fn lines() -> Lines<Vec<u8>> {
        Lines::begin(Vec::new(), "v1.36.3", &json!({"metadata": {"name": "pi", "namespace": "team"}})).unwrap()
    }

    fn event(r#type: &str, kind: &str, uid: &str, version: &str) -> Value {
        let api = if kind == "Job" { "batch/v1" } else { "v1" };
        let owner = json!([{"kind": "Job", "apiVersion": "batch/v1", "name": "pi", "uid": "u", "controller": true}]);
        let mut metadata = json!({"name": "pi", "namespace": "team", "uid": uid, "resourceVersion": version});
        if kind == "Pod" {
            metadata["ownerReferences"] = owner;
        }
        json!({"type": r#type, "object": {"kind": kind, "apiVersion": api, "metadata": metadata}})
    }

    fn written(lines: Lines<Vec<u8>>) -> Vec<Value> {
        let text = String::from_utf8(lines.out).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_version_is_written_once_and_history_reads_the_lines() {
        let mut lines = lines();
        let job = |r#type: &str, version: &str| event(r#type, "Job", "u", version);
        assert!(lines.event(Stream::Job, job("ADDED", "5")).unwrap());
        lines.note("the watch of the Job ended").unwrap();
        lines.restarted(Stream::Job);
        assert!(!lines.event(Stream::Job, job("ADDED", "5")).unwrap(), "a list repeats it");
        assert!(lines.event(Stream::Job, job("ADDED", "7")).unwrap());
        assert!(!lines.event(Stream::Job, job("MODIFIED", "7")).unwrap());
        assert!(lines.event(Stream::Job, job("DELETED", "9")).unwrap());
        assert!(lines.known.is_empty(), "what is gone takes no memory");
        let text = String::from_utf8(lines.out.clone()).unwrap();
        assert!(text.lines().all(|line| line.contains("\"received\":\"20")), "{text}");
        let types: Vec<_> = written(lines).iter().filter_map(|line| line["type"].as_str().map(str::to_owned)).collect();
        assert_eq!(types, ["ADDED", "MODIFIED", "DELETED"]);
        let history = History::parse(&[text]).unwrap();
        assert_eq!((history.job().to_string(), history.versions().len()), ("team/pi".to_owned(), 3));
        assert_eq!(history.summary().unread, 0);
    }

    #[test]
    fn what_a_list_lacks_was_deleted_and_its_end_has_a_number_of_its_own() {
        let mut lines = lines();
        lines.event(Stream::Job, event("ADDED", "Job", "u", "5")).unwrap();
        for (uid, version) in [("a", "6"), ("b", "7"), ("c", "8"), ("d", "12")] {
            lines.event(Stream::Pods, event("ADDED", "Pod", uid, version)).unwrap();
        }
        lines.event(Stream::Job, event("MODIFIED", "Job", "u", "10")).unwrap();
        let uids = BTreeSet::from(["b".to_owned()]);
        assert_eq!(lines.listed(&Listed { stream: Stream::Pods, uids, version: 11 }).unwrap(), 2);
        // The watch may report an end later than the list lacks the pod.
        assert!(!lines.event(Stream::Pods, event("DELETED", "Pod", "a", "9")).unwrap());
        let text = String::from_utf8(lines.out.clone()).unwrap();
        let ends: Vec<_> = written(lines)
            .into_iter()
            .filter(|line| line["type"] == "DELETED")
            .map(|line| {
                (line["object"]["metadata"]["uid"].clone(), line["object"]["metadata"]["resourceVersion"].clone())
            })
            .collect();
        assert_eq!(
            ends,
            [("a".into(), "11".into()), ("c".into(), "9".into())],
            "10 is the Job's, d came after the list"
        );
        assert_eq!(History::parse(&[text]).unwrap().versions().len(), 8);
    }

    /// A day of a busy Job: many versions of few objects, pods that come and go, and Events.
    #[test]
    fn what_is_kept_does_not_grow_with_what_is_written() {
        let mut lines = lines();
        for number in 0..20_000_u64 {
            let (pod, version) = (format!("pod-{}", number / 10), (number + 1).to_string());
            let (stream, event) = match number % 10 {
                5 => (Stream::Job, event("MODIFIED", "Job", "u", &version)),
                7 => (Stream::Events, event("ADDED", "Event", &version, &version)),
                9 => (Stream::Pods, event("DELETED", "Pod", &pod, &version)),
                _ => (Stream::Pods, event("MODIFIED", "Pod", &pod, &version)),
            };
            assert!(lines.event(stream, event).unwrap(), "{number}");
            lines.out.clear();
        }
        assert_eq!(lines.known.len(), 1, "the Job");
        assert!(lines.numbers.len() <= MOST_NUMBERS);
    }

    #[test]
    fn events_take_no_memory_and_a_list_does_not_repeat_them() {
        let mut lines = lines();
        let about = |version: &str| event("ADDED", "Event", version, version);
        for version in ["20", "11"] {
            assert!(lines.event(Stream::Events, about(version)).unwrap(), "a first list is in no order");
        }
        lines.restarted(Stream::Events);
        assert!(!lines.event(Stream::Events, about("11")).unwrap());
        assert!(lines.event(Stream::Events, about("21")).unwrap());
        assert!(lines.known.is_empty() && lines.numbers.is_empty());
    }
}
