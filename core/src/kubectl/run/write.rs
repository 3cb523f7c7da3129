//! `kubectl apply`, and what commands that write have in common.

use std::sync::Arc;

use serde_json::Value;

use super::flags::{Flags, Spec, duration, integer, optional, parse_bool, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::resource::Object;
use super::select::Selector;
use super::{Command, Outcome, Write};
use crate::api::{Job, KubectlDocuments, ObjectKey, PatchType, Pod, StatusError, strategic_merge_patch};
use crate::kubectl::apply::{NAMELESS, missing_annotation, modified_configuration};
use crate::kubectl::{self, CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::{FieldValidation, Method, Request, Response};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    value("filename", Some('f')),
    value("kustomize", Some('k')),
    DRY_RUN,
    optional("validate", "strict"),
    switch("server-side", None),
    switch("force-conflicts", None),
    switch("force", None),
    value("field-manager", None),
    value("output", Some('o')),
    value("selector", Some('l')),
    switch("overwrite", None),
    switch("wait", None),
    switch("recursive", Some('R')),
    switch("all", None),
    value("cascade", None),
    integer("grace-period"),
    switch("openapi-patch", None),
    switch("prune", None),
    duration("timeout"),
];

/// The value of `--dry-run` without one (`NoOptDefVal`).
const UNSET_DRY_RUN: &str = "unchanged";

pub(super) const DRY_RUN: Spec = optional("dry-run", UNSET_DRY_RUN);

/// `--dry-run`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DryRun {
    None,
    Client,
    Server,
}

impl DryRun {
    /// `GetDryRunStrategy`: a flag without a value and truth values are deprecated, and taken with a warning.
    pub(super) fn of(command: &mut Command<'_>, flags: &Flags) -> Result<Self, CommandError> {
        let Some(given) = flags.value("dry-run") else { return Ok(Self::None) };
        match given {
            "none" => Ok(Self::None),
            "client" => Ok(Self::Client),
            "server" => Ok(Self::Server),
            UNSET_DRY_RUN => {
                command.log_warning(719, "--dry-run is deprecated and can be replaced with --dry-run=client.");
                Ok(Self::Client)
            }
            _ => {
                let (strategy, line, name) = match parse_bool(given) {
                    Some(true) => (Self::Client, 733, "client"),
                    Some(false) => (Self::None, 736, "none"),
                    None => {
                        return Err(CommandError::Client(format!(
                            "Invalid dry-run value ({given}). Must be \"none\", \"server\", or \"client\"."
                        )));
                    }
                };
                let message = format!(
                    "--dry-run={given} is deprecated (boolean value) and can be replaced with --dry-run={name}."
                );
                command.log_warning(line, &message);
                Ok(strategy)
            }
        }
    }

    /// What is added to what was done.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Client => " (dry run)",
            Self::Server => " (server dry run)",
        }
    }
}

pub(super) fn validation(flags: &Flags) -> Result<FieldValidation, CommandError> {
    match flags.value("validate") {
        None | Some("strict" | "true") => Ok(FieldValidation::Strict),
        Some("warn") => Ok(FieldValidation::Warn),
        Some("ignore" | "false") => Ok(FieldValidation::Ignore),
        Some(other) => Err(CommandError::Client(format!(
            "invalid - validate option {other:?}; must be one of: strict (or true), warn, ignore (or false)"
        ))),
    }
}

