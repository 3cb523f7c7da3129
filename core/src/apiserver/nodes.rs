//! Nodes are only names. There is always one for new pods.

use super::ApiServer;
use crate::api::{Name, StatusError};

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
    /// present.
    pub fn has_node(&self, name: &Name) -> bool {
        self.lost_nodes().all(|lost| lost != *name)
    }

    /// The nodes that there were.
    pub fn lost_nodes(&self) -> impl Iterator<Item = Name> {
        (1..=self.nodes_lost).map(node_name)
    }

    /// The node is gone, and another takes its place.
    ///
    /// # Errors
    ///
    /// There is no such node.
    pub fn delete_node(&mut self, name: &Name) -> Result<(), StatusError> {
        if *name != self.node() || self.nodes_lost >= MAX_NODES_LOST {
            return Err(StatusError::not_found("nodes", name.as_str()));
        }
        self.nodes_lost += 1;
        Ok(())
    }
}

/// Most nodes that can be lost.
const MAX_NODES_LOST: u32 = 1_000;
