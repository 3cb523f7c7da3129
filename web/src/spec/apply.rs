//! What Apply would do, as `kubectl apply` does it: create the Job, or patch what changed since it was last applied.

use jobscope_core::api::{Job, Name};
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, CacheState};
use serde_json::{Map, Value};

use crate::session::Moment;

/// What Apply would do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plan {
    /// The manifest has errors.
    Broken,
    /// Create the Job.
    Create(Box<Job>),
    /// Patch it.
    Patch {
        /// The Job.
        name: Name,
        /// The JSON merge patch.
        patch: Value,
        /// What the patch changes.
        changes: Vec<FieldChange>,
    },
    /// Nothing: the Job is as the manifest says.
    Nothing,
}

/// A field that a patch changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldChange {
    /// The field, such as `spec.parallelism`.
    pub(crate) path: String,
    /// Its value when the manifest was last applied, if that is short.
    pub(crate) from: Option<String>,
    /// Its value now, if that is short; absent fields show as nothing.
    pub(crate) to: Option<String>,
}

impl Plan {
    /// What it takes to bring `job` about.
    pub(crate) fn of(job: &Job, now: &Moment, last_applied: Option<Value>) -> Self {
        let name = job.metadata.name();
        let is_it = |view: &&jobscope_core::world::JobView| {
            view.job.metadata.name() == name && view.cache != CacheState::GoneFromStore
        };
        let Some(stored) = now.snapshot.jobs.iter().find(is_it) else { return Self::Create(Box::new(job.clone())) };
        let Some(name) = stored.job.metadata.name.clone() else { return Self::Nothing };
        let wanted = to_value(job);
        let before = last_applied.unwrap_or_else(|| to_value(&stored.job));
        let patch = merge_diff(&before, &wanted);
        if patch.as_object().is_none_or(Map::is_empty) {
            return Self::Nothing;
        }
        let mut changes = Vec::new();
        list_changes(&mut String::new(), &patch, Some(&before), &mut changes);
        Self::Patch { name, patch, changes }
    }

    /// The action, if there is one.
    pub(crate) fn action(&self) -> Option<Action> {
        match self {
            Self::Broken | Self::Nothing => None,
            Self::Create(job) => Some(Action::CreateJob { job: job.clone() }),
            Self::Patch { name, patch, .. } => Some(Action::PatchJob { name: name.clone(), patch: patch.clone() }),
        }
    }
}

/// The manifest of the Job `name` as it was last applied before the cursor.
pub(crate) fn last_applied(timeline: &Timeline, name: &str) -> Option<Value> {
    let mut applied = None;
    for step in timeline.steps().iter().take(timeline.cursor().step) {
        match &step.action {
            Action::CreateJob { job } if job.metadata.name() == name => applied = Some(to_value(job)),
            Action::PatchJob { name: patched, patch } if patched.as_str() == name => {
                if let Some(applied) = &mut applied {
                    json_patch::merge(applied, patch);
                }
            }
            _ => {}
        }
    }
    applied
}

/// A Job as JSON. What does not fit into JSON is no Job.
fn to_value(job: &Job) -> Value {
    serde_json::to_value(job).unwrap_or_default()
}

/// The JSON merge patch that leads from `before` to `after`; an empty object if they are the same.
fn merge_diff(before: &Value, after: &Value) -> Value {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return after.clone() };
    let gone = before.keys().filter(|key| !after.contains_key(*key)).map(|key| (key.clone(), Value::Null));
    let changed = after.iter().filter_map(|(key, value)| match before.get(key) {
        Some(old) if old == value => None,
        Some(old) => Some((key.clone(), merge_diff(old, value))),
        None => Some((key.clone(), value.clone())),
    });
    gone.chain(changed).collect::<Map<_, _>>().into()
}

fn list_changes(field: &mut String, patch: &Value, before: Option<&Value>, changes: &mut Vec<FieldChange>) {
    if let Value::Object(fields) = patch {
        let length = field.len();
        for (key, value) in fields {
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(key);
            list_changes(field, value, before.and_then(|before| before.get(key)), changes);
            field.truncate(length);
        }
    } else {
        changes.push(FieldChange { path: field.clone(), from: before.and_then(short), to: short(patch) });
    }
}

/// A number, text or truth value as it shows in a line.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_says_only_what_changed() {
        let before = json!({"spec": {"parallelism": 4, "completions": 3, "template": {"a": [1]}}});
        let after = json!({"spec": {"parallelism": 15, "template": {"a": [1]}}});
        let patch = merge_diff(&before, &after);
        assert_eq!(patch, json!({"spec": {"parallelism": 15, "completions": null}}));
        let mut changes = Vec::new();
        list_changes(&mut String::new(), &patch, Some(&before), &mut changes);
        assert_eq!(
            changes[0],
            FieldChange { path: "spec.completions".to_owned(), from: Some("3".to_owned()), to: None }
        );
        assert_eq!(changes[1].path, "spec.parallelism");
        assert_eq!(changes[1].to.as_deref(), Some("15"));
    }

    #[test]
    fn patching_leads_to_what_was_wanted() {
        let before = json!({"a": {"b": 1, "c": {"d": 2}}, "e": [1, 2]});
        let after = json!({"a": {"c": {"d": 3, "x": 1}}, "e": [2]});
        let mut patched = before.clone();
        json_patch::merge(&mut patched, &merge_diff(&before, &after));
        assert_eq!(patched, after);
        assert_eq!(merge_diff(&after, &after), json!({}));
    }
}
