//! The actions that the user is offered: what can happen next in a real cluster. The engine allows more, such as
//! running an ended pod again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::apply::MAX_ADVANCE_MS;
use super::containers::{exits, is_unschedulable, waiting_container};
use super::{Action, Collectors, NewCondition, Streams, World};
use crate::api::{
    AfterExit, ConditionStatus, Container, FeatureGate, FeatureGates, Name, Pod, PodPhase, ResourceQuota,
    RestartPolicy, WaitingReason,
};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::manager::KINDS;
use crate::small_collect::SmallCollect as _;

impl World {
    /// What may happen next to all of these pods together, in the order in which a menu offers it. Pods that the
    /// store does not have are passed over.
    ///
    /// ```
    /// use jobscope_core::world::World;
    ///
    /// assert!(World::default().pod_actions(&["pi-497r4".into()]).is_empty(), "there is no such pod");
    /// ```
    pub fn pod_actions(&self, pods: &[Name]) -> Vec<Action> {
        let wanted: BTreeSet<&Name> = pods.iter().small_collect();
        let is_wanted = |pod: &&Arc<Pod>| pod.metadata.name.as_ref().is_some_and(|name| wanted.contains(name));
        let chosen: Vec<_> = self.api.pods().values().filter(is_wanted).collect();
        let names: Vec<Name> = chosen.iter().filter_map(|pod| pod.metadata.name.clone()).collect();
        let Some((first, others)) = chosen.split_first() else { return Vec::new() };
        // Without pods in them, the same offers to different pods are equal.
        let mut common = offers(first, &[], self.gates);
        for pod in others {
            let theirs = offers(pod, &[], self.gates);
            common.retain(|offer| theirs.contains(offer));
        }
        for pods in common.iter_mut().filter_map(Action::pods_mut) {
            pods.clone_from(&names);
        }
        common
    }

    /// Limits on pods that may be set, or go: in each namespace that has Jobs and none yet, one that is full
    /// with the pods that there are or, while there are none, has room for a few.
    pub fn quota_actions(&self) -> Vec<Action> {
        const ROOM: u32 = 3;
        let mut actions = Vec::new();
        let namespaces = self.stored_jobs().map(|job| job.metadata.namespace.clone().unwrap_or_default());
        for namespace in namespaces.small_collect::<BTreeSet<_>>() {
            if self.api.quotas().all(|quota| quota.namespace != namespace) {
                let used = u32::try_from(self.api.pods_in_use(&namespace, self.now)).unwrap_or(u32::MAX);
                let pods = if used == 0 { ROOM } else { used };
                let quota = ResourceQuota::new("team-quota", namespace, pods);
                actions.push(Action::CreateQuota { quota });
            }
        }
        actions.extend(
            self.api
                .quotas()
                .map(|quota| Action::DeleteQuota { name: quota.name.clone(), namespace: quota.namespace.clone() }),
        );
        actions
    }

    /// The nodes that there are: the one on which new pods run, and those that imported pods name.
    pub fn nodes(&self) -> BTreeSet<Name> {
        self.api.nodes()
    }

    /// Everything that may happen next and needs no further choice: first what drives the controller,
    /// then what may happen to each pod.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.api.watch.jobs.is_empty() {
            actions.push(Action::Deliver { kind: Streams::Job, n: None });
        }
        if !self.api.watch.pods.is_empty() {
            actions.push(Action::Deliver { kind: Streams::Pod, n: None });
        }
        if self.manager.next().is_some() && self.manager.asleep_until().is_none_or(|until| until <= self.now) {
            actions.push(Action::StepManager);
        }
        actions.extend(self.resting_syncs().map(|sync| Action::StepSync { key: Some(sync.key.clone()) }));
        actions.extend(self.due_syncs(Collectors::Controllers));
        if self.next_pod_pass().is_some_and(|at| at <= self.now) {
            actions.push(Action::PodGc);
        }
        let queues = [&self.machinery.queue, &self.controller.orphan_queue];
        let ripe_at = queues.iter().filter_map(|queue| queue.delaying.next_ready_at());
        let ripe_at = ripe_at.chain(self.next_ripe_of_others(Collectors::Controllers)).min();
        let wait = ripe_at.map(|at| at.since(self.now));
        if let Some(ms) = wait.filter(|ms| (1..=MAX_ADVANCE_MS).contains(ms)) {
            actions.push(Action::Advance { ms });
        }
        for kind in KINDS {
            if self.listing(kind).is_ok() {
                actions.push(Action::Relist { kind });
            }
            if self.watching(kind).is_ok() {
                actions.extend([Action::CloseWatch { kind }, Action::ExpireWatch { kind }]);
            }
        }
        actions.extend([Action::Resync, Action::Restart]);
        actions.extend(self.api.nodes_of_pods().into_iter().map(|name| Action::DeleteNode { name }));
        actions.extend(self.quota_actions());
        for pod in self.api.pods().values() {
            actions.extend(self.offers_to(pod));
        }
        actions
    }
}

impl World {
    /// What may happen next to one pod by itself.
    pub(super) fn offers_to(&self, pod: &Pod) -> Vec<Action> {
        offers(pod, pod.metadata.name.as_slice(), self.gates)
    }
}

