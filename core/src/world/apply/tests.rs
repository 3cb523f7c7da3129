//! Refused actions leave the world as it was.

use super::*;
use crate::api::{Name, Release, WaitingReason};
use crate::trace::{FaultMode, Verb};

/// A world with pods that wait, run, have ended, stop, and stop although a finalizer holds them.
fn world(release: Release) -> World {
    let job: Job = serde_json::from_str(
        r#"{"metadata": {"name": "j"}, "spec": {"parallelism": 6, "completions": 6, "template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#,
    )
    .unwrap();
    let mut world = World::new(release);
    world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    while world.stored_pods().len() < 6 {
        world.apply(&world.next_action().unwrap()).unwrap();
    }
    let names = names(&world);
    let pods = |places: std::ops::Range<usize>| names[places].to_vec();
    world.apply(&Action::PodRun { pods: pods(1..5), ready: true }).unwrap();
    world.apply(&Action::PodSucceed { pods: pods(2..3), main_ago_ms: 0 }).unwrap();
    let held = Action::PodDelete { pods: pods(3..4), conds: Vec::new(), grace: Some(0) };
    world.apply(&held).unwrap();
    world.apply(&Action::PodDelete { pods: pods(4..5), conds: Vec::new(), grace: None }).unwrap();
    world
}

fn names(world: &World) -> Vec<Name> {
    world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect()
}

/// The actions on pods that are carried out without a copy of the world.
fn actions(pods: &[Name]) -> Vec<Action> {
    let (pods, container) = (|| pods.to_vec(), || "main".to_owned());
    let set = || [("a".to_owned(), Some("b".to_owned()))].into();
    vec![
        Action::PodSchedule { pods: pods() },
        Action::PodUnschedulable { pods: pods() },
        Action::PodWait { pods: pods(), container: None, reason: WaitingReason::ErrImagePull },
        Action::PodContainerExit { pods: pods(), container: container(), exit_code: 1 },
        Action::PodRun { pods: pods(), ready: false },
        Action::PodReady { pods: pods(), ready: false },
        Action::PodRestart { pods: pods(), container: container(), n: 1 },
        Action::PodSucceed { pods: pods(), main_ago_ms: 0 },
        Action::PodFail {
            pods: pods(),
            exit: [(container(), 1)].into(),
            reason: String::new(),
            conds: Vec::new(),
            no_status: false,
            no_finished_at: false,
            main_ago_ms: 0,
        },
        Action::PodRemove { pods: pods() },
        Action::PodLabel { pods: pods(), set: set() },
        Action::PodAnnot { pods: pods(), set: set() },
    ]
}

#[test]
fn what_is_done_without_a_copy_changes_nothing_when_it_is_refused() {
    for release in [Release::V1_11, Release::V1_22, Release::V1_36] {
        let world = world(release);
        let names = names(&world);
        let mut lists = vec![vec![], vec!["absent".into()]];
        for one in &names {
            lists.push(vec![one.clone(), one.clone()]);
            lists.extend(names.iter().map(|other| vec![one.clone(), other.clone(), one.clone()]));
        }
        let mut refused = std::collections::BTreeSet::new();
        for action in lists.iter().flat_map(|pods| actions(pods)) {
            assert!(fails_only_at_once(&action), "{action:?}");
            let mut after = world.clone();
            if after.carry_out(&action, &mut Trace::off()).is_err() {
                assert_eq!(after, world, "{release}: {action:?}");
                refused.insert(serde_json::to_value(&action).unwrap()["op"].to_string());
            }
        }
        assert_eq!(refused.len(), actions(&[]).len(), "{refused:?}");
    }
}

