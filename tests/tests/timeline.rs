//! Whatever was done, going back gives exactly what was there, and doing it again gives the same.
//!
//! States are compared as bytes: two worlds with equal bytes have the same future.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use jobscope_core::api::Time;
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::world::{Action, Step, World};
use jobscope_tests::random::{Choice, gates, script};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

fn bytes(world: &World) -> Vec<u8> {
    serde_json::to_vec(world).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn stepping_back_gives_exactly_what_was_there(gates in gates(), script in script(), jumps in vec(any::<(Index, Index)>(), 0..8)) {
        let mut world = World::with_gates(gates, Time::START);
        let mut timeline = Timeline::new(world.clone());
        let mut states = vec![bytes(&world)];
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            let outcome = world.apply(&action);
            prop_assert_eq!(timeline.apply(&action).map(|step| Step::clone(&step)), outcome.clone());
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
    fn stepping_back_undoes_stepping_into(gates in gates(), script in script()) {
        let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
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
    fn a_refused_action_changes_nothing_and_an_offered_one_is_not_refused(gates in gates(), script in script()) {
        let mut world = World::with_gates(gates, Time::START);
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
    fn the_same_actions_give_the_same_bytes_also_after_a_pass_through_json(gates in gates(), script in script()) {
        let mut world = World::with_gates(gates, Time::START);
        let mut again = World::with_gates(gates, Time::START);
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
