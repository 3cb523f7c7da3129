//! The orphan worker of v1.28: frees pods that lost their Job from its finalizer.

use std::sync::Arc;

use crate::api::{ObjectKey, Pod};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::{Decision, Function, QueueName, SyncResult, TraceEntry};

/// `processNextOrphanPod`.
pub(in crate::job) fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    let Some(key) = jm.get_orphan() else { return false };
    jm.enter(Function::SyncOrphanPod);
    let result = sync_orphan_pod(jm, &key);
    jm.leave(Function::SyncOrphanPod);
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

/// `syncOrphanPod`.
fn sync_orphan_pod(jm: &mut Controller<'_>, key: &ObjectKey) -> Result<(), ControllerError> {
    let pod: Option<Arc<Pod>> = jm.machinery.pods.get(key).cloned();
    jm.ask(Decision::PodInCache { found: pod.is_some() });
    let Some(pod) = pod else { return Ok(()) };
    // Meanwhile a Job may have adopted the pod.
    let owner = pod.metadata.controller().and_then(|reference| jm.resolve_controller_ref(&pod, reference));
    let finished = owner.as_ref().is_some_and(|job| job.status.finished().is_some());
    if jm.ask(Decision::OwnerUnfinished { owned: owner.is_some(), finished }) {
        return Ok(());
    }
    if jm.ask(Decision::TrackingFinalizerPresent { present: has_job_tracking_finalizer(&pod) })
        && let Err(error) = jm.remove_tracking_finalizer(&pod)
        && !jm.ask(Decision::NotFoundTolerated { reason: error.reason })
    {
        return Err(error.into());
    }
    Ok(())
}
