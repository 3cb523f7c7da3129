//! The orphan worker: frees pods that lost their Job from its finalizer.

use super::controller::Controller;
use super::tracking_utils::has_job_tracking_finalizer;
use crate::api::{ObjectKey, Pod};
use crate::client::ControllerError;
use crate::trace::{Decision, Function, QueueName, SyncResult, TraceEntry};

/// `processNextOrphanPod`.
pub(super) fn process_next_orphan_pod(
    jm: &mut Controller<'_>,
    sync: impl FnOnce(&mut Controller<'_>, &ObjectKey) -> Result<(), ControllerError>,
) -> bool {
    let Some(key) = jm.orphan_queue().get() else { return false };
    let result = sync(jm, &key);
    let error = result.as_ref().err().map(ToString::to_string);
    let forget = error.is_none();
    let queue = QueueName::OrphanPod;
    jm.trace.record(|| TraceEntry::SyncResult(SyncResult { queue, key: key.clone(), forget, error }));
    match result {
        Ok(()) => jm.orphan_queue().forget(&key),
        Err(_) => jm.orphan_queue().add_rate_limited(&key),
    }
    jm.orphan_queue().done(&key);
    true
}

/// `syncOrphanPod`; `sync` is the release's.
pub(super) fn sync_orphan_pod(
    jm: &mut Controller<'_>,
    key: &ObjectKey,
    sync: impl FnOnce(&mut Controller<'_>, &Pod) -> Result<(), ControllerError>,
) -> Result<(), ControllerError> {
    jm.enter(Function::SyncOrphanPod);
    let pod = jm.machinery.pods.get(key).cloned();
    let found = jm.ask(Decision::PodInCache { found: pod.is_some() });
    let result = pod.filter(|_| found).map_or(Ok(()), |pod| sync(jm, &pod));
    jm.leave(Function::SyncOrphanPod);
    result
}

/// Takes the finalizer off a pod that no Job will count.
pub(super) fn free_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) -> Result<(), ControllerError> {
    if jm.ask(Decision::TrackingFinalizerPresent { present: has_job_tracking_finalizer(pod) })
        && let Err(error) = jm.remove_tracking_finalizer(pod)
        && !jm.ask(Decision::NotFoundTolerated { reason: error.reason })
    {
        return Err(error.into());
    }
    Ok(())
}
