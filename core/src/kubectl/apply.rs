//! `kubectl apply`, client-side (`kubectl/pkg/cmd/apply`): create what is missing, else patch what changed since it
//! was applied last. What was applied last is in an annotation of the Job.

use serde_json::{Map, Value, json};

use super::output::{CommandError, CommandOutput};
use super::run::not_namespaced;
use crate::api::{Job, ObjectKey, PatchType, Release, StatusError, StatusReason, go_json, three_way_merge_patch};
use crate::trace::{FieldValidation, Method, Request, Response};

/// `v1.LastAppliedConfigAnnotation`: the manifest that was applied last, as JSON.
pub const LAST_APPLIED_ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// What `kubectl apply -f` asks of the API server, which has `stored` under a name: nothing if all is as the
/// manifest says.
///
/// # Errors
///
/// The manifest has no name, or a list whose items have not got what tells them apart.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::kubectl::apply;
/// use jobscope_core::trace::Method;
/// use serde_json::json;
///
/// let manifest = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"}, "spec": {}});
/// let Some(request) = apply(&manifest, Release::V1_36, |_| None)? else { unreachable!() };
/// assert_eq!((request.method, request.key.to_string().as_str()), (Method::Post, "default/pi"));
/// assert_eq!(
///     request.body["metadata"]["annotations"]["kubectl.kubernetes.io/last-applied-configuration"],
///     "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"annotations\":{},\"name\":\"pi\",\
///      \"namespace\":\"default\"},\"spec\":{}}\n",
/// );
/// # Ok::<(), jobscope_core::api::StatusError>(())
/// ```
pub fn apply<'a>(
    manifest: &Value,
    release: Release,
    stored: impl FnOnce(&ObjectKey) -> Option<&'a Job>,
) -> Result<Option<Request>, StatusError> {
    let (key, modified) = modified_configuration(manifest)?;
    let Some(stored) = stored(&key) else {
        return Ok(Some(Request { method: Method::Post, key, body: modified }));
    };
    let original = stored.metadata.annotations.get(LAST_APPLIED_ANNOTATION);
    // What is no JSON counts for nothing here; kubectl would stop.
    let original = original.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let body = three_way_merge_patch(&original, &modified, &stored.as_read(release))?;
    Ok((body != json!({})).then_some(Request { method: Method::Patch(PatchType::Strategic), key, body }))
}

/// Applies `manifest` as `kubectl apply -f -` does and returns what kubectl sent and what it printed; `send` carries out
/// a request and returns the response of the server.
pub fn run_apply(
    manifest: &Value,
    release: Release,
    stored: Option<&Job>,
    send: impl FnOnce(&Request, FieldValidation) -> Response,
) -> (Option<Request>, CommandOutput) {
    let mut output = CommandOutput::default();
    let request = match apply(manifest, release, |_| stored) {
        Ok(request) => request,
        Err(error) => return (None, CommandOutput::failure(&CommandError::Client(error.message))),
    };
    if let Some(stored) = stored.filter(|stored| stored.metadata.annotations.get(LAST_APPLIED_ANNOTATION).is_none()) {
        output.warn(&[missing_annotation("jobs", stored.metadata.name())]);
    }
    let Some(request) = request else {
        output.report("job.batch", stored.map_or("", |stored| stored.metadata.name()), "unchanged");
        return (None, output);
    };
    let Response { outcome, warnings } = send(&request, FieldValidation::Strict);
    output.warn(&warnings);
    match outcome {
        Ok(job) => {
            let done = if request.method == Method::Post { "created" } else { "configured" };
            output.report("job.batch", job.metadata.name(), done);
        }
        Err(error) => {
            output.code = 1;
            output.stderr.push_str(&CommandError::Server(String::new(), error).to_string());
        }
    }
    (Some(request), output)
}

/// What is said before an object is patched that nobody has applied.
pub(super) fn missing_annotation(plural: &str, name: &str) -> String {
    format!(
        "resource {plural}/{name} is missing the {LAST_APPLIED_ANNOTATION} annotation which is required by kubectl apply. \
         kubectl apply should only be used on resources created declaratively by either kubectl create --save-config \
         or kubectl apply. The missing annotation will be patched automatically."
    )
}

/// What is wrong with a manifest without a name.
pub(super) const NAMELESS: &str = "resource name may not be empty";

/// `GetModifiedConfiguration`: the manifest, its namespace filled in, with itself as its annotation.
pub(super) fn modified_configuration(manifest: &Value) -> Result<(ObjectKey, Value), StatusError> {
    let bad = |message: &str| StatusError::new(StatusReason::BadRequest, message);
    let mut modified = manifest.as_object().cloned().ok_or_else(|| bad("the manifest is not an object"))?;
    let kind = manifest.get("kind").and_then(Value::as_str);
    let metadata = modified.entry("metadata").or_insert_with(|| Map::new().into());
    let metadata = metadata.as_object_mut().ok_or_else(|| bad("the manifest's metadata is not an object"))?;
    let text = |metadata: &Map<String, Value>, field: &str| {
        metadata.get(field).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let Some(name) = text(metadata, "name") else {
        return Err(match text(metadata, "generateName") {
            Some(prefix) => bad(&format!("from {prefix}: cannot use generate name with apply")),
            None => bad(NAMELESS),
        });
    };
    let namespace = text(metadata, "namespace").unwrap_or_else(|| "default".to_owned());
    if kind.and_then(not_namespaced).is_none() {
        metadata.insert("namespace".to_owned(), namespace.clone().into());
    }
    let mut annotations = metadata.get("annotations").and_then(Value::as_object).cloned().unwrap_or_default();
    annotations.remove(LAST_APPLIED_ANNOTATION);
    metadata.insert("annotations".to_owned(), annotations.clone().into());
    let applied = json_line(&Value::Object(modified.clone()));
    annotations.insert(LAST_APPLIED_ANNOTATION.to_owned(), applied.into());
    if let Some(metadata) = modified.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("annotations".to_owned(), annotations.into());
    }
    Ok((ObjectKey::from(format!("{namespace}/{name}")), modified.into()))
}

