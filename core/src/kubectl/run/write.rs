//! What commands that write have in common.

use std::sync::Arc;

use serde_json::{Value, json};

use super::documents::Results;
use super::flags::{Flags, Spec, optional, parse_bool};
use super::form::{Form, json_list};
use super::kind::Kind;
use super::local::full_name;
use super::object::Object;
use super::others::{is_other, limits_more_than_pods};
use super::{Command, Outcome, Write, kyaml};
use crate::api::{Job, ObjectKey, PatchType, Pod, StatusError};
use crate::kubectl::CommandError;
use crate::kubectl::apply::modified_configuration;
use crate::trace::{FieldValidation, Method, Request, Response};

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
                let message = "--dry-run is deprecated and can be replaced with --dry-run=client.";
                command.warn(&command.log_line('W', "helpers.go:719", message));
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
                command.warn(&command.log_line('W', &format!("helpers.go:{line}"), &message));
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
    /// The Jobs in a file, with the namespace that they get; of other kinds it is said that they are left out.
    pub(super) fn jobs_in(
        &mut self,
        file: &str,
        validation: FieldValidation,
    ) -> Result<Vec<(ObjectKey, Value)>, CommandError> {
        let read = self.objects_in(file, validation)?;
        let mut objects = self.readable(read);
        objects.retain(|(_, document)| {
            if !is_job(document) {
                self.warn_of_left_out(document, "is left out here; this command works on Jobs");
            }
            is_job(document)
        });
        Ok(objects)
    }

    /// The objects in a file, with the namespace that they get, and the errors of what cannot be read.
    pub(super) fn objects_in(
        &mut self,
        file: &str,
        validation: FieldValidation,
    ) -> Result<Results<(ObjectKey, Value)>, CommandError> {
        let mut objects = Vec::new();
        for read in self.known_documents(file, validation != FieldValidation::Ignore)? {
            let mut document = match read {
                Ok(document) => document,
                Err(error) => {
                    objects.push(Err(error));
                    continue;
                }
            };
            let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default().to_owned();
            let (kind, name) = (text("/kind"), text("/metadata/name"));
            let given = text("/metadata/namespace");
            let namespace = if given.is_empty() { self.namespace.as_str().to_owned() } else { given };
            let metadata = document.as_object_mut().map(|fields| fields.entry("metadata").or_insert_with(|| json!({})));
            if let Some(metadata) = metadata.and_then(Value::as_object_mut)
                && Kind::named(&kind).is_none_or(Kind::is_namespaced)
            {
                metadata.insert("namespace".to_owned(), namespace.clone().into());
            }
            self.record(&mut document);
            objects.push(Ok((ObjectKey::from(format!("{namespace}/{name}")), document)));
        }
        Ok(objects)
    }

    /// Warns that a Job which is applied is being deleted (`WarnIfDeleting`).
    pub(super) fn warn_of_deletion(&mut self, job: &Job) {
        if job.metadata.is_deleting() {
            let name = job.metadata.name();
            self.warn(&format!("Warning: Detected changes to resource {name} which is currently being deleted."));
        }
    }

    /// Whether an object's kind is simulated; if not, warns that it is left out.
    pub(super) fn is_simulated(&mut self, document: &Value) -> bool {
        let is_simulated = is_job(document) || is_other(document);
        if !is_simulated {
            self.warn_of_left_out(document, "is not simulated here, and left out");
        } else if limits_more_than_pods(document) {
            let name = document.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
            self.warn(&format!("Warning: of ResourceQuota {name:?} only the limit on pods is simulated here"));
        }
        is_simulated
    }

    fn warn_of_left_out(&mut self, document: &Value, why: &str) {
        let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
        self.warn(&format!("Warning: {} {:?} {why}", text("/kind"), text("/metadata/name")));
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
        self.send_as_is(&request, validation, dry_run)
    }

    /// [`Self::send`] without what `--record` adds.
    pub(super) fn send_as_is(
        &mut self,
        request: &Request,
        validation: FieldValidation,
        dry_run: DryRun,
    ) -> Result<Arc<Job>, StatusError> {
        let before = self.server.jobs().get(&request.key).cloned();
        let now = self.cluster.now;
        let namespace = request.key.split().0;
        if request.method == Method::Post && !self.takes_objects_in(namespace) {
            return Err(StatusError::not_found("namespaces", namespace));
        }
        let Response { outcome, warnings } = match dry_run {
            DryRun::None => self.server.respond(request, validation, now),
            DryRun::Client | DryRun::Server => self.server.clone().respond(request, validation, now),
        };
        for warning in warnings {
            self.warn_of_server(warning);
        }
        let mut stored = outcome?;
        if dry_run == DryRun::None && before.as_ref() != Some(&stored) {
            self.ran.writes.push(Write::Job(request.clone()));
        } else if dry_run != DryRun::None {
            // Only what is stored gets a version.
            let version = before.and_then(|before| before.metadata.resource_version);
            Arc::make_mut(&mut stored).metadata.resource_version = version;
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

    /// [`Self::report`] for an object that the server does not have.
    pub(super) fn report_local(&mut self, document: Value, done: &str, output: &Form) -> Outcome {
        self.report_document(&full_name(&document), || document, done, output)
    }

    pub(super) fn report_document(
        &mut self,
        name: &str,
        document: impl FnOnce() -> Value,
        done: &str,
        output: &Form,
    ) -> Outcome {
        if let Some(collected) = &mut self.collected {
            collected.push(document());
            return Ok(());
        }
        match output.text(document, self.release(), &self.work)? {
            Some(text) => {
                if *output == Form::Yaml && self.separates_documents && !self.ran.output.stdout.is_empty() {
                    self.print("---\n");
                }
                self.print(&text);
            }
            None if *output == Form::Name => self.print_line(name),
            None => self.print_line(&format!("{name} {done}")),
        }
        Ok(())
    }

    /// Prints what was collected: an object, or a list of several.
    pub(super) fn print_collected(&mut self, output: &Form) -> Outcome {
        let Some(mut collected) = self.collected.take().filter(|_| self.failures.is_empty()) else { return Ok(()) };
        let release = self.release();
        let text = match collected.len() {
            0 => None,
            1 => collected.pop().map(|only| output.text(|| only, release, &self.work)).transpose()?.flatten(),
            _ if *output == Form::Json => Some(json_list(&collected)),
            _ if matches!(output, Form::Kyaml { .. }) => Some(kyaml::list(&collected)),
            _ => {
                let list = json!({"apiVersion": "v1", "kind": "List", "metadata": {}, "items": collected});
                output.text(|| list, release, &self.work)?
            }
        };
        self.print(&text.unwrap_or_default());
        Ok(())
    }

    /// Refuses files without objects.
    pub(super) fn check_found(&self, found: usize, verb: &str) -> Outcome {
        if found == 0 && self.failures.is_empty() && self.ran.output.stderr.is_empty() {
            return Err(CommandError::Client(format!("no objects passed to {verb}")));
        }
        Ok(())
    }

    /// [`Self::required_files`] of a command that takes no arguments.
    pub(super) fn files_alone<'f>(flags: &'f Flags, name: &str) -> Result<Vec<&'f str>, CommandError> {
        if !flags.arguments.is_empty() {
            let arguments = flags.arguments.join(" ");
            let message = format!("Unexpected args: [{arguments}]\nSee 'kubectl {name} -h' for help and examples");
            return Err(CommandError::Client(message));
        }
        Self::required_files(flags)
    }

    /// The files that `-f` names, for a command that reads nothing else: at least one.
    pub(super) fn required_files(flags: &Flags) -> Result<Vec<&str>, CommandError> {
        let files = Self::files(flags);
        if files.is_empty() {
            return Err(CommandError::Client("must specify one of -f and -k".to_owned()));
        }
        Ok(files)
    }

    /// Refuses files that do not exist.
    pub(super) fn check_files(&self, files: &[&str]) -> Outcome {
        files.iter().try_for_each(|file| self.read(file).map(drop))
    }

    /// The files that `-f` names.
    pub(super) fn files(flags: &Flags) -> Vec<&str> {
        flags.list("filename").into_iter().filter(|file| !file.is_empty()).collect()
    }
}

pub(super) fn is_job(document: &Value) -> bool {
    document.get("kind").and_then(Value::as_str) == Some("Job")
}

/// The error of an object that no command changes here.
pub(super) fn unchanged(object: &Object) -> CommandError {
    CommandError::Client(format!("{} are not changed here", object.kind().plural()))
}

/// A file as errors name it.
pub(super) fn shown(file: &str) -> &str {
    if file == "-" { "STDIN" } else { file }
}

/// `--save-config`: the manifest becomes its own annotation.
pub(super) fn save_config(manifest: &mut Value) {
    if let Ok((_, modified)) = modified_configuration(manifest) {
        *manifest = modified;
    }
}
