//! How actions are read: the name of each, and of its fields. Derived code for so large an enum would take 25 KB of what a page
//! transfers.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use super::Action;
use crate::api::yaml::UniqueFields;
use crate::api::{JsonError, JsonObject, from_json};

/// The field that says which action it is.
const TAG: &str = "op";

/// The action that has the fields of another type.
const FAULT: &str = "fault";

macro_rules! actions {
    ($($op:literal => $action:ident { $($field:ident: $name:literal $(or $default:ident)?),* },)*) => {
        /// All names.
        const OPS: &[&str] = &[$($op,)* FAULT];

        fn read(op: &str, object: &JsonObject<'_>) -> Result<Action, JsonError> {
            Ok(match op {
                $($op => {
                    object.has_only(&[$($name),*], TAG)?;
                    Action::$action { $($field: field!(object $name $($default)?)),* }
                })*
                FAULT => Action::Fault(from_json(&object.without(TAG))?),
                _ => return Err(JsonError::unknown_variant(op, OPS)),
            })
        }

        #[cfg(test)]
        fn op(action: &Action) -> &'static str {
            match action {
                $(Action::$action { .. } => $op,)*
                Action::Fault(_) => FAULT,
            }
        }

        /// The names of the fields of each, and whether each must be there.
        #[cfg(test)]
        const FIELDS: &[(&str, &[(&str, bool)])] = &[$(($op, &[$(($name, is_required!($($default)?))),*])),*];
    };
}

/// Reads a field.
macro_rules! field {
    ($object:ident $name:literal) => {
        $object.required($name)?
    };
    ($object:ident $name:literal default) => {
        $object.or_default($name)?
    };
}

#[cfg(test)]
macro_rules! is_required {
    () => {
        true
    };
    (default) => {
        false
    };
}

