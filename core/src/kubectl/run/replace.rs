//! `kubectl replace`.

use super::delete::{Report, cascade, delete_job};
use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::form::Form;
use super::write::{DRY_RUN, DryRun, save_config, shown, validation};
use super::{Command, Outcome};
use crate::api::{DeletionPropagation, StatusError};
use crate::kubectl::CommandError;
use crate::trace::{Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    switch("force", None),
    value("kustomize", Some('k')),
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

pub(super) fn replace(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = command.required_files(flags)?;
    let (dry_run, validation) = (DryRun::of(command, flags)?, validation(flags)?);
    let output = command.form_of_object(flags)?;
    let policy = cascade(command, flags)?;
    let force = flags.is_set("force");
    let client = |message: &str| CommandError::Client(message.to_owned());
    if force && policy != DeletionPropagation::Background {
        // The Job is there until the garbage collector has run.
        return Err(client(
            "kubectl replace --force with this --cascade is not simulated here; use kubectl delete and kubectl create",
        ));
    }
    if force && dry_run != DryRun::None {
        return Err(client("--dry-run can not be used when --force is set"));
    }
    if flags.integer("grace-period").is_some_and(|seconds| seconds >= 0) && !force {
        return Err(client("--grace-period must have --force specified"));
    }
    if flags.milliseconds("timeout").is_some_and(|ms| ms != 0) && !force {
        return Err(client("--timeout must have --force specified"));
    }
    let mut jobs = Vec::new();
    for file in files {
        let shown = shown(file);
        jobs.extend(command.jobs_in(file, validation)?.into_iter().map(|(key, body)| (shown, key, body)));
    }
    if force {
        let report = if output == Form::Name { Report::Name } else { Report::Deleted };
        for (_, key, _) in &jobs {
            if command.server.jobs().contains_key(key) {
                delete_job(command, key, policy, dry_run, report)?;
            }
        }
    }
    for (shown, key, mut body) in jobs {
        if flags.is_set("save-config") {
            save_config(&mut body);
        }
        let exists = command.server.jobs().contains_key(&key);
        if dry_run == DryRun::Client {
            command.report_local(body, &format!("replaced{}", dry_run.suffix()), &output)?;
            continue;
        }
        let method = if force { Method::Post } else { Method::Put };
        let what = if force { "creating" } else { "replacing" };
        let name = key.split().1.to_owned();
        let sent = if exists || force {
            command.send(&Request { method, key, body }, validation, dry_run)
        } else {
            Err(StatusError::not_found("jobs.batch", &name))
        };
        match sent {
            Ok(job) => command.report(&job, &format!("replaced{}", dry_run.suffix()), &output)?,
            Err(error) => {
                command.failures.push(CommandError::Server(format!("error when {what} {shown:?}: "), error));
            }
        }
    }
    Ok(())
}