#[test]
fn a_deletion_that_fails_half_way_changes_nothing() {
    let world = world(Release::V1_36);
    let one = names(&world).remove(5);
    let orphaned = Action::PodOrphan { pods: vec![one.clone()], strip_finalizer: true };
    let mut bare = world.clone();
    bare.apply(&orphaned).unwrap();
    let twice = Action::PodDelete { pods: vec![one.clone(), one], conds: Vec::new(), grace: Some(0) };
    let mut after = bare.clone();
    assert!(after.apply(&twice).is_err());
    assert_eq!(after, bare);
}

#[test]
fn faults_and_rules_have_limits() {
    let mut world = World::new(Release::V1_36);
    let fault: Fault = serde_json::from_value(serde_json::json!({"verb": "create", "mode": "timeout"})).unwrap();
    let armed = Action::Fault(fault);
    for _ in 0..MAX_FAULTS {
        world.apply(&armed).unwrap();
    }
    let before = world.clone();
    assert_eq!(world.apply(&armed), Err(ActionError::TooManyFaults { most: MAX_FAULTS }));
    let rules = |count| Action::SetOutcomes { rules: vec![crate::world::OutcomeRule::default(); count] };
    let refused = ActionError::TooManyRules { most: MAX_OUTCOME_RULES };
    assert_eq!(world.apply(&rules(MAX_OUTCOME_RULES + 1)), Err(refused));
    assert_eq!(world, before);
    world.apply(&rules(MAX_OUTCOME_RULES)).unwrap();
}

#[test]
fn a_fault_that_lasts_strikes_every_sync_until_it_is_removed() {
    for release in Release::ALL {
        let mut world = World::new(release);
        let refuses = Fault { lasts: true, ..Fault::new(Verb::Create, FaultMode::Forbidden) };
        world.apply(&Action::Fault(refuses.clone())).unwrap();
        // This one is gone after the first sync.
        world.apply(&Action::Fault(Fault { lasts: false, ..refuses.clone() })).unwrap();
        let job = r#"{"metadata": {"name": "j"}, "spec": {"template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "i"}]}}}}"#;
        world.apply(&Action::CreateJob { job: Box::new(serde_json::from_str(job).unwrap()) }).unwrap();
        let mut syncs = Vec::new();
        while syncs.len() < 6 {
            if syncs.len() == 3 {
                world.apply(&Action::Restart).unwrap();
            }
            let next = world.next_action().unwrap();
            world.apply(&next).unwrap();
            if next == Action::Sync {
                syncs.push(world.now());
            }
        }
        assert_eq!((world.stored_pods().len(), world.armed_faults()), (0, &[refuses][..]), "{release}");
        let waits: Vec<i64> = syncs.windows(2).map(|pair| pair[1].since(pair[0])).collect();
        assert!(waits[0] < waits[1] && waits[3] < waits[4], "the back-off grows in {release}: {waits:?}");
        assert_eq!(world.apply(&Action::RemoveFault { fault: 1 }), Err(ActionError::NoSuchFault { fault: 1 }));
        world.apply(&Action::RemoveFault { fault: 0 }).unwrap();
        while world.stored_pods().len() == 0 {
            world.apply(&world.next_action().unwrap()).unwrap();
        }
        assert!(world.armed_faults().is_empty());
    }
}

#[test]
fn lists_that_are_sent_again_change_nothing_but_the_labels_of_the_first_change() {
    for release in Release::ALL.into_iter().filter(|release| release.since(26)) {
        let text = include_str!("../../../../explain/presets/failure-policy.yaml");
        let manifest = crate::api::Manifest::parse(text, release).unwrap();
        let mut world = World::new(release);
        let mut applied = || {
            world.apply(&Action::of_manifest(&manifest)).unwrap();
            world.stored_jobs().next().unwrap().clone()
        };
        let [created, first, second] = std::array::from_fn(|_| applied());
        // A Job without labels takes those of its template, which a new Job gets only after it was defaulted.
        assert!(created.metadata.labels.is_empty() && !first.metadata.labels.is_empty(), "{release}");
        assert_eq!((first.spec, &first.metadata), (created.spec, &second.metadata), "{release}");
    }
}
