//! Fields that are immutable once the Job exists. The API server's own validation decides: each field is changed by
//! itself in a copy of the stored Job, and the copy is validated.

use jobscope_core::api::{FeatureGates, Job, from_json, validate_job_update};
use serde_json::{Value, json};
use yew::prelude::*;

use crate::words::Words;

/// Why a field does not change as one likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// It does not change at all.
    Fixed,
    /// Only together with `parallelism`, both to the same number.
    WithParallelism,
}

impl Lock {
    /// The reason as a sentence.
    pub(super) fn reason(self, words: &Words) -> AttrValue {
        words.t(match self {
            Self::Fixed => "lock-fixed",
            Self::WithParallelism => "lock-with-parallelism",
        })
    }
}

/// The locked fields, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::spec) struct Locks(Vec<(&'static str, Lock)>);

impl Locks {
    /// The locks of a stored Job.
    pub(in crate::spec) fn of(job: &Job, gates: FeatureGates) -> Self {
        let document = job.to_document();
        let number = |pointer: &str| document.pointer(pointer).and_then(Value::as_i64).unwrap_or_default() + 1;
        let other = |pointer: &str, one: &str, two: &str| {
            if document.pointer(pointer).and_then(Value::as_str) == Some(one) { json!(two) } else { json!(one) }
        };
        let policy = |pointer: &str| {
            if document.pointer(pointer).is_some() { Value::Null } else { json!({"rules": []}) }
        };
        let (completions, mode) = ("/spec/completions", "/spec/completionMode");
        let (restart, per_index) = ("/spec/template/spec/restartPolicy", "/spec/backoffLimitPerIndex");
        let (failure, success, managed) = ("/spec/podFailurePolicy", "/spec/successPolicy", "/spec/managedBy");
        let alone = [
            ("spec.completions", completions, json!(number(completions))),
            ("spec.completionMode", mode, other(mode, "Indexed", "NonIndexed")),
            ("spec.template.spec.restartPolicy", restart, other(restart, "Never", "OnFailure")),
            ("spec.backoffLimitPerIndex", per_index, json!(number(per_index))),
            ("spec.podFailurePolicy", failure, policy(failure)),
            ("spec.successPolicy", success, policy(success)),
            ("spec.managedBy", managed, other(managed, "example.com/one", "example.com/two")),
        ];
        let refuses = |path: &str, changes: &[(&str, Value)]| refuses(job, &document, gates, path, changes);
        let locks = alone.into_iter().filter(|(path, pointer, value)| refuses(path, &[(*pointer, value.clone())]));
        let locks = locks.map(|(path, _, value)| {
            let both = [(completions, value.clone()), ("/spec/parallelism", value)];
            let lock =
                if path == "spec.completions" && !refuses(path, &both) { Lock::WithParallelism } else { Lock::Fixed };
            (path, lock)
        });
        Self(locks.collect())
    }

    /// The lock of the field at `path`, if it has one.
    pub(super) fn of_field(&self, path: &str) -> Option<Lock> {
        self.0.iter().find(|(locked, _)| *locked == path).map(|(_, lock)| *lock)
    }
}

/// How the API server says that a field does not change, or not alone.
const LOCKED: [&str; 2] = ["immutable", "can only be modified"];

/// Whether the API server says of the field, or of what it is part of, that it does not change so.
fn refuses(job: &Job, document: &Value, gates: FeatureGates, path: &str, changes: &[(&str, Value)]) -> bool {
    let mut copy = document.clone();
    for (pointer, value) in changes {
        let Some((parent, name)) = pointer.rsplit_once('/') else { return false };
        let Some(Value::Object(parent)) = copy.pointer_mut(parent) else { return false };
        if value.is_null() {
            parent.remove(name);
        } else {
            parent.insert(name.to_owned(), value.clone());
        }
    }
    let Ok(new) = from_json::<Job>(&copy) else { return false };
    let about = |field: &str| path == field || path.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'));
    let errors = validate_job_update(&new, job, gates);
    let locks = |detail: &str| LOCKED.iter().any(|words| detail.contains(words));
    errors.iter().any(|error| about(&error.path.to_string()) && locks(&error.detail))
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Release, default_job};

    use super::*;

    fn locked(release: Release, mode: &str) -> Vec<(&'static str, Lock)> {
        let mut job: Job = serde_json::from_value(json!({
            "metadata": {"name": "pi", "namespace": "default"},
            "spec": {"completions": 3, "parallelism": 3, "completionMode": mode, "template": {"spec": {
                "restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}],
            }}},
        }))
        .unwrap();
        default_job(&mut job, release);
        Locks::of(&job, release.into()).0
    }

    #[test]
    fn each_release_has_its_locks() {
        let names = |release, mode| locked(release, mode).into_iter().map(|(path, _)| path).collect::<Vec<_>>();
        let template = "spec.template.spec.restartPolicy";
        assert_eq!(names(Release::V1_11, "NonIndexed"), ["spec.completions", template]);
        assert_eq!(names(Release::V1_22, "Indexed"), ["spec.completions", "spec.completionMode", template]);
        let of_v1_36 = names(Release::V1_36, "Indexed");
        for path in ["spec.completionMode", template, "spec.podFailurePolicy", "spec.successPolicy", "spec.managedBy"] {
            assert!(of_v1_36.contains(&path), "{path}");
        }
    }

    #[test]
    fn completions_of_indexed_jobs_change_with_parallelism() {
        let lock = |release, mode| locked(release, mode).into_iter().find(|(path, _)| *path == "spec.completions");
        assert_eq!(lock(Release::V1_28, "Indexed"), Some(("spec.completions", Lock::WithParallelism)));
        assert_eq!(lock(Release::V1_28, "NonIndexed"), Some(("spec.completions", Lock::Fixed)));
        assert_eq!(lock(Release::V1_22, "Indexed"), Some(("spec.completions", Lock::Fixed)));
    }
}
