//! What the scheduler and the kubelets know of each pod beyond what the API keeps, and what they do with it next.

use std::sync::Arc;

use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use super::containers::Waiting;
use super::moves::{Due, Moves};
use crate::api::{Fresh, KeyMap, ObjectKey, Pod, PodPhase, Time, Uid};
use crate::apiserver::WatchEvent;
use crate::job::indexed_job_utils::completion_index;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::WatchEventType;

/// What the API does not keep of a pod's life: exact instants and the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PodLife {
    /// Number in order of creation, from 1.
    pub(super) ordinal: Fresh<u32>,
    /// Number among the pods that its Job made for its completion index, from 1; `None` without an index.
    pub(super) attempt: Option<u32>,
    /// When it was created.
    pub(super) created: Time,
    /// Whether it was without its Job's finalizer before it ended or was to be deleted: then it never counts.
    pub(super) freed: bool,
    /// When it began to run.
    pub(super) running_since: Option<Time>,
    /// When its deletion was asked for.
    pub(super) deleting_since: Option<Time>,
    /// Whether it was being deleted when it was first seen, as a pod of a cluster can be whose node does not answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) came_deleting: bool,
    /// What one of its containers waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<Waiting>,
}

/// What the node remembers of a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    pub(super) life: PodLife,
    /// What it does next.
    next: Option<Due>,
}

/// The node's memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Kubelet {
    /// What pods do next.
    pub(super) moves: Moves,
    pods: KeyMap<Arc<Known>>,
    /// Pods that the store no longer has. They are remembered while a cache shows them.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty")]
    gone: OrdMap<ObjectKey, PodLife>,
    created: Fresh<u32>,
    /// How many pods each Job has made for each completion index so far.
    attempts: OrdMap<Uid, OrdMap<i64, u32>>,
}

impl Kubelet {
    /// What it remembers of all pods that the store has.
    pub(super) fn pods(&self) -> &KeyMap<Arc<Known>> {
        &self.pods
    }

    /// What it remembers of those that the store no longer has.
    pub(super) fn gone(&self) -> &OrdMap<ObjectKey, PodLife> {
        &self.gone
    }

    /// Forgets pods that are gone, except those that are still seen.
    pub(super) fn forget_gone(&mut self, is_seen: impl Fn(&ObjectKey) -> bool) {
        if self.gone.keys().any(|key| !is_seen(key)) {
            self.gone =
                self.gone.iter().filter(|(key, _)| is_seen(key)).map(|(key, life)| (key.clone(), *life)).collect();
        }
    }

    /// Notes what a watch event tells of a pod, and what the pod does next, which `next` says.
    pub(super) fn observe(
        &mut self,
        event: &WatchEvent<Pod>,
        now: Time,
        next: impl FnOnce(&PodLife, &Pod) -> Option<Due>,
    ) {
        let (pod, key) = (&*event.object, event.object.metadata.key());
        if event.r#type == WatchEventType::Deleted {
            if let Some(known) = self.pods.remove(&key) {
                self.moves.change(&key, known.next.clone(), None);
                self.gone.insert(key, known.life);
            }
            return;
        }
        // A new pod is not known yet: it need not be looked for.
        let known = if event.r#type == WatchEventType::Added { None } else { self.pods.get_mut(&key) };
        if let Some(known) = known.map(Arc::make_mut) {
            known.life.observe(pod, now);
            known.plan(&key, &mut self.moves, next(&known.life, pod));
        } else {
            *self.created = self.created.saturating_add(1);
            let mut life = PodLife {
                ordinal: self.created,
                attempt: note_attempt(&mut self.attempts, pod),
                created: now,
                freed: false,
                running_since: None,
                deleting_since: None,
                came_deleting: pod.metadata.is_deleting(),
                waiting: None,
            };
            life.observe(pod, now);
            let mut known = Known { life, next: None };
            known.plan(&key, &mut self.moves, next(&life, pod));
            // Another pod may have had the name; this one is what is seen under it from now on.
            self.gone.remove(&key);
            self.pods.insert(&key, Arc::new(known));
        }
    }

    /// Notes what a pod does next, which `next` says.
    pub(super) fn plan(&mut self, key: &ObjectKey, next: impl FnOnce(&PodLife) -> Option<Due>) {
        if let Some(known) = self.pods.get_mut(key).map(Arc::make_mut) {
            known.plan(key, &mut self.moves, next(&known.life));
        }
    }
}

impl Known {
    fn plan(&mut self, key: &ObjectKey, moves: &mut Moves, next: Option<Due>) {
        if self.next != next {
            moves.change(key, std::mem::replace(&mut self.next, next.clone()), next);
        }
    }
}

impl PodLife {
    fn observe(&mut self, pod: &Pod, now: Time) {
        // From one whose deletion was asked for before, the controller takes the finalizer when it has counted it as
        // failed.
        let is_deleted = self.deleting_since.is_some();
        if !pod.status.phase.is_terminal() && !is_deleted && !has_job_tracking_finalizer(pod) {
            self.freed = true;
        }
        if pod.status.phase == PodPhase::Running {
            self.running_since.get_or_insert(now);
        }
        if pod.metadata.is_deleting() {
            self.deleting_since.get_or_insert(now);
        }
        self.waiting = Waiting::after(self.waiting, pod, now);
    }
}

/// Counts a new pod for its index. Pods without an index, or without a Job, are nobody's attempt.
fn note_attempt(attempts: &mut OrdMap<Uid, OrdMap<i64, u32>>, pod: &Pod) -> Option<u32> {
    let index = completion_index(pod)?;
    let owner = pod.metadata.controller()?.uid.clone();
    let of_owner = attempts.entry(owner).or_default();
    if let Some(count) = of_owner.get_mut(&index) {
        *count = count.saturating_add(1);
        return Some(*count);
    }
    of_owner.insert(index, 1);
    Some(1)
}
