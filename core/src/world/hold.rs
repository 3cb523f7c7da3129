//! What keeps a pod from its end that the Job controller does not read: containers that do not start or do not end, and a
//! deletion that takes its time.

use serde::{Deserialize, Serialize};

use super::containers::{unscheduled, waiting_container};
use crate::api::{
    AfterExit, ContainerState, ContainerStatus, MetaTime, Name, Pod, PodPhase, PodSpec, ReportedText, Time,
};
use crate::job::tracking_utils::JOB_TRACKING_FINALIZER;

/// What keeps a pod from its end, as far as its object says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum PodHold {
    /// The scheduler has found no node for it, and says why.
    Unscheduled {
        /// What it says.
        #[cfg_attr(feature = "js", tsify(type = "string"))]
        message: ReportedText,
    },
    /// A container cannot start, and the kubelet says why.
    Waiting {
        /// The first such container.
        container: String,
        /// What the kubelet says.
        #[cfg_attr(feature = "js", tsify(type = "string"))]
        message: ReportedText,
    },
    /// The kubelet sets it up: none of its containers has a problem that the status names, and not all have started.
    Starting {
        /// When the kubelet began.
        since: Time,
        /// The init container that runs.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        init_container: Option<String>,
    },
    /// A container has ended for good while another one runs. Sidecars count as neither: the kubelet stops them.
    Outlived {
        /// The first container that has ended.
        container: String,
        /// Its exit code.
        exit_code: i32,
        /// The containers that run.
        running: Vec<String>,
    },
    /// It is being deleted.
    Deleting {
        /// Its node.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        node: Option<Name>,
        /// Its finalizers but that of the Job controller.
        finalizers: Vec<String>,
    },
}

impl PodHold {
    /// What keeps `pod` from its end.
    pub(super) fn from_pod(pod: &Pod) -> Option<Self> {
        if pod.metadata.is_deleting() {
            let others = pod.metadata.finalizers.iter().filter(|finalizer| *finalizer != JOB_TRACKING_FINALIZER);
            return Some(Self::Deleting { node: pod.spec.node_name.clone(), finalizers: others.cloned().collect() });
        }
        match pod.status.phase {
            PodPhase::Pending => without_node(pod).or_else(|| waiting(pod)).or_else(|| starting(pod)),
            PodPhase::Running => outlived(pod).or_else(|| waiting(pod)),
            PodPhase::Succeeded | PodPhase::Failed | PodPhase::Unknown => None,
        }
    }
}

fn without_node(pod: &Pod) -> Option<PodHold> {
    Some(PodHold::Unscheduled { message: unscheduled(pod)?.message.clone()? })
}

fn waiting(pod: &Pod) -> Option<PodHold> {
    let (status, _) = waiting_container(pod)?;
    let ContainerState::Waiting { message, .. } = &status.state else { return None };
    Some(PodHold::Waiting { container: status.name.clone(), message: message.clone()? })
}

fn starting(pod: &Pod) -> Option<PodHold> {
    if waiting_container(pod).is_some() {
        return None;
    }
    let since = pod.status.start_time.map(MetaTime::time)?;
    let runs =
        |status: &&ContainerStatus| status.state == ContainerState::Running && !pod.spec.is_sidecar(&status.name);
    let init_container = pod.status.init_container_statuses.iter().find(runs).map(|status| status.name.clone());
    Some(PodHold::Starting { since, init_container })
}

fn outlived(pod: &Pod) -> Option<PodHold> {
    let statuses = &pod.status.container_statuses;
    let (container, exit_code) =
        statuses.iter().find_map(|status| Some((&status.name, ended_with(status, &pod.spec)?)))?;
    let running = statuses.iter().filter(|status| status.state == ContainerState::Running);
    let running: Vec<String> = running.map(|status| status.name.clone()).collect();
    (!running.is_empty()).then(|| PodHold::Outlived { container: container.clone(), exit_code, running })
}

