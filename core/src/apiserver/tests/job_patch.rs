//! What the API server makes of a user's patches of each type, and its errors for invalid ones.

use serde_json::{Value, json};

use super::*;
use crate::api::{DeleteOptions, DeletionPropagation, JobStatus, PatchType, StatusError, StatusReason};
use crate::apiserver::patch::Part;
use crate::trace::{FieldValidation, Method, Request};

fn patched(server: &mut ApiServer, r#type: PatchType, patch: &Value) -> Result<Value, StatusError> {
    let before = server.clone();
    let answer = server.patch_job(&key(), r#type, patch);
    if answer.is_err() {
        assert_eq!(*server, before, "a refused patch changes nothing");
    }
    answer.map(|_| server.job(&key()).unwrap().to_document())
}

/// The status and the words of a refusal.
fn refused(r#type: PatchType, patch: &Value) -> (u16, String) {
    let mut server = server_with(&json!({}), Release::V1_28).unwrap();
    let error = patched(&mut server, r#type, patch).expect_err(&patch.to_string());
    (error.reason.code(), error.message)
}

#[test]
fn all_types_of_patches_change_a_job() {
    let toleration = |key: &str| json!({"key": key, "operator": "Exists"});
    for release in Release::ALL {
        for (r#type, patch) in [
            (PatchType::Merge, json!({"spec": {"parallelism": 3}})),
            (PatchType::Strategic, json!({"spec": {"parallelism": 3}})),
            (PatchType::Json, json!([{"op": "replace", "path": "/spec/parallelism", "value": 3}])),
        ] {
            let mut server = server_with(&json!({}), release).unwrap();
            let job = patched(&mut server, r#type, &patch).unwrap();
            assert_eq!(job["spec"]["parallelism"], 3, "{release} {type:?}");
        }
    }
    // A container is found by its name, tolerations are replaced.
    let suspended = json!({"suspend": true, "template": {"spec": {"tolerations": [toleration("a")]}}});
    let mut server = server_with(&suspended, Release::V1_28).unwrap();
    let patch = json!({"spec": {"template": {"spec": {"tolerations": [toleration("a"), toleration("b")]}}}});
    let job = patched(&mut server, PatchType::Strategic, &patch).unwrap();
    assert_eq!(job["spec"]["template"]["spec"]["tolerations"].as_array().map(Vec::len), Some(2));
    let image = json!({"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "ruby"}]}}}});
    let error = patched(&mut server, PatchType::Strategic, &image).unwrap_err();
    assert!(error.message.contains("field is immutable"), "{error}");
    let same = json!({"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "perl"}]}}}});
    assert!(server.patch_job(&key(), PatchType::Strategic, &same).unwrap().is_none(), "it is merged by its name");
    assert!(server.patch_job(&key(), PatchType::Merge, &same).is_ok(), "and with its defaults it is the same");
}

#[test]
fn nothing_is_a_patch_of_two_types() {
    let mut server = server_with(&json!({}), Release::V1_36).unwrap();
    for r#type in [PatchType::Strategic, PatchType::Json] {
        assert!(patched(&mut server, r#type, &Value::Null).is_ok(), "{type:?}");
    }
    assert_eq!(refused(PatchType::Merge, &Value::Null), (400, "Invalid JSON Patch".to_owned()));
}

#[test]
fn a_strategic_merge_patch_is_converted_as_go_converts() {
    let mut server = server_with(&json!({}), Release::V1_36).unwrap();
    let mut parallelism = |value: Value| {
        patched(&mut server, PatchType::Strategic, &json!({"kind": "Pod", "spec": {"parallelism": value}}))
            .map(|job| job["spec"]["parallelism"].clone())
            .map_err(|error| error.message)
    };
    assert_eq!(parallelism(json!(2.0)), Ok(json!(2)));
    assert_eq!(parallelism(json!(4_294_967_299_i64)), Ok(json!(3)));
    let error = parallelism(json!(3_000_000_000_i64)).unwrap_err();
    assert!(error.contains("Invalid value: -1294967296: must be greater than or equal to 0"), "{error}");
    assert!(parallelism(json!(2.5)).unwrap_err().contains("cannot convert float64 to int32"));
}

#[test]
fn a_list_that_was_not_sent_is_shown_as_none() {
    for (release, none, empty) in [
        (Release::V1_33, "Containers:[]core.Container(nil)", "Containers:[]core.Container{}"),
        (Release::V1_36, r#""Containers":null"#, r#""Containers":[]"#),
    ] {
        let mut server = server_with(&json!({}), release).unwrap();
        let remove = |path: &str| json!([{"op": "remove", "path": path}]);
        let of_spec = |spec: Value| json!({"spec": {"template": {"spec": spec}}});
        for (r#type, patch, shown) in [
            (PatchType::Merge, json!({"spec": null}), none),
            (PatchType::Merge, json!({"spec": {"template": null}}), none),
            (PatchType::Merge, of_spec(json!({"containers": null})), none),
            (PatchType::Merge, of_spec(json!({"containers": []})), empty),
            (PatchType::Json, remove("/spec"), none),
            (PatchType::Json, remove("/spec/template/spec/containers/0"), empty),
            (PatchType::Strategic, of_spec(json!({"containers": null})), none),
            (PatchType::Strategic, of_spec(json!({"containers": [{"name": "main", "$patch": "delete"}]})), empty),
        ] {
            let error = patched(&mut server, r#type, &patch).unwrap_err().message;
            assert!(error.contains(shown), "{patch}: {error}");
        }
        let lists = of_spec(json!({"containers": [], "initContainers": []}));
        let error = patched(&mut server, PatchType::Merge, &lists).unwrap_err().message;
        assert!(error.contains(&empty.replace("Containers", "InitContainers")), "{error}");
    }
}

#[test]
fn finalizers_are_patched_as_a_set() {
    let mut server = server_with(&json!({}), Release::V1_28).unwrap();
    let finalizers = |job: &Value| job["metadata"]["finalizers"].clone();
    let add = |name: &str| json!({"metadata": {"finalizers": [name]}});
    patched(&mut server, PatchType::Strategic, &add("example.com/a")).unwrap();
    let job = patched(&mut server, PatchType::Strategic, &add("example.com/b")).unwrap();
    assert_eq!(finalizers(&job), json!(["example.com/b", "example.com/a"]));
    let remove = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["example.com/b"]}});
    let job = patched(&mut server, PatchType::Strategic, &remove).unwrap();
    assert_eq!(finalizers(&job), json!(["example.com/a"]));
    // The last one was what held the Job.
    let background =
        DeleteOptions { propagation_policy: Some(DeletionPropagation::Background), ..DeleteOptions::default() };
    server.delete_job(&key(), &background, Time::START).unwrap();
    assert!(server.job(&key()).is_ok());
    server.patch_job(&key(), PatchType::Merge, &json!({"metadata": {"finalizers": null}})).unwrap();
    assert_eq!(server.job(&key()).unwrap_err().reason, StatusReason::NotFound);
}

#[test]
fn what_is_the_servers_is_not_for_a_patch() {
    let mut server = server_with(&json!({}), Release::V1_28).unwrap();
    // The first update writes down what defaulting says of the labels.
    let stored = patched(&mut server, PatchType::Merge, &json!({})).unwrap();
    let metadata = |field: &str, value: &str| json!({"metadata": {field: value}});
    for (patch, says) in [
        (metadata("name", "other"), "the name of the object (other) does not match the name on the URL (pi)"),
        (
            metadata("namespace", "other"),
            "the namespace of the provided object does not match the namespace sent on the request",
        ),
        (
            json!({"metadata": null}),
            "the name of the object (pi based on URL) was undeterminable: name must be provided",
        ),
        (metadata("resourceVersion", "abc"), "strconv.ParseUint: parsing \"abc\": invalid syntax"),
        (metadata("deletionTimestamp", "2020-01-01T00:00:00Z"), "metadata.deletionTimestamp: Invalid value: "),
        (metadata("uid", "other"), "metadata.uid: Invalid value: \"other\": field is immutable"),
    ] {
        let error = patched(&mut server, PatchType::Merge, &patch).unwrap_err();
        assert!(error.message.contains(says), "{error}");
    }
    for patch in [
        json!({"metadata": {"uid": null}}),
        json!({"metadata": {"resourceVersion": null, "creationTimestamp": null, "generation": 7}}),
        json!({"status": {"active": 7}}),
        json!({"spec": {"nobodyKnowsThis": {"a": [1]}}}),
    ] {
        assert_eq!(patched(&mut server, PatchType::Strategic, &patch).as_ref(), Ok(&stored), "{patch}");
    }
}

#[test]
fn a_patch_may_ask_for_a_version() {
    let mut server = server_with(&json!({}), Release::V1_28).unwrap();
    let version = server.job(&key()).unwrap().metadata.resource_version.unwrap().to_string();
    let patch = |version: &str| json!({"metadata": {"resourceVersion": version}, "spec": {"parallelism": 4}});
    assert!(patched(&mut server, PatchType::Merge, &patch(&version)).is_ok());
    let error = patched(&mut server, PatchType::Merge, &patch(&version)).unwrap_err();
    assert_eq!((error.reason, error.message.contains("the object has been modified")), (StatusReason::Conflict, true));
}

#[test]
fn what_is_put_is_the_whole_of_a_job() {
    let mut server = server_with(&json!({"backoffLimit": 2}), Release::V1_11).unwrap();
    let job = std::sync::Arc::clone(server.job(&key()).unwrap());
    server.update_job_status(&job, JobStatus { active: 1, ..JobStatus::default() }).unwrap();
    let mut document = server.job(&key()).unwrap().to_document();
    document["spec"]["parallelism"] = json!(3);
    document["spec"].as_object_mut().unwrap().remove("backoffLimit");
    document["status"] = json!({});
    let put = |server: &mut ApiServer| {
        server.put(&key(), DecodedJob::from_json(&document, server.gates)?, &document, Part::Job)
    };
    put(&mut server).unwrap();
    let stored = server.job(&key()).unwrap();
    assert_eq!((stored.spec.parallelism, stored.spec.backoff_limit), (Some(3), Some(6)));
    assert_eq!(stored.status.active, 1, "the status is not for this request");
    let error = put(&mut server).unwrap_err();
    assert_eq!(error.reason, StatusReason::Conflict);
}

#[test]
fn what_is_no_patch_is_refused_in_the_servers_words() {
    use PatchType::{Json, Merge, Strategic};
    let rejected = "the server rejected our request due to an error in our request";
    for (r#type, patch, code, says) in [
        (
            Merge,
            json!([1]),
            400,
            "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
        ),
        (Strategic, json!("x"), 400, "json: cannot unmarshal string into Go value of type map[string]interface {}"),
        (
            Json,
            json!({}),
            400,
            "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
        ),
        (Json, json!([null]), 422, rejected),
        (Json, json!([{"op": "burn", "path": "/spec"}]), 422, rejected),
        (Json, json!([{"op": "remove", "path": "/spec/nothing/here"}]), 422, rejected),
        (Json, json!([{"op": "test", "path": "/spec/parallelism", "value": 9}]), 422, rejected),
        (Strategic, json!({"spec": {"$retainKeys": 1}}), 400, "invalid patch format of retainKeys"),
        (
            Strategic,
            json!({"spec": {"template": {"spec": {"containers": [{"image": "perl"}]}}}}),
            500,
            "map: map[image:perl] does not contain declared merge key: name",
        ),
    ] {
        assert_eq!(refused(r#type, &patch), (code, says.to_owned()), "{patch}");
    }
    assert_eq!(
        refused(Strategic, &json!({"spec": {"parallelism": "many"}})),
        (
            422,
            " \"\" is invalid: patch: Invalid value: \"map[spec:map[parallelism:many]]\": unrecognized type: int32"
                .to_owned()
        )
    );
    let (_, says) = refused(Merge, &json!({"spec": {"parallelism": "many"}}));
    assert!(
        says.starts_with(" \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":\\\"batch/v1\\\""),
        "{says}"
    );
    let (_, says) = refused(Merge, &json!({"spec": {"parallelism": -1}}));
    assert_eq!(
        says,
        "Job.batch \"pi\" is invalid: spec.parallelism: Invalid value: -1: must be greater than or equal to 0"
    );
}

#[test]
fn a_patch_cannot_grow_without_end() {
    let many: Value = (0..10_001).map(|_| json!({"op": "test", "path": "", "value": 1})).collect();
    assert_eq!(refused(PatchType::Json, &many).0, 413);
    // Each copy doubles the annotation's neighbour.
    let seed = json!({"op": "add", "path": "/x", "value": ["0123456789abcdef"]});
    let double = json!({"op": "copy", "from": "/x", "path": "/x/0"});
    let patch: Value = std::iter::once(seed).chain(std::iter::repeat_n(double, 64)).collect();
    assert_eq!(refused(PatchType::Json, &patch).0, 422);
}

#[test]
fn a_text_of_no_list_is_refused_as_a_change_too() {
    let mut server = server_with(&json!({}), Release::V1_36).unwrap();
    let mut refused =
        |spec: &Value| patched(&mut server, PatchType::Merge, &json!({"spec": spec})).unwrap_err().message;
    assert_eq!(
        refused(&json!({"completionMode": "x"})),
        "Job.batch \"pi\" is invalid: [spec.completionMode: Unsupported value: \"x\": supported values: \"NonIndexed\", \
         \"Indexed\", spec.completionMode: Invalid value: \"x\": field is immutable]"
    );
    let rule = json!({"action": "x", "onExitCodes": {"operator": "In", "values": [1]}});
    assert_eq!(
        refused(&json!({"podFailurePolicy": {"rules": [rule]}})),
        "Job.batch \"pi\" is invalid: [spec.podFailurePolicy.rules[0].action: Unsupported value: \"x\": supported values: \
         \"Count\", \"FailIndex\", \"FailJob\", \"Ignore\", spec.podReplacementPolicy: Unsupported value: \
         \"TerminatingOrFailed\": supported values: \"Failed\", spec.podFailurePolicy: Invalid value: \
         {\"Rules\":[{\"Action\":\"x\",\"OnExitCodes\":{\"ContainerName\":null,\"Operator\":\"In\",\"Values\":[1]},\
         \"OnPodConditions\":null}]}: field is immutable]"
    );
    let always = refused(&json!({"template": {"spec": {"restartPolicy": "x"}}}));
    assert!(
        always.contains("spec.template: Invalid value: ") && always.contains("\"RestartPolicy\":\"x\""),
        "{always}"
    );
}

/// Each way to write a Job warns about owners that are given twice.
#[test]
fn each_write_warns_about_owners_that_are_given_twice() {
    let owner = json!({"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"});
    let mut job = pi(&json!({}));
    json_patch::merge(&mut job, &json!({"metadata": {"name": "pi", "ownerReferences": [owner, owner]}}));
    let mut server = ApiServer::new(Release::V1_36.into());
    let patch = Method::Patch(PatchType::Merge);
    for (method, when) in [(Method::Post, ""), (Method::Put, ""), (patch, " after mutating admission happens")] {
        let request = Request { method, key: key(), body: job.clone() };
        let response = server.respond(&request, FieldValidation::Strict, Time::START);
        let warning = format!(".metadata.ownerReferences contains duplicate entries{when}; API server");
        assert!(response.warnings.iter().any(|text| text.starts_with(&warning)), "{:?}", response.warnings);
    }
}