/// JSON as Go's encoder writes it: by name, safe within HTML, a line of its own.
pub(super) fn json_line(value: &Value) -> String {
    go_json(value) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{DecodedJob, Time};
    use crate::apiserver::ApiServer;

    fn manifest(spec: &Value) -> Value {
        let mut manifest = json!({
            "apiVersion": "batch/v1",
            "kind": "Job",
            "metadata": {"name": "pi"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "perl"}]}}},
        });
        json_patch::merge(&mut manifest["spec"], spec);
        manifest
    }

    /// Carries out `kubectl apply` and answers with what was sent.
    fn applied(server: &mut ApiServer, manifest: &Value) -> Result<Option<Request>, String> {
        let request =
            apply(manifest, server.release(), |key| server.jobs().get(key).map(|job| &**job)).map_err(|e| e.message)?;
        if let Some(request) = &request {
            server.serve(request, Time::START).map_err(|error| error.message)?;
        }
        Ok(request)
    }

    #[test]
    fn a_job_is_created_then_patched_then_left_alone() {
        for release in Release::ALL {
            let mut server = ApiServer::new(release.into());
            let first = manifest(&json!({"parallelism": 2, "backoffLimit": 3}));
            assert_eq!(applied(&mut server, &first).unwrap().unwrap().method, Method::Post);
            assert_eq!(applied(&mut server, &first), Ok(None), "{release}");
            // Changes by others stay; what the manifest no longer says is removed.
            let key = "default/pi".into();
            server.patch_job(&key, PatchType::Merge, &json!({"spec": {"activeDeadlineSeconds": 9}})).unwrap();
            let second = manifest(&json!({"parallelism": 5}));
            let Request { method, mut body, .. } = applied(&mut server, &second).unwrap().unwrap();
            assert_eq!(method, Method::Patch(PatchType::Strategic));
            let annotations = body["metadata"]["annotations"].as_object_mut().unwrap();
            assert!(
                annotations.remove(LAST_APPLIED_ANNOTATION).unwrap().as_str().unwrap().contains("\"parallelism\":5")
            );
            assert_eq!(
                body,
                json!({"metadata": {"annotations": {}}, "spec": {"parallelism": 5, "backoffLimit": null}}),
                "{release}"
            );
            let spec = &server.job(&key).unwrap().spec;
            assert_eq!(
                (spec.parallelism, spec.backoff_limit, spec.active_deadline_seconds),
                (Some(5), Some(6), Some(9)),
                "{release}"
            );
        }
    }

    #[test]
    fn what_may_not_change_is_refused_and_the_job_stays() {
        let mut server = ApiServer::new(Release::V1_28.into());
        applied(&mut server, &manifest(&json!({}))).unwrap();
        let before = server.clone();
        let other = manifest(&json!({"template": {"spec": {"containers": [{"name": "main", "image": "ruby"}]}}}));
        let refusal = applied(&mut server, &other).unwrap_err();
        assert_eq!(
            crate::api::cut_short(&refusal),
            "Job.batch \"pi\" is invalid: spec.template: Invalid value: core.PodTemplateSpec{...}: field is immutable"
        );
        assert_eq!(server, before);
    }

    #[test]
    fn a_job_without_the_annotation_loses_nothing() {
        let mut server = ApiServer::new(Release::V1_28.into());
        let body =
            DecodedJob::from_json(&manifest(&json!({"parallelism": 2, "completions": 2})), Release::V1_28).unwrap();
        server.create_job(body, Time::START).unwrap();
        assert!(applied(&mut server, &manifest(&json!({}))).unwrap().is_some());
        let job = server.job(&"default/pi".into()).unwrap();
        assert_eq!(job.spec.completions, Some(2));
        assert!(job.metadata.annotations.get(LAST_APPLIED_ANNOTATION).is_some());
    }

    #[test]
    fn what_is_written_is_escaped_as_go_does_it() {
        assert_eq!(
            json_line(&json!({"b": "a && b <é>", "a": 1})),
            "{\"a\":1,\"b\":\"a \\u0026\\u0026 b \\u003cé\\u003e\"}\n"
        );
    }

    #[test]
    fn what_has_no_name_is_not_applied() {
        for (manifest, says) in [
            (json!([]), "the manifest is not an object"),
            (json!({"metadata": []}), "the manifest's metadata is not an object"),
            (json!({}), "resource name may not be empty"),
            (json!({"metadata": {"generateName": "pi-"}}), "from pi-: cannot use generate name with apply"),
        ] {
            assert_eq!(apply(&manifest, Release::V1_36, |_| None).unwrap_err().message, says);
        }
    }
}
