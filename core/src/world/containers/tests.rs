//! Containers that wait, restart, or end before the others.

use serde_json::json;

use super::*;
use crate::api::SCHEDULING_GATES;
use crate::api::{Job, Release};
use crate::world::{ActionError, World};

/// A world with one pod of these containers, which does nothing by itself.
fn one_pod(restart_policy: &str, init: &serde_json::Value, main: &[&str]) -> World {
    let main: Vec<_> = main.iter().map(|name| json!({"name": name, "image": "i"})).collect();
    let job: Job = serde_json::from_value(json!({
        "metadata": {"name": "j"},
        "spec": {"template": {"spec":
            {"restartPolicy": restart_policy, "initContainers": init, "containers": main}}}
    }))
    .unwrap();
    let mut world = World::new(Release::V1_36);
    world.apply(&Action::SetOutcomes { rules: Vec::new() }).unwrap();
    world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    settle(&mut world);
    world
}

/// Continues until nothing more happens by itself.
fn settle(world: &mut World) {
    for _ in 0..500 {
        let Some(next) = world.next_action() else { return };
        world.apply(&next).unwrap();
    }
    panic!("there is no end of it");
}

fn names(world: &World) -> Vec<crate::api::Name> {
    world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect()
}

fn exit(world: &mut World, container: &str, exit_code: i32) -> Result<(), ActionError> {
    let pods = names(world);
    world.apply(&Action::PodContainerExit { pods, container: container.to_owned(), exit_code }).map(drop)
}

fn run(world: &mut World) {
    let pods = names(world);
    world.apply(&Action::PodRun { pods, ready: true }).unwrap();
}

fn phase(world: &World) -> PodPhase {
    world.stored_pods().next().unwrap().status.phase
}

fn shown(world: &World) -> String {
    let printed = world.clone().kubectl("kubectl get pods --no-headers").unwrap().stdout;
    printed.split_whitespace().skip(1).take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_image_is_pulled_again_after_ever_longer_waits() {
    let mut world = one_pod("Never", &json!([]), &["main"]);
    let pods = names(&world);
    let begun = world.now();
    let reason = WaitingReason::ErrImagePull;
    world.apply(&Action::PodWait { pods: pods.clone(), container: None, reason }).unwrap();
    assert_eq!(shown(&world), "0/1 ErrImagePull");
    let mut pulls = Vec::new();
    while let Some(next) = world.next_action() {
        if matches!(next, Action::PodWait { reason: WaitingReason::ErrImagePull, .. }) {
            pulls.push(world.now().since(begun) / 1000);
        }
        world.apply(&next).unwrap();
    }
    assert_eq!(pulls, [10, 30, 70, 150, 310]);
    assert_eq!(shown(&world), "0/1 ImagePullBackOff");
    assert_eq!(world.stored_jobs().next().unwrap().status.active, 1, "it has not failed");
    // The image is there at last.
    world.apply(&Action::PodRun { pods, ready: true }).unwrap();
    assert_eq!(shown(&world), "1/1 Running");
}

#[test]
fn what_waits_is_said_and_follows_no_rule() {
    let mut world = one_pod("Never", &json!([{"name": "setup", "image": "i"}]), &["main"]);
    let pods = names(&world);
    let reason = WaitingReason::CreateContainerConfigError;
    world.apply(&Action::PodWait { pods: pods.clone(), container: None, reason }).unwrap();
    assert_eq!(shown(&world), "0/1 Init:CreateContainerConfigError");
    world.apply(&Action::SetOutcomes { rules: vec![crate::world::OutcomeRule::default()] }).unwrap();
    settle(&mut world);
    assert_eq!(phase(&world), PodPhase::Pending);
    assert_eq!(world.snapshot().pods.first().unwrap().reason, "CreateContainerConfigError");
    run(&mut world);
    let refused = world.apply(&Action::PodWait { pods, container: None, reason });
    assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::NotPending, .. })));
}

#[test]
fn a_pod_without_a_node_waits_until_it_gets_one() {
    let mut world = one_pod("Never", &json!([]), &["main"]);
    let pods = names(&world);
    world.apply(&Action::PodUnschedulable { pods: pods.clone() }).unwrap();
    world.apply(&Action::SetOutcomes { rules: vec![crate::world::OutcomeRule::default()] }).unwrap();
    settle(&mut world);
    assert_eq!(shown(&world), "0/1 Pending");
    assert_eq!(world.snapshot().pods.first().unwrap().reason, "Unschedulable");
    let condition = |world: &World| {
        let pod = world.stored_pods().next().unwrap();
        pod.status.condition("PodScheduled").map(|condition| condition.status)
    };
    assert_eq!(condition(&world), Some(ConditionStatus::False));
    world.apply(&Action::PodSchedule { pods: pods.clone() }).unwrap();
    assert_eq!(condition(&world), Some(ConditionStatus::True));
    let refused = world.apply(&Action::PodUnschedulable { pods });
    assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::HasNode, .. })));
    settle(&mut world);
    assert_eq!(phase(&world), PodPhase::Succeeded);
}