/// What may happen to `pod`, as actions on `names`.
fn offers(pod: &Pod, names: &[Name], gates: FeatureGates) -> Vec<Action> {
    let pods = || names.to_vec();
    let fail = |exit_code: Option<i32>, reason: &str, conds: Vec<NewCondition>, no_status: bool| Action::PodFail {
        pods: pods(),
        exit: exit_code
            .and_then(|code| Some([(pod.spec.containers.first()?.name.clone(), code)].into_iter().small_collect()))
            .unwrap_or_default(),
        reason: reason.to_owned(),
        conds,
        no_status,
        no_finished_at: false,
        main_ago_ms: 0,
    };
    // Who disrupts a pod says so, where the release has that condition.
    let disrupted = || {
        let condition = NewCondition { r#type: "DisruptionTarget".to_owned(), status: ConditionStatus::True };
        Vec::from_iter(gates.enabled(FeatureGate::PodDisruptionConditions).then_some(condition))
    };
    let mut actions = Vec::new();
    match pod.status.phase {
        PodPhase::Pending | PodPhase::Unknown => {
            if pod.spec.node_name.is_none() {
                actions.push(Action::PodSchedule { pods: pods() });
            }
            actions.push(Action::PodRun { pods: pods(), ready: true });
            actions.push(Action::PodRun { pods: pods(), ready: false });
            if pod.spec.node_name.is_none() && !is_unschedulable(pod) {
                actions.push(Action::PodUnschedulable { pods: pods() });
            }
            let waits = waiting_container(pod).map(|(_, reason)| reason);
            let reasons = [WaitingReason::ErrImagePull, WaitingReason::CreateContainerConfigError];
            let others = reasons.into_iter().filter(|reason| waits.is_none_or(|waits| waits != reason));
            actions.extend(others.map(|reason| Action::PodWait { pods: pods(), container: None, reason }));
        }
        PodPhase::Running => {
            actions.push(Action::PodReady { pods: pods(), ready: !pod.is_ready() });
            if pod.spec.restart_policy != Some(RestartPolicy::Always) {
                actions.push(Action::PodSucceed { pods: pods(), main_ago_ms: 0 });
            }
            match pod.spec.containers.first().filter(|first| pod.spec.after_exit(first, 1) != AfterExit::Ends) {
                Some(Container { name, .. }) => {
                    actions.push(Action::PodRestart { pods: pods(), container: name.clone(), n: 1 });
                }
                None => actions.push(fail(Some(1), "", Vec::new(), false)),
            }
            actions.extend(exits(pod).map(|(container, exit_code)| Action::PodContainerExit {
                pods: pods(),
                container,
                exit_code,
            }));
            actions.push(fail(Some(137), "Evicted", disrupted(), false));
            actions.push(fail(None, "NodeLost", Vec::new(), true));
        }
        PodPhase::Succeeded | PodPhase::Failed => {}
    }
    if pod.metadata.is_deleting() {
        // Without any grace left the kubelet has done its part; what holds the pod is a finalizer.
        if pod.metadata.deletion_grace_period_seconds != Some(0) {
            actions.push(Action::PodRemove { pods: pods() });
        }
    } else {
        actions.push(Action::PodDelete { pods: pods(), conds: Vec::new(), grace: None });
    }
    if !pod.metadata.owner_references.is_empty() {
        actions.push(Action::PodOrphan { pods: pods(), strip_finalizer: false });
        if has_job_tracking_finalizer(pod) {
            actions.push(Action::PodOrphan { pods: pods(), strip_finalizer: true });
        }
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Job, Release};

    /// A world in which the controller has made three pods.
    fn three_pods(restart_policy: &str) -> World {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "j"},
            "spec": {"parallelism": 3, "completions": 3, "template": {"spec":
                {"restartPolicy": restart_policy, "containers": [{"name": "main", "image": "i"}]}}}
        }))
        .unwrap();
        let mut world = World::new(Release::V1_28);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while world.stored_pods().count() < 3 {
            let next = world.next_action().unwrap();
            world.apply(&next).unwrap();
        }
        world
    }

    fn names(world: &World) -> Vec<Name> {
        world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect()
    }

    #[test]
    fn a_container_that_fails_is_restarted_or_fails_its_pod_as_the_policy_says() {
        for (policy, restarts) in [("Never", false), ("OnFailure", true)] {
            let mut world = three_pods(policy);
            let pods = names(&world);
            world.apply(&Action::PodRun { pods: pods.clone(), ready: true }).unwrap();
            let offered = world.pod_actions(&pods);
            let has = |is: fn(&Action) -> bool| offered.iter().any(is);
            assert_eq!(has(|action| matches!(action, Action::PodRestart { .. })), restarts, "{policy}");
            assert_eq!(
                has(
                    |action| matches!(action, Action::PodFail { exit, reason, .. } if !exit.is_empty() && reason.is_empty())
                ),
                !restarts,
                "{policy}"
            );
            assert!(has(|action| matches!(action, Action::PodFail { reason, .. } if reason == "Evicted")), "{policy}");
        }
    }

    #[test]
    fn many_pods_are_offered_what_each_of_them_is_offered() {
        let mut world = three_pods("Never");
        let all = names(&world);
        world.apply(&Action::PodRun { pods: all[..2].to_vec(), ready: true }).unwrap();
        let running = world.pod_actions(&all[..2]);
        assert!(running.contains(&Action::PodSucceed { pods: all[..2].to_vec(), main_ago_ms: 0 }));
        let mixed = world.pod_actions(&all);
        assert!(!mixed.contains(&Action::PodSucceed { pods: all.clone(), main_ago_ms: 0 }), "one is not running");
        assert!(mixed.contains(&Action::PodDelete { pods: all.clone(), conds: Vec::new(), grace: None }));
        for action in mixed {
            assert!(world.clone().apply(&action).is_ok(), "{action:?}");
        }
    }

    #[test]
    fn pods_that_are_not_there_are_passed_over() {
        let world = three_pods("Never");
        let one = names(&world).remove(0);
        assert_eq!(world.pod_actions(&[one.clone(), "none".into()]), world.pod_actions(&[one]));
        assert!(world.pod_actions(&[]).is_empty());
    }
}
