//! Any lines as actions in JSON, one after another, in a world of every release. An empty line is what comes by itself.
#![no_main]

use jobscope_core::api::Release;
use jobscope_core::world::Action;
use libfuzzer_sys::fuzz_target;

/// Most lines that are looked at.
const LINES: usize = 30;

fuzz_target!(|text: &str| {
    for release in Release::ALL {
        let mut world = jobscope_fuzz::world(release);
        for line in text.lines().take(LINES) {
            let action = if line.is_empty() { world.next_action() } else { serde_json::from_str::<Action>(line).ok() };
            if let Some(action) = action {
                jobscope_fuzz::apply(&mut world, &action);
            }
        }
        jobscope_fuzz::go_on(&mut world);
    }
});
