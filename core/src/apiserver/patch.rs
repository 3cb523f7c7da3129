//! PATCH and PUT of a Job by a user (`apiserver/pkg/endpoints/handlers/patch.go`).
//!
//! Server-side apply (`application/apply-patch+yaml`) is not simulated: nobody's fields are managed here.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::ApiServer;
use crate::api::{
    self, DecodedJob, FieldError, FieldPath, Job, ObjectKey, ObjectMeta, PatchType, StatusError, StatusReason, Uid,
    go_value,
};
use crate::trace::WatchEventType;

/// `maxJSONPatchOperations`.
const MAX_JSON_PATCH_OPERATIONS: usize = 10_000;
/// `JSONPatchMaxCopyBytes`: what the copies of a JSON patch may add up to.
const MAX_COPIED_BYTES: usize = 3 * 1024 * 1024;

/// What `patch` makes of `document`.
fn apply(r#type: PatchType, mut document: Value, patch: &Value) -> Result<Value, StatusError> {
    match r#type {
        PatchType::Merge => {
            expect_object(patch)?;
            json_patch::merge(&mut document, patch);
            Ok(document)
        }
        PatchType::Strategic => {
            expect_object(patch)?;
            Ok(api::strategic_merge_patch(&document, patch)?)
        }
        PatchType::Json => apply_operations(document, patch),
    }
}

/// What the error shows of a patch whose outcome is no Job.
fn shown(r#type: PatchType, outcome: &Value, patch: &Value) -> String {
    match r#type {
        PatchType::Merge | PatchType::Json => outcome.to_string(),
        PatchType::Strategic => go_value(patch),
    }
}

/// A value's type as the JSON decoder of Go names it.
fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn undecodable(value: &Value, go_type: &str) -> StatusError {
    let message =
        format!("error decoding patch: json: cannot unmarshal {} into Go value of type {go_type}", json_type(value));
    StatusError::new(StatusReason::BadRequest, message)
}

fn expect_object(patch: &Value) -> Result<(), StatusError> {
    if patch.is_object() { Ok(()) } else { Err(undecodable(patch, "map[string]interface {}")) }
}

/// The operations of a JSON patch, one after the other.
fn apply_operations(mut document: Value, patch: &Value) -> Result<Value, StatusError> {
    let Some(operations) = patch.as_array() else { return Err(undecodable(patch, "[]handlers.jsonPatchOp")) };
    if let Some(other) = operations.iter().find(|operation| !operation.is_object()) {
        return Err(undecodable(other, "handlers.jsonPatchOp"));
    }
    if operations.len() > MAX_JSON_PATCH_OPERATIONS {
        let message = format!(
            "Request entity too large: The allowed maximum operations in a JSON patch is {MAX_JSON_PATCH_OPERATIONS}, got {}",
            operations.len()
        );
        return Err(StatusError::new(StatusReason::RequestEntityTooLarge, message));
    }
    let mut copied = 0;
    for operation in operations {
        let operation = json_patch::PatchOperation::deserialize(operation).map_err(|_| StatusError::unprocessable())?;
        if let json_patch::PatchOperation::Copy(copy) = &operation {
            copied += document.pointer(copy.from.as_str()).map_or(0, |value| value.to_string().len());
            if copied > MAX_COPIED_BYTES {
                return Err(StatusError::unprocessable());
            }
        }
        json_patch::patch(&mut document, &[operation]).map_err(|_| StatusError::unprocessable())?;
    }
    Ok(document)
}

/// The outcome of a patch before it is stored.
pub(super) struct Patched {
    pub(super) decoded: DecodedJob,
    /// The outcome as JSON.
    pub(super) document: Value,
    /// What an error shows of the patch.
    pub(super) shown: String,
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
    /// 400, 422 or 500 for a patch that is none, in the server's words, but for how a value of the wrong type is
    /// described; 409 if the patch names another resourceVersion than the one stored; what validation says.
    pub fn patch_job(
        &mut self,
        key: &ObjectKey,
        r#type: PatchType,
        patch: &Value,
    ) -> Result<Option<Arc<Job>>, StatusError> {
        let Patched { decoded, document, .. } = self.patched(key, r#type, patch)?;
        self.store_update(key, decoded, &document)
    }

    /// The Job that a patch makes of the stored one, decoded but neither defaulted nor validated.
    pub(super) fn patched(&self, key: &ObjectKey, r#type: PatchType, patch: &Value) -> Result<Patched, StatusError> {
        let document = apply(r#type, self.job(key)?.to_document(), patch)?;
        let shown = shown(r#type, &document, patch);
        match DecodedJob::from_json(&document, self.gates) {
            Ok(decoded) => Ok(Patched { decoded, document, shown }),
            Err(error) => Err(undecodable_patch(&shown, &error.message)),
        }
    }

    /// PUT of a Job by a user. None: it is stored as it is.
    ///
    /// # Errors
    ///
    /// As [`Self::patch_job`], except that there is no patch.
    pub fn update_job(&mut self, key: &ObjectKey, document: &Value) -> Result<Option<Arc<Job>>, StatusError> {
        let decoded = DecodedJob::from_json(document, self.gates)?;
        self.store_update(key, decoded, document)
    }

    /// The common end of PUT and PATCH: `sent` is what the Job is to be, `document` the same as it was sent.
    pub(super) fn store_update(
        &mut self,
        key: &ObjectKey,
        sent: DecodedJob,
        document: &Value,
    ) -> Result<Option<Arc<Job>>, StatusError> {
        let old = Arc::clone(self.job(key)?);
        let DecodedJob { job: mut new, refused, .. } = sent;
        let text = |field: &str| document.get("metadata")?.get(field)?.as_str().filter(|text| !text.is_empty());
        // Without a version the update is unconditional.
        let stored_version = old.metadata.resource_version;
        if text("resourceVersion")
            .filter(|text| *text != "0")
            .is_some_and(|text| stored_version.is_none_or(|stored| stored.to_string() != text))
        {
            return Err(StatusError::modified("jobs.batch", old.metadata.name()));
        }
        // `rest.BeforeUpdate`: what only the server sets stays, and the UID if the request leaves it out.
        new.metadata = ObjectMeta {
            uid: text("uid").map(Uid::from).or_else(|| old.metadata.uid.clone()),
            resource_version: stored_version,
            creation_timestamp: old.metadata.creation_timestamp,
            deletion_timestamp: old.metadata.deletion_timestamp,
            deletion_grace_period_seconds: old.metadata.deletion_grace_period_seconds,
            ..new.metadata
        };
        api::default_job(&mut new, self.gates);
        api::prepare_for_update(&mut new, &old, self.gates);
        api::validate_update(&new, &old, refused, self.gates)?;
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
