//! The scenarios under `tests/scenarios`: what each release decides, writes and waits for, in a text
//! that a person can review. With `JOBSCOPE_BLESS=1` the files are written anew; read the difference.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::panic, reason = "in a test a panic is the report")]

use std::fs;
use std::path::{Path, PathBuf};

use jobscope_tests::scenario::{self, Run};
use similar::TextDiff;

fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            found.push(path);
        }
    }
}

/// All scenarios: where each is, what is written there, and what happens.
fn scenarios() -> Vec<(PathBuf, String, Run)> {
    let mut paths = Vec::new();
    find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"), &mut paths);
    assert!(!paths.is_empty());
    let run = |path: PathBuf| {
        let written = fs::read_to_string(&path).unwrap();
        let run = scenario::run(&written).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, written, run)
    };
    paths.into_iter().map(run).collect()
}

#[test]
fn every_scenario_goes_as_written() {
    let bless = std::env::var_os("JOBSCOPE_BLESS").is_some();
    let mut differing = Vec::new();
    let scenarios = scenarios();
    for (path, written, run) in &scenarios {
        if run.text == *written {
            continue;
        }
        if bless {
            fs::write(path, &run.text).unwrap();
        } else {
            let diff = TextDiff::from_lines(written, &run.text);
            differing.push(format!("{}\n{}", path.display(), diff.unified_diff().header("written", "happened")));
        }
    }
    assert!(
        differing.is_empty(),
        "{} of {} scenarios differ\n{}",
        differing.len(),
        scenarios.len(),
        differing.join("\n")
    );
}
