//! PATCH and PUT of a Job by a user (`apiserver/pkg/endpoints/handlers/patch.go`).
//!
//! Server-side apply (`application/apply-patch+yaml`) is not simulated: there are no managed fields.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::ApiServer;
use crate::api::jsonpatch::{self, Decoded};
use crate::api::{
    self, DecodedJob, FieldError, FieldPath, Job, MetaTime, ObjectKey, ObjectMeta, PatchType, Release, ResourceVersion,
    StatusError, StatusReason, Uid, from_json, go_value,
};
use crate::trace::{Kind, WatchEventType};

/// What `patch` makes of `document`, and what an error shows of it.
pub(crate) fn apply(
    r#type: PatchType,
    document: Value,
    patch: &Value,
    release: Release,
) -> Result<(Value, String), StatusError> {
    let refuse = |message: String| StatusError::new(StatusReason::BadRequest, message);
    let not_an_object = || jsonpatch::undecodable(patch, None, "map[string]interface {}");
    match r#type {
        // Go decodes null as an empty object or list.
        PatchType::Strategic | PatchType::Json if patch.is_null() => Ok((document, String::new())),
        PatchType::Merge if patch.is_null() => Err(refuse("Invalid JSON Patch".to_owned())),
        PatchType::Merge => {
            let Value::Object(patch) = patch else {
                return Err(refuse(format!("error decoding patch: {}", not_an_object())));
            };
            let mut object = match document {
                Value::Object(object) => object,
                _ => Map::new(),
            };
            let decoded = Decoded::by_merge(&object, patch);
            jsonpatch::merge(&mut object, patch);
            let outcome = Value::Object(object);
            let shown = jsonpatch::go_document(&outcome, &decoded, release);
            Ok((outcome, shown))
        }
        PatchType::Strategic if patch.is_object() => {
            let outcome = api::strategic_merge_patch(&document, patch)?;
            Ok((outcome, go_value(patch)))
        }
        PatchType::Strategic => Err(refuse(not_an_object())),
        PatchType::Json => {
            let mut outcome = document;
            jsonpatch::apply_operations(&mut outcome, patch)?;
            let shown = jsonpatch::go_document(&outcome, &Decoded::by_operations(patch), release);
            Ok((outcome, shown))
        }
    }
}

/// Why the outcome of a JSON or merge patch is no Job for its version and kind; those that are not there are a Job's.
fn other_kind(document: &Value, release: Release) -> Option<String> {
    let text = |field: &str, usual| {
        document.get(field).and_then(Value::as_str).filter(|text| !text.is_empty()).unwrap_or(usual)
    };
    let (version, kind) = (text("apiVersion", "batch/v1"), text("kind", "Job"));
    let scheme = match release.minor() {
        ..20 => "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:29",
        20..31 => "pkg/runtime/scheme.go:100",
        31.. => "pkg/api/legacyscheme/scheme.go:30",
    };
    match (version, kind) {
        ("batch/v1", "Job") => None,
        ("batch/v1", "JobList" | "CronJob" | "CronJobList")
        | ("v1", "Pod" | "PodTemplate" | "ReplicationController") => {
            let (group, version) = version.split_once('/').unwrap_or(("", version));
            Some(format!("unable to decode {group}/{version}, Kind={kind} into *batch.Job"))
        }
        _ => Some(format!("no kind {kind:?} is registered for version {version:?} in scheme {scheme:?}")),
    }
}

/// The outcome of a patch before it is stored.
pub(super) struct Patched {
    pub(super) decoded: DecodedJob,
    /// The outcome as JSON.
    pub(super) document: Value,
    /// What an error shows of the patch.
    pub(super) shown: String,
}

/// What an update is about: everything else stays as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The Job but for its status.
    Job,
    /// The status and the metadata: an update of the subresource `status`.
    Status,
}

/// The error of a patch whose outcome cannot be decoded.
pub(super) fn undecodable_patch(shown: &str, why: &str) -> StatusError {
    StatusError::invalid("", "", &[FieldError::invalid_text(&FieldPath::new("patch"), shown, why)])
}

