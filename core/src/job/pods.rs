//! A Job's pods, shared by all releases: claiming, deleting and releasing them.
//!
//! Upstream makes the calls of one function at the same time; here they are made in the order of the
//! list, and of several errors the first is kept.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use super::controller::Controller;
use super::tracking_utils::{JOB_TRACKING_FINALIZER, has_job_tracking_finalizer};
use super::utils::number;
use crate::api::{Job, JobStatus, ObjectKey, OwnerReference, Pod, PodPhase, StatusError, Uid, selector_error};
use crate::client::{ControllerError, Process, Tally, Terms};
use crate::trace::{Decision, ExpectationOp, Function, PodPatch};

/// The pods that a sync has claimed.
#[derive(Debug)]
pub(super) struct JobPods {
    /// Those that it has to look at.
    pub pods: Vec<Arc<Pod>>,
    /// Those that an earlier sync settled.
    pub settled: Tally,
}

/// What is to be known of the Job's pods that ended, beyond how they did. A pod failure policy looks at all pods that
/// failed; and where no finalizer tells what was counted, indexes are gathered from all pods.
fn terms(job: &Job, tracked: bool) -> Terms {
    let phases_tell = tracked || !job.is_indexed();
    Terms {
        selector: job.spec.selector.clone().unwrap_or_default(),
        succeeded: phases_tell,
        failed: phases_tell && job.spec.pod_failure_policy.is_none(),
    }
}

/// Whether a pod that the Job claimed without a change is the same for every later sync.
fn settles(pod: &Pod, job: &Uid, terms: &Terms) -> bool {
    let ended = match pod.status.phase {
        PodPhase::Succeeded => terms.succeeded,
        PodPhase::Failed => terms.failed,
        PodPhase::Pending | PodPhase::Running | PodPhase::Unknown => false,
    };
    ended && !has_job_tracking_finalizer(pod) && pod.metadata.controller().is_some_and(|owner| owner.uid == *job)
}

/// How deletions went.
#[derive(Debug)]
pub(super) struct Deleted {
    /// Pods that were deleted, or gone already.
    pub pods: i32,
    /// Of those that are not active any more, pods that were ready.
    pub ready: i32,
    /// The first error.
    pub result: Result<(), ControllerError>,
}

impl Process<'_> {
    /// All cached pods of the Job's namespace that are not settled.
    pub(super) fn pods_of_namespace(&self, job: &Job) -> Vec<Arc<Pod>> {
        let pods = self.machinery.pods.unsettled().filter(|pod| pod.metadata.namespace == job.metadata.namespace);
        let mut pods: Vec<Arc<Pod>> = pods.cloned().collect();
        if let Some(writes) = &self.api.observed_writes {
            // What was written tells the order in which Go walked.
            pods.sort_by_key(|pod| writes.place_in_walk(pod));
        }
        pods
    }

    /// `FilterPodsByOwner` (v1.34 and later): the cached pods that the Job controls and that are not settled, then those of
    /// its namespace that nobody controls. The index of pods goes by kind, name and UID of their controller; before, the
    /// UID alone made a pod the Job's.
    pub(super) fn pods_by_controller(&self, job: &Job) -> Vec<Arc<Pod>> {
        let mut pods = self.pods_of_namespace(job);
        let is_job = |owner: &OwnerReference| {
            owner.kind == "Job"
                && owner.name.as_str() == job.metadata.name()
                && Some(&owner.uid) == job.metadata.uid.as_ref()
        };
        pods.retain(|pod| pod.metadata.controller().is_none_or(is_job));
        pods.sort_by_key(|pod| pod.metadata.controller().is_none());
        pods
    }

    /// `getPodsForJob`: claims the Job's pods among those that `list` gives. Pods that are adopted get `finalizer`,
    /// in the answer too, so that this sync counts them. Pods of the answer that no later sync will find other are
    /// settled. Without a selector that can be matched with, no pod is looked at.
    pub(super) fn get_pods_for_job(
        &mut self,
        job: &Job,
        list: impl FnOnce(&Self, &Job) -> Vec<Arc<Pod>>,
        finalizer: Option<&str>,
    ) -> Result<JobPods, ControllerError> {
        if let Some(why) =
            job.spec.selector.as_ref().and_then(|selector| selector_error(selector, self.gates.release()))
        {
            return Err(ControllerError::Selector(why));
        }
        let (uid, terms) = (job.uid(), terms(job, finalizer.is_some()));
        let settled = self.machinery.pods.tally(&uid, &terms);
        // Only now: on other terms than before, pods are listed again that were settled.
        let listed = list(self, job);
        let mut claimed = self.claim_pods(job, &listed, finalizer)?;
        let (adopted, released) = (claimed.adopted, claimed.released);
        let all = number(claimed.pods.len()).saturating_add(settled.total());
        self.value(Decision::PodsClaimed { claimed: all, adopted, released });
        if let Some(finalizer) = finalizer.filter(|_| adopted > 0) {
            for pod in &mut claimed.pods {
                let owned = pod.metadata.owner_references.iter().any(|owner| owner.uid == uid);
                if !owned && !pod.metadata.has_finalizer(finalizer) {
                    Arc::make_mut(pod).metadata.finalizers.to_mut().push(finalizer.to_owned());
                }
            }
        }
        for pod in claimed.pods.iter().filter(|pod| settles(pod, &uid, &terms)) {
            self.machinery.pods.settle(&uid, &terms, pod);
        }
        Ok(JobPods { pods: claimed.pods, settled })
    }

    fn tolerates_not_found(&mut self, error: &ControllerError) -> bool {
        error.reason().is_some_and(|reason| self.ask(Decision::NotFoundTolerated { reason }))
    }
}

