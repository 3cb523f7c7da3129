//! The calls of the garbage collector (`operations.go`), and how the processing of an object ends.

use super::GarbageCollector;
use super::graph::ObjectReference;
use crate::api::{DeleteOptions, StatusError, StatusReason};
use crate::client::{ControllerError, Process, StoredObject};
use crate::trace::{Decision, Function, MetadataPatch, QueueName, SyncResult, TraceEntry};

/// `retry.DefaultBackoff.Steps`.
const UPDATE_MAX_RETRIES: u32 = 4;

/// Notes how a look at an object ended.
pub(super) fn finish(
    process: &mut Process<'_>,
    queue: QueueName,
    item: &ObjectReference,
    forget: bool,
    error: Option<&ControllerError>,
) {
    let error = error.map(ToString::to_string);
    process.trace.record(|| TraceEntry::SyncResult(SyncResult { queue, key: item.key(), forget, error }));
}

impl GarbageCollector<'_, '_> {
    /// `getObject`.
    pub(super) fn get_object(&mut self, object: &ObjectReference) -> Result<StoredObject, StatusError> {
        self.process.get_object(object.kind, &object.key())
    }

    /// `deleteObject`.
    pub(super) fn delete_object(
        &mut self,
        object: &ObjectReference,
        options: &DeleteOptions,
    ) -> Result<(), StatusError> {
        self.process.delete_object(object.kind, &object.key(), options)
    }

    /// `patchObject`.
    pub(super) fn patch_object(&mut self, object: &ObjectReference, patch: &MetadataPatch) -> Result<(), StatusError> {
        self.process.patch_object(object.kind, &object.key(), patch)
    }

    /// `removeFinalizer`: of the object as the server has it, so that nobody else's change is lost.
    pub(super) fn remove_finalizer(&mut self, owner: &ObjectReference, finalizer: &str) -> Result<(), ControllerError> {
        self.process.enter(Function::RemoveFinalizer);
        let mut result = Err(ControllerError::UpdateMaxRetries(UPDATE_MAX_RETRIES, owner.key()));
        for _ in 0..UPDATE_MAX_RETRIES {
            match self.try_remove_finalizer(owner, finalizer) {
                Err(ControllerError::Api(error)) if error.reason == StatusReason::Conflict => {}
                other => {
                    result = other;
                    break;
                }
            }
        }
        self.process.leave(Function::RemoveFinalizer);
        result
    }

    fn try_remove_finalizer(&mut self, owner: &ObjectReference, finalizer: &str) -> Result<(), ControllerError> {
        let found = self.get_object(owner);
        let latest = match found {
            Ok(latest) => latest,
            Err(error) if error.reason == StatusReason::NotFound => return Ok(()),
            Err(error) => return Err(ControllerError::CannotFinalize(owner.key(), error)),
        };
        let metadata = latest.metadata();
        if !self.process.ask(Decision::FinalizerHeld { held: metadata.has_finalizer(finalizer) }) {
            return Ok(());
        }
        let finalizers = metadata.finalizers.iter().filter(|held| *held != finalizer).cloned().collect();
        let resource_version = metadata.resource_version.unwrap_or_default();
        let patch = MetadataPatch::SetFinalizers { finalizers, resource_version };
        Ok(self.patch_object(owner, &patch)?)
    }
}