impl Command<'_> {
    /// The objects in a file, in order.
    pub(super) fn documents(&self, file: &str) -> Result<Vec<Value>, CommandError> {
        let text = self.read(file)?;
        let KubectlDocuments { documents, error } = KubectlDocuments::read(text);
        match error {
            Some(error) if documents.is_empty() => {
                let shown = shown(file);
                Err(CommandError::Client(format!("error parsing {shown}: {error}")))
            }
            _ => Ok(documents.into_iter().flat_map(items).collect()),
        }
    }

    /// The Jobs in a file, with the namespace that they get; of other kinds it is said that there are none here.
    pub(super) fn jobs_in(&mut self, file: &str) -> Result<Vec<(ObjectKey, Value)>, CommandError> {
        let mut jobs = Vec::new();
        for mut document in self.documents(file)? {
            let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default().to_owned();
            let (version, kind, name) = (text("/apiVersion"), text("/kind"), text("/metadata/name"));
            if (version.as_str(), kind.as_str()) != ("batch/v1", "Job") {
                match kind.as_str() {
                    "" => {
                        let shown = shown(file);
                        let missing = match (document.is_object(), version.as_str()) {
                            (false, _) => "invalid object to validate",
                            (true, "") => "[apiVersion not set, kind not set]",
                            (true, _) => "kind not set",
                        };
                        let message = format!(
                            "error validating {shown:?}: error validating data: {missing}; if you choose to ignore these errors, turn validation off with --validate=false"
                        );
                        return Err(CommandError::Client(message));
                    }
                    _ => self.warn(&format!("Warning: {kind} {name:?} is not simulated here, and left out")),
                }
                continue;
            }
            let given = text("/metadata/namespace");
            let namespace = if given.is_empty() { self.namespace.as_str().to_owned() } else { given };
            if let Some(metadata) = document.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.insert("namespace".to_owned(), namespace.clone().into());
            }
            self.record(&mut document);
            jobs.push((ObjectKey::from(format!("{namespace}/{name}")), document));
        }
        Ok(jobs)
    }

    /// Asks the server. What it stores is written, unless this is a dry run.
    pub(super) fn send(
        &mut self,
        request: &Request,
        validation: FieldValidation,
        dry_run: DryRun,
    ) -> Result<Arc<Job>, StatusError> {
        let mut request = request.clone();
        if matches!(request.method, Method::Patch(PatchType::Merge | PatchType::Strategic)) {
            self.record(&mut request.body);
        }
        let before = self.server.jobs().get(&request.key).cloned();
        let now = self.cluster.now;
        let Response { outcome, warnings } = match dry_run {
            DryRun::None => self.server.respond(&request, validation, now),
            DryRun::Client | DryRun::Server => self.server.clone().respond(&request, validation, now),
        };
        for warning in warnings {
            self.warn_of_server(warning);
        }
        let stored = outcome?;
        if dry_run == DryRun::None && before.as_ref() != Some(&stored) {
            self.ran.writes.push(Write::Job(request));
        }
        Ok(stored)
    }

    /// Asks the server to patch a pod. What it stores is written, unless this is a dry run.
    pub(super) fn send_to_pod(
        &mut self,
        key: &ObjectKey,
        r#type: PatchType,
        patch: &Value,
        dry_run: DryRun,
    ) -> Result<Arc<Pod>, StatusError> {
        let before = self.server.pods().get(key).cloned();
        let stored = match dry_run {
            DryRun::None => self.server.patch_pod_of_user(key, r#type, patch),
            DryRun::Client | DryRun::Server => self.server.clone().patch_pod_of_user(key, r#type, patch),
        }?;
        if dry_run == DryRun::None && before.as_ref() != Some(&stored) {
            self.ran.writes.push(Write::PatchPod { key: key.clone(), r#type, patch: patch.clone() });
        }
        Ok(stored)
    }

    /// Prints what was done to a Job, or the Job itself in another output form.
    pub(super) fn report(&mut self, job: &Job, done: &str, output: &Form) -> Outcome {
        self.report_object(&Object::Job(Arc::new(job.clone())), done, output)
    }

    /// [`Self::report`] for any object.
    pub(super) fn report_object(&mut self, object: &Object, done: &str, output: &Form) -> Outcome {
        let release = self.release();
        self.report_document(&object.full_name(), || object.document(release), done, output)
    }

    /// [`Self::report`] for a Job that the server does not have.
    pub(super) fn report_local(&mut self, document: Value, done: &str, output: &Form) -> Outcome {
        let name = document.pointer("/metadata/name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = format!("job.batch/{}", name.unwrap_or("<unknown>"));
        self.report_document(&name, || document, done, output)
    }

    pub(super) fn report_document(
        &mut self,
        name: &str,
        document: impl FnOnce() -> Value,
        done: &str,
        output: &Form,
    ) -> Outcome {
        match output.text(document, self.release())? {
            Some(text) => self.print(&text),
            None if *output == Form::Name => self.print_line(name),
            None => self.print_line(&format!("{name} {done}")),
        }
        Ok(())
    }

    /// The files that `-f` names, for a command that reads nothing else: at least one, and all of them exist.
    pub(super) fn required_files<'f>(&self, flags: &'f Flags) -> Result<Vec<&'f str>, CommandError> {
        let files = Self::files(flags);
        if files.is_empty() {
            return Err(CommandError::Client("must specify one of -f and -k".to_owned()));
        }
        files.iter().try_for_each(|file| self.read(file).map(drop))?;
        Ok(files)
    }

    /// The files that `-f` names.
    pub(super) fn files(flags: &Flags) -> Vec<&str> {
        flags.list("filename").into_iter().filter(|file| !file.is_empty()).collect()
    }
}

/// A file as errors name it.
pub(super) fn shown(file: &str) -> &str {
    if file == "-" { "STDIN" } else { file }
}

/// The items of a list, or the document itself.
fn items(document: Value) -> Vec<Value> {
    let is_list = document.get("kind").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("List"));
    match document {
        Value::Object(mut fields) if is_list => match fields.remove("items") {
            Some(Value::Array(items)) => items,
            _ => Vec::new(),
        },
        document => vec![document],
    }
}

pub(super) fn apply(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if !flags.arguments.is_empty() {
        let message =
            format!("Unexpected args: [{}]\nSee 'kubectl apply -h' for help and examples", flags.arguments.join(" "));
        return Err(CommandError::Client(message));
    }
    let files = command.required_files(flags)?;
    let (dry_run, validation) = (DryRun::of(command, flags)?, validation(flags)?);
    let output = command.form_of_object(flags)?;
    let selector = match flags.value("selector") {
        Some(text) => Some(Selector::of_labels(text).map_err(CommandError::Client)?),
        None => None,
    };
    let mut found = 0;
    for file in files {
        for (_, document) in command.jobs_in(file)? {
            let label = |key: &str| document.pointer("/metadata/labels")?.get(key)?.as_str().map(str::to_owned);
            if selector.as_ref().is_some_and(|selector| !selector.matches(label)) {
                continue;
            }
            found += 1;
            if let Err(error) = apply_one(command, file, &document, dry_run, validation, &output) {
                command.failures.push(error);
            }
        }
    }
    if found == 0 && command.ran.output.stderr.is_empty() {
        return Err(CommandError::Client("no objects passed to apply".to_owned()));
    }
    Ok(())
}

/// The minor whose kubectl patches a copy of the object where the server is not to be asked.
const PATCHED_LOCALLY: u8 = 36;

fn apply_one(
    command: &mut Command<'_>,
    file: &str,
    document: &Value,
    dry_run: DryRun,
    validation: FieldValidation,
    output: &Form,
) -> Outcome {
    let stored = |key: &ObjectKey| command.server.jobs().get(key).cloned();
    let name = document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
    let namespace = document.pointer("/metadata/namespace").and_then(Value::as_str).unwrap_or_default();
    let shown = shown(file);
    let before = stored(&ObjectKey::from(format!("{namespace}/{name}")));
    let request = kubectl::apply(document, command.release(), |_| before.as_deref());
    let request = request.map_err(|error| {
        let context = format!(
            "error when retrieving current configuration of:\nResource: \"batch/v1, Resource=jobs\", GroupVersionKind: \"batch/v1, Kind=Job\"\nName: \"\", Namespace: {namespace:?}\nfrom server for: {shown:?}: "
        );
        let context = if error.message == NAMELESS { context } else { String::new() };
        CommandError::Client(context + &error.message)
    })?;
    if let Some(before) = &before
        && dry_run == DryRun::Client
        && !command.release().since(PATCHED_LOCALLY)
    {
        return command.report(before, &format!("configured{}", dry_run.suffix()), output);
    }
    if let Some(before) = &before
        && before.metadata.annotations.get(LAST_APPLIED_ANNOTATION).is_none()
    {
        command.warn(&format!("Warning: {}", missing_annotation(before.metadata.name())));
    }
    let (job, done) = match (&request, &before) {
        (None, Some(before)) => (Arc::clone(before), "unchanged"),
        (Some(Request { body, .. }), before) if dry_run == DryRun::Client => {
            let (document, done) = match before {
                None => (body.clone(), "created"),
                Some(before) => {
                    let document = Object::Job(Arc::clone(before)).document(command.release());
                    let patched = strategic_merge_patch(&document, body);
                    (patched.map_err(|error| CommandError::Client(error.to_string()))?, "configured")
                }
            };
            return command.report_local(document, &format!("{done}{}", dry_run.suffix()), output);
        }
        (Some(request), _) => {
            let job = command.send(request, validation, dry_run).map_err(|error| {
                let context = match request.method {
                    Method::Post => format!("error when creating {shown:?}: "),
                    _ => format!(
                        "error when applying patch:\n{}\nto:\nResource: \"batch/v1, Resource=jobs\", GroupVersionKind: \"batch/v1, Kind=Job\"\nName: {name:?}, Namespace: {namespace:?}\nfor: {shown:?}: error when patching {shown:?}: ",
                        request.body
                    ),
                };
                CommandError::Server(context, error)
            })?;
            let done = match (&request.method, &before) {
                (Method::Post, _) => "created",
                (_, Some(before)) if **before == *job => "unchanged",
                _ => "configured",
            };
            (job, done)
        }
        (None, None) => return Ok(()),
    };
    command.report(&job, &format!("{done}{}", dry_run.suffix()), output)
}

/// `--save-config`: the manifest becomes its own annotation.
pub(super) fn save_config(manifest: &mut Value) {
    if let Ok((_, modified)) = modified_configuration(manifest) {
        *manifest = modified;
    }
}
