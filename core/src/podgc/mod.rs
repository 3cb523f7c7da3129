//! Pod garbage collection (`pkg/controller/podgc`): a pass over all pods every 20 s.
//!
//! It deletes, without grace period, terminated pods above the threshold, pods whose node is gone, and terminating pods
//! that never had a node. Since v1.26 it marks a pod Failed first, so that no controller takes it for a running one.
//! The taint `node.kubernetes.io/out-of-service`, which newer releases respect, is not simulated: nodes have no taints
//! here. There is no informer of nodes either: the store stands for its cache, and reading it is not a call in the
//! trace.

mod catalogue;
#[cfg(test)]
mod tests;

pub(crate) use catalogue::catalogue;

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::{DeleteOptions, FeatureGate, FeatureGates, MetaTime, Name, Pod, PodPhase, Release, StatusError, Time};
use crate::client::{Process, RateLimitingQueue, SharedInformer, TracedQueue};
use crate::small_sort::SmallSort as _;
use crate::trace::{Decision, Disruption, Function, Kind, PodStatusPatch, QueueName};

/// `gcCheckPeriod`, in milliseconds.
pub(crate) const GC_CHECK_PERIOD_MS: i64 = 20_000;
/// `quarantineTime`, in milliseconds: how long a node may be missing in the cache before the controller asks the
/// server.
pub(crate) const QUARANTINE_TIME_MS: i64 = 40_000;

/// The first release with a quarantine for missing nodes.
const QUARANTINE_SINCE: u8 = 17;
/// The first release that deletes evicted pods before others (#116167).
const EVICTED_FIRST_SINCE: u8 = 27;

/// What the controller keeps in memory. A restart loses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControllerState {
    /// `orphaned_pods_nodes`: nodes that pods name and the cache does not have, after their quarantine. Its keys are
    /// not rate limited.
    pub node_queue: RateLimitingQueue<Name>,
    /// When the next pass is due; `None` before the worker runs.
    pub next_pass: Option<Time>,
}

impl Default for ControllerState {
    fn default() -> Self {
        Self { node_queue: RateLimitingQueue::with_default_limiter(), next_pass: None }
    }
}

/// What a pass finds, before it acts.
struct Found<'a> {
    pods: Vec<&'a Arc<Pod>>,
}

impl<'a> Found<'a> {
    fn among(pods: &'a SharedInformer<Pod>, fits: impl Fn(&Pod) -> bool) -> Self {
        Self { pods: pods.list().filter(|pod| fits(pod)).collect() }
    }

    fn owned(self) -> Vec<Arc<Pod>> {
        self.pods.into_iter().cloned().collect()
    }
}

impl ControllerState {
    /// The worker starts, and runs its first pass at once.
    pub(crate) fn run(&mut self, now: Time) {
        self.next_pass = Some(now);
    }

    /// The queue of nodes, with its clock.
    pub(crate) fn node_queue<'a>(&'a mut self, process: &'a mut Process<'_>) -> TracedQueue<'a, Name> {
        process.own_queue(QueueName::OrphanedPodsNodes, &mut self.node_queue)
    }

    /// Time passes to `now`: passes that would have found nothing are skipped.
    pub(crate) fn pass_idle(&mut self, now: Time) {
        if let Some(due) = self.next_pass.filter(|due| *due < now) {
            let missed = now.since(due) / GC_CHECK_PERIOD_MS;
            let last = due.plus(missed * GC_CHECK_PERIOD_MS);
            self.next_pass = Some(if last == now { last } else { last.plus(GC_CHECK_PERIOD_MS) });
        }
    }

    /// Whether a pass would change anything, if those nodes are gone.
    pub(crate) fn has_work(
        &self,
        pods: &SharedInformer<Pod>,
        lost_nodes: impl IntoIterator<Item = Name>,
        gates: FeatureGates,
        threshold: i32,
    ) -> bool {
        let marks = marks_failed(gates);
        let known = pods.deletable();
        let in_quarantine = |node: &Name| {
            has_quarantine(gates.release()) && self.node_queue.delaying.iter().any(|waiting| waiting.key == *node)
        };
        changes_oldest(pods, gates.release(), threshold)
            || known.unscheduled_terminating().any(marks)
            || lost_nodes.into_iter().any(|node| known.on_node(&node).any(marks) && !in_quarantine(&node))
    }
}

