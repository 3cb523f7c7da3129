//! Patches of the metadata of objects of any kind, and of a pod's status.

use super::ApiServer;
use crate::api::{ConditionStatus, ObjectKey, ObjectMeta, PodPhase, Release, StatusError, StatusReason, Uid};
use crate::trace::{Disruption, Kind, MetadataPatch, PodStatusPatch};

impl ApiServer {
    /// Applies one of the garbage collector's patches.
    pub(crate) fn patch_metadata(
        &mut self,
        kind: Kind,
        key: &ObjectKey,
        patch: &MetadataPatch,
    ) -> Result<(), StatusError> {
        match kind {
            Kind::Job => {
                check(&self.job(key)?.metadata, kind, patch, self.release())?;
                self.update_job_metadata(key, |metadata| apply(metadata, patch))
            }
            Kind::Pod => {
                check(&self.pod(key)?.metadata, kind, patch, self.release())?;
                self.update_pod(key, |pod| apply(&mut pod.metadata, patch)).map(drop)
            }
        }
    }

    /// Applies a patch of a pod's status.
    pub(crate) fn patch_pod_status(&mut self, key: &ObjectKey, patch: &PodStatusPatch) -> Result<(), StatusError> {
        let metadata = &self.pod(key)?.metadata;
        if metadata.uid.as_ref() != Some(&patch.pod_uid) {
            let (name, wanted) = (metadata.name(), patch.pod_uid.as_str());
            return Err(StatusError::uid_precondition("pods", name, wanted, metadata.uid()));
        }
        self.update_pod(key, |pod| {
            pod.status.phase = PodPhase::Failed;
            let Some(Disruption { at, .. }) = &patch.disruption else { return };
            pod.status.set_condition("DisruptionTarget", ConditionStatus::True, *at);
        })
        .map(drop)
    }
}

/// Whether the patch is for that object as it is.
fn check(metadata: &ObjectMeta, kind: Kind, patch: &MetadataPatch, release: Release) -> Result<(), StatusError> {
    let (resource, name) = (kind.resource(), metadata.name());
    match patch {
        MetadataPatch::DropOwners { uid, .. } | MetadataPatch::UnblockOwners { uid, .. }
            if metadata.uid.as_ref() != Some(uid) =>
        {
            Err(StatusError::uid_precondition(resource, name, uid.as_str(), metadata.uid()))
        }
        MetadataPatch::SetFinalizers { resource_version, .. }
            if metadata.resource_version != Some(*resource_version) =>
        {
            Err(StatusError::modified(resource, name))
        }
        // As with the patch that releases a pod: what the patch removes from a missing list is taken for an entry.
        MetadataPatch::DropOwners { owner_uids, .. }
            if !merges_into_missing_lists(release) && metadata.owner_references.is_empty() =>
        {
            let qualified = match kind {
                Kind::Job => "Job.batch",
                Kind::Pod => "Pod",
            };
            Err(nothing_to_delete_from(qualified, name, owner_uids))
        }
        _ => Ok(()),
    }
}

/// Whether a patch takes a list that is not there for an empty one (#117568). The recordings of v1.22 were made with the
/// libraries of v1.28.
pub(super) fn merges_into_missing_lists(release: Release) -> bool {
    release.since(28) || release == Release::V1_22
}

/// The refusal of a bare `$patch: delete` entry. Where it survives the merge with a list that is not there, it lacks
/// apiVersion, kind and name.
pub(super) fn nothing_to_delete_from(kind: &str, name: &str, owner_uids: &[Uid]) -> StatusError {
    let refusals = |place: usize| {
        let at = format!("metadata.ownerReferences[{place}]");
        format!(
            "{at}.apiVersion: Invalid value: \"\": version must not be empty, {at}.kind: Invalid value: \"\": kind must not be empty, {at}.name: Invalid value: \"\": name must not be empty"
        )
    };
    let refused: Vec<_> = (0..owner_uids.len()).map(refusals).collect();
    let uids: Vec<_> = owner_uids.iter().map(Uid::as_str).collect();
    let message = format!("{kind} {name:?} is invalid: [{}] ({})", refused.join(", "), uids.join(", "));
    StatusError::new(StatusReason::Invalid, message)
}

fn apply(metadata: &mut ObjectMeta, patch: &MetadataPatch) {
    match patch {
        MetadataPatch::DropOwners { owner_uids, .. } => {
            metadata.owner_references.retain(|owner| !owner_uids.contains(&owner.uid));
        }
        MetadataPatch::UnblockOwners { owners, .. } => {
            for owner in metadata.owner_references.to_mut() {
                if let Some(patched) = owners.iter().find(|patched| patched.uid == owner.uid) {
                    owner.block_owner_deletion = patched.block_owner_deletion;
                }
            }
        }
        MetadataPatch::SetFinalizers { finalizers, .. } => metadata.finalizers = finalizers.clone().into(),
    }
}
