//! `GraphBuilder`: how events change the graph, and which objects they queue.

use super::GarbageCollector;
use super::graph::{Node, ObjectReference};
use crate::api::{Job, List, Object, ObjectMeta, OwnerReference, Pod};
use crate::apiserver::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
use crate::client::Notification;
use crate::small_collect::SmallCollect as _;
use crate::trace::Kind;

/// The handlers of the informer of Jobs.
pub(crate) fn handle_job(gc: &mut GarbageCollector<'_, '_>, notification: &Notification<Job>) {
    process_notification(gc, Kind::Job, notification);
}

/// The handlers of the informer of pods.
pub(crate) fn handle_pod(gc: &mut GarbageCollector<'_, '_>, notification: &Notification<Pod>) {
    process_notification(gc, Kind::Pod, notification);
}

fn process_notification<T: Object>(gc: &mut GarbageCollector<'_, '_>, kind: Kind, notification: &Notification<T>) {
    if gc.process.stands_still() {
        return;
    }
    match notification {
        Notification::Add(object) => process_change(gc, kind, None, &**object),
        Notification::Update(old, object) => process_change(gc, kind, Some(old.metadata()), &**object),
        Notification::Delete(object, _) => {
            let identity = ObjectReference::of(kind, &**object);
            observe(gc, &identity);
            process_deletion(gc, &identity, false);
        }
    }
}

/// The node of an object of which an event tells is virtual no longer. If its references had it elsewhere, those
/// are doubted.
fn observe(gc: &mut GarbageCollector<'_, '_>, identity: &ObjectReference) {
    let Some(node) = gc.state.graph.get(&identity.uid).filter(|node| node.is_virtual) else { return };
    let mut observed = Node { is_virtual: false, ..node.clone() };
    if gc.checks_coordinates() && node.identity != *identity {
        let (_, invalid) = partition_dependents(gc, node, identity);
        for dependent in &invalid {
            gc.delete_queue().add(dependent);
        }
        observed.identity = identity.clone();
    }
    gc.state.graph.insert(observed);
}

/// An object was added or changed.
fn process_change<T: Object>(gc: &mut GarbageCollector<'_, '_>, kind: Kind, old: Option<&ObjectMeta>, object: &T) {
    let (identity, metadata) = (ObjectReference::of(kind, object), object.metadata());
    observe(gc, &identity);
    let Some(node) = gc.state.graph.get(&identity.uid) else {
        let node = Node {
            deleting_dependents: metadata.is_deleting() && metadata.has_finalizer(FOREGROUND_FINALIZER),
            being_deleted: metadata.is_deleting(),
            is_virtual: false,
            owners: metadata.owner_references.clone(),
            ..Node::virtual_node(identity.clone())
        };
        gc.state.graph.insert(node);
        add_dependent_to_owners(gc, &identity, &metadata.owner_references);
        return process_transitions(gc, old, metadata, &identity);
    };
    let identity = node.identity.clone();
    if node.owners != metadata.owner_references {
        change_owners(gc, &identity, &node.owners.clone(), &metadata.owner_references);
    }
    if metadata.is_deleting()
        && let Some(node) = gc.state.graph.get_mut(&identity.uid)
    {
        node.being_deleted = true;
    }
    process_transitions(gc, old, metadata, &identity);
}

/// The owners of an object changed: `referencesDiffs`, and what follows from it.
fn change_owners(
    gc: &mut GarbageCollector<'_, '_>,
    identity: &ObjectReference,
    old: &[OwnerReference],
    new: &List<OwnerReference>,
) {
    let in_old = |reference: &OwnerReference| old.iter().find(|other| other.uid == reference.uid);
    let added: Vec<_> = new.iter().filter(|reference| in_old(reference).is_none()).cloned().collect();
    let removed: Vec<_> = old.iter().filter(|one| new.iter().all(|other| other.uid != one.uid)).collect();
    // `addUnblockedOwnersToDeleteQueue`: an owner may have waited for this one.
    let blocks = |reference: &OwnerReference| reference.block_owner_deletion == Some(true);
    let unblocked = new.iter().filter(|one| !blocks(one) && in_old(one).is_some_and(blocks));
    for reference in removed.iter().copied().filter(|removed| blocks(removed)).chain(unblocked) {
        if let Some(owner) = gc.state.graph.get(&reference.uid).map(|owner| owner.identity.clone()) {
            gc.delete_queue().add(&owner);
        }
    }
    if let Some(node) = gc.state.graph.get_mut(&identity.uid) {
        node.owners = new.clone();
    }
    add_dependent_to_owners(gc, identity, &added);
    for reference in removed {
        if let Some(owner) = gc.state.graph.get_mut(&reference.uid) {
            owner.dependents.remove(&identity.uid);
        }
    }
}

/// `addDependentToOwners`: an owner that the graph does not have is put there, and looked up by a worker.
fn add_dependent_to_owners(gc: &mut GarbageCollector<'_, '_>, identity: &ObjectReference, owners: &[OwnerReference]) {
    let mut doubtful = false;
    for reference in owners {
        let Some(named) = ObjectReference::owner(reference, &identity.namespace) else { continue };
        let known = gc.state.graph.get(&reference.uid).map(|owner| owner.identity.clone());
        if known.is_none() {
            gc.state.graph.insert(Node::virtual_node(named.clone()));
        }
        if let Some(owner) = gc.state.graph.get_mut(&reference.uid) {
            owner.dependents.insert(identity.uid.clone());
        }
        match known {
            None => gc.delete_queue().add(&named),
            Some(known) => doubtful |= gc.checks_coordinates() && known != named,
        }
    }
    if doubtful {
        gc.delete_queue().add(identity);
    }
}

