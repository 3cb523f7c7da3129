//! Random scripts, one after another, each in a world of its own, and every step held to what its release promises.
//!
//! What holds of a script is in [`check`], for any test to ask; [`soak`] asks it of scripts without end, and makes the
//! first one that fails as short as it can. The n-th script of a run is drawn from its seed plus n: any of them
//! can be drawn again by itself, here and (with [`script`]) in a browser.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

use jobscope_core::api::{FeatureGates, Release, Time};
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::world::{Action, ActionError, Step, World, invariants};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, Reason, RngSeed, TestCaseError, TestError, TestRunner};

use crate::random::{Choice, gates_of, script_of};

/// Most choices of a script: enough for Jobs to come and go and come again, and for queues and caches to get behind,
/// while every world stays small.
const MAX_CHOICES: usize = 400;

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Actions that a world carried out.
    pub carried_out: u64,
    /// Actions that it refused.
    pub refused: u64,
}

/// What an engine must not do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A step breaks what the release promises.
    #[error("{release} breaks a promise: {violation}")]
    Broken {
        /// The release.
        release: Release,
        /// Which promise, and how.
        violation: invariants::Violation,
    },
    /// What the world itself offered was refused.
    #[error("the action was offered and refused: {0}")]
    OfferedAndRefused(ActionError),
    /// A refused action left something behind.
    #[error("the action was refused and changed something: {0}")]
    RefusedAndDone(ActionError),
    /// Written down as a file, read, and carried out again, the session is another one.
    #[error("the session is not what its file says: {0}")]
    NotAsWritten(String),
    /// It panicked.
    #[error("panic: {0}")]
    Panic(String),
}

/// A script that shows a fault.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is drawn again from this seed as the first script.
    pub seed: u64,
    /// What is wrong.
    pub fault: Fault,
    /// The shortest script that was found, as a session file; its last action is the one that shows the fault.
    pub session: String,
}

/// Where a script was when it showed a fault.
#[derive(Debug)]
pub struct Stopped {
    /// What is wrong.
    pub fault: Fault,
    /// What was done until then, the action that shows it included.
    pub actions: Vec<Action>,
}

thread_local! {
    /// What the last panic of this thread said, and where it was.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on panics are not printed but kept for [`Fault::Panic`], with their places: while a script is made
/// shorter there are many.
pub fn remember_panics() {
    set_hook(Box::new(|panic| PANIC.set(Some(panic.to_string()))));
}

/// Carries a script out in a new world and holds each of its steps to what is always true.
///
/// # Errors
///
/// [`Stopped`] at the first step of which it is not true.
pub fn check(gates: FeatureGates, script: &[Choice]) -> Result<Tally, Box<Stopped>> {
    let mut actions = Vec::new();
    match catch_unwind(AssertUnwindSafe(|| carry_out(gates, script, &mut actions))) {
        Ok(Ok(tally)) => Ok(tally),
        Ok(Err(fault)) => Err(Box::new(Stopped { fault, actions })),
        Err(panic) => {
            let message = PANIC.take().or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Box::new(Stopped { fault: Fault::Panic(message.unwrap_or_default()), actions }))
        }
    }
}

fn carry_out(gates: FeatureGates, script: &[Choice], actions: &mut Vec<Action>) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let mut world = World::with_gates(gates, Time::START);
    let mut disturbed = false;
    for choice in script {
        let Some(action) = choice.action(&world) else { continue };
        disturbed |= invariants::disturbs(&world, &action);
        let before = world.clone();
        actions.push(action.clone());
        match world.apply(&action) {
            Ok(step) => {
                keeps_promises(&before, &step, &world, disturbed)?;
                tally.carried_out += 1;
            }
            Err(error) if choice.is_offered() => return Err(Fault::OfferedAndRefused(error)),
            Err(error) if world != before => return Err(Fault::RefusedAndDone(error)),
            Err(_) => {
                actions.pop();
                tally.refused += 1;
            }
        }
    }
    is_as_written(gates, actions, &world)?;
    Ok(tally)
}