impl Controller<'_> {
    /// Removes the tracking finalizer from the pod, if the cache shows it.
    pub(super) fn remove_tracking_finalizer(&mut self, pod: &Pod) -> Result<(), StatusError> {
        static PATCH: LazyLock<PodPatch> =
            LazyLock::new(|| PodPatch::RemoveFinalizer { finalizer: JOB_TRACKING_FINALIZER.to_owned() });
        if has_job_tracking_finalizer(pod) {
            self.patch_pod(&pod.metadata.key(), &PATCH)?;
        }
        Ok(())
    }

    /// `deleteActivePods`: deletes the pods of a Job that ends. They keep their finalizer, so that they
    /// are counted.
    pub(super) fn delete_active_pods(&mut self, job: &Job, pods: &[Arc<Pod>]) -> Deleted {
        self.enter(Function::DeleteActivePods);
        let mut deleted = Deleted { pods: 0, ready: 0, result: Ok(()) };
        for pod in pods {
            // Whether that succeeds is not asked.
            deleted.ready += i32::from(pod.is_ready());
            match self.delete_pod(pod, job) {
                Err(error) if !self.tolerates_not_found(&error) => deleted.result = deleted.result.and(Err(error)),
                _ => deleted.pods += 1,
            }
        }
        self.leave(Function::DeleteActivePods);
        deleted
    }

    /// `deleteJobPods`: deletes pods that must not count as failed; their finalizer is removed first. The deletions are
    /// already expected.
    pub(super) fn delete_job_pods(&mut self, job: &Job, key: &ObjectKey, pods: &[Arc<Pod>]) -> Deleted {
        self.enter(Function::DeleteJobPods);
        let mut deleted = Deleted { pods: 0, ready: 0, result: Ok(()) };
        for pod in pods {
            let freed = self.remove_tracking_finalizer(pod).map_err(ControllerError::RemovingFinalizer);
            // A pod that is gone already when its finalizer should go stays among the ready ones.
            deleted.ready += i32::from(freed.is_ok() && pod.is_ready());
            let Err(error) = freed.and_then(|()| self.delete_pod(pod, job)) else {
                deleted.pods += 1;
                continue;
            };
            // No event will tell of a deletion that failed.
            self.lower_expectations(key, ExpectationOp::DeletionGivenBack);
            if self.tolerates_not_found(&error) {
                deleted.pods += 1;
            } else {
                deleted.result = deleted.result.and(Err(error));
            }
        }
        self.leave(Function::DeleteJobPods);
        deleted
    }

    /// `removeTrackingFinalizerFromPods`: lets the pods go. Those whose finalizer went (or that were gone)
    /// are taken out of `uids_with_finalizer`.
    pub(super) fn remove_tracking_finalizer_from_pods(
        &mut self,
        key: &ObjectKey,
        pods: &[Arc<Pod>],
        uids_with_finalizer: &mut BTreeSet<Uid>,
    ) -> Result<(), ControllerError> {
        let mut first = Ok(());
        for pod in pods {
            if let Err(error) = self.remove_tracking_finalizer(pod) {
                // No event will tell of a removal that failed, where one was expected (v1.23 and later).
                self.finalizer_removal_observed(key, pod);
                let error = ControllerError::from(error);
                if !self.tolerates_not_found(&error) {
                    first = first.and(Err(error));
                    continue;
                }
            }
            if let Some(uid) = &pod.metadata.uid {
                uids_with_finalizer.remove(uid);
            }
        }
        first
    }
}

/// `cleanUncountedPodsWithoutFinalizers`: pods listed as uncounted whose finalizer is gone go from the
/// lists into the counters. Answers with how many of those succeeded and failed.
pub(super) fn clean_uncounted_pods_without_finalizers(
    status: &mut JobStatus,
    uids_with_finalizer: &BTreeSet<Uid>,
) -> (u32, u32) {
    let uncounted = status.uncounted_terminated_pods.get_or_insert_default();
    let clean = |uids: &mut Vec<Uid>, counter: &mut i32| {
        let before = uids.len();
        uids.retain(|uid| uids_with_finalizer.contains(uid));
        let counted = before - uids.len();
        *counter = counter.saturating_add(i32::try_from(counted).unwrap_or(i32::MAX));
        number(counted)
    };
    (clean(&mut uncounted.succeeded, &mut status.succeeded), clean(&mut uncounted.failed, &mut status.failed))
}
