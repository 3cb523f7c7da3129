//! Replays of recordings: what they give, and the step at which one fails.

use super::*;
use crate::api::Release;
use crate::timeline::testing::session;

/// A session with a second branch, which has something of its own.
fn forked() -> Timeline {
    let mut timeline = session(2);
    while timeline.step_over() {}
    timeline.seek(Cursor::after(3));
    timeline.apply(&Action::Resync).unwrap();
    timeline
}

#[test]
fn pieces_make_the_same_whole() {
    let mut timeline = forked();
    timeline.step_back();
    let mut replay = Replay::of(SavedSession::of(&timeline, "")).unwrap();
    let (mut pieces, mut last) = (0, 0);
    let copy = loop {
        match replay.go_on(1).unwrap() {
            ControlFlow::Break(timeline) => break timeline,
            ControlFlow::Continue(rest) => replay = rest,
        }
        let (done, all) = replay.progress();
        assert!((last..=last + 1).contains(&done) && done <= all, "{done} of {all}");
        (pieces, last) = (pieces + 1, done);
    };
    assert!(pieces > last);
    assert_eq!(last, timeline.branches().iter().map(|branch| branch.steps).sum::<usize>() - 3);
    assert_eq!((copy.world(), copy.cursor()), (timeline.world(), timeline.cursor()));
    assert_eq!(copy.branches(), timeline.branches());
}

#[test]
fn commands_need_kubectl() {
    let file = "jobscope: 6\nrelease: v1.36\nactions:\n- kubectl: create job a --image=b\n";
    let saved = SavedSession::from_file(file).unwrap();
    assert!(saved.has_commands() && !SavedSession::of(&forked(), "").has_commands());
    let whole = |replay: Result<Replay, ReplayError>| replay.unwrap().whole().map(|timeline| timeline.steps().len());
    assert_eq!(whole(Replay::of(saved.clone())), Ok(1));
    let missing = whole(Replay::without_kubectl(saved));
    assert!(matches!(missing, Err(ReplayError::Command { step: 1, .. })), "{missing:?}");
}

#[test]
fn it_is_carried_out_as_long_as_there_is_room() {
    let timeline = forked();
    let within = |saved: &SavedSession, room| Replay { room, ..Replay::of(saved.clone()).unwrap() }.whole().map(|_| ());
    let (saved, entries) = (SavedSession::of(&timeline, ""), timeline.recorded_entries());
    assert_eq!(timeline.branches().len(), 2);
    assert!(within(&saved, entries).is_ok());
    let branch = within(&saved, entries - 1).unwrap_err();
    assert_eq!(branch, ReplayError::Branch { branch: 2, error: Box::new(ReplayError::TooMuch) });
    assert_eq!(within(&saved, 3).unwrap_err(), ReplayError::TooMuch);
}

#[test]
fn commands_that_change_nothing_take_room_too() {
    let line = "get jobs -o name; echo a > a; version | cat\n";
    let file = |steps: usize| {
        let step = format!("- kubectl: |\n    {}", format!("    {line}").repeat(50).trim_start());
        format!("jobscope: 6\nrelease: v1.36\nactions:\n{}", step.repeat(steps))
    };
    let replay = |steps| Replay::of(SavedSession::from_file(&file(steps)).unwrap()).unwrap();
    let mut one = replay(1);
    let mut pieces = 0;
    let whole = loop {
        match one.go_on(1).unwrap() {
            ControlFlow::Break(timeline) => break timeline,
            ControlFlow::Continue(rest) => one = rest,
        }
        pieces += 1;
    };
    assert!((50..60).contains(&pieces), "{pieces}: each line is a piece");
    assert_eq!(whole.steps().len(), 0);
    let within = |steps, room| Replay { room, ..replay(steps) }.whole().map(|_| ()).map_err(|error| error.to_string());
    let cost = 50 * 250;
    assert!(within(1, cost).is_err() && within(3, 10 * cost).is_ok());
    let most = "the steps and their commands have more than 8388608 trace entries";
    assert_eq!(within(10, 10 * cost), Err(most.to_owned()));
}

