//! The orphan worker of v1.25 and later: it removes a Job's finalizer from pods that lost the Job.
//!
//! A key is a pod. Since v1.32 it names one pod, or all pods that a Job's selector matches: `name:default/pi-497r4`,
//! `selector:default/batch.kubernetes.io/controller-uid=…`.

use std::sync::Arc;

use super::managed_by_external_controller;
use crate::api::{FeatureGate, Fix, Job, LabelSelector, Namespace, ObjectKey, Pod};
use crate::client::ControllerError;
use crate::job::controller::Controller;
use crate::job::orphan_pods;
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::job::utils::number;
use crate::trace::{Decision, Function};

/// `orphanPodKey`.
enum OrphanPodKey {
    /// `orphanPodKeyKindName`: this pod.
    Name(ObjectKey),
    /// `orphanPodKeyKindSelector`: the pods of this namespace that the selector matches.
    Selector(Namespace, LabelSelector),
}

impl OrphanPodKey {
    fn read(key: &ObjectKey) -> Self {
        match key.to_string().split_once(':') {
            Some(("selector", rest)) => {
                let (namespace, selector) = rest.split_once('/').unwrap_or(("", rest));
                Self::Selector(Namespace::from(namespace), LabelSelector::parse(selector))
            }
            Some((_, pod)) => Self::Name(ObjectKey::from(pod)),
            None => Self::Name(key.clone()),
        }
    }
}

/// The pod that a key of the orphan queue names; `None` for the pods that a selector matches.
///
/// ```
/// use jobscope_core::job::queued_orphan;
///
/// assert_eq!(queued_orphan(&"name:default/pi-497r4".into()), Some("default/pi-497r4".into()));
/// assert_eq!(queued_orphan(&"selector:default/a=b".into()), None);
/// ```
pub fn queued_orphan(key: &ObjectKey) -> Option<ObjectKey> {
    match OrphanPodKey::read(key) {
        OrphanPodKey::Name(pod) => Some(pod),
        OrphanPodKey::Selector(..) => None,
    }
}

/// `enqueueOrphanPod`.
pub(super) fn enqueue_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) {
    let mut key = pod.metadata.key();
    if jm.gates.has(Fix::OrphansBySelector) {
        key = ObjectKey::from(format!("name:{key}"));
    }
    jm.orphan_queue().add(&key);
}

/// `cleanupPodFinalizers`: has all pods of the Job freed, in one go, or those that the cache shows one by one.
pub(super) fn cleanup_pod_finalizers(jm: &mut Controller<'_>, job: &Job) {
    let namespace = job.metadata.namespace.clone().unwrap_or_default();
    let selector = job.spec.selector.clone().unwrap_or_default();
    if !jm.gates.has(Fix::OrphansBySelector) {
        let pods = jm.machinery.pods.list();
        let orphans: Vec<_> = pods
            .filter(|pod| pod.metadata.namespace == job.metadata.namespace && selector.matches(&pod.metadata.labels))
            .filter(|pod| pod.metadata.controller().is_some_and(|owner| owner.uid == job.uid()))
            .filter(|pod| has_job_tracking_finalizer(pod))
            .cloned()
            .collect();
        return orphans.iter().for_each(|pod| enqueue_orphan_pod(jm, pod));
    }
    jm.orphan_queue().add(&ObjectKey::from(format!("selector:{namespace}/{selector}")));
}

/// `processNextOrphanPod`.
pub(in crate::job) fn process_next_orphan_pod(jm: &mut Controller<'_>) -> bool {
    orphan_pods::process_next_orphan_pod(jm, |jm, key| match OrphanPodKey::read(key) {
        OrphanPodKey::Name(pod) => orphan_pods::sync_orphan_pod(jm, &pod, sync_orphan_pod),
        OrphanPodKey::Selector(namespace, selector) => {
            jm.enter(Function::SyncOrphanPodsBySelector);
            let synced = sync_orphan_pods_by_selector(jm, &namespace, &selector);
            jm.leave(Function::SyncOrphanPodsBySelector);
            if jm.gates.has(Fix::OrphansBySelectorRetried) { synced } else { Ok(()) }
        }
    })
}

