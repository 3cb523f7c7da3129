//! `kubectl label` and `kubectl annotate`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::local::patched_locally;
use super::resource::{Named, Object, check_names, selects};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Outcome, Write};
use crate::api::{Labels, PatchType, Release, label_value, sentences_of};
use crate::kubectl::CommandError;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    switch("overwrite", None),
    switch("all", None),
    switch("all-namespaces", Some('A')),
    switch("list", None),
    value("selector", Some('l')),
    value("field-selector", None),
    value("resource-version", None),
    DRY_RUN,
    value("output", Some('o')),
    value("field-manager", None),
    value("filename", Some('f')),
    switch("local", None),
    switch("recursive", Some('R')),
];

/// Which metadata a command changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Label,
    Annotation,
}

/// Values by key; `None` removes.
type Changes = BTreeMap<String, Option<String>>;

impl Mark {
    fn singular(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Annotation => "annotation",
        }
    }

    fn field(self) -> &'static str {
        match self {
            Self::Label => "labels",
            Self::Annotation => "annotations",
        }
    }

    fn of(self, object: &Object) -> Option<&Labels> {
        match self {
            Self::Label => object.labels(),
            Self::Annotation => object.annotations(),
        }
    }

    /// The merge patch that makes these changes.
    fn patch(self, changes: &Changes) -> Value {
        let fields: Map<String, Value> = changes.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        json!({"metadata": {self.field(): fields}})
    }

    /// The verb in the report of these changes.
    fn done(self, changes: &Changes, release: Release) -> &'static str {
        let sets = changes.values().any(Option::is_some);
        let removes = changes.values().any(Option::is_none);
        match (self, sets, removes) {
            (Self::Annotation, ..) => "annotated",
            (Self::Label, false, false) => "not labeled",
            (Self::Label, false, true) => "unlabeled",
            (Self::Label, true, true) if release.since(MODIFIED) => "modified",
            (Self::Label, true, _) => "labeled",
        }
    }

    /// Reads `KEY=VALUE` and `KEY-`.
    fn changes(self, written: &[String], release: Release) -> Result<Changes, CommandError> {
        let client = |message: String| CommandError::Client(message);
        let mut set = Changes::new();
        let mut both = Vec::new();
        for change in written {
            let (key, value) = match change.split_once('=') {
                Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
                None => (change.strip_suffix('-').unwrap_or(change).to_owned(), None),
            };
            if self == Self::Label
                && let Some(value) = &value
            {
                if value.contains('=') {
                    return Err(client(format!("invalid label spec: {change}")));
                }
                let errors = sentences_of(release, value, label_value(value));
                if !errors.is_empty() {
                    return Err(client(format!("invalid label value: {change:?}: {}", errors.join(";"))));
                }
            }
            if set.get(&key).is_some_and(|known| known.is_some() != value.is_some()) {
                both.push(key.clone());
            }
            set.insert(key, value);
        }
        if both.is_empty() {
            return Ok(set);
        }
        Err(client(match self {
            Self::Label => "can not both modify and remove a label in the same command".to_owned(),
            Self::Annotation => format!(
                "can not both modify and remove the following annotation(s) in the same command: {}",
                both.join(", ")
            ),
        }))
    }
}

/// The minor whose kubectl reports labels that were both set and removed as `modified`.
const MODIFIED: u8 = 36;

pub(super) fn label(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    mark(command, flags, Mark::Label)
}

pub(super) fn annotate(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    mark(command, flags, Mark::Annotation)
}

fn mark(command: &mut Command<'_>, flags: &Flags, mark: Mark) -> Outcome {
    // `kubectl label` makes a printer for each object, and a printer writes `---` only after its first document.
    command.separates_documents = mark == Mark::Annotation;
    let client = |message: String| CommandError::Client(message);
    // An argument with an equals sign or a minus sign at its end is a change; those before it name resources.
    let is_change = |argument: &String| {
        argument.contains('=') && !argument.starts_with('=') || argument.ends_with('-') && argument != "-"
    };
    let first = flags.arguments.iter().position(is_change).unwrap_or(flags.arguments.len());
    let (resources, changes) = flags.arguments.split_at(first);
    if let Some(resource) = changes.iter().find(|argument| !is_change(argument)) {
        let what = mark.singular();
        return Err(client(format!("all resources must be specified before {what} changes: {resource}")));
    }
    let set = mark.changes(changes, command.release())?;
    if flags.is_set("local") && !set.is_empty() {
        let output = command.form_of_object(flags)?;
        let body = mark.patch(&set);
        let done = mark.done(&set, command.release());
        return command.change_locally(flags, done, &output, PatchType::Merge, |_| Ok(body.clone()));
    }
    if resources.is_empty() && Command::files(flags).is_empty() {
        return Err(client(
            "one or more resources must be specified as <resource> <name> or <resource>/<name>".to_owned(),
        ));
    }
    if set.is_empty() && !flags.is_set("list") {
        return Err(client(format!("at least one {} update is required", mark.singular())));
    }
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?);
    for selector in ["selector", "field-selector"] {
        if flags.is_set("all") && flags.value(selector).is_some() {
            return Err(client(format!("cannot set --all and --{selector} at the same time")));
        }
    }
    let named = command.requested(flags, resources)?;
    check_names(&named, selects(flags))?;
    let single = matches!(named.as_slice(), [Named { name: Some(_), .. }]);
    if flags.value("resource-version").is_some_and(|version| !version.is_empty()) && !single {
        return Err(client("--resource-version may only be used with a single resource".to_owned()));
    }
    let objects = command.objects(&named, flags)?;
    if flags.is_set("list") {
        for object in &objects {
            list(command, object, mark, single);
        }
        return Ok(());
    }
    let mut failed: Vec<Vec<CommandError>> = Vec::new();
    for object in objects {
        failed.extend(mark_one(command, &object, &set, flags.is_set("overwrite"), mark, dry_run, &output).err());
    }
    match <[_; 1]>::try_from(failed) {
        Ok([errors]) if command.failures.is_empty() => command.failures = errors,
        Ok([errors]) => command.failures.extend(together(errors)),
        Err(failed) => command.failures.extend(failed.into_iter().filter_map(together)),
    }
    Ok(())
}

