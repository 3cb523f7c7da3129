//! `kubectl label` and `kubectl annotate`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::kind::Kind;
use super::local::patched_locally;
use super::object::Object;
use super::resource::{Named, check_names, selects};
use super::write::{DRY_RUN, DryRun, unchanged};
use super::{Command, Outcome, Write};
use crate::api::{Labels, PatchType, Release, StatusError, label_value, sentences_of};
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

    /// The merge patch that makes these changes, of that version of the object if one is given.
    fn patch(self, changes: &Changes, version: Option<&str>) -> Value {
        let fields: Map<String, Value> = changes.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        let mut metadata = Map::new();
        if !fields.is_empty() {
            metadata.insert(self.field().to_owned(), fields.into());
        }
        metadata.extend(version.map(|version| ("resourceVersion".to_owned(), json!(version))));
        json!({"metadata": metadata})
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
    let lists_labels = mark == Mark::Label && flags.is_set("list");
    if lists_labels && flags.value("output").is_some_and(|output| !output.is_empty()) {
        return Err(client("--list and --output may not be specified together".to_owned()));
    }
    let files = Command::files(flags);
    let is_local = flags.is_set("local");
    let example = if mark == Mark::Label { "pod" } else { "rsrc" };
    if is_local && !resources.is_empty() {
        return Err(client(format!(
            "can only use local files by -f {example}.yaml or --filename={example}.json when --local=true is set"
        )));
    }
    if resources.is_empty() && files.is_empty() {
        return Err(client(if is_local {
            format!("one or more files must be specified as -f {example}.yaml or --filename={example}.json")
        } else {
            "one or more resources must be specified as <resource> <name> or <resource>/<name>".to_owned()
        }));
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
    let from_one_file = matches!(files.as_slice(), [file] if *file != "-");
    let (targets, single) = if is_local {
        let mut targets = Vec::new();
        for file in files {
            targets.extend(command.documents(file)?.iter().map(|document| Target::from_file(document, mark)));
        }
        (targets, from_one_file)
    } else {
        let named = command.requested(flags, resources)?;
        check_names(&named, selects(flags))?;
        let single = from_one_file || matches!(named.as_slice(), [Named { name: Some(_), .. }]);
        if flags.value("resource-version").is_some_and(|version| !version.is_empty()) && !single {
            return Err(client("--resource-version may only be used with a single resource".to_owned()));
        }
        let release = command.release();
        let objects = command.objects(&named, flags)?.into_iter();
        (objects.map(|object| Target::from_server(object, mark, release)).collect(), single)
    };
    let marking = Marking { mark, set, flags, is_local, single, dry_run, output };
    let failed: Vec<_> = targets.iter().filter_map(|target| marking.carry_out(command, target).err()).collect();
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

/// An object whose labels or annotations are changed.
struct Target {
    kind: Kind,
    name: String,
    /// Its labels or annotations.
    marks: Labels,
    document: Value,
    /// The object itself, unless it is from a file.
    object: Option<Object>,
}

impl Target {
    fn from_server(object: Object, mark: Mark, release: Release) -> Self {
        let marks = mark.of(&object).cloned().unwrap_or_default();
        let (kind, name, document) = (object.kind(), object.name(), object.document(release));
        Self { kind, name, marks, document, object: Some(object) }
    }

    fn from_file(document: &Value, mark: Mark) -> Self {
        let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
        let kind = Kind::named(text("/kind")).unwrap_or(Kind::Job);
        let marks = document.pointer(&format!("/metadata/{}", mark.field())).cloned().unwrap_or_default();
        let marks = serde_json::from_value(marks).unwrap_or_default();
        Self { kind, name: text("/metadata/name").to_owned(), marks, document: document.clone(), object: None }
    }
}

/// How labels or annotations are changed.
struct Marking<'f> {
    mark: Mark,
    set: Changes,
    flags: &'f Flags,
    is_local: bool,
    /// Whether only one object is meant.
    single: bool,
    dry_run: DryRun,
    output: Form,
}

impl Marking<'_> {
    fn carry_out(&self, command: &mut Command<'_>, target: &Target) -> Result<(), Vec<CommandError>> {
        let (mark, dry_run) = (self.mark, self.dry_run);
        let has = |key: &str| target.marks.get(key);
        let lists = self.flags.is_set("list");
        let is_sent = !lists && !self.is_local && dry_run != DryRun::Client;
        if mark == Mark::Label && is_sent {
            for (key, _) in self.set.iter().filter(|(key, value)| value.is_none() && has(key).is_none()) {
                command.print_line(&format!("label {key:?} not found."));
            }
        }
        if !self.flags.is_set("overwrite") {
            self.check_overwritten(&target.marks)?;
        }
        let is_change = |(key, value): &(&String, &Option<String>)| has(key) != value.as_deref();
        let changes: Changes =
            self.set.iter().filter(is_change).map(|(key, value)| (key.clone(), value.clone())).collect();
        if lists {
            self.list(command, target, &changes);
            return Ok(());
        }
        let done = mark.done(&changes, command.release());
        let stored = target.document.pointer("/metadata/resourceVersion").and_then(Value::as_str);
        let version = self.flags.value("resource-version").filter(|version| !version.is_empty());
        let patch = mark.patch(&changes, version.filter(|version| stored != Some(*version)));
        let is_changed = mark == Mark::Annotation || !changes.is_empty();
        if is_sent
            && is_changed
            && patch != json!({"metadata": {}})
            && let Some(object) = &target.object
        {
            self.send(command, object, &changes, &patch).map_err(|error| vec![error])?;
        }
        let done = if self.is_local { done.to_owned() } else { format!("{done}{}", dry_run.suffix()) };
        let now = command.find(target.kind, &target.name).filter(|_| is_sent && dry_run == DryRun::None);
        let reported = match now {
            Some(now) => command.report_object(&now, &done, &self.output),
            None => {
                patched_locally(&target.document, PatchType::Merge, &patch, command.release()).and_then(|document| {
                    let name = format!("{}/{}", target.kind.prefix(), target.name);
                    command.report_document(&name, || document, &done, &self.output)
                })
            }
        };
        reported.map_err(|error| vec![error])
    }

    /// Refuses to change values without `--overwrite`.
    fn check_overwritten(&self, marks: &Labels) -> Result<(), Vec<CommandError>> {
        let known = self.set.iter().filter_map(|(key, value)| {
            let (value, old) = (value.as_ref()?, marks.get(key)?);
            (value != old).then(|| format!("'{key}' already has a value ({old})"))
        });
        let known: Vec<_> = known.collect();
        if known.is_empty() {
            return Ok(());
        }
        Err(match self.mark {
            Mark::Label => {
                known.iter().map(|one| CommandError::Client(format!("{one}, and --overwrite is false"))).collect()
            }
            Mark::Annotation => vec![CommandError::Client(format!(
                "--overwrite is false but found the following declared annotation(s): {}",
                known.join("; ")
            ))],
        })
    }

    /// `--list`: a line for each label or annotation, as they would be after the changes.
    fn list(&self, command: &mut Command<'_>, target: &Target, changes: &Changes) {
        if !self.single {
            let kind = target.kind.with_group();
            command.print_line(&format!("Listing {} for {kind}/{}:", self.mark.field(), target.name));
        }
        let mut marks = target.marks.clone();
        set_all(&mut marks, changes);
        let indent = if self.single { "" } else { " " };
        for (key, value) in marks.iter() {
            command.print_line(&format!("{indent}{key}={value}"));
        }
    }

    fn send(&self, command: &mut Command<'_>, object: &Object, changes: &Changes, patch: &Value) -> Outcome {
        let server = |error| CommandError::Server(String::new(), error);
        match object {
            Object::Job(job) => {
                let (method, key) = (Method::Patch(PatchType::Merge), job.metadata.key());
                let request = Request { method, key, body: patch.clone() };
                command.send(&request, FieldValidation::Warn, self.dry_run).map(drop).map_err(server)
            }
            Object::Pod(pod) => {
                if patch.pointer("/metadata/resourceVersion").is_some() {
                    return Err(server(StatusError::modified("pods", pod.metadata.name())));
                }
                if self.dry_run != DryRun::None {
                    return Ok(());
                }
                let (mark, key) = (self.mark, pod.metadata.key());
                let stored = command.server.update_pod(&key, |pod| {
                    let metadata = &mut pod.metadata;
                    let marks = match mark {
                        Mark::Label => &mut metadata.labels,
                        Mark::Annotation => &mut metadata.annotations,
                    };
                    set_all(marks, changes);
                });
                stored.map_err(server)?;
                command.ran.writes.push(match mark {
                    Mark::Label => Write::LabelPod { key, set: changes.clone() },
                    Mark::Annotation => Write::AnnotatePod { key, set: changes.clone() },
                });
                Ok(())
            }
            Object::Event(_) | Object::Other(_) => Err(unchanged(object)),
        }
    }
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
