//! The orphan workers of v1.36: they free pods that lost their Job from its finalizer.
//!
//! A key names one pod, or all pods that a Job's selector matches: `name:default/pi-00000`,
//! `selector:default/batch.kubernetes.io/controller-uid=…`.

use std::sync::Arc;

use super::managed_by_external_controller;
use crate::api::{Job, LabelSelector, Namespace, ObjectKey, Pod};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::job::utils::number;
use crate::trace::{Decision, Function, QueueName, SyncResult, TraceEntry};

/// `orphanPodKey`.
enum OrphanPodKey {
    /// `orphanPodKeyKindName`: this pod.
    Name(ObjectKey),
    /// `orphanPodKeyKindSelector`: the pods of this namespace that the selector matches.
    Selector(Namespace, LabelSelector),
}

impl OrphanPodKey {
    fn read(key: &ObjectKey) -> Self {
        match key.as_str().split_once(':') {
            Some(("selector", rest)) => {
                let (namespace, selector) = rest.split_once('/').unwrap_or(("", rest));
                Self::Selector(Namespace::from(namespace), LabelSelector::parse(selector))
            }
            Some((_, pod)) => Self::Name(ObjectKey::from(pod)),
            None => Self::Name(key.clone()),
        }
    }
}

/// `enqueueOrphanPod`.
pub(super) fn enqueue_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) {
    jm.enqueue_orphan(&ObjectKey::from(format!("name:{}", pod.metadata.key())));
}

/// `cleanupPodFinalizers`: has all pods of the Job freed, in one go (#127378).
pub(super) fn cleanup_pod_finalizers(jm: &mut Controller<'_>, job: &Job) {
    let namespace = job.metadata.namespace.clone().unwrap_or_default();
    let selector = job.spec.selector.clone().unwrap_or_default();
    jm.enqueue_orphan(&ObjectKey::from(format!("selector:{namespace}/{selector}")));
}

/// `processNextOrphanPod`.
pub(in crate::job) fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    let Some(key) = jm.get_orphan() else { return false };
    let result = match OrphanPodKey::read(&key) {
        OrphanPodKey::Name(pod) => sync_orphan_pod(jm, &pod),
        OrphanPodKey::Selector(namespace, selector) => {
            jm.enter(Function::SyncOrphanPodsBySelector);
            sync_orphan_pods_by_selector(jm, &namespace, &selector);
            jm.leave(Function::SyncOrphanPodsBySelector);
            Ok(())
        }
    };
    let error = result.as_ref().err().map(ToString::to_string);
    let forget = error.is_none();
    let queue = QueueName::OrphanPod;
    jm.trace.record(|| TraceEntry::SyncResult(SyncResult { queue, key: key.clone(), forget, error }));
    match result {
        Ok(()) => jm.forget_orphan(&key),
        Err(_) => jm.add_orphan_rate_limited(&key),
    }
    jm.done_orphan(&key);
    true
}

/// `syncOrphanPodsBySelector`. Errors are only logged, and the pods that they struck are not tried again
/// (#141346).
fn sync_orphan_pods_by_selector(jm: &mut Controller<'_>, namespace: &Namespace, selector: &LabelSelector) {
    let matches =
        |pod: &&Arc<Pod>| pod.metadata.namespace.as_ref() == Some(namespace) && selector.matches(&pod.metadata.labels);
    let pods: Vec<ObjectKey> = jm.machinery.pods.list().filter(matches).map(|pod| pod.metadata.key()).collect();
    jm.value(Decision::OrphanPodsListed { pods: number(pods.len()) });
    for pod in &pods {
        let _ = sync_orphan_pod(jm, pod);
    }
}

/// `syncOrphanPod`.
fn sync_orphan_pod(jm: &mut Controller<'_>, key: &ObjectKey) -> Result<(), ControllerError> {
    jm.enter(Function::SyncOrphanPod);
    let synced = free_orphan_pod(jm, key);
    jm.leave(Function::SyncOrphanPod);
    synced
}

fn free_orphan_pod(jm: &mut Controller<'_>, key: &ObjectKey) -> Result<(), ControllerError> {
    let pod: Option<Arc<Pod>> = jm.machinery.pods.get(key).cloned();
    jm.ask(Decision::PodInCache { found: pod.is_some() });
    let Some(pod) = pod else { return Ok(()) };
    if let Some(controller) = pod.metadata.controller() {
        // The finalizer may be another's use of the name (#124798).
        let other = controller.kind != "Job" || controller.api_version != "batch/v1";
        if jm.ask(Decision::ControlledByOther { other }) {
            return Ok(());
        }
        let owner = jm.resolve_controller_ref(&pod, controller);
        if let Some(job) = &owner
            && jm.ask(Decision::ManagedExternally { managed: managed_by_external_controller(job) })
        {
            return Ok(());
        }
        // Meanwhile a Job may have adopted the pod.
        let finished = owner.as_ref().is_some_and(|job| job.status.finished().is_some());
        if jm.ask(Decision::OwnerUnfinished { owned: owner.is_some(), finished }) {
            return Ok(());
        }
    }
    if jm.ask(Decision::TrackingFinalizerPresent { present: has_job_tracking_finalizer(&pod) })
        && let Err(error) = jm.remove_tracking_finalizer(&pod)
        && !jm.ask(Decision::NotFoundTolerated { reason: error.reason })
    {
        return Err(error.into());
    }
    Ok(())
}
