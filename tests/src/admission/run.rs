//! Carries out the steps of a case on the engine's API server.

use std::fmt::{self, Display};

use jobscope_core::api::{
    Job, JobStatus, Namespace, ObjectKey, PatchType, Release, ResourceQuota, StatusError, StatusReason, Time,
};
use jobscope_core::apiserver::{ApiServer, Naming};
use jobscope_core::kubectl::{
    CommandError, CommandOutput, CreateOptions, CreateRequest, Created, CreatedKind, create, run_apply, scale,
};
use jobscope_core::trace::{FieldValidation, Method, Request, Response};
use serde_json::{Value, json};

use super::case::{Case, Operation, Real, Step};
use super::compare::{Comparison, Difference};

/// A case in which the engine answered otherwise.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The id of the case.
    pub id: String,
    /// What differs, or what could not be done.
    pub differences: Vec<Difference>,
}

impl Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what: Vec<&str> = self.differences.iter().map(|difference| difference.what).collect();
        writeln!(f, "{}: {}", self.id, what.join(", "))?;
        self.differences.iter().try_for_each(|difference| difference.fmt(f))
    }
}

/// Carries out `case` with the rules of `release` and compares every recorded answer.
///
/// # Errors
///
/// All differences.
pub fn check(case: &Case, release: Release) -> Result<(), Failed> {
    let mut server = recorded_namespace(release);
    let mut before = case.before.as_ref();
    let mut differences = Vec::new();
    for step in &case.steps {
        let outcome = match &step.real {
            None => prepare(&mut server, step).map(|()| Vec::new()),
            Some(real) => {
                differences.extend(before.take().map(|before| check_before(&server, before)).unwrap_or_default());
                check_step(&mut server, step, real, release)
            }
        };
        differences.extend(outcome.unwrap_or_else(|why| vec![impossible(&why)]));
    }
    if differences.is_empty() { Ok(()) } else { Err(Failed { id: case.id.clone(), differences }) }
}

/// The server and namespace of the recordings: flags as they are by default, and a quota that allows no pods.
fn recorded_namespace(release: Release) -> ApiServer {
    let mut server = ApiServer::new(release.into()).with_naming(Naming::Counted);
    server.refuse_privileged();
    let quota = ResourceQuota::new("none", Namespace::default(), 0);
    // An empty server takes it.
    let _ = server.create_quota(&quota, Time::START);
    server
}

/// The UID that the server would give the next Job.
fn next_uid(server: &ApiServer) -> String {
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}});
    let body = json!({"metadata": {"generateName": "next-"}, "spec": {"template": template}});
    let request = Request { method: Method::Post, key: key(""), body };
    let response = server.clone().respond(&request, FieldValidation::Ignore, Time::START);
    response.outcome.map(|job| job.uid().to_string()).unwrap_or_default()
}

fn impossible(why: &str) -> Difference {
    Difference { what: "step", expected: "can be carried out".to_owned(), got: why.to_owned() }
}

/// A step that leads to the state in which answers were recorded.
fn prepare(server: &mut ApiServer, step: &Step) -> Result<(), String> {
    if step.op == Operation::Status {
        return write_status(server, step);
    }
    let response = match step.op {
        Operation::Apply => run_apply_step(server, step)?.1,
        _ => server.respond(&request(server, step)?, FieldValidation::Warn, Time::START),
    };
    response.outcome.map(drop).map_err(|error| error.message)
}

fn write_status(server: &mut ApiServer, step: &Step) -> Result<(), String> {
    let job = Job::clone(stored(server, step)?);
    let status = step.status.clone().ok_or("the step has no status")?;
    let status: JobStatus = serde_json::from_value(status).map_err(|error| error.to_string())?;
    // The recorded statuses are those of v1.36's controller, whose SuccessCriteriaMet v1.30 refuses.
    let written = if server.release().since(31) {
        server.update_job_status(&job, status).map(drop)
    } else {
        server.restore_job_status(&job.metadata.key(), status)
    };
    written.map_err(|error| error.message)
}

fn check_before(server: &ApiServer, before: &Value) -> Vec<Difference> {
    let name = before.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
    let Ok(job) = server.job(&key(name)) else { return vec![impossible("there is no object before the step")] };
    let mut comparison = Comparison::new(Some(job.uid().to_string()));
    comparison.object("object before the step", before, &job.as_read(server.release()));
    comparison.differences
}

