//! Random actions through the JavaScript API, in a browser: each does there what it does to the engine below, every step keeps
//! what its release promises, and the session can be gone back and forth in, written down and read.
//!
//! An ordinary test run has a few of them; `cargo xtask soak --wasm` runs any number. If a script also fails natively,
//! `cargo xtask soak` with its release and seed shrinks it.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::BTreeMap;

use jobscope_core::api::{FeatureGates, Release, Time};
use jobscope_core::world::{World, invariants};
use jobscope_npm::Session;
use jobscope_tests::random::Choice;
use jobscope_tests::soak::{Tally, keeps_promises, script};
use js_sys::{Error, JSON, Reflect};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

// In a worker: it takes a while, and a page that does not answer is given up by its driver.
wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Actions that have to be carried out, and the seed of the first script. A browser has no environment: they are compiled in.
const ACTIONS: Option<&str> = option_env!("JOBSCOPE_SOAK_ACTIONS");
const SEED: Option<&str> = option_env!("JOBSCOPE_SOAK_SEED");

/// What an ordinary test run has time for.
const A_FEW: u64 = 1_000;

/// Actions between two lines that say how far it is.
const PATIENCE: u64 = 5_000;

fn plain<T: Serialize + ?Sized>(value: &T) -> JsValue {
    JSON::parse(&serde_json::to_string(value).unwrap()).unwrap()
}

fn read(value: &JsValue) -> Value {
    let text: String = JSON::stringify(value).unwrap().into();
    serde_json::from_str(&text).unwrap()
}

fn written<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_value(value).unwrap()
}

/// What the world through the API shows of itself.
fn shown(world: &Session) -> Value {
    read(&world.snapshot().unwrap())
}

/// Carries a script out on both sides.
fn carry_out(gates: FeatureGates, script: &[Choice], seed: u64) -> Tally {
    let release = gates.release();
    let turned: BTreeMap<_, _> = gates.turned().collect();
    let mut below = World::with_gates(gates, Time::START);
    let mut world = Session::new(None, &plain(&release), &plain(&turned)).unwrap();
    let mut disturbed = false;
    let mut tally = Tally::default();
    for choice in script {
        let Some(action) = choice.action(&below) else { continue };
        let here = format!("{release}, seed {seed}, {action:?}");
        disturbed |= invariants::disturbs(&below, &action);
        let before = below.clone();
        match (below.apply(&action), world.apply(&plain(&action))) {
            (Ok(step), Ok(given)) => {
                assert_eq!(read(&given), written(&step), "{here}");
                assert_eq!(keeps_promises(&before, &step, &below, disturbed), Ok(()), "{here}");
                tally.carried_out += 1;
            }
            (Err(refusal), Err(thrown)) => {
                let error: Error = thrown.dyn_into().unwrap();
                assert_eq!(String::from(error.message()), refusal.to_string(), "{here}");
                let kind = Reflect::get(&error.cause(), &JsValue::from_str("kind")).unwrap();
                assert_eq!(kind.as_string().as_deref(), Some("action"), "{here}");
                assert!(!choice.is_offered(), "offered and refused: {here}");
                assert_eq!(below, before, "refused, and something changed: {here}");
                tally.refused += 1;
            }
            (done, given) => unreachable!("{here}: {done:?}, but {given:?}"),
        }
    }
    is_as_below(&mut world, &below, &format!("{release}, seed {seed}"));
    tally
}

/// That the world through the API is as the one below, back and forth, and written down.
fn is_as_below(world: &mut Session, below: &World, here: &str) {
    let end = written(&below.snapshot());
    assert_eq!(shown(world), end, "{here}");
    assert_eq!(read(&world.actions().unwrap()), written(&below.legal_actions()), "{here}");
    assert_eq!(world.next_action().unwrap().is_undefined(), below.next_action().is_none(), "{here}");
    assert_eq!(world.metrics(), below.metrics(), "{here}");

    let cursor = world.cursor().unwrap();
    world.seek(&JSON::parse(r#"{"step": 0}"#).unwrap()).unwrap();
    assert_eq!(shown(world), written(&World::with_gates(below.gates(), Time::START).snapshot()), "{here}");
    world.seek(&cursor).unwrap();
    assert_eq!(shown(world), end, "{here}");

    assert_eq!(shown(&Session::from_file(&world.to_file()).unwrap()), end, "as a file: {here}");
    assert_eq!(shown(&Session::from_link(&world.to_link()).unwrap()), end, "as a link: {here}");
}

#[wasm_bindgen_test]
fn random_actions_do_there_what_they_do_below() {
    let wanted = ACTIONS.map_or(A_FEW, |actions| actions.parse().unwrap());
    let first: u64 = SEED.map_or(0, |seed| seed.parse().unwrap());
    let (mut total, mut said) = (Tally::default(), 0);
    for (seed, release) in (first..).zip(Release::ALL.into_iter().cycle()) {
        let (gates, script) = script(release, seed).unwrap();
        let tally = carry_out(gates, &script, seed);
        total.carried_out += tally.carried_out;
        total.refused += tally.refused;
        let done = total.carried_out >= wanted;
        if done || total.carried_out >= said + PATIENCE {
            said = total.carried_out;
            console_log!(
                "{said} of {wanted} actions carried out, {} refused; the next seed is {}",
                total.refused,
                seed.saturating_add(1)
            );
        }
        if done {
            return;
        }
    }
}
