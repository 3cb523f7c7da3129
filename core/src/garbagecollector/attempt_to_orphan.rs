//! `attemptToOrphanWorker`: orphans the dependents of an owner, and then releases the owner.

use super::GarbageCollector;
use super::attempt_to_delete::count;
use super::graph::{Node, ObjectReference};
use super::operations::finish;
use crate::apiserver::ORPHAN_FINALIZER;
use crate::client::ControllerError;
use crate::trace::{Decision, Function, MetadataPatch, QueueName};

/// `processAttemptToOrphanWorker`: a worker takes the next owner. False: the queue was empty.
pub(crate) fn process_attempt_to_orphan(gc: &mut GarbageCollector<'_, '_>) -> bool {
    let Some(item) = gc.orphan_queue().get() else { return false };
    gc.process.enter(Function::AttemptToOrphanWorker);
    let owner = gc.node_of(&item);
    let freed = orphan_dependents(gc, &owner).and_then(|()| gc.remove_finalizer(&owner.identity, ORPHAN_FINALIZER));
    finish(gc.process, QueueName::AttemptToOrphan, &item, freed.is_ok(), freed.as_ref().err());
    if freed.is_err() {
        gc.orphan_queue().add_rate_limited(&item);
    } else if gc.checks_coordinates() {
        gc.orphan_queue().forget(&item);
    }
    gc.orphan_queue().done(&item);
    true
}

/// `orphanDependents`: all at the same time. One that is gone needs nothing.
fn orphan_dependents(gc: &mut GarbageCollector<'_, '_>, owner: &Node) -> Result<(), ControllerError> {
    gc.process.enter(Function::OrphanDependents);
    let dependents: Vec<ObjectReference> =
        gc.state.graph.dependents(owner).map(|dependent| dependent.identity.clone()).collect();
    gc.process.value(Decision::DependentsToOrphan { dependents: count(dependents.len()) });
    let mut errors = Vec::new();
    for dependent in &dependents {
        let patch =
            MetadataPatch::DropOwners { owner_uids: vec![owner.identity.uid.clone()], uid: dependent.uid.clone() };
        let Err(error) = gc.patch_object(dependent, &patch) else { continue };
        if !gc.process.ask(Decision::NotFoundTolerated { reason: error.reason }) {
            errors.push(ControllerError::Orphaning(dependent.key(), error));
        }
    }
    gc.process.leave(Function::OrphanDependents);
    match errors.len() {
        0 => Ok(()),
        1 => Err(errors.remove(0)),
        _ => Err(ControllerError::Aggregate(errors)),
    }
}
