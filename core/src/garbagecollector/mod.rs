//! The garbage collector (`pkg/controller/garbagecollector`): deletes objects without an owner and objects that their
//! owner waits for; orphans the dependents of deleted owners.
//!
//! It listens to the informers that the Job controller reads, and keeps a graph of who owns whom. What the graph
//! makes it doubt goes into one of two queues; before its workers act, they look at the server.
//!
//! - [`graph`]: the nodes, and owners that are known not to exist
//! - `graph_builder`: what an event does to the graph, and whom it puts into a queue
//! - `attempt_to_delete`, `attempt_to_orphan`: what a worker decides about one object
//! - `operations`: its calls, which go by kind and name and not by type
//!
//! Upstream a goroutine takes events from a queue of their own (`garbage_collector_graph_changes`) into the graph. It
//! never waits for anything, so here each event is in the graph as soon as it arrived.

mod attempt_to_delete;
mod attempt_to_orphan;
mod catalogue;
mod graph;
mod graph_builder;
mod operations;
#[cfg(test)]
mod tests;

pub(crate) use attempt_to_delete::process_attempt_to_delete;
pub(crate) use attempt_to_orphan::process_attempt_to_orphan;
pub(crate) use catalogue::catalogue;
pub(crate) use graph::{Graph, Node};
pub(crate) use graph_builder::{handle_job, handle_pod};

use serde::{Deserialize, Serialize};

use crate::api::Release;
use crate::client::{Process, RateLimitingQueue, TracedQueue};
use crate::trace::QueueName;
use graph::{ObjectReference, ReferenceCache};

/// The first release that holds the kind, name and namespace of a reference against those of the owner (#92743).
const COORDINATES_SINCE: u8 = 20;
/// The minor since which an object is deleted only in the version that was looked at (#132632).
const VERSION_CHECKED_SINCE: u8 = 34;

/// What the controller keeps in memory. A restart loses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControllerState {
    /// `uidToNode`.
    pub graph: Graph,
    /// `garbage_collector_attempt_to_delete`: objects that may have to go.
    pub attempt_to_delete: RateLimitingQueue<ObjectReference>,
    /// `garbage_collector_attempt_to_orphan`: owners whose dependents are to be freed.
    pub attempt_to_orphan: RateLimitingQueue<ObjectReference>,
    /// `absentOwnerCache`: owners that are known not to exist.
    pub absent_owners: ReferenceCache,
}

impl Default for ControllerState {
    /// `NewGarbageCollector`.
    fn default() -> Self {
        Self {
            graph: Graph::default(),
            attempt_to_delete: RateLimitingQueue::with_default_limiter(),
            attempt_to_orphan: RateLimitingQueue::with_default_limiter(),
            absent_owners: ReferenceCache::default(),
        }
    }
}

/// The garbage collector at work.
#[derive(Debug)]
pub(crate) struct GarbageCollector<'p, 'a> {
    /// The process that it works in.
    pub process: &'p mut Process<'a>,
    /// What only this controller has.
    pub state: &'p mut ControllerState,
}

impl GarbageCollector<'_, '_> {
    /// `attemptToDelete`.
    pub(crate) fn delete_queue(&mut self) -> TracedQueue<'_, ObjectReference> {
        self.process.own_queue(QueueName::AttemptToDelete, &mut self.state.attempt_to_delete)
    }

    /// `attemptToOrphan`.
    pub(crate) fn orphan_queue(&mut self) -> TracedQueue<'_, ObjectReference> {
        self.process.own_queue(QueueName::AttemptToOrphan, &mut self.state.attempt_to_orphan)
    }

    fn release(&self) -> Release {
        self.process.gates.release()
    }

    /// Whether references are held against the coordinates of their owners.
    fn checks_coordinates(&self) -> bool {
        self.release().since(COORDINATES_SINCE)
    }

    /// The node that an item of a queue means. Upstream queues hold nodes themselves: one that left the graph is
    /// still what it was then, and one whose coordinates turned out to be others never was observed.
    fn node_of(&mut self, item: &ObjectReference) -> Node {
        let Some(node) = self.state.graph.get(&item.uid).filter(|node| node.identity == *item) else {
            return self.state.graph.take_removed(item).unwrap_or_else(|| Node::virtual_node(item.clone()));
        };
        node.clone()
    }
}