/// Whether deleting the oldest terminated pods above the threshold would change one of them.
fn changes_oldest(pods: &SharedInformer<Pod>, release: Release, threshold: i32) -> bool {
    let ended = pods.deletable().ended();
    let over = excess(size(ended.all), threshold);
    // More are too many than wait for a finalizer only, or else it depends on which are the oldest.
    let certain = over > size(ended.all.saturating_sub(ended.changed));
    let changes = |pod: &&Arc<Pod>| pod.metadata.deletion_grace_period_seconds != Some(0);
    let oldest =
        || in_order(Found::among(pods, |pod| pod.status.phase.is_terminal()).pods, release).into_iter().take(over);
    over > 0 && ended.changed > 0 && (certain || oldest().any(|pod| changes(&pod)))
}

fn has_quarantine(release: Release) -> bool {
    release.since(QUARANTINE_SINCE)
}

fn marks_failed(gates: FeatureGates) -> bool {
    gates.enabled(FeatureGate::PodDisruptionConditions)
}

fn is_unscheduled_terminating(pod: &Pod) -> bool {
    pod.metadata.is_deleting() && pod.spec.node_name.is_none()
}

/// How many terminated pods exceed the threshold.
fn excess(terminated: usize, threshold: i32) -> usize {
    usize::try_from(threshold).ok().filter(|most| *most > 0).map_or(0, |most| terminated.saturating_sub(most))
}

/// `eviction.PodIsEvicted`, as far as it matters here.
fn is_evicted(pod: &Pod, release: Release) -> bool {
    release.since(EVICTED_FIRST_SINCE) && pod.status.phase == PodPhase::Failed && pod.status.reason == "Evicted"
}

/// `byCreationTimestamp`, and since v1.27 `byEvictionAndCreationTimestamp`.
fn deleted_first(a: &Pod, b: &Pod, release: Release) -> Ordering {
    let created = |pod: &Pod| pod.metadata.creation_timestamp.map(MetaTime::time);
    is_evicted(b, release)
        .cmp(&is_evicted(a, release))
        .then_with(|| created(a).cmp(&created(b)))
        .then_with(|| a.metadata.name().cmp(b.metadata.name()))
}

fn in_order(mut pods: Vec<&Arc<Pod>>, release: Release) -> Vec<&Arc<Pod>> {
    pods.small_sort_by(|a, b| deleted_first(a, b, release));
    pods
}

/// `gc`: one pass. `threshold` is `--terminated-pod-gc-threshold`.
pub(crate) fn gc(gcc: &mut Process<'_>, state: &mut ControllerState, threshold: i32) {
    gcc.enter(Function::Gc);
    if gcc.ask(Decision::TerminatedPodThresholdSet { threshold }) {
        gc_terminated(gcc, threshold);
    }
    gc_orphaned(gcc, state);
    gc_unscheduled_terminating(gcc);
    gcc.leave(Function::Gc);
    if !gcc.stands_still() {
        state.next_pass = Some(gcc.now.plus(GC_CHECK_PERIOD_MS));
    }
}

/// `gcTerminated`: deletes the oldest terminated pods above the threshold.
fn gc_terminated(gcc: &mut Process<'_>, threshold: i32) {
    gcc.enter(Function::GcTerminated);
    let release = gcc.gates.release();
    let terminated = Found::among(&gcc.machinery.pods, |pod| pod.status.phase.is_terminal()).pods;
    let over = excess(terminated.len(), threshold);
    let question = Decision::TerminatedPodsOverThreshold { terminated: count(terminated.len()), threshold };
    let oldest: Vec<Arc<Pod>> = in_order(terminated, release).into_iter().take(over).cloned().collect();
    gcc.value(question);
    for pod in &oldest {
        // Errors are logged, here and below; the next pass tries again.
        let _ = mark_failed_and_delete_pod(gcc, pod, None);
    }
    gcc.leave(Function::GcTerminated);
}