#[test]
fn a_pod_with_gates_is_not_called_unschedulable() {
    let mut world = one_pod("Never", &json!([]), &["main"]);
    world.apply(&Action::PodUnschedulable { pods: names(&world) }).unwrap();
    let mut pod = Pod::clone(world.stored_pods().next().unwrap());
    assert_eq!(reason(&pod), "Unschedulable");
    for (gates, word) in [(json!([]), "Unschedulable"), (json!([{"name": "example.com/quota"}]), "SchedulingGated")] {
        pod.spec.other.map_mut().insert(SCHEDULING_GATES.to_owned(), gates);
        assert_eq!(reason(&pod), word);
    }
}

#[test]
fn a_pod_runs_as_long_as_its_last_container() {
    let mut world = one_pod("Never", &json!([]), &["main", "proxy"]);
    run(&mut world);
    exit(&mut world, "main", 0).unwrap();
    settle(&mut world);
    assert_eq!((phase(&world), shown(&world)), (PodPhase::Running, "1/2 NotReady".to_owned()));
    let refused = exit(&mut world, "main", 0);
    assert!(matches!(refused, Err(ActionError::PodNotReady { why: PodObstacle::NoRunningContainer, .. })));
    exit(&mut world, "proxy", 1).unwrap();
    assert_eq!(phase(&world), PodPhase::Failed);
}

#[test]
fn a_sidecar_is_stopped_once_the_others_have_ended_and_does_not_matter() {
    let sidecar = json!([{"name": "proxy", "image": "i", "restartPolicy": "Always"}]);
    for (exit_code, ends) in [(0, PodPhase::Succeeded), (3, PodPhase::Failed)] {
        let mut world = one_pod("Never", &sidecar, &["main"]);
        run(&mut world);
        exit(&mut world, "main", exit_code).unwrap();
        assert_eq!(phase(&world), PodPhase::Running);
        settle(&mut world);
        let view = world.snapshot().pods.iter().find(|pod| pod.phase == ends).cloned();
        let view = view.unwrap_or_else(|| panic!("{exit_code}: no pod is {ends:?}"));
        assert_eq!(view.exit_code, Some(exit_code).filter(|code| *code != 0));
    }
}

/// A world with one running pod that never restarts, of whose first container this is said as well.
fn ruled(own: &serde_json::Value, others: &[&str]) -> World {
    ruled_after(&json!([]), own, others)
}

fn ruled_after(inits: &serde_json::Value, own: &serde_json::Value, others: &[&str]) -> World {
    let mut first = json!({"name": "main", "image": "i"});
    first.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    let containers = others.iter().map(|name| json!({"name": name, "image": "i"}));
    let containers: Vec<_> = std::iter::once(first).chain(containers).collect();
    let job: Job = serde_json::from_value(json!({
        "metadata": {"name": "j"},
        "spec": {"backoffLimit": 0, "template": {"spec": {"restartPolicy": "Never", "initContainers": inits, "containers": containers}}}
    }))
    .unwrap();
    let mut world = World::new(Release::V1_36);
    world.apply(&Action::SetOutcomes { rules: Vec::new() }).unwrap();
    world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    settle(&mut world);
    run(&mut world);
    world
}

fn on_42(action: &str) -> serde_json::Value {
    let rules = json!([{"action": action, "exitCodes": {"operator": "In", "values": [42]}}]);
    json!({"restartPolicy": "Never", "restartPolicyRules": rules})
}

fn restarts(world: &World) -> Vec<i32> {
    let pod = world.stored_pods().next().unwrap();
    pod.status.container_statuses.iter().map(|status| status.restart_count).collect()
}

#[test]
fn a_container_restarts_itself_after_ever_longer_waits_and_the_job_counts_nothing() {
    let mut world = ruled(&on_42("Restart"), &[]);
    exit(&mut world, "main", 42).unwrap();
    assert_eq!((shown(&world).as_str(), restarts(&world)), ("1/1 Running", vec![1]), "the first time at once");
    let mut waits = Vec::new();
    for _ in 0..5 {
        let ended = world.now();
        exit(&mut world, "main", 42).unwrap();
        assert_eq!((shown(&world).as_str(), phase(&world)), ("0/1 CrashLoopBackOff", PodPhase::Running));
        while shown(&world) != "1/1 Running" {
            let next = world.next_action().unwrap();
            world.apply(&next).unwrap();
        }
        waits.push(world.now().since(ended) / 1000);
    }
    assert_eq!((waits, restarts(&world)), (vec![10, 20, 40, 80, 160], vec![6]));
    assert_eq!(world.stored_jobs().next().unwrap().status.failed, 0, "the limit is 0");
    exit(&mut world, "main", 1).unwrap();
    assert_eq!(phase(&world), PodPhase::Failed, "no rule is about 1");
}

