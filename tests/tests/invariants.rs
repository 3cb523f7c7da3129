//! Whatever happens, in whichever order, a release keeps its promises.
//!
//! Those that it is known to break are shown to be broken by scenarios, under `tests/scenarios`.

#![cfg(not(target_arch = "wasm32"))]

use jobscope_core::api::Time;
use jobscope_core::world::{World, invariants};
use jobscope_tests::random::{gates, script};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

proptest! {
    // The same seed every time: a search with other seeds takes longer than a test should.
    #![proptest_config(ProptestConfig { cases: 512, rng_seed: RngSeed::Fixed(136), ..ProptestConfig::default() })]

    #[test]
    fn every_release_keeps_its_promises(gates in gates(), script in script()) {
        let mut world = World::with_gates(gates, Time::START);
        let mut disturbed = false;
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            disturbed |= invariants::disturbs(&world, &action);
            let before = world.clone();
            let Ok(step) = world.apply(&action) else { continue };
            let broken = invariants::broken(&before, &step, &world);
            let broken = broken.iter().find(|broken| broken.invariant.is_owed(gates, disturbed));
            prop_assert!(broken.is_none(), "{} after {:?}: {}", gates.release(), action, broken.unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(136), ..ProptestConfig::default() })]

    /// What a world keeps only to be quick (pods that no sync has to look at again) is lost when it is written down, and
    /// nothing must come of that.
    #[test]
    fn a_world_that_forgets_what_it_need_not_know_goes_on_alike(gates in gates(), script in script()) {
        let mut world = World::with_gates(gates, Time::START);
        for choice in &script {
            let Some(action) = choice.action(&world) else { continue };
            let mut read: World = serde_json::from_str(&serde_json::to_string(&world).unwrap()).unwrap();
            prop_assert_eq!(world.apply(&action), read.apply(&action));
            prop_assert_eq!(&world, &read);
        }
    }
}
