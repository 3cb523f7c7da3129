//! `kubectl auth`: the user of a simulated cluster may do everything.

use serde_json::json;

use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::kind::{Kind, not_namespaced};
use super::table::Table;
use super::{Command, Known, Outcome, known};
use crate::api::MetaTime;
use crate::kubectl::CommandError;

pub(super) const PARTS: &[Known] = &[known("can-i", CAN_I_FLAGS, can_i), known("whoami", WHOAMI_FLAGS, whoami)];

const CAN_I_FLAGS: &[Spec] = &[
    switch("all-namespaces", Some('A')),
    switch("list", None),
    switch("no-headers", None),
    switch("quiet", Some('q')),
    value("subresource", None),
];
/// Verbs of requests about resources.
const VERBS: &[&str] = &[
    "get",
    "list",
    "watch",
    "create",
    "update",
    "patch",
    "delete",
    "deletecollection",
    "use",
    "bind",
    "escalate",
    "impersonate",
    "*",
    "approve",
    "sign",
    "attest",
];
/// Verbs of requests about other paths.
const URL_VERBS: &[&str] = &["get", "put", "post", "head", "options", "delete", "patch", "*"];
const WHOAMI_FLAGS: &[Spec] = &[value("output", Some('o'))];

/// `kubectl auth` alone.
pub(super) fn auth(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.only_parts("auth", flags)
}

fn can_i(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.is_set("list") {
        let alone = |message: &str| Err(CommandError::Client(message.to_owned()));
        if !flags.arguments.is_empty() {
            return alone("list option must be specified with no arguments");
        }
        let subresource = flags.value("subresource").is_some_and(|name| !name.is_empty());
        if subresource || flags.is_set("quiet") || flags.is_set("all-namespaces") {
            return alone("list option can't be specified with neither quiet, all-namespaces nor subresource options");
        }
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = vec![row(["*.*", "[]", "[]", "[*]"]), row(["", "[*]", "[]", "[*]"])];
        let heading = row(["Resources", "Non-Resource URLs", "Resource Names", "Verbs"]);
        let text = Table { heading, rows }.text(command.release(), !flags.is_set("no-headers"));
        command.print(&text);
        return Ok(());
    }
    let [verb, resource] = flags.arguments.as_slice() else {
        let message = "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.";
        return Err(CommandError::Client(message.to_owned()));
    };
    let kind = resource.split_once('/').map_or(resource.as_str(), |(kind, _)| kind);
    let is_url = resource.starts_with('/');
    let everywhere = flags.is_set("all-namespaces");
    let not_namespaced = not_namespaced(kind);
    let is_known = not_namespaced.is_some() || Kind::named(kind).is_some() || ["*", "users", "groups"].contains(&kind);
    if !is_url && !is_known {
        let (plural, group) = kind.split_once('.').unwrap_or((kind, ""));
        let of_group = if group.is_empty() { String::new() } else { format!(" in group '{group}'") };
        command.warn(&format!("Warning: the server doesn't have a resource type '{plural}'{of_group}\n"));
    }
    if let Some(plural) = not_namespaced.filter(|_| !everywhere) {
        command.warn(&format!("Warning: resource '{plural}' is not namespace scoped\n"));
    }
    let verbs = if is_url { URL_VERBS } else { VERBS };
    if !verbs.contains(&verb.as_str()) && (is_url || !everywhere) {
        command.warn(&format!("Warning: verb '{verb}' is not a known verb\n"));
    }
    if flags.is_set("no-headers") {
        return Err(CommandError::Client("--no-headers cannot be set without --list specified".to_owned()));
    }
    if !flags.is_set("quiet") {
        command.print_line("yes");
    }
    Ok(())
}

fn whoami(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let form = command.form_of_object(flags)?.typed();
    let created = MetaTime::from(command.cluster.now);
    let document = json!({
        "apiVersion": "authentication.k8s.io/v1",
        "kind": "SelfSubjectReview",
        "metadata": {"creationTimestamp": created},
        "status": {"userInfo": {"groups": ["system:masters", "system:authenticated"], "username": "kubernetes-admin"}},
    });
    match form {
        Form::Name => {
            command.print_line("selfsubjectreview.authentication.k8s.io/<unknown>");
            return Ok(());
        }
        Form::Table { .. } => {}
        _ => {
            if let Some(text) = form.text(|| document, command.release(), &command.work)? {
                command.print(&text);
            }
            return Ok(());
        }
    }
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let rows = vec![row(["Username", "kubernetes-admin"]), row(["Groups", "[system:masters system:authenticated]"])];
    let text = Table { heading: row(["ATTRIBUTE", "VALUE"]), rows }.text(command.release(), true);
    command.print(&text);
    Ok(())
}
