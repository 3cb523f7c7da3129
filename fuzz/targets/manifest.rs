//! Any text as manifests, for every release: refused with places that there are, or Jobs that live.
#![no_main]

use jobscope_core::api::{Manifests, Release};
use jobscope_core::world::{Action, World};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for release in Release::ALL {
        match Manifests::parse(text, release) {
            Ok(manifests) => {
                let mut world = World::new(release);
                for action in Action::from_manifests(&manifests) {
                    jobscope_fuzz::apply(&mut world, &action);
                }
                jobscope_fuzz::go_on(&mut world);
            }
            Err(errors) => {
                assert!(!errors.is_empty(), "refused without a reason");
                let lines = text.split('\n').count();
                for error in errors {
                    assert!((1..=lines).contains(&(error.line as usize)) && error.column > 0, "no such place: {error}");
                    assert!(!error.problem.to_string().is_empty(), "nothing is said");
                }
            }
        }
    }
});
