//! `kubectl set`: what changes the specs of pods, in Jobs and by themselves; and `kubectl set image`.

use serde_json::{Map, Value, json};

use super::flags::{Flags, Spec, value};
use super::form::Form;
use super::global::RECORD;
use super::local::files_required;
use super::object::Object;
use super::resource::{check_names, no_resources, selects};
use super::write::DryRun;
use super::{Command, Known, Outcome, known, refused, set_env, set_resources};
use crate::api::{Container, PatchType, PodSpec};
use crate::kubectl::CommandError;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const PARTS: &[Known] = &[
    known("env", set_env::FLAGS, set_env::env),
    known("image", FLAGS, image),
    known("resources", set_resources::FLAGS, set_resources::resources),
    known("sa", set_resources::ACCOUNT_FLAGS, set_resources::service_account),
    known("selector", FLAGS, refused::selector),
    known("subject", refused::SUBJECT_FLAGS, refused::subject),
    known("serviceaccount", set_resources::ACCOUNT_FLAGS, set_resources::service_account),
];

/// The flags of a command under `set`: its own, and those that all of them have.
macro_rules! set_flags {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            $crate::kubectl::run::flags::switch("all", None),
            $crate::kubectl::run::flags::switch("local", None),
            $crate::kubectl::run::write::DRY_RUN,
            $crate::kubectl::run::flags::value("output", Some('o')),
            $crate::kubectl::run::flags::value("filename", Some('f')),
            $crate::kubectl::run::flags::value("field-manager", None),
            $crate::kubectl::run::flags::switch("recursive", Some('R')),
        ]
    };
}
pub(super) use set_flags;

const FLAGS: &[Spec] = set_flags![RECORD, value("selector", Some('l'))];

/// `kubectl set` alone.
pub(super) fn set(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.only_parts("set", flags)
}

/// Sets images of containers. No server lets that through for a Job: its template stays as it is.
fn image(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let (images, resources): (Vec<&String>, Vec<&String>) =
        flags.arguments.iter().partition(|word| word.find('=').is_some_and(|at| at > 0));
    let resources: Vec<String> = resources.into_iter().cloned().collect();
    let images: Vec<_> = images.iter().filter_map(|image| image.split_once('=')).collect();
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let targets = targets(command, flags, &resources)?;
    if flags.is_set("all") && flags.value("selector").is_some_and(|selector| !selector.is_empty()) {
        return Err(client("cannot set --all and --selector at the same time"));
    }
    if images.is_empty() {
        return Err(client("at least one image update is required"));
    }
    if images.len() > 1 && images.iter().any(|(name, _)| *name == "*") {
        return Err(client(
            "all containers are already specified by *, but saw more than one container_name=container_image pairs",
        ));
    }
    let update =
        Update { done: "image updated", refused: "failed to patch image update to pod template:", dry_run, output };
    update.each(command, &targets, |command, target| {
        for (name, _) in &images {
            let all = target.spec.containers.iter().chain(target.spec.init_containers.iter());
            if *name != "*" && !all.into_iter().any(|container| container.name == *name) {
                let message = format!("error: unable to find container named {name:?}");
                command.failures.push(CommandError::Client(message));
            }
        }
        Ok(changes(&target.spec, &images))
    });
    Ok(())
}

/// The objects whose pods are changed; none if one of them is missing.
pub(super) fn objects(
    command: &mut Command<'_>,
    flags: &Flags,
    resources: &[String],
) -> Result<Vec<Object>, CommandError> {
    let named = command.requested(flags, resources)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    let objects = command.objects(&named, flags)?;
    Ok(if command.failures.is_empty() { objects } else { Vec::new() })
}

/// An object whose pods' spec is changed.
pub(super) struct Target {
    /// `Job` or `Pod`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) spec: PodSpec,
    source: Source,
}

/// Where it is from: the server, or a file (`--local`).
enum Source {
    Server(Object),
    File(Value),
}

/// The objects whose pods are changed, with `--local` those in the files.
pub(super) fn targets(
    command: &mut Command<'_>,
    flags: &Flags,
    resources: &[String],
) -> Result<Vec<Target>, CommandError> {
    if !flags.is_set("local") {
        let objects = objects(command, flags, resources)?.into_iter();
        return Ok(objects.filter_map(Target::from_server).collect());
    }
    let files = Command::files(flags);
    if !resources.is_empty() {
        return Err(files_required());
    }
    if files.is_empty() {
        return Err(no_resources());
    }
    let mut targets = Vec::new();
    for file in files {
        targets.extend(command.documents(file)?.into_iter().map(Target::from_file));
    }
    Ok(targets)
}

impl Target {
    fn from_server(object: Object) -> Option<Self> {
        let (kind, spec) = match &object {
            Object::Job(job) => ("Job", job.spec.template.spec.clone()),
            Object::Pod(pod) => ("Pod", pod.spec.clone()),
            Object::Event(_) | Object::Other(_) => return None,
        };
        Some(Self { kind, name: object.name(), spec, source: Source::Server(object) })
    }

    fn from_file(document: Value) -> Self {
        let (kind, path) = match document.pointer("/spec/template") {
            Some(_) => ("Job", "/spec/template/spec"),
            None => ("Pod", "/spec"),
        };
        let spec = document.pointer(path).and_then(|spec| crate::api::from_json(spec).ok()).unwrap_or_default();
        let name = document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default().to_owned();
        Self { kind, name, spec, source: Source::File(document) }
    }
}

