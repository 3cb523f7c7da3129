//! Objects in files that are no Jobs: namespaces, pods and quotas.

use std::sync::Arc;

use serde_json::{Value, json};

use super::apply::context_of_patch;
use super::apply_on_server::REFUSED;
use super::form::Form;
use super::kind::Kind;
use super::object::Object;
use super::quotas::number_of_pods;
use super::write::{DryRun, shown};
use super::{Command, Outcome, Write};
use crate::api::{Namespace, ObjectKey, PatchType, Pod, ResourceQuota, StatusError, three_way_merge_patch};
use crate::kubectl::apply::{missing_annotation, modified_configuration};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::FieldValidation;

/// Whether an object that is no Job is simulated. Of quotas it is the limit on pods.
pub(super) fn is_other(document: &Value) -> bool {
    match kind(document) {
        "Namespace" | "Pod" => true,
        "ResourceQuota" => pods_of_quota(document).is_some(),
        _ => false,
    }
}

fn kind(document: &Value) -> &str {
    document.get("kind").and_then(Value::as_str).unwrap_or_default()
}

fn name(document: &Value) -> &str {
    document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default()
}

/// How many pods a quota allows, as it is written. One with a scope is about some pods, and it is not known which.
fn pods_of_quota(document: &Value) -> Option<String> {
    let spec = document.get("spec")?;
    let is_scoped = |scope: &Value| !scope.is_null() && *scope != json!([]);
    if ["scopes", "scopeSelector"].iter().any(|field| spec.get(field).is_some_and(is_scoped)) {
        return None;
    }
    match spec.pointer("/hard/pods")? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether a quota limits something else, too.
pub(super) fn limits_more_than_pods(document: &Value) -> bool {
    let hard = document.pointer("/spec/hard").and_then(Value::as_object);
    kind(document) == "ResourceQuota" && hard.is_some_and(|hard| hard.keys().any(|resource| resource != "pods"))
}

/// The quota that a document describes.
fn quota(key: &ObjectKey, document: &Value) -> Result<ResourceQuota, StatusError> {
    let pods = number_of_pods(name(document), &pods_of_quota(document).unwrap_or_default())?;
    Ok(ResourceQuota::new(key.name().clone(), Namespace::from(key.split().0), pods))
}

impl Command<'_> {
    /// Asks the server to create an object that is no Job.
    pub(super) fn create_other(
        &mut self,
        key: &ObjectKey,
        body: &Value,
        validation: FieldValidation,
        dry_run: DryRun,
    ) -> Result<Object, StatusError> {
        match kind(body) {
            "Namespace" => self.send_namespace(&Namespace::from(name(body)), dry_run),
            "Pod" => self.send_pod(key, body, validation, dry_run),
            _ => self.send_quota(&quota(key, body)?, dry_run),
        }
    }

    /// Asks the server to create a pod. It is written, unless this is a dry run.
    pub(super) fn send_pod(
        &mut self,
        key: &ObjectKey,
        body: &Value,
        validation: FieldValidation,
        dry_run: DryRun,
    ) -> Result<Object, StatusError> {
        let (namespace, now) = (key.split().0, self.cluster.now);
        if !self.takes_objects_in(namespace) {
            return Err(StatusError::not_found("namespaces", namespace));
        }
        let (pod, warnings) = self.server.pod_of_user(key, body, validation, now);
        for warning in warnings {
            self.warn_of_server(warning);
        }
        let pod = pod?;
        let mut server = self.server.clone();
        let mut stored = server.create_pod_of_user(Pod::clone(&pod), now)?;
        if dry_run == DryRun::None {
            self.server = server;
            self.ran.writes.push(Write::CreatePod(Box::new(pod)));
        } else {
            // Only what is stored gets a version.
            Arc::make_mut(&mut stored).metadata.resource_version = None;
        }
        Ok(Object::Pod(stored))
    }

    /// Applies an object that is no Job.
    pub(super) fn apply_other(&mut self, applied: &Applied<'_>, document: &Value) -> Outcome {
        let client = |error: StatusError| CommandError::Client(error.message);
        let (key, modified) = modified_configuration(document).map_err(client)?;
        let stored = Kind::named(kind(document)).and_then(|kind| self.find_in(kind, &key));
        if applied.dry_run == DryRun::Client {
            let done = if stored.is_some() { "configured" } else { "created" };
            return self.report_local(modified, &format!("{done}{}", applied.dry_run.suffix()), applied.output);
        }
        let (object, done) = match stored {
            None => {
                let body = if applied.server_side { document } else { &modified };
                let created = self.create_other(&key, body, applied.validation, applied.dry_run);
                (created.map_err(|error| applied.failed("creating", error))?, "created")
            }
            Some(Object::Pod(_)) if applied.server_side => return Err(CommandError::Client(REFUSED.to_owned())),
            Some(Object::Pod(pod)) => self.apply_to_pod(applied, &key, &pod, &modified)?,
            Some(stored) if kind(document) == "Namespace" => (stored, "unchanged"),
            Some(stored) => {
                let changed = quota(&key, document).and_then(|quota| self.change_quota(&quota, applied.dry_run));
                match changed.map_err(|error| applied.failed("patching", error))? {
                    Some(changed) => (changed, "configured"),
                    None => (stored, "unchanged"),
                }
            }
        };
        let done = if applied.server_side { "serverside-applied" } else { done };
        self.report_object(&object, &format!("{done}{}", applied.dry_run.suffix()), applied.output)
    }

    /// The pod after it was applied, and what was done to it.
    fn apply_to_pod(
        &mut self,
        applied: &Applied<'_>,
        key: &ObjectKey,
        pod: &Arc<Pod>,
        modified: &Value,
    ) -> Result<(Object, &'static str), CommandError> {
        let stored = Object::Pod(Arc::clone(pod));
        let original = pod.metadata.annotations.get(LAST_APPLIED_ANNOTATION);
        if original.is_none() {
            self.warn(&format!("Warning: {}", missing_annotation("pods", pod.metadata.name())));
        }
        let original = original.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let patch = three_way_merge_patch(&original, modified, &stored.document(self.release()));
        let patch = patch.map_err(|error| CommandError::Client(StatusError::from(error).message))?;
        if patch == json!({}) {
            return Ok((stored, "unchanged"));
        }
        let patched = self.send_to_pod(key, PatchType::Strategic, &patch, applied.dry_run);
        let patched = patched.map_err(|error| {
            let context = context_of_patch(("v1", "pods", "Pod"), key, &patch, shown(applied.file));
            CommandError::Server(context, error)
        })?;
        Ok((Object::Pod(patched), "configured"))
    }
}

/// How `kubectl apply` is called.
pub(super) struct Applied<'a> {
    pub(super) file: &'a str,
    pub(super) validation: FieldValidation,
    pub(super) dry_run: DryRun,
    pub(super) server_side: bool,
    pub(super) output: &'a Form,
}

impl Applied<'_> {
    fn failed(&self, doing: &str, error: StatusError) -> CommandError {
        CommandError::Server(format!("error when {doing} {:?}: ", shown(self.file)), error)
    }
}
