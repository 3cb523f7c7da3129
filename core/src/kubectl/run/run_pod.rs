//! `kubectl run`, as far as it only prints: a pod from arguments.

use serde_json::{Map, Value, json};

use super::create::{container, metadata, require};
use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, integer, switch, value};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[
    value("annotations", None),
    switch("attach", None),
    switch("command", None),
    DRY_RUN,
    value("env", None),
    switch("expose", None),
    value("field-manager", None),
    integer("grace-period"),
    value("image", None),
    value("image-pull-policy", None),
    value("labels", Some('l')),
    switch("leave-stdin-open", None),
    value("output", Some('o')),
    value("overrides", None),
    value("pod-running-timeout", None),
    value("port", None),
    switch("privileged", None),
    switch("quiet", Some('q')),
    value("restart", None),
    switch("rm", None),
    switch("save-config", None),
    switch("stdin", Some('i')),
    switch("tty", Some('t')),
];

/// Flags of which the printed pod shows nothing here.
const NOT_SHOWN: &[&str] = &[
    "annotations",
    "attach",
    "env",
    "expose",
    "image-pull-policy",
    "overrides",
    "port",
    "privileged",
    "save-config",
    "stdin",
    "tty",
];

/// `kubectl run NAME --image=IMAGE`.
pub(super) fn run(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    require(flags, &["image"])?;
    let Some(name) = flags.arguments.first() else {
        return client("NAME is required for run\nSee 'kubectl run -h' for help and examples");
    };
    let dry_run = DryRun::of(command, flags)?;
    let image = flags.value("image").unwrap_or_default();
    if image.is_empty() {
        return client("--image is required");
    }
    let restart = flags.value("restart").filter(|restart| !restart.is_empty()).unwrap_or("Always");
    if !["Always", "Never", "OnFailure"].contains(&restart) {
        return client(&format!("invalid restart policy: {restart}\nSee 'kubectl run -h' for help and examples"));
    }
    let set = |name: &&str| flags.value(name).is_some_and(|value| !value.is_empty() && value != "false");
    if set(&"rm") && !set(&"attach") && !set(&"stdin") {
        return client("--rm should only be used for attached containers\nSee 'kubectl run -h' for help and examples");
    }
    let output = command.form_of_object(flags)?.typed();
    if dry_run != DryRun::Client || NOT_SHOWN.iter().any(set) {
        return Err(not_simulated("run"));
    }
    let labels: Map<String, Value> = match flags.value("labels").filter(|labels| !labels.is_empty()) {
        Some(labels) => labels.split(',').filter_map(|one| one.split_once('=')).map(owned).collect(),
        None => Map::from_iter([owned(("run", name))]),
    };
    let words: Vec<_> = flags.arguments.iter().skip(1).chain(&flags.after).cloned().collect();
    let field = if flags.is_set("command") { "command" } else { "args" };
    let mut metadata = metadata(command, name, dry_run);
    metadata.insert("labels".to_owned(), labels.into());
    let body = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": metadata,
        "spec": {"containers": [container(name, image, field, &words)], "dnsPolicy": "ClusterFirst", "restartPolicy": restart}, "status": {},
    });
    command.report_document(&format!("pod/{name}"), || body, "created (dry run)", &output)
}

fn owned((key, value): (&str, &str)) -> (String, Value) {
    (key.to_owned(), value.into())
}
