//! Recordings: whatever a session was, it comes back from a file and from a link as it was; files of all forms
//! that there have been can still be opened; and nothing that was changed on the way does harm.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::Path;

use jobscope_core::api::{Manifest, Name, PodPhase, Release, Time};
use jobscope_core::history::explained;
use jobscope_core::timeline::{BranchName, Compared, Cursor, SavedSession, Timeline, View};
use jobscope_core::world::{Action, World};
use jobscope_tests::random::{gates, script};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

/// All worlds of a session, branch by branch, as bytes.
fn worlds(timeline: &Timeline) -> Vec<Vec<Vec<u8>>> {
    let mut timeline = timeline.clone();
    let ids: Vec<_> = timeline.branches().iter().map(|branch| branch.id).collect();
    let of_branch = |id| {
        timeline.choose_branch(id).unwrap();
        let bytes = |step| serde_json::to_vec(&*timeline.world_after(step)).unwrap();
        (0..=timeline.steps().len()).map(bytes).collect()
    };
    ids.into_iter().map(of_branch).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_session_comes_back_as_it_was(
        gates in gates(),
        script in script(),
        seeks in vec(option::weighted(0.1, any::<Index>()), 60),
        name in "[ -~]{0,80}",
        end in any::<(Index, Index)>(),
    ) {
        let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
        for (choice, seek) in script.iter().zip(&seeks) {
            // Some things are done in the past, which makes branches.
            if let Some(step) = seek.map(|seek| seek.index(timeline.steps().len() + 1)) {
                timeline.seek(Cursor { step, entries: 0 });
            }
            if let Some(action) = choice.action(timeline.world()) {
                let _ = timeline.apply(&action);
            }
        }
        timeline.rename_branch(timeline.chosen_branch(), BranchName::try_from(name).unwrap()).unwrap();
        timeline.choose_branch(end.0.get(&timeline.branches()).id).unwrap();
        let step = end.1.index(timeline.steps().len() + 1);
        timeline.seek(Cursor { step, entries: 0 });
        let saved = SavedSession::of(&timeline, "");
        let was = worlds(&timeline);
        for read in [SavedSession::from_file(&saved.to_file()).unwrap(), SavedSession::from_link(&saved.to_link()).unwrap()] {
            prop_assert_eq!(&read, &saved);
            let again = read.replay().unwrap();
            prop_assert!(worlds(&again) == was);
            prop_assert_eq!(again.branches(), timeline.branches());
            prop_assert_eq!(again.cursor(), timeline.cursor());
            prop_assert_eq!(again.world(), timeline.world());
        }
    }
}

/// A file with everything that there is, one with branches, one with collectors, one with a view, one with commands, one with
/// drawn names, and one with a recorded history.
const FILES: [&str; 7] = [
    include_str!("../files/v1/everything.yaml"),
    include_str!("../files/v2/branches.yaml"),
    include_str!("../files/v3/collectors.yaml"),
    include_str!("../files/v4/view.yaml"),
    include_str!("../files/v5/commands.yaml"),
    include_str!("../files/v6/names.yaml"),
    include_str!("../files/v7/history.yaml"),
];

/// A change of a text: a number of characters at a place are replaced by others.
fn corruption() -> impl Strategy<Value = (Index, usize, String)> {
    (any::<Index>(), 0..4_usize, "[ -~\n一é]{0,4}")
}