/// Writes a document as Go's types do: some fields are always there, and lists and maps only if something is in them.
fn as_go_types(document: &mut Value) {
    const OMITTED: [&str; 6] = ["annotations", "labels", "limits", "matchLabels", "nodeSelector", "requests"];
    match document {
        Value::Object(fields) => {
            if let Some(Value::Array(containers)) = fields.get_mut("containers") {
                for fields in containers.iter_mut().filter_map(Value::as_object_mut) {
                    fields.entry("resources").or_insert_with(|| json!({}));
                }
            }
            fields.values_mut().for_each(as_go_types);
            fields.retain(|name, value| match value {
                Value::Array(items) => !items.is_empty(),
                Value::Object(fields) => !fields.is_empty() || !OMITTED.contains(&name.as_str()),
                _ => true,
            });
        }
        Value::Array(items) => items.iter_mut().for_each(as_go_types),
        _ => {}
    }
}

/// How a change of pods' specs is sent and reported. No server lets that of a Job's template through while it may run.
pub(super) struct Update {
    /// What is reported.
    pub(super) done: &'static str,
    /// What stands before the server's refusal.
    pub(super) refused: &'static str,
    pub(super) dry_run: DryRun,
    pub(super) output: Form,
}

impl Update {
    /// Sends the patch that `change` makes of each target, if there is one.
    pub(super) fn each(
        &self,
        command: &mut Command<'_>,
        targets: &[Target],
        change: impl Fn(&mut Command<'_>, &Target) -> Result<Option<Value>, CommandError>,
    ) {
        for target in targets {
            let sent = change(command, target)
                .and_then(|patch| patch.map_or(Ok(()), |patch| self.sent(command, target, &patch)));
            command.failures.extend(sent.err());
        }
    }

    fn sent(&self, command: &mut Command<'_>, target: &Target, changes: &Value) -> Outcome {
        let client = CommandError::Client;
        let release = command.release();
        let (body, prefix) = match target.kind {
            "Pod" => (json!({"spec": changes}), "pod"),
            _ => (json!({"spec": {"template": {"spec": changes}}}), "job.batch"),
        };
        let local = |document: &Value, usual: &Value, done: &str, command: &mut Command<'_>| {
            let patched = crate::api::strategic_merge_patch(document, usual);
            let patched = patched.and_then(|document| crate::api::strategic_merge_patch(&document, &body));
            let mut document = patched.map_err(|error| client(error.to_string()))?;
            as_go_types(&mut document);
            command.report_document(&format!("{prefix}/{}", target.name), || document, done, &self.output)
        };
        let object = match &target.source {
            Source::File(document) => {
                let usual = match target.kind {
                    "Pod" => json!({"status": {}}),
                    _ => json!({"spec": {"template": {"metadata": {}}}, "status": {}}),
                };
                return local(document, &usual, self.done, command);
            }
            Source::Server(object) => object,
        };
        let done = format!("{}{}", self.done, self.dry_run.suffix());
        if self.dry_run == DryRun::Client {
            return local(&object.document(release), &json!({}), &done, command);
        }
        let refused = |message: &str| client(format!("{} {message}", self.refused));
        let updated = match object {
            Object::Job(job) => {
                let request = Request { method: Method::Patch(PatchType::Strategic), key: job.metadata.key(), body };
                let updated = command.send(&request, FieldValidation::Ignore, self.dry_run).map(Object::Job);
                updated.map_err(|error| refused(&error.message))?
            }
            Object::Pod(pod) => {
                let updated = command.send_to_pod(&pod.metadata.key(), PatchType::Strategic, &body, self.dry_run);
                updated.map(Object::Pod).map_err(|error| refused(&error.message))?
            }
            Object::Event(_) | Object::Other(_) => {
                return Err(client(format!("{} have no containers", object.kind().plural())));
            }
        };
        command.report_object(&updated, &done, &self.output)
    }
}

/// The patch of a pod's spec with the images that change; `None` if all of them are set already.
fn changes(spec: &PodSpec, images: &[(&str, &str)]) -> Option<Value> {
    patch_of_containers(spec, "*", |container| {
        let (_, image) = images.iter().rfind(|(name, _)| *name == "*" || *name == container.name)?;
        let old = container.other.map().get("image").and_then(Value::as_str);
        (old != Some(*image)).then(|| json!({"name": container.name, "image": image}))
    })
}

/// Containers whose names fit, those that initialize last.
pub(super) fn selected<'s>(spec: &'s PodSpec, wanted: &str) -> impl Iterator<Item = &'s Container> {
    let all = spec.containers.iter().chain(spec.init_containers.iter());
    all.filter(move |container| fits(&container.name, wanted))
}

/// Whether a name fits a pattern, in which `*` stands for any text (`selectString`, with all its matches).
pub(super) fn fits(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<_> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else { return false };
        left = left.get(at + part.len()..).unwrap_or_default();
    }
    left.ends_with(end)
}

/// A patch of the containers whose names fit; `None` if nothing changes.
pub(super) fn patch_of_containers(
    spec: &PodSpec,
    wanted: &str,
    patch: impl Fn(&Container) -> Option<Value>,
) -> Option<Value> {
    let mut changes = Map::new();
    for (field, containers) in [("containers", &spec.containers), ("initContainers", &spec.init_containers)] {
        let chosen = containers.iter().filter(|container| fits(&container.name, wanted));
        let patches: Vec<_> = chosen.filter_map(&patch).collect();
        if !patches.is_empty() {
            changes.insert(field.to_owned(), patches.into());
        }
    }
    (!changes.is_empty()).then(|| changes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (name, pattern, expected) in [
            ("app", "*", true),
            ("app", "app", true),
            ("app", "a", false),
            ("app", "a*", true),
            ("app", "*p*p", true),
            ("app", "b*", false),
            ("app", "*x", false),
        ] {
            assert_eq!(fits(name, pattern), expected, "{name} {pattern}");
        }
    }
}
