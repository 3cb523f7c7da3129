//! Pods in the store: create, update, patch, and deletion with its grace period and finalizers
//! (`registry/core/pod`, `registry/generic/registry`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::deletion::{check_preconditions, set_deletion_finalizers};
use super::metadata::{merges_into_missing_lists, nothing_to_delete_from};
use super::observed::Creation;
use super::{ApiServer, MAX_PODS, Naming, ObservedObject, WatchEvent, since};
use crate::api::{
    DeleteOptions, MetaTime, Name, ObjectKey, OwnerReference, Pod, PodStatus, ResourceVersion, StatusError,
    StatusReason, Time, Uid, default_pod, validate_owner_references,
};
use crate::small_collect::SmallCollect as _;
use crate::trace::{Kind, PodPatch, WatchEventType};

/// `v1.DefaultTerminationGracePeriodSeconds`.
const DEFAULT_GRACE_SECONDS: i64 = 30;

/// A strategic merge of one owner into the list of them: the one of its UID is replaced, a new one comes first.
fn merge_owner(owners: &[OwnerReference], owner: &OwnerReference) -> Vec<OwnerReference> {
    let mut merged = owners.to_vec();
    match merged.iter_mut().find(|other| other.uid == owner.uid) {
        Some(same) => *same = owner.clone(),
        None => merged.insert(0, owner.clone()),
    }
    merged
}

