//! `kubectl get`.

use serde_json::Value;

use super::flags::{Flags, Spec, integer, switch, value};
use super::form::{Form, fill_columns};
use super::kind::Kind;
use super::object::Object;
use super::resource::{Named, not_found};
use super::sort::{Sorted, sort};
use super::subresource::{no_such_path, subresource};
use super::table::Table;
use super::watch::Watch;
use super::{Command, Outcome, component_status};
use crate::api::Release;
use crate::kubectl::CommandError;
use crate::kubectl::print::{self, list_document};

pub(super) const FLAGS: &[Spec] = &[
    value("output", Some('o')),
    value("selector", Some('l')),
    value("field-selector", None),
    value("label-columns", Some('L')),
    switch("show-labels", None),
    switch("no-headers", None),
    value("sort-by", None),
    switch("watch", Some('w')),
    switch("watch-only", None),
    switch("output-watch-events", None),
    switch("ignore-not-found", None),
    switch("all-namespaces", Some('A')),
    switch("show-kind", None),
    switch("server-print", None),
    integer("chunk-size"),
    value("filename", Some('f')),
    switch("recursive", Some('R')),
    value("subresource", None),
    value("raw", None),
];

/// Most columns of labels.
const MOST_COLUMNS: usize = 100;

pub(super) fn get(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.merges_failures = true;
    command.lists_failures = true;
    if let Some(path) = flags.value("raw").filter(|path| !path.is_empty()) {
        return raw(command, flags, path);
    }
    let form = command.form_of_list(flags);
    if let Some(output) = flags.value("output").filter(|_| flags.is_set("show-labels"))
        && !["", "wide"].contains(&output)
    {
        return Err(CommandError::Client(format!("--show-labels option cannot be used with {output} printer")));
    }
    if flags.list("label-columns").len() > MOST_COLUMNS {
        return Err(CommandError::Client(format!("--label-columns may have {MOST_COLUMNS} labels")));
    }
    if let Some(names) = component_status::asked_for(&flags.arguments) {
        return component_status::get(command, flags, &names, &form?);
    }
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() && Command::files(flags).is_empty() {
        return Err(nothing_named(command));
    }
    let watches = flags.is_set("watch") || flags.is_set("watch-only");
    if flags.is_set("output-watch-events") && !watches {
        let message = "--output-watch-events option can only be used with --watch or --watch-only";
        return Err(CommandError::Client(message.to_owned()));
    }
    check_subresource(command, flags, &named)?;
    if watches && several_kinds(named.iter().map(|one| one.kind)) {
        return Err(CommandError::Client("you may only specify a single resource type".to_owned()));
    }
    let mut objects = command.objects(&named, flags)?;
    // `-o` is read once there is something to print. What it says wrong is then the only error.
    let form = match form {
        Err(_)
            if objects.is_empty()
                && (flags.is_set("ignore-not-found") || named.len() == 1 && !command.failures.is_empty()) =>
        {
            return Ok(());
        }
        form => form.inspect_err(|_| command.failures.clear())?,
    };
    let single = named.len() == 1 && named.iter().all(|one| one.name.is_some());
    if let Some(path) = flags.value("sort-by").filter(|path| !path.is_empty()) {
        if watches {
            command.warn("warning: --watch requested, --sort-by will be ignored for watch events received");
        }
        match sort(command, &mut objects, &named, &form, path)? {
            Sorted::Objects => {}
            Sorted::Nothing(why) if watches => {
                return Err(CommandError::Client(format!("unable to output the provided object: {why}")));
            }
            Sorted::Nothing(_) => objects.clear(),
        }
    }
    if watches {
        command.ran.watch = Some(Watch::new(command, named.clone(), flags, form.clone(), &objects));
        if objects.is_empty() || flags.is_set("watch-only") {
            return Ok(());
        }
    }
    if objects.is_empty() && command.failures.is_empty() && matches!(form, Form::Table { .. }) {
        if !flags.is_set("ignore-not-found") {
            if command.release().since(17) {
                command.everywhere |= named.iter().any(|one| !one.kind.is_namespaced());
                command.warn_of_nothing();
            } else {
                command.warn("No resources found.");
            }
        }
        return Ok(());
    }
    // Rows have their kinds if the tables differ in them: one for each kind, or for each object that is named and found.
    let mixed = if named.iter().any(|one| one.name.is_none()) {
        several_kinds(named.iter().map(|one| one.kind))
    } else {
        several_kinds(objects.iter().map(Object::kind))
    };
    print(command, &objects, &form, single, mixed || flags.is_set("show-kind"), flags)
}

