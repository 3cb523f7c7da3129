//! The controller's API calls in the recordings' words and order.
//!
//! Calls on pods are partly concurrent in the controller, so their order within a sync tells nothing.
//! Calls on Jobs are made while nothing else is under way: they stay where they happened and split the
//! list into runs, and each run is sorted.

use jobscope_core::trace::{Call, CallBody, Kind, Verb};
use serde_json::{Map, Value, json};

/// `calls` as the section `writes` tells them.
pub(crate) fn writes<'a>(calls: impl Iterator<Item = &'a Call>) -> Vec<Value> {
    let (mut done, mut run) = (Vec::new(), Vec::new());
    for call in calls {
        let write = write(call);
        if call.resource == Kind::Job {
            done.append(&mut sorted(&mut run));
            done.push(write);
        } else {
            run.push(write);
        }
    }
    done.append(&mut sorted(&mut run));
    done
}

/// Empties `run` into the recordings' order: refused creates, which have no name, by index and error;
/// then by pod name, several calls on one pod in the order in which they were made.
fn sorted(run: &mut Vec<Value>) -> Vec<Value> {
    let text = |write: &Value, key: &str| write.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    run.sort_by_cached_key(|write| match text(write, "n") {
        name if name.is_empty() => (name, format!("{:0>10}", text(write, "ix")), text(write, "err")),
        name => (name, String::new(), String::new()),
    });
    std::mem::take(run)
}

fn write(call: &Call) -> Value {
    let Call { verb, resource, name, batch: _, body, error, fault } = call;
    let mut write = Map::new();
    let mut put = |key: &str, value: Value| drop(write.insert(key.to_owned(), value));
    // The recordings have one word for both patches; the kind tells them apart.
    put("v", if *verb == Verb::PatchJob { json!(Verb::Patch) } else { json!(verb) });
    put("r", json!(resource));
    if let Some(name) = name {
        put("n", json!(name));
    }
    match body {
        // What other controllers send is in no recording.
        CallBody::None | CallBody::Deletion(_) | CallBody::PatchMetadata(_) | CallBody::PatchStatus(_) => {}
        CallBody::NewPod(annotations) => {
            for (key, annotation) in NEW_POD_ANNOTATIONS {
                if let Some(value) = annotations.get(annotation) {
                    put(key, json!(value));
                }
            }
        }
        CallBody::Patch(patch) => put("p", patch_body(patch.to_json())),
        CallBody::PatchJob(patch) => put("p", patch.to_json()),
        CallBody::Status(status) => put("st", json!(status)),
    }
    if let Some(error) = error {
        put("err", fault.map_or_else(|| json!(error.reason), |fault| json!(fault)));
    }
    Value::Object(write)
}

/// The annotations of a new pod that the recordings tell, and as what.
const NEW_POD_ANNOTATIONS: [(&str, &str); 3] = [
    ("ix", "batch.kubernetes.io/job-completion-index"),
    ("fc", "batch.kubernetes.io/job-index-failure-count"),
    ("ifc", "batch.kubernetes.io/job-index-ignored-failure-count"),
];

