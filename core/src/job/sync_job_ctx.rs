//! `syncJobCtx`: what one sync has found so far, passed from function to function.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use imbl::OrdSet;

use super::indexed_job_utils::{OrderedIntervals, has_valid_index};
use super::metrics::OldCounters;
use super::tracking_utils::has_job_tracking_finalizer;
use super::utils::is_pod_failed;
use crate::api::{FeatureGates, Job, JobCondition, Pod, PodPhase, Uid, UncountedTerminatedPods};
use crate::trace::BackoffRecord;

/// `uncountedTerminatedPods`: the lists of the status as sets, as they were when the sync began.
#[derive(Clone, Debug, Default)]
pub(crate) struct UncountedSets {
    /// UIDs of pods that succeeded.
    pub succeeded: BTreeSet<Uid>,
    /// UIDs of pods that failed.
    pub failed: BTreeSet<Uid>,
}

impl From<&UncountedTerminatedPods> for UncountedSets {
    fn from(uncounted: &UncountedTerminatedPods) -> Self {
        Self {
            succeeded: uncounted.succeeded.iter().cloned().collect(),
            failed: uncounted.failed.iter().cloned().collect(),
        }
    }
}

/// What one run of `syncJob` has found out so far (`syncJobCtx`).
#[derive(Clone, Debug, Default)]
pub(crate) struct SyncJobCtx {
    /// The Job, a copy of the cached one whose status is worked on.
    pub job: Job,
    /// Its pods.
    pub pods: Vec<Arc<Pod>>,
    /// Its active pods.
    pub active_pods: Vec<Arc<Pod>>,
    /// The condition that finishes the Job.
    pub finished_condition: Option<JobCondition>,
    /// Pods (or indexes) that succeeded.
    pub succeeded: i32,
    /// Pods that failed.
    pub failed: i32,
    /// Indexes that the status says succeeded.
    pub prev_succeeded_indexes: OrderedIntervals,
    /// Indexes that succeeded by now.
    pub succeeded_indexes: OrderedIntervals,
    /// Indexes that failed by now; `None` without a limit per index.
    pub failed_indexes: Option<OrderedIntervals>,
    /// The back-off record after this sync.
    pub new_backoff_record: BackoffRecord,
    /// Pods whose finalizer is gone although the cache may still show it.
    pub expected_rm_finalizers: OrdSet<Uid>,
    /// What the status listed as uncounted when the sync began.
    pub uncounted: UncountedSets,
    /// By index, the failed pod that stays until its replacement took its failure count over.
    pub pods_with_delayed_deletion_per_index: BTreeMap<i64, Arc<Pod>>,
    /// Pods that are being deleted and have not ended, if the release counts them.
    pub terminating: Option<i32>,
    /// Active pods that are ready, if the release counts them.
    pub ready: Option<i32>,
    /// What the status counted before it was changed, for the metrics.
    pub old_counters: OldCounters,
}

impl SyncJobCtx {
    /// Active pods were deleted: they are terminating, and some were ready.
    pub(crate) fn pods_deleted(&mut self, deleted: i32, ready: i32) {
        self.terminating = self.terminating.map(|terminating| terminating + deleted);
        self.ready = self.ready.map(|before| before - ready);
    }

    /// Whether the pod's end is still to be counted: its finalizer is there, and not only in the cache.
    pub(crate) fn is_tracked(&self, pod: &Pod) -> bool {
        let is_gone = |uid| self.expected_rm_finalizers.contains(uid);
        has_job_tracking_finalizer(pod) && !pod.metadata.uid.as_ref().is_some_and(is_gone)
    }

    /// `getValidPodsWithFilter`: pods that are still to be counted, are not in `uncounted`, have an index
    /// that counts if the Job is Indexed, and pass `filter`.
    pub(crate) fn valid_pods(
        &self,
        uncounted: Option<&BTreeSet<Uid>>,
        filter: impl Fn(&Pod) -> bool,
    ) -> impl Iterator<Item = &Arc<Pod>> {
        let indexed = self.job.is_indexed();
        self.pods
            .iter()
            .filter(move |pod| {
                self.is_tracked(pod) && !uncounted.is_some_and(|uncounted| pod.metadata.is_among(uncounted))
            })
            .filter(move |pod| !indexed || has_valid_index(pod, &self.job))
            .filter(move |pod| filter(pod))
    }

    /// `getNewFinishedPods`: pods that succeeded and pods that failed, and are not in the status yet.
    pub(crate) fn new_finished_pods(&self, gates: FeatureGates) -> (Vec<Arc<Pod>>, Vec<Arc<Pod>>) {
        let succeeded = |pod: &Pod| pod.status.phase == PodPhase::Succeeded;
        let failed = |pod: &Pod| is_pod_failed(pod, &self.job, gates);
        (
            self.valid_pods(Some(&self.uncounted.succeeded), succeeded).cloned().collect(),
            self.valid_pods(Some(&self.uncounted.failed), failed).cloned().collect(),
        )
    }
}
