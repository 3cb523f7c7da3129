//! `kubectl config`: what there is of the kubeconfig that `kubeadm` writes. Nothing in it can be changed.

use serde_json::{Value, json};

use super::elsewhere::ONE_CLUSTER;
use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::table::Table;
use super::{Command, Known, Outcome, known};
use crate::kubectl::CommandError;

pub(super) const PARTS: &[Known] = &[
    known("current-context", &[], |command, _| {
        command.print_line(CONTEXT);
        Ok(())
    }),
    known("get-clusters", &[], |command, _| {
        command.print(&format!("NAME\n{CLUSTER}\n"));
        Ok(())
    }),
    known("get-contexts", CONTEXTS_FLAGS, contexts),
    known("get-users", &[], |command, _| {
        command.print(&format!("NAME\n{USER}\n"));
        Ok(())
    }),
    known("set-context", SET_FLAGS, set_context),
    known("use", &[], use_context),
    known("use-context", &[], use_context),
    known("view", VIEW_FLAGS, view),
];

const CONTEXTS_FLAGS: &[Spec] = &[switch("no-headers", None), value("output", Some('o'))];
const SET_FLAGS: &[Spec] = &[switch("current", None)];
const VIEW_FLAGS: &[Spec] = &[
    switch("flatten", None),
    switch("merge", None),
    switch("minify", None),
    value("output", Some('o')),
    switch("raw", None),
];

/// `kubectl config` alone.
pub(super) fn config(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.only_parts("config", flags)
}

/// The names in it.
pub(super) const CONTEXT: &str = "kubernetes-admin@kubernetes";
pub(super) const CLUSTER: &str = "kubernetes";
pub(super) const USER: &str = "kubernetes-admin";
const SERVER: &str = "https://127.0.0.1:6443";

/// What `kubectl cluster-info` prints.
pub(super) fn cluster_info() -> String {
    format!(
        "Kubernetes control plane is running at {SERVER}\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n"
    )
}

/// The namespace of the context; none if it is the usual one.
fn namespace<'c>(command: &Command<'c>) -> &'c str {
    let namespace = command.cluster.namespace.as_str();
    if namespace == "default" { "" } else { namespace }
}

fn contexts(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let names_only = match flags.value("output").unwrap_or_default() {
        "" => false,
        "name" => true,
        other => {
            let message = format!(
                "--output {other} is not available in kubectl config get-contexts; resetting to default output format"
            );
            return Err(CommandError::Client(message));
        }
    };
    let missing = flags.arguments.iter().filter(|name| *name != CONTEXT);
    command.failures.extend(missing.map(|name| CommandError::Client(format!("context {name} not found"))));
    let shows = flags.arguments.is_empty() || flags.arguments.iter().any(|name| name == CONTEXT);
    if names_only {
        if shows {
            command.print_line(CONTEXT);
        }
        return Ok(());
    }
    let row = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
    let table = Table {
        heading: row(["CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"]),
        rows: shows.then(|| row(["*", CONTEXT, CLUSTER, USER, namespace(command)])).into_iter().collect(),
    };
    let text = table.text(command.release(), !flags.is_set("no-headers"));
    command.print(&text);
    Ok(())
}

/// Only what changes nothing is done.
fn set_context(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let is_current = match (flags.arguments.as_slice(), flags.is_set("current")) {
        ([], false) => return client("you must specify a non-empty context name or --current"),
        ([], true) => true,
        ([_, ..], true) => return client("you cannot specify both a context name and --current"),
        ([name, ..], false) => name == CONTEXT,
    };
    if is_current && command.namespace == command.cluster.namespace {
        command.print_line(&format!("Context {CONTEXT:?} modified."));
        return Ok(());
    }
    client(&format!("kubectl config set-context is not simulated here; {ONE_CLUSTER}"))
}

fn use_context(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    match flags.arguments.as_slice() {
        [name] if name == CONTEXT => {
            command.print_line(&format!("Switched to context {name:?}."));
            Ok(())
        }
        [name] => Err(CommandError::Client(format!("no context exists with the name: {name:?}"))),
        names => Err(CommandError::Client(format!("Unexpected args: [{}]", names.join(" ")))),
    }
}

fn view(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if !flags.arguments.is_empty() {
        let arguments = flags.arguments.join(" ");
        let message =
            format!("unexpected arguments: [{arguments}]\nSee 'kubectl config view -h' for help and examples");
        return Err(CommandError::Client(message));
    }
    let form = match command.form_of_object(flags)?.typed() {
        Form::Table { .. } => Form::Yaml,
        form => form,
    };
    let context = match namespace(command) {
        "" => json!({"cluster": CLUSTER, "user": USER}),
        namespace => json!({"cluster": CLUSTER, "namespace": namespace, "user": USER}),
    };
    let document = || -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config",
            "clusters": [{"cluster": {"certificate-authority-data": "DATA+OMITTED", "server": SERVER}, "name": CLUSTER}],
            "contexts": [{"context": context, "name": CONTEXT}],
            "current-context": CONTEXT,
            "users": [{"name": USER, "user": {"client-certificate-data": "DATA+OMITTED", "client-key-data": "DATA+OMITTED"}}],
        })
    };
    match form.text(document, command.release(), &command.work)? {
        Some(text) => command.print(&text),
        None => command.print_line("config/<unknown>"),
    }
    Ok(())
}