fn corrupt(text: &str, changes: &[(Index, usize, String)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, length, other) in changes {
        let place = place.index(characters.len() + 1);
        let end = (place + length).min(characters.len());
        characters.splice(place..end, other.chars());
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_file_is_opened_or_refused(file in select(&FILES), changes in vec(corruption(), 1..4)) {
        let changed = corrupt(file, &changes);
        match SavedSession::from_file(&changed) {
            Ok(saved) => drop(saved.replay().map_err(|error| assert!(!error.to_string().is_empty()))),
            Err(error) => {
                prop_assert!(!error.message().is_empty());
                prop_assert!(error.line >= 1 && error.column >= 1);
            }
        }
    }

    #[test]
    fn a_changed_link_is_opened_or_refused(file in select(&FILES), changes in vec(corruption(), 1..4)) {
        let link = SavedSession::from_file(file).unwrap().to_link();
        match SavedSession::from_link(&corrupt(&link, &changes)) {
            Ok(saved) => drop(saved.replay().map_err(|error| assert!(!error.to_string().is_empty()))),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

fn file(name: &str) -> SavedSession {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("files").join(name);
    SavedSession::from_file(&fs::read_to_string(path).unwrap()).unwrap()
}

/// What may be seen of a session with the given number of branches.
fn view(branches: usize) -> impl Strategy<Value = View> {
    let release = select(&Release::ALL[..]).prop_map(Compared::Release);
    let compare = prop_oneof![release, (1..=branches).prop_map(Compared::Branch)];
    let panels = btree_map("[a-z]{1,8}", "[ -~一é]{0,20}", 0..4);
    (option::of(compare), option::of(0..500_usize), panels).prop_map(|(compare, row, panels)| View {
        compare,
        row,
        panels,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn what_was_seen_comes_back(view in view(2)) {
        let timeline = file("v4/view.yaml").replay().unwrap();
        let saved = SavedSession::seen(&timeline, "", view.clone());
        for read in [SavedSession::from_file(&saved.to_file()).unwrap(), SavedSession::from_link(&saved.to_link()).unwrap()] {
            prop_assert_eq!(read.view(), &view);
            prop_assert_eq!(&read, &saved);
            let again = read.replay().unwrap();
            prop_assert_eq!(again.world(), timeline.world());
        }
    }
}

#[test]
fn a_view_of_a_branch_that_there_is_not_is_refused() {
    let text = include_str!("../files/v4/view.yaml");
    let saved = SavedSession::from_file(text).unwrap();
    assert_eq!(saved.view().compare, Some(Compared::Branch(1)));
    assert_eq!(saved.replay().unwrap().chosen_branch().0, 2);
    for none in ["0", "3"] {
        let changed = text.replace("{branch: 1}", &format!("{{branch: {none}}}"));
        let error = SavedSession::from_file(&changed).unwrap().replay().unwrap_err();
        assert_eq!(error.to_string(), format!("it shows branch {none}, which does not exist"));
    }
}

/// These files are never changed: what was once saved has to open for good.
#[test]
fn files_of_every_form_open() {
    let pi = file("v1/pi.yaml");
    let timeline = pi.replay().unwrap();
    assert_eq!((timeline.steps().len(), timeline.cursor().step), (20, 20));
    assert!(timeline.world().stored_jobs().all(|job| job.status.succeeded == 1));

    let everything = file("v1/everything.yaml");
    let timeline = everything.replay().unwrap();
    assert_eq!((timeline.steps().len(), timeline.cursor().step), (11, 5));
    assert_eq!((everything.breakpoints.len(), everything.narration.len()), (3, 1));

    let timeline = file("v5/commands.yaml").replay().unwrap();
    let status = |name: &str| {
        timeline.world().stored_jobs().find(|job| job.metadata.name() == name).map(|job| job.status.clone()).unwrap()
    };
    assert!(status("other").finished().is_some() && status("two").finished().is_none());
}

#[test]
fn branches_of_a_file_open() {
    let saved = file("v2/branches.yaml");
    let timeline = saved.replay().unwrap();
    let branches: Vec<_> = timeline
        .branches()
        .into_iter()
        .map(|branch| (branch.name.to_string(), branch.from.map(|fork| (fork.branch.0, fork.step)), branch.steps))
        .collect();
    let expected =
        [("All is well", None, 20), ("One pod fails", Some((1, 8)), 21), ("", Some((2, 9)), 19), ("", Some((1, 4)), 5)];
    assert_eq!(branches, expected.map(|(name, from, steps)| (name.to_owned(), from, steps)));
    assert_eq!((timeline.chosen_branch().0, timeline.cursor().step), (3, 12));
    let old = saved.to_file().replace("jobscope: 2", "jobscope: 1");
    assert_eq!(
        SavedSession::from_file(&old).unwrap_err().to_string(),
        "line 1, column 11: name, branch and branches belong to version 2 of the format: write jobscope: 2"
    );
}

/// What collects garbage is counted as it was when the session was written down.
#[test]
fn steps_are_counted_as_their_form_has_it() {
    let of_collectors = |name: &str| {
        let saved = file(name);
        let timeline = saved.replay().unwrap();
        assert!(timeline.world().stored_jobs().next().is_none(), "{name}");
        let passes = timeline.steps().iter().filter(|step| step.action == Action::Gc).count();
        let looks = timeline.steps().iter().filter(|step| step.action == Action::AttemptToDelete).count();
        let again = SavedSession::of(&timeline, saved.manifest());
        assert_eq!(again.to_file().lines().next(), saved.to_file().lines().next(), "{name}");
        assert_eq!(again.replay().unwrap().world(), timeline.world(), "{name}");
        (timeline.steps().len(), passes, looks)
    };
    assert_eq!(of_collectors("v1/passes.yaml"), (31, 2, 0));
    assert_eq!(of_collectors("v3/collectors.yaml"), (36, 0, 6));
}

#[test]
fn pods_are_named_as_their_form_has_it() {
    let pods = |name: &str| {
        let saved = file(name);
        let timeline = saved.replay().unwrap();
        let again = SavedSession::of(&timeline, saved.manifest()).replay().unwrap();
        assert_eq!(again.world(), timeline.world(), "{name}");
        timeline.world().stored_pods().map(|pod| pod.metadata.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(pods("v1/pi.yaml"), ["pi-00000"]);
    assert_eq!(pods("v4/view.yaml"), ["two-00000", "two-00001"]);
    assert_eq!(pods("v6/names.yaml"), ["parts-0-4c6rg", "two-nstn5", "two-r984f"]);
}

#[test]
fn the_documented_files_open() {
    let documentation = include_str!("../../docs/session-file.md");
    let examples: Vec<_> =
        documentation.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let job = r#"{"type": "ADDED", "object": {"kind": "Job", "metadata": {"name": "ten", "namespace": "team", "uid": "u", "resourceVersion": "5"}}}"#;
    let cursor = |example: &&str| {
        let session = SavedSession::from_file(example).unwrap();
        let history = session.history().map(|history| history.with_files(|_| Some(job.to_owned())));
        let session = history.map(|history| session.clone().with_history(history)).unwrap_or(session);
        explained(session).unwrap().replay().unwrap().cursor().step
    };
    assert_eq!(examples.iter().map(cursor).collect::<Vec<_>>(), [5, 1, 12, 3, 6, 54]);
}

/// A manifest of 30 lines, as people have them.
const MANIFEST: &str = "\
# Reads a shard of the archive each
apiVersion: batch/v1
kind: Job
metadata:
  name: archive-index
  namespace: default
  labels:
    app: archive
    team: search
spec:
  completionMode: Indexed
  completions: 40
  parallelism: 8
  backoffLimit: 12
  activeDeadlineSeconds: 7200
  template:
    metadata:
      labels:
        app: archive
    spec:
      restartPolicy: Never
      containers:
      - name: index
        image: registry.example.org/search/indexer:2.4.1
        args: [\"--shard\", \"$(JOB_COMPLETION_INDEX)\", \"--of\", \"40\"]
        resources:
          requests:
            cpu: 500m
            memory: 1Gi
          limits: {memory: 2Gi}
";

/// Something that a person does here, by hand.
fn by_hand(timeline: &mut Timeline, turn: usize) {
    let running = timeline.world().stored_pods().filter(|pod| pod.status.phase == PodPhase::Running);
    let pods: Vec<Name> = running.map(|pod| pod.metadata.name().into()).take(1).collect();
    let action = match turn % 6 {
        0 => json!({"op": "podFail", "pods": pods, "exit": {"index": 42}}),
        1 => json!({"op": "advance", "ms": 1_500}),
        2 => {
            json!({"op": "fault", "verb": "create", "mode": "forbidden-quota", "from": 1, "count": 2, "label": "team-quota"})
        }
        3 => json!({"op": "podDelete", "pods": pods}),
        4 => json!({"op": "restart"}),
        _ => json!({"op": "podSucceed", "pods": pods}),
    };
    // A pod may have no successor of its kind; then the session continues without one.
    let _ = timeline.apply(&serde_json::from_value(action).unwrap());
}

#[test]
fn a_long_session_with_branches_fits_into_a_short_link() {
    assert_eq!(MANIFEST.lines().count(), 30);
    let mut timeline = Timeline::new(World::new(Release::V1_28));
    let apply = Manifest::parse(MANIFEST, timeline.world().gates()).unwrap();
    timeline.apply(&Action::of_manifest(&apply)).unwrap();
    for (from, until) in [(1, 120), (60, 120), (100, 120)] {
        timeline.seek(Cursor { step: from, entries: 0 });
        by_hand(&mut timeline, from + until);
        let mut turn = 0;
        while timeline.steps().len() < until && timeline.step_over() {
            turn += 1;
            if turn % 5 == 0 {
                by_hand(&mut timeline, turn / 5);
            }
        }
    }
    assert_eq!(timeline.branches().len(), 3);
    assert!(timeline.recorded_steps() >= 200, "{}", timeline.recorded_steps());
    let saved = SavedSession::of(&timeline, MANIFEST);
    let link = format!("https://example.org/jobscope/#s={}", saved.to_link());
    assert!(link.len() < 2_500, "{} characters for {} steps", link.len(), timeline.recorded_steps());
    assert_eq!(saved.replay().unwrap().branches(), timeline.branches());
}
