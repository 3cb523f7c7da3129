//! `kubectl top`: no cluster has metrics unless they are installed.

use super::flags::{Flags, Spec, switch, value};
use super::select::Selector;
use super::{Command, Known, Outcome, known};
use crate::kubectl::CommandError;

pub(super) const PARTS: &[Known] = &[
    known("no", NODE_FLAGS, nodes),
    known("node", NODE_FLAGS, nodes),
    known("nodes", NODE_FLAGS, nodes),
    known("po", POD_FLAGS, pods),
    known("pod", POD_FLAGS, pods),
    known("pods", POD_FLAGS, pods),
];

const NODE_FLAGS: &[Spec] = &[
    switch("no-headers", None),
    value("selector", Some('l')),
    switch("show-capacity", None),
    switch("show-swap", None),
    value("sort-by", None),
    switch("use-protocol-buffers", None),
];
const POD_FLAGS: &[Spec] = &[
    switch("all-namespaces", Some('A')),
    switch("containers", None),
    value("field-selector", None),
    switch("no-headers", None),
    value("selector", Some('l')),
    switch("show-swap", None),
    value("sort-by", None),
    switch("sum", None),
    switch("use-protocol-buffers", None),
];

/// `kubectl top` alone.
pub(super) fn top(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.only_parts("top", flags)
}

fn nodes(_: &mut Command<'_>, flags: &Flags) -> Outcome {
    without_metrics(flags, "node", "--selector")
}

fn pods(_: &mut Command<'_>, flags: &Flags) -> Outcome {
    without_metrics(flags, "pod", "selector")
}

fn without_metrics(flags: &Flags, part: &str, selecting: &str) -> Outcome {
    let client = |message: String| Err(CommandError::Client(message));
    if flags.arguments.len() > 1 {
        return client(format!("{part} [NAME | -l label]\nSee 'kubectl top {part} -h' for help and examples"));
    }
    if !["", "cpu", "memory"].contains(&flags.value("sort-by").unwrap_or_default()) {
        return client("--sort-by accepts only cpu or memory".to_owned());
    }
    let selector = flags.value("selector").unwrap_or_default();
    if !flags.arguments.is_empty() && !selector.is_empty() {
        return client(format!("only one of NAME or {selecting} can be provided"));
    }
    Selector::of_labels(selector).map_err(CommandError::Client)?;
    client("Metrics API not available".to_owned())
}