/// `syncOrphanPodsBySelector`: the first error. Without the fix it is only logged, and the pods are not tried again
/// (#141346).
fn sync_orphan_pods_by_selector(
    jm: &mut Controller<'_>,
    namespace: &Namespace,
    selector: &LabelSelector,
) -> Result<(), ControllerError> {
    let matches =
        |pod: &&Arc<Pod>| pod.metadata.namespace.as_ref() == Some(namespace) && selector.matches(&pod.metadata.labels);
    let pods: Vec<ObjectKey> = jm.machinery.pods.list().filter(matches).map(|pod| pod.metadata.key()).collect();
    jm.value(Decision::OrphanPodsListed { pods: number(pods.len()) });
    let mut first = Ok(());
    for pod in &pods {
        first = first.and(orphan_pods::sync_orphan_pod(jm, pod, sync_orphan_pod));
    }
    first
}

/// `syncOrphanPod`.
fn sync_orphan_pod(jm: &mut Controller<'_>, pod: &Pod) -> Result<(), ControllerError> {
    let controller = pod.metadata.controller();
    let asks_controller = jm.gates.has(Fix::OrphansOfOthers);
    if let Some(controller) = controller.filter(|_| asks_controller) {
        // The finalizer may be another's use of the name.
        let other = controller.kind != "Job" || controller.api_version != "batch/v1";
        if jm.ask(Decision::ControlledByOther { other }) {
            return Ok(());
        }
    }
    let owner = controller.and_then(|controller| jm.resolve_controller_ref(pod, controller));
    if jm.enabled(FeatureGate::JobManagedBy)
        && let Some(job) = &owner
        && jm.ask(Decision::ManagedExternally { managed: managed_by_external_controller(job) })
    {
        return Ok(());
    }
    if controller.is_some() || !asks_controller {
        // Meanwhile a Job may have adopted the pod.
        let finished = owner.as_ref().is_some_and(|job| job.status.finished().is_some());
        if jm.ask(Decision::OwnerUnfinished { owned: owner.is_some(), finished }) {
            return Ok(());
        }
    }
    orphan_pods::free_orphan_pod(jm, pod)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Labels;

    #[test]
    fn the_selector_in_a_key_matches_what_the_job_selects() {
        let selector: LabelSelector = serde_json::from_value(json!({
            "matchLabels": {"app": "x", "empty": ""},
            "matchExpressions": [
                {"key": "tier", "operator": "NotIn", "values": ["9", ""]},
                {"key": "zone", "operator": "In", "values": ["b", "", "a"]},
                {"key": "there", "operator": "Exists"},
                {"key": "gone", "operator": "DoesNotExist"},
            ],
        }))
        .unwrap();
        let text = "app=x,empty=,!gone,there,tier notin (,9),zone in (,a,b)";
        assert_eq!(selector.to_string(), text);
        let read = LabelSelector::parse(text);
        assert_eq!(read.to_string(), text);
        let labelled = |changed: &[(&str, Option<&str>)]| {
            let mut labels = Labels::default();
            for (key, value) in [("app", "x"), ("empty", ""), ("there", "y"), ("tier", "1"), ("zone", "")] {
                labels.set(key, value);
            }
            for (key, value) in changed {
                match value {
                    Some(value) => labels.set(key, *value),
                    None => drop(labels.remove(key)),
                }
            }
            labels
        };
        for (changed, matches) in [
            (vec![], true),
            (vec![("zone", Some("b"))], true),
            (vec![("zone", Some("c"))], false),
            (vec![("tier", Some(""))], false),
            (vec![("tier", None)], true),
            (vec![("empty", None)], false),
            (vec![("gone", Some(""))], false),
        ] {
            let labels = labelled(&changed);
            assert_eq!((read.matches(&labels), selector.matches(&labels)), (matches, matches), "{changed:?}");
        }
    }
}