impl ApiServer {
    fn log_pod(&mut self, r#type: WatchEventType, object: Arc<Pod>) {
        self.watch.pods.push_back(WatchEvent { r#type, object });
    }

    fn store_pod(&mut self, r#type: WatchEventType, mut pod: Pod) -> Arc<Pod> {
        let pod = self.observed_pod(r#type, &pod).unwrap_or_else(|| {
            pod.metadata.resource_version = Some(self.next_resource_version());
            Arc::new(pod)
        });
        self.pods.insert(&pod.metadata.key(), Arc::clone(&pod));
        if r#type == WatchEventType::Added {
            self.enter_namespace_of(&pod.metadata);
        }
        self.log_pod(r#type, Arc::clone(&pod));
        pod
    }

    /// The stored version of `pod` that was observed.
    fn observed_pod(&mut self, r#type: WatchEventType, pod: &Pod) -> Option<Arc<Pod>> {
        self.observed_writes.as_ref()?;
        let before = self.pods.get(&pod.metadata.key()).cloned().map(ObservedObject::Pod);
        match self.as_observed(r#type, before, ObservedObject::Pod(Arc::new(pod.clone())))? {
            ObservedObject::Pod(seen) => Some(seen),
            ObservedObject::Job(_) => None,
        }
    }

    /// Removes the pod; the event carries its last stored state with a new resourceVersion.
    fn remove_pod(&mut self, key: &ObjectKey) {
        let seen = self.pods.get(key).cloned().and_then(|pod| self.observed_pod(WatchEventType::Deleted, &pod));
        if let Some(mut pod) = self.pods.remove(key) {
            match seen {
                Some(seen) => pod = seen,
                None => {
                    Arc::make_mut(&mut pod).metadata.resource_version = Some(self.next_resource_version());
                }
            }
            self.log_pod(WatchEventType::Deleted, pod);
        }
    }

    /// Sorts the pod events from number `from` on, keeping the order of each pod's own.
    pub(crate) fn sort_pods_from(&mut self, from: usize) {
        self.watch.sort_pods_from(from, self.names.naming);
    }

    /// Sorts the pod events from number `from` on, keeping the order of each pod's own, and renumbers their versions in
    /// that order. Returns the old versions with the new ones; nothing if no version has changed.
    pub(crate) fn renumber_pods_from(&mut self, from: usize) -> BTreeMap<ResourceVersion, ResourceVersion> {
        if self.observed_writes.is_some() {
            return BTreeMap::new();
        }
        let version = |event: &WatchEvent<Pod>| event.object.metadata.resource_version.unwrap_or_default();
        let versions: Vec<_> = since(&self.watch.pods, from).map(version).collect();
        self.sort_pods_from(from);
        if since(&self.watch.pods, from).map(version).eq(versions.iter().copied()) {
            return BTreeMap::new();
        }
        let renamed: BTreeMap<_, _> = since(&self.watch.pods, from).map(version).zip(versions).collect();
        for number in from..self.watch.pods.len() {
            let Some(event) = self.watch.pods.get_mut(number) else { continue };
            let Some(&new) = renamed.get(&version(event)).filter(|new| **new != version(event)) else { continue };
            let key = event.object.metadata.key();
            let stored = self.pods.get_mut(&key).filter(|stored| Arc::ptr_eq(stored, &event.object));
            Arc::make_mut(&mut event.object).metadata.resource_version = Some(new);
            if let Some(stored) = stored {
                *stored = Arc::clone(&event.object);
            }
        }
        renamed
    }

    /// GET of a pod.
    pub fn pod(&self, key: &ObjectKey) -> Result<&Arc<Pod>, StatusError> {
        self.pods.get(key).ok_or_else(|| StatusError::not_found("pods", key.split().1))
    }

    /// Stores pods as they are, UIDs and status with them, as a backup is restored.
    pub(crate) fn import_pods(&mut self, pods: &[Pod]) -> Result<(), StatusError> {
        let mut uids: BTreeSet<Uid> = self.pods.values().filter_map(|pod| pod.metadata.uid.clone()).small_collect();
        for pod in pods {
            let mut pod = pod.clone();
            pod.metadata.namespace.get_or_insert_default();
            pod.status = pod.status.on_the_wire();
            let key = pod.metadata.key();
            let is_new = pod.metadata.uid.clone().is_some_and(|uid| uids.insert(uid)) && !self.pods.contains_key(&key);
            if pod.metadata.name().is_empty() || !is_new {
                return Err(StatusError::already_exists("pods", pod.metadata.name()));
            }
            if self.pods.len() >= MAX_PODS {
                return Err(StatusError::new(StatusReason::Forbidden, format!("more than {MAX_PODS} pods")));
            }
            self.store_pod(WatchEventType::Added, pod);
        }
        Ok(())
    }

    /// Creates `pod`, naming it after its `generateName`. New pods are Pending and have no node.
    pub fn create_pod(&mut self, mut pod: Pod, now: Time) -> Result<Arc<Pod>, StatusError> {
        if self.pods.len() >= MAX_PODS {
            let message = format!(
                "pods is forbidden: exceeded quota: jobscope, requested: pods=1, used: pods={MAX_PODS}, limited: pods={MAX_PODS}"
            );
            return Err(StatusError::new(StatusReason::Forbidden, message));
        }
        let observed = match self.before_create(pod.metadata.generate_name.as_ref().map_or("", Name::as_str)) {
            Creation::Refused(error) => return Err(error),
            Creation::Of(observed) => Some(observed),
            Creation::Free => None,
        };
        let namespace = pod.metadata.namespace.get_or_insert_default().clone();
        let observed = observed.as_ref().map(|observed| &observed.metadata);
        let named = pod.metadata.name.take().or_else(|| observed?.name.clone());
        let observed_uid = observed.and_then(|observed| observed.uid.clone());
        // A drawn name is not taken.
        let drawn = named.is_none() && self.names.naming == Naming::Drawn;
        let (name, uid) = if let Some(name) = named {
            let uid = observed_uid.unwrap_or_else(|| self.names.pod_uid(&name));
            (name, uid)
        } else {
            let base = pod.metadata.generate_name.clone().unwrap_or_else(|| Name::from(""));
            self.names.generate(&base, |name| self.pods.contains_key(&ObjectKey::new(&namespace, name)))
        };
        pod.metadata.name = Some(name);
        pod.metadata.uid = Some(uid);
        pod.metadata.creation_timestamp = Some(MetaTime::from(now).on_the_wire());
        pod.status = PodStatus::default();
        // In pods, not in templates, a negative one is read as a second (#115606).
        if self.release().since(27) && pod.spec.termination_grace_period_seconds.is_some_and(|seconds| seconds < 0) {
            pod.spec.termination_grace_period_seconds = Some(1);
        }
        default_pod(&mut pod);
        let key = pod.metadata.key();
        if let Some(stored) = self.pods.get(&key).filter(|_| !drawn) {
            return Err(StatusError::already_stored("pods", &stored.metadata));
        }
        self.check_quotas(&pod, now)?;
        Ok(self.store_pod(WatchEventType::Added, pod))
    }

    /// Stores what `change` makes of the pod. A change that changes nothing stores nothing.
    ///
    /// If the pod's grace period is over (0 seconds) and the change empties its finalizers, the pod is
    /// removed instead, and the event carries the state before the change: finalizer still present.
    pub(crate) fn update_pod(
        &mut self,
        key: &ObjectKey,
        change: impl FnOnce(&mut Pod),
    ) -> Result<Arc<Pod>, StatusError> {
        let not_found = || StatusError::not_found("pods", key.split().1);
        let stored = self.pods.get_mut(key).ok_or_else(not_found)?;
        let mut new = Pod::clone(stored);
        change(&mut new);
        new.status = new.status.on_the_wire();
        // The status changes most often.
        if new.status == stored.status && new.metadata == stored.metadata && new.spec == stored.spec {
            return Ok(Arc::clone(stored));
        }
        let released = !stored.metadata.finalizers.is_empty() && new.metadata.finalizers.is_empty();
        if stored.metadata.deletion_grace_period_seconds == Some(0) && released {
            self.remove_pod(key);
            // The answer shows the change, at the version before it.
            return Ok(Arc::new(new));
        }
        if self.observed_writes.is_some() {
            return Ok(self.store_pod(WatchEventType::Modified, new));
        }
        self.resource_version.0.0 += 1;
        new.metadata.resource_version = Some(*self.resource_version);
        *stored = Arc::new(new);
        let stored = Arc::clone(stored);
        self.log_pod(WatchEventType::Modified, Arc::clone(&stored));
        Ok(stored)
    }

    /// Applies one of the controller's patches, as a strategic merge.
    pub(crate) fn patch_pod(&mut self, key: &ObjectKey, patch: &PodPatch) -> Result<Arc<Pod>, StatusError> {
        self.before_call(Kind::Pod, key)?;
        self.check_patch(key, patch)?;
        self.update_pod(key, |pod| {
            let metadata = &mut pod.metadata;
            match patch {
                PodPatch::Adopt { owner, finalizer, .. } => {
                    metadata.owner_references = merge_owner(&metadata.owner_references, owner).into();
                    if let Some(finalizer) = finalizer.clone().filter(|finalizer| !metadata.has_finalizer(finalizer)) {
                        metadata.finalizers.to_mut().push(finalizer);
                    }
                }
                PodPatch::Release { owner_uid, finalizer, .. } => {
                    metadata.owner_references.retain(|owner| owner.uid != *owner_uid);
                    metadata.finalizers.retain(|held| Some(held) != finalizer.as_ref());
                }
                PodPatch::RemoveFinalizer { finalizer } => metadata.finalizers.retain(|held| held != finalizer),
            }
        })
    }

    /// Whether the patch is for that pod as it is.
    fn check_patch(&self, key: &ObjectKey, patch: &PodPatch) -> Result<(), StatusError> {
        let (PodPatch::Adopt { pod_uid, .. } | PodPatch::Release { pod_uid, .. }) = patch else { return Ok(()) };
        let metadata = &self.pod(key)?.metadata;
        if metadata.uid.as_ref() != Some(pod_uid) {
            let (wanted, stored) = (pod_uid.as_str(), metadata.uid());
            return Err(StatusError::uid_precondition("pods", metadata.name(), wanted, stored));
        }
        match patch {
            PodPatch::Adopt { owner, .. } => {
                let owners = merge_owner(&metadata.owner_references, owner);
                let errors = validate_owner_references(&owners, self.release());
                if errors.is_empty() { Ok(()) } else { Err(StatusError::invalid("Pod", metadata.name(), &errors)) }
            }
            PodPatch::Release { owner_uid, .. }
                if !merges_into_missing_lists(self.release()) && metadata.owner_references.is_empty() =>
            {
                Err(nothing_to_delete_from("Pod", metadata.name(), std::slice::from_ref(owner_uid)))
            }
            PodPatch::Release { .. } | PodPatch::RemoveFinalizer { .. } => Ok(()),
        }
    }

    /// Deletes the pod, with the grace period that is asked for or its own (`BeforeDelete` of the generic
    /// registry). It goes at once when no grace is left and no finalizer holds it.
    pub(crate) fn delete_pod(
        &mut self,
        key: &ObjectKey,
        options: &DeleteOptions,
        now: Time,
    ) -> Result<(), StatusError> {
        self.before_call(Kind::Pod, key)?;
        let pod = self.pod(key)?;
        check_preconditions("Pod", &pod.metadata, options)?;
        let grace = options.grace_period_seconds;
        let (seconds, at) = if let Some(deletion) = pod.metadata.deletion_timestamp {
            let left = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
            match grace {
                // What has no time left can only get another finalizer.
                _ if left == 0 => (0, deletion.time()),
                // Only a shorter grace period changes a deletion that is under way.
                Some(grace) if grace < left => (grace, deletion.time().plus((grace - left).saturating_mul(1000))),
                _ => return Ok(()),
            }
        } else {
            // Nothing runs that would need time to stop (`podStrategy.CheckGracefulDelete`).
            let seconds = if pod.spec.node_name.is_none() || pod.status.phase.is_terminal() {
                0
            } else {
                match grace.or(pod.spec.termination_grace_period_seconds).unwrap_or(DEFAULT_GRACE_SECONDS) {
                    seconds if seconds >= 0 => seconds,
                    // Since v1.22 a negative one means the shortest (#98866).
                    _ => i64::from(self.release().since(22)),
                }
            };
            (seconds, now.plus(seconds.saturating_mul(1000)))
        };
        let before = &pod.metadata;
        let mut pod = Pod::clone(pod);
        // One that was never patched is not counted here: kubectl's output says what it would be.
        if !before.is_deleting() && before.generation > 0 {
            pod.metadata.generation = before.generation.saturating_add(1);
        }
        pod.metadata.deletion_timestamp = Some(MetaTime::from(at).on_the_wire());
        pod.metadata.deletion_grace_period_seconds = Some(seconds);
        if let Some(policy) = options.propagation_policy {
            set_deletion_finalizers(&mut pod.metadata, policy);
        }
        let held = !pod.metadata.finalizers.is_empty();
        if pod.metadata != *before {
            self.store_pod(WatchEventType::Modified, pod);
        }
        if seconds == 0 && !held {
            self.remove_pod(key);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{PodPhase, Release};

    const NOW: Time = Time::START;

    /// A server with a pod that runs with a grace period of 30 s and the given finalizers.
    fn server(finalizers: &[&str]) -> (ApiServer, ObjectKey) {
        let mut server = ApiServer::new(Release::V1_11.into());
        let mut pod = Pod::default();
        pod.metadata.generate_name = Some("j-".into());
        pod.metadata.finalizers = finalizers.iter().map(|&finalizer| finalizer.to_owned()).collect();
        pod.spec.node_name = Some("node-1".into());
        let key = server.create_pod(pod, NOW).unwrap().metadata.key();
        (server, key)
    }

    fn events(server: &ApiServer) -> Vec<WatchEventType> {
        server.watch.pods.iter().map(|event| event.r#type).collect()
    }

    #[test]
    fn a_deletion_under_way_can_only_be_hastened() {
        let (mut server, key) = server(&[]);
        server.delete_pod(&key, &DeleteOptions::default(), NOW).unwrap();
        for grace in [None, Some(31), Some(30)] {
            let before = server.clone();
            server.delete_pod(&key, &DeleteOptions::with_grace(grace), NOW.plus(5_000)).unwrap();
            assert_eq!(server, before, "{grace:?}");
        }
        server.delete_pod(&key, &DeleteOptions::with_grace(Some(10)), NOW.plus(5_000)).unwrap();
        let metadata = &server.pods()[&key].metadata;
        assert_eq!(metadata.deletion_timestamp, Some(NOW.plus(10_000).into()));
        server.delete_pod(&key, &DeleteOptions::with_grace(Some(0)), NOW.plus(6_000)).unwrap();
        assert!(server.pods().is_empty());
    }

    #[test]
    fn a_deleted_pod_goes_with_its_last_finalizer_and_is_reported_as_it_was() {
        let (mut server, key) = server(&["example.com/a", "example.com/b"]);
        server.delete_pod(&key, &DeleteOptions::with_grace(Some(0)), NOW).unwrap();
        server.update_pod(&key, |pod| pod.metadata.finalizers.to_mut().truncate(1)).unwrap();
        assert_eq!(server.pods()[&key].metadata.finalizers, ["example.com/a"]);
        server.update_pod(&key, |pod| pod.metadata.finalizers.to_mut().clear()).unwrap();
        assert!(server.pods().is_empty());
        assert_eq!(events(&server), {
            use WatchEventType::{Added, Deleted, Modified};
            [Added, Modified, Modified, Deleted]
        });
        assert_eq!(server.watch.pods[3].object.metadata.finalizers, ["example.com/a"]);
    }

    #[test]
    fn finalizers_of_a_pod_that_is_not_deleted_are_just_taken_off() {
        let (mut server, key) = server(&["example.com/a"]);
        server.update_pod(&key, |pod| pod.metadata.finalizers.to_mut().clear()).unwrap();
        assert!(server.pods().contains_key(&key));
    }

    #[test]
    fn what_changes_nothing_is_no_event() {
        let (mut server, key) = server(&[]);
        let before = server.clone();
        server.update_pod(&key, |pod| pod.status.phase = PodPhase::Pending).unwrap();
        assert_eq!(server, before);
    }
}