/// `gcOrphaned`: deletes pods whose node is gone.
fn gc_orphaned(gcc: &mut Process<'_>, state: &mut ControllerState) {
    gcc.enter(Function::GcOrphaned);
    let on_unknown_nodes = Found::among(&gcc.machinery.pods, |pod| {
        pod.spec.node_name.as_ref().is_some_and(|node| !gcc.api.has_node(node))
    });
    let mut orphaned = on_unknown_nodes.owned();
    if has_quarantine(gcc.gates.release()) {
        gcc.value(Decision::PodsOnUnknownNodes { pods: count(orphaned.len()) });
        for node in orphaned.iter().filter_map(|pod| pod.spec.node_name.as_ref()) {
            state.node_queue(gcc).add_after(node, QUARANTINE_TIME_MS);
        }
        let deleted = discover_deleted_nodes(gcc, state);
        orphaned.retain(|pod| pod.spec.node_name.as_ref().is_some_and(|node| deleted.contains(node)));
    }
    gcc.value(Decision::OrphanedPods { pods: count(orphaned.len()) });
    for pod in &orphaned {
        let disruption = Disruption {
            reason: "DeletionByPodGC".to_owned(),
            message: "PodGC: node no longer exists".to_owned(),
            at: gcc.now.into(),
        };
        let _ = mark_failed_and_delete_pod(gcc, pod, Some(disruption));
    }
    gcc.leave(Function::GcOrphaned);
}

/// `discoverDeletedNodes`: of the nodes whose quarantine is over, those that the server does not have either.
fn discover_deleted_nodes(gcc: &mut Process<'_>, state: &mut ControllerState) -> BTreeSet<Name> {
    gcc.enter(Function::DiscoverDeletedNodes);
    let mut deleted = BTreeSet::new();
    while let Some(node) = state.node_queue(gcc).get() {
        if gcc.ask(Decision::NodeDeleted { cached: gcc.api.has_node(&node), stored: gcc.api.has_node(&node) }) {
            deleted.insert(node.clone());
        }
        state.node_queue(gcc).done(&node);
    }
    gcc.leave(Function::DiscoverDeletedNodes);
    deleted
}

/// `gcUnscheduledTerminating`: deletes terminating pods that no kubelet knows.
fn gc_unscheduled_terminating(gcc: &mut Process<'_>) {
    gcc.enter(Function::GcUnscheduledTerminating);
    let unscheduled = Found::among(&gcc.machinery.pods, is_unscheduled_terminating).owned();
    gcc.value(Decision::UnscheduledTerminatingPods { pods: count(unscheduled.len()) });
    for pod in &unscheduled {
        let _ = mark_failed_and_delete_pod(gcc, pod, None);
    }
    gcc.leave(Function::GcUnscheduledTerminating);
}

/// `markFailedAndDeletePodWithCondition`; before v1.26 `deletePod`.
fn mark_failed_and_delete_pod(
    gcc: &mut Process<'_>,
    pod: &Pod,
    disruption: Option<Disruption>,
) -> Result<(), StatusError> {
    let key = pod.metadata.key();
    if marks_failed(gcc.gates) {
        gcc.enter(Function::MarkFailedAndDeletePod);
        let ended = gcc.ask(Decision::PodEnded { phase: pod.status.phase });
        let marked = if ended {
            Ok(())
        } else {
            let pod_uid = pod.metadata.uid().into();
            gcc.patch_pod_status(&key, &PodStatusPatch { pod_uid, disruption })
        };
        gcc.leave(Function::MarkFailedAndDeletePod);
        marked?;
    }
    gcc.delete_object(Kind::Pod, &key, &DeleteOptions::with_grace(Some(0)))
}

fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