/// The exit code of a container that has ended and is not started again.
fn ended_with(status: &ContainerStatus, spec: &PodSpec) -> Option<i32> {
    let ContainerState::Terminated { exit_code, .. } = status.state else { return None };
    let container = spec.containers.iter().find(|container| container.name == status.name)?;
    (spec.after_exit(container, exit_code) == AfterExit::Ends).then_some(exit_code)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn hold(spec: &Value, status: &Value) -> Option<PodHold> {
        let pod = json!({"metadata": {"name": "p"}, "spec": spec, "status": status});
        PodHold::from_pod(&serde_json::from_value(pod).unwrap())
    }

    fn status(name: &str, state: &Value) -> Value {
        json!({"name": name, "ready": false, "restartCount": 0, "state": state})
    }

    fn ended(name: &str, exit_code: i32) -> Value {
        status(name, &json!({"terminated": {"exitCode": exit_code}}))
    }

    fn running(name: &str) -> Value {
        status(name, &json!({"running": {}}))
    }

    fn waiting(name: &str, reason: &str) -> Value {
        status(name, &json!({"waiting": {"reason": reason}}))
    }

    #[test]
    fn a_container_that_has_ended_for_good_is_outlived_by_those_that_run() {
        let held = |policy: &str, main: Value, init: &Value| {
            let containers = json!([{"name": "main"}, {"name": "proxy"}, {"name": "log"}]);
            let spec = json!({"restartPolicy": policy, "initContainers": init, "containers": containers});
            let statuses = [main, running("proxy"), running("log")];
            hold(&spec, &json!({"phase": "Running", "containerStatuses": statuses}))
        };
        let outlived = |exit_code| {
            let running = vec!["proxy".to_owned(), "log".to_owned()];
            Some(PodHold::Outlived { container: "main".to_owned(), exit_code, running })
        };
        assert_eq!(held("Never", ended("main", 0), &json!([])), outlived(0));
        assert_eq!(held("Never", ended("main", 3), &json!([])), outlived(3));
        assert_eq!(held("OnFailure", ended("main", 0), &json!([])), outlived(0));
        assert_eq!(held("OnFailure", ended("main", 3), &json!([])), None, "it is started again");
        assert_eq!(held("Never", running("main"), &json!([])), None);
        assert_eq!(held("Never", waiting("main", "CrashLoopBackOff"), &json!([])), None);
    }

    #[test]
    fn a_sidecar_outlives_nothing() {
        let spec = json!({
            "restartPolicy": "Never",
            "initContainers": [{"name": "proxy", "restartPolicy": "Always"}],
            "containers": [{"name": "main"}],
        });
        let (main, proxy) = ([ended("main", 0)], [running("proxy")]);
        let status = json!({"phase": "Running", "initContainerStatuses": proxy, "containerStatuses": main});
        assert_eq!(hold(&spec, &status), None);
    }

    #[test]
    fn a_pod_is_starting_unless_its_status_names_a_problem() {
        let spec = json!({"initContainers": [{"name": "setup"}], "containers": [{"name": "main"}]});
        let held = |init: &Value, main: &Value| {
            let (init, main) = ([init], [main]);
            let start = "2024-01-01T00:00:00Z";
            let status = json!({"phase": "Pending", "startTime": start, "initContainerStatuses": init, "containerStatuses": main});
            hold(&spec, &status)
        };
        let since = serde_json::from_value::<MetaTime>(json!("2024-01-01T00:00:00Z")).unwrap().time();
        let starting =
            |container: Option<&str>| Some(PodHold::Starting { since, init_container: container.map(str::to_owned) });
        let main = waiting("main", "PodInitializing");
        assert_eq!(held(&waiting("setup", "ContainerCreating"), &main), starting(None));
        assert_eq!(held(&ended("setup", 0), &waiting("main", "ContainerCreating")), starting(None));
        assert_eq!(held(&running("setup"), &main), starting(Some("setup")));
        for reason in ["ErrImagePull", "AReasonOfItsOwn"] {
            assert_eq!(held(&waiting("setup", reason), &main), None, "the status says why");
        }
        assert_eq!(hold(&spec, &json!({"phase": "Pending"})), None, "no kubelet has it");
    }

    #[test]
    fn what_the_scheduler_and_the_kubelet_say_is_kept() {
        let spec = json!({"containers": [{"name": "main"}]});
        let unscheduled = |status: &str, message: Option<&str>| {
            let condition = json!({"type": "PodScheduled", "status": status, "message": message});
            hold(&spec, &json!({"phase": "Pending", "conditions": [condition]}))
        };
        let message = "0/3 nodes are available: 3 Insufficient cpu.";
        assert_eq!(unscheduled("False", Some(message)), Some(PodHold::Unscheduled { message: message.into() }));
        assert_eq!(unscheduled("False", None), None);
        assert_eq!(unscheduled("True", Some(message)), None);

        let waiting = |phase: &str, reason: &str| {
            let state = json!({"waiting": {"reason": reason, "message": "secret \"db\" not found"}});
            hold(&spec, &json!({"phase": phase, "containerStatuses": [status("main", &state)]}))
        };
        let said = PodHold::Waiting { container: "main".to_owned(), message: "secret \"db\" not found".into() };
        for (phase, reason) in
            [("Pending", "CreateContainerConfigError"), ("Pending", "AReasonOfItsOwn"), ("Running", "CrashLoopBackOff")]
        {
            assert_eq!(waiting(phase, reason).as_ref(), Some(&said), "{phase} {reason}");
        }
        assert_eq!(waiting("Pending", "ContainerCreating"), None, "it is being set up");
    }

    #[test]
    fn a_pod_that_is_being_deleted_has_a_node_and_finalizers() {
        let held = |phase: &str| {
            let pod = json!({
                "metadata": {
                    "name": "p",
                    "deletionTimestamp": "2024-01-01T00:00:00Z",
                    "finalizers": [JOB_TRACKING_FINALIZER, "example.com/hold"],
                },
                "spec": {"nodeName": "worker", "containers": [{"name": "main"}]},
                "status": {"phase": phase},
            });
            PodHold::from_pod(&serde_json::from_value(pod).unwrap())
        };
        let deleting =
            PodHold::Deleting { node: Some("worker".into()), finalizers: vec!["example.com/hold".to_owned()] };
        for phase in ["Pending", "Running", "Succeeded"] {
            assert_eq!(held(phase).as_ref(), Some(&deleting), "{phase}");
        }
    }
}
