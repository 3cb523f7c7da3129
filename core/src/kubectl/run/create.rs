//! `kubectl create`.

use serde_json::{Map, json};

use super::flags::{Flags, Spec, optional, switch, value};
use super::form::Form;
use super::write::{DryRun, shown, validation};
use super::{Command, Outcome};
use crate::api::{self, Name, ObjectKey, StatusError};
use crate::kubectl::CommandError;
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    optional("dry-run", "unchanged"),
    optional("validate", "strict"),
    value("image", None),
    value("from", None),
    value("output", Some('o')),
    switch("save-config", None),
    value("field-manager", None),
];

pub(super) fn create(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if let Some(kind) = flags.arguments.first() {
        return match kind.as_str() {
            "job" => create_job(command, flags),
            other => Err(CommandError::Client(format!(
                "Unexpected args: [{other}]\nSee 'kubectl create -h' for help and examples"
            ))),
        };
    }
    let files = Command::files(flags);
    if files.is_empty() {
        return Err(CommandError::Client("must specify one of -f and -k".to_owned()));
    }
    let (dry_run, validation) = (DryRun::of(flags)?, validation(flags)?);
    let output = Form::of_object(flags.value("output"))?;
    let mut found = 0;
    for file in files {
        for (key, body) in command.jobs_in(file)? {
            found += 1;
            if dry_run == DryRun::Client {
                command.report_local(body, &format!("created{}", dry_run.suffix()), &output)?;
                continue;
            }
            let shown = shown(file);
            let request = Request { method: Method::Post, key, body };
            match command.send(&request, validation, dry_run) {
                Ok(job) => command.report(&job, &format!("created{}", dry_run.suffix()), &output)?,
                Err(error) => {
                    let context = format!("error when creating {shown:?}: ");
                    command.failures.push(CommandError::Server(context, error));
                }
            }
        }
    }
    if found == 0 && command.ran.output.stderr.is_empty() {
        return Err(CommandError::Client("no objects passed to create".to_owned()));
    }
    Ok(())
}

/// `kubectl create job NAME --image=IMAGE -- COMMAND`.
fn create_job(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let names: Vec<_> = flags.arguments.iter().skip(1).collect();
    let [name] = names.as_slice() else {
        let message = format!(
            "exactly one NAME is required, got {}\nSee 'kubectl create job -h' for help and examples",
            names.len()
        );
        return Err(client(message));
    };
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    let image = match (given("image"), given("from")) {
        (Some(image), None) => image,
        (None, Some(from)) => {
            return Err(match from.split_once('/') {
                Some((_, cron_job)) => {
                    CommandError::Server(String::new(), StatusError::not_found("cronjobs.batch", cron_job))
                }
                None => client("must specify resource".to_owned()),
            });
        }
        _ => return Err(client("either --image or --from must be specified".to_owned())),
    };
    let (dry_run, output) = (DryRun::of(flags)?, Form::of_object(flags.value("output"))?);
    let mut metadata = Map::from_iter([("name".to_owned(), json!(name))]);
    let namespace = command.namespace.clone();
    let is_default = namespace == *api::Namespace::the_default();
    if dry_run != DryRun::Client || !is_default {
        metadata.insert("namespace".to_owned(), namespace.as_str().into());
    }
    let mut container = Map::from_iter([("name".to_owned(), json!(name)), ("image".to_owned(), json!(image))]);
    if !flags.after.is_empty() {
        container.insert("command".to_owned(), json!(flags.after));
    }
    container.insert("resources".to_owned(), json!({}));
    let template = json!({"metadata": {}, "spec": {"containers": [container], "restartPolicy": "Never"}});
    let body = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": {"template": template}, "status": {},
    });
    if dry_run == DryRun::Client {
        return command.report_local(body, &format!("created{}", dry_run.suffix()), &output);
    }
    let key = ObjectKey::new(&namespace, &Name::from(name.as_str()));
    let request = Request { method: Method::Post, key, body };
    let job = command
        .send(&request, FieldValidation::Strict, dry_run)
        .map_err(|error| client(format!("failed to create job: {}", error.message)))?;
    command.report(&job, &format!("created{}", dry_run.suffix()), &output)
}