/// Holds one step to what its release promises; `disturbed` says whether the world has been
/// [disturbed](invariants::disturbs) by then.
///
/// # Errors
///
/// [`Fault::Broken`] with the first promise that it breaks.
pub fn keeps_promises(before: &World, step: &Step, after: &World, disturbed: bool) -> Result<(), Fault> {
    let gates = after.gates();
    let mut broken = invariants::broken(before, step, after).into_iter();
    match broken.find(|broken| broken.invariant.is_owed(gates, disturbed)) {
        Some(violation) => Err(Fault::Broken { release: gates.release(), violation }),
        None => Ok(()),
    }
}

/// Whether the session comes back from a file as it was.
fn is_as_written(gates: FeatureGates, actions: &[Action], world: &World) -> Result<(), Fault> {
    let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
    for action in actions {
        timeline.apply(action).map_err(|error| Fault::NotAsWritten(format!("at first not, then refused: {error}")))?;
    }
    let file = SavedSession::of(&timeline, "").to_file();
    let saved = SavedSession::from_file(&file).map_err(|error| Fault::NotAsWritten(error.to_string()))?;
    let replayed = saved.replay().map_err(|error| Fault::NotAsWritten(error.to_string()))?;
    if replayed.world() == world { Ok(()) } else { Err(Fault::NotAsWritten("it ends elsewhere".to_owned())) }
}

/// These actions as a session file. Written by hand, since the engine that writes such files is what is in question.
fn session(gates: FeatureGates, actions: &[Action]) -> String {
    let release = gates.release();
    let turned: BTreeMap<_, _> = gates.turned().collect();
    let mut lines = vec!["jobscope: 3".to_owned(), format!("release: {release}")];
    if let Some(gates) = (!turned.is_empty()).then(|| serde_json::to_string(&turned).ok()).flatten() {
        lines.push(format!("gates: {gates}"));
    }
    lines.push("actions:".to_owned());
    lines
        .extend(actions.iter().filter_map(|action| serde_json::to_string(action).ok()).map(|json| format!("- {json}")));
    lines.join("\n") + "\n"
}

/// The script of that seed, and the feature gates with which it is carried out.
///
/// # Errors
///
/// [`Reason`] if nothing can be drawn.
pub fn script(release: Release, seed: u64) -> Result<(FeatureGates, Vec<Choice>), Reason> {
    Ok(draw(release, MAX_CHOICES, &mut runner(seed))?.current())
}

fn runner(seed: u64) -> TestRunner {
    let config = Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
}

fn draw(
    release: Release,
    choices: usize,
    runner: &mut TestRunner,
) -> Result<impl ValueTree<Value = (FeatureGates, Vec<Choice>)> + use<>, Reason> {
    (gates_of(release), script_of(2..=choices)).new_tree(runner)
}

/// Draws the script of that seed and checks it. If it fails, it is shortened as long as it still fails.
///
/// # Errors
///
/// [`Failure`] with the shortest script that was found.
pub fn soak(release: Release, seed: u64) -> Result<Tally, Box<Failure>> {
    soak_with(release, seed, MAX_CHOICES, check)
}

