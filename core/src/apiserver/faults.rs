//! Injected faults: valid calls that fail.

use serde::{Deserialize, Serialize};

use super::quota::exceeded;
use super::{ApiServer, Naming};
use crate::api::{MetaTime, Name, Namespace, ObjectKey, Pod, StatusError, StatusReason, Time};
use crate::trace::{FaultMode, Kind, Verb};

/// An API fault, armed for the next sync of the Job controller, or for the next one of a Job. If no Job is named, a call of
/// another controller that comes before the sync fails, too. One that lasts strikes every sync until it is removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The calls that fail.
    pub verb: Verb,
    /// How they fail.
    pub mode: FaultMode,
    /// First call of that verb within the sync that fails, from 0.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub from: u32,
    /// How many calls fail; 0 means all from there on.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub count: u32,
    /// If not empty, calls on these pods fail instead of numbered ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub pods: Vec<Name>,
    /// The name used in the error messages, such as the quota's; `jobscope` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub label: Option<String>,
    /// If given, only calls in syncs of this Job fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub job: Option<ObjectKey>,
    /// The text of the error; that of Kubernetes for the mode when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub message: Option<String>,
    /// Whether it stays after the sync, also when the controller manager starts again, until it is removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub lasts: bool,
    /// The Events of a cluster that report this error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub events: Option<FaultEvents>,
}

/// How often Events of a cluster report an error, and when they did last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultEvents {
    /// How often.
    pub count: u32,
    /// When last.
    pub last: MetaTime,
}

impl Fault {
    /// A fault that strikes all calls of that verb.
    pub fn new(verb: Verb, mode: FaultMode) -> Self {
        let (pods, label, job, message, events) = (Vec::new(), None, None, None, None);
        Self { verb, mode, from: 0, count: 0, pods, label, job, message, lasts: false, events }
    }

    /// Whether the call of `verb` that is number `call` (from 0) of its verb in this sync, on the pod
    /// or Job `name`, is struck.
    fn strikes(&self, verb: Verb, call: u32, name: Option<&Name>) -> bool {
        self.verb == verb
            && if self.pods.is_empty() {
                call >= self.from && (self.count == 0 || call - self.from < self.count)
            } else {
                name.is_some_and(|name| self.pods.contains(name))
            }
    }

    fn label(&self) -> &str {
        self.label.as_deref().unwrap_or("jobscope")
    }

    /// The answer that the caller gets.
    pub fn error(&self, kind: Kind, name: Option<&Name>) -> StatusError {
        let label = self.label();
        let name = name.map_or("", Name::as_str);
        let (reason, message) = match self.mode {
            FaultMode::Forbidden => {
                (StatusReason::Forbidden, format!("admission webhook {label:?} denied the request without explanation"))
            }
            FaultMode::Invalid => {
                let kind = match kind {
                    Kind::Job => "Job.batch",
                    Kind::Pod => "Pod",
                };
                (StatusReason::Invalid, format!("{kind} {name:?} is invalid: {label} injected"))
            }
            FaultMode::ForbiddenQuota => {
                (StatusReason::Forbidden, format!("pods is forbidden: exceeded quota: {label}"))
            }
            FaultMode::NamespaceTerminating => (
                StatusReason::NamespaceTerminating,
                "pods is forbidden: unable to create new content in namespace default because it is being terminated"
                    .to_owned(),
            ),
            FaultMode::Timeout | FaultMode::TimeoutApplied => {
                (StatusReason::Timeout, format!("Timeout: {label} timeout"))
            }
            FaultMode::ServerError => {
                (StatusReason::InternalError, format!("Internal error occurred: {label} injected"))
            }
            FaultMode::Conflict => (StatusReason::Conflict, StatusError::modified(kind.resource(), name).message),
            FaultMode::NotFound => {
                let StatusError { reason, message, .. } = StatusError::not_found(kind.resource(), name);
                (reason, message)
            }
        };
        StatusError::new(reason, self.message.clone().unwrap_or(message))
    }
}

impl ApiServer {
    /// The answer to the creation of `pod` that `fault` strikes.
    ///
    /// Quotas are checked by a validating plugin, when the pod has its name. Whether the namespace is being deleted is
    /// checked before, when there is only `generateName`. Recordings have neither.
    pub fn refused_pod(&mut self, fault: &Fault, pod: &RefusedPod, now: Time) -> StatusError {
        let RefusedPod { generate_name, namespace } = pod;
        if fault.message.is_some() {
            return fault.error(Kind::Pod, None);
        }
        match (self.names.naming, fault.mode) {
            (Naming::Drawn, FaultMode::ForbiddenQuota) => {
                let name = self.names.generate_refused(generate_name);
                let used = self.pods_in_use(namespace, now);
                exceeded(name.as_str(), fault.label(), used, used)
            }
            (Naming::Drawn, FaultMode::NamespaceTerminating) => StatusError::new(
                StatusReason::NamespaceTerminating,
                format!(
                    "pods {:?} is forbidden: unable to create new content in namespace {namespace} because it is being terminated",
                    generate_name.as_str()
                ),
            ),
            _ => fault.error(Kind::Pod, None),
        }
    }
}

