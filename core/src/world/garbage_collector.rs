//! The garbage collector of recordings: one pass over all pods that the store has, without events or queues.
//!
//! The real one is in [`crate::garbagecollector`]. This is the fake that ran beside the recorded controllers; their
//! scripts need it.

use super::{ActionError, World};
use crate::api::{DeleteOptions, List, ObjectKey, Pod, Uid};
use crate::apiserver::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};

/// What one pass would do.
#[derive(Default)]
struct Garbage {
    /// Pods to delete: their owner is gone, or waits for them to go.
    delete: Vec<ObjectKey>,
    /// Pods to free: their owner is being deleted and leaves them.
    free: Vec<ObjectKey>,
}

impl World {
    fn garbage(&self) -> Garbage {
        let mut garbage = Garbage::default();
        for (key, pod) in self.api.pods() {
            let Some(owner) = owner(pod) else { continue };
            let held_by = |finalizer| {
                self.api
                    .job_by_uid(owner)
                    .is_some_and(|job| job.metadata.is_deleting() && job.metadata.has_finalizer(finalizer))
            };
            if self.api.job_by_uid(owner).is_none() || held_by(FOREGROUND_FINALIZER) {
                garbage.delete.push(key.clone());
            } else if held_by(ORPHAN_FINALIZER) {
                garbage.free.push(key.clone());
            }
        }
        garbage
    }

    /// Jobs whose deletion waits for dependents that are not there.
    fn released_jobs(&self) -> Vec<ObjectKey> {
        let has_dependents = |uid: &Uid| {
            self.api.pods().values().any(|pod| pod.metadata.owner_references.iter().any(|owner| owner.uid == *uid))
        };
        self.api
            .jobs()
            .iter()
            .filter(|(_, job)| job.metadata.is_deleting())
            .filter(|(_, job)| {
                job.metadata.has_finalizer(FOREGROUND_FINALIZER) || job.metadata.has_finalizer(ORPHAN_FINALIZER)
            })
            .filter(|(_, job)| !has_dependents(&job.uid()))
            .map(|(key, _)| key.clone())
            .collect()
    }

    /// Whether a pass would find something to do.
    pub(super) fn has_garbage(&self) -> bool {
        // Pods name Jobs as their owners that there once were.
        if !self.api.has_lost_jobs() && self.api.jobs().values().all(|job| !job.metadata.is_deleting()) {
            return false;
        }
        let garbage = self.garbage();
        let deletable = |key: &ObjectKey| self.api.pods().get(key).is_some_and(|pod| !pod.metadata.is_deleting());
        garbage.delete.iter().any(deletable) || !garbage.free.is_empty() || !self.released_jobs().is_empty()
    }

    /// One pass: pods by name, then the Jobs that waited for them.
    pub(super) fn collect_garbage(&mut self) -> Result<(), ActionError> {
        let Garbage { delete, free, .. } = self.garbage();
        for key in &delete {
            self.api.delete_pod(key, &DeleteOptions::default(), self.now)?;
        }
        for key in &free {
            self.api.update_pod(key, |pod| pod.metadata.owner_references = List::default())?;
        }
        let release = self.released_jobs();
        for key in &release {
            self.api.remove_job_finalizers(key, &[FOREGROUND_FINALIZER, ORPHAN_FINALIZER])?;
        }
        if delete.is_empty() && free.is_empty() && release.is_empty() {
            return Err(ActionError::NothingToCollect);
        }
        Ok(())
    }
}

/// The first owner counts.
fn owner(pod: &Pod) -> Option<&Uid> {
    pod.metadata.owner_references.first().map(|owner| &owner.uid)
}
