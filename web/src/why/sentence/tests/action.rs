use crate::why::sentence::Said;
use jobscope_core::api::{ConditionStatus, DeletionPropagation, Manifest, Release};
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{Kind, QueueName, QueueOp, TraceEntry};
use jobscope_core::world::{Action, NewCondition, World};
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, Movement, Preset};

use crate::words::{Locale, Words};

#[test]
fn a_new_key_of_the_orphan_queue_is_shown() {
    let words = Words::new(Locale::En);
    for release in [Release::V1_28, Release::V1_36] {
        let mut timeline = Timeline::new(World::new(release));
        let manifest = Manifest::parse(Preset::Pi.manifest(), release).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        while !timeline.world().stored_pods().any(|pod| pod.is_ready()) {
            assert!(timeline.step_over(), "its pod runs");
        }
        let policy = Some(DeletionPropagation::Background);
        timeline.apply(&Action::DeleteJob { name: "pi".into(), policy }).unwrap();
        let mut shown = 0;
        while timeline.step_over() {
            let now = Moment::of(&timeline, 0, Movement::Forward, 0);
            let queued = now.done_trace().iter().any(|entry| {
                matches!(entry, TraceEntry::Queue(change) if change.queue == QueueName::OrphanPod && change.op == QueueOp::Added)
            });
            let said = Sentence::at(&now).plain(&words);
            let says = said.contains("The orphan queue has a new key: its worker looks for pods to free.");
            assert_eq!(says, queued, "{release} step {}: {said}", now.step_number());
            shown += usize::from(says);
        }
        assert!(shown > 0, "{release}");
    }
}

#[test]
fn a_pod_that_its_finalizer_holds_is_not_gone() {
    let words = Words::new(Locale::En);
    let mut timeline = Timeline::new(World::new(Release::V1_36));
    let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_36).unwrap();
    timeline.apply(&Action::of_manifest(&manifest)).unwrap();
    while !timeline.world().stored_pods().any(|pod| pod.is_ready()) {
        assert!(timeline.step_over(), "its pod runs");
    }
    timeline.apply(&Action::HoldStream { kind: Kind::Pod }).unwrap();
    let pods: Vec<_> = timeline.world().stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
    let said = |timeline: &mut Timeline, action: Action| {
        timeline.apply(&action).unwrap();
        Sentence::at(&Moment::of(timeline, 0, Movement::Forward, 0)).plain(&words)
    };
    said(&mut timeline, Action::PodDelete { pods: pods.clone(), conds: Vec::new(), grace: None });
    let failed = Action::PodFail {
        pods: pods.clone(),
        exit: [("pi".to_owned(), 137)].into(),
        reason: String::new(),
        conds: vec![NewCondition { r#type: "DisruptionTarget".to_owned(), status: ConditionStatus::True }],
        main_ago_ms: 0,
        no_status: false,
        no_finished_at: false,
    };
    let failed = said(&mut timeline, failed);
    assert!(failed.starts_with("Pod 1 failed with exit code 137 and is marked DisruptionTarget."), "{failed}");
    let stopped = said(&mut timeline, Action::PodRemove { pods });
    assert!(stopped.starts_with("Pod 1 has stopped; its finalizer still holds it."), "{stopped}");
}

#[test]
fn an_eviction_is_no_deletion_by_a_user() {
    let words = Words::new(Locale::En);
    let said = |conds: Vec<NewCondition>| {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_36).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        while !timeline.world().stored_pods().any(|pod| pod.is_ready()) {
            assert!(timeline.step_over(), "its pod runs");
        }
        let pods = timeline.world().stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
        timeline.apply(&Action::PodDelete { pods, conds, grace: None }).unwrap();
        Sentence::at(&Moment::of(&timeline, 0, Movement::Forward, 0)).plain(&words)
    };
    let marked = |status| vec![NewCondition { r#type: "DisruptionTarget".to_owned(), status }];
    let evicted = said(marked(ConditionStatus::True));
    assert!(evicted.starts_with("Pod 1 was evicted: it is marked DisruptionTarget and deleted."), "{evicted}");
    let deleted = said(marked(ConditionStatus::False));
    assert!(deleted.starts_with("Pod 1 was deleted by a user."), "{deleted}");
}

#[test]
fn deletions_that_nobody_expected_are_shown() {
    let mut timeline = Timeline::new(World::new(Release::V1_28));
    let manifest = Manifest::parse(Preset::SlowStart.manifest(), Release::V1_28).unwrap();
    timeline.apply(&Action::of_manifest(&manifest)).unwrap();
    let running = |timeline: &Timeline| timeline.world().stored_pods().filter(|pod| pod.is_ready()).count();
    while running(&timeline) < 15 {
        assert!(timeline.step_over(), "all pods run");
    }
    let pods = timeline.world().stored_pods().take(2).filter_map(|pod| pod.metadata.name.clone()).collect();
    timeline.apply(&Action::PodDelete { pods, conds: Vec::new(), grace: None }).unwrap();
    let words = Words::new(Locale::En);
    let mut said = Vec::new();
    while timeline.step_over() {
        said.push(Sentence::at(&Moment::of(&timeline, 0, Movement::Forward, 0)).plain(&words));
    }
    let want = "The controller has seen 2 more deletion events than it expected:";
    assert!(said.iter().any(|sentence| sentence.contains(want)), "{said:#?}");
}
