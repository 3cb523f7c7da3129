//! What actions change on pods.
//!
//! Each operation on a pod is one write to the store (a deletion with conditions is two).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::containers;
use super::names::usual_key;
use super::{Action, ActionError, NewCondition, PodObstacle, World};
use crate::api::{
    ConditionStatus, Container, ContainerState, ContainerStatus, DeleteOptions, Labels, List, MetaTime, Name,
    ObjectKey, PatchType, Pod, PodPhase, PodStatus, TerminationReason, Time,
};
use crate::apiserver::ApiServer;
use crate::job::tracking_utils::JOB_TRACKING_FINALIZER;

/// What the kubelet says of a container of which it knows nothing more: as if it had been killed.
pub(super) const LOST_EXIT_CODE: i32 = 137;

impl World {
    /// A user patches a pod.
    pub(super) fn patch_pod(&mut self, name: &Name, r#type: PatchType, patch: &Value) -> Result<(), ActionError> {
        let key = self.pod_named(name).ok_or(ActionError::NoSuchPod)?;
        self.api.patch_pod_of_user(&key, r#type, patch)?;
        Ok(())
    }

    /// Carries out one of the pod actions on `names`. Pods that do not exist are passed over.
    pub(super) fn change_pods(&mut self, action: &Action, names: &[Name]) -> Result<(), ActionError> {
        if never_refused(action) {
            return self.change_each_pod(action, names);
        }
        let keys: Vec<_> = names.iter().filter_map(|name| self.pod_named(name)).collect();
        if keys.is_empty() {
            return Err(ActionError::NoSuchPod);
        }
        let obstacle = |key| Some((key, containers::obstacle(self.api.pods().get(key)?, action)?));
        if containers::may_be_prevented(action)
            && let Some((key, why)) = keys.iter().find_map(obstacle)
        {
            return Err(ActionError::PodNotReady { pod: key.split().1.into(), why });
        }
        let (now, node) = (self.now, self.api.node());
        let mut statuses = Statuses { action, now, last: None };
        let mut removed = 0;
        for key in &keys {
            match action {
                Action::PodRemove { .. } => {
                    if self.api.pods().get(key).is_some_and(|pod| pod.metadata.is_deleting()) {
                        self.api.delete_pod(key, &DeleteOptions::with_grace(Some(0)), now)?;
                        removed += 1;
                    }
                }
                Action::PodDelete { conds, grace, .. } => {
                    if !conds.is_empty() {
                        self.api.update_pod(key, |pod| set_conditions(&mut pod.status, conds, now))?;
                    }
                    self.api.delete_pod(key, &DeleteOptions::with_grace(*grace), now)?;
                }
                _ => {
                    self.api.update_pod(key, |pod| change_pod(pod, action, &node, &mut statuses))?;
                }
            }
        }
        match (action, names.first()) {
            (Action::PodRemove { .. }, Some(pod)) if removed == 0 => {
                Err(ActionError::PodNotReady { pod: pod.clone(), why: PodObstacle::NotDeleting })
            }
            _ => Ok(()),
        }
    }

    /// [`Self::change_pods`] for an action that no pod's state prevents and that removes no pod: it looks up each pod when its
    /// turn comes.
    fn change_each_pod(&mut self, action: &Action, names: &[Name]) -> Result<(), ActionError> {
        let node = self.api.node();
        let mut statuses = Statuses { action, now: self.now, last: None };
        let mut found = false;
        for name in names {
            let mut change = |key: &ObjectKey, api: &mut ApiServer| {
                api.update_pod(key, |pod| change_pod(pod, action, &node, &mut statuses)).is_ok()
            };
            found |= change(&usual_key(name), &mut self.api)
                || self.pod_named(name).is_some_and(|key| change(&key, &mut self.api));
        }
        if found { Ok(()) } else { Err(ActionError::NoSuchPod) }
    }
}

/// Whether no pod's state prevents the action, and it removes no pod.
fn never_refused(action: &Action) -> bool {
    matches!(
        action,
        Action::PodSchedule { .. }
            | Action::PodRun { .. }
            | Action::PodReady { .. }
            | Action::PodRestart { .. }
            | Action::PodSucceed { .. }
            | Action::PodFail { .. }
            | Action::PodLabel { .. }
            | Action::PodAnnot { .. }
    )
}

/// The operations that change one object.
fn change_pod(pod: &mut Pod, action: &Action, node: &Name, statuses: &mut Statuses<'_>) {
    match action {
        Action::PodSchedule { .. } => {
            pod.spec.node_name = Some(node.clone());
            containers::schedule(&mut pod.status, statuses.now);
        }
        Action::PodRun { .. } | Action::PodWait { .. } => {
            pod.spec.node_name.get_or_insert_with(|| node.clone());
            containers::schedule(&mut pod.status, statuses.now);
            statuses.change(pod);
        }
        Action::PodUnschedulable { .. } => containers::unschedulable(&mut pod.status, statuses.now),
        Action::PodContainerExit { .. } => statuses.change(pod),
        Action::PodReady { .. } | Action::PodRestart { .. } | Action::PodSucceed { .. } | Action::PodFail { .. } => {
            statuses.change(pod);
        }
        Action::PodLabel { set, .. } => set_entries(&mut pod.metadata.labels, set),
        Action::PodAnnot { set, .. } => set_entries(&mut pod.metadata.annotations, set),
        Action::PodOrphan { strip_finalizer, .. } => {
            pod.metadata.owner_references = List::default();
            if *strip_finalizer {
                pod.metadata.finalizers.retain(|finalizer| finalizer != JOB_TRACKING_FINALIZER);
            }
        }
        _ => {}
    }
}

/// What an action makes of the statuses of pods. Pods that are alike share what becomes of theirs: many pods of one Job
/// do the same at the same time.
struct Statuses<'a> {
    action: &'a Action,
    now: Time,
    last: Option<Alike>,
}

