//! Cached pods that a sync can skip: an index of the pod informer, as client-go's `Indexers` are.
//!
//! A Job's pods stay after they ended, and upstream walks over all of them in every sync. What a sync finds out about a
//! pod that ended and that nothing holds any more is always the same, until the cache gets another state of it. So the
//! sync that found it out *settles* the pod: from then on only its phase counts, as one more in a tally. What settles
//! a pod is the controller's business; this index only forgets it as soon as the cache changes.

use std::sync::Arc;

use imbl::OrdMap;

use super::Index;
use crate::api::{KeyMap, LabelSelector, ObjectKey, Pod, PodPhase, Uid};

/// What was asked about pods when they were settled. With other terms the answers may be others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    /// The selector that their labels match.
    pub selector: LabelSelector,
    /// Pods in these phases were settled.
    pub failed: bool,
    /// Whether pods that succeeded were settled.
    pub succeeded: bool,
}

/// Settled pods of one Job.
#[derive(Clone, Debug, Default)]
struct Settled {
    terms: Terms,
    tally: Tally,
}

/// How many pods are settled, by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Pods that succeeded.
    pub succeeded: u32,
    /// Pods that failed.
    pub failed: u32,
}

impl Tally {
    /// Pods of both kinds.
    pub(crate) fn total(self) -> u32 {
        self.succeeded.saturating_add(self.failed)
    }

    fn of(&mut self, phase: PodPhase) -> &mut u32 {
        if phase == PodPhase::Succeeded { &mut self.succeeded } else { &mut self.failed }
    }
}

/// Pods that ended and that nothing holds, so that a sync need not look at them again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettledPods {
    /// The cached pods that are not settled.
    unsettled: KeyMap<Arc<Pod>>,
    /// By the UID of the Job that controls them.
    settled: OrdMap<Uid, Settled>,
}

/// It holds nothing that the cache does not say: a world with it does what a world without it does.
impl PartialEq for SettledPods {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Index<Pod> for SettledPods {
    fn of(cached: &KeyMap<Arc<Pod>>) -> Self {
        Self { unsettled: cached.clone(), settled: OrdMap::new() }
    }

    fn changed(&mut self, key: &ObjectKey, old: Option<&Arc<Pod>>, new: Option<&Arc<Pod>>) {
        let known = match new {
            Some(new) => self.unsettled.insert(key, Arc::clone(new)),
            None => self.unsettled.remove(key),
        };
        if let (Some(old), None) = (old, known)
            && let Some(settled) = old.metadata.controller().and_then(|owner| self.settled.get_mut(&owner.uid))
        {
            let count = settled.tally.of(old.status.phase);
            *count = count.saturating_sub(1);
        }
    }
}

impl SettledPods {
    /// The cached pods that are not settled, by key.
    pub(crate) fn unsettled(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.unsettled.values()
    }

    /// What is settled of the Job of that UID on those terms. If it was settled on others, all of its pods have to be
    /// looked at again.
    pub(crate) fn tally(&mut self, job: &Uid, terms: &Terms, cached: &KeyMap<Arc<Pod>>) -> Tally {
        match self.settled.get(job) {
            None => Tally::default(),
            Some(settled) if settled.terms == *terms => settled.tally,
            Some(_) => {
                self.settled.remove(job);
                let theirs = |pod: &Pod| pod.metadata.controller().is_some_and(|owner| owner.uid == *job);
                for (key, pod) in cached.iter().filter(|(_, pod)| theirs(pod)) {
                    self.unsettled.insert(key, Arc::clone(pod));
                }
                Tally::default()
            }
        }
    }

    /// Settles a pod that the Job of that UID controls and that ended, if the cache has it as it was listed: while a sync
    /// waited for the API server, another state may have come.
    pub(crate) fn settle(&mut self, job: &Uid, terms: &Terms, pod: &Pod) {
        let key = pod.metadata.key();
        let version = |pod: &Pod| pod.metadata.resource_version;
        if self.unsettled.get(&key).is_some_and(|cached| version(cached) == version(pod)) {
            self.unsettled.remove(&key);
            let fresh = || Settled { terms: terms.clone(), tally: Tally::default() };
            let count = self.settled.entry(job.clone()).or_insert_with(fresh).tally.of(pod.status.phase);
            *count = count.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_state_that_came_after_the_list_is_looked_at_again() {
        let pod = |version: &str| {
            let pod = json!({"metadata": {"name": "p", "namespace": "default", "resourceVersion": version},
                "spec": {"containers": []}, "status": {"phase": "Failed"}});
            Arc::new(serde_json::from_value::<Pod>(pod).unwrap())
        };
        let (listed, newer) = (pod("1"), pod("2"));
        let (key, terms) = (listed.metadata.key(), Terms::default());
        let mut pods = SettledPods::default();
        pods.changed(&key, None, Some(&listed));
        pods.changed(&key, Some(&listed), Some(&newer));
        pods.settle(&"job".into(), &terms, &listed);
        assert_eq!(pods.unsettled().count(), 1);
        pods.settle(&"job".into(), &terms, &newer);
        assert_eq!(pods.unsettled().count(), 0);
    }
}
