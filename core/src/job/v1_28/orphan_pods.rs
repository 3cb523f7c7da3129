//! The orphan worker of v1.28: frees pods that lost their Job from its finalizer.

use crate::api::Pod;
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::orphan_pods;
use crate::trace::Decision;

/// `processNextOrphanPod`.
pub(in crate::job) fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    orphan_pods::process_next_orphan_pod(jm, |jm, key| orphan_pods::sync_orphan_pod(jm, key, sync_orphan_pod))
}

/// `syncOrphanPod`.
fn sync_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) -> Result<(), ControllerError> {
    // Meanwhile a Job may have adopted the pod.
    let owner = pod.metadata.controller().and_then(|reference| jm.resolve_controller_ref(pod, reference));
    let finished = owner.as_ref().is_some_and(|job| job.status.finished().is_some());
    if jm.ask(Decision::OwnerUnfinished { owned: owner.is_some(), finished }) {
        return Ok(());
    }
    orphan_pods::free_orphan_pod(jm, pod)
}
