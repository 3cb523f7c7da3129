//! Any text as a manifest, for every release: refused with places that there are, or a Job that lives.
#![no_main]

use jobscope_core::api::{Manifest, Release};
use jobscope_core::world::{Action, World};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for release in Release::ALL {
        match Manifest::parse(text, release) {
            Ok(manifest) => {
                let mut world = World::new(release);
                jobscope_fuzz::apply(&mut world, &Action::of_manifest(&manifest));
                jobscope_fuzz::go_on(&mut world);
            }
            Err(errors) => {
                assert!(!errors.is_empty(), "refused without a reason");
                let lines = text.split('\n').count();
                for error in errors {
                    assert!((1..=lines).contains(&(error.line as usize)) && error.column > 0, "no such place: {error}");
                    assert!(!error.message.is_empty(), "nothing is said");
                }
            }
        }
    }
});
