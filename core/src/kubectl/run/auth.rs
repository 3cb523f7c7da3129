//! `kubectl auth`: the user of a simulated cluster may do everything.

use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::kind::Kind;
use super::table::Table;
use super::{Command, Known, Outcome, known};
use crate::kubectl::CommandError;

pub(super) const PARTS: &[Known] = &[known("can-i", CAN_I_FLAGS, can_i), known("whoami", WHOAMI_FLAGS, whoami)];

const CAN_I_FLAGS: &[Spec] = &[
    switch("all-namespaces", Some('A')),
    switch("list", None),
    switch("no-headers", None),
    switch("quiet", Some('q')),
    value("subresource", None),
];
const WHOAMI_FLAGS: &[Spec] = &[value("output", Some('o'))];

/// `kubectl auth` alone.
pub(super) fn auth(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if let Some(other) = flags.arguments.first() {
        let message = format!("unknown command {other:?}\nSee 'kubectl auth -h' for help and examples");
        return Err(CommandError::Client(message));
    }
    command.print("Inspect authorization.\n\nAvailable Commands:\n  can-i         Check whether an action is allowed\n  whoami        Experimental: Check self subject attributes\n");
    Ok(())
}

fn can_i(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.is_set("list") {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = vec![row(["*.*", "[]", "[]", "[*]"]), row(["", "[*]", "[]", "[*]"])];
        let heading = row(["Resources", "Non-Resource URLs", "Resource Names", "Verbs"]);
        let text = Table { heading, rows }.text(command.release(), !flags.is_set("no-headers"));
        command.print(&text);
        return Ok(());
    }
    let [_, resource] = flags.arguments.as_slice() else {
        let message = "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.";
        return Err(CommandError::Client(message.to_owned()));
    };
    let kind = resource.split_once('/').map_or(resource.as_str(), |(kind, _)| kind);
    if kind != "*" && !resource.starts_with('/') && Kind::named(kind).is_none() {
        command.warn(&format!("Warning: the server doesn't have a resource type '{kind}'\n"));
    }
    if !flags.is_set("quiet") {
        command.print_line("yes");
    }
    Ok(())
}

fn whoami(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if command.form_of_object(flags)? != (Form::Table { wide: false }) {
        let message = "-o of kubectl auth whoami is not simulated here";
        return Err(CommandError::Client(message.to_owned()));
    }
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let rows = vec![row(["Username", "kubernetes-admin"]), row(["Groups", "[system:masters system:authenticated]"])];
    let text = Table { heading: row(["ATTRIBUTE", "VALUE"]), rows }.text(command.release(), true);
    command.print(&text);
    Ok(())
}
