//! `kubectl create`.

use serde_json::{Map, Value, json};

use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, optional, switch, value};
use super::global::RECORD;
use super::kind::Kind;
use super::object::Object;
use super::select::Selector;
use super::write::{DRY_RUN, DryRun, is_job, save_config, shown, validation};
use super::{Command, Known, Outcome, known, namespaces, quotas};
use crate::api::{self, Name, ObjectKey};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::{FieldValidation, Method, Request};

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    value("filename", Some('f')),
    DRY_RUN,
    optional("validate", "strict"),
    value("output", Some('o')),
    switch("save-config", None),
    value("field-manager", None),
    switch("edit", None),
    value("raw", None),
    switch("recursive", Some('R')),
    value("selector", Some('l')),
    switch("windows-line-endings", None),
];

pub(super) const PARTS: &[Known] = &[
    known("cj", CRON_JOB_FLAGS, create_cron_job),
    known("cronjob", CRON_JOB_FLAGS, create_cron_job),
    known("job", JOB_FLAGS, create_job),
    known("namespace", namespaces::FLAGS, namespaces::create_namespace),
    known("ns", namespaces::FLAGS, namespaces::create_namespace),
    known("quota", quotas::FLAGS, quotas::create_quota),
    known("resourcequota", quotas::FLAGS, quotas::create_quota),
];

const JOB_FLAGS: &[Spec] = &[
    DRY_RUN,
    optional("validate", "strict"),
    value("image", None),
    value("from", None),
    value("output", Some('o')),
    switch("save-config", None),
    value("field-manager", None),
];

const CRON_JOB_FLAGS: &[Spec] = &[
    DRY_RUN,
    optional("validate", "strict"),
    value("image", None),
    value("output", Some('o')),
    value("restart", None),
    switch("save-config", None),
    value("schedule", None),
    value("field-manager", None),
];

pub(super) fn create(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = Command::files_alone(flags, "create")?;
    let (dry_run, validation) = (DryRun::of(command, flags)?, validation(flags)?);
    let output = command.form_of_object(flags)?;
    command.check_files(&files)?;
    flags.check_simulated("create", &["edit"])?;
    let selector = Selector::of_flags(flags)?;
    let mut found = 0;
    for file in files {
        for read in command.objects_in(file, validation)? {
            let (key, mut body) = match read {
                Ok(object) => object,
                Err(error) => {
                    command.failures.push(error);
                    continue;
                }
            };
            // A client prints what it would create of any kind.
            if !selector.chooses(&body) || !(dry_run == DryRun::Client || command.is_simulated(&body)) {
                continue;
            }
            found += 1;
            if flags.is_set("save-config") {
                save_config(&mut body);
            }
            if dry_run == DryRun::Client {
                command.report_local(body, &format!("created{}", dry_run.suffix()), &output)?;
                continue;
            }
            let shown = shown(file);
            let created = if is_job(&body) {
                command.send(&Request { method: Method::Post, key, body }, validation, dry_run).map(Object::Job)
            } else {
                command.create_other(&key, &body, validation, dry_run)
            };
            match created {
                Ok(object) => command.report_object(&object, &format!("created{}", dry_run.suffix()), &output)?,
                Err(error) => {
                    let context = format!("error when creating {shown:?}: ");
                    command.failures.push(CommandError::Server(context, error));
                }
            }
        }
    }
    command.check_found(found, "create")
}

/// `kubectl create job NAME --image=IMAGE -- COMMAND`.
fn create_job(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let name = only_name(flags, "job")?;
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    let image = match (given("image"), given("from")) {
        (Some(image), None) => image,
        (None, Some(from)) => {
            return Err(match from.split_once('/') {
                Some(_) if !flags.after.is_empty() => client("cannot specify --from and command".to_owned()),
                Some((_, name)) if name.contains('/') => {
                    client("arguments in resource/name form may not have more than one slash".to_owned())
                }
                Some((kind, name)) => {
                    let kind = command.kind(kind)?;
                    match (kind, command.find(kind, name).is_some()) {
                        (_, false) => command.absent(kind, name),
                        (Kind::Pod, _) => client("unknown object type *v1.Pod".to_owned()),
                        _ => client("unknown object type *v1.Job".to_owned()),
                    }
                }
                None => {
                    command.kind(from)?;
                    client("resource(s) were provided, but no name was specified".to_owned())
                }
            });
        }
        _ => return Err(client("either --image or --from must be specified".to_owned())),
    };
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let namespace = command.namespace.clone();
    let metadata = metadata(command, name, dry_run);
    let template = json!({"metadata": {}, "spec": pod_spec(name, image, &flags.after, "Never")});
    let mut body = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": {"template": template}, "status": {},
    });
    if flags.is_set("save-config") {
        annotate(&mut body);
    }
    if dry_run == DryRun::Client {
        return command.report_local(body, &format!("created{}", dry_run.suffix()), &output);
    }
    let key = ObjectKey::new(&namespace, &Name::from(name));
    let request = Request { method: Method::Post, key, body };
    let job = command
        .send(&request, FieldValidation::Strict, dry_run)
        .map_err(|error| client(format!("failed to create job: {}", error.message)))?;
    command.report(&job, &format!("created{}", dry_run.suffix()), &output)
}