/// What an error says about a pod that was not created.
#[derive(Clone, Debug)]
pub struct RefusedPod {
    generate_name: Name,
    namespace: Namespace,
}

impl From<&Pod> for RefusedPod {
    fn from(pod: &Pod) -> Self {
        Self {
            generate_name: pod.metadata.generate_name.clone().unwrap_or_else(|| Name::from("")),
            namespace: pod.metadata.namespace.clone().unwrap_or_default(),
        }
    }
}

/// The faults armed for a sync, with the count of calls so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmedFaults {
    /// The faults, in the order in which they were armed; the first that strikes counts.
    pub armed: Vec<Fault>,
    calls: [u32; 9],
    /// The Job that the controller syncs.
    job: Option<ObjectKey>,
    /// Whether one of them struck.
    struck: bool,
}

impl ArmedFaults {
    /// Counts a call and says which fault strikes it.
    pub fn strike(&mut self, verb: Verb, name: Option<&Name>) -> Option<Fault> {
        let [create, delete, patch, update_status, get, patch_job, delete_job, get_pod, patch_status] = &mut self.calls;
        let counter = match verb {
            Verb::Create => create,
            Verb::Delete => delete,
            Verb::Patch => patch,
            Verb::UpdateStatus => update_status,
            Verb::Get => get,
            Verb::PatchJob => patch_job,
            Verb::DeleteJob => delete_job,
            Verb::GetPod => get_pod,
            Verb::PatchStatus => patch_status,
        };
        let call = *counter;
        *counter += 1;
        let is_for_job = |fault: &Fault| fault.job.is_none() || fault.job == self.job;
        let fault = self.armed.iter().find(|fault| is_for_job(fault) && fault.strikes(verb, call, name)).cloned();
        self.struck |= fault.is_some();
        fault
    }

    /// A sync of that Job begins.
    pub fn begin(&mut self, job: &ObjectKey) {
        if !self.armed.is_empty() {
            self.job = Some(job.clone());
        }
    }

    /// Disarms what names no Job if a fault struck, else starts counting again. Called at the end of a sync of a controller
    /// for which the faults may not have been meant.
    pub fn clear_struck(&mut self) {
        let struck = self.struck;
        // Only calls of syncs of its Job are struck by a fault that names one.
        self.keep(|fault| !struck || fault.job.is_some());
    }

    /// Disarms everything at the end of a sync but what is armed for another Job.
    pub fn end(&mut self) {
        let job = self.job.take();
        self.keep(|fault| fault.job.is_some() && fault.job != job);
    }

    /// Disarms everything.
    pub fn clear(&mut self) {
        self.keep(|_| false);
    }

    /// Disarms all others, but none that lasts, and starts counting again.
    fn keep(&mut self, stays: impl Fn(&Fault) -> bool) {
        let mut armed = std::mem::take(&mut self.armed);
        armed.retain(|fault| fault.lasts || stays(fault));
        *self = Self { armed, ..Self::default() };
    }

    /// Removes the armed fault at that place; false if there is none.
    pub fn remove(&mut self, place: usize) -> bool {
        let is_there = place < self.armed.len();
        if is_there {
            self.armed.remove(place);
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;

    /// What the server answers to two creations that a fault strikes.
    fn refused(naming: Naming, mode: &str) -> [String; 2] {
        let fault: Fault = serde_json::from_value(serde_json::json!({"verb": "create", "mode": mode})).unwrap();
        let mut server = ApiServer::new(Release::V1_36.into()).with_naming(naming);
        let mut pod = Pod::default();
        pod.metadata.generate_name = Some("pi-".into());
        pod.metadata.namespace = Some("team".into());
        server.create_pod(pod.clone(), Time::START).unwrap();
        [(); 2].map(|()| server.refused_pod(&fault, &RefusedPod::from(&pod), Time::START).message)
    }

    #[test]
    fn a_refused_pod_is_named_as_far_as_the_plugin_knows_its_name() {
        let [one, other] = refused(Naming::Drawn, "forbidden-quota");
        assert!(one.starts_with("pods \"pi-") && one != other, "{one}, {other}");
        let (_, text) = one.split_at("pods \"pi-xxxxx".len());
        let full = "\" is forbidden: exceeded quota: jobscope, requested: pods=1, used: pods=1, limited: pods=1";
        assert_eq!(text, full);
        let [one, other] = refused(Naming::Drawn, "namespace-terminating");
        let terminating =
            "pods \"pi-\" is forbidden: unable to create new content in namespace team because it is being terminated";
        assert_eq!((one.as_str(), other.as_str()), (terminating, terminating));
    }

    #[test]
    fn recordings_name_no_refused_pod() {
        assert_eq!(refused(Naming::Counted, "forbidden-quota")[0], "pods is forbidden: exceeded quota: jobscope");
    }
}
