//! Whether a text is a recorded history: watch streams and audit logs, as opposed to what a cluster has at one moment.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// Most objects without a watch event's type that are looked at for a second version of one of them.
const MOST_OBJECTS: usize = 4_096;

/// What a value says of itself.
#[derive(Deserialize)]
struct Peek {
    #[serde(default, rename = "apiVersion")]
    api_version: Option<Value>,
    #[serde(default)]
    r#type: Option<Value>,
    #[serde(default)]
    object: Option<Object>,
    #[serde(default)]
    metadata: Option<Metadata>,
}

/// Something in braces.
#[derive(Deserialize)]
struct Object {}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    uid: Option<Value>,
    #[serde(default, rename = "resourceVersion")]
    resource_version: Option<Value>,
}

/// The versions of objects that were found so far.
#[derive(Default)]
struct Versions {
    of: BTreeMap<String, String>,
    looked_at: usize,
}

impl Versions {
    /// Notes a version of an object, and says whether another version of it is known.
    fn note(&mut self, uid: &str, version: &str) -> bool {
        self.looked_at += 1;
        if let Some(known) = self.of.get(uid) {
            return known != version;
        }
        self.of.insert(uid.to_owned(), version.to_owned());
        false
    }

    fn is_full(&self) -> bool {
        self.looked_at >= MOST_OBJECTS
    }
}

/// Whether a text holds watch events, entries of an audit log, or several versions of the same object. Text around them,
/// such as a broken last line, does not matter.
pub(super) fn is_history(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    // Most texts from elsewhere are manifests or sessions, which have none of these words.
    if !["\"object\"", "object:", "audit.k8s.io/", "resourceVersion"].iter().any(|word| text.contains(word)) {
        return false;
    }
    is_in_documents(text) || is_in_json(text)
}

/// Whether YAML documents are watch events or versions of the same object. kubectl prints their fields in block style.
fn is_in_documents(text: &str) -> bool {
    let mut versions = Versions::default();
    let (mut is_event, mut has_object, mut in_metadata, mut uid, mut version) = (false, false, false, "", "");
    for line in text.lines().chain(["---"]) {
        let line = line.trim_end();
        if line == "---" {
            if (is_event && has_object) || (!uid.is_empty() && !version.is_empty() && versions.note(uid, version)) {
                return true;
            }
            if versions.is_full() {
                return false;
            }
            (is_event, has_object, in_metadata, uid, version) = (false, false, false, "", "");
        } else if !line.starts_with([' ', '#', '-']) && !line.is_empty() {
            is_event |= line.strip_prefix("type: ").is_some_and(|value| is_event_type(value.trim_matches(['"', '\''])));
            has_object |= line == "object:";
            in_metadata = line == "metadata:";
        } else if in_metadata {
            uid = line.strip_prefix("  uid: ").unwrap_or(uid);
            version = line.strip_prefix("  resourceVersion: ").unwrap_or(version);
        }
    }
    false
}

fn is_event_type(text: &str) -> bool {
    matches!(text, "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR")
}

/// Whether JSON values after one another are of a history.
fn is_in_json(text: &str) -> bool {
    let mut versions = Versions::default();
    let mut rest = text;
    loop {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Peek>();
        let mut good = 0;
        while let Some(Ok(peek)) = values.next() {
            good = values.byte_offset();
            let text = |value: &Option<Value>| value.as_ref().and_then(Value::as_str).map(str::to_owned);
            if text(&peek.api_version).is_some_and(|version| version.starts_with("audit.k8s.io/"))
                || (peek.object.is_some() && text(&peek.r#type).is_some_and(|of| is_event_type(&of)))
            {
                return true;
            }
            let metadata = peek.metadata.unwrap_or_default();
            if let (Some(uid), Some(version)) = (text(&metadata.uid), text(&metadata.resource_version))
                && versions.note(&uid, &version)
            {
                return true;
            }
            if versions.is_full() {
                return false;
            }
        }
        // Continues with the next line that may begin a value.
        let bad = rest.get(good..).unwrap_or_default().trim_start();
        let Some(next) = bad.find("\n{") else { return false };
        rest = bad.get(next + 1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: &str =
        r#"{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"uid": "a", "resourceVersion": "7"}}"#;

    #[test]
    fn a_history_is_known_by_events_audit_entries_and_second_versions() {
        let later = OBJECT.replace("\"7\"", "\"9\"");
        let event = format!(r#"{{"type":"ADDED","object":{OBJECT}}}"#);
        let yaml = "object:\n  kind: Job\n  metadata:\n    uid: a\ntype: ADDED\n";
        let plain = "kind: Job\nmetadata:\n  name: pi\n  resourceVersion: \"7\"\n  uid: a\n";
        for text in [
            event.clone(),
            format!("\u{feff}{event}\n{{\"type\":\"MODI"),
            format!("I1126 garbage {{\n{{\"broken\": [1,\n{event}\n"),
            format!("{OBJECT}\n{later}\n"),
            r#"{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata"}"#.to_owned(),
            yaml.to_owned(),
            format!("---\n{yaml}"),
            format!("{plain}---\n{}", plain.replace('7', "9")),
        ] {
            assert!(is_history(&text), "{text}");
        }
        for text in [
            OBJECT.to_owned(),
            format!("{OBJECT}\n{OBJECT}\n"),
            format!("{OBJECT}\n{}\n", later.replace("\"a\"", "\"b\"")),
            plain.to_owned(),
            format!("{plain}---\n{}", plain.replace('7', "9").replace("uid: a", "uid: b")),
            "type: ADDED\n".to_owned(),
            "kind: Job\nmetadata: {name: pi}\n".to_owned(),
            String::new(),
        ] {
            assert!(!is_history(&text), "{text}");
        }
    }
}
