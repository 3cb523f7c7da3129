//! Nodes, of which only the names are known, and commands on them: cordon, drain, taint, uncordon.

use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::write::DRY_RUN;
use super::{Command, Outcome};
use crate::api::{Name, StatusError, Time};
use crate::kubectl::CommandError;
use crate::kubectl::print::OtherObject;

pub(super) const FLAGS: &[Spec] = &[
    integer("chunk-size"),
    switch("delete-emptydir-data", None),
    switch("disable-eviction", None),
    switch("force", None),
    integer("grace-period"),
    switch("ignore-daemonsets", None),
    value("pod-selector", None),
    integer("skip-wait-for-delete-timeout"),
    duration("timeout"),
    DRY_RUN,
    value("selector", Some('l')),
];
pub(super) const TAINT_FLAGS: &[Spec] = &[
    switch("all", None),
    DRY_RUN,
    value("field-manager", None),
    value("output", Some('o')),
    switch("overwrite", None),
    value("selector", Some('l')),
    optional("validate", "strict"),
];

/// `kubectl cordon`, `drain` and `uncordon`.
pub(super) fn on_node(command: &mut Command<'_>, flags: &Flags, name: &str) -> Outcome {
    if flags.arguments.is_empty() && flags.value("selector").is_none() {
        let message = format!("USAGE: {name} NODE [flags]\nSee 'kubectl {name} -h' for help and examples");
        return Err(CommandError::Client(message));
    }
    Err(match flags.arguments.iter().find(|node| !command.has_node(node)) {
        Some(node) => CommandError::Server(String::new(), StatusError::not_found("nodes", node)),
        None => not_simulated(name),
    })
}

/// `kubectl taint`.
pub(super) fn taint(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let is_taint = |word: &&String| word.contains(['=', ':']) || word.ends_with('-');
    let names: Vec<_> = flags.arguments.iter().take_while(|word| !is_taint(word)).collect();
    let Some((kind, nodes)) = names.split_first() else {
        return client("one or more resources must be specified as <resource> <name>");
    };
    if names.len() == flags.arguments.len() {
        return client("at least one taint update is required");
    }
    if command.kind(kind)?.plural() != "nodes" {
        return client(&format!("invalid resource type {kind}, only node types are supported"));
    }
    match nodes.iter().find(|node| !command.has_node(node)) {
        Some(node) => Err(CommandError::Server(String::new(), StatusError::not_found("nodes", node))),
        None => Err(not_simulated("taint")),
    }
}

impl Command<'_> {
    /// The nodes, by name.
    pub(super) fn nodes(&self) -> Vec<OtherObject> {
        let nodes = self.server.nodes();
        nodes.iter().map(|node| OtherObject::node(node.as_str(), self.node_created_at(node))).collect()
    }

    fn has_node(&self, name: &str) -> bool {
        self.server.nodes().iter().any(|node| node.as_str() == name)
    }

    /// When the node was created that new pods run on. Of those that imported pods name it is not known.
    fn node_created_at(&self, node: &Name) -> Option<Time> {
        let of_new_pods = *node == self.server.node();
        of_new_pods.then(|| self.server.node_replaced_at().unwrap_or_else(|| self.began_at()))
    }
}
