//! Deletion of objects of all kinds: preconditions, and the finalizers for cascading deletion
//! (`registry/generic/registry`).

use crate::api::{DeleteOptions, DeletionPropagation, ObjectMeta, StatusError};

/// `metav1.FinalizerDeleteDependents`: the garbage collector deletes the dependents first.
pub const FOREGROUND_FINALIZER: &str = "foregroundDeletion";
/// `metav1.FinalizerOrphanDependents`: the garbage collector frees the dependents first.
pub const ORPHAN_FINALIZER: &str = "orphan";

/// `Preconditions.Check`.
pub(super) fn check_preconditions(
    resource: &str,
    metadata: &ObjectMeta,
    options: &DeleteOptions,
) -> Result<(), StatusError> {
    if let Some(wanted) = options.uid.as_ref().filter(|uid| metadata.uid.as_ref() != Some(uid)) {
        return Err(StatusError::uid_precondition(resource, metadata.name(), wanted.as_str(), metadata.uid()));
    }
    let stored = metadata.resource_version.unwrap_or_default();
    if let Some(wanted) = options.resource_version.filter(|wanted| *wanted != stored) {
        return Err(StatusError::version_precondition(resource, metadata.name(), wanted, stored));
    }
    Ok(())
}

/// `deletionFinalizersForGarbageCollection`: the one that the policy asks for, and not the other.
pub(super) fn set_deletion_finalizers(metadata: &mut ObjectMeta, policy: DeletionPropagation) {
    metadata.finalizers.retain(|held| held != FOREGROUND_FINALIZER && held != ORPHAN_FINALIZER);
    let finalizer = match policy {
        DeletionPropagation::Background => return,
        DeletionPropagation::Foreground => FOREGROUND_FINALIZER,
        DeletionPropagation::Orphan => ORPHAN_FINALIZER,
    };
    metadata.finalizers.to_mut().push(finalizer.to_owned());
}
