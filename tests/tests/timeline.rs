//! Whatever was done, going back gives exactly what was there, and doing it again gives the same.
//!
//! States are compared as bytes: two worlds that are written alike go on alike.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use jobscope_core::api::{DeletionPropagation, Edition, Job, Name};
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::trace::{FaultMode, Kind, Verb};
use jobscope_core::world::{Action, Fault, Streams, World};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

/// What to do next, told so that it makes sense in any world.
#[derive(Clone, Debug)]
enum Choice {
    /// This.
    This(Box<Action>),
    /// What a healthy cluster would do.
    Next,
    /// One of the things that the world says may happen.
    Legal(Index),
    /// One of the things that may happen to one of the pods.
    Pod(Index, Index),
}

impl Choice {
    /// The action in `world`; none if there is nothing to choose from.
    fn action(&self, world: &World) -> Option<Action> {
        let one_of = |actions: Vec<Action>, index: &Index| (!actions.is_empty()).then(|| index.get(&actions).clone());
        match self {
            Self::This(action) => Some(action.as_ref().clone()),
            Self::Next => world.next_action(),
            Self::Legal(index) => one_of(world.legal_actions(), index),
            Self::Pod(pod, index) => {
                let pods: Vec<Name> = world.stored_pods().map(|pod| pod.metadata.name().into()).collect();
                if pods.is_empty() { None } else { one_of(world.pod_actions(pod.get(&pods)), index) }
            }
        }
    }

    /// Whether the world itself said that this may happen.
    fn is_offered(&self) -> bool {
        !matches!(self, Self::This(_))
    }
}

fn job_name() -> impl Strategy<Value = Name> {
    select(vec!["j", "k"]).prop_map(Name::from)
}

fn job() -> impl Strategy<Value = Action> {
    let limits = (option::of(0..4), option::of(1..100_i64), any::<bool>());
    (job_name(), 0..6, option::of(1..8), limits).prop_map(|(name, parallelism, completions, limits)| {
        let (backoff_limit, deadline, restart) = limits;
        let mut job: Job = serde_json::from_value(json!({
            "metadata": {},
            "spec": {
                "parallelism": parallelism,
                "completions": completions,
                "backoffLimit": backoff_limit,
                "activeDeadlineSeconds": deadline,
                "template": {"spec": {
                    "restartPolicy": if restart { "OnFailure" } else { "Never" },
                    "containers": [{"name": "main", "image": "img"}],
                }},
            },
        }))
        .unwrap();
        job.metadata.name = Some(name);
        Action::CreateJob { job: Box::new(job) }
    })
}

fn patch() -> impl Strategy<Value = Action> {
    let patches = prop_oneof![
        (0..9).prop_map(|parallelism| json!({"spec": {"parallelism": parallelism}})),
        (0..4).prop_map(|limit| json!({"spec": {"backoffLimit": limit}})),
        (1..60).prop_map(|seconds| json!({"spec": {"activeDeadlineSeconds": seconds}})),
        Just(json!({"spec": {"completions": -1}})),
    ];
    (job_name(), patches).prop_map(|(name, patch)| Action::PatchJob { name, patch })
}

fn fault() -> impl Strategy<Value = Action> {
    let verbs = vec![Verb::Create, Verb::Delete, Verb::Patch, Verb::UpdateStatus, Verb::Get];
    let modes = vec![FaultMode::ForbiddenQuota, FaultMode::TimeoutApplied, FaultMode::Conflict, FaultMode::NotFound];
    (select(verbs), select(modes), 0..4_u32, 0..3_u32).prop_map(|(verb, mode, from, count)| {
        Action::Fault(Fault { verb, mode, from, count, pods: Vec::new(), label: None })
    })
}

fn machinery() -> impl Strategy<Value = Action> {
    let streams = select(vec![Streams::Job, Streams::Pod, Streams::All]);
    prop_oneof![
        8 => (streams, option::of(1..4_u32)).prop_map(|(kind, n)| Action::Deliver { kind, n }),
        8 => Just(Action::Sync),
        4 => (0..90_000_i64).prop_map(|ms| Action::Advance { ms }),
        1 => select(vec![Kind::Job, Kind::Pod]).prop_map(|kind| Action::Relist { kind }),
        1 => Just(Action::Resync),
        1 => Just(Action::Restart),
        1 => Just(Action::Gc),
    ]
}

fn deletion() -> impl Strategy<Value = Action> {
    let policies = [DeletionPropagation::Background, DeletionPropagation::Foreground, DeletionPropagation::Orphan];
    (job_name(), select(policies.to_vec())).prop_map(|(name, policy)| Action::DeleteJob { name, policy })
}

