//! `kubectl delete`.

use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::kind::Kind;
use super::object::Object;
use super::resource::{Named, arguments_beside_files, check_names, no_resources, selector_beside_names, selects};
use super::wait::Wait;
use super::write::{DRY_RUN, DryRun, shown};
use super::{Command, Outcome, Write};
use crate::api::{DeleteOptions, DeletionPropagation, Name, ObjectKey, StatusError, StatusReason};
use crate::kubectl::CommandError;
use crate::kubectl::print::{OtherObject, OtherSpec};

pub(super) const FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    value("selector", Some('l')),
    value("field-selector", None),
    switch("all", None),
    optional("cascade", "background"),
    integer("grace-period"),
    switch("now", None),
    switch("force", None),
    switch("ignore-not-found", None),
    switch("wait", None),
    duration("timeout"),
    DRY_RUN,
    value("output", Some('o')),
    switch("all-namespaces", Some('A')),
    switch("interactive", Some('i')),
    value("raw", None),
    switch("recursive", Some('R')),
];

/// How a deletion is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// A sentence.
    Deleted,
    /// A sentence which says that nothing was waited for.
    ForceDeleted,
    /// The name (`-o name`).
    Name,
}

/// Deletes a Job, and says so.
pub(super) fn delete_job(
    command: &mut Command<'_>,
    key: &ObjectKey,
    policy: DeletionPropagation,
    dry_run: DryRun,
    report: Report,
) -> Outcome {
    send_deletion(command, key, policy, dry_run)?;
    let (namespace, name) = key.split();
    deleted(command, Kind::Job, namespace, name, dry_run, report);
    Ok(())
}

/// Asks the server to delete a Job, unless this is a dry run. A repeated deletion that changes nothing is not written.
pub(super) fn send_deletion(
    command: &mut Command<'_>,
    key: &ObjectKey,
    policy: DeletionPropagation,
    dry_run: DryRun,
) -> Outcome {
    if dry_run != DryRun::None {
        return Ok(());
    }
    let (options, now) = (DeleteOptions::with_policy(Some(policy)), command.cluster.now);
    let sent = command.server.delete_job(key, &options, now);
    if sent.map_err(|error| CommandError::Server(String::new(), error))? {
        command.ran.writes.push(Write::DeleteJob { key: key.clone(), policy });
    }
    Ok(())
}

/// Deletes a quota or a node, and says so.
fn delete_other(command: &mut Command<'_>, other: &OtherObject, dry_run: DryRun, report: Report) -> Outcome {
    let client = |message: String| Err(CommandError::Client(message));
    let server = |error| CommandError::Server(String::new(), error);
    let name = Name::from(other.name.as_str());
    let writes = dry_run == DryRun::None;
    match (&other.spec, &other.namespace) {
        (OtherSpec::Quota { .. }, Some(namespace)) if writes => {
            let key = ObjectKey::new(namespace, &name);
            command.server.delete_quota(&key).map_err(server)?;
            command.ran.writes.push(Write::DeleteQuota { key });
        }
        (OtherSpec::Node, _) if name != command.server.node() => {
            return client(format!(
                "node {name} is not deleted here; {} is the node for new pods",
                command.server.node()
            ));
        }
        (OtherSpec::Node, _) if writes => {
            command.server.delete_node(&name, command.cluster.now).map_err(server)?;
            command.ran.writes.push(Write::DeleteNode { name });
        }
        (OtherSpec::Quota { .. } | OtherSpec::Node, _) => {}
        (OtherSpec::Namespace, _) if KEPT_NAMESPACES.contains(&name.as_str()) => {
            let message = format!("namespaces \"{name}\" is forbidden: this namespace may not be deleted");
            return Err(server(StatusError::new(StatusReason::Forbidden, message)));
        }
        (OtherSpec::Namespace, _) => return client("namespaces are not deleted here".to_owned()),
    }
    let namespace = other.namespace.clone().unwrap_or_default();
    deleted(command, Kind::of_other(&other.spec), namespace.as_str(), &other.name, dry_run, report);
    Ok(())
}

/// Namespaces that the server keeps.
const KEPT_NAMESPACES: [&str; 3] = ["default", "kube-public", "kube-system"];

