//! Users' requests and their responses (`apiserver/pkg/endpoints/handlers`).

use std::sync::Arc;

use super::ApiServer;
use super::patch::{Part, Patched, undecodable_patch};
use crate::api::{self, DecodedJob, Job, ObjectKey, StatusError, StatusReason, Time};
use crate::trace::{FieldValidation, Method, Request, Response};

impl ApiServer {
    /// Carries out a request about a Job.
    ///
    /// # Errors
    ///
    /// The same as [`Self::respond`] without field validation.
    pub fn serve(&mut self, request: &Request, now: Time) -> Result<(), StatusError> {
        self.respond(request, FieldValidation::Ignore, now).outcome.map(drop)
    }

    /// Carries out a request about a Job and returns the complete answer: the object as stored, or the error, and
    /// the warnings.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Time};
    /// use jobscope_core::apiserver::ApiServer;
    /// use jobscope_core::trace::{FieldValidation, Method, Request};
    /// use serde_json::json;
    ///
    /// let mut server = ApiServer::new(Release::V1_36.into());
    /// let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "busybox"}]}});
    /// let body = json!({"metadata": {"name": "pi"}, "spec": {"paralelism": 2, "template": template}});
    /// let request = Request { method: Method::Post, key: "default/pi".into(), body };
    /// let refused = server.respond(&request, FieldValidation::Strict, Time::START).outcome.unwrap_err();
    /// assert!(refused.message.ends_with("strict decoding error: unknown field \"spec.paralelism\""));
    /// let response = server.respond(&request, FieldValidation::Warn, Time::START);
    /// assert_eq!(response.warnings, ["unknown field \"spec.paralelism\""]);
    /// assert_eq!(response.outcome.unwrap().spec.parallelism, Some(1));
    /// ```
    pub fn respond(&mut self, request: &Request, validation: FieldValidation, now: Time) -> Response {
        let mut warnings = Vec::new();
        let outcome = self.carry_out(request, validation, now, &mut warnings);
        Response { outcome, warnings }
    }

    /// POST of a Job with the JSON text `body`: as [`Self::respond`], but errors follow the order of the text, and tell
    /// of fields that occur twice.
    pub fn respond_to_post(&mut self, key: &ObjectKey, body: &str, validation: FieldValidation, now: Time) -> Response {
        let mut warnings = Vec::new();
        let outcome = DecodedJob::from_body(body, self.gates)
            .and_then(|decoded| self.create_decoded(key, decoded, validation, now, &mut warnings));
        Response { outcome, warnings }
    }

    fn create_decoded(
        &mut self,
        key: &ObjectKey,
        decoded: DecodedJob,
        validation: FieldValidation,
        now: Time,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<Job>, StatusError> {
        check_fields(&decoded, validation, warnings).map_err(|error| undecodable_body(&error))?;
        if decoded.job.metadata.namespace.as_ref().is_some_and(|namespace| namespace.as_str() != key.split().0) {
            let message = "the namespace of the provided object does not match the namespace sent on the request";
            return Err(StatusError::new(StatusReason::BadRequest, message));
        }
        warnings.extend(api::warning_of_owners(&decoded.job.metadata, self.release(), ""));
        let job = self.create_job(decoded, now)?;
        warnings.extend(api::warnings_on_create(&job, self.release()));
        Ok(job)
    }

    fn carry_out(
        &mut self,
        request: &Request,
        validation: FieldValidation,
        now: Time,
        warnings: &mut Vec<String>,
    ) -> Result<Arc<Job>, StatusError> {
        let Request { method, key, body } = request;
        let release = self.release();
        if *method == Method::Post {
            let decoded = DecodedJob::from_json(body, self.gates)?;
            return self.create_decoded(key, decoded, validation, now, warnings);
        }
        let old = Arc::clone(self.job(key)?);
        let part = if matches!(method, Method::PatchStatus(_) | Method::PutStatus) { Part::Status } else { Part::Job };
        let stored = if let Some(r#type) = method.patch_type() {
            let Patched { decoded, document, shown } = self.patched(key, r#type, body)?;
            check_fields(&decoded, validation, warnings).map_err(|error| undecodable_patch(&shown, &error))?;
            let when = " after mutating admission happens";
            warnings.extend(api::warning_of_owners(&decoded.job.metadata, release, when));
            self.store_update(key, decoded, &document, part)?
        } else {
            let decoded = DecodedJob::from_json(body, self.gates)?;
            check_fields(&decoded, validation, warnings).map_err(|error| undecodable_body(&error))?;
            warnings.extend(api::warning_of_owners(&decoded.job.metadata, release, ""));
            self.put(key, decoded, body, part)?
        };
        let new = stored.unwrap_or_else(|| Arc::clone(&old));
        if part == Part::Job {
            warnings.extend(api::warnings_on_update(&new, &old, release));
        }
        Ok(new)
    }
}

/// Deals with unknown and duplicate fields as the request wants it; an error is the text of a strict decoding error.
fn check_fields(decoded: &DecodedJob, validation: FieldValidation, warnings: &mut Vec<String>) -> Result<(), String> {
    match validation {
        FieldValidation::Strict if !decoded.strict.is_empty() => {
            return Err(format!("strict decoding error: {}", decoded.strict.join(", ")));
        }
        FieldValidation::Warn => warnings.extend(decoded.strict.iter().cloned()),
        FieldValidation::Strict | FieldValidation::Ignore => {}
    }
    Ok(())
}

fn undecodable_body(why: &str) -> StatusError {
    StatusError::new(StatusReason::BadRequest, format!("Job in version \"v1\" cannot be handled as a Job: {why}"))
}
