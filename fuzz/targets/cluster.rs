//! Any text as what kubectl prints of a cluster's Jobs and pods, and what comes of it.
#![no_main]

use jobscope_core::api::Release;
use jobscope_core::timeline::Recording;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for release in [Release::V1_11, Release::V1_36] {
        match Recording::of_cluster(text, release) {
            Ok(read) => {
                jobscope_fuzz::recording(&read);
                if let Ok(timeline) = read.replay() {
                    jobscope_fuzz::go_on(&mut timeline.world().clone());
                }
            }
            Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message.is_empty(), "{error}"),
        }
    }
    let _ = Recording::is_of_cluster(text);
});