fn check_step(server: &mut ApiServer, step: &Step, real: &Real, release: Release) -> Result<Vec<Difference>, String> {
    match step.op {
        Operation::Create if step.text.is_some() => Ok(check_text(server, step, real)),
        Operation::Scale => check_scale(server, step, real, release),
        Operation::Apply => {
            let (sent, response, output) = run_apply_step(server, step)?;
            let mut comparison = compare_response(server, step, real, &response);
            if let Some(request) = &real.request {
                comparison.object("request", request, &sent.map_or(Value::Null, |request| request.body));
            }
            if let Some(kubectl) = &real.kubectl {
                comparison.command(kubectl, &output);
            }
            Ok(comparison.differences)
        }
        Operation::Status => Err("answers to status updates are not recorded".to_owned()),
        Operation::Create | Operation::Patch | Operation::Put => {
            let request = request(server, step)?;
            let validation = if step.op == Operation::Create { FieldValidation::Strict } else { FieldValidation::Warn };
            let mut lenient = server.clone();
            let mut typed = server.clone();
            let response = send(server, step, &request, validation);
            let mut comparison = compare_response(server, step, real, &response);
            if let Some(real) = &real.without_field_validation {
                let response = send(&mut lenient, step, &request, FieldValidation::Ignore);
                let other = compare_response(&lenient, step, real, &response);
                comparison.differences.extend(other.differences);
            }
            if let Some(kubectl) = &real.kubectl {
                let options = CreateOptions { dry_run: true, ..CreateOptions::default() };
                let text = request.body.to_string();
                let output = create(&text, release, options, |request| create_object(&mut typed, request).0);
                comparison.command(kubectl, &output);
            }
            Ok(comparison.differences)
        }
    }
}

/// Carries out a request of `kubectl create`, and returns the object as stored.
fn create_object(server: &mut ApiServer, request: &CreateRequest) -> (Created, Option<Value>) {
    let CreateRequest { kind, key, body, validation } = request;
    match kind {
        CreatedKind::Job => {
            let request = Request { method: Method::Post, key: key.clone(), body: body.clone() };
            let Response { outcome, warnings } = server.respond(&request, *validation, Time::START);
            let object = outcome.as_ref().ok().map(|job| job.as_read(server.release()));
            (Created { outcome: outcome.map(|job| job.metadata.name().to_owned()), warnings }, object)
        }
        CreatedKind::CronJob => {
            let created = Created { outcome: Ok(key.split().1.to_owned()), warnings: Vec::new() };
            (created, Some(server.stored_cron_job(body)))
        }
        CreatedKind::Pod => {
            let outcome = server.check_pod(body, Time::START).map(|()| key.split().1.to_owned());
            (Created { outcome, warnings: Vec::new() }, None)
        }
    }
}

/// Sends a request, a create with the text of its body as it was recorded.
fn send(server: &mut ApiServer, step: &Step, request: &Request, validation: FieldValidation) -> Response {
    match &step.manifest {
        Some(manifest) if step.op == Operation::Create => {
            server.respond_to_post(&request.key, manifest.as_str(), validation, Time::START)
        }
        _ => server.respond(request, validation, Time::START),
    }
}

/// Compares a response with the recorded one.
fn compare_response(server: &ApiServer, step: &Step, real: &Real, response: &Response) -> Comparison {
    let uid = match &response.outcome {
        Ok(job) => job.uid().to_string(),
        // Of the Job that the request is about, or that it would have created.
        Err(_) => stored(server, step).map_or_else(|_| next_uid(server), |job| job.uid().to_string()),
    };
    let mut comparison = Comparison::new(Some(uid));
    comparison.accepted(real.accepted, response.outcome.as_ref().map(|_| ()));
    match &response.outcome {
        Ok(job) => {
            if let Some(object) = &real.object {
                comparison.object("object", object, &job.as_read(server.release()));
            }
        }
        Err(error) => {
            if let Some(status) = &real.status {
                comparison.status(status, error);
            }
        }
    }
    let recorded = real.warnings.as_deref();
    // Of patches, only those warnings that there were are recorded.
    let expected = if step.op == Operation::Patch { Some(recorded.unwrap_or_default()) } else { recorded };
    if let Some(expected) = expected {
        comparison.warnings(expected, &response.warnings);
    }
    comparison
}