/// Labels and owners change, so that pods are released and adopted.
fn pod_edit() -> impl Strategy<Value = Action> {
    let pods = vec(select(vec!["j-00000", "j-00001", "k-00000", "nobody"]).prop_map(Name::from), 1..3);
    let uid = select(vec![None, Some("job-uid-0"), Some("job-uid-1"), Some("elsewhere")]);
    (pods, uid, any::<bool>()).prop_map(|(pods, uid, orphan)| {
        if orphan {
            Action::PodOrphan { pods, strip_finalizer: false }
        } else {
            Action::PodLabel { pods, set: [("controller-uid".to_owned(), uid.map(str::to_owned))].into() }
        }
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    let this = |action: Action| Choice::This(Box::new(action));
    prop_oneof![
        2 => job().prop_map(this),
        1 => patch().prop_map(this),
        1 => deletion().prop_map(this),
        1 => fault().prop_map(this),
        1 => pod_edit().prop_map(this),
        6 => machinery().prop_map(this),
        6 => Just(Choice::Next),
        3 => any::<Index>().prop_map(Choice::Legal),
        6 => any::<(Index, Index)>().prop_map(|(pod, index)| Choice::Pod(pod, index)),
    ]
}

/// Scripts that start with a Job, since little happens without one.
fn script() -> impl Strategy<Value = Vec<Choice>> {
    let first = job().prop_map(|action| Choice::This(Box::new(action)));
    (first, vec(choice(), 1..60)).prop_map(|(first, rest)| std::iter::once(first).chain(rest).collect())
}

fn edition() -> impl Strategy<Value = Edition> {
    select(Edition::ALL.to_vec())
}

fn bytes(world: &World) -> Vec<u8> {
    serde_json::to_vec(world).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn stepping_back_gives_exactly_what_was_there(edition in edition(), script in script(), jumps in vec(any::<(Index, Index)>(), 0..8)) {
        let mut world = World::new(edition);
        let mut timeline = Timeline::new(world.clone());
        let mut states = vec![bytes(&world)];
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            let outcome = world.apply(&action);
            prop_assert_eq!(timeline.apply(&action).cloned(), outcome.clone());
            if outcome.is_ok() {
                states.push(bytes(&world));
            }
            prop_assert!(bytes(timeline.world()) == bytes(&world));
        }
        prop_assert_eq!(timeline.steps().len() + 1, states.len());
        prop_assert!(states.len() > 1, "the first Job was refused");

        // Anywhere, also into a step and out of it again.
        let first = &states[0];
        for (step, entry) in &jumps {
            let step = step.index(states.len());
            timeline.seek(Cursor { step, entries: 0 });
            prop_assert!(bytes(timeline.world()) == states[step], "seek to step {}", step);
            if let Some(entries) = timeline.steps().get(step).map(|step| step.trace.len()) {
                timeline.seek(Cursor { step, entries: entry.index(entries + 1) });
                timeline.seek(Cursor { step, entries: 0 });
                prop_assert!(bytes(timeline.world()) == states[step], "back out of step {}", step);
            }
        }

        // And back, step by step.
        timeline.seek(Cursor { step: states.len() - 1, entries: 0 });
        for (step, state) in states.iter().enumerate().rev().skip(1) {
            prop_assert!(timeline.step_back(), "cannot go back to step {}", step);
            prop_assert_eq!(timeline.cursor(), Cursor { step, entries: 0 });
            prop_assert!(&bytes(timeline.world()) == state, "step back to {}", step);
        }
        prop_assert!(!timeline.step_back(), "there is nothing before the start");
        prop_assert!(&bytes(timeline.world()) == first);
    }

    #[test]
    fn stepping_back_undoes_stepping_into(edition in edition(), script in script()) {
        let mut timeline = Timeline::new(World::new(edition));
        let mut places = vec![(timeline.cursor(), bytes(timeline.world()))];
        for choice in &script {
            let moved = match choice {
                Choice::This(action) => timeline.apply(action).is_ok(),
                _ => timeline.step_into(),
            };
            if moved {
                places.push((timeline.cursor(), bytes(timeline.world())));
            }
        }
        // Going back stops where something was done, at those places and no others.
        while timeline.step_back() {
            let place = places.iter().rev().find(|(cursor, _)| *cursor == timeline.cursor());
            prop_assert!(place.is_some(), "was never at {:?}", timeline.cursor());
            prop_assert!(place.is_some_and(|(_, state)| bytes(timeline.world()) == *state), "at {:?}", timeline.cursor());
        }
        prop_assert_eq!(timeline.cursor(), Cursor::default());
    }

    #[test]
    fn a_refused_action_changes_nothing_and_an_offered_one_is_not_refused(edition in edition(), script in script()) {
        let mut world = World::new(edition);
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            let before = bytes(&world);
            if let Err(error) = world.apply(&action) {
                prop_assert!(!choice.is_offered(), "{:?} was offered and refused: {}", action, error);
                prop_assert!(bytes(&world) == before, "{:?} was refused and changed something", action);
            }
        }
    }

    #[test]
    fn the_same_actions_give_the_same_bytes_also_after_a_pass_through_json(edition in edition(), script in script()) {
        let mut world = World::new(edition);
        let mut again = World::new(edition);
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            // The second world is written and read back before every action, and so is the action.
            again = serde_json::from_slice(&bytes(&again)).unwrap();
            let read: Action = serde_json::from_slice(&serde_json::to_vec(&action).unwrap()).unwrap();
            prop_assert_eq!(&read, &action);
            prop_assert_eq!(world.apply(&action), again.apply(&read));
            prop_assert!(bytes(&world) == bytes(&again), "after {:?}", action);
        }
    }
}
