//! `kubectl replace`.

use serde_json::Value;

use super::delete::{Report, cascade, delete_job};
use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::form::Form;
use super::global::RECORD;
use super::kind::Kind;
use super::resource::arguments_beside_files;
use super::subresource::{no_such_path, subresource};
use super::wait::Wait;
use super::write::{DRY_RUN, DryRun, save_config, shown, validation};
use super::{Cluster, Command, Outcome, Ran};
use crate::api::{DeletionPropagation, Namespace, ObjectKey};
use crate::kubectl::CommandError;
use crate::kubectl::apply::NAMELESS;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    value("filename", Some('f')),
    switch("force", None),
    optional("cascade", "background"),
    integer("grace-period"),
    DRY_RUN,
    optional("validate", "strict"),
    value("output", Some('o')),
    switch("save-config", None),
    value("field-manager", None),
    value("raw", None),
    switch("recursive", Some('R')),
    value("subresource", None),
    duration("timeout"),
    switch("wait", None),
];

/// The Jobs that `replace --force` creates once the old ones are gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Recreation {
    jobs: Vec<(ObjectKey, Value)>,
    validation: FieldValidation,
    output: Form,
    namespace: Namespace,
    names_namespace: bool,
}

pub(super) fn replace(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = Command::required_files(flags)?;
    let (dry_run, validation) = (DryRun::of(command, flags)?, validation(flags)?);
    let output = command.form_of_object(flags)?;
    let policy = cascade(command, flags)?;
    let subresource = subresource(command, "replace", flags)?;
    let force = flags.is_set("force");
    let client = |message: &str| CommandError::Client(message.to_owned());
    if flags.integer("grace-period").is_some_and(|seconds| seconds >= 0) && !force {
        return Err(client("--grace-period must have --force specified"));
    }
    if flags.milliseconds("timeout").is_some_and(|ms| ms != 0) && !force {
        return Err(client("--timeout must have --force specified"));
    }
    if force && dry_run != DryRun::None {
        return Err(client("--dry-run can not be used when --force is set"));
    }
    if force && !flags.arguments.is_empty() {
        return Err(arguments_beside_files(&flags.arguments));
    }
    command.check_files(&files)?;
    let mut jobs = Vec::new();
    for file in files {
        for (key, mut body) in command.jobs_in(file, validation)? {
            if flags.is_set("save-config") {
                save_config(&mut body);
            }
            jobs.push((shown(file), key, body));
        }
    }
    if force {
        return replace_by_force(command, flags, jobs, policy, validation, output);
    }
    for (shown, key, body) in jobs {
        let done = format!("replaced{}", dry_run.suffix());
        if dry_run == DryRun::Client {
            command.report_local(body, &done, &output)?;
            continue;
        }
        let context = format!("error when replacing {shown:?}: ");
        if key.split().1.is_empty() {
            command.failures.push(CommandError::Client(context + NAMELESS));
            continue;
        }
        let sent = match subresource {
            None => command.send(&Request { method: Method::Put, key, body }, validation, dry_run),
            Some("status") => command.send(&Request { method: Method::PutStatus, key, body }, validation, dry_run),
            Some(_) => Err(no_such_path()),
        };
        match sent {
            Ok(job) => command.report(&job, &done, &output)?,
            Err(error) => command.failures.push(CommandError::Server(context, error)),
        }
    }
    Ok(())
}

/// `--force`: deletes the Jobs, and creates them once they are gone.
fn replace_by_force(
    command: &mut Command<'_>,
    flags: &Flags,
    jobs: Vec<(&str, ObjectKey, Value)>,
    policy: DeletionPropagation,
    validation: FieldValidation,
    output: Form,
) -> Outcome {
    let report = if output == Form::Name { Report::Name } else { Report::Deleted };
    for (shown, key, _) in &jobs {
        if key.split().1.is_empty() {
            let message = format!("error when deleting {shown:?}: {NAMELESS}");
            command.failures.push(CommandError::Client(message));
        } else if command.server.jobs().contains_key(key) {
            delete_job(command, key, policy, DryRun::None, report)?;
        }
    }
    if !command.failures.is_empty() {
        return Ok(());
    }
    if jobs.is_empty() {
        command.print_line("No resources found");
        return Err(CommandError::Client("no objects passed to replace".to_owned()));
    }
    let jobs: Vec<_> = jobs.into_iter().map(|(_, key, body)| (key, body)).collect();
    let (namespace, names_namespace) = (command.namespace.clone(), command.names_namespace);
    let recreation = Recreation { jobs, validation, output, namespace, names_namespace };
    if recreation.jobs.iter().all(|(key, _)| !command.server.jobs().contains_key(key)) {
        return recreation.create(command);
    }
    let gone = recreation.jobs.iter().map(|(key, _)| (Kind::Job, key.split().1.to_owned())).collect();
    command.ran.wait = Some(Wait::until_replaceable(command, gone, flags));
    command.ran.then = Some(recreation);
    Ok(())
}

impl Recreation {
    /// Creates the Jobs.
    pub fn run(&self, cluster: &Cluster<'_>) -> Ran {
        let mut command = Command::new(cluster);
        command.namespace = self.namespace.clone();
        command.names_namespace = self.names_namespace;
        let result = self.create(&mut command);
        command.finish(result)
    }

    fn create(&self, command: &mut Command<'_>) -> Outcome {
        for (key, body) in &self.jobs {
            let request = Request { method: Method::Post, key: key.clone(), body: body.clone() };
            match command.send(&request, self.validation, DryRun::None) {
                Ok(job) => command.report(&job, "replaced", &self.output)?,
                Err(error) => command.failures.push(CommandError::Server(String::new(), error)),
            }
        }
        Ok(())
    }
}