fn deleted(command: &mut Command<'_>, kind: Kind, namespace: &str, name: &str, dry_run: DryRun, report: Report) {
    let done = match report {
        Report::Name => return command.print_line(&format!("{}/{name}", kind.prefix())),
        Report::ForceDeleted => "force deleted",
        Report::Deleted => "deleted",
    };
    let names_place = command.release().since(34) && kind.is_namespaced();
    let from = if names_place { format!(" from {namespace} namespace") } else { String::new() };
    command.print_line(&format!("{} {name:?} {done}{from}{}", kind.prefix(), dry_run.suffix()));
}

/// What `--cascade` says.
pub(super) fn cascade(command: &mut Command<'_>, flags: &Flags) -> Result<DeletionPropagation, CommandError> {
    let (policy, instead) = match flags.value("cascade") {
        None | Some("background") => return Ok(DeletionPropagation::Background),
        Some("foreground") => return Ok(DeletionPropagation::Foreground),
        Some("orphan") => return Ok(DeletionPropagation::Orphan),
        Some("true") => (
            DeletionPropagation::Background,
            "true is deprecated (boolean value) and can be replaced with --cascade=background",
        ),
        Some("false") => (
            DeletionPropagation::Orphan,
            "false is deprecated (boolean value) and can be replaced with --cascade=orphan",
        ),
        Some(other) => {
            return Err(CommandError::Client(format!(
                "invalid cascade value ({other}). Must be \"background\", \"foreground\", or \"orphan\""
            )));
        }
    };
    if command.release().since(CASCADE_WORDS) {
        command.warn(&format!("warning: --cascade={instead}."));
    }
    Ok(policy)
}

/// `--interactive`: lists what would be deleted, whether it exists or not, and reads the answer from standard input.
fn is_confirmed(
    command: &mut Command<'_>,
    flags: &Flags,
    files: &[&str],
    named: &[Named],
) -> Result<bool, CommandError> {
    let mut all = Vec::new();
    for file in files {
        all.extend(command.named_in(file, flags)?);
    }
    all.extend(named.iter().filter(|one| one.name.is_some()).cloned());
    let mut listed: Vec<_> =
        all.iter().map(|one| format!("{}/{}", one.kind.prefix(), one.name.as_deref().unwrap_or_default())).collect();
    let kinds: Vec<_> = named.iter().filter(|one| one.name.is_none()).cloned().collect();
    listed.extend(command.objects(&kinds, flags)?.iter().map(Object::full_name));
    if !command.failures.is_empty() {
        return Ok(false);
    }
    if listed.is_empty() {
        command.print_line("No resources found");
        return Ok(false);
    }
    let (count, listed) = (listed.len(), listed.join("\n"));
    command.print(&format!(
        "You are about to delete the following {count} resource(s):\n{listed}\nDo you want to continue? (y/N): "
    ));
    // Files on standard input have used it up.
    let input = if files.contains(&"-") { "" } else { command.cluster.stdin };
    let mut answer = input.lines().next().unwrap_or_default().split_whitespace();
    let is_confirmed = answer.next().is_some_and(|word| word.eq_ignore_ascii_case("y")) && answer.next().is_none();
    if !is_confirmed {
        command.print_line("deletion is cancelled");
    }
    Ok(is_confirmed)
}

/// The minor whose `--cascade` takes words.
const CASCADE_WORDS: u8 = 20;

