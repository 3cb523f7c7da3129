//! Any text as commands of kubectl with their standard input, in a world of some releases, and how each beginning of a line can
//! continue. What a command writes is what the world then stores.
#![no_main]

use std::collections::BTreeMap;

use jobscope_core::api::Release;
use jobscope_core::kubectl::{Typed, complete, run};
use libfuzzer_sys::fuzz_target;

/// Most lines, and most commands of a line, that are run.
const COMMANDS: usize = 8;

fuzz_target!(|text: &str| {
    let files = BTreeMap::from([("manifest.yaml".to_owned(), jobscope_fuzz::JOB.to_owned())]);
    for release in [Release::V1_11, Release::V1_28, Release::V1_36] {
        let mut world = jobscope_fuzz::world(release);
        for typed in Typed::all(text).iter().take(COMMANDS) {
            let stdin = typed.stdin.as_deref().unwrap_or_default();
            for command in typed.commands().unwrap_or_default().iter().take(COMMANDS) {
                let ran = run(&world.cluster(&files, stdin), &command.words);
                // 2 is an error of `kubectl diff`, whose 1 says that there are differences.
                assert!(ran.output.code <= 2, "{:?}", ran.output);
                let is_quiet = command.words.iter().any(|word| word == "grep");
                assert!(ran.output.code == 0 || is_quiet || !ran.output.stderr.is_empty(), "nothing is said");
                for write in &ran.writes {
                    let action = world.action_of_write(write);
                    jobscope_fuzz::apply(&mut world, &action);
                }
                let cluster = world.cluster(&files, stdin);
                let _ = ran.wait.map(|wait| (wait.come(&cluster), wait.timed_out(&cluster)));
                if let Some(mut watch) = ran.watch {
                    assert_eq!(watch.changes(&cluster), "", "nothing has changed since");
                }
            }
            let cluster = world.cluster(&files, stdin);
            let line: String = typed.line.chars().take(200).collect();
            for (at, _) in line.char_indices() {
                let completions = complete(&cluster, &line[..at]);
                assert!(line.is_char_boundary(completions.from) && completions.from <= at);
            }
        }
        jobscope_fuzz::go_on(&mut world);
    }
});
