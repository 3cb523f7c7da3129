//! Which instants of a world its future reads. A search merges worlds that differ only by other instants.

use std::sync::Arc;

use super::World;
use super::containers::{is_unschedulable, waiting_container};
use crate::api::{ConditionStatus, ContainerState, Job, Pod};

/// A limit on terminated pods above this one is never reached in a small world.
const LARGE_THRESHOLD: i32 = 1_000;

/// Until v1.21 the number of requeues is compared with the back-off limit.
const REQUEUES_ARE_DELAYS_SINCE: u8 = 22;

/// The number of requeues for which `getBackoff` has its longest delay.
const REQUEUES_OF_LONGEST_DELAY: u32 = 8;

impl World {
    /// The Jobs in the store, in the cache and in watch events under way. A Job may occur several times.
    pub(crate) fn jobs_anywhere(&self) -> impl Iterator<Item = &Arc<Job>> {
        let under_way = self.api.watch.jobs.iter().map(|event| &event.object);
        self.api.jobs().values().chain(self.machinery.jobs.indexer().values()).chain(under_way)
    }

    /// Whether anything depends on how long ago something happened to a Job.
    pub(crate) fn reads_ages_of_jobs(&self) -> bool {
        self.jobs_anywhere()
            .any(|job| job.spec.active_deadline_seconds.is_some() || job.spec.ttl_seconds_after_finished.is_some())
    }

    /// Whether anything depends on how long ago something happened to a pod, other than its end: containers wait or are
    /// restarted, or a threshold deletes the oldest pods.
    pub(crate) fn reads_ages_of_pods(&self) -> bool {
        let threshold = self.manager.options().terminated_pod_gc_threshold;
        (1..LARGE_THRESHOLD).contains(&threshold)
            || self.kubelet.pods().values().any(|known| known.life.waiting.is_some())
            || self.pods_anywhere().any(|pod| !only_its_end_counts(pod))
    }

    /// Whether a pass of pod garbage collection would change something.
    pub(crate) fn pod_pass_has_work(&self) -> bool {
        self.next_pod_pass().is_some()
    }

    /// Larger numbers of requeues have the same consequences as this one, except for delays of the rate limiter.
    pub(crate) fn most_distinct_requeues(&self) -> u32 {
        if self.release().since(REQUEUES_ARE_DELAYS_SINCE) {
            return REQUEUES_OF_LONGEST_DELAY;
        }
        let limits = self.jobs_anywhere().filter_map(|job| u32::try_from(job.spec.backoff_limit?).ok());
        limits.max().unwrap_or(0).saturating_add(2).max(REQUEUES_OF_LONGEST_DELAY)
    }
}

/// Whether the only instant of the pod that is read is that of its end.
fn only_its_end_counts(pod: &Pod) -> bool {
    let ended = pod.status.phase.is_terminal();
    let unready = pod.status.condition("Ready").is_some_and(|ready| ready.status == ConditionStatus::False);
    let runs_once = pod.status.container_statuses.iter().all(|status| {
        status.last_termination.is_none() && (ended || !matches!(status.state, ContainerState::Terminated { .. }))
    });
    pod.spec.init_containers.is_empty()
        && pod.spec.containers.iter().all(|container| container.restart_policy.is_none())
        && runs_once
        && (ended || !unready)
        && !is_unschedulable(pod)
        && waiting_container(pod).is_none()
}
