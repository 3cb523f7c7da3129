use crate::why::sentence::Said;
use jobscope_core::api::{Manifest, Name, PatchType, Release};
use jobscope_core::apiserver::Fault;
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action, World};
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, Movement};
use serde_json::json;

use crate::words::{Locale, Words};

const INDEXED: &str = "
apiVersion: batch/v1
kind: Job
metadata: {name: indexed}
spec:
  completionMode: Indexed
  completions: 2
  parallelism: 2
  backoffLimitPerIndex: 0
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}
";

const PLAIN: &str = "
apiVersion: batch/v1
kind: Job
metadata: {name: plain}
spec:
  completions: 2
  parallelism: 2
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}
";

/// A session in which this manifest has just been applied.
fn applied(manifest: &str, release: Release) -> Timeline {
    let manifest = Manifest::parse(manifest, release).unwrap();
    let mut timeline = Timeline::new(World::new(release));
    timeline.apply(&Action::of_manifest(&manifest)).unwrap();
    timeline
}

/// Continues until the given number of pods are ready; returns their names.
fn ready(timeline: &mut Timeline, pods: usize) -> Vec<Name> {
    loop {
        let snapshot = timeline.world().snapshot();
        let ready: Vec<_> = snapshot.pods.iter().filter(|pod| pod.ready).map(|pod| pod.name.clone()).collect();
        if ready.len() >= pods {
            return ready;
        }
        assert!(timeline.step_over(), "the pods never run");
    }
}

/// From now on the given number of calls of that verb fail.
fn fail(timeline: &mut Timeline, verb: Verb, mode: FaultMode, count: u32) {
    let fault = Fault { count, ..Fault::new(verb, mode) };
    timeline.apply(&Action::Fault(fault)).unwrap();
}

/// That one of the sentences of the next `steps` steps has these words.
fn says(timeline: &mut Timeline, steps: usize, want: &str) {
    let words = Words::new(Locale::En);
    let mut said = Vec::new();
    for _ in 0..steps {
        timeline.step_over();
        said.push(Sentence::at(&Moment::of(timeline, 0, Movement::Forward, 0)).plain(&words));
    }
    assert!(said.iter().any(|sentence| sentence.contains(want)), "{}: {said:#?}", timeline.world().release());
}

#[test]
fn pods_are_missing_but_no_index_is_free() {
    let mut timeline = applied(INDEXED, Release::V1_36);
    let first = ready(&mut timeline, 2).remove(0);
    let offers = timeline.world().pod_actions(&[first]);
    let fails = offers.into_iter().find(|offer| matches!(offer, Action::PodFail { .. })).unwrap();
    timeline.apply(&fails).unwrap();
    says(&mut timeline, 8, "created no pods although 1 is missing: no index is free.");
}

#[test]
fn an_error_that_counts_as_done_is_no_refusal() {
    use FaultMode::{NamespaceTerminating, ServerError, Timeout};
    for (release, mode, want) in [
        (Release::V1_11, Timeout, "wanted 2 pods and created 1: the API server gave no answer for 1 (504)"),
        (Release::V1_11, ServerError, "created 0: the API server refused 1 of batch 1 (500), so it skipped"),
        (Release::V1_36, Timeout, "created 0: the API server gave no answer for 1 of batch 1 (504), so it"),
        (Release::V1_36, NamespaceTerminating, "refused 1, because the namespace is being deleted (403)."),
    ] {
        let mut timeline = applied(PLAIN, release);
        fail(&mut timeline, Verb::Create, mode, 1);
        says(&mut timeline, 4, want);
    }
}

#[test]
fn pods_whose_finalizers_stay_are_not_deleted() {
    let want =
        "deleted no pods although 2 are active and 1 wanted: the finalizers that hold them could not be removed (500).";
    for release in [Release::V1_28, Release::V1_36] {
        let mut timeline = applied(PLAIN, release);
        ready(&mut timeline, 2);
        fail(&mut timeline, Verb::Patch, FaultMode::ServerError, 9);
        let patch = json!({"spec": {"parallelism": 1}});
        timeline.apply(&Action::PatchJob { name: "plain".into(), r#type: PatchType::default(), patch }).unwrap();
        says(&mut timeline, 8, want);
    }
}
