//! The flow chart of a release: its catalogue as a graph, the graph's layout, and the path that a sync took through it.

pub mod graph;
pub mod layout;
pub mod walk;