/// `processTransitions`: the deletion of an owner began that has to do with its dependents.
fn process_transitions(
    gc: &mut GarbageCollector<'_, '_>,
    old: Option<&ObjectMeta>,
    new: &ObjectMeta,
    identity: &ObjectReference,
) {
    let holds = |metadata: &ObjectMeta, finalizer| metadata.is_deleting() && metadata.has_finalizer(finalizer);
    let starts = |finalizer| holds(new, finalizer) && !old.is_some_and(|old| holds(old, finalizer));
    if starts(ORPHAN_FINALIZER) {
        return gc.orphan_queue().add(identity);
    }
    if starts(FOREGROUND_FINALIZER) {
        if let Some(node) = gc.state.graph.get_mut(&identity.uid) {
            node.deleting_dependents = true;
        }
        for dependent in dependents(gc, identity) {
            gc.delete_queue().add(&dependent);
        }
        gc.delete_queue().add(identity);
    }
}

fn dependents(gc: &GarbageCollector<'_, '_>, identity: &ObjectReference) -> Vec<ObjectReference> {
    let graph = &gc.state.graph;
    let node = graph.get(&identity.uid);
    node.map(|node| graph.dependents(node).map(|dependent| dependent.identity.clone()).collect()).unwrap_or_default()
}

/// `partitionDependents`: the dependents that mean this owner, and those that mean another of its UID. One with
/// several references can be in both.
fn partition_dependents(
    gc: &GarbageCollector<'_, '_>,
    node: &Node,
    owner: &ObjectReference,
) -> (Vec<ObjectReference>, Vec<ObjectReference>) {
    let (mut matching, mut others) = (Vec::new(), Vec::new());
    for dependent in gc.state.graph.dependents(node) {
        let mut references = dependent.owners.iter().filter(|reference| reference.uid == owner.uid);
        let means = |reference: &OwnerReference| owner.is_meant_by(reference, &dependent.identity.namespace);
        if references.clone().any(means) {
            matching.push(dependent.identity.clone());
        }
        if references.any(|reference| !means(reference)) {
            others.push(dependent.identity.clone());
        }
    }
    (matching, others)
}

/// An object is gone. `is_virtual`: no event reported it, but a worker did not find it.
pub(super) fn process_deletion(gc: &mut GarbageCollector<'_, '_>, identity: &ObjectReference, is_virtual: bool) {
    if gc.process.stands_still() {
        return;
    }
    let Some(node) = gc.state.graph.get(&identity.uid).cloned() else { return };
    if is_virtual && gc.checks_coordinates() && contradicts(gc, &node, identity) {
        return;
    }
    remove_node(gc, &node);
    if !node.dependents.is_empty() {
        gc.state.absent_owners.add(identity.clone());
    }
    let dependents: Vec<_> = gc.state.graph.dependents(&node).map(|dependent| dependent.identity.clone()).collect();
    for dependent in &dependents {
        gc.delete_queue().add(dependent);
    }
    for reference in &node.owners {
        let waits = gc.state.graph.get(&reference.uid).filter(|owner| owner.deleting_dependents);
        if let Some(owner) = waits.map(|owner| owner.identity.clone()) {
            gc.delete_queue().add(&owner);
        }
    }
}

/// `removeNode`.
fn remove_node(gc: &mut GarbageCollector<'_, '_>, node: &Node) {
    let uid = &node.identity.uid;
    let held = gc.state.attempt_to_delete.holds(&node.identity) || gc.state.attempt_to_orphan.holds(&node.identity);
    gc.state.graph.remove(uid, held);
    for reference in &node.owners {
        if let Some(owner) = gc.state.graph.get_mut(&reference.uid) {
            owner.dependents.remove(uid);
        }
    }
}

/// Whether the node stays although a worker found nothing at `identity`: it is elsewhere, or some of those that
/// depend on it say so. Those that mean what is not there are looked at.
fn contradicts(gc: &mut GarbageCollector<'_, '_>, node: &Node, identity: &ObjectReference) -> bool {
    let (matching, others) = partition_dependents(gc, node, identity);
    let stays = if node.is_virtual { !others.is_empty() } else { node.identity != *identity };
    if !stays {
        return false;
    }
    if !matching.is_empty() {
        gc.state.absent_owners.add(identity.clone());
        for dependent in &matching {
            gc.delete_queue().add(dependent);
        }
    }
    if node.is_virtual
        && node.identity == *identity
        && let Some(replacement) = alternate_owner_identity(gc, &others, identity)
    {
        gc.state.graph.insert(Node { identity: replacement.clone(), ..node.clone() });
        gc.delete_queue().add_rate_limited(&replacement);
    }
    true
}

/// `getAlternateOwnerIdentity`: of the other owners that dependents mean by that UID, the next in order.
fn alternate_owner_identity(
    gc: &GarbageCollector<'_, '_>,
    dependents: &[ObjectReference],
    absent: &ObjectReference,
) -> Option<ObjectReference> {
    let graph = &gc.state.graph;
    let named = dependents.iter().filter_map(|dependent| graph.get(&dependent.uid)).flat_map(|dependent| {
        let of_uid = dependent.owners.iter().filter(|reference| reference.uid == absent.uid);
        of_uid.filter_map(|reference| ObjectReference::owner(reference, &dependent.identity.namespace))
    });
    let others: std::collections::BTreeSet<_> = named.filter(|named| named != absent).small_collect();
    others.iter().find(|other| *other > absent).or(others.first()).cloned()
}