/// Jobs and pods have the subresource `status`, which is read like the object itself.
fn check_subresource(command: &Command<'_>, flags: &Flags, named: &[Named]) -> Outcome {
    match subresource(command, "get", flags)? {
        Some(_) if named.iter().any(|one| one.name.is_none()) => {
            let message = "subresource cannot be used when bulk resources are specified";
            Err(CommandError::Client(message.to_owned()))
        }
        None | Some("status") => Ok(()),
        Some(_) => Err(CommandError::Server(String::new(), no_such_path())),
    }
}

/// `--raw`, as far as there is nothing at the path.
fn raw(command: &mut Command<'_>, flags: &Flags, path: &str) -> Outcome {
    let client = |message: String| Err(CommandError::Client(message));
    let given = |flag: &str| flags.value(flag).is_some_and(|value| !value.is_empty());
    if !flags.arguments.is_empty() {
        return client("arguments may not be passed when --raw is specified".to_owned());
    }
    if flags.is_set("watch") || flags.is_set("watch-only") || given("selector") {
        let message = "--raw may not be specified with other flags that filter the server request or alter the output";
        return client(message.to_owned());
    }
    if given("output") {
        return client("--raw and --output are mutually exclusive".to_owned());
    }
    if !path.starts_with('/') && !path.contains("://") {
        return client(format!("--raw must be a valid URL path: parse {path:?}: invalid URI for request"));
    }
    if !path.starts_with('/') {
        return Err(CommandError::Server(String::new(), no_such_path()));
    }
    let (kind, namespace, name) = match path.split('/').skip(1).collect::<Vec<_>>()[..] {
        ["healthz" | "livez" | "readyz"] => {
            command.print("ok");
            return Ok(());
        }
        ["apis", "batch", "v1", "namespaces", namespace, "jobs", name] => (Kind::Job, namespace, name),
        ["api", "v1", "namespaces", namespace, "pods", name] => (Kind::Pod, namespace, name),
        ["api" | "apis" | "openapi" | "version" | "", ..] => return flags.check_simulated("get", &["raw"]),
        _ => return Err(CommandError::Server(String::new(), no_such_path())),
    };
    command.namespace = namespace.into();
    match command.find(kind, name) {
        Some(_) => flags.check_simulated("get", &["raw"]),
        None => Err(not_found(kind, name)),
    }
}

fn several_kinds(mut kinds: impl Iterator<Item = Kind>) -> bool {
    let first = kinds.next();
    kinds.any(|kind| Some(kind) != first)
}

/// Prints an object by itself.
pub(super) fn print_one(command: &mut Command<'_>, object: &Object, form: &Form, flags: &Flags) -> Outcome {
    print(command, std::slice::from_ref(object), form, true, false, flags)
}

fn print(
    command: &mut Command<'_>,
    objects: &[Object],
    form: &Form,
    single: bool,
    with_kind: bool,
    flags: &Flags,
) -> Outcome {
    let release = command.release();
    match form {
        Form::Table { wide } => tables(command, objects, *wide, with_kind, flags),
        Form::Name => {
            for object in objects {
                command.print_line(&object.full_name());
            }
        }
        _ if objects.is_empty() && (single || flags.is_set("ignore-not-found")) => {}
        Form::Columns(columns) => {
            let with_heading = !flags.is_set("no-headers");
            let heading = columns.iter().map(|(name, _)| name.clone()).collect();
            let mut table = Table { heading, rows: Vec::new() };
            // kubectl prints what comes before an error.
            let filled = fill_columns(&mut table, columns, &command.documents_of(objects)?, &command.work);
            command.print(&table.text(release, with_heading));
            filled.map_err(CommandError::Client)?;
        }
        Form::Yaml
        | Form::Kyaml { .. }
        | Form::Json
        | Form::GoJson
        | Form::JsonPath(_)
        | Form::JsonPathAsJson(_)
        | Form::GoTemplate(_) => {
            let documents = command.documents_of(objects)?;
            let text = form.text(|| one_or_list(documents, single, release), release, &command.work)?;
            command.print(&text.unwrap_or_default());
        }
    }
    Ok(())
}