actions! {
    "createJob" => CreateJob { job: "job" },
    "importJob" => ImportJob { job: "job" },
    "importPods" => ImportPods { pods: "pods" },
    "applyJob" => ApplyJob { manifest: "manifest" },
    "patchJob" => PatchJob { name: "name", r#type: "type" or default, patch: "patch" },
    "patchJobStatus" => PatchJobStatus { name: "name", r#type: "type" or default, patch: "patch" },
    "scaleJob" => ScaleJob { name: "name", replicas: "replicas" },
    "deleteJob" => DeleteJob { name: "name", policy: "policy" or default },
    "createNamespace" => CreateNamespace { name: "name" },
    "createQuota" => CreateQuota { quota: "quota" },
    "applyQuota" => ApplyQuota { quota: "quota" },
    "applyPod" => ApplyPod { pod: "pod" },
    "deleteQuota" => DeleteQuota { name: "name", namespace: "namespace" or default },
    "gc" => Gc {},
    "removeFault" => RemoveFault { fault: "fault" },
    "advance" => Advance { ms: "ms" },
    "deliver" => Deliver { kind: "kind", n: "n" or default },
    "holdStream" => HoldStream { kind: "kind" },
    "releaseStream" => ReleaseStream { kind: "kind" },
    "relist" => Relist { kind: "kind" },
    "resync" => Resync {},
    "restart" => Restart {},
    "crashAfter" => CrashAfter { writes: "writes" },
    "startManager" => StartManager { options: "options" or default },
    "stepManager" => StepManager {},
    "closeWatch" => CloseWatch { kind: "kind" },
    "expireWatch" => ExpireWatch { kind: "kind" },
    "bookmark" => Bookmark { kind: "kind" },
    "receive" => Receive { kind: "kind", n: "n" or default },
    "resyncTick" => ResyncTick { kind: "kind" },
    "sync" => Sync {},
    "stepSync" => StepSync { key: "key" or default },
    "syncOrphan" => SyncOrphan {},
    "syncTtl" => SyncTtl {},
    "attemptToDelete" => AttemptToDelete {},
    "attemptToOrphan" => AttemptToOrphan {},
    "podGc" => PodGc {},
    "deleteNode" => DeleteNode { name: "name" },
    "podSchedule" => PodSchedule { pods: "pods" },
    "podUnschedulable" => PodUnschedulable { pods: "pods" },
    "podWait" => PodWait { pods: "pods", container: "container" or default, reason: "reason" },
    "podContainerExit" => PodContainerExit { pods: "pods", container: "container", exit_code: "exitCode" },
    "podRun" => PodRun { pods: "pods", ready: "ready" or default },
    "podReady" => PodReady { pods: "pods", ready: "ready" or default },
    "podRestart" => PodRestart { pods: "pods", container: "container", n: "n" },
    "podSucceed" => PodSucceed { pods: "pods", main_ago_ms: "mainAgoMs" or default },
    "podFail" => PodFail {
        pods: "pods",
        exit: "exit" or default,
        reason: "reason" or default,
        conds: "conds" or default,
        no_status: "noStatus" or default,
        no_finished_at: "noFinishedAt" or default,
        main_ago_ms: "mainAgoMs" or default
    },
    "podDelete" => PodDelete { pods: "pods", conds: "conds" or default, grace: "grace" or default },
    "podRemove" => PodRemove { pods: "pods" },
    "podLabel" => PodLabel { pods: "pods", set: "set" },
    "podAnnot" => PodAnnot { pods: "pods", set: "set" },
    "patchPod" => PatchPod { name: "name", r#type: "type" or default, patch: "patch" },
    "podOrphan" => PodOrphan { pods: "pods", strip_finalizer: "stripFinalizer" or default },
    "observe" => Observe { seen: "seen" },
    "inferSync" => InferSync {
        key: "key" or default,
        seen: "seen" or default,
        refused: "refused" or default,
        crashes: "crashes" or default,
        one_of_several: "oneOfSeveral" or default
    },
    "setOutcomes" => SetOutcomes { rules: "rules" },
}

impl Action {
    /// Reads an action.
    ///
    /// # Errors
    ///
    /// What is wrong with the value, with its path.
    pub fn from_json(value: &Value) -> Result<Self, JsonError> {
        let object = JsonObject::of(value, "an action with its op")?;
        read(&object.required::<String>(TAG)?, &object)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let UniqueFields(value) = UniqueFields::deserialize(deserializer)?;
        Self::from_json(&value).map_err(|error| D::Error::custom(error.with_path()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json, to_value};

    use super::*;

    /// A value for a field that is not its default.
    fn sample(op: &str, name: &str) -> Value {
        let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": []}});
        let seen = json!({"type": "MODIFIED", "object": {"pod": pod}});
        match name {
            "job" => json!({"metadata": {"name": "j"}, "spec": {"template": {"spec": {"containers": []}}}}),
            "pods" if op == "importPods" => json!([pod]),
            "pods" | "refused" => json!(["a", "b"]),
            "pod" => pod,
            "quota" => json!({"name": "q", "pods": 2}),
            "manifest" | "patch" => json!({"spec": {"suspend": true}}),
            "type" => json!("strategic"),
            "name" | "namespace" | "container" | "key" => json!("a/b"),
            "kind" => json!("pod"),
            "policy" => json!("foreground"),
            "reason" if op == "podWait" => json!("ErrImagePull"),
            "reason" => json!("Evicted"),
            "options" => json!({"seed": 7}),
            "exit" => json!({"main": 3}),
            "conds" => json!([{"type": "DisruptionTarget", "status": "True"}]),
            "set" => json!({"a": "b", "c": null}),
            "rules" => json!([]),
            "ready" | "noStatus" | "noFinishedAt" | "stripFinalizer" | "crashes" | "oneOfSeveral" => json!(true),
            "seen" if op == "observe" => seen,
            "seen" => json!([seen]),
            _ => json!(7),
        }
    }

    #[test]
    fn every_action_is_read_as_it_is_written() {
        for (name, fields) in FIELDS {
            let mut object = Map::from_iter([(TAG.to_owned(), json!(name))]);
            object.extend(fields.iter().map(|(field, _)| ((*field).to_owned(), sample(name, field))));
            let action = Action::from_json(&object.clone().into()).unwrap();
            assert_eq!(op(&action), *name);
            let written = to_value(&action).unwrap();
            let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&written), names(&object.clone().into()));
            assert_eq!(Action::from_json(&written), Ok(action));

            for (field, is_required) in *fields {
                let mut without = object.clone();
                without.remove(*field);
                let read = Action::from_json(&without.into());
                assert_eq!(read.is_err(), *is_required, "{name} without {field}: {read:?}");
            }
            object.insert("other".to_owned(), json!(1));
            let error = Action::from_json(&object.into()).unwrap_err().with_path();
            assert!(error.starts_with("unknown field `other`, "), "{error}");
        }
    }

    #[test]
    fn an_error_says_what_is_wrong_and_where() {
        for (value, error) in [
            (json!("gc"), "invalid type: string \"gc\", expected an action with its op"),
            (json!({"ms": 1}), "missing field `op`"),
            (json!({"op": "advance"}), "missing field `ms`"),
            (json!({"op": "advance", "ms": "1"}), "ms: invalid type: string \"1\", expected i64"),
            (json!({"op": "podRun", "pods": ["a", 1]}), "pods[1]: invalid type: integer `1`, expected a string"),
            (json!({"op": "fault", "verb": "create"}), "missing field `mode`"),
        ] {
            assert_eq!(Action::from_json(&value).unwrap_err().with_path(), error);
        }
        let unknown = Action::from_json(&json!({"op": "run"})).unwrap_err().with_path();
        assert!(unknown.starts_with("unknown variant `run`, expected one of `createJob`, `importJob`, "), "{unknown}");
    }
}