/// The one patch that has a name in the recordings, because it is so frequent.
fn patch_body(body: Value) -> Value {
    let remove_finalizer =
        json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["batch.kubernetes.io/job-tracking"]}});
    if body == remove_finalizer { json!("rmFinalizer") } else { body }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{StatusError, StatusReason};
    use jobscope_core::trace::{FaultMode, PodPatch};

    use super::*;

    fn call(verb: Verb, resource: Kind, name: Option<&str>) -> Call {
        let name = name.map(Into::into);
        Call { verb, resource, name, batch: None, body: CallBody::None, error: None, fault: None }
    }

    fn pod(verb: Verb, name: &str) -> Call {
        call(verb, Kind::Pod, Some(name))
    }

    fn refused(fault: FaultMode) -> Call {
        let error = Some(StatusError::new(StatusReason::Forbidden, "no"));
        Call { error, fault: Some(fault), ..call(Verb::Create, Kind::Pod, None) }
    }

    fn short(calls: &[Call]) -> Vec<String> {
        let field = |write: &Value, key: &str| write.get(key).and_then(Value::as_str).unwrap_or("-").to_owned();
        writes(calls.iter())
            .iter()
            .map(|write| [field(write, "v"), field(write, "n"), field(write, "err")].join(" "))
            .collect()
    }

    #[test]
    fn calls_on_jobs_split_the_list_into_runs() {
        let get = call(Verb::Get, Kind::Job, Some("j"));
        let update = call(Verb::UpdateStatus, Kind::Job, Some("j"));
        let calls = [
            pod(Verb::Create, "j-2"),
            pod(Verb::Create, "j-1"),
            get,
            pod(Verb::Delete, "j-4"),
            pod(Verb::Delete, "j-3"),
            update,
            pod(Verb::Delete, "j-0"),
        ];
        let order = [
            "create j-1 -",
            "create j-2 -",
            "get j -",
            "delete j-3 -",
            "delete j-4 -",
            "updateStatus j -",
            "delete j-0 -",
        ];
        assert_eq!(short(&calls), order);
    }

    #[test]
    fn refused_creates_come_first_and_one_pods_calls_keep_their_order() {
        let calls = [
            pod(Verb::Patch, "b"),
            pod(Verb::Delete, "b"),
            refused(FaultMode::Timeout),
            pod(Verb::Delete, "a"),
            refused(FaultMode::ForbiddenQuota),
        ];
        let order = ["create - forbidden-quota", "create - timeout", "delete a -", "patch b -", "delete b -"];
        assert_eq!(short(&calls), order);
    }

    #[test]
    fn refused_creates_of_indexes_go_by_number() {
        let refused = |ix: &str, err: &str| json!({"v": "create", "r": "pod", "ix": ix, "err": err});
        let mut run = vec![refused("10", "timeout"), refused("9", "timeout"), refused("9", "conflict")];
        assert_eq!(sorted(&mut run), [refused("9", "conflict"), refused("9", "timeout"), refused("10", "timeout")]);
    }

    #[test]
    fn an_error_is_shown_by_its_fault_or_else_by_its_reason() {
        let error = Some(StatusError::not_found("pods", ""));
        let natural = Call { error: error.clone(), ..pod(Verb::Delete, "a") };
        let injected = Call { error, fault: Some(FaultMode::NotFound), ..pod(Verb::Delete, "b") };
        let lost = Call {
            error: Some(StatusError::new(StatusReason::Timeout, "t")),
            fault: Some(FaultMode::TimeoutApplied),
            ..pod(Verb::Create, "c")
        };
        let order = ["delete a not-found", "delete b not-found", "create c timeout-applied"];
        assert_eq!(short(&[natural, injected, lost]), order);
    }

    #[test]
    fn bodies_are_shown_as_they_were_sent() {
        let release = PodPatch::Release { owner_uid: "job-uid-0".into(), pod_uid: "uid-a".into(), finalizer: None };
        let patch = Call { body: CallBody::Patch(release), ..pod(Verb::Patch, "a") };
        let status = Call { body: CallBody::Status(Box::default()), ..call(Verb::UpdateStatus, Kind::Job, Some("j")) };
        assert_eq!(
            writes([&patch, &status].into_iter()),
            [
                json!({"v": "patch", "r": "pod", "n": "a", "p": {"metadata":
                    {"ownerReferences": [{"$patch": "delete", "uid": "job-uid-0"}], "uid": "uid-a"}}}),
                json!({"v": "updateStatus", "r": "job", "n": "j", "st": {}}),
            ]
        );
        let body = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["batch.kubernetes.io/job-tracking"]}});
        assert_eq!(patch_body(body), json!("rmFinalizer"));
    }
}
