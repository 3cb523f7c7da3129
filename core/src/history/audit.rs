//! The API server's audit log: who asked for what, and when.

use serde_json::Value;

use super::read::HistoryError;
use super::versions::{number, time};
use crate::api::Time;
use crate::small_sort::SmallSort as _;
use crate::trace::Kind;
use crate::world::Writer;

/// A request about a Job or a pod.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) kind: Kind,
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) verb: String,
    pub(super) subresource: String,
    pub(super) by: Writer,
    pub(super) agent: String,
    pub(super) received: Time,
    pub(super) answered: Time,
    pub(super) code: u64,
    pub(super) message: String,
    pub(super) answer: Option<Value>,
    pub(super) version: Option<u64>,
    /// The object was removed with the request, since nothing held it any more. The answer shows it at the version before.
    pub(super) removes: bool,
}

/// Reads the entries about Jobs and pods that were answered.
pub(super) fn requests(entries: Vec<Value>) -> Result<Vec<Request>, HistoryError> {
    let mut requests = Vec::new();
    let mut too_little = None;
    for mut entry in entries {
        let Some(mut request) = request(&entry) else { continue };
        let level = entry.get("level").and_then(Value::as_str).unwrap_or_default();
        if !matches!(level, "RequestResponse") && request.code < 300 {
            too_little.get_or_insert_with(|| level.to_owned());
        }
        let answer = entry.get_mut("responseObject").map(Value::take).filter(Value::is_object);
        request.version = answer.as_ref().and_then(number);
        request.removes = request.verb != "delete" && answer.as_ref().is_some_and(is_removed);
        request.answer = answer;
        requests.push(request);
    }
    if let Some(level) = too_little {
        return Err(HistoryError::AuditLevel { level });
    }
    requests.small_sort_by_key(|request| (request.received, request.answered));
    Ok(requests)
}

/// Whether nothing holds an object that is being deleted.
fn is_removed(object: &Value) -> bool {
    let field = |name: &str| object.pointer(&format!("/metadata/{name}"));
    let is_held = field("finalizers").and_then(Value::as_array).is_some_and(|held| !held.is_empty());
    let grace = field("deletionGracePeriodSeconds").and_then(Value::as_i64).unwrap_or_default();
    field("deletionTimestamp").is_some() && !is_held && grace == 0
}

fn request(entry: &Value) -> Option<Request> {
    let text = |pointer: &str| entry.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let kind = match text("/objectRef/resource") {
        "jobs" => Kind::Job,
        "pods" => Kind::Pod,
        _ => return None,
    };
    if text("/stage") != "ResponseComplete" || !matches!(text("/verb"), "create" | "update" | "patch" | "delete") {
        return None;
    }
    let (by, agent) = writer(text("/user/username"), text("/userAgent"));
    Some(Request {
        kind,
        namespace: text("/objectRef/namespace").to_owned(),
        name: text("/objectRef/name").to_owned(),
        verb: text("/verb").to_owned(),
        subresource: text("/objectRef/subresource").to_owned(),
        by,
        agent,
        received: time(entry.get("requestReceivedTimestamp")?)?,
        answered: time(entry.get("stageTimestamp")?)?,
        code: entry.pointer("/responseStatus/code").and_then(Value::as_u64).unwrap_or(200),
        message: text("/responseStatus/message").to_owned(),
        answer: None,
        version: None,
        removes: false,
    })
}

/// Who a client is, by its user and what it calls itself.
fn writer(user: &str, agent: &str) -> (Writer, String) {
    // A controller's part of kube-controller-manager stands last, or is its service account.
    let account = user.strip_prefix("system:serviceaccount:kube-system:").unwrap_or_default();
    let part = agent.rsplit('/').next().unwrap_or_default();
    let part = part.rsplit(':').next().unwrap_or_default();
    let program = agent.split(['/', ' ']).next().unwrap_or_default();
    let by = match (account, part) {
        ("job-controller", _) | (_, "job-controller") => Writer::JobController,
        ("generic-garbage-collector", _) | (_, "generic-garbage-collector") => Writer::GarbageCollector,
        ("ttl-after-finished-controller", _) | (_, "ttl-after-finished-controller") => Writer::TtlAfterFinished,
        ("pod-garbage-collector", _) | (_, "pod-garbage-collector") => Writer::PodGc,
        _ if program == "kubelet" || user.starts_with("system:node:") => Writer::Kubelet,
        _ if program == "kube-scheduler" || user == "system:kube-scheduler" => Writer::Scheduler,
        _ if program == "kube-controller-manager" || user.starts_with("system:") => Writer::Other,
        _ => Writer::Person,
    };
    let named = match by {
        Writer::Person | Writer::Other if program.is_empty() => user,
        Writer::Other if !part.is_empty() => part,
        _ => program,
    };
    (by, named.to_owned())
}
