//! `attemptToDeleteWorker` and `attemptToDeleteItem`: whether to delete an object.

use super::graph::{Node, ObjectReference};
use super::graph_builder::process_deletion;
use super::operations::finish;
use super::{GarbageCollector, VERSION_CHECKED_SINCE};
use crate::api::{DeleteOptions, DeletionPropagation, OwnerReference, StatusError, Uid};
use crate::apiserver::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
use crate::client::{ControllerError, StoredObject};
use crate::trace::{Decision, Function, MetadataPatch, QueueName};

/// How a look at an object ended.
enum Looked {
    /// Nothing is left to do for it now.
    Done,
    /// The object does not exist: its node is removed, as if a delete event had arrived.
    EnqueuedVirtualDelete,
}

/// `processAttemptToDeleteWorker`: a worker takes the next object. False: the queue was empty.
pub(crate) fn process_attempt_to_delete(gc: &mut GarbageCollector<'_, '_>) -> bool {
    let Some(item) = gc.delete_queue().get() else { return false };
    gc.process.enter(Function::AttemptToDeleteWorker);
    let (forget, error) = attempt_to_delete_worker(gc, &item);
    finish(gc.process, QueueName::AttemptToDelete, &item, forget, error.as_ref());
    if !forget {
        gc.delete_queue().add_rate_limited(&item);
    } else if gc.release().since(20) {
        // Until v1.19 nobody forgets: an object that once made trouble is tried again later and later.
        gc.delete_queue().forget(&item);
    }
    gc.delete_queue().done(&item);
    true
}

/// `attemptToDeleteWorker`: whether the item is done with, or has to come back; and the error.
fn attempt_to_delete_worker(
    gc: &mut GarbageCollector<'_, '_>,
    item: &ObjectReference,
) -> (bool, Option<ControllerError>) {
    let node = gc.node_of(item);
    if gc.checks_coordinates() {
        let in_graph = gc.state.graph.get(&item.uid);
        let observed = in_graph.is_some_and(|node| !node.is_virtual);
        let question = Decision::NodeCurrent { is_virtual: node.is_virtual, in_graph: in_graph.is_some(), observed };
        if !gc.process.ask(question) {
            return (true, None);
        }
    }
    match attempt_to_delete_item(gc, &node) {
        Err(error) => (false, Some(error)),
        Ok(Looked::EnqueuedVirtualDelete) => {
            process_deletion(gc, &node.identity, true);
            // Before v1.20 the node counts as observed from now on, and does not come back either.
            (true, None)
        }
        Ok(Looked::Done) => {
            // An object that no event has named is retried until one does (#56121).
            let observed = gc.process.ask(Decision::ItemObserved { observed: !node.is_virtual });
            (observed, None)
        }
    }
}

/// `attemptToDeleteItem`.
fn attempt_to_delete_item(gc: &mut GarbageCollector<'_, '_>, item: &Node) -> Result<Looked, ControllerError> {
    gc.process.enter(Function::AttemptToDeleteItem);
    let looked = look(gc, item);
    gc.process.leave(Function::AttemptToDeleteItem);
    looked
}

fn look(gc: &mut GarbageCollector<'_, '_>, item: &Node) -> Result<Looked, ControllerError> {
    let Node { being_deleted, deleting_dependents, .. } = *item;
    if gc.process.ask(Decision::ItemBeingDeleted { being_deleted, deleting_dependents }) {
        return Ok(Looked::Done);
    }
    let latest = gc.get_object(&item.identity);
    let answer = latest.as_ref().err().map(|error| error.reason);
    let same_uid = latest.as_ref().is_ok_and(|latest| latest.metadata().uid.as_ref() == Some(&item.identity.uid));
    if gc.process.ask(Decision::ItemGone { answer, same_uid }) {
        return Ok(Looked::EnqueuedVirtualDelete);
    }
    let latest = latest?;
    if gc.process.ask(Decision::DeletingDependents { deleting_dependents }) {
        process_deleting_dependents_item(gc, item)?;
        return Ok(Looked::Done);
    }
    let owners = latest.metadata().owner_references.clone();
    if gc.process.value(Decision::OwnersNamed { owners: count(owners.len()) }) == 0 {
        return Ok(Looked::Done);
    }
    let Classified { solid, dangling, waiting } = classify_references(gc, item, &owners)?;
    let counts = [solid.len(), dangling.len(), waiting.len()].map(count);
    let [solid, dangling_owners, waiting_owners] = counts;
    if gc.process.ask(Decision::SolidOwner { solid, dangling: dangling_owners, waiting: waiting_owners }) {
        if gc.process.ask(Decision::OwnersToDrop { dangling: dangling_owners, waiting: waiting_owners }) {
            let owner_uids = dangling.into_iter().chain(waiting).collect();
            let patch = MetadataPatch::DropOwners { owner_uids, uid: item.identity.uid.clone() };
            gc.patch_object(&item.identity, &patch)?;
        }
        return Ok(Looked::Done);
    }
    let dependents = item.dependents.len();
    let policy =
        if gc.process.ask(Decision::DeleteInForeground { waiting: waiting_owners, dependents: count(dependents) }) {
            break_cycle(gc, item, &owners)?;
            DeletionPropagation::Foreground
        } else if latest.metadata().has_finalizer(ORPHAN_FINALIZER) {
            // What the object itself says is honoured.
            DeletionPropagation::Orphan
        } else if latest.metadata().has_finalizer(FOREGROUND_FINALIZER) {
            DeletionPropagation::Foreground
        } else {
            DeletionPropagation::Background
        };
    match delete_object(gc, &item.identity, &latest, policy) {
        Ok(()) => Ok(Looked::Done),
        Err(error)
            if gc.release().since(VERSION_CHECKED_SINCE)
                && gc.process.ask(Decision::NotFoundTolerated { reason: error.reason }) =>
        {
            Ok(Looked::EnqueuedVirtualDelete)
        }
        Err(error) => Err(error.into()),
    }
}

