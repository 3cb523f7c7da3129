//! `kubectl get componentstatuses`: deprecated, and served all the same.

use serde_json::{Value, json};

use super::flags::Flags;
use super::form::{Form, fill_columns};
use super::table::Table;
use super::{Command, Outcome};
use crate::api::{StatusError, StatusReason};
use crate::kubectl::CommandError;
use crate::kubectl::print::list_document;

/// Names of the kind.
const NAMES: [&str; 3] = ["componentstatuses", "componentstatus", "cs"];
/// What a control plane consists of, beside its API server.
const COMPONENTS: [&str; 3] = ["controller-manager", "scheduler", "etcd-0"];
/// The minor whose server warns of the kind.
const WARNED_OF: u8 = 19;

/// The names of the components that arguments ask for, if that is all that they ask for.
pub(super) fn asked_for(arguments: &[String]) -> Option<Vec<&str>> {
    let is_kind = |kind: &str| NAMES.contains(&kind.to_lowercase().as_str());
    let (first, rest) = arguments.split_first()?;
    match first.split_once('/') {
        Some((kind, name)) if rest.is_empty() && is_kind(kind) => Some(vec![name]),
        None if is_kind(first) => Some(rest.iter().map(String::as_str).collect()),
        _ => None,
    }
}

/// Prints the components of those names, or all.
pub(super) fn get(command: &mut Command<'_>, flags: &Flags, names: &[&str], form: &Form) -> Outcome {
    let release = command.release();
    if release.since(WARNED_OF) {
        command.warn_of_server("v1 ComponentStatus is deprecated in v1.19+".to_owned());
    }
    let mut found: Vec<&str> = if names.is_empty() { COMPONENTS.to_vec() } else { Vec::new() };
    for name in names {
        if COMPONENTS.contains(name) {
            found.push(name);
        } else {
            let error = StatusError::new(StatusReason::Unknown, format!("Component not found: {name}"));
            command.failures.push(CommandError::Server(String::new(), error));
        }
    }
    let with_heading = !flags.is_set("no-headers");
    let mut documents: Vec<_> = found.iter().map(|name| document(name)).collect();
    match form {
        Form::Table { .. } if found.is_empty() => {}
        Form::Table { .. } => {
            let heading = ["NAME", "STATUS", "MESSAGE", "ERROR"].map(str::to_owned).to_vec();
            let rows = found.iter().map(|name| [*name, "Healthy", "ok", ""].map(str::to_owned).to_vec()).collect();
            command.print(&Table { heading, rows }.text(release, with_heading));
        }
        Form::Name => found.iter().for_each(|name| command.print_line(&format!("componentstatus/{name}"))),
        Form::Columns(columns) => {
            let heading = columns.iter().map(|(name, _)| name.clone()).collect();
            let mut table = Table { heading, rows: Vec::new() };
            fill_columns(&mut table, columns, &documents, &command.work).map_err(CommandError::Client)?;
            command.print(&table.text(release, with_heading));
        }
        _ => {
            let is_single = names.len() == 1;
            let whole = match documents.pop() {
                None if is_single => return Ok(()),
                Some(only) if is_single => only,
                last => {
                    documents.extend(last);
                    list_document(&documents, release)
                }
            };
            let text = form.text(|| whole, release, &command.work)?;
            command.print(&text.unwrap_or_default());
        }
    }
    Ok(())
}

fn document(name: &str) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "ComponentStatus",
        "metadata": {"name": name},
        "conditions": [{"type": "Healthy", "status": "True", "message": "ok"}],
    })
}
