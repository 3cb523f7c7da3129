//! What the event handlers of all releases share: finding the Jobs that a pod is about.

use std::sync::Arc;

use crate::api::{Job, Name, ObjectKey, OwnerReference, Pod};
use crate::client::Process;
use crate::trace::{Handled, Handler, HandlerVerdict, TraceEntry};

impl Process<'_> {
    /// Notes what a handler made of the object `name`.
    pub(super) fn handled(&mut self, handler: Handler, name: Name, verdict: HandlerVerdict) {
        self.trace.record(|| TraceEntry::Handled(Handled { handler, name, verdict }));
    }

    /// Notes what a handler made of the pod.
    pub(super) fn pod_handled(&mut self, handler: Handler, pod: &Pod, verdict: HandlerVerdict) {
        let name = pod.metadata.name.clone().unwrap_or_else(|| Name::from(""));
        self.handled(handler, name, verdict);
    }

    /// `resolveControllerRef`: the cached Job that the reference means, if it is still the same one.
    pub(super) fn resolve_controller_ref(&self, pod: &Pod, reference: &OwnerReference) -> Option<Arc<Job>> {
        if reference.kind != "Job" {
            return None;
        }
        let namespace = pod.metadata.namespace.clone().unwrap_or_default();
        let job = self.machinery.jobs.get(&ObjectKey::new(&namespace, &reference.name))?;
        (job.metadata.uid.as_ref() == Some(&reference.uid)).then(|| Arc::clone(job))
    }

    /// `getPodJobs`: the cached Jobs whose selector matches the pod.
    pub(super) fn pod_jobs(&self, pod: &Pod) -> Vec<Arc<Job>> {
        if pod.metadata.labels.is_empty() {
            return Vec::new();
        }
        self.machinery
            .jobs
            .list()
            .filter(|job| job.metadata.namespace == pod.metadata.namespace)
            .filter(|job| job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels)))
            .cloned()
            .collect()
    }
}