/// The owners of an object by how they stand (UIDs).
#[derive(Default)]
struct Classified {
    /// They are there, and do not wait for their dependents to go.
    solid: Vec<Uid>,
    /// They are not there.
    dangling: Vec<Uid>,
    /// They wait for their dependents to go.
    waiting: Vec<Uid>,
}

/// `classifyReferences`.
fn classify_references(
    gc: &mut GarbageCollector<'_, '_>,
    item: &Node,
    references: &[OwnerReference],
) -> Result<Classified, ControllerError> {
    gc.process.enter(Function::ClassifyReferences);
    let mut classified = Classified::default();
    let mut result = Ok(());
    for reference in references {
        match is_dangling(gc, item, reference) {
            Err(error) => {
                result = Err(error.into());
                break;
            }
            Ok(None) => classified.dangling.push(reference.uid.clone()),
            Ok(Some(owner)) => {
                let deleting = owner.as_ref().is_some_and(|owner| owner.metadata().is_deleting());
                let waits = owner.as_ref().is_some_and(|owner| owner.metadata().has_finalizer(FOREGROUND_FINALIZER));
                if gc.process.ask(Decision::OwnerWaits { deleting, foreground: waits }) {
                    classified.waiting.push(reference.uid.clone());
                } else {
                    classified.solid.push(reference.uid.clone());
                }
            }
        }
    }
    gc.process.leave(Function::ClassifyReferences);
    result.map(|()| classified)
}

/// `isDangling`: `None` if the owner is not there. Owners of kinds that do not exist here are, and nothing is known
/// of them.
#[expect(clippy::option_option, reason = "whether there is an owner, and whether anything is known of it")]
fn is_dangling(
    gc: &mut GarbageCollector<'_, '_>,
    item: &Node,
    reference: &OwnerReference,
) -> Result<Option<Option<StoredObject>>, StatusError> {
    let Some(owner) = ObjectReference::owner(reference, &item.identity.namespace) else {
        gc.process.ask(Decision::OwnerAbsent { remembered: false, answer: None, same_uid: true });
        return Ok(Some(None));
    };
    let remembered = if gc.checks_coordinates() {
        gc.state.absent_owners.has(&owner)
    } else {
        gc.state.absent_owners.has_uid(&owner.uid)
    };
    if remembered {
        gc.process.ask(Decision::OwnerAbsent { remembered, answer: None, same_uid: false });
        return Ok(None);
    }
    let found = gc.get_object(&owner);
    let answer = found.as_ref().err().map(|error| error.reason);
    let same_uid = found.as_ref().is_ok_and(|found| found.metadata().uid.as_ref() == Some(&owner.uid));
    if gc.process.ask(Decision::OwnerAbsent { remembered, answer, same_uid }) {
        if !gc.process.stands_still() {
            gc.state.absent_owners.add(owner);
        }
        return Ok(None);
    }
    found.map(|found| Some(Some(found)))
}

/// Where an object and one of its dependents both wait, each might wait for the other: the object's own references
/// no longer block.
fn break_cycle(
    gc: &mut GarbageCollector<'_, '_>,
    item: &Node,
    owners: &[OwnerReference],
) -> Result<(), ControllerError> {
    let waiting = gc.state.graph.dependents(item).filter(|dependent| dependent.deleting_dependents).count();
    if gc.process.ask(Decision::DependentsWait { waiting: count(waiting) }) {
        let unblock = |owner: &OwnerReference| OwnerReference { block_owner_deletion: Some(false), ..owner.clone() };
        let blocking = owners.iter().filter(|owner| owner.block_owner_deletion == Some(true));
        let owners = blocking.map(unblock).collect();
        let patch = MetadataPatch::UnblockOwners { owners, uid: item.identity.uid.clone() };
        gc.patch_object(&item.identity, &patch)?;
    }
    Ok(())
}

/// `deleteObject`: only if it is still the same object, and since v1.33 only if it is as it was looked at.
fn delete_object(
    gc: &mut GarbageCollector<'_, '_>,
    identity: &ObjectReference,
    latest: &StoredObject,
    policy: DeletionPropagation,
) -> Result<(), StatusError> {
    let options = DeleteOptions {
        propagation_policy: Some(policy),
        uid: Some(identity.uid.clone()),
        resource_version: latest.metadata().resource_version.filter(|_| gc.release().since(VERSION_CHECKED_SINCE)),
        ..DeleteOptions::default()
    };
    gc.delete_object(identity, &options)
}

/// `processDeletingDependentsItem`: an object that waits for its dependents goes when none is left that it has to
/// wait for.
fn process_deleting_dependents_item(gc: &mut GarbageCollector<'_, '_>, item: &Node) -> Result<(), ControllerError> {
    gc.process.enter(Function::ProcessDeletingDependentsItem);
    let blocking: Vec<_> = gc.state.graph.blocking_dependents(item).cloned().collect();
    let result = if gc.process.value(Decision::BlockingDependents { blocking: count(blocking.len()) }) == 0 {
        gc.remove_finalizer(&item.identity, FOREGROUND_FINALIZER)
    } else {
        for dependent in blocking.iter().filter(|dependent| !dependent.deleting_dependents) {
            gc.delete_queue().add(&dependent.identity);
        }
        Ok(())
    };
    gc.process.leave(Function::ProcessDeletingDependentsItem);
    result
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
