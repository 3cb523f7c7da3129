use crate::why::sentence::Said;
use jobscope_core::api::{Manifest, Release};
use jobscope_core::apiserver::Fault;
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::trace::FaultMode;
use jobscope_core::world::{Action, Streams, World};
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, Movement, Preset};

use crate::words::{Locale, Words};
use jobscope_core::trace::Verb;

/// What is said of the sync that finds the Job's pod succeeded, if this fault is armed for it.
fn said(release: Release, fault: Fault) -> String {
    let mut timeline = Timeline::new(World::new(release));
    let manifest = Manifest::parse(Preset::Pi.manifest(), release).unwrap();
    timeline.apply(&Action::of_manifest(&manifest)).unwrap();
    let ended = |timeline: &Timeline| timeline.world().stored_pods().any(|pod| pod.status.phase.is_terminal());
    while !(ended(&timeline) && timeline.world().next_action() == Some(Action::Sync)) {
        assert!(timeline.step_over());
    }
    timeline.apply(&Action::Fault(fault)).unwrap();
    timeline.apply(&Action::Sync).unwrap();
    let now = Moment::of(&timeline, 0, Movement::Forward, 0);
    let words = Words::new(Locale::En);
    Sentence::at(&now).plain(&words)
}

#[test]
fn what_the_status_says_is_shown_as_it_was_written_also_by_who_does_not_know_the_last_one() {
    let mut timeline = Timeline::new(World::new(Release::V1_11));
    let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_11).unwrap();
    let said = |timeline: &Timeline| {
        let now = Moment::of(timeline, 0, Movement::Forward, 0);
        Sentence::at(&now).plain(&Words::new(Locale::En))
    };
    let deliver = |kind| Action::Deliver { kind, n: None };
    for action in [Action::of_manifest(&manifest), deliver(Streams::Job), Action::Sync] {
        timeline.apply(&action).unwrap();
    }
    let first = said(&timeline);
    assert!(first.contains("The sync wrote the status: active\u{a0}1, "), "{first}");
    // The next sync knows of the pod, and not of that status.
    for action in [deliver(Streams::Pod), Action::Sync] {
        timeline.apply(&action).unwrap();
    }
    let second = said(&timeline);
    assert!(second.contains("The sync wrote the status: active\u{a0}1, "), "{second}");
}

#[test]
fn only_what_the_api_server_took_counts() {
    let refused = |from| Fault { from, count: 1, ..Fault::new(Verb::UpdateStatus, FaultMode::Conflict) };
    for release in [Release::V1_28, Release::V1_36] {
        // The write that notes the pod.
        let first = said(release, refused(0));
        assert!(first.contains("refused the status (409)"), "{first}");
        // The write after the finalizer is gone.
        let second = said(release, refused(1));
        assert!(
            second.contains("1 pod is noted in the status (uncountedTerminatedPods), not counted yet."),
            "{second}"
        );
        assert!(second.contains("refused the next write of the status (409)"), "{second}");
        for said in [first, second] {
            assert!(!said.contains("from now on"), "{said}");
        }
    }
}

#[test]
fn what_keeps_active_pods_from_starting_is_named() {
    let text = include_str!("../../../../../tests/cluster/stuck.yaml");
    let mut timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
    let said = |timeline: &Timeline| {
        Sentence::at(&Moment::of(timeline, 0, Movement::Forward, 0)).plain(&Words::new(Locale::En))
    };
    assert!(timeline.step_over());
    let stuck = said(&timeline);
    assert!(stuck.contains(" 1 active, as wanted. 1 cannot start (ImagePullBackOff). To the controller, "), "{stuck}");
    let pods = timeline.world().stored_pods().filter(|pod| pod.is_active());
    let pods = pods.filter_map(|pod| pod.metadata.name.clone()).collect();
    timeline.apply(&Action::PodRun { pods, ready: true }).unwrap();
    let synced = |timeline: &Timeline| timeline.present_step().is_some_and(|step| step.action == Action::Sync);
    while !synced(&timeline) {
        assert!(timeline.step_over(), "it is synced again");
    }
    let runs = said(&timeline);
    assert!(runs.contains(" 1 active, as wanted.") && !runs.contains("cannot start"), "{runs}");
}

#[test]
fn what_lasts_strikes_again() {
    let again = "Every sync fails like this until the cause is removed.";
    for lasts in [false, true] {
        let fault = Fault { lasts, ..Fault::new(Verb::UpdateStatus, FaultMode::ServerError) };
        assert_eq!(said(Release::V1_36, fault).contains(again), lasts);
        // It strikes other calls.
        let fault = Fault { lasts, ..Fault::new(Verb::Create, FaultMode::ServerError) };
        assert!(!said(Release::V1_36, fault).contains(again));
    }
}
