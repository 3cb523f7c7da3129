//! Deletion of objects of all kinds: preconditions, and the finalizers for cascading deletion
//! (`registry/generic/registry`).

use crate::api::{DeleteOptions, DeletionPropagation, ObjectMeta, StatusError};

/// `metav1.FinalizerDeleteDependents`: the garbage collector deletes the dependents first.
pub const FOREGROUND_FINALIZER: &str = "foregroundDeletion";
/// `metav1.FinalizerOrphanDependents`: the garbage collector frees the dependents first.
pub const ORPHAN_FINALIZER: &str = "orphan";

/// The preconditions of a deletion (`BeforeDelete`), of an object of that kind.
pub(super) fn check_preconditions(
    kind: &str,
    metadata: &ObjectMeta,
    options: &DeleteOptions,
) -> Result<(), StatusError> {
    let conflict = |why: String| Err(StatusError::conflict(kind, metadata.name(), &why));
    if let Some(wanted) = options.uid.as_ref().filter(|uid| metadata.uid.as_ref() != Some(uid)) {
        return conflict(format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({}). The object might have been \
             deleted and then recreated",
            metadata.uid()
        ));
    }
    let stored = metadata.resource_version.unwrap_or_default();
    if let Some(wanted) = options.resource_version.filter(|wanted| *wanted != stored) {
        return conflict(format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({stored}). \
             The object might have been modified"
        ));
    }
    Ok(())
}

/// `deletionFinalizersForGarbageCollection`: the one that the policy asks for, and not the other.
pub(super) fn set_deletion_finalizers(metadata: &mut ObjectMeta, policy: DeletionPropagation) {
    let held = [FOREGROUND_FINALIZER, ORPHAN_FINALIZER].map(|finalizer| metadata.has_finalizer(finalizer));
    let wanted = [DeletionPropagation::Foreground, DeletionPropagation::Orphan].map(|known| known == policy);
    if held == wanted {
        return;
    }
    metadata.finalizers.retain(|held| held != FOREGROUND_FINALIZER && held != ORPHAN_FINALIZER);
    let finalizer = match policy {
        DeletionPropagation::Background => return,
        DeletionPropagation::Foreground => FOREGROUND_FINALIZER,
        DeletionPropagation::Orphan => ORPHAN_FINALIZER,
    };
    metadata.finalizers.to_mut().push(finalizer.to_owned());
}