/// What became of a pod's status, for others with the same status and containers.
struct Alike {
    init_containers: Arc<[Container]>,
    containers: Arc<[Container]>,
    before: PodStatus,
    after: PodStatus,
}

impl Alike {
    fn is(&self, pod: &Pod) -> bool {
        Arc::ptr_eq(&self.containers, &pod.spec.containers)
            && Arc::ptr_eq(&self.init_containers, &pod.spec.init_containers)
            && self.before == pod.status
    }
}

impl Statuses<'_> {
    fn change(&mut self, pod: &mut Pod) {
        if let Some(alike) = self.last.as_ref().filter(|alike| alike.is(pod)) {
            pod.status = alike.after.clone();
            return;
        }
        let before = pod.status.clone();
        change_status(pod, self.action, self.now);
        pod.status = std::mem::take(&mut pod.status).on_the_wire();
        self.last = Some(Alike {
            init_containers: Arc::clone(&pod.spec.init_containers),
            containers: Arc::clone(&pod.spec.containers),
            before,
            after: pod.status.clone(),
        });
    }
}

/// The operations that change a pod's status, as its containers have it.
fn change_status(pod: &mut Pod, action: &Action, now: Time) {
    match action {
        Action::PodRun { ready, .. } => run(pod, *ready, now),
        Action::PodWait { container, reason, .. } => containers::wait(pod, container.as_deref(), *reason, now),
        Action::PodContainerExit { container, exit_code, .. } => containers::exit(pod, container, *exit_code, now),
        Action::PodReady { ready, .. } => {
            ensure_statuses(pod);
            for status in pod.status.container_statuses.to_mut() {
                status.ready = *ready;
            }
            set_ready(&mut pod.status, *ready, now);
        }
        Action::PodRestart { container, n, .. } => {
            containers::restart(pod, container, *n, now);
        }
        Action::PodSucceed { main_ago_ms, .. } => {
            let ends = Ends { sidecars: Some(now), main: Some(now.plus(main_ago_ms.saturating_neg())) };
            end(pod, PodPhase::Succeeded, &BTreeMap::new(), &ends, now);
        }
        Action::PodFail { exit, reason, conds, no_status, no_finished_at, main_ago_ms, .. } => {
            pod.status.reason.clone_from(reason);
            if *no_status {
                pod.status.phase = PodPhase::Failed;
                pod.status.init_container_statuses = List::default();
                pod.status.container_statuses = List::default();
                pod.status.conditions = List::default();
            } else {
                let known = |time| Some(time).filter(|_| !no_finished_at);
                let ends = Ends { sidecars: known(now), main: known(now.plus(main_ago_ms.saturating_neg())) };
                end(pod, PodPhase::Failed, exit, &ends, now);
            }
            set_conditions(&mut pod.status, conds, now);
        }
        _ => {}
    }
}

