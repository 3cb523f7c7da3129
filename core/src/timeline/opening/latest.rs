//! The latest time at which something in an object happened.

use serde_json::{Map, Value};

use crate::api::{MetaTime, Time, from_json};

/// Fields whose times say nothing about the current time: when an object should be gone, and what people write.
const NO_PAST: [&str; 4] = ["deletionTimestamp", "spec", "annotations", "labels"];

/// The latest time in a value.
pub(crate) fn latest(value: &Value, latest_known: &mut Option<Time>) {
    match value {
        Value::Object(fields) => {
            *latest_known = (*latest_known).max(deleted_at(fields));
            let known = fields.iter().filter(|(key, _)| !NO_PAST.contains(&key.as_str()));
            known.for_each(|(_, value)| latest(value, latest_known));
        }
        Value::Array(items) => items.iter().for_each(|item| latest(item, latest_known)),
        Value::String(text) if text.ends_with('Z') && text.contains('T') => {
            if let Ok(time) = from_json::<MetaTime>(value) {
                *latest_known = (*latest_known).max(Some(time.time()));
            }
        }
        _ => {}
    }
}

/// When the deletion of the object with that metadata was asked for: its grace period before it should be gone.
fn deleted_at(metadata: &Map<String, Value>) -> Option<Time> {
    let gone: MetaTime = from_json(metadata.get("deletionTimestamp")?).ok()?;
    let grace = u32::try_from(metadata.get("deletionGracePeriodSeconds")?.as_i64()?).ok()?;
    Some(gone.time().plus(i64::from(grace) * -1000))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_deletion_was_asked_for_its_grace_period_before_its_end() {
        let latest = |metadata: &Value| {
            let mut found = None;
            latest(&json!({"metadata": metadata}), &mut found);
            found.map(|time| time.to_string())
        };
        let deleted = |grace: Value| {
            latest(&json!({
                "creationTimestamp": "2026-01-01T00:00:00Z",
                "deletionTimestamp": "2026-01-01T00:01:30Z",
                "deletionGracePeriodSeconds": grace
            }))
        };
        assert_eq!(deleted(json!(30)).as_deref(), Some("2026-01-01T00:01:00Z"));
        assert_eq!(deleted(json!(0)).as_deref(), Some("2026-01-01T00:01:30Z"));
        for unknown in [Value::Null, json!(-1), json!(i64::MIN), json!(i64::MAX), json!("30")] {
            assert_eq!(deleted(unknown.clone()).as_deref(), Some("2026-01-01T00:00:00Z"), "{unknown}");
        }
    }
}