/// Joins the errors of one object, as kubectl does beside errors of other objects.
fn together(errors: Vec<CommandError>) -> Option<CommandError> {
    match <[_; 1]>::try_from(errors) {
        Ok([error]) => Some(error),
        Err(errors) if errors.is_empty() => None,
        Err(errors) => {
            let texts: Vec<_> = errors.iter().map(CommandError::line).collect();
            Some(CommandError::Client(format!("[{}]", texts.join(", "))))
        }
    }
}

/// `--list`: a line for each label or annotation.
fn list(command: &mut Command<'_>, object: &Object, mark: Mark, single: bool) {
    if !single {
        let kind = object.kind().with_group();
        command.print_line(&format!("Listing {} for {kind}/{}:", mark.field(), object.name()));
    }
    let indent = if single { "" } else { " " };
    for (key, value) in mark.of(object).into_iter().flat_map(Labels::iter) {
        command.print_line(&format!("{indent}{key}={value}"));
    }
}

fn mark_one(
    command: &mut Command<'_>,
    object: &Object,
    set: &Changes,
    overwrite: bool,
    mark: Mark,
    dry_run: DryRun,
    output: &Form,
) -> Result<(), Vec<CommandError>> {
    let has = |key: &str| mark.of(object)?.get(key);
    if mark == Mark::Label && dry_run != DryRun::Client {
        for (key, _) in set.iter().filter(|(key, value)| value.is_none() && has(key).is_none()) {
            command.print_line(&format!("label {key:?} not found."));
        }
    }
    if !overwrite {
        let known = set.iter().filter_map(|(key, value)| {
            let (value, old) = (value.as_ref()?, has(key)?);
            (value != old).then(|| format!("'{key}' already has a value ({old})"))
        });
        let known: Vec<_> = known.collect();
        if !known.is_empty() {
            return Err(match mark {
                Mark::Label => {
                    known.iter().map(|one| CommandError::Client(format!("{one}, and --overwrite is false"))).collect()
                }
                Mark::Annotation => vec![CommandError::Client(format!(
                    "--overwrite is false but found the following declared annotation(s): {}",
                    known.join("; ")
                ))],
            });
        }
    }
    let server = |error| vec![CommandError::Server(String::new(), error)];
    let changes: Changes =
        set.iter().filter(|(key, value)| has(key) != value.as_deref()).map(|(k, v)| (k.clone(), v.clone())).collect();
    let done = mark.done(&changes, command.release());
    if !changes.is_empty() {
        match object {
            Object::Job(job) => {
                let body = mark.patch(&changes);
                let request = Request { method: Method::Patch(PatchType::Merge), key: job.metadata.key(), body };
                let answer = command.send(&request, FieldValidation::Warn, dry_run);
                answer.map_err(server)?;
            }
            Object::Pod(pod) => {
                let key = pod.metadata.key();
                if dry_run == DryRun::None {
                    let stored = command.server.update_pod(&key, |pod| {
                        let metadata = &mut pod.metadata;
                        let marks = match mark {
                            Mark::Label => &mut metadata.labels,
                            Mark::Annotation => &mut metadata.annotations,
                        };
                        set_all(marks, &changes);
                    });
                    stored.map_err(server)?;
                    command.ran.writes.push(match mark {
                        Mark::Label => Write::LabelPod { key, set: changes.clone() },
                        Mark::Annotation => Write::AnnotatePod { key, set: changes.clone() },
                    });
                }
            }
            Object::Event(_) => {
                return Err(vec![CommandError::Client("events are not changed here".to_owned())]);
            }
        }
    }
    if dry_run != DryRun::None {
        let release = command.release();
        let document = patched_locally(&object.document(release), PatchType::Merge, &mark.patch(&changes), release);
        let document = document.map_err(|error| vec![error])?;
        let done = format!("{done}{}", dry_run.suffix());
        return command.report_document(&object.full_name(), || document, &done, output).map_err(|error| vec![error]);
    }
    let now = command.find(object.kind(), &object.name()).unwrap_or_else(|| object.clone());
    command.report_object(&now, &format!("{done}{}", dry_run.suffix()), output).map_err(|error| vec![error])
}

fn set_all(labels: &mut Labels, set: &Changes) {
    for (key, value) in set {
        match value {
            Some(value) => labels.set(key, value.as_str()),
            None => {
                labels.remove(key);
            }
        }
    }
}