/// `kubectl create` of a text.
fn check_text(server: &mut ApiServer, step: &Step, real: &Real) -> Vec<Difference> {
    let text = step.text.as_deref().unwrap_or_default();
    let uid = next_uid(server);
    let mut got = Vec::new();
    let output = create(text, server.release(), CreateOptions::default(), |request| {
        let (created, object) = create_object(server, request);
        got.extend(object);
        created
    });
    let mut comparison = Comparison::new(Some(uid));
    let refusal = StatusError::new(StatusReason::BadRequest, output.stderr.clone());
    comparison.accepted(real.accepted, if output.code == 0 { Ok(()) } else { Err(&refusal) });
    if let Some(kubectl) = &real.kubectl {
        comparison.command(kubectl, &output);
    }
    if let Some(objects) = &real.objects {
        if objects.len() != got.len() {
            comparison.differ("number of objects", objects.len().to_string(), got.len().to_string());
        }
        for (expected, got) in objects.iter().zip(&got) {
            let uid = got.pointer("/metadata/uid").and_then(Value::as_str).map(str::to_owned);
            let mut of_object = Comparison::new(uid);
            of_object.object("object", expected, got);
            comparison.differences.extend(of_object.differences);
        }
    }
    comparison.differences
}

fn check_scale(server: &mut ApiServer, step: &Step, real: &Real, release: Release) -> Result<Vec<Difference>, String> {
    let job = stored(server, step)?;
    let replicas = step.replicas.ok_or("the step has no replicas")?;
    let mut comparison = Comparison::new(Some(job.uid().to_string()));
    let outcome = match scale(job, replicas, release) {
        Ok(request) => server.respond(&request, FieldValidation::Strict, Time::START).outcome.map(drop),
        Err(error) => Err(error),
    };
    comparison.accepted(real.accepted, outcome.as_ref().copied());
    if let (Some(kubectl), Err(error)) = (&real.kubectl, outcome) {
        let error = match error.reason {
            StatusReason::BadRequest => CommandError::Client(error.message),
            _ => CommandError::Server(String::new(), error),
        };
        comparison.command(kubectl, &CommandOutput::failure(&error));
    }
    Ok(comparison.differences)
}

/// `kubectl apply`: what was sent, the response (the stored Job if nothing was sent), and what was printed.
fn run_apply_step(server: &mut ApiServer, step: &Step) -> Result<(Option<Request>, Response, CommandOutput), String> {
    let manifest = step.manifest.as_ref().ok_or("the step has no manifest")?.value();
    let stored = stored(server, step).ok().cloned();
    let mut response = None;
    let (sent, output) = run_apply(&manifest, server.release(), stored.as_ref(), |request, validation| {
        let answered = server.respond(request, validation, Time::START);
        response = Some(answered.clone());
        answered
    });
    let unchanged = || {
        let outcome = match stored {
            Some(job) => Ok(job.into()),
            None => Err(StatusError::new(StatusReason::BadRequest, output.stderr.clone())),
        };
        Response { outcome, warnings: Vec::new() }
    };
    let response = response.unwrap_or_else(unchanged);
    Ok((sent, response, output))
}

/// The Job that a step is about.
fn stored<'a>(server: &'a ApiServer, step: &Step) -> Result<&'a Job, String> {
    let of_manifest = || Some(step.manifest.as_ref()?.value().pointer("/metadata/name")?.as_str()?.to_owned());
    let name = step.name.clone().or_else(of_manifest);
    let job = server.job(&key(&name.unwrap_or_default())).map_err(|error| error.message)?;
    Ok(job)
}

fn key(name: &str) -> ObjectKey {
    ObjectKey::from(format!("default/{name}"))
}

/// The request of a create, patch or put.
fn request(server: &ApiServer, step: &Step) -> Result<Request, String> {
    let name = step.name.as_deref().unwrap_or_default();
    match step.op {
        Operation::Create => {
            let body = step.manifest.as_ref().ok_or("the step has no manifest")?.value();
            let name = body.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
            Ok(Request { method: Method::Post, key: key(name), body })
        }
        Operation::Patch => {
            let r#type = match step.r#type.as_deref() {
                Some("merge") => PatchType::Merge,
                Some("json") => PatchType::Json,
                Some("strategic") => PatchType::Strategic,
                other => return Err(format!("there is no patch type {other:?}")),
            };
            Ok(Request { method: Method::Patch(r#type), key: key(name), body: step.patch.clone() })
        }
        Operation::Put => {
            let mut body = stored(server, step)?.as_read(server.release());
            json_patch::merge(&mut body, step.merged_into_stored.as_ref().ok_or("the step changes nothing")?);
            Ok(Request { method: Method::Put, key: key(name), body })
        }
        _ => Err("the step is no single request".to_owned()),
    }
}