impl ApiServer {
    /// PATCH of a Job by a user. None: the patch changes nothing.
    ///
    /// # Errors
    ///
    /// 400, 422 or 500 for an invalid patch, in the server's words, except for how a value of the wrong type is
    /// described; 409 if the patch names another resourceVersion than the one stored; what validation says.
    pub fn patch_job(
        &mut self,
        key: &ObjectKey,
        r#type: PatchType,
        patch: &Value,
    ) -> Result<Option<Arc<Job>>, StatusError> {
        let Patched { decoded, document, .. } = self.patched(key, r#type, patch)?;
        self.store_update(key, decoded, &document, Part::Job)
    }

    /// The Job that a patch makes of the stored one, decoded but neither defaulted nor validated.
    pub(super) fn patched(&self, key: &ObjectKey, r#type: PatchType, patch: &Value) -> Result<Patched, StatusError> {
        let release = self.release();
        let (mut document, shown) = apply(r#type, self.job(key)?.as_read(release), patch, release)?;
        let why: Option<String> = match r#type {
            PatchType::Strategic => api::convert_job(&mut document, release).err(),
            PatchType::Json | PatchType::Merge => other_kind(&document, release),
        };
        if let Some(why) = why {
            return Err(undecodable_patch(&shown, &why));
        }
        match DecodedJob::from_json(&document, self.gates) {
            Ok(decoded) => Ok(Patched { decoded, document, shown }),
            Err(error) => {
                let of_a_body = "Job in version \"v1\" cannot be handled as a Job: ";
                Err(undecodable_patch(&shown, error.message.strip_prefix(of_a_body).unwrap_or(&error.message)))
            }
        }
    }

    /// The end of a PUT: a UID in the body is a precondition.
    pub(super) fn put(
        &mut self,
        key: &ObjectKey,
        sent: DecodedJob,
        document: &Value,
        part: Part,
    ) -> Result<Option<Arc<Job>>, StatusError> {
        let old = &self.job(key)?.metadata;
        let text = |field: &str| document.get("metadata")?.get(field)?.as_str().filter(|text| !text.is_empty());
        check_name(key, text("name").unwrap_or_default(), text("namespace"))?;
        if let Some(uid) = text("uid").filter(|uid| *uid != old.uid()) {
            return Err(StatusError::stored_uid_precondition("jobs", key, uid, old.uid()));
        }
        self.store_update(key, sent, document, part)
    }

    /// The common end of PUT and PATCH: `sent` is what the Job is to be, `document` the same as it was sent.
    pub(super) fn store_update(
        &mut self,
        key: &ObjectKey,
        sent: DecodedJob,
        document: &Value,
        part: Part,
    ) -> Result<Option<Arc<Job>>, StatusError> {
        let old = Arc::clone(self.job(key)?);
        let DecodedJob { job: mut new, status, refused, empty, .. } = sent;
        let sent = document.get("metadata");
        let text = |field: &str| sent?.get(field)?.as_str().filter(|text| !text.is_empty());
        check_name(key, text("name").unwrap_or_default(), text("namespace"))?;
        check_version(Kind::Job, &old.metadata, text("resourceVersion").unwrap_or_default())?;
        new.metadata = before_update(new.metadata, &old.metadata, document);
        api::default_job(&mut new, self.gates);
        match part {
            Part::Job => {
                api::prepare_for_update(&mut new, &old, self.gates);
                api::validate_update(&new, &old, &refused, &empty, self.gates)?;
                api::encode_template(&mut new.spec, self.release());
            }
            Part::Status => {
                new.metadata.generation = old.metadata.generation;
                let unknown = || {
                    let message = "the status has a word that this server does not simulate";
                    StatusError::new(StatusReason::BadRequest, message)
                };
                new.status = status.ok_or_else(unknown)?.on_the_wire();
                api::prepare_for_status_update(&mut new, &old);
                api::validate_status_update(&new, &old, self.gates)?;
            }
        }
        if new == *old {
            return Ok(None);
        }
        if new.metadata.is_deleting() && new.metadata.finalizers.is_empty() {
            // Its last finalizer was what held it.
            self.remove_job(key);
            return Ok(Some(Arc::new(new)));
        }
        Ok(Some(self.store_job(WatchEventType::Modified, new)))
    }
}

/// `rest.BeforeUpdate`: keeps what only the server sets, and the UID if the request leaves it out. `document` is the object as it
/// was sent. Its marks of a deletion are kept too, because validation has to refuse them.
pub(super) fn before_update(new: ObjectMeta, old: &ObjectMeta, document: &Value) -> ObjectMeta {
    let sent = |field: &str| document.get("metadata")?.get(field);
    let uid = sent("uid").and_then(Value::as_str).filter(|uid| !uid.is_empty());
    let deleted = || sent("deletionTimestamp").and_then(|time| from_json::<MetaTime>(time).ok());
    let grace = sent("deletionGracePeriodSeconds").and_then(Value::as_i64);
    ObjectMeta {
        namespace: old.namespace.clone(),
        uid: uid.map(Uid::from).or_else(|| old.uid.clone()),
        resource_version: old.resource_version,
        creation_timestamp: old.creation_timestamp,
        deletion_timestamp: old.deletion_timestamp.or_else(deleted),
        deletion_grace_period_seconds: grace.or(old.deletion_grace_period_seconds),
        ..new
    }
}

/// `EnsureObjectNamespaceMatchesRequestNamespace` and `checkName`: the object is the one that the URL names.
pub(super) fn check_name(key: &ObjectKey, name: &str, namespace: Option<&str>) -> Result<(), StatusError> {
    let (url_namespace, url_name) = key.split();
    let refuse = |message: String| Err(StatusError::new(StatusReason::BadRequest, message));
    if namespace.is_some_and(|namespace| namespace != url_namespace) {
        return refuse("the namespace of the provided object does not match the namespace sent on the request".into());
    }
    if name.is_empty() {
        return refuse(format!(
            "the name of the object ({url_name} based on URL) was undeterminable: name must be provided"
        ));
    }
    if name != url_name {
        return refuse(format!("the name of the object ({name}) does not match the name on the URL ({url_name})"));
    }
    Ok(())
}

/// The version that was sent is the stored one; without a version the update is unconditional.
pub(super) fn check_version(kind: Kind, stored: &ObjectMeta, sent: &str) -> Result<(), StatusError> {
    let version = match sent {
        "" => 0,
        sent => sent.parse::<u64>().map_err(|_| {
            let message = format!("strconv.ParseUint: parsing {sent:?}: invalid syntax");
            StatusError::new(StatusReason::Unknown, message)
        })?,
    };
    if version != 0 && stored.resource_version != Some(ResourceVersion(version)) {
        return Err(StatusError::modified(kind.resource(), stored.name()));
    }
    Ok(())
}