pub(super) fn delete(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    command.deletes = true;
    let dry_run = DryRun::of(command, flags)?;
    let policy = cascade(command, flags)?;
    let files = Command::files(flags);
    if files.is_empty() && flags.arguments.is_empty() {
        return Err(if selects(flags) {
            client("at least one resource must be specified to use a selector")
        } else {
            no_resources()
        });
    }
    if !files.is_empty() && !flags.arguments.is_empty() {
        return Err(arguments_beside_files(&flags.arguments));
    }
    command.check_files(&files)?;
    let grace = match (flags.integer("grace-period"), flags.is_set("now"), flags.is_set("force")) {
        (Some(_), true, _) => return Err(client("--now and --grace-period cannot be specified together")),
        (Some(seconds), false, force) => {
            if seconds == 0 && !force {
                Some(1)
            } else {
                Some(seconds).filter(|seconds| *seconds >= 0)
            }
        }
        (None, true, _) => Some(1),
        (None, false, true) => Some(0),
        (None, false, false) => None,
    };
    let is_given = |flag: &str| flags.value(flag).is_some_and(|selector| !selector.is_empty());
    if flags.is_set("all") && (is_given("selector") || is_given("field-selector")) {
        return Err(client("setting 'all' parameter but found a non empty selector. "));
    }
    let named = command.named(&flags.arguments)?;
    if flags.is_set("all") && named.iter().any(|one| one.name.is_some()) {
        return Err(selector_beside_names(&flags.arguments));
    }
    check_names(&named, selects(flags))?;
    let report = match (flags.value("output"), grace) {
        (None | Some(""), Some(0)) => Report::ForceDeleted,
        (None | Some(""), _) => Report::Deleted,
        (Some("name"), _) => Report::Name,
        (Some(other), _) => {
            return Err(client(&format!("unexpected -o output mode: {other}. We only support '-o name'")));
        }
    };
    if flags.is_set("force") {
        if grace.is_some_and(|seconds| seconds > 0) {
            return Err(client("--force and --grace-period greater than 0 cannot be specified together"));
        }
        command.warn("Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.");
    }
    if flags.is_set("interactive") && !is_confirmed(command, flags, &files, &named)? {
        return Ok(());
    }
    if dry_run == DryRun::Client && named.iter().any(|one| one.name.is_some()) {
        // Whether named objects exist is not asked.
        let namespace = command.namespace.clone();
        for (kind, name) in named.iter().filter_map(|one| Some((one.kind, one.name.as_deref()?))) {
            deleted(command, kind, namespace.as_str(), name, dry_run, report);
        }
        return Ok(());
    }
    let mut found: Vec<Object> = Vec::new();
    let mut count = 0;
    for file in &files {
        let shown = shown(file);
        for Named { kind, name } in command.named_in(file, flags)? {
            count += 1;
            let Some(name) = name else { continue };
            if dry_run == DryRun::Client {
                // Nor is it asked about those in files.
                let namespace = command.namespace.clone();
                deleted(command, kind, namespace.as_str(), &name, dry_run, report);
                continue;
            }
            match command.find(kind, &name) {
                Some(object) => found.push(object),
                None if flags.is_set("ignore-not-found") => {}
                None => {
                    let context = format!("error when deleting {shown:?}: ");
                    let error = StatusError::not_found(&kind.resource(), &name);
                    command.failures.push(CommandError::Server(context, error));
                }
            }
        }
    }
    if !files.is_empty() && count == 0 && command.failures.is_empty() {
        command.print_line("No resources found");
    }
    if !named.is_empty() {
        found.extend(command.objects(&named, flags)?);
        if found.is_empty() && command.failures.is_empty() {
            if selects(flags) {
                command.print_line("No resources found");
            }
            return Ok(());
        }
    }
    let mut gone = Vec::new();
    for object in found {
        gone.push((object.kind(), object.name()));
        match &object {
            Object::Job(job) => {
                let key = job.metadata.key();
                if let Err(error) = delete_job(command, &key, policy, dry_run, report) {
                    command.failures.push(error);
                }
            }
            Object::Pod(pod) => {
                let key = pod.metadata.key();
                let now = command.cluster.now;
                if dry_run == DryRun::None {
                    let options = DeleteOptions::with_grace(grace);
                    if let Err(error) = command.server.delete_pod(&key, &options, now) {
                        command.failures.push(CommandError::Server(String::new(), error));
                        continue;
                    }
                    // A repeated deletion of a terminating pod changes nothing.
                    if command.server.pods().get(&key) != Some(pod) {
                        command.ran.writes.push(Write::DeletePod { key: key.clone(), grace });
                    }
                }
                let (namespace, name) = key.split();
                deleted(command, Kind::Pod, namespace, name, dry_run, report);
            }
            Object::Event(event) => {
                let name = event.name();
                let message = format!("event {name} is not deleted here; events are those that controllers recorded");
                command.failures.push(CommandError::Client(message));
            }
            Object::Other(other) => {
                let deleted = delete_other(command, other, dry_run, report);
                command.failures.extend(deleted.err());
            }
        }
    }
    if dry_run == DryRun::None && !flags.is_off("wait") && !flags.is_set("force") {
        command.ran.wait = Some(Wait::until_gone(command, gone, flags));
    }
    Ok(())
}