fn soak_with(
    release: Release,
    seed: u64,
    choices: usize,
    check: impl Fn(FeatureGates, &[Choice]) -> Result<Tally, Box<Stopped>>,
) -> Result<Tally, Box<Failure>> {
    let mut runner = runner(seed);
    let tree = draw(release, choices, &mut runner).map_err(|reason| {
        let fault = Fault::Panic(format!("no script could be drawn: {reason}"));
        Box::new(Failure { seed, fault, session: String::new() })
    })?;
    let (gates, script) = tree.current();
    let stopped = match check(gates, &script) {
        Ok(tally) => return Ok(tally),
        Err(stopped) => stopped,
    };
    let shorter = runner.run_one(tree, |(gates, script)| {
        check(gates, &script).map(|_| ()).map_err(|stopped| TestCaseError::fail(stopped.fault.to_string()))
    });
    let (gates, stopped) = match shorter {
        Err(TestError::Fail(_, (gates, script))) => (gates, check(gates, &script).err().unwrap_or(stopped)),
        _ => (gates, stopped),
    };
    Err(Box::new(Failure { seed, session: session(gates, &stopped.actions), fault: stopped.fault }))
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::FeatureGate;
    use serde_json::json;

    use super::*;

    fn this(action: Action) -> Choice {
        Choice::This(Box::new(action))
    }

    fn create() -> Choice {
        let job = json!({"metadata": {"name": "j"}, "spec": {"template": {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}],
        }}}});
        this(Action::CreateJob { job: serde_json::from_value(job).unwrap() })
    }

    #[test]
    fn what_is_drawn_depends_on_the_seed_alone() {
        let tally = soak(Release::V1_28, 136).unwrap();
        assert!(tally.carried_out > 0);
        assert_eq!(soak(Release::V1_28, 136).unwrap(), tally);
        let (gates, script) = script(Release::V1_28, 136).unwrap();
        assert_eq!(check(gates, &script).unwrap(), tally, "another script than the one that is soaked");
    }

    #[test]
    fn what_is_done_and_what_is_refused_is_counted() {
        let script = [create(), create(), Choice::Next, this(Action::AttemptToDelete)];
        let tally = check(Release::V1_36.into(), &script).unwrap();
        assert_eq!(tally, Tally { carried_out: 2, refused: 2 });
    }

    #[test]
    fn a_broken_promise_is_seen() {
        let mut world = World::new(Release::V1_36);
        world.apply(&create().action(&world).unwrap()).unwrap();
        let earlier = world.clone();
        while let Some(action) = world.next_action() {
            world.apply(&action).unwrap();
        }
        let complete = world.clone();
        let step = world.apply(&Action::Advance { ms: 1 }).unwrap();
        assert_eq!(keeps_promises(&complete, &step, &world, false), Ok(()));
        let broken = keeps_promises(&complete, &step, &earlier, false).unwrap_err().to_string();
        assert!(broken.starts_with("v1.36 breaks a promise: finished-for-good: j: "), "{broken}");
    }

    #[test]
    fn a_script_that_fails_is_made_short() {
        let no_crash = |gates, script: &[Choice]| {
            let mut actions = Vec::new();
            let tally = carry_out(gates, script, &mut actions);
            match actions.iter().position(|action| matches!(action, Action::CrashAfter { .. })) {
                Some(at) => {
                    actions.truncate(at + 1);
                    Err(Box::new(Stopped { fault: Fault::Panic("crash".to_owned()), actions }))
                }
                None => Ok(tally.unwrap()),
            }
        };
        let failure = (0..).find_map(|seed| soak_with(Release::V1_28, seed, 30, no_crash).err()).unwrap();
        assert_eq!(failure.fault, Fault::Panic("crash".to_owned()));
        let lines: Vec<_> = failure.session.lines().skip_while(|line| *line != "actions:").skip(1).collect();
        assert!(lines.last().unwrap().contains("crashAfter"), "{}", failure.session);
        assert!(lines.len() < 8, "{}", failure.session);
        assert!(SavedSession::from_file(&failure.session).unwrap().replay().is_ok());
    }

    #[test]
    fn a_session_is_a_file_that_opens() {
        let gates = FeatureGates::from(Release::V1_28).with(FeatureGate::JobReadyPods, false).unwrap();
        let text = session(gates, &[Action::Advance { ms: 5 }, Action::Sync]);
        let saved = SavedSession::from_file(&text).unwrap();
        assert_eq!(saved.gates(), gates);
        let refused = saved.replay().unwrap_err().to_string();
        assert_eq!(refused, "step 2: the work queue has no ready key");
    }
}