#[test]
fn a_rule_restarts_all_containers() {
    let mut world = ruled(&on_42("RestartAllContainers"), &["helper"]);
    exit(&mut world, "helper", 0).unwrap();
    assert_eq!(shown(&world), "1/2 NotReady");
    exit(&mut world, "main", 42).unwrap();
    assert_eq!((phase(&world), restarts(&world)), (PodPhase::Running, vec![1, 1]));
    let pod = world.stored_pods().next().unwrap();
    assert!(pod.status.container_statuses.iter().all(|status| status.state == ContainerState::Running));
}

#[test]
fn containers_that_run_first_have_ended_again_when_all_restart() {
    let inits = json!([{"name": "first", "image": "i"}, {"name": "proxy", "image": "i", "restartPolicy": "Always"}]);
    let mut world = ruled_after(&inits, &on_42("RestartAllContainers"), &[]);
    exit(&mut world, "main", 42).unwrap();
    let pod = world.stored_pods().next().unwrap();
    let is_over = |status: &ContainerStatus| matches!(status.state, ContainerState::Terminated { exit_code: 0, .. });
    let [first, proxy] = &*pod.status.init_container_statuses else { panic!("{:?}", pod.status) };
    assert!(is_over(first) && proxy.state == ContainerState::Running, "{:?}", pod.status);
    assert_eq!((first.restart_count, proxy.restart_count, phase(&world)), (1, 1, PodPhase::Running));
}

#[test]
fn a_sidecar_that_waits_for_its_next_start_does_not_keep_its_pod() {
    let inits = json!([{"name": "proxy", "image": "i", "restartPolicy": "Always"}]);
    let mut world = ruled_after(&inits, &on_42("Restart"), &[]);
    exit(&mut world, "proxy", 1).unwrap();
    exit(&mut world, "proxy", 1).unwrap();
    assert_eq!(phase(&world), PodPhase::Running);
    exit(&mut world, "main", 0).unwrap();
    assert_eq!(phase(&world), PodPhase::Succeeded);
}

#[test]
fn outcomes_end_a_container_as_its_own_policy_lets_them() {
    let rules: Vec<crate::world::OutcomeRule> =
        serde_json::from_value(json!([{"startMs": 0, "runMs": 5000, "restarts": 2, "end": "succeed"}])).unwrap();
    let mut world = ruled(&on_42("Restart"), &[]);
    let begun = world.now();
    world.apply(&Action::SetOutcomes { rules }).unwrap();
    while phase(&world) == PodPhase::Running {
        let next = world.next_action().unwrap();
        world.apply(&next).unwrap();
    }
    assert_eq!((phase(&world), restarts(&world)), (PodPhase::Succeeded, vec![2]));
    assert_eq!(world.now().since(begun) / 1000, 25, "three runs of five seconds, and a back-off of ten");
}

#[test]
fn the_menu_offers_the_exit_code_of_a_rule() {
    let offered = |world: &World| {
        let actions = world.pod_actions(&names(world)).into_iter();
        let codes = actions.filter_map(|action| match action {
            Action::PodContainerExit { exit_code, .. } => Some(exit_code),
            _ => None,
        });
        codes.collect::<Vec<_>>()
    };
    assert_eq!(offered(&ruled(&on_42("Restart"), &[])), [42]);
    assert_eq!(offered(&ruled(&on_42("Restart"), &["helper"])), [0, 1, 42, 0, 1]);
}

#[test]
fn the_menu_offers_the_end_of_a_container_where_there_are_several() {
    let ends = |world: &World| {
        let offered = world.pod_actions(&names(world)).into_iter();
        let ends = offered.filter_map(|action| match action {
            Action::PodContainerExit { container, exit_code, .. } => Some((container, exit_code)),
            _ => None,
        });
        ends.collect::<Vec<_>>()
    };
    let mut alone = one_pod("Never", &json!([]), &["main"]);
    run(&mut alone);
    assert!(ends(&alone).is_empty());
    let mut two = one_pod("OnFailure", &json!([]), &["main", "proxy"]);
    run(&mut two);
    assert_eq!(ends(&two), [("main".to_owned(), 0), ("proxy".to_owned(), 0)], "what fails restarts");
    exit(&mut two, "proxy", 0).unwrap();
    assert_eq!(ends(&two), [("main".to_owned(), 0)]);
}
