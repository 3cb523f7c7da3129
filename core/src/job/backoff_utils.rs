//! `backoff_utils.go`: how long failed pods delay their replacements.
//!
//! The store is in memory only: a new controller process knows of no failure.

use std::sync::Arc;

use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use super::indexed_job_utils::index_absolute_failure_count;
use super::requeue::MAX_JOB_BACK_OFF_MS;
use crate::api::{ConditionStatus, ContainerState, ContainerStatus, MetaTime, ObjectKey, Pod, Release, Time};
use crate::trace::{BackoffRecord, MAX_JOB_POD_FAILURE_BACK_OFF_MS};

/// The longest time for which failures delay new pods. In v1.27 the work queue's is the same constant.
pub(crate) fn max_pod_failure_back_off_ms(release: Release) -> i64 {
    if release.since(28) { MAX_JOB_POD_FAILURE_BACK_OFF_MS } else { MAX_JOB_BACK_OFF_MS }
}

/// `backoffStore`: records by Job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BackoffStore {
    records: OrdMap<ObjectKey, BackoffRecord>,
}

impl BackoffStore {
    /// `newBackoffRecord`: the record of `key` after these pods ended too. Nothing is stored.
    pub(crate) fn new_record(
        &self,
        key: &ObjectKey,
        succeeded: &[Arc<Pod>],
        failed: &[Arc<Pod>],
        release: Release,
    ) -> BackoffRecord {
        let old = self.records.get(key).copied().unwrap_or_default();
        let last = |pods: &[Arc<Pod>]| pods.iter().map(|pod| finished_time(pod, release)).max();
        match (last(succeeded), last(failed)) {
            (None, None) => old,
            (None, last_failure_time) => BackoffRecord {
                failures_after_last_success: old
                    .failures_after_last_success
                    .wrapping_add(i32::try_from(failed.len()).unwrap_or(i32::MAX)),
                last_failure_time,
            },
            // A success ends the back-off; only failures after it count.
            (Some(last_success), _) => {
                let later = || failed.iter().map(|pod| finished_time(pod, release)).filter(|time| *time > last_success);
                BackoffRecord {
                    failures_after_last_success: i32::try_from(later().count()).unwrap_or(i32::MAX),
                    last_failure_time: later().max(),
                }
            }
        }
    }

    /// `updateBackoffRecord`. Says whether anything changed.
    pub(crate) fn update(&mut self, key: &ObjectKey, record: BackoffRecord) -> bool {
        self.records.insert(key.clone(), record) != Some(record)
    }

    /// `removeBackoffRecord`. Says whether there was one.
    pub(crate) fn remove(&mut self, key: &ObjectKey) -> bool {
        self.records.remove(key).is_some()
    }

    /// All records by Job.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &BackoffRecord)> {
        self.records.iter()
    }
}

/// `getFinishedTime`: when the pod ended, as far as it is known. Of the init containers only sidecars count, which end
/// last; until v1.30 none do.
pub(crate) fn finished_time(pod: &Pod, release: Release) -> Time {
    finish_time_from_containers(pod, release.since(31))
        .or_else(|| finish_time_from_ready_condition(pod))
        .or_else(|| finish_time_from_deletion(pod))
        .or(pod.metadata.creation_timestamp.map(MetaTime::time))
        .unwrap_or_default()
}

/// The end of the last container. Where sidecars count and all of them ended, it is known even if another container runs.
fn finish_time_from_containers(pod: &Pod, sidecars_count: bool) -> Option<Time> {
    let main = latest_finish_time(None, pod.status.container_statuses.iter());
    let init_containers = pod.status.init_container_statuses.iter();
    latest_finish_time(main, init_containers.filter(|status| sidecars_count && pod.spec.is_sidecar(&status.name)))
}

/// `latestFinishTime`: the last of `before` and the ends of containers; `None` unless all of these ended at a known time.
fn latest_finish_time<'a>(before: Option<Time>, statuses: impl Iterator<Item = &'a ContainerStatus>) -> Option<Time> {
    let ends = statuses.map(|status| match status.state {
        ContainerState::Terminated { finished_at, .. } => finished_at.map(MetaTime::time),
        _ => None,
    });
    ends.collect::<Option<Vec<_>>>()?.into_iter().chain(before).max()
}

/// When the pod stopped being ready.
fn finish_time_from_ready_condition(pod: &Pod) -> Option<Time> {
    let ready = pod.status.condition("Ready").filter(|ready| ready.status == ConditionStatus::False)?;
    ready.last_transition_time.map(MetaTime::time)
}

/// When the pod's deletion was asked for.
fn finish_time_from_deletion(pod: &Pod) -> Option<Time> {
    let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
    pod.metadata.deletion_timestamp.map(|at| at.time().plus(grace.saturating_mul(-1000)))
}

/// What `getRemainingTimePerIndex` makes of the last failed pod of an index: failures in a row, and when
/// the last one was.
pub(crate) fn index_backoff_record(last_failed: &Pod, release: Release) -> BackoffRecord {
    BackoffRecord {
        failures_after_last_success: index_absolute_failure_count(last_failed).wrapping_add(1),
        last_failure_time: Some(finished_time(last_failed, release)),
    }
}

#[cfg(test)]
mod tests;
