//! Who owns whom, as far as events have reported (`graph.go`, `uid_cache.go`).

use std::sync::Arc;

use imbl::{OrdMap, OrdSet, Vector};
use serde::{Deserialize, Serialize};

use crate::api::{List, Name, Namespace, Object, ObjectKey, ObjectMeta, OwnerReference, Uid};
use crate::client::QueueItem;
use crate::trace::Kind;

/// `objectReference`: an object by its kind, place and UID. Two that differ in any of these are two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub(crate) struct ObjectReference {
    /// Its kind.
    pub kind: Kind,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its name.
    pub name: Name,
    /// Its UID.
    pub uid: Uid,
}

impl ObjectReference {
    /// The object of that kind and metadata.
    pub(crate) fn of<T: Object>(kind: Kind, object: &T) -> Self {
        let metadata: &ObjectMeta = object.metadata();
        Self {
            kind,
            namespace: metadata.namespace.clone().unwrap_or_default(),
            name: metadata.name.clone().unwrap_or_else(|| Name::from("")),
            uid: metadata.uid.clone().unwrap_or_else(|| Uid::from("")),
        }
    }

    /// The owner that a reference names, seen from an object in `namespace`. `None` for kinds that do not exist here:
    /// such owners are taken to be there.
    pub(crate) fn owner(reference: &OwnerReference, namespace: &Namespace) -> Option<Self> {
        let kind = match (reference.api_version.as_str(), reference.kind.as_str()) {
            ("batch/v1", "Job") => Kind::Job,
            ("v1", "Pod") => Kind::Pod,
            _ => return None,
        };
        let (name, uid) = (reference.name.clone(), reference.uid.clone());
        Some(Self { kind, namespace: namespace.clone(), name, uid })
    }

    /// `namespace/name`.
    pub(crate) fn key(&self) -> ObjectKey {
        ObjectKey::new(&self.namespace, &self.name)
    }

    /// `ownerReferenceMatchesCoordinates`, and that an object of `namespace` can be meant.
    pub(crate) fn is_meant_by(&self, reference: &OwnerReference, namespace: &Namespace) -> bool {
        Self::owner(reference, namespace).is_some_and(|owner| owner == *self)
    }
}

impl QueueItem for ObjectReference {
    fn object_key(&self) -> ObjectKey {
        self.key()
    }
}

/// `node`: an object with those that name it as an owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Node {
    /// The object.
    pub identity: ObjectReference,
    /// UIDs of its dependents. (Upstream goes through them in no order.)
    #[serde(with = "crate::client::sets")]
    pub dependents: OrdSet<Uid>,
    /// It waits for its dependents to go: foreground deletion.
    pub deleting_dependents: bool,
    /// It is being deleted.
    pub being_deleted: bool,
    /// Only a reference tells of it; no event has.
    pub is_virtual: bool,
    /// Its owners, by its own references.
    pub owners: List<OwnerReference>,
}

impl Node {
    /// The name of the type where it is written down.
    pub(crate) const TYPE: &str = "Node";

    /// An owner that a reference names and no event has reported.
    pub(crate) fn virtual_node(identity: ObjectReference) -> Self {
        Self {
            identity,
            dependents: OrdSet::new(),
            deleting_dependents: false,
            being_deleted: false,
            is_virtual: true,
            owners: List::default(),
        }
    }
}

/// `concurrentUIDToNode`, and the nodes that left it and that a queue still holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Graph {
    nodes: OrdMap<Uid, Arc<Node>>,
    #[serde(with = "crate::client::pairs")]
    removed: OrdMap<ObjectReference, Arc<Node>>,
}

impl Graph {
    /// `Read`.
    pub(crate) fn get(&self, uid: &Uid) -> Option<&Node> {
        self.nodes.get(uid).map(|node| &**node)
    }

    /// `Read`, for change.
    pub(crate) fn get_mut(&mut self, uid: &Uid) -> Option<&mut Node> {
        self.nodes.get_mut(uid).map(Arc::make_mut)
    }

    /// All nodes, those among them that left the graph.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Arc<Node>> {
        self.nodes.values().chain(self.removed.values())
    }

    /// `Write`.
    pub(crate) fn insert(&mut self, node: Node) {
        self.nodes.insert(node.identity.uid.clone(), Arc::new(node));
    }

    /// `Delete`. If a queue holds the node, it stays what it is for the worker that will take it.
    pub(crate) fn remove(&mut self, uid: &Uid, held: bool) {
        if let Some(node) = self.nodes.remove(uid)
            && held
        {
            self.removed.insert(node.identity.clone(), node);
        }
    }

    /// Hands out a node that left the graph.
    pub(crate) fn take_removed(&mut self, identity: &ObjectReference) -> Option<Node> {
        self.removed.remove(identity).map(Arc::unwrap_or_clone)
    }

    /// How many objects there are.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The dependents of `node` that the graph has.
    pub(crate) fn dependents<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        node.dependents.iter().filter_map(|uid| self.get(uid))
    }

    /// `blockingDependents`: those whose reference says that the owner's deletion has to wait for them.
    pub(crate) fn blocking_dependents<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a Node> {
        self.dependents(node).filter(|dependent| {
            dependent
                .owners
                .iter()
                .any(|owner| owner.uid == node.identity.uid && owner.block_owner_deletion == Some(true))
        })
    }
}

/// Most owners that `absentOwnerCache` remembers.
const ABSENT_OWNERS: usize = 500;

/// `ReferenceCache`: the least recently used is forgotten first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReferenceCache {
    references: Vector<ObjectReference>,
}

impl ReferenceCache {
    /// `Add`.
    pub(crate) fn add(&mut self, reference: ObjectReference) {
        self.use_one(|known| *known == reference);
        if self.references.last() != Some(&reference) {
            self.references.push_back(reference);
            if self.references.len() > ABSENT_OWNERS {
                self.references.pop_front();
            }
        }
    }

    /// `Has`, which counts as a use.
    pub(crate) fn has(&mut self, reference: &ObjectReference) -> bool {
        self.use_one(|known| known == reference)
    }

    /// `Has` of the releases that remember UIDs only (until v1.19).
    pub(crate) fn has_uid(&mut self, uid: &Uid) -> bool {
        self.use_one(|known| known.uid == *uid)
    }

    fn use_one(&mut self, is_it: impl Fn(&ObjectReference) -> bool) -> bool {
        let Some(place) = self.references.iter().position(is_it) else { return false };
        let used = self.references.remove(place);
        self.references.push_back(used);
        true
    }
}
