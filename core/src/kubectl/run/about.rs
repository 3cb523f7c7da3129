//! Commands about kubectl and the cluster: help, versions, resources, and commands that are not simulated.

use super::flags::{Flags, Spec, switch, value};
use super::kind::{Kind, OTHERS};
use super::resource::{no_resources, not_found};
use super::{COMMANDS, Command, Outcome};
use crate::api::StatusError;
use crate::kubectl::CommandError;
use crate::small_sort::SmallSort as _;

pub(super) const RESOURCES_FLAGS: &[Spec] = &[
    value("api-group", None),
    switch("namespaced", None),
    switch("no-headers", None),
    value("output", Some('o')),
    value("verbs", None),
    value("sort-by", None),
];
pub(super) const VERSION_FLAGS: &[Spec] = &[value("output", Some('o')), switch("client", None), switch("short", None)];
pub(super) const EXPLAIN_FLAGS: &[Spec] =
    &[switch("recursive", None), value("api-version", None), value("output", Some('o'))];
pub(super) const LOGS_FLAGS: &[Spec] = &[
    switch("follow", Some('f')),
    switch("previous", Some('p')),
    value("container", Some('c')),
    switch("all-containers", None),
    switch("all-pods", None),
    value("tail", None),
    value("since", None),
    switch("timestamps", None),
    value("selector", Some('l')),
    switch("prefix", None),
];
pub(super) const SCALE_FLAGS: &[Spec] = &[value("max", None), value("min", None), value("cpu-percent", None)];

/// Commands that real kubectl has, and that have nothing to do here.
const NOT_HERE: &[&str] = &[
    "alpha",
    "api-versions",
    "attach",
    "certificate",
    "cluster-info",
    "completion",
    "config",
    "cordon",
    "cp",
    "debug",
    "drain",
    "edit",
    "exec",
    "expose",
    "kustomize",
    "options",
    "plugin",
    "port-forward",
    "proxy",
    "run",
    "taint",
    "uncordon",
];

/// What there is.
fn commands() -> String {
    COMMANDS.iter().map(|known| known.name).collect::<Vec<_>>().join(", ")
}

pub(super) fn overview() -> String {
    format!(
        "kubectl controls the Kubernetes cluster manager.\n\n Find more information at: https://kubernetes.io/docs/reference/kubectl/\n\nHere it controls a simulated cluster, of which it knows Jobs, pods and events.\nThere is: {}.\n\nUse \"kubectl <command> --help\" for more information about a given command.\n",
        commands()
    )
}

pub(super) fn unknown_command(name: &str) -> CommandError {
    if NOT_HERE.contains(&name) {
        return CommandError::Client(format!("kubectl {name} is not simulated here; there is: {}", commands()));
    }
    let near: Vec<_> = COMMANDS.iter().map(|known| known.name).filter(|known| is_near(known, name)).collect();
    let meant =
        if near.is_empty() { String::new() } else { format!("\nDid you mean this?\n\t{}\n\n", near.join("\n\t")) };
    CommandError::Client(format!("unknown command {name:?} for \"kubectl\"\n{meant}There is: {}.", commands()))
}

/// Whether that may have been meant: two letters differ at most, or it begins so (cobra's `SuggestionsFor`).
fn is_near(known: &str, typed: &str) -> bool {
    !typed.is_empty()
        && (strsim::levenshtein(known, &typed.to_lowercase()) <= 2 || known.starts_with(&typed.to_lowercase()))
}

/// What a command does, and how it is called.
pub(super) fn help(command: Option<&str>) -> String {
    let Some(name) = command else { return overview() };
    let (does, usage) = match name {
        "annotate" => ("Update the annotations on a resource.", "annotate TYPE/NAME KEY=VALUE KEY- [--overwrite]"),
        "api-resources" => ("Print the supported API resources on the server.", "api-resources [--api-group=GROUP]"),
        "apply" => (
            "Apply a configuration to a resource by file name or stdin.",
            "apply -f FILENAME [--dry-run=server|client] [--validate=strict|warn|ignore]",
        ),
        "create" => (
            "Create a resource from a file or from stdin.",
            "create -f FILENAME\n  kubectl create job NAME --image=IMAGE [--dry-run=client -o yaml] [-- COMMAND ARGS]",
        ),
        "delete" => (
            "Delete resources by file names, stdin, resources and names, or by resources and label selector.",
            "delete TYPE NAME [-l SELECTOR] [--all] [--cascade=background|foreground|orphan] [--now] [--wait=false]",
        ),
        "describe" => ("Show details of a specific resource or group of resources.", "describe TYPE NAME"),
        "diff" => (
            "Diff configurations between the current online configuration and the configuration as it would be if applied.",
            "diff -f FILENAME",
        ),
        "events" => ("Display events.", "events [--for TYPE/NAME] [--types=Normal,Warning]"),
        "explain" => ("Describe fields of Jobs.", "explain job.spec.FIELD"),
        "get" => (
            "Display one or many resources.",
            "get TYPE [NAME] [-o wide|yaml|json|name|jsonpath=…|custom-columns=…] [-l SELECTOR] [--field-selector=…] [-L LABEL] [--show-labels] [--sort-by=…] [--no-headers]",
        ),
        "label" => ("Update the labels on a resource.", "label TYPE/NAME KEY=VALUE KEY- [--overwrite]"),
        "logs" => ("Print the logs for a container in a pod; containers are not run here.", "logs POD"),
        "patch" => (
            "Update fields of a resource using strategic merge patch, a JSON merge patch, or a JSON patch.",
            "patch TYPE NAME [--type=strategic|merge|json] -p PATCH",
        ),
        "replace" => ("Replace a resource by file name or stdin.", "replace [--force] -f FILENAME"),
        "scale" => ("Set a new size for a resource.", "scale TYPE/NAME --replicas=COUNT"),
        "set" => ("Configure application resources.", "set image TYPE/NAME CONTAINER=IMAGE"),
        "version" => ("Print the client and server version information.", "version"),
        "wait" => (
            "Wait for a specific condition on one or many resources.",
            "wait TYPE/NAME --for=condition=NAME|delete|create|jsonpath='{PATH}'=VALUE [--timeout=30s]",
        ),
        other => return format!("Usage:\n  kubectl {other}\n"),
    };
    format!("{does}\n\nUsage:\n  kubectl {usage}\n")
}

