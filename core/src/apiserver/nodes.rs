//! Nodes are only names. There is always one for new pods.

use std::collections::BTreeSet;

use super::ApiServer;
use crate::api::{Name, Shown, StatusError, Time};
use crate::small_collect::SmallCollect as _;

/// The name of a node.
fn node_name(number: u32) -> Name {
    format!("node-{number}").into()
}

impl ApiServer {
    /// The node on which new pods run.
    pub fn node(&self) -> Name {
        node_name(self.nodes_lost.saturating_add(1))
    }

    /// Whether a node of that name is there. Only imported pods name nodes that the world never had; these count as
    /// present until they are deleted.
    pub(crate) fn has_node(&self, name: &Name) -> bool {
        self.lost_nodes().all(|lost| lost != *name) || *name == self.node()
    }

    /// The nodes that there are: the one for new pods, and those of pods.
    pub fn nodes(&self) -> BTreeSet<Name> {
        let mut nodes = self.nodes_of_pods();
        nodes.insert(self.node());
        nodes
    }

    /// Those that have pods.
    pub(crate) fn nodes_of_pods(&self) -> BTreeSet<Name> {
        let of_pods = self.pods.values().filter_map(|pod| pod.spec.node_name.clone());
        of_pods.filter(|node| self.has_node(node)).small_collect()
    }

    /// When the node for new pods replaced another one.
    pub(crate) fn node_replaced_at(&self) -> Option<Time> {
        *self.node_replaced_at
    }

    /// The nodes that there were.
    pub(crate) fn lost_nodes(&self) -> impl Iterator<Item = Name> {
        (1..=self.nodes_lost).map(node_name).chain(self.imported_nodes_lost.iter().cloned())
    }

    /// The node is gone. Another takes its place if new pods run on it.
    ///
    /// # Errors
    ///
    /// There is no such node.
    pub(crate) fn delete_node(&mut self, name: &Name, now: Time) -> Result<(), StatusError> {
        let lost =
            usize::try_from(self.nodes_lost).unwrap_or(usize::MAX).saturating_add(self.imported_nodes_lost.len());
        if !self.nodes().contains(name) || lost >= MAX_NODES_LOST {
            return Err(StatusError::not_found("nodes", name.as_str()));
        }
        if *name == self.node() {
            self.nodes_lost += 1;
            self.node_replaced_at = Shown(Some(now));
        } else {
            self.imported_nodes_lost.insert(name.clone());
        }
        Ok(())
    }
}

/// Most nodes that can be lost.
const MAX_NODES_LOST: usize = 1_000;