/// `kubectl create cronjob NAME --image=IMAGE --schedule=SCHEDULE -- COMMAND`, as far as it only prints.
fn create_cron_job(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    require(flags, &["image", "schedule"])?;
    let name = only_name(flags, "cronjob")?;
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    if dry_run != DryRun::Client || flags.is_set("save-config") {
        return Err(not_simulated("create cronjob"));
    }
    let restart = flags.value("restart").filter(|restart| !restart.is_empty()).unwrap_or("OnFailure");
    let spec = pod_spec(name, flags.value("image").unwrap_or_default(), &flags.after, restart);
    let template = json!({"metadata": {"name": name}, "spec": {"template": {"metadata": {}, "spec": spec}}});
    let body = json!({
        "apiVersion": "batch/v1", "kind": "CronJob", "metadata": metadata(command, name, dry_run),
        "spec": {"jobTemplate": template, "schedule": flags.value("schedule")}, "status": {},
    });
    command.report_document(&format!("cronjob.batch/{name}"), || body, "created (dry run)", &output)
}

/// Checks that flags are given, as cobra does it.
pub(super) fn require(flags: &Flags, names: &[&str]) -> Outcome {
    let missing = names.iter().filter(|name| flags.value(name).is_none());
    let missing: Vec<_> = missing.map(|name| format!("{name:?}")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(CommandError::Client(format!("required flag(s) {} not set", missing.join(", "))))
}

/// The only argument of `kubectl create KIND NAME`.
pub(super) fn only_name<'f>(flags: &'f Flags, kind: &str) -> Result<&'f str, CommandError> {
    match flags.arguments.as_slice() {
        [name] => Ok(name),
        names => Err(CommandError::Client(format!(
            "exactly one NAME is required, got {}\nSee 'kubectl create {kind} -h' for help and examples",
            names.len()
        ))),
    }
}

/// The metadata of an object from arguments.
pub(super) fn metadata(command: &Command<'_>, name: &str, dry_run: DryRun) -> Map<String, Value> {
    let mut metadata = Map::from_iter([("name".to_owned(), json!(name))]);
    if dry_run != DryRun::Client || command.namespace != *api::Namespace::the_default() {
        metadata.insert("namespace".to_owned(), command.namespace.as_str().into());
    }
    metadata
}

/// The spec of pods with one container, which runs `words`.
fn pod_spec(name: &str, image: &str, words: &[String], restart: &str) -> Value {
    json!({"containers": [container(name, image, [("command", json!(words))])], "restartPolicy": restart})
}

/// A container from arguments, with those of the `fields` in which there is something.
pub(super) fn container<'n>(
    name: &str,
    image: &str,
    fields: impl IntoIterator<Item = (&'n str, Value)>,
) -> Map<String, Value> {
    let usual = [("name", json!(name)), ("image", json!(image)), ("resources", json!({}))];
    let is_given = |(_, value): &(&str, Value)| ![json!([]), json!(""), Value::Null].contains(value);
    let given = fields.into_iter().filter(is_given);
    usual.into_iter().chain(given).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// `--save-config` of a Job from arguments: its annotation is in the order of Go's fields.
fn annotate(body: &mut Value) {
    let text = |value: Option<&Value>| value.map_or_else(|| "{}".to_owned(), Value::to_string);
    let container = body.pointer("/spec/template/spec/containers/0");
    let field = |name: &str| Some(format!("{name:?}:{}", container?.get(name)?));
    let fields: Vec<_> = ["name", "image", "command", "resources"].into_iter().filter_map(field).collect();
    let applied = format!(
        "{{\"kind\":\"Job\",\"apiVersion\":\"batch/v1\",\"metadata\":{},\"spec\":{{\"template\":{{\"metadata\":{{}},\"spec\":{{\"containers\":[{{{}}}],\"restartPolicy\":\"Never\"}}}}}},\"status\":{{}}}}\n",
        text(body.get("metadata")),
        fields.join(","),
    );
    if let Some(metadata) = body.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.insert("annotations".to_owned(), json!({LAST_APPLIED_ANNOTATION: applied}));
    }
}