#[test]
fn what_cannot_be_done_is_said_with_its_step() {
    let empty = SavedSession::of(&Timeline::new(World::new(Release::V1_11)), "");
    let with = |steps| {
        let first = SavedBranch { steps, ..SavedBranch::default() };
        SavedSession { first, ..empty.clone() }.replay().map(|_| ()).unwrap_err()
    };
    assert_eq!(with(vec![SavedStep::ByItself(1)]), ReplayError::NothingToDo { step: 1 });
    let sync =
        with([Action::Advance { ms: 1 }, Action::Sync].map(|action| SavedStep::Action(Box::new(action))).to_vec());
    assert_eq!(sync, ReplayError::Refused { step: 2, error: ActionError::QueueEmpty });
    assert_eq!(with(vec![SavedStep::ByItself(u32::MAX), SavedStep::ByItself(u32::MAX)]), ReplayError::TooLong);
    let text = SavedSession { manifest: " ".repeat(MAX_SAVED_TEXT_BYTES + 1), ..empty.clone() };
    assert_eq!(text.replay().map(|_| ()).unwrap_err(), ReplayError::TextTooLong);
}

#[test]
fn commands_are_carried_out_with_what_they_wait_for() {
    let file = "jobscope: 5
release: v1.36
actions:
- kubectl: |
    apply -f -
    apiVersion: batch/v1
    kind: Job
    metadata: {name: pi}
    spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: perl}]}}}
- 2
- kubectl: kubectl wait --for=condition=complete job/pi --timeout=1h
- kubectl: get job pi
";
    let saved = SavedSession::from_file(file).unwrap();
    assert_eq!(SavedSession::from_file(&saved.to_file()).as_ref(), Ok(&saved), "{}", saved.to_file());
    assert_eq!(SavedSession::from_link(&saved.to_link()).as_ref(), Ok(&saved));
    let session = saved.replay().unwrap();
    assert!(session.world().stored_jobs().all(|job| job.status.finished().is_some()));
    let again = SavedSession::of(&session, "").replay().unwrap();
    assert_eq!((again.steps(), again.world()), (session.steps(), session.world()));

    let fails = |command: &str| {
        let text = format!("jobscope: 5\nrelease: v1.36\nactions: [{{kubectl: {command}}}]\n");
        SavedSession::from_file(&text).unwrap().replay().map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(fails("delete job no"), "step 1: Error from server (NotFound): jobs.batch \"no\" not found");
    assert!(fails("apply -f manifest.yaml").starts_with("step 1: error: "));
}

#[test]
fn branches_that_cannot_be_are_refused_with_their_number() {
    let mut timeline = session(1);
    timeline.step_over();
    let whole = SavedSession::of(&timeline, "");
    let with = |branch, step, steps: &[SavedStep]| {
        let other = SavedBranch { steps: steps.to_vec(), ..SavedBranch::default() };
        let others = vec![(SavedFork { branch, step }, other)];
        SavedSession { others, ..whole.clone() }.replay().map(|_| ())
    };
    assert_eq!(with(1, 2, &[]), Ok(()));
    for (branch, step, steps, expected) in [
        (1, 3, &[][..], "branch 2: it branches off after step 3 of branch 1, but that step does not exist"),
        (2, 0, &[], "branch 2: it branches off after step 0 of branch 2, but that step does not exist"),
        (0, 0, &[], "branch 2: it branches off after step 0 of branch 0, but that step does not exist"),
        (1, 0, &[SavedStep::ByItself(1)], "branch 2: step 1: nothing more happens by itself"),
    ] {
        assert_eq!(with(branch, step, steps).unwrap_err().to_string(), expected);
    }
    let chosen = SavedSession { chosen: 2, ..whole.clone() }.replay().map(|_| ());
    assert_eq!(chosen, Err(ReplayError::NoBranch(2)));
    let many = (0..MAX_BRANCHES).map(|_| (SavedFork { branch: 1, step: 0 }, SavedBranch::default()));
    let many = SavedSession { others: many.collect(), ..whole.clone() }.replay().map(|_| ());
    assert_eq!(many, Err(ReplayError::TooManyBranches));
}