fn nothing_named(command: &mut Command<'_>) -> CommandError {
    command.warn("You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list of supported resources.\n");
    CommandError::Client(
        "Required resource not specified.\nUse \"kubectl explain <resource>\" for a detailed description of that resource (e.g. kubectl explain pods).\nSee 'kubectl get -h' for help and examples"
            .to_owned(),
    )
}

/// An object that was asked for by its name; a list otherwise.
fn one_or_list(mut documents: Vec<Value>, single: bool, release: Release) -> Value {
    match documents.pop() {
        Some(document) if single => document,
        last => {
            documents.extend(last);
            list_document(&documents, release)
        }
    }
}

/// A table for each kind, with a line between them.
fn tables(command: &mut Command<'_>, objects: &[Object], wide: bool, with_kind: bool, flags: &Flags) {
    let with_heading = !flags.is_set("no-headers");
    let release = command.release();
    let mut first = true;
    for group in objects.chunk_by(|one, next| one.kind() == next.kind()) {
        if !std::mem::take(&mut first) && with_heading {
            command.print("\n");
        }
        let text = table(command, group, wide, with_kind, flags).text(release, with_heading);
        command.print(&text);
    }
}

/// The rows of objects of one kind, with the columns that are asked for.
pub(super) fn table(command: &Command<'_>, group: &[Object], wide: bool, with_kind: bool, flags: &Flags) -> Table {
    let mut table = table_of(command, group, wide);
    if flags.is_off("server-print") {
        table.keep(&["NAME", "AGE"]);
    }
    if with_kind {
        for (row, object) in table.rows.iter_mut().zip(group) {
            if let Some(name) = row.first_mut().filter(|_| !matches!(object, Object::Event(_))) {
                *name = format!("{}/{name}", object.kind().prefix());
            }
        }
    }
    if command.everywhere && group.iter().all(|object| object.kind().is_namespaced()) {
        table.insert_namespaces(group.iter().map(Object::namespace));
    }
    for label in flags.list("label-columns") {
        // The column is called as the part of the label behind its domain.
        let name = label.rsplit('/').next().unwrap_or(label);
        table.heading.push(name.to_uppercase());
        for (row, object) in table.rows.iter_mut().zip(group) {
            row.push(object.label(label).unwrap_or_default().to_owned());
        }
    }
    if flags.is_set("show-labels") {
        table.heading.push("LABELS".to_owned());
        for (row, object) in table.rows.iter_mut().zip(group) {
            row.push(object.labels_text());
        }
    }
    table
}

fn table_of(command: &Command<'_>, objects: &[Object], wide: bool) -> Table {
    let (release, now) = (command.release(), command.cluster.now);
    let heading: Vec<&str> = match objects.first() {
        Some(Object::Job(_)) => print::job_heading(release, wide),
        Some(Object::Pod(_)) if wide => {
            [&print::POD_HEADING[..], &["IP", "NODE", "NOMINATED NODE", "READINESS GATES"]].concat()
        }
        Some(Object::Pod(_)) => print::POD_HEADING.to_vec(),
        Some(Object::Event(_)) => print::event_heading(release, wide),
        Some(Object::Other(other)) => other.spec.heading(release, wide),
        None => Vec::new(),
    };
    let row = |object: &Object| match object {
        Object::Job(job) => print::job_row(release, job, now, wide),
        Object::Pod(pod) => {
            let mut row = print::pod_row(release, pod, now);
            if wide {
                let node = pod.spec.node_name.as_ref().map_or("<none>", |node| node.as_str());
                let address = print::pod_address(pod);
                let address = address.as_deref().unwrap_or("<none>");
                row.extend([address, node, "<none>", "<none>"].map(str::to_owned));
            }
            row
        }
        Object::Event(event) => print::event_row(release, event, now, wide),
        Object::Other(other) => other.row(release, now, wide),
    };
    Table { heading: heading.into_iter().map(str::to_owned).collect(), rows: objects.iter().map(row).collect() }
}
