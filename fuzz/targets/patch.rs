//! Any JSON as a patch of each type, on a Job of every release.
#![no_main]

use jobscope_core::api::{PatchType, Release};
use jobscope_core::world::Action;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    let Ok(patch) = serde_json::from_str::<Value>(text) else { return };
    for release in Release::ALL {
        for r#type in [PatchType::Json, PatchType::Merge, PatchType::Strategic] {
            let mut world = jobscope_fuzz::world(release);
            jobscope_fuzz::apply(&mut world, &Action::PatchJob { name: "j".into(), r#type, patch: patch.clone() });
            jobscope_fuzz::go_on(&mut world);
            let mut world = jobscope_fuzz::world(release);
            let of_status = Action::PatchJobStatus { name: "j".into(), r#type, patch: patch.clone() };
            jobscope_fuzz::apply(&mut world, &of_status);
            jobscope_fuzz::go_on(&mut world);
        }
        let mut world = jobscope_fuzz::world(release);
        jobscope_fuzz::apply(&mut world, &Action::ApplyJob { manifest: Box::new(patch.clone()) });
        jobscope_fuzz::go_on(&mut world);
    }
});