fn run(pod: &mut Pod, ready: bool, now: Time) {
    // The kubelet has known a pod whose container waited.
    let waited = pod.status.start_time.filter(|_| pod.status.phase == PodPhase::Pending);
    pod.status.phase = PodPhase::Running;
    pod.status.start_time = waited.or(Some(now.into()));
    ensure_statuses(pod);
    for status in pod.status.init_container_statuses.to_mut() {
        if pod.spec.is_sidecar(&status.name) {
            status.state = ContainerState::Running;
            status.ready = ready;
        } else {
            status.state = ContainerState::ended(0, Some(now.into()));
        }
    }
    for status in pod.status.container_statuses.to_mut() {
        status.state = ContainerState::Running;
        status.ready = ready;
    }
    set_ready(&mut pod.status, ready, now);
}

/// When containers ended, as far as that is known.
struct Ends {
    /// Init containers, sidecars among them.
    sidecars: Option<Time>,
    /// The others.
    main: Option<Time>,
}

/// What is known of a container that had not started when its pod was to stop, as the kubelet has it since v1.27:
/// nothing.
fn lost(state: &ContainerState, exit_code: i32, finished_at: Option<Time>) -> bool {
    matches!(state, ContainerState::Waiting { .. }) && exit_code == LOST_EXIT_CODE && finished_at.is_none()
}

/// A container's end.
fn ended(before: &ContainerState, exit_code: i32, finished_at: Option<Time>, deleted: bool) -> ContainerState {
    let lost = deleted && lost(before, exit_code, finished_at);
    ContainerState::Terminated {
        exit_code,
        finished_at: finished_at.map(MetaTime::from),
        reason: lost.then_some(TerminationReason::ContainerStatusUnknown),
    }
}

/// Ends all containers. If an init container failed that is no sidecar, the main ones never started.
fn end(pod: &mut Pod, phase: PodPhase, exit: &BTreeMap<String, i32>, ends: &Ends, now: Time) {
    ensure_statuses(pod);
    pod.status.phase = phase;
    let exit_code = |name: &str| exit.get(name).copied().unwrap_or(0);
    let deleted = pod.metadata.is_deleting();
    let mut started = true;
    for status in pod.status.init_container_statuses.to_mut() {
        let exit_code = exit_code(&status.name);
        let unknown = deleted && lost(&status.state, exit_code, ends.sidecars);
        started &= exit_code == 0 || unknown || pod.spec.is_sidecar(&status.name);
        status.ready = false;
        status.state = ended(&status.state, exit_code, ends.sidecars, deleted);
    }
    for status in pod.status.container_statuses.to_mut() {
        status.ready = false;
        status.state = if started {
            ended(&status.state, exit_code(&status.name), ends.main, deleted)
        } else {
            ContainerState::default()
        };
    }
    set_ready(&mut pod.status, false, now);
}

/// One status entry for each container, in the order of the spec; existing entries are kept.
pub(super) fn ensure_statuses(pod: &mut Pod) {
    let ensure = |containers: &[Container], statuses: &mut List<ContainerStatus>| {
        let mut old = std::mem::take(statuses.to_mut());
        *statuses = containers
            .iter()
            .map(|container| match old.iter().position(|status| status.name == container.name) {
                Some(index) => old.swap_remove(index),
                None => ContainerStatus::waiting(container.name.as_str()),
            })
            .collect();
    };
    ensure(&pod.spec.init_containers, &mut pod.status.init_container_statuses);
    ensure(&pod.spec.containers, &mut pod.status.container_statuses);
}

pub(super) fn set_ready(status: &mut PodStatus, ready: bool, now: Time) {
    let value = if ready { ConditionStatus::True } else { ConditionStatus::False };
    status.set_condition("Ready", value, now.into());
}

fn set_conditions(status: &mut PodStatus, conditions: &[NewCondition], now: Time) {
    for condition in conditions {
        status.set_condition(&condition.r#type, condition.status, now.into());
    }
}

fn set_entries(labels: &mut Labels, set: &BTreeMap<String, Option<String>>) {
    for (key, value) in set {
        match value {
            Some(value) => labels.set(key, value.as_str()),
            None => {
                labels.remove(key);
            }
        }
    }
}