#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
pub(super) fn version(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let release = command.release();
    let tag = release.tag();
    command.print_line(&format!("Client Version: {tag}"));
    let kustomize = match release.minor() {
        ..=24 => None,
        25 | 26 => Some("v4.5.7"),
        27 => Some("v5.0.1"),
        28..=30 => Some("v5.0.4-0.20230601165947-6ce0bf390ce3"),
        31 => Some("v5.4.2"),
        32 => Some("v5.5.0"),
        33 => Some("v5.6.0"),
        34 | 35 => Some("v5.7.1"),
        _ => Some("v5.8.1"),
    };
    if let Some(kustomize) = kustomize {
        command.print_line(&format!("Kustomize Version: {kustomize}"));
    }
    if !flags.is_set("client") {
        command.print_line(&format!("Server Version: {tag}"));
    }
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
pub(super) fn api_resources(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let simulated = [("events", "ev", "v1", "Event"), ("pods", "po", "v1", "Pod"), ("jobs", "", "batch/v1", "Job")];
    let others = OTHERS.iter().map(|other| (other.plural, other.short, other.version, other.kind));
    let mut all: Vec<_> = simulated.into_iter().chain(others).collect();
    if let Some(wanted) = flags.value("api-group") {
        all.retain(|(_, _, version, _)| version.split_once('/').map_or("", |(group, _)| group) == wanted);
    }
    let group = |version: &'static str| version.split_once('/').map_or("", |(group, _)| group);
    all.small_sort_by_key(|(plural, _, version, _)| (group(version), *plural));
    if flags.value("output") == Some("name") {
        for (plural, _, version, _) in all {
            let suffix = if group(version).is_empty() { String::new() } else { format!(".{}", group(version)) };
            command.print_line(&format!("{plural}{suffix}"));
        }
        return Ok(());
    }
    let heading = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"].map(str::to_owned).to_vec();
    let row = |(plural, short, version, kind): (&str, &str, &str, &str)| {
        [plural, short, version, "true", kind].map(str::to_owned).to_vec()
    };
    let table = super::table::Table { heading, rows: all.into_iter().map(row).collect() };
    let text = table.text(command.release(), !flags.is_set("no-headers"));
    command.print(&text);
    Ok(())
}

/// Fields of a Job's spec, with their types and what they are for.
pub(super) const FIELDS: &[(&str, &str, &str)] = &[
    ("activeDeadlineSeconds", "integer", "Seconds since the start after which the Job fails and its pods are deleted."),
    ("backoffLimit", "integer", "Failed pods before the Job fails. 6 if not given."),
    ("backoffLimitPerIndex", "integer", "Failed pods of one index before that index fails."),
    ("completionMode", "string", "NonIndexed, or Indexed: each completion has an index of its own."),
    ("completions", "integer", "Pods that have to succeed."),
    ("managedBy", "string", "The controller that looks after the Job, if it is another than the built-in one."),
    ("manualSelector", "boolean", "Whether the selector is written by hand."),
    ("maxFailedIndexes", "integer", "Failed indexes before the Job fails."),
    ("parallelism", "integer", "Pods that may run at the same time."),
    ("podFailurePolicy", "PodFailurePolicy", "What failed pods are to mean, by exit code or condition."),
    ("podReplacementPolicy", "string", "When a pod is replaced: TerminatingOrFailed, or Failed."),
    ("selector", "LabelSelector", "Which pods belong to the Job."),
    ("successPolicy", "SuccessPolicy", "When an Indexed Job has succeeded before all of its indexes have."),
    ("suspend", "boolean", "Whether the Job rests: it has no pods then."),
    ("template", "PodTemplateSpec", "The pods that are made."),
    ("ttlSecondsAfterFinished", "integer", "Seconds after its end at which the Job is deleted."),
];

pub(super) fn explain(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Some(path) = flags.arguments.first() else {
        return Err(client("You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.".to_owned()));
    };
    let mut names = path.split('.');
    let kind = names.next().unwrap_or_default();
    if Kind::named(kind) != Some(Kind::Job) {
        return Err(match Kind::named(kind) {
            Some(_) => client(format!("{kind} is not explained here; there is: kubectl explain job.spec")),
            None => client(format!("the server doesn't have a resource type {kind:?}")),
        });
    }
    let rest: Vec<_> = names.collect();
    command.print("GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\n");
    let line = |(name, r#type, does): &(&str, &str, &str)| format!("  {name}\t<{type}>\n    {does}\n\n");
    match rest.as_slice() {
        [] => command.print("DESCRIPTION:\n    A Job runs pods until enough of them have succeeded.\n    \nFIELDS:\n  spec\t<JobSpec>\n    What is wanted.\n\n  status\t<JobStatus>\n    What there is.\n\n\n"),
        ["spec"] => {
            let fields: String = FIELDS.iter().map(line).collect();
            command.print(&format!("FIELD: spec <JobSpec>\n\n\nDESCRIPTION:\n    What is wanted.\n    \nFIELDS:\n{fields}\n"));
        }
        ["spec", name, ..] => {
            let Some((name, r#type, does)) = FIELDS.iter().find(|(known, ..)| known == name) else {
                command.ran.output.stdout.clear();
                return Err(client(format!("field {name:?} does not exist")));
            };
            command.print(&format!("FIELD: {name} <{type}>\n\n\nDESCRIPTION:\n    {does}\n    \n\n"));
        }
        [name, ..] => {
            command.ran.output.stdout.clear();
            return Err(client(format!("field {name:?} is not explained here; there is: kubectl explain job.spec")));
        }
    }
    Ok(())
}

pub(super) fn logs(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let Some(named) = flags.arguments.first() else {
        return Err(CommandError::Client("expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command\nSee 'kubectl logs -h' for help and examples".to_owned()));
    };
    let (kind, name) = named.split_once('/').unwrap_or(("pod", named));
    let Some(kind) = Kind::named(kind) else {
        return Err(CommandError::Client(format!("the server doesn't have a resource type {kind:?}")));
    };
    if command.find(kind, name).is_none() {
        let namespace = command.namespace.clone();
        let error = StatusError::not_found(&kind.resource(), name).message;
        return Err(CommandError::Client(format!(
            "error from server (NotFound): {error} in namespace {:?}",
            namespace.as_str()
        )));
    }
    command.warn("Containers are not run here, so they print nothing.");
    Ok(())
}

pub(super) fn auth(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    match flags.arguments.first().map(String::as_str) {
        Some("can-i") => command.print_line("yes"),
        Some(other) => {
            return Err(CommandError::Client(format!(
                "kubectl auth {other} is not simulated here; there is: kubectl auth can-i"
            )));
        }
        None => command.print(
            "Inspect authorization.\n\nAvailable Commands:\n  can-i         Check whether an action is allowed\n",
        ),
    }
    Ok(())
}

pub(super) fn top(_: &mut Command<'_>, _: &Flags) -> Outcome {
    Err(CommandError::Client("Metrics API not available".to_owned()))
}

/// Jobs have no roll-outs.
pub(super) fn rollout(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Some((what, resources)) = flags.arguments.split_first() else {
        command.print("Manage the rollout of one or many resources.\n");
        return Ok(());
    };
    let named = command.named(resources)?;
    let Some(first) = named.first() else { return Err(client("required resource not specified".to_owned())) };
    let name = first.name.clone().unwrap_or_default();
    if command.find(first.kind, &name).is_none() {
        return Err(not_found(first.kind, &name));
    }
    let (kind, plural) = match first.kind {
        Kind::Job => ("Job.batch", "jobs.batch"),
        _ => ("Pod", "pods"),
    };
    Err(client(match what.as_str() {
        "status" => format!("no status viewer has been implemented for {kind}"),
        "history" => format!("no history viewer has been implemented for {kind:?}"),
        "undo" => format!("no rollbacker has been implemented for {kind:?}"),
        "restart" => format!("{plural} {name:?} restarting is not supported"),
        "pause" => format!("{plural} {name:?} pausing is not supported"),
        "resume" => format!("{plural} {name:?} resuming is not supported"),
        other => format!("unknown command {other:?} for \"kubectl rollout\""),
    }))
}

pub(super) fn autoscale(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.value("max").is_none() {
        return Err(CommandError::Client("required flag(s) \"max\" not set".to_owned()));
    }
    let named = command.named(&flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    if let Some((kind, name)) = named.first().and_then(|one| Some((one.kind, one.name.clone()?)))
        && command.find(kind, &name).is_none()
    {
        return Err(not_found(kind, &name));
    }
    Err(CommandError::Client(
        "cannot autoscale a Job: could not find scale subresource for batch/v1, Resource=jobs in discovery information"
            .to_owned(),
    ))
}
